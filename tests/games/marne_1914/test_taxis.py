"""The taxis of Paris (section 12.2)."""

from __future__ import annotations

from typing import Any

from grognard.engine import Match
from tests.games.marne_1914.position import (
    asked,
    cost,
    destinations,
    game,
    number,
    of_kind,
    place,
    play,
    refused,
    study,
)

ROAD = ["1211", "1210", "1209", "1208", "1207", "1206", "1205", "1204", "1203", "1202", "1201", "1101"]
"""Twelve hexes of road from the hex of Paris in 1212."""
BASE = f"region paris 1112 1212 \n terrain paris 1112 1212 \n link road 1212-{'-'.join(ROAD)}"


def riding(lines: str = "", **more: Any) -> Match:
    head = f"{BASE} \n 7DI 1212 4 taxi"
    return study("movement entente", f"{head} \n {lines}", scenario="full-battle", great_retreat="off", **more)


def test_m172_taxi_move() -> None:
    """12.2.2-12.2.4: twelve road hexes cost 6 of 4 + 2 MP; the last one may lie in an enemy zone."""
    match = riding("3ID 1001")
    assert game(match).zones[0][match.setting.grid.cell("1101")]
    assert cost(match, "taxi 7DI 1101") == 6.0
    play(match, "taxi 7DI 1101")
    assert place(match, "7DI") == "1101"


def test_12_2_1_only_iv_corps_has_taxis() -> None:
    """12.2.1."""
    match = riding("8DI 1112")
    refused(match, "taxi 8DI 1211", "12.2.1", "cannot take the taxis")


def test_12_2_2_the_ride_uses_strategic_costs_and_allowance() -> None:
    """12.2.2, 6.2.2a: 6 MP, half a point a road hex, no further."""
    match = riding()
    assert cost(match, "taxi 7DI 1211") == 0.5
    refused(match, "taxi 7DI 1102", "12.2.4", "no open road of 6 MP")


def test_12_2_3_once_for_each_unit() -> None:
    """12.2.3: a ride ends the move, and there is no second one in the game."""
    match = riding("8DI 1112 4 taxi")
    play(match, "taxi 7DI 1208")
    refused(match, "move 7DI 1207", "6.1.1")
    later = study("movement entente", f"{BASE} \n 7DI 1212 4 taxi=2", scenario="full-battle")
    refused(later, "taxi 7DI 1208", "12.2.3", "has already had its taxi ride")


def test_12_2_4_only_along_roads_and_from_paris() -> None:
    """12.2.4."""
    match = riding()
    assert destinations(match, "7DI", "taxi") == set(ROAD)
    refused(match, "taxi 7DI 1311", "12.2.4")
    away = study("movement entente", f"{BASE} \n 7DI 1211 4 taxi", scenario="full-battle")
    refused(away, "taxi 7DI 1208", "12.2.4", "start from Paris")


def test_12_2_4_enemy_units_and_zones_on_the_way_stop_the_ride() -> None:
    """12.2.4: the path must be free; only its end may lie in a zone."""
    match = riding("3ID 1006")
    assert "1106" not in destinations(match, "7DI", "taxi")
    zone = riding("3ID 1306")
    assert "1206" in destinations(zone, "7DI", "taxi")       # the first hex in the zone
    assert "1205" not in destinations(zone, "7DI", "taxi")
    refused(zone, "taxi 7DI 1204", "12.2.4")


def test_ruling_c40_no_ride_from_an_enemy_zone_or_out_of_supply() -> None:
    """12.2.2, 6.2.1, 10.2.1b."""
    refused(riding("3ID 1213"), "taxi 7DI 1208", "6.2.1", "enemy zone")
    refused(riding(supply="no"), "taxi 7DI 1208", "10.2.1b", "out of supply")


def test_ruling_c40_after_a_march_there_is_no_ride() -> None:
    """12.2.2: it is one move or the other."""
    match = riding()
    play(match, "move 7DI 1112")
    refused(match, "taxi 7DI 1208", "12.2.2", "has already moved")


def test_12_2_5_the_division_may_join_another_french_corps() -> None:
    """12.2.5, ruling C41: it takes the new corps and its army in every respect, for the rest of the game."""
    match = riding("14DI 1207 \n 5DI 1305 \n 1Div 1010 \n 1DC 1009 \n 1DI cadre 0 \n 17DI off-map 4 due=7")
    play(match, "taxi 7DI 1206")
    assert asked(match) == "attach"
    choices = {str(action.args[1]) for action in match.legal_actions()}
    # No British, and none that has yet to come; any other, cavalry and the Cadre Box included.
    assert choices == {"F-IV", "F-VII", "F-III", "F-I", "F-ICAV"}
    refused(match, "attach 7DI to B-I", "12.2.5")
    (joined,) = of_kind(play(match, "attach 7DI to F-III"), "attached")
    assert joined.cites == ("12.2.5",)
    state, unit = game(match).state, number(match, "7DI")
    assert (state.corps[unit], state.army[unit]) == ("F-III", "5")


def test_12_2_5_or_stay_with_its_own() -> None:
    """12.2.5: joining is a choice."""
    match = riding("14DI 1207 \n 5DI 1305")
    events = play(match, "taxi 7DI 1206", "attach 7DI to F-IV")
    assert of_kind(events, "attached") == []
    assert game(match).state.corps[number(match, "7DI")] == "F-IV"


def test_ruling_c41_the_new_army_must_fit_the_hex_and_its_area() -> None:
    """12.2.5, 4.1.2, 5.2.4: beside cavalry of the 6th Army it cannot join the 5th."""
    match = riding("1DC 1206 \n 5DI 1305 \n 14DI 1207")
    play(match, "taxi 7DI 1206")
    assert {str(action.args[1]) for action in match.legal_actions()} == {"F-IV", "F-VII", "F-ICAV"}
    outside = riding("5DI 2405 \n markers 6/BEF=17 BEF/5=23")
    events = play(outside, "taxi 7DI 1206", "attach 7DI to F-III", "end")
    while asked(outside) == "close-up":
        events += outside.play(next(outside.legal_actions()))
    assert [e.cites for e in of_kind(events, "disrupted")] == [("5.2.4",)]


def test_ruling_c40_taxis_on_arrival_by_option() -> None:
    """12.2.2, 7.1.1, option taxi_on_arrival: at once, but only by taxi."""
    lines = "turn 5 \n 7DI off-map 4 due=5"
    for option in ("off", "on"):
        match = study(
            "reinforcement entente", f"{BASE} \n {lines}", scenario="full-battle", great_retreat="off",
            taxi_on_arrival=option,
        )
        play(match, "enter 7DI 1212")
        if option == "off":
            refused(match, "taxi 7DI 1208", "6.1.1")
            continue
        refused(match, "move 7DI 1211", "7.1.1", "only the taxis")
        refused(match, "strategic 7DI 1211", "7.1.1", "only the taxis")
        assert {action.verb for action in match.legal_actions("7DI")} == {"taxi"}
        play(match, "taxi 7DI 1208")
        assert place(match, "7DI") == "1208"
