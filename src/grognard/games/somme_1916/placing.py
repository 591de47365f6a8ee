"""Putting units on the map outside of movement: set-up (14.2.1), concealed guns (15.5.3), replacements (12.1.3)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from grognard.engine import ALLOW, Action, Decision, Ruling, Subject, refuse
from grognard.games.somme_1916.state import Somme

END = Action("end")


class PlaceDecision(Decision):
    """Which unit is placed next, and where. ``squares`` tells where one may go; looked up only when asked."""

    __slots__ = ("_found", "ending", "g", "squares", "units")

    def __init__(
        self, g: Somme, side: str, kind: str, case: str, prompt: str, units: Sequence[int],
        squares: Callable[[int], list[int]], *, ending: bool = False, seat: str | None = None, rest: bool = True,
    ) -> None:
        super().__init__(side, kind, case, prompt, rest=rest, seat=seat)
        self.g = g
        self.units = units
        self.squares = squares
        self.ending = ending
        self._found: dict[int, list[int]] = {}

    def verbs(self) -> Sequence[str]:
        return ("place", "end") if self.ending else ("place",)

    def subjects(self) -> Sequence[Subject]:
        found = [self.g.setting.unit_subjects[u] for u in self.units if self.cells(u)]
        if self.ending:
            found.append(Subject("button", "end"))
        return found

    def cells(self, unit: int) -> list[int]:
        if unit not in self._found:
            self._found[unit] = self.squares(unit) if unit in self.units else []
        return self._found[unit]

    def actions(self, subject: Subject) -> Iterable[Action]:
        unit = subject.ref
        if subject.kind == "button":
            return [END] if self.ending and unit == "end" else []
        return [Action("place", (unit, c)) for c in self.cells(unit)] if isinstance(unit, int) else []

    def check(self, action: Action) -> Ruling:
        if action.verb == "end":
            return ALLOW if self.ending else refuse(self.case, f"not yet: {self.prompt}")
        unit, cell = action.number(), action.number(1)
        if unit not in self.units:
            return refuse(self.case, f"{self.g.name(unit)} is not to be placed now: {self.prompt}")
        if cell in self.cells(unit):
            return ALLOW
        here = self.g.setting.grid.ids[cell]
        return refuse(self.case, f"{self.g.name(unit)} may not be placed on {here}: {self.prompt}")
