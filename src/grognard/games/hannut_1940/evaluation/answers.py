"""Small questions: the Command Phase, losses, retreats, what is committed to an assault; no rule depends on it."""

from __future__ import annotations

from functools import cached_property

from grognard.engine import Action, Decision
from grognard.games.hannut_1940.evaluation.ground import GEMBLOUX, Lay, fighting, front
from grognard.games.hannut_1940.evaluation.moves import Moves
from grognard.games.hannut_1940.position import Hannut
from grognard.games.hannut_1940.setting import FRENCH, GERMAN, UNATTACHED
from grognard.games.hannut_1940.state import Chit
from grognard.rules.drilling import Answer, Drill
from grognard.rules.masks import cells_of

REAL_NIGHT = 6
"""The night of the real German chit, if he can choose: when the French infantry comes (19.5)."""


STATIC = 6
"""A German HQ so near to the enemy keeps him in range all day without moving (9.1.1)."""

MATES = 9.0
"""How much a unit in the same hex counts for an attachment, against one next to it for 0.5."""


class Answers(Drill[Hannut, Lay]):
    @cached_property
    def moves(self) -> Moves:
        """For the few questions that ask where a unit stands best."""
        return self.part(Moves)

    def usual_answer(self, decision: Decision) -> Answer:
        options = list(decision.all_actions())
        if decision.kind == "command-allot":
            return self.allot(options), "barrage points where the enemy is"
        return max(options, key=lambda action: self.worth(decision.kind, action)), "the usual answer"

    def worth(self, kind: str, action: Action) -> float:
        g, verb = self.g, action.verb
        units = g.setting.units
        if verb == "lose":
            unit = action.number()
            return -self.values.step(g, unit) - (0.1 if g.state.steps[unit] == 1 else 0.0)
        if verb == "tire":
            return self.tire()
        if verb == "lead":
            counter = units[action.number()]
            own = counter.pr_defence if self.side != g.phasing else counter.pr_attack
            return own - 1.2 * self.values.step(g, action.number())
        if verb == "armor":
            counter = units[action.number()]
            return float(max(counter.armor, counter.at))
        if verb in ("commit", "support", "join"):
            return 1.0
        if verb == "cover":
            return self.cover(action.word())
        if verb in ("stay", "give"):
            return self.stand(kind) if verb == "stay" else 0.0
        if verb == "retreat":
            return 0.1 * self.back(action.number())
        if verb in ("advance", "follow"):
            unit, cell = action.number(0), action.number(1)
            here = g.state.loc[unit]
            before, after = self.moves.compared(unit, here, cell)
            onward = (self.values.depth[cell] < self.values.depth[here]) == (self.side == GERMAN)
            return after - before + (0.1 if onward else 0.0) + 0.5 * g.setting.values.get(cell, 0)
        if verb == "replace":
            return 1.0 + self.values.step(g, action.number())
        if verb in ("place", "return"):
            return float(-self.values.ways(g, GERMAN, True)[action.number()]) if self.side == GERMAN else 0.0
        return self.staff(kind, action)

    def staff(self, kind: str, action: Action) -> float:
        """Choices of the Command Phase (4.3.1) and of divisions."""
        g, verb = self.g, action.verb
        if verb == "mode":
            return 1.0 if (action.word(1) == "static") == self.is_static_day(action.word()) else 0.0
        if verb == "chit":
            if kind == "chit-aside":
                return float(action.word() == "real")
            drawn = g.state.bins.get("german:drawn", 0) == Chit.REAL
            aside = not drawn and g.state.turn >= REAL_NIGHT - 2
            return float((action.word() == "aside") == aside)
        if verb == "fuel":
            if kind == "low-fuel":
                return -min([self.values.depth[g.state.loc[u]] for u in fighting(g, GERMAN)
                             if g.division(u) == action.word()], default=99.0)
            return float(action.word() == "pm")
        if verb == "attach":
            return self.attach(action.number(), action.word(1))
        if verb == "withdraw":
            return -float(sum([g.state.steps[u] for u in fighting(g, FRENCH) if g.division(u) == action.word()]))
        if verb == "strafe":
            return 0.1 * action.number()
        return {"spare": -1.0, "convert": 1.0, "drop": -0.1, "step-back": -1.0}.get(verb, 0.0)

    def is_static_day(self, division: str) -> bool:
        """9.1: static where the front is near and will not move far."""
        g = self.g
        hq = g.hq(division)
        here = g.state.loc[hq]
        if here < 0:
            return False
        near = min([self.values.far[c][here] for c in cells_of(g.occupied(1 - self.side))], default=99)
        if self.side == GERMAN:
            return front(g, self.values) < GEMBLOUX + 5 and near <= STATIC and g.state.turn >= 7
        stays = division not in g.setting.plan.withdrawing
        return g.state.turn >= 7 and near >= 2 and (stays or self.values.depth[here] < GEMBLOUX + 1)

    def attach(self, unit: int, division: str) -> float:
        """9.3.1: to the division that most of its neighbours belong to, above all those in its hex (13.7.1e)."""
        g = self.g
        if division == UNATTACHED:
            return -1.0
        near = self.values.far[g.state.loc[unit]]
        mates = MATES if self.careful else 1.0
        return sum([1.0 / (1 + near[g.state.loc[u]]) if near[g.state.loc[u]] else mates for u in fighting(g, FRENCH)
                    if g.setting.units[u].division == division])

    def allot(self, options: list[Action]) -> Action:
        """10.3.5: an even share, more where the enemy is in range."""
        g = self.g
        division = options[0].word()
        most = len(options) - 1
        left = g.divisions_of(self.side)
        left = left[left.index(division):] if division in left else [division]
        return options[min(most, -(-most // len(left)))]

    def tire(self) -> float:
        """Fatigue of all is worth less than a step of tanks and more than one of infantry."""
        return -0.28

    def cover(self, word: str) -> float:
        g = self.g
        if word.startswith("line-"):
            return float(word[-1])
        row = g.setting.tables.terrain.get(word)
        return -float(row.fs + row.armor) if row is not None else 0.0

    def stand(self, kind: str) -> float:
        """10.3.12, 13.11.5: to stay costs a step; worth it on good ground, with men to lose, not with tanks."""
        g = self.g
        fired = g.state.bombed if g.state.phase.startswith("air") else g.state.shelled
        hexes = [c for c in fired[-1:] if kind == "fire-result"]
        hexes = hexes or sorted({g.state.loc[u] for u in fighting(g, self.side) if g.state.revealed[u]})
        units = [u for c in hexes for u in g.friends_in(c, self.side)]
        if not units:
            return -0.1
        worth = max([0.6 * g.setting.values.get(c, 0) + 0.1 * g.in_ip(c) for c in hexes])
        if kind == "fire-result" and any(g.designated(u) for u in units):
            worth += 0.3
        return 0.7 * worth - min([self.values.step(g, u) for u in units])

    def back(self, cell: int) -> float:
        g = self.g
        friends = len(g.friends_in(cell, self.side))
        near = (g.setting.around[cell] & g.occupied(1 - self.side)).bit_count()
        return 0.1 * self.values.cover[cell] - 0.1 * near - 0.05 * friends + 0.2 * g.setting.values.get(cell, 0)
