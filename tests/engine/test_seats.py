"""Seats: where the nations of a side have players of their own, each answers what is asked of him."""

from __future__ import annotations

import pytest

from grognard.engine import Match, Refused
from tests.engine.conftest import Night


@pytest.fixture
def table(night: Night, monkeypatch: pytest.MonkeyPatch) -> Match:
    """Night Patrol with two players on the blue side, of whom the sergeant is asked now."""
    match = night(orders=("B1", "R3"))
    monkeypatch.setattr(match.setting, "seats", {"sergeant": "blue", "scout": "blue", "red": "red"})
    decision = match.decision
    assert decision is not None
    assert decision.side == "blue"
    decision.seat = "sergeant"
    return match


def test_a_side_is_its_own_seat_if_nothing_is_said(night: Night) -> None:
    match = night()
    assert match.setting.seats == {side: side for side in match.game.sides}
    assert all(decision.seat == side for side, decision in match.decisions.items())


def test_only_the_seat_that_is_asked_may_answer(table: Match) -> None:
    action = next(iter(table.legal_actions()))
    assert table.check(action, by="sergeant")
    assert table.check(action, by="blue")  # the whole side
    for other in ("scout", "red"):
        ruling = table.check(action, by=other)
        assert not ruling
        assert ruling.case == table.game.turn_order_case
    assert "Scout" in table.check(action, by="scout").text
    assert "Sergeant" in table.check(action, by="scout").text
    with pytest.raises(Refused):
        table.play(action, by="scout")


def test_a_seat_takes_back_its_own_actions(table: Match) -> None:
    table.play(next(iter(table.legal_actions())), by="sergeant")
    assert table.last is not None
    assert table.last.seat == "sergeant"
    with pytest.raises(Refused):
        table.undo(by="scout")
    table.undo(by="sergeant")
    assert table.number == 2


def test_seats_of_a_side_see_the_same(table: Match) -> None:
    assert table.view("sergeant") == table.view("scout") == table.view("blue")
    assert table.view("red") != table.view("blue")
    assert table.events("scout") == table.events("blue")
    assert table.events("red") != table.events("blue")
    assert table.fingerprint("scout") == table.fingerprint("blue")
