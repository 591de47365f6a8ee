"""The arithmetic of a fight: totals, columns, and one text and one JSON form for all."""

from __future__ import annotations

import pytest

from grognard.rules.arithmetic import Row, by_differential, fight_text, total
from grognard.rules.tables import ResultsTable

CELLS = {(column, die): (column + die, "judgement") for column in range(-1, 3) for die in range(1, 7)}
TABLE = ResultsTable("crt", CELLS, range(-1, 3), range(1, 7))
ATTACK = [Row("3ID AF", 6, "8.4.1"), Row("3ID halved", -3, "10.2.2")]
DEFENCE = [Row("14DI DF", 2, "8.4.1")]


@pytest.mark.parametrize(("shift", "column"), [(0, 1), (1, 2), (9, 2), (-9, -1)])
def test_shifts_never_leave_the_table(shift: int, column: int) -> None:
    shifts = [Row("a shift", shift, "8.3.3")] if shift else []
    fight = by_differential(TABLE, ATTACK, DEFENCE, shifts)
    assert (fight.attack_total, fight.defence_total, fight.differential, fight.column) == (3, 2, 1, column)


def test_the_table_ends_before_the_shift_too() -> None:
    """A difference beyond the table is its last column, and a shift counts from there."""
    fight = by_differential(TABLE, [Row("many", 50, "1")], DEFENCE, [Row("a shift", -1, "2")])
    assert (fight.differential, fight.column) == (48, 1)


def test_what_a_table_does_not_know_is_left_out() -> None:
    plain = by_differential(TABLE, ATTACK, DEFENCE, []).as_json()
    assert list(plain) == ["attack", "defence", "shifts", "attack_total", "defence_total", "differential", "column"]
    modified = by_differential(TABLE, ATTACK, DEFENCE, [], [Row("rain", -1, "11.7.2"), Row("smoke", 2, "11.6.1")])
    found = modified.as_json()
    assert list(found) == ["attack", "defence", "shifts", "modifiers", "differential", "column", "drm"]
    assert (found["drm"], total(modified.modifiers)) == (1, 1)
    assert (modified.modifier, by_differential(TABLE, ATTACK, DEFENCE, []).modifier) == (1, 0)


def test_one_text_for_log_and_page() -> None:
    rows = by_differential(TABLE, ATTACK, DEFENCE, [Row("corps", -1, "8.3.3")], [Row("rain", -1, "11.7.2")])
    assert fight_text(rows.as_json()) == (
        "attack 3ID AF +6 (8.4.1), 3ID halved -3 (10.2.2) = 3; defence 14DI DF +2 (8.4.1) = 2; differential +1; "
        "shifts corps -1 (8.3.3); column +0; dice rain -1 (11.7.2)"
    )


def test_a_row_of_results_with_modifiers() -> None:
    assert TABLE.row(0) == [1, 2, 3, 4, 5, 6]
    assert TABLE.row(0, drm=-3) == [1, 1, 1, 1, 2, 3]
    assert TABLE.row(0, drm=2) == [3, 4, 5, 6, 6, 6]


def test_a_table_that_runs_backward_is_found() -> None:
    assert TABLE.backward(lambda new, old: new < old) == []
    assert len(TABLE.backward(lambda new, old: new > old)) == 20 + 18
