"""``grognard atlas``: building a game's map from geography."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from grognard.commands.common import GameName, out

app = typer.Typer(no_args_is_help=True, rich_markup_mode="markdown", help="Build the games' maps from real geography.")


@app.callback()
def atlas() -> None:
    pass


@app.command()
def build(
    game: GameName,
    into: Annotated[
        Path | None,
        typer.Option("--into", metavar="FOLDER", help="Write here instead of into the game's map folder."),
    ] = None,
) -> None:
    """Build a game's map files from geography, rules and corrections.

    It needs the source tree: the folder `atlas/GAME` holds `geography.json`, `rules.toml` and
    `corrections.csv`. The same input gives the same files on every machine.

    Examples:

    - `grognard atlas build marne-1914` writes the map files that have changed.

    - `grognard atlas build marne-1914 --into out/map` leaves the game alone.
    """
    from grognard.atlas import build_map

    changed = build_map(game, target=into)
    console = out()
    for path in changed:
        console.print(f"wrote {path}", soft_wrap=True, markup=False)
    if not changed:
        console.print(f"{game}: the map is up to date")
