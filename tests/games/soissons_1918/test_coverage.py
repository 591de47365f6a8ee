"""Every case of the book is in the code and in a rule test; lettered steps count as cases of chapter 4."""

from __future__ import annotations

import shutil
from pathlib import Path

from grognard.games.soissons_1918 import GAME
from grognard.referee.index import index_of

HERE = Path(__file__).parent
DATA_TESTS = {"test_data_files.py", "test_tables.py", "test_map.py", "test_coverage.py"}
"""They name every case there is, so they prove nothing of the rules."""


def test_every_case_has_code_and_a_rule_test(tmp_path: Path) -> None:
    for file in HERE.glob("test_*.py"):
        if file.name not in DATA_TESTS:
            shutil.copy(file, tmp_path)
    index = index_of(GAME, tmp_path)
    assert index.missing() == []
    assert [number for number, case in index.cases.items() if case.status == "rule" and not case.tests] == []
    assert list(index.coverage()) == [str(module) for module in range(1, 18)]
    chapters = index_of(GAME, HERE).coverage().values()
    assert all(not chapter["missing"] and not chapter["implemented"] for chapter in chapters)


def test_a_step_is_found_by_its_letter() -> None:
    index = index_of(GAME)
    case = index.find("step B.4c")[0]
    assert case.module == "4"
    assert case.code
    assert "step B.4a" in [case.number for case in index.find("step B.4")]
    assert "K02" in index.find("step B.9d")[0].rulings
