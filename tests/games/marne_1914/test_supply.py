"""General supply (module 10)."""

from __future__ import annotations

import pytest

from grognard.engine import Match
from grognard.games.marne_1914.rules.supply import in_supply, line_of_supply
from tests.games.marne_1914.position import (
    control,
    destinations,
    game,
    number,
    odds,
    of_kind,
    play,
    points,
    refused,
    require_sentence,
    study,
)

NORTH = "region road-exit-north 2001"
SOUTH = "region road-exit-south 2017"
WEST = "region road-exit-west 1010"
EAST = "region road-exit-east 4010"


def supplied(lines: str, uid: str, phase: str = "movement entente") -> bool:
    match = study(phase, lines, supply=None)
    return in_supply(game(match), number(match, uid))


def length(lines: str, uid: str) -> float | None:
    """How long the line to the road is, in MP; None out of supply."""
    match = study("movement entente", lines, supply=None)
    found = line_of_supply(game(match), number(match, uid))
    return None if found is None else found[1] / 2


# -- 10.1.1 when --


def marked(match: Match) -> list[str]:
    """The units that the page shows out of supply."""
    page, g = match.game.page_for(match.setting), game(match)
    return [uid for uid in ("3ID", "4ID", "14DI") if "OOS" in page.status(g, number(match, uid))]


def test_10_1_1_at_the_start_of_movement() -> None:
    """10.1.1, ruling C64: for each unit when it begins to move, and for one that stays when the segment ends."""
    match = study("movement cp", f"{NORTH} \n 3ID 2005 \n 4ID 2016 \n 14DI 3010", supply=None)
    assert of_kind(match.events(), "out-of-supply") == []
    assert marked(match) == ["4ID", "14DI"]             # nobody has said what 14DI found when it moved: as things stand
    events = play(match, "move 4ID 2015", "move 3ID 2006")
    assert [e.data["unit"] for e in of_kind(events, "out-of-supply")] == [number(match, "4ID")]
    staying = study("movement cp", f"{NORTH} \n 3ID 2005 \n 4ID 2016 \n 14DI 3010", supply=None)
    events = play(staying, "end")
    assert [e.data["unit"] for e in of_kind(events, "out-of-supply")] == [number(staying, "4ID")]
    assert marked(staying) == ["4ID", "14DI"]


def test_10_1_1_a_line_that_a_friend_has_opened_feeds() -> None:
    """10.1.1, 10.1.5: 63DR enters 2017, which lies in an enemy zone; then 14DI has its line, and moves freely."""
    lines = f"{SOUTH} \n 14DI 2012 \n 63DR 2015 \n 3ID 2117"
    match = study("movement entente", lines, supply=None)
    refused(match, "move 14DI 2008", "6.1.6", "has 3")
    refused(match, "strategic 14DI 2011", "10.2.1b")
    play(match, "move 63DR 2016", "end")
    assert game(match).state.out_of_supply[number(match, "14DI")] == 1
    match = study("movement entente", lines.replace("63DR 2015", "63DR 2016"), supply=None)
    play(match, "move 63DR 2017")
    play(match, "move 14DI 2008")
    assert game(match).state.out_of_supply[number(match, "14DI")] == 0


def test_10_1_1_a_line_that_a_friend_has_closed_does_not() -> None:
    """10.1.1, 10.1.5: 63DR leaves 2017, and the enemy zone there bars the line of whoever moves later."""
    lines = f"{SOUTH} \n 14DI 2012 \n 63DR 2017 \n 3ID 2117"
    match = study("movement entente", lines, supply=None)
    play(match.clone(), "move 14DI 2008")
    play(match, "move 63DR 1817")
    refused(match, "move 14DI 2008", "6.1.6", "has 3")
    events = play(match, "move 14DI 2009")
    assert [e.data["unit"] for e in of_kind(events, "out-of-supply")] == [number(match, "14DI")]


def test_10_1_1_a_source_that_a_friend_has_retaken_feeds_at_once() -> None:
    """10.1.1, 10.1.2, 13.0.3: the road off the map was the enemy's."""
    match = study("movement entente", f'{SOUTH} \n control {{"2017":"cp"}} \n 14DI 2012 \n 63DR 2015', supply=None)
    refused(match, "strategic 14DI 2008", "10.2.1b")
    play(match, "move 63DR 2017", "move 63DR 2016", "strategic 14DI 2008")


def test_10_2_1a_a_unit_goes_on_with_what_it_began_with() -> None:
    """10.1.1, 10.2.1a: supply is looked at when it begins, not again on the way."""
    match = study("movement entente", f"{SOUTH} \n 14DI 2014", supply=None)
    play(match, "move 14DI 2013", "move 14DI 2010")
    assert game(match).state.out_of_supply[number(match, "14DI")] == 0


def test_m146_supply_is_checked_again_in_combat() -> None:
    """10.1.1, 10.2.2: it moves with 4 MP; when it attacks its line is cut, and 5 becomes 2."""
    lines = f"{NORTH} \n unit G like 17ID af=5 \n G 2008 \n 14DI 1012 \n 63DR 2014 \n 55DR 2214 \n 56DR 1814"
    match = study("movement cp", lines, supply=None)
    assert "2012" in destinations(match, "G")
    play(match, "move G 2012", "end")
    assert odds(study("combat cp", lines.replace("G 2008", "G 2013"), supply=None), "2014", "G").attack_total == 2


# -- 10.1.2-10.1.4 sources --


def test_10_1_4_germans_are_fed_from_the_north_edge() -> None:
    """10.1.4: and from nowhere else."""
    assert supplied(f"{NORTH} \n 3ID 2004", "3ID")
    assert not supplied(f"{SOUTH} \n {WEST} \n {EAST} \n 3ID 2015", "3ID")


def test_10_1_3a_french_sources() -> None:
    """10.1.3a: the south edge, and the east and west edges south of the front line."""
    assert supplied(f"{SOUTH} \n 14DI 2015", "14DI")
    assert not supplied(f"{NORTH} \n 14DI 2003", "14DI")
    # A unit near each edge draws the front line through it; roads north of the line do not feed.
    assert supplied("region road-exit-west 1014 \n 14DI 1010", "14DI")
    assert not supplied("region road-exit-west 1007 \n 14DI 1010", "14DI")
    assert supplied("region road-exit-east 4014 \n 1DI 4010", "1DI")
    assert not supplied("region road-exit-east 4007 \n 1DI 4010", "1DI")


PARIS = "terrain paris 1112 1212 \n region paris 1112 1212"


def test_m143_paris_as_a_source() -> None:
    """10.1.3a, 10.1.3b: 5 MP to a hex of Paris feed the French, not the British."""
    assert length(f"{PARIS} \n 14DI 1614", "14DI") == 5
    assert not supplied(f"{PARIS} \n 1Div 1614", "1Div")


def test_10_1_2_a_source_under_enemy_control_does_not_feed() -> None:
    """10.1.2, 13.0.3: Paris in German hands, or an edge road that the enemy entered last."""
    lost = 'control {"1112":"cp","1212":"cp"} \n garrisons none'
    assert not supplied(f"{PARIS} \n {lost} \n 14DI 1614", "14DI")
    match = study("movement cp", f"{SOUTH} \n 2KD 2013 \n 14DI 2314", supply=None)
    assert in_supply(game(match), number(match, "14DI"))
    play(match, "move 2KD 2017", "end")
    assert control(match, "2017") == "cp"
    assert not in_supply(game(match), number(match, "14DI"))
    left = study("movement entente", f'{SOUTH} \n control {{"2017":"cp"}} \n 14DI 2314', supply=None)
    assert not in_supply(game(left), number(left, "14DI"))
    retaken = study("movement entente", f'{SOUTH} \n control {{"2017":"cp"}} \n 14DI 2016', supply=None)
    play(retaken, "move 14DI 2017", "end")
    assert control(retaken, "2017") == "entente"
    assert in_supply(game(retaken), number(retaken, "14DI"))


def test_10_1_3b_british_sources() -> None:
    """10.1.3b: roads off the west edge, wherever the front line is; else the south edge, for a point."""
    match = study("movement entente", f"{WEST} \n 1Div 1410 \n 14DI 1016", supply=None)
    assert in_supply(game(match), number(match, "1Div"))
    assert points(match.events()) == 0
    match = study("movement entente", f"{SOUTH} \n 1Div 2014 \n 2Div 2214", supply=None)
    assert in_supply(game(match), number(match, "1Div"))
    (award,) = of_kind(play(match, "move 1Div 2015", "move 2Div 2215"), "award")
    assert (award.data["points"], award.cites) == (1, ("10.1.3b",))


def test_10_1_3b_the_west_first() -> None:
    """10.1.3b: no point if the west edge would do."""
    match = study("movement entente", f"{WEST} \n {SOUTH} \n 1Div 1414", supply=None)
    assert points(play(match, "end")) == 0


def test_ruling_c64_british_units_that_stay_pay_when_the_segment_ends() -> None:
    """10.1.1, 10.1.3b: sitting still does not save the point; supply that is only assumed costs none."""
    match = study("movement entente", f"{SOUTH} \n 1Div 2014", supply=None)
    assert points(match.events()) == 0
    assert points(play(match, "end")) == 1
    assert points(play(study("movement entente", f"{SOUTH} \n 1Div 2014"), "end")) == 0


def test_ruling_c44_one_point_a_turn() -> None:
    """10.1.3b: not again when a British unit attacks in the same turn; again in the next turn."""
    lines = f"{SOUTH} \n {NORTH} \n turn 10 \n british_south_turn 10 \n 1Div 2014 \n 3ID 2013"
    match = study("combat entente", lines, supply=None, dice=[1])
    assert points(play(match, "attack 2013 by 1Div", "resolve")) == 0
    lines = lines.replace("british_south_turn 10", "british_south_turn 9")
    match = study("combat entente", lines, supply=None, dice=[1])
    assert points(play(match, "attack 2013 by 1Div", "resolve")) == 1


def test_ruling_c44_a_defence_costs_nothing() -> None:
    """10.1.3b: DF does not depend on supply."""
    match = study("combat cp", f"{SOUTH} \n {NORTH} \n 1Div 2014 \n 3ID 2013", supply=None, dice=[1])
    assert points(play(match, "attack 2014 by 3ID", "resolve")) == 0


# -- 10.1.5 what blocks --


def test_10_1_5_enemy_units_and_zones_block() -> None:
    """10.1.5: a German in the narrow place, or only his zone."""
    wall = "terrain marsh 1916 2116 1815 2215 1817 2217"
    assert supplied(f"{SOUTH} \n 14DI 2012 \n {wall}", "14DI")
    assert not supplied(f"{SOUTH} \n 14DI 2012 \n 3ID 2016", "14DI")
    assert not supplied(f"{SOUTH} \n 14DI 2012 \n 3ID 2117", "14DI")


def test_10_1_5_a_friend_in_the_hex_lifts_the_zone() -> None:
    """10.1.5: the source hex 2017 lies in a zone; with a French unit in it the line passes."""
    assert not supplied(f"{SOUTH} \n 14DI 2015 \n 3ID 2117", "14DI")
    assert not supplied(f"{SOUTH} \n 14DI 2015 \n 3ID 2117 \n 63DR 1915", "14DI")
    assert supplied(f"{SOUTH} \n 14DI 2014 \n 3ID 2117 \n 63DR 2017 \n 7DI 2016", "14DI")


def test_10_1_5_the_units_own_hex_may_lie_in_a_zone() -> None:
    """10.1.5: it is occupied by a friendly unit, itself."""
    assert supplied(f"{SOUTH} \n 14DI 2015 \n 3ID 2014", "14DI")


ROAD = "link road 2004-2005-2006-2007-2008-2009-2010-2011-2012-2013-2014-2015-2016-2017"


def test_ruling_c27_the_road_is_blocked_like_the_rest_and_has_no_limit() -> None:
    """10.1.5, 10.1.6: thirteen hexes of road do not count; a zone on it does."""
    assert length(f"{SOUTH} \n {ROAD} \n 14DI 2104", "14DI") == 1
    wall = "3ID 2111 \n 4ID 1810 \n 5ID 2410 \n 6ID 2711 \n 7ID 1510"
    assert not supplied(f"{SOUTH} \n {ROAD} \n 14DI 2104 \n {wall}", "14DI")


# -- 10.1.6-10.1.8 the length --


def test_m136_too_long() -> None:
    """10.1.6: 2 + 2 + 2 + 2 + 1 is 9 MP; one less would do."""
    woods = "terrain woods 2013 2014 2015 2016"
    walls = "terrain marsh " + " ".join(f"{c}{r}" for c in (19, 21) for r in range(12, 18))
    assert length(f"{SOUTH} \n {woods} \n {walls} \n 14DI 2012", "14DI") is None
    assert length(f"{SOUTH} \n {woods.replace(' 2013', '')} \n {walls} \n 14DI 2012", "14DI") == 8


@pytest.mark.parametrize(("row", "expected"), [(16, 1), (10, 7), (9, 8), (8, None)])
def test_10_1_6_at_most_eight_mp(row: int, expected: float | None) -> None:
    """10.1.6, 10.1.8: own hex not counted, first road hex counted."""
    assert length(f"{SOUTH} \n 14DI 20{row:02d}", "14DI") == expected


def test_10_1_6_not_even_half_a_point_more() -> None:
    """10.1.6, 10.1.7: half a point along another road and then 8 MP are too long."""
    assert length(f"{SOUTH} \n link road 2008-2009 \n 14DI 2008", "14DI") is None
    assert length(f"{SOUTH} \n link road 2009-2010 \n 14DI 2009", "14DI") == 7.5


def test_10_1_7_roads_on_the_way_count_half() -> None:
    """10.1.7: ten hexes of another road, not joined to the source's, are 5 MP; then 1 to the source."""
    other = "link road 2006-2007-2008-2009-2010-2011-2012-2013-2014-2015-2016"
    assert length(f"{SOUTH} \n {other} \n 14DI 2006", "14DI") == 6
    assert length(f"{SOUTH} \n 14DI 2006", "14DI") is None


def test_10_1_7_otherwise_normal_movement_costs() -> None:
    """10.1.7: woods and unbridged rivers on the only way."""
    walls = "terrain marsh 1916 1917 2116 2117 1915 2115"
    assert length(f"{SOUTH} \n {walls} \n terrain woods 2016 \n 14DI 2015", "14DI") == 3
    assert length(f"{SOUTH} \n {walls} \n side river 2015-2016 \n 14DI 2015", "14DI") == 4


def test_10_1_8_a_unit_on_the_road_has_no_line_to_count() -> None:
    """10.1.8."""
    assert length(f"{SOUTH} \n {ROAD} \n 14DI 2006", "14DI") == 0


# -- 10.2 effects --


def test_10_2_1a_one_mp_less() -> None:
    """10.2.1a: also for cavalry; the minimum move stays (6.1.7)."""
    match = study("movement cp", "2KD 2010", supply="no")
    assert "2005" in destinations(match, "2KD")
    assert "2004" not in destinations(match, "2KD")


def test_10_2_1b_no_strategic_movement() -> None:
    """10.2.1b."""
    match = study("movement cp", "2KD 2010", supply="no")
    refused(match, "strategic 2KD 2008", "10.2.1b")
    assert destinations(match, "2KD", "strategic") == set()


def test_10_2_2_attack_factor_halved_rounding_down() -> None:
    """10.2.2: 5 becomes 2."""
    match = study("combat cp", "unit G like 3ID af=5 \n G 2009 \n 63DR 2010", supply="no")
    rows = odds(match, "2010", "G").attack
    assert [(row.value, row.case) for row in rows] == [(5, "8.4.1"), (-3, "10.2.2")]


def test_10_2_3_no_recovery() -> None:
    """10.2.3."""
    match = study("recovery cp", "assume supply 3ID no \n 3ID 2010 2 \n 4ID 2012 2", dice=[6])
    refused(match, "recover 3ID", "10.2.3", "out of supply")


# -- what a player is told --


def test_the_referee_says_why() -> None:
    """10.1.2-10.1.4: the source with its case, or that there is none."""
    def ruling(match: Match, uid: str) -> tuple[bool, str]:
        found = match.game.supply(match.position, number(match, uid))
        assert found is not None
        require_sentence(found.text)
        return found.allowed, found.case

    units = "3ID 2004 \n 4ID 3516 \n 14DI 2014 \n 1Div 2114 \n 63DR 1211 \n 61DR off-map"
    match = study("movement entente", f"{NORTH} \n {SOUTH} \n {PARIS} \n {units}", supply=None)
    assert ruling(match, "3ID") == (True, "10.1.4")
    assert ruling(match, "4ID") == (False, "10.1.6")
    assert ruling(match, "14DI") == (True, "10.1.3a")
    assert ruling(match, "63DR") == (True, "10.1.3a")
    assert ruling(match, "1Div") == (True, "10.1.3b")
    assert ruling(match, "61DR") == (False, "10.1.1")
    assert ruling(study("movement entente", "14DI 2014", supply="no"), "14DI") == (False, "10.1.2")
