"""Positions of the Somme where two rules meet: answered from the book first (hard_positions.toml)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

from grognard.engine import Match
from grognard.games.somme_1916.rules.victory.conditions import victories
from grognard.games.somme_1916.rules.victory.control import claims
from grognard.rules.arithmetic import total
from tests.games.hard_positions import Entry, Word, check_position, load
from tests.games.somme_1916.position import cell, game, modifier, number, odds, study

POSITIONS = load(Path(__file__).parent / "hard_positions.toml")


def studied(entry: Entry, dice: Sequence[int]) -> Match:
    return study(
        entry["phase"], entry["lines"], board=entry.get("board", "blank"), dice=dice,
        scenario=entry.get("scenario", "over-the-top"), start=entry.get("start", False), **entry.get("options", {}),
    )


def fight_of(rest: Sequence[str]) -> tuple[str, str]:
    """'A B against M15': the target, then the attackers."""
    return rest[-1], " ".join(rest[:-2])


def has_row(match: Match, rest: list[str]) -> None:
    found = odds(match, *fight_of(rest[2:]))
    assert modifier(found, rest[0]) == int(rest[1]), found.modifiers


def has_shift(match: Match, rest: list[str]) -> None:
    found = odds(match, *fight_of(rest[1:]))
    assert total(found.shifts) == int(rest[0]), found.shifts


def has_column(match: Match, rest: list[str]) -> None:
    found = odds(match, *fight_of(rest[1:]))
    assert found.column == int(rest[0]), found


def has_differential(match: Match, rest: list[str]) -> None:
    assert odds(match, *fight_of(rest[1:])).differential == int(rest[0])


def has_supply(match: Match, rest: list[str]) -> None:
    ruling = match.game.supply(match.position, number(match, rest[0]))
    assert ruling is not None
    assert ruling.allowed is (rest[1] == "yes"), str(ruling)


def has_claim(match: Match, rest: list[str]) -> None:
    assert claims(game(match), rest[0], rest[1]) is (rest[2] == "yes")


def has_victory(match: Match, rest: list[str]) -> None:
    assert victories(game(match))[rest[0]] is (rest[1] == "yes")


def is_interdicted(match: Match, rest: list[str]) -> None:
    assert game(match).is_interdicted(cell(match, rest[0])) is (rest[1] == "yes")


WORDS: Mapping[str, Word] = {
    "row": has_row, "shift": has_shift, "column": has_column, "differential": has_differential, "supply": has_supply,
    "claim": has_claim, "victory": has_victory, "interdicted": is_interdicted,
}


@pytest.mark.parametrize("entry", POSITIONS, ids=[entry["id"] for entry in POSITIONS])
def test_hard_position(entry: Entry) -> None:
    """The cases and the reason are in the file."""
    check_position(entry, studied, WORDS)


def test_there_are_a_hundred() -> None:
    assert len(POSITIONS) >= 100
