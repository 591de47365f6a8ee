"""Where guns, headquarters and reserves belong, and in which mode; for bots, no rule depends on it."""

from __future__ import annotations

from collections.abc import Sequence

from grognard.engine import Action
from grognard.games.somme_1916.evaluation.assault import AssaultTables
from grognard.games.somme_1916.evaluation.commit import Staff
from grognard.games.somme_1916.evaluation.fire import reach_values
from grognard.games.somme_1916.evaluation.values import Values
from grognard.games.somme_1916.position import Somme
from grognard.games.somme_1916.rules.commitment import has_command, headquarters
from grognard.games.somme_1916.rules.movement.modes import may_change_mode
from grognard.games.somme_1916.rules.movement.phase import MoveOrders
from grognard.games.somme_1916.rules.scenarios import last_british_row
from grognard.games.somme_1916.setting import SommeSetting
from grognard.games.somme_1916.terms import ALLIED, BACK, FRONT, GERMAN, NATIONS
from grognard.rules.masks import cells_of

NEAR_COMMAND, FAR_COMMAND = 4, 8
"""11.7.1: within the first an HQ helps, within the second it still commands."""
CHANGE = 0.6
"""An HQ changes its mode for no less."""
SUPPLY = 6
"""So far an HQ should be from what it supplies; less than the range of fair weather (11.1)."""


class Places:
    """The worth of squares to units that do not fight in the line; kept as long as the enemy stands still."""

    def __init__(self, values: Values, tables: AssaultTables) -> None:
        self.values = values
        self.tables = tables
        self._targets: dict[object, dict[int, float]] = {}
        self._reach: dict[object, list[float]] = {}

    def targets(self, g: Somme, side: int) -> dict[int, float]:
        """The enemy's squares, those near our own infantry in full."""
        key = (side, g.occupied(1 - side), g.state.turn)
        found = self._targets.get(key)
        if found is None:
            if len(self._targets) > 64:
                self._targets.clear()
                self._reach.clear()
            infantry = 0
            for unit in g.on_map(side):
                if g.setting.infantry[unit]:
                    infantry |= 1 << g.state.loc[unit]
            near, _ = g.setting.nearness(infantry)
            found = self._targets[key] = {
                cell: self.values.take(g, cell) * (1.0 if near >> cell & 1 else 0.25)
                for cell in cells_of(g.occupied(1 - side))
            }
        return found

    def reach(self, g: Somme, side: int, distance: int) -> list[float]:
        key = (side, g.occupied(1 - side), g.state.turn, distance)
        found = self._reach.get(key)
        if found is None:
            targets = self.targets(g, side)
            found = self._reach[key] = reach_values(g.setting, targets, distance)
        return found

    def danger(self, g: Somme, side: int, cell: int) -> float:
        """What the enemy's nearness costs a unit that cannot hold its own."""
        enemy = g.occupied(1 - side)
        if g.setting.around[cell] & enemy:
            return 4.0
        two, three = g.setting.nearness(enemy)
        return 1.5 if two >> cell & 1 else 0.3 if three >> cell & 1 else 0.0

    def gun(self, g: Somme, unit: int, cell: int) -> float:
        """A gun reaches as much as it can, from behind the line, in supply."""
        side = g.setting.side[unit]
        worth = min(3.0, 0.15 * self.reach(g, side, g.face(unit).range)[cell]) - self.danger(g, side, cell)
        near = g.setting.grid.distances(cell)
        nation = g.setting.nation[unit]
        fed = any(near[g.state.loc[hq]] <= SUPPLY for hq in headquarters(g, nation, BACK))
        together = sum(u != unit and g.setting.guns[u] for u in g.stack[cell])
        return worth + (0.6 if fed else 0.0) - 0.3 * together

    def hq(self, g: Somme, unit: int, cell: int) -> float:
        """A headquarters has the enemy's front within four squares, and another one than its neighbours."""
        side, nation = g.setting.side[unit], g.setting.nation[unit]
        near = g.setting.grid.distances(cell)
        others = [
            g.setting.grid.distances(g.state.loc[hq]) for hq in headquarters(g, nation, FRONT) if hq != unit
        ]
        total = 0.0
        for target, worth in self.own_targets(g, unit):
            distance = near[target]
            if distance > FAR_COMMAND:
                total -= 0.01 * worth * (distance - FAR_COMMAND)
                continue
            share = 1.0 if distance <= NEAR_COMMAND else 0.35
            taken = max((1.0 if o[target] <= NEAR_COMMAND else 0.35 if o[target] <= FAR_COMMAND else 0.0
                         for o in others), default=0.0)
            total += worth * max(0.1 * share, share - taken)
        danger = self.danger(g, side, cell)
        if g.zones[1 - side][cell] and not any(u != unit and not g.setting.hqs[u] for u in g.stack[cell]):
            danger += 3.0
        return 0.3 * total - danger

    # -- modes --

    def hq_modes(self, g: Somme, side: int) -> Action | None:
        """At the beginning of movement: each HQ in the mode in which it is of most use."""
        for nation in NATIONS:
            if (nation == "german") == (side == GERMAN):
                for hq in g.setting.hq_units[nation]:
                    action = self.other_mode(g, hq)
                    if action is not None and may_change_mode(g, hq, action.word(1)):
                        return action
        return None

    def other_mode(self, g: Somme, hq: int) -> Action | None:
        """The change of mode that an HQ would gain by."""
        if g.state.loc[hq] < 0:
            return None
        lead, feed = self.as_command(g, hq), self.as_depot(g, hq)
        if g.state.mode[hq] == FRONT:
            return Action("mode", (hq, "supply")) if feed > lead + CHANGE else None
        return Action("mode", (hq, "command")) if lead > feed + CHANGE else None

    def as_command(self, g: Somme, hq: int) -> float:
        """8.2, 11.7.1: what only this HQ leads, near or at all; it can still go nearer."""
        side, nation = g.setting.side[hq], g.setting.nation[hq]
        distances = g.setting.grid.distances
        near = distances(g.state.loc[hq])
        others = [distances(g.state.loc[u]) for u in headquarters(g, nation, FRONT) if u != hq]
        total = 0.0
        for target, worth in self.own_targets(g, hq):
            if near[target] > FAR_COMMAND + 2:
                continue
            if not any(o[target] <= FAR_COMMAND for o in others):
                total += 0.9 * worth
            elif not any(o[target] <= NEAR_COMMAND for o in others):
                total += 0.3 * worth
        return total if side == ALLIED else 0.3 * total

    def as_depot(self, g: Somme, hq: int) -> float:
        """6.3.2, 11.1: the guns and the Assaults that only this HQ supplies."""
        side, nation = g.setting.side[hq], g.setting.nation[hq]
        cell = g.state.loc[hq]
        if g.zones[1 - side][cell] or len(g.stack[cell]) > 1:
            return -9.0
        distances = g.setting.grid.distances
        near = distances(cell)
        fed = [distances(g.state.loc[u]) for u in headquarters(g, nation, BACK) if u != hq]
        total = 0.0
        for gun in g.setting.gun_units[side]:
            place = g.state.loc[gun]
            if place >= 0 and g.setting.nation[gun] == nation and near[place] <= SUPPLY:
                total += 0.1 if any(f[place] <= SUPPLY for f in fed) else 0.45
        for target, worth in self.own_targets(g, hq):
            if near[target] <= SUPPLY and not any(f[target] <= SUPPLY for f in fed):
                total += (0.5 if side == ALLIED else 0.05) * worth
        return total

    def own_targets(self, g: Somme, hq: int) -> list[tuple[int, float]]:
        """The enemy's squares in the rows of an HQ's nation."""
        side, last = g.setting.side[hq], last_british_row(g)
        found = self.targets(g, side).items()
        if last is None or side == GERMAN:
            return list(found)
        british = g.setting.nation[hq] == "british"
        return [(cell, worth) for cell, worth in found if (g.setting.row[cell] <= last) == british]

    def digs_in(self, g: Somme, unit: int) -> bool:
        """7.4.1: mobile German infantry near the enemy entrenches, unless it stands ready for a good attack."""
        if not g.setting.infantry[unit] or g.state.mode[unit] == BACK or g.setting.side[unit] != GERMAN:
            return False
        cell = g.state.loc[unit]
        _, three = g.setting.nearness(g.occupied(ALLIED))
        if cell < 0 or not three >> cell & 1 or not may_change_mode(g, unit, "entrenched"):
            return False
        return not self.stands_ready(g, unit)

    def stands_ready(self, g: Somme, unit: int, least: float = 0.6) -> bool:
        cell = g.state.loc[unit]
        staff = Staff(g, self.values, self.tables)
        for target in cells_of(g.setting.path_around[cell] & g.occupied(ALLIED)):
            if not has_command(g, "german", cell, target, False):
                continue
            units = [
                u for c in cells_of(g.setting.path_around[target] & g.occupied(GERMAN)) for u in g.stack[c]
                if g.setting.infantry[u] and g.state.mode[u] == FRONT and g.good_order(u)
            ]
            found = staff.strongest(target, [], units, ())
            if found is not None and found[0] > least and unit in found[1]:
                return True
        return False

    def chores(self, g: Somme, decision: MoveOrders, side: int) -> Action | None:
        """What is done beside marching: free cavalry, dig in."""
        for unit in g.state.held:
            action = Action("release", (unit,))
            if g.setting.side[unit] == side and decision.check(action):
                return action
        if side == GERMAN:
            for unit in g.state.moving:
                if self.digs_in(g, unit):
                    return Action("mode", (unit, "entrenched"))
        return None

    def last_chores(self, g: Somme, side: int) -> Action | None:
        """Before the phase ends: whoever has not moved digs in."""
        if side == GERMAN:
            for unit in g.on_map(side):
                if not g.state.moved[unit] and self.digs_in(g, unit):
                    return Action("mode", (unit, "entrenched"))
        return None

    def first_mode(self, g: Somme, options: Sequence[Action]) -> Action | None:
        """14.1.1: at the set-up every HQ that is of more use so begins in Supply Mode."""
        return next((a for a in options if a.verb == "mode" and self.other_mode(g, a.number()) == a), None)


def ahead(setting: SommeSetting, side: int) -> tuple[float, ...]:
    """For each square how far it lies toward the enemy's rear: east for the Allies, west for the Germans."""
    return tuple(float(c if side == ALLIED else -c) for c in setting.column)
