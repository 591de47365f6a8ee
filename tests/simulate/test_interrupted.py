"""A study that is broken off, by Ctrl-C or by kill -9, goes on where it was: no game lost, none repeated."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from grognard.simulate.games import Pairing, Result, play_game
from grognard.simulate.work import Ledger, run
from tests.simulate.outsiders import killer, program

pytestmark = pytest.mark.skipif(os.name == "nt", reason="signals are those of Unix")
GAMES = 8


def command(folder: Path, bot: str) -> list[str]:
    text = "from grognard.cli import main; main()"
    study = ["study", "marne-1914", "-s", "counter-attack", "-n", str(GAMES), "-j", "2", "--out", str(folder)]
    return [sys.executable, "-c", text, *study, "--bot", f"cp={bot}", "--bot", "entente=random"]


def hear_interrupts() -> None:
    """Tests in the background of a shell ignore Ctrl-C, and so would the programs that they start."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


@contextlib.contextmanager
def started(words: list[str], said: Path) -> Iterator[subprocess.Popen[bytes]]:
    with said.open("wb") as out:
        process = subprocess.Popen(
            words, stdout=out, stderr=subprocess.STDOUT, start_new_session=True, preexec_fn=hear_interrupts
        )
    try:
        yield process
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()


def lines(path: Path) -> list[bytes]:
    return path.read_bytes().splitlines(keepends=True) if path.exists() else []


def wait_for(path: Path, number: int, process: subprocess.Popen[bytes]) -> None:
    while len(lines(path)) < number:
        assert process.poll() is None, "the study has ended already"
        time.sleep(0.02)


def essence(result: Result) -> tuple[object, ...]:
    return result.key, result.points, result.turns, result.decisions, result.fingerprint


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGKILL])
def test_a_study_broken_off_goes_on(how: signal.Signals, tmp_path: Path) -> None:
    folder = tmp_path / "study"
    begun = tmp_path / "begun"
    # The program notes each game that it begins, and is slow enough for the study to be caught in the middle.
    bot = program(tmp_path, f'if asked == 1: open({str(begun)!r}, "a").write("x")\ntime.sleep(0.003)')
    path, said = folder / "results.jsonl", tmp_path / "said"
    with started(command(folder, bot), said) as process:
        wait_for(path, 2, process)
        # Ctrl-C in a terminal reaches the command and its workers alike; kill -9 only the one that it names.
        os.killpg(process.pid, how) if how == signal.SIGINT else os.kill(process.pid, how)
        process.wait()
    assert process.returncode == (130 if how == signal.SIGINT else -signal.SIGKILL)
    assert "Traceback" not in said.read_text(encoding="utf-8")
    kept = [line for line in lines(path) if line.endswith(b"\n")]
    assert 2 <= len(kept) < GAMES, "the study was over before it could be broken off"
    before = len(begun.read_bytes())
    with started(command(folder, bot), said) as process:
        process.wait()
    told = said.read_text(encoding="utf-8")
    assert process.returncode == 0, told
    assert f"{len(kept)} of {GAMES} games are already done" in told
    assert lines(path)[: len(kept)] == kept
    assert len(begun.read_bytes()) - before == GAMES - len(kept)
    results = [msgspec.json.decode(line, type=Result) for line in lines(path)]
    seeds = [r.pairing.seed.split() for r in results]
    assert sorted(number for _, number in seeds) == [str(n) for n in range(GAMES)]
    assert len({secret for secret, _ in seeds}) == 1, "taken up again, it has the same secret"
    assert (folder / "report.html").exists()
    alone = play_game(results[0].pairing)
    assert essence(alone) == essence(results[0])


def test_workers_do_not_outlive_a_killed_study(tmp_path: Path) -> None:
    folder = tmp_path / "study"
    workers = tmp_path / "workers"
    bot = program(tmp_path, f'if asked == 1: open({str(workers)!r}, "a").write(f"{{os.getppid()}} ")\ntime.sleep(0.01)')
    with started(command(folder, bot), tmp_path / "said") as process:
        wait_for(folder / "results.jsonl", 1, process)
        os.kill(process.pid, signal.SIGKILL)
        process.wait()
        numbers = {int(word) for word in workers.read_text(encoding="utf-8").split()}
        assert process.pid not in numbers
        end = time.monotonic() + 60
        while numbers and time.monotonic() < end:
            numbers = {n for n in numbers if alive(n)}
            time.sleep(0.05)
        assert not numbers


def alive(process: int) -> bool:
    """Whether a process runs; one that has ended but was not asked about by its parent does not."""
    try:
        return Path(f"/proc/{process}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def test_a_worker_of_the_pool_that_is_killed_loses_and_repeats_nothing(tmp_path: Path) -> None:
    bots = {"cp": "random", "entente": killer(tmp_path)}
    pairings = [Pairing("marne-1914", "counter-attack", str(n), bots) for n in range(4)]
    path = tmp_path / "results.jsonl"
    results = run(pairings, Ledger(path), jobs=2)
    assert (tmp_path / "killed").exists()
    assert len(lines(path)) == len(pairings)
    assert not any(r.failures for r in results)
    assert [essence(r) for r in results] == [essence(play_game(p)) for p in pairings]
