"""Observation (chapter 8) and headquarters' ranges (chapter 9)."""

from __future__ import annotations

import pytest

from grognard.games.hannut_1940.rules.observation import air_observes, can_observe
from tests.games.hannut_1940.position import cell, game, number, study


def sees(lines: str, uid: str, target: str, turn: int = 4) -> bool:
    match = study("movement german", lines, turn=turn)
    return can_observe(game(match), number(match, uid), cell(match, target))


@pytest.mark.parametrize(
    ("lines", "target", "seen"),
    [
        ("", "5605", True),
        ("", "5606", False),
        ("feature town 5604", "5606", True),  # HAN-074
        ("feature town 5604 \n terrain rough 5606", "5606", False),
        ("feature vantage-point 5604", "5607", True),
        ("feature vantage-point 5604 \n terrain rough 5606", "5607", False),
        ("feature vantage-point 5604 5606", "5607", False),  # HAN-077
        ("feature vantage-point 5604 \n feature town 5606", "5607", True),
        ("feature vantage-point 5604 5605", "5607", True),
        ("terrain rough 5605", "5605", True),
    ],
)
def test_8_1_lines_of_sight(lines: str, target: str, seen: bool) -> None:
    """8.1, 8.1.1, 8.1.2, ruling C11."""
    assert sees(f"{lines} \n I/12Sch 5604 \n I/1RTM {target}", "I/12Sch", target) == seen


def test_8_1_2_one_hex_at_night() -> None:
    """8.1.2."""
    lines = "feature vantage-point 5604 \n I/12Sch 5604 \n I/1RTM 5606"
    assert sees(lines, "I/12Sch", "5606")
    assert not sees(lines, "I/12Sch", "5606", turn=6)


@pytest.mark.parametrize(
    "ground", ["terrain woods 5605", "terrain forest 5605", "feature village 5605", "feature town 5605"]
)
def test_8_2_cover_needs_an_adjacent_spotter_and_a_marker(ground: str) -> None:
    """8.0, 8.2, HAN-080: on the spotter or on the target."""
    assert not sees(f"{ground} \n I/12Sch 5604 \n I/1RTM 5605", "I/12Sch", "5605")
    assert sees(f"{ground} \n I/12Sch 5604 mark=TA \n I/1RTM 5605", "I/12Sch", "5605")
    assert sees(f"{ground} \n I/12Sch 5604 \n I/1RTM 5605 mark=PA", "I/12Sch", "5605")


def test_8_0_villages_by_the_option() -> None:
    """8.0, ruling C10: the population clause lets a village be fired at."""
    match = study("artillery-active german", "feature village 5605 \n I/12Sch 5604 \n I/1RTM 5605", village_fire="yes")
    assert can_observe(game(match), number(match, "I/12Sch"), cell(match, "5605"))


@pytest.mark.parametrize(
    ("lines", "target", "seen"),
    [
        ("feature village 5204", "5204", True),  # HAN-083
        ("terrain woods 5204", "5204", False),
        ("feature town 5204", "5204", False),
        ("", "5104", False),
        ("static 4-pz", "4804", True),
    ],
)
def test_8_3_air_observation(lines: str, target: str, seen: bool) -> None:
    """8.3: 12 hexes from a static German HQ, 8 from a mobile one."""
    match = study("air-active german", f"{lines} \n 4Pz-HQ 6004 \n I/1RTM {target}")
    assert air_observes(game(match), number(match, "4Pz-HQ"), cell(match, target)) == seen


def test_8_3_the_french_have_none() -> None:
    """8.3, HAN-086."""
    match = study("air-active french", "3DLM-HQ 5004 \n I/12Sch 5005 \n air french=3")
    assert not air_observes(game(match), number(match, "3DLM-HQ"), cell(match, "5005"))


@pytest.mark.parametrize(("static", "reach"), [("static 4-pz", 8), ("", 5)])
def test_9_1_artillery_range_by_mode(static: str, reach: int) -> None:
    """9.0, 9.1, 9.1.1, 9.1.2, 10.3.5."""
    match = study("artillery-active german", f"{static} \n 4Pz-HQ 6004 \n I/1RTM 5005")
    g = game(match)
    distances = [
        d
        for d in range(1, 12)
        if g.in_range("4-pz", g.setting.grid.at(60 - d, 4 if d % 2 == 0 else 3), g.artillery_range("4-pz"))
    ]
    assert max(distances) == reach


def test_19_6_the_first_motorized_hq_stands_off_the_map() -> None:
    """19.6, ruling D02: one hex from its entry hexes."""
    match = study("artillery-active french", "I/1RI 3605 \n I/12Sch 4005", board="real", turn=7)
    g = game(match)
    assert g.has_hq("1-mot")
    assert g.in_range("1-mot", cell(match, "3404"), 2)
    assert not g.in_range("1-mot", cell(match, "3404"), 1)
