"""``grognard match``: bots against each other, with records."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from grognard.commands.common import (
    AsJson,
    GameName,
    OptionPairs,
    OverlayFolder,
    ScenarioName,
    SecretWord,
    option_values,
    out,
    print_json,
    tell_failed,
)
from grognard.errors import NotUnderstood

if TYPE_CHECKING:
    from collections.abc import Sequence

    from grognard.engine import Match
    from grognard.simulate.games import Result


def match(
    game: GameName,
    first: Annotated[str, typer.Argument(help="The bot for the first side.")] = "sergeant",
    second: Annotated[str, typer.Argument(help="The bot for the second side.")] = "sergeant",
    scenario: ScenarioName = None,
    number: Annotated[int, typer.Option("-n", "--number", min=1, help="Number of games, on consecutive seeds.")] = 1,
    seed: Annotated[int, typer.Option("--seed", help="The seed of the first game.")] = 0,
    option: OptionPairs = None,
    overlay: OverlayFolder = None,
    budget: Annotated[int | None, typer.Option(min=1, help="Evaluations per phase, instead of each bot's own.")] = None,
    record: Annotated[
        Path | None, typer.Option("--record", metavar="FOLDER", help="Write a replayable record of each game here.")
    ] = None,
    secret: SecretWord = "",
    why: Annotated[bool, typer.Option("--why", help="Print every order with its reason.")] = False,
    as_json: AsJson = False,
) -> None:
    """Let two bots play each other.

    Bots: random, sergeant, colonel, general; `colonel/hold` sticks to a posture; `program:./mybot` is a
    program that speaks JSON lines. The sides are in the order of `grognard games`.

    Examples:

    - `grognard match marne-1914 sergeant random --seed 7 --why`

    - `grognard match marne-1914 colonel sergeant -s full-battle -n 10 --record games/`

    - `grognard match marne-1914 sergeant "program:python3 mybot.py"`
    """
    from msgspec import to_builtins

    from grognard.engine import find_game
    from grognard.engine.records import write_record
    from grognard.engine.starting import scenario_name
    from grognard.simulate.games import Contest, Failed, Pairing, secret_for, seed_of

    rules = find_game(game)
    name = scenario_name(rules, rules.data(overlay), scenario)
    sides = list(rules.sides)
    if len(sides) != 2:
        raise NotUnderstood(f"{game} has {len(sides)} sides; a match is between two")
    if why and as_json:
        raise NotUnderstood("--why and --json do not go together: records (--record) have the reasons too")
    console = out()
    results, failed = [], []
    secret = secret_for((first, second), secret)
    for n in range(seed, seed + number):
        bots = dict(zip(sides, (first, second), strict=True))
        pairing = Pairing(game, name, seed_of(secret, n), bots, option_values(option), str(overlay or ""), "", budget)
        contest = Contest(pairing, tell_orders if why else None)
        result = contest.try_out()
        if isinstance(result, Failed):
            failed.append(result)
        else:
            results.append(result)
            if not as_json:
                console.print(line_of(result, rules.sides), markup=False)
                for failure in result.failures:
                    console.print(f"  {failure}", style="red", markup=False)
        if record is not None:
            record.mkdir(parents=True, exist_ok=True)
            (record / f"{name}-{n}.txt").write_text(write_record(contest.match, bots, comments=True), encoding="utf-8")
    if as_json:
        print_json([to_builtins(result) for result in results])
    elif len(results) > 1:
        tell_sum(results, sides, rules.sides)
    tell_failed(failed)


def tell_orders(match: Match, side: str, answer: Any) -> None:
    node = match.last
    assert node is not None
    out().print(f"{node.turn} {node.phase:12} {side}: {match.write(answer.action)}  -- {answer.reason}", markup=False)
    for other in answer.considered[:4]:
        out().print(f"      considered {other}", style="dim", markup=False)


def line_of(result: Result, names: Any) -> str:
    points = ", ".join(f"{names[s]} {p:+g}" for s, p in result.points.items())
    think = ", ".join(f"{s} {t:.1f} s" for s, t in result.think.items())
    return f"seed {result.pairing.seed}: {result.level} ({points}); {result.decisions} decisions; thinking: {think}"


def tell_sum(results: Sequence[Result], sides: Sequence[str], names: Any) -> None:
    from grognard.simulate.statistics import mean, share

    for side in sides:
        won = share(sum(r.winner == side for r in results), len(results))
        out().print(
            f"{names[side]}: won {won.percent()}, points {mean([r.points[side] for r in results])}", markup=False
        )
