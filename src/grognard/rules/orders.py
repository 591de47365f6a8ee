"""Questions about units and cells: which unit does what, where to, and why not."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, ClassVar, Generic

from mypy_extensions import mypyc_attr
from typing_extensions import TypeVar

from grognard.engine import ALLOW, Action, Decision, Ruling, Subject, refuse
from grognard.engine.decisions import Walk
from grognard.rules.destinations import Destinations
from grognard.rules.position import WarPosition
from grognard.rules.search import Reach
from grognard.rules.walking import Walking, best_walk, no_walk, walk

P = TypeVar("P", bound=WarPosition, default=Any)
END, PASS = Action("end"), Action("pass")
END_BUTTON = Subject("button", "end")


@mypyc_attr(allow_interpreted_subclasses=True)
class UnitOrders(Decision, Generic[P]):
    """Units and their cells by verb. A game's larger questions say who may act, where to, and why not.

    A unit is offered before it is proven that it can do anything; only `subjects` looks closer, where
    `is_able` tells.
    """

    offers: ClassVar[Sequence[str]] = ()
    """The verbs of the question."""
    walking: ClassVar[Walking] = Walking()
    """The cases that bind a move by a named way."""

    def __init__(
        self, g: P, side: int, kind: str, case: str, question: str, *, seat: str | None = None, rest: bool = True
    ) -> None:
        name = g.setting.sides[side]
        prompt = f"{g.setting.seat_name(seat or name)}: {question}"
        super().__init__(name, kind, case, prompt, rest=rest, seat=seat)
        self.g = g
        self.number = side
        self._able: Sequence[Subject] | None = None

    # -- what a game says --

    def verbs(self) -> Sequence[str]:
        return self.offers

    def units(self) -> Sequence[int]:
        """The units that may still act, whether or not they can."""
        raise NotImplementedError

    def cells(self, unit: int) -> Mapping[str, int]:
        """For each verb the set of cells where it leads a unit that may act."""
        return {}

    def others(self, unit: int) -> Sequence[Action]:
        """What else a unit can do."""
        return ()

    def may_act(self, unit: int) -> Ruling:
        return ALLOW

    def may(self, verb: str, unit: int, cell: int) -> Ruling:
        """Why a unit that may act may not do that there."""
        return refuse(self.case, f"{self.g.name(unit)} cannot {verb} to {self.g.cell_name(cell)}: {self.prompt}")

    def may_do(self, action: Action) -> Ruling:
        """Why a unit that may act may not do something else, that is none of its `others`."""
        return refuse(self.case, f"not now: {self.prompt}")

    def may_end(self) -> Ruling:
        return ALLOW

    def reaches(self, verb: str, unit: int) -> Mapping[str, Reach]:
        """By each way of moving that a verb stands for (its name, empty if there is one), where it leads a unit."""
        return {}

    def is_able(self, unit: int) -> bool:
        return any(self.cells(unit).values()) or bool(self.others(unit))

    # -- what follows from it --

    def walk(self, action: Action, cells: Sequence[int]) -> Walk | None:
        units, ways = self.named(action), self.reaches(action.verb, self.named(action)[0])
        walks = [walk(self.g, self.walking, units[0], way, cells, note) for note, way in ways.items()]
        return next((found for found in walks if found.ruling), walks[0] if walks else None)

    def find_walk(self, action: Action, *, fewest: bool = False, no_zones: bool = False) -> Walk | None:
        unit, goal = self.named(action)[0], action.number(1)
        zones = self.g.zone_cells[1 - self.number] if no_zones else 0
        ways = self.reaches(action.verb, unit)
        for note, way in ways.items():
            cells = best_walk(way, goal, zones, fewest)
            if cells:
                return walk(self.g, self.walking, unit, way, cells, note)
        return no_walk(self.g, self.walking, goal, self.check(action), no_zones) if ways else None

    def named(self, action: Action) -> tuple[int, ...]:
        """The unit of an action, or those that do it together."""
        first = action.args[0]
        return first if isinstance(first, tuple) else (action.number(),)

    def candidates(self) -> Sequence[Subject]:
        subjects = self.g.setting.unit_subjects
        return [*[subjects[u] for u in self.units()], *self.buttons()]

    def subjects(self) -> Sequence[Subject]:
        if self._able is None:  # found once: a question lasts until something changes
            subjects = self.g.setting.unit_subjects
            self._able = [subjects[u] for u in self.units() if self.may_act(u) and self.is_able(u)]
        return [*self._able, *[button for button in self.buttons() if self.actions(button)]]

    def is_anybody_able(self) -> bool:
        """Whether any unit can do anything, so that the question is worth asking."""
        return any(self.is_able(u) for u in self.units())

    def buttons(self) -> Sequence[Subject]:
        """The buttons of the question, whether or not they may be pressed now."""
        return (END_BUTTON,) if "end" in self.verbs() else ()

    def actions(self, subject: Subject) -> Iterable[Action]:
        unit = subject.ref
        if isinstance(unit, str):
            return [END] if subject in self.buttons() and self.may_end() else []
        if subject.kind != "unit" or not self.may_act(unit):
            return []
        return Destinations(unit, self.cells(unit), self.others(unit))

    def check(self, action: Action) -> Ruling:
        if action.verb == "end":
            return self.may_end()
        units = self.named(action)
        if not units:
            return refuse(self.case, "name at least one unit")
        for unit in units:
            ruling = self.may_act(unit)
            if not ruling:
                return ruling
        unit = units[0]
        cells = self.cells(unit).get(action.verb)
        if cells is None:
            return ALLOW if action in self.others(unit) else self.may_do(action)
        cell = action.number(1)
        return ALLOW if cells >> cell & 1 else self.may(action.verb, unit, cell)


@mypyc_attr(allow_interpreted_subclasses=True)
class OwnUnits(UnitOrders[P]):
    """A question that any unit of the side on the map may answer."""

    def may_act(self, unit: int) -> Ruling:
        if self.g.setting.side[unit] == self.number and self.g.state.loc[unit] >= 0:
            return ALLOW
        return refuse(self.case, f"{self.g.name(unit)} is not one of your units on the map")


@mypyc_attr(allow_interpreted_subclasses=True)
class Placing(UnitOrders[P]):
    """Which unit is put where: set-up, replacements, units that must move. Places are known or found when asked."""

    def __init__(
        self, g: P, side: int, kind: str, case: str, question: str, verb: str,
        places: Mapping[int, int] | Callable[[int], int], units: Sequence[int] | None = None, *,
        ends: bool = False, seat: str | None = None, why_not: Callable[[int, int], Ruling] | None = None,
        who: Callable[[int], Ruling] | None = None, rest: bool = True,
    ) -> None:  # fmt: skip
        super().__init__(g, side, kind, case, question, seat=seat, rest=rest)
        self.verb = verb
        self.ends = ends
        self.why_not = why_not
        self.who = who
        """Why a unit that is not among those asked for may not be put anywhere."""
        self._places: dict[int, int] = {} if callable(places) else dict(places)
        self._find = places if callable(places) else None
        self._units = tuple(self._places) if units is None else tuple(units)

    def verbs(self) -> Sequence[str]:
        return (self.verb, "end") if self.ends else (self.verb,)

    def units(self) -> Sequence[int]:
        return self._units

    def cells(self, unit: int) -> Mapping[str, int]:
        found = self._places.get(unit)
        if found is None:
            found = self._places[unit] = self._find(unit) if self._find is not None else 0
        return {self.verb: found}

    def may_act(self, unit: int) -> Ruling:
        if unit in self._units:
            return ALLOW
        ruling = self.who(unit) if self.who is not None else ALLOW
        return ruling if not ruling else refuse(
            self.case, f"this is not about {self.g.name(unit)}: {self.prompt}"
        )

    def may(self, verb: str, unit: int, cell: int) -> Ruling:
        ruling = self.why_not(unit, cell) if self.why_not is not None else ALLOW
        if not ruling:
            return ruling
        return refuse(self.case, f"{self.g.name(unit)} cannot be placed in {self.g.cell_name(cell)}: {self.prompt}")
