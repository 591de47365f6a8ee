"""What a ground assault and a volley bring on average, by the real arithmetic; for bots, no rule depends on it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import msgspec

from grognard.games.hannut_1940.evaluation.ground import Lay
from grognard.games.hannut_1940.position import Hannut
from grognard.games.hannut_1940.rules.assault import best_rating, percentage
from grognard.games.hannut_1940.rules.fire import fire_rows, volleys
from grognard.games.hannut_1940.rules.odds import (
    Assault,
    armor_terrain,
    possible_reserves,
    rated_units,
    regiment_units,
    supporting_hexes,
    terrain_lines,
    work_out,
)
from grognard.games.hannut_1940.rules.stacking import may_share
from grognard.games.hannut_1940.setting import GERMAN
from grognard.games.hannut_1940.tables import GroundAssaultTable
from grognard.rules.arithmetic import total

FAILS = 0.35
"""How often a check of proficiency fails (5.5.1)."""


class Mean(msgspec.Struct, frozen=True):
    """What one side suffers on average: steps, and how likely it goes back."""

    steps: float
    back: float


@lru_cache(maxsize=4096)
def mean(gat: GroundAssaultTable, column: int, drm: int, attacker: bool) -> Mean:
    """13.11: mandatory hits are steps; of the others most are met by going back."""
    steps = back = 0.0
    for result in percentage(gat, "attacker" if attacker else "defender", column, drm):
        hits = result.discretionary + FAILS * result.check
        steps += result.mandatory + 0.3 * hits
        back += min(1.0, 0.8 * hits) if hits < 1 else 0.9
    return Mean(steps / 100, back / 100)


def assault_of(g: Hannut, attackers: Sequence[int], cell: int, overrun: bool = False) -> Assault | None:
    """13.1: an assault as both sides would put it together."""
    units = g.setting.units
    a = Assault(g, attackers, cell, overrun)
    a.line = max(terrain_lines(g, cell))
    a.units[1] = [u for u in g.stack[cell] if not g.state.retreated[u]] or list(g.stack[cell])
    able = [u for u in attackers if units[u].pr_attack >= 0]
    if not able or not a.units[1]:
        return None
    a.lead[0] = max(able, key=lambda u: (units[u].pr_attack, -u))
    a.lead[1] = max(a.units[1], key=lambda u: (units[u].pr_defence, -u))
    a.overstacked[1] = not may_share(g, g.stack[cell])
    for role in (0, 1):
        rated = rated_units(a, role)
        if rated:
            a.armor[role] = max(rated, key=lambda u: best_rating(g, u, role))
        a.reserves[role] = possible_reserves(a, role)[: g.setting.limits["cr-most"]]
        a.regiments[role] = regiment_units(a, role)
    a.supports = supporting_hexes(a)
    rows = armor_terrain(g, cell)
    if rows and (a.armor[0] >= 0 or a.armor[1] >= 0):
        a.cover = min(rows, key=lambda row: row.armor)
    return a


class Fights:
    """Assaults and missions of one position, worked out once."""

    def __init__(self, g: Hannut, lay: Lay, exact: bool = True) -> None:
        self.g, self.lay = g, lay
        self.exact = exact
        """Whether modifiers are counted; by rule of thumb only strengths and ground are."""
        self._known: dict[tuple[object, ...], tuple[float, float]] = {}

    def worth(self, attackers: Sequence[int], cell: int, shifts: int = 0, overrun: bool = False) -> tuple[float, float]:
        """What an assault brings in steps, and how likely the hex is emptied. ``shifts`` are still to come."""
        key = (tuple(attackers), cell, shifts, overrun)
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = self._work_out(attackers, cell, shifts, overrun)
        return found

    def _work_out(self, attackers: Sequence[int], cell: int, shifts: int, overrun: bool) -> tuple[float, float]:
        g, lay = self.g, self.lay
        a = assault_of(g, attackers, cell, overrun)
        if a is None:
            return -9.0, 0.0
        fight = work_out(a)
        drm = fight.modifier if self.exact else 0
        column = max(0, min(12, (fight.column or 0) + shifts))
        gat = g.setting.tables.gat
        ours, theirs = mean(gat, column, drm, True), mean(gat, column, drm, False)
        prices = [lay.step(g, u) for u in attackers]
        first = [a.lead[0], *([a.armor[0]] if a.armor[0] >= 0 and g.setting.units[a.armor[0]].armor >= 0 else [])]
        named = sum([lay.step(g, u) for u in first]) / len(first)
        own = ours.steps * (0.7 * named + 0.3 * sum(prices) / len(prices)) + 0.05 * ours.back
        defenders = list(g.stack[cell])
        price = sum([lay.step(g, u) for u in defenders]) / len(defenders)
        steps = g.steps_in_hex(defenders)
        gone = min(1.0, theirs.back + (0.5 if theirs.steps >= steps else 0.0)) * (1.0 - 0.8 * ours.back)
        trapped = 0.25 if self.is_trapped(cell) else 0.0
        return price * min(float(steps), theirs.steps + trapped * theirs.back) - own, gone

    def is_trapped(self, cell: int) -> bool:
        """11.1: whether every way back leads next to the enemy."""
        g = self.g
        side = g.setting.side[g.stack[cell][0]]
        free = g.setting.around[cell] & ~g.occupied(1 - side) & ~g.setting.beside.of(g.occupied(1 - side))
        return not free

    def volley(self, side: int, air: bool, spotter: int, cell: int, points: int) -> tuple[float, float]:
        """10.3.11: shifts and hits on average."""
        g, tables = self.g, self.g.setting.tables
        kinds = [row for row in g.setting.ground[cell] if row.fs < 0]
        cover = min(kinds, key=lambda row: row.fs).kind if kinds else ""
        drm = total(fire_rows(g, side, air, spotter, cell, cover))
        limits = g.setting.limits
        strengths = [points * limits["fs-per-ap"]] if air else volleys(points, limits["volley"])
        shifts = hits = 0.0
        for strength in strengths:
            results = [tables.fire_result(face + strength + drm) for face in range(10)]
            shifts += sum([result[0] for result in results]) / 10
            hits += sum([result[1] for result in results]) / 10
        return shifts, hits

    def ground(self, side: int, cell: int) -> float:
        """What driving the enemy from a hex is worth besides his losses."""
        g = self.g
        value = g.setting.values.get(cell, 0)
        late = 0.35 + 0.65 * g.state.turn / self.lay.last_turn
        return 2.0 * value * late + (0.5 if side == GERMAN else 0.15)
