"""The Assault Phase (11.0): each square with its resources, its dice and its result; then Secondary Attacks."""

from __future__ import annotations

from grognard.engine import Procedure
from grognard.games.somme_1916.position import Somme
from grognard.games.somme_1916.rules.assault.declaration import declare_resources, send_one_arm, test_coordination
from grognard.games.somme_1916.rules.assault.odds import Assault, roll_for, work_out
from grognard.games.somme_1916.rules.assault.results import apply_result, retreat_all, settle, take_square
from grognard.games.somme_1916.rules.assault.strengths import fighting
from grognard.games.somme_1916.rules.bombardment.losses import eliminate
from grognard.games.somme_1916.rules.commitment import (
    CommitOrders,
    clear_orders,
    committed,
    headquarters,
    may_attack,
    pending_squares,
    stand_down,
)
from grognard.games.somme_1916.terms import FAILED, FRONT, GERMAN, NATIONS, NOWHERE, TRACK, Operation, Resource, Return

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
                g.phasing, "assault", "11.8", "choose the next Assault", "assault", squares, about="cell",
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
    odds = g.as_supposed(work_out(g, assault, smoke), g.setting.combat.assault)
    result = roll_for(g, assault, odds, "Assault", "11.4", "11.5", "11.7")
    g.note("assault", "11.8", result=True, units=assault.attackers, target=target, column=odds.column, outcome=result)
    yield from apply_result(g, assault, result)
    settle(g, target)


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


TURNS_OF_FLIGHT = 2
"""7.4.2: back after one complete game turn has elapsed."""


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


def use_up(g: Somme, hq: int) -> None:
    """11.2.1: one die says on which turn the HQ comes back."""
    turns = [g.setting.combat.hq_replacement[die] for die in range(1, 7)]
    back = g.state.turn + g.roll("11.2.1", f"the return of {g.name(hq)}", turns)
    send_away(g, hq, back, Return.SUPPLY)
    g.note("hq-used", "11.2.1", unit=hq, turn=back)


def send_away(g: Somme, hq: int, turn: int, why: Return) -> None:
    cell = g.state.loc[hq]
    eliminate(g, hq, TRACK)
    g.state.due[hq], g.state.returns[hq] = turn, why
    if cell in g.state.engaged:
        settle(g, cell)


def endangered(g: Somme) -> list[int]:
    """7.4.2: Command HQs in an enemy zone of control; a friend in the square saves them (X03)."""
    hqs = [hq for nation in NATIONS for hq in headquarters(g, nation, FRONT)]
    return [hq for hq in hqs if g.in_enemy_zone(hq) and not is_protected(g, hq)]


def is_protected(g: Somme, hq: int) -> bool:
    if g.setting.options["hq_protection"] != "friendly-unit":
        return False
    friends = g.friends_in(g.state.loc[hq], g.setting.side[hq])
    return any(not g.setting.hqs[u] for u in friends)
