"""A position of Soissons 1918: the plainest questions about it."""

from __future__ import annotations

from grognard.games.soissons_1918.setting import ENTENTE, SoissonsSetting
from grognard.games.soissons_1918.state import Level, Order, SoissonsState
from grognard.games.soissons_1918.tables import Turn
from grognard.rules.riders import RidingPosition

LEVELS = {Level.GOOD_ORDER: "Good Order", Level.REFORMING: "Reforming", Level.DISORGANIZED: "Disorganized"}


class Soissons(RidingPosition[SoissonsSetting, SoissonsState]):
    """Zones of control are exerted by infantry alone (9.1); tank groups go with their division (5.4)."""

    def fights(self, unit: int) -> bool:
        return self.setting.infantry[unit]

    def rides(self, unit: int) -> bool:
        return self.setting.is_tank[unit]

    def carried(self) -> list[int]:
        return self.state.tank

    # -- questions --

    @property
    def turn(self) -> Turn:
        """The space of the Turn Track; a study may stand outside of it."""
        turns = self.setting.tables.turns
        return turns[max(min(turns), min(max(turns), self.state.turn))]

    @property
    def is_night(self) -> bool:
        return self.turn.part == "night"

    @property
    def is_surprise(self) -> bool:
        """4.1: the Entente's phase of July 18 AM."""
        return self.state.turn == self.setting.plan.surprise_turn and self.phasing == ENTENTE

    def losses(self, unit: int) -> int:
        return self.setting.units[unit].steps - self.state.steps[unit]

    def is_spent(self, unit: int) -> bool:
        """5.3: a division at half its strength or less."""
        setting = self.setting
        return setting.division[unit] and self.losses(unit) >= setting.tables.spent[setting.units[unit].nation]

    def is_shocked(self, unit: int) -> bool:
        return self.state.disruption[unit] >= Level.SHOCKED

    def is_alone(self, hq: int) -> bool:
        """Whether a headquarters has no combat unit with it; a second headquarters is no escort (ruling K75)."""
        return not self.fighting[self.setting.side[hq]] >> self.state.loc[hq] & 1

    def headquarters_of(self, unit: int) -> int:
        """The parent headquarters (8.1), on the map or not; -1 for remnants."""
        return self.setting.headquarters.get(self.state.corps[unit], -1)

    def level_name(self, unit: int) -> str:
        level = self.state.disruption[unit]
        shocks = level - Level.DISORGANIZED
        return LEVELS.get(level) or f"Shocked{f' ({shocks} levels)' if shocks > 1 else ''}"  # type: ignore[call-overload]

    # -- what happens --

    def strip_order(self, unit: int) -> None:
        """12.2.2: the attack order marker goes."""
        if self.state.order[unit]:
            self.state.order[unit], self.state.aim[unit], self.state.bought[unit] = Order.NONE, -1, 0
            self.note("order-lost", "12.2.2", unit=unit)
