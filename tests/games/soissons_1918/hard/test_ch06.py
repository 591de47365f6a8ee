"""Hard positions of chapter 6: disruption and recovery."""

from __future__ import annotations

from tests.games.soissons_1918.hard.position import answer, fight, fire, hard, seen, strengths, survivors
from tests.games.soissons_1918.position import allowed, asked, level, only, order, play, refused, steps, until


def test_s06_01_who_leads_a_shaken_stack() -> None:
    """S06-01: the German names the one who gives least; a remnant cannot relieve a Shocked regiment of it."""
    match = hard("S06-01", dice=[3])
    assert fight(match, "1410", "DM", "DM", "20D/77") == "2-1 +4"
    assert fight(match, "1410", "DM", "DM", "20D/79") == "2-1 +2"
    play(match, "attack 1410 by DM", "lead 20D/79")
    assert (level(match, "20D/77"), level(match, "20D/79")) == (4, 2)
    match = hard("S06-01t", dice=[3])
    assert fight(match, "1410", "DM", "DM", "20D/77") == "2-1 +4"
    play(match, "attack 1410 by DM")
    assert asked(match) == "conversion"
    play(match, "hold")
    assert (seen(match, "20D/77"), level(match, "REM1")) == ("1410 2 Shocked (2 levels)", 2)


def test_s06_02_a_bombardment_of_three_levels() -> None:
    """S06-02: D for all, then the loss; d lifts nobody above Disorganized."""
    match = hard("S06-02", "attack-end entente", fire("1413 entente 3 1"), dice=[5])
    play(match, "lose 28D/40")
    assert (level(match, "28D/109"), level(match, "28D/110")) == (2, 2)
    assert survivors(match, "1413") == ["28D/109", "28D/110", "remnant 1413 1 Shocked"]
    match = hard("S06-02t", "attack-end entente", fire("1413 entente 2"), dice=[4])
    assert [level(match, f"28D/{n}") for n in (109, 110, 40)] == [1, 2, 2]


def test_s06_03_recovery_in_and_out_of_a_zone() -> None:
    """S06-03: one level, or two; no dice for either; Disorganized is a remnant's floor (K03)."""
    match = hard("S06-03")
    assert (level(match, "41DI"), level(match, "REM1")) == (2, 3)
    match = hard("S06-03t")
    assert (level(match, "41DI"), level(match, "REM1")) == (1, 2)


def test_s06_04_out_of_command_and_disrupted() -> None:
    """S06-04: the barrage takes the attack away, not the marker; the marker goes at B.4d."""
    match = hard("S06-04", "barrage-1-fire entente", f"{fire('1208 german 2')} \n 162DI 1309 order=prepare", dice=[3])
    assert seen(match, "1US") == "1208 14 Reforming Prepare"
    refused(match, "attack 1209 by 1US", "16.4.5", "out of command")
    play(match, "end")
    assert not order(match, "1US")
    until(match, "maneuver")
    refused(match, "prepare 1US", "12.2.2", "has 3")
    assert allowed(match, "probe 1US 1209")
    refused(match, "move 1US 1207", "9.1.1")
    match = hard("S06-04t", "barrage-1-fire entente", fire("1208 german 2"), dice=[2])
    assert allowed(match, "attack 1209 by 1US")
    assert strengths(match, "1US", "1209", "1US") == (7, 3)


def test_s06_05_a_natural_one_where_nothing_is_printed() -> None:
    """S06-05: a d for the leader alone; the shocks of the defender add up."""
    match = hard("S06-05", dice=[1])
    assert fight(match, "1410", "1US,DM", "1US", "42/17") == "6-1 +7"
    play(match, "attack 1410 by 1US,DM", "lead 1US", "hold")
    assert (level(match, "1US"), level(match, "DM")) == (1, 0)
    assert survivors(match, "1410") == ["remnant 1410 1 Shocked (3 levels)"]


def test_s06_06_a_retreat_under_a_marker() -> None:
    """S06-06: D, and a level more for going back again; the remnant takes the marker over (K104)."""
    match = hard("S06-06", dice=[5])
    assert fight(match, "1512", "69DI", "69DI", "14R/16") == "3-1 +2"
    play(match, "attack 1512 by 69DI", "convert 1512", "retreat 14R/16 1513")
    assert seen(match, "14R/16") == "1513 3 Shocked R"
    match = hard("S06-06t", dice=[5])
    play(match, "attack 1512 by 69DI", "hold", "withdraw 1512", "retreat REM1 1513")
    assert survivors(match, "1513") == ["remnant 1513 1 Shocked R"]


def test_s06_07_recovery_before_reforming() -> None:
    """S06-07: a remnant that recovers in N.1 serves in N.2; in an enemy zone it is not enough."""
    match = hard("S06-07", "recovery german", "11B/3 removed 0")
    play(match, "reform 11B/3 1212")
    assert seen(match, "11B/3") == "1212 2 Reforming"
    assert asked(hard("S06-07t", "recovery german", "11B/3 removed 0")) != "reforming"


def test_s06_08_two_points_after_an_assault() -> None:
    """S06-08: enough for an order into woods, not for a new Prepare marker."""
    match = hard("S06-08", dice=[5])
    play(match, "probe 5DI 2306")
    until(match, "combat")
    assert strengths(match, "5DI", "2306", "5DI") == (4, 2)
    assert fight(match, "2306", "5DI", "5DI", "40/104") == "2-1 +1"
    play(match, "attack 2306 by 5DI", "hold")
    assert survivors(match, "2306") == ["remnant 2306 1 Disorganized"]
    refused(hard("S06-08t"), "prepare 5DI", "12.2.2", "costs 4 MP", "has 2")


def test_s06_09_a_marker_that_outlives_its_units_order() -> None:
    """S06-09: fire of the enemy's phase may disrupt who holds a Prepare marker (K91); shock takes it."""
    match = hard("S06-09", "attack-end entente", fire("1410 entente 3"), dice=[4])
    assert seen(match, "14R/16") == "1410 3 Shocked"
    match = hard("S06-09t", "attack-end entente", fire("1410 entente 3"), dice=[4])
    assert seen(match, "14R/16") == "1410 3 Disorganized Prepare"
    until(match, "combat")
    assert strengths(match, "14R/16", "1409", "14R/16") == (1, 9)
    assert fight(match, "1409", "14R/16", "14R/16", "69DI").startswith("1-1")
    events = play(match, "attack 1409 by 14R/16")
    assert only(events, "declare")
    answer(match, stop="fallback")
    assert steps(match, "69DI") <= 9
