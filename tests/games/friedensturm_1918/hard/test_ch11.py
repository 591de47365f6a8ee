"""Hard positions of chapter 11: movement."""

from __future__ import annotations

import pytest

from grognard.engine import Match
from tests.games.friedensturm_1918.hard.position import BOTH, can, roll_for
from tests.games.friedensturm_1918.position import (
    allowed,
    asked,
    cost,
    destinations,
    disorder,
    game,
    listed,
    only,
    place,
    play,
    refused,
    study,
    until,
)

ROUGH = "terrain woods 10.10 \n feature craters 10.10 \n side minor-river 10.10-10.11"


def river(kind: str) -> str:
    """A river south of 10.10, too long to go round it in a move."""
    sides = ("10.10-10.11", "09.11-10.10", "10.10-11.11", "09.10-09.11", "11.10-11.11", "08.10-09.11", "11.11-12.10")
    return "\n".join(f"side {kind} {side}" for side in sides)


def test_f11_01_woods_craters_and_a_river() -> None:
    """F11-01: 4 MP; F11-01t: not after another hex."""
    assert cost(study("movement allied", f"{ROUGH}\n18DI 10.11 \n {BOTH}"), "move 18DI 10.10") == 4
    match = study("movement allied", f"{ROUGH}\n18DI 10.12 \n {BOTH}")
    refused(match, "move 18DI 10.10", "11.1.1", "MP")
    play(match, "move 18DI 10.11")
    assert not can(match, "move 18DI 10.10")


def test_f11_02_the_minimum_move() -> None:
    """F11-02: with 2 MP the same hex, as the only one."""
    match = study("movement allied", f"{ROUGH}\n18DI 10.11 disorder=2 \n {BOTH}")
    play(match, "move 18DI 10.10")
    assert "move 18DI 10.09" not in listed(match)


RELIEF = f"10DI 10.10 \n 227ID 10.09 \n 18DI 10.12 \n 36DI 15.15 \n {BOTH}"


def test_f11_03_relief_is_now_or_never() -> None:
    """F11-03: another unit has moved since."""
    match = study("movement allied", RELIEF)
    refused(match, "move 10DI 10.11", "11.2.2", "relieves it")
    play(match, "move 18DI 10.10", "move 36DI 15.16")
    refused(match, "move 10DI 10.11", "11.2.2", "at once")


def test_f11_03t_relief_at_once() -> None:
    """F11-03t: with its full allowance, but not into another zone."""
    match = study("movement allied", RELIEF)
    play(match, "move 18DI 10.10")
    assert "10.14" in destinations(match, "10DI")
    refused(match, "move 18DI 10.11", "11.1.1", "finished")


def test_f11_04_no_relief_from_zone_to_zone() -> None:
    """F11-04: 18DI has 2 MP, so that there is no way round."""
    lines = f"terrain woods 09.11 \n 10DI 10.10 \n 227ID 10.09 \n 18DI 09.10 disorder=2 \n 11DI/26 09.10 \n {BOTH}"
    refused(study("movement allied", lines), "move 18DI 10.10", "11.2.1", "one enemy zone")


def test_f11_05_a_tank_relieves() -> None:
    """F11-05: and holds the hex without a zone (Q91)."""
    match = study("movement allied", f"10DI 10.10 \n 227ID 10.09 \n BCL-1 10.12 \n {BOTH}")
    play(match, "move BCL-1 10.10", "move 10DI 10.14")
    g = game(match)
    assert not g.zone_cells[0] >> match.setting.grid.cell("09.10") & 1


def test_f11_06_a_major_river_takes_the_whole_move() -> None:
    """F11-06: not after another hex; F11-06t: not from zone to zone."""
    match = study("movement german", f"{river('major-river')} \n 206ID 10.09 \n 18DI 02.19 \n {BOTH}")
    play(match, "move 206ID 10.10")
    refused(match, "move 206ID 10.11", "11.2.3", "whole move")
    match = study("movement german", f"{river('major-river')} \n 206ID 10.10 \n 18DI 02.19 \n {BOTH}")
    play(match, "move 206ID 10.11")
    refused(match, "move 206ID 10.12", "11.1.1", "finished")
    lines = f"{river('major-river')} \n 206ID 10.10 \n 19ID/74 10.10 \n 18DI 11.11 \n {BOTH}"
    refused(study("movement german", lines), "move 206ID 10.11", "11.2.1", "one enemy zone")


@pytest.mark.parametrize(("name", "friend", "drm", "built"), [
    ("F11-07", "19ID/74 31.27", 1, True), ("F11-07t", "", 3, False),
])  # fmt: skip
def test_a_pontoon_over_the_marne(name: str, friend: str, drm: int, built: bool) -> None:
    """At 31.26, where the Marne is on our map; an Allied division two hexes off."""
    lines = f"206ID 31.26 \n 18DI 31.28 \n AOK-7 32.20 \n {friend}"
    match = study("movement german", lines, scenario="friedensturm", turn=18, blank=False, dice=[3])
    event = only(play(match, "bridge 206ID to 31.27"), "pontoon")
    assert (event.data["drm"], event.data["built"]) == (drm, built), name
    assert can(match, "move 206ID 31.25")
    assert can(match, "bridge 206ID to 31.27") != built


def test_f11_08_three_attempts_in_both_phases() -> None:
    """F11-08: three in the movement phase leave none for exploitation."""
    lines = f"{river('major-river')} \n attempts 3 \n 206ID 10.10 marker=3 \n 18DI 02.19 \n {BOTH}"
    match = study("exploitation german", lines)
    refused(match, "bridge 206ID to 10.11", "11.2.4", "3 attempts")
    assert allowed(study("exploitation german", lines.replace("attempts 3", "attempts 2")), "bridge 206ID to 10.11")


def test_f11_09_three_pontoons_at_a_time() -> None:
    """F11-09: one is lifted, and a 5 does for a minor river."""
    lines = f"side minor-river 05.05-05.06 \n {river('major-river')} \n 206ID 05.05 \n 18DI 02.19 \n {BOTH}"
    lines += "\n pontoons 10.10 10.11 09.10 09.11 11.10 11.11"
    match = study("movement german", lines, dice=[5])
    refused(match, "bridge 206ID to 05.06", "11.2.4", "remove one")
    play(match, "lift 10.10-10.11")
    event = only(play(match, "bridge 206ID to 05.06"), "pontoon")
    assert (event.data["drm"], event.data["built"]) == (-1, True)


@pytest.mark.parametrize(("name", "turn", "drm", "done"), [("F11-10", 1, 2, False), ("F11-10t", 2, 0, True)])
def test_a_bridge_over_the_aisne(name: str, turn: int, drm: int, done: bool) -> None:
    """32.13-32.14 on our map, 206ID two hexes from its north end."""
    lines = "206ID 32.11 \n HQ-VI 32.20 \n AOK-7 35.08"
    match = study(
        "bridges allied", lines, scenario="blucher", turn=turn, blank=False, supply=None, command=None, dice=[3]
    )
    event = only(play(match, "blow 32.13-32.14"), "blow")
    assert (event.data["drm"], event.data["done"]) == (drm, done), name


def test_f11_11_a_zone_forbids_repair() -> None:
    """F11-11: the far end is empty and in the zone of 18DI; another bridge keeps the question open."""
    bridges = "side major-river+bridge 10.10-10.11 05.05-05.06 \n blown 10.10 10.11 05.05 05.06"
    match = study("bridges german", f"{bridges} \n 206ID 10.10 \n 222ID 05.05 \n 18DI 10.12 \n {BOTH}")
    refused(match, "repair 10.10-10.11", "11.2.5", "enemy zone")


def test_f11_11t_a_friend_makes_it_possible() -> None:
    """F11-11t: 1 + 2 + 1 = 4 over the Marne; both ends are in command, the far one as the first hex beyond."""
    lines = "blown 33.25 33.26 \n 206ID 33.25 \n 19ID/74 33.26 \n 18DI 33.27 \n AOK-7 33.22 \n HQ-VI 30.32"
    for die, done in ((1, True), (2, False)):
        match = study(
            "bridges german", lines, scenario="friedensturm", turn=18, blank=False, supply=None, command=None,
            dice=[die],
        )  # fmt: skip
        event = only(play(match, "repair 33.25-33.26"), "repair")
        assert (event.data["drm"], event.data["done"]) == (3, done)


ROAD = "\n".join(f"link road 10.{row:02}-10.{row + 1:02}" for row in range(1, 19))


@pytest.mark.parametrize(("name", "turn", "state"), [("F11-12", 5, "disorganised"), ("F11-12t", 6, "none")])
def test_a_forced_march_of_sixteen_hexes(name: str, turn: int, state: str) -> None:
    match = study("movement allied", f"{ROAD} \n 18DI 10.18 \n 206ID 20.10 \n AOK-18 20.09 \n HQ-III 19.19", turn=turn)
    play(match, "force 18DI 10.02")
    assert (place(match, "18DI"), disorder(match, "18DI")) == ("10.02", state), name


def test_f11_13_support_units_bar_a_forced_march() -> None:
    """F11-13: the sixth hex is two from a corps gun, the fifth is not."""
    match = study("movement allied", f"{ROAD} \n 18DI 10.13 \n GCA-1 12.06 \n AOK-18 20.09 \n HQ-III 19.19")
    assert allowed(match, "force 18DI 10.08")
    refused(match, "force 18DI 10.07", "11.2.6", "within 2 hexes")


def test_f11_14_who_goes_into_reserve() -> None:
    """F11-14: full, unmoved, outside zones, in range."""
    lines = f"GAA-1 10.05 offensive=1 \n 206ID 10.09 \n 222ID 10.08 2 \n 227ID 11.08 \n {BOTH}"
    match = study("movement german", lines)
    play(match, "move 227ID 10.07", "end")
    refused(match, "reserve 222ID", "11.2.8", "strength")
    refused(match, "reserve 227ID", "11.2.8", "moved")
    refused(match, "reserve 7RD", "11.2.8", "zone")
    assert allowed(match, "reserve 206ID")


def test_f11_15_offensive_guns_under_fire() -> None:
    """F11-15: one hex, but not the second in range of ACA-1."""
    lines = f"link road 10.09-09.10-09.11 \n GAA-1 10.09 offensive=1 \n ACA-1 09.13 \n {BOTH}"
    match = study("heavy-guns german", lines)
    assert asked(match) == "heavy-guns"
    refused(match, "move GAA-1 09.11", "11.3.1.1", "range of enemy artillery")
    assert allowed(match, "move GAA-1 09.10")
    free = study("heavy-guns german", lines.replace("ACA-1 09.13", "ACA-1 09.14"))
    assert allowed(free, "move GAA-1 09.11")


def test_f11_16_artillery_crosses_at_bridges_only() -> None:
    """F11-16: the headquarters pays 2 MP."""
    match = study("movement allied", f"{river('minor-river')} \n HQ-X 10.11 \n ACA-1 10.11 \n 206ID 02.02 \n {BOTH}")
    assert cost(match, "move HQ-X 10.10") == 2
    refused(match, "move ACA-1 10.10", "11.3.1", "bridge")


def test_f11_16t_headquarters_do_not_use_pontoons() -> None:
    """F11-16t: the river costs its point; a division pays 1 MP over the pontoon."""
    lines = f"{river('minor-river')} \n pontoons 10.10 10.11 \n AOK-7 10.10 \n 206ID 10.10 \n 18DI 02.19 \n {BOTH}"
    match = study("movement german", lines)
    assert cost(match, "move AOK-7 10.11") == 2
    assert cost(match, "move 206ID 10.11") == 1


def pontoons(match: Match) -> list[str]:
    return [match.setting.grid.ids[c] for c in game(match).state.pontoons]


def test_f11_17_a_pontoon_left_behind_by_the_advance() -> None:
    """F11-17: the French regiment has not moved, so it stays."""
    lines = "side major-river 10.10-10.11 \n pontoons 10.10 10.11 \n 206ID 10.10 \n 46RD 11.11 \n 58DI 10.11 1"
    match = study("combat german", f"{lines} \n 11DI/69 09.11 \n {BOTH}")
    roll_for(match, "10.11", "206ID,46RD", "lead 206ID", attacker=0, rolls=(2, 3))
    play(match, "attack 10.11", "all", "lead 206ID", "advance 206ID 10.11")
    assert place(match, "206ID") == "10.11"
    assert pontoons(match) == ["10.10", "10.11"]


def test_f11_17t_an_allied_unit_ends_its_movement_there() -> None:
    """F11-17t: gone by the end of the phase."""
    lines = f"side major-river 10.10-10.11 \n pontoons 10.10 10.11 \n 18DI 10.08 \n {BOTH}"
    match = study("movement allied", lines)
    play(match, "move 18DI 10.09")
    until(match, "combat")
    assert pontoons(match) == []


def test_f11_18_passing_by_does_no_harm() -> None:
    """F11-18: the move goes on to 11.09."""
    lines = f"side major-river 10.10-10.11 \n pontoons 10.10 10.11 \n 18DI 10.08 \n {BOTH}"
    match = study("movement allied", lines)
    play(match, "move 18DI 10.09", "move 18DI 11.09")
    until(match, "combat")
    assert pontoons(match) == ["10.10", "10.11"]


def test_f11_19_a_tank_keeps_the_gun_company() -> None:
    """F11-19: after the relief."""
    match = study("movement allied", f"18DI 10.11 \n ACA-1 10.11 \n BCL-1 10.13 \n 206ID 10.10 \n {BOTH}")
    play(match, "move BCL-1 10.11", "move 18DI 10.13")
    assert place(match, "ACA-1") == "10.11"


def test_f11_19t_the_gun_is_left_alone() -> None:
    """F11-19t: by a disengagement."""
    lines = f"18DI 10.11 marker=1 \n ACA-1 10.11 \n 206ID 10.10 \n {BOTH}"
    match = study("disengagement allied", lines, dice=[5])
    play(match, "disengage 18DI", "withdraw 1", "retreat 10.12")
    assert place(match, "ACA-1") == "lost"


AROUND = ("10.04", "10.06", "09.05", "09.06", "11.05", "11.06")


def arrival(ground: str, units: str = "") -> Match:
    """The Germans' movement on turn 18 of Scenario 3, AOK-7 in 10.05 of the study board."""
    lines = f"{ground} \n AOK-7 10.05 \n {units} \n 18DI 18.19 \n HQ-X 18.18"
    return study("movement german", lines, scenario="friedensturm", turn=18, sequence=2)


def test_f11_20_the_minimum_move_of_an_arrival() -> None:
    """F11-20: woods, craters, river and slope make 5 MP all around."""
    sides = " ".join(f"10.05-{hex}" for hex in AROUND)
    hexes = " ".join(AROUND)
    woods = f"terrain woods {hexes} \n feature craters {hexes}"
    match = arrival(f"{woods} \n side minor-river {sides} \n slope slope {sides}")
    play(match, "enter 14ID 10.05", "move 14ID 10.06")
    assert place(match, "14ID") == "10.06"


def test_f11_20t_no_crossing_for_arrivals() -> None:
    """F11-20t: AOK-7 itself began beside the river and may."""
    sides = "10.05-10.06 10.05-09.06 10.05-11.06 09.05-09.06 11.05-11.06 08.05-09.06 11.06-12.05"
    match = arrival(f"side major-river {sides}")
    play(match, "enter 14ID 10.05")
    refused(match, "move 14ID 10.06", "11.2.3", "whole move")
    assert allowed(match, "move AOK-7 10.06")


def test_f11_21_two_arrivals_on_one_headquarters() -> None:
    """F11-21: the first can still leave."""
    match = arrival("")
    play(match, "enter 34ID 10.05", "enter 47RD 10.05", "move 34ID 10.07")
    assert (place(match, "34ID"), place(match, "47RD")) == ("10.07", "10.05")


def test_f11_22_no_reserve_for_arrivals() -> None:
    """F11-22: 15BR has just come, 36DI has been there."""
    lines = "initiative allied \n HQ-X 10.15 \n AAA-1 10.14 offensive=1 \n 36DI 10.16 \n 206ID 02.02 \n AOK-7 02.01"
    match = study("movement allied", lines, scenario="friedensturm", turn=19, sequence=1)
    play(match, "enter 15BR 10.15", "end")
    assert asked(match) == "markers"
    refused(match, "reserve 15BR", "11.2.8", "moved")
    assert allowed(match, "reserve 36DI")


def test_f11_23_the_relieved_unit_may_disengage() -> None:
    """F11-23: it has not moved; whoever relieved it has."""
    match = study("movement allied", RELIEF.replace("10DI 10.10", "10DI 10.10 1").replace("18DI 10.12", "18DI 10.12 2"))
    play(match, "move 18DI 10.10", "end")
    assert asked(match) == "markers"
    assert allowed(match, "mark 10DI")
    refused(match, "mark 18DI", "11.2.7", "moved")
