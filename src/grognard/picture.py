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
    return position_counters(match.game, match.game.seen(match.position, side) if side else match.position)


def colour_of(game: Game, side: str, nation: str) -> str:
    """The colour of a nation's counters, or that of its side."""
    sides = list(game.sides)
    plain = SIDE_COLOURS[sides.index(side) % len(SIDE_COLOURS) if side in sides else 0]
    return game.colours.get(nation, plain)


def position_counters(game: Game, position: Position) -> list[Counter]:
    """Covered counters lie below those that are known."""
    setting, state = position.setting, position.state
    page = game.page_for(setting)
    counters = covered_counters(game, position)
    placed = [number for number in range(len(setting.units)) if state.loc[number] >= 0]
    for number in sorted(placed, key=lambda number: page.layer(position, number)):
        unit = setting.units[number]
        counters.append(
            Counter(
                id=unit.id,
                cell=state.loc[number],
                label=unit.id,
                nation=unit.nation,
                colour=colour_of(game, unit.side, unit.nation),
                symbol=unit.symbol,
                size=unit.size,
                factors=page.factors(position, number),
                steps=state.steps[number],
                full_steps=unit.steps,
                status=page.status(position, number),
            )
        )
    return counters


def covered_counters(game: Game, position: Position) -> list[Counter]:
    """The anonymous counters on the map; their numbers say nothing but their place in the list."""
    return [
        Counter(
            id=f"unknown-{number}",
            cell=counter.cell,
            label=counter.label or "?",
            nation=counter.nation,
            colour=colour_of(game, counter.side, counter.nation),
            symbol=counter.symbol,
            size=counter.size,
            covered=True,
        )
        for number, counter in enumerate(position.concealed.counters)
        if counter.cell >= 0
    ]


def draw_match(match: Match, side: str | None = None, *, grey: bool = False, scale: float = 1.0) -> str:
    """The map with all its counters as an SVG picture."""
    return draw_board(match.setting.board, counters=counters_of(match, side), grey=grey, scale=scale)
