"""The First Battle of the Marne, 1914: its parts by name."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path

from grognard.games.marne_1914.checks import AFTER_MOVEMENT, MOVING, broken_invariants, check_scenario, check_tables
from grognard.games.marne_1914.evaluation import MarneEvaluation
from grognard.games.marne_1914.judge import MarneJudge, command_ruling
from grognard.games.marne_1914.messages import WORDINGS
from grognard.games.marne_1914.page import MarnePage
from grognard.games.marne_1914.position import Marne
from grognard.games.marne_1914.rules.closing_up import outside_units, punished_units
from grognard.games.marne_1914.rules.deployment import prepare, set_up
from grognard.games.marne_1914.rules.supply import in_supply, supply_ruling
from grognard.games.marne_1914.sequence import STEPS
from grognard.games.marne_1914.setting import MarneSetting
from grognard.games.marne_1914.state import MarneState
from grognard.rules.game import WarGame, require_word


class MarneGame(WarGame[MarneSetting, Marne]):
    slug = "marne-1914"
    title = "The First Battle of the Marne, 1914"
    rules_version = "1.1"
    sides = {"cp": "Central Powers", "entente": "Entente"}
    colours = {"german": "#8a9484", "french": "#86a7c4", "british": "#b7a67b"}
    """Feldgrau, horizon blue and khaki."""
    turn_order_case = "3.0"
    folder = Path(__file__).parent
    scenario_names = ("counter-attack", "full-battle")
    setting_kind = MarneSetting
    position_kind = Marne
    state_kind = MarneState
    sequence = STEPS
    wordings = WORDINGS
    page = MarnePage
    judge = MarneJudge
    evaluation = MarneEvaluation

    prepare = staticmethod(prepare)
    set_up = staticmethod(set_up)
    supply = staticmethod(supply_ruling)
    command = staticmethod(command_ruling)
    broken = staticmethod(broken_invariants)
    check_tables = staticmethod(check_tables)
    check_scenario = staticmethod(check_scenario)

    def complete(self, position: Marne) -> None:
        super().complete(position)
        state = position.state
        require_word("initiative", state.initiative, self.sides)
        if state.phase in MOVING:
            state.origin = [o if o >= 0 else c for o, c in zip(state.origin, state.loc, strict=True)]

    def establish(self, position: Marne, said: Collection[tuple[int, str]]) -> None:
        """10.1.1 and 5.2.4, 4.5.1: supply as things stand, and after its movement the disruption of a side."""
        state = position.state
        for unit, cell in enumerate(state.loc):
            if cell >= 0 and (unit, "out_of_supply") not in said and not in_supply(position, unit):
                state.out_of_supply[unit] = 1
        if state.phase in AFTER_MOVEMENT:
            for unit in (*outside_units(position), *punished_units(position)):
                if (unit, "disrupted") not in said:
                    state.disrupted[unit] = 1


GAME = MarneGame()
