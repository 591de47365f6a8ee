"""The rules of Night Patrol, which has a little of everything that the engine offers.

2.1: both sides choose in secret, at the same time, which patrol carries the message.
3.1: blue first, each side in turn moves one patrol to a neighbouring square, or waits. 3.2: never into wire
or onto another patrol. 4.1: a patrol that comes beside the enemy may be fired at. 4.2: a die of 5 or 6 hits.
5.1: with its carrier the message is lost. 5.2: on the enemy's own line it is delivered. 5.3: dawn comes
after the last turn, and nobody has won.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from grognard.engine import (
    ALLOW,
    Action,
    Choice,
    Flag,
    Outcome,
    PerUnit,
    Procedure,
    Ruling,
    State,
    Together,
    Unit,
    refuse,
)
from grognard.rules.plans import ScenarioPlan
from grognard.rules.position import WarPosition
from grognard.rules.sequence import Step
from grognard.rules.setting import WarSetting

LOST = -1
WAIT = Action("wait")


class NightPlan(ScenarioPlan, kw_only=True, frozen=True):
    setup: dict[str, str]


class NightSetting(WarSetting[Unit, NightPlan]):
    boxes: ClassVar[tuple[str, ...]] = ("lost",)
    plan_kind: ClassVar[type[ScenarioPlan]] = NightPlan


class NightState(State, kw_only=True):
    """What changes: numbers and words in flat lists, so that copying, saving and undoing need nothing more."""

    carrier: PerUnit[Flag] = []


class Night(WarPosition[NightSetting, NightState]):
    """A position: the state, with layers over the map that tell who stands where."""


def choose_carriers(g: Night) -> Procedure:
    """2.1: two questions at once; each side's journal tells its own choice only."""
    prompt = "which patrol carries the message?"
    answers: Mapping[str, Action] = yield Together(
        {
            side: Choice(side, "orders", "2.1", prompt, [Action("carry", (u,)) for u in g.on_map(number)])
            for number, side in enumerate(g.setting.sides)
        },
        rest=True,
    )
    for side in g.setting.sides:
        unit = answers[side].number()
        g.state.carrier[unit] = 1
        g.note("carries", "2.1", seen_by=side, unit=unit)


def move_one_patrol(g: Night) -> Procedure:
    """3.1: one patrol, one square, or none at all; then the enemy may interrupt (4.1)."""
    tries = [(unit, cell) for unit in g.on_map(g.phasing) for cell in g.setting.grid.neighbours[g.state.loc[unit]]]
    moves = [Action("move", way) for way in tries if may_move(g, *way)]
    action = yield from g.ask(
        g.phasing,
        "move",
        "3.1",
        "move a patrol, or wait",
        [*moves, WAIT],
        rest=True,
        why_not=lambda a: may_move(g, a.number(0), a.number(1)) if a.args else ALLOW,
    )
    if action.verb == "wait":
        return
    unit, cell = action.number(0), action.number(1)
    g.place(unit, cell)
    g.note("move", "3.1", unit=unit, to=cell)
    yield from be_fired_at(g, unit)
    side = g.state.phasing
    if g.state.loc[unit] == cell and g.state.carrier[unit] and cell in g.setting.board.region(f"far-{side}"):
        g.note("revealed", "5.2", unit=unit)
        g.outcome = Outcome(winner=side, level="The message is delivered", case="5.2")


def may_move(g: Night, unit: int, cell: int) -> Ruling:
    """3.1 and 3.2: every refusal cites its case and says what is in the way."""
    if not g.is_phasing(unit) or g.state.loc[unit] < 0:
        return refuse("3.1", f"{g.name(unit)} is not yours to move")
    if not g.beside(unit, cell):
        return refuse("3.1", f"{g.cell_name(cell)} is not beside {g.name(unit)}")
    if g.setting.board.terrain[cell] == "wire":
        return refuse("3.2", f"there is wire in {g.cell_name(cell)}")
    return refuse("3.2", f"{g.cell_name(cell)} is taken") if g.stack[cell] else ALLOW


def be_fired_at(g: Night, unit: int) -> Procedure:
    """4.1: the other side decides in the middle of a move. ``result`` marks what odds are counted by."""
    enemy = 1 - g.phasing
    shooters = [u for u in g.on_map(enemy) if g.beside(u, g.state.loc[unit])]
    shooter = yield from g.choose_or_end(enemy, "fire", "4.1", f"fire at {g.name(unit)}?", "fire", shooters, end="hold")
    if shooter is None:
        return
    needed = 4 if g.setting.options["flares"] == "on" else 5  # 4.2
    die = g.throw("4.2", "fire", same=[face >= needed for face in range(1, 7)])
    g.note("shot", "4.2", result=True, unit=unit, hit=die >= needed)
    if die >= needed:
        g.place(unit, LOST)
        if g.state.carrier[unit]:
            g.note("revealed", "5.1", unit=unit)
            g.outcome = Outcome(winner=g.side_name(enemy), level="The message is lost", case="5.1")


def hand_over(g: Night) -> str:
    """3.1: the other side's turn; after red's the next turn, or dawn (5.3)."""
    g.state.turn += g.phasing
    g.state.phasing = g.side_name(1 - g.phasing)
    if g.outcome is None and g.state.turn > g.setting.plan.last_turn:
        g.outcome = Outcome(winner=None, level="Dawn", case="5.3")
    return "moves"


STEPS: Mapping[str, Step[Night]] = {"orders": Step(choose_carriers, "moves"), "moves": Step(move_one_patrol, hand_over)}
