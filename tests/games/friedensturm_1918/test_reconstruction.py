"""What was rebuilt keeps to every hint of the rulebook (reconstruction.md); M numbers are its list of gaps."""

from __future__ import annotations

import math
import re
from collections import Counter
from itertools import pairwise

import pytest

from tests.games.data_files import Row
from tests.games.friedensturm_1918.files import (
    ROOT,
    SCENARIOS,
    apart,
    arrivals,
    at_start,
    factors,
    number,
    of,
    reduced,
    region,
    rows,
    scenario,
    set_up,
    table,
    units,
)

ODDS = ["1/2", "1/1", "2/1", "3/1", "4/1", "5/1", "6/1"]


# M04: strengths --------------------------------------------------------------------------------------

LADDER = {1: (4, 6), 2: (5, 7), 3: (7, 9), 4: (8, 11), 5: (9, 12), 6: (12, 15)}
RUNG = {
    "first": {2: 2, 3: 3, 4: 4, 5: 5, 6: 6},
    "second": {2: 1, 3: 2, 4: 3, 5: 4},
    "attack": {4: 5, 5: 5, 6: 6},
    "position": {2: 2, 3: 3, 4: 4, 5: 4},
}
FIRST_CLASS = {*range(1, 44), 45, 47, 48, 153}
ATTACK_DIVISIONS = {
    "3GD", "GED", "JD", "3BD", "9ID", "14ID", "28ID", "34ID", "36ID", "113ID", "195ID", "200ID", "206ID", "7RD", "45RD",
    "46RD", "47RD", "50RD", "51RD",
}  # fmt: skip
REGIMENTS = Counter(unit["division"] for unit in of(kind="regiment"))


def class_of(unit: Row) -> str:
    division = unit["division"] or unit["id"]
    if unit["nation"] == "german":
        in_regiments = bool(unit["division"]) and division != "11BD"
        return "attack" if in_regiments or division in ATTACK_DIVISIONS else "position"
    if unit["nation"] in ("british", "american"):
        return "first"
    digits = re.fullmatch(r"(\d*)(DIC|DI|DM|T|DCP|IT)", division)
    assert digits is not None, division
    if digits[2] in ("DIC", "DM", "T"):
        return "first"
    return "first" if digits[2] == "DI" and int(digits[1]) in FIRST_CLASS else "second"


def whole(unit: Row) -> tuple[int, int]:
    """What a division of the unit's morale and class has."""
    attack, defence = LADDER[RUNG[class_of(unit)][int(unit["morale"])]]
    if unit["nation"] == "german":
        if class_of(unit) == "position" and not unit["division"]:
            attack = attack * 2 // 3
        return attack, defence * 7 // 6
    if unit["nation"] == "american":
        return attack * 16 // 9, defence * 16 // 9
    return attack, defence


@pytest.mark.parametrize("id", [unit["id"] for unit in of(kind="division")])
def test_a_division_stands_on_its_rung(id: str) -> None:
    unit = units()[id]
    assert factors(unit) == "{}-{}-4".format(*whole(unit))
    assert reduced(unit) == f"{int(unit['attack']) // 2}-{math.ceil(int(unit['defence']) / 2)}-4"


@pytest.mark.parametrize("division", sorted(REGIMENTS))
def test_regiments_share_what_a_division_has(division: str) -> None:
    regiments = of(division=division) if division else [unit for unit in of(kind="regiment") if not unit["division"]]
    shares = len(regiments) if regiments[0]["nation"] == "american" else 3
    for place, unit in enumerate(regiments):
        attack, defence = (
            total // shares + ((0 if not division else place) < total % shares) for total in whole(unit)
        )
        assert factors(unit) == f"{attack}-{defence}-5", unit["id"]
        assert reduced(unit) == f"{attack // 2}-{math.ceil(defence / 2)}-5", unit["id"]


def test_the_sample_counters_come_out() -> None:
    assert factors(units()["10DI"]) == "7-9-4"  # 4.0
    assert units()["10DI"]["morale"] == "3"
    assert (reduced(units()["50BR"]), units()["50BR"]["morale"]) == ("2-4-4", "2")
    assert (reduced(units()["62BR"]), units()["62BR"]["morale"]) == ("3-5-4", "3")
    assert (factors(units()["2DIC/22"]), units()["2DIC/22"]["morale"]) == ("3-4-5", "5")
    bavarian = [factors(unit) for unit in of(division="11BD")]
    assert bavarian == ["3-4-5", "3-4-5", "2-4-5"]  # as those of the 1st Bavarian Division


def test_the_counters_of_the_example_of_combat_exist() -> None:
    regiments = [[factors(unit) for unit in of(division=d)] for d in REGIMENTS if d and of(division=d, morale="5")]
    assert ["3-5-5", "3-5-5", "3-4-5"] in regiments
    assert "9-14-4" in [factors(unit) for unit in of(kind="division", side="german", morale="4")]
    french = [unit for unit in of(kind="division", nation="french", morale="3") if factors(unit) == "5-7-4"]
    assert units()["170DI"] in french
    assert {unit["defence2"] for unit in french} == {"4"}


def test_movement_and_steps() -> None:
    for unit in of(kind="division"):
        american = unit["nation"] == "american"
        assert unit["movement"] == "4"
        assert unit["steps"] == ("3" if american or int(unit["morale"]) >= 4 else "2")  # 6.0
    assert {(unit["movement"], unit["steps"]) for unit in of(kind="regiment")} == {("5", "2")}
    assert {unit["steps"] for unit in (*of(kind="tank"), *of(kind="stoss"))} == {"1"}


def test_better_morale_is_never_weaker() -> None:
    for rungs in RUNG.values():
        for low, high in pairwise(sorted(rungs)):
            assert LADDER[rungs[low]] <= LADDER[rungs[high]]
    for low, high in pairwise(sorted(LADDER)):
        assert LADDER[low] < LADDER[high]


# M05, M06, M09, M10, M22: support units and tanks ----------------------------------------------------


def test_artillery() -> None:
    for unit in of(kind="corps-artillery"):
        assert (unit["fire"], unit["range"], unit["movement"]) == ("2", "2", "2")  # 4.0, 12.2.2
        assert unit["fire2"] + unit["range2"] == ""  # 15.2.2: army artillery alone has an offensive mode
    for unit in of(kind="army-artillery"):
        assert unit["fire"] == "3"  # 12.2.2
        assert (unit["fire2"], unit["range2"]) == ("4", "4")  # example of combat
        assert 2 <= int(unit["range"]) <= 4
        assert int(unit["movement"]) >= 1  # 11.3.1.2
    reims = next(id for id in set_up("blucher")["46.19"] if units()[id]["kind"] == "army-artillery")
    assert apart("46.19", "45.16") <= int(units()[reims]["range2"])


def test_corps_artillery_needs_the_minimum_move_for_a_slope_with_woods() -> None:
    price = mp("woods") + extra("slope")
    assert price == 3 > int(of(kind="corps-artillery")[0]["movement"])  # 11.3.1.2


def test_tanks() -> None:
    found = {
        re.sub(r"-\d+", "", unit["id"]): (factors(unit), unit["coordination"], unit["protection"])
        for unit in of(kind="tank")
    }
    assert {name: values[0] for name, values in found.items() if name != "A7V"} == {
        "SCH": "4-1-4", "STC": "3-1-3", "BCL": "3-1-6",
    }  # fmt: skip  # Scenarios 1 and 2
    assert found["BCL"][1:] == ("2", "3")  # 4.0, 15.4.1
    assert found["A7V"][0].endswith("-0")  # 15.4.2
    assert int(found["A7V"][2]) == number("limits", "german-tank-hits") == 1
    assert all(1 <= int(values[2]) < number("limits", "attack-morale") for values in found.values())  # 15.4.1
    assert all(1 <= int(values[1]) <= 2 for values in found.values())
    assert {unit["nation"] for unit in of(kind="tank", side="allied")} == {"french"}  # 15.4.1


def test_headquarters_and_aircraft() -> None:
    assert {unit["movement"] for unit in of(kind="hq")} == {"4"}
    named = {"Féquant", "Vuillemin", "Chabert", "Villomé"}
    allied = [unit["name"] for unit in of(kind="air", side="allied")]
    assert all(any(name in air for air in allied) for name in named)
    assert len(allied) == 7  # Scenario 3: three at the start and four more
    assert {unit["name"] for unit in of(kind="air", side="german")} == {"Gruppe I", "Gruppe II", "Gruppe III"}


def test_reserve_markers() -> None:
    german, allied = number("limits", "reserve-german"), number("limits", "reserve-allied")
    assert german != allied  # 11.2.8
    assert min(german, allied, number("limits", "reserve-cavalry")) > 0
    assert not of(type="cavalry")  # M13: nobody is mounted


# M02: movement costs ---------------------------------------------------------------------------------


def mp(kind: str) -> float:
    text = table("terrain", "kind")[kind]["mp"]
    return 0.5 if text == "1/2" else int(text)


def extra(kind: str, column: str = "extra") -> int:
    return int(table("terrain", "kind")[kind][column] or 0)


def test_the_costs_of_the_text() -> None:
    assert mp("woods") + extra("craters") + extra("minor-river") == 4  # 11.1.1
    assert (mp("woods"), extra("craters"), extra("minor-river")) == (2, 1, 1)
    assert (extra("bridge"), extra("rail-bridge"), extra("pontoon")) == (0, 1, 1)  # 11.2.3, 11.2.4
    assert extra("rail-bridge", "extra_minor") == extra("pontoon", "extra_minor") == 0  # 11.1.4, 11.2.4
    ground = ("clear", "woods", "village", "town")
    assert all(mp("road") < mp(kind) for kind in ground)  # 11.1.3
    assert mp("clear") == min(mp(kind) for kind in ground)


def test_terrain_in_combat() -> None:
    chart = table("terrain", "kind")
    shifts = table("shifts")
    assert {kind: int(shifts[kind]["drm"]) for kind in chart if kind in shifts} == {
        "woods": -1, "village": -1, "fort": -2, "minor-river": -1,
    }  # fmt: skip  # 12.2.4
    assert {kind: int(row["defence"]) for kind, row in chart.items() if row["defence"]} == {
        "town": 2, "trench-allied": 3, "trench-german": 3,
    }  # fmt: skip
    assert {kind for kind, row in chart.items() if row["halves_attack"]} == {"slope", "major-river"}


def test_the_chart_has_all_that_the_map_shows() -> None:
    shown = {row["terrain"] for row in rows("map/cells.csv")}
    shown |= {tag for row in rows("map/cells.csv") for tag in row["features"].split()}
    for name in ("sides", "links", "slopes"):
        shown |= {row["kind"] for row in rows(f"map/{name}.csv")}
    assert shown <= set(table("terrain", "kind"))


# M03: the Combat Results Table -----------------------------------------------------------------------


def crt() -> dict[tuple[str, int], tuple[int, int, bool]]:
    found = {
        (row["odds"], int(row["die"])): (int(row["attacker"]), int(row["defender"]), row["star"] == "yes")
        for row in rows("tables/crt.csv")
    }
    assert len(found) == len(rows("tables/crt.csv"))
    return found


def test_the_table_is_whole_and_has_the_known_cell() -> None:
    assert set(crt()) == {(odds, die) for odds in ODDS for die in range(2, 13)}  # 12.2.5
    assert crt()["6/1", 6] == (2, 8, False)  # example of combat
    known = [row for row in rows("tables/crt.csv") if row["source"].startswith("rulebook")]
    assert [(row["odds"], row["die"]) for row in known] == [("6/1", "6")]


def test_every_other_cell_says_that_it_was_tuned() -> None:
    other = [row for row in rows("tables/crt.csv") if not row["source"].startswith("rulebook")]
    assert len(other) == 7 * 11 - 1
    assert all("reconstruction" in row["source"] and "tuned by games" in row["source"] for row in other)


def test_the_table_has_six_steps_of_the_roll() -> None:
    cells = crt()
    for low, high in ((2, 3), (4, 5), (7, 8), (9, 10), (11, 12)):
        assert all(cells[odds, low] == cells[odds, high] for odds in ODDS)
    assert all(star == (die <= 5) for (_, die), (_, _, star) in cells.items())


def test_better_odds_and_better_rolls_are_never_worse() -> None:
    cells = crt()
    better = [((odds, die), (odds, die + 1)) for odds in ODDS for die in range(2, 12)]
    better += [((low, die), (high, die)) for low, high in pairwise(ODDS) for die in range(2, 13)]
    for worse, good in better:
        assert cells[good][0] <= cells[worse][0], good
        assert cells[good][1] >= cells[worse][1], good
        assert not cells[good][2] or cells[worse][2], good


def test_results_that_the_examples_speak_of() -> None:
    attackers = {cell[0] for cell in crt().values()}
    defenders = {cell[1] for cell in crt().values()}
    assert {2, 3, 4, 6} <= attackers  # 12.2.8, 15.4.1
    assert 7 in defenders  # 12.2.8
    assert min(defenders) == 0
    assert max(defenders) >= 3 * number("limits", "retreat-hits") + 2  # a retreat of three hexes does not save all
    ways = Counter(a + b for a in range(1, 7) for b in range(1, 7))
    starred = sum(ways[die] for die in range(2, 13) if crt()["3/1", die][2])
    assert starred < 18  # at bad rolls
    assert crt()["3/1", 2][2]
    assert not crt()["3/1", 12][2]


def test_the_example_of_combat_comes_out() -> None:
    """Three regiments and a division over the Aisne into Soissons, in numbers."""
    regiments = next(
        group for d in REGIMENTS if d and (group := of(division=d, morale="5", nation="german"))[:1]
        and [factors(unit) for unit in group] == ["3-5-5", "3-5-5", "3-4-5"]
    )  # fmt: skip
    division = next(unit for unit in of(kind="division", morale="4") if factors(unit) == "9-14-4")
    soissons = units()["170DI"]
    army, corps = of(kind="army-artillery", side="german")[0], of(kind="corps-artillery")[0]
    column = int(army["fire2"]) + int(corps["fire"]) - int(corps["fire"])
    die = 3 + number("bombardment_modifiers", "bruchmuller", "drm") + number("bombardment_modifiers", "town", "drm")
    hits = {(row["strength"], row["die"]): row["hits"] for row in rows("tables/bombardment.csv")}
    assert (column, die) == (4, 5)
    assert hits["4", "5"] == "4"
    attack = sum(int(unit["attack"]) for unit in (*regiments, division)) / 2
    defence = int(soissons["defence2"]) * int(table("terrain", "kind")["town"]["defence"])
    assert (attack, defence) == (9, 8)
    shifts = number("shifts", "stoss", "drm") + (5 - 3) + 2
    assert ODDS[ODDS.index("1/1") + shifts] == "6/1"
    assert crt()["6/1", 6] == (2, 8, False)
    coordination = 5 + sum(
        number("coordination_defender", id, "drm") for id in ("disorganised", "bruchmuller", "foch")
    )
    assert coordination == 1
    assert int(table("coordination")["none"]["low"]) <= 1 <= int(table("coordination")["none"]["high"])
    assert hits_for(soissons) * (int(soissons["steps"]) - 1) <= 8  # the last step goes


def hits_for(unit: Row) -> int:
    return number("hit_points", unit["kind"], "hits")


# M07, M21: victory hexes -----------------------------------------------------------------------------

HELD_IN_JUNE = {
    "Soissons", "Château-Thierry", "Fismes", "Fère-en-Tardenois", "Oulchy-le-Château", "Neuilly-Saint-Front",
}  # fmt: skip


def values(name: str) -> dict[str, int]:
    return {row["name"]: row["points"] for row in scenario(name)["objective"]}


def test_history_is_a_draw_in_blucher() -> None:
    assert sum(points for name, points in values("blucher").items() if name in HELD_IN_JUNE) == 14
    assert sum(values("blucher").values()) >= 2 * 15  # well above what wins


def test_values_follow_the_scale_of_the_printed_lists() -> None:
    printed = values("foch-attacks")
    for name in ("blucher", "friedensturm"):
        for place, points in values(name).items():
            assert points <= 8  # Scenario 1: Compiègne
            if place in ("Soissons", "Château-Thierry", "Neuilly-Saint-Front"):
                assert points == printed[place], place


def test_what_germans_can_gain_in_july() -> None:
    gains = values("friedensturm")
    assert not HELD_IN_JUNE & set(gains)
    assert min(gains.values()) <= 5 < sum(gains.values())  # Scenario 3: 0, 1 to 5, more than 5
    assert gains["Reims"] > 5


def test_rebuilt_values_are_those_of_the_map() -> None:
    places = {row["name"]: (row["cells"].split(), row["value"]) for row in rows("map/places.csv")}
    for name in ("blucher", "friedensturm"):
        for row in scenario(name)["objective"]:
            cells, value = places[row["name"]]
            assert row["cells"] == cells
            assert row["points"] == int(value)
            assert "reconstruction" in row["source"]


@pytest.mark.parametrize("name", SCENARIOS)
def test_places_carry_their_names(name: str) -> None:
    places = {row["name"]: row["cells"].split() for row in rows("map/places.csv")}
    for row in scenario(name)["objective"]:
        label = row["name"].split(",")[0]
        if label in places:
            assert set(row["cells"]) <= set(places[label]), label


# M08, M11, M12, M20, M24, M26, M27, M28 --------------------------------------------------------------


def test_air_missions() -> None:
    missions = table("air_missions")
    assert {"observation", "support", "interdiction", "rebase"} <= set(missions)  # 15.2.2, 12.2.6, 12.3, 10.0
    assert [id for id, row in missions.items() if row["overcast"] == "yes"] == ["rebase"]  # 10.0
    for who in ("attacker", "defender"):
        assert number(f"coordination_{who}", "friendly-air", "drm") == 1  # both sides cancel
        assert number(f"coordination_{who}", "enemy-air", "drm") == -1


@pytest.mark.parametrize("name", SCENARIOS)
def test_each_side_has_sources_on_its_own_ground(name: str) -> None:
    for side in ("allied", "german"):
        sources = region(scenario(name)[f"supply_{side}"])
        assert sources <= region(scenario(name)["area"])
        enemies = {hex for hex, ids in set_up(name).items() if units()[ids[0]]["side"] != side}
        assert not sources & enemies


def test_turn_track() -> None:
    dates = {int(row["turn"]): row["dates"] for row in rows("tables/turn_track.csv")}
    assert list(dates) == list(range(1, 20))
    assert dates[1] == "27-29 May"  # 11.2.5
    assert dates[5].startswith("9")  # Scenario 1
    assert (dates[17][:2], dates[18]) == ("15", "18-20 July")  # Scenarios 3 and 4
    assert dates[19].endswith("23 July")


def test_american_morale() -> None:
    plus = [unit for unit in units().values() if unit["plus"]]
    assert {unit["nation"] for unit in plus} == {"american", "french"}
    assert [unit["id"] for unit in plus if unit["nation"] == "french"] == ["157DI"]  # Scenario 2
    assert all(unit["plus"] for unit in of(nation="american"))
    assert {unit["morale"] for unit in of(nation="american", kind="division")} == {"2"}
    assert {unit["morale"] for unit in of(nation="american", kind="regiment")} == {"3"}


def test_the_circle_around_villers_cotterets() -> None:
    circle = region("entry-villers-cotterets")
    points = {kind: number("stacking", kind, "points") for kind in ("division", "regiment", "tank")}
    for name in ("friedensturm", "foch-attacks"):
        area = region(scenario(name)["area"])
        assert circle == {hex for hex in area if apart("21.20", hex) <= 5}
        germans = [hex for hex, ids in set_up(name).items() if units()[ids[0]]["side"] == "german"]
        free = [hex for hex in circle if hex not in set_up(name) and min(apart(hex, g) for g in germans) > 1]
        coming = [units()[id]["kind"] for id in arrivals(name) if units()[id]["side"] == "allied"]
        assert sum(points.get(kind, 0) for kind in coming) <= len(free) * number("limits", "stacking")


def test_stosstruppen_counters_are_as_many_as_scenario_2_uses() -> None:
    assert len(of(kind="stoss")) == sum(units()[id]["kind"] == "stoss" for id in at_start("blucher")) == 20  # M14


def test_the_page_has_a_line_for_every_gap() -> None:
    text = (ROOT / "reconstruction.md").read_text(encoding="utf-8")
    assert re.findall(r"^\| (M\d\d) ", text, re.MULTILINE) == [f"M{n:02}" for n in range(1, 29)]
