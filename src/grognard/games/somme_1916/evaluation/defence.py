"""Where the defenders stand so that the enemy's next Assaults win least; for bots, no rule depends on it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from grognard.engine import Action
from grognard.games.somme_1916.evaluation.assault import AssaultTables, fire_factors, prospect
from grognard.games.somme_1916.evaluation.values import Values
from grognard.games.somme_1916.position import Somme
from grognard.games.somme_1916.rules.assault.strengths import is_arm_of_assault
from grognard.games.somme_1916.rules.movement.modes import may_change_mode
from grognard.games.somme_1916.rules.movement.phase import MoveOrders
from grognard.games.somme_1916.rules.movement.reach import allowance
from grognard.games.somme_1916.rules.movement.stacking import fits
from grognard.games.somme_1916.terms import BACK, FRONT, SIDES, Mode
from grognard.rules.masks import cells_of

NEAR = 4
"""So far an attacker can come from in a turn, the Assault itself included."""
SWEEPS = 2
"""So often every unit is asked again whether it stands well."""
SECOND = 0.5
"""What a second attacker must add to an Assault: he could attack elsewhere."""
HOLE = 4.0
"""What it costs when the line is open at a square."""
WALKED_IN = 0.7
"""How much of an objective it costs to leave it empty before the enemy."""
MARCH = 0.04
"""What each square is worth by which a unit far behind comes nearer."""
PULL, FADES, IN_SIGHT = 0.2, 0.78, 5
"""How strongly an objective draws defenders, how that fades with each square, and how near the enemy must be."""
HELD = 0.4
"""How much of an objective it is worth to stand in it."""
STAYS = 0.05
"""A unit moves only for more than this."""
MOBILE = 0.25
"""What it costs to be caught without a trench."""


class Danger(NamedTuple):
    """What an Assault on a square promises the enemy: for each attacker, with one of them, with two."""

    each: float
    one: float
    two: float


SAFE = Danger(0.0, 0.0, 0.0)


class Defence:
    """The units of a side that attack nothing, and where the enemy's Assaults would find them."""

    def __init__(
        self, g: Somme, values: Values, tables: AssaultTables, decision: MoveOrders, busy: Mapping[int, int],
    ) -> None:
        """``busy``: the units that attack or go for objectives, with the squares they are sent to."""
        self.g = g
        self.values = values
        self.tables = tables
        self.decision = decision
        self.side = g.phasing
        self.scratch = g.copy()
        self.scratch.state.phasing = SIDES[1 - self.side]
        self.goals = values.squares(g)
        self.units = [
            u for u in g.on_map(self.side) if g.setting.infantry[u] and u not in busy and not g.is_engaged(u)
        ]
        self.enemies = [
            u for u in g.on_map(1 - self.side) if is_arm_of_assault(g, u) and g.good_order(u) and g.attack(u) > 0
        ]
        self.pull = self.pulls()
        self._danger: dict[object, Danger] = {}
        self._near: dict[int, list[int]] = {}
        self._holes: dict[int, int] = {}
        self.dangers: dict[int, Danger] = {}
        """What the enemy's Assault on each held square promises him, but for the squares that have changed."""
        for unit, cell in busy.items():
            self.scratch.place(unit, cell)
        for unit in self.units:
            if self.mode_there(unit, g.state.loc[unit]) != g.state.mode[unit]:
                self.scratch.set_mode(unit, BACK)
        self.changed = self.scratch.occupied(self.side)

    # -- what the enemy can do --

    def attackers(self, cell: int) -> list[int]:
        """The enemy's units that can attack a square in his next turn, the nearest and strongest first."""
        found = self._near.get(cell)
        if found is None:
            near, loc = self.g.setting.grid.distances(cell), self.g.state.loc
            found = [u for u in self.enemies if near[loc[u]] <= NEAR]
            found.sort(key=lambda u: (near[loc[u]] > 1, near[loc[u]] > 3, -self.g.attack(u), u))
            self._near[cell] = found
        return found

    def danger(self, cell: int) -> Danger:
        """What the enemy's Assault on a square promises him as the scratch position stands."""
        g = self.scratch
        units = tuple(g.friends_in(cell, self.side))
        attackers = self.attackers(cell)[:2]
        if not units or not attackers:
            return SAFE
        fire = fire_factors(g, cell)
        key = (cell, units, tuple(g.state.mode[u] for u in units), fire)
        found = self._danger.get(key)
        if found is None:
            one = max(0.0, self.promise(cell, attackers[:1], fire))
            two = max(one, self.promise(cell, attackers, fire)) if len(attackers) > 1 else one
            found = self._danger[key] = Danger(max(one, two / 2), one, two)
        return found

    def promise(self, cell: int, attackers: Sequence[int], fire: float) -> float:
        g = self.scratch
        loc = g.state.loc
        squares = cells_of(g.setting.path_around[cell] & ~g.occupied(self.side))
        before = [loc[u] for u in attackers]
        for unit in attackers:
            if squares and not g.setting.path_around[cell] >> loc[unit] & 1:
                loc[unit] = squares[0]
        best = max(
            prospect(g, self.values, self.tables, attackers, cell, over=over, fire=fire, pips=1).worth
            for over in (False, True)
        )
        for unit, place in zip(attackers, before, strict=True):
            loc[unit] = place
        return best

    def total(self) -> float:
        """What the enemy's next turn costs: each of his units attacks once, where it promises most."""
        g = self.scratch
        held = g.occupied(self.side)
        for cell in cells_of(self.changed):
            danger = self.danger(cell) if held >> cell & 1 else SAFE
            if danger.two > 0:
                self.dangers[cell] = danger
            else:
                self.dangers.pop(cell, None)
        self.changed = 0
        used: set[int] = set()
        cost = 0.0
        for danger, cell in sorted(((d, c) for c, d in self.dangers.items()), reverse=True):
            free = [u for u in self.attackers(cell) if u not in used][:2]
            if len(free) > 1 and danger.two > danger.one + SECOND:
                cost += danger.two
                used.update(free)
            elif free:
                cost += danger.one
                used.add(free[0])
        for cell, worth in self.goals.items():
            if not g.stack[cell] and g.state.control.get(cell) == SIDES[self.side] and self.attackers(cell):
                cost += WALKED_IN * worth
        covered = g.zone_cells[self.side] | held
        if covered not in self._holes:
            self._holes[covered] = len(holes(g, self.side))
        return cost + HOLE * self._holes[covered]

    # -- where everybody goes --

    def make(self) -> tuple[list[Action], list[int]]:
        """The moves to make, and all units that were thought of."""
        g, loc = self.scratch, self.scratch.state.loc
        went: dict[int, int] = {}
        now = self.total()
        order = sorted(self.units, key=lambda u: (-self.danger(loc[u]).two, u))
        for _ in range(SWEEPS):
            changed = False
            for unit in order:
                here, mode = loc[unit], g.state.mode[unit]
                best, chosen = now + self.own(unit, here) - STAYS, (here, mode)
                for cell in (self.g.state.loc[unit], *cells_of(self.decision.ends(unit))):
                    if cell == here or not fits(g, unit, cell):
                        continue
                    self.put(unit, cell, self.mode_there(unit, cell))
                    cost = self.total() + self.own(unit, cell)
                    if cost < best:
                        best, chosen = cost, (cell, g.state.mode[unit])
                self.put(unit, *chosen)
                if chosen[0] != here:
                    changed = True
                    went[unit] = chosen[0]
                    now = self.total()
            if not changed:
                break
        return self.in_order({u: c for u, c in went.items() if c != self.g.state.loc[u]}), self.units

    def put(self, unit: int, cell: int, mode: Mode) -> None:
        g = self.scratch
        for place in (g.state.loc[unit], cell):
            self.changed |= g.setting.around[place] | 1 << place
        if g.state.mode[unit] != mode:
            g.set_mode(unit, mode)
        g.place(unit, cell)

    def own(self, unit: int, cell: int) -> float:
        """What a place costs the unit itself, beside what the enemy does; below zero near what it protects."""
        g = self.scratch
        near = self.g.setting.grid.distances(cell)
        loc = self.g.state.loc
        far = min((near[loc[u]] for u in self.enemies), default=0)
        mobile = MOBILE if g.state.mode[unit] == FRONT and self.attackers(cell) else 0.0
        return MARCH * max(0, far - 3) + mobile - self.pull[cell] - HELD * self.goals.get(cell, 0.0)

    def pulls(self) -> list[float]:
        """For each square how strongly the objectives that the enemy comes near to draw defenders to it."""
        grid, loc = self.g.setting.grid, self.g.state.loc
        found = [0.0] * len(grid.ids)
        for goal, worth in self.goals.items():
            near = grid.distances(goal)
            if min((near[loc[u]] for u in self.enemies), default=99) <= IN_SIGHT:
                for cell in range(len(found)):
                    found[cell] += PULL * worth * FADES ** near[cell]
        return found

    def mode_there(self, unit: int, cell: int) -> Mode:
        """7.4.1: a unit's mode at the end of the phase: it digs in wherever it still can when it has come there."""
        g = self.g
        if g.state.mode[unit] == BACK:
            return BACK
        if cell == g.state.loc[unit]:
            return BACK if may_change_mode(g, unit, "entrenched") else FRONT
        found = self.decision.way_to(unit, cell)
        if found is None or not g.good_order(unit):
            return FRONT
        way, off_front = found
        points = allowance(g, unit) * (g.setting.costs["off-front"] if off_front else 1)
        return BACK if points - way.cost(cell) >= 2 * g.setting.costs["entrench"] else FRONT

    def in_order(self, went: dict[int, int]) -> list[Action]:
        """The moves one after another, whoever makes room first; each digs in at once if it can."""
        trial = self.g.copy()
        actions: list[Action] = []
        waiting = dict(went)
        while waiting:
            ready = next((u for u, c in waiting.items() if fits(trial, u, c)), None)
            if ready is None:
                break
            cell = waiting.pop(ready)
            trial.place(ready, cell)
            actions.append(Action("move", (ready, cell)))
            if self.g.state.mode[ready] == FRONT and self.mode_there(ready, cell) == BACK:
                actions.append(Action("mode", (ready, "entrenched")))
        return actions


def holes(g: Somme, side: int) -> list[int]:
    """The squares of the best line from the north to the south edge that the side's zones do not cover."""
    grid, setting = g.setting.grid, g.setting
    covered = g.zone_cells[side] | g.occupied(side)
    best = [1000] * len(grid.ids)
    came = [-1] * len(grid.ids)
    levels: list[list[int]] = [[] for _ in range(len(set(setting.row)) + 2)]
    for cell in cells_of(setting.edges["north"]):
        best[cell] = 1 - (covered >> cell & 1)
        levels[best[cell]].append(cell)
    last = setting.edges["south"]
    for number, cells in enumerate(levels):
        for cell in cells:  # grows while it is read
            if best[cell] < number:
                continue
            if last >> cell & 1:
                found = []
                while cell >= 0:
                    if not covered >> cell & 1:
                        found.append(cell)
                    cell = came[cell]
                return found
            for near in grid.neighbours[cell]:
                total = number + 1 - (covered >> near & 1)
                if total < best[near]:
                    best[near] = total
                    came[near] = cell
                    levels[total].append(near)
    return []
