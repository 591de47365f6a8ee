"""A map: terrain, sides, links, places, regions; loading and checking them."""

from grognard.board.board import Board, Kind, Pair, Place, Segment, blank_board
from grognard.board.check import check_board
from grognard.board.load import load_board

__all__ = [
    "Board", "Kind", "Pair", "Place", "Segment", "blank_board", "check_board", "load_board",
]  # fmt: skip
