"""Movement (chapter 6) with steps and classes (5.1 to 5.3)."""

from __future__ import annotations

import pytest

from grognard.games.hannut_1940.rules.allowances import allowance
from grognard.games.hannut_1940.rules.halts import is_halted
from grognard.games.hannut_1940.rules.movement import Routes
from grognard.games.hannut_1940.rules.stacking import is_overstacked
from grognard.games.hannut_1940.setting import GERMAN, QUARTERS
from grognard.games.hannut_1940.state import Mark, Supply
from tests.games.hannut_1940.position import (
    allowed,
    cell,
    cost,
    destinations,
    game,
    listed,
    mark,
    number,
    of_kind,
    only,
    place,
    play,
    refused,
    study,
    until,
)


def points(match: object, uid: str) -> float:
    g = game(match)  # type: ignore[arg-type]
    return allowance(g, number(match, uid)) / QUARTERS  # type: ignore[arg-type]


# -- 6.0, 6.1 --


def test_6_0_units_move_one_at_a_time_and_never_again() -> None:
    """6.0, HAN-011: another unit's move ends the one before."""
    match = study("movement german", "I/12Sch 5504 \n II/12Sch 5504")
    play(match, "move I/12Sch 5505", "move I/12Sch 5506")
    play(match, "move II/12Sch 5503")
    refused(match, "move I/12Sch 5507", "6.0", "finished")
    refused(match, "move I/11RDP 5507", "6.0")


def test_6_1_leg_and_mech_costs_and_the_highest_terrain_counts() -> None:
    """6.1, 2.1, 2.1.2, 2.1.3, 5.3: Leg units pay 1 for clear, Mech units 2; streams add, villages cheapen nothing."""
    match = study(
        "movement french",
        "terrain woods 5005 \n feature village 5005 \n side stream 5004-5103 \n I/1RTM 5004 \n AT-15Mot 5004",
    )
    assert cost(match, "move I/1RTM 5003") == "1 MP"
    assert cost(match, "move AT-15Mot 5003") == "2 MP"
    assert cost(match, "move I/1RTM 5005") == "2 MP"
    assert cost(match, "move AT-15Mot 5005") == "3 MP"
    assert cost(match, "move I/1RTM 5103") == "2 MP"


def test_5_3_personnel_on_wheels_may_walk() -> None:
    """5.3: I/12Sch uses Leg costs where that is cheaper, but one kind for the whole phase."""
    match = study("movement german", "I/12Sch 5504 \n I/35Pz 5604")
    assert cost(match, "move I/12Sch 5505") == "1 MP"
    assert cost(match, "move I/35Pz 5605") == "2 MP"
    play(match, "move I/12Sch 5505")
    g = game(match)
    unit = number(match, "I/12Sch")
    assert (g.state.on_foot[unit], g.state.on_wheels[unit]) == (11 * QUARTERS, 10 * QUARTERS)


def test_6_1_one_hex_is_always_allowed() -> None:
    """6.1, HAN-032: fatigue 2 leaves a quarter, rounded up, but one hex can be entered."""
    match = study("movement french", "terrain woods 5005 \n side stream 5004-5005 \n I/1RTM 5004 fatigue=2")
    assert points(match, "I/1RTM") == 2
    assert allowed(match, "move I/1RTM 5005")
    play(match, "move I/1RTM 5005")
    assert destinations(match, "I/1RTM") == set()


@pytest.mark.parametrize(("marks", "expected"), [("", 12), ("supply=1", 6), ("fatigue=1", 6), ("fatigue=2", 3)])
def test_6_0_points_by_supply_and_fatigue(marks: str, expected: int) -> None:
    """6.0, 14.1, 15.2."""
    match = study("movement german", f"I/12Sch 5504 {marks}")
    assert points(match, "I/12Sch") == expected


def test_7_2_an_overstacked_unit_has_half_its_ma() -> None:
    """7.2."""
    match = study("movement german", "I/12Sch 5504 \n II/12Sch 5504 \n III/12Sch 5504")
    assert points(match, "I/12Sch") == 6


def test_19_2_the_fourth_panzer_has_ma_8_on_the_first_turn() -> None:
    """19.2, HAN-035, ruling D05."""
    match = study("movement german", "I/35Pz 6403 \n I/3Sch 5801", turn=1)
    assert points(match, "I/35Pz") == 8


# -- 6.2 --


ROAD = "link primary 5004-5005-5006-5007 \n link trail 5104-5105-5106 \n terrain woods 5105"


def test_6_2_roads_by_class() -> None:
    """6.2, 2.1.1: a primary road costs Mech units half a point; a trail 1, in woods 1.5 (HAN-026), as a railroad."""
    match = study(
        "movement german", f"{ROAD} \n link railroad 5204-5205-5206 \n I/35Pz 5004 \n II/35Pz 5104 \n I/36Pz 5204"
    )
    assert cost(match, "move I/35Pz 5007") == "1.5 MP"
    assert cost(match, "move II/35Pz 5105") == "1.5 MP"
    assert cost(match, "move II/35Pz 5106") == "2.5 MP"
    assert cost(match, "move I/36Pz 5206") == "2 MP"


def test_6_2_mech_units_leave_the_road_into_clear_ground_for_one_and_a_half() -> None:
    """6.2: and only into pure clear; a Leg unit has no such price (HAN-029)."""
    match = study("movement german", f"{ROAD} \n feature village 4903 \n I/35Pz 5004")
    assert cost(match, "move I/35Pz 4904") == "1.5 MP"
    assert cost(match, "move I/35Pz 4903") == "2 MP"
    match = study("movement french", f"{ROAD} \n I/1RTM 5004")
    assert cost(match, "move I/1RTM 4904") == "1 MP"


def test_6_2_a_jam_stops_mech_units_on_a_road() -> None:
    """6.2: two steps of Mech units in a hex."""
    match = study("movement german", f"{ROAD} \n I/35Pz 5004 \n 4/36Pz 5005")
    assert cost(match, "move I/35Pz 5005") == "0.5 MP"
    assert cost(match, "move I/35Pz 5006") != "1 MP"
    play(match, "move I/35Pz 5005")
    assert cost(match, "move I/35Pz 5006") == "2 MP", "by road the move is over; at Mech costs it goes on"


def test_6_2_a_move_is_paid_in_one_way() -> None:
    """6.2, ruling C55: hops along a road do not make woods beyond it cheaper."""
    match = study("movement german", f"{ROAD} \n terrain woods 5008 \n I/35Pz 5004")
    assert cost(match, "move I/35Pz 5008") == "9 MP"
    play(match, "move I/35Pz 5007")
    assert cost(match, "move I/35Pz 5008") == "3 MP"
    g = game(match)
    assert g.state.on_wheels[number(match, "I/35Pz")] == 6 * QUARTERS


# -- 6.3 --


def test_6_3_prepared_assault_movement() -> None:
    """6.3, HAN-017: Leg one hex, Mech two, of the French only the 2nd DLM's."""
    match = study("movement german", "I/35Pz 5504 mark=PA \n I/30Inf 5501 mark=PA")
    assert allowed(match, "move I/35Pz 5506")
    assert cost(match, "move I/35Pz 5506") == "2 hexes"
    refused(match, "move I/35Pz 5507", "6.3", "2 hexes")
    refused(match, "move I/30Inf 5503", "6.3", "1 hex at most")
    match = study("movement french", "I/1RDP 5011 mark=PA \n I/11RDP 5004 mark=PA")
    assert allowed(match, "move I/1RDP 5013")
    refused(match, "move I/11RDP 5006", "6.3")


def test_6_3_pa_stops_in_towns_and_behind_streams_but_not_on_roads() -> None:
    """6.3."""
    lines = "feature town 5505 \n side stream 5504-5604 \n link trail 5504-5505-5506 \n I/35Pz 5504 mark=PA"
    match = study("movement german", lines)
    assert "5506" in destinations(match, "I/35Pz"), "along the trail through the town"
    lines = "feature town 5505 \n terrain forest 5405 5605 \n side stream 5504-5604 \n I/35Pz 5504 mark=PA"
    found = destinations(study("movement german", lines), "I/35Pz")
    assert {"5505", "5604", "5405"} <= found
    assert not {"5506", "5406", "5606", "5704"} & found, "stopped in the town, in the forest, behind the stream"


def test_6_5c_pa_halts_next_to_an_enemy() -> None:
    """6.5, HAN-020."""
    match = study("movement german", "I/35Pz 5804 mark=PA \n I/11RDP 5704")
    found = destinations(match, "I/35Pz")
    assert "5803" in found
    match = study("movement german", "I/35Pz 5804 mark=PA \n I/11RDP 5603")
    assert "5703" in destinations(match, "I/35Pz")
    assert "5702" not in destinations(match, "I/35Pz") or "5803" in destinations(match, "I/35Pz")


# -- 6.4 --


@pytest.mark.parametrize(
    ("phase", "turn", "uid", "expected"),
    [
        ("exploitation german", 4, "I/35Pz", 6),
        ("exploitation german", 6, "I/35Pz", 12),
        ("german-exploitation french", 4, "I/35Pz", 6),
        ("exploitation french", 5, "II/8Cuir", 16),
    ],
)
def test_6_4_points_of_an_exploitation(phase: str, turn: int, uid: str, expected: int) -> None:
    """4.3.2, 4.3.3, 6.4, HAN-041: Germans half by day and all at night, the French always all."""
    match = study(phase, f"{uid} 5504 mark=EXP \n I/3Sch 5601 \n I/11RDP 4001", turn=turn)
    full = game(match).setting.units[number(match, uid)].ma
    assert points(match, uid) == (expected if uid == "I/35Pz" else full)


def test_6_4_only_marked_units_exploit_and_they_do_not_move_before() -> None:
    """6.4, 4.3.2, HAN-014."""
    match = study("exploitation german", "I/35Pz 5504 mark=EXP \n II/35Pz 5604")
    refused(match, "move II/35Pz 5605", "6.4", "no exploitation marker")
    match = study("movement german", "I/35Pz 5504 mark=EXP \n II/35Pz 5604 mark=CR")
    refused(match, "move I/35Pz 5505", "4.3.2", "exploitation marker")
    refused(match, "move II/35Pz 5605", "4.3.2", "combat reserve")


def test_6_4_who_may_be_marked() -> None:
    """6.4, 9.1.1, 9.1.2, HAN-047, ruling C03."""
    line = "4Pz-HQ 5501 \n I/35Pz 5504 \n I/30Inf 5502 \n 18-HQ 5503 \n II/35Pz 5505 fatigue=1 \n I/36Pz 5506 supply=1"
    match = study("markers german", line)
    assert allowed(match, "mark I/35Pz exp")
    refused(match, "mark I/30Inf exp", "6.4", "not a Mech unit")
    refused(match, "mark II/35Pz exp", "6.4", "fatigued")
    refused(match, "mark I/36Pz exp", "15.2", "out of supply")
    match = study("markers french", "3DLM-HQ 5001 \n I/11RDP 5002")
    refused(match, "mark I/11RDP exp", "6.4", "no exploitation markers")
    units = "2DLM-HQ 5011 \n I/1RDP 5012 \n II/1RDP 5013 \n III/1RDP 5014 \n I/8Cuir 5112"
    for static, most in (("static 2-dlm", 2), ("", 3)):
        match = study("markers french", f"{units} \n {static}")
        for uid in ("I/1RDP", "II/1RDP", "III/1RDP")[:most]:
            play(match, f"mark {uid} exp")
        refused(match, "mark I/8Cuir exp", "9.1.1" if static else "9.1.2", f"{most} exploitation markers")


def test_9_1_2_the_whole_side_has_as_many_as_its_best_division() -> None:
    """9.1.2, ruling C03: and with the option each division its own."""
    lines = "4Pz-HQ 5501 \n 3Pz-HQ 5601 \n I/5Pz 5602 \n" + "\n".join(
        f"{uid} 55{row:02d} mark=EXP"
        for row, uid in enumerate(("I/35Pz", "II/35Pz", "I/36Pz", "II/36Pz", "4/35Pz", "8/35Pz"), 4)
    )
    match = study("markers german", lines)
    refused(match, "mark I/5Pz exp", "9.1.2", "whole side")
    match = study("markers german", lines, exploit_cap="per-division")
    assert allowed(match, "mark I/5Pz exp")


# -- 6.5 --


def test_6_5_moving_next_to_enemies_costs_more() -> None:
    """6.5, HAN-023: one point Leg, two points Mech; none in woods for exploiting units."""
    match = study("movement french", "I/1RTM 5004 \n AT-15Mot 5004 \n I/12Sch 5006")
    assert cost(match, "move I/1RTM 5005") == "2 MP"
    assert cost(match, "move AT-15Mot 5005") == "4 MP"
    match = study("exploitation german", "terrain woods 5505 \n I/35Pz 5504 mark=EXP \n I/1RTM 5506")
    assert cost(match, "move I/35Pz 5505") == "3 MP"


# -- 6.6 --


HALT = "3DLM-HQ 5408 \n static 3-dlm \n bp 3-dlm=4"


@pytest.mark.parametrize(
    ("lines", "turn", "stops"),
    [
        (f"I/11RDP-H35 5406 1 \n II/11RDP-H35 5305 1 \n {HALT}", 4, True),  # HAN-050
        (f"I/1RDP 5406 mark=EXP \n {HALT}", 4, False),  # HAN-053
        ("I/11RDP-H35 5406 1 \n 3DLM-HQ 5406 \n bp 3-dlm=4", 4, False),  # HAN-059
        ("I/11RDP 5406 \n 3DLM-HQ 5408 \n bp 3-dlm=0", 4, False),
        ("I/11RDP 5406 \n 3DLM-HQ 5411 \n bp 3-dlm=4", 4, False),
        (f"feature town 5405 \n I/11RDP 5406 \n {HALT}", 4, False),
        (f"terrain woods 5405 \n I/11RDP 5406 \n {HALT}", 4, True),
        (f"terrain woods 5405 \n I/11RDP 5406 \n {HALT}", 6, False),
        (f"terrain woods 5405 \n I/11RDP 5406 \n ip 5406=2 \n {HALT}", 6, True),
        (f"feature village 5405 \n I/11RDP 5406 \n {HALT}", 6, True),  # HAN-056
    ],
)
def test_6_6_movement_halts(lines: str, turn: int, stops: bool) -> None:
    """6.6: steps, points in range and terrain; at night only into clear hexes, or from an improved position."""
    match = study("movement german", f"I/35Pz 5403 \n {lines}", turn=turn)
    assert is_halted(game(match), GERMAN, cell(match, "5405")) == stops


def test_6_6_an_88_halts_alone() -> None:
    """6.6, ruling C56."""
    match = study("movement french", "I/1RTM 5403 \n Flak-4Pz 5405")
    assert is_halted(game(match), 1, cell(match, "5404"))


def test_6_6_a_halted_unit_only_learns_that_it_must_stop() -> None:
    """6.6, 7.3: the log names the hex, and nothing about why."""
    match = study("movement german", f"I/35Pz 5403 \n I/11RDP 5407 \n {HALT}")
    events = play(match, "move I/35Pz 5305")
    assert not of_kind(events, "halt")
    events = play(match, "move I/35Pz 5306")
    assert only(events, "halt").data == {"side": "german", "cell": cell(match, "5306")}
    refused(match, "move I/35Pz 5305", "6.0", "finished")
    assert place(match, "I/35Pz") == "5306"


def test_6_6_the_way_ends_where_the_halt_is() -> None:
    """6.6: on the way to a hex behind."""
    match = study("movement german", f"link primary 5403-5404-5405-5404-5304 \n I/35Pz 5402 \n I/11RDP 5405 \n {HALT}")
    play(match, "move I/35Pz 5404")
    assert place(match, "I/35Pz") == "5404"


@pytest.mark.parametrize(
    ("lines", "passes"),
    [
        ("", True),
        (f"I/11RDP 5405 \n {HALT}", False),
        ("I/11RDP 5405 \n 3DLM-HQ 5408 \n bp 3-dlm=0", False),  # no halt, but he must not learn that
        (f"feature town 5404 \n I/11RDP 5405 \n {HALT}", True),
    ],
)
def test_7_0_nobody_goes_through_a_full_stack_where_he_may_be_halted(lines: str, passes: bool) -> None:
    """6.6, 7.0, ruling D23: else units aimed beyond a halt would pile up in its hex."""
    match = study("movement german", f"I/36Pz 5403 \n I/35Pz 5404 \n II/35Pz 5404 \n {lines}")
    unit = game(match).setting.unit_ids.index("I/36Pz")
    assert bool(Routes(game(match), [unit]).cells >> cell(match, "5404") & 1) == passes


def test_7_0_by_an_option_he_may_and_a_halt_makes_an_overstack() -> None:
    """6.6, 7.0, 7.2, ruling D23, option full_stacks: he doesn't choose to end there, but a halt may leave him."""
    lines = f"I/51Inf 5403 \n I/35Pz 5404 \n II/35Pz 5404 \n I/11RDP 5504 \n {HALT}"
    match = study("movement german", f"{lines} \n link primary 5403-5404-5405", full_stacks="open")
    refused(match, "move I/51Inf 5404", "7.1", "three units")
    play(match, "move I/51Inf 5405")
    assert place(match, "I/51Inf") == "5404"
    assert is_overstacked(game(match), cell(match, "5404"))


# -- 6.7 --


def test_6_7_night_costs_a_point_more_off_the_roads() -> None:
    """6.7, HAN-038."""
    match = study("movement french", "link trail 5004-5005 \n I/1RTM 5004", turn=6)
    assert cost(match, "move I/1RTM 5005") == "1 MP"
    assert cost(match, "move I/1RTM 5003") == "2 MP"


def test_6_7_pa_goes_one_hex_at_night() -> None:
    """6.7."""
    match = study("movement german", "I/35Pz 5504 mark=PA \n awake german", turn=6)
    refused(match, "move I/35Pz 5506", "6.3", "1 hex at most")


def test_19_5_night_movement_tires_without_a_real_chit() -> None:
    """14.0, 19.5, HAN-227."""
    for awake, level in (("", 1), ("awake german", 0)):
        match = study("movement german", f"{awake} \n I/35Pz 5504 \n I/12Sch 5604 \n I/1RTM 4010", turn=6)
        play(match, "move I/35Pz 5503")
        until(match, "markers")
        g = game(match)
        assert g.state.fatigue[number(match, "I/35Pz")] == level
        assert g.state.fatigue[number(match, "I/12Sch")] == 0


# -- 9.1.1, 15.2, 7.1, 19.6, 19.8 --


def test_9_1_1_a_static_hq_does_not_move() -> None:
    """9.1.1, HAN-089."""
    match = study("movement french", "3DLM-HQ 5106 \n static 3-dlm")
    refused(match, "move 3DLM-HQ 5107", "9.1.1", "static")
    match = study("movement french", "3DLM-HQ 5106")
    assert allowed(match, "move 3DLM-HQ 5107")


@pytest.mark.parametrize(("to", "after"), [("5510", Supply.ON_HAND), ("5511", Supply.OUT)])
def test_15_2_on_hand_supply_lasts_for_half_the_ma(to: str, after: Supply) -> None:
    """15.2, HAN-239: six points of twelve are free, seven are not."""
    match = study("movement german", "I/12Sch 5504 supply=2")
    play(match, f"move I/12Sch {to}")
    assert game(match).state.supply[number(match, "I/12Sch")] == after


def test_7_1_an_afv_company_moves_with_its_battalion() -> None:
    """7.1, ruling C64: as one unit, at the dearer cost."""
    match = study("movement german", "I/12Sch 5504 \n 4/35Pz 5504 \n I/30Inf 5501")
    assert cost(match, "march I/12Sch 5505") == "2 MP"
    play(match, "march I/12Sch 5505")
    assert place(match, "I/12Sch") == place(match, "4/35Pz") == "5505"
    refused(match, "march I/30Inf 5502", "7.1", "no AFV company")


def test_7_1_an_afv_company_moves_with_a_leg_battalion_too() -> None:
    """7.1, ruling C64: any type of infantry; six points of the Leg battalion at the tanks' price, two for a hex."""
    match = study("movement german", "18-HQ 5801 \n I/30Inf 5501 \n 4/35Pz 5501")
    reached = destinations(match, "I/30Inf", "march")
    assert "5504" in reached
    assert "5505" not in reached
    assert cost(match, "march I/30Inf 5504") == "6 MP"
    play(match, "march I/30Inf 5503")
    assert place(match, "I/30Inf") == place(match, "4/35Pz") == "5503"
    refused(match, "march I/30Inf 5505", "6.1", "out of reach")
    assert allowed(match, "march I/30Inf 5504")
    road = "link primary 5501-5502-5503-5504-5505-5506-5507-5508"
    match = study("movement german", f"18-HQ 5801 \n I/30Inf 5501 \n 4/35Pz 5501 \n {road}")
    assert cost(match, "march I/30Inf 5507") == "6 MP"
    refused(match, "march I/30Inf 5508", "6.1", "out of reach")


def test_19_6_tethered_divisions_stay_in_their_rows() -> None:
    """19.6, ruling C75, HAN-263."""
    match = study("movement german", "I/30Inf 5203 \n 18-HQ 5201", board="real")
    assert {name[2:] for name in destinations(match, "I/30Inf")} <= {"01", "02", "03", "04"}
    refused(match, "move I/30Inf 5205", "19.6", "18th Infantry Division")
    match = study("movement french", "I/1RI 3704", board="real", turn=7)
    assert "3804" in destinations(match, "I/1RI")
    refused(match, "move I/1RI 4004", "19.6")


def test_19_8_low_fuel_halves_the_ma_of_all_but_one_panzer_division() -> None:
    """19.8, ruling C69."""
    match = study("movement german", "fuel 7 \n fuelled 4-pz \n I/35Pz 5504 \n I/5Pz 5604 \n I/30Inf 5201", turn=7)
    assert [points(match, uid) for uid in ("I/35Pz", "I/5Pz", "I/30Inf")] == [12, 6, 6]
    play(match, "move I/5Pz 5605")
    assert mark(match, "I/5Pz") == Mark.NONE
    assert "move I/5Pz 5607" in listed(match, "I/5Pz")
