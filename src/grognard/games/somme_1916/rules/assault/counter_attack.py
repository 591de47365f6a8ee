"""Counter-attacks: the C result of an Assault (11.8)."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from typing import Any

import msgspec

from grognard.engine import Action, Choice, Procedure, refuse
from grognard.games.somme_1916.rules.assault.advance import take_square
from grognard.games.somme_1916.rules.assault.engagements import drive_back, settle
from grognard.games.somme_1916.rules.assault.odds import Fight, work_out
from grognard.games.somme_1916.rules.assault.strengths import can_fight, is_arm_of_assault
from grognard.games.somme_1916.rules.bombardment.losses import destroy, lose_steps
from grognard.games.somme_1916.state import Somme
from grognard.games.somme_1916.terms import Tally


def can_counter_attack(g: Somme, unit: int) -> bool:
    """11.8, ruling X47: Good Order, and of an arm that assaults (8.1)."""
    return can_fight(g, unit) and is_arm_of_assault(g, unit) and unit not in g.state.broken


def counter_attack(g: Somme, attackers: Sequence[int], target: int) -> Procedure:
    """C: the defenders strike back at one of the squares from which they are attacked, until no C comes."""
    state = g.state
    result = "C"
    while result == "C":
        ours = [u for u in attackers if state.loc[u] >= 0]
        theirs = g.enemies_in(target, g.phasing)
        strikers = [u for u in theirs if can_counter_attack(g, u)]
        if not ours:
            return
        if not strikers:
            g.note("no-counter-attack", "11.8", target=target)
            yield from drive_back(g, [u for u in theirs if not g.in_supply_mode(u)])
            yield from take_square(g, ours, target, "DR")
            return
        square = yield from choose_square(g, ours, target)
        result = yield from strike(g, strikers, square)
    settle(g, target)


def choose_square(g: Somme, attackers: Sequence[int], target: int) -> Generator[Any, Any, int]:
    """11.8: the defender picks one of the attackers' squares; an engaged one has no choice."""
    squares = sorted({g.state.loc[u] for u in attackers})
    if len(squares) == 1:
        return squares[0]
    side = 1 - g.phasing
    owner = g.side_name(side)
    nation = g.setting.nation[g.enemies_in(target, g.phasing)[0]]
    action: Action = yield Choice(
        owner, "counter-attack", "11.8", f"{g.setting.seat_name(g.seat(side, nation))}: counter-attack which square?",
        [Action("counter", (c,)) for c in squares], about="cell", seat=g.seat(side, nation),
        why_not=lambda a: refuse("11.8", "a counter-attack goes against a square from which the Assault came"),
    )
    return action.number()


def strike(g: Somme, strikers: Sequence[int], square: int) -> Generator[Any, Any, str]:
    """One counter-attack; nobody advances after it (11.8)."""
    side = g.setting.side[strikers[0]]
    victims = [u for u in g.friends_in(square, g.phasing) if not g.in_supply_mode(u)]
    fight = Fight(tuple(strikers), tuple(victims), square, counter=True)
    odds = work_out(g, fight)
    g.note("odds", "11.8", target=square, units=fight.attackers, odds=msgspec.to_builtins(odds))
    g.count(side, Tally.ASSAULTS)                                               # 12.1.1
    table = g.setting.combat.assault
    results = [table.result(odds.column, max(2, min(12, dice + odds.drm))) for dice in range(2, 13)]
    result = results[g.throw("11.8", "counter-attack", 2, same=results) - 2]
    g.note("counter-attack", "11.8", result=True, units=fight.attackers, target=square, outcome=result)
    if result.startswith("A"):
        yield from lose_steps(g, strikers, 2 if "2S" in result else 1, "11.8", "attack")
    elif result.startswith("DE"):
        destroy(g, victims, "11.8", "attack")
    elif result.startswith("D"):
        steps = {"DR": 0, "DSR": 1, "D2SR": 2}[result]
        left: list[int] = yield from lose_steps(g, victims, steps, "11.8", "attack")
        yield from drive_back(g, left)
    # ENG breaks the chain and changes nothing: nobody has entered the other's square (ruling D15).
    return result
