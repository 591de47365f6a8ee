"""What a player would ask at the table, in both whole games: each question has one test that can fail."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

import grognard
from grognard.engine import RandomPlayer
from grognard.engine.positions import read_position, write_position
from grognard.referee.ask import answer
from grognard.referee.odds import foretold

ROOT = Path(__file__).parents[2]
SCHEMA = Draft202012Validator(json.loads((ROOT / "docs" / "referee-schema.json").read_text(encoding="utf-8")))

MARNE = "grognard position 1\ngame marne-1914\nscenario counter-attack\n"
MORNING = MARNE + "from start\nturn 9\nphase movement\nphasing entente\n"
AFTERNOON = MARNE + "from start\nturn 9\nphase combat\nphasing entente\n"
SOMME = "grognard position 1\ngame somme-1916\nscenario over-the-top\n"
PUSH = SOMME + "from start\nphase movement\nphasing allied\n"
BLANK = SOMME + "board blank 1-22 1-34\n"
LONE = (
    "phase assault\nphasing allied\nHQ-VII I15 facing=east\n46Div L15 facing=east commit=M15\n"
    "28R/110 M15 facing=west\n28R/111 N15 facing=west mode=back\n"
)
ASSAULT = BLANK + "assume supply all yes\n" + LONE
CAMPAIGN = (
    "grognard position 1\ngame somme-1916\nscenario campaign\nfrom start\nphase movement\nphasing allied\nturn 2\n"
    "objectives gommecourt-marker pozieres-marker bapaume-marker british-exit breakthrough hem-marker french-exit\n"
)


def ask(position: str, kind: str, **words: Any) -> dict[str, Any]:
    found = answer({"position": position, "ask": kind, **words})
    SCHEMA.validate(found)
    return found


def said(position: str, kind: str, **words: Any) -> dict[str, Any]:
    found = ask(position, kind, **words)
    assert found["ok"], found
    return found


def refused(position: str, kind: str, **words: Any) -> str:
    found = ask(position, kind, **words)
    assert not found["ok"], found
    return str(found["error"]["text"])


def marked(position: str, field: str, uid: str) -> int:
    """What a field of the state holds for a unit once the position is read."""
    match = read_position(position)
    return int(getattr(match.position.state, field)[match.setting.unit_number(uid)])


# -- positions that begin in any phase --


def test_a_written_position_knows_the_supply_of_its_phase() -> None:
    cut = MARNE + "board blank 10-30 1-17\nphase recovery\nphasing entente\nturn 9\n14DI 2010\n3ID 2513\n"
    assert marked(cut, "out_of_supply", "14DI") == 1
    assert marked(cut.replace("phase", "assume supply all yes\nphase", 1), "out_of_supply", "14DI") == 0


def test_assumed_supply_holds_in_the_movement_phase() -> None:
    cut = MORNING.replace("from start", "assume supply all no\nfrom start")
    assert said(cut, "action", action="strategic 4Div 1916")["ruling"]["case"] == "10.2.1b"
    assert "10.2.1b" not in json.dumps(said(MORNING, "action", action="strategic 4Div 1916"))


def test_assumed_supply_charges_no_british_point() -> None:
    """10.1.3b: the point is for a line that is really traced to the south."""
    study = (
        MARNE + "board blank 10-30 1-17\nregion road-exit-south 2017\nlink road 2016-2017\nassume supply all yes\n"
        "phase movement\nphasing entente\nturn 9\n3Div 2016\n3ID 2513\n"
    )
    traced = study.replace("assume supply all yes\n", "")
    awards = [
        [e["kind"] for e in said(position, "apply", action="end")["steps"][0]["events"]].count("award")
        for position in (traced, study)
    ]
    assert awards == [1, 0]


def test_a_written_position_after_movement_knows_who_is_disrupted_outside_its_area() -> None:
    """5.2.4."""
    astray = AFTERNOON + "37DI 1213\n"
    match = read_position(astray)
    assert marked(astray, "disrupted", "37DI") == 1
    assert read_position(write_position(match)).fingerprint() == match.fingerprint()


def test_a_written_assault_phase_knows_that_the_engaged_fight_on() -> None:
    """8.8."""
    engaged = BLANK + "phase committing\nphasing allied\nengaged M15=allied\n46Div M15 jump_off=L15\n28R/110 M15\n"
    assert marked(engaged, "commit", "46Div") == read_position(engaged).setting.grid.cell("M15")


def test_a_written_movement_phase_knows_which_squares_are_over_stacked() -> None:
    """7.3."""
    crowded = BLANK + "phase movement\nphasing german\n28R/109 M15\n28R/110 M15\n28R/111 M15\n46Div C3\n"
    ruling = said(crowded, "action", action="end")["ruling"]
    assert (ruling["allowed"], ruling["case"]) == (False, "7.3")


def test_a_single_assault_is_not_fought_while_it_is_read() -> None:
    found = said(ASSAULT, "opening")
    assert found["events"] == []
    assert found["asked"]["kind"] == "assault"
    fought = said(ASSAULT, "apply", action="assault M15", dice=[3, 4])
    assert [e["data"]["total"] for e in fought["steps"][0]["events"] if e["kind"] == "dice"] == [7]
    again = said(fought["position"], "legal")
    assert again["asked"] == fought["asked"]


@pytest.mark.parametrize(
    ("position", "dice", "event"),
    [
        ("marne-1914\nscenario full-battle\nfrom start\nturn 8\nphase initiative\n", 1, "initiative"),
        ("somme-1916\nscenario a-punishing-land\nfrom start\nturn 12\nphase turn\n", 1, "weather"),
    ],
)
def test_what_happens_before_the_first_question_with_forced_dice(position: str, dice: int, event: str) -> None:
    found = said("grognard position 1\ngame " + position, "opening", dice=[dice])
    kinds = [e["kind"] for e in found["events"]]
    assert event in kinds
    thrown = next(e for e in found["events"] if e["kind"] == "dice")
    assert thrown["data"]["total"] == dice


# -- may it end here? --


def test_everything_that_is_illegal_in_the_marne() -> None:
    wrong = AFTERNOON + "3Div 2015\n5Div 2015\n37DI 1213\n"
    found = said(wrong, "check")
    cases = {fault["case"] for fault in found["faults"] if {"3Div", "37DI"} & set(fault["units"])}
    assert not found["legal"]
    assert cases == {"4.1.1", "5.2.3", "4.5.1"}
    assert any("4.1.1" in text for text in said(wrong, "supply", unit="3Div")["limits_broken"])


def test_everything_that_is_illegal_on_the_somme() -> None:
    wrong = BLANK + (
        "phase assault\nphasing allied\n46Div L15\n4Div L15\n28R/110 M15 facing=west status=1 mode=back\n"
        "28R/111 M15 facing=north\n"
    )
    found = said(wrong, "check")
    assert [fault["case"] for fault in found["faults"]] == ["7.3.1", "7.2.2", "6.5.1"]
    assert not found["legal"]
    assert any("7.2.2" in text for text in said(wrong, "supply", unit="46Div")["limits_broken"])


def test_a_legal_position_is_called_so() -> None:
    assert said(ASSAULT, "check") == {"grognard": 1, "ok": True, "ask": "check", "legal": True, "faults": []}


@pytest.mark.parametrize(
    ("position", "who", "cases"),
    [
        (MORNING, "3Div 2015", {"4.1.1"}),
        (MORNING, "3Div", set()),
        (MORNING, "3Div 2214", {"6.1.8", "4.5.1"}),
        (MORNING, "2015", set()),
        (MORNING, "entente", {"5.2.3"}),
        (PUSH, "46Div B2", {"7.5"}),
        (PUSH, "46Div", set()),
        (PUSH, "german", {"7.3.2"}),
        (PUSH, "T18", {"7.3.2"}),
    ],
)
def test_may_it_end_here(position: str, who: str, cases: set[str]) -> None:
    found = said(position, "end", who=who)
    assert {fault["case"] for fault in found["faults"]} == cases
    assert found["allowed"] == (not cases)


# -- ways --


def test_a_named_way_and_its_price() -> None:
    found = said(MORNING, "path", action="move 3Div 2216-2116")
    assert (found["costs"], found["total"], found["ruling"]["allowed"]) == (["2 MP", "1 MP"], "3 MP", True)
    blocked = said(MORNING, "path", action="move 3Div 2214-2213")
    assert (blocked["ruling"]["case"], blocked["costs"]) == ("6.1.8", [])
    apart = said(MORNING, "path", action="move 3Div 2216-2016")
    assert not apart["ruling"]["allowed"]


def test_costs_are_told_in_the_books_points() -> None:
    events = said(MORNING, "apply", action="move 3Div 2216")["steps"][0]["events"]
    assert [event["data"]["mp"] for event in events if event["kind"] == "move"] == [2]


def test_a_named_way_on_the_somme() -> None:
    free = BLANK + "phase movement\nphasing allied\n46Div C15 facing=east\n28R/110 V1\n"
    found = said(free, "path", action="move 46Div D15-E16-F16")
    assert found["ruling"]["allowed"]
    assert found["note"].startswith("off-front")
    assert len(found["costs"]) == 3


def test_the_shortest_way_and_one_without_zones() -> None:
    blank = "board blank 10-30 1-17\nassume supply all yes\nphase movement\nphasing entente\n"
    field = MARNE + blank + "14DI 2010\n3ID 2012\n"
    straight = said(field, "way", action="move 14DI 2211")
    assert straight["ruling"]["allowed"]
    beside = said(field, "way", action="move 14DI 2011", no_zones=True)
    assert beside["ruling"]["case"] == "4.2.2"
    assert "zone of control" in beside["ruling"]["text"]
    assert said(field, "way", action="move 14DI 2011")["ruling"]["allowed"]
    rough = field.replace("assume", "terrain woods 2009\nterrain woods 2008\nassume")
    assert len(said(rough, "way", action="move 14DI 2008", shortest=True)["cells"]) == 2


# -- how things stand --


def test_control_front_points_and_victory_of_the_marne() -> None:
    assert said(MORNING, "control", place="Meaux")["cells"][0]["holder"] == "cp"
    assert said(MORNING, "control", place="2115")["cells"][0]["holder"] == ""
    assert said(MORNING, "front")["fronts"][0]["case"] == "4.6.1"
    points = said(MORNING, "points")
    assert points["totals"]["cp"] == sum(row["points"] for row in points["points"])
    standing = said(MORNING, "victory")
    assert (standing["case"], len(standing["missing"])) == ("13.0.4", 2)


def test_control_front_points_and_victory_of_the_somme() -> None:
    assert said(PUSH, "control", place="B1")["cells"][0]["holder"] == "british"
    assert {front["side"] for front in said(PUSH, "front")["fronts"]} == {"allied", "german"}
    assert said(PUSH, "points")["totals"] == {"allied": 0, "german": 0}
    standing = said(PUSH, "victory")
    assert standing["winner"] == "german"
    assert "claimed by british units" in standing["missing"][0]["text"]


def test_a_corps_its_base_and_its_integrity() -> None:
    whole = said(MORNING, "formation", name="37DI")["formations"]
    assert [(one["name"], one["base"], one["ruling"]["allowed"]) for one in whole] == [("F-III", ["37DI"], True)]
    assert not said(MORNING, "formation", name="G-IVR")["formations"][0]["ruling"]["allowed"]
    assert "keep together" in refused(PUSH, "formation", name="all")


def test_command() -> None:
    assert said(MORNING, "command", unit="37DI")["ruling"]["case"] == "4.5.1"
    assert said(ASSAULT, "command", unit="46Div")["in_command"]
    assert not said(ASSAULT.replace("HQ-VII I15", "HQ-VII A34"), "command", unit="46Div")["in_command"]


# -- secrets --


def test_a_side_hears_no_more_than_it_may_know() -> None:
    """15.6.1: only the Allied player knows the objectives."""
    text = json.dumps([said(CAMPAIGN, kind, **{"as": "german"}) for kind in ("victory", "points", "front", "check")])
    assert "pozieres" not in text.lower()
    assert said(CAMPAIGN, "victory", **{"as": "german"})["level"] == "not known"
    assert said(CAMPAIGN, "victory", **{"as": "allied"})["level"] != "not known"
    assert "belongs to" in refused(CAMPAIGN, "legal", **{"as": "german"})
    assert "there is no side" in refused(CAMPAIGN, "points", **{"as": "germany"})


@pytest.mark.parametrize(
    ("kind", "words", "text"),
    [
        ("control", {"place": "Meux"}, "no hex, unit or place is called 'Meux'; did you mean 'Meaux'?"),
        ("control", {"place": "9999"}, "there is no hex 9999"),
        ("apply", {"action": "answer retreat"}, "write 'answer KIND with WORDS if asked'"),
        ("odds", {"action": "end", "suppose": "column x"}, "cannot suppose"),
        ("path", {"action": "move 3Div"}, "needs a cell"),
        ("way", {"action": "end"}, "cannot trace the path"),
        ("way", {"action": "move 3Div 2216", "shortest": "yes"}, "should be true or false"),
        ("end", {"who": "nobody"}, "no hex, unit or place"),
        ("retreats", {"unit": "21DI"}, "is not on the map"),
        ("rule", {"case": "99.9"}, "the rulebook has no case"),
    ],
)
def test_bad_questions_are_refused_with_a_sentence(kind: str, words: dict[str, Any], text: str) -> None:
    assert text in refused(MORNING, kind, **words)


# -- supposing, retreats, the map --


def test_a_result_that_is_supposed() -> None:
    odds = said(AFTERNOON, "odds", action="attack 2214 by 3Div", suppose="1/R")
    assert [chance["percent"] for chance in odds["chances"]] == [100.0]
    found = said(ASSAULT, "odds", action="assault M15", suppose="D2SR")
    assert "D2SR" in found["chances"][0]["results"][0]["text"]
    assert "it has" in refused(ASSAULT, "odds", action="assault M15", suppose="D9")
    assert "no fight came" in refused(MORNING, "apply", action="end", suppose="D9")


def test_a_column_that_is_supposed() -> None:
    for position, action in ((AFTERNOON, "attack 2214 by 3Div"), (ASSAULT, "assault M15")):
        rows = json.dumps(said(position, "odds", action=action, suppose="column +3")["certain"])
        assert "supposed column" in rows
        assert "column +3" in rows


def test_every_retreat_with_its_rank() -> None:
    ways = {way["cell"]: way for way in said(MORNING, "retreats", unit="4ID")["retreats"]}
    assert ways["2114"]["open"]
    assert (ways["2315"]["open"], ways["2315"]["ruling"]["case"]) == (False, "8.5.1")
    squares = {way["cell"]: way for way in said(ASSAULT, "retreats", unit="28R/110")["retreats"]}
    assert squares["N14"]["open"]
    assert "is occupied" in squares["N15"]["ruling"]["text"]
    assert "map edge" in squares["M14"]["ruling"]["text"]


def test_distances_neighbours_ranges_and_sight() -> None:
    assert said(MORNING, "distance", **{"from": "3Div", "to": "2015"})["distance"] == 2
    around = {row["cell"]: row for row in said(MORNING, "neighbours", cell="2214")["neighbours"]}
    assert around["2215"]["units"] == ["3Div"]
    assert around["2215"]["links"] == ["road"]
    assert said(ASSAULT, "range", unit="HQ-VII")["ranges"][0]["distance"] == 8
    assert "no lines of sight" in refused(MORNING, "sight", **{"from": "2214", "to": "2215"})
    assert "nor commands" in refused(MORNING, "range", unit="3Div")


# -- scripts --


def test_a_script_need_not_guess_what_is_asked() -> None:
    script = "attack 2214 by 3Div; resolve; answer retreat with 2213 if asked; answer advance with end if asked"
    found = said(AFTERNOON, "apply", action=script, dice=[4])
    assert [step["action"] for step in found["steps"]] == ["attack 2214 by 3Div", "resolve", "retreat 4ID 2213", "end"]
    assert found["unasked"] == []
    assert said(AFTERNOON, "apply", action=script, dice=[1])["unasked"] == ["retreat", "advance"]
    assert "fits no answer" in refused(AFTERNOON, "apply", action=script.replace("2213", "2314"), dice=[4])


def test_simultaneous_choices_in_any_order() -> None:
    start = "grognard position 1\ngame somme-1916\nscenario campaign\nfrom start\nphase operations\n"
    forth = said(start, "apply", action="allied: operations yes; german: operations no")
    back = said(start, "apply", action="german operations no; allied operations yes")
    assert forth["asked"] == back["asked"]
    assert all(step["ruling"]["allowed"] for step in back["steps"])


@pytest.mark.parametrize(
    ("slug", "verb"), [("soissons-1918", "attack"), ("friedensturm-1918", "attack"), ("hannut-1940", "assault")]
)
def test_odds_add_the_resolving_steps_in_every_game(slug: str, verb: str) -> None:
    """A declaration alone throws no dice: whatever is asked between it and them is answered plainly."""
    match, player = grognard.start(slug, seed=3), RandomPlayer(3)
    for _ in range(3000):
        decision = match.decision
        assert decision is not None
        listed = decision.all_actions() if verb in decision.verbs() else iter(())
        declared = next((action for action in listed if action.verb == verb), None)
        if declared is not None:
            assert foretold(match, [match.write(declared)])[2].chances
            return
        match.play(player.choose(decision), by=decision.side)
    raise AssertionError(f"nobody could {verb} anything")
