"""Attacks declared one by one where everybody next to an attacker must be attacked by somebody.

One attack is made by units of many cells against one, or by units of one cell against many. Whoever attacks leaves
no enemy beside him out: each must have been attacked, be attacked with him, or be attacked later by others who can. An
attack is legal only if all such promises can still be kept.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations

from mypy_extensions import mypyc_attr

from grognard.engine import ALLOW, Action, Ruling, Subject, refuse
from grognard.rules.masks import cells_of, mask
from grognard.rules.orders import END, P, UnitOrders


@mypyc_attr(allow_interpreted_subclasses=True)
class AttackOrders(UnitOrders[P]):
    """Which cells are attacked next, and by whom (``attack CELLS by UNITS``)."""

    shape_case = ""
    """The case of the two forms of an attack."""
    promise_case = ""
    """The case by which everybody beside an attacker must be attacked."""
    aim_case = ""
    """The case by which some units must attack a given cell."""
    bound_case = ""
    """The case by which some units must attack at all."""

    def __init__(self, g: P, side: int, kind: str, case: str, question: str) -> None:
        super().__init__(g, side, kind, case, question)
        around, loc = g.setting.around, g.state.loc
        self.open = mask([c for c in cells_of(self.enemies()) if self.may_target(c)])
        """The cells that can still be attacked."""
        self.ready = tuple([u for u in self.armed() if self.may_join(u)])
        """Who can still attack."""
        able, beside = 0, 0
        for unit in self.ready:
            able |= self.within_reach(unit, self.open)
        for unit in self.attackers():
            beside |= around[loc[unit]]
        self.promised = beside & self.open & able
        """What must still be attacked, but not where nobody is left to do it."""
        self.bound = [u for u in self.must_attack() if around[loc[u]] & self.open]
        self.for_all = self.can_serve(self.bound, self.open, self.ready)
        """Whether there is a way for all who must attack; where there is none, they do what they can."""

    # -- what a game says --

    def enemies(self) -> int:
        """The cells with enemies who can be attacked at all."""
        raise NotImplementedError

    def armed(self) -> Sequence[int]:
        """The units that may be able to attack."""
        raise NotImplementedError

    def attackers(self) -> Sequence[int]:
        """The units that have attacked in this segment."""
        raise NotImplementedError

    def may_join(self, unit: int) -> Ruling:
        raise NotImplementedError

    def may_target(self, cell: int) -> Ruling:
        raise NotImplementedError

    def may_fight_together(self, units: Sequence[int]) -> Ruling:
        return ALLOW

    def aim(self, unit: int) -> int:
        """A cell that a unit must attack if it attacks; -1 if it is free."""
        return -1

    def must_attack(self) -> Sequence[int]:
        """Those of the ready units that must attack somebody."""
        return ()

    # -- what follows from it --

    def verbs(self) -> Sequence[str]:
        return ("attack", "end")

    def units(self) -> Sequence[int]:
        return [u for u in self.ready if self.within_reach(u, self.open)]

    def is_able(self, unit: int) -> bool:
        return any(True for _ in self.declarations(unit))

    def actions(self, subject: Subject) -> Iterable[Action]:
        if isinstance(subject.ref, str):
            return [END] if subject in self.buttons() and self.may_end() else []
        return list(self.declarations(subject.ref)) if subject.kind == "unit" and subject.ref in self.units() else []

    def declarations(self, unit: int) -> Iterator[Action]:
        """Every attack in which this unit comes first."""
        around, loc = self.g.setting.around, self.g.state.loc
        reach = self.within_reach(unit, self.open)
        others = [u for u in self.units() if u > unit]
        for cell in cells_of(reach):
            beside = [u for u in others if around[loc[u]] >> cell & 1 and self.aim(u) in (-1, cell)]
            for more in subsets(beside):
                yield from self._if_legal((cell,), (unit, *more))
        stack = [u for u in others if loc[u] == loc[unit]]
        for number in range(2, reach.bit_count() + 1):
            for cells in combinations(cells_of(reach), number):
                for more in subsets(stack):
                    yield from self._if_legal(cells, (unit, *more))

    def _if_legal(self, cells: tuple[int, ...], units: tuple[int, ...]) -> Iterator[Action]:
        if self.may_attack(cells, units):
            yield Action("attack", (cells, units))

    def check(self, action: Action) -> Ruling:
        if action.verb == "end":
            return self.may_end()
        cells, units = action.numbers(0), action.numbers(1)
        if not cells or not units or sorted(set(cells)) != list(cells) or sorted(set(units)) != list(units):
            return refuse(self.shape_case, "name each hex and each attacker once, in order")
        for ruling in (*map(self.may_join, units), *map(self.may_target, cells)):
            if not ruling:
                return ruling
        return self.may_attack(cells, units)

    def may_attack(self, cells: tuple[int, ...], units: tuple[int, ...]) -> Ruling:
        """For units that may attack and cells that may be attacked."""
        g, loc = self.g, self.g.state.loc
        if len(cells) > 1 and len({loc[u] for u in units}) > 1:
            return refuse(self.shape_case, "units attacking from several hexes can attack only one hex")
        for unit in units:
            for cell in cells:
                if not g.beside(unit, cell):
                    return refuse(self.shape_case, f"{g.name(unit)} is not next to {g.cell_name(cell)}")
            if self.aim(unit) != -1 and self.aim(unit) not in cells:
                return refuse(self.aim_case, f"{g.name(unit)} must attack {g.cell_name(self.aim(unit))}")
        return self.may_fight_together(units) and self.may_promise(units, mask(cells))

    def may_promise(self, units: Sequence[int], targets: int) -> Ruling:
        """Whether all that must be attacked can still be attacked after this."""
        g, around, loc = self.g, self.g.setting.around, self.g.state.loc
        left = self.open & ~targets
        promised = self.promised & ~targets
        for unit in units:
            promised |= around[loc[unit]] & left
        if not self.can_keep(promised, left, tuple([u for u in self.ready if u not in units])):
            if self.promised & targets and not self.can_keep(self.promised, self.open, self.ready):
                return ALLOW
            why = "you must attack every enemy next to the attackers, and no unit is left to attack"
            return refuse(self.promise_case, f"{why} {g.cell_names(cells_of(promised))}")
        for unit in self.bound if self.for_all else ():
            if unit not in units and not around[loc[unit]] & left:
                return refuse(self.bound_case, f"{g.name(unit)} must attack too, and this would leave it no target")
        rest = [u for u in self.bound if u not in units]
        if self.for_all and rest and not self.can_serve(rest, left, [u for u in self.ready if u not in units]):
            return refuse(self.bound_case, f"{g.names(rest)} must attack too, and this would leave no way")
        return ALLOW

    def can_serve(self, bound: Sequence[int], targets: int, ready: Sequence[int]) -> bool:
        """Whether each of some units can be given a cell to attack, alone or with those who can lead it together."""
        around, loc = self.g.setting.around, self.g.state.loc
        fit: dict[tuple[int, ...], bool] = {}

        def together(cell: int, units: tuple[int, ...]) -> bool:
            if units not in fit:
                more = [u for u in ready if u not in bound and around[loc[u]] >> cell & 1]
                fit[units] = any(self.may_fight_together((*units, *some)) for some in subsets(more))
            return fit[units]

        def serve(place: int, given: dict[int, tuple[int, ...]]) -> bool:
            if place == len(bound):
                return all(together(cell, units) for cell, units in given.items())
            unit = bound[place]
            return any(
                serve(place + 1, {**given, cell: (*given.get(cell, ()), unit)})
                for cell in cells_of(self.within_reach(unit, targets))
            )

        return serve(0, {})

    def may_end(self) -> Ruling:
        g = self.g
        if self.bound:
            return refuse(self.bound_case, f"{g.names(self.bound)} must attack")
        if self.promised:
            return refuse(self.promise_case, f"somebody must attack {g.cell_names(cells_of(self.promised))}")
        return ALLOW

    def within_reach(self, unit: int, targets: int) -> int:
        """Those of some cells that a unit could attack; nothing if the cell that it must attack is not among them."""
        aim = self.aim(unit)
        if aim >= 0 and not targets >> aim & 1:
            return 0
        return self.g.setting.around[self.g.state.loc[unit]] & targets

    def can_keep(self, promised: int, targets: int, units: tuple[int, ...]) -> bool:
        """Whether some units can attack all promised cells, and whatever they promise by that."""
        promised &= targets
        if all(self.aim(u) < 0 for u in units):
            # Each can attack everybody around it at once, so that it is enough if every cell has somebody.
            for unit in units:
                promised &= ~self.g.setting.around[self.g.state.loc[unit]]
            return not promised
        if not promised:
            return True
        cell = promised & -promised
        for place, unit in enumerate(units):
            reach = self.within_reach(unit, targets)
            if reach & cell:
                first = cell | (1 << self.aim(unit) if self.aim(unit) >= 0 else 0)
                rest = units[:place] + units[place + 1 :]
                for more in subsets(cells_of(reach & ~first)):
                    hit = first | mask(more)
                    if self.can_keep((promised | reach) & ~hit, targets & ~hit, rest):
                        return True
        return False


def subsets(items: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """All of them, the smallest first.

    >>> list(subsets([1, 2]))
    [(), (1,), (2,), (1, 2)]
    """
    for number in range(len(items) + 1):
        yield from combinations(items, number)
