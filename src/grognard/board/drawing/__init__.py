"""Drawing a board as SVG: one code for the browser, the printer and the notebook."""

from grognard.board.drawing.convert import write_map
from grognard.board.drawing.cover import draw_cover
from grognard.board.drawing.page import draw_board, draw_chart, draw_parts
from grognard.board.pieces import Counter, Marker

__all__ = [
    "Counter",
    "Marker",
    "draw_board",
    "draw_chart",
    "draw_cover",
    "draw_parts",
    "write_map",
]
