"""Hard positions of chapter 15: artillery."""

from __future__ import annotations

from grognard.games.soissons_1918.rules.artillery import drm_rows
from grognard.rules.arithmetic import total
from tests.games.soissons_1918.hard.position import answer, fight, fire, hard, seen, survivors
from tests.games.soissons_1918.position import allowed, asked, cell, game, level, of_kind, play, refused

MEDIUM = "guns german-medium=2 entente-medium=4"


def test_s15_01_a_remnant_is_closest() -> None:
    """S15-01: it belongs to no corps and bars them all (K39); beside it a regiment of the corps is enough."""
    match = hard("S15-01", "bombard-2 german", MEDIUM)
    refused(match, "direct HQ-STAABS 1210", "15.3.2")
    assert allowed(match, "bombard 1210 medium")
    assert allowed(hard("S15-01t", "bombard-2 german", MEDIUM), "direct HQ-STAABS 1210")


def test_s15_02_a_d_in_brackets() -> None:
    """S15-02: counts at night only (K13)."""
    match = hard("S15-02", "night-fire german", fire("1513 entente 3", "1512 german 3"), dice=[4, 3])
    assert (level(match, "28D/109"), level(match, "DM")) == (2, 0)
    match = hard("S15-02t", "attack-end entente", fire("1513 entente 3"), dice=[3])
    assert level(match, "28D/109") == 0


def test_s15_03_aircraft_need_no_observer() -> None:
    """S15-03: alone; with a gun they do."""
    g = game(hard("S15-03", "attack entente"))
    where = cell(hard("S15-03", "attack entente"), "1114")
    assert total(drm_rows(g, 0, where, 0, assault=False)) == -1
    assert total(drm_rows(g, 0, where, 1, assault=False)) == -2


def test_s15_04_guns_of_a_headquarters_on_the_run() -> None:
    """S15-04: once refreshed they fire (K40); not before."""
    match = hard("S15-04", more=MEDIUM)
    events = play(match, "bombard 2312 medium", "bombard 2312 medium", "direct HQ-XI 2312")
    assert [event.data["points"] for event in of_kind(events, "aim")] == [1, 2, 3]
    match = hard("S15-04t", "bombard-2 entente", MEDIUM)
    refused(match, "direct HQ-XI 2312", "15.2.1", "unavailable")
    play(match, "bombard 2312 medium", "bombard 2312 medium")


def test_s15_05_fire_on_who_has_just_come() -> None:
    """S15-05: resolved against whoever is there when its time comes (K78)."""
    more = f"{fire('1514 entente 2')} \n 20D 1514 3 disruption=2 corps=WATTER"
    match = hard("S15-05", "attack entente", more, dice=[3, 6])
    assert fight(match, "1512", "69DI", "69DI", "14R/16") == "4-1 +1"
    play(match, "attack 1512 by 69DI", "convert 1512", "retreat 14R/16 1514")
    answer(match, stop="advance")
    assert seen(match, "14R/16") == "1514 2 Disorganized R"
    assert seen(match, "20D") == "1514 3 Disorganized"


def test_s15_06_a_loss_on_remnants_alone() -> None:
    """S15-06: one level more for each; where a regiment stands with them it takes the loss."""
    match = hard("S15-06", "attack-end entente", fire("1313 entente 3 1"), dice=[5])
    assert (level(match, "REM1"), level(match, "REM2")) == (4, 5)
    match = hard("S15-06t", "attack-end entente", fire("1313 entente 3 1"), dice=[5])
    assert survivors(match, "1313") == ["remnant 1313 1 Disorganized", "remnant 1313 1 Shocked"]


def test_s15_07_barrages() -> None:
    """S15-07: by the corps of the closest unit, onto hexes with a Prepare marker; +1 in the Assault segment (K37)."""
    match = hard("S15-07", more=MEDIUM)
    assert allowed(match, "direct HQ-WATTER 1411")
    assert total(drm_rows(game(match), 1, cell(match, "1411"), 1, assault=True)) == 0
    refused(match, "direct HQ-STAABS 1411", "15.3.2")
    refused(match, "bombard 1511 medium", "15.4", "not a target")


def test_s15_08_three_guns_and_one_of_the_air() -> None:
    """S15-08: not four guns, one bombardment a hex, only beside a Prepare marker."""
    points = "guns entente-heavy=2 entente-medium=2 entente-air=2"
    match = hard("S15-08", more=points)
    refused(match, "bombard 1211 medium", "15.4", "not a target")
    play(match, "bombard 1209 heavy", "bombard 1209 heavy", "bombard 1209 medium")
    refused(match, "bombard 1209 medium", "15.0")
    match = hard("S15-08", more=points)
    play(match, "bombard 1209 heavy", "bombard 1209 heavy", "direct HQ-XX 1209", "bombard 1209 air")
    assert asked(match) != "bombard", "nothing more can be put on the only target"


def test_s15_09_the_bonus_is_fixed_when_it_is_declared() -> None:
    """S15-09: though the barrage took the Prepare marker away (K101)."""
    markers = fire("1512 entente 2", "1511 german 3")
    match = hard("S15-09", "barrage-1-fire entente", markers, dice=[5, 4])
    assert (seen(match, "58DI"), level(match, "14R/16")) == ("1511 7 Shocked", 2)


def test_s15_10_points_of_the_afternoon_and_the_night() -> None:
    """S15-10: leftovers are added in the afternoon and lost at night."""
    points = "guns german-air=1 german-medium=1 \n later german-heavy=1 german-medium=1 \n 11DI 1105 \n 42/17 1512"
    match = hard("S15-10", "artillery entente", points)
    guns = game(match).state.guns
    assert [guns[f"german-{kind}"] for kind in ("heavy", "medium", "air")] == [1, 2, 1]
    match = hard("S15-10", "night-artillery entente", points, turn=6)
    guns = game(match).state.guns
    assert [guns[f"german-{kind}"] for kind in ("heavy", "medium", "air")] == [1, 1, 0]
