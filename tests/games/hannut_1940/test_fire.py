"""Fire support (10.3), step losses (5.1.1, 5.4), proficiency checks (5.5.1), advance after fire (11.5)."""

from __future__ import annotations

import pytest

from grognard.engine import Match
from grognard.games.hannut_1940.rules.fire import affected, capacity, fire_rows, volleys
from grognard.games.hannut_1940.state import Mark
from grognard.rules.arithmetic import total
from tests.games.hannut_1940.position import (
    allowed,
    asked,
    cell,
    fatigue,
    game,
    listed,
    mark,
    number,
    only,
    place,
    play,
    refused,
    steps,
    study,
)

GUNS = "4Pz-HQ 5501 \n 3DLM-HQ 5510 \n static 4-pz 3-dlm \n bp 4-pz=9 3-dlm=9 \n level 4-pz=15 3-dlm=15"
GUNS += "\n air german=9 french=3"


def fire(lines: str, *dice: int, phase: str = "artillery-active german", turn: int = 4) -> Match:
    return study(phase, f"{GUNS} \n {lines}", dice=dice, turn=turn)


# -- 10.3.3, 10.3.3a, 10.3.4 --


def test_10_3_2_a_target_needs_enemies_and_a_spotter_in_sight() -> None:
    """10.3, 10.3.1, 10.3.2, 10.3.3."""
    match = fire("I/12Sch 5504 \n I/11RDP 5505 \n I/1Cuir 5507")
    assert allowed(match, "fire I/12Sch at 5505 with 6")
    refused(match, "fire I/12Sch at 5503 with 6", "10.3.2", "no enemy")
    refused(match, "fire I/12Sch at 5507 with 6", "8.0", "cannot observe")
    refused(match, "fire 4Pz-HQ at 5505 with 1", "10.3.3", "spotter")


def test_10_3_one_artillery_mission_for_each_hex() -> None:
    """10.3, 10.3.3a: the same spotter serves the air mission (HAN-320)."""
    match = fire("I/12Sch 5504 \n II/12Sch 5605 \n I/11RDP 5505", 0)
    play(match, "fire I/12Sch at 5505 with 1")
    refused(match, "fire I/12Sch at 5505 with 1", "10.3", "target")
    match = fire("I/12Sch 5504 \n II/12Sch 5605 \n I/11RDP 5505 \n spotter_of 5505=I/12Sch", phase="air-active german")
    refused(match, "bomb II/12Sch at 5505 with 1", "10.3.3a", "another spotter")
    taken = "I/12Sch 5504 \n II/12Sch 5605 \n I/11RDP 5505 \n spotter_of 5505=I/1Cuir \n I/1Cuir 5508"
    assert allowed(fire(taken, phase="air-active german"), "bomb II/12Sch at 5505 with 1")


def test_10_3_3a_how_much_a_unit_spots() -> None:
    """10.3.3a, HAN-101: a battalion two hexes, a company one; one unit of a hex; nobody who has advanced."""
    around = "I/11RDP 5505 \n II/11RDP 5604 \n III/11RDP 5404"
    match = fire(f"I/12Sch 5504 \n II/12Sch 5504 \n {around}", 0, 0)
    play(match, "fire I/12Sch at 5505 with 1")
    refused(match, "fire II/12Sch at 5604 with 1", "10.3.3a", "another unit in")
    play(match, "fire I/12Sch at 5604 with 1")
    refused(match, "fire I/12Sch at 5404 with 1", "10.3.3a", "2 target hexes")
    match = fire(f"Auf7-Kr 5504 \n {around}", 0)
    play(match, "fire Auf7-Kr at 5505 with 1")
    refused(match, "fire Auf7-Kr at 5604 with 1", "10.3.3a", "1 target hex")
    match = fire(f"I/12Sch 5504 advanced \n {around}")
    refused(match, "fire I/12Sch at 5505 with 1", "10.3.3a", "advanced")


def test_10_3_4_points_come_from_the_spotters_hq_in_supply_and_range() -> None:
    """10.3.4, 10.3.5, HAN-125."""
    match = fire("I/12Sch 5510 \n I/11RDP 5511")
    refused(match, "fire I/12Sch at 5511 with 1", "10.3.5", "out of range")
    match = study(
        "artillery-active german",
        "4Pz-HQ 5501 supply=1 \n bp 4-pz=9 3-dlm=3 \n 3DLM-HQ 5512 \n I/12Sch 5504 \n I/11RDP 5505",
    )
    refused(match, "fire I/12Sch at 5505 with 1", "10.3.4", "general supply")
    match = study(
        "artillery-active german", "4Pz-HQ 5501 \n bp 4-pz=0 3-pz=2 \n I/12Sch 5504 \n I/11RDP 5505 \n 3Pz-HQ 5601"
    )
    refused(match, "fire I/12Sch at 5505 with 1", "10.3.5", "no barrage points left")


def test_10_3_5_points_are_spent() -> None:
    """10.3.5."""
    match = fire("I/12Sch 5504 \n I/11RDP 5505", 0)
    play(match, "fire I/12Sch at 5505 with 6")
    assert game(match).state.bp["4-pz"] == 3


# -- 10.3.6 to 10.3.9 --


@pytest.mark.parametrize(
    ("line", "points"),
    [
        ("I/12Sch 5504 mark=TA", 6),
        ("I/11RDP 5504 \n ip 5504=2", 8),
        ("I/12Sch 5504 mark=PA", 12),
        ("I/11RDP 5504 mark=PA \n ip 5504=2", 12),
        ("Auf7-Kr 5504", 3),
        ("Eng1-3DLM 5504 \n ip 5504=2", 6),
        ("Auf7-Kr 5504 mark=PA", 6),
    ],
)
def test_10_3_7_mission_capacity(line: str, points: int) -> None:
    """10.3.7, HAN-104."""
    match = fire(line)
    assert capacity(game(match), number(match, line.split()[0]), air=False) == points


def test_10_3_7_too_many_points_are_refused() -> None:
    """10.3.7."""
    match = fire("I/12Sch 5504 \n I/11RDP 5505")
    refused(match, "fire I/12Sch at 5505 with 7", "10.3.7", "at most 6")


@pytest.mark.parametrize(("points", "expected"), [(12, [8, 4]), (8, [8]), (6, [6]), (9, [8, 1])])
def test_10_3_8_volleys(points: int, expected: list[int]) -> None:
    """10.3.8, the example in the book and HAN-107: 12 barrage points are volleys of 8 and 4."""
    assert volleys(points, 8) == expected


def test_10_3_9_an_air_point_is_two_fire_support_points() -> None:
    """10.3.9, the example: a mission with 2 AP has strength 4; 10.3.6, 17.0: the points are spent."""
    match = fire("I/12Sch 5504 \n I/11RDP 5505 1", 2, phase="air-active german")
    events = play(match, "bomb I/12Sch at 5505 with 2")
    drm = only(events, "modifiers").data["drm"]
    assert drm == 1 + game(match).setting.tables.density_drm(1)
    assert only(events, "fire").data["hits"] == game(match).setting.tables.fire_result(2 + 4 + drm)[1]
    assert game(match).state.air["german"] == 7


def test_10_3_6_air_missions_with_and_without_a_spotter() -> None:
    """10.3.6, 8.3, HAN-128: woods need a spotter within the artillery range of his HQ."""
    woods = "terrain woods 5508 \n I/12Sch 5507 mark=TA \n I/11RDP 5508"
    match = study("air-active german", f"4Pz-HQ 5502 \n air german=9 \n {woods}")
    refused(match, "strike 4Pz-HQ at 5508 with 1", "8.3", "no air observation")
    refused(match, "bomb I/12Sch at 5508 with 1", "10.3.6", "out of range")
    match = study("air-active german", f"4Pz-HQ 5502 \n static 4-pz \n air german=9 \n {woods}")
    assert allowed(match, "bomb I/12Sch at 5508 with 3")
    match = study("air-active german", "4Pz-HQ 5502 \n air german=9 \n I/11RDP 5508")
    assert allowed(match, "strike 4Pz-HQ at 5508 with 3")
    refused(match, "strike 4Pz-HQ at 5508 with 4", "10.3.7", "at most 3")


def test_17_0_no_aircraft_at_night() -> None:
    """17.0, ruling C14: air points are for AM and PM turns."""
    match = study(
        "air-active german", "4Pz-HQ 5502 \n air german=9 \n I/12Sch 5507 \n I/11RDP 5508 \n bp 4-pz=2", turn=6
    )
    assert asked(match) == "artillery"


def test_4_3_2_the_order_of_missions() -> None:
    """4.3.2, 10.1, HAN-098: active air, inactive artillery and air, active artillery."""
    match = fire("I/12Sch 5504 \n I/11RDP 5505", phase="tactical german")
    seen = []
    while asked(match) in ("tactical", "air", "artillery"):
        decision = match.decision
        assert decision is not None
        seen.append((decision.side, decision.kind))
        play(match, "end")
    assert seen == [
        ("german", "tactical"), ("german", "air"), ("french", "artillery"), ("french", "air"), ("german", "artillery"),
    ]  # fmt: skip


# -- 10.3.10 --


def drm(match: Match, spotter: str, target: str, cover: str = "", air: bool = False) -> int:
    unit = number(match, spotter) if spotter else -1
    return total(fire_rows(game(match), 0, air, unit, cell(match, target), cover))


def test_10_3_10_the_example_of_the_book() -> None:
    """10.3.10: improved position -1, woods -1, five steps +1, spotter on a vantage point +1, no armor: zero."""
    match = fire(
        "terrain woods 5505 \n feature vantage-point 5504 \n ip 5505=2 \n I/11RDP 5505 \n "
        "II/11RDP 5505 2 \n I/12Sch 5504 mark=TA"
    )
    assert drm(match, "I/12Sch", "5505", "woods") == 0


def test_10_3_10a_to_d_each_modifier() -> None:
    """10.3.10a, 10.3.10b, 10.3.10c, 10.3.10d, HAN-113: density, terrain, AFVs, vantage, night, aircraft."""
    match = fire("feature vantage-point 5504 5505 \n I/12Sch 5504 \n I/11RDP 5505")
    assert drm(match, "I/12Sch", "5505", air=True) == 1, "no vantage point against another"
    match = fire("I/12Sch 5504 \n I/1Cuir 5505 \n I/2Cuir 5505")
    assert drm(match, "I/12Sch", "5505") == -2, "only AFVs"
    match = fire("ip 5505=2 \n I/12Sch 5504 \n I/1Cuir 5505 \n Eng1-3DLM 5505 \n Eng2-3DLM 5505")
    assert drm(match, "I/12Sch", "5505") == -1, "mixed, and then no improved position"
    match = fire("terrain woods 5505 \n ip 5505=2 \n I/12Sch 5504 \n I/11RDP 5505 mark=PA")
    assert drm(match, "I/12Sch", "5505", "woods") == 0, "attack designated: neither woods nor position"
    match = fire("I/12Sch 5504 \n I/11RDP 5505", turn=6)
    assert drm(match, "I/12Sch", "5505") == -1, "night"


def test_10_3_10a_the_defender_chooses_the_terrain() -> None:
    """10.3.10a, 2.1."""
    match = fire("terrain rough 5505 \n feature location 5505 \n I/12Sch 5504 \n I/11RDP 5505", 0)
    play(match, "fire I/12Sch at 5505 with 1")
    decision = match.decision
    assert decision is not None
    assert (decision.side, asked(match)) == ("french", "cover")
    assert set(listed(match)) == {"cover rough", "cover location"}


def test_10_3_2_who_is_affected() -> None:
    """10.3.2, HAN-116: all in the open; in cover only attack designated units, if there are any."""
    units = "I/11RDP 5505 mark=TA \n II/11RDP 5505"
    match = fire(f"I/12Sch 5504 \n {units}")
    assert len(affected(game(match), cell(match, "5505"))) == 2
    match = fire(f"terrain woods 5505 \n I/12Sch 5504 \n {units}")
    assert affected(game(match), cell(match, "5505")) == [number(match, "I/11RDP")]


# -- 10.3.11, 10.3.12 --


@pytest.mark.parametrize(("fsv", "hits"), [(7, 0), (0, 0), (23, 4), (40, 4)])
def test_10_3_11_the_ends_of_the_table(fsv: int, hits: int) -> None:
    """10.3.11, HAN-110: 7 or less is nothing, 23 or more four hits."""
    match = fire("I/12Sch 5504 \n I/11RDP 5505")
    assert game(match).setting.tables.fire_result(fsv)[1] == hits


def hit(lines: str, *dice: int) -> Match:
    """A full volley of 8 at 5505 by a PA battalion with a 9: the total is 17 and the density."""
    match = fire(f"I/12Sch 5504 mark=PA \n {lines}", 9, *dice)
    play(match, "fire I/12Sch at 5505 with 8")
    assert asked(match) == "fire-result"
    return match


def test_10_3_12_retreat_costs_one_hit_and_halves_the_rest() -> None:
    """10.3.12: with an AS marker, without attack designation."""
    match = hit("I/11RDP 5505 mark=CR")
    hits = game(match).setting.tables.fire_result(17)[1]
    assert hits == 2
    play(match, "retreat 5506")
    assert (place(match, "I/11RDP"), steps(match, "I/11RDP"), fatigue(match, "I/11RDP")) == ("5506", 3, 0), "(2-1)/2"
    assert mark(match, "I/11RDP") == Mark.NONE
    assert game(match).state.shifts == {cell(match, "5506"): 1}


def test_10_3_12_staying_after_a_check() -> None:
    """10.3.12, 5.5.1, HAN-002, HAN-119: one step loss, then losses or fatigue as the owner wishes."""
    match = hit("I/11RDP 5505 mark=CR", 5)
    play(match, "stay")
    assert (steps(match, "I/11RDP"), asked(match)) == (2, "hit")
    play(match, "tire")
    assert (steps(match, "I/11RDP"), fatigue(match, "I/11RDP")) == (2, 1)
    assert mark(match, "I/11RDP") == Mark.CR


def test_10_3_12_a_failed_check_drives_back() -> None:
    """10.3.12: the hex gives no credit."""
    match = hit("I/11RDP 5505", 6)
    play(match, "stay")
    assert place(match, "I/11RDP") == "5506"
    assert steps(match, "I/11RDP") == 2
    play(match, "tire")
    assert fatigue(match, "I/11RDP") == 1


def test_10_3_12_without_a_way_back_all_hits_are_losses() -> None:
    """10.3.12, HAN-122: no fatigue."""
    ring = "I/35Pz 5506 \n II/35Pz 5405 \n I/36Pz 5605 \n II/36Pz 5406 \n II/12Sch 5606"
    match = hit(f"I/11RDP 5505 \n {ring}", 9)
    assert listed(match) == ["stay"]
    play(match, "stay")
    assert (steps(match, "I/11RDP"), fatigue(match, "I/11RDP")) == (1, 0)


def test_5_1_1_steps_and_factors() -> None:
    """5.1.1, 5.4, 5.1.2, 5.1.3, HAN-008: the reduced side, half of it, the box."""
    match = hit("I/11RDP 5505 \n I/11RDP-H35 5505", 0)
    unit = game(match).setting.units[number(match, "I/11RDP")]
    assert (unit.attack, unit.defence) == ((0, 1, 2, 4), (0, 2, 3, 5))
    play(match, "stay")
    play(match, "lose I/11RDP-H35")
    assert place(match, "I/11RDP-H35") == "eliminated"


def test_10_3_12_shifts_are_two_at_most() -> None:
    """10.3.12, ruling D06."""
    match = fire("I/12Sch 5504 mark=PA \n I/11RDP 5505 \n shifts 5505=2", 0)
    play(match, "fire I/12Sch at 5505 with 8")
    assert game(match).state.shifts[cell(match, "5505")] == 2


def test_14_0_a_night_barrage_tires_the_spotter() -> None:
    """14.0, ruling C35."""
    match = fire("I/12Sch 5504 \n I/11RDP 5505", 0, turn=6)
    play(match, "fire I/12Sch at 5505 with 1")
    assert fatigue(match, "I/12Sch") == 1


# -- 11.2, 11.5 --


def test_11_2_units_that_retreated_into_an_empty_hex_are_safe() -> None:
    """11.2, HAN-131."""
    match = hit("I/11RDP 5505")
    play(match, "retreat 5506")
    assert game(match).state.safe == [cell(match, "5506")]
    match = fire("II/12Sch 5505 \n I/11RDP 5506 \n safe 5506")
    refused(match, "fire II/12Sch at 5506 with 1", "11.2", "retreated into an empty hex")


def test_11_5_designated_units_follow_into_an_empty_hex() -> None:
    """11.5: TA markers come off, PA markers stay and may be given up in cover."""
    match = hit("I/11RDP 5505 \n II/12Sch 5605 mark=TA \n 4/35Pz 5605")
    play(match, "retreat 5506")
    assert asked(match) == "follow"
    refused(match, "follow 4/35Pz 5505", "11.5")
    play(match, "follow II/12Sch 5505")
    assert (place(match, "II/12Sch"), mark(match, "II/12Sch")) == ("5505", Mark.NONE)
    play(match, "follow I/12Sch 5505")
    assert mark(match, "I/12Sch") == Mark.PA
    match = fire("terrain woods 5505 \n I/12Sch 5504 mark=PA \n I/11RDP 5505", 9)
    play(match, "fire I/12Sch at 5505 with 8", "retreat 5506", "follow I/12Sch 5505")
    assert asked(match) == "drop"
    play(match, "drop I/12Sch")
    assert mark(match, "I/12Sch") == Mark.NONE
