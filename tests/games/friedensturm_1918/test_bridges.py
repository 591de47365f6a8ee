"""German pontoons (11.2.4), bridges blown and repaired (11.2.5)."""

from __future__ import annotations

import pytest

from grognard.engine import Match
from tests.games.friedensturm_1918.position import (
    allowed,
    asked,
    cost,
    destinations,
    force,
    game,
    listed,
    only,
    play,
    refused,
    study,
    until,
)

RIVER = "side major-river 10.10-10.11 10.10-09.11 10.10-11.11 09.10-09.11 11.10-11.11"


def pontoons(match: Match) -> list[str]:
    return [match.setting.grid.ids[c] for c in game(match).state.pontoons]


def blown(match: Match) -> list[str]:
    return [match.setting.grid.ids[c] for c in game(match).state.blown]


def test_11_2_4_a_pontoon_is_built_and_crossed() -> None:
    """11.2.4: 1 to 4; it costs nothing, and a point more to cross a major river."""
    match = study("movement german", f"{RIVER}\n5RD 10.10 \n 18DI 02.19", dice=[5, 4])
    event = only(play(match, "bridge 5RD to 10.11"), "pontoon")
    assert not event.data["built"]
    event = only(play(match, "bridge 5RD to 10.11"), "pontoon")
    assert event.data["built"]
    assert pontoons(match) == ["10.10", "10.11"]
    assert cost(match, "move 5RD 10.11") == 2
    assert "10.13" in destinations(match, "5RD")
    refused(match, "bridge 5RD to 10.11", "11.2.4", "already a bridge")


@pytest.mark.parametrize(
    ("lines", "drm"),
    [
        (f"{RIVER}\n5RD 10.10 \n 18DI 02.19", 0),
        (f"{RIVER}\n5RD 10.10 \n 18DI 10.12", 1),
        (f"{RIVER}\n5RD 10.10 \n 222ID 10.11 \n 18DI 02.19", -2),
        ("side minor-river 10.10-10.11\n5RD 10.10 \n 18DI 02.19", -1),
        ("side minor-river 10.10-10.11\n5RD 10.10 \n 222ID 10.11 \n 18DI 02.19", -3),
    ],
)
def test_11_2_4_modifiers(lines: str, drm: int) -> None:
    """11.2.4, PB03, ruling Q03: two of them are bonuses."""
    match = study("movement german", lines, dice=[4])
    event = only(play(match, "bridge 5RD to 10.11"), "pontoon")
    assert (event.data["drm"], event.data["built"]) == (drm, 4 + drm <= 4)


def test_11_2_4_the_marne_is_harder() -> None:
    match = study(
        "movement german", "1GD/1GF 33.26 \n 18DI 21.30", scenario="friedensturm", turn=18, blank=False, dice=[3]
    )
    targets = [t for t in listed(match, "1GD/1GF") if t.startswith("bridge")]
    assert targets
    assert only(play(match, targets[0]), "pontoon").data["drm"] == 2


def test_11_2_4_three_attempts_in_a_sequence_and_three_on_the_map() -> None:
    """11.2.4, PB06: the same unit may try again; one can be removed at any moment."""
    match = study("movement german", f"{RIVER}\n5RD 10.10 \n 18DI 02.19", dice=[5, 5, 5])
    for _ in range(3):
        play(match, "bridge 5RD to 10.11")
    refused(match, "bridge 5RD to 10.11", "11.2.4", "3 attempts")
    lines = f"{RIVER}\n5RD 10.10 \n 222ID 09.10 \n JD 11.10 \n 18DI 02.19\npontoons 10.10 10.11 09.10 09.11 11.10 11.11"
    match = study("movement german", lines, dice=[1])
    refused(match, "bridge 5RD to 09.11", "11.2.4", "remove one")
    refused(match, "lift 10.10-09.11", "11.2.4", "no pontoon")
    play(match, "lift 10.10-10.11", "bridge 5RD to 09.11")
    assert pontoons(match) == ["09.10", "09.11", "11.10", "11.11", "10.10", "09.11"]


def test_11_2_4_who_may_cross() -> None:
    """11.2.4, MV12: German combat units; neither headquarters nor guns, and no Allies."""
    lines = f"{RIVER}\npontoons 10.10 10.11\nGCA-1 10.10 \n AOK-18 10.10 \n 5ID/8 10.10 stoss=ST-1 \n 18DI 02.19"
    match = study("movement german", lines)
    refused(match, "move GCA-1 10.11", "11.3.1", "only at a bridge")
    assert cost(match, "move AOK-18 10.11") == 4  # as if nothing were there
    assert cost(match, "move 5ID/8 10.11") == 2
    refused(match, "bridge GCA-1 to 10.11", "11.2.4", "not a German combat unit")
    allied = study("movement allied", f"{RIVER}\npontoons 10.10 10.11\n18DI 10.11 \n 5RD 10.09")
    assert cost(allied, "move 18DI 10.10") == 4
    refused(allied, "bridge 18DI to 10.10", "11.2.4", "not a German combat unit")


def test_11_2_4_allies_who_come_near_remove_it() -> None:
    """11.2.4, ruling Q85: if no German stands in its hex."""
    lines = f"{RIVER}\npontoons 10.10 10.11\n18DI 10.14 \n 5RD 02.02"
    match = study("movement allied", lines)
    play(match, "move 18DI 10.12")
    assert pontoons(match) == ["10.10", "10.11"]
    play(match, "move 18DI 10.11")
    assert pontoons(match) == ["10.10", "10.11"]  # it may still move on
    play(match, "end")
    assert pontoons(match) == []


def test_11_2_4_at_any_moment_whether_it_moves_or_not() -> None:
    """11.2.4: by units that have finished their movement, too; they still may not move."""
    match = study("movement german", f"{RIVER}\n5RD 10.10 done \n 222ID 15.15 \n 18DI 02.19", dice=[1])
    play(match, "move 222ID 15.16")
    game(match).state.done[match.setting.unit_number("5RD")] = 1
    refused(match, "move 5RD 10.09", "11.1.1", "finished")
    play(match, "bridge 5RD to 10.11")
    assert pontoons(match) == ["10.10", "10.11"]


def test_11_2_4_also_in_exploitation() -> None:
    match = study("exploitation german", f"{RIVER}\n5RD 10.10 marker=3 \n 18DI 02.19", dice=[1])
    play(match, "bridge 5RD to 10.11")
    assert pontoons(match) == ["10.10", "10.11"]


# -- 11.2.5 --

BRIDGE = "side major-river+bridge 10.10-10.11\nlink road 10.09-10.10-10.11"


def test_11_2_5_a_bridge_is_blown_at_the_end_of_the_movement_phase() -> None:
    """11.2.5, PB12: by the phasing player, with an enemy near and command; 1 to 4."""
    match = study("movement allied", f"{BRIDGE}\n18DI 10.12 \n 5RD 10.08", dice=[4])
    assert not match.check("blow 10.10-10.11")
    play(match, "end")
    assert asked(match) == "bridges"
    event = only(play(match, "blow 10.10-10.11"), "blow")
    assert event.data["done"]
    assert blown(match) == ["10.10", "10.11"]
    force(match, 1)
    until(match, "movement")  # the Germans' turn to move
    assert cost(match, "move 5RD 10.11") == 3.5  # around, where the road took 1.5


def test_11_2_5_conditions_of_destruction() -> None:
    """11.2.5, PB09: only over major rivers, an enemy within 3 hexes of an end; once a phase (ruling Q87)."""
    lines = "side minor-river+bridge 12.10-12.11\nlink road 12.10-12.11\nside major-river+bridge 18.18-18.19"
    match = study("bridges allied", f"{BRIDGE}\n{lines}\n18DI 10.12 \n 5RD 10.08", dice=[5])
    refused(match, "blow 12.10-12.11", "11.2.5", "only bridges over major rivers")
    refused(match, "blow 18.18-18.19", "11.2.5", "no enemy unit is within 3")
    play(match, "blow 10.10-10.11")
    assert blown(match) == []
    assert asked(match) != "bridges"  # nothing is left to try


def test_11_2_5_command_is_needed() -> None:
    match = study("bridges allied", f"{BRIDGE}\n18DI 10.12 \n 5RD 10.08 \n HQ-III 10.18", command=None)
    assert allowed(match, "blow 10.10-10.11")
    match = study("bridges allied", f"{BRIDGE}\n18DI 10.12 \n 5RD 10.08", command=None)
    assert asked(match) != "bridges"


def test_11_2_5_the_aisne_on_turn_1() -> None:
    """11.2.5: +2 for bridges over the Aisne on 27 May."""
    match = study("bridges allied", start=True, scenario="blucher", turn=1, sequence=1, command="yes", dice=[3])
    g = game(match)
    aisne = [t for t in listed(match) if t.startswith("blow") and river_of(match, t) == "Aisne"]
    assert aisne
    event = only(play(match, aisne[0]), "blow")
    assert (event.data["drm"], event.data["done"]) == (2, False)
    assert g.state.turn == 1


def river_of(match: Match, text: str) -> str:
    a, b = (match.setting.grid.cell(name) for name in text.split()[1].split("-"))
    return game(match).setting.rivers.name(a, b)


def test_11_2_5_a_bridge_is_repaired() -> None:
    """11.2.5: a friend at an end, the other end free of zones; road and rail bridge of a side are one (PB15)."""
    both = "side major-river+bridge+rail-bridge 10.10-10.11\nlink road+rail 10.10-10.11\nblown 10.10 10.11"
    match = study("bridges german", f"{both}\n5RD 10.10 \n 18DI 10.14", dice=[4])
    event = only(play(match, "repair 10.10-10.11"), "repair")
    assert event.data["done"]
    assert blown(match) == []


@pytest.mark.parametrize(
    ("lines", "word"),
    [
        ("222ID 10.08 \n 18DI 10.14", "no friendly unit"),
        ("5RD 10.10 \n 18DI 10.12", "in an enemy zone"),
    ],
)
def test_11_2_5_conditions_of_repair(lines: str, word: str) -> None:
    other = "side major-river+bridge 05.05-05.06\nblown 10.10 10.11 05.05 05.06\nJD 05.05"
    match = study("bridges german", f"{BRIDGE}\n{other}\n{lines}")
    refused(match, "repair 10.10-10.11", "11.2.5", word)
    refused(match, "blow 10.10-10.11", "11.2.5", "already destroyed")


def test_11_2_5_an_enemy_zone_makes_repair_harder() -> None:
    """11.2.5: +2, with friends at both ends to negate it."""
    lines = f"{BRIDGE}\nblown 10.10 10.11\n5RD 10.10 \n 222ID 10.11 \n 18DI 10.12"
    match = study("bridges german", lines, dice=[3])
    event = only(play(match, "repair 10.10-10.11"), "repair")
    assert (event.data["drm"], event.data["done"]) == (2, False)


def test_11_2_5_a_blown_bridge_is_a_river() -> None:
    """11.2.5, 9.1: no road over it, and command ends with the first hex beyond."""
    match = study("movement german", f"{BRIDGE}\n5RD 10.09 \n 18DI 02.19")
    assert cost(match, "move 5RD 10.11") == 1
    match = study("movement german", f"{BRIDGE}\nblown 10.10 10.11\n5RD 10.09 \n 18DI 02.19")
    assert cost(match, "move 5RD 10.11") == 2.5  # along the road to 10.10, then around
