"""Paris and its garrison (sections 12.0 and 12.1)."""

from __future__ import annotations

import pytest

from grognard.engine import Match
from tests.games.marne_1914.position import (
    allowed,
    asked,
    cell,
    disrupted,
    fight,
    game,
    odds,
    of_kind,
    place,
    play,
    refused,
    steps,
    study,
)

PARIS = "terrain paris 1112 1212 \n region paris 1112 1212"
STRONG = "unit A like 3ID af=30 \n unit B like 4ID af=30 \n unit C like 3ID af=30"
"""Attackers on the column +6: the dice 1 and 2 take 1 step, 3 and 4 take 2, 5 and 6 take 3."""


def besieged(lines: str, *dice: int, side: str = "cp") -> Match:
    return study(f"combat {side}", f"{PARIS} \n {STRONG} \n {lines}", dice=dice)


def garrison(match: Match, name: str = "1212") -> bool:
    return cell(match, name) in game(match).state.garrisons


# -- 12.0.1 --


def test_12_0_1_units_in_paris_may_stand_for_one_more_step() -> None:
    """12.0.1, ruling C18: three losses and one more; disrupted, for there was a number."""
    match = besieged("A 1211 \n 14DI 1212", 3)
    fight(match, "1212", "A")
    assert asked(match) == "stand"
    assert match.decision is not None
    assert match.decision.side == "entente"
    play(match, "stand")
    assert (place(match, "14DI"), steps(match, "14DI"), disrupted(match, "14DI")) == ("1212", 1, True)
    assert asked(match) == "combat"


def test_12_0_1_or_retreat() -> None:
    """12.0.1: it is a choice."""
    match = besieged("A 1211 \n 14DI 1212", 1)
    fight(match, "1212", "A")
    play(match, "withdraw")
    while asked(match) == "retreat":
        match.play(next(match.legal_actions()))
    assert place(match, "14DI") not in ("1212", "cadre")


def test_12_0_1_standing_against_r_does_not_disrupt() -> None:
    """12.0.1, ruling C18: one step on a pure R (column +4, die 1)."""
    match = study("combat cp", f"{PARIS} \n unit A like 3ID af=11 \n A 1211 \n 14DI 1212", dice=[1])
    assert odds(match, "1212", "A").column == 4
    fight(match, "1212", "A")
    play(match, "stand")
    assert (steps(match, "14DI"), disrupted(match, "14DI")) == (3, False)


def test_m170_stand_by_a_one_step_unit_on_r() -> None:
    """12.0.1: the extra step is its last."""
    match = study("combat cp", f"{PARIS} \n unit A like 3ID af=8 \n A 1211 \n 55DR 1212 1", dice=[1])
    assert odds(match, "1212", "A").column == 5
    fight(match, "1212", "A")
    play(match, "stand")
    assert place(match, "55DR") == "cadre"


def test_12_0_1_the_owner_says_who_takes_the_step() -> None:
    """12.0.1, ruling C18."""
    match = study("combat cp", f"{PARIS} \n unit A like 3ID af=12 \n A 1211 \n 14DI 1212 \n 1DC 1212", dice=[1])
    fight(match, "1212", "A")
    play(match, "stand", "lose 1DC")
    assert (steps(match, "1DC"), steps(match, "14DI")) == (1, 4)


def test_12_0_1_holds_for_germans_in_paris_too() -> None:
    """12.0.1 names no side."""
    lines = f"{PARIS} \n garrisons none \n unit A like 5DI af=30 \n A 1211 \n 3ID 1212"
    match = study("combat entente", lines, dice=[1])
    fight(match, "1212", "A")
    assert asked(match) == "stand"
    assert match.decision is not None
    assert match.decision.side == "cp"


def test_12_0_1_not_outside_paris() -> None:
    """12.0.1."""
    match = besieged("A 2009 \n 14DI 2010", 1)
    fight(match, "2010", "A")
    assert asked(match) == "retreat"


# -- 12.1 the garrison --


def test_12_1_1_an_empty_hex_defends_with_6() -> None:
    """12.1.1, ruling D01: the whole of its strength, without the city's terrain; a river still counts."""
    match = study("combat cp", f"{PARIS} \n side river 1312-1212 \n 3ID 1211 \n 4ID 1312")
    assert [(row.value, row.case) for row in odds(match, "1212", "3ID").defence] == [(6, "12.1.1")]
    assert odds(match, "1212", "4ID").defence_total == 6 + game(match).setting.tec["river"].df
    refused(study("combat entente", f"{PARIS} \n 14DI 1211"), "attack 1212 by 14DI", "8.0", "no enemy")


def test_12_1_1_units_there_defend_instead_of_it() -> None:
    """12.1.1: DF 5 and the city's terrain, no 6."""
    match = study("combat cp", f"{PARIS} \n 3ID 1211 \n 14DI 1212")
    assert odds(match, "1212", "3ID").defence_total == 5 + game(match).setting.tec["paris"].df


def test_12_1_3_a_garrison_has_no_zone() -> None:
    """12.1.3: Germans march past."""
    match = study("movement cp", f"{PARIS} \n 3ID 1210")
    assert not any(game(match).zones[1])
    assert allowed(match, "move 3ID 1213")


def test_m162_destruction_roll() -> None:
    """12.1.4: losses of 2 and 1, a second die of 3: destroyed."""
    match = besieged("A 1211 \n B 1312", 3, 1, 3)
    events = fight(match, "1212", "A", "B")
    assert [e.data["total"] for e in of_kind(events, "dice")] == [3, 1, 3]
    assert of_kind(events, "garrison-destroyed")[0].cites == ("12.1.4", "12.1.5")
    assert not garrison(match)


def test_m163_destruction_roll_fails() -> None:
    """12.1.4: a second die of 4: it holds, with its full 6 next turn and no losses carried over."""
    match = besieged("A 1211 \n B 1312", 3, 1, 4)
    events = fight(match, "1212", "A", "B")
    assert of_kind(events, "garrison-holds")
    assert garrison(match)
    assert asked(match) == "combat"
    assert odds(match, "1212", "A").defence_total == 6


@pytest.mark.parametrize("losses", range(1, 6))
def test_12_1_4_the_die_must_not_exceed_the_losses(losses: int) -> None:
    """12.1.4: 1 to 5 steps, die by die."""
    dice = {1: [1], 2: [3], 3: [5], 4: [3, 3], 5: [3, 5]}[losses]
    names = ["A", "B"][: len(dice)]
    for second in range(1, 7):
        match = besieged("A 1211 \n B 1312", *dice, second)
        fight(match, "1212", *names)
        assert garrison(match) is (second > losses)


def test_12_1_4_six_losses_destroy_without_a_roll() -> None:
    """12.1.4."""
    match = besieged("A 1211 \n B 1312", 5, 5)
    events = fight(match, "1212", "A", "B")
    assert len(of_kind(events, "dice")) == 2
    assert not garrison(match)


def test_m166_r_against_the_garrison() -> None:
    """12.1.4: R and no effect do nothing: no roll, no advance."""
    weak = "unit A like 3ID af=7 \n unit B like 4ID af=7 \n unit C like 3ID af=7"
    match = study("combat cp", f"{PARIS} \n {weak} \n A 1211 \n B 1312 \n C 1313", dice=[2, 3, 1])
    events = fight(match, "1212", "A", "B", "C")
    assert [e.data["outcome"].split("/")[1] for e in of_kind(events, "attack")] == ["R", "R", "-"]
    assert len(of_kind(events, "dice")) == 3
    assert of_kind(events, "combat")[0].data["retreat"] is False
    assert garrison(match)
    assert asked(match) == "combat"


def test_m167_the_garrison_is_never_disrupted() -> None:
    """12.1.2: after a loss it defends with 6 again."""
    match = besieged("A 1211", 1, 5)
    fight(match, "1212", "A")
    assert garrison(match)
    assert odds(match, "1212", "A").defence_total == 6


def test_12_1_2_the_garrison_is_no_unit_to_recover_or_to_supply() -> None:
    """12.1.2: it has no number among the units."""
    match = study("recovery entente", PARIS)
    assert match.decision is not None
    assert not any(action.verb == "recover" for action in match.legal_actions())


def test_12_1_5_one_attacker_may_advance() -> None:
    """12.1.5: one only, even if two would fit."""
    match = besieged("A 1211 \n 4KD 1211 \n B 1312", 5, 5)
    fight(match, "1212", "A,4KD", "B")
    assert asked(match) == "advance"
    play(match, "advance A")
    assert place(match, "A") == "1212"
    assert asked(match) == "combat"


def test_12_1_5_a_destroyed_garrison_stays_destroyed() -> None:
    """12.1.5, ruling C20: the hex can be entered from then on, and no 6 is left in it."""
    match = study("movement cp", f"{PARIS} \n garrisons 1112 \n 3ID 1211")
    assert allowed(match, "move 3ID 1212")
    refused(match, "move 3ID 1112", "12.1.1")
    refused(study("combat cp", f"{PARIS} \n garrisons 1112 \n 3ID 1211"), "attack 1212 by 3ID", "8.0", "no enemy")


def test_m200_vacated_paris_hex() -> None:
    """12.1.1, 8.6.1, ruling C19: the garrison is back at once: no advance, and 6 DF when attacked next."""
    match = besieged("A 1211 \n 14DI 1212", 1)
    fight(match, "1212", "A")
    play(match, "withdraw")
    while asked(match) == "retreat":
        match.play(next(match.legal_actions()))
    assert asked(match) == "combat"
    assert place(match, "A") == "1211"
    assert odds(match, "1212", "A").defence_total == 6


def test_12_1_4_the_attackers_have_their_losses_all_the_same() -> None:
    """12.1.4 speaks of the garrison; 8.4.6 of the attacker."""
    match = besieged("A 1211", 1, 6)
    fight(match, "1212", "A")
    assert steps(match, "A") == 3
