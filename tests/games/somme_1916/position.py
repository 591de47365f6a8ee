"""Positions for rule tests in a few lines of text.

``study("bombardment allied", "BrGun3 J15 \\n 28R/110 N15")`` is a match at the Allied Bombardment Phase on a
blank board of clear squares. The lines are those of position files. Lines that name a unit may say
``mode=1`` (entrenched, Supply Mode), ``status=1`` (Suppressed), ``status=2`` (Disrupted) and ``facing=6``
(0 north, 2 east, 4 south, 6 west; Allied units face east and Germans west if nothing is said).
"""

from __future__ import annotations

from collections.abc import Sequence

from grognard.engine import Match
from grognard.games.somme_1916.position import Somme
from grognard.games.somme_1916.rules.assault.odds import Assault, work_out
from grognard.rules.arithmetic import Fight
from tests.games.study import (
    allowed,
    asked,
    cell,
    destinations,
    force,
    listed,
    number,
    of_kind,
    only,
    place,
    play,
    refused,
    steps,
    study_of,
)

__all__ = [
    "allowed",
    "asked",
    "cell",
    "destinations",
    "entrenched",
    "force",
    "game",
    "listed",
    "modifier",
    "number",
    "odds",
    "of_kind",
    "only",
    "place",
    "play",
    "points",
    "refused",
    "status",
    "steps",
    "study",
]

STEPS = {"movement": "movement-begin"}
"""Phases that are entered one step before, where what they begin with is done."""
BLANK = "board blank 1-22 1-34"


def study(
    phase: str,
    lines: str = "",
    *,
    board: str = "blank",
    dice: Sequence[int] = (),
    scenario: str = "over-the-top",
    start: bool = False,
    **options: str,
) -> Match:
    """A match at ``phase`` ("movement german"); ``start`` keeps the scenario's own units on the map."""
    step, _, side = phase.partition(" ")
    blank = BLANK if board == "blank" else None
    entered = f"{STEPS.get(step, step)} {side}".strip()
    return study_of("somme-1916", scenario, entered, blank, lines, dice, start, options)


def game(match: Match) -> Somme:
    position = match.position
    assert isinstance(position, Somme)
    return position


def status(match: Match, uid: str) -> str:
    return ("good order", "suppressed", "disrupted")[game(match).state.status[number(match, uid)]]


def entrenched(match: Match, uid: str) -> bool:
    return game(match).is_entrenched(number(match, uid))


def points(match: Match, side: str, heap: str = "losses") -> int:
    return game(match).state.vp.get(f"{side}-{heap}", 0)


def odds(match: Match, target: str, attackers: str, smoke: bool = False) -> Fight:
    """An Assault of some units (joined by blanks) worked out as it would be resolved now."""
    g = game(match)
    units = tuple(number(match, uid) for uid in attackers.split())
    square = cell(match, target)
    return work_out(g, Assault(units, tuple(g.enemies_in(square, g.phasing)), square), smoke)


def modifier(found: Fight, case: str, what: str = "") -> int:
    """The sum of the modifiers of one case."""
    return sum(row.value for row in found.modifiers if row.case == case and what in row.what)
