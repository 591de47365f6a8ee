"""Dice: fair, the same everywhere, and open to inspection."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grognard.engine import Dice, commitment
from grognard.engine.dice import fair
from grognard.engine.preview import ways
from grognard.errors import NotUnderstood


@pytest.mark.parametrize("faces", [2, 6, 10, 20])
def test_every_face_is_equally_likely(faces: int) -> None:
    """Chi-square over 12,000 throws of a fixed seed: far below what bias would give."""
    throws = 12_000
    counts = Counter(fair("fairness", n, faces) for n in range(throws))
    expected = throws / faces
    assert set(counts) == set(range(1, faces + 1))
    chi_square = sum((counts[f] - expected) ** 2 / expected for f in range(1, faces + 1))
    assert chi_square < faces - 1 + 4 * (2 * (faces - 1)) ** 0.5 + 4


def test_throws_that_follow_each_other_are_independent() -> None:
    pairs = Counter((fair("pairs", n, 6), fair("pairs", n + 1, 6)) for n in range(0, 14_400, 2))
    assert len(pairs) == 36
    assert sum((count - 200) ** 2 / 200 for count in pairs.values()) < 80      # 35 degrees of freedom


def test_the_numbers_never_change() -> None:
    """Records, saves and golden games rest on these."""
    assert [fair("7", n, 6) for n in range(1, 13)] == [2, 3, 4, 3, 2, 5, 2, 1, 3, 2, 2, 1]
    assert [fair("a long seed " * 40, n, 20) for n in range(1, 7)] == [5, 7, 14, 4, 13, 12]
    assert commitment("7") == "e8dd0b7e778395f32c489429eed32555f6d530e5"


@given(st.text(max_size=300), st.integers(1, 10_000), st.integers(2, 100))
def test_any_seed_gives_a_face(seed: str, number: int, faces: int) -> None:
    assert 1 <= fair(seed, number, faces) <= faces


def test_every_letter_of_a_long_seed_counts() -> None:
    first, second = "x" * 500 + "a", "x" * 500 + "b"
    assert [fair(first, n, 6) for n in range(40)] != [fair(second, n, 6) for n in range(40)]
    assert commitment(first) != commitment(second)


def test_a_copy_goes_on_where_the_original_was() -> None:
    dice = Dice("copy")
    dice.throw(3, 6)
    copy = dice.copy()
    assert dice.throw(10, 6) == copy.throw(10, 6)
    assert dice.count == copy.count == 13


def test_the_seed_and_the_number_of_throws_are_all_there_is() -> None:
    assert Dice("s").throw(5, 6)[3:] == Dice("s", count=3).throw(2, 6)


def test_forced_dice_come_first_and_count() -> None:
    dice = Dice("tape", tape=[6, 1])
    assert dice.throw(3, 6)[:2] == (6, 1)
    assert dice.tape == ()
    assert dice.throw(1, 6) == Dice("tape", count=3).throw(1, 6)


def test_a_tape_must_fit_the_die() -> None:
    with pytest.raises(NotUnderstood, match="7"):
        Dice("tape", tape=[7]).throw(1, 6)


def test_the_commitment_tells_nothing_and_binds() -> None:
    assert "secret" not in commitment("secret")
    assert len({commitment(str(n)) for n in range(1000)}) == 1000


def test_a_die_may_begin_at_nought() -> None:
    dice = Dice("ten", tape=[0, 9])
    assert dice.throw(2, 10, lowest=0) == (0, 9)
    assert {Dice("ten", n).throw(1, 10, lowest=0)[0] for n in range(200)} == set(range(10))
    with pytest.raises(NotUnderstood, match="10"):
        Dice("tape", tape=[10]).throw(1, 10, lowest=0)


def test_dice_that_branch_may_begin_at_nought() -> None:
    assert ways(1, 10, tuple(face <= 3 for face in range(10)), lowest=0) == [((0,), 4), ((4,), 6)]
    assert len(ways(2, 10, None, lowest=0)) == 19
