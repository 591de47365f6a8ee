"""``grognard check``: is a game's data whole?"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from grognard.commands.common import GameName, OverlayFolder, has_rules, map_data, out


def check(
    game: GameName,
    whole: Annotated[
        Path | None,
        typer.Option("--folder", metavar="FOLDER", help="Check this whole data folder instead of ours."),
    ] = None,
    overlay: OverlayFolder = None,
) -> None:
    """Check a game's data: every id, every reference, every table.

    Prints "clean" and exits with code 0, or lists what is wrong and exits with 1. A file
    that cannot be read at all gives code 2 and names the file and the line.

    Examples:

    - `grognard check marne-1914` checks the data that came with the game.

    - `grognard check marne-1914 --data my-values` checks it with your own files laid over it.
    """
    from grognard.board import check_board, load_board
    from grognard.engine import find_game

    folder = map_data(game, whole, overlay)
    if has_rules(game):
        wrong = find_game(game).check(folder)
    else:
        wrong = [f"{folder.path('map')}: {problem}" for problem in check_board(load_board(folder))]
    console = out()
    for problem in wrong:
        console.print(problem, soft_wrap=True, markup=False)
    if wrong:
        console.print(f"{game}: {len(wrong)} {'thing is' if len(wrong) == 1 else 'things are'} wrong", style="red")
        raise typer.Exit(1)
    console.print(f"{game}: clean{'' if has_rules(game) else ' (map only: no rules yet)'}")
