"""Step losses (5.1.1), retreats (11.1 to 11.4) and hits that are taken as losses or fatigue (10.3.12, 13.11.7)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from grognard.engine import Procedure
from grognard.games.hannut_1940.position import Hannut
from grognard.games.hannut_1940.rules.command import force_mobile
from grognard.games.hannut_1940.rules.halts import meets_halt
from grognard.games.hannut_1940.rules.stacking import may_share
from grognard.games.hannut_1940.setting import ELIMINATED
from grognard.games.hannut_1940.state import Mark
from grognard.rules.hits import Hits as Losses
from grognard.rules.masks import cells_of
from grognard.rules.ways import best_cells

# -- 5.1.1 --


def lose_step(g: Hannut, unit: int, case: str) -> None:
    """A counter is turned over, or goes to the Eliminated Units Box."""
    cell = g.state.loc[unit]
    g.state.steps[unit] -= 1
    g.changed()
    if g.state.steps[unit]:
        g.note("loss", case, unit=unit, cell=cell, steps=1, left=g.state.steps[unit])
        return
    division = g.division(unit)
    g.remove(unit, ELIMINATED, "attached")
    if not g.stack[cell]:
        g.state.shifts.pop(cell, None)                                          # 10.3.12: AS lay on the units
    if g.setting.is_hq[unit]:                                                   # ruling C53: until the next dawn
        g.state.bp[division] = g.state.level[division] = 0
        g.state.static = [d for d in g.state.static if d != division]
    g.note("eliminated", "5.1.1", unit=unit, cell=cell, steps=1)


class Hits(Losses[Hannut]):
    """10.3.12, 13.11.6: step losses or fatigue, two levels at most; units that retreated into the hex last (11.2b)."""

    def __init__(self, g: Hannut, side: int, units: Sequence[int], case: str, first: Sequence[int] = ()) -> None:
        super().__init__(g, side, units, case, first)
        self.even = True
        """Nobody loses a second step before all have lost one: failed checks (10.3.12), mandatory losses (13.11.6)."""
        self.last = [u for u in units if g.state.retreated[u]]
        """11.2b: who had fled there when the combat began, also where all go back before the losses are taken."""

    def losers(self) -> list[int]:
        """Ruling D22: after fire that units stood or withdrew from, the owner spreads losses as he likes."""
        if self.even:
            return super().losers()
        others = [u for u in self.living() if not self.comes_last(u)]
        return self.living() if all(self.taken[u] for u in others) else others

    def lose_step(self, unit: int) -> None:
        lose_step(self.g, unit, self.case)

    def tire_unit(self, unit: int) -> None:
        self.g.tire(unit, self.case)

    def may_tire(self) -> bool:
        """Two fatigue hits at most, and only while one of the units can still be fatigued (ruling C49)."""
        most = self.g.setting.limits["fatigue-most"]
        return self.tired < most and any(self.g.state.fatigue[u] < most for u in self.living())

    def comes_last(self, unit: int) -> bool:
        return unit in self.last


# -- 11.1 to 11.4 --


def retreat_cells(g: Hannut, units: Sequence[int], origin: int, gone: Sequence[int]) -> list[int]:
    """11.1, 11.3: the best hexes for one hex of retreat, ranked as in ruling C66, by the HQ of any of the units."""
    setting, state = g.setting, g.state
    here, side = state.loc[units[0]], setting.side[units[0]]
    able = [c for c in g.open_steps(units, here) if c != origin and c not in gone]
    beside = setting.beside.of(g.occupied(1 - side))
    far = setting.grid.distance

    def rank(goal: Sequence[int], cell: int) -> tuple[int, ...]:
        return (
            far(origin, cell) <= far(origin, here), beside >> cell & 1,
            min([far(cell, c) for c in goal]),
            not may_share(g, (*units, *[u for u in g.stack[cell] if u not in units])),
        )

    rears = [rear_of(g, units, division) for division in dict.fromkeys([g.division(u) for u in units])]
    found = {c for goal in rears for c in best_cells(able, partial(rank, goal))}
    return [c for c in able if c in found]


def rear_of(g: Hannut, units: Sequence[int], division: str) -> list[int]:
    """11.3: the superior HQ, or without one the friendly map edge; one off the map stands behind its entry hexes."""
    if behind := g.setting.off_map_hq.get(division):
        return list(behind)                                                     # 19.6, ruling D02
    hq = g.hq(division)
    if hq >= 0 and hq not in units and g.state.loc[hq] >= 0:
        return [g.state.loc[hq]]
    return cells_of(g.setting.home[g.setting.side[units[0]]])


class Retreat:
    """Units of one hex that go back together, hex by hex."""

    def __init__(self, g: Hannut, units: Sequence[int], most: Callable[[int], int], case: str) -> None:
        self.g, self.case = g, case
        self.units = list(units)
        self.side = g.setting.side[units[0]]
        self.origin = g.state.loc[units[0]]
        self.left = {u: most(u) for u in units}
        """11.2: how many hexes each may still go."""
        self.path: list[int] = []
        self.gone = dict.fromkeys(units, 0)

    def going(self) -> list[int]:
        return [u for u in self.g.living(self.units) if self.left[u] > 0]

    def has_parted(self) -> bool:
        return bool(self.path) and len(self.going()) < len(self.g.living(self.units))

    def cells(self) -> list[int]:
        going = self.going()
        return retreat_cells(self.g, going, self.origin, self.path) if going else []

    def step(self, chosen: int = -1) -> Procedure:
        """One hex; the owner chooses among equals (ruling C66), if he has not done so."""
        g, going = self.g, self.going()
        cells = [chosen] if chosen >= 0 else self.cells()
        here = g.state.loc[going[0]]
        question = f"where do the units in {g.cell_name(here)} retreat to?"
        cell = yield from g.choose(self.side, "retreat", self.case, question, "retreat", cells, about="cell")
        joined = [u for u in g.stack[cell] if u not in self.units]
        for unit in going:
            strip(g, unit)
            g.place(unit, cell)
            force_mobile(g, unit)
            self.left[unit] -= 1
            self.gone[unit] += 1
            g.state.retreated[unit] = int(bool(joined))
            if g.setting.mech[unit] and g.setting.woods >> cell & 1 and (here, cell) not in g.setting.roads:
                self.left[unit] = 0                                             # 11.2
        self.path.append(cell)
        g.note("retreat", self.case, units=going, start=here, to=cell)
        if not joined and cell not in g.state.safe:
            g.state.safe.append(cell)                                           # 11.2
        self.safe_no_more(here)
        yield from pass_by(g, going)

    def safe_no_more(self, cell: int) -> None:
        if not self.g.stack[cell] and cell in self.g.state.safe:
            self.g.state.safe.remove(cell)


def pass_by(g: Hannut, units: Sequence[int]) -> Procedure:
    """11.4: units that retreat to where the enemy would halt them lose a step."""
    side = g.setting.side[units[0]]
    if meets_halt(g, side, g.state.loc[units[0]]):
        yield from Hits(g, side, units, "11.4").lose()


def strip(g: Hannut, unit: int) -> None:
    """11.1, 6.4: whoever retreats loses his marker."""
    if g.state.mark[unit] != Mark.NONE:
        g.set_mark(unit, Mark.NONE)


def carry_shifts(g: Hannut, start: int, units: Sequence[int], more: int = 0) -> None:
    """10.3.12: AS markers go with units that leave a hex and mark the whole hex where each ends, two at most."""
    state, most = g.state, g.setting.limits["as-most"]
    carried = min(most, state.shifts.get(start, 0) + more)
    if not g.stack[start]:
        state.shifts.pop(start, None)
    for end in sorted({state.loc[u] for u in g.living(units)} - {start}):
        if carried:
            state.shifts[end] = max(state.shifts.get(end, 0), carried)
