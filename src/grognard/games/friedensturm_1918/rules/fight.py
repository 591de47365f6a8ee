"""One combat under way (12.2): who takes part, with which guns, and what has come of it."""

from __future__ import annotations

from typing import Self

from grognard.games.friedensturm_1918.position import Friedensturm
from grognard.games.friedensturm_1918.state import CombatStep
from grognard.games.friedensturm_1918.tables import Order
from grognard.rules.arithmetic import Fight


class Combat:
    """What the ten steps hand on to each other."""

    def __init__(self, g: Friedensturm, target: int) -> None:
        self.g = g
        self.target = target
        self.attacker, self.defender = g.phasing, g.other
        self.exploits = g.state.phase == "exploitation-combat"
        self.attackers: list[int] = []
        self.defenders = g.combat_at(target)
        self.uses_stoss = False
        """Stosstruppen are used for the shift, and can be lost by an asterisk (15.3)."""
        self.guns: tuple[list[int], list[int]] = ([], [])
        """For each side the artillery that bombards."""
        self.counter: tuple[list[int], list[int]] = ([], [])
        """For each side the artillery in counter-battery mode."""
        self.lead = -1
        self.chief = -1
        """The lead units of attack and defence (12.2.3)."""
        self.odds: Fight | None = None
        self.hits = [0, 0]
        """Hit points of each side."""
        self.levels = ["none", "none"]
        """Tactical coordination of each side."""
        self.orders: dict[int, Order] = {}
        """The misunderstood order that was thrown for together with coordination (12.2.6)."""
        self.given_up = [False, False]
        """Whether a side has given up Stosstruppen for a loss, which it may once in a combat (12.2.8)."""
        self.retreated = 0
        """How many hexes the defenders have gone back, those to find room included (ruling N20)."""

    @classmethod
    def under_way(cls, g: Friedensturm) -> Self:
        """The combat that the state keeps."""
        state, c = g.state, cls(g, g.state.target)
        c.attackers, c.lead, c.uses_stoss = list(state.attackers), state.lead, bool(state.shock)
        for gun in state.guns:
            (c.counter if state.counter[gun] else c.guns)[g.setting.side[gun]].append(gun)
        return c

    def keep(self, step: CombatStep) -> None:
        """Into the state, so that the next question is a rest point: odds need not play the steps before it again."""
        state = self.g.state
        state.combat_step, state.target, state.lead, state.shock = step, self.target, self.lead, int(self.uses_stoss)
        state.attackers = list(self.attackers)
        state.guns = [gun for guns in (*self.guns, *self.counter) for gun in guns]

    def forget(self) -> None:
        state = self.g.state
        state.combat_step, state.target, state.lead, state.shock = CombatStep.NONE, -1, -1, 0
        state.attackers, state.guns = [], []

    def waits_for(self, step: CombatStep) -> bool:
        return self.g.state.combat_step == step

    @property
    def tank(self) -> int:
        """The tank that takes part in the attack (15.4.1); -1 for none."""
        return next((u for u in self.attackers if self.g.setting.tank[u]), -1)

    def alive(self, side: int) -> list[int]:
        return self.g.living(self.attackers if side == self.attacker else self.defenders)

    def stoss(self, side: int) -> list[int]:
        """The Stosstruppen of a side's regiments that are left."""
        held = [self.g.state.stoss[u] for u in self.alive(side)]
        return [u for u in held if u >= 0]

    def spare_stoss(self, side: int) -> list[int]:
        """12.2.8: of these one may take a loss; one in a combat, those of an asterisk apart (ruling Q45)."""
        return [] if self.given_up[side] else self.stoss(side)

    def note_loss(self, side: int, unit: int) -> None:
        self.given_up[side] = self.given_up[side] or (unit >= 0 and self.g.setting.is_stoss[unit])

    @property
    def is_won(self) -> bool:
        """Whether the attacked hex is free: everybody has retreated or is gone."""
        here = self.g.combat_at(self.target)
        return not here or self.g.setting.side[here[0]] == self.attacker
