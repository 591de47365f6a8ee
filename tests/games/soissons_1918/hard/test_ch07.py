"""Hard positions of chapter 7: headquarters."""

from __future__ import annotations

from grognard.games.soissons_1918.rules.command import in_command
from tests.games.soissons_1918.hard.position import fight, hard, isolated, seen, strengths, survivors
from tests.games.soissons_1918.position import (
    allowed,
    asked,
    destinations,
    game,
    number,
    of_kind,
    place,
    play,
    refused,
    until,
)


def test_s07_01_a_lone_headquarters_flees() -> None:
    """S07-01: three hexes or more, and the enemy goes on; with a remnant beside it nothing happens."""
    match = hard("S07-01")
    play(match, "move 2US 1609")
    assert asked(match) == "fallback"
    ends = destinations(match, "HQ-WATTER", "fallback")
    assert {"1713", "1612", "1812"} <= ends
    assert not {"1711", "1712"} & ends
    play(match, "fallback HQ-WATTER 1713")
    assert seen(match, "HQ-WATTER") == "1713 R silent"
    assert allowed(match, "move 2US 1610")
    match = hard("S07-01t")
    play(match, "move 2US 1609")
    assert asked(match) == "maneuver"
    refused(match, "move 2US 1610", "9.1.1")


def test_s07_02_guns_without_command() -> None:
    """S07-02: a Retreat marker silences command, not the guns once they are refreshed (K40)."""
    more = "AS-I tank-box \n 58DI 1403"
    match = hard("S07-02", "artillery entente", more, dice=[1] * 30)
    assert not game(match).state.fired[number(match, "HQ-XX")]
    assert not match.check("attach AS-I to DM")
    until(match, "bombard")
    play(match, "direct HQ-XX 1307", "end")
    until(match, "combat")
    assert strengths(match, "DM", "1307", "DM") == (4, 3)
    assert fight(match, "1307", "DM", "DM", "42/17") == "1-1 +2"
    match = hard("S07-02t", "attach entente", "AS-I tank-box \n HQ-XX 1303")
    play(match, "attach AS-I to DM")
    assert allowed(match, "direct HQ-XX 1307")
    until(match, "combat")
    assert fight(match, "1307", "DM", "DM", "42/17") == "3-1 +4"


def test_s07_03_a_headquarters_with_a_remnant() -> None:
    """S07-03: the remnant's loss drives both away."""
    match = hard("S07-03", dice=[4])
    assert fight(match, "1012", "11DI", "11DI", "REM1") == "6-1 +0"
    play(match, "attack 1012 by 11DI")
    for uid in ("REM1", "HQ-STAABS"):
        ends = destinations(match, uid, "retreat")
        assert {"1013", "0913", "1113"} <= ends
        assert not {"0912", "1112"} & ends
    play(match, "retreat REM1 1013", "retreat HQ-STAABS 1113")
    assert survivors(match, "1013") == ["remnant 1013 1 Shocked R"]
    assert seen(match, "HQ-STAABS") == "1113 R silent"


def test_s07_04_an_escort_falls_back() -> None:
    """S07-04: the headquarters left behind must flee at once (K50); falling back with its escort left needs one hex."""
    match = hard("S07-04")
    play(match, "fallback 14R/53 1814")
    assert asked(match) == "fallback"
    assert destinations(match, "14R/53", "fallback") == set()
    ends = destinations(match, "HQ-WATTER", "fallback")
    assert {"1814", "1714", "1914"} <= ends
    assert "1812" not in ends
    match = hard("S07-04t")
    play(match, "fallback HQ-WATTER 1812")
    assert seen(match, "HQ-WATTER") == "1812 R silent"
    assert place(match, "14R/53") == "1811"


def test_s07_05_into_an_enemy_zone() -> None:
    """S07-05: to a division of its own corps, not to one of another."""
    assert allowed(hard("S07-05"), "move HQ-XI 2209")
    refused(hard("S07-05t"), "move HQ-XI 2209", "7.0", "another corps")


def test_s07_06_held_by_a_zone() -> None:
    """S07-06: a headquarters, too."""
    refused(hard("S07-06"), "move HQ-XI 2208", "9.1.1")


def test_s07_07_no_three_hexes_left() -> None:
    """S07-07: two hexes from the edge a lone headquarters is lost; with a third hex it lives."""
    match = hard("S07-07")
    events = play(match, "move 5DI 2316")
    assert [event.data["unit"] for event in of_kind(events, "eliminated")] == [number(match, "HQ-WATTER")]
    match = hard("S07-07t")
    play(match, "move 5DI 2315")
    assert {"2319", "2218", "2418"} <= destinations(match, "HQ-WATTER", "fallback")


def test_s07_08_touched_by_an_advance_at_night() -> None:
    """S07-08: Prepare stays, the headquarters flees."""
    match = hard("S07-08")
    play(match, "advance 38DI 1811")
    assert seen(match, "38DI") == "1811 9 Good Order Prepare"
    assert {"1815", "1715", "1915"} <= destinations(match, "HQ-WATTER", "fallback")
    play(match, "fallback HQ-WATTER 1815")
    assert seen(match, "HQ-WATTER") == "1815 R silent"


def test_s07_09_attacks_while_the_headquarters_is_on_the_run() -> None:
    """S07-09: at half and without its guns; in command with all they have."""
    for name, total in (("S07-09", 2), ("S07-09t", 6)):
        match = hard(name)
        play(match, *(["fallback HQ-STAABS 1014"] if total == 2 else []), "end")
        while game(match).state.phasing == "entente":
            play(match, "end")
        until(match, "maneuver")
        play(match, "probe 11B/3 1008", "probe 11B/13 1008", "end")
        until(match, "bombard")
        assert bool(match.check("direct HQ-STAABS 1008")) == (total == 6)
        until(match, "combat")
        assert in_command(game(match), number(match, "11B/3")) == (total == 6)
        assert strengths(match, "11B/3,11B/13", "1008", "11B/3") == (total, 9)
        assert fight(match, "1008", "11B/3,11B/13", "11B/3", "153DI").startswith("3-2")
        assert not isolated(match)
