"""The journal and the sentences made from it."""

from __future__ import annotations

import re

import pytest

import grognard
from grognard.engine import Event, RandomPlayer, Told, Wording
from grognard.engine.events import Writer
from grognard.laws import play_out
from tests.engine.conftest import Night

WRITER = Writer(
    {
        "move": Told("{unit:unit} goes to {to:cell}.", path="cell"), "loss": "{units:unit} lose {steps:signed}.",
        "split": "{unit:unit} becomes {parts:unit}, {reason}.",
    },
    {"unit": Wording("unit", lambda n: f"U{n}"), "cell": Wording("cell", lambda n: f"C{n}")},
)


def test_a_sentence_uses_the_names_of_the_game() -> None:
    event = Event("move", ("6.1", "6.2"), {"unit": 3, "to": 70})
    assert WRITER.sentence(event) == "U3 goes to C70."
    assert WRITER.line(event) == "U3 goes to C70. [6.1, 6.2]"


def test_several_units_are_joined() -> None:
    assert WRITER.sentence(Event("loss", (), {"units": [1, 2], "steps": 2})) == "U1, U2 lose +2."
    assert WRITER.line(Event("loss", (), {"units": (1,), "steps": -1})) == "U1 lose -1."


def test_one_and_many() -> None:
    """A number has its word, and a list decides the verb after it."""
    writer = Writer({"take": "{units:unit} {units:takes|take} {steps:step|steps}."}, WRITER.wordings)
    assert writer.sentence(Event("take", (), {"units": [1], "steps": 1})) == "U1 takes 1 step."
    assert writer.sentence(Event("take", (), {"units": [1, 2], "steps": 0})) == "U1, U2 take 0 steps."


def test_an_event_without_a_message_is_still_told() -> None:
    assert WRITER.sentence(Event("odd", (), {"x": 1})) == "odd"


def test_units_and_cells_leave_with_their_names_whatever_their_fields_are_called() -> None:
    event = Event("split", ("7.4",), {"unit": 3, "parts": [4, 5], "reason": "by order"})
    assert WRITER.plain(event) == {"unit": "U3", "parts": ["U4", "U5"], "reason": "by order"}
    assert list(WRITER.named(event, "unit")) == [3, 4, 5]
    move = Event("move", (), {"unit": 3, "to": 70, "path": (60, 70)})
    assert WRITER.plain(move) == {"unit": "U3", "to": "C70", "path": ["C60", "C70"]}
    assert list(WRITER.named(move, "cell")) == [70, 60]


def test_what_is_not_declared_stays_inside() -> None:
    assert WRITER.plain(Event("odd", (), {"x": 1})) == {}
    assert WRITER.plain(Event("move", (), {"unit": 3, "to": 70, "from_where": 60})) == {"unit": "U3", "to": "C70"}


def test_the_journal_is_what_happened_in_order(night: Night) -> None:
    match = night(orders=("B1", "R3"), dice=(2,))
    for action in ("move B2 C2", "wait", "move B2 C3", "fire R2"):
        match.play(action)
    assert [e.kind for e in match.events()] == ["carries", "carries", "move", "move", "dice", "shot"]
    assert match.log()[-2:] == ["Die for fire: 2. [4.2]", "Fire at B2: hit = no. [4.2]"]
    (die,) = [e for e in match.events() if e.kind == "dice"]
    assert die.data == {"dice": (2,), "total": 2, "why": "fire"}


def test_undone_events_are_gone(night: Night) -> None:
    match = night(orders=("B1", "R3"))
    match.play("move B2 C2")
    match.undo()
    assert [e.kind for e in match.events()] == ["carries", "carries"]


def test_what_happens_before_the_first_decision_is_told_too() -> None:
    match = grognard.start("marne-1914", "counter-attack", 1)
    assert [e.kind for e in match.events()][:2] == ["turn", "player-turn"]
    assert match.log()[0] == "Turn 9 begins. [3.0]"
    assert match.clone().events() == match.events()


@pytest.mark.parametrize(("slug", "scenario"), [
    ("marne-1914", "counter-attack"), ("marne-1914", "full-battle"), ("somme-1916", "over-the-top"),
    ("somme-1916", "away-to-siegfried"),
])
def test_every_event_has_its_sentence_and_its_case(slug: str, scenario: str) -> None:
    """Over a whole game: no event without a message, no message with a hole, no event without a cite."""
    match = grognard.start(slug, scenario, 11)
    for _ in play_out(match, RandomPlayer(11)):
        pass
    assert {e.kind for e in match.events()} <= {"dice", *match.game.messages}
    for event, line in zip(match.events(), match.log(), strict=True):
        assert event.cites, event
        assert line.endswith("]")
        assert "{" not in line
        assert "None" not in line
        assert not re.search(r"\b1 (\w+ )?(steps|factors|units|points)\b", line), line
