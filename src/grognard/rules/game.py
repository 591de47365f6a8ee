"""A board wargame as a declaration: its parts by name, and what every map game does with them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, ClassVar

from mypy_extensions import mypyc_attr
from typing_extensions import TypeVar

from grognard.board import Board, check_board
from grognard.data import DataFolder, nearest
from grognard.engine import Dice, Game, Option, Procedure, Scenario, State, Unit
from grognard.engine.events import Wording
from grognard.engine.facts import stale_facts
from grognard.errors import NotUnderstood
from grognard.rules.arithmetic import fight_text
from grognard.rules.options import load_options
from grognard.rules.plans import ScenarioPlan, plan_file, read_plan
from grognard.rules.position import WarPosition
from grognard.rules.sequence import Step, play_steps
from grognard.rules.setting import WarSetting
from grognard.rules.words import FILE as WORDS
from grognard.rules.words import read_words

C = TypeVar("C", bound=WarSetting, default=Any)
P = TypeVar("P", bound=WarPosition, default=Any)


WORDINGS: Mapping[str, Wording] = {
    "mp": Wording("number", lambda halves: f"{halves / 2:g}", lambda halves: halves / 2 if halves % 2 else halves // 2),
    "odds": Wording("data", fight_text),
}
"""What the sentences of every board wargame may use: movement points counted in halves, the rows of a fight."""


@mypyc_attr(allow_interpreted_subclasses=True)
class WarGame(Game[C, P]):
    """``class MyGame(WarGame[MySetting, MyPosition])`` names its parts; the rest follows."""

    setting_kind: ClassVar[type[WarSetting]]
    position_kind: ClassVar[type[WarPosition]]
    state_kind: ClassVar[type[State]]
    scenario_names: ClassVar[Sequence[str]]
    sequence: ClassVar[Mapping[str, Step[Any]]]
    """The steps of the sequence of play; the state's phase names the one that is under way."""
    wordings: ClassVar[Mapping[str, Wording]] = WORDINGS

    def __init__(self) -> None:
        data = self.data()
        if data.exists(WORDS):
            self.verbs, self.messages = read_words(data)

    # -- files --

    def scenarios(self, data: DataFolder) -> Mapping[str, Scenario]:
        return {name: self._scenario(data, name) for name in self.scenario_names}

    def _scenario(self, data: DataFolder, name: str) -> Scenario:
        plan = self.read_plan(data, name)
        return Scenario(name, plan.title, (plan.first_turn, plan.last_turn), plan.text)

    def read_plan(self, data: DataFolder, scenario: str) -> ScenarioPlan:
        return read_plan(data, scenario, self.setting_kind.plan_kind)

    def options(self, data: DataFolder) -> Sequence[Option]:
        return load_options(data)

    def setting(
        self, data: DataFolder, scenario: str, options: Mapping[str, str],
        board: Board | None = None, units: Sequence[Unit] | None = None,
    ) -> C:  # fmt: skip
        return self.setting_kind(self, data, scenario, options, board, units)  # type: ignore[return-value]

    # -- positions --

    def empty(self, setting: C, seed: str) -> P:
        state = self.state_kind.blank(len(setting.units), steps=[unit.steps for unit in setting.units])
        state.turn, state.phase = setting.plan.first_turn, next(iter(self.sequence))
        state.phasing = setting.sides[0]
        self.prepare(setting, state)
        return self.position_kind(setting, state, Dice(seed))  # type: ignore[return-value]

    def prepare(self, setting: C, state: Any) -> None:
        """What a state holds before anybody is on the map, beyond what is blank."""

    def start(self, setting: C, seed: str) -> P:
        position = self.empty(setting, seed)
        self.set_up(position)
        return position

    def set_up(self, position: P, /) -> None:
        """The scenario's set-up; must end with ``rebuild``."""
        raise NotImplementedError

    def complete(self, position: P) -> None:
        require_word("phase", position.state.phase, self.sequence)
        require_word("phasing", position.state.phasing, self.sides)

    def procedure(self, position: P) -> Procedure:
        return play_steps(position, self.sequence)

    # -- checks --

    def invariants(self, position: P) -> list[str]:
        """What holds in every map game: places, steps, sides apart, layers and facts that agree with the state."""
        wrong = misplaced(position)
        fresh = type(position)(position.setting, position.state.copy(), position.dice.copy())
        if fresh.layers() != position.layers():
            wrong.append("the layers over the map do not agree with the state")
        return [*wrong, *stale_facts(position, fresh), *self.broken(position)]

    def broken(self, position: P, /) -> list[str]:
        """What else may never be, by the rules of this game."""
        return []

    def check(self, data: DataFolder) -> list[str]:
        """Every scenario loads and begins in a legal position; board, tables and cases are whole."""
        wrong: list[str] = []
        for number, name in enumerate(self.scenarios(data)):
            setting = self.setting(data, name, self.chosen_options(data, {}))
            if number == 0:
                wrong += [f"{data.path('map')}: {problem}" for problem in check_board(setting.board)]
                wrong += [*check_cases(data), *self.check_tables(setting)]
                if self.evaluation is not None:
                    self.evaluation(self, setting)                              # it reads what bots go by
            position = self.start(setting, "check")
            found = [*self.invariants(position), *self.check_scenario(position)]
            wrong += [f"{data.path(plan_file(name))}: {problem}" for problem in found]
        return list(dict.fromkeys(wrong))

    def check_tables(self, setting: C) -> list[str]:
        """What is wrong with map, units and tables beyond what loading complains of."""
        return []

    def check_scenario(self, position: P, /) -> list[str]:
        """What is wrong with a scenario at its start."""
        return []


def misplaced(g: WarPosition) -> list[str]:
    """Units that are nowhere, or on the map with steps that their counters do not have; sides in one cell."""
    wrong: list[str] = []
    state, setting = g.state, g.setting
    for unit, cell in enumerate(state.loc):
        name, most = setting.unit_ids[unit], setting.units[unit].steps
        if not -len(setting.boxes) <= cell < len(setting.grid.ids):
            wrong.append(f"{name} is nowhere ({cell})")
        if cell >= 0 and not 1 <= state.steps[unit] <= most:
            wrong.append(f"{name} on the map has {state.steps[unit]} steps of {most}")
    for cell, units in enumerate(g.stack):
        if len(units) > 1 and not g.may_share(cell) and len({setting.side[u] for u in units}) > 1:
            wrong.append(f"both sides are in {setting.grid.ids[cell]}")
    return wrong


def check_cases(data: DataFolder) -> list[str]:
    """The index of cases can be read, and each says what it is."""
    file = data.path("cases.toml")
    if not file.exists():
        return []
    return [
        f"{file}: case {number} has no '{key}'"
        for number, case in data.toml("cases.toml").items()
        for key in ("title", "status")
        if not (isinstance(case, dict) and case.get(key))
    ]


def require_word(field: str, word: str, allowed: Collection[str]) -> None:
    """A word of a position that somebody wrote must be one that the game knows."""
    if word not in allowed:
        others = nearest(word, allowed) or f"; it can be {', '.join(allowed)}"
        raise NotUnderstood(f"'{field}' cannot be '{word}'{others}")


def require_words(field: str, words: Iterable[str], allowed: Collection[str]) -> None:
    for word in words:
        require_word(field, word, allowed)
