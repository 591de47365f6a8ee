"""Where units go: movement, exploitation, arrivals, advances, guns (11.0, 14.2); for bots, no rule depends on it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property

import msgspec

from grognard.engine import Action
from grognard.engine.facts import derived
from grognard.games.friedensturm_1918.evaluation.fights import Fights
from grognard.games.friedensturm_1918.evaluation.lifeline import REACH
from grognard.games.friedensturm_1918.evaluation.values import DECISIVE, HIT, LAST_STEP
from grognard.games.friedensturm_1918.position import Friedensturm
from grognard.games.friedensturm_1918.rules.artillery import in_range, offensive_guns
from grognard.games.friedensturm_1918.rules.markers import may_be_reserve, reserves_left
from grognard.games.friedensturm_1918.rules.movement import MoveOrders
from grognard.games.friedensturm_1918.rules.odds import multiplier
from grognard.games.friedensturm_1918.rules.stacking import fits
from grognard.games.friedensturm_1918.rules.supply import commanded
from grognard.rules.arithmetic import whole_odds
from grognard.rules.attack_plans import plan_attacks, strongest_groups
from grognard.rules.drilling import Answer, best_of, best_step
from grognard.rules.masks import cells_of, mask
from grognard.rules.orders import END, Placing

STAY, STAFF_STAYS = 0.02, 0.1
"""A unit moves only for more than this, a headquarters for more than that."""
ADVANCES = -0.15
"""A Colonel goes into a hex that was won even where that looks a little worse: the front moves on."""
PULL = 0.14
"""What counts of the pull of a victory hex where a unit stands."""
NEXT = 0.04
"""What counts of the pull of an enemy hex that may be won."""
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
POST, HELD = 4.0, 0.8
"""What it is worth to hold a hex of the way out of a town, and how safely."""
GUARDED, RESERVED = 6, 3
STEADY = 6
"""Less the morale of the defenders' lead: the columns that an attack is likely to be shifted (12.2.4)."""
MOST, MOST_THREAT = 8, 30
"""How many are sent against a hex, and the strength that the enemy brings against one of ours."""
LOOKED_AT = (8, 14)
"""Of more hexes than this only the most promising are looked at closely; with care more."""
LONE, FOREMOST = {0: 0.8, 1: 0.8, 2: 0.5, 3: 0.3, 4: 0.1}, 0.25
"""What it costs artillery to stand alone that near to the enemy, and in the front line with others."""
FIREBASE = 0.05
"""What an enemy hex in range of a gun is worth."""


class Target(msgspec.Struct, frozen=True):
    """An enemy hex as a plan sees it."""

    defence: int
    shift: int
    """The columns that shift the odds."""
    push: float
    """What emptying it is worth."""
    room: int
    """The hit points that the defenders can take."""


class Moves(Fights):
    """The places of one side's units in one position."""

    @cached_property
    def enemy(self) -> int:
        return self.g.fighting[1 - self.side]

    @cached_property
    def keep(self) -> Sequence[float]:
        """The pull of what is ours."""
        return self.values.pull(self.g, self.side, True)

    @cached_property
    def near(self) -> Sequence[float]:
        """The pull of what is ours and the enemy is near to."""
        owns, goals = self.values.owns, self.values.goals
        return self.values.pull_of([c for c in goals if self.far[c] <= GUARDED and owns(self.g, self.side, c)])

    @cached_property
    def posts(self) -> dict[int, float]:
        """The hexes that are held for their own sake, with what that is worth: victory hexes, the way out of a town."""
        prizes, held = self.values.prizes, self.g.state.held
        found = {c: worth for c, worth in prizes.items() if held.get(c) == self.side and self.far[c] <= GUARDED}
        return found | {c: POST for c in self.ways if c not in prizes and not self.enemy >> c & 1}

    # -- the plan so far --

    def has_room(self, unit: int, cell: int) -> bool:
        return self.g.stacked([*self.plan.at.get(cell, ()), unit]) <= self.g.setting.limits["stacking"]

    @derived
    def target(self, cell: int) -> Target:
        g, setting = self.g, self.g.setting
        units, (times, _) = g.combat_at(cell), multiplier(g, cell)
        shelled = any(in_range(g, gun, cell) for gun in g.guns(self.side))
        shift = self.bonus(self.side) if offensive_guns(g, self.side, cell) else 0
        shift += 4 - max([g.morale(u) for u in units if not setting.tank[u]], default=4)
        shift -= ((setting.woods | setting.villages) >> cell & 1) + 2 * (setting.forts >> cell & 1)
        push, room = self.push(cell) + NEXT * self.take[cell], self.room(units) - 3 * shelled
        return Target(times * sum([g.defence(u) for u in units]), shift, push, max(3, room))

    def bonus(self, side: int) -> int:
        """12.2.4: the offensive modifier that a side has in this sequence, or in the next where the other moves now."""
        g = self.g
        if g.initiative != side or not g.turn_plan.offensive:
            return 0
        sequence = g.state.sequence - 1 + (g.phasing != side)
        return g.turn_plan.bonus[sequence] if sequence < len(g.turn_plan.bonus) else 0

    # -- what a place is worth --

    @derived
    def power(self, unit: int, cell: int, target: int) -> float:
        """12.2.4: halved across a major river and up a slope; nothing for those who may not attack."""
        g = self.g
        if g.is_disorganised(unit) or g.state.unsupplied[unit]:
            return 0.0
        attack = g.attack(unit) / (2 if g.setting.board.slope(cell, target) else 1)
        return attack / 2 if g.setting.river(cell, target) == "major-river" else attack

    def means(self, attack: float, defence: int, shift: int) -> tuple[float, float] | None:
        """12.2.4: the mean hit points of both sides in an attack; None where it would be cancelled."""
        columns = self.g.setting.tables.crt.columns
        column = min(columns[-1], whole_odds(int(attack), max(1, defence)) + shift) if attack > 0 else -99
        return self.values.mean[column] if column >= columns[0] else None

    def battle(self, cell: int, more: float = 0.0) -> float:
        """What an attack on a hex promises by all who are planned to be beside it, and some strength more."""
        at, target = self.plan.at, self.target(cell)
        beside = sum([self.power(u, c, cell) for c in self.g.setting.grid.neighbours[cell] for u in at.get(c, ())])
        means = self.means(beside + more, target.defence, target.shift)
        if means is None:
            return 0.0
        own, loss = means[0], min(means[1], target.room)                        # more would only be wasted
        return max(0.0, self.men * HIT * (loss - own) + min(0.9, loss / target.room) * (target.push + LAST_STEP))

    def gain(self, unit: int, cell: int) -> float:
        """What a unit adds to the attacks on those beside a hex."""
        beside = cells_of(self.g.setting.around[cell] & self.enemy)
        return max([self.battle(c, self.power(unit, cell, c)) - self.battle(c) for c in beside], default=0.0)

    @derived
    def threat(self, cell: int) -> int:
        """The attack strength that the enemy can bring beside a hex, roughly."""
        g = self.g
        foes = [u for c in cells_of(g.setting.within(cell, REACH) & self.enemy) for u in g.combat_at(c)]
        return min(MOST_THREAT, sum([g.attack(u) for u in foes if not g.is_disorganised(u)]))

    def defence(self, units: Sequence[int], cell: int) -> int:
        return multiplier(self.g, cell)[0] * sum([self.g.defence(u) for u in units])

    def risk(self, unit: int, cell: int) -> float:
        """What the enemy's next attack is likely to cost there."""
        setting, units = self.g.setting, [*self.plan.at.get(cell, ()), unit]
        shift = self.bonus(1 - self.side) - ((setting.woods | setting.villages) >> cell & 1)
        means = self.means(self.threat(cell), self.defence(units, cell), shift)
        return self.men * HIT * max(0.0, means[1] - 0.5 * means[0]) if means else 0.0

    def safety(self, units: Sequence[int], cell: int) -> float:
        """How likely some units keep the enemy out of a hex in his next phase."""
        if not units:
            return 0.0
        shift = self.bonus(1 - self.side) + STEADY - max([self.g.lead_morale(u) for u in units])
        means = self.means(max(self.threat(cell), 6), self.defence(units, cell), shift)
        return max(0.1, 1.0 - (means[1] + 2) / max(3, self.room(units))) if means else 1.0

    def barred(self, cell: int) -> float:
        """What a unit there takes from the enemy's ways forward; hexes near victory hexes of ours count for more."""
        total = 0.0
        for near in (cell, *self.g.setting.grid.neighbours[cell]):
            if 1 <= self.far[near] <= REACH:
                cover, need = self.plan.cover.get(near), COVER * (1.0 + 0.5 * min(self.keep[near], DEAREST))
                total += need if not cover else DOUBLE * need / cover
        return total

    def base(self, cell: int) -> float:
        """The worth of a hex to any combat unit, as far as it can be looked up."""
        posture, crowd = self.posture, self.plan.at.get(cell, ())
        total = PULL * (posture.goal * self.take[cell] + RESCUE * self.near[cell])
        if cell in self.posts:
            total += GUARD * self.posts[cell]
        elif self.g.state.held.get(cell) != self.side:
            total += self.values.prizes.get(cell, 0.0)
        if not commanded(self.g, self.side) >> cell & 1:
            total -= ASTRAY
        return total - CLOSE * posture.battle * max(0, self.far[cell] - 1) - CROWD * len(crowd)

    def worth(self, unit: int, cell: int) -> float:
        posture, far, total = self.posture, self.far[cell], self.base(cell)
        if cell in self.posts:
            crowd = self.plan.at.get(cell, [])
            safer = self.safety([*crowd, unit], cell) - self.safety(crowd, cell)
            total -= GUARD * self.posts[cell] * (1.0 - safer)
        if far == 1:
            total += posture.battle * self.gain(unit, cell)
        if far <= REACH:
            total -= posture.caution * self.risk(unit, cell)
        return total + (posture.line * self.barred(cell) if far <= REACH + 1 else 0.0)

    # -- movement (11.1.1) --

    def march(self, decision: MoveOrders) -> Answer:
        """Reinforcements one after the other, then all the others by one plan."""
        g = self.g
        arrived = [u for u in g.living(g.state.moving) if g.state.began[u] < 0 and not g.state.done[u]]
        onward = self.orders({u: decision.cells(u) for u in arrived})
        if onward:                                                              # when the next one comes it is too late
            return onward, "reinforcements go on"
        for unit in [u for u in decision.units() if g.state.loc[u] < 0]:
            cells = [c for c in cells_of(decision.cells(unit)["enter"]) if fits(g, [unit], c)]
            if cells:
                return Action("enter", (unit, self.arrival(unit, cells))), "reinforcements where they are needed"
        pontoon = self.pontoon(decision)
        if pontoon is not None:
            return pontoon, "the way leads over the river"
        fresh = [u for u in decision.units() if g.state.loc[u] >= 0 and g.state.mp[u] < 0 and not g.state.done[u]]
        found = self.orders({u: decision.cells(u) for u in fresh})
        return (found, f"{self.posture.name}: better places") if found else (END, "every unit stands where it should")

    def pontoon(self, decision: MoveOrders) -> Action | None:
        """11.2.4: over a major river, where the way leads forward."""
        loc, river, take = self.g.state.loc, self.g.setting.river, self.take
        sites = {u: decision.cells(u).get("bridge", 0) & ~self.enemy for u in decision.units()}
        sites = {u: mask([c for c in cells_of(sites[u]) if river(loc[u], c) == "major-river"]) for u in sites}
        return best_step("bridge", sites, lambda unit, cell: take[cell] - take[loc[unit]], STAY)

    def arrival(self, unit: int, cells: Sequence[int]) -> int:
        """Where a unit comes in: nearest to what draws it, and not where it stands alone before the enemy."""
        if not self.g.setting.combat[unit]:
            return max(cells, key=lambda c: (self.rear_worth(unit, c), -c))
        return max(cells, key=lambda c: (self.worth(unit, c) + 0.1 * self.keep[c], -c))

    def orders(self, ways: Mapping[int, Mapping[str, int]]) -> list[Action]:
        """Garrisons and attackers to their places, then the others, the foremost first, then guns and staffs."""
        g, setting = self.g, self.g.setting
        men = sorted([u for u in ways if setting.combat[u]], key=lambda u: (self.far[g.state.loc[u]], u))
        holding = [u for u in men if self.plan.place_of[u] in self.posts]
        free = {u: ways[u].get("move", 0) for u in men if u not in holding}
        if self.careful:
            self.garrison(free)
            self.concentrate(free)
            for unit in self.reserves(list(free)):
                del free[unit]
        for _ in range(self.posture.effort):                                    # a General asks every unit again
            for unit in [u for u in men if u in free or u in holding]:
                if not self.guards(unit):
                    self.choose(unit, ways[unit])
        found = [
            Action("move" if ways[u].get("move", 0) >> cell & 1 else "force", (u, cell)) for u in men
            if (cell := self.plan.place_of[u]) != g.state.loc[u]
        ]
        for unit in [u for u in ways if not setting.combat[u]]:
            step = self.rear_step("move", {unit: ways[unit].get("move", 0)})
            if step is not None:
                found.append(step)
                if unit in self.staffs:
                    self.staffs[unit] = step.number(1)
        return self.in_order(found)

    def in_order(self, orders: Sequence[Action]) -> list[Action]:
        """Who leaves goes before who comes, so that no hex is too full (4.0); one stays in an enemy zone (11.2.2)."""
        then, found, waiting = self.g.copy(), list[Action](), list(orders)

        def is_next(action: Action) -> bool:
            unit, cell = action.number(0), action.number(1)
            here = then.state.loc[unit]
            stays = any(u != unit and then.state.began[u] == here for u in then.combat_at(here))
            alone = then.setting.combat[unit] and then.zone_cells[1 - self.side] >> here & 1 and not stays
            return fits(then, [unit], cell) and not alone

        while (action := next(filter(is_next, waiting), None)) is not None:
            then.place(action.number(0), action.number(1))
            waiting.remove(action)
            found.append(action)
        return found

    def garrison(self, free: dict[int, int]) -> None:
        """Before anybody attacks: somebody into each hex that is held for its own sake and stands empty.

        Where the scenario is decided, as many as there is room for; on the way out of a town until it is safe.
        """
        for cell, worth in self.posts.items():
            crowd, prize = self.plan.at.setdefault(cell, []), cell in self.values.prizes
            while not crowd or (
                worth > DECISIVE and self.far[cell] <= REACH if prize else self.safety(crowd, cell) < HELD
            ):
                able = [u for u, cells in free.items() if cells >> cell & 1 and self.has_room(u, cell)]
                able = able if prize else [u for u in able if self.far[self.plan.place_of[u]] > 1]
                if not able:
                    break
                unit = max(able, key=lambda u: (self.safety([*crowd, u], cell) - 0.02 * self.g.attack(u), -u))
                self.plan.send(unit, cell)
                del free[unit]

    def guards(self, unit: int) -> bool:
        """Whether a unit is all that stands in a hex that is held for its own sake; a Sergeant's may leave it empty."""
        here = self.g.state.loc[unit]
        return self.careful and here in self.posts and self.plan.at[here] == [unit]

    def concentrate(self, free: dict[int, int]) -> None:
        """Attack after attack, the best first: who can come beside the enemy goes there, as far as there is room.

        Whoever holds his ground gathers only against victory hexes that he has lost.
        """
        g, beside = self.g, self.g.setting.beside
        here = {u: g.setting.around[self.plan.place_of[u]] for u in free}
        sought = self.enemy if self.posture.battle >= 1.0 else self.enemy & mask(self.values.prizes)
        targets = {u: beside.of(cells) & sought & ~here[u] for u, cells in free.items() if g.attack(u)}

        def more(cell: int, units: Sequence[int]) -> float:
            strength = sum([self.power(u, self.plan.place_of[u], cell) for u in units])
            return self.battle(cell, strength) - self.battle(cell) - STAY * len(units)

        least = max(STAY, self.posture.nerve)
        for planned in plan_attacks(targets, lambda near: strongest_groups(near, g.attack, MOST), more, least, 0.0):
            for unit in sorted(planned.units, key=lambda u: -g.attack(u)):
                cells = cells_of(free[unit] & g.setting.around[planned.cell] & ~self.enemy)
                spots = [
                    ((self.power(unit, c, planned.cell), -self.risk(unit, c), -c), c) for c in cells
                    if self.has_room(unit, c)
                ]
                if spots:
                    self.plan.send(unit, max(spots)[1])
                    del free[unit]

    def reserves(self, men: Sequence[int]) -> list[int]:
        """11.2.8: who stays behind the front to go through the gaps after the combats; as many as there are markers."""
        g = self.g
        able = [u for u in men if 2 <= self.far[g.state.loc[u]] <= RESERVED and g.state.phase == "movement"]
        able = sorted([u for u in able if may_be_reserve(g, u)], key=lambda u: (-g.attack(u), u))
        return able[: reserves_left(g, able[0])] if able else []

    def choose(self, unit: int, ways: Mapping[str, int]) -> None:
        """The best place for a unit, the others standing as planned so far."""
        here, easy, most = self.g.state.loc[unit], ways.get("move", 0), LOOKED_AT[self.careful]
        self.plan.lift(unit)
        cells = (easy | ways.get("force", 0)) & ~(1 << here)
        ranked = sorted(cells_of(cells), key=lambda c: (-self.base(c), c))[:most]
        near = [c for c in cells_of(cells & self.g.setting.beside.within(self.enemy, 2)) if c not in ranked][:most]
        stay = self.worth(unit, here) + STAY - (0.0 if self.has_room(unit, here) else OVERSTACKED)
        open_cells = [c for c in (*ranked, *near) if self.has_room(unit, c)]
        best = best_of([(self.worth(unit, c) - (0.0 if easy >> c & 1 else FORCED), c) for c in open_cells], stay)
        self.plan.put(unit, here if best is None else best)

    # -- guns and staffs --

    def rear_step(self, verb: str, places: Mapping[int, int]) -> Action | None:
        """Artillery to where it reaches the enemy and is not alone; headquarters out of harm's way."""
        hq, loc = self.g.setting.hq, self.g.state.loc
        stays = {u: self.rear_worth(u, loc[u]) + (STAFF_STAYS if hq[u] else STAY) for u in places}
        return best_step(verb, places, lambda unit, cell: self.rear_worth(unit, cell) - stays[unit], 0.0)

    def rear_worth(self, unit: int, cell: int) -> float:
        return self.post(unit, cell) if self.g.setting.hq[unit] else self.gun_post(unit, cell)

    def gun_post(self, unit: int, cell: int) -> float:
        g, far = self.g, self.far[cell]
        near = g.setting.within(cell, g.fire_range(unit)) & self.enemy
        total = min(0.3, FIREBASE * near.bit_count()) - (FOREMOST if far <= 1 else 0.0)
        if not self.plan.at.get(cell):
            total -= LONE.get(far, 0.0) * (0.5 if self.plan.cover.get(cell, 0) > 1 else 1.0)
        if not commanded(g, self.side) >> cell & 1:
            total -= ASTRAY
        return total - 0.03 * max(0, far - g.fire_range(unit)) - 0.02 * (far > 4)

    # -- single steps: advance, reaction, set-up, heavy guns --

    def place(self, decision: Placing[Friedensturm]) -> Answer:
        """The step that gains most, or none."""
        verb = decision.verbs()[0]
        places = {u: decision.cells(u)[verb] for u in decision.units()}
        if decision.kind == "heavy-guns":
            return self.rear_step(verb, places) or END, "after the front"
        pushes = self.careful and self.posture.battle >= 1.0 and decision.kind == "advance"
        men = {u: cells for u, cells in places.items() if u in self.plan.place_of and decision.kind != "deploy"}
        action = best_step(verb, men, self.better, ADVANCES if pushes else STAY)
        if action is None and not decision.check(END):
            action = next(Action(verb, (unit, cells_of(cells)[0])) for unit, cells in places.items() if cells)
        return action or END, "a better place" if action else "stays"

    def better(self, unit: int, cell: int) -> float:
        """What a unit gains by a step."""
        here = self.plan.lift(unit)
        found = self.worth(unit, cell) - self.worth(unit, here)
        self.plan.put(unit, here)
        return found
