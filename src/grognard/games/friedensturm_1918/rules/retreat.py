"""Retreat after combat and in disengagement (12.3)."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from typing import Any

from grognard.games.friedensturm_1918.position import Friedensturm, has_air
from grognard.games.friedensturm_1918.rules.fight import Combat
from grognard.games.friedensturm_1918.rules.losses import lose_one
from grognard.games.friedensturm_1918.rules.stacking import eliminate, fits
from grognard.games.friedensturm_1918.rules.support import settle
from grognard.games.friedensturm_1918.state import Mission
from grognard.rules.masks import cells_of
from grognard.rules.stepping_back import Stepping, SteppingBack


class Retreat(SteppingBack[Friedensturm]):
    """12.3: who cannot is eliminated (ruling Q51); only hexes really gone count, for all units alike (ruling Q47).

    ``avoids``: by coordination it may turn aside from enemy zones, in a disengagement or a panic it may not.
    """

    avoids = True
    combat: Combat | None = None
    hexes: int = 0
    """How far the units have gone that are left, at least: further than declared where they had to find room."""

    def onward(self, unit: int, path: Sequence[int]) -> list[int]:
        return next_hexes(self.g, unit, path, self.avoids)

    def has_room(self, group: Sequence[int], cell: int) -> bool:
        return fits(self.g, group, cell)                                        # ruling Q49

    def lose(self, unit: int) -> None:
        eliminate(self.g, unit, "12.3")

    def step(self, group: list[int], path: Sequence[int], cell: int) -> Generator[Any, Any, bool]:
        """Zones and interdiction cost the stack a step each; a river without a bridge ends the retreat."""
        g, here, limits = self.g, path[-1], self.g.setting.limits
        steps = limits["zone-retreat-steps"] if is_hot(g, self.side, cell) else 0
        if has_air(g, 1 - self.side, cell, Mission.INTERDICTION):
            steps += limits["interdiction-steps"]                               # 17.2
        passed = [u for u in g.combat_at(here) if u not in group] if len(path) > 1 else []
        for unit in (*group, *passed) if passed else ():                        # ruling Q48
            g.disorganise(unit, "12.3")
        for unit in group:
            g.place(unit, cell)
        g.note("retreat", "12.3", self.case, units=list(group), to=cell)
        settle(g)
        for _ in range(steps):
            lost = yield from lose_one(g, self.side, group, "12.3", self.spare_stoss(group))
            if self.combat is not None:
                self.combat.note_loss(self.side, lost)
        wet = g.setting.is_wet(g.state, here, cell, self.side)
        for unit in g.living(group) if wet else ():
            g.disorganise(unit, "12.3")
        return wet

    def spare_stoss(self, group: Sequence[int]) -> list[int]:
        """6.0: Stosstruppen that go along can take the step; in a combat one of them (ruling Q45)."""
        if self.combat is not None and self.combat.given_up[self.side]:
            return []
        return [stoss for stoss in (self.g.state.stoss[u] for u in self.g.living(group)) if stoss >= 0]

    def arrive(self, group: Sequence[int], gone: int) -> None:
        if group:
            self.hexes = min(self.hexes or gone, gone)
        tired = self.combat is not None and gone >= self.g.setting.limits["retreat-disorganises"]   # ruling N01
        for unit in group if tired or (gone and self.g.has_option("retreat_disorganises", "any")) else ():
            self.g.disorganise(unit, "12.3")


def retreat(
    g: Friedensturm, units: Sequence[int], hexes: int, case: str, *, must: bool = False, avoids: bool = True,
    chooser: int | None = None, least: int | None = None, combat: Combat | None = None,
) -> Stepping:
    """A stack goes back; its owner chooses the way unless the enemy does; 13.0 may ask for ``least`` hexes only."""
    going = Retreat(g, units, hexes, case, must, chooser)
    going.avoids, going.combat, going.least = avoids, combat, hexes if least is None else least
    yield from going.run()
    settle(g)
    if combat is not None and combat.defender == going.side:
        combat.retreated = going.hexes                                          # 12.4, ruling N20
    return min(hexes, going.hexes)


def next_hexes(g: Friedensturm, unit: int, path: Sequence[int], avoids: bool) -> list[int]:
    """12.3: towards a source or a headquarters, as far as possible; aside from enemy zones where that helps.

    Whoever has no way but out of the playing area is eliminated (Scenarios, Playing Area).
    """
    side, here = g.setting.side[unit], path[-1]
    open_cells = g.setting.around[here] & g.setting.area & ~g.closed_cells[side]
    cells = [c for c in cells_of(open_cells) if c not in path]
    gains = {cell: gain(g, side, here, cell) for cell in cells}
    best = max(gains.values(), default=0)
    toward = [c for c in cells if gains[c] == best]
    if avoids and all(is_hot(g, side, c) for c in toward):
        toward = [c for c in cells if c in toward or not is_hot(g, side, c)]
    return toward


def gain(g: Friedensturm, side: int, here: int, cell: int) -> int:
    """Whether a step leads closer to a source or any headquarters (1), keeps the distance (0), or leads away (-1)."""
    far, distance = g.setting.far[side], g.setting.grid.distance
    hqs = [g.state.loc[u] for u in g.headquarters(side)]
    found = [far[here] - far[cell], *[distance(here, hq) - distance(cell, hq) for hq in hqs]]      # ruling Q46
    return max(-1, min(1, max(found)))


def is_hot(g: Friedensturm, side: int, cell: int) -> bool:
    """12.3: in an enemy zone of control that no friendly unit negates."""
    return bool(g.zone_cells[1 - side] >> cell & 1) and not g.occupied(side) >> cell & 1
