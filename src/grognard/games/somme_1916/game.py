"""The Big Push: the Battle of the Somme, 1916, as the engine sees it."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path
from random import Random

from grognard.errors import NotUnderstood
from grognard.games.somme_1916.checks import broken_invariants, check_map, check_scenario, check_tables
from grognard.games.somme_1916.evaluation import SommeEvaluation
from grognard.games.somme_1916.judge import SommeJudge, command_ruling
from grognard.games.somme_1916.messages import WORDINGS
from grognard.games.somme_1916.page import SommePage
from grognard.games.somme_1916.position import Somme
from grognard.games.somme_1916.rules.assault.odds import can_draw_supply
from grognard.games.somme_1916.rules.campaign import another_world, redacted
from grognard.games.somme_1916.rules.commitment import engaged_attackers
from grognard.games.somme_1916.rules.movement.stacking import STACKING
from grognard.games.somme_1916.rules.scenarios import set_initial_control, start
from grognard.games.somme_1916.sequence import STEPS
from grognard.games.somme_1916.setting import SommeSetting
from grognard.games.somme_1916.state import SommeState
from grognard.games.somme_1916.terms import AHEAD, RESOURCES, SIDES
from grognard.rules.game import WarGame, require_words


class SommeGame(WarGame[SommeSetting, Somme]):
    slug = "somme-1916"
    title = "The Big Push: the Battle of the Somme, 1916"
    rules_version = "1.1"
    sides = {"allied": "Allied", "german": "German"}
    called = {"allied": "the Allies", "german": "the Germans"}
    turn_order_case = "4.0"
    wordings = WORDINGS
    page = SommePage
    judge = SommeJudge
    colours = {"british": "#b7a67b", "french": "#86a7c4", "german": "#8a9484"}
    """Khaki, horizon blue and feldgrau."""
    folder = Path(__file__).parent
    evaluation = SommeEvaluation

    scenario_names = ("over-the-top", "a-punishing-land", "devil-machines", "away-to-siegfried", "campaign")
    setting_kind = SommeSetting
    position_kind = Somme
    state_kind = SommeState
    sequence = STEPS

    set_up = staticmethod(start)
    supply = staticmethod(can_draw_supply)
    command = staticmethod(command_ruling)
    broken = staticmethod(broken_invariants)
    check_scenario = staticmethod(check_scenario)

    def prepare(self, setting: SommeSetting, state: SommeState) -> None:
        """The scenario without a unit on the map, for study, begins with its first turn."""
        state.phase, state.phasing = "turn", setting.plan.first_player
        state.first_turn = setting.plan.first_turn

    def complete(self, position: Somme) -> None:
        """Objectives of which nothing is said belong to the side behind whose line they lie (13.1.1).

        Units on the map without a facing look at the enemy's edge (7.2.2).
        """
        super().complete(position)
        require_known(position)
        state, order = position.state, list(self.sequence)
        for unit, cell in enumerate(state.loc):
            if cell >= 0 and state.facing[unit] < 0 and not position.in_supply_mode(unit):
                state.facing[unit] = AHEAD[position.setting.side[unit]]
            if cell >= 0 and state.commit[unit] >= 0 and state.jump_off[unit] < 0 and cell not in state.engaged:
                state.jump_off[unit] = cell                                     # 8.6: committed from where it stands
        if not state.acting and order.index("air") <= order.index(state.phase) <= order.index("assault-end"):
            state.acting = position.first_acting()                              # 1.0: the British begin
        position.rebuild()
        set_initial_control(position)

    def establish(self, position: Somme, said: Collection[tuple[int, str]]) -> None:
        """7.3: over-stacked squares must be thinned out. 8.8: engaged attackers fight on without orders."""
        state, order = position.state, list(self.sequence)
        if state.phase == "movement":
            state.crowded = state.crowded or STACKING.overstacked_cells(position, position.phasing)
        if order.index("committing") <= order.index(state.phase) <= order.index("assault"):
            for unit, cell in engaged_attackers(position):
                if (unit, "commit") not in said:
                    state.commit[unit] = cell

    def redact(self, position: Somme, side: str) -> Somme:
        return redacted(position, side)

    def another_world(self, position: Somme, side: str, chance: Random) -> Somme:
        return another_world(position, side, chance)

    def check_tables(self, setting: SommeSetting) -> list[str]:
        return [*check_map(setting), *check_tables(setting)]


def require_known(g: Somme) -> None:
    """Words and numbers in a position written by hand are ones that the game knows."""
    state, combat = g.state, g.setting.combat
    require_words("observation", state.observation, SIDES)
    require_words("engaged", state.engaged.values(), SIDES)
    require_words("interdicted", [side for side, _ in state.interdicted.values()], SIDES)
    require_words("levels", state.levels, SIDES)
    require_words("resources", (*state.resources, *state.used), RESOURCES)
    require_words("operations", state.operations, combat.operations)
    require_words("objectives", filter(None, (*state.objectives, state.discovered)), combat.markers)
    if state.turn not in g.setting.weeks:
        raise NotUnderstood(f"there is no turn {state.turn}: the track goes from 1 to {max(g.setting.weeks)}")
    for unit, mode in enumerate(state.mode):
        if mode and not g.setting.two_modes[unit]:
            raise NotUnderstood(f"{g.name(unit)}: only German infantry and HQs have a second mode (7.4)")


GAME = SommeGame()
