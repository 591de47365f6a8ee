"""What the Movement Segment may not end with: units outside their area, corps torn apart.

The book says "must" (4.5.1, 5.2.3) but not what happens to a player who does not. Nothing is decided
by chance in this segment, so a unit that may not stay where it is moves anew from where it began
(ruling C22). Each unit does so once at most, and what then cannot be helped is accepted.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import reduce
from operator import or_

from grognard.engine import ALLOW, Action, Decision, Procedure, Ruling, Subject, refuse
from grognard.games.marne_1914.boundaries import areas
from grognard.games.marne_1914.integrity import (
    Chain,
    Links,
    base_units,
    can_be_whole,
    corps_members,
    enemy_hexes,
    in_integrity,
    infantry_hexes,
)
from grognard.games.marne_1914.movement import (
    STRATEGIC_BONUS,
    allowance,
    reach_normal,
    reach_strategic,
    room_for,
)
from grognard.games.marne_1914.state import Marne
from grognard.rules.destinations import Destinations
from grognard.rules.masks import cells_of, mask
from grognard.rules.search import Reach


class Mender:
    """What stays the same while a side mends: its units, their areas, and where each could have gone from its origin.

    Friendly units do not matter for that.
    """

    def __init__(self, g: Marne) -> None:
        self.g = g
        self.units = g.on_map(g.phasing)
        self.corps = {name: units for name, units in corps_members(g, g.phasing).items() if len(units) > 1}
        """Corps that can be torn apart and still be helped."""
        for corps in list(self.corps):
            self.drop_if_done(corps)
        self.inside = {army: g.setting.between_columns(*columns) for army, columns in areas(g).items()}
        """The hexes of each army's area."""
        self.enemy = enemy_hexes(g, g.phasing)
        self.mixed = [u for u in self.units if shares_with_other_army(g, u)]
        self.outside = [u for u in self.units if not self.inside[g.state.army[u]] >> g.state.loc[u] & 1]
        """Only these may ever be wrong in that way: whoever moves anew stacks rightly, and is not moved again."""
        self._reaches: dict[int, list[Reach]] = {}
        self._within: dict[int, int] = {}
        self._chains: dict[str, Chain] = {}

    def drop_if_done(self, corps: str) -> None:
        """A corps whose units have all moved anew is not looked at any more."""
        moved = self.g.state.moved
        if all(moved[u] == 2 for u in self.corps.get(corps, ())):
            self.corps.pop(corps, None)

    def moved_anew(self, unit: int) -> None:
        corps = self.g.state.corps[unit]
        self._chains.pop(corps, None)
        self.drop_if_done(corps)

    def chain(self, corps: str) -> Chain:
        """A corps in its hexes; the same one as long as nobody of it moves."""
        found = self._chains.get(corps)
        if found is None:
            loc = self.g.state.loc
            found = self._chains[corps] = Chain(self.g, tuple([loc[u] for u in self.corps[corps]]))
        return found

    def reaches(self, unit: int) -> list[Reach]:
        found = self._reaches.get(unit)
        if found is None:
            g = self.g
            origin = g.state.origin[unit]
            found = [reach_normal(g, unit, origin, allowance(g, unit), fresh=True)]
            in_zone = g.zones[1 - g.setting.side[unit]][origin]
            if not in_zone and not g.state.out_of_supply[unit]:                 # 6.2.1, 10.2.1b
                found.append(reach_strategic(g, unit, origin, allowance(g, unit) + STRATEGIC_BONUS))
            self._reaches[unit] = found
        return found

    def within_reach(self, unit: int) -> int:
        """The set of hexes that a unit could have reached from its origin, and its origin."""
        found = self._within.get(unit)
        if found is None:
            found = 1 << self.g.state.origin[unit]
            for way in self.reaches(unit):
                found |= way.cells
            self._within[unit] = found
        return found

    def choices(self, unit: int, among: int = -1) -> int:
        """Those of some hexes where a unit could stand at the end of the segment: anew from its origin, or there."""
        g = self.g
        if g.state.moved[unit] == 2 or (g.state.taxi[unit] == 2 and g.state.moved[unit]):
            return among & 1 << g.state.loc[unit]
        cells = self.within_reach(unit) & among
        return room_for(g, unit, cells) if cells else 0


class Complaint:
    """What is wrong with some units, and to which hexes (a set) each of them may go to mend it."""

    __slots__ = ("case", "cures", "text")

    def __init__(self, case: str, text: str, cures: dict[int, int]) -> None:
        self.case = case
        self.text = text
        self.cures = cures


def mixed_armies(g: Marne, mender: Mender) -> Complaint | None:
    """4.1.2 and 4.1.4: when a unit has changed its army (7.1.2), those who share its hex must part."""
    for unit in mender.mixed:
        if shares_with_other_army(g, unit):
            cell = g.state.loc[unit]
            cures = {u: mender.choices(u, ~(1 << cell)) for u in g.stack[cell] if g.state.moved[u] != 2}
            cures = {u: cells for u, cells in cures.items() if cells}
            if cures:
                text = f"units of different armies are together in {g.setting.grid.ids[cell]}"
                return Complaint("4.1.2", text, cures)
    return None


def shares_with_other_army(g: Marne, unit: int) -> bool:
    army, units = g.state.army, g.stack[g.state.loc[unit]]
    return len(units) > 1 and any(army[u] != army[unit] for u in units)


def outside_area(g: Marne, mender: Mender) -> Complaint | None:
    """5.2.3: a unit outside its army's area that could be inside."""
    for unit in mender.outside:
        if g.state.moved[unit] != 2:
            inside = mender.choices(unit, mender.inside[g.state.army[unit]])
            if inside:
                text = f"{g.name(unit)} is outside the area of its army and can reach it"
                return Complaint("5.2.3", text, {unit: inside})
    return None


def torn_corps(g: Marne, mender: Mender) -> Complaint | None:
    """4.5.1: a corps without integrity that could have it, or that drifts further apart."""
    infantry = infantry_hexes(g, g.phasing)
    for corps, members in mender.corps.items():
        chain = mender.chain(corps)
        blocked = mender.enemy | (infantry & ~chain.own)
        if chain.is_whole(g, blocked):
            continue
        links = Links(g, blocked)
        cures = cures_for(g, mender, links, members)
        if cures:
            rule = "its units must be within 3 hexes of each other, linked by free hexes"
            return Complaint("4.5.1", f"{corps} has lost its corps integrity: {rule}", cures)
        drifting = drifters(g, mender, members)
        if drifting:
            return Complaint("4.5.1", f"{corps} cannot regain its integrity, and may not drift further apart", drifting)
    return None


def cures_for(g: Marne, mender: Mender, links: Links, members: Sequence[int]) -> dict[int, int]:
    """For each unit that may still be moved, the hexes from which it rejoins the corps.

    First where the others stand now. Only if nobody can rejoin so, hexes from which the others can
    still follow.
    """
    loc = g.state.loc
    free = [u for u in members if g.state.moved[u] != 2]
    options = {u: inside_if_possible(g, mender, u) for u in members}
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
            linked = links.to_any(reduce(or_, others))
            elsewhere = cells_of(options[unit] & linked & ~(1 << loc[unit]))
            cures[unit] = mask(c for c in elsewhere if can_be_whole(links, c, others))
    return {unit: cells for unit, cells in cures.items() if cells}


def inside_if_possible(g: Marne, mender: Mender, unit: int) -> int:
    """Where a unit could stand in its area, or anywhere if it could not (5.2.3)."""
    return mender.choices(unit, mender.inside[g.state.army[unit]]) or mender.choices(unit)


def drifters(g: Marne, mender: Mender, members: Sequence[int]) -> dict[int, int]:
    """Ruling C22: out of reach of integrity, no unit may end further from the base unit than it began."""
    drifting: dict[int, int] = {}
    for base in base_units(g, members):
        drifting = drifters_from(g, mender, members, base)
        if not drifting:
            break                                       # 4.5.4: of several base units the owner chooses
    return drifting


def drifters_from(g: Marne, mender: Mender, members: Sequence[int], base: int) -> dict[int, int]:
    grid, state = g.setting.grid, g.state
    found: dict[int, int] = {}
    for unit in members:
        began = grid.distance(state.origin[unit], state.loc[base])
        if unit != base and state.moved[unit] == 1 and grid.distance(state.loc[unit], state.loc[base]) > began:
            near = mender.choices(unit, g.setting.within(state.loc[base], began))
            if near:
                found[unit] = near
    return found


class MendDecision(Decision):
    """Which unit moves anew so that the segment may end."""

    __slots__ = ("complaint", "g")

    def __init__(self, g: Marne, complaint: Complaint) -> None:
        side = g.state.phasing
        prompt = f"{g.setting.game.sides[side]}: {complaint.text}"
        super().__init__(side, "mend", complaint.case, prompt, rest=True)
        self.g = g
        self.complaint = complaint

    def verbs(self) -> Sequence[str]:
        return ("move",)

    def subjects(self) -> Sequence[Subject]:
        return [self.g.setting.unit_subjects[u] for u in self.complaint.cures]

    def actions(self, subject: Subject) -> Iterable[Action]:
        unit = subject.ref
        if subject.kind != "unit" or not isinstance(unit, int):
            return []
        return Destinations(unit, {"move": self.complaint.cures.get(unit, 0)})

    def check(self, action: Action) -> Ruling:
        unit, cell = action.number(0), action.number(1)
        if self.complaint.cures.get(unit, 0) >> cell & 1:
            return ALLOW
        if unit not in self.complaint.cures:
            return refuse(self.case, f"moving {self.g.name(unit)} does not mend it: {self.complaint.text}")
        return refuse(self.case, f"that hex does not mend it, or is out of reach: {self.complaint.text}")


def mend(g: Marne) -> Procedure:
    """Until nothing is left that could be helped."""
    mender = Mender(g)
    while True:
        complaint = mixed_armies(g, mender) or outside_area(g, mender) or torn_corps(g, mender)
        if complaint is None:
            return
        action: Action = yield MendDecision(g, complaint)
        unit, cell = action.number(0), action.number(1)
        move_anew(g, mender, unit, cell, complaint.case)


def move_anew(g: Marne, mender: Mender, unit: int, cell: int, case: str) -> None:
    state = g.state
    path = next((r.path(cell) for r in mender.reaches(unit) if cell in r), [])
    g.place(unit, cell)
    state.moved[unit] = 2
    mender.moved_anew(unit)
    state.entered = [entry for entry in state.entered if entry[0] != unit]
    state.entered += [(unit, c) for c in path if c in g.setting.held]
    g.note("move-anew", case, unit=unit, to=cell, path=path)


def settle_movement(g: Marne) -> None:
    """The end of the segment: control of places entered (13.0.3), units that stayed outside (5.2.4)."""
    from grognard.games.marne_1914.victory import take_control

    for unit, cell in g.state.entered:
        take_control(g, unit, cell)
    g.state.entered = []
    mark_outside(g)
    if g.setting.options["integrity_penalty"] == "disrupt":                    # ruling C22
        for members in corps_members(g, g.phasing).values():
            if len(members) > 1 and not in_integrity(g, members):
                for unit in members:
                    g.disrupt(unit, "4.5.1")


def outside_units(g: Marne) -> list[int]:
    """The phasing side's units that stand outside the areas of their armies."""
    between = areas(g)
    column, loc, army = g.setting.column, g.state.loc, g.state.army
    found = []
    for unit in g.on_map(g.phasing):
        west, east = between[army[unit]]
        if not west <= column[loc[unit]] <= east:
            found.append(unit)
    return found


def mark_outside(g: Marne) -> None:
    """5.2.4: a unit that could not end in its area is disrupted."""
    for unit in outside_units(g):
        g.disrupt(unit, "5.2.4")


