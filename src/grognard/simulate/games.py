"""One game between two bots, told by a short line of data."""

from __future__ import annotations

import contextlib
import secrets
import signal
import threading
import time
import traceback
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from types import FrameType
from typing import Any

import msgspec

from grognard.bots import Answer, Bot, BotError, make_bot, view_of
from grognard.bots.program import SECONDS, ProgramBot
from grognard.bots.view import SideView
from grognard.engine import Match, Outcome, own_chance, start
from grognard.errors import GrognardError
from grognard.evaluation import evaluation_of
from grognard.simulate.losses import count, told_losses

MOST_ACTIONS = 50_000
"""No game between bots should need more actions than this."""
FAILURES_TO_FORFEIT = 3
"""With this many refused, late or missing answers in one game a bot has forfeited."""


class Pairing(msgspec.Struct, frozen=True):
    """All that tells a game: the same pairing gives the same game, wherever it is played."""

    game: str
    scenario: str
    seed: str
    bots: Mapping[str, str]
    """Side -> bot."""
    options: Mapping[str, str] = {}
    overlay: str = ""
    label: str = ""
    """The variant of a study that it belongs to."""
    budget: int | None = None
    digest: str = ""
    """A hash of the overlay's content, so that a game with other data is another game."""

    @property
    def key(self) -> str:
        bots = " ".join(f"{side}={bot}" for side, bot in self.bots.items())
        options = " ".join(f"{name}={value}" for name, value in sorted(self.options.items()))
        budget = str(self.budget or "")
        return "|".join((self.game, self.scenario, self.seed, bots, options, self.label, budget, self.digest))


class Result(msgspec.Struct, frozen=True):
    """How a game went, in plain values: one line of a study."""

    key: str
    pairing: Pairing
    winner: str | None
    level: str
    points: Mapping[str, float]
    """Side -> points less those of the others at the end."""
    turns: tuple[Mapping[str, Any], ...]
    """For each turn: points, steps on the map and steps lost by side, and the front."""
    decisions: int
    seconds: float
    think: Mapping[str, float]
    awards: tuple[tuple[str, int, str, str], ...] = ()
    forfeit: str = ""
    """The side that has forfeited, if any."""
    failures: tuple[str, ...] = ()
    fingerprint: str = ""


class Failed(msgspec.Struct, frozen=True):
    """A game that broke off with an error of ours. It is no result: the next run plays it again."""

    pairing: Pairing
    action: int
    """How many actions had been played."""
    error: str

    def __str__(self) -> str:
        bots = " against ".join(self.pairing.bots.values())
        variant = f", {self.pairing.label}" if self.pairing.label else ""
        where = f"{self.pairing.scenario}{variant}, {bots}"
        return f"seed {self.pairing.seed} ({where}) failed after {self.action} actions: {self.error}"


class Contest:
    """A game in play between bots; steps through it decision by decision."""

    def __init__(self, pairing: Pairing, on_answer: Callable[[Match, str, Any], None] | None = None) -> None:
        self.pairing = pairing
        overlay = Path(pairing.overlay) if pairing.overlay else None
        self.match = start(pairing.game, pairing.scenario, pairing.seed, pairing.options, overlay)
        if pairing.digest and self.match.setting.data.digest() != pairing.digest:
            raise GrognardError(f"{pairing.overlay}: the data have changed since the study began")
        self.on_answer = on_answer
        self.bots: dict[str, Bot] = {}
        for side in self.match.game.sides:
            if side not in pairing.bots:
                raise BotError(f"no bot plays {side}")
            self.bots[side] = make_bot(pairing.bots[side], own_chance(pairing.seed, side), pairing.budget)
        self.failures: dict[str, list[str]] = {side: [] for side in self.bots}
        self.think = dict.fromkeys(self.bots, 0.0)
        self.turns: list[dict[str, Any]] = []
        self.lost = dict.fromkeys(self.bots, 0)
        self.counted = 0
        """How many actions have been looked through for losses."""
        self.told = told_losses(self.match.setting.data)
        self.forfeit = ""

    def play(self) -> Result:
        begun = time.process_time()
        match = self.match
        turn = match.position.state.turn
        try:
            while match.decision is not None and not self.forfeit:
                if match.number >= MOST_ACTIONS:
                    raise GrognardError(f"the game goes on after {MOST_ACTIONS} actions")
                if match.position.state.turn != turn:
                    self.turns.append(self.look(turn))
                    turn = match.position.state.turn
                self.step()
        finally:
            for bot in self.bots.values():
                bot.close()
        self.turns.append(self.look(turn))
        return self.result(time.process_time() - begun)

    def try_out(self) -> Result | Failed:
        """Play; an error in the game is reported with its place and takes no other game with it."""
        try:
            return self.play()
        except Exception as error:  # whatever it is, the other games go on
            frame = traceback.extract_tb(error.__traceback__)[-1]
            place = f"{Path(frame.filename).name}, line {frame.lineno}"
            return Failed(self.pairing, self.match.number, f"{type(error).__name__}: {error} ({place})")

    def step(self) -> None:
        match = self.match
        side = next(iter(match.decisions))
        begun = time.process_time()
        view = view_of(match, side, self.bots[side].seed)
        try:
            answer = self.answer(side, view)
            ruling = match.check(answer.action, by=side, at=match.number)
            problem = "" if ruling else f"{match.write(answer.action)}: {ruling}"
        except Exception as error:  # another's bot may fail in any way
            if trusted(self.pairing.bots[side]):
                raise
            problem = f"{type(error).__name__}: {error}"
        self.think[side] += time.process_time() - begun
        if problem:
            self.failures[side].append(f"action {match.number + 1}: {problem}")
            self.bots[side].refused(problem)
            if len(self.failures[side]) >= FAILURES_TO_FORFEIT:
                self.forfeit = side
            return
        match.play(answer.action, by=side)
        if self.on_answer is not None:
            self.on_answer(match, side, answer)

    def answer(self, side: str, view: SideView) -> Answer:
        bot = self.bots[side]
        # Our own bots count evaluations; a program is waited for with patience of its own.
        if trusted(self.pairing.bots[side]) or isinstance(bot, ProgramBot):
            return bot.decide(view)
        with deadline(SECONDS):
            return bot.decide(view)

    def look(self, turn: int) -> dict[str, Any]:
        """How things stand at the end of a turn."""
        match = self.match
        position, setting = match.position, match.setting
        evaluation = evaluation_of(match.game, setting)
        steps = {}
        front: dict[str, list[int]] = {}
        for side in match.game.sides:
            units = [u for u, unit in enumerate(setting.units) if unit.side == side and position.state.loc[u] >= 0]
            steps[side] = sum(position.state.steps[u] for u in units)
            front[side] = sorted({position.state.loc[u] for u in units})
        self.count_losses()
        return {
            "turn": turn,
            "date": self.dates().get(turn, ""),
            "points": {side: evaluation.points(position, side) for side in match.game.sides},
            "steps": steps,
            "lost": dict(self.lost) if self.told is not None else {},
            "at": front,
        }

    def dates(self) -> dict[int, str]:
        """The dates of the turns begun so far, where the game tells them."""
        turns = [event.data for event in self.match.events() if event.kind == "turn" and "date" in event.data]
        return {int(data["turn"]): str(data["date"]) for data in turns}

    def count_losses(self) -> None:
        """Add what was lost since the last look."""
        if self.told is None:
            return
        played = self.match.history()
        events = [event for node in played[self.counted :] for event in node.events]
        self.counted = len(played)
        for side, number in count(self.match.setting, self.told, events).items():
            self.lost[side] += number

    def result(self, seconds: float) -> Result:
        match = self.match
        evaluation = evaluation_of(match.game, match.setting)
        outcome = match.outcome
        if self.forfeit:
            other = next(s for s in match.game.sides if s != self.forfeit)
            outcome = Outcome(other, "forfeit")
        assert outcome is not None
        return Result(
            key=self.pairing.key,
            pairing=self.pairing,
            winner=outcome.winner,
            level=outcome.level,
            points={side: evaluation.points(match.position, side) for side in match.game.sides},
            turns=tuple(self.turns),
            decisions=match.number,
            seconds=round(seconds, 3),
            think={side: round(value, 3) for side, value in self.think.items()},
            awards=outcome.points,
            forfeit=self.forfeit,
            failures=tuple(f for side in self.failures for f in self.failures[side]),
            fingerprint=match.fingerprint(),
        )


TRUSTED = frozenset({"random", "sergeant", "colonel", "general"})
"""Our own bots: their faults are errors, not forfeits."""


def secret_for(bots: Iterable[str], given: str) -> str:
    """What makes the seeds of a run unguessable: somebody else's bot could try out small numbers until the dice fit.

    Our own bots do not, and keep plain seeds.
    """
    return given or ("" if all(map(trusted, bots)) else secrets.token_hex(8))


def seed_of(secret: str, number: int) -> str:
    return f"{secret} {number}" if secret else str(number)


def trusted(bot: str) -> bool:
    return bot.partition("/")[0] in TRUSTED


@contextlib.contextmanager
def deadline(seconds: float) -> Iterator[None]:
    """End what takes longer, where that can be done: in the main thread of a system with alarms."""
    if not hasattr(signal, "SIGALRM") or threading.current_thread() is not threading.main_thread():
        yield
        return

    def ring(_: int, __: FrameType | None) -> None:
        raise BotError(f"no answer within {seconds:g} seconds")

    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def play_game(pairing: Pairing) -> Result:
    return Contest(pairing).play()


def try_game(pairing: Pairing) -> Result | Failed:
    """A game that may fail. One that cannot even begin raises: then the plan is at fault, and all games with it."""
    return Contest(pairing).try_out()
