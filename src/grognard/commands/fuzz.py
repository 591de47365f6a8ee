"""``grognard fuzz``: many random games, every one checked."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from grognard.commands.common import INTERRUPTED, AsJson, GameName, OptionPairs, err, option_values, out, print_json

if TYPE_CHECKING:
    from rich.console import Console

    from grognard.commands.fuzzing import Failure, Plan, Tally


def fuzz(
    game: GameName,
    number: Annotated[int, typer.Option("-n", "--number", min=1, help="How many games.")] = 100,
    scenario: Annotated[
        str | None, typer.Option("--scenario", "-s", help="Only this scenario; default: all in turn.")
    ] = None,
    seed: Annotated[int, typer.Option("--seed", metavar="FROM", min=0, help="The seed of the first game.")] = 0,
    laws: Annotated[
        Literal["light", "every", "text", "none"],
        typer.Option(
            help="light: invariants every tenth decision, all laws in every 200th game. every: all laws. "
            "text: each action, many positions and the record are written and read again."
        ),
    ] = "light",
    options: Annotated[
        Literal["vary", "default"],
        typer.Option(help="vary: random options in each game. default: the game's own."),
    ] = "vary",
    option: OptionPairs = None,
    jobs: Annotated[int | None, typer.Option("--jobs", "-j", min=1, help="Processes; default: one per core.")] = None,
    as_json: AsJson = False,
) -> None:
    """Play many random games and check that the rules hold: no error, no dead end, nothing impossible.

    The seed decides the whole game: the dice, the players' choices, the scenario and the options all come from
    it. Exits with code 1 if a game fails, and says how to reproduce it.

    Examples:

    - `grognard fuzz marne-1914 -n 1000` plays a thousand games on all cores.

    - `grognard fuzz marne-1914 -n 1 --seed 4711 --laws every` checks one game at every decision.

    - `grognard fuzz marne-1914 -n 200 --options default --option setup=free`
    """
    from grognard.commands.fuzzing import Plan, Tally, results
    from grognard.commands.progress import Progress
    from grognard.engine import find_game
    from grognard.engine.starting import scenario_name

    rules = find_game(game)
    data = rules.data()
    fixed = option_values(option)
    rules.chosen_options(data, fixed)  # complains of unknown names and values before any game is played
    scenarios = [scenario_name(rules, data, scenario)] if scenario else list(rules.scenarios(data))
    plan = Plan(game, tuple(scenarios), fixed, options == "vary", laws)
    console, tally, begun = err() if as_json else out(), Tally(), time.perf_counter()
    interrupted = False
    try:
        with Progress(console, number) as progress:
            for result in results(plan, range(seed, seed + number), jobs):
                tally.add(result)
                progress.step()
                if len(tally.failures) >= 10:
                    break
    except KeyboardInterrupt:
        interrupted = True
        console.print(f"interrupted after {tally.games} games; what was played counts:")
    if as_json:
        print_json(facts(tally, time.perf_counter() - begun))
    else:
        report(console, plan, tally, time.perf_counter() - begun)
    if tally.failures:
        raise typer.Exit(1)
    if interrupted:
        raise typer.Exit(INTERRUPTED)


def facts(tally: Tally, seconds: float) -> dict[str, object]:
    from msgspec import to_builtins

    outcomes = [{"scenario": s, "outcome": level, "games": n} for (s, level), n in sorted(tally.outcomes.items())]
    failures = [to_builtins(failure) for failure in tally.failures]
    counts = {"games": tally.games, "decisions": tally.decisions, "seconds": round(seconds, 3)}
    return {**counts, "outcomes": outcomes, "failures": failures}


def report(console: Console, plan: Plan, tally: Tally, seconds: float) -> None:
    from rich.table import Table

    for failure in tally.failures:
        tell_failure(console, plan, failure)
    if tally.played:
        table = Table(title="How the games ended", title_justify="left")
        for head in ("scenario", "outcome", "games", "share"):
            table.add_column(head, justify="right" if head in ("games", "share") else "left")
        for (scenario, level), count in sorted(tally.outcomes.items()):
            table.add_row(scenario, level, str(count), f"{count / len(tally.played):.1%}")
        console.print(table)
        shortest, longest = (
            min(tally.played, key=lambda r: r.decisions),
            max(tally.played, key=lambda r: r.decisions),
        )
        console.print(
            f"shortest {shortest.decisions} decisions (seed {shortest.seed}), "
            f"longest {longest.decisions} (seed {longest.seed})"
        )
    failed = f"[red]{len(tally.failures)} failed[/]" if tally.failures else "none failed"
    console.print(
        f"{tally.games} games, {tally.decisions} decisions in {seconds:.1f} s: "
        f"{tally.decisions / max(seconds, 0.001):,.0f} decisions/s with the checks; {failed}"
    )


def tell_failure(console: Console, plan: Plan, failure: Failure) -> None:
    from rich.markup import escape

    console.print(
        f"[red]seed {failure.seed} failed[/] in {failure.scenario} after action {failure.number}: "
        + escape(failure.error)
    )
    console.print(
        f"  options: {' '.join(f'{k}={v}' for k, v in failure.options.items())}", soft_wrap=True, markup=False
    )
    for line in failure.actions:
        console.print(f"  {line}", soft_wrap=True, markup=False)
    console.print(escape(failure.trace), style="dim", soft_wrap=True)
    fixed = "".join(f" --option {name}={value}" for name, value in plan.fixed.items())
    vary = "" if plan.vary else " --options default"
    scenario = f" --scenario {plan.scenarios[0]}" if len(plan.scenarios) == 1 else ""
    again = f"grognard fuzz {plan.game} -n 1 --seed {failure.seed} --laws {plan.laws}{scenario}{vary}{fixed}"
    console.print(f"  to reproduce: {again}", soft_wrap=True, markup=False)
