"""``grognard ladder``: which bot is stronger, and how sure that is."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from grognard.commands.common import GameName, OptionPairs, SecretWord, option_values, out, tell_failed
from grognard.errors import NotUnderstood

if TYPE_CHECKING:
    from collections.abc import Sequence

    from grognard.simulate.games import Pairing
    from grognard.simulate.gate import Gate, Standing
    from grognard.simulate.ladder import Ladder, Meeting
    from grognard.simulate.work import Ledger

STANDING_EVERY = 10
"""Pairs between two lines that tell how a gate stands."""


def ladder(
    game: GameName,
    bots: Annotated[list[str] | None, typer.Argument(help="The bots; default: random, sergeant and colonel.")] = None,
    number: Annotated[
        int, typer.Option("-n", "--number", min=1, help="Number of seeds; each pair plays both sides on each.")
    ] = 20,
    scenario: Annotated[
        list[str] | None, typer.Option("--scenario", "-s", help="Can be repeated; default: all.")
    ] = None,
    seed: Annotated[int, typer.Option("--seed", help="The first seed.")] = 0,
    measure: Annotated[
        Literal["points", "outcome"], typer.Option(help="points: against the median. outcome: by the game's levels.")
    ] = "points",
    gate: Annotated[
        float | None,
        typer.Option(
            min=0.5, max=0.99, help="SPRT: stop as soon as it is clear whether the first bot scores more than this."
        ),
    ] = None,
    each_side: Annotated[
        bool, typer.Option("--each-side", help="The gate must be passed as either side too, against the mirror match.")
    ] = False,
    fixed: Annotated[
        bool, typer.Option("--fixed", help="The gate plays all its seeds and goes by 95 % intervals instead of SPRT.")
    ] = False,
    option: OptionPairs = None,
    budget: Annotated[int | None, typer.Option(min=1, help="Evaluations per phase, instead of each bot's own.")] = None,
    results: Annotated[
        Path | None, typer.Option("--results", metavar="FILE", help="Keep games in this file; resumes if it exists.")
    ] = None,
    json: Annotated[
        Path | None, typer.Option("--json", metavar="FILE", help="Write the results to a file as well.")
    ] = None,
    jobs: Annotated[int | None, typer.Option("--jobs", "-j", min=1, help="Processes; default: one per core.")] = None,
    on: Annotated[Literal["pool", "ray"], typer.Option(help="Where the games are played.")] = "pool",
    secret: SecretWord = "",
) -> None:
    """Play every bot against every other, both sides on the same seeds, and rate them.

    Ratings are Bradley-Terry with a term for the side, as Elo above the weakest, with 95 % intervals.

    Examples:

    - `grognard ladder marne-1914 random sergeant colonel -n 40`

    - `grognard ladder marne-1914 colonel sergeant --gate 0.75 -n 200 --results gate.jsonl` stops when it is clear,
      with 5 % for either error, whether the Colonel wins more than 75 % of pairs. Run it again to resume. With
      `--fixed` it plays all 200 and says whether the 95 % interval lies above 75 %.
    """
    from grognard.bots import make_bot
    from grognard.engine import find_game
    from grognard.engine.starting import scenario_name
    from grognard.simulate.games import secret_for, seed_of
    from grognard.simulate.gate import Gate
    from grognard.simulate.ladder import round_robin
    from grognard.simulate.work import Ledger

    rules = find_game(game)
    data = rules.data()
    names = [scenario_name(rules, data, s) for s in scenario] if scenario else list(rules.scenarios(data))
    players = list(dict.fromkeys(bots or ["random", "sergeant", "colonel"]))
    if len(players) < 2:
        raise NotUnderstood("a ladder needs at least two bots")
    if gate is not None and len(players) != 2:
        raise NotUnderstood("a gate needs two bots: first the one that has to pass, then the other")
    if gate is None and (fixed or each_side):
        raise NotUnderstood("--fixed and --each-side need --gate")
    for player in players:
        make_bot(player).close()  # complains of unknown names before any game is played
    sides = list(rules.sides)
    values = option_values(option)
    rules.chosen_options(data, values)
    ledger = Ledger(results)
    given, secret = secret, secret_for(players, secret)
    if secret != given:
        out().print(f"the dice are those of --secret {secret}", markup=False)
    seeds = [seed_of(secret, n) for n in range(seed, seed + number)]
    if gate is not None:
        test = Gate(game, names, players[0], players[1], seeds, sides, gate, values, budget, each_side, fixed)
        found = play_gate(test, ledger, jobs, on)
        if json is not None:
            write_json(json, {"game": game, "scenarios": names, "bots": players, "gate": gate, "standing": found})
        tell_failed(ledger.failed.values())
        return
    pairings = round_robin(game, names, players, seeds, sides, values, budget=budget)
    meetings = play_round(pairings, ledger, jobs, on, sides)
    ratings = tell(meetings, players, sides, measure)
    if json is not None:
        write_json(json, {"game": game, "scenarios": names, "ladder": ratings, "meetings": meetings})
    tell_failed(ledger.failed.values())


def play_gate(gate: Gate, ledger: Ledger, jobs: int | None, on: str) -> Standing:
    from grognard.commands.progress import Progress
    from grognard.simulate.gate import in_words

    console = out()
    known = sum(p.key in ledger.results for p in gate.pairings)
    said = 0
    with Progress(console, len(gate.pairings), known) as bar:

        def tell_now(_: object, found: Standing) -> None:
            nonlocal said
            bar.step()
            if found.meetings >= said + STANDING_EVERY and not found.decided:
                said = found.meetings
                console.print(
                    f"{found.pairs.percent()} of pairs; log likelihood ratio {found.verdict.likelihood:+.2f}",
                    markup=False,
                )

        found = gate.run(ledger, jobs, on, tell_now)
    for line in in_words(gate, found):
        console.print(line, markup=False, soft_wrap=True)
    return found


def play_round(
    pairings: Sequence[Pairing], ledger: Ledger, jobs: int | None, on: str, sides: Sequence[str]
) -> list[Meeting]:
    from grognard.commands.progress import Progress
    from grognard.simulate.ladder import meetings_of
    from grognard.simulate.work import run

    known = sum(p.key in ledger.results for p in pairings)
    with Progress(out(), len(pairings), known) as bar:
        return meetings_of(run(pairings, ledger, jobs, on, bar.step), sides)


def write_json(path: Path, content: object) -> None:
    import msgspec

    try:
        path.write_bytes(msgspec.json.format(msgspec.json.encode(content), indent=1) + b"\n")
    except OSError as problem:
        raise NotUnderstood(f"cannot write {path}: {problem.strerror}") from None


def tell(meetings: Sequence[Meeting], players: Sequence[str], sides: Sequence[str], measure: str) -> Ladder:
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
    return found
