"""The referee keeps secrets: asked as a side, it answers the same in two worlds that the side cannot tell apart."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

import grognard
from grognard.engine import Match, RandomPlayer, register
from grognard.errors import GrognardError
from grognard.laws.worlds import Worlds
from grognard.referee.ask import answer_about
from grognard.samples.blind_mans_buff import GAME as BLIND

register(BLIND)


def questions(match: Match, side: str) -> Iterator[dict[str, Any]]:
    """Everything that a side might ask, of all units and of the cells where something stands."""
    setting, loc = match.setting, match.position.state.loc
    places = sorted({setting.grid.ids[cell] for cell in loc if cell >= 0})[:12]
    for kind in ("legal", "check", "front", "points", "victory", "formation"):
        yield {"ask": kind}
    yield {"ask": "end", "who": side}
    for place in places:
        yield {"ask": "neighbours", "cell": place}
        yield {"ask": "control", "place": place}
        yield {"ask": "sight", "from": places[0], "to": place}
        yield {"ask": "end", "who": place}
    for uid in setting.unit_ids[::5]:
        for kind in ("supply", "command", "why", "retreats", "range"):
            yield {"ask": kind, "unit": uid}
        yield {"ask": "distance", "from": places[0], "to": uid}
        yield {"ask": "end", "who": f"{uid} {places[0]}"}
        yield {"ask": "english", "text": f"can {uid} reach {places[0]}?"}
        yield {"ask": "way", "action": f"move {uid} {places[0]}"}


def told(match: Match, side: str, question: dict[str, Any]) -> str:
    try:
        return json.dumps(answer_about(match.clone(), {**question, "as": side}))
    except GrognardError as problem:
        return f"{type(problem).__name__}: {problem}"


@pytest.mark.parametrize(
    ("slug", "scenario", "steps"),
    [("blind-mans-buff", None, (2, 8)), ("somme-1916", "campaign", (30,)), ("hannut-1940", None, (60, 500))],
)
def test_an_answer_is_the_same_in_both_worlds(slug: str, scenario: str | None, steps: tuple[int, ...]) -> None:
    match = grognard.start(slug, scenario, "two worlds")
    player, compared = RandomPlayer(5), 0
    for number in range(max(steps) + 60):
        if match.outcome is not None:
            break
        if any(step <= number < step + 60 for step in steps) and match.at_rest and compared < 2 * len(steps):
            for side in match.game.sides:
                worlds = Worlds(side, "referee")
                worlds.hidden = match.game.concealed(match.position, side).units
                other = worlds.another(match)
                if other is not None:
                    compared += 1
                    for question in questions(match, side):
                        assert told(match, side, question) == told(other, side, question), (side, question)
        decision = match.decision
        assert decision is not None
        match.play(player.choose(decision), by=decision.side)
    assert compared
