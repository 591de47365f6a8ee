"""What the tests of the hard positions share.

Each test names its positions (hard_positions.toml) in its docstring and plays them by text actions on the game's own
map, or on a study board where the map has no such place. The answers were written from the book before they were
played.
"""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import Any

from grognard.engine import Event, Match
from grognard.games.hannut_1940.rules.allowances import allowance
from grognard.games.hannut_1940.rules.assault import percentage
from grognard.games.hannut_1940.setting import QUARTERS
from grognard.games.hannut_1940.tables import COLUMNS
from tests.games.hannut_1940.position import force, game, listed, number, only, study

FILE = Path(__file__).parent.parent / "hard_positions.toml"

HANNUT = """
4Pz-HQ 5702
3DLM-HQ 5106
static 4-pz 3-dlm
bp 4-pz=9 3-dlm=12
level 4-pz=9 3-dlm=12
"""
"""Both headquarters behind Hannut, static, with all their points."""
CALM = "air german=0 french=0 \n"
"""No aircraft."""
SILENT = CALM + "4Pz-HQ 5702 \n 3DLM-HQ 5106 \n static 4-pz 3-dlm \n"
"""Both headquarters without any points: nobody is halted."""
GEMBLOUX = """
3Pz-HQ 4308
1Mar-HQ 3812
static 3-pz 1-moroccan
bp 3-pz=12 1-moroccan=10
level 3-pz=12 1-moroccan=10
"""


@cache
def positions() -> dict[str, dict[str, Any]]:
    return {entry["id"]: entry for entry in tomllib.loads(FILE.read_text())["position"]}


def position(phase: str, lines: str, **more: Any) -> Match:
    """On the game's own map."""
    return study(phase, lines, board="real", **more)


def answer(match: Match, *wanted: str) -> list[Event]:
    """Play each of these answers as soon as it is one; stop at a question that none of them answers."""
    left = list(wanted)
    events: list[Event] = []
    while match.decision is not None:
        text = next((one for one in left if match.check(one)), None)
        if text is None:
            return events
        left.remove(text)
        events += match.play(text)
    return events


def go_on(match: Match, turn: int, phasing: str = "", phase: str = "") -> list[Event]:
    """End everything on the way to a turn, a player turn, a phase."""
    events: list[Event] = []
    while match.decision is not None:
        state = game(match).state
        if state.turn == turn and phasing in ("", state.phasing) and phase in ("", state.phase):
            return events
        text = next((one for one in ("end", "hold") if match.check(one)), None)
        events += match.play(text or listed(match)[0])
    return events


RESULTS = ("stay-or-retreat", "hit", "loss", "retreat", "advance", "convert", "fire-result", "place")


def settle(match: Match, *preferred: str) -> list[Event]:
    """Play on through the results of a combat: what is preferred, else the last of what may be done."""
    events: list[Event] = []
    while match.decision is not None and match.decision.kind in RESULTS:
        may = listed(match)
        events += match.play(next((text for text in may if text.split()[0] in preferred), may[-1]))
    return events


def fight(match: Match, *wanted: str) -> dict[str, Any]:
    """The totals, shifts and bonuses of an assault."""
    return told(answer(match, *wanted))


def told(events: list[Event]) -> dict[str, Any]:
    found: dict[str, Any] = only(events, "odds").data["odds"]
    rows = {
        name: {row["what"].split(",")[0]: row["value"] for row in found.get(name, ())}
        for name in ("shifts", "modifiers")
    }
    return {"attack": found["attack_total"], "defence": found["defence_total"], "column": found["odds"],
            "drm": found["drm"], **rows}  # fmt: skip


def resolve(
    match: Match, *wanted: str, attacker: str = "-", defender: str = "-", dice: tuple[int, ...] = ()
) -> list[Event]:
    """Play an assault with the dice that bring these results ("*1", "(2)1"), then these dice, then these answers."""
    trial = match.clone()
    force(trial, 50, 50, *[0] * 9)
    odds = only(answer(trial, *wanted), "odds").data["odds"]
    column, gat = COLUMNS.index(odds["odds"]), match.setting.tables.gat  # type: ignore[attr-defined]
    theirs = [str(one) for one in percentage(gat, "defender", column, odds["drm"])]
    ours = [str(one) for one in percentage(gat, "attacker", column, odds["drm"])]
    force(match, theirs.index(defender), ours.index(attacker), *dice)
    return answer(match, *wanted)


def cells(match: Match, markers: dict[int, int]) -> dict[str, int]:
    return {match.setting.grid.ids[cell]: value for cell, value in markers.items()}


def shifts(match: Match) -> dict[str, int]:
    """The AS markers by hex."""
    return cells(match, game(match).state.shifts)


def points(match: Match, uid: str) -> float:
    """The movement points of a unit in this phase."""
    return allowance(game(match), number(match, uid)) / QUARTERS


def seen(match: Match, side: str, hex: str) -> list[str]:
    """The units of a hex that a side can name, and the covered counters there by what they show."""
    view = match.view(side)
    named = [unit["id"] for unit in view["units"] if unit["loc"] == hex]
    return named + [f"?{counter['label']}" for counter in view["covered"] if counter["loc"] == hex]
