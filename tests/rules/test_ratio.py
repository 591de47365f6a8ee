"""Odds by ratio: rows, columns, text."""

from __future__ import annotations

import pytest

from grognard.rules.arithmetic import Row, by_ratio, fight_text, ratio_column

COLUMNS = [(1, 1), (3, 2), (2, 1), (3, 1)]


@pytest.mark.parametrize(
    ("attack", "defence", "column"),
    [(1, 5, 0), (5, 5, 0), (7, 5, 0), (15, 10, 1), (15, 8, 1), (16, 8, 2), (23, 8, 2), (24, 8, 3), (99, 1, 3)],
)
def test_the_column_is_rounded_for_the_defender(attack: int, defence: int, column: int) -> None:
    assert ratio_column(COLUMNS, attack, defence) == column


def test_a_fight_by_odds() -> None:
    attack = [Row("A", 9, "1.1"), Row("A halved", -5, "1.2")]
    fight = by_ratio(COLUMNS, attack, [Row("D", 2, "1.1")], [Row("stars", 2, "2.1")], [Row("rain", -1, "3.1")])
    assert (fight.attack_total, fight.defence_total, fight.odds, fight.column, fight.drm) == (4, 2, "3-2", 1, 2)
    text = fight_text(fight.as_json())
    assert "column 3-2" in text
    assert "A halved -5 (1.2)" in text
    assert "rain -1 (3.1)" in text
    assert "differential" not in text


def test_shifts_stop_at_the_ends() -> None:
    rows = [Row("A", 2, "1.1")]
    assert by_ratio(COLUMNS, rows, rows, [], [Row("night", -3, "1.1")]).column == 0
    assert by_ratio(COLUMNS, rows, rows, [], [Row("tanks", 9, "1.1")]).odds == "3-1"
