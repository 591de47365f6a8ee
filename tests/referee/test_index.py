"""The index of cases: found by reading citations, and never allowed to lose ground."""

from __future__ import annotations

from pathlib import Path

import pytest

from grognard.engine import find_game
from grognard.errors import NotUnderstood
from grognard.referee.index import Case, citations, index_of, load_cases, read_cites

TESTS = Path(__file__).parents[1]


def own_tests(slug: str) -> list[Path]:
    return [TESTS / "games" / slug.replace("-", "_"), TESTS / "referee" / "questions" / slug.replace("-", "_")]


LAST_MODULE = {"marne-1914": 14, "somme-1916": 15}
"""The last module of each book with rules in it; the first three introduce and list components."""


@pytest.mark.parametrize("slug", LAST_MODULE)
def test_no_case_is_missing(slug: str) -> None:
    index = index_of(find_game(slug), *own_tests(slug))
    assert index.missing() == []
    assert set(index.coverage()) >= {str(module) for module in range(4, LAST_MODULE[slug] + 1)}


@pytest.mark.parametrize("slug", LAST_MODULE)
def test_the_cases_stay_tested(slug: str) -> None:
    """What has a test today keeps one: no case from module 4 on is implemented without a test that names it."""
    index = index_of(find_game(slug), *own_tests(slug))
    untested = [n for n, c in index.cases.items() if c.standing == "implemented" and int(c.module) >= 4]
    assert untested == []


def test_a_section_shows_everything_below_it() -> None:
    index = index_of(find_game("marne-1914"))
    numbers = [case.number for case in index.find("8.5")]
    assert "8.5.1" in numbers
    assert "8.5.2b" in numbers
    assert "8.6.1" not in numbers
    assert index.find("8.5.2b")[0].code, "cited in the code that obeys it"


def test_rules_in_folders_are_named_from_the_game_s_own() -> None:
    """Several chapters have a phase.py; the tables of contents of the packages are not code."""
    code = index_of(find_game("somme-1916")).find("7.3.3")[0].code
    assert any(where.startswith("rules/movement/stacking.py:") for where in code)
    assert not any("__init__" in where for where in code)


def test_a_case_knows_its_rulings_options_and_tables() -> None:
    index = index_of(find_game("marne-1914"))
    assert "C15" in index.find("8.5.2b")[0].rulings
    assert "retreat_zoc_losses" in index.find("8.5.2b")[0].options
    assert "tables/crt.csv" in index.find("8.4.6")[0].tables


def test_an_unknown_case_is_told_with_the_nearest() -> None:
    with pytest.raises(NotUnderstood, match=r"no case '8\.5\.22'; did you mean '8\.5\.2'"):
        index_of(find_game("marne-1914")).find("8.5.22")


def test_ranges_name_every_case_between() -> None:
    cases = load_cases(find_game("marne-1914"))
    assert read_cites("as 8.4.1-8.4.3 say", cases) == ["8.4.1", "8.4.2", "8.4.3"]
    assert read_cites("12.1.4, and 4.1.2.", cases) == ["12.1.4", "4.1.2"]
    assert read_cites("a cost of 1.5 points, version 99.3.2", cases) == []


def test_cases_of_four_numbers_are_found() -> None:
    cases = load_cases(find_game("somme-1916"))
    assert read_cites("as 11.5.2.1 says", cases) == ["11.5.2.1"]
    assert read_cites("11.5.2.1-11.5.2.3", cases) == ["11.5.2.1", "11.5.2.2", "11.5.2.3"]


def test_numbers_in_the_code_are_no_citations(tmp_path: Path) -> None:
    """Only what comments and strings say counts."""
    source = tmp_path / "rules.py"
    source.write_text('"""Obeys 7.1.2."""\nWEIGHT = 9.0  # 8.5\ncase = "10.0"\nother = f"by 11.9 {WEIGHT}"\n')
    found = dict(citations(source, load_cases(find_game("somme-1916"))))
    assert found == {"7.1.2": "rules.py:1", "8.5": "rules.py:2", "10.0": "rules.py:3", "11.9": "rules.py:4"}


def test_lettered_steps_are_cited_one_by_one() -> None:
    """As the sequence of play of some books numbers them."""
    cases = {name: Case(name, "", "", "rule") for name in ("4.3", "step B.4c", "step G", "step H", "5.1")}
    assert read_cites("Steps G and H, and step B.4c (4.3): no step Z, no stepping G", cases) == [
        "4.3", "step G", "step H", "step B.4c",
    ]


def test_what_has_no_number_is_cited_by_its_heading() -> None:
    cases = {name: Case(name, "", "", "rule") for name in ("7.0", "Scenario 1", "Scenario 2")}
    assert read_cites("7.0, Scenario 1: two turns", cases) == ["7.0", "Scenario 1"]
    assert read_cites("scenario 1 and Scenario 12", cases) == []
