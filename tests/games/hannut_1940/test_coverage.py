"""Every case of the book is in the code and in a rule test."""

from __future__ import annotations

import shutil
from pathlib import Path

from grognard.games.hannut_1940 import GAME
from grognard.referee.index import index_of

HERE = Path(__file__).parent
DATA_TESTS = {"test_data_files.py", "test_reconstruction.py", "test_map.py", "test_checks.py", "test_coverage.py"}
"""They name every case there is, so they prove nothing of the rules."""


def test_every_case_has_code_and_a_rule_test(tmp_path: Path) -> None:
    for file in HERE.glob("test_*.py"):
        if file.name not in DATA_TESTS:
            shutil.copy(file, tmp_path)
    index = index_of(GAME, tmp_path)
    assert index.missing() == []
    assert [number for number, case in index.cases.items() if case.status == "rule" and not case.tests] == []
    assert list(index.coverage()) == [str(module) for module in range(1, 20)]
