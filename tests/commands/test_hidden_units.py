"""A terminal that has one side's eyes shows covered counters and names nobody that the side may not identify."""

from __future__ import annotations

import pytest

from grognard.engine import game as games
from grognard.samples.blind_mans_buff import GAME
from tests.commands.conftest import Run

BLUE = ("play", GAME.slug, "--seed", "3", "--side", "blue")
HIDDEN = ("Red2", "Red3", "Red5", "Red6", "Red7")


@pytest.fixture(autouse=True)
def known(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(games._registered, GAME.slug, GAME)


def test_the_map_and_the_units(run: Run) -> None:
    shown = run(*BLUE, typed="map\nmap D1\nunits red\nmap Red5\n").output
    assert "01  B3 .  .  R+" in shown
    assert "R+ red units, not all known" in shown
    assert "  unknown unit, red, +" in shown
    assert "Red5 is not on the map (unknown)" in shown
    rows = [line.split() for line in shown.splitlines() if line.strip().startswith("?")]
    assert ["?", "reserve", "2", "unknown", "unit"] in rows
    assert not [uid for uid in HIDDEN if uid in shown.replace("map Red5", "").replace("Red5 is not", "")]


def test_the_opponent_is_told_of_without_his_verbs(run: Run) -> None:
    shown = run(*BLUE, typed="end\n").output
    assert "Red (sergeant): 2 actions\n" in shown


def test_odds_say_that_they_are_guesses(run: Run) -> None:
    both = "move Blue1 B1\nend\nend\nmove Blue1 C1\nodds attack Blue1 D1\n"
    shown = run(*BLUE[:-2], "--against", "none", typed=both).output
    assert "exactly" in shown
    assert "guesses" not in shown, "who plays both sides knows everything"
    blue = run(*BLUE, typed="move Blue1 B1\nend\nmove Blue1 C1\nodds attack Blue1 D1\n").output
    assert "odds averaged over 12 guesses at what they are" in blue
