"""``grognard check``: is a game's data whole?"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from grognard.commands.common import AsJson, OverlayFolder, games_like, has_rules, map_data, map_slugs, out, print_json
from grognard.errors import NotUnderstood

if TYPE_CHECKING:
    from grognard.data import DataFolder
    from grognard.engine import Game


def check(
    game: Annotated[
        str | None, typer.Argument(metavar="[GAME]", help="The game; default: all of them.", autocompletion=games_like)
    ] = None,
    whole: Annotated[
        Path | None,
        typer.Option("--folder", metavar="FOLDER", help="Check this whole data folder instead of ours."),
    ] = None,
    overlay: OverlayFolder = None,
    as_json: AsJson = False,
) -> None:
    """Check a game's data: every id, every reference, every table, the board and start of every scenario.

    Prints "clean" and exits with code 0, or lists what is wrong and exits with 1. A file
    that cannot be read at all gives code 2 and names the file and the line. Without a game, all installed
    games are checked, and a damaged one does not stop the others.

    Examples:

    - `grognard check` checks every game, other people's too.

    - `grognard check marne-1914` checks the data that came with the game.

    - `grognard check marne-1914 --data my-values` checks it with your own files laid over it.
    """
    if game is None:
        if whole or overlay:
            raise NotUnderstood("name the game that --folder or --data belongs to")
        found = {slug: whatever_is_wrong(slug) for slug in map_slugs()}
    else:
        found = {game: problems(game, map_data(game, whole, overlay))}
    if as_json:
        print_json([{"game": slug, "clean": not wrong, "problems": wrong} for slug, wrong in found.items()])
    else:
        for slug, wrong in found.items():
            show(slug, wrong)
    if any(found.values()):
        raise typer.Exit(1)


def show(slug: str, wrong: list[str]) -> None:
    console = out()
    for problem in wrong:
        console.print(problem, soft_wrap=True, markup=False)
    if wrong:
        console.print(f"{slug}: {len(wrong)} {'thing is' if len(wrong) == 1 else 'things are'} wrong", style="red")
    else:
        console.print(f"{slug}: clean{'' if has_rules(slug) else ' (map only: no rules yet)'}")


def whatever_is_wrong(slug: str) -> list[str]:
    """What is wrong with a game that may be damaged in any way."""
    from grognard.engine import in_words

    try:
        return problems(slug, map_data(slug))
    except Exception as problem:
        return [in_words(problem)]


def problems(slug: str, folder: DataFolder) -> list[str]:
    from grognard.board import check_board, load_board
    from grognard.engine import find_game

    if not has_rules(slug):
        return [f"{folder.path('map')}: {problem}" for problem in check_board(load_board(folder))]
    game = find_game(slug)
    return game.check(folder) or loads(game, folder)


def loads(game: Game, data: DataFolder) -> list[str]:
    """Whether every scenario has a sound board and gets to its first question, whatever the game itself checks."""
    from grognard.board import check_board
    from grognard.engine import Match

    wrong = []
    for name in game.scenarios(data):
        setting = game.setting(data, name, game.chosen_options(data, {}))
        match = Match(game, setting, game.start(setting, "check"), "check")
        if match.decision is None and match.outcome is None:
            wrong.append(f"{name}: nobody is asked anything")
        found = [*check_board(setting.board), *game.invariants(match.position)]
        wrong += [f"{name}: {problem}" for problem in found]
    return list(dict.fromkeys(wrong))
