"""Supply (chapter 9), headquarters (15.1) and support units alone beside the enemy (11.3)."""

from __future__ import annotations

import pytest

from grognard.games.friedensturm_1918.rules.supply import commanded, is_fed, is_supplied, supply_ruling
from tests.games.friedensturm_1918.position import (
    allowed,
    asked,
    cell,
    destinations,
    game,
    names,
    number,
    of_kind,
    place,
    play,
    refused,
    study,
    who,
)


def real(phase: str, lines: str, **more: object):  # type: ignore[no-untyped-def]
    return study(phase, lines, supply=None, command=None, **more)  # type: ignore[arg-type]


def test_9_1_the_example_of_the_10th_army() -> None:
    """9.1: the 35th is out of supply: the 28th and 103rd project their zones into 0615; a French unit there helps."""
    lines = "unit 103ID2 like 5RD\nHQ-X 06.17 \n 18DI 06.16 \n 35DI 06.13 \n 222ID 05.14 \n 103ID2 07.14"
    around = "5RD 05.12 \n JD 07.12 \n 46RD 06.11"
    match = real("movement allied", f"{lines}\n{around}")
    g, unit = game(match), number(match, "35DI")
    assert is_fed(g, number(match, "HQ-X"))
    assert not is_supplied(g, unit)
    assert is_supplied(g, number(match, "18DI"))
    ruling = supply_ruling(g, unit)
    assert (bool(ruling), ruling.case) == (False, "9.1")
    match = real("movement allied", f"{lines}\n{around}\n15DI 06.15 \n 36DI 06.14")
    assert is_supplied(game(match), number(match, "35DI"))


def test_9_1_command_reaches_15_hexes() -> None:
    """9.1, SU02, 15.1: counted in hexes from the headquarters, whatever the terrain."""
    match = real("movement allied", "terrain woods 10.05 10.06\nHQ-III 10.18 \n 18DI 10.03 \n 15DI 10.02 \n 5RD 20.01")
    g = game(match)
    assert is_supplied(g, number(match, "18DI"))
    assert not is_supplied(g, number(match, "15DI"))
    ruling = supply_ruling(g, number(match, "15DI"))
    assert "15 hexes" in ruling.text
    assert supply_ruling(g, number(match, "18DI")).allowed


def test_9_1_beyond_a_major_river_it_ends_with_the_first_hex() -> None:
    river = "side major-river " + " ".join(crossing())
    lines = "HQ-III 10.15 \n 18DI 10.10 \n 15DI 10.09 \n 5RD 20.01"
    g = game(match := real("movement allied", f"{river}\n{lines}"))
    assert is_supplied(g, number(match, "18DI"))
    assert not is_supplied(g, number(match, "15DI"))
    bridged = f"{river}\nside major-river+bridge 10.10-10.11\nlink road 10.10-10.11\n{lines}"
    assert is_supplied(game(match := real("movement allied", bridged)), number(match, "15DI"))
    blown = f"{bridged}\nblown 10.10 10.11"
    assert not is_supplied(game(match := real("movement allied", blown)), number(match, "15DI"))
    german = f"{river}\nAOK-18 10.05 \n 5RD 10.12 \n 18DI 20.20"
    assert not is_supplied(game(match := real("movement german", german)), number(match, "5RD"))
    laid = f"{german}\npontoons 10.10 10.11"
    assert is_supplied(game(match := real("movement german", laid)), number(match, "5RD"))


def crossing() -> list[str]:
    """All sides between rows 10 and 11 of the blank board."""
    found = []
    for column in range(1, 21):
        found.append(f"{column:02d}.10-{column:02d}.11")
        for other in (column - 1, column + 1):
            if column % 2 == 0 and 1 <= other <= 20:
                found.append(f"{column:02d}.10-{other:02d}.11")
    return found


def test_9_1_a_headquarters_cut_off_goes_towards_its_source() -> None:
    """9.1: through enemy zones, until it can trace a path again; its air units leave the map (17.1, SU05)."""
    ring = "5RD 09.11 \n 222ID 11.11 \n JD 10.11 \n 46RD 10.14 \n 7RD 09.14 \n 45RD 11.14"
    lines = f"HQ-III 10.12 \n 18DI 10.12 \n AIR-FEQUANT 10.12 base=HQ-III mission=1 \n {ring} \n AOK-18 10.03"
    match = real("supply german", lines, air="yes")
    if asked(match) == "displace":
        assert who(match) == "allied"
        play(match, next(t for t in map(match.write, match.legal_actions())))
    g = game(match)
    assert is_fed(g, number(match, "HQ-III"))
    assert place(match, "HQ-III") != "10.12"
    assert place(match, "AIR-FEQUANT") == "off-map"
    assert g.state.back[number(match, "AIR-FEQUANT")] == 6


@pytest.mark.parametrize(("tank", "where"), [("10.08", "lost"), ("10.02", "10.09")])
def test_9_1_a_headquarters_that_comes_beside_a_tank_is_lost(tank: str, where: str) -> None:
    """9.1, 11.3.3, ruling Q74: a tank has no zone to keep it away."""
    ring = "18DI 09.11 \n 15DI 11.11 \n 36DI 10.11 \n 10DI 10.14 \n 58DI 09.14 \n 125DI 11.14"
    match = real("supply german", f"AOK-18 10.12 \n 5RD 10.12 \n {ring} \n HQ-III 13.17 \n BCL-1 {tank}")
    assert place(match, "AOK-18") == where


CUT = "18DI 10.05 \n 5RD 10.04 \n 222ID 10.07 \n JD 08.05 \n 46RD 12.05 \n 7RD 09.07 \n 45RD 11.07 \n AOK-18 10.02"
ALLIES = "HQ-III 10.18 \n 15DI 10.16"


def test_9_2_a_marker_first_and_elimination_the_second_time() -> None:
    """9.2, IN09: two supply phases; back in range, the marker goes."""
    match = real("supply german", f"{CUT} \n {ALLIES}")
    g, unit = game(match), number(match, "18DI")
    assert g.state.unsupplied[unit] == 1
    assert place(match, "18DI") == "10.05"
    match = real("supply german", f"{CUT} \n {ALLIES}".replace("18DI 10.05", "18DI 10.05 unsupplied"))
    assert place(match, "18DI") == "lost"
    match = real("supply german", f"18DI 10.15 unsupplied \n 5RD 02.02 \n AOK-18 02.01 \n {ALLIES}")
    assert game(match).state.unsupplied[number(match, "18DI")] == 0


def test_9_2_guns_that_go_with_their_division_are_lost_once() -> None:
    """9.2, 9.3, 11.3.1: out of supply themselves, they are gone before their own check comes."""
    lines = f"{CUT} \n {ALLIES}".replace("18DI 10.05", "18DI 10.05 unsupplied \n ACA-1 10.05")
    match = real("supply german", lines)
    assert place(match, "18DI") == place(match, "ACA-1") == "lost"
    lost = [event.data["unit"] for event in of_kind(match.events(), "eliminated")]
    assert sorted(lost) == sorted([number(match, "18DI"), number(match, "ACA-1")])


@pytest.mark.parametrize(("tank", "supplied"), [("10.08", False), ("10.02", True)])
def test_9_1_a_headquarters_lost_on_its_way_supplies_nobody(tank: str, supplied: bool) -> None:
    """9.1, 11.3.3: it goes, and is lost beside the tank, before any other unit is checked."""
    ring = "18DI 09.11 \n 15DI 11.11 \n 36DI 10.11 \n 10DI 10.14 \n 58DI 09.14 \n 125DI 11.14"
    men = "5RD 10.12 \n 222ID 06.08"
    match = real("supply german", f"AOK-18 10.12 \n {men} \n {ring} \n HQ-III 13.17 \n BCL-1 {tank}")
    assert bool(game(match).state.unsupplied[number(match, "222ID")]) is not supplied


def test_9_1_both_sides_are_checked_on_the_same_map() -> None:
    """9.1, 9.2: the German division that dies for want of supply still cuts off the French one."""
    ring = ("5RD 10.06", "222ID 09.05", "JD 11.05", "46RD 10.04")
    lines = "18DI 10.05 \n" + "\n".join(f"{unit} unsupplied" for unit in ring)
    match = real("supply german", f"{lines} \n HQ-III 10.19 \n 15DI 10.18")
    assert place(match, "5RD") == "lost"
    assert game(match).state.unsupplied[number(match, "18DI")] == 1


def test_9_2_it_may_not_attack() -> None:
    """9.2, SU08."""
    match = study("combat allied", "18DI 10.10 unsupplied \n 15DI 10.10 1 \n 5RD 10.11")
    play(match, "attack 10.11")
    assert asked(match) != "participants" or not match.check("join 18DI")


def test_9_2_it_moves_only_back_into_supply() -> None:
    """9.2: as fast as it can; closer, where it cannot get there."""
    lines = "HQ-III 10.18 \n 18DI 10.01 unsupplied \n 15DI 10.02 unsupplied \n 5RD 20.01"
    match = real("movement allied", lines)
    home = names(match, commanded(game(match), 0))
    assert destinations(match, "15DI") <= home
    refused(match, "move 15DI 11.02", "9.2", "out of supply")
    far = real("movement allied", "HQ-III 02.19 \n 18DI 20.01 unsupplied \n 5RD 01.01")
    assert destinations(far, "18DI")
    assert all(int(c[3:]) > 1 or int(c[:2]) < 20 for c in destinations(far, "18DI"))


def test_9_3_support_units_out_of_supply_are_lost_at_once() -> None:
    """9.3: Stosstruppen are treated like their regiments."""
    lines = "GCA-1 10.18 \n 5ID/8 12.18 stoss=ST-1 \n AOK-18 10.01 \n HQ-III 02.19 \n 18DI 03.19"
    match = real("supply german", lines)
    assert place(match, "GCA-1") == "lost"
    assert place(match, "ST-1") == "12.18"
    assert game(match).state.unsupplied[number(match, "5ID/8")] == 1


def test_9_1_zones_bar_paths_unless_a_friend_stands_there() -> None:
    match = real("movement allied", f"{CUT} \n {ALLIES}")
    g = game(match)
    assert not commanded(g, 0) >> cell(match, "10.06") & 1
    assert not is_supplied(g, number(match, "18DI"))


# -- 11.3 --


def test_11_3_1_artillery_alone_beside_an_enemy_is_lost() -> None:
    """11.3.1, MV15: as soon as an enemy combat unit comes next to it; not if a combat unit is with it."""
    lines = "5RD 10.10 \n ACA-1 10.13 \n ACA-2 14.13 \n 11DI/26 14.13 \n 222ID 14.10"
    match = study("movement german", lines)
    play(match, "move 5RD 10.12")
    assert place(match, "ACA-1") == "lost"
    play(match, "move 222ID 14.12")
    assert place(match, "ACA-2") == "14.13"


def test_11_3_1_passing_by_is_enough() -> None:
    """11.3.1, ruling Q74: on the way, and by tanks too."""
    match = study("movement allied", "BCL-1 10.10 \n GCA-1 11.12 \n 5RD 02.02")
    play(match, "move BCL-1 10.14")
    assert place(match, "GCA-1") == "lost"


def test_11_3_1_never_into_an_enemy_zone() -> None:
    """11.3.1, 11.3.1.2, 11.3.3: not even to friends; the corps gun of the example does not stack with the 241st."""
    lines = "GCA-1 10.09 \n AOK-18 09.09 \n 241ID 10.10 \n 18DI 10.11"
    match = study("movement german", lines)
    refused(match, "move GCA-1 10.10", "11.3.1", "enemy zone")
    refused(match, "move AOK-18 10.10", "11.3.3", "enemy zone")


def test_11_3_1_2_guns_in_bombardment_mode_move_like_combat_units() -> None:
    """11.3.1.2, 15.2.1: over the bridge, up the slope by the minimum move; only offensive guns wait."""
    lines = "terrain woods 10.09\nslope slope 10.10-10.09\nside major-river+bridge 10.10-10.11\nlink road 10.10-10.11"
    match = study("movement german", f"{lines}\nGCA-1 10.10 \n GAA-1 05.05 offensive \n 18DI 02.19")
    assert allowed(match, "move GCA-1 10.11")
    assert allowed(match, "move GCA-1 10.09")
    refused(match, "move GAA-1 05.06", "11.3.1.1", "offensive mode")


def test_11_3_3_headquarters_cross_rivers_and_their_airmen_leave() -> None:
    """11.3.3, 17.1."""
    lines = "side major-river 10.10-10.11\nAOK-18 10.10 \n AIR-II 10.10 base=AOK-18 mission=1 \n 18DI 02.19"
    match = study("movement german", lines, air="yes")
    events = play(match, "move AOK-18 10.11")
    assert of_kind(events, "air-gone")
    assert place(match, "AIR-II") == "off-map"


def test_11_3_3_a_headquarters_left_alone_after_combat_is_lost() -> None:
    """11.3.3, MV25: it stays as long as its division does."""
    lines = "HQ-III 10.11 \n 18DI 10.11 1 \n 5RD 10.10 \n JD 11.11 \n 46RD 09.11"
    match = study("combat german", lines, dice=[6, 6, 1, 3, 1])
    assert place(match, "HQ-III") == "10.11"
    play(match, "attack 10.11", "all")
    while match.decision is not None and match.decision.kind != "combat":
        match.play(next(iter(match.legal_actions())))
    assert place(match, "18DI") == "lost"
    assert place(match, "HQ-III") == "lost"


def test_11_3_1_guns_go_with_their_last_unit_though_more_losses_are_to_be_chosen() -> None:
    """11.3.1, 12.2.4, ruling Q74: a cancelled attack costs three steps, the first of them the last of the Jäger."""
    lines = "JD 10.10 1 \n GCA-1 10.10 \n AOK-18 10.10 \n 5RD 09.11 2 \n 222ID 11.11 2 \n 18DI 10.11"
    match = study("combat german", f"feature trench-allied 10.11 \n {lines}")
    events = play(match, "attack 10.11", "all")
    while match.decision is not None and not of_kind(events, "cancelled"):
        events += play(match, next(t for t in ("end", "lead JD") if match.check(t)))
    play(match, "lose JD")
    assert asked(match) == "hits"
    assert place(match, "GCA-1") == place(match, "AOK-18") == "lost"


def test_11_3_1_a_reaction_move_passes_guns_by() -> None:
    """11.3.1, 12.2.6, ruling Q74: the unit that reacts passes a lone gun; through the woods is too far."""
    lines = "5RD 10.10 \n 222ID 11.11 \n 18DI 10.11 \n 10DI 10.13 \n GCA-1 09.15"
    match = study("combat german", f"terrain woods 11.14 \n {lines}", dice=[3, 3, 6, 3])
    events = play(match, "attack 10.11", "all")
    while asked(match) != "reaction":
        events += play(match, next(t for t in ("end", "hold", "lead 5RD") if match.check(t)))
    assert place(match, "GCA-1") == "09.15"
    play(match, "react 10DI 11.15")
    assert place(match, "GCA-1") == "lost"
