"""Positions written by hand: blank boards, made-up units, and what is not understood."""

from __future__ import annotations

import pytest

from grognard.errors import GrognardError
from tests.games.somme_1916.position import cell, game, number, study

UNITS = "46Div J15 \n 28R/110 N15 \n HQ-IX P15 mode=1"


def test_units_look_at_the_enemy_if_nothing_is_said() -> None:
    """7.2.2; an HQ in Supply Mode has no facing (7.4.2)."""
    match = study("committing allied", UNITS)
    facing = game(match).state.facing
    assert [facing[number(match, u)] for u in ("46Div", "28R/110", "HQ-IX")] == [2, 6, -1]


def test_committed_units_come_from_where_they_stand() -> None:
    """8.6."""
    match = study("assault allied", "resources gas=1 \n 46Div M15 commit=N15 \n HQ-VII J15 \n 28R/110 N15")
    assert game(match).state.jump_off[number(match, "46Div")] == cell(match, "M15")


@pytest.mark.parametrize(("front", "face"), [
    ("7-5-6", (7, 5, 6, 0)), ("3-8", (3, 3, 8, 0)), ("4-3-5(9)", (4, 3, 5, 9)),
])
def test_faces_are_written_as_in_the_book(front: str, face: tuple[int, ...]) -> None:
    """3.4.1."""
    match = study("committing allied", f"unit X like 46Div front={front} \n X J15 \n 28R/110 N15")
    assert game(match).face(number(match, "X")) == face


@pytest.mark.parametrize(("line", "word"), [
    ("phase nonsense", "phase"), ("phasing british", "phasing"), ("weather hot", "weather"), ("turn 99", "turn 99"),
    ("operations plant-mine", "plant-mines"), ("objectives gommecourt", "objectives"), ("levels french=3", "levels"),
    ("resources tanks=1", "resources"), ("46Div J16 status=7", "status"), ("46Div J16 mode=1", "mode"),
    ("46Div J16 facing=3", "facing"), ("unit X like 46Div front=strong", "face of a counter"),
])
def test_what_is_not_understood_is_told(line: str, word: str) -> None:
    with pytest.raises(GrognardError, match=word):
        study("committing allied", UNITS + "\n" + line)
