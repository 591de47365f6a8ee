"""Calibration: tune reconstructed values within bounds until the typical game matches history.

The game's data names what may be tuned (calibration.toml: file, row, column, bounds) and what the real
battle brought (history.toml). Each value is tried a step up and down on the same seeds; the paired
differences that are clear of chance make a linear model of the points, which is solved for the smallest
change that comes nearest to history. The proposal and the data as they are then play fresh seeds, because
on the seeds that it was chosen by a proposal always looks good. It is written as an overlay; the game's own
files stay as they are.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import msgspec

from grognard.engine import find_game
from grognard.engine.starting import scenario_name
from grognard.errors import DataError
from grognard.simulate.games import Pairing, Result
from grognard.simulate.knobs import Knob, knobs, overlay_with, value_of
from grognard.simulate.statistics import Estimate, mean
from grognard.simulate.study import history, when_counted

FIRST_FRESH_SEED = 100_000
"""The first seed of the games that judge a proposal."""
STEP_COST = 0.1
"""What a step away from the data costs, in squared points: of two ways to meet history the shorter one."""
NOTE = "calibrated against history by games between equal bots"


class Effect(msgspec.Struct, frozen=True):
    """What one step of a knob does to the points in each scenario."""

    knob: Knob
    now: int
    per_step: Mapping[str, Estimate]
    barred: Sequence[str] = ()
    """Why a step could not be tried."""

    def slope(self, scenario: str) -> float:
        """The change of points a step brings; 0 if chance alone could have brought it."""
        found = self.per_step[scenario]
        return found.value if found.number and (found.low > 0 or found.high < 0) else 0.0


class Proposal(msgspec.Struct, frozen=True):
    values: Mapping[str, int]
    before: Mapping[str, Estimate]
    """Scenario -> points on the seeds on which the values were tried."""
    fresh: Mapping[str, Estimate]
    """The same data on fresh seeds; empty if nothing is proposed."""
    after: Mapping[str, Estimate]
    """The proposal on those fresh seeds."""
    change: Mapping[str, Estimate]
    """What it changes there, seed by seed."""
    target: Mapping[str, float]
    effects: Sequence[Effect]

    @property
    def changes(self) -> bool:
        return any(self.values[e.knob.name] != e.now for e in self.effects)


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
        wanted = [scenario_name(self.game, self.data, s) for s in scenarios]
        self.told = history(self.data)
        self.target = {
            name: float(entry["points"])
            for name, entry in self.told.items()
            if "points" in entry and (not wanted or name in wanted)
        }
        if not self.target:
            raise DataError("the data give no historical points to aim at (history.toml)", self.data.root)
        self.knobs = knobs(self.data)

    def pairings(self, overlay: str, label: str, seed: int) -> list[Pairing]:
        bots = dict.fromkeys(self.game.sides, self.bot)
        digest = self.game.data(Path(overlay)).digest() if overlay else ""
        return [
            Pairing(self.game.slug, scenario, str(seed + n), bots, {}, overlay, label, None, digest)
            for n in range(self.games)
            for scenario in self.target
        ]

    def points(self, overlay: str, label: str, seed: int = 0) -> dict[str, list[float]]:
        results = self.play(self.pairings(overlay, label, seed))
        found: dict[str, list[float]] = {scenario: [] for scenario in self.target}
        for result in results:
            told = self.told[result.pairing.scenario]
            found[result.pairing.scenario].append(when_counted(result, told, self.first))
        return found

    def run(self) -> Proposal:
        base = self.points("", "base")
        effects = [self.effect(knob, base) for knob in self.knobs]
        before = means(base)
        values = self.solve(before, effects)
        chosen = [(k, values[k.name]) for k in self.knobs if values[k.name] != value_of(self.data, k)]
        if not chosen:
            return Proposal(values, before, {}, {}, {}, self.target, effects)
        overlay = overlay_with(self.data, chosen, self.folder / "overlay", NOTE)
        fresh = self.points("", "base", FIRST_FRESH_SEED)
        after = self.points(str(overlay), "proposal", FIRST_FRESH_SEED)
        change = {s: [b - a for a, b in zip(fresh[s], after[s], strict=True)] for s in fresh}
        return Proposal(values, before, means(fresh), means(after), means(change), self.target, effects)

    def effect(self, knob: Knob, base: Mapping[str, Sequence[float]]) -> Effect:
        """The mean paired change for one step, from a step up and a step down where the bounds allow."""
        now = value_of(self.data, knob)
        changes: dict[str, list[list[float]]] = {scenario: [] for scenario in base}
        barred = []
        for direction in (1, -1):
            value = now + direction * knob.step
            if not knob.low <= value <= knob.high:
                continue
            name = f"{knob.name}{direction * knob.step:+d}"
            overlay = overlay_with(self.data, [(knob, value)], self.folder / "tries" / name)
            if problems := self.problems(overlay):
                barred.append(f"{value}: {problems[0]}")
                continue
            for scenario, numbers in self.points(str(overlay), name).items():
                changes[scenario].append([direction * (a - b) for a, b in zip(numbers, base[scenario], strict=True)])
        # A seed counts once, with the mean of both directions: they share the game without a change.
        per_seed = {s: [sum(both) / len(both) for both in zip(*c, strict=True)] for s, c in changes.items()}
        return Effect(knob, now, means(per_seed), barred)

    def problems(self, overlay: Path) -> list[str]:
        """What the game's own check finds wrong with its data under an overlay."""
        return self.game.check(self.game.data(overlay))

    def solve(self, before: Mapping[str, Estimate], effects: Sequence[Effect]) -> dict[str, int]:
        """Step by step the change that brings the points nearest to history; small changes are cheaper."""
        values = {e.knob.name: e.now for e in effects}

        def miss(candidate: Mapping[str, int]) -> float:
            total = 0.0
            for scenario, target in self.target.items():
                expected = before[scenario].value
                for e in effects:
                    expected += (candidate[e.knob.name] - e.now) / e.knob.step * e.slope(scenario)
                total += (expected - target) ** 2
            moved = sum(abs(candidate[e.knob.name] - e.now) / e.knob.step for e in effects)
            return total + STEP_COST * moved

        while True:
            options = [
                {**values, e.knob.name: values[e.knob.name] + d * e.knob.step}
                for e in effects
                for d in (1, -1)
                if e.knob.low <= values[e.knob.name] + d * e.knob.step <= e.knob.high
            ]
            better = sorted((o for o in options if miss(o) < miss(values) - 1e-9), key=miss)
            # Two values that are sound alone may not be so together: the game's check has the last word.
            sound = next((o for o in better if not self.problems(self.tried(o))), None)
            if sound is None:
                return values
            values = sound

    def tried(self, values: Mapping[str, int]) -> Path:
        return overlay_with(self.data, [(k, values[k.name]) for k in self.knobs], self.folder / "tries" / "together")


def means(values: Mapping[str, Sequence[float]]) -> dict[str, Estimate]:
    return {scenario: mean(numbers) for scenario, numbers in values.items()}


def total_miss(points: Mapping[str, Estimate], target: Mapping[str, float]) -> float:
    """The root of the mean squared distance from history."""
    return float((sum((points[s].value - target[s]) ** 2 for s in target) / len(target)) ** 0.5)


def write_up(calibration: Calibration, proposal: Proposal) -> str:
    """The report of a calibration, as Markdown."""
    game, bot = calibration.game, calibration.bot
    side = game.sides[calibration.first]
    lines = [
        f"# Calibration of {game.title}",
        "",
        f"{calibration.games} games per scenario and trial, {bot} against {bot}. Points are {side} points: means with "
        "their 95 % intervals. The values were tried on seeds from 0 up; the proposal is judged on fresh seeds from "
        f"{FIRST_FRESH_SEED:,} up.",
        "",
        *history_table(proposal),
        "",
        *verdict(calibration, proposal),
        "",
        "## What a step of each value does",
        "",
        "Change in points for one step up, each game compared with the one on the same seed. Only changes clear of "
        "chance (in bold) count; a value without one stays as it is.",
        "",
        "| value | now | proposed | bounds | " + " | ".join(proposal.target) + " |",
        "| --- | --- | --- | --- | " + " | ".join("---" for _ in proposal.target) + " |",
    ]
    for e in proposal.effects:
        cells = [shown(e, scenario) for scenario in proposal.target]
        bounds = f"{e.knob.low} to {e.knob.high}"
        lines.append(f"| {e.knob.name} | {e.now} | {proposal.values[e.knob.name]} | {bounds} | {' | '.join(cells)} |")
    barred = [f"- {e.knob.name} {why}" for e in proposal.effects for why in e.barred]
    if barred:
        lines += ["", "Not tried, because the game's own check refuses them:", "", *barred]
    return "\n".join(lines) + "\n"


def shown(effect: Effect, scenario: str) -> str:
    found = effect.per_step[scenario]
    if not found.number:
        return "not tried"
    text = f"{found.value:+.2f} ({found.low:+.2f} to {found.high:+.2f})"
    return f"**{text}**" if effect.slope(scenario) else text


def history_table(proposal: Proposal) -> list[str]:
    lines = [
        "| scenario | history | current data | current data, fresh seeds | proposal, fresh seeds | paired change |",
        "| --- | --- | --- | --- | --- | --- |",
    ]
    columns = (proposal.before, proposal.fresh, proposal.after, proposal.change)
    for scenario, target in proposal.target.items():
        cells = [str(points[scenario]) if points else "" for points in columns]
        lines.append(f"| {scenario} | {target:g} | {' | '.join(cells)} |")
    return lines


def verdict(calibration: Calibration, proposal: Proposal) -> list[str]:
    if not proposal.changes:
        return [
            "No change proposed: no value whose effect is clear of chance brings the games closer to history "
            f"(root mean square distance {total_miss(proposal.before, proposal.target):.1f} points)."
        ]
    was, now = total_miss(proposal.fresh, proposal.target), total_miss(proposal.after, proposal.target)
    clear = [s for s, change in proposal.change.items() if change.low > 0 or change.high < 0]
    better = "closer to history" if now < was else "no closer to history, and not worth adopting"
    overlay = calibration.folder / "overlay"
    return [
        f"On fresh seeds the proposal is {better}. Root mean square distance from history: {was:.1f} points "
        f"with the current data, {now:.1f} with the proposal. The change is clear of chance in {len(clear)} of "
        f"{len(proposal.change)} scenarios{': ' if clear else ''}{', '.join(clear)}.",
        "",
        f"Try it: `grognard check {calibration.game.slug} --data {overlay}`, "
        f"`grognard study {calibration.game.slug} --data proposal={overlay}`.",
    ]
