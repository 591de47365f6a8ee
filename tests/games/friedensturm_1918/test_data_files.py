"""The data of Friedensturm: set-ups, reinforcements and special rules by the book; cases, rulings and sources whole.

Only plain reading of the files: what the rules make of them is tested elsewhere.
"""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

import grognard
from tests.games.friedensturm_1918.files import (
    ROOT,
    SCENARIOS,
    apart,
    arrivals,
    at_start,
    free,
    number,
    of,
    region,
    rows,
    scenario,
    set_up,
    table,
    toml,
    units,
)

# Every number of the rulebook, listed from its headings; chapters as N.0.
CASES = """
1.0  2.0 2.1 2.2 2.2.1 2.2.2 2.2.3 2.3 2.4  3.0  4.0  5.0  6.0  7.0  8.0  9.0 9.1 9.2 9.3  10.0
11.0 11.1 11.1.1 11.1.2 11.1.3 11.1.4 11.1.5 11.2 11.2.1 11.2.2 11.2.3 11.2.4 11.2.5 11.2.6 11.2.7 11.2.8
11.3 11.3.1 11.3.1.1 11.3.1.2 11.3.2 11.3.3 11.3.4
12.0 12.1 12.2 12.2.1 12.2.2 12.2.3 12.2.4 12.2.5 12.2.6 12.2.7 12.2.8 12.3 12.4 12.5  13.0  14.0 14.1 14.2 14.3
15.0 15.1 15.2 15.2.1 15.2.2 15.2.3 15.3 15.4 15.4.1 15.4.2  16.0  17.0 17.1 17.2
"""
HEADINGS = [
    "Example of combat", "Scenarios", "Playing Area", "Scenario 1", "Scenario 2", "Scenario 3", "Scenario 4",
    "Basic game sequence",
]  # fmt: skip

# The set-ups as the book prints them: number of the unit, regiments if any, morale; C and A guns, H headquarters,
# F aircraft, S Stosstruppen.
BOOK = {
    "gneisenau": """
        03.13 69/4; 04.06 60/3; 05.08 C; 06.07 169x3/5; 07.08 36/4; 07.11 11x3/5; 07.15 123/4; 09.08 58/2;
        09.10 18/4; 10.07 125/3; 10.09 C; 12.07 1/4; 12.10 A; 13.09 C; 13.14 H F; 14.07 53/3; 14.11 126/4;
        16.08 72/4; 16.10 C; 18.10 15/4; 19.09 35/4; 05.06 2/3; 06.05 C; 06.06 222/4; 07.07 84/2; 08.05 46/4;
        08.06 C; 08.07 3/3; 09.07 5/4; 10.04 206/4; 10.06 19x3/5 S2; 11.05 C A; 11.06 227/3; 12.03 H F;
        12.04 30/4; 12.06 4x3/5 S2; 13.06 3/4 C; 13.07 75/3; 14.04 204/3; 14.06 Jäger/4; 15.07 11x3/5 S2;
        16.06 C; 16.07 202/3; 17.08 9/4; 19.08 223/3
    """,
    "blucher": """
        26.12 C; 28.11 151/4; 28.14 74/4; 30.13 A; 31.11 61/4; 32.20 H F; 33.12 21/4; 33.15 39/4; 34.13 C;
        36.12 22/4; 37.15 157/2+; 39.13 50/2; 40.14 C; 40.15 25/3; 41.13 8/2; 42.21 13/4; 43.15 21/2; 43.17 C;
        45.16 45x3/5; 46.19 H A; 28.09 C; 28.10 241/2; 30.09 6/4 C; 30.10 6x3/5 S2; 31.10 5x3/5 S2; 32.10 13/2;
        33.10 A C; 33.11 14x3/5 S2; 34.09 9/4; 34.11 113/4; 35.08 H F F; 35.11 37x3/5 C; 35.12 1x3/6 S2;
        36.10 197/3; 36.11 33x3/5 S2; 37.12 10x3/5 S2; 38.11 36/4; 38.12 10x3/5 S2; 39.11 A C; 39.12 28x3/6 S2;
        40.11 5x3/5 S2; 41.12 50x3/5 S2; 42.12 52x3/5; 43.12 103/3 C; 43.13 7/4; 44.14 33/2; 45.14 C; 45.10 H;
        45.13 86/3; 45.15 213/3
    """,
    "friedensturm": """
        20.24 H; 21.20 153/5 H F A C; 21.21 33x3/5 C; 21.24 4x4/3+ C; 22.25 168/3 A; 22.16 C; 23.15 162/4;
        23.16 11x3/5; 23.18 87/3; 23.20 1/4; 23.22 2x3/5; 23.24 47x3/5; 25.25 164/4; 25.27 2x4/3+ C;
        26.25 167/4; 27.26 26/2+; 29.28 39/4; 29.29 C; 30.27 3x2/3+; 30.29 28/2+ H F; 32.26 3x2/3+;
        32.28 73/3 A; 33.26 125/3; 33.28 20/4 C; 35.27 51/3; 36.25 8/3; 38.26 77/4 C; 39.24 40/4; 41.23 8/4;
        41.25 10x3/5 A C; 43.21 3/4; 44.22 120/3; 45.18 6/5; 45.19 2x3/5; 45.21 7/3 C; 46.17 134/4; 46.19 A;
        47.19 11/5; 47.20 C; 47.24 10/3 H; 48.18 3x3/5; 49.20 45x3/5; 49.22 154/3; 51.21 165/4; 52.23 129/3 C;
        53.21 127/3; 53.24 9/4 H F; 55.20 126/4; 55.22 42/2+ C; 56.20 170/3; 56.29 74/4; 24.14 53/3;
        24.15 241/2; 24.17 11x3/5; 24.19 14x3/5; 24.20 115/3; 24.22 1/3; 24.23 10/4; 25.18 227/3 C;
        25.21 51/4 C; 26.15 6x3/5 C; 26.23 78/3 C; 26.24 4/3; 27.15 H F A; 28.25 87/2; 29.24 5x3/5 A C;
        29.27 201/3; 31.26 10x3/5; 32.20 H F; 32.24 10/2 C; 33.25 36/4; 34.22 33x3/5; 34.26 23/3; 35.24 6/4 C;
        35.25 1x3/6; 35.26 200/4; 36.23 A C; 36.24 37x3/5; 37.17 50/4; 37.23 28x3/6; 37.24 113/4; 38.23 10x3/5;
        39.22 103/3 C; 39.23 2x3/6; 41.20 C; 41.22 195/4; 42.16 C; 42.18 12/3; 42.21 22/3; 43.20 123/3;
        44.17 86/3; 46.15 19/3 C; 46.16 213/3; 47.17 242/3; 48.17 238/3; 49.17 C; 49.18 203/4; 49.19 15/3;
        50.16 H F; 50.18 8/4 C; 50.19 3/4; 51.18 9/4 A; 51.19 80/3; 51.20 26x3/5; 52.19 C; 52.20 Gd-Ersatz/4;
        53.17 Bav-Ersatz/3; 53.19 19x3/5; 53.20 199/4; 54.18 C; 54.19 239/3; 55.19 1/3; 56.15 20x3/5; 56.17 7/4;
        56.19 Gd-Cav/4
    """,
    "foch-attacks": """
        20.24 H; 21.20 153/5 H F A C; 21.21 33x3/5 C; 21.24 4x4/3+ C; 22.16 C; 22.25 168/3 A; 23.15 162/4;
        23.16 11x3/5; 23.18 87/3; 23.20 1/4; 23.22 2x3/5; 23.24 47x3/5; 25.25 164/4; 25.27 C; 26.25 167/4;
        27.26 26/2+; 29.28 39/4; 29.29 C; 30.27 3x4/3+; 30.29 28/2+ H A F; 24.14 53/3; 24.15 241/2;
        24.17 11x3/5; 24.19 14x3/5; 24.20 115/3; 24.22 1/3; 24.23 10/4; 25.18 227/3 C; 25.21 51/4 C;
        26.15 6x3/5 C; 26.23 78/3 C; 26.24 4/3; 27.15 H F A; 28.25 5x1/5 87/2; 28.26 5x1/5 10/2; 29.24 A C;
        29.27 5x1/5 201/3
    """,
}
# In what turn and sequence who comes by which entry (Scenarios 1-4).
COMING = {
    "gneisenau": """
        allied AIR-VUILLEMIN AIR-CHABERT AIR-VILLOME: 5.3 hq
        allied 48DI 129DI 152DI 165DI SCH SCH STC STC ACA HQ-X: 5.3 entry-west-5, 6.1 entry-west-6
    """,
    "blucher": """
        allied 154DI: 1.2 entry-4522
        allied 1DI 43DI HQ-X: 1.2 entry-2115 entry-2120
        allied BCL DM 170DI: 1.3 entry-2120 entry-2023 entry-2230
        allied 4DI 20DI 131DI 10DIC: 1.3 entry-2230 entry-3028
        allied 10DI 40DI 120DI: 2.1 entry-45-infantry
        allied ACA: 2.1 entry-45-guns
        allied 28DI 164DI 167DI ACA: 2.1 entry-2120 entry-2023 entry-2230
        allied 3US 162DI ACA: 2.1 entry-2230 entry-3028
        allied 26DI 51DI 73DI ACA AAA: 2.2 entry-2120 entry-2023 entry-2230
        allied 35DI AAA: 2.2 entry-2230 entry-3028
        allied 15DI 128DI 4DCP 2US: 2.3 entry-2230 entry-3028
        allied 47DI: 2.3 entry-2120 entry-2023 entry-2230
        allied 87DI 153DI: 3.1 entry-2120 entry-2023 entry-2230 entry-3028
        german 2GD: 1.2 hq AOK-7
        german 28ID 47RD 237ID: 2.2 hq-adjacent AOK-7
    """,
    "friedensturm": """
        allied 4DI: 17.2 hq
        allied AIR-VILLOME AIR-MENARD AIR-GOYS AIR-RAF9: 18.1 hq HQ-IX HQ-X
        allied BCL BCL BCL BCL BCL BCL BCL DM 38DI 48DI 128DI 72DI 1US: 18.1 entry-villers-cotterets
        allied 19DI 58DI 63DI 69DI: 18.2 hq HQ-IX HQ-X
        allied 51BR 62BR: 18.3 hq HQ-V
        allied 15BR 34BR: 19.1 hq HQ-X
        german 14ID: 17.2 hq
        german 3RD 45RD: 18.1 hq
        german 34ID 47RD: 18.2 hq
        german 211ID 46RD: 18.3 hq
        german 5ID 240ID: 19.1 hq
        german 24RD: 19.3 hq
    """,
    "foch-attacks": """
        allied AIR-VILLOME AIR-MENARD AIR-GOYS AIR-RAF9: 18.1 hq HQ-IX HQ-X
        allied BCL BCL BCL BCL BCL BCL BCL DM 38DI 48DI 128DI 72DI 1US 2US: 18.1 entry-villers-cotterets
        german 3RD 45RD: 18.1 hq
        german AOK-7: 18.1 entry-3021
        german 34ID 47RD: 18.2 hq
        german 50ID: 18.2 entry-3015
        german 33ID 211ID 46RD: 18.3 hq
        german 10ID: 18.1 entry-3025, 18.2 entry-3025, 18.3 entry-3025
    """,
}
REGIMENTS = {"DM": 4, "1US": 4, "2US": 4, "3US": 4, "4US": 4}


# Set-ups ---------------------------------------------------------------------------------------------


def described(ids: list[str]) -> list[str]:
    """The units of a hex in the words of BOOK."""
    letters = {"corps-artillery": "C", "army-artillery": "A", "hq": "H", "air": "F", "stoss": "S"}
    found: Counter[str] = Counter()
    for id in ids:
        unit = units()[id]
        parent = unit["division"] or id
        morale = unit["morale"] + ("+" if unit["plus"] else "")
        label = re.sub(r"\D.*", "", parent) or NAMES.get(parent, "")
        found[letters.get(unit["kind"]) or f"{label}{'x' if unit['division'] else ''}/{morale}"] += 1
    words = []
    for label, times in found.items():
        if "x/" in label:
            words.append(label.replace("x/", f"x{times}/"))
        elif label == "S":
            words.append(f"S{times}")
        else:
            words += [label] * times
    return sorted(words)


NAMES = {"JD": "Jäger", "GED": "Gd-Ersatz", "BED": "Bav-Ersatz", "GKD": "Gd-Cav"}


@pytest.mark.parametrize("name", SCENARIOS)
def test_the_set_up_is_the_book_s(name: str) -> None:
    lines = [line.split() for line in BOOK[name].split(";")]
    printed = {hex: sorted(word.replace("153/5", "153x3/5") for word in words) for hex, *words in lines}  # Q22
    assert {hex: described(ids) for hex, ids in set_up(name).items()} == printed


@pytest.mark.parametrize("name", SCENARIOS)
def test_reinforcements_are_the_book_s(name: str) -> None:
    printed = [line.strip() for line in COMING[name].strip().splitlines()]
    assert [told(order) for order in scenario(name)["reinforcement"]] == printed


def told(order: dict[str, Any]) -> str:
    """An order in the words of COMING; all regiments of a division must come."""
    who: dict[str, int] = {}
    for id in order["units"]:
        plain = re.sub(r"-\d+$", "", id) if id[:3] in ("BCL", "SCH", "STC", "ACA", "AAA") else id
        label = units()[id]["division"] or plain
        who[label] = who.get(label, 0) + 1
    words = []
    for label, times in who.items():
        counted = any(unit["division"] == label for unit in units().values())
        assert not counted or times == REGIMENTS.get(label, 3), label
        words += [label] * (1 if counted else times)
    windows = []
    for window in order["windows"]:
        where = [] if window["entry"] in ("edge", "hex", "region") else [window["entry"]]
        where += window.get("regions", []) + window.get("hqs", [])
        windows.append(f"{window['turn']}.{window['sequence']} {' '.join(where)}")
    return f"{order['side']} {' '.join(words)}: {', '.join(windows)}"


def test_how_reinforcements_come_in() -> None:
    entries = {
        name: {w["entry"] for order in scenario(name)["reinforcement"] for w in order["windows"]} for name in SCENARIOS
    }
    assert entries == {
        "gneisenau": {"hq", "edge"},
        "blucher": {"hex", "hq", "hq-adjacent"},
        "friedensturm": {"hq", "region"},
        "foch-attacks": {"hq", "hex", "region"},
    }
    (late,) = (order for order in scenario("blucher")["reinforcement"] if "87DI" in order["units"])
    assert late["windows"][0]["otherwise"] == "road-villers-cotterets-chateau-thierry"  # Scenario 2
    rolled = [order for name in SCENARIOS for order in scenario(name)["reinforcement"] if "roll" in order]
    assert [(order["units"][0].split("/")[0], order["roll"]) for order in rolled] == [("10ID", 6)]  # Scenario 4


COUNTS = {  # divisions, regiments, guns, Stosstruppen, headquarters, aircraft at the start, both sides
    "gneisenau": [(13, 6, 5, 0, 1, 1), (16, 9, 6, 6, 1, 1)],
    "blucher": [(12, 3, 6, 0, 2, 1), (12, 36, 9, 20, 2, 2)],
    "friedensturm": [(31, 41, 18, 0, 5, 3), (41, 42, 20, 14, 3, 3)],
    "foch-attacks": [(9, 23, 9, 0, 3, 2), (12, 12, 7, 0, 1, 1)],
}
"""As the book's lists add up; the 153rd Division as three regiments (ruling Q22)."""


@pytest.mark.parametrize("name", SCENARIOS)
def test_the_numbers_of_the_set_up(name: str) -> None:
    for side, counts in zip(("allied", "german"), COUNTS[name], strict=True):
        kinds = Counter(units()[id]["kind"] for id in (*at_start(name), *free(name)) if units()[id]["side"] == side)
        guns = kinds["corps-artillery"] + kinds["army-artillery"]
        assert (kinds["division"], kinds["regiment"], guns, kinds["stoss"], kinds["hq"], kinds["air"]) == counts
        assert kinds["tank"] == 0


@pytest.mark.parametrize("name", SCENARIOS)
def test_nobody_is_there_twice_and_everybody_stands_in_play(name: str) -> None:
    everybody = [*at_start(name), *free(name), *arrivals(name)]
    assert len(everybody) == len(set(everybody))
    assert set(everybody) <= set(units())
    outside = set(set_up(name)) - region(scenario(name)["area"])
    assert outside == set(scenario(name).get("outside", [])) == ({"46.19"} if name == "blucher" else set())


def test_every_counter_is_used() -> None:
    used = {id for name in SCENARIOS for id in (*at_start(name), *free(name), *arrivals(name))}
    assert set(units()) - used == {"A7V"}  # 15.4.2: placed in a combat


@pytest.mark.parametrize("name", SCENARIOS)
def test_stacks_are_legal(name: str) -> None:
    weight = {kind: number("stacking", kind, "points") for kind in ("division", "regiment")}
    for hex, ids in set_up(name).items():
        kinds = Counter(units()[id]["kind"] for id in ids)
        assert len({units()[id]["side"] for id in ids}) == 1, hex
        assert sum(weight.get(kind, 0) * times for kind, times in kinds.items()) <= number("limits", "stacking"), hex
        assert kinds["stoss"] <= kinds["regiment"], hex  # 11.3.2
        assert not kinds["air"] or kinds["hq"], hex  # 17.1


def test_parts_of_a_division_stand_together_but_for_those_that_the_book_parts() -> None:
    for name in SCENARIOS:
        where: dict[str, set[str]] = {}
        for hex, ids in set_up(name).items():
            for id in ids:
                if units()[id]["division"]:
                    where.setdefault(units()[id]["division"], set()).add(hex)
        apart = {division: hexes for division, hexes in where.items() if len(hexes) > 1}
        assert apart == {
            "friedensturm": {"3US": {"30.27", "32.26"}}, "foch-attacks": {"5GD": {"28.25", "28.26", "29.27"}},
        }.get(name, {})  # fmt: skip


# Special rules ---------------------------------------------------------------------------------------


def turns(name: str) -> list[tuple[Any, ...]]:
    return [
        (
            turn["number"], turn["initiative"], turn.get("bonus"), turn.get("guns", 0), turn.get("bruchmuller", False),
            turn.get("weather", {}).get("1", ""), turn.get("us_morale", 0),
        )
        for turn in scenario(name)["turn"]
    ]  # fmt: skip


def test_turns_offensives_and_weather() -> None:
    assert turns("gneisenau") == [
        (5, "german", [2, 1, 1], 1, True, "fog", 0), (6, "german", None, 0, False, "", 0),
    ]  # fmt: skip
    assert turns("blucher") == [
        (1, "german", [3, 2, 1], 2, True, "fog", 0), (2, "german", [1, 0, 0], 1, False, "", 1),
        (3, "german", None, 0, False, "", 1),
    ]  # fmt: skip
    assert turns("friedensturm") == [
        (17, "german", [2, 1, 0], 2, True, "fog", 2), (18, "allied", [2, 1, 0], 1, False, "", 2),
        (19, "allied", [1, 0, 0], 2, False, "", 2),
    ]  # fmt: skip
    assert turns("foch-attacks") == [(18, "allied", [2, 1, 0], 1, False, "fair", 2)]
    for name in SCENARIOS:
        for turn in scenario(name)["turn"]:
            assert turn.get("offensive", False) == ("bonus" in turn)


def test_doctrines() -> None:
    doctrines = {
        name: {(row["nation"], row.get("origin", "any")): row["doctrine"] for row in scenario(name)["doctrine"]}
        for name in SCENARIOS
    }
    late = {("french", "any"): "petain", ("british", "any"): "evolving", ("italian", "any"): "evolving",
            ("american", "any"): "foch"}  # fmt: skip
    assert doctrines == {
        "gneisenau": {("french", "start"): "evolving", ("french", "reinforcement"): "foch"},
        "blucher": {("french", "any"): "foch", ("american", "any"): "foch", ("british", "any"): "evolving"},
        "friedensturm": late,
        "foch-attacks": late,
    }


def test_what_only_one_scenario_has() -> None:
    assert [scenario(name).get("german_tanks", 0) for name in SCENARIOS] == [1, 0, 0, 0]  # Scenario 1
    reims = set(set_up("blucher")["46.19"])
    assert set(scenario("blucher")["immune"]) == reims  # Scenario 2
    assert {units()[id]["kind"] for id in reims} == {"hq", "army-artillery"}
    frozen = {turn["number"]: turn.get("frozen", "") for turn in scenario("friedensturm")["turn"]}
    assert frozen == {17: "area-foch-attacks", 18: "", 19: ""}  # Scenario 3
    west = {hex for hex in region("area-friedensturm") if int(hex[:2]) < 31}
    assert region("area-foch-attacks") == west
    (stoss,) = scenario("friedensturm")["free"]
    assert (len(stoss["units"]), stoss["rule"]) == (14, "elite-regiments")
    assert [line["cell"] for line in scenario("foch-attacks")["setup"] if line.get("spread")] == ["21.20"]  # Scenario 4


def test_the_elite_regiments_have_room_for_all_stosstruppen() -> None:
    regiments = [units()[id] for id in at_start("friedensturm") if units()[id]["kind"] == "regiment"]
    least = number("limits", "elite-morale")
    elite = [unit for unit in regiments if unit["side"] == "german" and int(unit["morale"]) >= least]
    assert len(elite) == 42 >= len(free("friedensturm"))


def points(name: str) -> dict[str, int]:
    return {" ".join(row["cells"]): row["points"] for row in scenario(name)["objective"]}


def test_victory_hexes_that_the_book_lists() -> None:
    assert points("gneisenau") == {
        "06.09": 1, "10.09": 1, "07.14": 3, "13.13": 3, "02.15": 5, "07.18": 5, "14.13": 5, "13.14": 8,
    }  # fmt: skip
    assert points("foch-attacks") == {
        "25.22": 1, "25.16": 1, "26.15": 2, "27.15": 5, "27.18": 2, "28.20": 2, "28.25": 1, "29.27": 3,
        "30.15 30.16": 3,
    }  # fmt: skip
    winners = {name: {(row["side"], row["held"]) for row in scenario(name)["objective"]} for name in SCENARIOS}
    assert winners == {
        "gneisenau": {("german", "allied")}, "blucher": {("german", "allied")},
        "friedensturm": {("german", "allied")}, "foch-attacks": {("allied", "german")},
    }  # fmt: skip


def test_victory_hexes_lie_behind_the_front_of_their_holder() -> None:
    for name in SCENARIOS:
        for row in scenario(name)["objective"]:
            for hex in row["cells"]:
                ids = set_up(name).get(hex, [])
                assert all(units()[id]["side"] == row["held"] for id in ids), hex
                enemy = [h for h, ids in set_up(name).items() if units()[ids[0]]["side"] != row["held"]]
                own = [h for h, ids in set_up(name).items() if units()[ids[0]]["side"] == row["held"]]
                assert min(apart(hex, h) for h in own) <= min(apart(hex, h) for h in enemy), hex


def test_victory_levels() -> None:
    levels = {
        name: [(row["low"], row["high"], row["winner"]) for row in scenario(name)["level"]] for name in SCENARIOS
    }
    assert levels == {
        "gneisenau": [(0, 1, "allied"), (2, 2, "draw"), (3, 4, "german"), (5, 7, "german"), (8, 31, "german")],
        "blucher": [(0, 13, "allied"), (14, 14, "draw"), (15, 32, "german")],
        "friedensturm": [(0, 0, "allied"), (1, 5, "draw"), (6, 31, "german")],
        "foch-attacks": [(0, 4, "german"), (5, 5, "draw"), (6, 8, "allied"), (9, 20, "allied")],
    }
    decisive = {
        name: [(row["rule"], row["winner"], row.get("cells"), row.get("number")) for row in scenario(name)["decisive"]]
        for name in SCENARIOS
        if "decisive" in scenario(name)
    }
    (montdidier,) = (row["cells"] for row in rows("map/places.csv") if row["name"] == "Montdidier")
    assert decisive == {
        "gneisenau": [("controls", "allied", [montdidier], None)],
        "friedensturm": [
            ("controls-or-encircles", "german", ["46.19"], None), ("encircles-divisions", "allied", None, 8),
        ],
    }  # fmt: skip


# Tables that the book prints -------------------------------------------------------------------------


def test_the_bombardment_table() -> None:
    printed = """
        0 0 0 1 1 2 2
        1 0 0 1 2 2 2
        2 0 1 2 2 3 3
        3 0 1 2 3 3 3
        4 1 2 3 3 4 4♦
        5 1 2 3 4 4♦ 5♦
        6 2 3 4 5 5♦ 6♦
        7 3 3 5 5 6♦ 6♦
    """  # 15.2.2
    cells = rows("tables/bombardment.csv")
    found = {(row["strength"], row["die"]): row["hits"] + "♦" * (row["diamond"] == "yes") for row in cells}
    lines = [line.split() for line in printed.strip().splitlines()]
    assert found == {(str(s), die): cell for die, *cells in lines for s, cell in enumerate(cells, 1)}


MODIFIERS = {
    "bombardment_modifiers": "bruchmuller 3, trench -2, town -1, petain -1",
    "coordination_attacker": """
        stoss 1, elite 1, friendly-air 1, enemy-air -1, nations -1, offensive 1, foch 1, petain -1,
        morale-3 -1, morale-2 -2
    """,
    "coordination_defender": """
        trench 2, elite 1, friendly-air 1, enemy-air -1, disorganised -1, bruchmuller -2, foch -1, nations -1
    """,
    "pontoon_modifiers": "allied-near 1, marne 2, far-bank -2, minor-river -1",
    "bridge_modifiers": "aisne-turn-1 2, enemy-zone 2, marne 1",
    "disengagement_modifiers": """
        morale-2 -2, morale-3 -1, morale-5 1, morale-6 2, trench 3, town 1, surrounded -3, disorganised -2
    """,
    "shifts": """
        woods -1, village -1, fort -2, minor-river -1, stoss 1, morale 1, unsupplied 1, foch 1, offensive 1,
        concentric 1, tank 1
    """,
}


@pytest.mark.parametrize("name", MODIFIERS)
def test_modifiers(name: str) -> None:
    """11.2.4, 11.2.5, 12.2.4, 12.2.6, 13.0, 15.2.2."""
    found = [f"{row['id']} {row['drm']}" for row in rows(f"tables/{name}.csv")]
    assert found == [entry.strip() for entry in MODIFIERS[name].split(",")]


def test_disengagement_weather_and_orders() -> None:
    codes = [row["code"] for row in rows("tables/disengagement.csv")]
    assert codes == ["*r1", "R3", "R3", "r2", "r2", "r3", "r3", "r3"]  # 13.0
    for row in rows("tables/disengagement.csv"):
        code = row["code"]
        assert int(row["most"]) == int(code[-1])
        assert int(row["least"]) == (3 if "R" in code else 1)
        assert (row["step"] == "yes") == ("*" in code)
        assert (row["by_enemy"] == "yes") == ("R" in code)
    weather = [row["weather"] for row in rows("tables/weather.csv")]
    assert weather == ["fair"] * 5 + ["fog"] + ["fair"] * 3 + ["overcast"] * 2  # 10.0
    orders = {(row["role"], row["die"]): row["name"] for row in rows("tables/orders.csv")}
    assert len(orders) == 12
    assert orders["defender", "4"] == "Rout"  # 12.2.6
    assert orders["attacker", "4"] == "Panic"


def test_coordination_levels() -> None:
    found = {
        id: [int(row[key]) for key in row if key not in ("id", "source")] for id, row in table("coordination").items()
    }
    assert found == {  # low, high, retreat, limited, reaction, exploitation, advance (12.2.6, 12.4)
        "misunderstood": [-9, 0, 0, 0, 0, 0, 0],
        "none": [1, 2, 0, 0, 0, 0, 0],
        "partial": [3, 5, 2, 1, 1, 1, 1],
        "perfect": [6, 12, 3, 2, 2, 2, 2],
    }


def test_numbers_of_the_rules() -> None:
    expected = {
        "stacking": 4, "command-range": 15, "attack-morale": 4, "elite-morale": 5,
        "forced-march": 2, "forced-march-distance": 3, "reserve-bonus": 2, "pontoons": 3, "pontoon-attempts": 3,
        "pontoon-success": 4, "pontoon-allied-distance": 2, "bridge-success": 4, "bridge-enemy": 3, "fog-hits": 1,
        "foch-hits": 2, "retreat-hits": 3, "orders-hits": 3, "cancelled-steps": 3, "reaction-range": 3,
        "strip-range": 3, "army-counts-as": 2, "offensive-attacks": 4, "offensive-defences": 1,
        "normal-combats": 1,
        "offensive-move-road": 2, "german-tank-hits": 1,
        "air-range": 15, "air-under": 4, "sequences": 1, "offensive-sequences": 3,
    }  # fmt: skip
    assert {id: number("limits", id) for id in expected} == expected
    hits = {row["id"]: int(row["hits"]) for row in rows("tables/hit_points.csv")}
    assert hits == {
        "regiment": 2, "division": 3, "american-regiment": 3, "american-division": 3, "stoss": 2, "disorganise": 1,
    }  # fmt: skip  # 12.2.8
    points = {row["id"]: int(row["points"]) for row in rows("tables/stacking.csv")}
    assert points == {"division": 3, "reduced-division": 2, "regiment": 1, "tank": 1, "support": 0}  # 4.0


# Cases, rulings, options, sources --------------------------------------------------------------------


def test_every_case_of_the_rulebook_is_indexed() -> None:
    cases = toml("cases.toml")
    assert list(cases) == [*CASES.split(), *HEADINGS]
    for label, case in cases.items():
        assert case["title"], label
        assert case["text"].endswith("."), label
        assert case["status"] in ("rule", "component", "heading", "not-applicable"), label
        if case["status"] == "not-applicable":
            assert case["reason"], label


def cited(text: str) -> set[str]:
    """The cases a text names; hexes (two digits after the point) are none."""
    numbers = set(re.findall(r"(?<![\w.,])(\d{1,2}(?:\.\d){1,3})(?![\w%]|\.\d)", text))
    return numbers | {name for name in HEADINGS if re.search(rf"\b{name}\b", text)}


def rulings() -> str:
    return (ROOT / "rulings.md").read_text(encoding="utf-8")


def test_rulings_are_numbered_and_name_cases_that_exist() -> None:
    text = rulings()
    found = re.findall(r"^\*\*([NQ]\d\d)\. [^*]+\*\* \(([^)]+)\)\. ", text.replace("?**", "**"), re.MULTILINE)
    numbers = [f"N{n:02}" for n in range(1, len(found) - 98)] + [f"Q{n:02}" for n in range(1, 100)]
    assert sorted(id for id, _ in found) == numbers
    assert len(found) == text.count("\n**N") + text.count("\n**Q")
    for id, cites in found:
        assert cited(cites), id
        assert {part.strip() for part in cites.replace("\n", " ").split(",")} <= set(toml("cases.toml")), id


def test_options_are_sound() -> None:
    options = toml("options.toml")["option"]
    assert len({option["name"] for option in options}) == len(options)
    for option in options:
        assert option["default"] == option["choices"][0]
        assert len(set(option["choices"])) == len(option["choices"]) >= 2
        assert option["case"] in toml("cases.toml")
        assert all(f"**{id}." in rulings() for id in re.findall(r"\b[NQ]\d\d\b", option["text"]))
    named = set(re.findall(r"[Oo]ption\s+`(\w+)`", rulings()))
    assert named == {option["name"] for option in options}


def sources() -> list[tuple[str, str]]:
    found = []
    for path in [ROOT / "units.csv", *sorted(ROOT.glob("tables/*.csv"))]:
        name = path.relative_to(ROOT).as_posix()
        found += [(name, row["source"]) for row in rows(name)]
    for name in (*(f"scenarios/{name}.toml" for name in SCENARIOS), "history.toml", "calibration.toml"):
        found += [(name, source) for source in sources_in(toml(name))]
    return found


def sources_in(value: Any) -> list[str]:
    """The sources of all tables below a value; a table that has a row's name must have one."""
    if isinstance(value, list):
        return [source for one in value for source in sources_in(one)]
    if not isinstance(value, dict):
        return []
    if {"units", "cells", "what", "number", "nation", "title", "level"} & set(value):
        assert value.get("source"), value
    below = [source for one in value.values() for source in sources_in(one)]
    return [value["source"], *below] if "source" in value else below


def test_every_row_has_a_source_that_says_what_it_rests_on() -> None:
    assert len(sources()) > 900
    for name, source in sources():
        assert re.search(r"rulebook|history|reconstruction|judgement|the sum", source), (name, source)
        assert cited(source) <= set(toml("cases.toml")), (name, source)
        for ruling in re.findall(r"\b[NQ]\d\d\b", source):
            assert f"**{ruling}." in rulings(), (name, source)


def test_history_adds_up() -> None:
    history = toml("history.toml")["scenario"]
    assert set(history) == set(SCENARIOS)
    for name, told in history.items():
        assert told["points"] == sum(part["points"] for part in told["part"])
        sign = 1 if scenario(name)["objective"][0]["side"] == "allied" else -1
        (level,) = (row for row in scenario(name)["level"] if row["low"] <= sign * told["points"] <= row["high"])
        assert (told["level"], told["winner"]) == (level["level"], level["winner"])


def test_knobs_turn_values_that_exist() -> None:
    for knob in toml("calibration.toml")["knob"]:
        (row,) = (r for r in rows(knob["file"]) if all(r[key] == value for key, value in knob["row"].items()))
        assert knob["low"] <= int(row[knob["column"]]) <= knob["high"], knob["name"]
        assert "reconstruction" in row["source"], knob["name"]


def test_the_guide_is_sound() -> None:
    lessons = toml("guide.toml")["lesson"]
    assert len({lesson["kind"] for lesson in lessons}) == len(lessons)
    for lesson in lessons:
        assert lesson["title"]
        assert lesson["text"].strip().endswith((".", "?"))


def test_names_differ() -> None:
    assert len({(unit["side"], unit["name"]) for unit in units().values()}) == len(units())
    assert len(of(kind="hq")) == 10


def test_hard_positions_are_sound() -> None:
    """A second reader's questions: ten and more for each chapter, every case one that exists."""
    text = (Path(__file__).parent / "hard_positions.toml").read_text(encoding="utf-8")
    positions = tomllib.loads(text)["position"]
    ids = [position["id"] for position in positions]
    assert len(set(ids)) == len(ids)
    chapters = Counter(position["chapter"] for position in positions)
    assert set(chapters) == {*range(4, 18)} - {8}
    assert min(chapters.values()) >= 10
    for position in positions:
        assert set(position["cases"]) <= set(toml("cases.toml")), position["id"]
        assert position["twin_of"] in ("", *ids), position["id"]
        assert position["certainty"] in ("certain", "likely", "ruling"), position["id"]
        assert all(f"**{id}." in rulings() for id in re.findall(r"\b[NQ]\d\d\b", position["reason"])), position["id"]


def test_an_overlay_shares_its_setting_until_it_changes(tmp_path: Path) -> None:
    """Laid out once, as without an overlay; other content is other data."""
    table = tmp_path / "tables" / "stacking.csv"
    table.parent.mkdir()
    table.write_text((ROOT / "tables" / "stacking.csv").read_text(encoding="utf-8"), encoding="utf-8")
    first = grognard.start("friedensturm-1918", overlay=tmp_path).setting
    assert grognard.start("friedensturm-1918", overlay=tmp_path).setting is first
    table.write_text(table.read_text(encoding="utf-8") + "# changed\n", encoding="utf-8")
    assert grognard.start("friedensturm-1918", overlay=tmp_path).setting is not first
