"""Results tables and options files."""

from __future__ import annotations

from pathlib import Path

import pytest

from grognard.data import DataFolder
from grognard.errors import DataError
from grognard.rules.options import load_options
from grognard.rules.tables import ResultsTable, one_of, read_results

CELLS = {(c, d): (f"{c}/{d}", f"rulebook {c}") for c in range(-1, 3) for d in range(1, 3)}
TABLE = ResultsTable("crt.csv", CELLS, range(-1, 3), range(1, 3))


def test_an_answer_knows_its_source() -> None:
    assert TABLE.result(2, 1) == "2/1"
    assert TABLE.source(2, 1) == "rulebook 2"
    assert TABLE.row(-1) == ["-1/1", "-1/2"]


@pytest.mark.parametrize(("column", "clamped"), [(-9, -1), (-1, -1), (0, 0), (2, 2), (7, 2)])
def test_columns_end_at_the_outermost(column: int, clamped: int) -> None:
    assert TABLE.clamp(column) == clamped


def test_a_hole_is_named() -> None:
    cells = {key: value for key, value in CELLS.items() if key != (1, 2)}
    with pytest.raises(DataError, match="the cell of column 1, die 2 is missing"):
        ResultsTable("crt.csv", cells, range(-1, 3), range(1, 3))


def test_a_cell_too_many_is_named() -> None:
    with pytest.raises(DataError, match="there is no place for column 9, die 1"):
        ResultsTable("crt.csv", {**CELLS, (9, 1): ("x", "y")}, range(-1, 3), range(1, 3))


OPTION = """
[[option]]
name = "fog"
default = "off"
choices = ["off", "on"]
case = "15.1"
text = "Fog."
"""


@pytest.mark.parametrize(("old", "new", "complaint"), [
    ('case = "15.1"', "", "option 1 has no 'case'"),
    ('default = "off"', 'default = "maybe"', "the default 'maybe' is not among its choices"),
    ("[[option]]", "[[option", "not valid TOML"),
])
def test_a_damaged_options_file(tmp_path: Path, old: str, new: str, complaint: str) -> None:
    (tmp_path / "options.toml").write_text(OPTION.replace(old, new))
    with pytest.raises(DataError) as caught:
        load_options(DataFolder(tmp_path))
    assert complaint in str(caught.value)
    assert "options.toml" in str(caught.value)


def test_options_are_read(tmp_path: Path) -> None:
    (tmp_path / "options.toml").write_text(OPTION)
    (option,) = load_options(DataFolder(tmp_path))
    assert (option.name, option.default, option.choices, option.case) == ("fog", "off", ("off", "on"), "15.1")


HITS = "column,die,result,source\n1,0,hit,us\n1,1,miss,us\n2,0,hit,us\n2,1,hit,us\n"
WORDS = ("miss", "hit")


def hits(folder: Path, text: str = HITS) -> DataFolder:
    (folder / "table.csv").write_text(text)
    return DataFolder(folder)


def test_a_table_may_go_as_far_as_its_file(tmp_path: Path) -> None:
    table = read_results(hits(tmp_path), "table.csv", "column", None, "die", None, one_of(WORDS))
    assert (table.columns, table.dice) == ((1, 2), (0, 1))
    with pytest.raises(DataError, match="column 1, die 2 is missing"):
        read_results(hits(tmp_path), "table.csv", "column", None, "die", range(3), one_of(WORDS))


def test_a_table_on_which_low_is_good(tmp_path: Path) -> None:
    def is_worse(one: str, other: str) -> bool:
        return WORDS.index(one) < WORDS.index(other)

    table = read_results(hits(tmp_path), "table.csv", "column", None, "die", None, one_of(WORDS))
    assert table.backward(is_worse, low_is_good=True) == []
    (found,) = table.backward(is_worse)
    assert found.endswith("column 1, die 1 is worse for the attacker than die 0")
    turned = HITS.replace("1,0,hit", "1,0,miss").replace("1,1,miss", "1,1,hit")
    table = read_results(hits(tmp_path, turned), "table.csv", "column", None, "die", None, one_of(WORDS))
    (found,) = table.backward(is_worse, low_is_good=True)
    assert found.endswith("column 1, die 1 is better for the attacker than die 0")
