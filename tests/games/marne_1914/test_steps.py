"""Steps of units (section 4.3)."""

from __future__ import annotations

import pytest

from grognard.engine import Match
from tests.games.marne_1914.position import disrupted, game, number, of_kind, place, play, steps, study

FULL = {
    ("german", "infantry"): 4, ("french", "infantry"): 4, ("british", "infantry"): 3,
    ("german", "cavalry"): 2, ("french", "cavalry"): 2, ("british", "cavalry"): 1,
}


def test_4_3_1_steps_by_nation_and_arm() -> None:
    """4.3.1; the Lepel Brigade is no division and has 2 steps (ruling C39)."""
    for unit in game(study("movement cp")).setting.units:
        assert unit.steps == (2 if unit.id in ("L1", "L2") else FULL[unit.nation, unit.arm]), unit.id


def test_4_3_2_every_step_level_has_its_factors() -> None:
    """4.3.2, 2.2.1: factors never rise as steps are lost."""
    for unit in game(study("movement cp")).setting.units:
        assert len(unit.af) == len(unit.df) == unit.steps + 1
        assert list(unit.af) == sorted(unit.af)
        assert list(unit.df) == sorted(unit.df)


def lose(match: Match, uid: str, number_of_steps: int) -> None:
    game(match).lose_steps(number(match, uid), number_of_steps, "8.4.6")


def test_example_3_a_division_goes_down_its_ladder() -> None:
    """The example of 4.3.6 (EX3), with 4.3.3-4.3.5: 4, 3, 2, 1 steps, then the Cadre Box."""
    match = study("movement entente", "7DI 2010 \n 8DI 2012")
    seen = [(steps(match, "7DI"), game(match).attack_factor(number(match, "7DI")))]
    for _ in range(3):
        lose(match, "7DI", 1)
        seen.append((steps(match, "7DI"), game(match).attack_factor(number(match, "7DI"))))
    assert seen == [(4, 5), (3, 4), (2, 3), (1, 1)]
    assert place(match, "7DI") == "2010"
    lose(match, "7DI", 1)
    assert place(match, "7DI") == "cadre"


def test_example_3_and_up_again() -> None:
    """The example of 4.3.6 (EX3): recovery takes it up the same ladder, a step at a time (11.1.3b)."""
    match = study("recovery entente", "7DI 2010 1", dice=[6])
    assert game(match).attack_factor(number(match, "7DI")) == 1
    play(match, "recover 7DI")
    assert steps(match, "7DI") == 2
    assert game(match).attack_factor(number(match, "7DI")) == 3


@pytest.mark.parametrize(("uid", "full"), [("1Div", 3), ("1DC", 2), ("3ID", 4), ("L1", 2)])
def test_4_3_6_the_last_step_leads_to_the_cadre_box(uid: str, full: int) -> None:
    """4.3.6, 8.4.7: also for British divisions, which have no fourth side."""
    match = study("movement cp", f"{uid} 2010")
    lose(match, uid, full - 1)
    assert place(match, uid) == "2010"
    lose(match, uid, 1)
    assert place(match, uid) == "cadre"


def test_m048_british_cavalry_has_one_step() -> None:
    """4.3.1: the first loss takes a brigade off the map."""
    match = study("movement entente", "3CavB 2216 1 disrupted")
    lose(match, "3CavB", 1)
    assert place(match, "3CavB") == "cadre"
    assert not disrupted(match, "3CavB")


def test_8_4_7_more_losses_than_steps_are_not_carried_over() -> None:
    """8.4.7, 4.3.3: the journal tells the steps that were really lost."""
    match = study("movement entente", "7DI 2010 2")
    lose(match, "7DI", 5)
    (loss,) = of_kind(game(match).events, "loss")
    assert loss.data["steps"] == 2
    assert steps(match, "7DI") == 0
