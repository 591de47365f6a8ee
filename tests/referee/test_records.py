"""Game records replay exactly, and say where they do not."""

from __future__ import annotations

import pytest

import grognard
from grognard.engine import RandomPlayer
from grognard.engine.records import read_record, write_record
from grognard.errors import SaveError
from grognard.laws import play_out


@pytest.fixture(scope="module")
def record() -> str:
    match = grognard.start("marne-1914", "counter-attack", seed=11)
    for _ in play_out(match, RandomPlayer(11)):
        pass
    return write_record(match, {"cp": "Random", "entente": "Random"})


def test_a_record_replays_to_the_same_end(record: str) -> None:
    match = read_record(record)
    assert match.outcome is not None
    assert f"Result: {match.outcome.level}" in record
    assert write_record(match, {"cp": "Random", "entente": "Random"}) == record


def test_comments_change_nothing(record: str) -> None:
    match = read_record(record)
    commented = write_record(match, comments=True)
    assert commented.count("\n; ") > 100
    assert read_record(commented).fingerprint() == match.fingerprint()


def first_dice_line(record: str) -> tuple[int, str]:
    return next((n, line) for n, line in enumerate(record.splitlines(), 1) if line.endswith("]") and ". " in line)


def test_other_dice_are_noticed_with_action_and_case(record: str) -> None:
    number, line = first_dice_line(record)
    die = line[-2]
    forged = record.replace(line, line[:-2] + str(int(die) % 6 + 1) + "]")
    with pytest.raises(SaveError, match=rf"line {number}, action \d+ .* differs at 1?\d\.\d"):
        read_record(forged)


def test_an_illegal_action_is_noticed_with_its_case(record: str) -> None:
    lines = record.splitlines()
    number = next(n for n, line in enumerate(lines) if ": move " in line or ": strategic " in line)
    lines[number] = lines[number].rsplit(" ", 1)[0] + " 1001"
    with pytest.raises(SaveError, match=r"refused by \d"):
        read_record("\n".join(lines))


def test_the_seed_must_be_the_one_committed_to(record: str) -> None:
    with pytest.raises(SaveError, match="commitment"):
        read_record(record.replace("Seed: 11", "Seed: 12"))


def test_another_version_of_the_rules_is_named(record: str) -> None:
    _, line = first_dice_line(record)
    forged = record.replace("Rules: ", "Rules: 0.").replace(line, line[:-2] + str(int(line[-2]) % 6 + 1) + "]")
    with pytest.raises(SaveError, match=r"recorded under rules 0\."):
        read_record(forged)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("nonsense", "starts with 'grognard record 1'"),
        ("grognard record 1\nGame: marne-1914\n", "the header 'Scenario:' is missing"),
        ("grognard record 1\nGame: marne-1914\nScenario: counter-attack\nSeed: 1\n1. cp: dance\n", "action 1"),
        (
            "grognard record 1\nGame: marne-1914\nScenario: counter-attack\nSeed: 1\n1. cp: end\nwhat is this\n",
            "line 6",
        ),
    ],
)
def test_damaged_records_are_told(text: str, message: str) -> None:
    with pytest.raises(SaveError, match=message):
        read_record(text, "game.txt")
