"""``grognard play``: a game in the browser or in the terminal."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NamedTuple

import typer

from grognard.commands.common import OptionPairs, OverlayFolder, ScenarioName, option_values, out
from grognard.errors import NotUnderstood

if TYPE_CHECKING:
    from rich.console import Console

    from grognard.engine import Match


NOBODY = "none"
"""The name of an opponent who is not there: all sides are played at the terminal."""


def play(
    game: Annotated[
        str | None, typer.Argument(metavar="[GAME]", help="The game; without one you choose it there.")
    ] = None,
    scenario: ScenarioName = None,
    seed: Annotated[
        str | None, typer.Option("--seed", help="The same seed and the same decisions give the same game.")
    ] = None,
    option: OptionPairs = None,
    side: Annotated[str | None, typer.Option("--side", help="Your side; default: the one that decides first.")] = None,
    against: Annotated[
        str,
        typer.Option(
            metavar="BOT", help="random, sergeant, colonel, general or another bot; 'none' to play all sides yourself."
        ),
    ] = "sergeant",
    load: Annotated[Path | None, typer.Option("--load", metavar="FILE", help="Resume a saved match.")] = None,
    text: Annotated[bool, typer.Option("--text", help="Play in the terminal instead of the browser.")] = False,
    storage: Annotated[
        Path | None, typer.Option("--storage", metavar="FILE", help="In the browser: the file to keep matches in.")
    ] = None,
    overlay: OverlayFolder = None,
) -> None:
    """Play in the browser, or with `--text` in the terminal.

    `grognard play` opens the page, where you choose game, scenario and opponent; what you name here is chosen there
    already. Moves from a file or a pipe are played in the terminal.

    In the terminal, type `?` for what can act, `? 3ID` for what that unit can do, `move 3ID 2014` to do it,
    `why move 3ID 1001` to ask the referee, `odds attack 2214 by 5Div` for the exact chances, `help` for the rest.

    Examples:

    - `grognard play` opens the browser.

    - `grognard play marne-1914` opens it on that game.

    - `grognard play --text` asks which game and starts it in the terminal.

    - `grognard play marne-1914 --scenario full-battle --side cp --seed 7`

    - `grognard play marne-1914 --against colonel` for a stronger opponent.

    - `grognard play marne-1914 --against none --option setup=free` for two players at one screen.

    - `grognard play --load sunday.json`

    - `grognard play marne-1914 < moves.txt` reads what you would type from a file.
    """
    if load is not None and (game is not None or scenario is not None or seed is not None or option):
        raise NotUnderstood("a saved match has its own game, scenario, seed and options: drop them when you use --load")
    piped = (game is not None or load is not None) and not sys.stdin.isatty()
    if not text and not piped:
        wish = Wish(game, scenario, seed, option_values(option), side, against, overlay)
        in_the_browser(wish, load, storage)
        return
    if storage is not None:
        raise NotUnderstood("--storage is for the browser: a match in the terminal is saved with 'save FILE'")
    from grognard.bots import make_bot
    from grognard.commands.session import Session, reader
    from grognard.engine import load as load_match
    from grognard.engine import start

    console = out()
    if load is not None:
        match = load_match(load, overlay)
    else:
        slug = game or ask_game(console)
        match = start(slug, scenario, seed if seed is not None else fresh_seed(), option_values(option), overlay)
    if against != NOBODY:
        make_bot(against).close()  # complains of an unknown name before anything is shown
    session = Session(match, console, reader(console), own_sides(match, side, against), against, overlay)
    session.run()


class Wish(NamedTuple):
    """What the command line says of a match."""

    game: str | None
    scenario: str | None
    seed: str | None
    options: Mapping[str, str]
    side: str | None
    against: str
    overlay: Path | None


def in_the_browser(wish: Wish, load: Path | None, storage: Path | None) -> None:
    """Serve, and open the page where the command line says: at a match from a file, or at a game's choices."""
    from grognard.commands.serve import run

    if load is not None:
        if wish.side is not None or wish.overlay is not None:
            raise NotUnderstood("the page opens a saved match for all of its seats: --side and --data need --text")
        run("127.0.0.1", None, storage, (), browser=True, saved=file_text(load))
        return
    if wish.game is None and wish[1:] != Wish(None, None, None, {}, None, "sergeant", None)[1:]:
        raise NotUnderstood("say which game these options are for: grognard play GAME ...")
    from grognard.server.owners import Values

    values = [Values(wish.game, wish.overlay.name, wish.overlay)] if wish.game and wish.overlay else []
    run("127.0.0.1", None, storage, (), browser=True, route=route_of(wish), values=values)


def file_text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except FileNotFoundError:
        raise NotUnderstood(f"{path}: no such file") from None
    except (OSError, UnicodeDecodeError) as problem:
        raise NotUnderstood(f"{path}: cannot be read ({problem})") from None


def route_of(wish: Wish) -> str:
    """Where the page shows a game with everything chosen that the command line names; errors are told here."""
    if wish.game is None:
        return ""
    from urllib.parse import quote, urlencode

    from grognard.bots import make_bot
    from grognard.engine import start

    match = start(wish.game, wish.scenario, wish.seed or "", wish.options, wish.overlay)
    own_sides(match, wish.side, wish.against)
    if wish.against != NOBODY:
        make_bot(wish.against).close()
    chosen = [("scenario", wish.scenario), ("seed", wish.seed), ("side", wish.side), ("against", wish.against)]
    chosen += [("option", f"{name}={value}") for name, value in wish.options.items()]
    chosen += [("values", wish.overlay.name if wish.overlay else None)]
    return f"/start/{quote(match.game.slug)}?{urlencode([pair for pair in chosen if pair[1]])}"


def fresh_seed() -> str:
    import secrets

    return str(secrets.randbelow(1_000_000))


def ask_game(console: Console) -> str:
    """The only game there is; of several, the one that the player at the terminal picks."""
    from grognard.commands.games import facts, show_all
    from grognard.engine import game_slugs

    slugs = game_slugs()
    if not slugs:
        raise NotUnderstood("no games are installed")
    if len(slugs) == 1:
        return slugs[0]
    if not sys.stdin.isatty():
        raise NotUnderstood(f"say which game: grognard play GAME ({', '.join(slugs)})")
    show_all(console, [facts(slug) for slug in slugs])
    try:
        return console.input(f"Which game? [{slugs[0]}] ".replace("[", "\\[")).strip() or slugs[0]
    except EOFError:
        raise NotUnderstood("no game was chosen") from None


def own_sides(match: Match, side: str | None, against: str) -> frozenset[str]:
    """The sides that are played at this terminal."""
    from grognard.data import nearest

    sides = match.game.sides
    if side is not None and side not in sides:
        hint = nearest(side, sides) or f"; its sides are {', '.join(sides)}"
        raise NotUnderstood(f"{match.game.slug} has no side '{side}'{hint}")
    if against == NOBODY:
        return frozenset(sides)
    decision = match.decision
    return frozenset([side or (decision.side if decision is not None else next(iter(sides)))])
