"""What a strong player of The Big Push values, and the drill of its phases. All worths are in victory points.

The numbers are judgement, tuned by matches of bots against each other; no rule depends on them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from grognard.engine import Action, Decision, Game
from grognard.evaluation import Evaluation, Exchange, Orders, Posture
from grognard.games.somme_1916.evaluation.answers import liking
from grognard.games.somme_1916.evaluation.assault import AssaultTables
from grognard.games.somme_1916.evaluation.defence import holes
from grognard.games.somme_1916.evaluation.drill import Drill
from grognard.games.somme_1916.evaluation.places import Places, ahead
from grognard.games.somme_1916.evaluation.plan import misfit
from grognard.games.somme_1916.evaluation.postures import POSTURES
from grognard.games.somme_1916.evaluation.values import THOROUGH, Values
from grognard.games.somme_1916.position import Somme
from grognard.games.somme_1916.rules.assault.strengths import defence_strength, is_arm_of_assault
from grognard.games.somme_1916.rules.movement.phase import MoveOrders
from grognard.games.somme_1916.rules.movement.stacking import fits
from grognard.games.somme_1916.setting import SommeSetting
from grognard.games.somme_1916.terms import DISRUPTED, GERMAN, GOOD_ORDER, SIDES
from grognard.rules.masks import cells_of

ROLES: Mapping[str, str] = {
    "move": "move", "enter": "move", "place": "move", "commit": "commit", "end": "end", "pass": "end",
}


class SommeEvaluation(Evaluation[SommeSetting, Somme]):
    combines = True  # 11.4: attackers of one square add their factors
    horizon = "drill"  # the Assaults are planned together with the moves (see plan)

    def __init__(self, game: Game, setting: SommeSetting) -> None:
        super().__init__(game, setting)
        self.values = Values(setting)
        self.thorough = {side: Values(setting, weights) for side, weights in THOROUGH.items()}
        self.tables = AssaultTables(setting)
        self.places = Places(self.values, self.tables)
        self._forward = {name: ahead(setting, number) for number, name in enumerate(SIDES)}
        self._shift = tuple(self._defence_of(cell) for cell in range(len(setting.grid.ids)))

    def _defence_of(self, cell: int) -> int:
        """11.5.1: the columns that the ground of a square takes off an attack."""
        setting = self.setting
        kinds = [setting.terrain[k] for k in setting.grounds[cell]]
        best = min((k.shift for k in kinds if not k.adds), default=0)
        return -best - sum(k.shift for k in kinds if k.adds)

    def role(self, verb: str) -> str:
        return ROLES.get(verb, "")

    # -- units --

    def attack(self, position: Somme, unit: int) -> float:
        if not is_arm_of_assault(position, unit) or position.state.status[unit] == DISRUPTED:
            return 0.0
        if unit in position.state.broken or unit in position.state.held:
            return 0.0
        return float(position.attack(unit))

    def defence(self, position: Somme, units: Sequence[int], cell: int) -> float:
        total = sum(defence_strength(position, u) for u in units)
        if any(position.state.status[u] != GOOD_ORDER for u in units):
            total -= 1
        return float(total + self._shift[cell])

    def reach(self, unit: int) -> int:
        return 4 if self.setting.cavalry[unit] else 3

    def step_worth(self, position: Somme, unit: int) -> float:
        return self.values.step(position)

    def worn(self, position: Somme, unit: int) -> bool:
        return position.state.status[unit] == DISRUPTED

    def rest_worth(self, position: Somme, unit: int) -> float:
        """12.2: in an enemy zone of control units rally worse."""
        return 0.3 if position.state.status[unit] != GOOD_ORDER else 0.0

    def in_line(self, unit: int) -> bool:
        return not self.setting.guns[unit] and not self.setting.hqs[unit]

    def post(self, position: Somme, unit: int, cell: int) -> float:
        if self.setting.guns[unit]:
            return self.places.gun(position, unit, cell)
        return self.places.hq(position, unit, cell)

    # -- ground --

    def forward(self, side: str) -> Sequence[float]:
        return self._forward[side]

    def goals(self, position: Somme, side: str) -> Mapping[int, float]:
        """Objectives (13.1) and the German start trench."""
        found = dict(self.values.squares(position))
        if side == "allied":
            control = position.state.control
            found = {c: w if control.get(c) == "german" else 0.4 * w for c, w in found.items()}
        if self.values.trench_counts:
            wanted = self.setting.trench["german"]
            if side == "allied":
                wanted &= position.occupied(GERMAN)
            for cell in cells_of(wanted):
                found[cell] = found.get(cell, 0.0) + 0.5
        return found

    def gaps(self, position: Somme, side: str) -> Sequence[int]:
        return holes(position, SIDES.index(side)) if side == "german" else ()

    def gap_worth(self, side: str) -> float:
        return 0.8 if side == "german" else 0.0

    def misfit(self, position: Somme, unit: int, cell: int) -> float:
        return misfit(position, unit, cell)

    def fed(self, position: Somme, unit: int) -> bool:
        return True  # supply is drawn by Assaults, not by units (11.1)

    def closing(self, position: Somme, side: str) -> float:
        """13.1.1: objectives are held by whoever stands in them or alone lays a zone of control on them."""
        return self.points(position, side)

    def put(self, position: Somme, unit: int, cell: int) -> None:
        position.place(unit, cell)

    def room(self, position: Somme, unit: int, cell: int) -> bool:
        return not position.closed[self.setting.side[unit]][cell] and fits(position, unit, cell)

    # -- fighting and the whole --

    def exchange(self, attack: float, defence: float) -> Exchange:
        """Roughly: an HQ near, supply, some fire before the attack."""
        means = self.tables.assault(self.setting.combat.assault.clamp(int(attack - defence)), 1)
        return Exchange(own_loss=means.own + 0.4, loss=means.loss + 1.5 * means.wiped, retreat=means.won)

    def push_worth(self, position: Somme, side: str, cell: int) -> float:
        return 0.3

    def score(self, position: Somme, side: str) -> float:
        total = self.values.score(position)
        return total if side == "allied" else -total

    def turning_point(self, position: Somme, decision: Decision) -> bool:
        return isinstance(decision, MoveOrders)

    def points(self, position: Somme, side: str) -> float:
        """13.0 as counted now, with what the objectives are worth; who has won is another question."""
        total = self.values.points(position)
        return total if side == "allied" else -total

    def replies(self, position: Somme, side: str) -> int:
        return self.values.turns_left(position) + (1 if side == self.setting.plan.first_player else 0)

    # -- the drill --

    def orders(
        self, position: Somme, side: str, decision: Decision, posture: Posture, careful: bool,
    ) -> Orders | None:
        thorough = careful and posture.effort > 1
        number = SIDES.index(side)
        values = self.thorough[number] if thorough else self.values
        drill = Drill(position, values, self.tables, self.places, posture, careful, thorough)
        return drill.orders(decision, number)

    def refined(self, posture: Posture) -> Posture:
        """More Assaults in a tighter line: he reckons them more finely; weights found by games."""
        refined = super().refined(posture)
        if posture in POSTURES["german"]:
            return msgspec.structs.replace(refined, caution=refined.caution + 0.35, line=1.5 * refined.line)
        return msgspec.structs.replace(refined, nerve=refined.nerve - 0.1, caution=0.0, line=2.0 * refined.line)

    def finish(self, position: Somme, side: str, decision: Decision) -> Action | None:
        if isinstance(decision, MoveOrders):
            return self.places.last_chores(position, SIDES.index(side))
        return None

    def prefer(self, position: Somme, side: str, action: Action) -> float | None:
        return liking(position, self.values, self.places, SIDES.index(side), action)

    def postures(self, side: str) -> Sequence[Posture]:
        return POSTURES[side]
