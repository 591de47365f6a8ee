"""Supply lines, isolation and town control (chapter 11, 3.3.4)."""

from __future__ import annotations

import pytest

from grognard.engine import Match
from grognard.games.soissons_1918.rules.supply import is_isolated, supply_ruling
from grognard.games.soissons_1918.rules.zones import towns_of
from tests.games.soissons_1918.position import (
    allowed,
    asked,
    cell,
    cells,
    cost,
    destinations,
    game,
    names,
    number,
    of_kind,
    place,
    play,
    refused,
    require_sentence,
    retreated,
    study,
)


def supply(lines: str, **given: str) -> Match:
    return study("maneuver german", lines, supply=None, **given)  # type: ignore[arg-type]


def isolated(match: Match, uid: str) -> bool:
    ruling = supply_ruling(game(match), number(match, uid))
    require_sentence(ruling.text)
    assert bool(ruling) is not is_isolated(game(match), number(match, uid))
    return not ruling


# -- 11.1 lines --


def test_11_1_the_german_line_is_the_row_to_the_east() -> None:
    """11.1, S18-107: 1810 and 1811 lie in the zone of the division in 1711."""
    assert isolated(supply("42/17 1809 \n 162DI 1711"), "42/17")
    assert not isolated(supply("42/17 1809 \n 162DI 1611 \n 42/131 1711 \n 42/138 1812"), "42/17")
    assert not isolated(supply("42/17 1809 \n 162DI 1704"), "42/17")


def test_11_1_threat_zones_bar_a_line_where_nothing_cancels_them() -> None:
    """11.1, S18-110: threat in 1811 and 1812; in 1810 the regiment's own zone cancels it."""
    match = supply("42/17 1809 \n 162DI 1611")
    assert isolated(match, "42/17")
    assert "1811" in supply_ruling(game(match), number(match, "42/17")).text
    assert not isolated(supply("42/17 1809 \n 162DI 1611 \n 42/131 1912 \n 42/138 1811"), "42/17")


def test_11_1_towns_let_a_line_pass() -> None:
    """11.1, ruling K30: through zones, but not through the enemy himself; by option only one's own towns."""
    lines = "42/17 1809 \n 162DI 1711 \n terrain town 1810 1811 1812"
    assert not isolated(supply(lines), "42/17")
    assert isolated(supply(lines, supply_through_towns="controlled"), "42/17")
    assert isolated(supply("42/17 1809 \n 162DI 1811 \n terrain town 1810 1811 1812 1813"), "42/17")


def test_11_1_an_entente_line_winds_but_never_turns_east() -> None:
    """11.1, S18-113: its own zone cancels threat behind it; shut in on three sides it is isolated."""
    assert not isolated(supply("162DI 1405 \n 42/17 1406"), "162DI")
    assert not isolated(supply("162DI 1405 \n 42/17 1402"), "162DI"), "round by the north"
    assert isolated(supply("162DI 1405 \n 42/17 1404"), "162DI"), "every step round it would turn east"
    shut = "162DI 1405 \n 42/17 1403 \n 42/131 1604 \n 42/138 1204"
    assert isolated(supply(shut), "162DI")


def test_11_1_example_the_perimeter_by_the_shortest_path_only() -> None:
    """11.1: the closest perimeter hex is 3 away and barred; another one 4 away does not help."""
    lines = "42/17 1208 \n 162DI 1112"
    far = "region soissons-perimeter 0810"
    assert isolated(supply(lines), "42/17")
    assert not isolated(supply(f"{lines} \n {far}"), "42/17")
    assert isolated(supply(f"{lines} \n {far} 1211"), "42/17")
    assert isolated(supply(f"{lines} \n region soissons-perimeter 0711"), "42/17"), "5 hexes are too far"


def test_11_1_example_on_the_map() -> None:
    """11.1: east is barred by A, Soissons is near enough; from 1008 it would be too far."""
    near = study("maneuver german", "42/17 1010 \n 162DI 1114", board="map", supply=None)
    assert not isolated(near, "42/17")
    assert "perimeter" in supply_ruling(game(near), number(near, "42/17")).text
    assert isolated(study("maneuver german", "42/17 1008 \n 162DI 1114", board="map", supply=None), "42/17")


def test_11_1_ruling_k80_on_the_perimeter_there_is_always_a_line() -> None:
    """11.1, ruling K80."""
    lines = "42/17 1208 \n 162DI 1209"
    assert isolated(supply(lines), "42/17")
    assert not isolated(supply(f"{lines} \n region soissons-perimeter 1208"), "42/17")


def test_11_1_ruling_k22_along_the_aisne() -> None:
    """11.1, ruling K22: where the hex to the east is out of play, the line goes south-east and on."""
    match = study("maneuver german", "42/17 0411", board="map", supply=None)
    line = [match.setting.grid.ids[c] for c in game(match).setting.east.lines[cell(match, "0411")]]
    assert line[-1] in {"0719", "0818"}
    assert all(game(match).setting.playable >> cell(match, name) & 1 for name in line)


# -- 11.2 isolation --


EXAMPLE_1 = "162DI 1610 \n 42/17 1411 \n 42/131 1913 \n 14R/16 1314"


def test_11_2_2_example_1_threat_zones_link_up_behind() -> None:
    """11.2.2 (its first example): into 1612, but not into Villemontoire unless a friend covers 1712 first."""
    match = study("maneuver entente", EXAMPLE_1, board="map", supply=None)
    assert allowed(match, "move 162DI 1612")
    refused(match, "move 162DI 1613", "11.2.1", "isolated")
    covered = study("maneuver entente", f"{EXAMPLE_1} \n 11DI 1711", board="map", supply=None)
    assert allowed(covered, "move 162DI 1613")


EXAMPLE_2 = "11DI 1712 \n 42/17 1911 \n 42/131 1511 \n 42/138 1513 \n 14R/16 2013"


def test_11_2_1_example_2_a_move_that_drives_the_enemy_off() -> None:
    """11.2.1, S18-116: Y would be isolated in 1811, but so would B in 1712, who must go."""
    match = study("maneuver german", EXAMPLE_2, board="map", supply=None)
    assert not isolated(match, "42/17")
    assert not isolated(match, "11DI")
    play(match, "move 42/17 1811")
    assert (asked(match), match.decision and match.decision.side) == ("fallback", "entente")
    assert isolated(match, "11DI")
    assert isolated(match, "42/17")
    play(match, "fallback 11DI 1606")
    assert not isolated(match, "42/17")
    assert retreated(match, "11DI")


def test_11_2_1_no_move_that_leaves_a_friend_isolated() -> None:
    """11.2.1: without 11DI the threat zones close behind 162DI."""
    lines = "162DI 1613 \n 11DI 1711 \n 42/17 1411 \n 42/131 1913 \n 14R/16 1314"
    match = study("maneuver entente", lines, board="map", supply=None)
    refused(match, "move 11DI 1707", "11.2.1", "isolate a friendly unit")
    assert allowed(match, "move 11DI 1611")


def test_11_2_1_a_unit_isolated_already_may_go_anywhere() -> None:
    """11.2.1 speaks of units that are not isolated; K69: until the enemy's next chance nothing happens to them."""
    match = study("maneuver german", "42/17 1809 \n 162DI 1712", supply=None)
    assert isolated(match, "42/17")
    assert "1808" in destinations(match, "42/17")


def test_11_2_2_isolated_units_fall_back_at_once() -> None:
    """11.2.2, S18-224: the mover is interrupted, and goes on with what it has left."""
    match = study("maneuver entente", "162DI 1507 \n 42/17 1609", supply=None)
    play(match, "move 162DI 1511")
    assert (asked(match), place(match, "162DI")) == ("fallback", "1410")
    events = play(match, "fallback 42/17 1616")
    assert of_kind(events, "move")[0].data["mp"] == 2 * 4
    assert cost(match, "move 162DI 1511") == 1
    refused(match, "move 162DI 1513", "12.1", "has 2")


def test_11_2_2_one_fallback_isolates_the_next() -> None:
    """13.2: the cascade is the German's to order; who has no way is eliminated."""
    match = study("maneuver entente", "162DI 1407 \n 42/17 1609 \n 42/131 1608", supply=None)
    play(match, "move 162DI 1410")
    first = match.decision
    assert first is not None
    assert "42/17, 42/131" in first.prompt
    play(match, "fallback 42/17 1616", "fallback 42/131 1615")
    assert asked(match) == "maneuver"


def test_11_2_ruling_k70_a_combat_may_isolate() -> None:
    """11.2, rulings K69 and K70: nothing happens at once, but the fallback segment demands it."""
    match = study("fallback-1 entente", "42/17 1809 \n 162DI 1711", supply=None)
    refused(match, "end", "13.1", "must fall back")
    play(match, "fallback 42/17 1816")
    assert allowed(match, "end")


# -- 3.3.4 control --


def test_3_3_4_control_of_an_empty_town() -> None:
    """3.3.4, S18-215: the regiment's zone cancels threat in 1309 and 1209, so a path leads east."""
    lines = "terrain town 1408 \n 162DI 1410 \n 11DI 1307 \n 153DI 1507"
    match = supply(f"{lines} \n 42/17 1310")
    assert "1408" in names(match, towns_of(game(match), 1))
    match = supply(lines)
    assert "1408" in names(match, towns_of(game(match), 0))


def test_3_3_4_an_entente_unit_holds_its_town() -> None:
    """3.3.4: and each hex of a town for itself."""
    match = supply("terrain town 1408 1411 \n 162DI 1408")
    assert names(match, towns_of(game(match), 0)) == {"1408"}
    assert towns_of(game(match), 1) == cells(match, "1411")


@pytest.mark.parametrize("side", [0, 1])
def test_2_2_nobody_stands_north_of_the_aisne(side: int) -> None:
    """2.2: no step leads there."""
    match = study("maneuver entente", "162DI 1405", board="map")
    setting = game(match).setting
    north = [c for c in range(len(setting.grid.ids)) if not setting.playable >> c & 1]
    assert north
    assert not any(setting.rear.back[side].sources[c] for c in north)
