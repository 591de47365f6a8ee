"""Positions for rule tests in a few lines of text.

``study("combat cp", "3ID 2009 \\n 63DR 2010")`` is a match at the Central Powers' Combat Phase on a blank
board with all units in supply. The lines are those of position files: units with place, steps and
status, fields of the state, terrain, roads, units made on the spot. Names of units are the game's own:
3ID and 4ID are the German II Corps (I Army), 14DI and 63DR the French VII Corps (6th Army).
"""

from __future__ import annotations

from collections.abc import Sequence

from grognard.engine import Event, Match
from grognard.games.marne_1914.position import Marne
from grognard.games.marne_1914.rules.odds import work_out
from grognard.rules.arithmetic import Fight
from tests.games.study import (
    allowed,
    asked,
    cell,
    destinations,
    force,
    number,
    of_kind,
    place,
    play,
    refused,
    require_sentence,
    steps,
    study_of,
)

__all__ = [
    "allowed",
    "asked",
    "cell",
    "control",
    "cost",
    "destinations",
    "disrupted",
    "fight",
    "force",
    "game",
    "number",
    "odds",
    "of_kind",
    "place",
    "play",
    "points",
    "refused",
    "require_sentence",
    "steps",
    "study",
]

STEPS = {"movement": "supply", "reinforcement": "delays", "recovery": "replacements"}
"""Phases that are entered one step before, where what they begin with is done."""
BLANK = "board blank 10-40 1-17"


def study(
    phase: str,
    lines: str = "",
    *,
    board: str = "blank",
    supply: str | None = "yes",
    dice: Sequence[int] = (),
    scenario: str = "counter-attack",
    start: bool = False,
    **options: str,
) -> Match:
    """A match at ``phase`` ("combat cp"); ``start`` keeps the scenario's own units on the map.

    ``supply`` is taken for granted ("yes", "no") or, with None, worked out.
    """
    step, _, side = phase.partition(" ")
    blank = BLANK if board == "blank" else None
    assumed = [f"assume supply all {supply}"] if supply is not None else []
    entered = f"{STEPS.get(step, step)} {side}".strip()
    return study_of("marne-1914", scenario, entered, blank, lines, dice, start, options, assumed)


def game(match: Match) -> Marne:
    position = match.position
    assert isinstance(position, Marne)
    return position


def disrupted(match: Match, uid: str) -> bool:
    return bool(game(match).state.disrupted[number(match, uid)])


def control(match: Match, name: str) -> str:
    return game(match).state.control[cell(match, name)]


def cost(match: Match, action: str) -> float:
    """The MP of a move that may be made now."""
    assert allowed(match, action)
    decision = match.decision
    assert decision is not None
    return float(decision.cost(match.read(action)).removesuffix(" MP"))


def points(events: Sequence[Event]) -> int:
    """The victory points that some events gave."""
    return sum(event.data["points"] for event in of_kind(events, "award"))


def fight(match: Match, target: str, *attacks: str) -> list[Event]:
    """Declare attacks ("3ID" or "3ID,2KD") against a hex and resolve them."""
    return play(match, *(f"attack {target} by {units}" for units in attacks), "resolve")


def odds(match: Match, target: str, units: str, *others: str) -> Fight:
    """One attack worked out, with the other attacks on the hex."""
    groups = [[number(match, uid) for uid in group.split(",")] for group in (units, *others)]
    return work_out(game(match), cell(match, target), groups[0], groups)
