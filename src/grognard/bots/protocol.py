"""What a bot is: something that answers a side's questions, and says why."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec

from grognard.bots.view import SideView
from grognard.engine import Action
from grognard.errors import GrognardError


class BotError(GrognardError):
    """A bot cannot be found or started, or does not answer as it should."""


class Stopped(GrognardError):
    """Thinking was stopped from outside."""


class Answer(msgspec.Struct, frozen=True):
    """An action with the reason for it, and what else was thought of."""

    action: Action
    reason: str = ""
    considered: Sequence[str] = ()


class Budget:
    """How much a bot may think: counted in evaluations, never in seconds, so that the same seed gives the
    same game on every machine. ``progress`` hears how far it is; setting ``stop`` ends the thinking."""

    def __init__(self, limit: int, progress: Callable[[int, int], None] | None = None) -> None:
        self.limit = limit
        self.spent = 0
        self.stop = False
        self.progress = progress

    def spend(self, number: int = 1) -> None:
        self.spent += number
        if self.stop:
            raise Stopped("thinking was stopped")
        if self.progress is not None and self.spent % 64 < number:
            self.progress(min(self.spent, self.limit), self.limit)

    @property
    def left(self) -> int:
        return max(0, self.limit - self.spent)

    def renew(self) -> None:
        self.spent = 0


class Bot:
    """The base of all bots. One instance plays one side of one match."""

    name = "bot"
    text = ""
    evaluations = 0
    """The default budget for a decision."""

    def __init__(self, seed: str = "0", budget: int | None = None) -> None:
        self.seed = seed
        self.budget = Budget(self.evaluations if budget is None else budget)

    def decide(self, view: SideView) -> Answer:
        raise NotImplementedError

    def refused(self, problem: str) -> None:
        """Its last answer was not accepted; the same question comes again."""

    def close(self) -> None:
        """The match is over."""
