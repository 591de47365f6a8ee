"""``grognard ladder``: which bot is stronger, and how sure that is."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from grognard.commands.common import GameName, OptionPairs, option_values, out

if TYPE_CHECKING:
    from collections.abc import Sequence

    from grognard.simulate.games import Pairing, Result
    from grognard.simulate.ladder import Meeting

BATCH = 4
"""Pairs between two looks at the gate."""


def ladder(
    game: GameName,
    bots: Annotated[
        list[str] | None, typer.Argument(help="The bots; random, sergeant and colonel if left out.")
    ] = None,
    number: Annotated[
        int, typer.Option("-n", "--number", min=1, help="How many seeds; each pair plays both sides on each.")
    ] = 20,
    scenario: Annotated[
        list[str] | None, typer.Option("--scenario", "-s", help="May be repeated; all if left out.")
    ] = None,
    seed: Annotated[int, typer.Option("--seed", help="The first seed.")] = 0,
    measure: Annotated[
        Literal["points", "outcome"], typer.Option(help="points: against the median. outcome: by the game's levels.")
    ] = "points",
    gate: Annotated[
        float | None,
        typer.Option(
            min=0.5, max=1.0, help="SPRT: stop as soon as it is clear whether the first bot scores so much in pairs."
        ),
    ] = None,
    option: OptionPairs = None,
    results: Annotated[
        Path | None, typer.Option("--results", metavar="FILE", help="Keep games there; taken up again if it exists.")
    ] = None,
    jobs: Annotated[int | None, typer.Option("--jobs", "-j", min=1, help="Processes; one a core if left out.")] = None,
    on: Annotated[Literal["pool", "ray"], typer.Option(help="Where the games are played.")] = "pool",
) -> None:
    """Play every bot against every other, both sides on the same seeds, and rate them.

    Ratings are Bradley-Terry with a term for the side, as Elo above the weakest, with 95 % intervals.

    Examples:

    - `grognard ladder marne-1914 random sergeant colonel -n 40`

    - `grognard ladder marne-1914 colonel sergeant --gate 0.75 -n 200` stops when the answer is clear.
    """
    from grognard.commands.progress import Progress
    from grognard.engine import find_game
    from grognard.engine.match import scenario_name
    from grognard.simulate.ladder import meetings_of, pair_scores, round_robin, sprt
    from grognard.simulate.work import Ledger, run

    rules = find_game(game)
    data = rules.data()
    names = [scenario_name(rules, data, s) for s in scenario] if scenario else list(rules.scenarios(data))
    players = bots or ["random", "sergeant", "colonel"]
    sides = list(rules.sides)
    values = option_values(option)
    ledger = Ledger(results)
    seeds = [str(n) for n in range(seed, seed + number)]
    pairings: list[Pairing] = []
    played: list[Result] = []
    whole = round_robin(game, names, players, seeds, sides, values)
    known = sum(p.key in ledger.results for p in whole)
    size = BATCH if gate is not None else number
    console = out()
    with Progress(console, len(whole), known) as bar:
        for start in range(0, number, size):
            pairings += round_robin(game, names, players, seeds[start : start + size], sides, values)
            played = run(pairings, ledger, jobs, on, bar.step)
            if gate is not None:
                verdict = sprt(pair_scores(meetings_of(played, sides), players[0], players[1]), 0.5, gate)
                if verdict.decided:
                    break
    tell(meetings_of(played, sides), players, sides, measure)
    if gate is not None:
        verdict = sprt(pair_scores(meetings_of(played, sides), players[0], players[1]), 0.5, gate)
        said = verdict.decided or "not decided yet"
        console.print(
            f"gate {gate:.0%}: {players[0]} is {said} (log likelihood ratio {verdict.likelihood:+.2f}, "
            f"bounds {verdict.low:+.2f} and {verdict.high:+.2f}, {verdict.pairs} pairs)"
        )


def tell(meetings: Sequence[Meeting], players: Sequence[str], sides: Sequence[str], measure: str) -> None:
    from rich.table import Table

    from grognard.simulate.ladder import against_mirror, fit, pair_scores
    from grognard.simulate.statistics import share

    console = out()
    found = fit(meetings, measure)
    table = Table(title="Ratings", title_justify="left")
    for head in ("bot", "Elo", "95 %", "score"):
        table.add_column(head, justify="left" if head == "bot" else "right")
    for rating in found.ratings:
        table.add_row(
            rating.bot,
            f"{rating.elo.value:.0f}",
            f"{rating.elo.low:.0f} to {rating.elo.high:.0f}",
            f"{rating.score.value:.0%}",
        )
    console.print(table)
    for scenario, worth in found.side_elo.items():
        console.print(
            f"{scenario}: playing {sides[0]} is worth {worth.value:+.0f} Elo "
            f"against a par of {found.par[scenario]:g} points"
        )
    pairs = Table(title="Pair by pair", title_justify="left")
    for head in ("bot", "over", "pairs", f"as {sides[0]}", f"as {sides[1]}"):
        pairs.add_column(head)
    for n, bot in enumerate(players):
        for other in players[n + 1 :]:
            scores = pair_scores(meetings, bot, other)
            mirror = against_mirror(meetings, bot, other)
            pairs.add_row(
                bot,
                other,
                share(sum(scores), len(scores)).percent(),
                mirror["first"].percent(),
                mirror["second"].percent(),
            )
    console.print(pairs)
    console.print("as ...: how often the bot does better than the other one would have in its place, on the same seed")
