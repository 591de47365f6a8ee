"""Defensive Fire (module 10): the defenders shoot at each attack before it comes in."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from grognard.engine import Action, Procedure, Ruling, refuse
from grognard.games.somme_1916.position import Somme
from grognard.games.somme_1916.rules.assault.results import retreat_all
from grognard.games.somme_1916.rules.assault.strengths import can_fight, fire_factor
from grognard.games.somme_1916.rules.bombardment.losses import lose_steps
from grognard.games.somme_1916.rules.commitment import committed, pending_squares, stand_down
from grognard.games.somme_1916.terms import ALLIED, FAILED, FRENCH, GERMAN, PASSED, Operation
from grognard.rules.arithmetic import Row, applying, told, total
from grognard.rules.masks import cells_of
from grognard.rules.orders import END
from grognard.rules.position import ChoosingSome


def can_fire(g: Somme, unit: int) -> bool:
    """10.1, 10.2: Good Order, not engaged, with a factor to fire."""
    return can_fight(g, unit) and not g.is_engaged(unit) and fire_factor(g, unit) > 0


def shooters(g: Somme, target: int) -> list[int]:
    """10.2: the defenders in an attacked square and their friends next to it."""
    near = g.setting.full_zone[target]
    return sorted([u for cell in near if g.stack[cell] for u in g.enemies_in(cell, g.phasing) if can_fire(g, u)])


def ready(g: Somme, target: int) -> list[int]:
    """Those who would fire there now: not fired yet, not kept for another square (ruling X09)."""
    state = g.state
    if g.has_option("defensive_fire", "every-assault"):
        return shooters(g, target)
    return [u for u in shooters(g, target) if u not in state.fired and state.aim.get(u, target) == target]


def open_squares(g: Somme) -> list[int]:
    """Attacked squares at whose attackers somebody may still fire; engagements have no fire (10.2)."""
    state = g.state
    return [
        c for c in pending_squares(g)
        if c not in state.engaged and c not in state.fired_at and ready(g, c)
    ]


def undecided(g: Somme, nation: str, squares: Sequence[int]) -> dict[int, int]:
    """Units of a nation with more than one square to fire at and no order yet, each with its squares."""
    if len(squares) < 2 or g.has_option("defensive_fire", "every-assault"):
        return {}
    found: dict[int, int] = {}
    for cell in squares:
        for unit in g.of_nation(ready(g, cell), nation):
            if unit not in g.state.aim:
                found[unit] = found.get(unit, 0) | 1 << cell
    return {unit: cells for unit, cells in found.items() if cells.bit_count() > 1}


def fire_phase(nation: str) -> Callable[[Somme], Procedure]:
    """The fire of the defenders, or with three players of the squares that one Allied nation defends (1.0)."""

    def phase(g: Somme) -> Procedure:
        by_nation = g.setting.three_seats and g.phasing == GERMAN
        if by_nation or nation != FRENCH:
            yield from defensive_fire(g, nation if by_nation else "")

    return phase


def defensive_fire(g: Somme, nation: str) -> Procedure:
    """10.0, 10.2: before the Assaults, square by square, as the defender likes."""
    side = 1 - g.phasing
    while True:
        g.state.aim = {unit: cell for unit, cell in g.state.aim.items() if cell in g.state.commit}
        everywhere = open_squares(g)
        squares = [c for c in everywhere if g.of_nation(g.friends_in(c, side), nation)]
        if not squares:
            return
        kept = undecided(g, nation, everywhere)
        shots = [Action("shoot", (cell,)) for cell in squares]
        keeps = [Action("keep", (unit, cell)) for unit in kept for cell in cells_of(kept[unit])]
        action = yield from g.ask(
            side, "defensive-fire", "10.2", "fire at which Assault?", [*shots, *keeps, END], seat=g.seat(side, nation),
            places=("shoot",), also=("shoot", "keep"), rest=True, why_not=partial(refusal_of_fire, g, everywhere),
        )
        if action.verb == "end":
            return
        if action.verb == "keep":
            unit, cell = action.number(), action.number(1)
            g.state.aim[unit] = cell
            g.note("keep-fire", "10.2", unit=unit, target=cell)
        else:
            yield from fire_at(g, action.number(), nation)


def refusal_of_fire(g: Somme, everywhere: Sequence[int], action: Action) -> Ruling:
    """Why nobody fires at an Assault now, or a unit has nothing to choose between."""
    cell, here = action.number(-1), g.cell_name(action.number(-1))
    if action.verb == "keep":
        name = g.name(action.number())
        return refuse("10.2", f"{name} has no choice between {here} and another attacked square")
    if cell in g.state.engaged:
        return refuse("10.2", f"the engaged defenders of {here} do not fire")
    if cell in g.state.fired_at:
        return refuse("10.2", f"the fire for {here} has been resolved")
    if cell not in pending_squares(g):
        return refuse("10.2", f"nobody is committed against {here}")
    if cell in everywhere:
        return refuse("1.0", f"{here} is defended by the other Allied player")
    return refuse("10.2", f"no defender in Good Order in or next to {here} has fire left")


def ask_the_others(g: Somme, target: int, nation: str) -> ChoosingSome:
    """With three players the units of the other Allied nation next to the square fire only if their player likes."""
    others = [u for u in ready(g, target) if g.setting.nation[u] != nation]
    question = f"choose who else fires at the Assault on {g.cell_name(target)}"
    return g.choose_some(ALLIED, "fire-support", "10.2", question, "join", others, end="pass")


def fire_modifiers(g: Somme, attackers: Sequence[int]) -> list[Row]:
    """10.2."""
    state = g.state
    drm = g.setting.combat.fire_modifiers
    over = sum(state.over[u] == PASSED for u in attackers)
    interdicted = any(g.is_interdicted(state.loc[u]) for u in attackers)
    weather = g.setting.weather_effects[state.weather].defensive_fire
    reinforced = g.phasing != GERMAN and g.has_operation(Operation.REINFORCED_DEFENSES)
    return applying(
        (f"{over} over the top", drm["assaulting-unit"] * over, "10.2", over),
        ("interdicted attackers", drm["interdicted-attacker"], "10.2", interdicted),
        (state.weather, weather, "10.2", weather),
        ("Reinforced Defenses", drm["reinforced-defenses"], "15.5.3", reinforced),
    )


def fire_at(g: Somme, target: int, nation: str) -> Procedure:
    """10.1, 10.2: the factors of all who fire, two dice, and the result at once; terrain does not matter (10.0)."""
    state, table = g.state, g.setting.combat.fire
    units = g.of_nation(ready(g, target), nation)
    if nation:
        units += yield from ask_the_others(g, target, nation)
        units.sort()
        if not units:
            state.fired_at.append(target)
            return                                                              # 10.1: not a single factor fires
    attackers = committed(g, target)
    factors = sum(fire_factor(g, u) for u in units)
    rows = fire_modifiers(g, attackers)
    column, drm = table.clamp(factors), total(rows)                             # 10.1: ten is the limit
    g.note(
        "fire-odds", "10.1", "10.2", target=target, units=tuple(units), factors=factors, column=column, drm=drm,
        rows=told(rows),
    )
    _, result = g.roll_on(table, column, "10.2", "Defensive Fire", drm)
    g.note("defensive-fire", "10.2", result=True, target=target, outcome=result)
    state.fired_at.append(target)
    state.fired += [u for u in units if u not in state.fired]
    yield from suffer_fire(g, target, attackers, result)


def suffer_fire(g: Somme, target: int, attackers: Sequence[int], result: str) -> Procedure:
    """10.2: step losses, first by those over the top; R and D send the attackers back."""
    state = g.state
    if result.isdigit():
        over = [u for u in attackers if state.over[u] == PASSED]
        left: list[int] = yield from lose_steps(g, attackers, int(result), "10.2", "attack", hard=over)
        for unit in left:
            if g.is_disrupted(unit):
                stand_down(g, unit)                                             # only Good Order carries on
    elif result in ("R", "D"):
        # D18: who failed the test never left its square and must leave it now; the others go back to it.
        failed = [u for u in attackers if state.over[u] == FAILED]
        for unit in attackers:
            stand_down(g, unit)
            if result == "D":
                g.disrupt(unit, "10.2")
        g.note("driven-back", "10.2", units=tuple(attackers), target=target)
        yield from retreat_all(g, failed, "10.2")
