"""Studies: the plan, the report, and what a variant changes."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from xml.etree import ElementTree

import pytest

from grognard.engine import find_game
from grognard.errors import DataError, GrognardError, NotUnderstood
from grognard.simulate.games import Contest, Result
from grognard.simulate.losses import told_losses
from grognard.simulate.report import historical_points, report
from grognard.simulate.study import Plan, make_plan, when_counted
from grognard.simulate.work import Ledger, run


@pytest.fixture(scope="module")
def played() -> tuple[Plan, list[Result]]:
    bots = {"cp": "random", "entente": "random"}
    plan = make_plan("marne-1914", ["counter-attack"], bots, 3, 0, {}, ["retreat_zoc_losses=once"], [])
    return plan, run(plan.pairings(), Ledger(None), jobs=1)


def test_variants_share_their_seeds(played: tuple[Plan, list[Result]]) -> None:
    plan, results = played
    assert [v.label for v in plan.variants] == ["base", "retreat_zoc_losses=once"]
    assert len({r.key for r in results}) == 6
    assert {r.pairing.seed for r in results if r.pairing.label == "base"} == {"0", "1", "2"}


def test_the_report_is_one_file_with_pictures(played: tuple[Plan, list[Result]]) -> None:
    text = report(*played)
    for word in (
        "Who won",
        "as in history",
        "Points by turn",
        "Losses since the start",
        "Strength by turn",
        "Where the armies stood",
        "What the variants change",
        "Length of the games",
        "Where the points come from",
        "Central Powers: random (plays any legal action",
        "Seeds 0 to 2",
        "Grognard 0.",
        "Licence Ouverte",
        "grognard study marne-1914 -s counter-attack",
    ):
        assert word in text
    assert "http://" not in text.replace("http://www.w3.org/2000/svg", "")
    assert "<script" not in text
    for part in text.split("<figure>")[1:]:
        ElementTree.fromstring(part[: part.index("</svg>") + 6])


def test_names_are_checked_before_any_game() -> None:
    with pytest.raises(GrognardError, match="no option"):
        make_plan("marne-1914", [], {}, 1, 0, {}, ["nonsense=on"], [])
    with pytest.raises(NotUnderstood, match="no side"):
        make_plan("marne-1914", [], {"german": "random"}, 1, 0, {}, [], [])
    with pytest.raises(GrognardError, match="overlay folder"):
        make_plan("marne-1914", [], {}, 1, 0, {}, [], ["x=/no/such/folder"])


def test_an_overlay_is_part_of_a_games_name(tmp_path: Path) -> None:
    (tmp_path / "tables").mkdir()
    (tmp_path / "tables/note.txt").write_text("a", encoding="utf-8")
    first = make_plan("marne-1914", ["counter-attack"], {}, 1, 0, {}, [], [f"mine={tmp_path}"]).pairings()[1].key
    (tmp_path / "tables/note.txt").write_text("b", encoding="utf-8")
    second = make_plan("marne-1914", ["counter-attack"], {}, 1, 0, {}, [], [f"mine={tmp_path}"]).pairings()[1].key
    assert first != second


def test_losses_are_counted_from_the_events(played: tuple[Plan, list[Result]]) -> None:
    """The curve only rises, and ends with what the journal of the same game tells."""
    result = played[1][0]
    contest = Contest(result.pairing)
    contest.play()
    units = contest.match.setting.units
    told = Counter[str]()
    for event in contest.match.events():
        if event.kind == "loss":
            told[units[event.data["unit"]].side] += event.data["steps"]
    assert result.turns[-1]["lost"] == dict(told)
    for side in told:
        curve = [look["lost"][side] for look in result.turns]
        assert curve == sorted(curve)
        assert curve[-1] > 0


def test_a_damaged_file_of_losses_is_named(tmp_path: Path) -> None:
    (tmp_path / "losses.toml").write_text("name = 3\n", encoding="utf-8")
    with pytest.raises(DataError, match=r"losses\.toml"):
        told_losses(find_game("marne-1914").data(tmp_path))


def test_unknown_bots_are_refused_before_any_game() -> None:
    with pytest.raises(GrognardError, match="there is no bot 'nobody'"):
        make_plan("marne-1914", [], {"cp": "nobody"}, 1, 0, {}, [], [])


def test_data_that_changed_since_the_study_began_are_refused(tmp_path: Path) -> None:
    (tmp_path / "note.txt").write_text("a", encoding="utf-8")
    pairing = make_plan("marne-1914", ["counter-attack"], {}, 1, 0, {}, [], [f"mine={tmp_path}"]).pairings()[1]
    (tmp_path / "note.txt").write_text("b", encoding="utf-8")
    with pytest.raises(GrognardError, match="the data have changed since the study began"):
        Contest(pairing)


def test_history_may_count_before_the_end(played: tuple[Plan, list[Result]]) -> None:
    """A game that goes on after the last day that was fought is compared with history on that day."""
    _, results = played
    for result in results:
        first = result.turns[0]
        assert when_counted(result, {"points": 3, "turn": first["turn"]}, "cp") == first["points"]["cp"]
        assert when_counted(result, {"points": 3}, "cp") == result.points["cp"]
        assert when_counted(result, {"points": 3, "turn": 99}, "cp") == result.points["cp"]
    assert {historical_points(entry) for entry in ({"points": 3}, {"points": 3, "turn": 2})} == {"+3", "+3 (turn 2)"}
