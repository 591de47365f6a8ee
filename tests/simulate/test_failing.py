"""One game that fails takes no other with it: it is told with its seed, and the command ends with 1."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from grognard.cli import app
from grognard.simulate.games import Contest, Failed, Pairing, Result
from grognard.simulate.gate import Gate
from grognard.simulate.work import Ledger, run

SIDES = ("cp", "entente")
BOTS = dict.fromkeys(SIDES, "random")
PAIRINGS = [Pairing("marne-1914", "counter-attack", str(n), BOTS) for n in range(3)]
AFTER = 7


@pytest.fixture
def broken(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    """Games on seed 1 fail after seven actions."""
    whole = Contest.step

    def step(self: Contest) -> None:
        if self.pairing.seed == "1" and self.match.number >= AFTER:
            raise KeyError("a fault of ours")
        whole(self)

    monkeypatch.setattr(Contest, "step", step)
    return monkeypatch


@pytest.mark.parametrize("jobs", [1, 2])
def test_the_others_are_kept_and_the_next_run_tries_it_again(
    jobs: int, broken: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    path, told = tmp_path / "results.jsonl", list[Result | Failed]()
    ledger = Ledger(path)
    results = run(PAIRINGS, ledger, jobs, done=told.append)
    assert [r.pairing.seed for r in results] == ["0", "2"]
    assert len(told) == 3
    (failed,) = ledger.failed.values()
    assert (failed.pairing.seed, failed.action) == ("1", AFTER)
    assert "seed 1 (counter-attack, random against random) failed after 7 actions: KeyError" in str(failed)
    assert "test_failing.py, line " in failed.error
    broken.undo()
    again = Ledger(path)
    assert [r.pairing.seed for r in run(PAIRINGS, again, jobs)] == ["0", "1", "2"]
    assert not again.failed


def test_a_gate_leaves_the_pair_out(broken: pytest.MonkeyPatch) -> None:
    seeds = [p.seed for p in PAIRINGS]
    gate = Gate("marne-1914", ["counter-attack"], "random", "random/x", seeds, SIDES, 0.6, fixed=True)
    results = {p.key: Result(p.key, p, None, "", dict.fromkeys(SIDES, 0.0), (), 0, 0.0, {}) for p in gate.pairings}
    lost = gate.pairings[3].key
    del results[lost]
    assert gate.standing(results).meetings == 1, "up to the first meeting that is not played"
    found = gate.standing(results, {lost})
    assert (found.meetings, found.decided) == (2, "not stronger")


@pytest.mark.parametrize("as_json", [False, True])
def test_a_match_goes_on(as_json: bool, broken: pytest.MonkeyPatch, tmp_path: Path) -> None:
    words = ["match", "marne-1914", "random", "random", "-s", "counter-attack", "-n", "3", "--record", str(tmp_path)]
    done = CliRunner().invoke(app, [*words, *(["--json"] if as_json else [])])
    assert done.exit_code == 1
    assert "seed 1 (counter-attack, random against random) failed after 7 actions" in done.stderr
    assert "1 game failed and does not count; the others are kept" in done.stderr
    if as_json:
        assert [entry["pairing"]["seed"] for entry in json.loads(done.stdout)] == ["0", "2"]
    else:
        assert "seed 0:" in done.stdout
        assert "seed 2:" in done.stdout
    assert len(list(tmp_path.glob("*.txt"))) == 3, "the record of the one that failed shows how far it came"


@pytest.mark.parametrize("command", [("study",), ("ladder", "random", "sergeant/x"), ("calibrate",)])
def test_long_runs_end_with_one(command: tuple[str, ...], broken: pytest.MonkeyPatch, tmp_path: Path) -> None:
    name, *bots = command
    words = [name, "marne-1914", *bots, "-s", "counter-attack", "-n", "2", "-j", "1"]
    if bots:
        broken.setattr(Contest, "play", lambda self: fake(self.pairing))
    else:
        words += ["--bot", "random", "--out", str(tmp_path / name)]
    done = CliRunner().invoke(app, words)
    assert done.exit_code == 1, done.output
    assert "seed 1 (" in done.stderr
    if name == "study":
        assert "1 games; the report is" in done.stdout.replace("\n", " ")


def fake(pairing: Pairing) -> Result:
    if pairing.seed == "1":
        raise KeyError("a fault of ours")
    return Result(pairing.key, pairing, None, "", dict.fromkeys(SIDES, 0.0), (), 0, 0.0, {})
