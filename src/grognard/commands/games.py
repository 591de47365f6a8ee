"""``grognard games``: what can be played."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from grognard.commands.common import has_rules, map_data, map_slugs, out

if TYPE_CHECKING:
    from rich.console import Console

    from grognard.engine import Game


def games(
    name: Annotated[str | None, typer.Argument(metavar="[GAME]", help="Show details of this game.")] = None,
) -> None:
    """List the games; with a name, its sides, scenarios and options.

    Examples:

    - `grognard games` shows all games with their scenarios.

    - `grognard games marne-1914` shows its sides, scenarios and options, and what each option changes.
    """
    if name is None:
        show_all(out())
        return
    map_data(name)  # complains of a name that nothing has
    if has_rules(name):
        from grognard.engine import find_game

        show_one(out(), find_game(name))
    else:
        show_map_only(out(), name)


def show_all(console: Console) -> None:
    from rich.table import Table

    from grognard.engine import find_game

    table = Table(title="Games", title_justify="left")
    for head in ("game", "title", "scenario", "turns", "options"):
        table.add_column(head, no_wrap=head != "title")
    for slug in map_slugs():
        if not has_rules(slug):
            table.add_row(slug, board_title(slug), "(map only)", "", "")
            continue
        game = find_game(slug)
        data = game.data()
        first = (slug, f"{game.title} (unfinished)" if game.unfinished else game.title)
        for scenario in game.scenarios(data).values():
            options = str(len(game.options(data))) if first[0] else ""
            table.add_row(*first, scenario.name, turns(scenario.turns), options)
            first = ("", "")
    console.print(table)
    console.print("Play one with: grognard play GAME --scenario SCENARIO")


def board_title(slug: str) -> str:
    from grognard.board.load import Settings

    return Settings(map_data(slug)).text("title")


def turns(span: tuple[int, int]) -> str:
    return f"{span[0]} to {span[1]}"


def show_one(console: Console, game: Game) -> None:
    from rich.padding import Padding
    from rich.table import Table
    from rich.text import Text

    data = game.data()
    console.print(f"[bold]{game.title}[/] ({game.slug}, rules {game.rules_version})")
    if game.unfinished:
        console.print(f"Unfinished: {game.unfinished}")
    console.print("Sides: " + ", ".join(f"{name} ({slug})" for slug, name in game.sides.items()))
    scenarios = Table(title="Scenarios", title_justify="left")
    for head in ("scenario", "title", "turns"):
        scenarios.add_column(head)
    for scenario in game.scenarios(data).values():
        scenarios.add_row(scenario.name, scenario.title, turns(scenario.turns))
    console.print(scenarios)
    console.print("Options (play with --option NAME=VALUE; the first value is the default)")
    for option in game.options(data):
        values = [option.default, *(choice for choice in option.choices if choice != option.default)]
        console.print(f"\n  [bold]{option.name}[/] = {' | '.join(values)}  [dim]\\[{option.case}][/]")
        console.print(Padding(Text(option.text), (0, 0, 0, 4)))


def show_map_only(console: Console, slug: str) -> None:
    console.print(f"[bold]{board_title(slug)}[/] ({slug}): the map is ready, the rules are not.")
    console.print(f"See it with: grognard map {slug} -o {slug}.svg")
