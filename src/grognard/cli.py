"""The command line: ``grognard COMMAND``. Every command is a module of ``grognard.commands``."""

from __future__ import annotations

from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from grognard.commands import (
    ask,
    atlas,
    attack,
    bench,
    calibrate,
    check,
    fuzz,
    games,
    ladder,
    map,
    match,
    new_game,
    play,
    rules,
    serve,
    storage,
    study,
    verify,
)
from grognard.commands.common import INTERRUPTED, complain
from grognard.errors import GrognardError


class Commands(TyperGroup):
    """Turns what is the input's fault into one sentence and exit code 2, never a traceback."""

    def invoke(self, ctx: Any) -> Any:
        try:
            return super().invoke(ctx)
        except GrognardError as problem:
            complain(str(problem))
            raise typer.Exit(2) from None
        except KeyboardInterrupt:
            complain("interrupted")
            raise typer.Exit(INTERRUPTED) from None


app = typer.Typer(
    name="grognard",
    cls=Commands,
    no_args_is_help=True,
    rich_markup_mode="markdown",
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
    help="Operational board wargames with every rule enforced.\n\n"
    "Run `grognard games` to see the games and `grognard play` to play; "
    "`grognard COMMAND --help` explains each command with examples.",
)


def version(wanted: bool) -> None:
    if wanted:
        import grognard

        typer.echo(f"grognard {grognard.__version__}")
        raise typer.Exit


@app.callback()
def common(
    _version: Annotated[
        bool, typer.Option("--version", callback=version, is_eager=True, help="Show the version and exit.")
    ] = False,
) -> None:
    pass


for command in (
    games.games,
    play.play,
    match.match,
    ladder.ladder,
    study.study,
    study.merge,
    study.report,
    calibrate.calibrate,
    ask.ask,
    rules.rules,
    rules.sources,
    map.map,
    check.check,
    new_game.new_game,
    fuzz.fuzz,
    attack.attack,
    bench.bench,
    serve.serve,
    storage.backup,
    storage.restore,
    storage.repair,
    verify.verify,
):
    app.command()(command)
app.add_typer(atlas.app, name="atlas")


def main() -> None:
    app()


if __name__ == "__main__":
    main()
