"""The map of the Marne: what the rulebook fixes, and what the battle needs of it."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path

import pytest

from grognard.board import Board, load_board
from grognard.data import DataFolder, game_folder

FOLDER = game_folder("marne-1914")
SCENARIOS = sorted((FOLDER / "scenarios").glob("*.toml"))


@cache
def marne() -> Board:
    return load_board(DataFolder(FOLDER))


def ids(cells: tuple[int, ...]) -> list[str]:
    return [marne().grid.ids[cell] for cell in cells]


def test_paris_is_two_neighbouring_hexes_with_roads() -> None:
    board = marne()
    first, second = board.region("paris")  # 12.1.1
    assert board.grid.distance(first, second) == 1
    assert [c for c, kind in enumerate(board.terrain) if kind == "paris"] == [first, second]
    assert all(10 <= board.grid.column(cell) <= 19 for cell in (first, second))
    assert "road" in board.link(first, second)


def test_reims_is_a_town() -> None:
    reims = marne().place("Reims")  # 2.1
    assert reims.kind == "town"
    assert [marne().terrain[cell] for cell in reims.cells] == ["town"]


def test_every_town_of_the_map_is_town_terrain_and_the_other_way_round() -> None:
    board = marne()
    named = {cell for place in board.places if place.kind == "town" for cell in place.cells}
    assert named == {cell for cell, kind in enumerate(board.terrain) if kind == "town"}


def test_rivers_part_the_towns_as_they_do_on_the_ground() -> None:
    south = set(marne().region("south-of-marne"))
    banks = {
        "south": ["Épernay", "Dormans", "La Ferté-sous-Jouarre", "Lagny-sur-Marne", "Montmirail"],
        "north": ["Reims", "Château-Thierry", "Meaux", "Soissons", "Senlis", "Lizy-sur-Ourcq", "Paris"],
    }  # fmt: skip
    for bank, names in banks.items():
        for name in names:
            assert all((cell in south) == (bank == "south") for cell in marne().place(name).cells), name


def test_entry_hexes_lie_on_their_edges() -> None:
    board = marne()
    edges = {"entry-1": "south", "entry-2": "north", "entry-3": "west", "entry-4": "north"}  # 7.1, 7.2
    for region, edge in edges.items():
        assert set(board.region(region)) <= set(board.grid.edge(edge))
    assert len(board.region("entry-3")) > 1  # 7.1.4: "any west edge map hexes numbered 3"
    for region in edges:
        assert any(_on_road(cell) for cell in board.region(region)), region


@pytest.mark.parametrize(("edge", "least"), [("north", 5), ("south", 5), ("west", 2), ("east", 1)])
def test_roads_lead_off_every_edge(edge: str, least: int) -> None:
    board = marne()
    exits = board.region(f"road-exit-{edge}")  # 10.1.3, 10.1.4
    assert len(exits) >= least
    assert set(exits) <= set(board.grid.edge(edge))
    assert all(_on_road(cell) for cell in exits)


def test_the_front_of_the_full_battle_is_anchored() -> None:
    assert ids(marne().region("front-anchor-west")) == ["1002"]  # 14.2.1
    assert ids(marne().region("front-anchor-east")) == ["4005"]


def test_all_roads_hang_together_and_no_hex_is_far_from_one() -> None:
    board = marne()
    roads = {cell for pair in board.links for cell in pair}
    start = min(roads)
    reached, queue = {start}, [start]
    while queue:
        cell = queue.pop()
        for other in board.grid.neighbours[cell]:
            if other not in reached and board.link(cell, other):
                reached.add(other)
                queue.append(other)
    assert reached == roads
    # A line of supply has 8 MP to reach a road (10.1.6); two hexes leave room for enemies in the way.
    far = [c for c in range(len(board.grid)) if not roads & set(board.grid.within(c, 2))]
    assert ids(tuple(far)) == []


def test_bridges_stand_on_rivers_and_under_roads() -> None:
    board = marne()
    for pair, kinds in board.sides.items():
        assert ("bridge" in kinds) == ("river" in kinds and bool(board.link(*pair)))


@pytest.mark.parametrize("path", SCENARIOS, ids=lambda path: str(path.stem))
def test_every_cell_of_a_scenario_is_on_the_map(path: Path) -> None:
    scenario = tomllib.loads(path.read_text(encoding="utf-8"))
    for entry in (*scenario.get("setup", []), *scenario.get("area", [])):
        for cell in entry["cells"]:
            assert marne().grid.ids[marne().cell(cell)] == cell


def test_set_up_areas_are_regions() -> None:
    text = (FOLDER / "scenarios" / "full-battle.toml").read_text(encoding="utf-8")
    areas = tomllib.loads(text)["area"]
    assert areas
    for area in areas:
        assert sorted(ids(marne().region(area["region"]))) == sorted(area["cells"])


def _on_road(cell: int) -> bool:
    return any(marne().link(cell, other) for other in marne().grid.neighbours[cell])
