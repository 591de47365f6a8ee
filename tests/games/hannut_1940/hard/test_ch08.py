"""Hard positions of chapter 8: observation and visibility."""

from __future__ import annotations

import pytest

from tests.games.hannut_1940.hard.position import CALM, GEMBLOUX, HANNUT, position, seen
from tests.games.hannut_1940.position import allowed, fatigue, listed, only, play, refused


def test_h08_01_towns_look_two_hexes_far() -> None:
    """H08-01, H08-01t."""
    lines = HANNUT + "I/35Pz 5606 \n"
    assert allowed(position("artillery-active french", lines + "II/12Cuir 5604"), "fire II/12Cuir at 5606 with 6")
    refused(position("artillery-active french", lines + "II/12Cuir 5504"), "fire II/12Cuir at 5606 with 6", "8.0")


def test_h08_02_only_a_vantage_point_blocks_a_vantage_point() -> None:
    """H08-02."""
    lines = CALM + GEMBLOUX + "I/1RTM 3711 \n I/6Pz 3609 \n II/6Pz 3909"
    match = position("artillery-active french", lines, turn=8, dice=(0,))
    refused(match, "fire I/1RTM at 3609 with 6", "8.0")  # 8.1.1, ruling C11
    rows = only(play(match, "fire I/1RTM at 3909 with 6"), "modifiers").data["rows"]
    assert "vantage" not in rows  # 10.3.10d: the target stands on one too


def test_h08_03_rough_shortens_the_view() -> None:
    """H08-03."""
    lines = "2DLM-HQ 5912 \n static 2-dlm \n bp 2-dlm=9 \n level 2-dlm=9 \n I/8Cuir 6414 \n Auf7-Sp 6412"
    refused(position("artillery-active french", lines), "fire I/8Cuir at 6412 with 6", "8.0")  # 8.1.2


def test_h08_04_into_a_village_only_with_a_marker() -> None:
    """H08-04, H08-04t."""
    match = position("artillery-active german", GEMBLOUX + "I/1RTM 4012 \n I/3Sch 4011 \n II/3Sch 4111 mark=PA", turn=7)
    refused(match, "fire I/3Sch at 4012 with 6", "8.0")  # 8.2
    assert allowed(match, "fire II/3Sch at 4012 with 12")  # 10.3.7
    lines = GEMBLOUX + "I/1RTM 4012 mark=TA \n I/3Sch 4011 \n II/3Sch 4111"
    assert allowed(position("artillery-inactive french", lines, turn=7), "fire I/3Sch at 4012 with 6")


@pytest.mark.parametrize(("mode", "far"), [("", False), ("static 4-pz \n", True)])
def test_h08_05_air_observation(mode: str, far: bool) -> None:
    """H08-05, H08-06."""
    lines = f"{mode} 4Pz-HQ 6004 \n air german=16 \n I/11RDP 5204 \n II/11RDP 5604 \n III/11RDP 5105"
    match = position("air-active german", lines)
    assert allowed(match, "strike 4Pz-HQ at 5204 with 3")  # 8.3: a village, eight hexes
    refused(match, "strike 4Pz-HQ at 5604 with 3", "8.3")  # a town
    assert bool(match.check("strike 4Pz-HQ at 5105 with 3")) == far  # nine hexes


@pytest.mark.parametrize(("reading", "level", "left"), [("all", 1, 1), ("either", 1, 0), ("either", 2, 0)])
def test_h08_07_nobody_is_seen_at_night(reading: str, level: int, left: int) -> None:
    """H08-07, H08-07t: but an enemy two hexes away is too near."""
    lines = f"4Pz-HQ 5702 \n I/12Sch 5703 fatigue={level} \n I/11RDP 5605"
    assert fatigue(position("recovery german", lines, turn=6, recovery=reading), "I/12Sch") == left


def test_h08_08_one_spotter_for_a_hex() -> None:
    """H08-08: played in step 3 of the German Combat Phase, where artillery comes before the aircraft."""
    lines = HANNUT + "air german=0 french=3 \n I/35Pz 5505 \n I/2Cuir 5405 \n II/11RDP 5605"
    match = position("artillery-inactive german", lines, dice=(0,))
    play(match, "fire II/11RDP at 5505 with 6", "end")
    refused(match, "bomb I/2Cuir at 5505 with 3", "10.3.3a", "another spotter")
    assert allowed(match, "bomb II/11RDP at 5505 with 3")


HILL = HANNUT + "I/35Pz 5403 \n I/2Cuir 5306 \n I/1Cuir 5206 \n"


def test_h08_09_lines_of_sight_are_geometry() -> None:
    """H08-09: what is hidden under the tanks on the hill changes nothing that the German hears."""
    worlds = [
        position("movement german", HILL + f"{here} 5306 \n {there} 5206")
        for here, there in (("I/11RDP", "Eng1-3DLM"), ("Eng1-3DLM", "I/11RDP"))
    ]
    a, b = worlds
    assert seen(a, "german", "5306") == seen(b, "german", "5306") == ["I/2Cuir", "?"]
    assert (a.view("german"), listed(a)) == (b.view("german"), listed(b))
