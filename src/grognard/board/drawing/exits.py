"""Where roads, railways and rivers run on over the rim of the map.

A map may say it itself, with the regions ``road-exit-north`` and so on. Else a line leaves where it would
end in an open cell on the rim, or where its name tells that it goes on: the road "Wavre - Gembloux - Namur"
that ends in a village on the rim leaves the map there if neither Wavre nor Namur is that village.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from grognard.board.board import Board
from grognard.board.drawing.plane import Plane, unit
from grognard.board.drawing.svg import Point
from grognard.board.drawing.weave import Piece

_EDGES: dict[str, Point] = {"north": (0, -1), "south": (0, 1), "east": (1, 0), "west": (-1, 0)}
_STOPS = re.compile(r"\s+[-\u2013]\s+")
_ROAD_NUMBER = re.compile(r"^[A-Z]{1,2}\d+\s+")


def exits(board: Board, plane: Plane, pieces: Sequence[Piece], ranks: Mapping[str, int]) -> list[Piece]:
    """The last bits of all lines of one sort that leave the map, one a cell: from its centre to the rim."""
    at_cell: dict[Any, list[tuple[Any, Piece]]] = {}
    for piece in pieces:
        for end, other in (piece.ends, piece.ends[::-1]):
            at_cell.setdefault(end, []).append((other, piece))
    told = {
        cell: _EDGES[name.removeprefix("road-exit-")]
        for name, cells in sorted(board.regions.items())
        if name.removeprefix("road-exit-") in _EDGES and name.startswith("road-exit-")
        for cell in cells
    }
    inhabited = {cell for place in board.places for cell in place.cells}
    found = []
    for cell, ways in at_cell.items():
        rims = plane.rims(cell)
        ending = [way for way in ways if sum(other.name == way[1].name for _, other in ways) == 1]
        if not rims or not ending:
            continue
        leaving = [way for way in ending if goes_on(board, cell, way[1].name)]
        if cell not in told and not leaving and (len(ways) > 1 or cell in inhabited):
            continue
        other, piece = max(leaving or ending, key=lambda way: ranks[way[1].kind])
        x, y = plane.centres[cell]
        dx, dy = told.get(cell) or unit(plane.centres[other], (x, y))
        outward = [((u - x) * dx + (v - y) * dy, -index) for index, (u, v) in enumerate(rims)]
        far, index = max((round(share, 2), index) for share, index in outward)
        if far > 0:
            found.append(Piece((cell, ("rim", cell)), rims[-index], piece.kind, piece.name))
    return found


def goes_on(board: Board, cell: int, name: str) -> bool:
    """Whether a line of that name, which has its last cell here, leads to a place beyond the map."""
    stops = _STOPS.split(_ROAD_NUMBER.sub("", name.strip()))
    if len(stops) < 2:
        return False
    ends = {stops[0], stops[-1]}
    if any(_is_called(place.name, end) for end in ends for place in board.places_at(cell)):
        return False
    return any(not any(_is_called(place.name, end) for place in board.places) for end in ends)


def _is_called(name: str, short: str) -> bool:
    """Whether a place may go by the short name: "Ambleny", or "Coeuvres" for Coeuvres-et-Valsery."""
    return name == short or name.startswith((short + "-", short + " "))
