"""The Entente front line (section 4.6)."""

from __future__ import annotations

from grognard.engine import Match
from grognard.games.marne_1914.rules.front_line import covered_hexes, front_line, south_of_front
from tests.games.marne_1914.position import cell, fight, game, of_kind, play, points, study

ENTENTE = [
    "61DR", "62DR", "14DI", "63DR", "7DI", "8DI", "55DR", "56DR", "1Div", "2Div", "3Div", "5Div", "4Div", "1DI", "2DI",
]


def line_of(columns: range, row: str = "10", uids: list[str] | None = None) -> str:
    """A unit on every column given: with their zones these cover the row and more."""
    return "\n".join(f"{uid} {c}{row}" for uid, c in zip(uids or ENTENTE, columns, strict=False))


def gaps(match: Match) -> list[str]:
    position = game(match)
    return [match.setting.grid.ids[c] for c in front_line(position) if not covered_hexes(position) >> c & 1]


CLOSED = line_of(range(11, 41, 2))
"""Units on the odd columns 11 to 39: their zones cover columns 10 to 40."""


def test_4_6_1_a_closed_line_gives_nothing() -> None:
    """4.6.1: units and their zones from the west edge to the east edge."""
    match = study("combat entente", CLOSED)
    assert gaps(match) == []
    assert points(play(match, "end")) == 0


def test_m061_example_1_one_open_hex() -> None:
    """The example of 4.6.2 (EX1): only 2709 is uncovered, so the Central Powers get 1 VP."""
    match = study("combat entente", f"{line_of(range(11, 26, 2))} \n {line_of(range(29, 41, 2), '10', ENTENTE[8:])}")
    assert gaps(match) == ["2709"]
    events = play(match, "end")
    assert points(events) == 1
    (award,) = of_kind(events, "award")
    assert award.cites == ("4.6.2",)
    assert "2709" in award.data["what"]


def test_4_6_2_each_open_hex_counts() -> None:
    """4.6.2: three columns without units or zones give three points."""
    match = study("combat entente", f"{line_of(range(11, 24, 2))} \n {line_of(range(29, 41, 2), '10', ENTENTE[9:])}")
    assert len(gaps(match)) == 3
    assert points(play(match, "end")) == 3


def test_4_6_2_without_any_unit_every_column_is_open() -> None:
    """4.6.2: from column 10 to column 40 are 31 hexes."""
    match = study("combat entente")
    assert len(gaps(match)) == 31


def test_m064_gap_opened_after_the_check() -> None:
    """4.6.1: only the end of the Entente's Combat Phase counts, not what the Germans do afterwards."""
    match = study("combat cp", CLOSED.replace("3Div 3110", "3Div 3110 1") + "\n 3ID 3109 \n 4ID 3209", dice=[6, 6])
    assert gaps(match) == []
    events = fight(match, "3110", "3ID", "4ID")
    assert gaps(match) != []
    events += play(match, "end", "end")
    assert points(events) == 0


def test_m066_zone_into_a_hex_held_by_a_german() -> None:
    """4.6.2, ruling C24: a hex with a German in it is covered if it lies in an Entente zone."""
    match = study("combat entente", f"{CLOSED} \n 3ID 2410")
    assert covered_hexes(game(match)) >> cell(match, "2410") & 1
    assert gaps(match) == []


def test_m208_empty_paris_in_the_front_line() -> None:
    """4.6.2, 12.1.3, ruling C57: an empty hex of Paris covers nothing."""
    lines = f"region paris 1010 1110 \n garrisons 1010 1110 \n {line_of(range(13, 41, 2), '10', ENTENTE)}"
    match = study("combat entente", lines)
    assert not covered_hexes(game(match)) >> cell(match, "1010") & 1
    assert not covered_hexes(game(match)) >> cell(match, "1110") & 1
    assert points(play(match, "end")) == 2      # columns 10 and 11


def test_ruling_c24_of_equal_lines_the_northern_one() -> None:
    """4.6.1: with every hex open the line is the north edge."""
    match = study("combat entente")
    assert {match.setting.grid.row(c) for c in front_line(game(match))} == {1}


def test_south_of_the_front_is_judged_on_the_edge_itself() -> None:
    """7.1.1, 7.1.4, 10.1.3a, ruling C24: rows below that of the line's end on the same edge."""
    match = study("combat entente", CLOSED)
    west = tuple(cell(match, f"10{row:02d}") for row in (8, 9, 10, 11, 16))
    line_end = match.setting.grid.row(front_line(game(match))[0])
    kept = [match.setting.grid.row(c) for c in south_of_front(game(match), west, "west")]
    assert kept == [row for row in (8, 9, 10, 11, 16) if row > line_end]
    assert kept


def test_ruling_c26_the_line_is_the_current_one() -> None:
    """4.6.1: it is found anew after units have moved."""
    match = study("movement entente", CLOSED)
    assert gaps(match) == []
    play(match, "move 14DI 1514")
    assert gaps(match) != []
