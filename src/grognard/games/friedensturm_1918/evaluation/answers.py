"""Small questions: leads, guns, losses, markers, aircraft, bridges; for bots, no rule depends on them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property

from grognard.engine import Action, Decision
from grognard.games.friedensturm_1918.evaluation.fights import STRONGEST, Fights
from grognard.games.friedensturm_1918.evaluation.lifeline import command_of
from grognard.games.friedensturm_1918.evaluation.moves import Moves
from grognard.games.friedensturm_1918.evaluation.values import Values
from grognard.games.friedensturm_1918.position import Friedensturm
from grognard.games.friedensturm_1918.rules.artillery import fire
from grognard.games.friedensturm_1918.rules.fight import Combat
from grognard.games.friedensturm_1918.rules.retreat import is_hot
from grognard.rules.drilling import best_of
from grognard.rules.masks import cells_of, mask
from grognard.rules.orders import END
from grognard.rules.rivers import pairs

SAVED_GUN = 0.25
"""The hit points that a gun must bring to be used in a combat."""

OWN_BANK = 3
"""No bridge goes down that men of ours on the enemy's side are this near to."""
LAST_RESORT = -3.0
"""For ways of retreat that leave a stack too full, or apart."""


class Answers:
    """The reflexes of one side in one position."""

    def __init__(self, g: Friedensturm, values: Values, side: int, find_moves: Callable[[], Moves]) -> None:
        self.g = g
        self.values = values
        self.side = side
        self.find_moves = find_moves

    @cached_property
    def moves(self) -> Moves:
        """The lie of the land; most questions do not need it."""
        return self.find_moves()

    def answer(self, decision: Decision) -> Action:
        return max(decision.all_actions(), key=self.liking)

    def liking(self, action: Action) -> float:
        """How gladly an answer is given; 0 for those that leave things as they are."""
        g, verb = self.g, action.verb
        if verb == "lose":
            return -self.missed(action.number())
        if verb in ("disorganise", "panic", "eliminate"):
            unit = action.number()
            sign = 1.0 if g.setting.side[unit] != self.side else -1.0
            leads = 20.0 * (g.morale(unit) >= g.setting.limits["attack-morale"])    # 12.2.3
            return sign * (leads + g.attack(unit) + g.defence(unit))
        if verb == "lead":
            unit = action.number()
            return g.lead_morale(unit) + 0.5 * g.is_elite(unit) - 0.1 * self.missed(unit)
        if verb == "activate":
            return self.effort(action.number())
        if verb == "assign" and g.state.phase == "deployment":
            return self.storm(action.number(1))
        if verb in ("exploit", "strip", "engage", "reserve"):
            return 1.0 + g.attack(action.number())
        if verb == "use":
            return 1.0
        if verb == "retreat":
            return self.way_back(action.number())
        if verb == "displace":
            return float(self.moves.far[action.number(1)])
        if verb == "station":
            return 1.0 + 0.1 * min(self.moves.far[g.state.loc[action.number(1)]], 6)
        if verb == "misdirect":
            unit, cell = action.number(0), action.number(1)
            return self.moves.keep[g.state.loc[unit]] - self.moves.keep[cell] + self.moves.take[cell]
        if verb in ("blow", "repair"):
            return self.bridge(verb, action.numbers(0))
        if verb in ("detach", "stop"):
            return LAST_RESORT
        return -0.5 if verb in ("mark", "assign", "deploy", "lift") else 0.0

    def bridge(self, verb: str, pair: Sequence[int]) -> float:
        """11.2.5: down before the enemy, never behind men of ours or on their line of command (9.1); up to attack."""
        g = self.g
        attacks = g.initiative == self.side
        if verb == "repair":
            without = [cell for other in pairs(g.state.blown) if other != tuple(pair) for cell in other]
            return 1.0 if attacks or self.led(without) > self.led(g.state.blown) else -1.0
        if attacks or self.led([*g.state.blown, *pair]) < self.led(g.state.blown):
            return -1.0
        there, here = sorted(pair, key=lambda cell: self.moves.far[cell])
        near, far = g.setting.grid.distances(there), g.setting.grid.distances(here)
        return -1.0 if any(near[c] <= OWN_BANK and near[c] < far[c] for c in self.moves.place_of.values()) else 1.0

    def led(self, blown: Sequence[int]) -> int:
        """How many hexes of our men a headquarters would command with some bridges down."""
        hqs = mask([self.g.state.loc[u] for u in self.g.headquarters(self.side)])
        return (command_of(self.g, self.side, hqs, blown) & self.g.fighting[self.side]).bit_count()

    def way_back(self, cell: int) -> float:
        """12.3: out of enemy zones, where there is room, before what is ours; 13.0: an enemy is led the other way."""
        g = self.g
        owner = g.phasing if g.state.phase == "disengagement" else self.side
        around = cells_of(g.setting.around[cell])
        room = g.setting.limits["stacking"] - g.stacked(g.combat_at(cell))
        worth = sum([0.03 for c in around if not is_hot(g, owner, c)]) + 0.05 * min(room, 3)
        worth += 0.05 * self.values.pull(g, owner, held=True)[cell] - is_hot(g, owner, cell)
        return worth if owner == self.side else -worth

    def missed(self, unit: int) -> float:
        """What a step costs: strength on the map, and all of it with the last one."""
        g = self.g
        if not g.setting.combat[unit]:
            return 1.2
        left, full = g.state.steps[unit], g.at_full_strength(unit)
        if left == 1:
            return 1.5 + 0.2 * g.attack(unit)
        return (0.3 + 0.25 * (g.attack(unit) - g.setting.units[unit].attack2)) if full else 0.2

    def storm(self, regiment: int) -> float:
        """Scenario 3: to regiments before the enemy that can lead."""
        g = self.g
        return 2.0 * bool(g.enemy_beside(regiment)) + 0.2 * g.attack(regiment) + self.moves.take[g.state.loc[regiment]]

    def effort(self, gun: int) -> float:
        """8.0: army artillery where many can attack, and where that leads somewhere."""
        g, setting = self.g, self.g.setting
        near = setting.within(g.state.loc[gun], setting.units[gun].range2)
        units = [u for u in setting.combat_of[self.side] if g.state.loc[u] >= 0]
        men = sum([g.attack(u) for u in units if near >> g.state.loc[u] & 1])
        enemies = (near & self.moves.rings[0]).bit_count()
        return 1.0 + 0.05 * men + 0.3 * min(enemies, 6) + 0.5 * self.moves.take[g.state.loc[gun]]

    # -- guns (12.2.2) --

    def guns(self, decision: Decision) -> Action:
        """Steps 2 to 4: what brings most hit points more than the enemy's."""
        fights, c = Fights(self.g, self.values), Combat.under_way(self.g)
        least = self.balance(c, fights, self.side, None) + (0.0 if decision.kind == "counter-battery" else SAVED_GUN)
        named = [action for action in decision.all_actions() if action != END]
        return best_of([(self.balance(c, fights, self.side, action), action) for action in named], least) or END

    def balance(self, c: Combat, fights: Fights, side: int, action: Action | None) -> float:
        """The mean hit points of our bombardment less those of theirs, with one gun more or set otherwise."""
        g = self.g
        ours = sum([fire(g, u) for u in c.guns[side]]) - sum([fire(g, u) for u in c.counter[1 - side]])
        theirs = sum([fire(g, u) for u in c.guns[1 - side]]) - sum([fire(g, u) for u in c.counter[side]])
        if action is not None:
            gun = action.number()
            if action.verb == "support":
                ours += fire(g, gun)
            else:
                theirs -= fire(g, gun)
                ours -= fire(g, gun) if gun in c.guns[side] else 0
        return fights.mean_shells(min(ours, STRONGEST)) - fights.mean_shells(min(theirs, STRONGEST))

    # -- aircraft (17.0) --

    def fly(self, decision: Decision, units: Sequence[int]) -> Action:
        """Over the combat that matters most: support first; a second unit observes."""
        g, targets = self.g, self.moves.targets
        flown = {g.state.loc[u] for u in g.setting.air_of[self.side] if g.state.mission[u] > 1}
        if self.side == g.phasing:
            worths = {cell: self.moves.battle(target, target.attack) for cell, target in targets.items()}
        else:
            cells = cells_of(g.fighting[self.side] & self.moves.rings[1])
            worths = {c: 0.01 * self.moves.threat(c) + 0.1 * self.values.prizes.get(c, 0.0) for c in cells}
        wanted = sorted([c for c in worths if worths[c] > 0.0 and c not in flown], key=lambda c: -worths[c])
        ways = (Action("assist", (unit, cell)) for cell in wanted for unit in units)
        return next((action for action in ways if decision.check(action)), END)
