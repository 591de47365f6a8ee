"""The rules of Night Patrol, which has a little of everything that the engine offers.

2.1: both sides choose in secret, at the same time, which patrol carries the message.
3.1: blue first, each side in turn moves one patrol to a neighbouring square, or waits. 3.2: never into wire
or onto another patrol. 4.1: a patrol that comes beside the enemy may be fired at. 4.2: a die of 5 or 6 hits.
5.1: with its carrier the message is lost. 5.2: on the enemy's own line it is delivered. 5.3: dawn comes
after the last turn, and nobody has won.
"""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from grognard.engine import ALLOW, Action, Choice, Outcome, PerUnit, Procedure, Ruling, State, Together, refuse
from grognard.rules.layers import MapPosition

SIDES = ("blue", "red")
LOST = -1
WAIT, HOLD = Action("wait"), Action("hold")


class NightState(State, kw_only=True):
    """What changes: numbers and words in flat lists, so that copying, saving and undoing need nothing more."""

    carrier: PerUnit[int] = msgspec.field(default_factory=list)


class Night(MapPosition):
    """A position: the state, with layers over the map that tell who stands where."""

    state: NightState

    def side_number(self, unit: int) -> int:
        return SIDES.index(self.setting.units[unit].side)

    def patrols(self, side: str) -> list[int]:
        return [u for u, cell in enumerate(self.state.loc) if cell >= 0 and self.setting.units[u].side == side]


def play(g: Night) -> Procedure:
    """The whole game. It can be entered anew at every rest point, for the state says where we are."""
    if g.state.phase == "orders":
        yield from choose_carriers(g)
    while g.outcome is None:
        yield from move_one_patrol(g)
        hand_over(g)


def choose_carriers(g: Night) -> Procedure:
    """2.1: two questions at once; each side's journal tells its own choice only."""
    prompt = "which patrol carries the message?"
    answers: Mapping[str, Action] = yield Together({
        side: Choice(side, "orders", "2.1", prompt, [Action("carry", (u,)) for u in g.patrols(side)]) for side in SIDES
    }, rest=True)
    for side in SIDES:
        unit = answers[side].number()
        g.state.carrier[unit] = 1
        g.note("carries", "2.1", seen_by=side, unit=unit)
    g.state.phase = "moves"


def move_one_patrol(g: Night) -> Procedure:
    """3.1: one patrol, one square, or none at all; then the enemy may interrupt (4.1)."""
    side, around = g.state.phasing, g.setting.grid.neighbours
    tries = [(unit, cell) for unit in g.patrols(side) for cell in around[g.state.loc[unit]]]
    action: Action = yield Choice(
        side, "move", "3.1", "move a patrol, or wait", [*(Action("move", t) for t in tries if may_move(g, *t)), WAIT],
        rest=True, why_not=lambda a: may_move(g, a.number(0), a.number(1)) if a.args else ALLOW,
    )
    if action.verb == "wait":
        return
    unit, cell = action.number(0), action.number(1)
    g.place(unit, cell)
    g.note("move", "3.1", unit=unit, to=cell)
    yield from be_fired_at(g, unit)
    if g.state.loc[unit] == cell and g.state.carrier[unit] and cell in g.setting.board.region(f"far-{side}"):
        g.note("revealed", "5.2", unit=unit)
        g.outcome = Outcome(winner=side, level="The message is delivered", case="5.2")


def may_move(g: Night, unit: int, cell: int) -> Ruling:
    """3.1 and 3.2: every refusal cites its case and says what is in the way."""
    grid, name = g.setting.grid, g.setting.unit_ids[unit]
    if unit not in g.patrols(g.state.phasing):
        return refuse("3.1", f"{name} is not yours to move")
    if cell not in grid.neighbours[g.state.loc[unit]]:
        return refuse("3.1", f"{grid.ids[cell]} is not beside {name}")
    if g.setting.board.terrain[cell] == "wire":
        return refuse("3.2", f"there is wire in {grid.ids[cell]}")
    return refuse("3.2", f"{grid.ids[cell]} is taken") if g.stack[cell] else ALLOW


def be_fired_at(g: Night, unit: int) -> Procedure:
    """4.1: the other side decides in the middle of a move. ``result`` marks what odds are counted by."""
    enemy = SIDES[1 - g.side_number(unit)]
    beside = g.setting.grid.neighbours[g.state.loc[unit]]
    shooters = [Action("fire", (u,)) for u in g.patrols(enemy) if g.state.loc[u] in beside]
    if not shooters:
        return
    action: Action = yield Choice(enemy, "fire", "4.1", f"fire at {g.setting.unit_ids[unit]}?", [*shooters, HOLD])
    if action == HOLD:
        return
    needed = 4 if g.setting.options["flares"] == "on" else 5                    # 4.2
    die = g.throw("4.2", "fire", same=[face >= needed for face in range(1, 7)])
    g.note("shot", "4.2", result=True, unit=unit, hit=die >= needed)
    if die >= needed:
        g.place(unit, LOST)
        if g.state.carrier[unit]:
            g.note("revealed", "5.1", unit=unit)
            g.outcome = Outcome(winner=enemy, level="The message is lost", case="5.1")


def hand_over(g: Night) -> None:
    """3.1: the other side's turn; after red's the next turn, or dawn (5.3)."""
    g.state.turn += g.state.phasing == "red"
    g.state.phasing = SIDES[1 - SIDES.index(g.state.phasing)]
    if g.outcome is None and g.state.turn > g.setting.data.toml("scenarios/night.toml")["last_turn"]:
        g.outcome = Outcome(winner=None, level="Dawn", case="5.3")
