"""Removal of disruption (section 9.2) and the Recovery Segment (module 11)."""

from __future__ import annotations

from grognard.engine import ALLOW, Action, Choice, Procedure, Ruling, refuse
from grognard.games.marne_1914.boundaries import area, in_area
from grognard.games.marne_1914.integrity import links_of
from grognard.games.marne_1914.setting import ARMIES
from grognard.games.marne_1914.stacking import may_stack, why_no_stacking
from grognard.games.marne_1914.state import CADRE, Marne
from grognard.games.marne_1914.supply import in_supply
from grognard.rules.masks import cells_of

RETURN_ROLL = 2
"""11.2.2: a unit comes back on a 1 or 2."""
CADRE_DISTANCE = 3
"""11.2.2: at least so many hexes from any opposing unit."""
END = Action("end")


def remove_disruption(g: Marne) -> None:
    """9.2.1: from every unit outside enemy zones of control and in supply (ruling C11: and in its area)."""
    for unit in g.on_map(g.phasing):
        if (
            g.state.disrupted[unit] and not g.in_enemy_zone(unit) and in_supply(g, unit)
            and in_area(g, unit, g.state.loc[unit])
        ):
            g.state.disrupted[unit] = 0
            g.note("rallied", "9.2.1", unit=unit)


def may_recover(g: Marne, unit: int) -> Ruling:
    """11.1.2, 11.1.3b and 11.1.4a."""
    state, name = g.state, g.name(unit)
    if g.setting.side[unit] != g.phasing:
        return refuse("11.1.1", f"{name} is not yours")
    if state.loc[unit] < 0:
        return refuse("11.1.3", f"{name} is not on the map")
    if state.steps[unit] >= g.setting.units[unit].steps:
        return refuse("11.1.3", f"{name} is at full strength")
    if state.recovered[unit]:
        return refuse("11.1.3b", f"{name} has had its step in this segment")
    if g.in_enemy_zone(unit):
        return refuse("11.1.2", f"{name} is in an enemy zone of control")
    if state.disrupted[unit]:
        return refuse("9.1.2", f"{name} is disrupted")
    if not in_supply(g, unit):
        return refuse("10.2.3", f"{name} is out of supply")
    if g.setting.guard[unit] and state.initiative != "entente":
        return refuse("11.1.4a", f"{name} gets no replacements before the Entente has the Initiative")
    return ALLOW


def may_donate(g: Marne, unit: int) -> Ruling:
    """11.1.4b and ruling C30: who can give a step to the Guard."""
    name = g.name(unit)
    if g.setting.side[unit] != g.phasing or g.state.loc[unit] < 0:
        return refuse("11.1.4b", f"{name} is no unit of yours on the map")
    if g.setting.guard[unit]:
        return refuse("11.1.4b", f"{name} belongs to the Guard itself")
    if g.in_enemy_zone(unit):
        return refuse("11.1.4b", f"{name} is in an enemy zone of control")
    if g.state.steps[unit] < 2 or g.state.recovered[unit]:
        return refuse("11.1.4b", f"{name} has no step to give")
    return ALLOW


def roll_replacements(g: Marne) -> None:
    """11.1.3a: a die for each army on the map; by option 15.3 a die for each unit instead."""
    if g.setting.options["alternate_recovery"] == "on":
        for unit in g.on_map(g.phasing):
            able = may_recover(g, unit) and not g.setting.guard[unit]
            if able and g.throw("15.3", f"recovery of {g.name(unit)}") == 1:
                raise_step(g, unit, "15.3")
        return
    armies = {g.state.army[u] for u in g.on_map(g.phasing)}
    for army in ARMIES:
        if army in armies:
            die = g.throw("11.1.3a", f"replacements of army {army}")
            steps = g.setting.replacements[army, die]
            g.note("replacements", "11.1.3a", army=army, steps=steps)
            if steps:
                g.state.pool[army] = steps


def raise_step(g: Marne, unit: int, case: str) -> None:
    g.state.steps[unit] += 1
    g.state.recovered[unit] = 1
    g.note("recovered", case, unit=unit, steps=g.state.steps[unit])


def give_step(g: Marne, donor: int, case: str) -> None:
    g.state.recovered[donor] = 1
    g.lose_steps(donor, 1, case)


def recovery_segment(g: Marne) -> Procedure:
    """11.1.3: spend what the dice gave; unused steps are lost."""
    state = g.state
    while state.pool:
        options: list[Action] = []
        donors = [u for u in g.on_map(g.phasing) if may_donate(g, u)] if g.phasing == 0 else []
        for unit in g.on_map(g.phasing):
            if state.army[unit] not in state.pool or not may_recover(g, unit):
                continue
            if g.setting.guard[unit]:                                           # 11.1.4b
                options += [Action("transfer", (unit, d)) for d in donors]
            else:
                options.append(Action("recover", (unit,)))
        if not options:
            break
        left = ", ".join(f"army {army}: {steps}" for army, steps in state.pool.items())
        action: Action = yield Choice(
            state.phasing, "recovery", "11.1.3",
            f"{g.setting.game.sides[state.phasing]}: replacement steps left ({left})",
            [*options, END], rest=True, why_not=lambda a: why_no_recovery(g, a), also=("recover", "transfer"),
        )
        if action.verb == "end":
            break
        unit = action.number(0)
        if action.verb == "transfer":
            donor = action.number(1)
            give_step(g, donor, "11.1.4b")
        raise_step(g, unit, "11.1.3")
        army = state.army[unit]
        state.pool[army] -= 1
        if not state.pool[army]:
            del state.pool[army]
    state.pool = {}                                                             # 11.1.3c


def why_no_recovery(g: Marne, action: Action) -> Ruling:
    unit = action.number(0)
    ruling = may_recover(g, unit)
    if not ruling:
        return ruling
    if g.state.army[unit] not in g.state.pool:
        return refuse("11.1.3a", f"the army of {g.name(unit)} has no replacement steps left")
    if action.verb == "recover" and g.setting.guard[unit]:
        return refuse("11.1.4b", f"{g.name(unit)} is a Guard unit: another unit must give the step (transfer)")
    if action.verb == "transfer":
        if not g.setting.guard[unit]:
            return refuse("11.1.4b", f"only Guard units take a step from another; {g.name(unit)} just recovers")
        donor = action.number(1)
        return may_donate(g, donor)
    return ALLOW


# -- units in the Cadre Box (11.2) --


def may_return(g: Marne, unit: int) -> Ruling:
    """11.2.1: one attempt for each corps; a Guard unit needs a donor (11.2.3)."""
    state, name = g.state, g.name(unit)
    if g.setting.side[unit] != g.phasing or state.loc[unit] != CADRE:
        return refuse("11.2.1", f"{name} is not in your Cadre Box")
    if state.corps[unit] in state.tried:
        return refuse("11.2.1", f"{state.corps[unit]} has had its attempt in this segment")
    if g.setting.guard[unit] and not any(may_donate(g, u) for u in g.on_map(g.phasing)):
        return refuse("11.2.3", f"no unit can give the step that {name} needs")
    return ALLOW


def cadre_hexes(g: Marne, unit: int) -> list[int]:
    """Where a returning unit may be placed (11.2.2), with its corps (4.5.6)."""
    side = g.setting.side[unit]
    cells = g.setting.between_columns(*area(g, g.state.army[unit])) & ~g.closed_cells[side]
    for enemy in g.on_map(1 - side):
        cells &= ~g.setting.within(g.state.loc[enemy], CADRE_DISTANCE - 1)
    corps = g.state.corps[unit]
    infantry = g.setting.infantry
    mates = [u for u in g.on_map(side) if infantry[unit] and infantry[u] and g.state.corps[u] == corps]
    links = links_of(g, side, corps)
    near_mates = 0
    for mate in mates:
        near_mates |= links.to(g.state.loc[mate])
    if mates:
        cells &= near_mates
    return [cell for cell in cells_of(cells) if may_stack(g, unit, cell)]


def why_no_place(g: Marne, unit: int, cell: int) -> Ruling:
    grid = g.setting.grid
    side = g.setting.side[unit]
    if any(grid.distance(cell, g.state.loc[e]) < CADRE_DISTANCE for e in g.on_map(1 - side)):
        return refuse("11.2.2", f"{g.name(unit)} must be placed at least {CADRE_DISTANCE} hexes from any enemy unit")
    if not in_area(g, unit, cell):
        return refuse("11.2.2", f"{grid.ids[cell]} lies outside the area of {g.name(unit)}'s army")
    if not may_stack(g, unit, cell):
        return why_no_stacking(g, unit, cell)
    return refuse("11.2.2", f"{g.name(unit)} must be placed within corps integrity of its corps (4.5)")


def cadre_attempts(g: Marne) -> Procedure:
    """11.2.1: for one unit of each corps in the Cadre Box the player may roll."""
    state = g.state
    while True:
        able = [u for u in g.setting.units_of[g.phasing] if state.loc[u] == CADRE and may_return(g, u)]
        if not able:
            return
        action: Action = yield Choice(
            state.phasing, "cadre", "11.2.1",
            f"{g.setting.game.sides[state.phasing]}: roll for a unit in the Cadre Box?",
            [*(Action("return", (u,)) for u in able), END], rest=True,
            why_not=lambda a: may_return(g, a.number()) if a.args else ALLOW,
        )
        if action.verb == "end":
            return
        unit = action.number(0)
        state.tried.append(state.corps[unit])
        die = g.throw("11.2.2", f"return of {g.name(unit)}", same=[face <= RETURN_ROLL for face in range(1, 7)])
        back = die <= RETURN_ROLL
        g.note("cadre-roll", "11.2.2", unit=unit, back=back, result=True)
        if back:
            yield from bring_back(g, unit)


def bring_back(g: Marne, unit: int) -> Procedure:
    """11.2.2, and for the Guard the donor of 11.2.3."""
    cells = cadre_hexes(g, unit)
    if not cells:
        g.note("no-room", "11.2.2", unit=unit)
        return
    side = g.state.phasing
    action: Action = yield Choice(
        side, "place", "11.2.2", f"{g.setting.game.sides[side]}: place {g.name(unit)} on the map",
        [*(Action("place", (unit, c)) for c in cells), END],
        why_not=lambda a: why_no_place(g, unit, a.number(1)) if a.number() == unit else ALLOW,
    )
    if action.verb == "end":
        return                                          # "may place": it stays in the Cadre Box
    cell = action.number(1)
    if g.setting.guard[unit]:
        donors = [u for u in g.on_map(g.phasing) if may_donate(g, u)]
        gift: Action = yield Choice(
            side, "donate", "11.2.3", f"{g.setting.game.sides[side]}: which unit gives {g.name(unit)} its step?",
            [Action("donate", (u,)) for u in donors],
            why_not=lambda a: may_donate(g, a.number()),
        )
        donor = gift.number(0)
        give_step(g, donor, "11.2.3")
    g.state.steps[unit] = 1
    g.state.recovered[unit] = 1
    g.place(unit, cell)
    g.note("returned", "11.2.2", unit=unit, to=cell)
