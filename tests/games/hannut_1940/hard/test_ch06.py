"""Hard positions of chapter 6: movement."""

from __future__ import annotations

import pytest

from grognard.games.hannut_1940.rules.allowances import points_left
from grognard.games.hannut_1940.rules.movement import step_price
from grognard.games.hannut_1940.setting import FOOT, QUARTERS, ROAD
from tests.games.hannut_1940.hard.position import HANNUT, points, position, seen
from tests.games.hannut_1940.position import (
    allowed,
    cell,
    cost,
    destinations,
    game,
    number,
    place,
    play,
    refused,
    study,
)


def test_h06_01_a_halt_needs_points_and_no_town() -> None:
    """H06-01, H06-01t."""
    lines = "I/35Pz 5503 \n II/11RDP 5605"
    match = position("movement german", HANNUT + lines)
    assert cost(match, "move I/35Pz 5604") == "2.5 MP"
    play(match, "move I/35Pz 5604", "move I/35Pz 5704")
    assert destinations(match, "I/35Pz") == set()  # 6.6
    silent = position("movement german", HANNUT.replace("3-dlm=12", "3-dlm=0") + lines)
    play(silent, "move I/35Pz 5604")
    assert cost(silent, "move I/35Pz 5704") == "2.5 MP"
    assert silent.log("german") == position("movement german", HANNUT + lines).log("german") + silent.log("german")[-1:]
    play(silent, "move I/35Pz 5704")
    assert cost(silent, "move I/35Pz 5805") == "1 MP"


@pytest.mark.parametrize(("left", "stops"), [(1, False), (2, True)])
def test_h06_02_exploiters_do_not_halt_anybody(left: int, stops: bool) -> None:
    """H06-02, H06-02t."""
    lines = f"I/35Pz 5404 mark=EXP \n Pio79 5404 {left} \n II/2Cuir 5305"
    match = position("movement french", HANNUT + lines, turn=5)
    play(match, "move II/2Cuir 5405")
    assert (destinations(match, "II/2Cuir") == set()) == stops  # 6.6


def test_h06_03_a_pa_move_ends_next_to_the_enemy() -> None:
    """H06-03."""
    match = position("movement german", "II/12Sch 5304 mark=PA \n I/11RDP 5504")
    assert cost(match, "move II/12Sch 5404") == "1 hex"
    refused(match, "move II/12Sch 5503", "6.3", "next to enemies")  # 6.5c


def test_h06_04_prepared_moves_of_the_french() -> None:
    """H06-04, H06-04t: two hexes for the 2nd DLM, and one at night."""
    far = {"5312"}
    assert far <= destinations(position("movement french", "I/1RDP 5310 mark=PA", turn=5), "I/1RDP")
    assert not far & destinations(position("movement french", "I/11RDP 5310 mark=PA", turn=5), "I/11RDP")
    night = position("movement french", "I/1RDP 5310 mark=PA \n awake french", turn=6)
    assert allowed(night, "move I/1RDP 5311")
    refused(night, "move I/1RDP 5312", "6.3", "1 hex at most")


def test_h06_05_a_jam_on_the_road() -> None:
    """H06-05, H06-05t."""
    jam = position("movement german", "I/5Pz 5701 \n Krad3 5702 2")
    assert cost(jam, "move I/5Pz 5702") == "0.5 MP"
    assert cost(jam, "move I/5Pz 5703") != "1 MP"  # 6.2: not straight through
    play(jam, "move I/5Pz 5702")
    assert cost(jam, "move I/5Pz 5703") == "2 MP"  # tactically
    assert cost(position("movement german", "I/5Pz 5701 \n I/30Inf 5702"), "move I/5Pz 5703") == "1 MP"


def test_h06_06_one_hex_is_always_allowed() -> None:
    """H06-06."""
    match = position("movement german", "I/30Inf 5302 fatigue=2 \n III/11RDP 5204", turn=5)
    assert points(match, "I/30Inf") == 2
    off_road = step_price(game(match), number(match, "I/30Inf"), FOOT, cell(match, "5302"), cell(match, "5203"))
    assert off_road == 3 * QUARTERS
    assert allowed(match, "move I/30Inf 5203")  # 6.1, 19.6
    play(match, "move I/30Inf 5203")
    assert destinations(match, "I/30Inf") == set()


def test_h06_07_no_surcharge_for_exploiters_in_a_town() -> None:
    """H06-07."""
    match = position("exploitation german", "I/35Pz 5503 mark=EXP \n II/11RDP 5605", turn=5)
    assert cost(match, "move I/35Pz 5604") == "0.5 MP"
    assert cost(match, "move I/35Pz 5704") == "3 MP"  # 6.5


NIGHT = "awake german \n 3DLM-HQ 5606 \n static 3-dlm \n bp 3-dlm=12 \n level 3-dlm=12 \n"


@pytest.mark.parametrize(
    ("start", "to", "french", "stops"),
    [
        ("5407", "5306", "I/11RDP 5305", True), ("6210", "6110", "I/11RDP 6010", False),
        ("6210", "6110", "I/11RDP 6010 \n ip 6010=2", True),
    ],
)  # fmt: skip
def test_h06_08_halts_at_night(start: str, to: str, french: str, stops: bool) -> None:
    """H06-08: into clear ground, or out of an improved position."""
    match = position("movement german", NIGHT + f"I/35Pz {start} \n {french}", turn=6)
    play(match, f"move I/35Pz {to}")
    assert (destinations(match, "I/35Pz") == set()) == stops


def test_h06_09_recon_counts_the_steps_that_halt() -> None:
    """H06-09."""
    lines = HANNUT + "II/11RDP-H35 5605 \n II/11RDP 5605 1 \n I/35Pz 5703 \n"
    match = position("movement german", lines)
    assert seen(match, "german", "5605") == ["II/11RDP-H35", "?"]
    match = position("movement german", lines + "Auf7-Kr 5604")
    assert sorted(seen(match, "german", "5605")) == ["II/11RDP", "II/11RDP-H35"]
    assert "bp" not in match.view("german") or "3-dlm" not in match.view("german")["bp"]
    play(match, "move I/35Pz 5704")
    assert destinations(match, "I/35Pz") == set()


def test_h06_10_behind_another_at_the_edge() -> None:
    """H06-10: 0.75, 1 for the HQ ahead, 0.75."""
    match = position("movement german", "", turn=8)
    play(match, "enter 20Mot-HQ 5615", "enter I/90Inf 5615", "move I/90Inf 5614")
    assert points_left(game(match), number(match, "I/90Inf"), ROAD) == (12 - 2.5) * QUARTERS


def test_h06_11_a_pair_is_no_jam_to_itself() -> None:
    """H06-11."""
    match = position("movement german", "I/12Sch 5502 \n 4/35Pz 5502")
    assert cost(match, "march I/12Sch 5503") == "0.5 MP"
    play(match, "march I/12Sch 5503")
    assert cost(match, "march I/12Sch 5604") == "0.5 MP"
    play(match, "march I/12Sch 5604")
    assert [place(match, uid) for uid in ("I/12Sch", "4/35Pz")] == ["5604", "5604"]


ROADS = "link primary 5001-5002-5003-5004-5005-5006-5007-5008-5009 \n"


def test_h06_12_infantry_on_foot_with_tanks() -> None:
    """H06-12: on a study board, by the road in column 50 and off it."""
    lines = "I/30Inf {0} \n 4/35Pz {0} \n II/30Inf {0} \n Auf18 {0}"
    match = study("movement german", ROADS + lines.format("5001"), turn=5)
    assert allowed(match, "end")  # no overstack: the tanks are free (7.1)
    assert cost(match, "march I/30Inf 5007") == "6 MP"
    refused(match, "march I/30Inf 5008", "6.1")
    open_country = study("movement german", lines.format("4001"), turn=5)
    assert cost(open_country, "march I/30Inf 4004") == "6 MP"
    refused(open_country, "march I/30Inf 4005", "6.1")
    play(open_country, "march I/30Inf 4002", "march I/30Inf 4004")
    assert [place(open_country, uid) for uid in ("I/30Inf", "4/35Pz")] == ["4004", "4004"]
    assert destinations(open_country, "I/30Inf", "march") == set()


def test_h06_13_a_prepared_move_hex_by_hex() -> None:
    """H06-13: on a study board."""
    match = study("movement german", "II/12Sch 5304 mark=PA \n I/11RDP 4001")
    play(match, "move II/12Sch 5405")
    assert cost(match, "move II/12Sch 5504") == "1 hex"
    play(match, "move II/12Sch 5504")
    assert destinations(match, "II/12Sch") == set()
