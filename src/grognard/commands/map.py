"""``grognard map``: a game's map as a picture."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from grognard.commands.common import GameName, OverlayFolder, ScenarioName, has_rules, map_data, out


def map(
    game: GameName,
    scenario: ScenarioName = None,
    output: Annotated[
        Path | None,
        typer.Option("--output", "-o", metavar="FILE", help="An .svg, .png or .pdf file; default: GAME.svg."),
    ] = None,
    grey: Annotated[bool, typer.Option("--grey", help="Greyscale, for printing.")] = False,
    units: Annotated[bool, typer.Option("--units/--no-units", help="Show the scenario's starting units.")] = True,
    scale: Annotated[float, typer.Option("--scale", help="Size: at 1, a cell is 64 pixels across.")] = 1.0,
    load: Annotated[
        Path | None, typer.Option("--load", metavar="FILE", help="Draw the position of a save or a record.")
    ] = None,
    overlay: OverlayFolder = None,
) -> None:
    """Draw a game's map, with the units of a scenario's start or of a saved match.

    PNG and PDF need the extra `draw` (`pip install 'grognard[draw]'`); SVG needs nothing.

    Examples:

    - `grognard map marne-1914` writes marne-1914.svg.

    - `grognard map marne-1914 --scenario full-battle -o start.png --scale 0.5`

    - `grognard map marne-1914 --no-units --grey -o blank.pdf`
    """
    from grognard.board.drawing import write_map

    goal = output or Path(f"{game}.svg")
    write_map(draw(game, scenario, grey, units, scale, load, overlay), goal)
    out().print(f"wrote {goal}", soft_wrap=True, markup=False)


def draw(
    game: str,
    scenario: str | None,
    grey: bool,
    units: bool,
    scale: float,
    load: Path | None,
    overlay: Path | None,
) -> str:
    from grognard.board import load_board
    from grognard.board.drawing import draw_board
    from grognard.engine import load as load_match
    from grognard.engine import start
    from grognard.errors import NotUnderstood
    from grognard.picture import draw_match

    data = map_data(game, None, overlay)
    if load is not None:
        match = load_match(load, overlay)
        if match.game.slug != game:
            raise NotUnderstood(f"{load} is a match of {match.game.slug}, not of {game}")
        return draw_match(match, grey=grey, scale=scale)
    if units and has_rules(game):
        return draw_match(start(game, scenario, overlay=overlay), grey=grey, scale=scale)
    if scenario is not None and not has_rules(game):
        raise NotUnderstood(f"{game} has a map but no scenarios yet; leave --scenario out")
    return draw_board(load_board(data), grey=grey, scale=scale)
