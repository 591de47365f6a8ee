"""The index of cases: found by reading citations, and never allowed to lose ground."""

from __future__ import annotations

from pathlib import Path

import pytest

from grognard.engine import find_game
from grognard.errors import NotUnderstood
from grognard.referee.index import index_of, load_cases, read_cites

TESTS = Path(__file__).parents[1]


def own_tests(slug: str) -> list[Path]:
    return [TESTS / "games" / slug.replace("-", "_"), TESTS / "referee" / "questions" / slug.replace("-", "_")]


def test_no_case_of_marne_is_missing() -> None:
    index = index_of(find_game("marne-1914"), *own_tests("marne-1914"))
    assert index.missing() == []
    assert set(index.coverage()) >= {str(module) for module in range(4, 15)}


def test_the_cases_of_marne_stay_tested() -> None:
    """What has a test today keeps one."""
    coverage = index_of(find_game("marne-1914"), *own_tests("marne-1914")).coverage()
    untested = {module: row["implemented"] for module, row in coverage.items() if 4 <= int(module) <= 14}
    assert sum(untested.values()) <= UNTESTED


UNTESTED = 0
"""So many cases of modules 4 to 14 are implemented without a test that names them."""


def test_a_section_shows_everything_below_it() -> None:
    index = index_of(find_game("marne-1914"))
    numbers = [case.number for case in index.find("8.5")]
    assert "8.5.1" in numbers
    assert "8.5.2b" in numbers
    assert "8.6.1" not in numbers
    assert index.find("8.5.2b")[0].code, "cited in the code that obeys it"


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
