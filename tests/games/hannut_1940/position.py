"""Positions for rule tests in a few lines of text.

``study("movement german", "I/12Sch 5504 \\n I/11RDP 5506")`` is a match at the German Movement Phase of 13 May AM (game
turn 4) on a blank board, with everybody in supply. The lines are those of position files: units with place, steps and
marks, fields of the state, terrain, roads. I/12Sch, II/12Sch and III/12Sch are infantry battalions of the 4th Panzer
Division (5-5, PR 6, three steps), I/35Pz a panzer battalion, 4/35Pz its medium company; I/11RDP is of the 3rd DLM,
I/1RDP of the 2nd, I/1RTM a Leg battalion of the 1st Moroccan Division.
"""

from __future__ import annotations

from collections.abc import Sequence

from grognard.engine import Event, Match, register
from grognard.games.hannut_1940 import GAME
from grognard.games.hannut_1940.position import Hannut
from grognard.games.hannut_1940.state import Mark
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
    "cost",
    "destinations",
    "fatigue",
    "force",
    "game",
    "listed",
    "mark",
    "number",
    "of_kind",
    "only",
    "place",
    "play",
    "refused",
    "steps",
    "study",
    "until",
]

register(GAME)
BLANK = "board blank 33-64 1-15"
ENTERED = {"movement": "movement-begin", "exploitation": "exploitation-begin"}
"""Phases that are entered one step before, where what they begin with is done."""


def study(
    phase: str,
    lines: str = "",
    *,
    turn: int = 4,
    board: str = "blank",
    supply: str | None = "yes",
    dice: Sequence[int] = (),
    start: bool = False,
    **options: str,
) -> Match:
    """A match at ``phase`` ("movement german"); ``board`` "real" for the game's own map."""
    step, _, side = phase.partition(" ")
    blank = BLANK if board == "blank" and not start else None
    assumed = [f"assume supply all {supply}"] if supply else []
    chosen = {"setup": "printed", **options}
    return study_of(
        "hannut-1940", "hannut", f"{step} {side}".strip(), blank, f"turn {turn}\n{lines}", dice, start, chosen, assumed
    )


def game(match: Match) -> Hannut:
    position = match.position
    assert isinstance(position, Hannut)
    return position


def mark(match: Match, uid: str) -> Mark:
    return game(match).state.mark[number(match, uid)]


def fatigue(match: Match, uid: str) -> int:
    return game(match).state.fatigue[number(match, uid)]


def cost(match: Match, action: str) -> str:
    """The price of an action that may be taken now."""
    assert allowed(match, action)
    decision = match.decision
    assert decision is not None
    return decision.cost(match.read(action))


def until(match: Match, kind: str, *answers: str, otherwise: Sequence[str] = ("end", "hold")) -> list[Event]:
    """Play on to a kind of decision, ending steps on the way and giving some answers."""
    events: list[Event] = []
    given = list(answers)
    while match.decision is not None and match.decision.kind != kind:
        text = next((a for a in (*given, *otherwise) if match.check(a)), None)
        if text is None:
            text = listed(match)[0]
        given = [a for a in given if a != text]
        events += match.play(text)
    return events
