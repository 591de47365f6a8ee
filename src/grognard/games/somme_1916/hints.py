"""What a strong player of The Big Push values, and the drill of its phases. All worths are in victory points.

The numbers are judgement, tuned by matches of bots against each other; no rule depends on them. What an
Assault promises comes from the tables (hints_assault). The phases are drilled in hints_drill: the Assaults of a phase
are planned before the march by Germans and by an Allied General (hints_plan, with the headquarters in hints_corps), a
General's defenders are placed (hints_defence), and the Assaults chosen again at the commitment (hints_commit). The
guns' work is in hints_fire, the places of guns and headquarters in hints_places, quick answers in hints_answers.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from grognard.engine import Action, Decision, Position, Setting
from grognard.engine.game import Game
from grognard.engine.hints import Exchange, Hints, Orders, Posture
from grognard.games.somme_1916.hints_answers import liking
from grognard.games.somme_1916.hints_assault import AssaultTables
from grognard.games.somme_1916.hints_defence import holes
from grognard.games.somme_1916.hints_drill import Drill
from grognard.games.somme_1916.hints_places import Places, ahead
from grognard.games.somme_1916.hints_plan import misfit
from grognard.games.somme_1916.hints_values import THOROUGH, Values
from grognard.games.somme_1916.movement import MoveDecision
from grognard.games.somme_1916.setting import GERMAN, SIDES, SommeSetting
from grognard.games.somme_1916.stacking import may_stack
from grognard.games.somme_1916.state import DISRUPTED, GOOD_ORDER, Somme
from grognard.games.somme_1916.strengths import defence_strength, is_arm_of_assault
from grognard.rules.masks import cells_of

POSTURES: Mapping[str, tuple[Posture, ...]] = {
    "allied": (
        Posture(
            name="push", text="objectives and the start trench, where the odds are good",
            goal=1.0, battle=1.0, nerve=0.0, caution=0.1, line=0.5, pressure=0.15, ground=0.03,
        ),
        Posture(
            name="all-out", text="attack along the whole line",
            goal=1.0, battle=1.6, nerve=-0.5, caution=0.0, line=0.3, pressure=0.25, ground=0.05,
        ),
        Posture(
            name="spare", text="only attacks that cost little",
            goal=0.8, battle=0.8, nerve=0.6, caution=0.3, line=0.7, pressure=0.1, ground=0.02,
        ),
        Posture(
            name="shells", text="let the guns do the work",
            goal=0.8, battle=0.5, nerve=1.5, caution=0.5, line=1.0, pressure=0.05, ground=0.0,
        ),
    ),
    "german": (
        Posture(
            name="hold", text="a line without holes on the best ground",
            goal=1.0, battle=0.5, nerve=0.25, caution=0.15, line=1.5, pressure=0.08,
        ),
        Posture(
            name="counter-attack", text="strike back at worn divisions",
            goal=1.0, battle=1.2, nerve=-0.1, caution=0.05, line=1.0, pressure=0.15, ground=0.02,
        ),
        Posture(
            name="elastic", text="give ground, keep the men",
            goal=0.5, battle=0.4, nerve=0.6, caution=0.5, line=1.0, pressure=0.0, ground=-0.02,
        ),
    ),
}

ROLES: Mapping[str, str] = {
    "move": "move", "enter": "move", "place": "move", "commit": "commit", "end": "end", "pass": "end",
}


class SommeHints(Hints):
    combines = True  # 11.4: attackers of one square add their factors
    horizon = "drill"  # the Assaults are planned together with the moves (hints_plan)
    setting: SommeSetting

    def __init__(self, game: Game, setting: Setting) -> None:
        super().__init__(game, setting)
        assert isinstance(setting, SommeSetting)
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

    def attack(self, position: Position, unit: int) -> float:
        assert isinstance(position, Somme)
        if not is_arm_of_assault(position, unit) or position.state.status[unit] == DISRUPTED:
            return 0.0
        if unit in position.state.broken or unit in position.state.held:
            return 0.0
        return float(position.attack(unit))

    def defence(self, position: Position, units: Sequence[int], cell: int) -> float:
        assert isinstance(position, Somme)
        total = sum(defence_strength(position, u) for u in units)
        if any(position.state.status[u] != GOOD_ORDER for u in units):
            total -= 1
        return float(total + self._shift[cell])

    def reach(self, unit: int) -> int:
        return 4 if self.setting.cavalry[unit] else 3

    def step_worth(self, position: Position, unit: int) -> float:
        assert isinstance(position, Somme)
        return self.values.step(position)

    def worn(self, position: Position, unit: int) -> bool:
        assert isinstance(position, Somme)
        return position.state.status[unit] == DISRUPTED

    def rest_worth(self, position: Position, unit: int) -> float:
        """12.2: in an enemy zone of control units rally worse."""
        assert isinstance(position, Somme)
        return 0.3 if position.state.status[unit] != GOOD_ORDER else 0.0

    def in_line(self, unit: int) -> bool:
        return not self.setting.guns[unit] and not self.setting.hqs[unit]

    def post(self, position: Position, unit: int, cell: int) -> float:
        assert isinstance(position, Somme)
        if self.setting.guns[unit]:
            return self.places.gun(position, unit, cell)
        return self.places.hq(position, unit, cell)

    # -- ground --

    def forward(self, side: str) -> Sequence[float]:
        return self._forward[side]

    def goals(self, position: Position, side: str) -> Mapping[int, float]:
        """Objectives (13.1) and the German start trench."""
        assert isinstance(position, Somme)
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

    def gaps(self, position: Position, side: str) -> Sequence[int]:
        assert isinstance(position, Somme)
        return holes(position, SIDES.index(side)) if side == "german" else ()

    def gap_worth(self, side: str) -> float:
        return 0.8 if side == "german" else 0.0

    def misfit(self, position: Position, unit: int, cell: int) -> float:
        assert isinstance(position, Somme)
        return misfit(position, unit, cell)

    def fed(self, position: Position, unit: int) -> bool:
        return True  # supply is drawn by Assaults, not by units (11.1)

    def closing(self, position: Position, side: str) -> float:
        """13.1.1: objectives are held by whoever stands in them or alone lays a zone of control on them."""
        return self.points(position, side)

    def put(self, position: Position, unit: int, cell: int) -> None:
        assert isinstance(position, Somme)
        position.place(unit, cell)

    def room(self, position: Position, unit: int, cell: int) -> bool:
        assert isinstance(position, Somme)
        return not position.closed[self.setting.side[unit]][cell] and may_stack(position, unit, cell)

    # -- fighting and the whole --

    def exchange(self, attack: float, defence: float) -> Exchange:
        """Roughly: an HQ near, supply, some fire before the attack."""
        means = self.tables.assault(self.setting.combat.assault.clamp(int(attack - defence)), 1)
        return Exchange(own_loss=means.own + 0.4, loss=means.loss + 1.5 * means.wiped, retreat=means.won)

    def push_worth(self, position: Position, side: str, cell: int) -> float:
        return 0.3

    def score(self, position: Position, side: str) -> float:
        assert isinstance(position, Somme)
        total = self.values.score(position)
        return total if side == "allied" else -total

    def turning_point(self, position: Position, decision: Decision) -> bool:
        return isinstance(decision, MoveDecision)

    def points(self, position: Position, side: str) -> float:
        """13.0 as counted now, with what the objectives are worth; who has won is told beside it."""
        assert isinstance(position, Somme)
        total = self.values.points(position)
        return total if side == "allied" else -total

    def replies(self, position: Position, side: str) -> int:
        assert isinstance(position, Somme)
        return self.values.turns_left(position) + (1 if side == self.setting.plan["first_player"] else 0)

    # -- the drill --

    def orders(
        self, position: Position, side: str, decision: Decision, posture: Posture, careful: bool,
    ) -> Orders | None:
        assert isinstance(position, Somme)
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

    def finish(self, position: Position, side: str, decision: Decision) -> Action | None:
        assert isinstance(position, Somme)
        if isinstance(decision, MoveDecision):
            return self.places.last_chores(position, SIDES.index(side))
        return None

    def prefer(self, position: Position, side: str, action: Action) -> float | None:
        assert isinstance(position, Somme)
        return liking(position, self.values, self.places, SIDES.index(side), action)

    def postures(self, side: str) -> Sequence[Posture]:
        return POSTURES[side]


HINTS = SommeHints
