"""Which names a map shows, and where each would like to stand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import hypot, inf

from grognard.board.board import Board, Place
from grognard.board.drawing.fronts import trench_lines
from grognard.board.drawing.ground import NUMBER_SIZE, number_place
from grognard.board.drawing.labels import LOOKS, SIZES, Label, Room, Spot, Wish, along, around, place_labels
from grognard.board.drawing.plane import CELL, Plane, close_points
from grognard.board.drawing.signs import Spot as SignSpot
from grognard.board.drawing.signs import covers_cell
from grognard.board.drawing.styles import Ground, Line
from grognard.board.drawing.svg import Point
from grognard.board.drawing.text import text_width
from grognard.board.drawing.towns import RADIUS, marked_size, order_of, settlements, size_of
from grognard.board.drawing.weave import Course

_RIVER_NAME_EVERY = 13 * CELL
"""A long river bears its name about this often."""
_COUNTER_POINTS = (-20.0, -12.0, -4.0, 4.0, 12.0, 21.0)
"""Points of a counter, from its cell's centre, that a name should not lie under."""


def map_labels(
    board: Board,
    plane: Plane,
    style: Mapping[str, Ground],
    water: Sequence[Course],
    roads: Sequence[Course],
    looks: Mapping[str, Line],
    *,
    signs: Sequence[SignSpot] = (),
    houses: Mapping[int, Point] | None = None,
    covered: frozenset[int] = frozenset(),
    crowded: bool = False,
) -> list[Label]:
    """All names of the map in their places, none touching another.

    ``houses`` tells where the houses of a cell stand if not at its centre; ``covered`` are the cells where
    counters lie, which would hide a name; on a ``crowded`` map they may lie anywhere.
    """
    room = Room(plane.width, plane.height)
    towns = settlements(board, style)
    points = {**dict(enumerate(plane.centres)), **(houses or {})}
    sizes = {cell: marked_size(board, style, towns, cell) for cell in range(len(board.terrain))}
    _keep_numbers_free(board, plane, room)
    for cell, size in sizes.items():
        if size:
            x, y = points[cell]
            half = min(RADIUS[size], 20.0) * 0.8
            room.take((x - half, y - half, x + half, y + half), cell)
            room.settle(cell, (x, y))
            room.shun(((x + dx, y + dy) for dx in (-18, 0, 18) for dy in (-18, 0, 18)), 0.8)
    for sign in signs:
        if not covers_cell(sign.kind):
            x, y = sign.point
            room.take((x - 6.5, y - 6.5, x + 6.5, y + 6.5))
    everywhere = frozenset(range(len(board.terrain))) if crowded else covered
    for cell in sorted(everywhere):
        x, y = plane.centres[cell]
        room.shun(
            ((x + dx, y + dy) for dx in _COUNTER_POINTS for dy in _COUNTER_POINTS), 4.0 if cell in covered else 1.0
        )
    for course in water:
        room.shun(close_points(course.points), 2.0 if looks[course.kind].width > 3 else 1.0)
    for course in roads:
        room.shun(close_points(course.points), 0.7)
    room.shun((plane.crossing(a, b) for (a, b), kinds in board.sides.items() if len(kinds) > 1), 3.0)
    for run in trench_lines(board, plane):
        room.shun(close_points(run), 0.7)
    places = sorted(board.places, key=order_of)
    settled = [place for place in places if size_of(place.kind)]
    areas = [place for place in places if not size_of(place.kind)]
    # Towns choose first, then rivers (they can be named anywhere along), then woods, hills and farms.
    big = [place for place in settled if size_of(place.kind) != "farm"]
    farms = [place for place in settled if size_of(place.kind) == "farm"]
    labels = place_labels([_town_wish(plane, place, sizes, points, everywhere) for place in big], room)
    for wishes in _river_wishes(water):
        labels += _name_along(wishes, room)
    rest = [_area_wish(plane, place) for place in areas]
    rest += [_town_wish(plane, place, sizes, points, everywhere) for place in farms]
    return labels + place_labels(rest, room)


def _keep_numbers_free(board: Board, plane: Plane, room: Room) -> None:
    for cell, id in enumerate(board.grid.ids):
        x, y = number_place(board, plane, cell)
        half = text_width(id, NUMBER_SIZE) / 2
        room.take((x - half, y - 0.72 * NUMBER_SIZE, x + half, y + 0.5))


def _town_wish(
    plane: Plane, place: Place, sizes: Mapping[int, str], points: Mapping[int, Point], hidden: frozenset[int]
) -> Wish:
    kind = size_of(place.kind)
    size = SIZES[kind]
    badge = str(place.value) if place.value else ""
    if len(place.cells) > 2:
        spots = _inside(plane, place.cells)
    else:
        cell = max(place.cells, key=lambda one: plane.centres[one][1])
        radius = RADIUS[sizes[cell] or "farm"]
        clear = 14.0 if kind == "farm" else 22.0  # a farm's name must not be taken for a neighbour's
        spots = around(points[cell], max(radius, clear) if cell in hidden else radius, size)
    return Wish(place.label, kind, size, spots, badge, frozenset(place.cells))


def _area_wish(plane: Plane, place: Place) -> Wish:
    spots = _inside(plane, place.cells)
    badge = str(place.value) if place.value else ""
    return Wish(place.label, "area", SIZES["area"], spots, badge)


def _inside(plane: Plane, cells: Sequence[int]) -> tuple[Spot, ...]:
    """Places for the name of a wood, a ridge or a great city: in the middle of its cells, or near it."""
    points = [plane.centres[cell] for cell in cells]
    x = sum(p[0] for p in points) / len(points)
    y = sum(p[1] for p in points) / len(points) + 3
    found = [Spot(x, y, 0, 0.0)]
    for far in (8.0, 16.0, 24.0, 32.0, 44.0):
        for dx, dy in ((0, 1), (0, -1), (1, 0), (-1, 0), (1, 1), (-1, 1), (1, -1), (-1, -1)):
            found.append(Spot(x + dx * far, y + dy * far, 0, far / 3))
    for px, py in points:
        found += [Spot(px, py + 20, 0, 9.0), Spot(px, py + 8, 0, 8.0), Spot(px, py - 14, 0, 10.0)]
    return tuple(found)


def _river_wishes(water: Sequence[Course]) -> list[list[Wish]]:
    """For every named river, the wishes of each of its courses: long ones are named several times."""
    by_name: dict[str, list[list[Point]]] = {}
    for course in water:
        for name, points in _named_runs(course):
            by_name.setdefault(name, []).append(points)
    found = []
    for name, runs in sorted(by_name.items()):
        runs.sort(key=len, reverse=True)
        size = SIZES["water"]
        wide = text_width(name, size, False, LOOKS["water"].spacing)
        spots = [spot for run in runs for spot in along(run, wide, size)]
        if not spots:  # a short stream: beside its middle, level
            x, y = runs[0][len(runs[0]) // 2]
            spots = [
                Spot(x + 7, y, 1, 5.0),
                Spot(x - 7, y, -1, 5.0),
                Spot(x, y - 8, 0, 6.0),
                Spot(x, y + 14, 0, 6.0),
            ]
            size *= 0.85
        length = sum(len(run) for run in runs) * CELL * 0.29
        times = 1 + int(length // _RIVER_NAME_EVERY)
        found.append([Wish(name, "water", size, tuple(spots))] * times)
    return found


def _named_runs(course: Course) -> list[tuple[str, list[Point]]]:
    """The stretches of a course that bear one name (its points lie between its pieces)."""
    runs: list[tuple[str, list[Point]]] = []
    points = course.points
    per_piece = max(1, len(points) // max(1, len(course.names)))
    for index, name in enumerate(course.names):
        bit = list(points[index * per_piece : (index + 1) * per_piece + 1])
        if runs and runs[-1][0] == name:
            runs[-1][1].extend(bit)
        else:
            runs.append((name, bit))
    return [(name, bits) for name, bits in runs if name and bits]


def _name_along(wishes: Sequence[Wish], room: Room) -> list[Label]:
    """The same name several times along a river, each time far from the others."""
    labels: list[Label] = []
    for wish in wishes:
        spots = tuple(
            spot
            for spot in wish.spots
            if all(hypot(spot.x - there.x, spot.y - there.y) > _RIVER_NAME_EVERY * 0.6 for there in labels)
        )
        most = 22.0 if labels else inf  # the first name must be there; further ones only where there is room
        labels += place_labels([Wish(wish.text, wish.style, wish.size, spots, most=most)], room)
    return labels
