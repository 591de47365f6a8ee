"""What the referee can be asked of this game beyond moves and fights; it gets the position as the asker may see it."""

from __future__ import annotations

from collections.abc import Sequence

from grognard.engine import Ruling, refuse
from grognard.games.hannut_1940.position import Hannut
from grognard.games.hannut_1940.rules.observation import sight
from grognard.games.hannut_1940.rules.stacking import may_share
from grognard.rules.judging import WarJudge


class HannutJudge(WarJudge[Hannut]):
    enemies_apart = "6.0"

    def may_share(self, position: Hannut, units: Sequence[int]) -> Ruling:
        return may_share(position, tuple(units))

    def sees(self, position: Hannut, start: int, end: int) -> Ruling:
        """8.1, 8.1.2."""
        names = f"{position.cell_name(end)} is{{}} in line of sight of {position.cell_name(start)}"
        if sight(position, start) >> end & 1:
            return Ruling(True, "8.1", names.format(""))
        return refuse("8.1.2" if position.is_night else "8.1", names.format(" not"))
