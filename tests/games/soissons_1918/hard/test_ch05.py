"""Hard positions of chapter 5: Spent divisions, tank groups, remnants."""

from __future__ import annotations

import pytest

from tests.games.soissons_1918.hard.position import answer, fight, fire, hard, isolated, seen, strengths, survivors
from tests.games.soissons_1918.position import (
    allowed,
    asked,
    cost,
    destinations,
    game,
    level,
    order,
    place,
    play,
    refused,
    steps,
    until,
)


def test_s05_01_spent_divisions_fall_back_but_do_not_move() -> None:
    """S05-01: by K01; one point more, and it moves."""
    refused(hard("S05-01"), "move 153DI 0809", "12.0", "Spent")
    match = hard("S05-01", "fallback-1 german")
    play(match, "fallback 153DI 0806")
    assert seen(match, "153DI") == "0806 4 Good Order R"
    assert cost(hard("S05-01t"), "move 153DI 0809") == 1


BARRAGE = fire("1309 german 3")


def test_s05_02_a_barrage_makes_a_division_spent() -> None:
    """S05-02: it loses its marker and its tanks count for nothing; the others assault, with the extra losses."""
    match = hard("S05-02", "barrage-1-fire entente", BARRAGE, dice=[6, 4])
    assert seen(match, "DM") == "1309 5 Disorganized"
    refused(match, "attack 1209 by DM", "16.3")
    assert fight(match, "1209", "1US", "1US", "34D/30") == "2-1 +2"
    play(match, "attack 1209 by 1US", "lead 34D/30")
    answer(match, "losses 1", stop="fallback")
    assert steps(match, "1US") == 12
    assert [seen(match, uid) for uid in ("34D/30", "34D/67")] == ["1209 2 Disorganized"] * 2


def test_s05_02t_one_point_more() -> None:
    """S05-02t: it attacks at half with its tanks, and is Spent by the loss of the combat."""
    match = hard("S05-02t", "barrage-1-fire entente", BARRAGE, dice=[6, 4])
    assert seen(match, "DM") == "1309 6 Disorganized Prepare"
    assert strengths(match, "1US,DM", "1209", "1US") == (17, 6)
    assert fight(match, "1209", "1US,DM", "1US", "34D/30") == "2-1 +4"
    play(match, "attack 1209 by 1US,DM", "lead 1US", "lead 34D/30", "hold")
    assert (steps(match, "1US"), seen(match, "DM")) == (13, "1309 5 Disorganized")
    play(match, "lose 34D/30")
    assert survivors(match, "1209") == ["34D/67", "remnant 1209 1 Disorganized"]
    assert seen(match, "34D/67") == "1209 2 Disorganized"


@pytest.mark.parametrize(("name", "to", "tank"), [("S05-03", "1007", "removed"), ("S05-03t", "1108", "1108")])
def test_s05_03_tanks_retreat_into_a_ravine(name: str, to: str, tank: str) -> None:
    """S05-03: off the road they are lost, along it only reduced."""
    match = hard(name, "attack german", "28D 1009 order=low aim=1008 corps=STAABS", dice=[3])
    play(match, "attack 1008 by 28D")
    answer(match, "withdraw 1008", stop="retreat")
    play(match, f"retreat 11DI {to}")
    assert (place(match, "11DI"), place(match, "AS-III")) == (to, tank)
    assert steps(match, "AS-III") == (1 if tank == "1108" else 0)


def test_s05_04_the_leader_decides_about_tanks() -> None:
    """S05-04: a regiment in the ravine keeps them out; a remnant there may not lead."""
    match = hard("S05-04")
    assert fight(match, "1211-1312", "2US", "2US", "34D/30") == "2-1 +0"
    assert fight(match, "1211-1312", "2US", "2US", "28D/109") == "2-1 +3"
    play(match, "attack 1211-1312 by 2US")
    assert (allowed(match, "lead 34D/30"), allowed(match, "lead 28D/109")) == (True, True)
    match = hard("S05-04t", dice=[3])
    assert fight(match, "1211-1312", "2US", "2US", "28D/109") == "3-1 +3"
    play(match, "attack 1211-1312 by 2US")
    assert asked(match) != "lead-defender"


def test_s05_05_the_second_loss_falls_on_remnants() -> None:
    """S05-05: a regiment of 2 points beside a remnant; of 3 points it takes both losses itself."""
    match = hard("S05-05", dice=[4])
    play(match, "attack 1410 by 1US")
    answer(match, stop="retreat")
    assert survivors(match, "1410") == ["remnant 1410 1 Disorganized", "remnant 1410 1 Shocked"]
    assert not {"1409", "1310", "1510"} & destinations(match, "REM1", "retreat")
    play(match, "retreat REM1 1411", "retreat REM2 1411")
    assert survivors(match, "1411") == ["remnant 1411 1 Disorganized R", "remnant 1411 1 Shocked R"]
    match = hard("S05-05t", dice=[4])
    play(match, "attack 1410 by 1US", "hold")
    assert asked(match) == "withdraw"
    assert survivors(match, "1410") == ["remnant 1410 1 Disorganized", "remnant 1410 1 Shocked"]


def test_s05_06_whose_regiment_reforms() -> None:
    """S05-06: its own headquarters must reach it (K04)."""
    removed = "42/17 removed 0 \n 42/131 removed 0"
    assert asked(hard("S05-06", "reforming german", removed)) != "reforming"
    assert asked(hard("S05-06", "reforming german", removed, reforming_command="any-hq")) == "reforming"
    match = hard("S05-06t", "reforming german", f"{removed} \n 11B/22 removed 0")
    refused(match, "reform 42/17 1211", "5.5.2", "out of command")
    play(match, "reform 11B/22 1211")
    assert seen(match, "11B/22") == "1211 2 Reforming"
    assert survivors(match, "1211") == ["11B/22"]


def test_s05_07_a_removed_remnant_isolates_a_regiment() -> None:
    """S05-07: it falls back at once, and keeps its Retreat marker through the night's maneuver."""
    match = hard("S05-07")
    play(match, "remove REM1")
    assert (asked(match), isolated(match)) == ("fallback", {"14R/16"})
    ends = destinations(match, "14R/16", "fallback")
    assert {"1613", "1511", "1512"} <= ends
    assert "1612" not in ends
    play(match, "fallback 14R/16 1613")
    assert seen(match, "14R/16") == "1613 3 Good Order R"
    match = hard("S05-07t")
    play(match, "remove REM2", "remove REM3")
    assert asked(match) != "fallback" or "14R/16" not in isolated(match)
    assert seen(match, "14R/16") == "1611 3 Good Order"


def test_s05_08_a_withdrawal_isolates_a_division() -> None:
    """S05-08: it falls back at once along the row; kept in play, the Spent division holds the way open."""
    match = hard("S05-08")
    play(match, "withdraw-unit 153DI")
    assert (asked(match), isolated(match)) == ("fallback", {"DM"})
    ends = destinations(match, "DM", "fallback")
    assert "1610" in ends
    assert "1611" not in ends
    play(match, "fallback DM 1610")
    assert seen(match, "DM") == "1610 8 Good Order R"
    match = hard("S05-08t")
    play(match, "end")
    assert game(match).state.stays[match.setting.unit_number("153DI")]
    assert not isolated(match)
    assert seen(match, "DM") == "1612 8 Good Order Prepare"


def test_s05_09_reassignment_into_a_ravine() -> None:
    """S05-09: only along a road."""
    assert asked(hard("S05-09")) != "shift"
    refused(hard("S05-09", more="69DI 1608"), "shift AS-I to 2US", "5.4.2", "ravine")
    assert allowed(hard("S05-09t"), "shift AS-I to 2US")


def test_s05_10_reassignment_out_of_a_ravine() -> None:
    """S05-10: only along a road, too (K103)."""
    refused(hard("S05-10", more="69DI 1710"), "shift AS-IV to DM", "5.4.2", "ravine")
    assert allowed(hard("S05-10", more="69DI 1710"), "shift AS-IV to 69DI")


def test_s05_11_a_division_in_a_ravine_without_a_road() -> None:
    """S05-11: no group for it (K10); an enemy zone in its own hex is no bar."""
    other = "BCL-1 tank-box \n 72DI 1303"
    refused(hard("S05-11", "attach entente", other), "attach BCL-1 to 69DI", "5.4.2")
    assert allowed(hard("S05-11t", "attach entente", other), "attach BCL-1 to 69DI")


def test_s05_12_out_of_a_ravine_by_road_and_into_an_attack() -> None:
    """S05-12: 3 MP of a Disorganized division."""
    match = hard("S05-12", dice=[3])
    assert cost(match, "move 2US 1707") == 3, "round by the road: no step leads straight there"
    play(match, "move 2US 1710", "probe 2US 1610")
    until(match, "combat")
    assert strengths(match, "2US", "1610", "2US") == (4, 2)
    assert fight(match, "1610", "2US", "2US", "14R/53") == "2-1 +4"
    play(match, "attack 1610 by 2US", "hold")
    assert survivors(match, "1610") == ["remnant 1610 1 Disorganized"]
    assert level(match, "2US") == 2
    assert not order(match, "14R/53")
