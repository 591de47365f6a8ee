"""The First Battle of the Marne, 1914, as the engine sees it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from grognard.board import Board
from grognard.data import DataFolder, nearest
from grognard.engine import Game, Option, Position, Procedure, Ruling, Scenario, Setting, Unit
from grognard.errors import NotUnderstood
from grognard.games.marne_1914.checks import broken_invariants, check_data
from grognard.games.marne_1914.deployment import empty_position, starting_position
from grognard.games.marne_1914.evaluation import MarneEvaluation
from grognard.games.marne_1914.messages import MESSAGES
from grognard.games.marne_1914.page import MarnePage
from grognard.games.marne_1914.plan import load_plan
from grognard.games.marne_1914.sequence import STEPS, play
from grognard.games.marne_1914.setting import MarneSetting
from grognard.games.marne_1914.state import Marne
from grognard.games.marne_1914.supply import supply_ruling
from grognard.games.marne_1914.verbs import VERBS
from grognard.rules.options import load_options
from grognard.rules.settings import Settings


class MarneGame(MarnePage, Game):
    slug = "marne-1914"
    title = "The First Battle of the Marne, 1914"
    rules_version = "1.0"
    sides: Mapping[str, str] = {"cp": "Central Powers", "entente": "Entente"}
    turn_order_case = "3.0"
    verbs = VERBS
    messages = MESSAGES
    colours: Mapping[str, str] = {"german": "#8a9484", "french": "#86a7c4", "british": "#b7a67b"}
    """Feldgrau, horizon blue and khaki."""
    folder = Path(__file__).parent
    evaluation = MarneEvaluation

    def __init__(self) -> None:
        self._settings = Settings(MarneSetting)

    def scenarios(self, data: DataFolder) -> Mapping[str, Scenario]:
        found = {}
        for name in ("counter-attack", "full-battle"):
            plan = load_plan(data, name)
            found[name] = Scenario(name, plan["title"], (plan["first_turn"], plan["last_turn"]), plan["text"])
        return found

    def options(self, data: DataFolder) -> Sequence[Option]:
        return load_options(data)

    def setting(
        self, data: DataFolder, scenario: str, options: Mapping[str, str],
        board: Board | None = None, units: Sequence[Unit] | None = None,
    ) -> MarneSetting:
        return self._settings.get(self, data, scenario, options, board, units)

    def start(self, setting: Setting, seed: str) -> Position:
        assert isinstance(setting, MarneSetting)
        return starting_position(setting, seed)

    def empty(self, setting: Setting, seed: str) -> Position:
        assert isinstance(setting, MarneSetting)
        return empty_position(setting, seed)

    def complete(self, position: Position) -> None:
        assert isinstance(position, Marne)
        state = position.state
        if state.phase not in STEPS:
            raise NotUnderstood(f"no phase is called '{state.phase}'{nearest(state.phase, STEPS)}")
        for word, side in (("phasing", state.phasing), ("initiative", state.initiative)):
            if side not in self.sides:
                raise NotUnderstood(f"'{word} {side}' should name a side: {', '.join(self.sides)}")
        if state.phase in ("movement", "mending", "reinforcement"):
            state.origin = [o if o >= 0 else c for o, c in zip(state.origin, state.loc, strict=True)]

    def supply(self, position: Position, unit: int) -> Ruling:
        assert isinstance(position, Marne)
        return supply_ruling(position, unit)

    def procedure(self, position: Position) -> Procedure:
        assert isinstance(position, Marne)
        return play(position)

    def invariants(self, position: Position) -> list[str]:
        assert isinstance(position, Marne)
        return broken_invariants(position)

    def check(self, data: DataFolder) -> list[str]:
        return check_data(self, data)

    def factors(self, position: Position, unit: int) -> str:
        """Attack, defence and movement as the counter of the steps that are left shows them (2.2)."""
        assert isinstance(position, Marne)
        return f"{position.attack_factor(unit)}-{position.defence_factor(unit)}-{position.setting.units[unit].ma}"

    def status(self, position: Position, unit: int) -> tuple[str, ...]:
        assert isinstance(position, Marne)
        state = position.state
        marks = (("D", state.disrupted), ("OOS", state.out_of_supply), ("T", state.taxi))
        return tuple(word for word, of in marks if of[unit] == 1)

    def standing(self, position: Position) -> str:
        assert isinstance(position, Marne)
        return f"Central Powers {position.state.vp} VP; the {self.sides[position.state.initiative]} have the Initiative"

    def specs(self, setting: Setting) -> dict[str, Callable[[Any], str]]:
        return {
            **super().specs(setting),
            "mp": lambda halves: f"{halves / 2:g}",
            "signed": lambda number: f"{number:+d}",
            "back": lambda back: "returns" if back else "does not return",
            "retreats": lambda retreat: " and retreats" if retreat else "",
            "odds": odds_text,
            "attackers": attacker_text,
        }


def odds_text(odds: Mapping[str, Any]) -> str:
    """The arithmetic of an attack in one line, every row with its case."""

    def rows(key: str) -> str:
        return ", ".join(f"{r['what']} {r['value']:+d} ({r['case']})" for r in odds[key])

    shifts = f"; {rows('shifts')}" if odds["shifts"] else ""
    return (
        f"{rows('attack')} = {odds['attack_total']}; {rows('defence')} = {odds['defence_total']}; "
        f"differential {odds['differential']:+d}{shifts}; column {odds['column']:+d}"
    )


def attacker_text(attack: Mapping[str, Any]) -> str:
    """What an attack cost the attacker."""
    lost = f" and {'are' if len(attack['units']) > 1 else 'is'} disrupted" if attack["disrupted"] else ""
    return f"{', '.join(attack['units'])} {'lose' if len(attack['units']) > 1 else 'loses'} {attack['loss']}{lost}"


GAME = MarneGame()
