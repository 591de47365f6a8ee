"""The map of the Somme: what the rulebook fixes, and what its scenarios need of it."""

from __future__ import annotations

import csv
import tomllib
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from grognard.board import Board, load_board
from grognard.data import DataFolder, game_folder

FOLDER = game_folder("somme-1916")
SCENARIOS = sorted((FOLDER / "scenarios").glob("*.toml"))
FREE_GUNS = ["a-punishing-land", "devil-machines", "away-to-siegfried"]

CROSSINGS = [("T32", "U32"), ("U26", "U27"), ("H26", "I26")]  # 7.1.1
CORNERS = ["C2", "C3", "D9", "E10", "F15", "L18", "M19", "M28", "K34"]  # 7.1
# The diagonal steps of the German line that cut those corners, in the same order.
STEPS = ["C1-B2", "B3-C4", "C9-D10", "D10-E11", "E15-F16", "K18-L19", "L19-M20", "M27-L28", "K33-J34"]
GERMAN_FRONT = [  # 14.1.2
    "C1", "B2", "B3", "C4", "C5", "C6", "C8", "D10", "F16", "F18", "J18", "K18", "L19", "M26", "L28", "L32",
    "J34",
]  # fmt: skip
BRITISH_FRONT = [  # 14.1.1
    "B1", "A3", "B5", "B6", "B8", "B9", "D11", "D13", "D15", "E17", "F19", "H19", "J19", "L20",
]  # fmt: skip
FRENCH_FRONT = ["K22", "L24", "L27", "K29", "K31", "J33"]  # 14.1.1

TOWNS = {  # 14.1.4, 14.2.4, 14.3.7, 14.4.5, 15.6.2, 15.7
    "Gommecourt": "B3", "Serre": "D6", "Montauban": "K17", "Herbécourt": "O26", "Flaucourt": "P27",
    "Estrées": "M32", "Pozières": "G13 G14", "Guillemont": "N16 N17", "Biaches": "S27", "Barleux": "R30",
    "Courcelette": "I11", "Flers": "N13", "Gueudecourt": "O12", "Lesbœufs": "Q14", "Péronne": "U26 V26",
    "Brie": "U32", "Bapaume": "P7", "Warlencourt": "L9", "Le Transloy": "R12", "Beugny": "V5", "Hem": "O23",
    "Albert": "A17 A18 B17 B18", "Bray": "F24", "Proyart": "E30", "Curlu": "M22",
}  # fmt: skip
WOODS = {  # 14.1.4, 14.2.4
    "Mametz Wood": "I16 H16 H17", "High Wood": "K14", "Delville Wood": "M15", "Bouleaux Wood": "P16",
    "Bois des Aunes": "R33 R34",
}  # fmt: skip
RIDGES = {
    "Thiepval Ridge": "E11 E12 F11 F12 G11 G12",  # 13.1.1
    "Transloy Ridges": "Q10 R10 R11 S10 S11 T11 T12",  # 15.6.2.1
}
VALUES = {  # 15.6.2.1 (2 VP each), 15.6.2.2 (1 VP each)
    "Gommecourt": 2, "Thiepval Ridge": 2, "Pozières": 2, "Delville Wood": 2, "Guillemont": 2, "Bapaume": 2,
    "Transloy Ridges": 2, "Estrées": 1, "Barleux": 1, "Péronne": 1, "Hem": 1,
}  # fmt: skip


@cache
def somme() -> Board:
    return load_board(DataFolder(FOLDER))


def cell(id: str) -> int:
    return somme().cell(id)


def ids(cells: tuple[int, ...] | list[int]) -> list[str]:
    return [somme().grid.ids[one] for one in cells]


def region(name: str) -> set[str]:
    return set(ids(somme().region(name)))


def terrains(id: str) -> set[str]:
    """All kinds of terrain in a square: its terrain and its features (6.2.1, 7.2, 11.5.1)."""
    return {somme().terrain[cell(id)], *somme().tags(cell(id))}


def with_feature(kind: str) -> set[str]:
    return {somme().grid.ids[one] for one, tags in somme().features.items() if kind in tags}


def scenario(path: Path) -> dict[str, Any]:
    return tomllib.loads(path.read_text(encoding="utf-8"))


def next_to(id: str, squares: set[str]) -> bool:
    return any(other in squares for other in ids(somme().grid.neighbours[cell(id)]))


# Terrain ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("places", "kind"), [(TOWNS, "town"), (WOODS, "woods"), (RIDGES, "ridge")])
def test_named_places_lie_on_their_squares_and_ground(places: dict[str, str], kind: str) -> None:
    for name, squares in places.items():
        assert sorted(ids(somme().place(name).cells)) == sorted(squares.split()), name
        assert all(kind in terrains(square) for square in squares.split()), name


def test_a_place_is_worth_what_its_marker_says() -> None:
    assert {place.name: place.value for place in somme().places if place.value} == VALUES  # 15.6.2


def test_every_village_stands_on_a_town_square() -> None:
    for place in somme().places:
        if place.kind in ("town", "village"):
            assert all("town" in terrains(square) for square in ids(place.cells)), place.name


def test_woods_upon_a_ridge_are_a_ridge_first() -> None:
    for square in ("K14", "M15"):  # 6.2.1: the stronger of the two counts
        assert somme().terrain[cell(square)] == "ridge"
        assert "woods" in somme().tags(cell(square))


def test_the_twelve_transloy_squares_are_ridges_on_rows_8_to_12() -> None:
    squares = region("transloy-ridges")  # 14.4.5
    assert len(squares) == 12
    assert set(RIDGES["Transloy Ridges"].split()) < squares
    assert {int(square[1:]) for square in squares} == {8, 9, 10, 11, 12}
    assert all(somme().terrain[cell(square)] == "ridge" for square in squares)


def test_kinds_of_the_map_are_those_of_the_terrain_key() -> None:
    text = (FOLDER / "tables" / "terrain.csv").read_text(encoding="utf-8")
    rows = csv.DictReader(line for line in text.splitlines() if not line.startswith("#"))
    key = {row["kind"] for row in rows}
    assert set(somme().terrain) <= key
    assert {kind for kinds in somme().links.values() for kind in kinds} <= key
    assert {kind for kinds in somme().sides.values() for kind in kinds} <= key | {"bridge"}


def test_objectives_of_the_table_have_the_ground_that_their_names_say() -> None:
    text = (FOLDER / "tables" / "objectives.csv").read_text(encoding="utf-8")
    for row in csv.DictReader(line for line in text.splitlines() if not line.startswith("#")):
        kind = "ridge" if "ridge" in row["id"] else "woods" if "wood" in row["id"] else "town"
        assert all(kind in terrains(square) for square in row["squares"].split(";")), row["id"]


# Start trenches -----------------------------------------------------------------------------------


def test_corners_are_marked_and_are_no_trench() -> None:
    assert with_feature("corner-only") == set(CORNERS)  # 7.1
    assert not set(CORNERS) & (with_feature("trench-german") | with_feature("trench-allied"))


@pytest.mark.parametrize(("corner", "step"), list(zip(CORNERS, STEPS, strict=True)))
def test_each_corner_is_cut_by_a_diagonal_step_of_the_german_line(corner: str, step: str) -> None:
    ends = step.split("-")
    assert set(ends) <= with_feature("trench-german")
    assert somme().grid.distance(cell(ends[0]), cell(ends[1])) == 1
    assert all(somme().grid.distance(cell(corner), cell(end)) == 1 for end in ends)


def diagonal_steps(line: set[str]) -> list[set[str]]:
    """For each step of a line that is only diagonal, the two squares beside it."""
    grid, found = somme().grid, []
    for one in sorted(map(cell, line)):
        for across in (-1, 1):
            column, row = grid.column(one) + across, grid.row(one) + 1
            other = grid.at(column, row)
            beside = [grid.at(column, row - 1), grid.at(column - across, row)]
            if other >= 0 and grid.ids[other] in line and not line & set(ids(beside)):
                found.append(set(ids(beside)))
    return found


def test_the_nine_corners_are_all_that_the_lines_cut() -> None:
    german, allied = with_feature("trench-german"), with_feature("trench-allied")
    cut = diagonal_steps(german)
    assert len(cut) == 9
    assert all(len(beside & set(CORNERS)) == 1 for beside in cut)
    # 7.1 names no more: where the Allied line cuts a corner, that square is a German trench square.
    assert all(beside & german for beside in diagonal_steps(allied))


def test_front_line_set_ups_stand_in_their_trenches_and_face_each_other() -> None:
    german, allied = with_feature("trench-german"), with_feature("trench-allied")
    assert set(GERMAN_FRONT) <= german  # 14.1.2
    assert set(BRITISH_FRONT) | set(FRENCH_FRONT) <= allied  # 14.1.1
    assert not german & allied
    assert [square for square in GERMAN_FRONT if not next_to(square, allied)] == []
    # By the bend of the Somme the lines lie two squares apart: the French stand at K22 and L24.
    near = [square for square in BRITISH_FRONT + FRENCH_FRONT if square != "K22"]
    assert [square for square in near if not next_to(square, german)] == []


@pytest.mark.parametrize("kind", ["trench-german", "trench-allied"])
def test_a_trench_is_one_line_from_edge_to_edge(kind: str) -> None:
    line = with_feature(kind)
    assert {int(square[1:]) for square in line} == set(range(1, 35))
    reached, queue = set(), [min(line)]
    while queue:
        here = queue.pop()
        if here not in reached:
            reached.add(here)
            queue += [other for other in ids(somme().grid.neighbours[cell(here)]) if other in line]
    assert reached == line


def test_mines_lie_under_the_german_line_on_rows_1_to_21() -> None:
    german = with_feature("trench-german")
    assert region("mine-squares") == {square for square in german if int(square[1:]) <= 21}  # 14.1.3
    assert len(region("mine-squares") & set(GERMAN_FRONT)) >= 6


# The Somme and other water --------------------------------------------------------------------------


def test_the_somme_has_three_crossings_and_all_are_on_major_roads() -> None:
    bridges = {tuple(sorted(ids(list(pair)))) for pair, kinds in somme().sides.items() if "bridge" in kinds}
    assert bridges == {tuple(sorted(pair)) for pair in CROSSINGS}  # 7.1.1
    assert all("major-road" in somme().link(cell(a), cell(b)) for a, b in CROSSINGS)


def test_banks_part_the_map_and_no_road_but_the_crossings_joins_them() -> None:
    north, south = set(somme().region("north-of-somme")), set(somme().region("south-of-somme"))
    assert (len(north | south), north & south) == (len(somme().grid), set())
    for one in north:
        for other in south & set(somme().grid.neighbours[one]):
            pair = tuple(sorted(ids([one, other])))
            crossing = pair in {tuple(sorted(two)) for two in CROSSINGS}
            roads = set(somme().link(one, other)) & {"major-road", "minor-road"}
            assert bool(roads) == crossing, pair  # 7.1.1: not over minor roads
            straight = somme().grid.column(one) == somme().grid.column(other)
            if straight or somme().grid.row(one) == somme().grid.row(other):
                assert "somme" in somme().side(one, other), pair


def test_the_river_has_a_bank_on_either_side() -> None:
    north = set(somme().region("north-of-somme"))
    for a, b in somme().sides:
        assert (a in north) != (b in north)


def test_every_square_but_the_shaded_ones_can_be_reached() -> None:
    north, shaded = set(somme().region("north-of-somme")), set(map(cell, with_feature("shaded-bank")))
    bridges = {pair for pair, kinds in somme().sides.items() if "bridge" in kinds}
    reached, queue = set(), [cell("A18")]
    while queue:
        here = queue.pop()
        if here in reached or here in shaded:
            continue
        reached.add(here)
        queue += [
            other
            for other in somme().grid.neighbours[here]
            if (here in north) == (other in north) or (min(here, other), max(here, other)) in bridges
        ]
    assert reached == set(range(len(somme().grid))) - shaded


@pytest.mark.parametrize(
    ("bank", "squares"),
    [
        ("north", "M22 O23 U26 V26 U32 F24 H26 K22 L24 R23 P23 A18"),  # 7.1.1; K22, L24: XX Corps
        ("south", "I26 U27 T32 S27 T27 S26 R25 P25 O26 M26 L27 E30 M32"),
    ],
)
def test_units_stand_on_the_right_bank(bank: str, squares: str) -> None:
    assert set(squares.split()) <= region(f"{bank}-of-somme")


def test_curlu_is_a_square_of_the_river() -> None:
    assert "M22" in region("somme-squares")  # 7.1.1
    assert "somme" in somme().side(cell("M22"), cell("M23"))


def test_squares_of_the_river_lie_along_its_sides() -> None:
    wet = {one for pair in somme().sides for one in pair}
    assert region("somme-squares") >= {id for pair in CROSSINGS for id in pair}
    assert [id for id in region("somme-squares") if cell(id) not in wet] == []


def test_minor_rivers_are_listed_square_by_square() -> None:
    along = {one for pair, kinds in somme().links.items() if "minor-river" in kinds for one in pair}
    listed = set(somme().region("minor-river"))  # 11.5.1
    # A river that only cuts a square at the edge of the map has no link in it.
    rim = {one for edge in ("east", "west") for one in somme().grid.edge(edge)}
    assert along <= listed
    assert listed - along <= rim


# Roads and edges ------------------------------------------------------------------------------------


def test_all_roads_hang_together() -> None:
    board = somme()
    ways = [pair for pair, kinds in board.links.items() if set(kinds) & {"major-road", "minor-road"}]
    near: dict[int, set[int]] = {}
    for a, b in ways:
        near.setdefault(a, set()).add(b)
        near.setdefault(b, set()).add(a)
    reached, queue = set(), [min(near)]
    while queue:
        here = queue.pop()
        if here not in reached:
            reached.add(here)
            queue += near[here]
    assert ids(sorted(set(near) - reached)) == []


def test_every_village_is_on_a_road() -> None:
    roads = {
        one
        for pair, kinds in somme().links.items()
        for one in pair
        if {"major-road", "minor-road"} & set(kinds)
    }
    villages = [place for place in somme().places if place.kind in ("town", "village")]
    assert [place.name for place in villages if not roads & set(place.cells)] == []


def test_entries_lie_on_their_edges_and_on_roads() -> None:
    grid = somme().grid
    assert region("entry-british") == {"A18"}  # 14.1.1
    for square in ("V5", "V12", "V14", "V23", "V26"):  # 14.1.2
        assert region(f"entry-german-{square.lower()}") == {square}
        assert cell(square) in somme().region("road-exit-east")
    assert cell("A18") in somme().region("road-exit-west")
    for edge in ("north", "east", "south", "west"):
        assert somme().region(f"{edge}-edge") == tuple(sorted(grid.edge(edge)))
    assert region("north-edge-west-of-trench") == {"A1", "B1"}  # 14.4.4
    assert region("cavalry-at-start") == {"A22", "A23", "A24"}  # 14.1.1


@pytest.mark.parametrize(
    ("name", "last"),
    [("over-the-top", 20), ("a-punishing-land", 18), ("devil-machines", 18), ("away-to-siegfried", 16)],
)  # 14.1.3, 14.2.3, 14.3.6, 14.4.4
def test_the_sectors_meet_at_their_row(name: str, last: int) -> None:
    british, french = region(f"sector-british-{name}"), region(f"sector-french-{name}")
    assert (len(british), len(british) + len(french)) == (22 * last, 22 * 34)
    assert max(int(square[1:]) for square in british) == last
    assert min(int(square[1:]) for square in french) == last + 1
    sectors = scenario(FOLDER / "scenarios" / f"{name}.toml")["sectors"]
    assert (sectors["british"], sectors["french"]) == ([1, last], [last + 1, 34])


# Scenarios --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", SCENARIOS, ids=lambda path: str(path.stem))
def test_every_unit_of_a_set_up_can_stand_where_it_starts(path: Path) -> None:
    shaded = with_feature("shaded-bank")  # 7.1.1: only along a road
    for entry in scenario(path).get("setup", []):
        assert somme().grid.ids[cell(entry["cell"])] == entry["cell"]
        assert entry["cell"] not in shaded, entry["id"]


@pytest.mark.parametrize("name", FREE_GUNS)
def test_guns_have_room_behind_their_line(name: str) -> None:
    """14.2.1, 14.2.2, 14.3, 14.4: behind the line, some of them on a given bank of the Somme."""
    for entry in scenario(FOLDER / "scenarios" / f"{name}.toml")["free_setup"]:
        room = region(f"behind-line-{entry['nation']}-{name}")
        first, last = entry["rows"]
        assert all(first <= int(square[1:]) <= last for square in room)
        placed = entry["suggested"].values()
        assert [square for square in placed if square not in room] == []
        for bank in ("north", "south"):
            least = entry.get(f"{bank}_of_somme", 0)
            assert len(room & region(f"{bank}-of-somme")) >= least
            assert len(set(placed) & region(f"{bank}-of-somme")) >= min(least, len(set(placed)))


@pytest.mark.parametrize("name", FREE_GUNS)
def test_nobody_has_room_behind_the_line_of_the_other(name: str) -> None:
    rooms = [region(f"behind-line-{nation}-{name}") for nation in ("british", "french", "german")]
    assert sum(map(len, rooms)) == len(set().union(*rooms))
