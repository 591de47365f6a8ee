"""Units that break into smaller ones, as a division into its regiments, by the strength that is left."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from grognard.engine import ALLOW, Action, Ruling, refuse
from grognard.rules.position import WarPosition


class Breaking:
    """Which units break into which parts. The parts wait in a box until then."""

    def __init__(
        self, case: str, parts_of: Mapping[int, Sequence[int]], ways: Iterable[tuple[int, tuple[int, ...]]], box: int
    ) -> None:
        self.case = case
        self.parts_of = parts_of
        self.by_strength: dict[int, list[tuple[int, ...]]] = {}
        """For each strength left the strengths of the parts, in the order of the table."""
        for strength, parts in ways:
            self.by_strength.setdefault(strength, []).append(parts)
        self.box = box

    def free(self, g: WarPosition, unit: int) -> list[int]:
        return [part for part in self.parts_of.get(unit, ()) if g.state.loc[part] == self.box]

    def actions(self, g: WarPosition, unit: int) -> list[Action]:
        """Every way in which a unit can break now (``breakdown 28D 3-3-2``)."""
        free = self.free(g, unit)
        ways = self.by_strength.get(g.state.steps[unit], []) if free else []
        return [Action("breakdown", (unit, "-".join(map(str, way)))) for way in ways if len(way) <= len(free)]

    def may(self, g: WarPosition, action: Action) -> Ruling:
        unit, name = action.number(), g.name(action.number())
        actions = self.actions(g, unit)
        if action in actions:
            return ALLOW
        if unit not in self.parts_of:
            return refuse(self.case, f"{name} is not a unit that can break down")
        ways = ", ".join(action.word(1) for action in actions) or "nothing"
        return refuse(self.case, f"{name} with {g.state.steps[unit]} points can break down into {ways}")

    def split(self, g: WarPosition, action: Action) -> list[tuple[int, int]]:
        """The parts of that way, each with its strength."""
        strengths = [int(word) for word in action.word(1).split("-")]
        return list(zip(self.free(g, action.number()), strengths, strict=False))
