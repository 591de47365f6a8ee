"""Outside bots that answer nonsense, too late or not at all: refused, noted, forfeited, and the study goes on."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from grognard.bots import Answer, Bot, SideView
from grognard.bots import registry as bots
from grognard.bots.program import ProgramBot
from grognard.simulate import games
from grognard.simulate.games import FAILURES_TO_FORFEIT, Pairing, Result
from grognard.simulate.report import report
from grognard.simulate.study import make_plan
from grognard.simulate.work import Ledger, run
from tests.simulate.outsiders import program


def be_impatient(monkeypatch: pytest.MonkeyPatch, seconds: float) -> None:
    """Nobody is waited for longer than so many seconds."""

    def make(name: str, seed: str = "0", budget: int | None = None) -> Bot:
        bot = bots.make_bot(name, seed, budget)
        if isinstance(bot, ProgramBot):
            bot.seconds = seconds
        return bot

    monkeypatch.setattr(games, "make_bot", make)
    monkeypatch.setattr(games, "SECONDS", seconds)


def study(bot: str, number: int = 2, folder: Path | None = None) -> list[Result]:
    pairings = [
        Pairing("marne-1914", "counter-attack", str(n), {"cp": "random", "entente": bot}) for n in range(number)
    ]
    return run(pairings, Ledger(folder / "results.jsonl" if folder else None), jobs=1)


@pytest.mark.parametrize(
    ("before", "problem"),
    [
        ('action = "dance wildly"', "dance"),
        ("action = 7", "no 'action'"),
        ('print("hm", flush=True)\ncontinue', "not JSON"),
        ("print([1, 2], flush=True)\ncontinue", "not a JSON object"),
        ("sys.exit(3)", "has ended"),
    ],
)
def test_a_study_goes_on_after_forfeits(before: str, problem: str, tmp_path: Path) -> None:
    results = study(program(tmp_path, before), folder=tmp_path)
    assert [r.forfeit for r in results] == ["entente", "entente"]
    assert [r.winner for r in results] == ["cp", "cp"]
    for result in results:
        assert len(result.failures) == FAILURES_TO_FORFEIT
        assert problem in result.failures[0]
    kept = Ledger(tmp_path / "results.jsonl").results
    assert [r.failures for r in kept.values()] == [r.failures for r in results]


def test_a_silent_program_is_not_waited_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    be_impatient(monkeypatch, 1.5)
    results = study(program(tmp_path, "continue"))
    assert [r.forfeit for r in results] == ["entente", "entente"]
    assert "no answer within 1.5 seconds" in results[0].failures[0]


def test_one_late_answer_is_dropped_and_the_game_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    be_impatient(monkeypatch, 3.0)
    (result,) = study(program(tmp_path, "if asked == 5: time.sleep(4)"), 1)
    assert not result.forfeit
    assert 1 <= len(result.failures) < FAILURES_TO_FORFEIT
    assert "no answer within" in result.failures[0]
    assert result.turns[-1]["turn"] == 14


class Silent(Bot):
    name = "silent"

    def decide(self, view: SideView) -> Answer:
        while True:
            pass


class Broken(Bot):
    name = "broken"

    def decide(self, view: SideView) -> Answer:
        raise ZeroDivisionError("division by zero")


class Empty(Bot):
    name = "empty"

    def decide(self, view: SideView) -> Answer:
        return None  # type: ignore[return-value]


@pytest.mark.parametrize(
    ("make", "problem"), [(Silent, "no answer within 1 seconds"), (Broken, "ZeroDivisionError"), (Empty, "NoneType")]
)
def test_classes_of_others_forfeit_too(
    make: Callable[[str], Bot], problem: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    be_impatient(monkeypatch, 1.0)
    monkeypatch.setitem(bots._registered, "outsider", make)
    (result,) = study("outsider", 1)
    assert result.forfeit == "entente"
    assert problem in result.failures[0]


def test_our_own_bots_faults_are_not_forfeits(monkeypatch: pytest.MonkeyPatch) -> None:
    """The game failed: it has no result."""
    monkeypatch.setattr(games, "make_bot", lambda name, seed, budget: Broken(seed))
    assert list(study("sergeant", 1)) == []


def test_the_report_tells_of_forfeits(tmp_path: Path) -> None:
    chosen = {"cp": "random", "entente": program(tmp_path, 'action = "dance"')}
    plan = make_plan("marne-1914", ["counter-attack"], chosen, 2, 0, {}, [], [])
    text = report(plan, run(plan.pairings(), Ledger(None), jobs=1))
    assert "2 games were forfeited" in text
    assert "dance" in text
