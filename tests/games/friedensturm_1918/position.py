"""Positions for rule tests in a few lines of text.

``study("movement german", "5RD 10.10 \\n 18DI 10.12")`` is a match in the Germans' movement phase on a blank board,
with everybody in supply and in command. The lines are those of position files.
18DI, 15DI and 36DI are French divisions of
morale 4 (8-11, reduced 4-6, three steps), 10DI has morale 3 (7-9, 3-5, two steps), 58DI morale 2; 5RD and 222ID are
German divisions of morale 4 (8-12, 4-6), JD and 46RD are 9-14; 5ID/8, 5ID/12 (3-5) and 5ID/52 (3-4) are regiments of
morale 5, 1GD/1GF is one of morale 6. ACA-n and AAA-n are the Allies' corps and army guns, GCA-n and GAA-n the Germans',
ST-n Stosstruppen, HQ-III and AOK-18 headquarters.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from grognard.engine import Event, Match, register
from grognard.games.friedensturm_1918 import GAME
from grognard.games.friedensturm_1918.position import Friedensturm
from grognard.rules.masks import cells_of
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
    "allowed", "asked", "cell", "cost", "destinations", "disorder", "fight", "force", "game", "listed", "marker",
    "names", "number", "of_kind", "only", "place", "play", "refused", "start", "steps", "study", "until", "who",
]  # fmt: skip

register(GAME)
FIXED = Path(__file__).parent / "fixed"
"""A Combat Results Table and counters of our own, for what the reconstruction may be tuned to."""
BLANK = "board blank 1-20 1-20"
ENTERED = {"movement": "phases", "exploitation": "exploitation-begin"}
"""Phases that are entered where what they begin with is done."""


def study(
    phase: str, lines: str = "", *, scenario: str = "gneisenau", turn: int | None = None, sequence: int = 2,
    supply: str | None = "yes", command: str | None = "yes", dice: Sequence[int] = (), blank: bool = True,
    start: bool = False, weather: str = "fair", **options: str,
) -> Match:  # fmt: skip
    """A match at ``phase`` ("combat german"); without ``blank`` on the scenario's own map."""
    step, _, side = phase.partition(" ")
    assumed = [f"assume {what} all {given}" for what, given in (("supply", supply), ("command", command)) if given]
    text = f"sequence {sequence}\nweather {weather}\n" + ("" if "tanks" in lines else "tanks 0\n")
    text += f"turn {turn}\n" if turn is not None else ""
    entered = f"{ENTERED.get(step, step)} {side}".strip()
    board = BLANK if blank and not start else None
    chosen = {"air": "no", **options}
    match = study_of("friedensturm-1918", scenario, entered, board, text + lines, dice, start, chosen, assumed, FIXED)
    while step in ENTERED and match.decision is not None and match.decision.kind in ("assign", "air"):
        match.play("end")
    return match


def start(scenario: str, seed: int | str = 1, **options: str) -> Match:
    import grognard

    return grognard.start("friedensturm-1918", scenario, str(seed), options)


def game(match: Match) -> Friedensturm:
    position = match.position
    assert isinstance(position, Friedensturm)
    return position


def who(match: Match) -> str:
    """The side that decides now."""
    assert match.decision is not None
    return match.decision.side


def disorder(match: Match, uid: str) -> str:
    return game(match).state.disorder[number(match, uid)].name.lower()


def marker(match: Match, uid: str) -> str:
    return game(match).state.marker[number(match, uid)].name.lower()


def names(match: Match, hexes: int) -> set[str]:
    return {match.setting.grid.ids[c] for c in cells_of(hexes)}


def cost(match: Match, action: str) -> float:
    """The MP of an action that may be taken now."""
    assert allowed(match, action)
    decision = match.decision
    assert decision is not None
    return float(decision.cost(match.read(action)).removesuffix(" MP"))


def until(match: Match, kind: str, *answers: str) -> list[Event]:
    """Play on to a kind of decision, giving some answers where they fit and ending everything else."""
    events: list[Event] = []
    given = list(answers)
    while match.decision is not None and match.decision.kind != kind:
        text = next((a for a in given if match.decision and match.check(a)), None)
        if text is None:
            text = next((t for t in ("end", "hold", "stop") if match.check(t)), None) or match.write(
                next(iter(match.legal_actions()))
            )
        else:
            given.remove(text)
        events += match.play(text)
    return events


def fight(match: Match, target: str, units: str, *answers: str, dice: Sequence[int] = ()) -> list[Event]:
    """Declare an attack with some units, and play it to its end with these answers."""
    if dice:
        force(match, *dice)
    events: list[Event] = [*match.play(f"attack {target}")]
    for uid in units.split(","):
        if match.decision is not None and match.decision.kind == "participants" and match.check(f"join {uid}"):
            events += match.play(f"join {uid}")
    if match.decision is not None and match.decision.kind == "participants":
        events += match.play("end")
    given = list(answers)
    while match.decision is not None and (not match.decision.rest or game(match).state.combat_step):
        text = next((a for a in given if match.check(a)), None)
        if text is None:
            text = next((t for t in ("end", "hold", "stop") if match.check(t)), None)
        else:
            given.remove(text)
        events += match.play(text or match.write(next(iter(match.legal_actions()))))
    assert not given, f"never asked: {given}"
    return events
