"""``grognard study`` and ``grognard merge``: thousands of games and what they show."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from grognard.commands.common import GameName, OptionPairs, SecretWord, option_values, out, tell_failed
from grognard.errors import NotUnderstood

if TYPE_CHECKING:
    from collections.abc import Sequence

    from grognard.simulate.games import Pairing
    from grognard.simulate.study import Plan


def study(
    game: GameName,
    number: Annotated[int, typer.Option("-n", "--number", min=1, help="Seeds per scenario and variant.")] = 100,
    scenario: Annotated[
        list[str] | None, typer.Option("--scenario", "-s", help="Can be repeated; default: all.")
    ] = None,
    bot: Annotated[
        list[str] | None,
        typer.Option("--bot", metavar="[SIDE=]BOT", help="Default: sergeant; repeat it for each side."),
    ] = None,
    seed: Annotated[int, typer.Option("--seed", help="The first seed.")] = 0,
    option: OptionPairs = None,
    vary: Annotated[
        list[str] | None,
        typer.Option("--vary", metavar="OPTION=VALUE,..", help="Compare these values with the base; can be repeated."),
    ] = None,
    overlay: Annotated[
        list[str] | None,
        typer.Option(
            "--data", metavar="[NAME=]FOLDER", help="Compare these data files with the base; can be repeated."
        ),
    ] = None,
    folder: Annotated[
        Path, typer.Option("--out", metavar="FOLDER", help="Folder for results and report; resumes if it exists.")
    ] = Path("study"),
    shard: Annotated[
        str | None, typer.Option("--shard", metavar="i/n", help="Play this part only; merge the parts later.")
    ] = None,
    budget: Annotated[int | None, typer.Option(min=1, help="Evaluations per phase, instead of each bot's own.")] = None,
    jobs: Annotated[int | None, typer.Option("--jobs", "-j", min=1, help="Processes; default: one per core.")] = None,
    on: Annotated[Literal["pool", "ray"], typer.Option(help="Where the games are played.")] = "pool",
    secret: SecretWord = "",
) -> None:
    """Play many games between bots and write a report with pictures.

    Every finished game goes straight into results.jsonl, so you can interrupt a study and just start it again.

    Examples:

    - `grognard study marne-1914 -n 500 --out studies/marne`

    - `grognard study marne-1914 -n 200 -s full-battle --vary great_retreat=off --vary setup=free`

    - `grognard study marne-1914 -n 1000 --shard 3/8 --out part3`, then `grognard merge all part*`
    """
    from grognard.engine import find_game
    from grognard.simulate.study import make_plan
    from grognard.simulate.work import shard_of

    bots: dict[str, str] = {}
    for text in bot or ():
        side, equals, name = text.partition("=")
        if equals and not side.startswith("program:"):
            bots[side] = name
        else:
            bots = dict.fromkeys(find_game(game).sides, text)
    values = option_values(option)
    secret = secret or secret_of(folder / "plan.json")
    plan = make_plan(game, scenario or (), bots, number, seed, values, vary or (), overlay or (), budget, secret)
    pairings = shard_of(plan.pairings(), shard)
    play_study(plan, pairings, folder, jobs, on)


def play_study(plan: Plan, pairings: Sequence[Pairing], folder: Path, jobs: int | None, on: str) -> None:
    import msgspec

    from grognard.commands.progress import Progress
    from grognard.simulate.report import report
    from grognard.simulate.work import Ledger, run

    console = out()
    folder.mkdir(parents=True, exist_ok=True)
    same_plan(folder / "plan.json", plan)
    ledger = Ledger(folder / "results.jsonl")
    known = sum(p.key in ledger.results for p in pairings)
    if known:
        console.print(f"{known} of {len(pairings)} games are already done")
    try:
        with Progress(console, len(pairings), known) as bar:
            results = run(pairings, ledger, jobs, on, bar.step)
    except KeyboardInterrupt:
        console.print(f"interrupted; {len(ledger.results)} games are kept in {folder / 'results.jsonl'}")
        raise
    (folder / "plan.json").write_bytes(msgspec.json.format(msgspec.json.encode(plan)))
    if results:
        (folder / "report.html").write_text(report(plan, results), encoding="utf-8")
        console.print(f"{len(results)} games; the report is {folder / 'report.html'}")
    tell_failed(ledger.failed.values())


def secret_of(path: Path) -> str:
    """The secret of a study that is taken up again."""
    import msgspec

    from grognard.simulate.study import Plan

    try:
        return msgspec.json.decode(path.read_bytes(), type=Plan).secret
    except (OSError, msgspec.DecodeError):
        return ""


def same_plan(path: Path, plan: Plan) -> None:
    """A folder belongs to one plan; more games of the same plan may be added."""
    import msgspec

    from grognard.simulate.study import Plan

    if not path.exists():
        path.write_bytes(msgspec.json.format(msgspec.json.encode(plan)))
        return
    try:
        before = msgspec.json.decode(path.read_bytes(), type=Plan)
    except msgspec.DecodeError as problem:
        raise NotUnderstood(f"{path}: not a study plan ({problem})") from None
    if msgspec.structs.replace(before, games=plan.games) != plan:
        raise NotUnderstood(f"{path.parent} already holds another study; choose another folder with --out")


def merge(
    into: Annotated[Path, typer.Argument(metavar="FOLDER", help="Folder for the merged study.")],
    parts: Annotated[list[Path], typer.Argument(metavar="PART...", help="Folders of the shards.")],
) -> None:
    """Merge the shards of a study and write its report.

    Example: `grognard merge whole part1 part2 part3`
    """
    import msgspec

    from grognard.simulate.report import report
    from grognard.simulate.study import Plan
    from grognard.simulate.work import Ledger
    from grognard.simulate.work import merge as put_together

    plan: Plan | None = None
    for part in parts:
        try:
            found = msgspec.json.decode((part / "plan.json").read_bytes(), type=Plan)
        except (OSError, msgspec.DecodeError):
            raise NotUnderstood(f"{part} is not a study folder: cannot read plan.json") from None
        if plan is not None and found != plan:
            raise NotUnderstood(f"{part} belongs to a different study from {parts[0]}")
        plan = found
    assert plan is not None
    into.mkdir(parents=True, exist_ok=True)
    same_plan(into / "plan.json", plan)
    put_together([part / "results.jsonl" for part in parts], into / "results.jsonl")
    results = Ledger(into / "results.jsonl").results
    wanted = [results[p.key] for p in plan.pairings() if p.key in results]
    missing = len(plan.pairings()) - len(wanted)
    (into / "report.html").write_text(report(plan, wanted), encoding="utf-8")
    note = f"; {missing} are still missing" if missing else ""
    out().print(f"{len(wanted)} games{note}; the report is {into / 'report.html'}")


def report(
    folder: Annotated[Path, typer.Argument(metavar="FOLDER", help="The folder of a study.")],
    docs: Annotated[
        Path | None,
        typer.Option("--docs", metavar="NAME", help="Write NAME.md, with pictures in the folder NAME, for the docs."),
    ] = None,
) -> None:
    """Rewrite a study's report: report.html in its folder, or a short Markdown version with pictures.

    The pictures of maps are PNG and need the extra `draw`. An unfinished study is reported as far as it got.

    Examples:

    - `grognard report studies/marne`

    - `grognard report studies/marne --docs docs/studies/marne-1914`
    """
    import msgspec

    from grognard.simulate.pages import write_markdown
    from grognard.simulate.report import pieces
    from grognard.simulate.report import report as whole_report
    from grognard.simulate.study import Plan
    from grognard.simulate.work import Ledger

    try:
        plan = msgspec.json.decode((folder / "plan.json").read_bytes(), type=Plan)
    except (OSError, msgspec.DecodeError):
        raise NotUnderstood(f"{folder} is not a study folder: cannot read plan.json") from None
    known = Ledger(folder / "results.jsonl").results
    results = [known[p.key] for p in plan.pairings() if p.key in known]
    if not results:
        raise NotUnderstood(f"{folder} has no results yet")
    if docs is None:
        (folder / "report.html").write_text(whole_report(plan, results), encoding="utf-8")
        out().print(f"{len(results)} games; the report is {folder / 'report.html'}", soft_wrap=True, markup=False)
        return
    written = write_markdown(pieces(plan, results), docs.with_suffix(".md"))
    size = sum(path.stat().st_size for path in written)
    out().print(
        f"{len(results)} games; wrote {written[0]} and {len(written) - 1} pictures, {size / 1000:.0f} kB in total"
    )
