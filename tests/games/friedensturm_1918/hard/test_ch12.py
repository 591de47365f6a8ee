"""Hard positions of chapter 12, first half: declaration, guns, odds, coordination."""

from __future__ import annotations

import pytest

from tests.games.friedensturm_1918.hard.position import (
    BOTH,
    battle,
    can,
    coordination,
    declare,
    roll_for,
    shifts,
    told,
)
from tests.games.friedensturm_1918.position import (
    allowed,
    asked,
    disorder,
    fight,
    force,
    listed,
    of_kind,
    place,
    play,
    refused,
    steps,
    study,
    until,
    who,
)


def test_f12_01_nobody_may_lead() -> None:
    """F12-01: one has the morale, the other the order."""
    match = study("combat german", f"227ID 10.10 \n 19ID/74 10.10 disorder=2 \n 18DI 10.11 \n {BOTH}")
    refused(match, "attack 10.11", "12.2.1", "morale 4")


def test_f12_02_bombardment_leaves_no_leader() -> None:
    """F12-02: the owner picks whom the last point disorganises, and with it the fate of the attack."""
    lines = f"206ID 10.10 2 \n 227ID 09.11 \n 18DI 10.11 \n AAA-1 10.12 \n {BOTH}"
    for pick, cancelled in (("206ID", True), ("227ID", False)):
        match = study("combat german", lines, dice=[6, 3, 4, 3, 3])
        events = play(match, "attack 10.11", "all", "support AAA-1", "lose 206ID")
        assert told(events, "bombardment", "outcome").startswith("4")
        events = play(match, f"disorganise {pick}")
        assert bool(of_kind(events, "cancelled")) == cancelled
        assert (place(match, "206ID") == place(match, "227ID") == "lost") == cancelled


@pytest.mark.parametrize(
    ("units", "base"),
    [
        ("18DI 10.11 \n 15DI 10.09 \n 36DI 09.10 \n 35DI 09.11 \n 11DI/26 11.11", 2),
        ("11DI/26 10.11 \n 11DI/69 10.11", -1),
    ],
)
def test_f12_03_odds_are_rounded_for_the_defender(units: str, base: int) -> None:
    """F12-03: 35 to 10 is 3/1, 6 to 10 is 1/2; 1/1 is column 0."""
    match = study("combat allied", f"{units} \n 227ID 10.10 \n {BOTH}")
    events = fight(match, "10.10", ",".join(line.split()[0] for line in units.split("\n")), dice=[3, 4, 3, 3])
    assert told(events, "odds", "odds")["column"] - sum(shifts(events).values()) == base


def test_f12_04_halved_unit_by_unit() -> None:
    """F12-04: 4.5 + 8 against 9 is 1/1."""
    lines = f"side major-river 10.10-10.11 \n 206ID 10.10 \n 222ID 09.11 \n 10DI 10.11 \n {BOTH}"
    events = fight(study("combat german", lines), "10.11", "206ID,222ID", "lead 206ID", dice=[3, 4, 3, 3])
    assert told(events, "odds", "odds")["column"] - sum(shifts(events).values()) == 0


def test_f12_05_imaginary_columns() -> None:
    """F12-05: 1/2, two to the left and three to the right, is 1/1."""
    lines = "feature fort 10.11 \n GAA-1 10.09 offensive=1 \n 19ID/74 10.10 stoss=ST-1 \n 19ID/78 10.10 \n 18DI 10.11"
    match = study("combat german", f"{lines} \n {BOTH}")
    events = fight(match, "10.11", "19ID/74,19ID/78", "use", "lead 19ID/74", dice=[3, 4, 3, 3])
    assert sorted(shifts(events).values()) == [-2, 1, 1, 1]
    assert told(events, "odds", "odds")["column"] == 0
    assert not of_kind(events, "cancelled")


def test_f12_05t_below_the_table() -> None:
    """F12-05t: 1/3 cancels the attack; the regiment has the highest morale, then the division pays."""
    lines = "feature fort 10.11 \n 222ID 10.10 \n 19ID/74 09.11 stoss=ST-1 \n 18DI 10.11 \n 11DI/26 10.11"
    match = study("combat german", f"{lines} \n {BOTH}")
    events = fight(match, "10.11", "222ID,19ID/74", "use", "lead 222ID", "lead 18DI")
    assert shifts(events) == {"defender in a fort": -2, "Stosstruppen attack": 1}
    assert of_kind(events, "cancelled")
    assert (place(match, "19ID/74"), place(match, "ST-1"), steps(match, "222ID")) == ("lost", "lost", 2)
    assert not of_kind(events, "coordination")


def test_f12_06_not_all_across_the_river() -> None:
    """F12-06: a shift only if everybody crosses."""
    lines = f"side minor-river 10.10-10.11 \n 206ID 10.10 \n 222ID 09.11 \n 10DI 10.11 \n {BOTH}"
    for units, shifted in (("206ID,222ID", False), ("206ID", True)):
        events = fight(study("combat german", lines), "10.11", units, dice=[3, 4, 3, 3])
        assert ("every attacker attacks across a minor river" in shifts(events)) == shifted


def test_f12_07_no_tank_over_a_minor_river() -> None:
    """F12-07: the regiment may attack without it."""
    lines = f"side minor-river 10.10-10.11 \n 11DI/26 10.11 \n 11DI/69 10.11 \n BCL-1 10.11 \n 84ID 10.10 \n {BOTH}"
    match = study("combat allied", lines)
    play(match, "attack 10.10")
    refused(match, "join BCL-1", "15.4.1", "river or a slope")
    assert allowed(match, "join 11DI/26")


def test_f12_08_a_natural_1() -> None:
    """F12-08: +4, and no coordination all the same."""
    lines = f"GAA-1 10.09 offensive=1 \n 19ID/74 10.10 stoss=ST-1 \n 19ID/78 10.10 \n 125DI 10.11 \n {BOTH}"
    match = study("combat german", lines, sequence=1)
    events = fight(match, "10.11", "19ID/74,19ID/78", "use", "lead 19ID/74", dice=[3, 4, 4, 1])
    roll = coordination(events, "german")
    assert (roll.data["drm"], roll.data["level"]) == (4, "none")
    assert not [e for e in of_kind(events, "orders") if e.data["side"] == "german"]


def test_f12_08t_a_natural_1_with_a_total_below() -> None:
    """F12-08t: -2 for the division of morale 2, -1 for the enemy's airmen."""
    lines = f"206ID 10.10 \n 84ID 09.11 \n 125DI 10.11 \n AIR-FEQUANT 10.11 mission=3 \n {BOTH}"
    match = study("combat german", lines, air="yes")
    events = fight(match, "10.11", "206ID,84ID", dice=[3, 4, 3, 1, 5])
    roll = coordination(events, "german")
    assert (roll.data["drm"], roll.data["level"]) == (-3, "misunderstood")
    assert told(events, "orders", "name") == "Lack of enthusiasm"


def test_f12_09_a_natural_6() -> None:
    """F12-09: perfect at -4; the limit of the retreat is two hexes, for both reasons together."""
    lines = f"GAA-1 10.09 offensive=1 \n 206ID 10.10 \n 125DI 10.11 late=1 disorder=2 \n {BOTH}"
    match = study("combat german", lines, sequence=1)
    force(match, 3, 4, 6, 2)
    declare(match, "10.11", "206ID")
    events = until(match, "withdraw")
    roll = coordination(events, "allied")
    assert (roll.data["drm"], roll.data["level"]) == (-4, "perfect")
    assert listed(match) == ["hold", "withdraw 1", "withdraw 2"]


def test_f12_10_a_retreat_under_foch() -> None:
    """F12-10: one hex, D8 - 3 = 5: a step and disorder."""
    lines = f"206ID 10.10 \n 222ID 09.11 \n 46RD 11.11 \n 125DI 10.11 late=1 \n {BOTH}"
    match = study("combat german", lines)
    units = "206ID,222ID,46RD"
    roll_for(match, "10.11", units, "lead 206ID", defender=8, rolls=(5, 2))
    play(match, "attack 10.11", "all", "lead 206ID")
    assert (asked(match), listed(match)) == ("withdraw", ["hold", "withdraw 1"])
    play(match, "withdraw 1", "retreat 10.12")
    assert (place(match, "125DI"), steps(match, "125DI"), disorder(match, "125DI")) == ("10.12", 1, "disorganised")


def test_f12_18_reaction_is_half_the_allowance() -> None:
    """F12-18: two hexes for 36DI; a regiment with 3 gets into the attacked hex, where a defender is left."""
    lines = f"206ID 10.09 \n 18DI 10.10 \n 36DI 10.13 \n 11DI/26 10.12 \n {BOTH}"
    match = study("combat german", lines)
    roll_for(match, "10.10", "206ID", defender=3, rolls=(6, 2))
    play(match, "attack 10.10")
    until(match, "reaction", "hold")
    assert who(match) == "allied"
    assert can(match, "react 36DI 10.11")
    assert not can(match, "react 36DI 10.10")
    play(match, "react 11DI/26 10.10", "react 36DI 10.11")
    assert (place(match, "11DI/26"), place(match, "36DI")) == ("10.10", "10.11")
    assert asked(match) != "reaction"


def test_f12_16_the_marker_goes_first() -> None:
    """F12-16: before the defender's own actions."""
    lines = f"206ID 10.10 \n 222ID 10.08 marker=2 \n 18DI 10.11 \n {BOTH}"
    match = study("combat german", lines, dice=[3, 4, 4, 2])
    events = play(match, "attack 10.11")
    assert coordination(events, "german").data["level"] == "none"
    assert (asked(match), who(match)) == ("strip", "allied")
    events = play(match, "strip 222ID")
    assert of_kind(events, "stripped")
    assert (asked(match), who(match)) == ("withdraw", "allied")


def test_f12_17_panic_saves_nothing() -> None:
    """F12-17: a hex, then all 6 points; the attacker may advance into the hex."""
    lines = f"206ID 10.10 \n 222ID 09.11 \n 125DI 10.11 late=1 \n {BOTH}"
    match = study("combat german", lines)
    roll_for(match, "10.11", "206ID,222ID", "lead 206ID", defender=6, rolls=(1, 3, 2))
    play(match, "attack 10.11", "all", "lead 206ID")
    assert (asked(match), who(match)) == ("retreat", "allied")
    play(match, "retreat 10.12")
    assert place(match, "125DI") == "lost"
    until(match, "advance", "lose 206ID", "disorganise 206ID")
    assert allowed(match, "advance 222ID 10.11")


def test_f12_19_a_hex_is_attacked_once() -> None:
    """F12-19: by another unit neither."""
    match = study("combat german", f"206ID 10.10 \n 222ID 09.11 \n 18DI 10.11 \n {BOTH}")
    battle(match, "10.11", "206ID", defender=2, rolls=(2, 2))
    refused(match, "attack 10.11", "12.1", "attacked")


def test_f12_20_the_second_example() -> None:
    """F12-20: both corps guns must bombard, to no effect, and the army gun fires with 3."""
    lines = "206ID 10.10 \n GCA-1 10.09 \n GCA-2 10.09 \n 18DI 10.11 \n AAA-1 10.12 \n ACA-1 10.12 \n ACA-2 10.12"
    lines += f"\n {BOTH}"
    match = study("combat german", lines)
    play(match, "attack 10.11", "support GCA-1", "support GCA-2")
    events = play(match, "support AAA-1", "counter ACA-1", "counter ACA-2")
    shots = [(e.data["side"], e.data["points"]) for e in of_kind(events, "bombardment")]
    assert shots == [("allied", 3)]  # and nobody was asked for counter-battery
