"""Where units go: Maneuver, Advance, arrivals and headquarters (chapters 7, 12, 17); for bots only."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from grognard.engine import Action
from grognard.games.soissons_1918.evaluation.fights import Fights
from grognard.games.soissons_1918.position import Soissons
from grognard.games.soissons_1918.rules.advance import AdvanceOrders
from grognard.games.soissons_1918.rules.command import commanded_at
from grognard.games.soissons_1918.rules.maneuver import ManeuverOrders, may_activate, may_leave_hex, points_left
from grognard.games.soissons_1918.rules.victory import may_leave_map
from grognard.games.soissons_1918.rules.zones import entente_towns
from grognard.games.soissons_1918.setting import ENTENTE, GERMAN
from grognard.rules.drilling import Answer, best_step, or_end
from grognard.rules.ground import Ground
from grognard.rules.masks import cells_of, mask
from grognard.rules.tolls import March
from grognard.rules.walking import HALVES


class Moves(Fights):
    """The places of one side's units in one position."""

    may_end = True
    """Whether to end the game early is thought of."""

    @cached_property
    def pull(self) -> Sequence[float]:
        return self.values.pull(self.g)

    # -- what a place is worth --

    def ground(self, now: Ground) -> float:
        """What the ground is worth to us as both sides hold it ``now``."""
        return (1.0 if self.side == ENTENTE else -1.0) * self.values.standing(self.g, now)

    def worth(self, unit: int, cell: int, now: Ground) -> float:
        """What it is worth that a unit stands in a hex, both sides standing as ``now`` says."""
        g, w, posture = self.g, self.w, self.posture
        total = self.ground(now)
        far, level = self.far[cell], g.state.disruption[unit]
        total -= 0.0 if commanded_at(g, unit, cell) else w.uncommanded[self.side]
        if self.side == ENTENTE:
            total += 0.05 * posture.goal * self.pull[cell] + posture.ground * g.setting.rear.far[ENTENTE][cell]
            total += w.caught * self.values.isolated(g, now, GERMAN).bit_count()
            total -= w.weary * level * (far == 1) if level else posture.pressure * max(0, far - 1)
        else:
            total -= posture.caution * self.risk(unit, cell, far)
            total -= posture.pressure * max(0, far - 2)
            if self.careful and self.values.can_be_cut_off(cell, now):
                total -= w.cut_off
        return total

    def risk(self, unit: int, cell: int, far: int) -> float:
        """What the enemy can do to a German there: strength that can come against him, ground, company."""
        g, w, setting = self.g, self.w, self.g.setting
        if far > w.threat_range:
            return 0.0
        around = setting.within(cell, w.threat_range)
        powers = sorted([g.state.steps[u] for u in g.on_map(ENTENTE) if around >> g.state.loc[u] & 1
                         and setting.infantry[u]], reverse=True)[:2]
        here = sum([g.state.steps[u] for u in g.fighters_at(cell) if u != unit]) + g.state.steps[unit]
        cover = w.cover if setting.shelter >> cell & 1 else 0.5 * w.cover if setting.woods >> cell & 1 else 0.0
        odds = sum(powers) / here
        return max(0.0, 0.12 * min(odds, 6.0) - 0.12) * min(here, 3) / 3 + 0.06 * g.state.disruption[unit] - cover

    # -- Maneuver (12.0) --

    def maneuver(self, decision: ManeuverOrders) -> Answer:
        """Units with their attack orders first, then headquarters."""
        exit = self.leave(decision)
        if exit is not None:
            return exit, "ends the battle"
        found = self.plan(decision)
        if found:
            return found, f"{self.posture.name}: better places, attacks worth over {self.posture.nerve:+.2f}"
        return or_end(self.headquarters(decision), "closer to its units", "everyone is in place")

    def plan(self, decision: ManeuverOrders) -> list[Action]:
        """Places for all units, then attack orders from there, with the movement points that are left (12.2.2).

        A move is ordered twice: an emergency fallback interrupts it (13.2), and it goes on only if nobody else moves
        before; where it was not interrupted, the second order is void.
        """
        g, then, found = self.g, self.g.copy(), list[Action]()
        free = [u for u in decision.units() if g.setting.infantry[u] and may_activate(g, u) and g.state.mp[u]]
        goals = self.goals(decision, [u for u in free if may_leave_hex(g, u)])
        for unit, cell in goals.items():
            then.state.mp[unit] = points_left(g, unit) - decision.reach((unit,)).cost(cell)
            then.place(unit, cell)
        orders = self.after(then).attack_orders(free)
        for unit in [*goals, *(u for u in orders if u not in goals)]:
            if unit in goals:
                found += [Action("move", (unit, goals[unit]))] * 2
            if unit in orders:
                found.append(orders[unit])
        return found

    def leave(self, decision: ManeuverOrders) -> Action | None:
        """3.3.1: a division leaves the map where the end of the game pays, though the line that it leaves may open."""
        g, units = self.g, decision.units()
        able = [u for u in units if may_leave_map(g, u) and decision.may_act(u) and decision.may_exit(u)]
        pays = able and self.values.ended(g, g.ground_if((able[0],), -1)) > 0
        return Action("exit", (able[0],)) if pays else None

    def goals(self, decision: ManeuverOrders, movers: Sequence[int]) -> dict[int, int]:
        """Where units go. If one would end the game, the others hold what counts; it goes only where that pays."""
        g, found = self.g, self.places(decision, movers)
        ender = next((u for u, cell in found.items() if self.ends_on_way(u, cell, decision.reach((u,)))), -1)
        if ender < 0:
            return found
        last = g.copy()
        last.state.perimeter_turn = g.state.turn
        last.place(ender, found[ender])
        found = {ender: found[ender], **self.after(last).places(decision, [u for u in movers if u != ender])}
        for unit, cell in found.items():
            last.place(unit, cell)
        if self.values.ended(g, last.ground()) <= 0:
            self.may_end = False
            found = self.places(decision, movers)
        return found

    def places(self, decision: ManeuverOrders, movers: Sequence[int]) -> dict[int, int]:
        """Where units go, each division to a hex that no other has."""
        g, division = self.g, self.g.setting.division

        def room(then: Soissons, unit: int) -> int:
            taken = mask([then.state.loc[u] for u in g.on_map(self.side) if division[u] and u != unit])
            return decision.cells(unit)["move"] & ~(taken & ~g.occupied(self.side))

        return self.settle(movers, room, lambda then, unit, cells: self.best_place(
            then, unit, cells, decision.reach((unit,))
        ))

    def best_place(self, then: Soissons, unit: int, cells: int, reach: March) -> int:
        """Where a unit is worth most, the others standing as they do ``then``."""
        here, points = self.g.state.loc[unit], points_left(self.g, unit)

        def worth(cell: int) -> float:
            now, spent = then.ground_if((unit,), cell), 0 if cell == here else reach.cost(cell)
            total = self.worth(unit, cell, now) + self.posture.battle * self.blow(unit, cell, points - spent)
            if cell != here and self.ends_on_way(unit, cell, reach):
                total += self.values.ended(self.g, now) if self.may_end else -99.0
            return total + self.w.stay * (cell == here)

        return max([here, *self.promising(then, unit, cells)], key=worth)

    def ends_on_way(self, unit: int, cell: int, reach: March) -> bool:
        return self.ends_game(unit, reach.cells) and self.ends_game(unit, mask(reach.path(cell)))

    def ends_game(self, unit: int, cells: int) -> bool:
        """3.3.1: whether a division of the Entente that goes through some hexes ends the game by the perimeter."""
        g, able = self.g, self.side == ENTENTE and self.g.setting.division[unit] and not self.g.state.perimeter_turn
        return bool(cells & g.setting.perimeter) and able and not g.is_spent(unit)

    def blow(self, unit: int, cell: int, points: int) -> float:
        """Roughly what an attack from a hex promises a unit with some halves of movement points left (12.2.2)."""
        g, setting = self.g, self.g.setting
        targets = setting.around[cell] & g.fighting[1 - self.side]
        if not targets or points < 2 * HALVES or g.is_spent(unit) or g.is_shocked(unit):
            return 0.0
        strength = g.state.steps[unit] // (2 if g.state.disruption[unit] else 1)
        best = 0.0
        for target in cells_of(targets):
            units = g.fighters_at(target)
            odds = strength / max(1, sum([g.state.steps[u] for u in units]))
            chief = max(units, key=lambda u: (setting.units[u].stars, -g.state.disruption[u]))
            sheltered = setting.shelter >> target & 1 or setting.across_stream(cell, target)
            drm = setting.units[unit].stars - setting.units[chief].stars + min(g.state.disruption[chief], 4) // 2
            best = max(best, 0.08 * (min(odds, 6.0) + drm - 2.0 * bool(sheltered)))
        return best

    def promising(self, then: Soissons, unit: int, cells: int) -> Sequence[int]:
        """The hexes worth a close look; for the Entente first those that close the line before its towns (3.3.4)."""

        def rank(cell: int) -> tuple[int, float]:
            if self.side == GERMAN:
                return abs(self.far[cell] - 2), -self.pull[cell]
            return -entente_towns(then.setting, then.ground_if((unit,), cell)).bit_count(), -self.pull[cell]

        return sorted(cells_of(cells), key=rank)[: self.w.looked_at[self.careful]]

    def headquarters(self, decision: ManeuverOrders) -> Action | None:
        """7.0: a hex a turn, near its units but not where the enemy comes next."""
        g, setting = self.g, self.g.setting
        idle = [u for u in decision.units() if setting.hq[u] and g.state.mp[u] < 0 and may_activate(g, u)]
        places = {hq: decision.cells(hq)["move"] for hq in idle}
        return best_step("move", places, lambda hq, c: self.post(hq, c) - self.post(hq, g.state.loc[hq]), self.w.stay)

    def post(self, hq: int, cell: int) -> float:
        """What a hex is worth to a headquarters: units in command or nearly so, no enemy near."""
        g, limit = self.g, self.g.setting.limits["command-range"]
        total, distances = 0.0, g.setting.grid.distances(cell)
        for unit in g.on_map(self.side):
            if g.setting.infantry[unit] and g.state.corps[unit] == g.state.corps[hq]:
                there = g.state.loc[unit]
                weight = 1.0 if self.far[there] <= 2 else 0.3
                total += weight * ((distances[there] <= limit) - 0.15 * max(0, distances[there] - limit + 1))
        far = self.far[cell]
        total -= {0: 9.0, 1: 9.0, 2: 1.5, 3: 0.7 if self.side == GERMAN else 0.2}.get(far, 0.0)
        return total

    # -- Advance (16.6) --

    def advance(self, decision: AdvanceOrders) -> Answer:
        g, now = self.g, self.g.ground()

        def gain(unit: int, cell: int) -> float:
            then = g.ground_if((unit,), cell)
            end = self.values.ended(g, then) if self.ends_game(unit, 1 << cell) else 0.0
            return self.worth(unit, cell, then) - self.worth(unit, g.state.loc[unit], now) + end

        places = {u: decision.cells(u)["advance"] for u in decision.units() if not g.setting.is_tank[u]}
        return or_end(best_step("advance", places, gain, self.w.stay), "follows up", "nothing to follow up")
