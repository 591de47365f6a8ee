"""Units that move alone or as a stack; those under way go on until others begin."""

from __future__ import annotations

from collections.abc import Mapping

from mypy_extensions import mypyc_attr

from grognard.engine import Action
from grognard.rules.orders import P, UnitOrders
from grognard.rules.search import Reach
from grognard.rules.walking import HALVES


@mypyc_attr(allow_interpreted_subclasses=True)
class MarchOrders(UnitOrders[P]):
    """``move UNIT CELL`` by one unit, ``march UNIT CELL`` by its whole stack."""

    _found: dict[tuple[int, ...], Reach] | None = None

    # -- what a game says --

    def find(self, units: tuple[int, ...]) -> Reach:
        """Every cell in reach of a unit or stack."""
        raise NotImplementedError

    def under_way(self) -> tuple[int, ...]:
        """The unit or stack whose movement has begun and may go on."""
        raise NotImplementedError

    def stack_with(self, unit: int) -> tuple[int, ...]:
        """The units that could move with one as a stack, itself included."""
        raise NotImplementedError

    # -- what follows from it --

    def reach(self, units: tuple[int, ...]) -> Reach:
        if self._found is None:
            self._found = {}
        found = self._found.get(units)
        if found is None:
            found = self._found[units] = self.find(units)
        return found

    def group(self, verb: str, unit: int) -> tuple[int, ...]:
        """Who moves: those under way go on together; else the unit alone, or its stack, named by its first unit."""
        moving = self.under_way()
        if unit in moving:
            return moving if (verb == "march") == (len(moving) > 1) and unit == moving[0] else ()
        if verb == "move":
            return (unit,)
        units = self.stack_with(unit)
        return units if len(units) > 1 and units[0] == unit else ()

    def reaches(self, verb: str, unit: int) -> Mapping[str, Reach]:
        units = self.group(verb, unit) if verb in ("move", "march") else ()
        return {"": self.reach(units)} if units else {}

    def cost(self, action: Action) -> str:
        if action.verb not in ("move", "march"):
            return ""
        found = self.reach(self.group(action.verb, action.number()))
        return f"{found.cost(action.number(1)) / HALVES:g} MP" if action.number(1) in found else ""

