"""Rulings that no other test names: the book's slips first, then what a second reader's questions brought."""

from __future__ import annotations

import re
from pathlib import Path

from grognard.games.soissons_1918 import GAME
from grognard.games.soissons_1918.rules.command import in_command
from grognard.games.soissons_1918.rules.fallback import directions
from grognard.games.soissons_1918.rules.reinforcements import headquarters_for
from grognard.games.soissons_1918.rules.supply import isolated_units
from grognard.games.soissons_1918.rules.victory import count
from grognard.games.soissons_1918.rules.zones import towns_of
from grognard.rules.masks import cells_of
from tests.games.soissons_1918.position import (
    allowed,
    asked,
    cell,
    destinations,
    game,
    level,
    listed,
    names,
    number,
    order,
    place,
    play,
    refused,
    steps,
    study,
    until,
)

MAP = {"board": "map", "supply": None, "command": None}


# -- the book's own slips and gaps --


def test_k09_k71_the_third_reserve_may_stack() -> None:
    """3.1, ruling K09: three regiments in one of two hexes; at the front one to a hex."""
    waiting = "3R/34 off-map 2 due=-1"
    match = study("deployment german", f"3R/2 2013 2 \n 3R/49 2013 2 \n {waiting}", **MAP)  # type: ignore[arg-type]
    assert allowed(match, "deploy 3R/34 2013")


def test_k11_k12_k18_k19_nothing_hangs_on_them() -> None:
    """2.1, 3.1, 11.2.2, 12.0, rulings K11, K12, K18, K19: components, boxes, a name, paragraphs out of place."""
    match = study("maneuver entente", "162DI 1405 4 \n 11DI 1505 disruption=3 \n 28D off-map due=4", **MAP)  # type: ignore[arg-type]
    setting = game(match).setting
    assert setting.board.places_at(cell(match, "1613"))[0].name == "Villemontoire"
    assert setting.arrival["28D"].turn == 4
    refused(match, "move 162DI 1404", "12.0", "Spent")
    refused(match, "move 11DI 1504", "6.2", "Shocked")


def test_k17_a_bombardment_takes_any_order() -> None:
    """Step B.9c, 12.2.2, ruling K17: a Shocked unit loses its Low Intensity marker, too."""
    lines = 'fire {"1405": [1, 3, 0]} \n 162DI 1405 disruption=2 order=low aim=1406 \n 42/17 1406'
    match = study("barrage-2-fire entente", lines, dice=[5])
    assert (level(match, "162DI"), order(match, "162DI")) == (3, 0)


def test_k25_no_direction_towards_the_enemy() -> None:
    """13.3, 13.4, ruling K25: a path that turns back is no retreat direction, though it is shorter or freer."""
    lines = "162DI 1405 \n 42/17 1402 \n 42/131 1203 \n 42/138 1603"
    match = study("fallback-1 german", lines)
    far = game(match).setting.rear.far[1]
    start = cell(match, "1405")
    for way in directions(game(match), number(match, "162DI")):
        for depth in way.at[1:]:
            assert all(far[c] >= far[start] for c in cells_of(depth))


def test_k28_k31_own_hexes() -> None:
    """9.2, 11.1, rulings K28 and K31: an occupied hex bars like its zone; the hex a line starts from is not tested."""
    match = study("maneuver entente", "42/17 1508 \n 162DI 1507 \n 11DI 0305", supply=None)
    assert not isolated_units(game(match), 1), "it stands in a zone, and its line begins behind it"
    match = study("maneuver entente", "42/17 1508 \n 162DI 1510 \n 11DI 1309", supply=None)
    assert isolated_units(game(match), 1)


def test_k32_k73_control_and_threat() -> None:
    """3.3.4, 9.2, rulings K32 and K73: threat zones bar the way east of a town; German zones cancel them."""
    lines = "terrain town 1408 \n 162DI 1410 \n 11DI 1307 \n 153DI 1507"
    alone = study("maneuver entente", lines)
    assert towns_of(game(alone), 0) >> cell(alone, "1408") & 1
    helped = study("maneuver entente", f"{lines} \n 42/17 1310")
    assert not towns_of(game(helped), 0) >> cell(helped, "1408") & 1


def test_k51_no_move_that_forsakes_the_own_headquarters() -> None:
    """7.0, ruling K51: the last escort does not leave it next to an enemy."""
    lines = "162DI 1405 \n HQ-I 1405 \n 42/17 1407"
    match = study("maneuver entente", lines)
    play(match, "move 162DI 1406")
    assert place(match, "HQ-I") == "1405", "two hexes from the enemy nothing happens"
    match = study("advance entente", "162DI 1405 order=prepare \n HQ-I 1405 \n HQ-WATTER 1410 \n 42/17 1408")
    play(match, "advance 162DI 1406")
    assert place(match, "HQ-I") == "1405"


def test_k56_k89_who_counts_at_the_end() -> None:
    """3.3.2, rulings K56 and K89: a headquarters is close enough; whoever is Spent at the end costs a point."""
    near = study("maneuver entente", "HQ-I 0911 \n 42/17 0813", **MAP)  # type: ignore[arg-type]
    far = study("maneuver entente", "HQ-I 0901 \n 42/17 0813", **MAP)  # type: ignore[arg-type]
    value = [sum(p for p, _, why in count(game(m)) if "Vauxbuin" in why) for m in (near, far)]
    assert value[0] > value[1] == 0
    spent = study("maneuver entente", "162DI 1405 4 \n 42/17 1410", turn=17)
    assert [p for p, _, why in count(game(spent)) if "Spent" in why] == [-1]


def test_k65_regiments_do_not_merge() -> None:
    """14.0, ruling K65: three regiments of a division in one hex stay three."""
    lines = "28D/109 1410 corps=WATTER \n 28D/110 1410 corps=WATTER \n 28D/40 1410 corps=WATTER \n 162DI 0305"
    match = study("maneuver german", lines)
    assert not [text for text in listed(match) if text.split()[0] not in ("move", "march", "end")]


def test_k75_a_second_headquarters_is_no_escort() -> None:
    """Step B.6, 13.2, ruling K75."""
    match = study("maneuver entente", "162DI 1405 \n HQ-WATTER 1408 \n HQ-STAABS 1408 \n 42/17 2015")
    play(match, "move 162DI 1407")
    assert asked(match) == "fallback"


def test_k83_the_third_loss() -> None:
    """5.5, 16.4.11, ruling K83: the remnant of a regiment turns it into a hex of retreat."""
    remnants = " \n ".join(f"REM{n} 1406" for n in (1, 2, 3))
    lines = f"1US 1405 order=prepare \n 2US 1506 order=prepare \n 42/17 1406 \n {remnants}"
    match = study("assault entente", lines, dice=[6])
    play(match, "attack 1406 by 1US,2US", "lead 1US", "hold")
    assert asked(match) == "retreat"
    assert place(match, "42/17") == "removed"


def test_k86_the_city_is_a_town() -> None:
    """12.2.1, 15.5, 16.4.7, ruling K86: for movement, fire and combat, but not for points."""
    match = study("maneuver entente", "162DI 1405", **MAP)  # type: ignore[arg-type]
    setting = game(match).setting
    city = [c for c in cells_of(setting.playable) if setting.board.terrain[c] == "city"]
    assert city
    assert all(setting.towns >> c & setting.cover >> c & setting.shelter >> c & 1 for c in city)
    assert not set(city) & (set(setting.plain_towns) | set(setting.values))


def test_k96_tanks_change_the_corps_in_step_g() -> None:
    """Step G, ruling K96."""
    match = study("withdrawal entente", "2US 1405 7 tank=AS-I \n 162DI 1406 \n 42/17 2010", turn=6)
    play(match, "withdraw-unit 2US", "shift AS-I to 162DI")
    assert place(match, "AS-I") == "1406"


def test_l05_isolation_on_the_way() -> None:
    """11.2.1, 12.0, ruling L05: no hex of the way may isolate the mover, not even one that it only passes."""
    germans = "28D 1410 \n 20D 1810 \n 6D 1413 \n 46R 1813"
    match = study("maneuver entente", f"DM 1609 8 \n {germans}", turn=8, **MAP)  # type: ignore[arg-type]
    assert not {"1611", "1612"} & destinations(match, "DM")


def test_l06_retreats_one_by_one() -> None:
    """16.5, 16.5.1, ruling L06: in the order that the owner likes."""
    match = study("attack entente", "162DI 1405 order=low aim=1406 \n 42/17 1406 \n 42/131 1406", dice=[5])
    play(match, "attack 1406 by 162DI", "lead 42/17")
    while asked(match) != "retreat":
        play(match, next(t for t in ("withdraw 1406", "hold") if match.check(t)))
    assert {text.split()[1] for text in listed(match) if text.startswith("retreat")} == {"42/17", "42/131"}


def test_l08_forced_assaults_that_command_forbids() -> None:
    """4.1, 16.4.5, ruling L08: two divisions that may not assault together need not both."""
    lines = "162DI 1405 order=prepare \n 1US 1506 order=prepare \n 42/17 1406 \n HQ-I 2301 \n HQ-XX 2401"
    match = study("assault entente", lines, turn=1, command="no", dice=[3])
    refused(match, "attack 1406 by 162DI,1US", "16.4.5")
    assert allowed(match, "attack 1406 by 162DI")


# -- what a second reader asked --


def test_k62_no_exit_with_a_low_intensity_marker() -> None:
    """16.6, 3.3.1, ruling K62: only a Prepare marker leads in any direction."""
    lines = "162DI 1519 order={} \n 11DI 1410 order=prepare \n 42/17 2018"
    refused(study("advance entente", lines.format("low aim=1518"), board="map"), "exit 162DI", "16.6", "Low Intensity")
    assert allowed(study("advance entente", lines.format("prepare"), board="map"), "exit 162DI")


def test_k05_only_good_order_moves_further_on_the_first_turn() -> None:
    """4.1, 12.1.1: the Reforming 58th has its normal 3, whoever else has 8."""
    match = study("maneuver entente", "58DI 1405 disruption=1 \n 42/17 1415", turn=1, surprise_movement="all")
    assert "1408" in destinations(match, "58DI")
    assert "1409" not in destinations(match, "58DI")


def test_k103_a_retreat_out_of_a_ravine() -> None:
    """5.4.1, ruling K103: off the road the group stays behind, along it it is reduced."""
    lines = "terrain ravine 1405 \n 162DI 1405 tank=AS-I \n 42/17 1406"
    match = study("fallback-1 german", lines)
    play(match, "fallback 162DI 1404")
    assert place(match, "AS-I") == "removed"
    match = study("fallback-1 german", f"link road 1405-1404 \n {lines}")
    play(match, "fallback 162DI 1404")
    assert (place(match, "AS-I"), steps(match, "AS-I")) == ("1404", 1)


def test_k105_each_is_tested_when_its_turn_comes() -> None:
    """13.2, ruling K105: one fallback may free the next."""
    for to, freed in (("1812", True), ("1714", False)):
        match = study("maneuver entente", "14R/16 1809 \n REM1 1710 \n 2US 1511 10", **MAP)  # type: ignore[arg-type]
        play(match, "move 2US 1611")
        assert {text.split()[1] for text in listed(match)} == {"14R/16", "REM1"}
        play(match, f"fallback REM1 {to}")
        assert (asked(match) == "maneuver") == freed


def test_k106_a_regiment_is_cut_to_a_remnant() -> None:
    """10.0, ruling K106: and then counts one point."""
    match = study("fallback-1 entente", "42/17 1410 \n 14R/16 1412 2 \n 14R/53 1412 3 \n 162DI 1409")
    play(match, "fallback 42/17 1412")
    assert asked(match) == "overstack"
    play(match, "lose 14R/16")
    assert asked(match) == "overstack"
    play(match, "lose 42/17")
    assert asked(match) == "fallback"
    assert (steps(match, "42/17"), place(match, "14R/16")) == (2, "removed")


def test_l03_no_overstacking_in_maneuver() -> None:
    """10.0, ruling L03."""
    match = study("maneuver german", "42/17 1410 \n 14R/16 1411 \n 14R/53 1411 2 \n 162DI 0305")
    refused(match, "move 42/17 1411", "10.0", "too many")


def test_k112_never_back_beside_the_start() -> None:
    """7.0, 13.3, ruling K112: three hexes that end one hex away are no flight."""
    match = study("fallback-1 german", "HQ-XXX 1911 \n 20D 1912 corps=WATTER", **MAP)  # type: ignore[arg-type]
    ends = destinations(match, "HQ-XXX", "fallback")
    assert ends
    assert not {"1910", "1810", "2010", "1811", "2011"} & ends


def test_k114_no_reinforcements_for_a_dead_headquarters() -> None:
    """17.2, 13.3, ruling K114: the other one takes them; with none left they are put under a name."""
    match = study("reinforcements german", "28D off-map due=4 \n HQ-WATTER removed \n HQ-STAABS 0610 \n 162DI 1405")
    g = game(match)
    assert [g.name(u) for u in headquarters_for(g, number(match, "28D"))] == ["HQ-STAABS"]
    play(match, "enter 28D 1419")
    assert game(match).state.corps[number(match, "28D")] == "STAABS"
    match = study("reinforcements german", "28D off-map due=4 \n HQ-WATTER removed \n HQ-STAABS removed \n 162DI 1405")
    assert len(headquarters_for(game(match), number(match, "28D"))) == 2
    match = study("attack german", "42/17 1406 order=low aim=1405 \n HQ-WATTER removed \n 162DI 1405", command=None)
    assert not in_command(game(match), number(match, "42/17"))


def test_k115_beyond_the_perimeter() -> None:
    """13.4, 16.5.2, ruling K115: straight on, as the last step to the perimeter led."""
    match = study("fallback-1 entente", "34D/30 1010 \n 11DI 1009", **MAP)  # type: ignore[arg-type]
    g = game(match)
    ways = directions(g, number(match, "34D/30"))
    perimeter = names(match, g.setting.perimeter)
    past = {c for way in ways[2:] for depth in way.at[1:] for c in names(match, depth)} - perimeter
    assert len(ways) > 2
    assert past


def test_k116_four_playable_hexes() -> None:
    """11.1, 13.4, ruling K116: an enemy on the way does not change the distance."""
    lines = "34D/30 1210 \n 11DI 1011"
    match = study("fallback-1 entente", lines, **MAP)  # type: ignore[arg-type]
    g = game(match)
    assert g.setting.soissons.cells >> cell(match, "1210") & 1
    assert not g.setting.soissons.cells >> cell(match, "1310") & 1
    assert len(directions(g, number(match, "34D/30"))) > 1


def test_k117_another_headquarters_is_no_bar() -> None:
    """8.2, ruling K117: paths may meet in the hex of a headquarters, which belongs to no path."""
    lines = "HQ-I 1402 \n 162DI 1406 \n HQ-XX 1404 \n 1US 1204 \n 42/17 1412"
    match = study("attack entente", lines, command=None)
    assert in_command(game(match), number(match, "162DI"))


def test_k118_who_is_due_is_placed() -> None:
    """17.1, ruling K118: there is no button to wait."""
    match = study("reinforcements entente", "72DI off-map due=4 \n 162DI 1405 \n 42/17 1412")
    assert not match.check("end")
    assert all(text.startswith("enter") for text in listed(match))


def test_k119_a_conversion_needs_a_way_for_all() -> None:
    """16.5.3, ruling K119: one hex without a retreat, and nobody is asked."""
    lines = "34BR 1518 order=prepare \n 20D/77 1519 corps=WATTER \n 20D/79 1418 corps=WATTER \n HQ-XXX 1516"
    match = study("assault entente", lines, dice=[5], **MAP)  # type: ignore[arg-type]
    play(match, "attack 1418-1519 by 34BR", "lead 20D/77")
    while asked(match) == "losses":
        play(match, "losses 1")
    assert asked(match) != "conversion"


def test_k120_x_before_conversion() -> None:
    """16.4.8, 16.5.3, ruling K120."""
    match = study("assault entente", "1US 1405 order=prepare \n 42/17 1406 \n 162DI 1203", dice=[2])
    play(match, "attack 1406 by 1US")
    assert asked(match) == "losses"
    play(match, "losses 2")
    assert asked(match) == "conversion"


def test_k121_a_marker_of_the_afternoon_at_night() -> None:
    """13.5, step G, ruling K121: the fallback costs a level."""
    germans = "28D 1410 \n 20D 1810 \n 6D 1413 \n 46R 1813"
    lines = f"DM 1612 8 retreated \n 153DI 1609 4 \n {germans}"
    match = study("withdrawal entente", lines, turn=9, **MAP)  # type: ignore[arg-type]
    play(match, "withdraw-unit 153DI", "fallback DM 1610")
    assert level(match, "DM") == 1


def test_k122_a_headquarters_is_an_enemy_unit() -> None:
    """5.5.2, ruling K122: a regiment that reforms beside one is Disorganized."""
    lines = "REM1 1410 \n REM2 1410 \n 42/17 removed 0 \n HQ-WATTER 1412 \n HQ-I 1409 \n 162DI 1409"
    match = study("reforming german", lines, turn=6, command=None)
    play(match, "reform 42/17 1410")
    assert level(match, "42/17") == 2


def test_k123_no_second_group_in_step_g() -> None:
    """Step G, 5.4, ruling K123: the group is lost."""
    lines = "2US 1405 7 tank=AS-I \n 1US 1406 tank=AS-III \n 42/17 2010"
    match = study("withdrawal entente", lines, turn=6)
    play(match, "withdraw-unit 2US")
    assert place(match, "AS-I") == "removed"
    until(match, "bombard")


def test_k124_a_worn_group_makes_way() -> None:
    """5.4.4, step B.2, ruling K124: it is given up for a whole one from the box, or from the division next to it."""
    lines = "1US 1405 tank=AS-I \n AS-I 1405 1 \n 42/17 2010 \n BCL-1 tank-box"
    match = study("attach entente", lines)
    refused(match, "attach BCL-1 to 1US", "5.4", "already")
    play(match, "abandon AS-I", "attach BCL-1 to 1US")
    assert (place(match, "AS-I"), place(match, "BCL-1")) == ("removed", "1405")
    match = study("shift entente", lines.replace("BCL-1 tank-box", "2US 1406 tank=AS-IV"))
    refused(match, "abandon AS-IV", "5.4.4", "no stronger group")
    play(match, "abandon AS-I", "shift AS-IV to 1US")
    assert place(match, "AS-IV") == "1405"


def test_every_ruling_has_a_test() -> None:
    """Each number of rulings.md is named in a rule test."""
    here = Path(__file__).parent
    text = " ".join(file.read_text() for file in here.rglob("test_*.py") if file.name != "test_data_files.py")
    numbers = re.findall(r"^\*\*([KL]\d+)\.", (GAME.folder / "rulings.md").read_text(), re.MULTILINE)
    assert [number for number in numbers if not re.search(rf"\b{number}\b", text, re.IGNORECASE)] == []
