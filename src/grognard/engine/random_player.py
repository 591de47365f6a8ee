"""A player who picks at random: for laws and benchmarks, and where nobody better is at hand."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from grognard.engine.actions import Action
from grognard.engine.decisions import Decision, Subject
from grognard.errors import GrognardError


class DeadEnd(GrognardError):
    """A game asks a question that has no answer."""


class RandomPlayer:
    """Picks a subject first, then one of its actions.

    >>> import grognard
    >>> match = grognard.start("marne-1914", scenario="counter-attack", seed=7)
    >>> match.check(RandomPlayer(1).choose(match.decision)).allowed
    True
    """

    def __init__(self, seed: int | str) -> None:
        self.random = random.Random(seed)

    def choose(self, decision: Decision) -> Action:
        """An answer to a decision."""
        return self.pick(decision, decision.candidates())

    def pick(self, decision: Decision, among: Sequence[Subject]) -> Action:
        """An action of one of some subjects; those that have none are passed over."""
        subjects = list(among)
        while subjects:
            subject = self.random.choice(subjects)
            found = decision.actions(subject)
            actions: Any = found if hasattr(found, "__getitem__") else list(found)
            if actions:
                action: Action = self.random.choice(actions)
                return action
            subjects.remove(subject)
        raise DeadEnd(f"there is no possible answer to '{decision.prompt}' ({decision.case})")
