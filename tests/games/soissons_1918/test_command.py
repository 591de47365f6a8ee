"""Headquarters and command (chapters 7 and 8)."""

from __future__ import annotations

from grognard.engine import Match
from grognard.games.soissons_1918.rules.command import commanded_at, in_command
from tests.games.soissons_1918.position import (
    allowed,
    asked,
    cell,
    destinations,
    game,
    number,
    place,
    play,
    refused,
    require_sentence,
    retreated,
    study,
)


def commanded(match: Match, uid: str) -> bool:
    unit = number(match, uid)
    ruling = commanded_at(game(match), unit, game(match).state.loc[unit])
    if not ruling:
        require_sentence(ruling.text)
    assert bool(ruling) == in_command(game(match), unit)
    return bool(ruling)


def at(lines: str) -> Match:
    return study("maneuver entente", lines, command=None)


# -- 8.1, 8.2 --


def test_8_2_range_is_four_hexes() -> None:
    """8.2, S18-089: 1406 is 4 hexes from 1402, 1407 is 5."""
    match = at("HQ-XX 1402 \n 1US 1406 \n 2US 1407")
    assert commanded(match, "1US")
    assert not commanded(match, "2US")


def test_8_1_remnants_and_unassigned_divisions_have_no_headquarters() -> None:
    """8.1: remnants never, German reinforcements before they are assigned."""
    match = at("HQ-WATTER 1402 \n REM1 1403 \n 28D 1404 \n 34D 1304 corps=WATTER")
    assert not commanded(match, "REM1")
    assert not commanded(match, "28D")


def test_8_2_a_headquarters_with_a_retreat_marker_commands_nobody() -> None:
    """8.2."""
    assert commanded(at("HQ-XX 1402 \n 1US 1404"), "1US")
    assert not commanded(at("HQ-XX 1402 retreated \n 1US 1404"), "1US")
    assert not commanded(at("1US 1404"), "1US"), "no headquarters on the map"


def test_8_2_the_path_is_the_shortest_and_may_not_cross_an_enemy() -> None:
    """8.2: a straight line has no second path; zones do not matter (8.2)."""
    assert not commanded(at("HQ-XX 1402 \n 1US 1406 \n 42/17 1404"), "1US")
    assert not commanded(at("HQ-XX 1402 \n 1US 1406 \n HQ-WATTER 1404"), "1US"), "ruling K52: a lone headquarters, too"
    assert commanded(at("HQ-XX 1402 \n 1US 1406 \n 42/17 1304"), "1US")
    assert commanded(at("HQ-XX 1402 \n 1US 1205 \n 42/17 1304"), "1US"), "one of two paths is enough"


def test_8_2_infantry_of_another_corps_bars_remnants_do_not() -> None:
    """8.2, rulings K15 and K52."""
    assert not commanded(at("HQ-XX 1402 \n 1US 1406 \n 162DI 1404"), "1US")
    assert commanded(at("HQ-XX 1402 \n 1US 1406 \n 2US 1404"), "1US")
    german = "HQ-WATTER 1402 \n 42/17 1406"
    assert commanded(at(f"{german} \n REM1 1404"), "42/17")
    assert not commanded(at(f"{german} \n 241/472 1404"), "42/17")


EXAMPLE = "HQ-XX 1606 \n 1US 1407 \n 2US 1408 \n HQ-I 1608 \n 162DI 1507"
"""A1 is 1US, A2 is 2US, B1 is 162DI; HQ A is HQ-XX and HQ B is HQ-I."""


def test_8_2_example_lines_of_two_corps_do_not_cross() -> None:
    """8.2, ruling K53: A1 is barred by B1, A2 by B1 or by B1's path, and B1 itself is in command."""
    match = at(EXAMPLE)
    assert not commanded(match, "1US")
    assert not commanded(match, "2US")
    assert commanded(match, "162DI")
    assert commanded(at("HQ-XX 1606 \n 1US 1407 \n 2US 1408 \n HQ-I 1608"), "1US")


def test_8_2_example_all_three_out_of_command() -> None:
    """8.2: with the headquarters changed round every line crosses another."""
    match = at("HQ-XX 1606 \n 1US 1606 \n HQ-I 1602 \n 162DI 1608 \n 2US 1604")
    assert not commanded(match, "162DI")
    assert not commanded(match, "2US"), "162DI can trace in one line only, and that is the same"


def test_8_2_ruling_k81_no_path_north_of_the_aisne() -> None:
    """8.2, ruling K81."""
    match = study("maneuver german", "HQ-STAABS 0405 \n 241/472 0407", board="map", command=None)
    setting = game(match).setting
    assert not setting.playable >> cell(match, "0401") & 1 or setting.crow.ground == setting.playable
    assert commanded(match, "241/472") == bool(setting.playable >> cell(match, "0406") & 1)


# -- 7.0 --


def test_7_0_headquarters_move_one_hex_whatever_the_terrain() -> None:
    """7.0: terrain costs nothing, by day and by night."""
    lines = "terrain woods 1405 \n HQ-I 1404"
    for turn in (4, 6):
        match = study("maneuver entente", lines, turn=turn)
        assert destinations(match, "HQ-I") == {"1403", "1405", "1304", "1305", "1504", "1505"}


def test_7_0_ruling_k94_not_alone_into_an_enemy_zone() -> None:
    """7.0, ruling K94: to a friendly combat unit there, or together with one."""
    match = study("maneuver entente", "HQ-I 1404 \n 42/17 1406 \n 162DI 1405")
    assert allowed(match, "move HQ-I 1405")
    match = study("maneuver entente", "HQ-I 1404 \n 11DI 1404 \n 42/17 1406")
    refused(match, "move HQ-I 1405", "7.0", "not alone")
    assert "1405" in destinations(match, "HQ-I", "march")
    play(match, "march HQ-I 1405")
    assert place(match, "HQ-I") == place(match, "11DI") == "1405"


def test_7_0_stacking_of_headquarters() -> None:
    """7.0, S18-086, ruling K99: with its own units and remnants, never with those of another corps."""
    match = study("maneuver german", "HQ-WATTER 1410 \n 241/472 1412 \n 42/17 1311 \n REM1 1511 \n HQ-STAABS 1409")
    assert "1411" in destinations(match, "HQ-WATTER")
    play(match, "move 241/472 1411")
    refused(match, "move HQ-WATTER 1411", "7.0", "another corps")
    refused(match, "move HQ-WATTER 1409", "7.0", "two headquarters")
    assert allowed(match, "move HQ-WATTER 1311")
    assert allowed(match, "move HQ-WATTER 1511")


def test_7_0_a_lone_headquarters_flees_from_contact() -> None:
    """7.0, S18-092: at least 3 hexes, Retreat marker, artillery unavailable; the mover may go on."""
    match = study("maneuver entente", "162DI 1404 \n HQ-WATTER 1408")
    play(match, "move 162DI 1407")
    assert asked(match) == "fallback"
    refused(match, "fallback HQ-WATTER 1410", "13.3", "not far enough")
    play(match, "fallback HQ-WATTER 1411")
    assert retreated(match, "HQ-WATTER")
    assert game(match).state.fired[number(match, "HQ-WATTER")]
    assert allowed(match, "move 162DI 1409")


def test_7_0_ruling_k50_left_by_its_escort() -> None:
    """7.0, ruling K50: it flees at once; by option only an enemy who moves next to it drives it off."""
    lines = "HQ-WATTER 1408 \n 42/17 1408 \n 162DI 1407"
    match = study("fallback-1 entente", lines)
    play(match, "fallback 42/17 1412")
    assert asked(match) == "fallback"
    assert match.decision is not None
    assert "at once" in match.decision.prompt
    match = study("fallback-1 entente", lines, lone_hq="enemy-moves")
    play(match, "fallback 42/17 1412", "end")
    assert place(match, "HQ-WATTER") == "1408"


def test_7_0_a_lone_headquarters_cannot_be_attacked() -> None:
    """7.0, S18-095; by option it may still be there."""
    match = study("assault entente", "162DI 1407 order=prepare \n HQ-WATTER 1408 \n 42/17 1307", lone_hq="enemy-moves")
    refused(match, "attack 1408 by 162DI", "16.0", "no enemy combat unit")


def test_7_0_a_headquarters_that_cannot_flee_is_eliminated() -> None:
    """13.3: on the east edge there is nowhere to go."""
    match = study("maneuver entente", "162DI 1415 \n HQ-WATTER 1419 \n 11DI 1217 \n 153DI 1617")
    play(match, "move 162DI 1418")
    assert place(match, "HQ-WATTER") == "removed"


def test_8_3_command_and_attack_strength() -> None:
    """8.3: see 16.4.5 for the whole table; out of command a division attacks at half strength under its own corps."""
    match = study("assault entente", "HQ-XX 1402 \n 1US 1407 order=prepare \n 42/17 1408", command=None, dice=[3])
    events = play(match, "attack 1408 by 1US")
    rows = next(e for e in events if e.kind == "odds").data["odds"]
    assert rows["attack_total"] == 7
