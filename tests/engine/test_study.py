"""Settings made for study: laid out once for each text, never mixed up."""

from __future__ import annotations

from grognard.engine import Match
from grognard.engine.positions import read_position
from tests.engine.conftest import Night

HEAD = "grognard position 1\ngame night-patrol\nphase moves\nphasing blue\nB1 C2\n"


def wired(where: str) -> Match:
    return read_position(f"{HEAD}terrain wire {where}\n")


def test_the_same_text_shares_its_setting(night: Night) -> None:
    plain = night().setting
    assert wired("C3").setting is wired("C3").setting
    assert wired("C3").setting is not wired("D2").setting
    assert wired("C3").setting is not plain


def test_each_study_has_its_own_map_and_the_game_keeps_its_own(night: Night) -> None:
    plain = night().setting
    assert wired("C3").check("move B1 C3").case == "3.2"
    assert wired("D2").check("move B1 C3")
    assert wired("D2").check("move B1 D2").case == "3.2"
    assert plain.board.terrain[plain.grid.cell("C3")] == "open"


def test_a_study_never_passes_for_a_real_match(night: Night) -> None:
    night()
    assert wired("A4").fingerprint() != read_position(HEAD).fingerprint()
