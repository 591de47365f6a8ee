"""One combat under way (12.2): who takes part, with which guns, and what has come of it."""

from __future__ import annotations

from grognard.games.friedensturm_1918.position import Friedensturm
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
        self.tank = -1
        """The tank that takes part in the attack (15.4.1)."""
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
        self.retreated = 0
        """How many hexes the defenders have gone back."""

    def alive(self, side: int) -> list[int]:
        return self.g.living(self.attackers if side == self.attacker else self.defenders)

    def stoss(self, side: int) -> list[int]:
        """The Stosstruppen of a side's regiments that are left."""
        held = [self.g.state.stoss[u] for u in self.alive(side)]
        return [u for u in held if u >= 0]

    @property
    def is_won(self) -> bool:
        """Whether the attacked hex is free: everybody has retreated or is gone."""
        here = self.g.combat_at(self.target)
        return not here or self.g.setting.side[here[0]] == self.attacker
