"""A tiny game with secrets, to prove that the server keeps them.

Two sides hide their two units on nine squares, both at once and in secret; then each searches a square,
and a throw of 4 or more finds what is there. Three turns; whoever has found more wins.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar

import msgspec

from grognard.board import Board
from grognard.data import DataFolder
from grognard.engine import (
    Action,
    Choice,
    Dice,
    Game,
    Messages,
    Outcome,
    PerUnit,
    Position,
    Procedure,
    Scenario,
    Setting,
    State,
    Together,
    Unit,
    Verb,
)
from grognard.grid import square_grid

LAST_TURN = 3
MESSAGES: Messages = {
    "hides": "{unit:unit} hides at {cell:cell}.",
    "searches": "{side:side} searches {cell:cell}.",
    "revealed": "{unit:unit} is found at {cell:cell}!",
}


class Hiding(State):
    found: PerUnit[int] = msgspec.field(default_factory=list)


class Garden(Position):
    __slots__ = ()
    state: Hiding


class HideAndSeek(Game):
    slug = "hide-and-seek"
    title = "Hide and Seek"
    rules_version = "1"
    sides: ClassVar[Mapping[str, str]] = {"red": "Red", "blue": "Blue"}
    turn_order_case = "1.0"
    verbs = (
        Verb("hide", "UNIT CELL", "1.1", "when both sides hide"),
        Verb("search", "CELL", "1.2", "when a side searches"),
    )
    messages = MESSAGES
    folder = Path(__file__).parent

    def scenarios(self, data: DataFolder) -> Mapping[str, Scenario]:
        return {"garden": Scenario("garden", "In the garden", (1, LAST_TURN))}

    def setting(
        self,
        data: DataFolder,
        scenario: str,
        options: Mapping[str, str],
        board: Board | None = None,
        units: Sequence[Unit] | None = None,
    ) -> Setting:
        grid = square_grid((1, 3), (1, 3))
        garden = Board(name="garden", title="The garden", grid=grid, terrain=("lawn",) * 9, plain="lawn")
        children = [
            Unit(id=f"{side[0].upper()}{n}", name=f"{side} child {n}", side=side, nation=side, steps=1)
            for side in self.sides
            for n in (1, 2)
        ]
        return Setting(self, data, scenario, options, board or garden, units or children)

    def start(self, setting: Setting, seed: str) -> Position:
        state = Hiding(turn=1, phase="hide", phasing="red", loc=[-1] * 4, steps=[1] * 4, found=[0] * 4)
        return Garden(setting, state, Dice(seed))

    def empty(self, setting: Setting, seed: str) -> Position:
        return self.start(setting, seed)

    def redact(self, position: Position, side: str) -> Position:
        seen = position.copy()
        assert isinstance(seen, Garden)
        for number, unit in enumerate(seen.setting.units):
            if unit.side != side and not seen.state.found[number]:
                seen.state.loc[number] = -1
        return seen

    def procedure(self, position: Position) -> Procedure:
        g = position
        assert isinstance(g, Garden)
        state = g.state
        while state.turn <= LAST_TURN:
            if state.phase == "hide":
                answers = yield Together({side: self.hiding(g, side) for side in self.sides}, rest=True)
                for side, action in answers.items():
                    unit, cell = action.args
                    state.loc[unit], state.found[unit] = cell, 0
                    g.note("hides", "1.1", seen_by=side, unit=unit, cell=cell)
                state.phase = "red"
            for side, after in (("red", "blue"), ("blue", "hide")):
                if state.phase == side:
                    yield from self.search(g, side)
                    state.phase = after
            state.turn += 1
        scores = {side: self.score(g, side) for side in self.sides}
        best = max(scores, key=lambda side: scores[side])
        g.outcome = Outcome(best if len(set(scores.values())) == 2 else None, f"{scores}", (), "1.3")

    def hiding(self, g: Garden, side: str) -> Choice:
        own = [n for n, unit in enumerate(g.setting.units) if unit.side == side]
        options = [Action("hide", (unit, cell)) for unit in own for cell in range(9)]
        return Choice(side, "hide", "1.1", f"{side}: hide a child", options)

    def search(self, g: Garden, side: str) -> Any:
        options = [Action("search", (cell,)) for cell in range(9)]
        action = yield Choice(side, "search", "1.2", f"{side}: search a square", options, about="cell", rest=True)
        cell = action.number()
        g.note("searches", "1.2", side=side, cell=cell)
        if g.throw("1.2", "search") < 4:
            return
        for number, unit in enumerate(g.setting.units):
            if unit.side != side and g.state.loc[number] == cell:
                g.state.found[number] = 1
                g.note("revealed", "1.2", result=True, unit=number, cell=cell)

    def score(self, g: Garden, side: str) -> int:
        return sum(g.state.found[n] for n, unit in enumerate(g.setting.units) if unit.side != side)


GAME = HideAndSeek()
