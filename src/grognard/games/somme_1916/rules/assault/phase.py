"""The Assault Phase (11.0): each square with its resources, its dice and its result; then Secondary Attacks."""

from __future__ import annotations

from grognard.engine import Procedure
from grognard.games.somme_1916.position import Somme
from grognard.games.somme_1916.rules.assault.advance import take_square
from grognard.games.somme_1916.rules.assault.counter_attack import counter_attack
from grognard.games.somme_1916.rules.assault.declaration import declare_resources, send_one_arm, test_coordination
from grognard.games.somme_1916.rules.assault.engagements import drive_back, engage, settle
from grognard.games.somme_1916.rules.assault.odds import STEPS_LOST, Assault, roll_for, work_out
from grognard.games.somme_1916.rules.assault.retreat import retreat_all
from grognard.games.somme_1916.rules.assault.strengths import fighting, is_mobile_arm
from grognard.games.somme_1916.rules.assault.supply import TURNS_OF_FLIGHT, endangered, send_away, use_up
from grognard.games.somme_1916.rules.bombardment.losses import destroy, lose_steps
from grognard.games.somme_1916.rules.commitment import (
    CommitOrders,
    clear_orders,
    committed,
    may_attack,
    pending_squares,
    stand_down,
)
from grognard.games.somme_1916.terms import FAILED, GERMAN, NOWHERE, PASSED, Operation, Resource, Return

WIND = 3
"""11.6.1: up to this die the smoke blows at the defenders."""


def attackers_of(g: Somme, target: int) -> list[int]:
    """11.3: the committed units that attack; with test-or-stay not those who failed (X02)."""
    state = g.state
    stay = g.has_option("over_the_top", "test-or-stay")
    return [u for u in committed(g, target) if may_attack(g, u) and not (stay and state.over[u] == FAILED)]


def drop_lapsed(g: Somme) -> None:
    """Commitments end where no enemy is left, or nobody who could attack him."""
    for cell in pending_squares(g):
        if not g.enemies_in(cell, g.phasing) or not attackers_of(g, cell):
            release(g, cell)


def release(g: Somme, cell: int) -> None:
    """The end of the commitments to a square; engaged units remember where they came from."""
    for unit in committed(g, cell):
        home = g.state.jump_off[unit] if g.is_engaged(unit) else NOWHERE
        stand_down(g, unit)
        g.state.jump_off[unit] = home


def assault_phase(g: Somme) -> Procedure:
    """11.0: all Assaults must be made, in any order (11.8)."""
    state = g.state
    while True:
        if state.target < 0:
            drop_lapsed(g)
            squares = pending_squares(g)
            if not squares:
                return
            cell = yield from g.choose(
                g.phasing, "assault", "11.8", "which Assault is made next?", "assault", squares, about="cell",
                seat=g.common_seat(g.phasing), rest=len(squares) > 1,
            )
            yield from open_assault(g, cell)
            continue
        yield from declare_resources(g, attackers_of(g, state.target))
        yield from resolve(g)
        close_assault(g)


def open_assault(g: Somme, cell: int) -> Procedure:
    """What is settled before resources are declared: surrender, concealed guns, coordination (11.3)."""
    state = g.state
    state.target, state.used = cell, []
    g.note("assault-begins", "11.0", target=cell, units=tuple(attackers_of(g, cell)))
    if g.phasing != GERMAN and g.has_operation(Operation.CONCEALED_ARTILLERY):
        guns = [u for u in g.enemies_in(cell, g.phasing) if g.setting.guns[u]]
        yield from retreat_all(g, guns, "15.5.3")                               # they slip away
        settle(g, cell)
    if not fighting(g, cell, 1 - g.phasing):
        yield from take_square(g, attackers_of(g, cell), cell, "DR")            # 11.3: they surrender
        close_assault(g)
        return
    yield from test_coordination(g, attackers_of(g, cell))


def close_assault(g: Somme) -> None:
    state = g.state
    release(g, state.target)
    state.done.append(state.target)
    state.target, state.used = NOWHERE, []


def resolve(g: Somme) -> Procedure:
    """11.4-11.8: two dice on the column, modified, and the result at once."""
    target = g.state.target
    yield from send_one_arm(g, attackers_of(g, target))
    assault = Assault(attackers_of(g, target), g.enemies_in(target, g.phasing), target)
    smoke = Resource.SMOKE in g.state.used and g.succeeds("11.6.1", "wind", 1, WIND)  # 9.2.3, 11.6.1
    odds = work_out(g, assault, smoke)
    result = roll_for(g, assault, odds, "Assault", "11.4", "11.5", "11.7")
    g.note("assault", "11.8", result=True, units=assault.attackers, target=target, column=odds.column, outcome=result)
    yield from apply_result(g, assault, result)
    settle(g, target)


def apply_result(g: Somme, assault: Assault, result: str) -> Procedure:
    """The Results Key of 11.8, with the doubling of 11.7.6 (ruling D01)."""
    target, attackers = assault.target, assault.attackers
    over = any(g.state.over[u] == PASSED for u in attackers)
    doubling = g.setting.options["assault_doubling"] if over else "off"
    if result in ("ASR", "A2SR"):
        steps = STEPS_LOST[result] * (1 if doubling == "off" else 2)
        left: list[int] = yield from lose_steps(g, attackers, steps, "11.8", "attack")
        if target in g.state.engaged:
            yield from drive_back(g, left)
        g.note("repelled", "11.8.1", target=target)
    elif result == "C":
        yield from counter_attack(g, attackers, target)
    elif result == "ENG":
        if doubling != "off":
            yield from lose_steps(g, fighting(g, target, 1 - g.phasing), 1, "11.7.6", "defence")
        if fighting(g, target, 1 - g.phasing):
            yield from engage(g, attackers, target)
        else:
            yield from take_square(g, attackers, target, "DR")
    else:
        yield from defeat(g, assault, result, 2 if doubling == "both" else 1)


def defeat(g: Somme, assault: Assault, result: str, factor: int) -> Procedure:
    """D results: losses, retreat of the survivors, and the attackers in their square (11.8.1, 11.8.2)."""
    target = assault.target
    if result in ("DE", "DEBT"):
        destroy(g, fighting(g, target, 1 - g.phasing), "11.8", "defence")
        if result == "DEBT" and any(is_mobile_arm(g, u) for u in assault.attackers):
            g.state.breakthroughs += 1                                          # 15.6.4
    else:
        steps = STEPS_LOST[result] * factor
        left: list[int] = yield from lose_steps(g, fighting(g, target, 1 - g.phasing), steps, "11.8", "defence")
        yield from drive_back(g, left)
    yield from take_square(g, assault.attackers, target, result)


def begin_secondary(g: Somme) -> None:
    """A new wave: orders are given and defenders fire again."""
    g.state.secondary = 1
    clear_orders(g)


def after_begin(g: Somme) -> str:
    """Another Secondary Attack, if there is a resource and somebody who could make one."""
    if g.state.resources.get(Resource.SECONDARY, 0) > 0 and anybody_can(g):
        return "secondary-commitment"
    return "assault-end"


def anybody_can(g: Somme) -> bool:
    """Whether a unit of any nation could be committed."""
    orders = CommitOrders(g)
    return any(may_attack(g, unit) and orders.targets(unit) for unit in orders.units())


def spend_secondary(g: Somme) -> None:
    """11.10: the resource is spent when units are committed; without any the phase ends."""
    if pending_squares(g):
        g.state.resources[Resource.SECONDARY] -= 1
        g.note("secondary", "11.10", target=pending_squares(g)[0], left=g.state.resources[Resource.SECONDARY])


def after_spending(g: Somme) -> str:
    return "secondary-test" if pending_squares(g) else "assault-end"


def end_assaults(g: Somme) -> None:
    """Used Supply HQs leave, endangered Command HQs flee, unused resources vanish (9.3)."""
    state = g.state
    clear_orders(g)
    for hq in g.living(state.supply_used):
        use_up(g, hq)
    for hq in endangered(g):
        send_away(g, hq, state.turn + TURNS_OF_FLIGHT, Return.FLIGHT)
        g.note("hq-flees", "7.4.2", unit=hq, turn=state.turn + TURNS_OF_FLIGHT)
    state.resources, state.used, state.supply_used, state.done = {}, [], [], []
    state.secondary, state.target = 0, NOWHERE
