"""Soissons 1918 for bots: the drill with its answers to small questions (chapter 13, 16.5), and what it goes by."""

from __future__ import annotations

from collections.abc import Sequence

from grognard.engine import Action, Decision, Game
from grognard.games.soissons_1918.evaluation.moves import Moves
from grognard.games.soissons_1918.evaluation.values import Values, Weights
from grognard.games.soissons_1918.position import Soissons
from grognard.games.soissons_1918.rules.advance import AdvanceOrders
from grognard.games.soissons_1918.rules.combat import CombatOrders
from grognard.games.soissons_1918.rules.maneuver import ManeuverOrders
from grognard.games.soissons_1918.rules.stacking import room_for
from grognard.games.soissons_1918.rules.victory import count
from grognard.games.soissons_1918.setting import ENTENTE, GERMAN, SoissonsSetting
from grognard.games.soissons_1918.state import Order
from grognard.rules.drilling import Answer, DrillEvaluation, or_end
from grognard.rules.going_back import WaysBack
from grognard.rules.masks import cells_of
from grognard.rules.orders import END, Placing, UnitOrders


class SoissonsDrill(Moves):
    """The answers of one side in one position."""

    # -- set-up and arrivals (3.1, 17.1) --

    def place(self, decision: Placing[Soissons]) -> Answer:
        unit, verb = decision.units()[0], decision.verbs()[0]
        cells = cells_of(decision.cells(unit)[verb])
        if verb == "enter":
            return Action(verb, (unit, max(cells, key=lambda cell: self.arrival(unit, cell)))), "where it is needed"
        setting = self.g.setting
        printed = [setting.cell_named(e.cell) for e in setting.plan.setup if setting.unit_named(e.id) == unit]
        far = setting.grid.distances((printed or cells)[0])
        return Action(verb, (unit, min(cells, key=lambda cell: far[cell]))), "as the scenario suggests"

    def arrival(self, unit: int, cell: int) -> float:
        """17.3: on a road; for the Entente near the headquarters, for the German near the goals where he is thin."""
        g, setting = self.g, self.g.setting
        far = setting.grid.distances(cell)
        total = (3.0 if setting.road_steps.forth.of(1 << cell) else 0.0) - 2.0 * len(g.fighters_at(cell))
        if setting.side[unit] == ENTENTE:
            hq = g.headquarters_of(unit)
            return total - (far[g.state.loc[hq]] if hq >= 0 and g.state.loc[hq] >= 0 else 0)
        thin = sum([1.0 / (1 + far[g.state.loc[u]]) for u in g.on_map(GERMAN) if setting.infantry[u]])
        return total + 0.5 * self.pull[cell] - 1.5 * thin

    # -- tanks (5.4) --

    def tank(self, action: Action) -> float:
        """To divisions that make more use of it; a tank group that goes with one does not go to and fro."""
        if not action.args:
            return 0.0
        g, (tank, unit) = self.g, (action.number(0), action.number(1))
        here = self.use_of_tanks(unit)
        if g.state.loc[tank] >= 0:
            carrier = next(u for u in g.on_map(ENTENTE) if g.state.tank[u] == tank)
            return here - self.use_of_tanks(carrier) - 0.5
        printed = [e.id for e in g.setting.plan.setup if e.tank == g.name(tank)]
        return here + (1.0 + 3.0 * (g.setting.units[unit].id in printed) if g.state.phase == "deployment" else 0.0)

    def use_of_tanks(self, unit: int) -> float:
        """5.4.2: strong, in good order, about to attack, on open ground."""
        g = self.g
        hindered = g.setting.ravines | g.setting.woods
        total = 0.1 * g.state.steps[unit] + 0.3 * (g.enemy_beside(unit) & ~hindered).bit_count()
        total -= 0.5 * g.state.disruption[unit] + 2.0 * g.is_spent(unit)
        return total + bool(g.state.order[unit]) - 0.3 * max(0, self.far[g.state.loc[unit]] - 1)

    # -- combat (16.4) --

    def lose(self, action: Action) -> float:
        return -self.values.point(self.g, action.number()) - 0.01 * self.g.state.steps[action.number()]

    def lead(self, action: Action) -> float:
        """16.4.2, 16.4.4: stars and good order first, then whoever bears the loss best."""
        g, unit = self.g, action.number()
        ground = 0.0
        if not g.is_phasing(unit):
            ground = float(g.setting.shelter >> g.state.loc[unit] & 1) - 0.7 * min(g.state.disruption[unit], 4)
        return g.setting.units[unit].stars + ground - self.values.point(g, unit)

    def bargain(self, action: Action) -> float:
        """16.4.11: X is 2 where a point of theirs is worth more than one of ours."""
        g = self.g
        own = [self.values.point(g, u) for u in g.on_map(g.phasing) if g.state.fought[u]]
        foes = [self.values.point(g, u) for u in g.on_map(g.other) if g.state.struck[u]]
        return int(action.word()) * (max(foes, default=0.2) - max(own, default=0.2))

    # -- fallbacks and retreats (13.0, 16.5) --

    def go_back(self, decision: UnitOrders[Soissons]) -> Answer:
        """Forced ways back by the best place; others where staying costs more."""
        kind = "retreat" if "retreat" in decision.verbs() else "fallback"
        if "end" not in decision.verbs() or not decision.may_end():
            units = [u for u in decision.units() if decision.cells(u)[kind]]
            unit = max(self.bound(units) or units, key=lambda u: (self.g.state.steps[u], -u))
            return Action(kind, (unit, self.best_end(unit, decision.cells(unit)[kind]))), "has to fall back"
        if self.side == ENTENTE:
            return END, "stands"
        found = [action for unit in decision.units() for action in self.leaves(decision, unit)]
        return or_end(found, "gives ground to save men", "stands")

    def bound(self, units: Sequence[int]) -> list[int]:
        """Those who must go: isolated units and headquarters in contact (13.1)."""
        g = self.g
        lone = self.values.isolated(g, g.ground(), self.side)
        return [u for u in units if lone >> g.state.loc[u] & 1 or u in g.state.moving
                or (g.setting.hq[u] and g.in_enemy_zone(u))]

    def best_end(self, unit: int, cells: int) -> int:
        """The end of a way back that is worth most, with room for the unit if there is such a hex (10.0)."""
        cells = room_for(self.g, (unit,), cells) or cells
        if self.g.setting.hq[unit]:
            return max(cells_of(cells), key=lambda c: self.post(unit, c))
        far = self.g.setting.grid.distances(self.g.state.loc[unit])
        near = sorted(cells_of(cells), key=lambda c: (far[c], c))[: self.w.ends_looked_at[self.careful]]
        return max(near, key=lambda c: (self.end_worth(unit, c), -c))

    def end_worth(self, unit: int, cell: int) -> float:
        """Short ways before long ones; remnants to each other, for two make a regiment (5.5.2)."""
        g, remnant = self.g, self.g.setting.remnant
        meets = remnant[unit] and any(remnant[u] for u in g.fighters_at(cell))
        far = g.setting.grid.distance(g.state.loc[unit], cell)
        there = self.worth(unit, cell, g.ground_if((unit,), cell))
        return there - self.w.way_back_hex * far + self.w.remnants_meet * meets

    def leaves(self, decision: UnitOrders[Soissons], unit: int) -> list[Action]:
        """13.1: a German leaves contact where what is coming costs more than the ground."""
        g, w, here = self.g, self.w, self.g.state.loc[unit]
        if g.setting.hq[unit] or not g.in_enemy_zone(unit):
            return []
        threat, tired = self.threat(here) * self.posture.caution * 2, g.is_night * min(g.state.disruption[unit], 3)
        cells = room_for(g, (unit,), decision.cells(unit)["fallback"]) if threat > w.staying_margin or tired else 0
        if not cells:
            return []
        cell = self.best_end(unit, cells)
        price = self.worth(unit, here, g.ground()) - self.end_worth(unit, cell)
        price += w.back_again * g.state.retreated[unit] - w.night_rest * tired
        return [Action("fallback", (unit, cell))] if price + w.staying_margin < threat else []

    def threat(self, cell: int) -> float:
        """What the attacks that are ordered against a hex cost us, or those that could be ordered now."""
        g, found = self.g, [0.0]
        around, waits = g.setting.around[cell], g.state.phase == "fallback-1"
        beside = [u for u in g.on_map(ENTENTE) if g.setting.infantry[u] and around >> g.state.loc[u] & 1]
        fit = [u for u in beside if not g.is_shocked(u) and not g.is_spent(u) and not g.state.retreated[u]]
        prepared = [u for u in fit if g.state.order[u] == Order.PREPARE or waits]
        probing = [u for u in fit if g.state.order[u] == Order.LOW and g.state.aim[u] == cell]
        for units, assault in ((prepared, not waits), (probing, False)):
            strongest = tuple(sorted(sorted(units, key=lambda u: -g.state.steps[u])[: self.w.most_attackers]))
            found.append(self.prospect((cell,), strongest, assault, int(assault), 0.1).worth)
        return max(found)

    def conversion(self, decision: Decision) -> Answer:
        """16.5.3: a loss is turned into a retreat where the ground costs less, or goes with the last point anyway."""
        for action in decision.all_actions():
            if action.verb == "convert":
                units = self.g.fighters_at(action.number())
                if sum([self.g.state.steps[u] for u in units]) == 1:
                    return action, "saves its last point"
                saved = max([self.values.point(self.g, u) for u in units]) + 0.5 * self.threat(action.number())
                if saved > self.price(action.number(), units):
                    return action, "trades ground for men"
        return Action("hold"), "holds its ground"

    def price(self, cell: int, units: Sequence[int]) -> float:
        """What leaving a hex costs: a German goes two hexes back along his line of retreat."""
        now = self.g.ground()
        line = self.g.setting.east.lines[cell] if self.side == GERMAN else ()
        gone = now.moved(self.side, 1 << cell, 1 << line[1] if len(line) >= 2 else 0)
        again = self.w.back_again * any(self.g.state.retreated[u] for u in units)
        return self.ground(now) - self.ground(gone) + (self.w.hex_left if self.side == ENTENTE else 0.0) + again

    # -- the night (5.3, 5.5) --

    def withdraw(self, action: Action) -> float:
        """5.3: a Spent division costs a point at the end; it stays only where a town would be lost with it."""
        return 1.0 - self.incorporate(action)

    def incorporate(self, action: Action) -> float:
        """5.5.1: what the German gains where a unit leaves the line."""
        g = self.g
        return self.values.standing(g, g.ground()) - self.values.standing(g, g.ground_if((action.number(),), -1))

    def reform(self, action: Action) -> float:
        return 1.0 + self.g.setting.units[action.number()].stars

    def assign(self, action: Action) -> float:
        """17.2: to the nearest headquarters."""
        unit, hq = action.number(0), action.number(1)
        return -float(self.g.setting.grid.distance(self.g.state.loc[unit], self.g.state.loc[hq]))

    answers = {
        ManeuverOrders: Moves.maneuver, CombatOrders: Moves.declare, AdvanceOrders: Moves.advance, WaysBack: go_back,
        Placing: place, "bombard": Moves.fire, "barrage": Moves.fire, "conversion": conversion,
    }
    likings = {
        "attach": tank, "shift": tank, "lead": lead, "lose": lose, "losses": bargain, "assign": assign,
        "reform": reform, "remove": incorporate, "withdraw-unit": withdraw, "hold": 0.1,
    }


class SoissonsEvaluation(DrillEvaluation[SoissonsSetting, Soissons]):
    planned_at = ManeuverOrders
    weights = Weights
    drill = SoissonsDrill
    scorer = ENTENTE

    def __init__(self, game: Game, setting: SoissonsSetting) -> None:
        super().__init__(game, setting)
        w: Weights = self.manners.weights
        self.values = Values(setting, w, w.expected)
        self.staff_values = (Values(setting, w, w.patient), Values(setting, w, w.expected, pins=True))
        """How the careful staff of either side sees the ground."""

    def step_worth(self, position: Soissons, unit: int) -> float:
        return self.values.point(position, unit)

    def counted(self, position: Soissons) -> float:
        """3.3.2: the Entente's points."""
        return float(sum([points for points, *_ in count(position)]))

    def worths(self, side: int, careful: bool) -> Values:
        return self.staff_values[side] if careful else self.values
