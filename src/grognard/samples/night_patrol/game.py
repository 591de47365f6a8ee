"""Night Patrol: its parts by name. The rules are in rules.py."""

from __future__ import annotations

from pathlib import Path
from random import Random

from grognard.engine import Messages, Verb
from grognard.rules.game import WarGame
from grognard.samples.night_patrol.rules import STEPS, Night, NightSetting, NightState

MESSAGES: Messages = {
    "carries": "{unit:unit} carries the message.",
    "move": "{unit:unit} goes to {to:cell}.",
    "shot": "Fire at {unit:unit}: hit = {hit:flag}.",
    "revealed": "{unit:unit} had the message.",
}


class NightPatrol(WarGame[NightSetting, Night]):
    slug = "night-patrol"
    title = "Night Patrol"
    rules_version = "1.0"
    sides = {"blue": "Blue", "red": "Red"}
    turn_order_case = "3.1"
    folder = Path(__file__).parent
    scenario_names = ("night",)
    setting_kind = NightSetting
    position_kind = Night
    state_kind = NightState
    sequence = STEPS
    verbs = (
        Verb("carry", "UNIT", "2.1", "before the night begins"),
        Verb("move", "UNIT CELL", "3.1", "in your turn"),
        Verb("wait", "", "3.1", "in your turn"),
        Verb("fire", "UNIT", "4.1", "when an enemy comes beside you"),
        Verb("hold", "", "4.1", "when an enemy comes beside you"),
    )
    messages = MESSAGES

    def set_up(self, position: Night) -> None:
        for uid, cell in position.setting.plan.setup.items():
            position.place(position.setting.unit_named(uid), position.setting.cell_named(cell))

    def redact(self, position: Night, side: str) -> Night:
        """Nobody sees who carries the enemy's message."""
        copy = position.copy()
        copy.state.carrier = [n * (copy.setting.units[u].side == side) for u, n in enumerate(copy.state.carrier)]
        return copy

    def guess(self, seen: Night, side: str, chance: Random) -> Night:
        """For all that a side knows, any of the enemy's patrols has it: bots think in such a position."""
        if seen.state.phase != "orders":
            seen.state.carrier[chance.choice(seen.on_map(1 - list(self.sides).index(side)))] = 1
        return seen

    def broken(self, position: Night) -> list[str]:
        return [f"two patrols in {position.cell_name(c)}" for c, stack in enumerate(position.stack) if len(stack) > 1]


GAME = NightPatrol()
