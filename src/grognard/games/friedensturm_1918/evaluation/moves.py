"""Where units go: movement, exploitation, arrivals, advances, guns and headquarters (11.0, 14.2); for bots only."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from grognard.engine import Action
from grognard.evaluation import Posture
from grognard.games.friedensturm_1918.evaluation.lifeline import (
    RELIEF,
    decisive_cells,
    is_cut,
    towns,
    way_out,
)
from grognard.games.friedensturm_1918.evaluation.staffs import STAFF_STAYS, Staffs
from grognard.games.friedensturm_1918.evaluation.values import DECISIVE, HIT, LAST_STEP, Values
from grognard.games.friedensturm_1918.position import Friedensturm
from grognard.games.friedensturm_1918.rules.losses import price
from grognard.games.friedensturm_1918.rules.markers import may_be_reserve, reserves_left
from grognard.games.friedensturm_1918.rules.movement import MoveOrders
from grognard.games.friedensturm_1918.rules.odds import multiplier
from grognard.games.friedensturm_1918.rules.supply import commanded
from grognard.games.friedensturm_1918.setting import GERMAN
from grognard.rules.arithmetic import whole_odds
from grognard.rules.drilling import Places, best_of, far_by_rings, rings_around
from grognard.rules.masks import cells_of

STAY = 0.02
"""A unit moves only for more than this."""
PULL = 0.14
"""What counts of the pull of a victory hex where a unit stands."""
RESCUE = 0.7
"""How much a victory hex of ours that the enemy is near to draws, beside one to be taken."""
GUARD = 0.5
"""What counts of a victory hex that a unit holds which the enemy can come to."""
COVER, DOUBLE = 0.05, 0.15
"""What it is worth to bar a hex that the enemy can come to, and how much of that if somebody bars it already."""
DEAREST = 3.0
"""More pull than this of own victory hexes makes no hex worth barring more: a line of single units holds nothing."""
CROWD = 0.02
"""What each other unit in a hex takes off its worth."""
OVERSTACKED, FORCED = 3.0, 0.12
"""What it costs to stay where there are too many (4.0), and a forced march (11.2.6)."""
ASTRAY = 1.0
"""What it costs to end out of command (9.1)."""
CLOSE = 0.012
"""What each hex nearer to the enemy is worth, to whoever attacks."""
MARCH = 0.025
"""What each hex nearer to a hex is worth whose loss would decide the scenario, once it is lost or cut off."""
POST, HELD = 4.0, 0.8
"""What it is worth to hold a hex of the way out of such a hex, and how safely."""
REACH, RINGS, GUARDED, RESERVED = 3, 10, 6, 3
STEADY = 6
"""Less the morale of the defenders' lead: the columns that an attack is likely to be shifted (12.2.4)."""
MOST_THREAT = 30
LOOKED_AT = (8, 14)
"""Of more hexes than this only the most promising are looked at closely; with care more."""
LONE, FOREMOST = {0: 0.8, 1: 0.8, 2: 0.5, 3: 0.3, 4: 0.1}, 0.25
"""What it costs artillery to stand alone that near to the enemy, and in the front line with others."""
FIREBASE, PLANNED = 0.05, 0.25
"""What an enemy hex in range of a gun is worth, and one that will be attacked."""


class Target:
    """An enemy hex as a plan sees it: its defence, the columns that shift the odds, what emptying it is worth."""

    __slots__ = ("attack", "cell", "defence", "push", "room", "shift")

    def __init__(self, cell: int, defence: int, shift: int, push: float, room: int) -> None:
        self.cell, self.defence, self.shift, self.push, self.room = cell, max(1, defence), shift, push, room
        self.attack = 0.0
        """The strength beside it."""


class Moves(Places):
    """The places of one side's units in one position."""

    def __init__(self, g: Friedensturm, values: Values, side: int, posture: Posture, careful: bool) -> None:
        super().__init__(g.setting.grid)
        self.g = g
        self.values = values
        self.side = side
        self.posture = posture
        self.careful = careful
        self.men = values.urgency(g, side) if careful else 1.0
        self.take = values.pull(g, side, held=False)
        self.keep = values.pull(g, side, held=True)
        self.command = commanded(g, side)
        setting = g.setting
        self.rings = rings_around(setting.beside, g.fighting[1 - side], RINGS)
        self.far = far_by_rings(self.rings, len(setting.grid.ids))
        self.near = values.pull_of([c for c in values.goals if values.owns(g, side, c) and self.far[c] <= GUARDED])
        """The pull of own victory hexes that the enemy is near to."""
        for unit in g.living(setting.combat_of[side]):
            self.put(unit, g.state.loc[unit])
        self.reached = [0, 0]
        """The hexes in range of own artillery, and of that in offensive mode."""
        for gun in g.guns(side):
            for heavy in (0, g.state.offensive[gun]):
                self.reached[heavy] |= setting.within(g.state.loc[gun], g.fire_range(gun))
        ways = self.find_ways() if careful else []
        self.posts = {cell: POST for cell in ways if not self.rings[0] >> cell & 1}
        """What it is worth to hold a hex of a way out."""
        self.barred_by = frozenset(ways) - self.posts.keys()
        self.targets = {cell: self.target(cell) for cell in cells_of(self.rings[0])}
        for unit, cell in self.place_of.items():
            self.aim(unit, cell, 1)
        self._threat: dict[int, int] = {}
        self.staffs = Staffs(g, side, self, self.far)
        self.enemy_bonus = self.bonus(1 - side)
        self.planned: set[int] = set()
        self.alarm = self.find_alarm() if careful else []

    def find_alarm(self) -> list[float]:
        """Hex by hex, what it costs to be far from where the scenario is being lost; nothing while all is well."""
        found = [0.0] * len(self.far)
        for cell in decisive_cells(self.g, self.side):
            danger = MARCH * self.danger(cell)
            if danger > 0.0:
                found = [a + danger * d for a, d in zip(found, self.grid.distances(cell), strict=True)]
        return found

    def danger(self, cell: int) -> float:
        """How likely a hex of ours is lost; one that is lost or cut off calls for everybody (9.1, Scenario 3)."""
        if self.g.state.held.get(cell) != self.side or is_cut(self.g, self.side, cell):
            return 1.0
        return 1.0 - self.safety(self.at.get(cell, []), cell) if self.far[cell] <= REACH else 0.0

    def find_ways(self) -> list[int]:
        """Scenario 3: the hexes where the way out of a town must be held, or opened."""
        g, town = self.g, [cell for cell in towns(self.g, self.side) if self.far[cell] <= REACH]
        return [cell for one in town for cell in way_out(g, self.side, one, self.far)]

    # -- the plan so far --

    def lift(self, unit: int) -> int:
        cell = super().lift(unit)
        self.aim(unit, cell, -1)
        return cell

    def settle(self, unit: int, cell: int) -> None:
        self.put(unit, cell)
        self.aim(unit, cell, 1)

    def aim(self, unit: int, cell: int, sign: int) -> None:
        """A unit counts against every enemy beside it."""
        for near in self.grid.neighbours[cell]:
            target = self.targets.get(near)
            if target is not None:
                target.attack += sign * self.power(unit, cell, near)

    def power(self, unit: int, cell: int, target: int) -> float:
        """12.2.4: halved across a major river and up a slope; nothing for those who may not attack."""
        g = self.g
        if g.is_disorganised(unit) or g.state.unsupplied[unit]:
            return 0.0
        attack = float(g.attack(unit))
        if g.setting.board.slope(cell, target):
            attack /= 2
        return attack / 2 if g.setting.river(cell, target) == "major-river" else attack

    def bonus(self, side: int) -> int:
        """12.2.4: the offensive modifier that a side has in this sequence, or in the next where the other moves now."""
        g = self.g
        if g.initiative != side or not g.turn_plan.offensive:
            return 0
        sequence = g.state.sequence - 1 + (g.phasing != side)
        return g.turn_plan.bonus[sequence] if sequence < len(g.turn_plan.bonus) else 0

    def target(self, cell: int) -> Target:
        g, setting = self.g, self.g.setting
        units = g.combat_at(cell)
        times, _ = multiplier(g, cell)
        shift = -int((setting.woods | setting.villages) >> cell & 1) - 2 * int(setting.forts >> cell & 1)
        shift += self.bonus(self.side) if self.reached[1] >> cell & 1 else 0
        shift += 4 - max([g.morale(u) for u in units if not setting.tank[u]], default=4)
        worth = 0.12 + 0.3 * self.take[cell] * PULL
        if g.state.held.get(cell, self.side) != self.side:
            worth += self.values.prizes[cell]
        worth += RELIEF if cell in self.barred_by else 0.0
        room = sum([g.state.steps[u] * price(g, u) for u in units]) - (3 if self.reached[0] >> cell & 1 else 0)
        return Target(cell, sum([g.defence(u) for u in units]) * times, shift, worth, room)

    # -- what a place is worth --

    def battle(self, target: Target, attack: float) -> float:
        """What an attack of that strength promises, by the means of the table."""
        column = self.column(int(attack), target.defence, target.shift) if attack > 0 else None
        if column is None:
            return 0.0
        own, loss = self.values.mean[column]
        won = max(0.0, min(0.9, loss / max(3, target.room)))
        return max(0.0, self.men * HIT * (loss - own) + won * (target.push + LAST_STEP))

    def column(self, attack: int, defence: int, shift: int) -> int | None:
        """12.2.4: the column of an attack; None where it would be cancelled."""
        columns = self.g.setting.tables.crt.columns
        column = min(columns[-1], whole_odds(attack, max(1, defence)) + shift)
        return column if column >= columns[0] else None

    def gain(self, unit: int, cell: int) -> float:
        """What a unit adds to the attacks on those beside a hex."""
        best = 0.0
        for near in self.grid.neighbours[cell]:
            target = self.targets.get(near)
            if target is not None:
                with_it = self.battle(target, target.attack + self.power(unit, cell, near))
                best = max(best, with_it - self.battle(target, target.attack))
        return best

    def threat(self, cell: int) -> int:
        """The attack strength that the enemy can bring beside a hex, roughly."""
        found = self._threat.get(cell)
        if found is None:
            g, near, found = self.g, self.g.setting.within(cell, REACH), 0
            for enemy in cells_of(near & self.rings[0]):
                found += sum([g.attack(u) for u in g.combat_at(enemy) if not g.is_disorganised(u)])
            self._threat[cell] = found = min(found, MOST_THREAT)
        return found

    def risk(self, unit: int, cell: int) -> float:
        """What the enemy's next attack is likely to cost there."""
        attack = self.threat(cell)
        if not attack:
            return 0.0
        g, setting = self.g, self.g.setting
        times, _ = multiplier(g, cell)
        defence = times * (g.defence(unit) + sum([g.defence(u) for u in self.at.get(cell, ())]))
        shift = self.enemy_bonus - int((setting.woods | setting.villages) >> cell & 1)
        column = self.column(attack, defence, shift)
        if column is None:
            return 0.0
        own, loss = self.values.mean[column]
        return self.men * (max(0.0, HIT * (loss - 0.5 * own)) + 0.02 * max(0, column))

    def safety(self, units: Sequence[int], cell: int) -> float:
        """How likely some units keep the enemy out of a hex in his next phase."""
        if not units:
            return 0.0
        g = self.g
        times, _ = multiplier(g, cell)
        defence = times * sum([g.defence(u) for u in units])
        morale = max([g.lead_morale(u) for u in units])
        column = self.column(max(self.threat(cell), 6), defence, self.enemy_bonus + STEADY - morale)
        if column is None:
            return 1.0
        room = sum([g.state.steps[u] * price(g, u) for u in units])
        return max(0.1, 1.0 - (self.values.mean[column][1] + 2) / max(3, room))

    def barred(self, cell: int) -> float:
        """What a unit there takes from the enemy's ways forward; hexes near victory hexes of ours count for more."""
        total = 0.0
        for near in (cell, *self.grid.neighbours[cell]):
            far = self.far[near]
            if 1 <= far <= REACH:
                need = COVER * (1.0 + 0.5 * min(self.keep[near], DEAREST))
                total += need if not self.cover.get(near) else DOUBLE * need / self.cover[near]
        return total

    def base(self, cell: int) -> float:
        """The worth of a hex to any combat unit, as far as it can be looked up."""
        posture, far = self.posture, self.far[cell]
        total = PULL * (posture.goal * self.take[cell] + RESCUE * self.near[cell])
        worth = self.values.prizes.get(cell)
        if worth is not None:
            if self.g.state.held.get(cell) != self.side:
                total += worth
            elif far <= GUARDED:
                total += GUARD * worth * (0.2 if self.at.get(cell) else 1.0)
        if not self.command >> cell & 1:
            total -= ASTRAY
        if self.alarm:
            total -= self.alarm[cell]
        return total - CLOSE * posture.battle * max(0, far - 1) - CROWD * len(self.at.get(cell, ()))

    def worth(self, unit: int, cell: int) -> float:
        posture, far = self.posture, self.far[cell]
        total = self.base(cell)
        prize = self.values.prizes.get(cell)
        if prize is not None and far <= GUARDED and self.g.state.held.get(cell) == self.side:
            crowd = self.at.get(cell, [])
            more = self.safety([*crowd, unit], cell) - self.safety(crowd, cell)
            total += GUARD * prize * (more - (0.2 if crowd else 1.0))
        post = self.posts.get(cell)
        if post is not None and prize is None:
            crowd = self.at.get(cell, [])
            total += GUARD * post * (self.safety([*crowd, unit], cell) - self.safety(crowd, cell))
        if far == 1:
            total += posture.battle * self.gain(unit, cell)
        if far <= REACH:
            total -= posture.caution * self.risk(unit, cell)
        if far <= REACH + 1:
            total += posture.line * self.barred(cell)
        return total

    # -- the plan --

    def plan(self, decision: MoveOrders) -> list[Action]:
        """Orders for all who have not moved: attackers to their places, then the others, then guns and staffs."""
        g, setting = self.g, self.g.setting
        reach = {u: decision.cells(u) for u in decision.units() if g.state.loc[u] >= 0 and not g.state.done[u]}
        if self.side == GERMAN:
            pontoon = self.pontoon(reach)
            if pontoon is not None:
                return [pontoon]
        fresh = {u: cells for u, cells in reach.items() if g.state.mp[u] < 0}
        orders: list[Action] = []
        men = [u for u in fresh if setting.combat[u]]
        if self.careful:
            orders += self.garrison({u: fresh[u] for u in men})
        if self.careful and self.posture.battle >= 1.0:
            sent = {action.number(0) for action in orders}
            orders += self.concentrate({u: fresh[u] for u in men if u not in sent})
        sent = {action.number(0) for action in orders}
        sent.update(self.reserves([u for u in men if u not in sent]) if self.careful else ())
        men = [u for u in men if u not in sent]
        men.sort(key=lambda u: (self.far[g.state.loc[u]], u))
        for _ in range(self.posture.effort):                                    # a General asks every unit again
            for unit in men:
                self.choose(unit, fresh[unit])
        orders += [self.go(u, fresh[u]) for u in men if self.place_of[u] != g.state.loc[u]]
        for unit in fresh:
            if not setting.combat[unit]:
                action = self.rear_move(unit, fresh[unit])
                if action is not None:
                    orders.append(action)
                    if setting.hq[unit]:
                        self.staffs.places[unit] = action.number(1)
        return self.in_order(orders)

    def in_order(self, orders: Sequence[Action]) -> list[Action]:
        """Who leaves goes before who comes, so that no hex is too full (4.0); one stays in an enemy zone (11.2.2)."""
        g, found, waiting = self.g, list[Action](), list(orders)
        there = {cell: set(g.combat_at(cell)) for cell in cells_of(g.occupied(self.side))}
        while waiting:
            before = len(waiting)
            for action in list(waiting):
                unit, cell = action.number(0), action.number(1)
                here = g.state.loc[unit]
                if g.setting.combat[unit]:
                    crowd = there.setdefault(cell, set())
                    left = [u for u in there[here] if u != unit and g.state.began[u] == here]
                    stays = left or not g.zone_cells[1 - self.side] >> here & 1
                    if not stays or g.stacked([*crowd, unit]) > g.setting.limits["stacking"]:
                        continue
                    there[here].discard(unit)
                    crowd.add(unit)
                found.append(action)
                waiting.remove(action)
            if len(waiting) == before:
                break
        return found

    def onward(self, decision: MoveOrders, unit: int) -> Action | None:
        """A unit that has just come in goes on at once: when the next one comes it is too late (11.1.1)."""
        g, ways = self.g, decision.cells(unit)
        if not g.setting.combat[unit]:
            return self.rear_move(unit, ways)
        self.choose(unit, ways)
        return self.go(unit, ways) if self.place_of[unit] != g.state.loc[unit] else None

    def choose(self, unit: int, ways: Mapping[str, int]) -> None:
        """The best place for a unit, the others standing as planned so far."""
        here = self.g.state.loc[unit]
        self.lift(unit)
        cells = (ways.get("move", 0) | ways.get("force", 0)) & ~(1 << here)
        ranked = sorted(cells_of(cells), key=lambda c: (-self.base(c), c))[: LOOKED_AT[self.careful]]
        near = [c for c in cells_of(cells & self.rings[2]) if c not in ranked][: LOOKED_AT[self.careful]]
        stay = self.worth(unit, here) + STAY - (0.0 if self.has_room(unit, here) else OVERSTACKED)
        easy, open_cells = ways.get("move", 0), [c for c in (*ranked, *near) if self.has_room(unit, c)]
        best = best_of([(self.worth(unit, c) - (0.0 if easy >> c & 1 else FORCED), c) for c in open_cells], stay)
        self.settle(unit, here if best is None else best)

    def go(self, unit: int, ways: Mapping[str, int]) -> Action:
        cell = self.place_of[unit]
        return Action("move" if ways.get("move", 0) >> cell & 1 else "force", (unit, cell))

    def has_room(self, unit: int, cell: int) -> bool:
        units = [*self.at.get(cell, ()), unit]
        return self.g.stacked(units) <= self.g.setting.limits["stacking"]

    def concentrate(self, reach: Mapping[int, Mapping[str, int]]) -> list[Action]:
        """Attack after attack, the best first: who can come beside the enemy goes there, as far as there is room."""
        orders: list[Action] = []
        free = {u: w.get("move", 0) for u, w in reach.items() if self.g.attack(u) and not self.is_garrison(u)}
        while free:
            open_targets = [target for target in self.targets.values() if target.cell not in self.planned]
            groups = [(self.assemble(target, free), target) for target in open_targets]
            found = [(gain, (target, places)) for (gain, places), target in groups if places]
            best = best_of(found, max(STAY, self.posture.nerve))
            if best is None:
                return orders
            target, places = best
            self.planned.add(target.cell)
            for unit, cell in places:
                if cell != self.place_of[unit]:
                    orders.append(Action("move", (unit, cell)))
                    self.lift(unit)
                    self.settle(unit, cell)
                free.pop(unit, None)
        return orders

    def garrison(self, reach: Mapping[int, Mapping[str, int]]) -> list[Action]:
        """Before anybody attacks: somebody into each victory hex of ours that stands empty and the enemy is near to.

        Where the scenario is decided there, as many as there is room for.
        """
        g, orders, sent = self.g, list[Action](), set[int]()
        for cell, prize in self.values.prizes.items():
            if g.state.held.get(cell) != self.side or self.far[cell] > GUARDED:
                continue
            while not self.at.get(cell) or (prize > DECISIVE and self.far[cell] <= REACH):
                crowd = self.at.get(cell, [])
                able = [u for u, ways in reach.items() if ways.get("move", 0) >> cell & 1 and u not in sent]
                able = [u for u in able if not self.is_garrison(u) and self.has_room(u, cell)]
                if not able:
                    break
                unit = max(able, key=lambda u: (self.safety([*crowd, u], cell) - 0.02 * g.attack(u) * (not crowd), -u))
                self.lift(unit)
                self.settle(unit, cell)
                sent.add(unit)
                orders.append(Action("move", (unit, cell)))
        for cell in self.posts:
            able = [u for u, ways in reach.items() if ways.get("move", 0) >> cell & 1 and u not in sent]
            able = [u for u in able if not self.is_garrison(u) and self.far[g.state.loc[u]] > 1]
            while self.safety(self.at.get(cell, []), cell) < HELD:
                crowd = self.at.get(cell, [])
                able = [u for u in able if u not in sent and self.has_room(u, cell)]
                if not able:
                    break
                unit = max(able, key=lambda u: (self.safety([*crowd, u], cell), -u))
                self.lift(unit)
                self.settle(unit, cell)
                sent.add(unit)
                orders.append(Action("move", (unit, cell)))
        return orders

    def reserves(self, men: Sequence[int]) -> list[int]:
        """11.2.8: who stays behind the front to go through the gaps after the combats; as many as there are markers."""
        g = self.g
        able = [u for u in men if 2 <= self.far[g.state.loc[u]] <= RESERVED and g.state.phase == "movement"]
        able = [u for u in able if not self.is_garrison(u) and may_be_reserve(g, u)]
        able.sort(key=lambda u: (-g.attack(u), u))
        return able[: reserves_left(g, able[0])] if able else []

    def is_garrison(self, unit: int) -> bool:
        """Whether a unit holds a victory hex that the enemy is near to."""
        cell = self.place_of[unit]
        if cell in self.posts and self.far[cell] <= REACH:
            return True
        return cell in self.values.prizes and self.far[cell] <= GUARDED and self.g.state.held.get(cell) == self.side

    def assemble(self, target: Target, free: Mapping[int, int]) -> tuple[float, list[tuple[int, int]]]:
        """Who can still come beside a hex, the strongest first, until more would not help."""
        g = self.g
        around = g.setting.around[target.cell] & ~self.rings[0]
        attack, places = target.attack, list[tuple[int, int]]()
        taken: dict[int, list[int]] = {}
        before = self.battle(target, attack)
        able = [(u, cells & around) for u, cells in free.items() if cells & around and self.place_of[u] >= 0]
        able = [(u, cells) for u, cells in able if not around >> self.place_of[u] & 1]
        able.sort(key=lambda one: (-g.attack(one[0]), one[0]))
        best, chosen = before, 0
        for unit, cells in able:
            spots = [
                (self.power(unit, c, target.cell), -self.risk(unit, c), -c) for c in cells_of(cells)
                if self.has_room(unit, c) and g.stacked([*self.at.get(c, ()), *taken.get(c, ()), unit]) <= 4
            ]
            if not spots:
                continue
            power, _, negative = max(spots)
            places.append((unit, -negative))
            taken.setdefault(-negative, []).append(unit)
            attack += power
            found = self.battle(target, attack)
            if found > best + STAY:
                best, chosen = found, len(places)
            if len(places) >= 8:
                break
        return best - before, places[:chosen]

    # -- bridges, guns and staffs --

    def pontoon(self, reach: Mapping[int, Mapping[str, int]]) -> Action | None:
        """11.2.4: over a major river, where the way leads forward."""
        found: list[tuple[float, Action]] = []
        for unit, ways in reach.items():
            here = self.g.state.loc[unit]
            for cell in cells_of(ways.get("bridge", 0) & ~self.rings[0]):
                if self.g.setting.river(here, cell) == "major-river":
                    found.append((self.take[cell] - self.take[here], Action("bridge", (unit, cell))))
        return best_of(found, STAY)

    def rear_move(self, unit: int, ways: Mapping[str, int]) -> Action | None:
        """Artillery to where it reaches the enemy and is not alone; headquarters out of harm's way."""
        post, stays = (self.staffs.post, STAFF_STAYS) if self.g.setting.hq[unit] else (self.gun_post, STAY)
        cells = cells_of(ways.get("move", 0))
        best = best_of([(post(unit, cell), cell) for cell in cells], post(unit, self.g.state.loc[unit]) + stays)
        return None if best is None else Action("move", (unit, best))

    def gun_post(self, unit: int, cell: int) -> float:
        g, far = self.g, self.far[cell]
        near = g.setting.within(cell, g.fire_range(unit)) & self.rings[0]
        total = min(0.3, FIREBASE * near.bit_count())
        total += PLANNED * sum([near >> c & 1 for c in self.planned])
        total -= FOREMOST if far <= 1 else 0.0
        if not self.at.get(cell):
            total -= LONE.get(far, 0.0) * (0.5 if self.cover.get(cell, 0) > 1 else 1.0)
        if not self.command >> cell & 1:
            total -= ASTRAY
        return total - 0.03 * max(0, far - g.fire_range(unit)) - 0.02 * (far > 4)

    # -- single steps --

    def improve(self, places: Mapping[int, int], verb: str, least: float = STAY) -> Action | None:
        """The single step of any of some units that gains most: advances, reactions."""
        found: list[tuple[float, Action]] = []
        for unit in [u for u in places if u in self.place_of]:
            here = self.lift(unit)
            stay = self.worth(unit, here)
            found += [(self.worth(unit, cell) - stay, Action(verb, (unit, cell))) for cell in cells_of(places[unit])]
            self.settle(unit, here)
        return best_of(found, least)

    def arrival(self, unit: int, cells: Sequence[int]) -> int:
        """Where a unit comes in: nearest to what draws it, and not where it stands alone before the enemy."""
        if not self.g.setting.combat[unit]:
            return max(cells, key=lambda c: (self.gun_post(unit, c), -c))
        return max(cells, key=lambda c: (self.worth(unit, c) + 0.1 * self.keep[c], -c))
