"""The rules of Skirmish.

1.1: Blue first, each side in turn moves, then attacks. 2.1: a unit moves as far as its movement points go, by the
terrain it enters. 2.2: it stops next to an enemy. 2.3: one unit to a hex, and never onto an enemy. 3.1: each unit may
attack an adjacent enemy once a turn. 3.2: attack less defence, with a shift for terrain, is the column of the results
table. 3.3: a unit that retreats goes to an empty hex that is not next to an enemy; without one it loses a step.
4.1: after the last turn, whoever was last on most objectives has won; a side without units has lost.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

from grognard.engine import Outcome, Procedure, Ruling, Unit, refuse
from grognard.rules.arithmetic import Fight, Row, applying, by_differential
from grognard.rules.masks import cells_of
from grognard.rules.orders import OwnUnits
from grognard.rules.plans import ScenarioPlan
from grognard.rules.position import WarPosition
from grognard.rules.reading import by_key
from grognard.rules.search import Going, Reach, grouped
from grognard.rules.sequence import Step
from grognard.rules.setting import WarSetting
from grognard.rules.tables import one_of, read_results
from grognard.samples.skirmish.pieces import LOST, RESULTS, SkirmishPlan, SkirmishState, SkirmishUnit, Terrain


class SkirmishSetting(WarSetting[SkirmishUnit, SkirmishPlan]):
    """What stays the same: board, units, scenario, tables, and what each step costs."""

    boxes: ClassVar[tuple[str, ...]] = ("lost",)
    unit_kind: ClassVar[type[Unit]] = SkirmishUnit
    plan_kind: ClassVar[type[ScenarioPlan]] = SkirmishPlan

    def lay_out(self) -> None:
        self.terrain = by_key(self.data, "tables/terrain.csv", Terrain, "kind", needs=self.board.kinds["terrain"])
        self.crt = read_results(self.data, "tables/crt.csv", "column", None, "die", range(1, 7), one_of(RESULTS))
        around = self.grid.neighbours
        self.going = Going(grouped([[(c, self.ground(c).mp) for c in around[cell]] for cell in range(len(around))]))
        self.objectives = [place.cells[0] for place in self.board.places]

    def ground(self, cell: int) -> Terrain:
        return self.terrain[self.board.terrain[cell]]


class Skirmish(WarPosition[SkirmishSetting, SkirmishState]):
    """A position: the state, with layers over the map that say who is where."""

    def take(self, unit: int, cell: int) -> None:
        """A unit comes to a hex, and holds what is there (4.1)."""
        self.place(unit, cell)
        if cell in self.setting.objectives:
            self.state.holder[cell] = self.setting.units[unit].side


# -- 2: movement --


class Moves(OwnUnits[Skirmish]):
    """Which unit moves where."""

    offers: ClassVar[Sequence[str]] = ("move", "end")

    def units(self) -> Sequence[int]:
        return [u for u in self.g.on_map(self.number) if not self.g.state.moved[u]]

    def may_act(self, unit: int) -> Ruling:
        if self.g.setting.side[unit] == self.number and self.g.state.moved[unit]:
            return refuse("2.1", f"{self.g.name(unit)} has already moved")
        return super().may_act(unit)

    def cells(self, unit: int) -> Mapping[str, int]:
        return {"move": reach_of(self.g, unit).cells & ~self.g.occupied(self.number)}

    def may(self, verb: str, unit: int, cell: int) -> Ruling:
        name, here = self.g.name(unit), self.g.cell_name(cell)
        if self.g.stack[cell]:
            return refuse("2.3", f"{here} is occupied")
        return refuse("2.1", f"{here} is out of reach for {name}")


def reach_of(g: Skirmish, unit: int) -> Reach:
    """2.1 and 2.2: costs by terrain, and the first hex next to an enemy ends the move."""
    side = g.setting.side[unit]
    points = g.setting.units[unit].movement
    return g.setting.going.reach(g.state.loc[unit], points, g.occupied(1 - side), g.zone_cells[1 - side])


def move_units(g: Skirmish) -> Procedure:
    """2.1: unit after unit, until the player ends the phase."""
    while order := (yield from g.order(Moves(g, g.phasing, "movement", "2.1", "move units"))):
        unit, cell = order.number(0), order.number(1)
        found = reach_of(g, unit)
        g.note("move", "2.1", unit=unit, to=cell, path=found.path(cell), mp=found.cost(cell))
        g.take(unit, cell)
        g.state.moved[unit] = 1


# -- 3: combat --


class Attacks(OwnUnits[Skirmish]):
    """Which unit attacks which hex."""

    offers: ClassVar[Sequence[str]] = ("attack", "end")

    def units(self) -> Sequence[int]:
        return [u for u in self.g.on_map(self.number) if not self.g.state.attacked[u]]

    def may_act(self, unit: int) -> Ruling:
        if self.g.setting.side[unit] == self.number and self.g.state.attacked[unit]:
            return refuse("3.1", f"{self.g.name(unit)} has already attacked")
        return super().may_act(unit)

    def cells(self, unit: int) -> Mapping[str, int]:
        return {"attack": self.g.setting.around[self.g.state.loc[unit]] & self.g.occupied(1 - self.number)}

    def may(self, verb: str, unit: int, cell: int) -> Ruling:
        return refuse("3.1", f"there is no enemy next to {self.g.name(unit)} in {self.g.cell_name(cell)}")


def attack_units(g: Skirmish) -> Procedure:
    """3.1: attack after attack, until the player ends the phase."""
    while g.outcome is None and (order := (yield from g.order(Attacks(g, g.phasing, "combat", "3.1", "attack")))):
        yield from resolve(g, order.number(0), order.number(1))


def odds(g: Skirmish, unit: int, cell: int) -> Fight:
    """3.2: every number is a row with its case, in the log as in the odds before the attack."""
    target, ground = g.stack[cell][0], g.setting.ground(cell)
    attack = [Row(g.name(unit), g.setting.units[unit].attack, "3.2")]
    defence = [Row(g.name(target), g.setting.units[target].defence, "3.2")]
    shifts = applying((ground.kind, ground.shift, "3.2", ground.shift))
    return by_differential(g.setting.crt, attack, defence, shifts)


def resolve(g: Skirmish, unit: int, cell: int) -> Procedure:
    """3.2: one die."""
    target, fight = g.stack[cell][0], odds(g, unit, cell)
    g.state.attacked[unit] = 1
    g.note("odds", "3.2", unit=unit, cell=cell, odds=fight.as_json())
    _die, result = g.roll_on(g.setting.crt, fight.column, "3.2", "the attack")
    g.note("result", "3.2", result=True, unit=unit, cell=cell, outcome=result)
    if result == "DR":
        yield from retreat(g, target)
    elif result != "-":
        lose_step(g, unit if result == "A1" else target)


def lose_step(g: Skirmish, unit: int) -> None:
    g.state.steps[unit] -= 1
    g.note("loss", "3.2", unit=unit, left=g.state.steps[unit])
    if not g.state.steps[unit]:
        g.remove(unit, LOST)
        if not g.on_map(g.setting.side[unit]):  # 4.1
            winner = g.side_name(1 - g.setting.side[unit])
            g.outcome = Outcome(winner=winner, level="The enemy is destroyed", case="4.1")


def ways_back(g: Skirmish, unit: int) -> list[int]:
    """3.3: empty neighbours that are not next to an enemy."""
    free = g.setting.around[g.state.loc[unit]] & ~g.zone_cells[1 - g.setting.side[unit]]
    return [cell for cell in cells_of(free) if not g.stack[cell]]


def retreat(g: Skirmish, unit: int) -> Procedure:
    """3.3: the owner chooses the way; without one, the unit loses a step."""
    ways = ways_back(g, unit)
    if not ways:
        lose_step(g, unit)
        return
    side, question = g.setting.side[unit], f"where does {g.name(unit)} retreat to?"
    cell = yield from g.choose(side, "retreat", "3.3", question, "retreat", ways, of=unit)
    g.note("retreat", "3.3", unit=unit, to=cell)
    g.take(unit, cell)


# -- 1 and 4: turns and victory --


def hand_over(g: Skirmish) -> str:
    """1.1: the other side's turn; after the last one, victory (4.1)."""
    g.state.clear("moved")
    g.state.clear("attacked")
    g.state.turn += g.phasing
    g.state.phasing = g.side_name(1 - g.phasing)
    if g.outcome is None and g.state.turn > g.setting.plan.last_turn:
        held = [sum(holder == side for holder in g.state.holder.values()) for side in g.setting.sides]
        winner = None if held[0] == held[1] else g.side_name(held.index(max(held)))
        g.outcome = Outcome(winner=winner, level=f"{held[0]} to {held[1]} objectives", case="4.1")
    return "movement"


STEPS: Mapping[str, Step[Skirmish]] = {"movement": Step(move_units, "combat"), "combat": Step(attack_units, hand_over)}
