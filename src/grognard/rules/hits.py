"""Hits of one combat, taken one by one as step losses or as fatigue of all: every unit once before any twice."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from typing import Any, Generic

from mypy_extensions import mypyc_attr

from grognard.engine import Action, Procedure
from grognard.engine.game import Asked
from grognard.rules.orders import P

TIRE, GIVE = Action("tire"), Action("give")
Number = Generator[Asked, Any, int]


@mypyc_attr(allow_interpreted_subclasses=True)
class Hits(Generic[P]):
    """A game says how a step is lost, who can be tired and what that does, and who comes last."""

    def __init__(self, g: P, side: int, units: Sequence[int], case: str, first: Sequence[int] = ()) -> None:
        self.g, self.side, self.case = g, side, case
        self.units = list(units)
        self.first = list(first)
        """Who takes the first losses."""
        self.taken = dict.fromkeys(units, 0)
        self.tired = 0
        """Hits that were taken as fatigue."""

    # -- what a game says --

    def lose_step(self, unit: int) -> None:
        raise NotImplementedError

    def tire_unit(self, unit: int) -> None:
        raise NotImplementedError

    def may_tire(self) -> bool:
        return False

    def comes_last(self, unit: int) -> bool:
        return False

    # -- what follows --

    def living(self) -> list[int]:
        return self.g.living(self.units)

    def least(self) -> int:
        """How many steps every unit has lost."""
        return min([self.taken[u] for u in self.living()], default=0)

    def losers(self) -> list[int]:
        """Who may take the next step loss."""
        living = self.living()
        for unit in self.first:
            if unit in living and not self.taken[unit]:
                return [unit]
        found = [u for u in living if self.taken[u] == self.least()]
        return [u for u in found if not self.comes_last(u)] or found

    def take(self, action: Action) -> None:
        """A hit as its owner has chosen."""
        if action == TIRE:
            self.tired += 1
            for unit in self.living():
                self.tire_unit(unit)
        else:
            self.taken[action.number()] += 1
            self.lose_step(action.number())

    def options(self, fatigue: bool = True) -> list[Action]:
        tire = [TIRE] if fatigue and self.may_tire() else []
        return [*tire, *[Action("lose", (u,)) for u in self.losers()]]

    def lose(self, number: int = 1) -> Number:
        """Step losses; ends with those that nobody was left to take."""
        while number > 0 and self.living():
            question = f"which unit loses a step ({number} to go)?"
            self.take((yield from self.g.ask(self.side, "loss", self.case, question, self.options(fatigue=False))))
            number -= 1
        return number

    def absorb(self, number: int, *, all_of_them: bool = False) -> Procedure:
        """Hits in any order; when all have lost a step and none can tire, the rest is ignored, but not if
        ``all_of_them`` must be met."""
        while number > 0 and self.living():
            if not all_of_them and not self.may_tire() and self.least() > 0:
                return
            question = f"take a hit as a step loss or as fatigue of all ({number} to go)"
            self.take((yield from self.g.ask(self.side, "hit", self.case, question, self.options())))
            number -= 1
