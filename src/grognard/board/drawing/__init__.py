"""Drawing a board as SVG: one code for the browser, the printer and the notebook."""

from grognard.board.drawing.convert import write_map
from grognard.board.drawing.page import draw_board, draw_counter, draw_parts
from grognard.board.drawing.symbols import symbol_names
from grognard.board.pieces import Counter, Marker, Overlay

__all__ = [
    "Counter",
    "Marker",
    "Overlay",
    "draw_board",
    "draw_counter",
    "draw_parts",
    "symbol_names",
    "write_map",
]
