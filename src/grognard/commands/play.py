"""``grognard play``: a game in the terminal."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

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
        str | None, typer.Argument(metavar="[GAME]", help="The game; you are asked if there are several.")
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

    `grognard play` alone opens the page, where you choose game, scenario and opponent. All other options are
    for the terminal and imply `--text`.

    There, type `?` for what can act, `? 3ID` for what that unit can do, `move 3ID 2014` to do it,
    `why move 3ID 1001` to ask the referee, `odds attack 2214 by 5Div` for the exact chances, `help` for the rest.

    Examples:

    - `grognard play` opens the browser.

    - `grognard play --text` asks which game and starts it in the terminal.

    - `grognard play marne-1914 --scenario full-battle --side cp --seed 7`

    - `grognard play marne-1914 --against colonel` for a stronger opponent.

    - `grognard play marne-1914 --against none --option setup=free` for two players at one screen.

    - `grognard play --load sunday.json`

    - `grognard play marne-1914 < moves.txt` reads what you would type from a file.
    """
    if not text and game is None and load is None:
        from grognard.commands.serve import run

        run("127.0.0.1", None, storage, (), browser=True)
        return
    from grognard.bots import make_bot
    from grognard.commands.session import Session, reader
    from grognard.engine import load as load_match
    from grognard.engine import start

    console = out()
    if load is not None:
        if game is not None or scenario is not None or seed is not None or option:
            raise NotUnderstood(
                "a saved match has its own game, scenario, seed and options: drop them when you use --load"
            )
        match = load_match(load, overlay)
    else:
        slug = game or ask_game(console)
        match = start(slug, scenario, seed if seed is not None else fresh_seed(), option_values(option), overlay)
    if against != NOBODY:
        make_bot(against).close()  # complains of an unknown name before anything is shown
    session = Session(match, console, reader(console), own_sides(match, side, against), against, overlay)
    session.run()


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
