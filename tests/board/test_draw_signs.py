"""Signs of features: each its own, clear of the roads, and told once in the legend."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from itertools import pairwise
from pathlib import Path

import pytest

import grognard.board
from grognard.board import Board, Place, load_board
from grognard.board.drawing import Counter, draw_board
from grognard.board.drawing.labels import Room, Spot, Wish, place_labels
from grognard.board.drawing.plane import CELL, Crowd, Plane
from grognard.board.drawing.signs import is_sign, sign, sign_spots
from grognard.board.drawing.towns import town_points
from grognard.data import DataFolder
from grognard.grid import hex_grid

SVG = "{http://www.w3.org/2000/svg}"
GAMES = Path(grognard.board.__file__).parents[1] / "games"
FIVE = ("soissons-1918", "friedensturm-1918", "hannut-1940", "somme-1916", "marne-1914")


def game_board(game: str) -> Board:
    return load_board(DataFolder(GAMES / game.replace("-", "_")))


def layer(svg: str, id: str) -> ET.Element:
    return next(element for element in ET.fromstring(svg).iter() if element.get("id") == id)


def texts(element: ET.Element) -> list[str]:
    return ["".join(text.itertext()) for text in element.iter(f"{SVG}text")]


@pytest.mark.parametrize("game", FIVE)
def test_every_feature_has_a_sign_of_its_own_even_without_colours(game: str) -> None:
    board = game_board(game)
    used = {tag for tags in board.features.values() for tag in tags if is_sign(tag)}
    assert len({sign(kind, "#000000") for kind in used}) == len(used)


@pytest.mark.parametrize("game", FIVE)
def test_nothing_is_told_twice_in_the_legend(game: str) -> None:
    titles = [text for text in texts(layer(draw_board(game_board(game)), "legend")) if not text.isdigit()]
    assert len(titles) == len(set(titles))


def test_a_location_is_a_farm_and_no_sign_beside() -> None:
    board = game_board("hannut-1940")
    assert any("location" in tags for tags in board.features.values())
    assert not is_sign("location")
    signs = layer(draw_board(board), "features")
    assert "Location" not in {title.text for title in signs.iter(f"{SVG}title")}


def road_board(**more: object) -> tuple[Board, Plane, int]:
    """A road from west to east through the middle of a small map."""
    grid = hex_grid((1, 7), (1, 7))
    middle = grid.cell("0404")
    board = Board(
        name="r", title="R", grid=grid, terrain=("clear",) * len(grid), plain="clear",
        features={middle: ("fort", "crater")}, **more,  # type: ignore[arg-type]
    )  # fmt: skip
    return board, Plane(grid), middle


def test_signs_and_farms_stand_beside_the_road() -> None:
    board, plane, middle = road_board()
    x, y = plane.centres[middle]
    road = [(x - 60, y + 12), (x + 60, y + 12)]  # over the two places that signs like best
    spots = sign_spots(board, plane, Crowd([road]), {})
    assert [spot.kind for spot in spots] == ["fort", "crater"]
    assert all(abs(spot.point[1] - road[0][1]) > 8 for spot in spots)
    assert spots[0].point != spots[1].point
    assert all(abs(spot.point[0] - x) < CELL / 2 and abs(spot.point[1] - y) < CELL / 2 for spot in spots)
    through = [(x - 60, y), (x + 60, y)]
    assert town_points(plane, Crowd([]), {middle: "farm"}) == {middle: (x, y)}
    assert town_points(plane, Crowd([through]), {middle: "town"}) == {middle: (x, y)}
    farm = town_points(plane, Crowd([through]), {middle: "farm"})[middle]
    assert abs(farm[1] - y) > 8


def test_the_corner_mark_lies_where_the_trench_passes() -> None:
    board = game_board("somme-1916")
    plane = Plane(board.grid)
    signs = layer(draw_board(board), "features")
    c3 = plane.centres[board.cell("C3")]
    place = f"translate({c3[0]:g} {c3[1]:g})"
    mark = next(group for group in signs if group.get("transform") == place)
    path = mark.find(f"{SVG}path")
    assert path is not None
    x, y = (float(n) for n in re.findall(r"-?[\d.]+", path.get("d") or "")[:2])
    assert (x, y) == pytest.approx((-32, 32))  # the trench goes from B3 to C4, past the south-west corner


def names_of(svg: str) -> dict[str, tuple[float, float]]:
    return {
        "".join(t.itertext()): (float(t.get("x") or 0), float(t.get("y") or 0))
        for t in layer(svg, "names").iter(f"{SVG}text")
    }


def test_a_name_does_not_hide_under_a_counter() -> None:
    cell = 17
    board, plane, _ = road_board(places=(Place("Fay", "village", (cell,), 0, "x"),))
    x, y = plane.centres[cell]
    below = board.grid.toward[cell][3]
    free = names_of(draw_board(board))["Fay"]
    assert abs(free[0] - x) < 1
    assert free[1] > y
    covered = names_of(draw_board(board, counters=[Counter(id="a", cell=cell)]))["Fay"]
    assert abs(covered[0] - x) > 20 or abs(covered[1] - y) > 22
    crowded = [Counter(id=f"u{n}", cell=n) for n in (cell, below)]
    assert "Fay" in names_of(draw_board(board, counters=crowded))


def test_a_name_keeps_away_from_another_town() -> None:
    room = Room(400, 400)
    room.settle(1, (100.0, 100.0))
    room.settle(2, (190.0, 100.0))
    spots = (Spot(160.0, 100.0, 0, 0.0), Spot(100.0, 125.0, 0, 3.0))  # the first would seem the other's name
    wish = Wish("Fay", "village", 8.6, spots, own=frozenset({1}))
    assert [(label.x, label.y) for label in place_labels([wish], room)] == [(100.0, 125.0)]


@pytest.mark.parametrize("game", FIVE)
def test_grey_water_roads_and_highroads_differ(game: str) -> None:
    root = ET.fromstring(draw_board(game_board(game), grey=True))
    greys = {e.get("data-kind"): e.get("stroke") for e in root.iter() if e.get("data-kind")}
    water = {greys[k] for k in greys if k and ("river" in k or k in ("stream", "somme"))}
    roads = {greys[k] for k in greys if k in ("road", "primary", "secondary", "major-road", "minor-road")}
    assert water
    assert roads
    for a in water:
        for b in roads:
            assert abs(int((a or "")[1:3], 16) - int((b or "")[1:3], 16)) > 60


def test_trenches_of_the_two_sides_run_to_the_rim_of_the_somme() -> None:
    fronts = layer(draw_board(game_board("somme-1916")), "fronts")
    for path in fronts.iter(f"{SVG}path"):
        ys = [float(n) for n in re.findall(r"-?[\d.]+", path.get("d") or "")][1::2]
        assert min(ys) < 4
        assert max(ys) > 34 * CELL - 4
        assert all(abs(a - b) < CELL for a, b in pairwise(ys))
