"""The rules of Blind Man's Buff, which hides who lies under the top counter of a stack.

1.1: of an enemy stack only the top counter is seen, an armoured one if there is one; below it one covered counter
stands for all the rest. 1.2: of a reserve only the number is known. 2.1: blue first, each side in turn acts twice.
3.1: a unit goes to a neighbouring square without enemies, three of a side to a square; reserves come in at their
own edge. 3.2: what has moved is hidden again. 3.3: a unit that comes beside an enemy scout stops, and its side's
turn is over. 4.1: a scout looks at a neighbouring stack, and all of it is known until it moves. 5.1: a unit attacks a
neighbouring stack; both are then known. 5.2: the die and the attacker's power, less the power of all defenders:
three or more wins, nothing or less loses. 5.3: the owner of the beaten stack chooses who is lost. 6.1: after the
last turn whoever has lost less has won.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

from grognard.engine import (
    ALLOW,
    Action,
    Concealed,
    Covered,
    Flag,
    Outcome,
    PerUnit,
    Procedure,
    Ruling,
    State,
    Unit,
    UnitNumber,
    refuse,
)
from grognard.rules.plans import ScenarioPlan
from grognard.rules.position import WarPosition
from grognard.rules.sequence import Step
from grognard.rules.setting import WarSetting

LOST, RESERVE = -1, -2
STACK = 3
END = Action("end")


class BlindUnit(Unit, kw_only=True, frozen=True):
    power: int


class BlindPlan(ScenarioPlan, kw_only=True, frozen=True):
    setup: dict[str, str]


class BlindSetting(WarSetting[BlindUnit, BlindPlan]):
    boxes: ClassVar[tuple[str, ...]] = ("lost", "reserve")
    unit_kind: ClassVar[type[Unit]] = BlindUnit
    plan_kind: ClassVar[type[ScenarioPlan]] = BlindPlan


class BlindState(State, kw_only=True):
    spotted: PerUnit[Flag] = []
    acts: int = 0
    moved: list[UnitNumber] = []


class Blind(WarPosition[BlindSetting, BlindState]):
    """A position: the state, with layers over the map that tell who stands where."""

    def symbol(self, unit: int) -> str:
        return self.setting.units[unit].symbol


# -- 1.1, 1.2: what is seen --


def top(g: Blind, cell: int) -> int:
    """1.1: an armoured unit if there is one."""
    return min(g.stack[cell], key=lambda unit: (g.symbol(unit) != "armour", unit))


def may_lie_under(g: Blind, above: int, unit: int) -> bool:
    return (g.symbol(above) != "armour", above) < (g.symbol(unit) != "armour", unit)


def concealed_from(g: Blind, side: str) -> Concealed:
    units, counters = set(), []
    for cell, stack in enumerate(g.stack):
        under = [u for u in stack if g.setting.units[u].side != side and not g.state.spotted[u] and u != top(g, cell)]
        if under:
            units.update(under)
            counters.append(Covered(cell, g.setting.units[under[0]].side, g.setting.units[under[0]].nation, "+"))
    for enemy in g.setting.sides:
        waiting = [u for u, cell in enumerate(g.state.loc) if cell == RESERVE and g.setting.units[u].side == enemy]
        if waiting and enemy != side:
            units.update(waiting)
            counters.append(Covered(RESERVE, enemy, enemy, str(len(waiting))))
    return Concealed(frozenset(units), tuple(counters))


# -- 2.1: a turn --


def act(g: Blind) -> Procedure:
    own = [u for u in g.setting.units_of[g.phasing] if g.state.loc[u] != LOST]
    cells = range(len(g.setting.grid.ids))
    tries = [Action(verb, (u, cell)) for verb in ("move", "scout", "attack") for u in own for cell in cells]
    action = yield from g.ask(
        g.phasing, "act", "2.1", "act, or end your turn", [*[a for a in tries if may(g, a)], END], rest=True,
        why_not=lambda action: may(g, action), also=("move", "scout", "attack"),
    )  # fmt: skip
    g.state.acts = 2 if action.verb == "end" else g.state.acts + 1
    if action.verb == "move":
        move(g, action.number(0), action.number(1))
    elif action.verb == "scout":
        g.note("scouted", "4.1", side=g.state.phasing, cell=action.number(1))
        reveal(g, action.number(1), "4.1")
    elif action.verb == "attack":
        yield from attack(g, action.number(0), action.number(1))


def may(g: Blind, action: Action) -> Ruling:
    """3.1, 4.1, 5.1: nothing here depends on what the enemy may hide."""
    if action.verb not in ("move", "scout", "attack"):
        return ALLOW
    unit, cell = action.number(0), action.number(1)
    if not g.is_phasing(unit) or g.state.loc[unit] == LOST:
        return refuse("2.1", f"{g.name(unit)} is not yours to use")
    held = g.enemy_holds(g.phasing, cell)
    if action.verb == "move" and g.state.loc[unit] == RESERVE:
        if cell not in g.setting.board.region(f"edge-{g.state.phasing}"):
            return refuse("3.1", f"{g.cell_name(cell)} is not your own edge")
    elif not g.beside(unit, cell):
        return refuse("3.1", f"{g.cell_name(cell)} is not beside {g.name(unit)}")
    if action.verb != "move":
        if action.verb == "scout" and g.symbol(unit) != "recon":
            return refuse("4.1", f"{g.name(unit)} is no scout")
        return ALLOW if held else refuse("5.1", f"there is no enemy in {g.cell_name(cell)}")
    if held:
        return refuse("3.1", f"the enemy is in {g.cell_name(cell)}")
    if unit in g.state.moved:
        return refuse("3.1", f"{g.name(unit)} has moved")
    return refuse("3.1", f"{g.cell_name(cell)} is full") if len(g.stack[cell]) >= STACK else ALLOW


def move(g: Blind, unit: int, cell: int) -> None:
    start = g.state.loc[unit]
    g.place(unit, cell)
    g.state.moved.append(unit)
    spot(g, [unit], 0)  # 3.2
    g.note("move", "3.1", unit=unit, start=start, to=cell)
    if any(g.symbol(u) == "recon" and g.beside(u, cell) for u in g.on_map(1 - g.phasing)):
        g.state.acts = 2  # 3.3
        g.note("halt", "3.3", side=g.state.phasing, cell=cell)
    elif any(g.state.loc[u] >= 0 and g.beside(u, cell) for u in concealed_from(g, g.state.phasing).units):
        g.note("no-halt", "3.3", side=g.state.phasing, cell=cell)  # silence would tell as much


def spot(g: Blind, units: Sequence[int], flag: int) -> None:
    for unit in units:
        g.state.spotted[unit] = flag
    g.changed()


def reveal(g: Blind, cell: int, case: str) -> None:
    spot(g, g.stack[cell], 1)
    g.note("revealed", case, units=g.stack[cell], cell=cell)


def attack(g: Blind, unit: int, cell: int) -> Procedure:
    """5.1 to 5.3."""
    spot(g, [unit], 1)
    reveal(g, cell, "5.1")
    difference = g.setting.units[unit].power - sum(g.setting.units[u].power for u in g.stack[cell])
    total = difference + g.throw("5.2", "the attack", same=[outcome(die + difference) for die in range(1, 7)])
    g.note("fight", "5.2", result=True, unit=unit, cell=cell, how=outcome(total))
    beaten = {"won": cell, "lost": g.state.loc[unit]}.get(outcome(total))
    if beaten is not None:
        owner = 1 - g.phasing if beaten == cell else g.phasing
        lost = yield from g.choose(owner, "lose", "5.3", "who is lost?", "lose", g.stack[beaten], even_if_one=True)
        g.place(lost, LOST)
        spot(g, [lost], 0)
        g.note("lost", "5.3", unit=lost)


def outcome(total: int) -> str:
    return "won" if total >= 3 else "lost" if total <= 0 else "undecided"


def hand_over(g: Blind) -> str:
    """2.1 and 6.1."""
    if g.state.acts < 2:
        return "act"
    g.state.acts, g.state.moved = 0, []
    g.state.turn += g.phasing
    g.state.phasing = g.side_name(1 - g.phasing)
    losses = [sum(g.state.loc[u] == LOST for u in g.setting.units_of[side]) for side in (0, 1)]
    if g.state.turn > g.setting.plan.last_turn or max(losses) > 4:
        winner = None if losses[0] == losses[1] else g.side_name(losses.index(min(losses)))
        g.outcome = Outcome(winner=winner, level=f"{losses[0]} to {losses[1]} lost", case="6.1")
    return "act"


STEPS: Mapping[str, Step[Blind]] = {"act": Step(act, hand_over)}
