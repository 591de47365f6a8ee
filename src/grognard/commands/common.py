"""What several commands share: where they print, and how they read their arguments."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from grognard.errors import GrognardError, NotUnderstood, UnknownGame

if TYPE_CHECKING:
    from rich.console import Console

    from grognard.data import DataFolder
    from grognard.simulate.games import Failed

FAILURES_TOLD = 10
"""How many failed games a command tells about."""
INTERRUPTED = 130
"""The exit code that shells expect of a program ended by Ctrl-C."""


def games_like(start: str) -> list[str]:
    """The games whose names begin so, for completion in the shell."""
    return [slug for slug in map_slugs() if slug.startswith(start)]


GameName = Annotated[
    str, typer.Argument(metavar="GAME", help="The game, as named by `grognard games`.", autocompletion=games_like)
]
ScenarioName = Annotated[str | None, typer.Option("--scenario", "-s", help="The scenario; default: the first.")]
OptionPairs = Annotated[
    list[str] | None,
    typer.Option("--option", "-o", metavar="NAME=VALUE", help="Set a game option; can be repeated."),
]
OverlayFolder = Annotated[
    Path | None,
    typer.Option("--data", metavar="FOLDER", help="A folder of your own data files, which replace ours."),
]

SecretWord = Annotated[
    str,
    typer.Option(
        "--secret",
        metavar="WORD",
        help="Goes before every seed, so that no bot can guess the dice. Where other people's bots play, one is drawn "
        "and printed if left out.",
    ),
]


AsJson = Annotated[bool, typer.Option("--json", help="Print the facts as JSON.")]


def print_json(facts: object) -> None:
    """One JSON value on standard output, for programs: no colours, no line breaks that depend on a terminal."""
    import json

    typer.echo(json.dumps(facts, ensure_ascii=False, indent=1))


def out() -> Console:
    """Standard output. Made for each use: tests and pipes put other files in its place."""
    from grognard.commands.terminal import SafeConsole

    return SafeConsole(highlight=False)


def err() -> Console:
    """Standard error, for progress where standard output is for a program."""
    from grognard.commands.terminal import SafeConsole

    return SafeConsole(stderr=True, highlight=False)


def complain(sentence: str) -> None:
    """One red sentence on standard error, never broken into lines: file names stay whole."""
    from rich.text import Text

    from grognard.commands.terminal import SafeConsole, harmless

    SafeConsole(stderr=True, highlight=False).print(Text(harmless(sentence), style="red"), soft_wrap=True)


def tell_failed(failed: Collection[Failed]) -> None:
    """The games of a run that failed, on standard error; the command then ends with 1."""
    if not failed:
        return
    for game in list(failed)[:FAILURES_TOLD]:
        complain(str(game))
    if len(failed) > FAILURES_TOLD:
        complain(f"and {len(failed) - FAILURES_TOLD} more")
    plural = ("game", "does") if len(failed) == 1 else ("games", "do")
    complain(f"{len(failed)} {plural[0]} failed and {plural[1]} not count; the others are kept")
    raise typer.Exit(1)


def read_text(path: Path) -> str:
    """A text file that the user names; a sentence if it cannot be read."""
    try:
        return path.read_text(encoding="utf-8")
    except OSError as problem:
        raise GrognardError(f"{path}: cannot be read ({problem.strerror})") from None
    except ValueError:
        raise GrognardError(f"{path}: not UTF-8 text") from None


def option_values(pairs: Sequence[str] | None) -> dict[str, str]:
    """The options of ``--option NAME=VALUE``."""
    values = {}
    for pair in pairs or ():
        name, equals, value = pair.partition("=")
        if not equals or not name.strip() or not value.strip():
            raise NotUnderstood(f"write an option as NAME=VALUE, not '{pair}'")
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
