"""Hard positions of chapter 15: artillery, Stosstruppen, tanks."""

from __future__ import annotations

import pytest

from tests.games.friedensturm_1918.hard.position import BOTH, coordination, shifts, told
from tests.games.friedensturm_1918.position import (
    allowed,
    asked,
    disorder,
    fight,
    force,
    listed,
    of_kind,
    only,
    place,
    play,
    refused,
    steps,
    study,
    who,
)


def test_f15_01_four_attacks_a_phase() -> None:
    """F15-01: the fifth has the modifier but not the fire (Q64)."""
    lines = f"GAA-1 10.09 offensive=1 uses=4 \n GCA-1 10.09 \n 206ID 10.10 \n 18DI 10.11 \n {BOTH}"
    match = study("combat german", lines)
    play(match, "attack 10.11")
    refused(match, "support GAA-1", "15.2.2", "4 combats")
    force(match, 3, 4, 3, 3)
    assert shifts(play(match, "end"))["offensive modifier"] == 1


def test_f15_02_one_defence_a_phase() -> None:
    """F15-02: a new phase, so the four attacks do not matter; the second defence is refused."""
    lines = "GAA-1 11.07 offensive=1 \n GCA-1 12.08 \n 206ID 10.10 \n 222ID 12.09 \n 18DI 10.11 \n 36DI 12.10"
    lines += f"\n {BOTH}"
    match = study("combat allied", lines)
    play(match, "attack 10.10")
    assert (asked(match), who(match)) == ("guns-defender", "german")
    force(match, *[3] * 12)
    play(match, "support GAA-1")
    while asked(match) != "combat":
        play(match, next((t for t in ("end", "hold") if match.check(t)), None) or listed(match)[0])
    play(match, "attack 12.09")
    assert (asked(match), who(match)) == ("guns-defender", "german")
    refused(match, "support GAA-1", "15.2.2", "1 combats")


def test_f15_03_a_fort_feels_only_the_diamond() -> None:
    """F15-03: 3 + 3 - 2 = 4 in column 6+: one step of the defender's choice, no points."""
    ground = "feature fort+trench-allied 10.11"
    lines = f"{ground} \n GAA-1 10.09 offensive=1 \n GCA-1 10.09 \n 206ID 10.10 \n 18DI 10.11 \n 11DI/26 10.11"
    lines += f"\n {BOTH}"
    match = study("combat german", lines, sequence=1, dice=[3, 3, 4, 3, 3])
    events = play(match, "attack 10.11", "support GAA-1", "support GCA-1")
    shot = only(events, "bombardment")
    assert (shot.data["column"], shot.data["drm"], shot.data["die"]) == (6, 1, 3)
    assert (asked(match), who(match)) == ("hits", "allied")
    assert set(listed(match)) == {"lose 18DI", "lose 11DI/26"}
    events = play(match, "lose 11DI/26")
    assert not of_kind(events, "disorganised")
    assert (steps(match, "18DI"), steps(match, "11DI/26")) == (3, 1)


@pytest.mark.parametrize(("company", "drm"), [("3IT 10.11", 0), ("11DI/69 10.11", -1)])
def test_f15_04_petain_for_all_or_nobody(company: str, drm: int) -> None:
    """F15-04: an Italian division in the hex takes the modifier away."""
    lines = f"GCA-1 10.09 \n 206ID 10.10 \n 11DI/26 10.11 \n {company} \n {BOTH}"
    match = study("combat german", lines, scenario="friedensturm", turn=18, dice=[1, 3, 4, 3, 3])
    assert only(play(match, "attack 10.11", "support GCA-1"), "bombardment").data["drm"] == drm


def test_f15_05_no_modifiers_for_the_defender() -> None:
    """F15-05: attackers in a town get no shelter from it."""
    lines = f"terrain town 10.10 \n 206ID 10.10 \n 18DI 10.11 \n ACA-1 10.12 \n {BOTH}"
    match = study("combat german", lines, dice=[1, 3, 4, 3, 3])
    shot = only(play(match, "attack 10.11", "support ACA-1"), "bombardment")
    assert (shot.data["side"], shot.data["drm"]) == ("allied", 0)


def test_f15_06_the_guns_have_done_it() -> None:
    """F15-06: no roll on the table, but coordination, with wrong orders too."""
    lines = f"206ID 10.10 \n 84ID 09.11 \n GAA-1 10.09 \n 58DI 10.11 1 \n {BOTH}"
    match = study("combat german", lines, dice=[5, 1, 3])
    events = play(match, "attack 10.11", "all", "support GAA-1")
    assert place(match, "58DI") == "lost"
    assert not of_kind(events, "combat")
    assert [e.data["side"] for e in of_kind(events, "coordination")] == ["german"]
    assert told(events, "orders", "name") == "Stubbornness"
    assert (asked(match), who(match)) == ("hits", "german")
    play(match, "lose 206ID")
    assert steps(match, "206ID") == 2


def test_f15_07_no_stosstruppen_for_bombardment() -> None:
    """F15-07: the regiments pay."""
    lines = f"19ID/74 10.10 stoss=ST-1 \n 19ID/78 10.10 \n 18DI 10.11 \n AAA-1 10.12 \n {BOTH}"
    match = study("combat german", lines, dice=[2, 3, 4, 3, 3])
    events = play(match, "attack 10.11", "all", "hold", "support AAA-1")
    assert told(events, "bombardment", "outcome").startswith("2")
    assert set(listed(match)) == {"lose 19ID/74", "lose 19ID/78"}
    refused(match, "lose ST-1", "15.3", "bombardment")


def test_f15_08_one_tank() -> None:
    """F15-08: the second takes no part (Q68)."""
    lines = f"11DI/26 10.11 \n 11DI/69 10.11 \n BCL-1 10.11 \n SCH-1 10.11 \n 84ID 10.10 \n {BOTH}"
    match = study("combat allied", lines)
    play(match, "attack 10.10", "join 11DI/26", "join BCL-1")
    refused(match, "join SCH-1", "15.4.1", "only one tank")
    match = study("combat allied", f"11DI/26 10.11 \n BCL-1 10.11 \n SCH-1 10.11 \n 84ID 10.10 \n {BOTH}")
    events = fight(match, "10.10", "BCL-1,11DI/26", dice=[3, 4, 3, 3])
    assert shifts(events)["coordination of the tank"] == 2
    assert sum(row["value"] for row in told(events, "odds", "odds")["attack"]) == 6


def test_f15_09_a_tank_does_not_attack_alone() -> None:
    """F15-09: protection 3 for morale."""
    match = study("combat allied", f"BCL-1 10.11 \n 84ID 10.10 \n {BOTH}")
    refused(match, "attack 10.10", "12.2.1", "morale 4")


def test_f15_10_tanks_are_french() -> None:
    """F15-10: -1 with American regiments."""
    lines = f"3US/4 10.11 \n 3US/7 10.11 \n BCL-1 10.11 \n 84ID 10.10 \n {BOTH}"
    match = study("combat allied", lines, scenario="foch-attacks")
    events = fight(match, "10.10", "3US/4,3US/7,BCL-1", "lead 3US/4", dice=[3, 4, 3, 3])
    assert any("nationalities -1" in row for row in coordination(events, "allied").data["rows"])


def test_f15_11_the_german_tank_absorbs_a_point() -> None:
    """F15-11: A2: one for the tank, one disorganises the regiment; the tank goes in any case."""
    match = study("combat german", f"tanks 1 \n 19ID/74 10.10 \n 58DI 10.11 1 \n {BOTH}")
    play(match, "attack 10.11")
    force(match, 4, 5, 2, 2)  # 1/1, three columns for morale and one for the tank: 5/1, A2 D8
    events = play(match, "commit A7V with 19ID/74")
    while asked(match) != "combat":
        events += play(match, next((t for t in ("end", "hold") if match.check(t)), None) or listed(match)[0])
    assert told(events, "combat", "attacker") == 2
    assert place(match, "A7V") == "lost"
    assert (steps(match, "19ID/74"), disorder(match, "19ID/74")) == (2, "disorganised")


def test_f15_12_counter_battery_is_a_combat() -> None:
    """F15-12: once a phase."""
    lines = "206ID 10.10 \n 222ID 12.09 \n GCA-1 10.09 \n 18DI 10.11 \n 36DI 12.10 \n ACA-1 11.12 \n ACA-2 11.12"
    lines += f"\n {BOTH}"
    match = study("combat german", lines)
    force(match, *[3] * 12)
    play(match, "attack 10.11", "support GCA-1", "counter ACA-1", "end")
    while asked(match) != "combat":
        play(match, next((t for t in ("end", "hold") if match.check(t)), None) or listed(match)[0])
    play(match, "attack 12.10")
    assert (asked(match), who(match)) == ("guns-defender", "allied")
    refused(match, "support ACA-1", "15.2.2", "1 combats")
    assert allowed(match, "support ACA-2")


def test_f15_13_the_tank_takes_the_only_point() -> None:
    """F15-13: A1 in the 5/1 column; the regiment advances (N21)."""
    match = study("combat german", f"tanks 1 \n 19ID/74 10.10 \n 58DI 10.11 1 \n {BOTH}")
    play(match, "attack 10.11")
    force(match, 5, 5, 2, 3)
    events = play(match, "commit A7V with 19ID/74")
    assert told(events, "combat", "attacker") == 1
    assert (steps(match, "19ID/74"), disorder(match, "19ID/74")) == (2, "none")
    assert asked(match) == "advance"
    play(match, "advance 19ID/74 10.11")
    assert place(match, "19ID/74") == "10.11"


def test_f15_14_both_fires_count() -> None:
    """F15-14: the attackers lose a step to a gun whose division is gone a moment later (Q01)."""
    lines = f"206ID 10.10 \n 222ID 09.11 \n GAA-1 10.09 \n 58DI 10.11 1 \n ACA-1 10.11 \n {BOTH}"
    match = study("combat german", lines, dice=[6, 5, 3])
    play(match, "attack 10.11", "all", "support GAA-1", "support ACA-1", "lose 222ID", "lead 206ID")
    assert steps(match, "222ID") == 2
    assert place(match, "58DI") == place(match, "ACA-1") == "lost"
