"""Markers, fire and assaults; for bots, no rule depends on it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from grognard.engine import Action
from grognard.games.hannut_1940.evaluation.fights import Fights
from grognard.games.hannut_1940.evaluation.ground import GEMBLOUX, Lay, fighting, front
from grognard.games.hannut_1940.position import Hannut, enemies_beside
from grognard.games.hannut_1940.rules.adjustment import AdjustmentOrders
from grognard.games.hannut_1940.rules.assault import AssaultOrders, TacticalOrders, allowance, joiners
from grognard.games.hannut_1940.rules.fire import FireOrders
from grognard.games.hannut_1940.rules.markers import WORDS, MarkerOrders, may_build, may_mark, within_quotas
from grognard.games.hannut_1940.rules.movement import prepared_ends
from grognard.games.hannut_1940.rules.stacking import may_share
from grognard.games.hannut_1940.setting import FRENCH
from grognard.games.hannut_1940.state import Mark, Supply
from grognard.rules.drilling import Answer, Drill
from grognard.rules.masks import cells_of
from grognard.rules.orders import END

PREPARED = 1
"""13.7.1: a prepared assault shifts a column; the guns, with luck, another."""
A_SHIFT = 0.4
"""What an AS marker is worth where an assault is planned."""
GUN_PRICE, AIR_PRICE, LAST_AIR_PRICE = 0.02, 0.09, 0.03
"""What a barrage point and an air point must bring; air points last for a day (17.0)."""
MOST = 8
"""More units than this do not prepare one assault."""
LATE = 10
"""From this turn on, improved positions do not wait for the victory hexes."""
EXPLOITERS = 3
"""How many units of a mobile division are kept back to exploit."""


class Combat(Drill[Hannut, Lay]):
    @cached_property
    def fights(self) -> Fights:
        return Fights(self.g, self.values, self.careful)

    def value(self, attackers: Sequence[int], cell: int, shifts: int = 0) -> float:
        worth, gone = self.fights.worth(attackers, cell, shifts)
        return worth + gone * self.fights.ground(self.side, cell)

    # -- markers (4.3.2) --

    def mark(self, decision: MarkerOrders) -> Answer:
        cleared = self.clear()
        if cleared:
            return cleared, "the markers of the last turn come off"
        found = [*self.prepare(), *self.build(), *self.exploit(), *(self.reserve() if self.careful else [])]
        then, once = self.g.copy(), []                                          # each marker counts for the next one
        for action in found:
            if MarkerOrders(then).check(action):
                then.state.mark[action.number()] = WORDS[action.word(1)] if action.verb == "mark" else Mark.BUILDS
                then.changed()
                once.append(action)
        return [*once, END], "markers for the turn"

    def clear(self) -> list[Action]:
        """Markers of earlier turns that are of no use now, or more than the HQs allow (9.1.2)."""
        g = self.g
        over = not within_quotas(g, self.side)
        return [
            Action("unmark", (u,)) for u in g.on_map(self.side)
            if g.state.mark[u] in (Mark.PA, Mark.CR) or (g.state.mark[u] == Mark.EXP and (over or enemies_beside(g, u)))
        ]

    def able(self, unit: int) -> bool:
        state = self.g.state
        return (
            self.g.setting.units[unit].pr_attack >= 0 and state.fatigue[unit] < 2 and state.supply[unit] != Supply.OUT
            and state.mark[unit] in (Mark.NONE, Mark.PA, Mark.CR, Mark.TA)
        )

    def prepare(self) -> list[Action]:
        """6.3, 13.3: whoever stands next to the same enemy attacks him together."""
        g = self.g
        if not g.may_assault_now(self.side):
            return []
        options: list[tuple[float, int, list[int]]] = []
        near = self.closing()
        for cell in sorted(near):
            units = near[cell]
            group = self.choose(units, cell, PREPARED + 1)
            if group:
                options.append((self.value(group, cell, PREPARED + 1), cell, group))
        options.sort(key=lambda entry: (-entry[0], entry[1]))
        used: set[int] = set()
        made: dict[str, int] = {}
        found = []
        for worth, _, group in options:
            divisions = {g.division(u) for u in group}
            free = all(made.get(d, 0) + 2 <= allowance(g, d) for d in divisions)
            if worth > self.posture.nerve + 0.15 and free and not used & set(group):
                used |= set(group)
                for division in divisions:
                    made[division] = made.get(division, 0) + 2
                found += [Action("mark", (u, "pa")) for u in group]
        return found

    def closing(self) -> dict[int, list[int]]:
        """Enemy hexes with those who stand next to them; with care also those who can come there prepared (6.3)."""
        g, found = self.g, dict[int, list[int]]()
        enemy = g.occupied(1 - self.side)
        reach = g.setting.beside.of(enemy)
        for unit in fighting(g, self.side):
            if not self.able(unit):
                continue
            here = g.state.loc[unit]
            cells = self.targets(here)
            if not cells and self.careful and not self.holds(here) and g.setting.beside.within(1 << here, 2) & reach:
                for end in prepared_ends(g, unit):
                    cells |= g.setting.around[end] & enemy
            for cell in cells_of(cells):
                found.setdefault(cell, []).append(unit)
        return found

    def holds(self, cell: int) -> bool:
        """Whether a hex is held for its own sake, and nobody leaves it to attack beyond the line."""
        return self.side == FRENCH and (cell in self.values.prizes or bool(self.g.in_ip(cell)))

    def targets(self, cell: int) -> int:
        """The enemies next to a hex that are attacked from there."""
        enemy = self.g.occupied(1 - self.side)
        return self.g.setting.around[cell] & (self.values.inside(enemy) if self.holds(cell) else enemy)

    def choose(self, units: Sequence[int], cell: int, shifts: int) -> list[int]:
        """The attackers that make the best of it together, of one division if they can."""
        g = self.g
        best: tuple[float, list[int]] = (self.posture.nerve, [])
        for division in dict.fromkeys([g.division(u) for u in units]):
            order = sorted(
                [u for u in units if g.division(u) == division],
                key=lambda u: (-g.setting.units[u].attack[g.state.steps[u]] / (1 + g.state.fatigue[u]), u),
            )
            for number in range(1, min(len(order), MOST * self.posture.effort) + 1):
                worth = self.value(order[:number], cell, shifts)
                if worth > best[0]:
                    best = (worth, order[:number])
        return best[1]

    def build(self) -> list[Action]:
        """16.1: on the line before Gembloux, victory hexes first."""
        g = self.g
        if self.side != FRENCH or g.state.turn < 5:
            return []
        prizes = [c for c in self.values.prizes if c not in g.state.ip]
        spare = g.setting.limits["ip"] - len(g.state.ip) - (len(prizes) if g.state.turn < LATE else 0)
        others = [c for c in self.values.line(GEMBLOUX) if c not in prizes]
        posts = [*prizes, *others[: max(0, spare)]]
        posts.sort(key=lambda c: (-g.setting.values.get(c, 0), -self.values.cover[c], c))
        found = []
        for cell in [c for c in posts if g.friends_in(c, FRENCH) and may_build(g, c)]:
            order = [(not g.setting.units[u].engineer, -g.state.steps[u], u) for u in g.friends_in(cell, FRENCH)]
            found.append(Action("build", (min(order)[2],)))
        return found

    def exploit(self) -> list[Action]:
        """6.4: a few fast units that nobody holds, behind the front."""
        g, found = self.g, []
        if self.side == FRENCH or g.is_night or g.state.turn < 3:
            return []
        counted: dict[str, int] = {}
        for unit in fighting(g, self.side):
            if g.state.mark[unit] == Mark.EXP:
                counted[g.division(unit)] = counted.get(g.division(unit), 0) + 1
        far = self.values.far
        enemies = cells_of(g.occupied(1 - self.side))
        ranked = []
        for unit in fighting(g, self.side):
            near = min([far[c][g.state.loc[unit]] for c in enemies], default=99)
            if 2 <= near <= 5 and may_mark(g, unit, Mark.EXP):
                ranked.append((not g.setting.recon[unit], near, unit))
        for _, _, unit in sorted(ranked):
            division = g.division(unit)
            if counted.get(division, 0) < EXPLOITERS:
                counted[division] = counted.get(division, 0) + 1
                found.append(Action("mark", (unit, "exp")))
        return found

    def reserve(self) -> list[Action]:
        """13.8.3: battalions behind a line in contact, which stay where they are; whoever is attacked with the marker
        on him defends a column worse (13.7.1c), so nobody who holds a place gets one."""
        g = self.g
        if self.side != FRENCH or front(g, self.values) > GEMBLOUX + 6:
            return []
        enemy = g.occupied(1 - self.side)
        contact = g.occupied(self.side) & g.setting.beside.of(enemy)
        found = []
        for unit in fighting(g, self.side):
            here = g.state.loc[unit]
            covered = not contact >> here & 1 and contact & g.setting.around[here] and not self.holds(here)
            if covered and g.setting.bn[unit] and g.state.steps[unit] >= 2 and may_share(g, g.stack[here]):
                found.append(Action("mark", (unit, "cr")))
        return found

    # -- tactical assaults (10.2) --

    def designate(self, decision: TacticalOrders) -> Answer:
        """Stack by stack against the enemy that promises most; half an assault each."""
        g = self.g
        options = []
        stacks = sorted({g.state.loc[u] for u in decision.units()})
        marked = [u for u in fighting(g, self.side) if g.state.mark[u] == Mark.PA]
        prepared = {c for u in marked for c in cells_of(enemies_beside(g, u))}
        for here in stacks:
            units = [u for u in g.friends_in(here, self.side) if self.able(u) and g.state.mark[u] == Mark.NONE]
            for cell in cells_of(self.targets(here)):
                if cell in prepared:
                    continue
                group = self.choose(units, cell, 1 if self.guns(units) else 0)
                if group:
                    options.append((self.value(group, cell, 1 if self.guns(units) else 0), here, cell, group))
        options.sort(key=lambda entry: (-entry[0], entry[1], entry[2]))
        found: list[Action] = []
        spent = {d: self.promised(d) for d in g.setting.divisions_of[self.side]}
        used: set[int] = set()
        for worth, here, cell, group in options:
            division = g.division(group[0])
            full = spent.get(division, 99) >= allowance(g, division)
            if worth <= self.posture.nerve or here in used or cell in used or full:
                continue
            used |= {here, cell}
            spent[division] += 1
            found += [Action("assign", (u,)) for u in group]
        return [*found, END], f"{self.posture.name}: assaults worth over {self.posture.nerve:+.2f}"

    def guns(self, units: Sequence[int]) -> bool:
        return any(self.g.state.bp.get(self.g.division(u), 0) >= 4 for u in units)

    def promised(self, division: str) -> int:
        """Half assaults that are prepared already."""
        g = self.g
        cells = [enemies_beside(g, u) for u in fighting(g, self.side)
                 if g.state.mark[u] == Mark.PA and g.division(u) == division]
        return 2 * len(set(cells))

    # -- fire (10.3) --

    def fire(self, decision: FireOrders) -> Answer:
        """The mission that brings most for its points; what is assaulted, or assaults, first."""
        g, best, chosen = self.g, 0.0, END
        air = decision.air
        price = (AIR_PRICE if g.turn.part == "am" else LAST_AIR_PRICE) if air else GUN_PRICE
        hot = self.hot()
        for unit in decision.units():
            seen: set[int] = set()
            for action in decision.others(unit):
                cell, points = action.number(1), action.number(2)
                if cell in seen:
                    continue
                seen.add(cell)
                points = self.points(decision, unit, points)
                if not points or not g.stack[cell]:
                    continue
                spotter = -1 if action.verb == "strike" else unit
                shifts, hits = self.fights.volley(self.side, air, spotter, cell, points)
                room = g.setting.limits["as-most"] - g.state.shifts.get(cell, 0)
                steps = [self.values.step(g, u) for u in g.stack[cell]]
                worth = 0.6 * hits * min(steps) + min(shifts, room) * (A_SHIFT if cell in hot else 0.03)
                worth += 0.25 * hits if cell in hot else 0.0
                worth -= price * points
                if worth > best:
                    best, chosen = worth, Action(action.verb, (unit, cell, points))
        return chosen, f"the mission is worth {best:+.2f}" if best else "nothing worth the points"

    def points(self, decision: FireOrders, unit: int, least: int) -> int:
        """As many as one volley takes; one point is kept to halt the enemy (6.6)."""
        g, most = self.g, decision.most(unit)
        if decision.air:
            return most
        keep = 1 if self.careful and self.side == g.phasing and g.state.bp.get(g.division(unit), 0) <= most else 0
        return max(0, min(most - keep, g.setting.limits["volley"]))

    def hot(self) -> set[int]:
        """Hexes where fire decides an assault: its target, or those who attack."""
        g = self.g
        if self.side == g.phasing:
            found = 0
            for unit in fighting(g, self.side):
                if g.designated(unit):
                    found |= enemies_beside(g, unit)
            return set(cells_of(found))
        return {g.state.loc[u] for u in fighting(g, 1 - self.side) if g.designated(u)}

    # -- adjustment and assaults (12.0, 13.0) --

    def adjust(self, decision: AdjustmentOrders) -> Answer:
        g = self.g
        units = list(decision.units())
        if decision.excess:
            units = list(decision.droppable)
            return Action("drop", (min(units, key=lambda u: (self.prospect(u), u)),)), "more than the HQ can lead"
        for unit in units:
            stack = [u for u in g.stack[g.state.loc[unit]] if g.designated(u)]
            if self.careful and max([self.prospect(u) for u in stack]) < self.posture.nerve - 0.6:
                return Action("release", (unit,)), "the attack has lost its point"
        return END, "the attacks stand"

    def prospect(self, unit: int) -> float:
        """The best assault in which a designated unit can take part."""
        g = self.g
        mark = g.state.mark[unit]
        found = [-9.0]
        for cell in cells_of(enemies_beside(g, unit)):
            group = [unit, *joiners(g, [unit], cell, mark)]
            found.append(self.value(group, cell))
        return max(found)

    def assault(self, decision: AssaultOrders) -> Answer:
        g = self.g
        best: tuple[float, Action] | None = None
        for unit in decision.units():
            mark = g.state.mark[unit]
            for cell in cells_of(decision.cells(unit)["assault"]):
                group = [unit, *joiners(g, [unit], cell, mark)]
                worth = self.value(group, cell)
                if best is None or worth > best[0]:
                    best = (worth, Action("assault", (unit, cell)))
        return (best[1], f"worth {best[0]:+.2f}") if best is not None else (END, "all have attacked")
