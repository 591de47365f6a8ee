"""Studies: the plan, the report, and what a variant changes."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import pytest

from grognard.errors import GrognardError, NotUnderstood
from grognard.simulate.games import Result
from grognard.simulate.report import report
from grognard.simulate.study import Plan, make_plan
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
        "Points over turns",
        "Strength over turns",
        "Where the armies stand",
        "What the variants change",
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
