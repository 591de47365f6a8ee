"""Calibration: tune reconstructed values within bounds until the typical game matches history.

The game's data names what may be tuned (calibration.toml: file, row, column, bounds) and what the real
battle brought (history.toml). Each value is tried a step up and down on the same seeds; from the paired
differences comes a linear model of the points, which is solved for the smallest change that meets history.
The proposal is then played on fresh seeds. It is written as an overlay; the game's own files stay as they are.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import msgspec

from grognard.data import DataFolder
from grognard.engine import find_game
from grognard.errors import DataError
from grognard.simulate.games import Pairing, Result
from grognard.simulate.statistics import Estimate, mean
from grognard.simulate.study import history


class Knob(msgspec.Struct, frozen=True):
    """A reconstructed value that may be tuned."""

    name: str
    file: str
    row: Mapping[str, str]
    """The columns that tell the row."""
    column: str
    low: int
    high: int
    step: int = 1
    source: str = ""


class Effect(msgspec.Struct, frozen=True):
    """What one step of a knob does to the points in each scenario."""

    knob: Knob
    now: int
    per_step: Mapping[str, Estimate]


class Proposal(msgspec.Struct, frozen=True):
    values: Mapping[str, int]
    before: Mapping[str, Estimate]
    after: Mapping[str, Estimate]
    target: Mapping[str, float]
    effects: Sequence[Effect]


def knobs(data: DataFolder) -> list[Knob]:
    """What may be tuned; every row must exist and be marked as a reconstruction."""
    if not data.exists("calibration.toml"):
        raise DataError("the game names no values that may be tuned (calibration.toml is missing)", data.root)
    found = []
    for entry in data.toml("calibration.toml").get("knob", []):
        try:
            knob = msgspec.convert(entry, Knob)
        except msgspec.ValidationError as problem:
            raise DataError(str(problem), data.path("calibration.toml")) from None
        row = row_of(data, knob)
        if not any("reconstruction" in value for key, value in row.items() if key.startswith("source")):
            raise DataError(f"'{knob.name}' names a value that is not marked as a reconstruction", data.path(knob.file))
        found.append(knob)
    return found


def row_of(data: DataFolder, knob: Knob) -> Mapping[str, str]:
    for row in data.rows(knob.file, [*knob.row, knob.column]):
        if all(row[key] == value for key, value in knob.row.items()):
            return row
    raise DataError(f"'{knob.name}' names a row that does not exist: {dict(knob.row)}", data.path(knob.file))


def value_of(data: DataFolder, knob: Knob) -> int:
    return int(row_of(data, knob)[knob.column])


def overlay_with(data: DataFolder, changes: Sequence[tuple[Knob, int]], folder: Path, note: str = "") -> Path:
    """An overlay folder in which those values are changed, remarks and order of the files kept."""
    by_file: dict[str, list[tuple[Knob, int]]] = {}
    for knob, value in changes:
        by_file.setdefault(knob.file, []).append((knob, value))
    folder.mkdir(parents=True, exist_ok=True)
    for name, wanted in by_file.items():
        lines = data.text(name).splitlines()
        head = next(n for n, line in enumerate(lines) if line.strip() and not line.startswith("#"))
        header = next(csv.reader([lines[head]]))
        for n in range(head + 1, len(lines)):
            if not lines[n].strip() or lines[n].startswith("#"):
                continue
            cells = [c.strip() for c in next(csv.reader([lines[n]]))]
            row = dict(zip(header, cells, strict=True))
            for knob, value in wanted:
                if all(row[key] == text for key, text in knob.row.items()) and int(row[knob.column]) != value:
                    cells[header.index(knob.column)] = str(value)
                    if note and "source" in header:
                        cells[header.index("source")] += f"; {note}"
                    lines[n] = csv_line(cells)
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return folder


def csv_line(cells: Sequence[str]) -> str:
    out = io.StringIO()
    csv.writer(out, lineterminator="").writerow(cells)
    return out.getvalue()


class Calibration:
    """One run of the tuning. ``play`` plays pairings and returns their results in order."""

    def __init__(
        self,
        game: str,
        bot: str,
        games: int,
        folder: Path,
        play: Callable[[Sequence[Pairing]], Sequence[Result]],
        scenarios: Sequence[str] = (),
    ) -> None:
        self.game = find_game(game)
        self.data = self.game.data()
        self.bot = bot
        self.games = games
        self.folder = folder
        self.play = play
        self.first = next(iter(self.game.sides))
        told = history(self.data)
        self.target = {
            name: float(entry["points"])
            for name, entry in told.items()
            if "points" in entry and (not scenarios or name in scenarios)
        }
        if not self.target:
            raise DataError("the data states no historical points to aim at (history.toml)", self.data.root)
        self.knobs = knobs(self.data)

    def pairings(self, overlay: str, label: str, seed: int) -> list[Pairing]:
        bots = dict.fromkeys(self.game.sides, self.bot)
        digest = self.game.data(Path(overlay)).digest() if overlay else ""
        return [
            Pairing(self.game.slug, scenario, str(seed + n), bots, {}, overlay, label, None, digest)
            for scenario in self.target
            for n in range(self.games)
        ]

    def points(self, overlay: str, label: str, seed: int = 0) -> dict[str, list[float]]:
        results = self.play(self.pairings(overlay, label, seed))
        found: dict[str, list[float]] = {scenario: [] for scenario in self.target}
        for result in results:
            found[result.pairing.scenario].append(result.points[self.first])
        return found

    def run(self) -> Proposal:
        base = self.points("", "base")
        effects = [self.effect(knob, base) for knob in self.knobs]
        before = {scenario: mean(values) for scenario, values in base.items()}
        values = self.solve(before, effects)
        note = "calibrated against history by games between equal bots"
        chosen = [(k, values[k.name]) for k in self.knobs if values[k.name] != value_of(self.data, k)]
        after = before
        if chosen:
            overlay = overlay_with(self.data, chosen, self.folder / "overlay", note)
            fresh = self.points(str(overlay), "proposal", seed=100_000)
            after = {scenario: mean(numbers) for scenario, numbers in fresh.items()}
        return Proposal(values, before, after, self.target, effects)

    def effect(self, knob: Knob, base: Mapping[str, Sequence[float]]) -> Effect:
        """The mean paired change for one step, from a step up and a step down where the bounds allow."""
        now = value_of(self.data, knob)
        changes: dict[str, list[float]] = {scenario: [] for scenario in base}
        for direction in (1, -1):
            value = now + direction * knob.step
            if not knob.low <= value <= knob.high:
                continue
            name = f"{knob.name}{direction * knob.step:+d}"
            overlay = overlay_with(self.data, [(knob, value)], self.folder / "tries" / name)
            for scenario, numbers in self.points(str(overlay), name).items():
                changes[scenario] += [direction * (a - b) for a, b in zip(numbers, base[scenario], strict=True)]
        return Effect(knob, now, {scenario: mean(values) for scenario, values in changes.items()})

    def solve(self, before: Mapping[str, Estimate], effects: Sequence[Effect]) -> dict[str, int]:
        """Step by step the change that brings the points nearest to history; small changes are cheaper."""
        values = {e.knob.name: e.now for e in effects}

        def miss(candidate: Mapping[str, int]) -> float:
            total = 0.0
            for scenario, target in self.target.items():
                expected = before[scenario].value
                for e in effects:
                    slope = e.per_step[scenario].value if e.per_step[scenario].number else 0.0
                    expected += (candidate[e.knob.name] - e.now) / e.knob.step * slope
                total += (expected - target) ** 2
            moved = sum(abs(candidate[e.knob.name] - e.now) / e.knob.step for e in effects)
            return total + 0.1 * moved

        while True:
            options = [
                {**values, e.knob.name: values[e.knob.name] + d * e.knob.step}
                for e in effects
                for d in (1, -1)
                if e.knob.low <= values[e.knob.name] + d * e.knob.step <= e.knob.high
            ]
            best = min(options, key=miss, default=values)
            if miss(best) >= miss(values) - 1e-9:
                return values
            values = best


def write_up(proposal: Proposal, bot: str, games: int) -> str:
    """The report of a calibration, as Markdown."""
    lines = ["# Calibration", "", f"{games} games a scenario and trial, {bot} against {bot}.", ""]
    lines += ["| scenario | history | before | proposal, fresh seeds |", "| --- | --- | --- | --- |"]
    for scenario, target in proposal.target.items():
        lines.append(f"| {scenario} | {target:g} | {proposal.before[scenario]} | {proposal.after[scenario]} |")
    lines += [
        "",
        "| value | now | proposed | bounds | change of points for a step |",
        "| --- | --- | --- | --- | --- |",
    ]
    for e in proposal.effects:
        effect = "; ".join(f"{scenario} {estimate}" for scenario, estimate in e.per_step.items())
        lines.append(
            f"| {e.knob.name} | {e.now} | {proposal.values[e.knob.name]} | {e.knob.low} to {e.knob.high} | {effect} |"
        )
    return "\n".join(lines) + "\n"
