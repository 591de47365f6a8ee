"""Fire, headquarters, nights and supply: where two rules meet, found by a fourth reading; in the order of the book."""

from __future__ import annotations

from random import Random

import pytest

from grognard.games.hannut_1940.rules.fire import fire_rows
from grognard.games.hannut_1940.rules.supply import can_trace
from grognard.games.hannut_1940.secrets import guess_the_rest, without_secrets
from grognard.games.hannut_1940.state import Chit, Mark
from tests.games.hannut_1940.hard.position import CALM, HANNUT, SILENT, fight, position, resolve
from tests.games.hannut_1940.position import (
    asked,
    cell,
    game,
    listed,
    mark,
    number,
    place,
    play,
    refused,
    steps,
    study,
    until,
)

GUNS = "4Pz-HQ 5501 \n 3DLM-HQ 5510 \n static 4-pz 3-dlm \n bp 4-pz=9 3-dlm=9 \n level 4-pz=15 3-dlm=15 \n " + CALM

# -- chapter 9 --


def test_9_3_1_a_corps_unit_is_detached() -> None:
    """9.3.1: attached or detached, as its owner wants; then it is no division's."""
    lines = "15Mot-HQ 4013 \n GRCA-IV 4012 attached=15-mot \n 4Pz-HQ 5702"
    match = position("dawn", lines, turn=7, supply=None)
    until(match, "command-attach")
    assert listed(match) == ["attach GRCA-IV to 15-mot", "attach GRCA-IV to corps"]
    until(match, "markers", "attach GRCA-IV to corps")
    g = game(match)
    assert g.division(number(match, "GRCA-IV")) == "corps"


# -- chapter 10 --

RING = "I/1Cuir 5404 \n II/1Cuir 5403 \n I/2Cuir 5502 \n II/2Cuir 5603 \n I/11RDP 5604"


def test_10_3_12_no_way_back_and_no_attack() -> None:
    """10.3.12: whoever fails his check loses his markers also where he cannot retreat; another reserve stays one."""
    lines = GUNS.replace("5501", "5201") + f"I/12Sch 5503 mark=PA \n II/12Sch 5503 mark=CR \n II/11RDP 5504 \n {RING}"
    match = study("artillery-inactive german", lines, dice=(9, 9))
    play(match, "fire II/11RDP at 5503 with 6", "stay")
    assert asked(match) == "loss"
    while asked(match) == "loss":
        play(match, listed(match)[0])
    assert place(match, "I/12Sch") == "5503"
    assert [mark(match, uid) for uid in ("I/12Sch", "II/12Sch")] == [Mark.NONE, Mark.CR]


def test_11_2_who_retreated_there_goes_along() -> None:
    """10.3.2, 11.2: in a wood fire hits the attackers only, but who retreated into it retreats with them, unhurt."""
    lines = GUNS + "terrain woods 5503 \n I/12Sch 5503 mark=TA \n II/12Sch 5503 retreated \n I/11RDP 5504"
    match = study("artillery-inactive german", lines, dice=(9,))
    play(match, "fire I/11RDP at 5503 with 6")
    play(match, listed(match)[1])
    assert place(match, "I/12Sch") == place(match, "II/12Sch") != "5503"
    assert steps(match, "II/12Sch") == 3


@pytest.mark.parametrize(
    ("lines", "what"),
    [
        ("II/11RDP-H35 5505 retreated \n I/11RDP 5505", []),
        ("II/11RDP-H35 5505 \n I/11RDP 5505 retreated", ["mixed-afv"]),
        ("II/11RDP-H35 5505 retreated \n II/2Cuir 5505", ["pure-afv"]),
        ("II/11RDP-H35 5505 retreated", ["pure-afv"]),
    ],
)
def test_11_2_tanks_that_retreated_there_do_not_weaken_the_fire(lines: str, what: list[str]) -> None:
    """10.3.10c, 10.3.10d, 11.2a: their steps count for density and nothing else; alone they defend (ruling D17)."""
    match = study("artillery-active german", GUNS + f"I/12Sch 5504 \n {lines}")
    rows = fire_rows(game(match), 0, False, number(match, "I/12Sch"), cell(match, "5505"), "")
    assert [row.case for row in rows if row.case == "10.3.10c"] == ["10.3.10c"] * len(what)
    drm = game(match).setting.tables.fire_drm
    assert [row.value for row in rows if row.case == "10.3.10c"] == [drm.row(id).value for id in what]


def test_11_2_who_fled_into_a_position_has_no_use_of_it() -> None:
    """10.3.10b, 11.2a: the attacker in it has none, and the other does not defend."""
    lines = GUNS + "ip 5505=2 \n I/12Sch 5504 \n I/11RDP 5505 mark=PA \n II/11RDP 5505 retreated"
    match = study("artillery-inactive french", lines)
    rows = fire_rows(game(match), 0, False, number(match, "I/12Sch"), cell(match, "5505"), "")
    assert "10.3.10b" not in [row.case for row in rows]


@pytest.mark.parametrize(("more", "stays"), [("", False), (" retreated", True)])
def test_11_2_a_check_of_the_defenders_alone(more: str, stays: bool) -> None:
    """10.3.12, 11.2a: a battalion (5) that has fled there does not make the one (6) run that holds the hex."""
    lines = GUNS + f"I/12Sch 5504 mark=PA \n I/1RDP 5505 \n I/11RDP 5505{more}"
    match = study("artillery-active german", lines, dice=(9, 6))
    play(match, "fire I/12Sch at 5505 with 8", "stay")
    assert (asked(match) == "retreat") != stays


@pytest.mark.parametrize(("more", "stays"), [("", False), (" retreated", True)])
def test_11_2_a_check_of_the_defenders_alone_in_an_assault(more: str, stays: bool) -> None:
    """11.2a, 13.11.5: the same."""
    lines = SILENT + f"I/12Sch 5504 mark=PA \n I/1RDP 5505 \n I/11RDP 5505{more}"
    match = study("assault german", lines)
    resolve(match, "assault I/12Sch 5505", "lead I/1RDP", defender="1", dice=(6,))
    play(match, "stay")
    assert (place(match, "I/1RDP") == "5505") == stays


@pytest.mark.parametrize(("more", "defence"), [("", 10), (" retreated", 2)])
def test_11_2_no_personnel_for_tanks(more: str, defence: int) -> None:
    """11.2a, 13.4: infantry that has fled into the village is no combined arms: half of 5."""
    lines = SILENT + f"feature village 5505 \n I/12Sch 5504 mark=PA \n I/1Cuir 5505 \n I/11RDP 5505{more}"
    match = study("assault german", lines, dice=(50, 50))
    assert fight(match, "assault I/12Sch 5505", "lead I/1Cuir", "hold")["defence"] == defence


# -- chapter 12 --


def test_12_0_nobody_left_to_attack_is_no_assault() -> None:
    """11.2, 12.0: a TA stack that faces only units safe in their new hex needs no assault of the allowance."""
    foes = ["I/11RDP 5304", "II/11RDP 5803", "III/11RDP 6104", "I/12Cuir 5005", "II/12Cuir 5605", "I/1Cuir 5905"]
    ours = ["I/12Sch 5404", "II/12Sch 5704", "III/12Sch 6004", "I/33Sch 5104", "II/33Sch 5604", "I/35Pz 5904"]
    lines = [SILENT.replace("static 4-pz 3-dlm", ""), *foes, *[f"{one} mark=TA" for one in ours]]
    lines += ["II/1Cuir 4805", "II/35Pz 4804 mark=TA"]
    match = study("adjustment german", "\n".join([*lines, "safe 4805"]))
    assert match.decision is not None
    assert asked(match) == "adjustment"
    assert match.check("end")
    refused(study("adjustment german", "\n".join(lines)), "end", "12.0")


# -- chapter 13 --


def test_13_3_nobody_stands_by() -> None:
    """13.3, ruling D26: whoever has no other enemy beside him joins; who has one may attack him instead."""
    lines = SILENT + "I/12Sch 5504 mark=PA \n II/12Sch 5504 mark=PA \n III/12Sch 5605 mark=PA \n I/11RDP 5505 \n "
    match = study("assault german", lines + "II/11RDP 5606")
    play(match, "assault I/12Sch 5505")
    assert listed(match) == ["join II/12Sch"]
    play(match, "join II/12Sch")
    assert listed(match) == ["join III/12Sch", "end"]


# -- chapter 15 --


def test_15_1_on_the_entry_hex_of_an_hq_off_the_map() -> None:
    """15.1, 19.6, rulings C09, D02: between the HQ one hex off the map and a unit on its entry hex lies no hex."""
    lines = "I/1RI 3304 \n II/1RI 3306 \n I/3Sch 3404 \n II/3Sch 3405"
    match = position("movement french", lines, turn=10, supply=None)
    g = game(match)
    assert can_trace(g, number(match, "I/1RI"))
    assert not can_trace(g, number(match, "II/1RI"))


# -- chapter 19 --


def test_c37_the_chit_that_is_kept_is_known() -> None:
    """19.5, ruling C37: everybody saw the real chit that lies aside; the other real one is still somewhere."""
    lines = HANNUT + "bins german:used=1 german:lies=1 german:aside=2 german:real=1 german:dummy=1 \n chit german=1"
    match = position("movement german", lines, german_chits="kept")
    for seed in range(8):
        world = guess_the_rest(without_secrets(game(match), "french"), "french", Random(seed))
        bins, chit = world.state.bins, world.state.chit["german"]
        assert bins["german:aside"] == Chit.REAL
        assert bins["german:real"] + (chit == Chit.REAL) == 1
        assert bins["german:dummy"] + (chit == Chit.DUMMY) == 2


def test_19_5_a_dummy_that_was_turned_over() -> None:
    """19.5: in the French player turn both chits have been turned over; before it the French one has not."""
    lines = HANNUT + "bins german:real=2 german:dummy=1 french:real=1 french:dummy=1 \n chit german=1 french=1"
    worlds = [
        {
            guess_the_rest(without_secrets(game(match), side), side, Random(seed)).state.chit[other]
            for seed in range(12)
        }
        for match in (position(f"movement {phasing}", lines, turn=3) for phasing in ("german", "french"))
        for side, other in (("french", "german"), ("german", "french"))
    ]
    assert worlds == [{Chit.DUMMY}, {Chit.DUMMY, Chit.REAL}, {Chit.DUMMY}, {Chit.DUMMY}]


def test_19_5_a_real_chit_that_was_turned_over() -> None:
    """19.5: it is one of two, so one is left."""
    lines = HANNUT + "bins german:real=1 german:dummy=1 german:aside=1 german:lies=1 \n chit german=2 \n awake german"
    match = position("movement french", lines, turn=3)
    for seed in range(8):
        bins = guess_the_rest(without_secrets(game(match), "french"), "french", Random(seed)).state.bins
        assert bins["german:real"] + (bins["german:aside"] == Chit.REAL) == 1
