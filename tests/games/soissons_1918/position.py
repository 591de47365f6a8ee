"""Positions for rule tests in a few lines of text.

``study("maneuver entente", "162DI 1405 \\n 42/17 1407")`` is a match at the Entente's Maneuver segment of July 19 AM on
a blank board, with everybody in supply and in command. The lines are those of position files: units with place, points
and marks, fields of the state, terrain, roads, units made on the spot. 162DI, 11DI and 153DI are divisions of I Corps
(9 points, 2 stars), 1US of XX Corps has 14 points and 3 stars; the regiments of 11B and 241 are under HQ-STAABS, those
of 42, 14R, 115 and 40 under HQ-WATTER. 28D is a German division that comes as a reinforcement.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from grognard.engine import Event, Match, register
from grognard.games.soissons_1918 import GAME
from grognard.games.soissons_1918.position import Soissons
from grognard.games.soissons_1918.state import Order
from grognard.rules.masks import cells_of, mask
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
    require_sentence,
    steps,
    study_of,
)

__all__ = [
    "allowed",
    "asked",
    "cell",
    "cells",
    "cost",
    "destinations",
    "force",
    "game",
    "level",
    "listed",
    "names",
    "number",
    "of_kind",
    "only",
    "order",
    "place",
    "play",
    "refused",
    "remnants",
    "require_sentence",
    "retreated",
    "steps",
    "study",
    "until",
]

register(GAME)
ENTERED = {
    "maneuver": "maneuver-begin",
    "fallback-1": "fallback-1-begin",
    "fallback-2": "fallback-2-begin",
    "attack": "barrage-2-fire",
    "advance": "advance-begin",
}
"""Segments that are entered one step before, where what they begin with is done."""
BLANK = "board blank 1-19 1-26"
FIXED = Path(__file__).parent / "fixed"
"""The tables that rule tests are played with: their dice stay right when the game's own tables are tuned."""


def study(
    phase: str,
    lines: str = "",
    *,
    turn: int = 4,
    board: str = "blank",
    supply: str | None = "yes",
    command: str | None = "yes",
    dice: Sequence[int] = (),
    start: bool = False,
    **options: str,
) -> Match:
    """A match at ``phase`` ("maneuver entente"); with ``start`` the printed set-up stays on the map.

    ``supply`` and ``command`` are taken for granted ("yes", "no") or, with None, worked out.
    """
    step, _, side = phase.partition(" ")
    blank = BLANK if board == "blank" and not start else None
    assumed = [f"assume {what} all {given}" for what, given in (("supply", supply), ("command", command)) if given]
    entered = f"{ENTERED.get(step, step)} {side}".strip()
    chosen = {"setup": "printed", **options}
    text = f"turn {turn}\n{lines}"
    return study_of("soissons-1918", "campaign", entered, blank, text, dice, start, chosen, assumed, FIXED)


def game(match: Match) -> Soissons:
    position = match.position
    assert isinstance(position, Soissons)
    return position


def level(match: Match, uid: str) -> int:
    return game(match).state.disruption[number(match, uid)]


def order(match: Match, uid: str) -> Order:
    return game(match).state.order[number(match, uid)]


def retreated(match: Match, uid: str) -> bool:
    return bool(game(match).state.retreated[number(match, uid)])


def remnants(match: Match, where: str) -> list[int]:
    """The levels of disruption of the remnants in a hex."""
    g = game(match)
    return sorted(g.state.disruption[u] for u in g.fighters_at(cell(match, where)) if g.setting.remnant[u])


def cells(match: Match, text: str) -> int:
    """A set of hexes."""
    return mask([cell(match, name) for name in text.split()])


def names(match: Match, hexes: int) -> set[str]:
    return {match.setting.grid.ids[c] for c in cells_of(hexes)}


def cost(match: Match, action: str) -> float:
    """The MP of an action that may be taken now."""
    assert allowed(match, action)
    decision = match.decision
    assert decision is not None
    return float(decision.cost(match.read(action)).removesuffix(" MP"))


def until(match: Match, kind: str, *answers: str) -> list[Event]:
    """Play on to a kind of decision, ending segments on the way and giving some answers."""
    events: list[Event] = []
    given = list(answers)
    while match.decision is not None and match.decision.kind != kind:
        text = next((a for a in given if match.check(a)), "end")
        given = [a for a in given if a != text]
        events += match.play(text)
    return events
