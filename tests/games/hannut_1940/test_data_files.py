"""The data of Hannut: units, set-up and turns by the rulebook; cases, rulings and sources whole.

Only plain reading of the files: what the rules make of them is tested elsewhere.
"""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

from tests.games.hannut_1940.files import (
    ROOT,
    apart,
    cell,
    entry,
    number,
    of,
    plan,
    region,
    rows,
    steps,
    table,
    text,
    toml,
    units,
)

# Every number of the rulebook, listed from its headings; sections as N.0.
CASES = """
1.0 1.1  2.0 2.1 2.1.1 2.1.2 2.1.3 2.2 2.3 2.4 2.4.1 2.4.2  3.0  4.0 4.1 4.2 4.3 4.3.1 4.3.2 4.3.3 4.3.4
5.0 5.1 5.1.1 5.1.2 5.1.3 5.2 5.2.1 5.2.2 5.3 5.4 5.5 5.5.1  6.0 6.1 6.2 6.3 6.4 6.5 6.6 6.7  7.0 7.1 7.2 7.3
8.0 8.1 8.1.1 8.1.2 8.2 8.3  9.0 9.1 9.1.1 9.1.2 9.2 9.3 9.3.1
10.0 10.1 10.2 10.3 10.3.1 10.3.2 10.3.3 10.3.3a 10.3.4 10.3.5 10.3.6 10.3.7 10.3.8 10.3.9
10.3.10 10.3.10a 10.3.10b 10.3.10c 10.3.10d 10.3.11 10.3.12  11.0 11.1 11.2 11.3 11.4 11.5  12.0
13.0 13.1 13.2 13.3 13.4 13.5 13.6 13.6.1 13.7 13.7.1 13.7.2 13.7.3 13.7.4 13.7.5 13.7.6
13.8 13.8.1 13.8.2 13.8.3 13.8.4 13.8.5 13.8.6 13.9 13.10
13.11 13.11.1 13.11.2 13.11.3 13.11.4 13.11.5 13.11.6 13.11.7 13.12 13.13 13.13.1 13.13.2 13.13.3
14.0 14.1 14.2  15.0 15.1 15.2  16.0 16.1  17.0  18.0 18.1
19.0 19.1 19.2 19.3 19.4 19.5 19.6 19.7 19.8 19.9 19.10
"""
FRENCH_DIVISIONS = ("2-dlm", "3-dlm", "15-mot", "1-moroccan", "1-mot")
GERMAN_DIVISIONS = ("4-pz", "3-pz", "18", "20-mot")


# Units -----------------------------------------------------------------------------------------------


def test_counters_are_whole() -> None:
    counts = {name: len(of(division=name)) for name in (*GERMAN_DIVISIONS, *FRENCH_DIVISIONS, "corps")}
    assert counts == {
        "4-pz": 19, "3-pz": 18, "18": 13, "20-mot": 10, "2-dlm": 17, "3-dlm": 17, "15-mot": 14, "1-moroccan": 14,
        "1-mot": 14, "corps": 9,
    }  # fmt: skip
    assert sum(counts.values()) == len(units()) == 145
    assert all(u["side"] == ("german" if u["division"] in GERMAN_DIVISIONS else "french") for u in units().values())


def test_steps_by_size() -> None:
    allowed = {"battalion": {"2", "3"}, "company": {"1", "2"}, "division": {"1"}}  # 5.1.2, 5.1.3; ruling C53
    for size, numbers in allowed.items():
        assert {u["steps"] for u in units().values() if u["size"] == size} == numbers
    assert {u["kind"] for u in of(size="division")} == {"hq"}


def test_types_and_classes() -> None:
    vehicular = [u for u in units().values() if u["kind"] not in ("infantry", "engineer", "recon")]
    assert {u["movement"] for u in vehicular} == {"mech"}  # 5.2.2
    assert {u["movement"] for u in of(kind="infantry")} == {"leg", "mech"}  # 5.2.1
    assert {u["kind"] for u in of(afv="yes")} == {"armor"}  # ruling D01
    assert {u["kind"] for u in of(red_hexagon="yes")} == {"flak"}  # 6.6
    assert {u["side"] for u in of(kind="flak")} == {"german"}
    for u in units().values():
        if "Eng" in u["id"] or "Pio" in u["id"]:
            assert u["kind"] == "engineer", u["id"]  # 5.2.1
        if "Auf" in u["id"]:
            assert u["kind"] in ("recon", "armored-recon"), u["id"]  # 5.2.1, 5.2.2


def test_ratings() -> None:
    for u in units().values():
        attacks = int(u["strengths"].split("/")[0]) > 0
        assert attacks == bool(u["pr_attack"]), u["id"]  # 5.5
        assert u["pr_defence"]
        if u["armor"]:
            assert u["kind"] in ("armor", "armored-recon"), u["id"]  # 13.8.5
            assert u["at"], u["id"]  # an offensive superscript means armor for attack and defence
        if u["kind"] in ("anti-tank", "flak"):
            assert u["at"], u["id"]
    assert all(not u["pr_attack"] for u in of(kind="hq") + of(kind="anti-tank"))  # 13.3
    assert all(u["pr_attack"] for u in of(kind="flak"))  # 13.8.6: an 88 can attack


def test_companies_belong_to_battalions() -> None:
    named = [u for u in units().values() if u["battalion"]]
    assert {u["size"] for u in named} == {"company"}  # 5.1.3
    for u in named:
        parent = units().get(u["battalion"])
        if parent is None:
            assert len(of(battalion=u["battalion"])) == 2, u["id"]  # 7.1: together one battalion
        else:
            assert (parent["size"], parent["division"]) == ("battalion", u["division"]), u["id"]
    for u in of(type="pz-light"):
        assert [c["type"] for c in of(battalion=u["id"])] == ["pz-medium"]  # 13.8.4


def test_regiments_of_three_battalions() -> None:
    """13.8.4: its example has a German regiment of three."""
    battalions = [u for u in units().values() if u["size"] == "battalion" and u["kind"] == "infantry"]
    numbers = {u["regiment"]: len(of(regiment=u["regiment"], kind="infantry")) for u in battalions if u["regiment"]}
    assert set(numbers.values()) == {2, 3}
    assert numbers["Inf90"] == 3  # 19.6
    assert sum(number == 3 for number in numbers.values()) >= 10


# Scenario --------------------------------------------------------------------------------------------


def test_everybody_is_set_up_or_arrives() -> None:
    here = [row["id"] for row in plan()["setup"]]
    coming = [id for order in plan()["reinforcement"] for id in order["units"]]
    waiting = list(plan()["corps_units"])
    off_map = [row["hq"] for row in plan()["division"] if row.get("hq_off_map")]
    everybody = [*here, *coming, *waiting, *off_map]
    assert len(everybody) == len(set(everybody))
    assert set(everybody) == set(units())
    assert off_map == ["1Mot-HQ"]  # 19.6


def test_divisions_of_the_scenario_are_those_of_the_units() -> None:
    assert {row["id"] for row in plan()["division"]} == {*GERMAN_DIVISIONS, *FRENCH_DIVISIONS}
    for row in plan()["division"]:
        hq = units()[row["hq"]]
        assert (hq["division"], hq["kind"], hq["side"]) == (row["id"], "hq", row["side"])


@pytest.mark.parametrize(
    ("division", "bp"),
    [("4-pz", 9), ("3-pz", 9), ("18", 6), ("20-mot", 3), ("2-dlm", 7), ("3-dlm", 7), ("15-mot", 10),
     ("1-moroccan", 10), ("1-mot", 4)],
)  # fmt: skip
def test_barrage_points(division: str, bp: int) -> None:
    assert entry("division", id=division)["bp"] == bp  # 19.1, 19.6


def test_points_of_the_corps() -> None:
    found = [(row["side"], row["turn"], row["points"]) for row in plan()["corps_bp"]]
    assert found == [("german", 1, 0), ("german", 10, 6), ("french", 1, 7), ("french", 6, 9)]  # 19.1, 19.6
    split = {row["division"]: (row["points"], row["until"]) for row in plan()["first_split"]}
    assert split == {"3-dlm": (5, 3), "2-dlm": (2, 3)}  # 19.1
    assert entry("reinforcement", turn=11)["bp"] == 6  # 19.6


def test_the_turn_track() -> None:
    track = rows("tables/turn_track.csv")
    assert [int(row["turn"]) for row in track] == list(range(1, 16))  # 19.0
    assert [row["part"] for row in track] == ["am", "pm", "night"] * 5  # 4.0
    assert [row["label"] for row in track[::3]] == [f"{day} May AM" for day in range(12, 17)]
    mornings = [(int(row["german_ap"]), int(row["french_ap"])) for row in track if row["part"] == "am"]
    assert mornings == [(16, 3)] * 3 + [(24, 0)] * 2  # 19.1, 19.4
    assert not any(int(row["german_ap"]) + int(row["french_ap"]) for row in track if row["part"] != "am")
    assert (plan()["first_turn"], plan()["last_turn"], plan()["first_player"]) == (1, 15, "german")  # 4.2


@pytest.mark.parametrize(
    ("turn", "division", "where", "count"),
    [(1, "4-pz", "entry-ge-4-pz", 19), (2, "3-pz", "entry-ge-3-pz", 18), (5, "18", "entry-ge-18", 13),
     (8, "20-mot", "entry-ge-20-mot", 5), (11, "20-mot", "entry-ge-20-mot", 5), (6, "15-mot", "entry-fr-15-mot", 14),
     (6, "1-moroccan", "entry-fr-1-moroccan", 14), (6, "1-mot", "entry-fr-1-mot", 13)],
)  # fmt: skip
def test_reinforcements(turn: int, division: str, where: str, count: int) -> None:
    """19.2, 19.6"""
    order = entry("reinforcement", turn=turn, division=division)
    assert (order["region"], len(order["units"])) == (where, count)
    assert all(units()[id]["division"] == division for id in order["units"])
    french = order["side"] == "french"
    assert order.get("corps_units", 0) == (number("limits", "corps-per-division") if french else 0)
    assert order.get("rested", False) == french  # 19.6: they come at night


def test_the_twentieth_comes_in_two_parts() -> None:
    first = entry("reinforcement", turn=8)["units"]
    assert first == ["20Mot-HQ", "I/90Inf", "II/90Inf", "III/90Inf", "Auf20"]  # 19.6
    assert units()["Auf20"]["size"] == "company"


def test_what_divisions_may_do() -> None:
    rows_of = {row["id"]: row for row in plan()["division"]}
    assert [id for id, row in rows_of.items() if not row.get("exploits", True)] == ["3-dlm"]  # 6.4
    two = [id for id, row in rows_of.items() if row.get("two_hex_pa", True)]
    assert two == [*GERMAN_DIVISIONS, "2-dlm"]  # 6.3
    limits = {id: row["limit"] for id, row in rows_of.items() if row.get("limit")}
    assert limits == {"18": "limit-ge-18", "20-mot": "limit-ge-20-mot", "1-mot": "limit-fr-1-mot"}  # 19.6
    assert {id: row["kind"] for id, row in rows_of.items() if row["kind"] != "infantry"} == {
        "4-pz": "panzer", "3-pz": "panzer", "2-dlm": "dlm", "3-dlm": "dlm",
    }  # fmt: skip  # 15.1c
    assert {id: row["mobile_days"] for id, row in rows_of.items() if row.get("mobile_days")} == {"4-pz": 1}  # 19.1


def test_chits_replacements_and_fuel() -> None:
    chits = {row["side"]: (row["real"], row["dummy"], row["set_aside"]) for row in plan()["chits"]}
    assert chits == {"german": (2, 2, 1), "french": (1, 2, 0)}  # 19.5
    steps_of = {row["side"]: (row["afv"], row["infantry"]) for row in plan()["replacements"]}
    assert steps_of == {"german": (4, 3), "french": (2, 1)}  # 19.7
    assert (plan()["low_fuel"]["first_turn"], set(plan()["low_fuel"]["divisions"])) == (7, {"3-pz", "4-pz"})  # 19.8


def test_withdrawals() -> None:
    """19.6, ruling C42; the die has faces from 0 to 9."""
    found = [(r["turn"], r["none_gone"], r["one_gone"], r.get("both", False), r.get("forced", False))
             for r in plan()["withdrawal"]]  # fmt: skip
    assert found == [
        (8, [1], [], False, False), (9, [1, 2, 3], [1, 2, 3], False, False),
        (10, [1, 2, 3, 4], [1, 2, 3], True, False), (11, [], [], True, True),
    ]  # fmt: skip
    assert set(plan()["withdrawing"]) == {"2-dlm", "3-dlm"}


def test_supply_sources_open_and_close() -> None:
    """15.1, 19.3"""
    found = {row["region"]: (row["side"], row["first_turn"], row["last_turn"]) for row in plan()["supply"]}
    assert found == {
        "supply-german": ("german", 1, 15), "supply-german-from-7": ("german", 7, 15),
        "supply-french": ("french", 1, 15), "supply-french-until-7": ("french", 1, 6),
    }  # fmt: skip
    edge = frozenset().union(*(region(f"edge-{name}") for name in ("north", "south", "east", "west")))
    assert all(region(name) <= edge for name in found)


def test_sudden_death() -> None:
    """19.10"""
    end = plan()["sudden_death"]
    assert region(end["german"]) == {"3312", "3313", "3314"}
    assert {"3504", "4315"} <= region(end["road"])
    assert not region(end["beyond"]) & region(end["road"])
    assert end["first_french_turn"] == 11
    assert number("limits", "dead-afv-steps") == 12


def test_printed_set_up_lies_in_its_areas_and_is_stacked_legally() -> None:
    for area in plan()["area"]:
        here = [row["id"] for row in plan()["setup"] if units()[row["id"]]["division"] == area["division"]]
        assert len(here) == len(of(division=area["division"]))  # 19.2: all units
        assert all(cell(id) in region(area["region"]) for id in here)
    for hex in {row["cell"] for row in plan()["setup"]}:
        stack = [units()[row["id"]] for row in plan()["setup"] if row["cell"] == hex]
        assert len(stack) <= 3, hex  # 7.1
        assert sum(u["size"] == "battalion" for u in stack) <= 2, hex
        assert len({u["division"] for u in stack}) == 1, hex


def test_headquarters_reach_their_units_at_the_start() -> None:
    for division, hq in (("2-dlm", "2DLM-HQ"), ("3-dlm", "3DLM-HQ")):
        for u in of(division=division):
            assert apart(cell(hq), cell(u["id"])) <= number("limits", "supply-range"), u["id"]  # 15.1


# Tables that repeat the text -------------------------------------------------------------------------


LIMITS = """
static-range 8  mobile-range 5  air-static 12  air-mobile 8  ga-static-german 4  ga-static-french 3  ga-mobile-german 3
ga-mobile-french 2  exp-static-german 3  exp-static-french 2  exp-mobile-german 6  exp-mobile-french 3
bn-bp 6  bn-ip-bp 8  bn-pa-bp 12  bn-ap 3  co-bp 3  co-ip-bp 6  co-pa-bp 6  co-ap 2  volley 8  fs-per-ap 2  ap-most 3
spots-bn 2  spots-co 1  as-most 2  shift-as-most 2  fatigue-most 2  stack-units 3  stack-bns 2  pa-leg 1  pa-mech 2
pa-night 1  trail-rough 6  off-road 6  road-stop-steps 2  enemy-leg 1  enemy-mech 2  halt-steps 2  night-mp 1
first-turn-ma 8  entry-queue 1  entry-bns 1  night-sight 1  rough-sight 1  bonus 5  armor-bonus 10  armor-night 1
armor-ip -1  drm-most 60  cr-range 3  cr-most 3  cr-steps 2  rib-most 3  rib-least 2  rib-steps 2  support-steps 1
pa-assaults 2  ta-assaults 1  eliminated-advance 2  night-advance 1  recon-advance 1  overrun-mp 1  recovery-distance 2
supply-range 8  ip 6  line-gap 3  dead-afv-steps 12  corps-per-division 3
"""
"""Sections 4 to 19, as the text has them; MP in quarters, assaults in halves."""


def test_single_numbers() -> None:
    words = LIMITS.split()
    wanted = dict(zip(words[::2], map(int, words[1::2]), strict=True))
    assert {id: int(row["value"]) for id, row in table("limits").items()} == wanted


def test_retreat_and_advance() -> None:
    retreat = {(row["role"], row["movement"]): int(row["hexes"]) for row in rows("tables/retreat.csv")}
    assert retreat == {
        ("fire", "leg"): 1, ("fire", "mech"): 1, ("defender", "leg"): 2, ("defender", "mech"): 4,
        ("attacker", "leg"): 1, ("attacker", "mech"): 2,
    }  # fmt: skip  # 11.2
    advance = {(row["marker"], row["movement"]): int(row["hexes"]) for row in rows("tables/advance.csv")}
    assert advance == {("ta", "leg"): 1, ("ta", "mech"): 1, ("pa", "leg"): 2, ("pa", "mech"): 4}  # 13.12


def test_exploitation_phases() -> None:
    found = {(row["side"], row["turn_of"], row["part"]): row["half"] for row in rows("tables/exploitation.csv")}
    assert found == {
        ("german", "german", "am"): "yes", ("german", "german", "pm"): "yes", ("german", "german", "night"): "no",
        ("german", "french", "am"): "yes", ("german", "french", "pm"): "yes",
        ("french", "french", "am"): "no", ("french", "french", "pm"): "no", ("french", "french", "night"): "no",
    }  # fmt: skip  # 4.3.2


def test_shifts_and_bonuses() -> None:
    right = [id for id, row in table("shifts").items() if int(row["value"]) > 0]
    assert right == [
        "pa", "as-defenders", "cr-defenders", "overstack-defenders", "divisions-defenders", "exploit-defenders",
    ]  # fmt: skip  # 13.7.1
    assert {abs(int(row["value"])) for row in table("shifts").values()} == {1}
    assert {id for id, row in table("shifts").items() if row["most"] == "2"} == {"as-defenders", "as-attackers"}
    found = {id: (int(row["value"]), int(row["most"])) for id, row in table("bonuses").items()}
    assert found["reserve"] == found["regiment"] == (5, 3)  # 13.8.3, 13.8.4
    assert (found["proficiency"][0], found["armor"][0]) == (5, 10)  # 13.8.2, 13.8.6


def test_construction() -> None:
    found = {id: (int(r["engineers"]), int(r["personnel"]), r["when"]) for id, r in table("ip_construction").items()}
    assert found == {
        "railroad": (0, 2, "at once"), "slow-personnel": (0, 2, "next turn"), "slow-engineer": (1, 1, "next turn"),
        "fast-engineers": (2, 2, "at once"), "fast-mixed": (1, 2, "at once"),
    }  # fmt: skip  # 16.1


def test_victory() -> None:
    points = {id: (int(row["steps"]), int(row["points"])) for id, row in table("victory_points").items()}
    assert points == {
        "german-afv": (2, 1), "german-other": (5, 1), "german-line": (1, 1),
        "french-afv": (1, 1), "french-other": (5, 1),
    }  # fmt: skip  # 19.10
    levels = [(int(row["low"]), int(row["high"]), row["winner"]) for row in rows("tables/victory_levels.csv")]
    assert levels == [(-999, 4, "french"), (5, 10, "german"), (11, 19, "german"), (20, 999, "german")]  # ruling C02


# Cases, rulings, options, sources --------------------------------------------------------------------


def test_every_case_of_the_rulebook_is_indexed() -> None:
    cases = toml("cases.toml")
    assert list(cases) == CASES.split()
    for label, case in cases.items():
        assert case["title"], label
        assert case["text"].endswith("."), label
        assert case["status"] in ("rule", "component", "heading"), label


def cited(words: str) -> set[str]:
    found = re.findall(r"(?<![\w.,-])(\d{1,2}(?:\.\d{1,2}){1,2}[a-d]?)(?![\w%]|\.\d)", words)
    known = set(toml("cases.toml"))
    return {one if one in known else one.rstrip("abcd") for one in found}


def test_rulings_are_numbered_and_name_cases_that_exist() -> None:
    found = re.findall(r"^\*\*([CD]\d\d)\. [^*]+\*\* \(([^)]+)\)\. ", flowing(text("rulings.md")), re.MULTILINE)
    ids = [id for id, _ in found]
    assert len(ids) == len(set(ids)) == text("rulings.md").count("\n**")
    assert {id for id in ids if id[0] == "C"} == {f"C{n:02}" for n in range(1, 86)}
    ours = sorted(id for id in ids if id[0] == "D")
    assert ours == [f"D{n:02}" for n in range(1, len(ours) + 1)]
    for id, cites in found:
        assert cited(cites), id
        assert cited(cites) <= set(toml("cases.toml")), id


def flowing(page: str) -> str:
    """A page with every paragraph on one line."""
    return re.sub(r"(?<!\n)\n(?!\n)", " ", page)


def test_options_are_sound() -> None:
    options = toml("options.toml")["option"]
    rulings = flowing(text("rulings.md"))
    assert len({option["name"] for option in options}) == len(options)
    for option in options:
        assert option["default"] == option["choices"][0]
        assert len(set(option["choices"])) == len(option["choices"]) >= 2
        assert option["case"] in toml("cases.toml")
        for id in re.findall(r"\b[CD]\d\d\b", option["text"]):
            (ruling,) = re.findall(rf"^\*\*{id}\..*$", rulings, re.MULTILINE)
            assert f"Option `{option['name']}`" in ruling, option["name"]
    named = set(re.findall(r"Option `(\w+)`", rulings))
    assert named == {option["name"] for option in options} - {"setup"}


def sources() -> list[tuple[str, str]]:
    found = []
    for path in [ROOT / "units.csv", *sorted(ROOT.glob("tables/*.csv"))]:
        name = path.relative_to(ROOT).as_posix()
        found += [(name, row["source"]) for row in rows(name)]
    for name in ("scenarios/hannut.toml", "history.toml", "calibration.toml"):
        found += [(name, source) for source in sources_in(toml(name))]
    return found


def sources_in(value: Any) -> list[str]:
    """The sources of all tables below a value; a table that has a row's name must have one."""
    if isinstance(value, list):
        return [source for one in value for source in sources_in(one)]
    if not isinstance(value, dict):
        return []
    if {"id", "units", "turn", "what", "side", "title", "file"} & set(value) and set(value) != {"id"}:
        assert value.get("source"), value
    below = [source for one in value.values() for source in sources_in(one)]
    return [value["source"], *below] if "source" in value else below


def test_every_row_has_a_source_that_says_what_it_rests_on() -> None:
    assert len(sources()) > 500
    for name, source in sources():
        assert re.search(r"rulebook|history|reconstruction|judgement|geography", source), (name, source)
        assert cited(source) <= set(toml("cases.toml")), (name, source)
        for ruling in re.findall(r"\b[CD]\d\d\b", source):
            assert f"**{ruling}." in text("rulings.md")


def test_history_adds_up() -> None:
    found = toml("history.toml")["scenario"]["hannut"]
    assert sum(part["points"] for part in found["part"]) == found["points"]
    (level,) = (r for r in rows("tables/victory_levels.csv") if int(r["low"]) <= found["points"] <= int(r["high"]))
    assert (level["level"], level["winner"]) == (found["level"], found["winner"])


def test_knobs_turn_values_that_exist() -> None:
    for knob in toml("calibration.toml")["knob"]:
        (row,) = (r for r in rows(knob["file"]) if all(r[key] == value for key, value in knob["row"].items()))
        assert knob["low"] <= int(row[knob["column"]]) <= knob["high"], knob["name"]
        assert "reconstruction" in row["source"], knob["name"]


def test_steps_that_the_sudden_death_counts() -> None:
    """19.10: twelve German AFV steps are a heavy loss, but no impossible one."""
    assert 2 * 12 < steps(of(side="german", afv="yes")) < 5 * 12


# Hard positions --------------------------------------------------------------------------------------


def test_hard_positions_name_what_exists() -> None:
    found = tomllib.loads((Path(__file__).parent / "hard_positions.toml").read_text(encoding="utf-8"))["position"]
    ids = [position["id"] for position in found]
    assert len(ids) == len(set(ids)) >= 120
    hexes = {row["cell"] for row in rows("map/cells.csv")}
    for position in found:
        words = f"{position['setup']} {position['action']}"
        for unit, hex in re.findall(r"([\w/-]+)@(\w+)", words):
            assert unit in units(), (position["id"], unit)
            assert hex in hexes, (position["id"], hex)
        assert set(position["cases"]) <= set(toml("cases.toml")), position["id"]
        assert not position["twin_of"] or position["twin_of"] in ids, position["id"]
        for ruling in re.findall(r"\b[CD]\d\d\b", position["certainty"] + position["reason"]):
            assert f"**{ruling}." in text("rulings.md"), position["id"]
        for option in re.findall(r"option (\w+)", position["certainty"]):
            assert option in {row["name"] for row in toml("options.toml")["option"]}, position["id"]
    for chapter in range(4, 20):
        assert sum(position["chapter"] == chapter for position in found) >= 8, chapter
