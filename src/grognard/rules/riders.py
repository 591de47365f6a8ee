"""Counters that only go with another unit: tanks with a division, guns with their crew. A unit carries one at most."""

from __future__ import annotations

from mypy_extensions import mypyc_attr

from grognard.rules.ground import GroundPosition
from grognard.rules.layers import C, S


@mypyc_attr(allow_interpreted_subclasses=True)
class RidingPosition(GroundPosition[C, S]):
    """A position with such counters: on the map each is where its carrier is."""

    def carried(self) -> list[int]:
        """For each unit the counter that it carries, or -1: a field of the state."""
        raise NotImplementedError

    def rebuild(self) -> None:
        """Counters that ride stand where their carriers stand, also in a position written by hand."""
        for unit, rider in enumerate(self.carried()):
            if rider >= 0:
                self.state.loc[rider] = self.state.loc[unit]
        super().rebuild()

    def place(self, unit: int, cell: int) -> None:
        super().place(unit, cell)
        rider = self.carried()[unit]
        if rider >= 0:
            super().place(rider, cell)

    def carrier_of(self, rider: int) -> int:
        """The unit that carries a counter; -1 for none."""
        carried = self.carried()
        return carried.index(rider) if rider in carried else -1

    def load(self, rider: int, unit: int) -> None:
        """A counter goes over to a unit, from another one or from a box."""
        carried, carrier = self.carried(), self.carrier_of(rider)
        if carrier >= 0:
            carried[carrier] = -1
        carried[unit] = rider
        self.place(rider, self.state.loc[unit])

    def unload(self, unit: int, box: int) -> int:
        """What a unit carries goes into a box."""
        rider = self.carried()[unit]
        self.carried()[unit] = -1
        self.place(rider, box)
        return rider

    def broken_riders(self) -> list[str]:
        """What is wrong with the counters that ride."""
        loc, carried = self.state.loc, [rider for rider in self.carried() if rider >= 0]
        wrong = ["a counter rides with two units"] if len(set(carried)) != len(carried) else []
        for unit, rider in enumerate(self.carried()):
            if rider >= 0 and (loc[rider] != loc[unit] or loc[unit] < 0):
                wrong.append(f"{self.name(rider)} is not where {self.name(unit)} is")
        alone = [u for u, cell in enumerate(loc) if cell >= 0 and self.rides(u) and u not in carried]
        return [*wrong, *[f"{self.name(u)} is alone on the map" for u in alone]]
