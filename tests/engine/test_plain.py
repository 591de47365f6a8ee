"""States as plain values with names, and back."""

from __future__ import annotations

import copy
from typing import Annotated, Any

import pytest

import grognard
from grognard.engine import Cell, RandomPlayer, UnitNumber
from grognard.engine.plain import from_plain, plain_position, state_from_plain, to_plain
from grognard.errors import NotUnderstood
from grognard.laws import play_out
from tests.engine.conftest import Night

VALUES: list[tuple[Any, Any, Any]] = [
    (Cell, 0, "A1"), (Cell, -1, "lost"), (UnitNumber, 3, "R1"), (UnitNumber, -1, "none"), (int, 5, 5), (str, "x", "x"),
    (list[Cell], [0, 1], ["A1", "A2"]), (dict[Cell, int], {0: 4}, {"A1": 4}), (set[UnitNumber], {1, 0}, ["B1", "B2"]),
    (tuple[UnitNumber, Cell], (0, 0), ["B1", "A1"]), (list[tuple[UnitNumber, ...]], [(0, 1), ()], [["B1", "B2"], []]),
    (Annotated[int, "cell"], 2, "A3"),
]


@pytest.mark.parametrize(("hint", "value", "plain"), VALUES, ids=[str(n) for n in range(len(VALUES))])
def test_numbers_become_names_and_back(night: Night, hint: Any, value: Any, plain: Any) -> None:
    setting = night().setting
    assert to_plain(setting, value, hint) == plain
    assert from_plain(setting, plain, hint) == value


@pytest.mark.parametrize(("hint", "plain"), [
    (Cell, "Z9"), (UnitNumber, "B9"), (int, "many"), (str, 5), (list[Cell], "A1"), (tuple[UnitNumber, Cell], ["B1"]),
    (dict[Cell, int], ["A1"]), (int, None), (list[int], [[]]),
])
def test_what_does_not_fit_is_not_understood(night: Night, hint: Any, plain: Any) -> None:
    with pytest.raises(NotUnderstood):
        from_plain(night().setting, plain, hint)


def test_numbers_may_come_as_text(night: Night) -> None:
    assert from_plain(night().setting, "-12", int) == -12


def test_a_state_survives_a_whole_game() -> None:
    match = grognard.start("marne-1914", "counter-attack", 2)
    for _ in play_out(match, RandomPlayer(2)):
        if match.number % 20 == 0:
            live = match.position
            assert state_from_plain(match.setting, type(live.state), plain_position(live)) == live.state


def test_an_unknown_field_is_named(night: Night) -> None:
    match = night(orders=("B1", "R1"))
    plain = copy.deepcopy(plain_position(match.position))
    plain["state"]["trun"] = 3
    with pytest.raises(NotUnderstood, match="no 'trun'; did you mean 'turn'"):
        state_from_plain(match.setting, type(match.position.state), plain)
