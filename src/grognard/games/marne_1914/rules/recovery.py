"""Removal of disruption (section 9.2) and the Recovery Segment (module 11)."""

from __future__ import annotations

from functools import partial

from grognard.engine import ALLOW, Action, Procedure, Ruling, refuse
from grognard.engine.facts import derived
from grognard.games.marne_1914.position import CADRE, Marne
from grognard.games.marne_1914.rules.boundaries import area, in_area
from grognard.games.marne_1914.rules.closing_up import outside_units, punished_units
from grognard.games.marne_1914.rules.integrity import links_of
from grognard.games.marne_1914.rules.stacking import may_stack
from grognard.games.marne_1914.rules.supply import in_supply, in_supply_at
from grognard.games.marne_1914.rules.victory import take_control
from grognard.games.marne_1914.tables import ARMIES, ARMY_NAMES
from grognard.rules.asking import ask_legal
from grognard.rules.masks import cells_of, union

RETURN_ROLL = 2
"""11.2.2: a unit comes back on a 1 or 2."""
CADRE_DISTANCE = 3
"""11.2.2: hexes from any opposing unit, at least."""


def remove_disruption(g: Marne) -> None:
    """9.2.1: from every unit outside enemy zones of control and in supply; not what was just earned (C11, C22)."""
    kept = {*outside_units(g), *punished_units(g)}
    for unit in g.on_map(g.phasing):
        if g.state.disrupted[unit] and unit not in kept and not g.in_enemy_zone(unit) and in_supply(g, unit):
            g.state.disrupted[unit] = 0
            g.note("rallied", "9.2.1", unit=unit)


def may_recover(g: Marne, unit: int) -> Ruling:
    """11.1.2, 11.1.3b and 11.1.4a."""
    state, name = g.state, g.name(unit)
    if g.setting.side[unit] != g.phasing:
        return refuse("11.1.1", f"{name} is not your unit")
    if state.loc[unit] < 0:
        return refuse("11.1.3", f"{name} is not on the map")
    if state.steps[unit] >= g.setting.units[unit].steps:
        return refuse("11.1.3", f"{name} is at full strength")
    if state.recovered[unit]:
        return refuse("11.1.3b", f"{name} has already had its step this segment")
    if g.in_enemy_zone(unit):
        return refuse("11.1.2", f"{name} is in an enemy zone of control")
    if state.disrupted[unit]:
        return refuse("9.1.2", f"{name} is disrupted")
    if not in_supply(g, unit):
        return refuse("10.2.3", f"{name} is out of supply")
    if g.setting.units[unit].guard and state.initiative != "entente":
        return refuse("11.1.4a", f"{name} gets no replacements until the Entente has the Initiative")
    return ALLOW


def may_donate(g: Marne, unit: int) -> Ruling:
    """11.1.4b and ruling C30: who can give a step to the Guard."""
    name = g.name(unit)
    if g.setting.side[unit] != g.phasing or g.state.loc[unit] < 0:
        return refuse("11.1.4b", f"{name} is not one of your units on the map")
    if g.setting.units[unit].guard:
        return refuse("11.1.4b", f"{name} is itself a Guard unit")
    if g.in_enemy_zone(unit):
        return refuse("11.1.4b", f"{name} is in an enemy zone of control")
    if g.state.steps[unit] < 2 or g.state.recovered[unit]:
        return refuse("11.1.4b", f"{name} has no step to give")
    return ALLOW


def roll_replacements(g: Marne) -> None:
    """11.1.3a: a die for each army on the map; by option 15.3 a die for each unit instead."""
    if g.has_option("alternate_recovery"):
        for unit in g.on_map(g.phasing):
            able = may_recover(g, unit) and not g.setting.units[unit].guard
            if able and g.throw("15.3", f"recovery of {g.name(unit)}") == 1:
                raise_step(g, unit, "15.3")
        return
    present = {g.state.army[u] for u in g.on_map(g.phasing)}
    for army in [army for army in ARMIES if army in present]:
        steps = g.setting.tables.replacements[army][g.throw("11.1.3a", f"replacements of army {army}")]
        g.note("replacements", "11.1.3a", army=army, steps=steps)
        if steps:
            g.state.pool[army] = steps


def raise_step(g: Marne, unit: int, case: str) -> None:
    g.state.steps[unit] += 1
    g.state.recovered[unit] = 1
    g.note("recovered", case, unit=unit, steps=g.state.steps[unit])


def donors(g: Marne) -> list[int]:
    return [u for u in g.on_map(g.phasing) if may_donate(g, u)]


def give_step(g: Marne, donor: int, case: str) -> None:
    g.state.recovered[donor] = 1
    g.lose_steps(donor, 1, case)


def recovery_segment(g: Marne) -> Procedure:
    """11.1.3: spend what the dice gave; unused steps are lost."""
    pool = g.state.pool
    while pool:
        left = ", ".join(f"{ARMY_NAMES[army].removeprefix('the ')} {steps}" for army, steps in pool.items())
        action = yield from ask_legal(
            g, g.phasing, "recovery", "11.1.3", f"give replacement steps (left: {left})", ways_to_recover(g),
            partial(may_take_step, g), also=("recover", "transfer"),
        )
        if action is None:
            break
        unit, army = action.number(0), g.state.army[action.number(0)]
        if action.verb == "transfer":
            give_step(g, action.number(1), "11.1.4b")
        raise_step(g, unit, "11.1.3")
        pool[army] -= 1
        if not pool[army]:
            del pool[army]
    g.state.pool = {}                                                           # 11.1.3c


def ways_to_recover(g: Marne) -> list[Action]:
    """A step for each unit of an army that has some; for the Guard from another unit (11.1.4b)."""
    state, counters = g.state, g.setting.units
    weak = [u for u in g.on_map(g.phasing) if state.steps[u] < counters[u].steps]
    units = [u for u in weak if state.army[u] in state.pool]
    guard = [u for u in units if counters[u].guard and may_recover(g, u)]
    recover = [Action("recover", (u,)) for u in units if not counters[u].guard]
    return recover + [Action("transfer", (u, giver)) for u in guard for giver in donors(g)]


def may_take_step(g: Marne, action: Action) -> Ruling:
    unit = action.number(0)
    ruling = may_recover(g, unit)
    if not ruling:
        return ruling
    guard = g.setting.units[unit].guard
    if g.state.army[unit] not in g.state.pool:
        return refuse("11.1.3a", f"the army of {g.name(unit)} has no replacement steps left")
    if action.verb == "recover" and guard:
        return refuse("11.1.4b", f"{g.name(unit)} is a Guard unit: another unit must give the step (transfer)")
    if action.verb == "transfer" and not guard:
        return refuse("11.1.4b", f"only Guard units take a step from another unit; {g.name(unit)} simply recovers")
    return may_donate(g, action.number(1)) if action.verb == "transfer" else ALLOW


# -- units in the Cadre Box (11.2) --


def may_return(g: Marne, unit: int) -> Ruling:
    """11.2.1: one attempt for each corps; a Guard unit needs a donor (11.2.3)."""
    state, name = g.state, g.name(unit)
    if g.setting.side[unit] != g.phasing or state.loc[unit] != CADRE:
        return refuse("11.2.1", f"{name} is not in your Cadre Box")
    if state.corps[unit] in state.tried:
        return refuse("11.2.1", f"{state.corps[unit]} has already had its attempt this segment")
    if g.setting.units[unit].guard and not donors(g):
        return refuse("11.2.3", f"no unit can give {name} the step it needs")
    return ALLOW


def cadre_hexes(g: Marne, unit: int) -> list[int]:
    """Where a returning unit may be placed (11.2.2): whole sets of hexes first, then hex by hex."""
    side = g.setting.side[unit]
    cells = g.setting.between_columns(*area(g, g.state.army[unit])) & ~g.closed_cells[side]
    cells &= ~near_enemy(g, side) & near_mates(g, unit)
    return [cell for cell in cells_of(cells) if may_return_to(g, unit, cell)]


@derived
def near_enemy(g: Marne, side: int) -> int:
    """The hexes too close to an enemy unit for a return."""
    return g.setting.beside.within(g.held(1 - side), CADRE_DISTANCE - 1)


@derived
def near_mates(g: Marne, unit: int) -> int:
    """4.5.6: the hexes within corps integrity of its corps; all of them for cavalry, and where the corps is gone."""
    side, corps, infantry = g.setting.side[unit], g.state.corps, g.setting.infantry
    mates = [u for u in g.on_map(side) if infantry[unit] and infantry[u] and corps[u] == corps[unit]]
    links = links_of(g, side, corps[unit])
    return union(links.to(g.state.loc[mate]) for mate in mates) if mates else g.setting.everywhere


def may_return_to(g: Marne, unit: int, cell: int) -> Ruling:
    name = g.name(unit)
    if near_enemy(g, g.setting.side[unit]) >> cell & 1:
        return refuse("11.2.2", f"{name} must be placed at least {CADRE_DISTANCE} hexes from any enemy unit")
    if g.closed[g.setting.side[unit]][cell]:
        return refuse("12.1.1", f"the garrison of Paris holds {g.cell_name(cell)}")
    if not in_area(g, unit, cell):
        return refuse("11.2.2", f"{g.cell_name(cell)} is outside the area of {name}'s army")
    if not (room := may_stack(g, unit, cell)):
        return room
    if not near_mates(g, unit) >> cell & 1:
        return refuse("11.2.2", f"{name} must be placed within corps integrity of its corps (4.5)")
    if g.has_option("cadre_return", "in-supply") and not in_supply_at(g, unit, cell):
        return refuse("11.2.2", f"{name} would be out of supply in {g.cell_name(cell)}")        # ruling C31
    return ALLOW


def cadre_attempts(g: Marne) -> Procedure:
    """11.2.1: for one unit of each corps in the Cadre Box the player may roll."""
    state = g.state
    while able := [u for u in g.setting.units_of[g.phasing] if state.loc[u] == CADRE and may_return(g, u)]:
        unit = yield from g.choose_or_end(
            g.phasing, "cadre", "11.2.1", "roll for a unit in the Cadre Box, or end", "return", able, rest=True,
            why_not=lambda a: may_return(g, a.number()) if a.args else ALLOW,
        )
        if unit is None:
            return
        state.tried.append(state.corps[unit])
        back = g.succeeds("11.2.2", f"return of {g.name(unit)}", 1, RETURN_ROLL)
        g.note("cadre-roll", "11.2.2", unit=unit, back=back, result=True)
        if back:
            yield from bring_back(g, unit)


def bring_back(g: Marne, unit: int) -> Procedure:
    """11.2.2, and for the Guard the donor of 11.2.3. "May place": it can stay in the Cadre Box."""
    cells = cadre_hexes(g, unit)
    if not cells:
        g.note("no-room", "11.2.2", unit=unit)
        return
    cell = yield from g.choose_or_end(
        g.phasing, "place", "11.2.2", f"place {g.name(unit)} on the map", "place", cells, of=unit,
        why_not=lambda a: may_return_to(g, unit, a.number(1)) if a.args and a.number() == unit else ALLOW,
    )
    if cell is None:
        return
    if g.setting.units[unit].guard:
        donor = yield from g.choose(
            g.phasing, "donate", "11.2.3", f"choose a unit to give {g.name(unit)} its step", "donate", donors(g),
            why_not=lambda a: may_donate(g, a.number()), even_if_one=True,
        )
        give_step(g, donor, "11.2.3")
    g.state.steps[unit] = g.state.recovered[unit] = 1
    g.place(unit, cell)
    g.state.out_of_supply[unit] = int(not in_supply(g, unit))                   # ruling C64
    g.note("returned", "11.2.2", unit=unit, to=cell)
    take_control(g, unit, cell)
