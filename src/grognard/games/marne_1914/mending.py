"""What the Movement Segment may not end with: units outside their area, corps torn apart.

The book says "must" (4.5.1, 5.2.3) but not what happens to a player who does not. Nothing is decided
by chance in this segment, so a unit that may not stay where it is moves anew from where it began
(ruling C22). Each unit does so once at most, and what then cannot be helped is accepted.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from grognard.engine import ALLOW, Action, Decision, Procedure, Ruling, Subject, refuse
from grognard.games.marne_1914.boundaries import in_area
from grognard.games.marne_1914.integrity import base_unit, can_be_mended, corps_members, in_integrity
from grognard.games.marne_1914.movement import (
    STRATEGIC_BONUS,
    allowance,
    must_fall_back,
    reach_normal,
    reach_strategic,
    why_no_strategic,
)
from grognard.games.marne_1914.stacking import may_stack
from grognard.games.marne_1914.state import Marne
from grognard.rules.search import Reach


def fresh_reaches(g: Marne, unit: int) -> dict[str, Reach]:
    """Where a unit could have gone from its origin: normally and by Strategic Movement."""
    state = g.state
    here, origin = state.loc[unit], state.origin[unit]
    g.place(unit, origin)
    found = {"move": reach_normal(g, unit, origin, allowance(g, unit), fresh=True)}
    if why_no_strategic(g, unit):
        found["strategic"] = reach_strategic(g, unit, origin, allowance(g, unit) + STRATEGIC_BONUS)
    g.place(unit, here)
    return found


def choices(g: Marne, unit: int) -> list[int]:
    """Hexes where a unit could stand at the end of the segment: anew from its origin, or its origin."""
    if g.state.moved[unit] == 2 or g.state.taxi[unit] == 2 and g.state.moved[unit]:
        return [g.state.loc[unit]]
    cells = dict.fromkeys([g.state.origin[unit]])
    for found in fresh_reaches(g, unit).values():
        cells.update(dict.fromkeys(found.cost))
    limit = g.setting.south[g.state.origin[unit]] if must_fall_back(g, unit) else -1
    return [c for c in cells if may_stack(g, unit, c) and g.setting.south[c] >= limit]


class Complaint:
    """What is wrong with some units, and to which hexes each of them may go to mend it."""

    __slots__ = ("case", "cures", "text")

    def __init__(self, case: str, text: str, cures: dict[int, list[int]]) -> None:
        self.case = case
        self.text = text
        self.cures = cures


def outside_area(g: Marne) -> Complaint | None:
    """5.2.3: a unit outside its army's area that could be inside."""
    for unit in g.on_map(g.phasing):
        if not in_area(g, unit, g.state.loc[unit]) and g.state.moved[unit] != 2:
            inside = [c for c in choices(g, unit) if in_area(g, unit, c)]
            if inside:
                text = f"{g.name(unit)} is outside the area of its army and can reach it"
                return Complaint("5.2.3", text, {unit: inside})
    return None


def torn_corps(g: Marne) -> Complaint | None:
    """4.5.1: a corps without integrity that could have it, or that drifts further apart."""
    for corps, members in corps_members(g, g.phasing).items():
        if len(members) < 2 or in_integrity(g, members):
            continue
        if all(g.state.moved[u] == 2 for u in members):
            continue
        options = {u: choices(g, u) for u in members}
        for unit, cells in options.items():
            options[unit] = [c for c in cells if in_area(g, unit, c)] or cells
        text = f"{corps} has lost its corps integrity: its units must be within 3 hexes of each other, linked by free hexes"
        if can_be_mended(g, members, options):
            cures = cures_for(g, members, options)
            if cures:
                return Complaint("4.5.1", text, cures)
        drifting = drifters(g, members)
        if drifting:
            return Complaint("4.5.1", f"{corps} cannot regain its integrity, and may not drift further apart", drifting)
    return None


def cures_for(g: Marne, members: Sequence[int], options: dict[int, list[int]]) -> dict[int, list[int]]:
    """For each unit that may still be moved, the hexes after which the corps is or can be whole."""
    cures: dict[int, list[int]] = {}
    for unit in members:
        if g.state.moved[unit] == 2:
            continue
        good = [
            cell for cell in options[unit]
            if can_be_mended(g, members, {**options, unit: [cell]}, tries=400)
        ]
        # A hex where it stands already mends nothing by itself: then another unit has to move.
        good = [c for c in good if c != g.state.loc[unit] or len(good) == 1]
        if good:
            cures[unit] = good
    return cures


def drifters(g: Marne, members: Sequence[int]) -> dict[int, list[int]]:
    """Ruling C22: out of reach of integrity, no unit may end further from the base unit than it began."""
    grid, state = g.setting.grid, g.state
    base = base_unit(g, members)
    found: dict[int, list[int]] = {}
    for unit in members:
        began = grid.distance(state.origin[unit], state.loc[base])
        if unit != base and state.moved[unit] == 1 and grid.distance(state.loc[unit], state.loc[base]) > began:
            near = [c for c in choices(g, unit) if grid.distance(c, state.loc[base]) <= began]
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
        return [Action("move", (unit, cell)) for cell in self.complaint.cures.get(unit, [])]

    def check(self, action: Action) -> Ruling:
        unit, cell = action.args
        assert isinstance(unit, int)
        if cell in self.complaint.cures.get(unit, []):
            return ALLOW
        if unit not in self.complaint.cures:
            return refuse(self.case, f"moving {self.g.name(unit)} does not mend it: {self.complaint.text}")
        return refuse(self.case, f"that hex does not mend it, or is out of reach: {self.complaint.text}")


def mend(g: Marne) -> Procedure:
    """Until nothing is left that could be helped."""
    while True:
        complaint = outside_area(g) or torn_corps(g)
        if complaint is None:
            return
        action: Action = yield MendDecision(g, complaint)
        unit, cell = action.args
        assert isinstance(unit, int) and isinstance(cell, int)
        move_anew(g, unit, cell, complaint.case)


def move_anew(g: Marne, unit: int, cell: int, case: str) -> None:
    state = g.state
    reaches = fresh_reaches(g, unit)
    path = next((r.path(cell) for r in reaches.values() if cell in r.cost), [])
    g.place(unit, cell)
    state.moved[unit] = 2
    state.entered = [(u, c) for u, c in state.entered if u != unit]
    state.entered += [(unit, c) for c in path if c in g.setting.scored]
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


def mark_outside(g: Marne) -> None:
    """5.2.4: a unit that could not end in its area is disrupted."""
    for unit in g.on_map(g.phasing):
        if not in_area(g, unit, g.state.loc[unit]):
            g.disrupt(unit, "5.2.4")


