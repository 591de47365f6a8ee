"""What several commands share: where they print, and how they read their arguments."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from grognard.errors import NotUnderstood, UnknownGame

if TYPE_CHECKING:
    from rich.console import Console

    from grognard.data import DataFolder

INTERRUPTED = 130
"""The exit code that shells expect of a program ended by Ctrl-C."""

GameName = Annotated[str, typer.Argument(metavar="GAME", help="The game, as `grognard games` names it.")]
ScenarioName = Annotated[str | None, typer.Option("--scenario", "-s", help="The scenario; the first one if left out.")]
OptionPairs = Annotated[
    list[str] | None,
    typer.Option("--option", "-o", metavar="NAME=VALUE", help="Set an option of the game; may be repeated."),
]
OverlayFolder = Annotated[
    Path | None,
    typer.Option("--data", metavar="FOLDER", help="Your own data files, read instead of ours where they exist."),
]


def out() -> Console:
    """Standard output. Made anew each time: tests and pipes put other files in its place."""
    from rich.console import Console

    return Console(highlight=False)


def complain(sentence: str) -> None:
    """One red sentence on standard error, never broken into lines: file names stay whole."""
    from rich.console import Console
    from rich.text import Text

    Console(stderr=True, highlight=False).print(Text(sentence, style="red"), soft_wrap=True)


def option_values(pairs: Sequence[str] | None) -> dict[str, str]:
    """The options of ``--option NAME=VALUE``."""
    values = {}
    for pair in pairs or ():
        name, equals, value = pair.partition("=")
        if not equals or not name.strip() or not value.strip():
            raise NotUnderstood(f"an option is written NAME=VALUE, not '{pair}'")
        values[name.strip()] = value.strip()
    return values


def map_slugs() -> list[str]:
    """Every game that has a map, whether or not its rules are there yet."""
    from grognard.data import OUR_GAMES
    from grognard.engine import game_slugs

    maps = {path.parent.parent.name.replace("_", "-") for path in OUR_GAMES.glob("*/map/board.toml")}
    return sorted(maps.union(game_slugs()))


def has_rules(slug: str) -> bool:
    from grognard.engine import game_slugs

    return slug in game_slugs()


def map_data(slug: str, data: Path | None = None, overlay: Path | None = None) -> DataFolder:
    """The data of a game, with or without rules; ``data`` is a folder to read instead of the game's own."""
    from grognard.data import DataFolder, game_folder, nearest
    from grognard.engine import find_game

    known = map_slugs()
    if slug not in known:
        raise UnknownGame(f"no game is called '{slug}'{nearest(slug, known) or '; there are ' + ', '.join(known)}")
    if data is not None and not data.is_dir():
        raise NotUnderstood(f"there is no folder {data}")
    if has_rules(slug):
        return DataFolder(data or find_game(slug).folder, overlay)
    return DataFolder(data or game_folder(slug), overlay)
