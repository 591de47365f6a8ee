"""Stacks that go back cell by cell; their owner may send units different ways."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from typing import Any, Generic

from mypy_extensions import mypyc_attr

from grognard.engine import Action
from grognard.rules.orders import P

STOP = Action("stop")
Stepping = Generator[Any, Any, int]
"""Ends with the number of cells that everybody has gone back."""


@mypyc_attr(allow_interpreted_subclasses=True)
class SteppingBack(Generic[P]):
    """Units of one cell that go back some cells, and on from a full one (``retreat CELL``, ``detach UNIT``, ``stop``).

    ``must``: those who cannot go ``least`` cells are lost. ``chooser`` leads them instead of their owner, and always
    together; whether they go on to find room is their owner's affair.
    """

    def __init__(self, g: P, units: Sequence[int], cells: int, case: str, must: bool, chooser: int | None) -> None:
        self.g, self.cells, self.case, self.must, self.chooser = g, cells, case, must, chooser
        self.least = cells
        self.side = g.setting.side[units[0]]
        self.groups = [list(units)]

    # -- what a game says --

    def onward(self, unit: int, path: Sequence[int]) -> list[int]:
        """The cells where the next step may lead."""
        raise NotImplementedError

    def step(self, group: list[int], path: Sequence[int], cell: int) -> Generator[Any, Any, bool]:
        """Take a step, with all that it costs; whether the way ends there."""
        raise NotImplementedError

    def has_room(self, group: Sequence[int], cell: int) -> bool:
        raise NotImplementedError

    def lose(self, unit: int) -> None:
        raise NotImplementedError

    def arrive(self, group: Sequence[int], gone: int) -> None:
        """What becomes of units that have gone back that far."""

    # -- what follows from it --

    def run(self) -> Stepping:
        least = self.cells
        while self.groups:
            gone = yield from self._lead(self.groups.pop(0))
            least = min(least, gone)
        return least

    def _lead(self, group: list[int]) -> Stepping:
        g, gone = self.g, 0
        path = [g.state.loc[group[0]]]
        while group and (gone < self.cells or not self.has_room(group, path[-1])):
            cells = self.onward(group[0], path)
            if not cells:
                if self.must and gone < self.least:
                    for unit in group:
                        self.lose(unit)
                break
            action = yield from self._ask(group, cells, gone)
            if action == STOP:
                break
            if action.verb == "detach":
                group.remove(action.number())
                self.groups.append([action.number()])
                continue
            ends = yield from self.step(group, path, action.number())
            path.append(action.number())
            group[:] = g.living(group)
            gone += 1
            if ends:
                break
        self.arrive(group, gone)
        return gone

    def _ask(self, group: Sequence[int], cells: Sequence[int], gone: int) -> Generator[Any, Any, Action]:
        options = [Action("retreat", (cell,)) for cell in cells]
        left = self.cells - gone
        if left <= 0:
            options.append(STOP)
        elif len(group) > 1 and gone == 0 and self.chooser is None:
            options += [Action("detach", (unit,)) for unit in group]
        why = f"{left} to go" if left > 0 else "to find room"
        question = f"where does {self.g.names(group)} retreat to ({why})?"
        who = self.side if self.chooser is None or left <= 0 else self.chooser
        return (yield from self.g.ask(who, "retreat", self.case, question, options, places=("retreat",), common=True))
