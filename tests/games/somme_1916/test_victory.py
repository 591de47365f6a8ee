"""Objectives, points and the victories of the scenarios (modules 13 and 14)."""

from __future__ import annotations

import pytest

from grognard.engine import Match
from grognard.games.somme_1916.plan import Claim, HoldAndTrace
from grognard.games.somme_1916.rules.assault.results import retreat_squares
from grognard.games.somme_1916.rules.victory.conditions import final_outcome, victories
from grognard.games.somme_1916.rules.victory.control import claims, holds
from grognard.games.somme_1916.rules.victory.exits import may_be_forced_off
from tests.games.somme_1916.position import cell, game, number, place, study


def position(lines: str, scenario: str = "over-the-top") -> Match:
    return study("committing allied", lines, board="map", scenario=scenario)


@pytest.mark.parametrize(("objective", "squares", "needed"), [
    ("hem", ["O23"], 1),  # EX43
    ("pozieres", ["G13", "G14"], 2),  # EX44
    ("thiepval-ridge", ["E11", "E12", "F11", "F12", "G11", "G12"], 4),  # EX45
])
def test_objectives(objective: str, squares: list[str], needed: int) -> None:
    """13.1.1 (EX43, EX44, EX45)."""
    found = game(position("46Div A1 facing=2")).setting.objectives[objective]
    assert (sorted(found.squares), found.needed) == (squares, needed)


@pytest.mark.parametrize(("held", "claimed"), [("E11 E12 F11", False), ("E11 E12 F11 F12", True)])
def test_more_than_half_of_an_area(held: str, claimed: bool) -> None:
    """13.1.1 (R203): 4 of the 6 squares of Thiepval Ridge."""
    lines = "\n".join(f"BB3.{n} {square} facing=2 status=1" for n, square in enumerate(held.split(), 1))
    before = " ".join(f"{square}=german" for square in ("E11", "E12", "F11", "F12", "G11", "G12"))
    match = position(f"control {before} \n {lines}")
    assert claims(game(match), "british", "thiepval-ridge") is claimed


def test_the_wrong_nation_gets_no_credit() -> None:
    """13.1.1, 14.1.4 (EX46, R204): the French in Montauban."""
    g = game(position("FB4.1 K17 facing=2"))
    assert not claims(g, "british", "montauban")
    assert not claims(g, "german", "montauban")


def test_occupation_before_zone_before_passage() -> None:
    """13.1.1 (ruling X56)."""
    match = position("control K17=german \n BB4.1 K18 facing=2")
    assert holds(game(match), "british", cell(match, "K17"))
    match = position("control K17=german \n BB4.1 K18 facing=2 \n Bn1 K16 facing=6")
    assert holds(game(match), "german", cell(match, "K17"))
    match = position("BB4.1 K18 facing=2 \n Bn1 K17 facing=6 status=2")
    assert holds(game(match), "german", cell(match, "K17"))


SCENARIO_1 = """
    vp german-losses={german} allied-losses={allied}
    BB4.1 B3 facing=2
    BB4.2 D6 facing=2
    BB4.3 I16 facing=2
    BB4.4 H16 facing=2
    BB4.5 K17 facing=2
    FB4.1 O26 facing=2
    FB4.2 M32 facing=2
    28R/110 V34 facing=6
"""


@pytest.mark.parametrize(("german", "allied", "winner"), [(80, 54, None), (78, 54, "allied")])
def test_scenario_1(german: int, allied: int, winner: str | None) -> None:
    """14.1.4 (R217, R218): a German lead of 26 points makes a draw of an Allied success, one of 24 does not."""
    match = position(SCENARIO_1.format(german=german, allied=allied))
    outcome = final_outcome(game(match))
    assert outcome.winner == winner
    assert outcome.case.startswith("14.1")


def test_scenario_1_with_a_german_left_in_the_trench() -> None:
    """14.1.4: no German unit of any kind in the start trench."""
    match = position(SCENARIO_1.format(german=0, allied=0) + "\n Bn1 L32 facing=6 status=2")
    assert final_outcome(game(match)).winner != "allied"


def test_no_forced_exit_while_another_square_is_free() -> None:
    """14.2.3 (R222): a German at V20 retreats along the edge."""
    match = position("28R/110 V20 facing=6 \n BB4.1 U20 facing=2", "a-punishing-land")
    assert retreat_squares(game(match), number(match, "28R/110"), [])


def test_the_only_way_leads_off_the_map() -> None:
    """14.2.3: with no square left a German may be forced off."""
    blocks = "\n".join(f"BB3.{n} {s} facing=2" for n, s in enumerate(("U19", "U20", "U21", "V19", "V21"), 1))
    match = position("28R/110 V20 facing=6 \n" + blocks, "a-punishing-land")
    unit = number(match, "28R/110")
    assert not retreat_squares(game(match), unit, [])
    assert may_be_forced_off(game(match), unit)


@pytest.mark.parametrize(("marker", "met"), [(0, True), (1, False), (2, False)])
def test_bapaume_must_be_held_in_good_order(marker: int, met: bool) -> None:
    """14.3.7 (R226)."""
    match = position(f"46Div P7 facing=2 status={marker} \n 28R/110 V34 facing=6", "devil-machines")
    entries = game(match).setting.plan.victory
    found = victories(game(match))
    bapaume = [
        entry.name for entry in entries
        if any(isinstance(c, HoldAndTrace) and c.objectives == ["bapaume"] for c in entry.conditions)
    ]
    assert bapaume
    assert [found[name] for name in bapaume] == [met] * len(bapaume)


def test_a_german_zone_cuts_the_line_from_bapaume() -> None:
    """14.3.7: the line to the west edge is free of German zones."""
    wall = "\n".join(f"Bn{n} J{row} facing=6" for n, row in enumerate((*range(2, 33, 3), 34), 1))
    match = position("46Div P7 facing=2 \n" + wall, "devil-machines")
    names = [
        entry.name for entry in game(match).setting.plan.victory
        if any(isinstance(c, HoldAndTrace) and c.objectives == ["bapaume"] for c in entry.conditions)
    ]
    assert not any(victories(game(match))[name] for name in names)


def test_scenario_4_with_six_transloy_squares() -> None:
    """14.4.5 (R228): 6 of 12 are enough here."""
    g = game(position("46Div A1 facing=2", "away-to-siegfried"))
    plan = next(e for e in g.setting.plan.victory if e.side == "allied")
    names = [name for c in plan.conditions if isinstance(c, Claim) for name in c.objectives]
    transloy = [name for name in names if "ridges" in name]
    assert len(transloy) == 1
    goal = g.setting.objectives[transloy[0]]
    assert (len(goal.squares), goal.needed) == (12, 6)
    units = iter([f"BB{f}.{n}" for f, many in ((4, 6), (3, 9), (2, 6)) for n in range(1, many + 1)])
    squares = [*goal.squares[:6], "B3", "L9", "R12"]
    lines = "\n".join(f"{next(units)} {square} facing=2 status=1" for square in squares)
    lines += "\n FB4.1 U26 facing=2 \n FB4.2 V26 facing=2 \n FB3.1 U32 facing=2 \n 28R/110 A34 facing=6"
    match = position(lines, "away-to-siegfried")
    assert victories(game(match))[plan.name]


def test_set_up_of_scenario_4() -> None:
    """14.4.1, 14.4.3 (R260, R261): 27 regiments; one tank company at full strength on M15."""
    match = study("committing allied", start=True, board="map", scenario="away-to-siegfried")
    g = game(match)
    regiments = [u for u in g.on_map(1) if g.setting.regiments[u]]
    assert len(regiments) == 27
    assert [place(match, u) for u in ("26R/180", "10Bav/6", "HQ-IX")] == ["E10", "S17", "O9"]
    tanks = [u for u in g.on_map(0) if g.setting.tanks[u]]
    assert [(g.setting.grid.ids[g.state.loc[u]], g.state.steps[u]) for u in tanks] == [("M15", 2)]


@pytest.mark.parametrize(("uid", "square", "pays"), [("FB4.1", "R17", False), ("BB4.1", "Q17", True)])
def test_the_sectors_of_scenario_4(uid: str, square: str, pays: bool) -> None:
    """14.4.4 (R214)."""
    match = study("player-end allied", f"{uid} {square} facing=2 \n 28R/110 V1 facing=6", board="map",
                  scenario="away-to-siegfried")
    assert (game(match).state.vp.get("german-sectors", 0) > 0) is pays


@pytest.mark.parametrize(("option", "winner"), [("counted", None), ("named", "allied")])
def test_fines_count_towards_the_lead(option: str, winner: str | None) -> None:
    """14.1.3, 14.1.4 (ruling D31): a lead of 19 from losses and 6 points for squares of the other nation are 25."""
    lines = SCENARIO_1.format(german=73, allied=54).replace("vp ", "vp german-sectors=6 ")
    match = study("committing allied", lines, board="map", sector_points=option)
    assert final_outcome(game(match)).winner == winner


def test_only_the_points_that_a_victory_names_count_if_nothing_is_said() -> None:
    """14.1.4, 14.3.7 (ruling D31)."""
    assert study("committing allied").setting.options["sector_points"] == "named"
