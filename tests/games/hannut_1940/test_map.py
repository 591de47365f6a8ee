"""The map of Hannut: what the rulebook fixes, and what the battle needs of it."""

from __future__ import annotations

from collections.abc import Iterable, Set
from functools import cache
from itertools import pairwise

import pytest

from grognard.board import Board, load_board
from grognard.data import DataFolder, game_folder

FOLDER = game_folder("hannut-1940")
SUPPLY_ROADS = {"primary", "secondary"}
ROADS = SUPPLY_ROADS | {"trail", "railroad"}


@cache
def hannut() -> Board:
    return load_board(DataFolder(FOLDER))


def cells(ids: str) -> set[int]:
    return {hannut().cell(id) for id in ids.split()}


def region(name: str) -> set[int]:
    return set(hannut().region(name))


def ids(of: Iterable[int]) -> list[str]:
    return sorted(hannut().grid.ids[cell] for cell in of)


def reached(start: Iterable[int], barred: Set[int]) -> set[int]:
    """All cells that can be reached without entering a barred one."""
    found = set(start)
    queue = list(found)
    while queue:
        for other in hannut().grid.neighbours[queue.pop()]:
            if other not in found and other not in barred:
                found.add(other)
                queue.append(other)
    return found


def supplied(source: int) -> set[int]:
    """Where a supply path from a source leads: by primary and secondary roads or clear hexes (15.1a)."""
    board = hannut()
    found, queue = {source}, [source]
    while queue:
        cell = queue.pop()
        for other in board.grid.neighbours[cell]:
            by_road = SUPPLY_ROADS.intersection(board.link(cell, other))
            if other not in found and (by_road or board.terrain[other] == "clear"):
                found.add(other)
                queue.append(other)
    return found


# What the rulebook names ---------------------------------------------------------------------------------


def test_the_kinds_of_the_rulebook_are_there_and_no_others() -> None:
    board = hannut()
    assert set(board.terrain) == {"clear", "rough", "woods", "forest"}  # 2.1, 6.2
    assert {kind for kinds in board.sides.values() for kind in kinds} == {"stream"}  # 2.1.2
    assert {kind for kinds in board.links.values() for kind in kinds} == ROADS  # 2.1.1
    assert {place.kind for place in board.places} == {"town", "village", "location"}  # 2.1.3


def test_hannut_is_a_town_in_5604() -> None:
    place = hannut().place("Hannut")  # 19.2
    assert (place.kind, ids(place.cells)) == ("town", ["5604"])


def test_errata_of_the_map() -> None:
    board = hannut()  # 2.1
    height = board.cell("6407")
    assert (board.terrain[height], board.tags(height)) == ("clear", ("vantage-point",))
    for id in ("4209", "4212"):
        farm = board.cell(id)
        assert "location" in board.tags(farm)
        assert not {"town", "village"} & set(board.tags(farm))
        assert [place.kind for place in board.places_at(farm)] == ["location"]


@pytest.mark.parametrize(
    ("name", "expected", "edge"),
    [
        ("entry-ge-3-pz", "5601 5701 5801", "north"),
        ("entry-ge-20-mot", "5615", "south"),
        ("entry-fr-15-mot", "3915 4015 4115 4215 4315", "south"),
        ("entry-fr-1-moroccan", "3312 3313 3314", "west"),
        ("entry-fr-1-mot", "3303 3304 3305", "west"),  # 3803 read as 3303
        ("sudden-death-german", "3312 3313 3314", "west"),  # 19.10
    ],
)
def test_entry_hexes_of_the_rulebook(name: str, expected: str, edge: str) -> None:
    """19.6"""
    assert region(name) == cells(expected)
    assert region(name) <= set(hannut().grid.edge(edge))
    assert region(name) <= region(f"edge-{edge}")


@pytest.mark.parametrize(("name", "middle", "edge"), [("4-pz", "6403", "east"), ("18", "5201", "north")])
def test_entries_within_one_hex(name: str, middle: str, edge: str) -> None:
    grid = hannut().grid  # 19.2, 19.6
    assert region(f"entry-ge-{name}") == set(grid.within(grid.cell(middle), 1))
    assert grid.cell(middle) in grid.edge(edge)


def test_the_other_reading_of_the_first_motorized_entry_is_kept() -> None:
    """19.6 as printed: the straight line from 3803 to 3305."""
    grid = hannut().grid
    line = grid.line(grid.cell("3803"), grid.cell("3305"))
    assert region("entry-fr-1-mot-as-printed") == set(line)


@pytest.mark.parametrize(
    ("name", "first", "last", "beyond"),
    [
        ("hannut-road", "5401", "6107", "northeast-of-hannut-road"),  # 19.2
        ("wavre-namur-road", "3504", "4315", "west-of-wavre-namur-road"),  # 19.10
    ],
)
def test_roads_that_bound_part_the_map(name: str, first: str, last: str, beyond: str) -> None:
    board = hannut()
    road = region(name)
    way = [board.cell(first)]
    while way[-1] != board.cell(last):  # one line of primary road, without a fork
        onward = [
            cell
            for cell in board.grid.neighbours[way[-1]]
            if cell in road and cell not in way and "primary" in board.link(way[-1], cell)
        ]
        assert len(onward) == 1, ids(way)
        way += onward
    assert set(way) == road
    names = {
        row.name for a, b in pairwise(way) for row in board.link_rows
        if row.kind == "primary" and {row.a, row.b} == {a, b}
    }  # fmt: skip
    common = [name for name in names if all(_named(name, a, b) for a, b in pairwise(way))]
    assert len(common) == 1
    whole = {end for row in board.link_rows if row.name == common[0] for end in (row.a, row.b)}
    far = region(beyond)
    assert not far & whole
    assert far == reached(far, whole)  # nobody gets across without entering the road


def _named(name: str, a: int, b: int) -> bool:
    return any(row.name == name and {row.a, row.b} == {a, b} for row in hannut().link_rows)


def test_sides_of_the_roads() -> None:
    far = region("northeast-of-hannut-road")
    assert cells("5601 5701 5801 6403 6104 5803") <= far
    assert not far & (cells("5201 5504 5607 5611 6109") | region("setup-fr-2-dlm"))
    west = region("west-of-wavre-namur-road")
    assert region("sudden-death-german") | region("entry-fr-1-mot") <= west
    assert not west & (region("setup-fr-3-dlm") | region("entry-ge-18") | cells("4407 4601 4809"))


def test_set_up_of_the_third_dlm() -> None:
    """19.2: within five hexes of 5604, not north-east of the road, on it is allowed."""
    grid = hannut().grid
    near = set(grid.within(grid.cell("5604"), 5))
    assert region("setup-fr-3-dlm") == near - region("northeast-of-hannut-road")
    assert region("hannut-road") & near <= region("setup-fr-3-dlm")
    assert not region("setup-fr-3-dlm") & region("entry-ge-4-pz")


def test_set_up_of_the_second_dlm() -> None:
    """19.2: within six hexes of 5611, not north of row 10."""
    grid = hannut().grid
    near = grid.within(grid.cell("5611"), 6)
    assert region("setup-fr-2-dlm") == {cell for cell in near if grid.row(cell) >= 10}


def test_divisions_that_are_tied_to_an_edge() -> None:
    """19.6; four hexes from the north side are rows 1 to 4, five from the south side rows 11 to 15."""
    grid = hannut().grid
    assert {grid.row(cell) for cell in region("limit-ge-18")} == {1, 2, 3, 4}
    assert {grid.row(cell) for cell in region("limit-ge-20-mot")} == {11, 12, 13, 14, 15}
    assert len(region("limit-ge-18")) == 4 * 32
    assert len(region("limit-ge-20-mot")) == 5 * 32
    entry = region("entry-fr-1-mot")
    assert region("limit-fr-1-mot") == {
        cell for cell in range(len(grid)) if min(grid.distance(cell, e) for e in entry) <= 5
    }


# Supply, victory, symbols ---------------------------------------------------------------------------------


def test_supply_sources_lie_on_map_edges_and_carry_their_symbol() -> None:
    """15.1, 19.3: some French sources close and one German source opens on game turn 7."""
    board = hannut()
    kinds = ("supply-german", "supply-german-from-7", "supply-french", "supply-french-until-7")
    rim = region("edge-north") | region("edge-south") | region("edge-east") | region("edge-west")
    for kind in kinds:
        assert region(kind) <= rim
        assert region(kind) == {cell for cell, tags in board.features.items() if kind in tags}
    assert len(region("supply-german-from-7")) == 1
    assert len(region("supply-french-until-7")) >= 2
    assert len(region("supply-german")) >= 2
    assert region("supply-french")


@pytest.mark.parametrize("kind", ["supply-german", "supply-german-from-7"])
def test_german_sources_reach_the_battle(kind: str) -> None:
    for source in region(kind):
        assert cells("5604 3911") <= supplied(source)


@pytest.mark.parametrize("kind", ["supply-french", "supply-french-until-7"])
def test_french_sources_reach_the_front(kind: str) -> None:
    for source in region(kind):
        assert cells("3911 5604 5611") <= supplied(source)


def test_every_french_entry_has_a_lasting_source_near() -> None:
    grid = hannut().grid
    for entry in ("entry-fr-1-mot", "entry-fr-1-moroccan", "entry-fr-15-mot"):
        near = min(grid.distance(a, b) for a in region(entry) for b in region("supply-french"))
        assert near <= 6, entry


def test_victory_hexes() -> None:
    """19.10; the values are reconstructed: most of the points lie on the Gembloux position."""
    board = hannut()
    values = {place.name: place.value for place in board.places if place.value}
    assert sum(values.values()) == 24
    assert max(values, key=values.__getitem__) == "Gembloux"
    assert region("victory-hexes") == {c for p in board.places if p.value for c in p.cells}
    position = region("limit-fr-1-mot") | region("wavre-namur-road") | region("west-of-wavre-namur-road")
    near = {c for c in range(len(board.grid)) if min(board.grid.distance(c, p) for p in position) <= 1}
    held = sum(place.value for place in board.places if set(place.cells) <= near)
    assert held >= 15


def test_railroad_symbols_follow_the_railway_of_the_gembloux_position() -> None:
    """16.1"""
    board = hannut()
    marked = region("railroad-symbols")
    assert marked == {cell for cell, tags in board.features.items() if "railroad-symbol" in tags}
    first, last = board.cell("3305"), board.cell("4315")
    found, queue = {first}, [first]
    while queue:
        cell = queue.pop()
        for other in board.grid.neighbours[cell]:
            if other in marked and other not in found and "railroad" in board.link(cell, other):
                found.add(other)
                queue.append(other)
    assert found == marked
    assert last in found
    for name in ("Ernage", "Gembloux", "Lonzée", "Beuzet", "Chastre"):
        assert set(board.place(name).cells) <= marked


# The ground ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["town", "village", "location"])
def test_population_features_and_places_agree(kind: str) -> None:
    """2.1.3"""
    board = hannut()
    named = {cell for place in board.places if place.kind == kind for cell in place.cells}
    assert named == {cell for cell, tags in board.features.items() if kind in tags}


def test_no_hex_holds_two_population_features() -> None:
    board = hannut()
    for cell in range(len(board.grid)):
        assert len({"town", "village", "location"} & set(board.tags(cell))) <= 1, board.grid.ids[cell]


def test_entry_hexes_can_be_entered_by_road_somewhere() -> None:
    """18.1: reinforcements may come by road."""
    board = hannut()
    linked = {cell for pair, kinds in board.links.items() if ROADS.intersection(kinds) for cell in pair}
    for name in board.regions:
        if name.startswith("entry-") and name != "entry-fr-1-mot-as-printed":
            assert region(name) & linked, name


def test_one_class_of_road_a_hexside() -> None:
    for pair, kinds in hannut().links.items():
        assert len({"primary", "secondary", "trail"}.intersection(kinds)) <= 1, ids(pair)


def test_primary_and_secondary_roads_hang_together() -> None:
    board = hannut()
    roads = {pair for pair, kinds in board.links.items() if SUPPLY_ROADS.intersection(kinds)}
    on_road = {cell for pair in roads for cell in pair}
    start = board.cell("5604")
    found, queue = {start}, [start]
    while queue:
        cell = queue.pop()
        for other in board.grid.neighbours[cell]:
            if other not in found and (min(cell, other), max(cell, other)) in roads:
                found.add(other)
                queue.append(other)
    assert found == on_road
    for place in board.places:
        if place.kind == "town":
            assert set(place.cells) <= on_road, place.name


@pytest.mark.parametrize(
    ("stream", "here", "there"),
    [
        ("Petite Gette", "Jauche", "Autre-Église"),
        ("Mehaigne", "Merdorp", "Burdinne"),
        ("Mehaigne", "Hannut", "Héron"),
        ("Grande Gette", "Jodoigne", "Jodoigne-Souveraine"),
        ("Orneau", "Gembloux", "Lonzée"),
        ("Dyle", "Wavre", "Chaumont-Gistoux"),
        ("Meuse", "Huy", "Ben-Ahin"),
    ],
)
def test_streams_lie_between_places_as_on_the_ground(stream: str, here: str, there: str) -> None:
    """The straight way from one to the other crosses the stream an odd number of times."""
    board = hannut()
    walls = {(row.a, row.b) for row in board.side_rows if row.name == stream}
    way = board.grid.line(board.place(here).cells[0], board.place(there).cells[0])
    crossed = sum((min(a, b), max(a, b)) in walls for a, b in pairwise(way))
    assert crossed % 2 == 1


def test_vantage_points_are_few_and_spread() -> None:
    """8.1.1; all but 6407 (2.1) are judgement."""
    board = hannut()
    heights = [cell for cell, tags in board.features.items() if "vantage-point" in tags]
    assert 10 <= len(heights) <= 25
    assert not [(a, b) for a in heights for b in heights if board.grid.distance(a, b) == 1]
    sources = {board.grid.ids[cell]: board.cell_sources[cell] for cell in heights}
    assert sources["6407"].startswith("rulebook 2.1")


def test_attribution_names_the_licence_of_the_belgian_data() -> None:
    told = " ".join(hannut().attribution)
    assert "© OpenStreetMap contributors" in told
    assert "ODbL 1.0" in told
