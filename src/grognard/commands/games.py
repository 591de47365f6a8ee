"""``grognard games``: what can be played."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Any

import typer

from grognard.commands.common import AsJson, games_like, has_rules, map_data, map_slugs, out, print_json

if TYPE_CHECKING:
    from rich.console import Console

    from grognard.engine import Game


def games(
    name: Annotated[
        str | None, typer.Argument(metavar="[GAME]", help="Show details of this game.", autocompletion=games_like)
    ] = None,
    as_json: AsJson = False,
) -> None:
    """List the games; with a name, its sides, scenarios and options.

    A damaged game is listed with its error; the others are not affected.

    Examples:

    - `grognard games` shows all games with their scenarios.

    - `grognard games marne-1914` shows its sides, scenarios and options, and what each option changes.

    - `grognard games --json` lists them for a program.
    """
    if name is None:
        found = [facts(slug) for slug in map_slugs()]
        print_json(found) if as_json else show_all(out(), found)
        return
    map_data(name)  # complains of a name that nothing has
    if as_json:
        print_json(facts(name))
    elif has_rules(name):
        from grognard.engine import find_game

        show_one(out(), find_game(name))
    else:
        show_map_only(out(), name)


def facts(slug: str) -> dict[str, Any]:
    """What there is to say of a game; of a damaged one, its error."""
    from grognard.engine import find_game, in_words

    if not has_rules(slug):
        return {"game": slug, "title": board_title(slug), "map_only": True}
    try:
        game = find_game(slug)
        data = game.data()
        return {
            "game": slug,
            "title": game.title,
            "rules": game.rules_version,
            "unfinished": game.unfinished,
            "sides": dict(game.sides),
            "scenarios": [
                {"name": s.name, "title": s.title, "turns": list(s.turns), "text": s.text}
                for s in game.scenarios(data).values()
            ],
            "options": [
                {"name": o.name, "default": o.default, "choices": list(o.choices), "case": o.case, "text": o.text}
                for o in game.options(data)
            ],
        }
    except Exception as problem:  # whatever another distribution does wrong
        return {"game": slug, "title": slug, "error": in_words(problem)}


def show_all(console: Console, found: list[dict[str, Any]]) -> None:
    from rich.table import Table

    table = Table(title="Games", title_justify="left")
    for head in ("game", "title", "scenario", "turns", "options"):
        table.add_column(head, no_wrap=head != "title")
    for game in found:
        if "scenarios" not in game:
            table.add_row(game["game"], game["title"], "(damaged)" if "error" in game else "(map only)", "", "")
            continue
        first = (game["game"], f"{game['title']} (unfinished)" if game["unfinished"] else game["title"])
        for scenario in game["scenarios"]:
            options = str(len(game["options"])) if first[0] else ""
            table.add_row(*first, scenario["name"], turns(scenario["turns"]), options)
            first = ("", "")
    console.print(table)
    for game in found:
        if "error" in game:
            console.print(f"{game['game']} is damaged: {game['error']}", style="red", markup=False, soft_wrap=True)
    console.print("Play one with: grognard play GAME --scenario SCENARIO")


def board_title(slug: str) -> str:
    from grognard.board.load import Settings

    return Settings(map_data(slug)).text("title")


def turns(span: Sequence[int]) -> str:
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
