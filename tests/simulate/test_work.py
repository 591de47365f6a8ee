"""Many games: any split gives the same ones, and nothing finished is lost or played twice."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from grognard.errors import NotUnderstood
from grognard.simulate.games import Failed, Pairing, Result, play_game
from grognard.simulate.work import Ledger, StudyError, merge, play_all, run, shard_of

PAIRINGS = [Pairing("marne-1914", "counter-attack", str(n), {"cp": "random", "entente": "random"}) for n in range(4)]


def essence(result: Result) -> tuple[object, ...]:
    return result.key, result.points, result.turns, result.decisions, result.fingerprint


@pytest.fixture(scope="module")
def alone() -> list[tuple[object, ...]]:
    return [essence(play_game(p)) for p in PAIRINGS]


def test_a_pool_plays_the_same_games(alone: list[tuple[object, ...]], tmp_path: Path) -> None:
    assert [essence(r) for r in run(PAIRINGS, Ledger(tmp_path / "results.jsonl"), jobs=2)] == alone


def test_shards_put_together_are_the_whole(alone: list[tuple[object, ...]], tmp_path: Path) -> None:
    parts = []
    for number in (1, 2, 3):
        path = tmp_path / f"part{number}.jsonl"
        path.touch()
        run(shard_of(PAIRINGS, f"{number}/3"), Ledger(path), jobs=1)
        parts.append(path)
    assert merge(parts, tmp_path / "whole.jsonl") == len(PAIRINGS)
    whole = Ledger(tmp_path / "whole.jsonl").results
    assert [essence(whole[p.key]) for p in PAIRINGS] == alone


def test_an_interrupted_run_is_taken_up_again(alone: list[tuple[object, ...]], tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"

    def interrupt(_: Result | Failed) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run(PAIRINGS, Ledger(path), jobs=1, done=interrupt)
    with path.open("ab") as file:
        file.write(b'{"key": "cut off by a cra')
    ledger = Ledger(path)
    assert (len(ledger.results), ledger.dropped) == (1, 1)
    played: list[Result | Failed] = []
    results = run(PAIRINGS, ledger, jobs=1, done=played.append)
    assert len(played) == 3
    assert [essence(r) for r in results] == alone
    assert len(path.read_text(encoding="utf-8").splitlines()) == 4


HOLD = """
import sys
from pathlib import Path
from grognard.simulate.work import Ledger
Ledger(Path(sys.argv[1])).open()
print("open", flush=True)
sys.stdin.read()
"""


def test_two_runs_do_not_write_to_one_file(tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    holder = subprocess.Popen(
        [sys.executable, "-c", HOLD, str(path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    with holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == "open\n"
        with pytest.raises(StudyError, match="another run is writing"):
            run(PAIRINGS, Ledger(path), jobs=1)
    assert len(run(PAIRINGS[:1], Ledger(path), jobs=1)) == 1


def test_a_damaged_line_is_named(tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    path.write_text("not a result\n", encoding="utf-8")
    with pytest.raises(StudyError, match="line 1"):
        Ledger(path)
    with pytest.raises(StudyError, match="no such file"):
        merge([tmp_path / "nothing"], tmp_path / "whole.jsonl")


@pytest.mark.parametrize("shard", ["0/3", "4/3", "a/b", "2"])
def test_nonsense_shards(shard: str) -> None:
    with pytest.raises(NotUnderstood):
        shard_of(PAIRINGS, shard)


def test_nonsense_places() -> None:
    with pytest.raises(NotUnderstood):
        list(play_all(PAIRINGS, 1, "moon"))
