"""``grognard verify``: every die of a record, and who could have chosen them."""

from __future__ import annotations

from pathlib import Path

import pytest

import grognard
from grognard.engine import RandomPlayer
from grognard.engine.dice import commitment, other_dice
from grognard.engine.records import write_record
from grognard.engine.shares import with_shares
from tests.commands.conftest import Run

RED, BLUE = "1a" * 16, "2b" * 16


def record(tmp_path: Path, seed: str, dice: str = "", game: str = "marne-1914", **more: str) -> Path:
    scenario = "counter-attack" if game == "marne-1914" else None
    match, player = grognard.start(game, scenario, seed), RandomPlayer(1)
    while match.position.dice.count < 12:
        assert match.decision is not None
        match.play(player.choose(match.decision))
    if more:
        match = match.with_dice(other_dice(match.seed, match.position.dice.count, more["then"]))
        for _ in range(30):
            assert match.decision is not None
            match.play(player.choose(match.decision))
    path = tmp_path / "match.record.txt"
    path.write_text(write_record(match, dice=dice), encoding="utf-8")
    return path


def test_dice_that_nobody_could_choose(run: Run, tmp_path: Path) -> None:
    path = record(tmp_path, with_shares("5f3a", {"entente": RED, "cp": BLUE}))
    shown = run("verify", str(path)).output
    assert "dice follow from the seed and the rules" in shown
    assert "Nobody could choose the dice" in shown
    assert run("verify", str(path), "--share", RED, "--commitment", commitment("5f3a")).exit_code == 0
    for wrong in (("--share", "3c" * 16), ("--commitment", commitment("other"))):
        done = run("verify", str(path), *wrong)
        assert done.exit_code == 2
        assert "your share is not in the seed" in done.output or "does not match" in done.output


@pytest.mark.parametrize(("seed", "more", "says"), [
    ("7", {}, "nobody added a share of his own"),
    ("7", {"dice": "known"}, "The dice were not secret"),
    (with_shares("5f", {"cp": BLUE}), {"then": "77"}, "Central Powers added a share to the dice, but not from die"),
])
def test_dice_that_somebody_could_choose(run: Run, tmp_path: Path, seed: str, more: dict[str, str], says: str) -> None:
    assert says in run("verify", str(record(tmp_path, seed, **more))).output


@pytest.mark.parametrize(("game", "seats", "names"), [
    ("marne-1914", ("entente", "cp"), "before the Central Powers and the Entente added to it"),
    ("soissons-1918", ("entente", "german"), "before the Entente and the Germans added to it"),
])
def test_players_are_called_as_in_every_sentence(
    run: Run, tmp_path: Path, game: str, seats: tuple[str, str], names: str
) -> None:
    path = record(tmp_path, with_shares("5f3a", dict(zip(seats, (RED, BLUE), strict=True))), game=game)
    assert names in " ".join(run("verify", str(path)).output.split())


def test_a_record_with_another_die(run: Run, tmp_path: Path) -> None:
    path = record(tmp_path, "7")
    text = path.read_text(encoding="utf-8")
    place = text.index("  [") + 3
    path.write_text(text[:place] + str(int(text[place]) % 6 + 1) + text[place + 1 :], encoding="utf-8")
    done = run("verify", str(path))
    assert done.exit_code == 2
    assert "the record has dice" in done.output


def test_files_that_are_no_records(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "x"
    for content in (b"", b"\xff\xfe", b"grognard record 1\nGame: \x1b[2J\n"):
        path.write_bytes(content)
        done = run("verify", str(path))
        assert done.exit_code == 2
        assert "\x1b" not in done.output
    assert run("verify", str(tmp_path / "nothing")).exit_code == 2
