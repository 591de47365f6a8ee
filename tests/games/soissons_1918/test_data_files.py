"""The data of Soissons: units, set-up and turns by the rulebook; cases, rulings and sources whole.

Only plain reading of the files: what the rules make of them is tested elsewhere.
"""

from __future__ import annotations

import re
from itertools import pairwise
from typing import Any

from tests.games.data_files import Row
from tests.games.soissons_1918.files import (
    ROOT,
    apart,
    at_start,
    campaign,
    cell,
    front_regiments,
    near,
    number,
    of,
    placed,
    region,
    roads,
    rows,
    table,
    terrain,
    toml,
    units,
)

# Every number of the rulebook, listed from its headings; sections as N.0, steps as the book cites them.
CASES = """
1.0 1.1 1.2 1.3  2.0 2.1 2.2 2.3 2.4  3.0 3.1 3.2 3.3 3.3.1 3.3.2 3.3.3 3.3.4  4.0 4.1 4.2 4.3
5.0 5.1 5.2 5.3 5.4 5.4.1 5.4.2 5.4.3 5.4.4 5.5 5.5.1 5.5.2  6.0 6.1 6.2 6.3  7.0  8.0 8.1 8.2 8.3
9.0 9.1 9.1.1 9.1.2 9.1.3 9.2  10.0  11.0 11.1 11.2 11.2.1 11.2.2  12.0 12.1 12.1.1 12.1.2 12.2 12.2.1 12.2.2
13.0 13.1 13.2 13.3 13.4 13.5  14.0  15.0 15.1 15.2 15.2.1 15.2.2 15.3 15.3.1 15.3.2 15.3.3 15.4 15.4.1 15.4.2
15.5 15.6  16.0 16.1 16.2 16.3 16.4 16.4.1 16.4.2 16.4.3 16.4.4 16.4.5 16.4.6 16.4.7 16.4.8 16.4.9 16.4.10 16.4.11
16.5 16.5.1 16.5.2 16.5.3 16.5.4 16.6  17.0 17.1 17.2 17.3
"""
STEPS = """
A A.a A.b B B.1 B.2 B.2a B.2b B.3 B.4 B.4a B.4b B.4c B.4d B.4e B.5 B.6 B.7 B.8 B.9 B.9a B.9b B.9c B.9d B.9e
B.10 B.11 B.11a B.11b C D E F G H I J J.a J.b K K.a K.b K.c L L.1 L.2 L.3 L.4 L.5 M N N.1 N.2
"""


def test_distance_is_that_of_the_rulebook() -> None:
    assert apart("0507", "0606") == apart("1508", "1607") == apart("0906", "0805") == 1  # 3.3.4, 8.2, 9.2
    assert apart("1008", "0812") == 5  # 11.1


# Units -----------------------------------------------------------------------------------------------


def test_counters_are_whole() -> None:
    kinds = {kind: len(of(kind=kind)) for kind in ("hq", "division", "regiment", "remnant", "tank")}
    assert kinds == {"hq": 6, "division": 29, "regiment": 45, "remnant": 45, "tank": 8}
    assert sum(kinds.values()) == len(units())
    assert {u["nation"] for u in of(side="entente")} == {"french", "british", "american"}  # 2.4
    assert any(u["colonial"] == "yes" for u in of(nation="french"))  # 2.4
    assert all(u["side"] == "entente" for u in of(kind="tank"))  # 5.4
    assert all(u["side"] == "german" for u in of(kind="remnant") + of(kind="regiment"))  # 2.4


def test_strengths_fit_the_limit_of_spent_divisions() -> None:
    for row in rows("tables/spent.csv"):  # 5.3
        for sp in (int(row["low"]), int(row["high"])):
            assert sp >= 9  # 2.4
            assert 2 * (sp - int(row["losses"])) <= sp < 2 * (sp - int(row["losses"]) + 1)
        divisions = of(kind="division", nation=row["nation"])
        assert divisions
        assert all(int(row["low"]) <= int(u["strength"]) <= int(row["high"]) for u in divisions)
    assert {u["strength"] for u in of(kind="regiment")} == {"3"}
    assert {(u["strength"], u["stars"]) for u in of(kind="remnant")} == {("1", "1")}  # 5.1, 5.2
    assert {u["strength"] + u["stars"] for u in of(kind="hq") + of(kind="tank")} == {""}  # 5.4, 7.0
    assert {u["ap"] for u in of(kind="hq")} == {"1"}  # 7.0


def test_stars() -> None:
    fighters = of(kind="division") + of(kind="regiment") + of(kind="remnant")
    assert {u["stars"] for u in fighters} == {"1", "2", "3"}  # 5.1
    for division in of(kind="division", side="german"):
        assert int(division["stars"]) >= 2  # 14.0: its regiments have one fewer
        for regiment in of(kind="regiment", division=division["id"]):
            assert int(regiment["stars"]) == int(division["stars"]) + number("limits", "regiment-stars")


def test_german_divisions_have_three_regiments_and_a_letter() -> None:
    for label in {u["division"] for u in of(kind="regiment")}:
        regiments = of(kind="regiment", division=label)
        assert len(regiments) == 3, label
        assert len({(u["stars"], u["corps"], u["letter"]) for u in regiments}) == 1, label
    arriving = of(kind="division", side="german")
    assert sorted(u["letter"] for u in arriving) == list("ABCDEFGH")  # 17.1
    for division in arriving:
        assert not division["corps"]  # 17.2
        assert {u["letter"] for u in of(kind="regiment", division=division["id"])} == {division["letter"]}


def test_corps_and_headquarters() -> None:
    corps = {u["corps"]: u["side"] for u in of(kind="hq")}
    assert set(corps) == {"I", "XX", "XXX", "XI", "STAABS", "WATTER"}  # 3.1
    for u in of(kind="division", side="entente"):
        assert corps[u["corps"]] == "entente"  # 17.2
    for id in at_start("regiment", "german"):
        assert corps[units()[id]["corps"]] == "german"  # 8.1
    assert all(not u["corps"] for u in of(kind="remnant") + of(kind="tank"))  # 8.1


def test_enough_divisions_for_the_bonus_and_remnants_for_all() -> None:
    assert len(of(kind="division", side="entente")) > 12  # 3.3.2
    assert len(of(kind="remnant")) >= len(of(kind="regiment"))  # 5.5: each can become one


# Set-up ----------------------------------------------------------------------------------------------


def test_everybody_is_set_up_or_arrives_or_waits() -> None:
    ids = [entry["id"] for entry in campaign()["setup"]]
    assert len(ids) == len(set(ids))
    box = set(campaign()["tank_box"]["groups"])
    coming = [id for entry in campaign()["reinforcement"] for id in entry["units"]]
    assert len(coming) == len(set(coming))
    pool = {u["id"] for u in of(kind="remnant")}
    pool |= {u["id"] for d in campaign()["pool"]["regiments"] for u in of(kind="regiment", division=d)}
    groups = [set(ids), box, set(coming), pool]
    assert sum(map(len, groups)) == len(units())
    assert set().union(*groups) == set(units())


def test_hexes_exist_and_lie_on_the_right_side() -> None:
    for id in placed():
        assert cell(id) in terrain(), id
        assert cell(id) in region(f"{units()[id]['side']}-ground"), id  # 3.1
    for hex in {cell(id) for id in placed()}:
        assert len({units()[id]["side"] for id in placed() if cell(id) == hex}) == 1, hex


def test_stacks_obey_the_limits() -> None:
    for hex in {cell(id) for id in placed()}:
        stack = [units()[id] for id in placed() if cell(id) == hex and units()[id]["kind"] != "hq"]
        strength = sum(int(u["strength"]) - placed()[u["id"]].get("losses", 0) for u in stack)
        one_division = len({u["division"] for u in stack}) == 1 and len(stack) <= 3
        regiments = one_division and all(u["kind"] == "regiment" for u in stack)
        assert len(stack) <= 1 or regiments or strength <= number_of_mixed(), hex  # 10.0
        corps = {units()[id]["corps"] for id in placed() if cell(id) == hex}
        assert len(corps) == 1, hex  # 7.0: a headquarters stands with its own units


def number_of_mixed() -> int:
    return int(table("stacking")["mixed"]["sp"])


def test_german_regiments_stand_alone_at_the_front_of_their_sector() -> None:
    sectors = {"11B": "11-bavarian", "14R": "14-reserve"}
    for id in front_regiments():
        division = units()[id]["division"]
        assert cell(id) in region("front-german") & region(f"sector-{sectors.get(division, division)}"), id  # 3.1
        assert "losses" not in placed()[id]
    assert len({cell(id) for id in front_regiments()}) == len(front_regiments()) == 18
    for id in (u["id"] for u in of(division="3R")):
        assert cell(id) in ("2013", "2014")  # 3.1
        assert placed()[id]["losses"] == 1


def test_every_front_hex_is_held_or_covered() -> None:
    held = {cell(id) for id in front_regiments()}
    for hex in region("front-german"):
        assert hex in held or len(near(hex) & held) >= 2, hex


def test_german_headquarters_are_near_their_regiments() -> None:
    for corps in ("STAABS", "WATTER"):
        own = [cell(id) for id in front_regiments() if units()[id]["corps"] == corps]
        assert min(apart(cell(f"HQ-{corps}"), hex) for hex in own) <= number("limits", "german-hq-setup")  # 3.1


def test_entente_headquarters() -> None:
    assert {id: cell(id) for id in at_start("hq", "entente")} == {
        "HQ-I": "0802", "HQ-XX": "1402", "HQ-XXX": "1804", "HQ-XI": "2202",
    }  # fmt: skip
    germans = {cell(id) for id in front_regiments()}
    beside = [id for id in at_start("hq", "entente") if near(cell(id)) & germans]
    assert beside == ["HQ-I"]  # 3.1: then a division of the corps stands with it
    assert any(cell(id) == "0802" and units()[id]["corps"] == "I" for id in at_start("division", "entente"))
    assert all(placed()[id]["artillery"] for id in placed() if units()[id]["kind"] == "hq")


def test_entente_divisions_are_in_contact_prepared_and_in_command() -> None:
    germans = {cell(id) for id in front_regiments()}
    divisions = at_start("division", "entente")
    assert len(divisions) == len({cell(id) for id in divisions}) == 11  # 3.1: one to a hex
    for id in divisions:
        assert cell(id) in region(f"sector-{units()[id]['corps'].lower()}-corps"), id
        assert apart(cell(id), cell(f"HQ-{units()[id]['corps']}")) <= number("limits", "command-range"), id
        if id == "58DI":
            assert cell(id) not in region("front-entente")
            assert not near(cell(id)) & germans
            assert placed()[id]["disruption"] == 1
            assert "order" not in placed()[id]
        else:
            assert near(cell(id)) & germans, id
            assert placed()[id]["order"] == "prepare"
            assert "disruption" not in placed()[id]


def test_tank_groups_at_the_start() -> None:
    box = campaign()["tank_box"]["groups"]
    assert len(box) == number("limits", "tank-groups-at-start") == 5  # 3.1
    assert {u["id"] for u in of(kind="tank") if not u["arrives"]} == set(box)
    attached = [entry["tank"] for entry in campaign()["setup"] if "tank" in entry]
    assert len(attached) == len(set(attached))
    assert set(attached) <= set(box)
    for entry in campaign()["setup"]:
        if "tank" in entry:
            assert units()[entry["id"]]["kind"] == "division"
            assert entry["cell"] not in region("ravines") or by_road_to_the_west(entry["cell"])  # 3.1


def by_road_to_the_west(start: str) -> bool:
    found, queue = {start}, [start]
    for here in queue:
        fresh = {other for link in roads() if here in link for other in link} - found
        found |= fresh
        queue += sorted(fresh)
    return bool(found & region("edge-west"))


def test_free_set_up_has_room_for_the_printed_one() -> None:
    rules = {"front-alone", "any", "near-own-front-regiment", "in-contact", "off-front"}
    named = [id for area in campaign()["area"] for id in area["units"]]
    fixed = set(at_start("hq", "entente"))
    assert sorted(named) == sorted(set(placed()) - fixed)
    for area in campaign()["area"]:
        assert area["rule"] in rules
        for id in area["units"]:
            assert units()[id]["side"] == area["side"]
            assert all(cell(id) in region(name) for name in area["regions"]), id


# Turns and reinforcements ----------------------------------------------------------------------------


def test_the_turn_track() -> None:
    track = rows("tables/turn_track.csv")
    assert [int(row["turn"]) for row in track] == list(range(1, 18))  # 3.2
    assert (campaign()["first_turn"], campaign()["last_turn"]) == (1, 17)
    parts = [(str(day), part) for day in range(18, 24) for part in ("am", "pm", "night")][:-1]
    assert [(row["day"], row["part"]) for row in track] == parts
    assert [row["turn"] for row in track if row["german_operations"] == "no"] == ["17"]
    assert campaign()["last_german_turn"] == 16
    assert campaign()["setup_order"] == ["german", "entente"]  # 3.1
    assert int(track[number("limits", "first-removal") - 1]["day"]) == 19  # 5.5.1
    assert track[number("limits", "first-removal") - 1]["part"] == "night"


def points(row: Row, side: str) -> list[int]:
    return [int(row[f"{side}_{kind}"]) for kind in ("heavy", "medium", "air")]


def test_artillery_points_of_the_track() -> None:
    track = rows("tables/turn_track.csv")
    for row in track:
        for side in ("entente", "german"):
            if row["part"] == "pm":
                assert sum(points(row, side)) == 0  # step D
            if row["part"] == "night":
                assert points(row, side)[2] == 0  # 15.3.1
                assert sum(points(row, side)) > 0
    first = track[0]
    assert sum(points(first, "entente")) + 4 >= 3 * (sum(points(first, "german")) + 2)  # superiority at the start
    days = [row for row in track if row["part"] == "am"]
    for before, after in pairwise(days):
        assert all(a >= b for a, b in zip(points(before, "entente"), points(after, "entente"), strict=True))
        assert all(a <= b for a, b in zip(points(before, "german"), points(after, "german"), strict=True))
    assert [row["from"] for row in rows("tables/artillery_availability.csv")] == ["am"] * 4 + ["pm"] * 2  # 15.2.2


def test_reinforcements_come_in_the_morning_by_their_own_edge() -> None:
    mornings = {int(row["turn"]) for row in rows("tables/turn_track.csv") if row["part"] == "am"}
    on_roads = set().union(*roads())
    for entry in campaign()["reinforcement"]:
        assert entry["turn"] in mornings  # 17.1
        for id in entry["units"]:
            assert units()[id]["side"] == entry["side"]
            assert units()[id]["arrives"] == str(entry["turn"]), id
            tank = units()[id]["kind"] == "tank"
            edge = "edge-east" if entry["side"] == "german" else "edge-west"
            assert entry["entry"] == ("tank-box" if tank else edge)  # 17.1
        for hex in entry.get("suggested", []):
            assert hex in region(entry["entry"]) & on_roads  # 17.3
    coming = {id for entry in campaign()["reinforcement"] for id in entry["units"]}
    assert coming == {id for id, u in units().items() if u["arrives"]}
    assert {units()[id]["kind"] for id in coming if units()[id]["side"] == "german"} == {"division"}  # 17.1


# Cases, rulings, options, sources --------------------------------------------------------------------


def test_every_case_of_the_rulebook_is_indexed() -> None:
    cases = toml("cases.toml")
    assert list(cases) == in_book_order()
    for label, case in cases.items():
        assert case["title"], label
        assert case["text"].endswith("."), label
        assert case["status"] in ("rule", "component", "heading", "not-applicable"), label
        if case["status"] == "not-applicable":
            assert case["reason"], label


def in_book_order() -> list[str]:
    """Every case once; the steps stand where the rulebook has them, after 4.3."""
    numbers = CASES.split()
    after = numbers.index("4.3") + 1
    return [*numbers[:after], *(f"step {step}" for step in STEPS.split()), *numbers[after:]]


def cited(text: str) -> set[str]:
    """The cases a text names; "steps B.6 and L.2" names two."""
    numbers = set(re.findall(r"(?<![\w.,])(\d{1,2}(?:\.\d{1,2}){1,2})(?![\w%]|\.\d)", text))
    steps = re.findall(r"\bsteps? ([A-N](?:\.\w+)?)(?: and ([A-N](?:\.\w+)?))?", text)
    return numbers | {f"step {step}" for pair in steps for step in pair if step}


def test_rulings_are_numbered_and_name_cases_that_exist() -> None:
    text = (ROOT / "rulings.md").read_text(encoding="utf-8")
    found = re.findall(r"^\*\*([KL]\d+)\. [^*]+\*\* \(([^)]+)\)\. ", text, re.MULTILINE)
    numbers = [f"K{n:02}" for n in range(1, 125)] + [f"L{n:02}" for n in range(1, 9)]
    assert sorted(id for id, _ in found) == sorted(numbers)
    assert len(found) == text.count("\n**K") + text.count("\n**L")
    for id, cites in found:
        assert cited(cites), id
        assert cited(cites) <= set(toml("cases.toml")), id


def test_options_are_sound() -> None:
    rulings = (ROOT / "rulings.md").read_text(encoding="utf-8")
    options = toml("options.toml")["option"]
    assert len({option["name"] for option in options}) == len(options)
    for option in options:
        assert option["default"] == option["choices"][0]
        assert len(set(option["choices"])) == len(option["choices"]) >= 2
        assert option["case"] in toml("cases.toml")
        assert all(f"**{id}." in rulings for id in re.findall(r"\bK\d\d\b", option["text"]))
    for name in re.findall(r"[Oo]ption\s+`(\w+)`", rulings):
        assert name in {option["name"] for option in options}, name


def sources() -> list[tuple[str, str]]:
    found = []
    for path in [ROOT / "units.csv", *sorted(ROOT.glob("tables/*.csv"))]:
        name = path.relative_to(ROOT).as_posix()
        found += [(name, row["source"]) for row in rows(name)]
    for name in ("scenarios/campaign.toml", "history.toml", "calibration.toml"):
        found += [(name, source) for source in sources_in(toml(name))]
    return found


def sources_in(value: Any) -> list[str]:
    """The sources of all tables below a value; a table that has a row's name must have one."""
    if isinstance(value, list):
        return [source for one in value for source in sources_in(one)]
    if not isinstance(value, dict):
        return []
    if {"id", "units", "groups", "what", "file", "title"} & set(value):
        assert value.get("source"), value
    below = [source for one in value.values() for source in sources_in(one)]
    return [value["source"], *below] if "source" in value else below


def test_every_row_has_a_source_that_says_what_it_rests_on() -> None:
    assert len(sources()) > 500
    for name, source in sources():
        assert re.search(r"rulebook|history|reconstruction|judgement|the sum", source), (name, source)
        assert cited(source) <= set(toml("cases.toml")), (name, source)
        for ruling in re.findall(r"\bK\d\d\b", source):
            assert f"**{ruling}." in (ROOT / "rulings.md").read_text(encoding="utf-8")


def test_knobs_turn_values_that_exist() -> None:
    for knob in toml("calibration.toml")["knob"]:
        (row,) = (r for r in rows(knob["file"]) if all(r[key] == value for key, value in knob["row"].items()))
        assert knob["low"] <= int(row[knob["column"]]) <= knob["high"], knob["name"]
        assert "reconstruction" in row["source"], knob["name"]
