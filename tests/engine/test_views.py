"""What a side may see: nothing hidden leaves through views, journals or fingerprints."""

from __future__ import annotations

import json

import pytest

from grognard.engine import Match, RandomPlayer
from grognard.engine.plain import plain_position
from tests.engine.conftest import Night

PAIRS = [("R1", "R2"), ("R2", "R3"), ("R1", "R3")]


def carriers(match: Match, side: str) -> list[str]:
    return [unit["id"] for unit in match.view(side)["units"] if unit["carrier"]]


def test_each_side_sees_its_own_secret_only(night: Night) -> None:
    match = night(orders=("B2", "R3"))
    assert carriers(match, "blue") == ["B2"]
    assert carriers(match, "red") == ["R3"]
    assert [u["id"] for u in plain_position(match.position)["units"] if u["carrier"]] == ["B2", "R3"]


@pytest.mark.parametrize(("one", "other"), PAIRS)
def test_two_secrets_look_the_same_from_the_other_side(night: Night, one: str, other: str) -> None:
    """View, journal, log and fingerprint for blue do not depend on what red has chosen, at any moment."""
    first, second = night(seed=5), night(seed=5)
    for match, choice in ((first, one), (second, other)):
        match.play(f"carry {choice}", by="red")
    moves = [("blue", "move B1 A2"), ("red", "move R2 C3"), ("blue", "move B2 C2"), ("red", "fire R2")]
    for side, action in [("", ""), ("blue", "carry B2"), *moves]:
        if action:
            for match in (first, second):
                if match.check(action, by=side):
                    match.play(action, by=side)
        if first.outcome or second.outcome:
            break
        assert json.dumps(first.view("blue")) == json.dumps(second.view("blue"))
        assert first.fingerprint("blue") == second.fingerprint("blue")
        assert first.events("blue") == second.events("blue")
        assert first.log("blue") == second.log("blue")
        assert first.fingerprint() != second.fingerprint()


def test_a_secret_answer_given_shows_only_that_it_was_given(night: Night) -> None:
    match = night()
    match.play("carry R2", by="red")
    view = match.view("blue")
    assert view["asked"].keys() == {"blue"}
    assert "R2" not in json.dumps([view["state"], view["asked"]])
    assert match.events("blue") == []


def test_an_open_secret_question_is_not_shown_to_others(night: Night) -> None:
    match = night()
    assert match.view("blue")["asked"]["red"]["prompt"] == "decides in secret"
    assert match.view("blue")["asked"]["blue"]["prompt"] == "which patrol carries the message?"


def test_a_view_holds_no_seed_and_no_dice_to_come(night: Night) -> None:
    match = night(seed="very secret seed", dice=(6, 6, 6))
    for side in ("blue", "red"):
        text = json.dumps(match.view(side))
        assert "very secret seed" not in text
        assert "tape" not in text


def test_the_journal_of_a_side(night: Night) -> None:
    match = night(orders=("B2", "R3"))
    assert match.log("blue") == ["B2 carries the message. [2.1]"]
    assert match.log("red") == ["R3 carries the message. [2.1]"]
    assert len(match.log()) == 2


def test_redacting_leaves_the_position_itself_alone(night: Night) -> None:
    match = night(orders=("B2", "R3"))
    before = match.fingerprint()
    match.view("blue")
    match.fingerprint("red")
    assert match.fingerprint() == before


def test_views_are_plain_values(night: Night) -> None:
    """They can be sent as they are, at every moment of a match."""
    match = night(seed=8)
    player = RandomPlayer(8)
    while match.decision is not None:
        for side in match.game.sides:
            view = match.view(side)
            assert json.loads(json.dumps(view)) == view
        match.play(player.choose(match.decision))


def test_revealed_at_last(night: Night) -> None:
    match = night(orders=("B2", "R3"), dice=(6,))
    for action in ("move B2 C2", "wait", "move B2 C3", "fire R2"):
        match.play(action)
    assert match.log("red")[-1] == "B2 had the message. [5.1]"
