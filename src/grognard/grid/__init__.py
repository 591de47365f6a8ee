"""Hexes and squares: numbering, neighbours, distances, lines, shapes. Knows nothing of terrain."""

from grognard.grid.build import hex_grid, square_grid
from grognard.grid.grid import EDGES, Grid, HexGrid, Point, SquareGrid

__all__ = ["EDGES", "Grid", "HexGrid", "Point", "SquareGrid", "hex_grid", "square_grid"]
