"""A position as the rules of a board wargame ask it: who is where, who is asked, which dice fall."""

from __future__ import annotations

from collections.abc import Callable, Generator, Hashable, Iterable, Mapping, Sequence
from typing import Any, TypeVar

import msgspec
from mypy_extensions import mypyc_attr

from grognard.engine import ALLOW, Action, Asking, Choice, Decision, Event, Ruling, Together, refuse
from grognard.engine.facts import derived
from grognard.engine.game import Asked
from grognard.errors import NotUnderstood
from grognard.rules.arithmetic import Fight, Row
from grognard.rules.layers import C, MapPosition, S
from grognard.rules.tables import ResultsTable

R = TypeVar("R", bound=Hashable)
Choosing = Generator[Asked, Any, int]
"""Part of a procedure that ends with the unit, cell or number chosen."""
MaybeChoosing = Generator[Asked, Any, int | None]
ChoosingSome = Generator[Asked, Any, list[int]]
WhyNot = Callable[[Action], Ruling]


@derived
def units_on_map(g: WarPosition, side: int) -> tuple[int, ...]:
    loc = g.state.loc
    return tuple([u for u in g.setting.units_of[side] if loc[u] >= 0])


@mypyc_attr(allow_interpreted_subclasses=True)
class WarPosition(MapPosition[C, S]):
    """What the modules of every game ask. Sides are numbered 0 and 1, in the order of ``game.sides``."""

    # -- names --

    def name(self, unit: int) -> str:
        return self.setting.unit_ids[unit]

    def names(self, units: Iterable[int]) -> str:
        return ", ".join([self.setting.unit_ids[u] for u in units])

    def cell_name(self, cell: int) -> str:
        return self.setting.grid.ids[cell]

    def cell_names(self, cells: Iterable[int]) -> str:
        return ", ".join([self.setting.grid.ids[c] for c in cells])

    def side_name(self, side: int) -> str:
        """The short name of a side, as states and files have it."""
        return self.setting.sides[side]

    def has_option(self, name: str, choice: str = "on") -> bool:
        return self.setting.options[name] == choice

    def foregone(self, what: str, unit: int, case: str) -> Ruling | None:
        """Of supply or command: a unit is off the map, or a study assumes the answer; None if it must be traced."""
        if self.state.loc[unit] < 0:
            return refuse(case, f"{self.name(unit)} is not on the map")
        assumed = self.setting.assumption(what, unit)
        return None if assumed is None else Ruling(assumed, case, f"this study assumes it for {self.name(unit)}")

    # -- who is where --

    @property
    def phasing(self) -> int:
        """The number of the side whose phase it is."""
        return 0 if self.state.phasing == self.setting.sides[0] else 1

    @property
    def other(self) -> int:
        """The number of the other side."""
        return 1 - self.phasing

    def is_phasing(self, unit: int) -> bool:
        return self.setting.side[unit] == self.phasing

    def on_map(self, side: int) -> list[int]:
        return list(units_on_map(self, side))

    def living(self, units: Iterable[int]) -> list[int]:
        """Those of some units that are still on the map."""
        loc = self.state.loc
        return [u for u in units if loc[u] >= 0]

    def friends_in(self, cell: int, side: int) -> list[int]:
        """The units of one side in a cell; where fights go on, a cell holds both."""
        sides = self.setting.side
        return [u for u in self.stack[cell] if sides[u] == side]

    def enemies_in(self, cell: int, side: int) -> list[int]:
        return self.friends_in(cell, 1 - side)

    def occupied(self, side: int) -> int:
        """The set of cells that hold units of a side, or whatever else of it keeps the enemy out."""
        return self.closed_cells[1 - side]

    def enemy_holds(self, side: int, cell: int) -> bool:
        """Whether a side is kept out of a cell."""
        return self.closed[side][cell] > 0

    def in_enemy_zone(self, unit: int) -> bool:
        return self.zones[1 - self.setting.side[unit]][self.state.loc[unit]] > 0

    def may_share(self, cell: int) -> bool:
        """Whether both sides may be in a cell at once, as in a fight that goes on."""
        return False

    def beside(self, unit: int, cell: int) -> bool:
        """Whether a unit on the map stands next to a cell."""
        here = self.state.loc[unit]
        return here >= 0 and bool(self.setting.around[here] >> cell & 1)

    def remove(self, unit: int, box: int, *keep: str) -> None:
        """A counter goes into a box, at full strength and without its markers, but for the fields that it keeps."""
        self.place(unit, box)
        self.state.drop(unit, *keep)
        self.state.steps[unit] = self.setting.units[unit].steps

    # -- questions --

    def seat(self, side: int, nation: str = "") -> str:
        """Who answers for a side. A game whose nations can have players of their own asks the nation's."""
        return self.setting.sides[side]

    def common_seat(self, side: int) -> str:
        """Who answers where all nations of a side are concerned."""
        return self.seat(side)

    def seat_asked(self, side: int, options: Sequence[Action], about: str) -> str:
        """The seat of the unit that the first answer names; without one, the side's."""
        first = options[0].args[0] if options[0].args and about == "unit" else ""
        return self.seat(side, self.setting.units[first].nation if isinstance(first, int) else "")

    def ask(
        self, side: int, kind: str, case: str, question: str, options: Sequence[Action], *, seat: str | None = None,
        common: bool = False, about: str = "unit", places: Sequence[str] = (), why_not: WhyNot | None = None,
        also: Sequence[str] = (), rest: bool = False, secret: bool = False, even_if_one: bool = False, place: int = -1,
    ) -> Asking:  # fmt: skip
        """A short question to a side, perhaps about one ``place``. Where only one way is left, nobody is asked.

        Without a ``seat`` it goes to the owner of the unit that the first answer names. What is ``common`` to
        the nations of a side is asked in the side's name.
        """
        if len(options) == 1 and not rest and not even_if_one and not self.asks_everything:
            return options[0]
        name = self.setting.sides[side]
        seat = seat or (self.common_seat(side) if common else self.seat_asked(side, options, about))

        def reason(action: Action) -> Ruling:
            ruling = why_not(action) if why_not is not None else ALLOW
            return self.not_offered(case, question, options, action) if ruling else ruling

        answer: Action = yield Choice(
            name, kind, case, f"{self.setting.seat_name(name if common else seat)}: {question}", options,
            seat=seat, about=about, places=places, why_not=reason, also=also, rest=rest, secret=secret, place=place,
        )  # fmt: skip
        return answer

    def not_offered(self, case: str, question: str, options: Sequence[Action], action: Action) -> Ruling:
        """The refusal of an answer that is none of the options, where no rule says more: it names those there are."""
        language = self.setting.language
        same, meant = [option for option in options if option.verb == action.verb], language.arguments(action)
        for place, word in enumerate(meant):
            there = [language.arguments(option)[place] for option in same]
            if word not in there:
                if there:
                    return refuse(case, f"{question}: {' or '.join(dict.fromkeys(there))}, not {word}")
                break
            same = [option for option in same if language.arguments(option)[place] == word]
        listed = " or ".join([language.write(option) for option in options[:6]])
        return refuse(case, f"{question}: {listed}, not {language.write(action)}")

    def order(self, decision: Decision) -> Generator[Asked, Any, Action | None]:
        """The answer to a question about units and cells; None where its player ends it."""
        action: Action = yield decision
        return None if action.verb == "end" else action

    def ask_together(
        self, kind: str, case: str, question: str, options: Mapping[int, Sequence[Action]]
    ) -> Generator[Asked, Any, dict[int, Action]]:
        """Sides answer one question in secret at the same time, each as a whole; a single one answers openly."""
        sides, found = self.setting.sides, {}
        if len(options) == 1:
            for side in options:
                found[side] = yield from self.ask(side, kind, case, question, options[side], common=True, rest=True)
            return found
        parts: dict[str, Decision] = {
            sides[side]: Choice(
                sides[side], kind, case, f"{self.setting.seat_name(sides[side])}: {question}", options[side],
                seat=self.common_seat(side),
                why_not=lambda a, among=options[side]: self.not_offered(case, question, among, a),  # type: ignore[misc]
            )
            for side in options
        }  # fmt: skip
        answers = yield Together(parts, rest=True)
        return {side: answers[sides[side]] for side in options}

    def ask_in_secret(self, parts: Mapping[int, Choice]) -> Generator[Asked, Any, dict[int, Action]]:
        """Different questions to the sides at the same time, or one alone; nobody hears the answers."""
        sides = self.setting.sides
        if len(parts) == 1:
            (side, part), = parts.items()
            part.secret, part.rest = True, True
            return {side: (yield part)}
        answers = yield Together({sides[side]: part for side, part in parts.items()}, rest=True)
        return {side: answers[sides[side]] for side in parts}

    def choose(
        self, side: int, kind: str, case: str, question: str, verb: str, among: Iterable[int], *,
        of: int | None = None, seat: str | None = None, common: bool = False, about: str = "unit",
        why_not: WhyNot | None = None, rest: bool = False, even_if_one: bool = False,
    ) -> Choosing:  # fmt: skip
        """One of some units or cells; ``of`` is the unit that stands before each in the action."""
        before = () if of is None else (of,)
        options = [Action(verb, (*before, one)) for one in among]
        action = yield from self.ask(
            side, kind, case, question, options, seat=seat, common=common, about=about, why_not=why_not, rest=rest,
            even_if_one=even_if_one,
        )  # fmt: skip
        return action.number(len(before))

    def choose_or_end(
        self, side: int, kind: str, case: str, question: str, verb: str, among: Iterable[int], *, end: str = "end",
        of: int | None = None, seat: str | None = None, common: bool = False, about: str = "unit",
        why_not: WhyNot | None = None, rest: bool = False, place: int = -1,
    ) -> MaybeChoosing:  # fmt: skip
        """The same, or none of them (``end`` is the verb that says so)."""
        before = () if of is None else (of,)
        options = [*(Action(verb, (*before, one)) for one in among), Action(end)]
        action = yield from self.ask(
            side, kind, case, question, options, seat=seat, common=common, about=about, why_not=why_not, rest=rest,
            place=place,
        )  # fmt: skip
        return None if action.verb == end else action.number(len(before))

    def choose_some(
        self, side: int, kind: str, case: str, question: str, verb: str, among: Sequence[int], *, end: str = "end",
        about: str = "unit",
    ) -> ChoosingSome:  # fmt: skip
        """Any number of units or cells, one after the other until ``end``."""
        chosen: list[int] = []
        while len(chosen) < len(among):
            left = [one for one in among if one not in chosen]
            one = yield from self.choose_or_end(side, kind, case, question, verb, left, end=end, about=about)
            if one is None:
                break
            chosen.append(one)
        return chosen

    # -- dice --

    def succeeds(self, case: str, why: str, low: int, high: int) -> bool:
        """Throw a die that succeeds from one face to another."""
        return low <= self.throw(case, why, same=[low <= face <= high for face in range(1, 7)]) <= high

    def roll(self, case: str, why: str, outcomes: Sequence[R], number: int = 1) -> R:
        """Throw dice for one of some outcomes, given total by total from the lowest."""
        faces = (len(outcomes) - 1) // number + 1
        if self.result_to_come and (total := self.total_supposed(outcomes, number, case, why)):
            return outcomes[total - number]
        return outcomes[self.throw(case, why, number, faces, same=outcomes) - number]

    def roll_on(self, table: ResultsTable[R], column: int, case: str, why: str, drm: int = 0) -> tuple[int, R]:
        """Throw for a column of a results table: the total before modifiers, and the result."""
        results = table.row(column, drm)
        number = table.dice[0]
        if self.result_to_come:
            wanted = self.result_to_come
            total = self.total_supposed(results, number, case, why)
            if not total:
                there = ", ".join(dict.fromkeys(map(str, results)))
                raise NotUnderstood(f"no dice bring '{wanted}' on this column: it has {there}")
            return total, results[total - number]
        total = self.throw(case, why, number, table.dice[-1] // number, same=results)
        return total, results[total - number]

    # -- what a question to the referee supposes --

    def total_supposed(self, results: Sequence[Hashable], number: int, case: str, why: str) -> int:
        """The lowest total that brings the supposed result, noted as dice; 0 where none does."""
        total = next((n for n, found in enumerate(results, number) if str(found) == self.result_to_come), 0)
        if total and self.supposed is not None:
            self.result_to_come, self.supposed.used = "", True
            self.events.append(Event("dice", (case,), {"dice": (total,), "total": total, "why": f"{why} (supposed)"}))
        return total

    def as_supposed(self, fight: Fight, table: ResultsTable[Any]) -> Fight:
        """A fight as it was worked out, or on the column that a question supposes."""
        supposed = self.supposed
        if supposed is None or supposed.column is None:
            return fight
        supposed.used = True
        column = table.clamp(supposed.column)
        row = Row("supposed column", column - fight.column, "study")
        return msgspec.structs.replace(fight, column=column, shifts=(*fight.shifts, row))
