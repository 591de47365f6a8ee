"""Lines of supply and command of an Assault: from the attackers back to an HQ (8.2, 11.1, 11.7.1; ruling X04)."""

from __future__ import annotations

import pytest

from grognard.engine import Ruling
from grognard.games.somme_1916.rules.assault.odds import Assault, command_row
from tests.games.somme_1916.position import game, modifier, number, odds, play, refused, study

POCKET = """
    HQ-VII K15 mode=1
    HQ-VIII K16 facing=2
    46Div M15 facing=2
    28R/110 N15 facing=6
    28R/111 Q15 facing=6
    BB4.1 O15 facing=6
"""
"""The brigade stands behind the enemy whom it attacks; every square around it is in a German zone of control."""


def test_no_command_through_the_enemy_who_is_attacked() -> None:
    """8.2: 46Div has command, the pocketed brigade has not, though an HQ is four squares from the attacked square."""
    match = study("commitment allied", POCKET)
    refused(match, "commit BB4.1 N15", "8.2", "Command Mode HQ")
    play(match, "commit 46Div N15")


@pytest.mark.parametrize(("attackers", "drm"), [("BB4.1", -2), ("46Div", 0), ("46Div BB4.1", -2)])
def test_no_supply_through_the_enemy_who_is_attacked(attackers: str, drm: int) -> None:
    """11.1: supply runs from the Assaulting units back; each of their squares needs a line."""
    match = study("assault allied", "supply_used HQ-VII \n target N15 \n" + POCKET + "resources gas=1")
    assert modifier(odds(match, "N15", attackers), "11.7.2", "supply") == drm


def test_the_nearest_attacker_counts_for_the_command_modifier() -> None:
    """11.7.1: +1, because 46Div is near an HQ; the brigade alone has no HQ at all."""
    match = study("committing allied", POCKET)
    assert modifier(odds(match, "N15", "46Div BB4.1"), "11.7.1") == 1
    assert modifier(odds(match, "N15", "BB4.1"), "11.7.1") == -1


def supply(uid: str, lines: str, end: str = "attacked-square") -> Ruling:
    match = study("committing allied", lines + "\n Bn1 V34 facing=6", range_end=end)
    found = match.game.supply(match.position, number(match, uid))
    assert found is not None
    return found


@pytest.mark.parametrize(("uid", "square", "end", "in_supply"), [
    ("46Div", "K15", "attacked-square", True),  # 7 squares to K15, 8 to the square that it attacks
    ("46Div", "L15", "attacked-square", False),
    ("46Div", "L15", "jump-off-square", True),
    ("BrGun3", "L15", "attacked-square", True),  # a gun counts from its own square (6.3.2)
    ("BrGun3", "M15", "attacked-square", False),
])
def test_the_referee_counts_as_the_assault_does(uid: str, square: str, end: str, in_supply: bool) -> None:
    """11.1, 6.3.2: the same count in both, by the same option."""
    lines = f"HQ-VII D15 mode=1 \n {uid} {square} facing=2"
    found = supply(uid, lines, end)
    assert found.allowed is in_supply
    assert found.case == ("6.3.2" if uid == "BrGun3" else "11.1")
    assert len(found.text.split()) > 4
    if uid == "46Div":
        target = "LM"["KL".index(square[0])] + "15"
        match = study("committing allied", f"supply_used HQ-VII \n {lines} \n Bn1 {target} facing=6", range_end=end)
        assert (modifier(odds(match, target, uid), "11.7.2", "supply") == 0) is in_supply


def test_a_supply_answer_has_its_case_and_a_sentence() -> None:
    """11.1: yes or no, by assumption or not."""
    there = supply("46Div", "HQ-VII H15 mode=1 \n 46Div K15 facing=2")
    assert (there.allowed, there.case) == (True, "11.1")
    assert "HQ-VII can supply its Assaults from K15" in there.text
    assumed = supply("46Div", "46Div K15 facing=2 \n assume supply all yes")
    assert (assumed.allowed, assumed.case) == (True, "11.1")
    assert "this study assumes" in assumed.text
    assert supply("HQ-VII", "HQ-VII H15 mode=1").text.endswith("defenders are always in supply")


def test_a_fight_inside_an_engaged_square_counts_from_that_square() -> None:
    """8.8, 11.1: eight squares to the engaged square itself; a friend opens the zone around it (7.5)."""
    lines = 'engaged {"L15": "allied"} \n BB4.1 L15 facing=2 \n Bn1 L15 facing=6 \n supply_used HQ-VII \n'
    lines += "46Div K15 facing=2 \n"
    assert modifier(odds(study("committing allied", lines + "HQ-VII D15 mode=1"), "L15", "BB4.1"), "11.7.2") == 0
    assert modifier(odds(study("committing allied", lines + "HQ-VII C15 mode=1"), "L15", "BB4.1"), "11.7.2") == -2


def test_counter_attackers_count_from_their_own_square() -> None:
    """11.7.1, 11.8: the HQ of the defenders is three squares behind them, four from the square they strike at."""
    match = study("committing allied", "46Div L15 facing=2 \n 28R/110 M15 facing=6 \n HQ-IX P15 facing=6")
    g = game(match)
    units = {uid: number(match, uid) for uid in ("46Div", "28R/110")}
    strike = Assault([units["28R/110"]], [units["46Div"]], g.state.loc[units["46Div"]], counter=True)
    assert command_row(g, strike).value == 1
