"""Counter-attacks: the C result of an Assault (11.8)."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from typing import Any

from grognard.engine import Procedure, refuse
from grognard.games.somme_1916.position import Somme
from grognard.games.somme_1916.rules.assault.advance import take_square
from grognard.games.somme_1916.rules.assault.engagements import drive_back, settle
from grognard.games.somme_1916.rules.assault.odds import STEPS_LOST, Assault, roll_for, work_out
from grognard.games.somme_1916.rules.assault.strengths import can_fight, fighting, is_arm_of_assault
from grognard.games.somme_1916.rules.bombardment.losses import destroy, lose_steps
from grognard.rules.position import Choosing


def can_counter_attack(g: Somme, unit: int) -> bool:
    """11.8, ruling X47: Good Order, and of an arm that assaults (8.1)."""
    return can_fight(g, unit) and is_arm_of_assault(g, unit) and unit not in g.state.broken


def counter_attack(g: Somme, attackers: Sequence[int], target: int) -> Procedure:
    """C: the defenders strike back at one of the squares from which they are attacked, until no C comes."""
    result = "C"
    while result == "C":
        ours = g.living(attackers)
        theirs = fighting(g, target, 1 - g.phasing)
        strikers = [u for u in theirs if can_counter_attack(g, u)]
        if not ours:
            return
        if not strikers:
            g.note("no-counter-attack", "11.8", target=target)
            yield from drive_back(g, theirs)
            yield from take_square(g, ours, target, "DR")
            return
        square = yield from choose_square(g, ours, target)
        result = yield from strike(g, strikers, square)
    settle(g, target)


def choose_square(g: Somme, attackers: Sequence[int], target: int) -> Choosing:
    """11.8: the defender picks one of the attackers' squares; an engaged one has no choice."""
    nation = g.setting.nation[g.enemies_in(target, g.phasing)[0]]
    return g.choose(
        1 - g.phasing, "counter-attack", "11.8", "counter-attack which square?", "counter",
        sorted({g.state.loc[u] for u in attackers}), about="cell", seat=g.seat(1 - g.phasing, nation),
        why_not=lambda a: refuse("11.8", "a counter-attack goes against a square from which the Assault came"),
    )


def strike(g: Somme, strikers: Sequence[int], square: int) -> Generator[Any, Any, str]:
    """One counter-attack; nobody advances after it (11.8)."""
    victims = fighting(g, square, g.phasing)
    assault = Assault(strikers, victims, square, counter=True)
    result = roll_for(g, assault, work_out(g, assault), "counter-attack", "11.8")
    g.note("counter-attack", "11.8", result=True, units=assault.attackers, target=square, outcome=result)
    if result.startswith("A"):
        yield from lose_steps(g, strikers, STEPS_LOST[result], "11.8", "attack")
    elif result.startswith("DE"):
        destroy(g, victims, "11.8", "attack")
    elif result.startswith("D"):
        left: list[int] = yield from lose_steps(g, victims, STEPS_LOST[result], "11.8", "attack")
        yield from drive_back(g, left)
    # ENG breaks the chain and changes nothing: nobody has entered the other's square (ruling D15).
    return result
