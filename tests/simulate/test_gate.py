"""The gate: when it says "stronger", the bot scores more than the gate asks."""

from __future__ import annotations

import math
import random
from pathlib import Path

import msgspec
import pytest
from typer.testing import CliRunner

from grognard.cli import app
from grognard.simulate import gate as gates
from grognard.simulate.games import Failed, Pairing, Result
from grognard.simulate.gate import Gate, in_words, sprt
from grognard.simulate.work import Ledger

SIDES = ("cp", "entente")


def test_the_likelihood_is_that_of_won_and_lost_pairs() -> None:
    found = sprt([1.0, 1.0, 0.0, 0.5], 0.75, 0.875)
    won, lost = math.log(0.875 / 0.75), math.log(0.125 / 0.25)
    assert found.likelihood == pytest.approx(2 * won + lost + (won + lost) / 2)
    assert (found.decided, found.pairs) == ("", 4)
    assert -found.low == pytest.approx(found.high) == pytest.approx(math.log(19))
    assert sprt([], 0.75, 0.875).decided == ""


def test_no_pair_after_the_decision_counts() -> None:
    found = sprt([1.0] * 20 + [0.0] * 50, 0.75, 0.875)
    assert (found.decided, found.pairs) == ("stronger", 20)


@pytest.mark.parametrize("least", [0.6, 0.75, 0.95])
def test_a_bot_that_scores_just_the_gate_passes_one_time_in_twenty(least: float) -> None:
    rng = random.Random(7)

    def decided(chance: float) -> list[str]:
        scores = ([float(rng.random() < chance) for _ in range(3000)] for _ in range(400))
        return [sprt(s, least, (1 + least) / 2).decided for s in scores]

    assert decided(least).count("stronger") <= 0.08 * 400
    assert decided((1 + least) / 2).count("stronger") >= 0.92 * 400


def made_up(pairing: Pairing, points: float) -> Result:
    values = dict(zip(SIDES, (points, -points), strict=True))
    return Result(pairing.key, pairing, None, "", values, (), 0, 0.0, {})


def won_by_first_bot(pairing: Pairing) -> Result:
    """The bot "good" brings 3 points as either side, but as the second one only on even seeds."""
    cp, entente = (pairing.bots[side] for side in SIDES)
    points = 3.0 * (cp == "good") - 3.0 * (entente == "good" and int(pairing.seed) % 2 == 0)
    return made_up(pairing, 10 + points)


def make(number: int = 40, least: float = 0.75) -> Gate:
    return Gate("marne-1914", ["counter-attack"], "good", "bad", [str(n) for n in range(number)], SIDES, least)


def test_a_gate_stops_when_it_is_decided_and_goes_on_where_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    played: list[str] = []

    def play(pairings: list[Pairing], *_: object) -> object:
        for pairing in pairings:
            played.append(pairing.key)
            yield won_by_first_bot(pairing)

    monkeypatch.setattr(gates, "play_all", play)
    ledger = Ledger(tmp_path / "gate.jsonl")

    def stop(result: Result | Failed, found: object) -> None:
        if len(played) == 7:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        make().run(ledger, done=stop)
    found = make().run(Ledger(tmp_path / "gate.jsonl"))
    assert found.decided == "stronger"
    assert found.meetings == found.verdict.pairs == 20
    assert len(played) == len(set(played)) == 60
    assert found.pairs.value == 1.0
    assert found.sides["cp"].value == 1.0
    assert found.sides["entente"].value == 0.75, "even seeds are won, on odd ones the mirror is equalled"
    text = "\n".join(in_words(make(), found))
    for words in ("more than 75%", "100% (84% to 100%, n=20)", "as entente better than bad: 75%"):
        assert words in text
    make().run(Ledger(tmp_path / "gate.jsonl"))
    assert len(played) == 60, "what is decided is not played on"


def test_each_side_has_to_pass_where_that_is_asked() -> None:
    seeds = [str(n) for n in range(60)]
    gate = Gate("marne-1914", ["counter-attack"], "good", "bad", seeds, SIDES, 0.75, each_side=True)
    results = {p.key: won_by_first_bot(p) for p in gate.pairings}
    found = gate.standing(results)
    assert found.verdict.decided == "stronger"
    assert found.side_verdicts["cp"].decided == "stronger"
    assert found.side_verdicts["entente"].decided == found.decided == "not stronger"
    assert found.meetings == found.side_verdicts["entente"].pairs
    easy = Gate("marne-1914", ["counter-attack"], "good", "bad", seeds, SIDES, 0.5, each_side=True)
    found = easy.standing(results)
    assert found.decided == "stronger"
    assert found.meetings == max(v.pairs for v in (found.verdict, *found.side_verdicts.values()))
    few = {p.key: won_by_first_bot(p) for p in easy.pairings if int(p.seed) < 9}
    assert (easy.standing(few).decided, easy.standing(few).meetings) == ("", 9)


def test_a_fixed_gate_plays_all_and_goes_by_the_interval() -> None:
    seeds = [str(n) for n in range(60)]

    def gate(least: float, each_side: bool = False) -> Gate:
        return Gate("m", ["s"], "good", "bad", seeds, SIDES, least, each_side=each_side, fixed=True)

    results = {p.key: won_by_first_bot(p) for p in gate(0.9).pairings}
    some = dict(list(results.items())[: 3 * 59])
    assert gate(0.9).standing(some).decided == "", "the interval counts when all are played"
    found = gate(0.9).standing(results)
    assert (found.decided, found.meetings, found.verdict.decided) == ("stronger", 60, "stronger")
    assert found.verdict.pairs < 60 == found.pairs.number
    entente = found.sides["entente"]
    assert entente.low < 0.7 < entente.value == 0.75
    assert gate(0.7, each_side=True).standing(results).decided == "not stronger"
    assert gate(0.6, each_side=True).standing(results).decided == "stronger"
    assert "by 95 % intervals after all 60 pairs" in "\n".join(in_words(gate(0.9), found))


def test_pairs_count_in_the_order_of_seeds_not_of_finishing() -> None:
    gate = make(3)
    results = {p.key: won_by_first_bot(p) for p in gate.pairings if p.seed != "0"}
    assert gate.standing(results).verdict.pairs == 0
    results.update({p.key: won_by_first_bot(p) for p in gate.pairings if p.seed == "0"})
    assert gate.standing(results).verdict.pairs == 3


def test_the_command_tells_and_writes_how_a_gate_stands(tmp_path: Path) -> None:
    words = ["ladder", "marne-1914", "random", "random/x", "--gate", "0.6"]
    assert CliRunner().invoke(app, words).exit_code == 2
    asked = CliRunner().invoke(app, ["ladder", "marne-1914", "random", "sergeant", "--fixed"])
    assert asked.exit_code == 2
    results, json = tmp_path / "gate.jsonl", tmp_path / "gate.json"
    words = [
        "ladder",
        "marne-1914",
        "sergeant",
        "random",
        "-s",
        "counter-attack",
        "--gate",
        "0.6",
        "-n",
        "1",
        "-j",
        "1",
    ]
    words += ["--results", str(results), "--json", str(json)]
    done = CliRunner().invoke(app, words)
    assert done.exit_code == 0, done.output
    assert "not decided yet" in done.output
    assert "as entente better than random" in done.output
    assert len(results.read_text(encoding="utf-8").splitlines()) == 3
    found = msgspec.json.decode(json.read_bytes())
    assert found["gate"] == 0.6
    assert found["standing"]["verdict"]["pairs"] == 1


@pytest.mark.parametrize(
    "bots", [["random"], ["random", "random"], ["random", "nobody"], ["random", "sergeant", "colonel"]]
)
def test_nonsense_is_refused_before_any_game(bots: list[str]) -> None:
    done = CliRunner().invoke(app, ["ladder", "marne-1914", *bots, "--gate", "0.6"])
    assert done.exit_code == 2
    assert "Traceback" not in done.output
