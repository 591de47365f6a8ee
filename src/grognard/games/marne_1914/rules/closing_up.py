"""What the movement of a side may not end with: units outside their area, corps torn apart.

The book says "must" (4.5.1, 5.2.3) but not what happens to a player who does not. Nothing is decided
by chance before, so a unit that may not stay where it is moves again from where it began, or from the
hex where it entered (ruling C22). Each unit does so once at most, and what then cannot be helped is
accepted.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import partial
from typing import NamedTuple

from grognard.engine import Action, Procedure, Ruling, refuse
from grognard.engine.facts import derived
from grognard.games.marne_1914.position import Marne
from grognard.games.marne_1914.rules.boundaries import areas
from grognard.games.marne_1914.rules.integrity import (
    Links,
    base_units,
    can_be_whole,
    corps_members,
    corps_name,
    enemy_hexes,
    in_integrity,
    is_whole,
)
from grognard.games.marne_1914.rules.movement import reach_on, room_for, ways_from
from grognard.games.marne_1914.rules.stacking import may_stack
from grognard.games.marne_1914.rules.victory import take_control
from grognard.games.marne_1914.state import Moved
from grognard.rules.masks import cells_of, mask, union
from grognard.rules.orders import Placing
from grognard.rules.search import Reach


class Standing(NamedTuple):
    """Where the units of a corps stand: their hexes one by one and as a set, and all that their links can pass."""

    cells: tuple[int, ...]
    own: int
    near: int


class ClosingUp:
    """What stays the same while a side closes up: its units, their areas, and where each could have gone from its
    origin. Friendly units do not matter for that.
    """

    def __init__(self, g: Marne) -> None:
        self.g = g
        self.units = g.on_map(g.phasing)
        self.corps = {name: units for name, units in corps_members(g, g.phasing).items() if len(units) > 1}
        """Corps that can be torn apart and still be helped."""
        for name in list(self.corps):
            self.drop_corrected(name)
        self.inside = {army: g.setting.between_columns(*columns) for army, columns in areas(g).items()}
        """The hexes of each army's area."""
        self.enemy = enemy_hexes(g, g.phasing)
        self.mixed = [u for u in self.units if shares_with_other_army(g, u)]
        self.outside = [u for u in self.units if not self.inside[g.state.army[u]] >> g.state.loc[u] & 1]
        """Only these may ever be wrong in that way: whoever moves again stacks rightly, and then stays."""
        self._ways: dict[int, Collection[Reach]] = {}
        self._standing: dict[str, Standing] = {}

    def drop_corrected(self, corps: str) -> None:
        """A corps is past help once all its units have moved again."""
        if all(self.g.state.moved[unit] == Moved.SETTLED for unit in self.corps.get(corps, ())):
            self.corps.pop(corps, None)

    def standing(self, corps: str) -> Standing:
        """Where a corps stands; looked up again when one of its units has moved."""
        found = self._standing.get(corps)
        if found is None:
            cells = tuple([self.g.state.loc[unit] for unit in self.corps[corps]])
            near = union(self.g.setting.near[cell] for cell in cells)
            found = self._standing[corps] = Standing(cells, mask(cells), near)
        return found

    def moved(self, unit: int) -> None:
        """A unit has moved again."""
        corps = self.g.state.corps[unit]
        self._standing.pop(corps, None)
        self.drop_corrected(corps)

    def ways(self, unit: int) -> Collection[Reach]:
        """Where a unit could have gone from its origin; looked up once."""
        found = self._ways.get(unit)
        if found is None:
            g, origin, arrived = self.g, self.g.state.origin[unit], self.g.state.arrived.get(unit)
            found = ways_from(g, unit, origin).values() if arrived is None else [reach_on(g, unit, origin, *arrived)]
            self._ways[unit] = found
        return found

    def within_reach(self, unit: int) -> int:
        """The set of hexes that a unit could have reached from its origin, and its origin."""
        found = 1 << self.g.state.origin[unit]
        for way in self.ways(unit):
            found |= way.cells
        return found

    def choices(self, unit: int, among: int = -1) -> int:
        """Those of some hexes where a unit could stand at the end of the phase: from its origin, or where it is."""
        g = self.g
        if g.state.moved[unit] == Moved.SETTLED:
            return among & 1 << g.state.loc[unit]
        cells = self.within_reach(unit) & among
        return room_for(g, unit, cells) if cells else 0


class Complaint(NamedTuple):
    """What is wrong with some units, and to which hexes (a set) each of them may go so that it is right."""

    case: str
    text: str
    cures: dict[int, int]


def mixed_armies(g: Marne, closing: ClosingUp) -> Complaint | None:
    """4.1.2 and 4.1.4: when a unit has changed its army (7.1.2), those who share its hex must part."""
    for unit in closing.mixed:
        if shares_with_other_army(g, unit):
            cell = g.state.loc[unit]
            cures = {u: closing.choices(u, ~(1 << cell)) for u in g.stack[cell] if g.state.moved[u] != Moved.SETTLED}
            cures = {u: cells for u, cells in cures.items() if cells}
            if cures:
                text = f"units of different armies are stacked in {g.cell_name(cell)}"
                return Complaint("4.1.2", text, cures)
    return None


def shares_with_other_army(g: Marne, unit: int) -> bool:
    army, units = g.state.army, g.stack[g.state.loc[unit]]
    return len(units) > 1 and any(army[u] != army[unit] for u in units)


def outside_area(g: Marne, closing: ClosingUp) -> Complaint | None:
    """5.2.3: a unit outside its army's area that could be inside."""
    for unit in closing.outside:
        if g.state.moved[unit] != Moved.SETTLED:
            inside = closing.choices(unit, closing.inside[g.state.army[unit]])
            if inside:
                text = f"{g.name(unit)} is outside the area of its army: move it back"
                return Complaint("5.2.3", text, {unit: inside})
    return None


def torn_corps(g: Marne, closing: ClosingUp) -> Complaint | None:
    """4.5.1: a corps without integrity that could have it, or that drifts further apart."""
    infantry = g.infantry_cells[g.phasing]
    for corps, members in closing.corps.items():
        cells, own, near = closing.standing(corps)
        blocked = closing.enemy | (infantry & ~own)
        if is_whole(g, cells, blocked & near):
            continue
        links = Links(g, blocked)
        cures = cures_for(g, closing, links, members)
        if cures:
            rule = "its units must be within 3 hexes of each other, linked by free hexes"
            return Complaint("4.5.1", f"{corps_name(corps)} has lost its integrity: {rule}", cures)
        drifting = drifters(g, closing, members)
        if drifting:
            text = f"{corps_name(corps)} cannot regain its integrity and must not drift further apart"
            return Complaint("4.5.1", text, drifting)
    return None


def cures_for(g: Marne, closing: ClosingUp, links: Links, members: Sequence[int]) -> dict[int, int]:
    """For each unit that may still be moved, the hexes from which it rejoins the corps.

    First where the others stand now. Only if nobody can rejoin so, hexes from which the others can
    still follow.
    """
    loc = g.state.loc
    free = [u for u in members if g.state.moved[u] != Moved.SETTLED]
    inside = {u: closing.inside[g.state.army[u]] for u in members}
    options = {u: closing.choices(u, inside[u]) or closing.choices(u) for u in members}         # 5.2.3
    cures: dict[int, int] = {}
    for unit in free:
        near = 0
        for other in members:
            if other != unit:
                near |= links.to(loc[other])
        cures[unit] = options[unit] & near & ~(1 << loc[unit])
    if not any(cures.values()):
        for unit in free:
            others = [options[u] for u in members if u != unit]
            # Most often nobody can follow to where it could be linked at all: seen for all hexes at once.
            linked = links.to_any(union(others))
            elsewhere = cells_of(options[unit] & linked & ~(1 << loc[unit]))
            cures[unit] = mask(c for c in elsewhere if can_be_whole(links, c, others))
    return {unit: cells for unit, cells in cures.items() if cells}


def drifters(g: Marne, closing: ClosingUp, members: Sequence[int]) -> dict[int, int]:
    """Ruling C22: out of reach of integrity, no unit may end further from the base unit than it began."""
    distance, state = g.setting.grid.distance, g.state
    found: dict[int, int] = {}
    for base in [state.loc[unit] for unit in base_units(g, members)]:
        found = {}
        for unit in members:
            began = distance(state.origin[unit], base)
            if state.moved[unit] == Moved.MOVED and distance(state.loc[unit], base) > began:
                found[unit] = closing.choices(unit, g.setting.within(base, began))
        found = {unit: near for unit, near in found.items() if near}
        if not found:
            break                                       # 4.5.4: of several base units the owner chooses
    return found


def close_up(g: Marne) -> Procedure:
    """Until nothing is left that could be helped."""
    closing = ClosingUp(g)
    while complaint := mixed_armies(g, closing) or outside_area(g, closing) or torn_corps(g, closing):
        action: Action = yield Placing(
            g, g.phasing, "close-up", complaint.case, complaint.text, "move", complaint.cures,
            why_not=partial(may_move_again, g, closing, complaint),
        )
        move_again(g, closing, action.number(0), action.number(1), complaint.case)


def may_move_again(g: Marne, closing: ClosingUp, complaint: Complaint, unit: int, cell: int) -> Ruling:
    """Why a unit that must move again may not do so to a hex."""
    name, there = g.name(unit), g.cell_name(cell)
    if not closing.within_reach(unit) >> cell & 1:
        return refuse("6.1.6", f"{name} could not have reached {there} from {g.cell_name(g.state.origin[unit])}")
    ruling = may_stack(g, unit, cell)
    if not ruling:
        return ruling
    if not closing.inside[g.state.army[unit]] >> cell & 1:
        return refuse("5.2.3", f"{there} is outside the area of {name}'s army")
    return refuse(complaint.case, f"{there} does not put it right: {complaint.text}")


def move_again(g: Marne, closing: ClosingUp, unit: int, cell: int, case: str) -> None:
    state = g.state
    path = next((r.path(cell) for r in closing.ways(unit) if cell in r), [])
    g.place(unit, cell)
    state.moved[unit] = Moved.SETTLED
    closing.moved(unit)
    state.entered = [entry for entry in state.entered if entry[0] != unit or entry[1] == state.origin[unit]]
    state.entered += [(unit, c) for c in path if c in g.setting.held]
    g.note("move-again", case, unit=unit, to=cell, path=path)


def settle_movement(g: Marne) -> None:
    """The end of it: control of the places entered (13.0.3), units that could not end in their area (5.2.4)."""
    for unit, cell in g.state.entered:
        take_control(g, unit, cell)
    g.state.entered = []
    for unit in outside_units(g):
        g.disrupt(unit, "5.2.4")
    for unit in punished_units(g):
        g.disrupt(unit, "4.5.1")


def punished_units(g: Marne) -> list[int]:
    """Ruling C22: by option, the units of a corps that could not regain its integrity are disrupted."""
    if g.has_option("integrity_penalty", "none"):
        return []
    torn = [units for units in corps_members(g, g.phasing).values() if len(units) > 1 and not in_integrity(g, units)]
    return [unit for units in torn for unit in units]


def outside_units(g: Marne) -> list[int]:
    """The phasing side's units that stand outside the areas of their armies."""
    army, column, loc, found = g.state.army, g.setting.column, g.state.loc, areas(g)
    return [u for u in g.on_map(g.phasing) if not found[army[u]][0] <= column[loc[u]] <= found[army[u]][1]]


@derived
def astray(g: Marne) -> tuple[frozenset[int], frozenset[int]]:
    """The phasing side's units outside their area (5.2.3), and those whose corps has lost its integrity (4.5.1)."""
    corps = [units for units in corps_members(g, g.phasing).values() if len(units) > 1]
    torn = [unit for units in corps if not in_integrity(g, units) for unit in units]
    return frozenset(outside_units(g)), frozenset(torn)
