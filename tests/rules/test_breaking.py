"""Units that break into parts, and counters that ride with others; shown with the divisions and tanks of Soissons."""

from __future__ import annotations

from grognard.engine import Action
from grognard.rules.breaking import Breaking
from tests.games.soissons_1918.position import game, number, place, study


def test_ways_by_strength_and_by_what_is_free() -> None:
    match = study("maneuver german", "28D 1410 6 corps=WATTER \n 28D/40 1412 \n 162DI 0305")
    g, unit = game(match), number(match, "28D")
    parts = [number(match, f"28D/{n}") for n in (109, 110, 40)]
    breaking = Breaking("14.0", {unit: parts}, [(6, (3, 3)), (6, (2, 2, 2)), (4, (2, 2))], g.state.loc[parts[0]])
    assert [action.word(1) for action in breaking.actions(g, unit)] == ["3-3"], "one part is on the map already"
    action = Action("breakdown", (unit, "3-3"))
    assert breaking.may(g, action)
    assert breaking.split(g, action) == [(parts[0], 3), (parts[1], 3)]
    assert "can break down into 3-3" in breaking.may(g, Action("breakdown", (unit, "2-2-2"))).text
    assert "not a unit that can break down" in breaking.may(g, Action("breakdown", (parts[0], "3"))).text


def test_who_rides_goes_along() -> None:
    match = study("maneuver entente", "162DI 1405 tank=AS-I \n 11DI 1505 \n 42/17 1415")
    g = game(match)
    tank, first, second = (number(match, uid) for uid in ("AS-I", "162DI", "11DI"))
    assert place(match, "AS-I") == "1405", "put there, though the position says only who carries it"
    g.place(first, match.setting.grid.cell("1404"))
    assert (place(match, "AS-I"), g.carrier_of(tank)) == ("1404", first)
    g.load(tank, second)
    assert (place(match, "AS-I"), g.carrier_of(tank), g.broken_riders()) == ("1505", second, [])
    g.unload(second, -1)
    assert (g.carrier_of(tank), place(match, "AS-I")) == (-1, "off-map")


def test_broken_riders_are_told() -> None:
    match = study("maneuver entente", "162DI 1405 tank=AS-I \n 11DI 1505 \n 42/17 1415")
    g = game(match)
    g.state.tank[number(match, "11DI")] = number(match, "AS-I")
    assert g.broken_riders() == ["a counter rides with two units", "AS-I is not where 11DI is"]
    g.state.tank = [-1] * len(g.state.tank)
    assert g.broken_riders() == ["AS-I is alone on the map"]
