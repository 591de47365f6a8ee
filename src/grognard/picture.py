"""A match as a picture: the map with its units as counters, for any game.

Only what every unit has is used (side, nation, symbol, size, steps); a game adds its nations' colours, and on its
page the factors and status words.
"""

from __future__ import annotations

from grognard.board.drawing import Counter, draw_board
from grognard.engine import Match, Position
from grognard.engine.game import Game

SIDE_COLOURS = ("#8fa08a", "#9db4cc", "#c9b98d", "#c79a8d")
"""For a nation without a colour of its own: one for each side of the game."""


def counters_of(match: Match, side: str | None = None) -> list[Counter]:
    """A counter for each unit on the map; with a side, only what that side may see."""
    return position_counters(match.game, match.game.redact(match.position, side) if side else match.position)


def position_counters(game: Game, position: Position) -> list[Counter]:
    setting, state = position.setting, position.state
    sides, page = list(game.sides), game.page_for(setting)
    counters = []
    for number, unit in enumerate(setting.units):
        if state.loc[number] < 0:
            continue
        plain = SIDE_COLOURS[sides.index(unit.side) % len(SIDE_COLOURS)]
        counters.append(
            Counter(
                id=unit.id,
                cell=state.loc[number],
                label=unit.id,
                nation=unit.nation,
                colour=game.colours.get(unit.nation, plain),
                symbol=unit.symbol,
                size=unit.size,
                factors=page.factors(position, number),
                steps=state.steps[number],
                full_steps=unit.steps,
                status=page.status(position, number),
            )
        )
    return counters


def draw_match(match: Match, side: str | None = None, *, grey: bool = False, scale: float = 1.0) -> str:
    """The map with all its counters as an SVG picture."""
    return draw_board(match.setting.board, counters=counters_of(match, side), grey=grey, scale=scale)
