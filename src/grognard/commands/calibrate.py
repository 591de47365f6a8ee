"""``grognard calibrate``: tune reconstructed values until the typical game matches history."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from grognard.commands.common import GameName, out, tell_failed
from grognard.errors import NotUnderstood

if TYPE_CHECKING:
    from grognard.simulate.games import Pairing, Result


def calibrate(
    game: GameName,
    number: Annotated[int, typer.Option("-n", "--number", min=2, help="Games per scenario and trial.")] = 100,
    scenario: Annotated[
        list[str] | None, typer.Option("--scenario", "-s", help="Can be repeated; default: all with a history.")
    ] = None,
    bot: Annotated[str, typer.Option("--bot", help="Who plays both sides.")] = "sergeant",
    folder: Annotated[
        Path, typer.Option("--out", metavar="FOLDER", help="Folder for the report, the overlay and the games.")
    ] = Path("calibration"),
    jobs: Annotated[int | None, typer.Option("--jobs", "-j", min=1, help="Processes; default: one per core.")] = None,
) -> None:
    """Tune the values that the data marks as reconstructed, within their bounds, toward the historical outcome.

    Writes a report (calibration.md) and proposes an overlay folder; the game's own files are never touched.
    If interrupted, just start it again: finished games are kept.

    Example: `grognard calibrate marne-1914 -n 200 --out calibration/marne`
    """
    from grognard.commands.progress import Progress
    from grognard.simulate.calibrate import Calibration, write_up
    from grognard.simulate.work import Ledger, run

    console = out()
    own_folder(folder, {"game": game, "number": number, "bot": bot, "scenarios": sorted(scenario or ())})
    ledger = Ledger(folder / "results.jsonl")

    def play(pairings: Sequence[Pairing]) -> Sequence[Result]:
        known = sum(p.key in ledger.results for p in pairings)
        label = pairings[0].label if pairings else ""
        with Progress(console, len(pairings), known, f"games ({label})") as bar:
            results = run(pairings, ledger, jobs, done=bar.step)
        tell_failed(ledger.failed.values())  # differences are counted seed by seed: every game is needed
        return results

    calibration = Calibration(game, bot, number, folder, play, scenario or ())
    proposal = calibration.run()
    text = write_up(calibration, proposal)
    (folder / "calibration.md").write_text(text, encoding="utf-8")
    console.print(text, markup=False, soft_wrap=True)
    overlay = f"; the overlay is {folder / 'overlay'}" if proposal.changes else ""
    console.print(f"written to {folder / 'calibration.md'}{overlay}", soft_wrap=True)


def own_folder(folder: Path, settings: dict[str, object]) -> None:
    """A folder belongs to one calibration; what another one has written there is never overwritten."""
    import msgspec

    path = folder / "calibration.json"
    content = msgspec.json.format(msgspec.json.encode(settings)) + b"\n"
    if path.exists():
        if path.read_bytes() != content:
            raise NotUnderstood(f"{folder} already holds another calibration; choose another folder with --out")
        return
    taken = [name for name in ("calibration.md", "overlay", "results.jsonl") if (folder / name).exists()]
    if taken:
        raise NotUnderstood(f"{folder / taken[0]} already exists; choose another folder with --out")
    folder.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)
