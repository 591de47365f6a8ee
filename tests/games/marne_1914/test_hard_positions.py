"""Positions of the Marne where two rules meet: answered from the book first (hard_positions.toml)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

from grognard.engine import Match
from grognard.games.marne_1914.rules.recovery import cadre_hexes
from grognard.rules.arithmetic import Fight
from tests.games.hard_positions import Entry, Word, check_position, load
from tests.games.marne_1914.position import cell, control, game, number, odds, study

POSITIONS = load(Path(__file__).parent / "hard_positions.toml")


def studied(entry: Entry, dice: Sequence[int]) -> Match:
    supply = entry.get("supply", "yes")
    return study(
        entry["phase"], entry["lines"], board=entry.get("board", "blank"), dice=dice,
        supply=None if supply == "traced" else supply, scenario=entry.get("scenario", "counter-attack"),
        start=entry.get("start", False), **entry.get("options", {}),
    )


def fight_of(match: Match, rest: Sequence[str]) -> Fight:
    """'3ID,2KD on 2010 with 5ID 13ID': one attack, and the others on the hex."""
    return odds(match, rest[2], rest[0], *rest[4:])


def has_column(match: Match, rest: list[str]) -> None:
    found = fight_of(match, rest[1:])
    assert found.column == int(rest[0]), found


def has_attack(match: Match, rest: list[str]) -> None:
    found = fight_of(match, rest[1:])
    assert found.attack_total == int(rest[0]), found.attack


def has_defence(match: Match, rest: list[str]) -> None:
    found = fight_of(match, rest[1:])
    assert found.defence_total == int(rest[0]), found.defence


def has_supply(match: Match, rest: list[str]) -> None:
    ruling = match.game.supply(match.position, number(match, rest[0]))
    assert ruling is not None
    assert ruling.allowed is (rest[1] == "yes"), str(ruling)


def has_total(match: Match, rest: list[str]) -> None:
    assert game(match).state.vp == int(rest[0]), game(match).state.awards


def has_left(match: Match, rest: list[str]) -> None:
    """Movement points that the moving unit has left."""
    assert game(match).state.left == 2 * float(rest[0])


def is_controlled(match: Match, rest: list[str]) -> None:
    assert control(match, rest[0]) == rest[1]


def may_return(match: Match, rest: list[str]) -> None:
    """'14DI 2010 yes': whether a unit may be placed there from the Cadre Box."""
    assert (cell(match, rest[1]) in cadre_hexes(game(match), number(match, rest[0]))) is (rest[2] == "yes")


def has_garrison(match: Match, rest: list[str]) -> None:
    assert (cell(match, rest[0]) in game(match).state.garrisons) is (rest[1] == "yes")


WORDS: Mapping[str, Word] = {
    "column": has_column, "attack": has_attack, "defence": has_defence, "supply": has_supply, "total": has_total,
    "left": has_left, "control": is_controlled, "return": may_return, "garrison": has_garrison,
}


@pytest.mark.parametrize("entry", POSITIONS, ids=[entry["id"] for entry in POSITIONS])
def test_hard_position(entry: Entry) -> None:
    """The cases and the reason are in the file."""
    check_position(entry, studied, WORDS)


def test_there_are_a_hundred() -> None:
    assert len(POSITIONS) >= 100
