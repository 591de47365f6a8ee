"""Night Patrol as the engine sees it: its names, its data, and the doors to its rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from grognard.board import Board, load_board
from grognard.data import DataFolder
from grognard.engine import Dice, Game, Messages, Option, Position, Procedure, Scenario, Setting, Unit, Verb
from grognard.rules.options import load_options
from tests.sample_game.rules import LOST, SIDES, Night, NightState, play

MESSAGES: Messages = {
    "carries": "{unit:unit} carries the message.", "move": "{unit:unit} goes to {to:cell}.",
    "shot": "Fire at {unit:unit}: hit = {hit:flag}.", "revealed": "{unit:unit} had the message.",
}


class NightPatrol(Game):
    slug = "night-patrol"
    title = "Night Patrol"
    rules_version = "1.0"
    sides: Mapping[str, str] = {"blue": "Blue", "red": "Red"}
    turn_order_case = "3.1"
    verbs = (
        Verb("carry", "UNIT", "2.1", "before the night begins"),
        Verb("move", "UNIT CELL", "3.1", "in your turn"),
        Verb("wait", "", "3.1", "in your turn"),
        Verb("fire", "UNIT", "4.1", "when an enemy comes beside you"),
        Verb("hold", "", "4.1", "when an enemy comes beside you"),
    )
    messages = MESSAGES
    folder = Path(__file__).parent

    def scenarios(self, data: DataFolder) -> Mapping[str, Scenario]:
        plan = data.toml("scenarios/night.toml")
        return {"night": Scenario("night", plan["title"], (1, plan["last_turn"]))}

    def options(self, data: DataFolder) -> Sequence[Option]:
        return load_options(data)

    def setting(
        self, data: DataFolder, scenario: str, options: Mapping[str, str],
        board: Board | None = None, units: Sequence[Unit] | None = None,
    ) -> Setting:
        setting = Setting(self, data, scenario, options, board or load_board(data), units or load_units(data))
        setting.boxes = ("lost",)
        return setting

    def empty(self, setting: Setting, seed: str) -> Position:
        size = len(setting.units)
        state = NightState(turn=1, phase="orders", phasing="blue", loc=[LOST] * size, steps=[1] * size)
        state.carrier = [0] * size
        return Night(setting, state, Dice(seed))

    def start(self, setting: Setting, seed: str) -> Position:
        position = self.empty(setting, seed)
        for uid, cell in setting.data.toml("scenarios/night.toml")["setup"].items():
            position.state.loc[setting.unit_number(uid)] = setting.grid.cell(cell)
        position.rebuild()
        return position

    def procedure(self, position: Position) -> Procedure:
        assert isinstance(position, Night)
        return play(position)

    def redact(self, position: Position, side: str) -> Position:
        """Nobody sees who carries the enemy's message: the one door from a position to a player."""
        copy = position.copy()
        assert isinstance(copy, Night)
        copy.state.carrier = [n * (copy.setting.units[u].side == side) for u, n in enumerate(copy.state.carrier)]
        return copy

    def invariants(self, position: Position) -> list[str]:
        assert isinstance(position, Night)
        return [f"two patrols in {position.setting.grid.ids[c]}" for c, s in enumerate(position.stack) if len(s) > 1]


def load_units(data: DataFolder) -> list[Unit]:
    return [
        Unit(id=row.text("id"), name=row.text("name"), side=row.word("side", SIDES), nation=row["side"], steps=1)
        for row in data.rows("units.csv", ["id", "name", "side", "source"])
    ]


GAME = NightPatrol()
