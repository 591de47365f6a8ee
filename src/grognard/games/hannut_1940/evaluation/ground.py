"""The ground as both sides see it: the German way west, the lines on which the French can stand, what a step is worth.

All worths are in victory points (19.10), seen from the side that asks.
"""

from __future__ import annotations

import heapq
from collections.abc import Sequence

from grognard.games.hannut_1940.position import Hannut
from grognard.games.hannut_1940.setting import FOOT, FRENCH, GERMAN, QUARTERS, ROAD, WHEELS, HannutSetting
from grognard.rules.manners import Weights
from grognard.rules.masks import cells_of, mask
from grognard.rules.memo import Memo

SLANT = 0.7
"""How many columns further east a French line runs with each row to the south, as the Wavre to Namur road does."""
GEMBLOUX = 37.5
"""The column in which the line before Gembloux meets the middle of the map."""
EASTERNMOST = 57.0
WIDTH = 1.4
"""How many columns the best ground may lie before or behind a line."""
HALT, SHOVE = 3 * QUARTERS, 10 * QUARTERS
"""What the way west costs more next to the enemy, and through him, in quarters."""
FUTURE = 0.1
"""What a step is worth besides its points while there is still much to fight for."""


class Lay:
    """What stays the same: distances, columns, lines and their posts."""

    def __init__(self, setting: HannutSetting, w: Weights) -> None:
        self.setting = setting
        self.w = w
        ids = setting.grid.ids
        self.row = [int(name[2:]) for name in ids]
        self.depth = [int(name[:2]) - SLANT * (int(name[2:]) - 8) for name in ids]
        """How far east a hex lies of the western lines."""
        self.far: list[Sequence[int]] = [setting.grid.distances(c) for c in range(len(ids))]
        self.cover = [max([row.line for row in rows]) for rows in setting.ground]
        """13.2: the line of the Ground Assault Table."""
        self.back: dict[bool, list[list[tuple[int, int]]]] = {mech: self._steps_back(mech) for mech in (False, True)}
        self._lines: dict[float, tuple[int, ...]] = {}
        self._ways: Memo[list[float]] = Memo(32)
        self.last_turn = setting.plan.last_turn
        self.prizes = [c for c in setting.values if self.depth[c] < GEMBLOUX + 1]
        """The victory hexes of the last French line."""

    def _steps_back(self, mech: bool) -> list[list[tuple[int, int]]]:
        """From each hex, who can step into it and at what price."""
        ways = (ROAD, WHEELS) if mech else (ROAD, FOOT)
        best: dict[tuple[int, int], int] = {}
        for way in ways:
            for pair, price in self.setting.prices[way, mech, False].items():
                best[pair] = min(price, best.get(pair, 99))
        found: list[list[tuple[int, int]]] = [[] for _ in self.row]
        for (a, b), price in sorted(best.items()):
            found[b].append((a, price))
        return found

    def inside(self, enemy: int) -> int:
        """The enemies in the last French line or behind it."""
        return mask([c for c in cells_of(enemy) if self.depth[c] < GEMBLOUX - WIDTH / 2 or c in self.prizes])

    def line(self, depth: float) -> tuple[int, ...]:
        """A post in every row, on the best ground near a line; victory hexes first."""
        found = self._lines.get(depth)
        if found is None:
            values = self.setting.values
            posts = []
            for row in range(1, 16):
                near = [c for c, r in enumerate(self.row) if r == row and abs(self.depth[c] - depth) <= WIDTH]
                if near:
                    posts.append(max(near, key=lambda c: (
                        values.get(c, 0) + 0.5 * self.cover[c] - 0.6 * abs(self.depth[c] - depth), c
                    )))
            found = self._lines[depth] = tuple(posts)
        return found

    def ways(self, g: Hannut, side: int, mech: bool) -> list[float]:
        """From each hex, the movement points to the hexes that end the game (19.10), past the enemy and through him."""
        enemy = g.occupied(1 - side)
        strength = tuple([(c, sum([g.state.steps[u] for u in g.stack[c]])) for c in cells_of(enemy)])
        key = (strength, mech)
        found = self._ways.get(key)
        if found is None:
            found = self._ways[key] = self._search(dict(strength), mech)
        return found

    def _search(self, enemy: dict[int, int], mech: bool) -> list[float]:
        beside = self.setting.around
        more = [0] * len(self.row)
        for cell, steps in enemy.items():
            more[cell] += SHOVE + 2 * QUARTERS * steps
            if steps > 1:
                for near in cells_of(beside[cell]):
                    more[near] = max(more[near], HALT)
        cost = [99.0 * QUARTERS] * len(self.row)
        heap: list[tuple[float, int]] = []
        for cell in cells_of(self.setting.goal):
            cost[cell] = 0
            heapq.heappush(heap, (0.0, cell))
        back = self.back[mech]
        while heap:
            spent, cell = heapq.heappop(heap)
            if spent > cost[cell]:
                continue
            spent += more[cell]
            for before, price in back[cell]:
                if spent + price < cost[before]:
                    cost[before] = spent + price
                    heapq.heappush(heap, (spent + price, before))
        return [value / QUARTERS for value in cost]

    # -- what a step is worth (19.10) --

    def step(self, g: Hannut, unit: int) -> float:
        setting = g.setting
        side = setting.side[unit]
        name = setting.sides[1 - side]
        per, points = setting.tables.points[f"{name}-{'afv' if setting.afv[unit] else 'other'}"]
        left = max(0, self.last_turn - g.state.turn) / self.last_turn
        leaves = side == FRENCH and setting.units[unit].division in setting.plan.withdrawing
        worth = points / per + FUTURE * left * (0.4 if leaves and g.state.turn > 5 else 1.0)
        return worth + (1.5 if setting.is_hq[unit] else 0.0)


def front(g: Hannut, lay: Lay) -> float:
    """How far west the German side has come with more than a patrol."""
    depths = sorted([lay.depth[g.state.loc[u]] for u in g.on_map(GERMAN) if not g.setting.is_hq[u]])
    return depths[min(4, len(depths) - 1)] if depths else EASTERNMOST + 9


def fighting(g: Hannut, side: int) -> list[int]:
    """The units of a side that can stand in a line."""
    return [u for u in g.on_map(side) if not g.setting.is_hq[u]]
