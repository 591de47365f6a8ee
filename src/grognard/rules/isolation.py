"""Lines of supply that moves can cut: who would be isolated where, whom a move forsakes, whom it drives off.

Zones bar the lines of the enemy, and units that fight cancel the threat of others, so every move can open or close a
line. All of it is asked of ground that is only thought of (see `ground`).
"""

from __future__ import annotations

from typing import Generic

from mypy_extensions import mypyc_attr
from typing_extensions import TypeVar

from grognard.rules.ground import Ground, GroundPosition
from grognard.rules.masks import cells_of

G = TypeVar("G", bound=GroundPosition)


@mypyc_attr(allow_interpreted_subclasses=True)
class SupplyLines(Generic[G]):
    """How lines of supply are traced in a game: it says what bars them, and from where they then lead to a source."""

    def bars(self, g: G, side: int, now: Ground) -> int:
        """The cells that no line of a side enters."""
        raise NotImplementedError

    def fed(self, g: G, side: int, bars: int) -> int:
        """The cells from which a side can trace a line; where a line begins is not tested."""
        raise NotImplementedError

    def barred_for_good(self, g: G, side: int) -> int:
        """The cells that stay barred wherever a unit of that side goes."""
        raise NotImplementedError

    def supplied(self, g: G, side: int) -> int:
        """The cells where units of a side are in supply now."""
        return self.supplied_if(g, side, g.ground())

    def supplied_if(self, g: G, side: int, now: Ground) -> int:
        return self.fed(g, side, self.bars(g, side, now))

    # -- moves --

    def isolated_in(self, g: G, units: tuple[int, ...], cells: int) -> int:
        """Those of some cells in which units of one cell would be isolated."""
        side = g.setting.side[units[0]]
        # Units only ever help the lines of their own side: where these hold without the mover, nothing is to be tested.
        doubtful = cells & ~self.supplied_if(g, side, g.ground_if(units, -1))
        if not doubtful:
            return 0
        found = doubtful & ~self.fed(g, side, self.barred_for_good(g, side))
        for cell in cells_of(doubtful & ~found):
            if not self.supplied_if(g, side, g.ground_if(units, cell)) >> cell & 1:
                found |= 1 << cell
        return found

    def forsakes_friends(self, g: G, units: tuple[int, ...], cells: int) -> int:
        """Those of some cells to which units would go and leave a friend isolated who is in supply now."""
        side, here = g.setting.side[units[0]], g.state.loc[units[0]]
        at_risk = self.supplied(g, side) & ~self.supplied_if(g, side, g.ground_if(units, -1)) & g.occupied(side)
        if at_risk >> here & 1 and all(u in units for u in g.counters_at(here)):
            at_risk ^= 1 << here
        found = 0
        for cell in cells_of(cells) if at_risk else ():
            if at_risk & ~self.supplied_if(g, side, g.ground_if(units, cell)):
                found |= 1 << cell
        return found

    def moves_into_isolation(self, g: G, units: tuple[int, ...], cells: int) -> tuple[int, int]:
        """The cells that units may not enter, and those that they may because the enemy must then leave.

        Who is isolated already may go anywhere.
        """
        side, here = g.setting.side[units[0]], g.state.loc[units[0]]
        if not self.supplied(g, side) >> here & 1:
            return 0, 0
        alone = self.isolated_in(g, units, cells)
        if not alone or not self._could_isolate(g, 1 - side, alone):
            return alone, 0
        freeing = sum(1 << c for c in cells_of(alone) if self._frees_itself(g, units, c))
        return alone & ~freeing, freeing

    def _could_isolate(self, g: G, foe: int, cells: int) -> bool:
        """Whether somebody in one of some cells could isolate an enemy, or meet one who does not fight, at the most."""
        beside = g.setting.beside
        near = cells | beside.of(cells)
        if near & g.occupied(foe) & ~g.fighting[foe]:
            return True
        bars = self.bars(g, foe, g.ground()) | self.worst(g, foe, cells, near | beside.of(near))
        return bool(g.occupied(foe) & ~self.fed(g, foe, bars))

    def worst(self, g: G, foe: int, cells: int, near: int) -> int:
        """The most that enemies in some cells could bar, ``near`` being all cells within two of them."""
        return near

    def _frees_itself(self, g: G, units: tuple[int, ...], cell: int) -> bool:
        """Whether the mover is in supply once those are gone whom it isolates, or who do not fight and are met."""
        side = g.setting.side[units[0]]
        now = g.ground_if(units, cell)
        fighting, held = now.fighting[1 - side], now.held[1 - side]
        left = g.setting.around[cell] & held & ~fighting
        while True:
            gone, held, fighting = left, held & ~left, fighting & ~left
            then = now.with_side(1 - side, fighting, held)
            if gone and self.supplied_if(g, side, then) >> cell & 1:
                return True
            left = held & ~self.supplied_if(g, 1 - side, then)
            if not left:
                return False
