"""What the drills of several games share: how ground draws units, a plan of places. For bots; no rule depends on it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any, ClassVar, Generic, Protocol, Self

import msgspec
from typing_extensions import TypeVar

from grognard.engine import Action, Decision, Game
from grognard.evaluation import Evaluation, Orders, PositionT, Posture, SettingT
from grognard.grid import Grid
from grognard.rules.ground import GroundPosition
from grognard.rules.manners import Manners, Weights, read_manners
from grognard.rules.masks import cells_of
from grognard.rules.memo import Memo
from grognard.rules.orders import END

T = TypeVar("T")
GroundT = TypeVar("GroundT", bound=GroundPosition[Any, Any], default=Any)
Answer = tuple[Action | Sequence[Action], str]
"""What is done, one action or several one after another, and why."""
Goals = tuple[tuple[int, float], ...]
"""Cells that are worth something, with their worth."""


class DrillEvaluation(Evaluation[SettingT, PositionT]):
    """An evaluation whose own drill answers every question."""

    horizon = "drill"
    planned_at: ClassVar[type[Decision]]
    """The question at which a turn is planned."""
    roles: ClassVar[Mapping[str, str]] = {"move": "move", "end": "end"}
    weights: ClassVar[type[Weights]]
    """The numbers that the drill goes by; their values, like the postures, are in a file (see `rules.manners`)."""
    drill: ClassVar[type[Drill[Any, Any]]]
    """Who answers the questions."""
    scorer = 0
    """The side, by number, whose victory points are counted; the other one counts them against itself."""

    def __init__(self, game: Game, setting: SettingT) -> None:
        super().__init__(game, setting)
        self.manners: Manners[Any] = read_manners(setting.data, self.sides, self.weights)

    def counted(self, position: PositionT) -> float:
        """The victory points of the side that scores, as they are counted now."""
        raise NotImplementedError

    def number(self, side: str) -> int:
        return self.sides.index(side)

    def role(self, verb: str) -> str:
        return self.roles.get(verb, "")

    def turning_point(self, position: PositionT, decision: Decision) -> bool:
        return isinstance(decision, self.planned_at)

    def postures(self, side: str) -> Sequence[Posture]:
        return self.manners.postures[side]

    def staff_posture(self, position: PositionT, side: str) -> Posture:
        best = self.manners.staff.get(side)
        return next((p for p in self.postures(side) if p.name == best), self.posture(position, side))

    def taken_up(self, position: PositionT, side: str, posture: Posture, careful: bool) -> Posture:
        """A posture as a drill takes it up: where it is the usual one, a careful staff has its own."""
        if not careful or posture.name != self.postures(side)[0].name:
            return posture
        return msgspec.structs.replace(self.staff_posture(position, side), effort=posture.effort)

    def points(self, position: PositionT, side: str) -> float:
        found = self.counted(position)
        return found if self.number(side) == self.scorer else -found

    def score(self, position: PositionT, side: str) -> float:
        """The points as they are counted now, and the men of both sides."""
        return self.points(position, side) + super().score(position, side)

    def worths(self, side: int, careful: bool) -> Any:
        """What a drill goes by: what the ground and men of this setting are worth to a side."""
        raise NotImplementedError

    def orders(
        self, position: PositionT, side: str, decision: Decision, posture: Posture, careful: bool
    ) -> Orders | None:
        number, taken_up = self.number(side), self.taken_up(position, side, posture, careful)
        drill = self.drill(position, self.worths(number, careful), number, taken_up, careful)
        found = drill.answer(decision)
        if found is None:
            return None
        actions, reason = found
        return Orders([actions] if isinstance(actions, Action) else actions, reason)


class Worths(Protocol):
    """What the ground and men of a setting are worth, by the weights that a drill goes by."""

    w: Any


V = TypeVar("V", bound=Worths, default=Any)


class Drill(Generic[PositionT, V]):
    """One side in one position: what every part of a game's drill goes by, and how it answers."""

    answers: ClassVar[Mapping[str | type[Any], Callable[[Any, Any], Answer | None]]] = {}
    """How a question is answered, by its kind or else its class; all others are small."""
    w: Any
    """The weights; a game's own drill says of which class."""
    likings: ClassVar[Mapping[str, float | Callable[[Any, Action], float]]] = {}
    """How gladly an answer to a small question is given, by its verb; 0 for those that leave things as they are."""

    def __init__(self, g: PositionT, values: V, side: int, posture: Posture, careful: bool) -> None:
        self.g = g
        self.values = values
        self.w = values.w
        self.side = side
        self.posture = posture
        self.careful = careful
        self.known: dict[Any, Any] = {}
        """What has been worked out, by `derived`: nothing changes while a drill thinks."""

    def part(self, kind: Callable[[PositionT, V, int, Posture, bool], T]) -> T:
        """Another part of the drill, for the same side in the same position."""
        return kind(self.g, self.values, self.side, self.posture, self.careful)

    def after(self, g: PositionT) -> Self:
        """The same side in another position."""
        return type(self)(g, self.values, self.side, self.posture, self.careful)

    def answer(self, decision: Decision) -> Answer | None:
        keys: tuple[str | type[Any], ...] = (decision.kind, *type(decision).__mro__)
        own = next((self.answers[key] for key in keys if key in self.answers), None)
        return self.usual_answer(decision) if own is None else own(self, decision)

    def usual_answer(self, decision: Decision) -> Answer:
        """The answer that is liked best; of several the first."""
        return max(decision.all_actions(), key=self.liking), "the usual answer"

    def liking(self, action: Action) -> float:
        own = self.likings.get(action.verb, 0.0)
        return own if isinstance(own, float) else own(self, action)


class FieldDrill(Drill[GroundT, V]):
    """A drill over ground that units hold: how far the enemy is, and a place for each unit."""

    farthest: ClassVar[int] = 7
    """Enemies that are farther away all count as this far."""

    @cached_property
    def far(self) -> Sequence[int]:
        """How far the nearest enemy who fights is from each cell."""
        return [min(far, self.farthest) for far in self.g.setting.far_from(self.g.fighting[1 - self.side])]

    def settle(
        self, movers: Sequence[int], room: Callable[[GroundT, int], int], best: Callable[[GroundT, int, int], int]
    ) -> dict[int, int]:
        """The best place for each unit beside the others, those nearest to the enemy first; for who moves at all.

        ``room`` tells which cells a unit can have, ``best`` which of them is worth most, both with the others placed as
        planned so far. A General asks each again when all have their places.
        """
        g, then, found = self.g, self.g.copy(), dict.fromkeys(movers, -1)
        order = sorted(movers, key=lambda unit: (self.far[g.state.loc[unit]], -g.state.steps[unit], unit))
        for unit in order * self.posture.effort:
            cells = room(then, unit)
            if cells:
                found[unit] = best(then, unit, cells)
                then.place(unit, found[unit])
        return {unit: cell for unit, cell in found.items() if cell >= 0 and cell != g.state.loc[unit]}


class Prospect(msgspec.Struct, frozen=True):
    """What an attack brings on average; ``worth`` is the attacker's gain in points."""

    worth: float
    own: float = 0.0
    loss: float = 0.0
    won: float = 0.0
    """How likely the defenders leave."""
    units: tuple[int, ...] = ()


NO_ATTACK = Prospect(-9.0)


def best_of(found: Iterable[tuple[float, T]], least: float) -> T | None:
    """The one that is worth most, the first of several, if it is worth more than ``least``.

    >>> best_of([(0.5, "a"), (0.7, "b"), (0.7, "c")], 0.6)
    'b'
    """
    best, chosen = least, None
    for worth, one in found:
        if worth > best:
            best, chosen = worth, one
    return chosen


def or_end(found: Action | Sequence[Action] | None, why: str, why_not: str) -> Answer:
    """What was found to do; where nothing was, the end."""
    return (found, why) if found else (END, why_not)


def best_step(
    verb: str, places: Mapping[int, int], gain: Callable[[int, int], float], least: float
) -> Action | None:
    """The step of any unit that gains most; ``places`` are the cells that each can go to."""
    steps = [(unit, cell) for unit, cells in places.items() for cell in cells_of(cells)]
    best = best_of([(gain(*step), step) for step in steps], least)
    return None if best is None else Action(verb, best)


class Pull:
    """How goals draw units over a map: what each is worth fades with the distance."""

    def __init__(self, grid: Grid, fade: float) -> None:
        self.grid = grid
        self.fade = fade
        self._of: Memo[tuple[float, ...]] = Memo(64)

    def of(self, goals: Goals) -> tuple[float, ...]:
        """The pull of some goals together, cell by cell."""
        return self._of.found(goals, lambda: self.work_out(goals))

    def work_out(self, goals: Goals) -> tuple[float, ...]:
        pulls = [0.0] * len(self.grid.ids)
        for goal, worth in goals:
            pulls = [p + worth * self.fade**far for p, far in zip(pulls, self.grid.distances(goal), strict=True)]
        return tuple(pulls)


class Places:
    """Where the units of a side stand as planned so far, and how often each cell is held or covered by them."""

    def __init__(self, grid: Grid) -> None:
        self.grid = grid
        self.at: dict[int, list[int]] = {}
        self.place_of: dict[int, int] = {}
        self.cover: dict[int, int] = {}

    def put(self, unit: int, cell: int) -> None:
        self.place_of[unit] = cell
        self.at.setdefault(cell, []).append(unit)
        for near in (cell, *self.grid.neighbours[cell]):
            self.cover[near] = self.cover.get(near, 0) + 1

    def send(self, unit: int, cell: int) -> None:
        """A unit goes from one place to another."""
        self.lift(unit)
        self.put(unit, cell)

    def lift(self, unit: int) -> int:
        """Take a unit up again; where it was."""
        cell = self.place_of.pop(unit)
        self.at[cell].remove(unit)
        for near in (cell, *self.grid.neighbours[cell]):
            self.cover[near] -= 1
        return cell
