"""Units that go back: retreats, fallbacks, flights. Which unit goes where, and what else it may do on the way."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from mypy_extensions import mypyc_attr

from grognard.engine import ALLOW, Action, Ruling, refuse
from grognard.engine.game import Asking
from grognard.rules.breaking import Breaking
from grognard.rules.orders import P, UnitOrders


@mypyc_attr(allow_interpreted_subclasses=True)
class WaysBack(UnitOrders[P]):
    """Some units, each with the cells where it can end; they must go unless ``may_end`` is given.

    Who has a way back may break into smaller units instead.
    """

    def __init__(
        self, g: P, side: int, kind: str, case: str, question: str, units: Sequence[int], ends: Callable[[int], int], *,
        may_go: Callable[[int, int], Ruling], breaking: Breaking | None = None,
        may_end: Callable[[], Ruling] | None = None,
    ) -> None:  # fmt: skip
        super().__init__(g, side, kind, case, question, rest=may_end is not None)
        self._units, self._ends, self._may_end = units, ends, may_end
        self._may_go, self._breaking = may_go, breaking
        self._verbs = (kind, "breakdown") if breaking is not None else (kind,)

    def verbs(self) -> Sequence[str]:
        return (*self._verbs, "end") if self._may_end is not None else self._verbs

    def units(self) -> Sequence[int]:
        return self._units

    def cells(self, unit: int) -> Mapping[str, int]:
        return {self.kind: self._ends(unit)}

    def others(self, unit: int) -> Sequence[Action]:
        return self._breaking.actions(self.g, unit) if self._breaking is not None and self._ends(unit) else ()

    def may_do(self, action: Action) -> Ruling:
        if not self._ends(action.number()):
            return refuse(self.case, f"{self.g.name(action.number())} has nowhere to go back to")
        return self._breaking.may(self.g, action) if self._breaking is not None else super().may_do(action)

    def may_end(self) -> Ruling:
        return ALLOW if self._may_end is None else self._may_end()

    def may_act(self, unit: int) -> Ruling:
        if unit in self._units:
            return ALLOW
        return refuse(self.case, f"{self.g.name(unit)} is not the unit going back: {self.prompt}")

    def may(self, verb: str, unit: int, cell: int) -> Ruling:
        return self._may_go(unit, cell)

    def ask(self) -> Asking:
        """Nobody is asked who must go and has only one way left."""
        if self._may_end is None:
            actions = [action for subject in self.candidates() for action in self.actions(subject)]
            if len(actions) == 1:
                return actions[0]
        answer: Action = yield self
        return answer
