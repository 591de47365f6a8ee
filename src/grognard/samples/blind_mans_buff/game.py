"""Blind Man's Buff: its parts by name, what a side may not identify, and a guess at it. The rules are in rules.py."""

from __future__ import annotations

from pathlib import Path
from random import Random

from grognard.engine import Concealed, Messages, Told, Verb
from grognard.engine.facts import derived
from grognard.engine.page import Page
from grognard.rules.game import WarGame
from grognard.samples.blind_mans_buff.rules import (
    RESERVE,
    STACK,
    STEPS,
    Blind,
    BlindSetting,
    BlindState,
    concealed_from,
    may_lie_under,
    top,
)

MESSAGES: Messages = {
    "move": Told("{unit:unit} goes from {start:cell} to {to:cell}.", hidden="unknown-move"),
    "unknown-move": "Something goes from {start:cell} to {to:cell}.",
    "scouted": "{side:side} scouts {cell:cell}.",
    "revealed": "In {cell:cell}: {units:unit}.",
    "halt": Told("{side:side} must stop at {cell:cell}.", reveals=True),
    "no-halt": Told("{side:side} may go on at {cell:cell}.", reveals=True),
    "fight": "{unit:unit} attacks {cell:cell}: {how}.",
    "lost": "{unit:unit} is lost.",
}
known_concealed = derived(concealed_from)


class BlindPage(Page[Blind]):
    weighed = ("attack",)
    lost = ("lost",)
    factors_are = "power"
    statuses = {"S": "spotted by the enemy"}

    def factors(self, position: Blind, unit: int) -> str:
        return str(position.setting.units[unit].power)

    def status(self, position: Blind, unit: int) -> tuple[str, ...]:
        return ("S",) if position.state.spotted[unit] else ()


class BlindMansBuff(WarGame[BlindSetting, Blind]):
    slug = "blind-mans-buff"
    title = "Blind Man's Buff"
    rules_version = "1.0"
    sides = {"blue": "Blue", "red": "Red"}
    turn_order_case = "2.1"
    folder = Path(__file__).parent
    scenario_names = ("meadow",)
    setting_kind, position_kind, state_kind, sequence = BlindSetting, Blind, BlindState, STEPS
    page = BlindPage
    colours = {"blue": "#9db4cc", "red": "#c79a8d"}
    verbs = (
        Verb("move", "UNIT CELL", "3.1", "in your turn"),
        Verb("scout", "UNIT CELL", "4.1", "in your turn"),
        Verb("attack", "UNIT CELL", "5.1", "in your turn", resolves=True),
        Verb("lose", "UNIT", "5.3", "when a fight is lost"),
        Verb("end", "", "2.1", "in your turn"),
    )
    messages = MESSAGES

    def set_up(self, position: Blind) -> None:
        for uid, place in position.setting.plan.setup.items():
            position.place(position.setting.unit_named(uid), position.setting.place_number(place))

    # -- what a side may know --

    def concealed(self, position: Blind, side: str) -> Concealed:
        return known_concealed(position, side)

    def guess(self, seen: Blind, side: str, chance: Random) -> Blind:
        g = seen.copy()
        for unit, place in deal(seen, chance).items():
            g.place(unit, place)
        return g

    def broken(self, position: Blind) -> list[str]:
        return [f"too many in {position.cell_name(c)}" for c, stack in enumerate(position.stack) if len(stack) > STACK]


def deal(seen: Blind, chance: Random) -> dict[int, int]:
    """Who lies under which stack and who waits in reserve: dealt again until it fits what is seen."""
    unknown, counters = sorted(seen.concealed.units), seen.concealed.counters
    reserve = [RESERVE] * sum(int(counter.label) for counter in counters if counter.cell == RESERVE)
    stacks = [counter.cell for counter in counters if counter.cell >= 0]
    more = len(unknown) - len(reserve) - len(stacks)
    while True:
        chance.shuffle(unknown)
        places = [*reserve, *stacks, *(chance.choice(stacks) for _ in range(more))]
        dealt = dict(zip(unknown, places, strict=True))
        under = [(unit, cell) for unit, cell in dealt.items() if cell >= 0]
        if all(len(seen.stack[cell]) + places.count(cell) <= STACK for cell in stacks) and all(
            may_lie_under(seen, top(seen, cell), unit) for unit, cell in under
        ):
            return dealt


GAME = BlindMansBuff()
