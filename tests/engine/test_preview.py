"""Exact odds: against hand-computed values and against the real dice."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import pytest

from grognard.engine import Match
from grognard.engine import preview as previews
from grognard.engine.preview import Preview, ways
from tests.engine.conftest import Night
from tests.games.marne_1914.position import game, study


def to_the_shot(night: Night, **options: str) -> Match:
    match = night(seed="odds", orders=("B2", "R3"), **options)
    for action in ("move B2 C2", "wait", "move B2 C3"):
        match.play(action)
    return match


def odds_of(preview: Preview, kind: str, field: str) -> dict[object, Fraction]:
    """How likely each value of a field of the result events is."""
    found: dict[object, Fraction] = {}
    for chance in preview.chances:
        for event in chance.results:
            if event.kind == kind:
                value = event.data[field]
                found[value] = found.get(value, Fraction(0)) + chance.probability
    return found


@pytest.mark.parametrize(("flares", "hit"), [("off", Fraction(1, 3)), ("on", Fraction(1, 2))])
def test_one_die_by_hand(night: Night, flares: str, hit: Fraction) -> None:
    preview = to_the_shot(night, flares=flares).preview("fire R2")
    assert preview.ruling
    assert odds_of(preview, "shot", "hit") == {True: hit, False: 1 - hit}
    assert sum(chance.probability for chance in preview.chances) == 1


def test_what_is_certain_and_what_is_refused(night: Night) -> None:
    match = to_the_shot(night)
    assert match.preview("hold").chances == ()
    refused = match.preview("fire R1")
    assert not refused.ruling
    assert refused.ruling.case == "4.1"
    moved = night(orders=("B1", "R1")).preview("move B1 A2")
    assert [event.kind for event in moved.certain] == ["move"]


def test_a_preview_changes_nothing_and_does_not_see_the_dice_to_come(night: Night) -> None:
    match = to_the_shot(night)
    match.position.dice.tape = (6,)
    before = match.fingerprint()
    assert odds_of(match.preview("fire R2"), "shot", "hit") == {True: Fraction(1, 3), False: Fraction(2, 3)}
    assert match.fingerprint() == before


def test_20_000_throws_agree_with_the_odds(night: Night) -> None:
    """The same action from 20,000 places of the stream: within 5 standard deviations of the exact share."""
    match = to_the_shot(night)
    exact = odds_of(match.preview("fire R2"), "shot", "hit")[True]
    throws, hits = 20_000, 0
    for count in range(throws):
        die = match.position.dice.copy()
        die.count = count
        hits += die.throw(1, 6)[0] >= 5
    deviation = float(throws * exact * (1 - exact)) ** 0.5
    assert abs(hits - float(throws * exact)) < 5 * deviation


def test_the_real_procedure_agrees_with_its_preview(night: Night) -> None:
    """600 times the shot itself, from other places of the stream."""
    match = to_the_shot(night)
    exact = odds_of(match.preview("fire R2"), "shot", "hit")
    seen: Counter[object] = Counter()
    for count in range(600):
        copy = match.clone()
        copy.position.dice.count = 10 + 7 * count
        seen[next(e.data["hit"] for e in copy.play("fire R2") if e.kind == "shot")] += 1
    for value, probability in exact.items():
        deviation = float(600 * probability * (1 - probability)) ** 0.5
        assert abs(seen[value] - float(600 * probability)) < 5 * deviation


# -- throws that branch --


def test_ways_of_two_dice() -> None:
    found = ways(2, 6, None)
    assert [weight for _, weight in found] == [1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1]
    assert all(sum(dice) == total for total, (dice, _) in zip(range(2, 13), found, strict=True))


def test_ways_grouped_by_what_they_mean() -> None:
    found = ways(1, 6, ("miss", "miss", "miss", "miss", "hit", "hit"))
    assert [weight for _, weight in found] == [4, 2]


def test_of_too_many_paths_none_is_shown(night: Night, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(previews, "PATHS", 1)
    found = to_the_shot(night).preview("fire R2")
    assert found.ruling
    assert found.chances == ()


# -- Marne: two attacks and a garrison --

PARIS = "terrain paris 1212 \n region paris 1212 \n 3ID 1211 \n 4ID 1312"


def test_two_attacks_on_marne_by_hand() -> None:
    """+2 and +1 against one hex: the losses of the defender from the two columns of the table."""
    match = study("combat cp", "3ID 2009 \n 4ID 2110 3 \n 63DR 2010")
    for units in ("3ID", "4ID"):
        match.play(f"attack 2010 by {units}")
    losses: Counter[int] = Counter()
    crt = game(match).setting.tables.crt
    for first in range(1, 7):
        for second in range(1, 7):
            losses[crt.result(2, first).defender_loss + crt.result(1, second).defender_loss] += 1
    assert odds_of(match.preview("resolve"), "combat", "defender_loss") == {
        loss: Fraction(ways_, 36) for loss, ways_ in losses.items()
    }


def test_the_garrison_falls_as_often_as_the_table_says() -> None:
    """12.1.4 by hand: for each total of losses up to 5 the second die must not exceed it."""
    match = study("combat cp", f"unit A like 3ID af=12 \n {PARIS} \n A 1213")
    match.play("attack 1212 by A")
    crt = game(match).setting.tables.crt
    expected = sum((Fraction(min(6, crt.result(6, die).defender_loss), 36) for die in range(1, 7)), Fraction(0))
    preview = match.preview("resolve")
    fallen = sum(
        (c.probability for c in preview.chances if any(e.kind == "garrison-destroyed" for e in c.results)), Fraction(0)
    )
    assert fallen == expected
    assert sum(c.probability for c in preview.chances) == 1


def test_marne_odds_against_the_dice() -> None:
    """500 combats with other dice: each result about as often as the preview says."""
    match = study("combat cp", "3ID 2009 \n 63DR 2010")
    match.play("attack 2010 by 3ID")
    exact = odds_of(match.preview("resolve"), "combat", "defender_loss")
    seen: Counter[object] = Counter()
    for count in range(500):
        copy = match.clone()
        copy.position.dice.count = 3 * count
        seen[next(e.data["defender_loss"] for e in copy.play("resolve") if e.kind == "combat")] += 1
    assert set(seen) == set(exact)
    for loss, probability in exact.items():
        deviation = float(500 * probability * (1 - probability)) ** 0.5
        assert abs(seen[loss] - float(500 * probability)) < 5 * deviation
