"""The grids of the five games against what their rulebooks say: numbers, neighbours, distances, chains.

The facts are those of the books (set-ups, examples, borders); a wrong stagger fails most of them.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations, pairwise
from pathlib import Path

import pytest

import grognard.board
from grognard.board import load_board
from grognard.data import DataFolder
from grognard.errors import NotUnderstood
from grognard.grid import Grid, HexGrid

GAMES = Path(grognard.board.__file__).parents[1] / "games"


@cache
def grid_of(game: str) -> Grid:
    return load_board(DataFolder(GAMES / game)).grid


def distance(grid: Grid, a: str, b: str) -> int:
    return grid.distance(grid.cell(a), grid.cell(b))


def touch(grid: Grid, a: str, b: str) -> bool:
    return grid.cell(b) in grid.neighbours[grid.cell(a)]


def around(grid: Grid, id: str) -> list[str]:
    """The neighbours by direction, clockwise from the first one."""
    return [grid.ids[cell] for cell in grid.neighbours[grid.cell(id)]]


def is_chain(grid: Grid, chain: str) -> bool:
    return all(touch(grid, a, b) for a, b in pairwise(chain.split()))


@pytest.mark.parametrize(
    ("game", "count", "first", "last", "kind"),
    [
        ("soissons_1918", 19 * 13 + 18 * 13, "0101", "2618", "hex"),
        ("friedensturm_1918", 57 * 34, "01.01", "57.34", "hex"),
        ("marne_1914", 511, "1001", "4016", "hex"),
        ("hannut_1940", 32 * 15, "3301", "6415", "hex"),
        ("somme_1916", 22 * 34, "A1", "V34", "square"),
    ],
)
def test_size_and_ends(game: str, count: int, first: str, last: str, kind: str) -> None:
    grid = grid_of(game)
    assert (len(grid), grid.ids[0], grid.ids[-1], grid.kind) == (count, first, last, kind)


# Soissons 1918: RRCC, pointy hexes, even rows half a hex further east ---------------------------------


def soissons() -> Grid:
    return grid_of("soissons_1918")


def test_soissons_counts_rows_first() -> None:
    grid = soissons()
    cell = grid.cell("2202")  # headquarters of XI Corps (3.1): far south, near the west edge
    assert (grid.row(cell), grid.column(cell)) == (22, 2)
    assert grid.directions == ("NE", "E", "SE", "SW", "W", "NW")


def test_soissons_neighbours_of_even_and_odd_rows() -> None:
    assert around(soissons(), "0806") == ["0707", "0807", "0907", "0906", "0805", "0706"]
    assert around(soissons(), "0906") == ["0806", "0907", "1006", "1005", "0905", "0805"]


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("0507", "0606"),  # Pernant, 3.3.4
        ("0810", "0811"),  # Vauxbuin, 3.3.2
        ("1508", "1607"),  # command path, 8.2
        ("0906", "0905"), ("0906", "0805"), ("0906", "0806"),  # threat zones, 9.2
        ("1612", "1712"), ("1712", "1611"), ("1712", "1711"), ("1712", "1811"), ("1712", "1812"),  # 11.2
        ("0812", "0813"), ("0813", "0914"), ("0914", "1014"),  # perimeter, 13.4 and 16.5.2
    ],
)  # fmt: skip
def test_soissons_neighbours_in_the_book(a: str, b: str) -> None:
    assert touch(soissons(), a, b)


def test_soissons_only_one_hex_touches_the_three_of_the_threat_zone_example() -> None:
    grid = soissons()
    three = [set(around(grid, id)) for id in ("0905", "0805", "0806")]
    assert set.intersection(*three) == {"0906"}  # 9.2


@pytest.mark.parametrize(
    ("a", "b", "apart"),
    [
        ("1008", "0812", 5),  # 11.1: "exceeds 4"
        ("1210", "0812", 4),  # 13.4
        ("1210", "1113", 3), ("1113", "0914", 2), ("1113", "1014", 2),  # 13.4, the route through 1113
        ("0906", "0904", 2), ("0906", "1004", 2),  # 9.2
        ("0801", "0818", 17), ("0101", "2601", 25),
    ],
)  # fmt: skip
def test_soissons_distances(a: str, b: str, apart: int) -> None:
    assert distance(soissons(), a, b) == apart


def test_soissons_straight_line_of_the_fallback_example() -> None:
    grid = soissons()
    line = grid.line(grid.cell("1210"), grid.cell("0812"))
    assert [grid.ids[cell] for cell in line] == ["1210", "1111", "1011", "0912", "0812"]  # 13.4
    assert all(len(step) == 1 for step in grid.between(line[0], line[-1]))


def test_soissons_edges() -> None:
    grid = soissons()
    west, east = grid.edge("west"), grid.edge("east")
    assert (grid.ids[west[0]], grid.ids[west[-1]], len(west)) == ("0101", "2601", 26)  # the Entente's, 2.2
    # The German one; its even rows are shorter by the example of 11.2.1.
    assert (grid.ids[east[0]], grid.ids[east[-1]], len(east)) == ("0119", "2618", 26)


# Friedensturm 1918: CC.RR, flat hexes, even columns half a hex lower -----------------------------------


def friedensturm() -> Grid:
    return grid_of("friedensturm_1918")


def test_friedensturm_reads_both_printings_of_a_number() -> None:
    grid = friedensturm()
    assert grid.cell("06.15") == grid.cell("0615") == grid.cell("6.15")
    assert grid.ids[grid.cell("0313")] == "03.13"


def test_friedensturm_neighbours_of_even_and_odd_columns() -> None:
    grid = friedensturm()
    assert grid.directions == ("N", "NE", "SE", "S", "SW", "NW")
    assert around(grid, "10.09") == ["10.08", "11.09", "11.10", "10.10", "09.10", "09.09"]
    assert around(grid, "09.10") == ["09.09", "10.09", "10.10", "09.11", "08.10", "08.09"]
    assert sorted(around(grid, "27.15")) == ["26.14", "26.15", "27.14", "27.16", "28.14", "28.15"]  # GR02


def test_friedensturm_army_artillery_example() -> None:
    """11.3.1.1: only 10.09 has 0910, 1010 and 1110 one hex away, and 0911 and 1111 two."""
    grid = friedensturm()

    def fits(cell: int) -> bool:
        one = all(grid.distance(cell, grid.cell(id)) == 1 for id in ("0910", "1010", "1110"))
        two = all(grid.distance(cell, grid.cell(id)) == 2 for id in ("0911", "1111"))
        return one and two

    assert [grid.ids[cell] for cell in range(len(grid)) if fits(cell)] == ["10.09"]


def test_friedensturm_west_border_of_scenario_2_is_a_straight_diagonal() -> None:
    grid = friedensturm()
    border = ["27.10", "26.10", "25.11", "24.11", "23.12", "22.12", "21.13", "20.13", "19.14", "18.14"]
    line = grid.line(grid.cell("27.10"), grid.cell("18.14"))
    assert [grid.ids[cell] for cell in line] == border
    directions = {grid.directions[grid.direction(a, b)] for a, b in pairwise(line)}
    assert directions == {"SW"}
    assert distance(grid, "27.10", "18.14") == 9


def test_friedensturm_german_front_of_scenario_1_has_no_gap() -> None:
    front = "05.06 06.06 07.07 08.07 09.07 10.06 11.06 12.06 13.07 14.06 15.07 16.07 17.08"
    assert is_chain(friedensturm(), front)


@pytest.mark.parametrize(
    ("guns", "enemies"),
    [
        # Scenario 2: the Allied guns in 34.13 and the German units that stand nearest.
        ("34.13", "33.11 34.11 35.11 35.12 36.11 37.12"),
        # Scenario 3: the German guns in 49.17 and the Allied units that stand nearest.
        ("49.17", "46.17 47.19 48.18 49.20 51.21"),
    ],
)
def test_friedensturm_guns_do_not_stand_beside_the_enemy(guns: str, enemies: str) -> None:
    assert min(distance(friedensturm(), guns, enemy) for enemy in enemies.split()) == 2


def test_friedensturm_front_lines_of_the_set_ups_are_in_contact() -> None:
    """Nearly every German front unit of scenario 1 touches an Allied one."""
    grid = friedensturm()
    allied = "03.13 04.06 06.07 07.08 07.11 07.15 09.08 09.10 10.07 12.07 14.07 14.11 16.08 18.10 19.09"
    german = (
        "05.06 06.06 07.07 08.05 08.07 09.07 10.04 10.06 11.06 12.04 12.06 13.06 13.07 14.04 14.06 15.07 "
        "16.07 17.08 19.08"
    )
    contacts = [(a, b) for a in allied.split() for b in german.split() if touch(grid, a, b)]
    assert len(contacts) == 17


ON_THE_MAP = [
    "02.15",
    "27.02",
    "45.03",
    "18.34",
    "45.34",
    "46.19",
    "56.29",
    "56.15",
    "55.22",
    "52.19",
    "29.27",
]


@pytest.mark.parametrize("id", ON_THE_MAP)
def test_friedensturm_has_the_hexes_of_its_set_ups_and_borders(id: str) -> None:
    assert friedensturm().ids[friedensturm().cell(id)] == id


# First Marne 1914: CCRR, flat hexes, odd columns higher and one hex longer -----------------------------


def marne() -> Grid:
    return grid_of("marne_1914")


def test_marne_columns_are_one_hex_shorter_when_even() -> None:
    grid = marne()
    assert {grid.column(cell) for cell in range(len(grid))} == set(range(10, 41))
    for column in range(10, 41):
        rows = [grid.row(cell) for cell in range(len(grid)) if grid.column(cell) == column]
        assert rows == list(range(1, 18 if column % 2 else 17))


@pytest.mark.parametrize("missing", ["0903", "4112", "2817", "1000", "1918"])
def test_marne_has_no_such_hex(missing: str) -> None:
    with pytest.raises(NotUnderstood, match="there is no hex"):
        marne().cell(missing)


def test_marne_boundary_markers_sit_on_edge_hexes() -> None:
    grid = marne()
    assert grid.cell("3201") in grid.edge("north")  # 14.1.1a
    assert {grid.cell(id) for id in ("1917", "2816", "3717")} <= set(grid.edge("south"))  # 14.1.1b
    assert [grid.row(cell) for cell in grid.edge("south")[:4]] == [16, 17, 16, 17]
    assert [len(grid.edge(name)) for name in ("north", "south", "west", "east")] == [31, 31, 16, 16]


def test_marne_neighbours_of_even_and_odd_columns() -> None:
    assert around(marne(), "2010") == ["2009", "2110", "2111", "2011", "1911", "1910"]
    assert around(marne(), "2109") == ["2108", "2208", "2209", "2110", "2009", "2008"]


@pytest.mark.parametrize("corps", ["3213 3214 3314", "2815 2816 2916", "3015 3115 3116"])
def test_marne_corps_of_three_form_a_triangle(corps: str) -> None:
    assert all(touch(marne(), a, b) for a, b in combinations(corps.split(), 2))  # 14.1.1b


@pytest.mark.parametrize(
    ("a", "b", "apart"),
    [
        ("1201", "1503", 3),  # Lepel Brigade, legal under 4.5.1
        ("1604", "1907", 4), ("2416", "2716", 3), ("3612", "3913", 3), ("2010", "2109", 2),
        ("1002", "4005", 30),
    ],
)  # fmt: skip
def test_marne_distances(a: str, b: str, apart: int) -> None:
    assert distance(marne(), a, b) == apart


CENTRAL_POWERS = (
    "1913 2214 2714 2914 2314 2515 1604 1907 1201 1503 3013 3112 1912 2010 2109 3211 3411 3810 4011 "
    "3511 3711 3205 3206 3210"
)
ENTENTE = (
    "1103 1304 1405 1507 1708 1909 1712 1810 1713 2416 2716 2015 2215 1915 2216 3015 3115 3116 3413 "
    "3414 3213 3214 3314 2815 2816 2916 3215 3612 3812 3913"
)


def test_marne_armies_of_14_1_face_each_other_two_hexes_apart() -> None:
    grid, entente = marne(), ENTENTE.split()
    nearest = [min(distance(grid, id, enemy) for enemy in entente) for id in CENTRAL_POWERS.split()]
    assert (len(nearest), nearest.count(2)) == (24, 20)
    adjacent = [(id, enemy) for id in CENTRAL_POWERS.split() for enemy in entente if touch(grid, id, enemy)]
    assert adjacent == [("2214", "2215")]


def test_marne_front_of_14_1_reaches_from_edge_to_edge() -> None:
    """4.6.1: the Entente's units and the hexes next to them form one line from west to east."""
    grid = marne()
    held = {grid.cell(id) for id in ENTENTE.split()}
    covered = held | {cell for unit in held for cell in grid.neighbours[unit]}
    reached = [cell for cell in covered if grid.column(cell) == 10]
    assert reached
    seen = set(reached)
    while reached:
        for cell in grid.neighbours[reached.pop()]:
            if cell in covered and cell not in seen:
                seen.add(cell)
                reached.append(cell)
    assert any(grid.column(cell) == 40 for cell in seen)


# Hannut 1940: CCRR, flat hexes, odd columns lower, a full rectangle -------------------------------------


def hannut() -> Grid:
    return grid_of("hannut_1940")


def test_hannut_has_every_hex_of_its_box() -> None:
    """19.6 says 3803 where only 3303 lies on the edge; no corner is cut off."""
    box = {f"{column}{row:02d}" for column in range(33, 65) for row in range(1, 16)}
    assert set(hannut().ids) == box


def test_hannut_diagonal_of_the_other_reading_is_straight() -> None:
    """19.6 as printed, 3803 to 3305: a hex diagonal, and the road of 19.10 would begin on it, at 3504."""
    grid = hannut()
    line = grid.line(grid.cell("3803"), grid.cell("3305"))
    assert [grid.ids[cell] for cell in line] == ["3803", "3703", "3604", "3504", "3405", "3305"]
    assert {grid.directions[grid.direction(a, b)] for a, b in pairwise(line)} == {"SW"}


@pytest.mark.parametrize(
    ("edge", "ids"),
    [
        ("north", "5201 5401 5601 5701 5801"),  # 19.6
        ("south", "3915 4015 4115 4215 4315 5615"),
        ("east", "6403 6407"),
        ("west", "3303 3304 3305 3312 3313 3314"),
    ],
)
def test_hannut_entries_lie_on_the_edges(edge: str, ids: str) -> None:
    grid = hannut()
    assert {grid.cell(id) for id in ids.split()} <= set(grid.edge(edge))


def test_hannut_neighbours_under_every_stagger() -> None:
    grid = hannut()
    assert touch(grid, "5604", "5605")
    assert touch(grid, "5604", "5704")
    assert distance(grid, "5604", "5611") == 7
    assert distance(grid, "5604", "6404") == 8


def test_hannut_neighbours_of_even_and_odd_columns() -> None:
    assert around(hannut(), "5604") == ["5603", "5703", "5704", "5605", "5504", "5503"]
    assert around(hannut(), "5704") == ["5703", "5804", "5805", "5705", "5605", "5604"]


def test_hannut_set_up_zones() -> None:
    """19.2: within five hexes of 5604; within six of 5611 and not north of row 10."""
    grid = hannut()
    third = grid.within(grid.cell("5604"), 5)
    assert {"5101", "5106", "6104", "5609", "5401"} <= {grid.ids[cell] for cell in third}
    assert not {"5107", "6201", "5610"} & {grid.ids[cell] for cell in third}
    second = [cell for cell in grid.within(grid.cell("5611"), 6) if grid.row(cell) >= 10]
    assert {grid.row(cell) for cell in second} == set(range(10, 16))
    assert (min(map(grid.column, second)), max(map(grid.column, second))) == (50, 62)


# The Somme 1916: letter and row, squares ---------------------------------------------------------------


def somme() -> Grid:
    return grid_of("somme_1916")


GERMAN_TRENCH = (
    "C1 B2 B3 C4 C5 C6 C7 C8 C9 D10 E11 E12 E13 E14 E15 F16 F17 F18 G18 H18 I18 J18 K18 L19 M20 M21 M22 "
    "M23 M24 M25 M26 M27 L28 L29 L30 L31 L32 K33 J34"
)
ALLIED_TRENCH = (
    "B1 A2 A3 B4 B5 B6 B7 B8 B9 C10 D11 D12 D13 D14 D15 E16 E17 E18 F19 G19 H19 I19 J19 K19 L20 L21 L22 "
    "L23 L24 L25 L26 L27 K28 K29 K30 K31 K32 J33 I34"
)
CORNER_SQUARES = "C2 C3 D9 E10 F15 L18 M19 M28 K34"


def test_somme_letters_are_columns() -> None:
    grid = somme()
    bapaume = grid.cell("P7")
    assert (grid.column(bapaume), grid.row(bapaume)) == (16, 7)
    assert grid.cell("u 26") == grid.cell("U26") == grid.cell("U-26") == grid.cell("u026")


def test_somme_eight_neighbours() -> None:
    assert around(somme(), "P16") == ["P15", "Q15", "Q16", "Q17", "P17", "O17", "O16", "O15"]  # 7.5
    assert around(somme(), "A1") == ["B1", "B2", "A2"]


@pytest.mark.parametrize(
    ("a", "b", "apart"),
    [("A1", "V34", 33), ("D6", "L14", 8), ("P7", "P16", 9), ("K14", "M15", 2), ("A18", "V18", 21)],
)
def test_somme_diagonals_count_one(a: str, b: str, apart: int) -> None:
    assert distance(somme(), a, b) == apart  # 6.3.1


@pytest.mark.parametrize(("a", "b", "way"), [("T32", "U32", "E"), ("U26", "U27", "S"), ("H26", "I26", "E")])
def test_somme_crossings_join_neighbours(a: str, b: str, way: str) -> None:
    grid = somme()
    assert grid.directions[grid.direction(grid.cell(a), grid.cell(b))] == way  # 7.1.1


@pytest.mark.parametrize("trench", [GERMAN_TRENCH, ALLIED_TRENCH])
def test_somme_start_trenches_run_from_north_to_south(trench: str) -> None:
    grid, squares = somme(), trench.split()
    assert is_chain(grid, trench)
    assert grid.cell(squares[0]) in grid.edge("north")
    assert grid.cell(squares[-1]) in grid.edge("south")


def test_somme_trench_cuts_the_nine_corner_squares() -> None:
    """7.1: where the German trench steps diagonally it touches the corner of one of the nine squares."""
    grid, corner_squares = somme(), CORNER_SQUARES.split()
    cut = []
    for a, b in pairwise(grid.cell(id) for id in GERMAN_TRENCH.split()):
        if grid.direction(a, b) % 2:  # a diagonal
            beside = set(grid.neighbours[a]) & set(grid.neighbours[b])
            straight = [c for c in beside if grid.direction(a, c) % 2 == 0 and grid.direction(b, c) % 2 == 0]
            assert len(straight) == 2
            cut += [grid.ids[c] for c in straight if grid.ids[c] in corner_squares]
    assert sorted(cut) == sorted(corner_squares)


def test_somme_areas_hang_together() -> None:
    for area in ("E11 E12 F11 F12 G11 G12", "I16 H16 H17", "G13 G14", "R33 R34", "A17 A18 B17 B18"):
        squares = area.split()
        assert all(any(touch(somme(), a, b) for b in squares if b != a) for a in squares)


def test_somme_entries_lie_on_the_edges() -> None:
    grid = somme()
    assert {grid.cell(id) for id in ["A18", "A22", "A23", "A24", "A2", "A3"]} <= set(grid.edge("west"))
    assert {grid.cell(id) for id in ["V5", "V12", "V14", "V23", "V26", "V32"]} <= set(grid.edge("east"))
    assert {grid.cell(id) for id in ["J34", "K34", "Q34", "R34"]} <= set(grid.edge("south"))
    assert {grid.cell(id) for id in ["B1", "C1"]} <= set(grid.edge("north"))


def test_grids_say_how_they_are_laid_out() -> None:
    staggered = {
        game: (grid.orientation, grid.shifted, grid.numbering)
        for game in ("soissons_1918", "friedensturm_1918", "marne_1914", "hannut_1940")
        if isinstance(grid := grid_of(game), HexGrid)
    }
    assert staggered == {
        "soissons_1918": ("pointy", "even", "RRCC"),
        "friedensturm_1918": ("flat", "even", "CC.RR"),
        "marne_1914": ("flat", "even", "CCRR"),
        "hannut_1940": ("flat", "odd", "CCRR"),
    }
