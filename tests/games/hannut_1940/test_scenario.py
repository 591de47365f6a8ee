"""The scenario (chapter 19) and reinforcements (chapter 18): set-up, arrivals, replacements, line, victory."""

from __future__ import annotations

import pytest

from grognard.engine import Match
from grognard.games.hannut_1940.rules.victory import has_line, level_now, margin, score
from grognard.games.hannut_1940.state import Mark
from tests.games.hannut_1940.position import (
    allowed,
    asked,
    cell,
    destinations,
    game,
    listed,
    mark,
    number,
    of_kind,
    place,
    play,
    refused,
    study,
    until,
)

# -- 19.2 --


def test_19_2_set_up_areas() -> None:
    """3.0, 19.0, 19.2, HAN-257, HAN-293: five hexes from Hannut, not beyond the road; six from 5611."""
    match = study("deployment german", "", board="real", setup="free", turn=1)
    assert asked(match) == "deploy"
    for where, legal in (("5609", True), ("5610", False), ("5104", True), ("5004", False), ("6104", False)):
        assert bool(match.check(f"deploy I/11RDP {where}")) == legal, where
    refused(match, "deploy I/11RDP 5610", "19.2", "outside")
    assert allowed(match, "deploy I/1RDP 5611")
    refused(match, "deploy I/1RDP 5609", "19.2")
    assert not any(unit.name.lower().startswith("art") for unit in match.setting.units)


def test_19_2_the_printed_set_up_is_legal_and_leads_to_the_first_command_phase() -> None:
    """19.1, 19.2."""
    match = study("turn german", start=True, supply=None, turn=1)
    assert asked(match).startswith("command")


# -- 18.1, 19.6 --


def test_18_1_entry_on_the_turn_of_arrival() -> None:
    """18.0, 18.1, 19.6, HAN-260."""
    match = study("movement german", "", board="real", turn=2)
    for where, legal in (("5601", True), ("5701", True), ("5801", True), ("5901", False)):
        assert bool(match.check(f"enter I/5Pz {where}")) == legal
    refused(match, "enter I/30Inf 5201", "18.1", "game turn 5")
    play(match, "enter I/5Pz 5601")
    assert place(match, "I/5Pz") == "5601"
    assert destinations(match, "I/5Pz")


def test_18_1_by_road_units_wait_for_those_ahead() -> None:
    """18.1, ruling C50: a point for each; one battalion of a division at a time."""
    road = "link primary 5615-5614-5613-5612-5611 \n region entry-ge-20-mot 5615"
    match = study("movement german", road, turn=8)
    play(match, "enter I/90Inf 5615")
    left = game(match).state.on_road[number(match, "I/90Inf")]
    assert left == 12 * 4 - 2
    play(match, "move I/90Inf 5612", "enter II/90Inf 5615")
    assert game(match).state.on_road[number(match, "II/90Inf")] == 12 * 4 - 2 - 4
    play(match, "enter III/90Inf 5615")
    assert game(match).state.on_road[number(match, "III/90Inf")] < 0, "not by road behind a battalion"


def test_19_2_the_fourth_panzer_enters_in_any_mode() -> None:
    """19.2, ruling C40."""
    match = study("movement german", "", board="real", turn=1)
    play(match, "enter 4Pz-HQ 6403", "enter I/35Pz 6402", "mark I/35Pz exp")
    assert mark(match, "I/35Pz") == Mark.EXP
    refused(match, "mark 4Pz-HQ pa", "6.0", "finished")


def test_19_2_exploitation_markers_do_not_wait_for_the_hq() -> None:
    """19.1, 19.2, 9.1.2, ruling C40: the HQ is mobile on 12 May before it has come in; six markers, and no more."""
    match = study("movement german", "", board="real", turn=1)
    for uid in ("I/35Pz", "II/35Pz", "I/36Pz", "II/36Pz", "4/35Pz", "8/35Pz"):
        play(match, f"enter {uid} {min(destinations(match, uid, 'enter'))}", f"mark {uid} exp")
    play(match, f"enter 4/36Pz {min(destinations(match, '4/36Pz', 'enter'))}")
    refused(match, "mark 4/36Pz exp", "4.3.2")
    gone = study("movement german", "4Pz-HQ eliminated", board="real", turn=1)
    play(gone, "enter I/35Pz 6402")
    refused(gone, "mark I/35Pz exp", "4.3.2")


def test_19_6_an_hq_that_arrives_is_mobile_with_half_its_points() -> None:
    """19.6, ruling C39."""
    for option, points in (("half", 5), ("full", 9)):
        match = study("movement german", "", board="real", turn=2, arriving_bp=option)
        play(match, "enter 3Pz-HQ 5601")
        assert game(match).state.bp["3-pz"] == points
        assert game(match).state.static == []


def test_19_6_three_corps_units_come_with_each_division() -> None:
    """19.6, HAN-317, ruling D03: attached to it."""
    match = study("movement french", "", board="real", turn=6)
    for uid in ("35BCC", "13BCC", "GRCA-IV"):
        play(match, f"enter {uid} 4015")
        play(match, f"move {uid} {sorted(destinations(match, uid))[0]}")
    assert game(match).state.attached[number(match, "35BCC")] == "15-mot"
    refused(match, "enter GRCA-III 4015", "18.1")
    assert allowed(match, "enter GRCA-III 3313")
    match = study("movement french", "", board="real", turn=7)
    refused(match, "enter 35BCC 4015", "19.6", "three corps units")


def test_19_6_divisions_that_arrive_at_night_are_not_tired() -> None:
    """19.6, 19.5."""
    match = study("movement french", "I/11RDP 5004", board="real", turn=6)
    play(match, "enter I/4RI 4015")
    play(match, f"move I/11RDP {sorted(destinations(match, 'I/11RDP'))[0]}")
    until(match, "markers")
    g = game(match)
    assert g.state.fatigue[number(match, "I/4RI")] == 0
    assert g.state.fatigue[number(match, "I/11RDP")] == 1


def test_19_6_the_rest_of_the_20th_motorized_brings_six_points() -> None:
    """19.6, ruling C68."""
    match = study(
        "player-turn german",
        "20Mot-HQ 5614 \n base 20-mot=3 german=6 french=0 2-dlm=7 3-dlm=7 \n level 20-mot=3 \n bp 20-mot=2",
        turn=11,
    )
    assert game(match).state.base["20-mot"] == 9
    assert game(match).state.bp["20-mot"] == 5


@pytest.mark.parametrize(
    ("turn", "gone", "die", "leaves"),
    [
        (10, "", 4, 2),
        (10, "2-dlm", 4, 0),
        (10, "2-dlm", 3, 1),
        (10, "", 0, 0),
        (9, "", 3, 1),
        (8, "", 1, 1),
        (8, "", 0, 0),
    ],
)
def test_19_6_the_dlms_withdraw(turn: int, gone: str, die: int, leaves: int) -> None:
    """19.6, HAN-266, ruling C42."""
    lines = "3DLM-HQ 5004 \n I/11RDP 5005 \n 1Mar-HQ 3512"
    lines += f"\n withdrawn {gone} \n base 3-dlm=7 french=7" if gone else "\n 2DLM-HQ 5011"
    match = study("player-turn french", lines, turn=turn, dice=[die])
    before = len(gone.split())
    if asked(match) == "withdrawal":
        assert set(listed(match)) == {"withdraw 2-dlm", "withdraw 3-dlm"}
        play(match, "withdraw 3-dlm")
    assert len(game(match).state.withdrawn) - before == leaves


def test_19_6_on_game_turn_11_both_must_go_and_leave_their_points() -> None:
    """19.6, 18.1, ruling C43."""
    match = study("player-turn french", "3DLM-HQ 5004 \n 2DLM-HQ 5011 \n I/11RDP 5005 \n 1Mar-HQ 3512", turn=11)
    assert place(match, "I/11RDP") == "withdrawn"
    assert game(match).state.base["french"] == 14
    assert score(game(match)) == [] or margin(game(match)) >= 0


# -- 19.7 --


def test_19_7_replacements() -> None:
    """19.7, HAN-275, HAN-278, rulings C62 and C63: one step a unit, by kind; out of the box to the HQ."""
    lines = "4Pz-HQ 5502 \n I/35Pz 5504 1 \n I/12Sch 5505 2 \n II/35Pz eliminated \n II/12Sch 5506 \n 3DLM-HQ 5004"
    match = study("replacements german", lines, turn=6)
    assert game(match).state.steps_in == {"german:afv": 4, "german:infantry": 3, "french:afv": 2, "french:infantry": 1}
    play(match, "replace I/35Pz")
    refused(match, "replace I/35Pz", "19.7", "a step tonight")
    refused(match, "replace II/12Sch", "19.7", "lost no steps")
    play(match, "replace II/35Pz")
    assert place(match, "II/35Pz") == "5502"
    assert game(match).state.steps[number(match, "II/35Pz")] == 1
    assert game(match).state.steps_in["german:afv"] == 2
    play(match, "end", "end")
    match = study(
        "replacements german",
        f"{lines} \n steps_in french:afv=1 french:infantry=0 german:afv=0 german:infantry=0",
        turn=6,
    )
    assert game(match).state.steps_in["french:afv"] == 3


def test_19_7_none_in_a_night_with_a_real_chit() -> None:
    """19.7, ruling C38: the side is asked all the same."""
    match = study(
        "replacements german", "4Pz-HQ 5502 \n I/35Pz 5504 1 \n chit german=2 french=1 \n 3DLM-HQ 5004", turn=6
    )
    assert listed(match) == ["end"]
    refused(match, "replace I/35Pz", "19.7", "real chit")


def test_19_7_the_owner_chooses_where_there_is_no_hq_to_go_to() -> None:
    """19.7, rulings C53 and C63: an entry hex if the HQ is off the map, a supply source for an HQ."""
    lines = "4Pz-HQ 5502 \n I/1RI eliminated \n 15Mot-HQ eliminated \n chit french=1 \n steps_in french:afv=1"
    match = study("replacements-french", f"{lines} french:infantry=1", board="real", turn=9)
    play(match, "replace I/1RI")
    assert asked(match) == "return"
    assert listed(match) == ["return 3303", "return 3304", "return 3305"]
    refused(match, "return 3306", "19.7", "")
    play(match, "return 3304", "replace 15Mot-HQ")
    assert place(match, "I/1RI") == "3304"
    assert len(listed(match)) > 1
    play(match, listed(match)[-1])
    assert place(match, "15Mot-HQ") not in ("eliminated", "3304")


def test_19_7_the_question_does_not_tell_how_full_the_entry_hexes_are() -> None:
    """7.3, 19.7, ruling C63: the owner is asked even if one hex only has room for a battalion."""
    lines = "4Pz-HQ 5502 \n I/1RI eliminated \n chit french=1 \n steps_in french:infantry=1 \n"
    full = "II/1RI 3303 \n III/1RI 3303 \n I/43RI 3304 \n II/43RI 3304"
    match = study("replacements-french", lines + full, board="real", turn=9)
    play(match, "replace I/1RI")
    assert (asked(match), listed(match)) == ("return", ["return 3305"])


def test_19_7_an_independent_unit_returns_with_its_division_or_with_any() -> None:
    """9.3.1, 19.6, 19.7, ruling C63: any French HQ, if it was attached to none."""
    for attached, homes in (("attached=15-mot", ["4014"]), ("", ["3512", "4014"])):
        lines = f"4Pz-HQ 6002 \n 15Mot-HQ 4014 \n 1Mar-HQ 3512 \n 13BCC eliminated {attached} \n chit french=1"
        match = study("replacements-french", f"{lines} \n steps_in french:afv=1", turn=9)
        play(match, "replace 13BCC")
        if len(homes) > 1:
            assert (asked(match), sorted(listed(match))) == ("return", [f"return {home}" for home in homes])
            play(match, "return 3512")
        assert place(match, "13BCC") in homes


def test_19_6_a_withdrawn_division_leaves_its_attached_units_behind() -> None:
    """19.6, 19.7, rulings C43 and C63: on the map and in the box; its own in the box can no longer return."""
    lines = "2DLM-HQ 5011 \n 1Mar-HQ 3512 \n 35BCC 5010 attached=2-dlm \n 13BCC eliminated attached=2-dlm"
    match = study("player-turn french", f"{lines} \n I/1RDP eliminated \n withdrawn 3-dlm", turn=11)
    g, gone = game(match), "eliminated"
    assert [place(match, uid) for uid in ("2DLM-HQ", "35BCC", "13BCC", "I/1RDP")] == ["withdrawn", "5010", gone, gone]
    assert [g.division(number(match, uid)) for uid in ("35BCC", "13BCC", "I/1RDP")] == ["corps", "corps", "2-dlm"]


# -- 19.9 --


@pytest.mark.parametrize(
    ("places", "line"),
    [
        ("4003 4006 4009 4012", True),
        ("4003 4007 4010 4013", False),
        ("4005 4008 4011 4013", False),
        ("4004 4007 4010 4013", True),
    ],
)
def test_19_9_the_continuous_line(places: str, line: bool) -> None:
    """19.9, HAN-284, ruling C46."""
    units = ("I/1RTM", "II/1RTM", "III/1RTM", "I/2RTM")
    lines = "\n".join(f"{uid} {where}" for uid, where in zip(units, places.split(), strict=True))
    match = study("movement german", lines, board="real")
    assert has_line(game(match)) == line


def test_19_9_units_out_of_supply_do_not_count() -> None:
    """19.9."""
    lines = "I/1RTM 4003 \n II/1RTM 4006 \n III/1RTM 4009 supply=1 \n I/2RTM 4012"
    assert not has_line(game(study("movement german", lines, board="real")))
    hq = "I/1RTM 4003 \n II/1RTM 4006 \n 1Mar-HQ 4009 \n I/2RTM 4012"
    assert has_line(game(study("movement german", hq, board="real")))
    assert not has_line(game(study("movement german", hq, board="real", hq_line="no")))


def test_19_9_a_point_for_each_turn_without_it() -> None:
    """19.9, 4.3.4."""
    match = study("end-of-turn french", "I/1RTM 4003 \n 4Pz-HQ 6001", board="real")
    assert game(match).state.line_points == 1


# -- 19.10 --


def test_19_10_german_sudden_death() -> None:
    """19.10: a unit in 3312 to 3314 with a path to its source."""
    match = study("end-of-turn french", "I/12Sch 3313 \n 4Pz-HQ 3513", board="real")
    assert match.outcome is not None
    assert match.outcome.winner == "german"
    match = study("end-of-turn french", "I/12Sch 3313 \n 4Pz-HQ 3513", board="real", supply="no")
    assert match.outcome is None


def dead_tanks(turn: int, crossed: int, number_of: int = 4) -> Match:
    tanks = "\n".join(f"{uid} eliminated" for uid in ("I/35Pz", "II/35Pz", "I/36Pz", "II/36Pz")[:number_of])
    return study(
        "end-of-turn french", f"{tanks} \n crossed {crossed} \n 3DLM-HQ 4004 \n 4Pz-HQ 5504", board="real", turn=turn
    )


def test_19_10_french_sudden_death() -> None:
    """19.10, ruling C44: from turn 11 on, twelve steps in the box, the road never crossed."""
    match = dead_tanks(11, 0)
    assert match.outcome is not None
    assert match.outcome.winner == "french"
    assert dead_tanks(10, 0).outcome is None
    assert dead_tanks(11, 1).outcome is None
    assert dead_tanks(11, 0, 3).outcome is None


def test_19_10_crossing_the_road_is_remembered() -> None:
    """19.10, ruling C44; with the option only who is there now counts."""
    match = study("movement german", "I/35Pz 3709", board="real")
    beyond = game(match).setting.beyond_road
    play(match, f"move I/35Pz {next(c for c in destinations(match, 'I/35Pz') if beyond >> cell(match, c) & 1)}")
    assert game(match).state.crossed == 1


def test_19_10_points_and_levels() -> None:
    """19.10, HAN-287, rulings C47 and C48: whole groups of steps."""
    boxed = ("I/1Cuir", "II/1Cuir", "I/2Cuir", "I/11RDP", "II/11RDP", "III/11RDP")
    french = "\n".join(f"{uid} eliminated" for uid in boxed) + "\n II/2Cuir 5010 1 \n I/1RDP 5011 1"
    german = "I/35Pz eliminated \n PzJg49 eliminated \n I/12Sch 5504 1"
    match = study("movement german", f"{french} \n {german} \n line_points 2", board="real")
    found = {
        (who, what.split()[1] if what[0].isdigit() else what.split()[0]): points
        for who, points, _, what in score(game(match))
    }
    assert found["german", "AFV"] == 3
    assert found["german", "other"] == 2
    assert found["german", "game"] == 2
    assert found["french", "AFV"] == 3
    assert ("french", "other") not in found, "four steps make no point"


def test_19_10_victory_hexes_need_supply() -> None:
    """19.10, ruling D09."""
    match = study("movement german", "I/12Sch 5504", board="real")
    where, value = next(iter(game(match).setting.values.items()))
    name = match.setting.grid.ids[where]
    match = study("movement german", f"I/12Sch {name}", board="real")
    assert sum(p for who, p, _, _ in score(game(match)) if who == "german") == value
    match = study("movement german", f"I/12Sch {name} supply=1", board="real")
    assert score(game(match)) == []


@pytest.mark.parametrize(
    ("points", "option", "level"),
    [(3, "french", "French victory"), (4, "french", "French victory"), (4, "german", "German marginal victory"),
     (5, "french", "German marginal victory"), (11, "french", "German tactical victory"),
     (20, "french", "German decisive victory")],
)  # fmt: skip
def test_19_10_levels(points: int, option: str, level: str) -> None:
    """19.10, ruling C02."""
    match = study("movement german", f"I/12Sch 5001 \n line_points {points}", margin_four=option)
    assert level_now(game(match)).level == level


def test_19_10_the_game_ends_after_turn_15() -> None:
    """4.3.4, 19.10."""
    match = study("end-of-turn french", "I/12Sch 5504 \n 3DLM-HQ 5004", turn=15)
    assert match.outcome is not None
    assert of_kind(match.events(), "victory")


def test_19_10_only_who_is_beyond_the_road_now_by_the_option() -> None:
    """19.10, ruling C44."""
    tanks = "\n".join(f"{uid} eliminated" for uid in ("I/35Pz", "II/35Pz", "I/36Pz", "II/36Pz"))
    match = study(
        "end-of-turn french",
        f"{tanks} \n crossed 1 \n 3DLM-HQ 4004 \n 4Pz-HQ 5504",
        board="real",
        turn=11,
        dead_road="now",
    )
    assert match.outcome is not None
    assert match.outcome.winner == "french"
