"""``grognard fuzz``: games are told by their seeds, failures are shown with the way to see them again."""

from __future__ import annotations

import re

import pytest

from grognard.commands import fuzzing
from grognard.commands.fuzzing import Failure, Plan, Result, options_for, play_one, results
from grognard.engine import Match
from grognard.engine.records import write_record
from grognard.laws import BrokenLaw
from tests.commands.conftest import Run

PLAN = Plan("marne-1914", ("counter-attack",), {}, True, "light")


def test_games_are_counted_and_summed_up(run: Run) -> None:
    result = run("fuzz", "marne-1914", "-n", 2, "--seed", 1, "--scenario", "counter-attack", "--jobs", 1)
    assert result.exit_code == 0
    assert re.search(r"2 games, \d+ decisions in .* decisions/s with the checks; none failed", result.output)
    assert re.search(r"shortest \d+ decisions \(seed \d\), longest \d+ \(seed \d\)", result.output)
    assert "counter-attack" in result.output


def test_a_seed_tells_the_whole_game() -> None:
    assert play_one(PLAN, 5) == play_one(PLAN, 5)
    assert options_for(PLAN, 5) == options_for(PLAN, 5)
    assert len({tuple(options_for(PLAN, seed).items()) for seed in range(20)}) > 10


def test_options_can_be_fixed_or_left_alone() -> None:
    fixed = Plan("marne-1914", ("full-battle",), {"setup": "free"}, True, "light")
    assert {options_for(fixed, seed)["setup"] for seed in range(20)} == {"free"}
    plain = Plan("marne-1914", ("full-battle",), {"setup": "free"}, False, "light")
    assert options_for(plain, 1) == {"setup": "free"}


def test_several_processes_find_the_same_games() -> None:
    alone = list(results(PLAN, range(1, 4), jobs=1))
    together = list(results(PLAN, range(1, 4), jobs=2))
    assert sorted(together, key=lambda r: r.seed) == alone


@pytest.mark.parametrize("laws", ["light", "every", "none"])
def test_how_much_is_checked(monkeypatch: pytest.MonkeyPatch, laws: str) -> None:
    looked: list[int] = []
    whole: list[int] = []
    monkeypatch.setattr(fuzzing, "require_invariants", lambda match: looked.append(match.number))
    monkeypatch.setattr(fuzzing, "check_laws", lambda match, player, every=1: whole.append(every))
    plan = Plan("marne-1914", ("counter-attack",), {}, False, laws)
    if laws == "every":
        with pytest.raises(AssertionError):  # the stub plays nothing, so there is no outcome
            play_one(plan, 7)
        assert whole == [1]
    else:
        assert isinstance(play_one(plan, 7), Result)
        assert looked[:3] == ([0, 10, 20] if laws == "light" else [])
        assert whole == []


def test_texts_are_written_and_read_again(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    assert run("fuzz", "marne-1914", "-n", 1, "--laws", "text", "-j", 1).exit_code == 0
    monkeypatch.setattr(
        "grognard.laws.write_record", lambda match, comments: write_record(match).replace("Seed: ", "Seed: 1")
    )
    result = run("fuzz", "marne-1914", "-n", 1, "--laws", "text", "-j", 1)
    assert result.exit_code == 1, "a record that tells of other dice is noticed"


def test_every_two_hundredth_game_keeps_all_laws(monkeypatch: pytest.MonkeyPatch) -> None:
    whole: list[int] = []

    def stub(match: Match, player: object, every: int = 1) -> None:
        whole.append(every)
        raise BrokenLaw("seen")

    monkeypatch.setattr(fuzzing, "check_laws", stub)
    assert isinstance(play_one(PLAN, 400), Failure)
    assert whole == [fuzzing.LAWS_EVERY_DECISION]


def test_a_failure_shows_the_last_actions_and_how_to_see_it_again(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(match: Match) -> None:
        if match.number >= 20:
            raise BrokenLaw("the bridge is gone")

    monkeypatch.setattr(fuzzing, "require_invariants", fail)
    arguments = ("fuzz", "marne-1914", "-n", "2", "--seed", "7", "--scenario", "counter-attack", "--jobs", "1")
    result = run(*arguments, "--option", "setup=free")
    assert result.exit_code == 1
    assert "seed 7 failed in counter-attack after action 20: BrokenLaw: the bridge is gone" in result.output
    assert "  20. " in result.output
    assert "setup=free" in result.output
    assert "Traceback" in result.output
    again = "grognard fuzz marne-1914 -n 1 --seed 7 --laws light --scenario counter-attack --option setup=free"
    assert f"to reproduce: {again}\n" in result.output
    assert "2 failed" in result.output


def test_a_fault_of_the_rules_shows_the_action_that_was_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    real = Match.play

    def play(self: Match, action: object, *rest: object, **more: object) -> object:
        if self.number == 15:
            raise ZeroDivisionError("oops")
        return real(self, action, *rest, **more)  # type: ignore[arg-type]

    monkeypatch.setattr(Match, "play", play)
    failure = play_one(PLAN, 7)
    assert isinstance(failure, Failure)
    assert failure.number == 15
    assert failure.error == "ZeroDivisionError: oops"
    assert failure.actions[-1].startswith("tried last: ")


def test_too_many_failures_end_the_run(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(match: Match) -> None:
        raise BrokenLaw("always")

    monkeypatch.setattr(fuzzing, "require_invariants", fail)
    result = run("fuzz", "marne-1914", "-n", "500", "--seed", "1", "--jobs", "1")
    assert result.exit_code == 1
    assert "10 games, 0 decisions" in result.output


def test_ctrl_c_keeps_what_was_played(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(plan: Plan, seed: int) -> Result:
        if seed == 3:
            raise KeyboardInterrupt
        return Result(seed, "counter-attack", 100 + seed, "Draw")

    monkeypatch.setattr(fuzzing, "play_one", interrupted)
    result = run("fuzz", "marne-1914", "-n", "9", "--seed", "1", "--jobs", "1")
    assert result.exit_code == 130
    assert "interrupted after 2 games" in result.output
    assert "2 games, 203 decisions" in result.output
