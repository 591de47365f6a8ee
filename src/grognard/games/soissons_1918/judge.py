"""What the referee can be asked of this game beyond moves and fights."""

from __future__ import annotations

from collections.abc import Sequence

from grognard.engine import Ruling
from grognard.engine.judge import Standing
from grognard.games.soissons_1918.position import Soissons
from grognard.games.soissons_1918.rules.stacking import may_share
from grognard.games.soissons_1918.rules.victory import count
from grognard.games.soissons_1918.setting import ENTENTE, GERMAN
from grognard.rules.judging import WarJudge, standing_by_points


class SoissonsJudge(WarJudge[Soissons]):
    enemies_apart = "12.0"

    def may_share(self, position: Soissons, units: Sequence[int]) -> Ruling:
        return may_share(position, units)

    def standing(self, position: Soissons) -> Standing:
        """3.3.3: the level of the Entente's points as they would be counted now."""
        points = sum(row[0] for row in count(position))
        sides = position.side_name(ENTENTE), position.side_name(GERMAN)
        text = f"the Entente would have {points} VP"
        return standing_by_points(position.setting.tables.victory_levels, points, *sides, "3.3.3", text)
