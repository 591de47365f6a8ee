"""What the guns do (module 6), and where mines and aircraft strike; for bots, no rule depends on it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from grognard.engine import Action, Choice
from grognard.games.somme_1916.evaluation.assault import AssaultTables, fire_factors, prospect, shot_at
from grognard.games.somme_1916.evaluation.values import DISORDER, UNREST, Values
from grognard.games.somme_1916.position import Somme
from grognard.games.somme_1916.rules.assault.strengths import fire_factor, is_arm_of_assault
from grognard.games.somme_1916.rules.bombardment.guns import (
    in_the_open,
    off_map_factors,
    reach_of,
    ready_guns,
    terrain_row,
)
from grognard.games.somme_1916.rules.bombardment.phase import BombardDecision, factors_of, joining_guns
from grognard.games.somme_1916.rules.bombardment.results import modifiers
from grognard.games.somme_1916.rules.commitment import committed
from grognard.games.somme_1916.rules.defensive_fire import ready
from grognard.games.somme_1916.setting import SommeSetting
from grognard.games.somme_1916.terms import ALLIED, DISRUPTED, GOOD_ORDER, SUPPRESSED
from grognard.rules.arithmetic import total
from grognard.rules.masks import cells_of

END, FIRE, PASS = Action("end"), Action("fire"), Action("pass")
GUN = 0.12
"""What a factor must bring at least that joins others, which could fire elsewhere."""
ENOUGH = 4
"""Counter-battery Fire of this many modified factors hits in two cases of three."""


class Salvo(NamedTuple):
    """A bombardment thought of."""

    worth: float
    target: int
    guns: tuple[int, ...]


class Gunner:
    """Chooses bombardments of one side in one position."""

    def __init__(
        self, g: Somme, values: Values, side: int, careful: bool = False, tables: AssaultTables | None = None,
    ) -> None:
        self.g = g
        self.values = values
        self.side = side
        self.tables = tables
        """With them, what a result does for the Assault that follows is worked out."""
        self.careful = careful
        """Whether Counter-battery Fire is reckoned with, and factors are spread over many targets."""
        self._results: dict[int, dict[str, float]] = {}
        self._silenced: dict[int, float] = {}

    def interest(self, target: int) -> float:
        """How much an Assault on a square is in the air in this turn: 1 if somebody stands ready beside it."""
        g, side = self.g, self.side
        ready = 0
        for cell in cells_of(g.setting.path_around[target] & g.occupied(side)):
            ready += sum(
                g.setting.side[u] == side and is_arm_of_assault(g, u) and g.state.status[u] == GOOD_ORDER
                for u in g.stack[cell]
            )
        if ready:
            return min(1.0, 0.7 + 0.15 * ready) * self.values.take(g, target)
        return 0.0

    def worths(self, target: int) -> dict[str, float]:
        """What each result of the table is worth against a square (6.5.1)."""
        found = self._results.get(target)
        if found is not None:
            return found
        g = self.g
        units = in_the_open(g, target, self.side)
        step = self.values.step(g)
        fresh = [u for u in units if g.state.status[u] == GOOD_ORDER]
        real = sum(self.values.steps(g, u) for u in units)
        fighters = sum(is_arm_of_assault(g, u) or g.setting.guns[u] for u in fresh)
        interest = self.interest(target) if self.side == ALLIED else 0.5 * self.interest(target)
        # A last step may be taken by Disruption instead (6.5.1).
        one = step if real > 1 else DISORDER
        disrupted = DISORDER * fighters + (0.35 * interest + 0.25 if fresh else 0.0)
        suppressed = UNREST * fighters + (0.3 * interest + 0.2 if fresh else 0.0)
        interdicted = 0.1 + 0.2 * interest if not g.is_interdicted(target) else 0.0
        if self.tables is not None:
            better = self.gains(target, units)
            disrupted = 0.3 * fighters + better["D"] if fresh else 0.0
            suppressed = 0.2 * fighters + better["S"] if fresh else 0.0
            interdicted = 0.05 + better["I"] if not g.is_interdicted(target) else 0.0
        found = {
            "-": 0.0, "I": interdicted, "S": suppressed, "D": disrupted, "ST": one,
            "2ST": one + step * (real > 2) + 0.3, "3ST": one + step * max(0, min(2, real - 2)) + 0.4,
        }
        self._results[target] = found
        return found

    def gains(self, target: int, units: Sequence[int]) -> dict[str, float]:
        """What an Assault on a square promises more when the defenders have lost their order."""
        g, state = self.g.copy(), self.g.state
        attackers = self.attackers(g, target)
        if not attackers or self.tables is None:
            return dict.fromkeys("DSI", 0.0)
        now = self.promise(g, attackers, target)
        found = {}
        for word, status in (("D", DISRUPTED), ("S", SUPPRESSED)):
            for unit in units:
                g.set_status(unit, max(status, state.status[unit]))
            found[word] = self.values.weights.likely * max(0.0, self.promise(g, attackers, target) - max(now, 0.0))
        for unit in units:
            g.set_status(unit, state.status[unit])
        g.interdict(target, self.side)
        found["I"] = self.values.weights.likely * max(0.0, self.promise(g, attackers, target) - max(now, 0.0))
        return found

    def attackers(self, g: Somme, target: int) -> list[int]:
        """The two strongest of one nation near a square, put beside it in a scratch position."""
        near = g.setting.grid.distances(target)
        able = [
            u for u in g.on_map(self.side)
            if near[g.state.loc[u]] <= 3 and g.setting.infantry[u] and g.good_order(u) and not g.is_engaged(u)
        ]
        able.sort(key=lambda u: (near[g.state.loc[u]] > 1, -g.attack(u), u))
        found = [u for u in able if g.setting.nation[u] == g.setting.nation[able[0]]][:2]
        squares = cells_of(g.setting.path_around[target] & ~g.occupied(1 - self.side))
        for unit in found:
            if near[g.state.loc[unit]] > 1 and squares:
                g.state.loc[unit] = squares[0]
        return found

    def promise(self, g: Somme, attackers: Sequence[int], target: int) -> float:
        assert self.tables is not None
        fire = fire_factors(g, target)
        return max(
            prospect(g, self.values, self.tables, attackers, target, over=over, fire=fire, pips=1).worth
            for over in (False, True)
        )

    def mean(self, target: int, guns: Sequence[int], off_map: bool = False) -> float:
        """The mean worth of a bombardment by these guns; below zero where they are too few."""
        g = self.g
        table = g.setting.bombardment
        factors: float = sum(g.attack(u) for u in guns) + (off_map_factors(g) if off_map else 0)
        row = terrain_row(g, target, self.side)
        if not table.column(row, int(factors)):
            return -1.0
        drm = total(modifiers(g, guns, self.side, target, off_map))
        cost = 0.0
        if self.careful:
            chances = self.silenced(guns)
            factors -= sum(g.attack(u) * chance for u, chance in chances.items())
            cost = self.values.weights.shaken_gun * sum(chances.values())
        column = table.column(row, int(factors + 0.5))
        if not column:
            return -cost
        worths = self.worths(target)
        return sum(worths[table.result(column, die + drm)] for die in range(1, 7)) / 6 - cost

    def silenced(self, guns: Sequence[int]) -> dict[int, float]:
        """6.4: how likely each of these guns is Disrupted before it fires."""
        state = self.g.state
        squares = {state.loc[u] for u in guns} - set(state.answered)
        share = 1.0 / max(1, len(squares))
        return {u: share_of(self.answer(state.loc[u]), share) for u in guns if state.loc[u] in squares}

    def answer(self, cell: int) -> float:
        """The chance that the enemy's guns hit a gun in a square, with about two of them."""
        found = self._silenced.get(cell)
        if found is None:
            g, other = self.g, 1 - self.side
            near = [u for u in ready_guns(g, other) if reach_of(g, u) >> cell & 1]
            strong = sorted((factors_of(g, u) - drm_of(g, [u], other) for u in near), reverse=True)
            chance = max(0.0, min(1.0, sum(strong[:2]) / 6))
            found = self._silenced[cell] = self.values.weights.answered * chance
        return found

    def price(self, guns: Sequence[int], gun: float) -> float:
        return gun * sum(self.g.attack(u) for u in guns)

    def salvo(self, target: int, guns: Sequence[int], base: Sequence[int] = (), gun: float = GUN) -> Salvo:
        """The guns that make the best of a target, added one by one."""
        g = self.g
        chosen = list(base)
        left = sorted((u for u in guns if u not in chosen), key=lambda u: (-g.face(u).range, -g.attack(u), u))
        worth = self.mean(target, chosen) - self.price(chosen, gun) if chosen else -1.0
        best = Salvo(worth, target, tuple(chosen))
        for unit in left:
            chosen.append(unit)
            worth = self.mean(target, chosen) - self.price(chosen, gun)
            if worth > best.worth:
                best = Salvo(worth, target, tuple(chosen))
        return best

    def bombard(self, decision: BombardDecision) -> Action:
        """6.1: the next bombardment, as long as one promises something."""
        g = self.g
        for gun in (self.values.weights.gun, self.values.weights.spare_gun):
            best: Salvo | None = None
            for target in cells_of(decision.feasible & g.occupied(1 - self.side)):
                guns = [u for u in decision.guns if reach_of(g, u) >> target & 1]
                found = self.salvo(target, guns, gun=gun)
                if found.guns and (best is None or found.worth > best.worth):
                    best = found
            if best is not None and best.worth > 0.0:
                return Action("bombard", (best.target, best.guns[0]))
        return END

    def join(self, decision: Choice) -> Action:
        """6.3.1: more guns for the bombardment under way."""
        g = self.g
        target, firing = g.state.target, tuple(g.state.firing)
        able = [a.number() for a in decision.options if a.verb == "join"]
        if not firing:
            return FIRE if FIRE in decision.options else decision.options[0]
        ready = [u for u in joining_guns(g, self.side, target) if u in able]
        found = self.salvo(target, ready, firing)
        if self.mean(target, found.guns) < 0:
            found = self.salvo(target, ready, firing, self.values.weights.spare_gun)
        more = [u for u in found.guns if u not in firing]
        if more:
            return Action("join", (more[0],))
        if FIRE in decision.options:
            return FIRE
        return decision.options[0]


def counter_battery(g: Somme, decision: Choice, side: int) -> Action:
    """6.4: guns that answer have nothing better to do in the enemy's phase; few are enough for each square."""
    joins = [a.number() for a in decision.options if a.verb == "join"]
    if not joins:
        return FIRE if FIRE in decision.options else decision.options[0]
    joined = [] if PASS in decision.options else joined_already(g, joins, side)
    factors = sum(factors_of(g, u) for u in joined) - drm_of(g, joined, side)
    best = min(joins, key=lambda u: (abs(ENOUGH - factors - factors_of(g, u) + drm_of(g, [u], side)), u))
    more = factors_of(g, best) - drm_of(g, [best], side)
    if FIRE in decision.options and (factors >= ENOUGH or factors + more > ENOUGH + 2):
        return FIRE
    return Action("join", (best,))


def defensive_fire(g: Somme, values: Values, tables: AssaultTables, decision: Choice) -> Action:
    """10.2: first at the attack that the fire of all who reach it hurts most; nobody fires twice."""
    step = values.step(g)
    best: tuple[float, int] | None = None
    for target in [shot.number() for shot in decision.options if shot.verb == "shoot"]:
        attackers = committed(g, target)
        factors = sum(fire_factor(g, u) for u in ready(g, target))
        shot = shot_at(g, tables, attackers, factors, sum(g.state.over[u] == 1 for u in attackers))
        avoided = max(0.0, prospect(g, values, tables, attackers, target).worth)
        worth = shot.steps * step + shot.back * avoided + shot.disrupted * DISORDER * len(attackers)
        if best is None or worth > best[0]:
            best = (worth, target)
    return Action("shoot", (best[1],)) if best is not None else END


def share_of(chance: float, share: float) -> float:
    """Of several squares that fire together not all are answered in full."""
    return chance * min(1.0, 2 * share) if share < 1.0 else chance


def drm_of(g: Somme, guns: Sequence[int], side: int) -> int:
    return total(modifiers(g, guns, side, None, off_map=False))


def joined_already(g: Somme, joins: Sequence[int], side: int) -> list[int]:
    """The guns that answer already: ready, in range of the square that is answered, and no longer asked."""
    state = g.state
    squares = sorted({state.loc[u] for u in state.firing} - set(state.answered) - set(state.engaged))
    ready = ready_guns(g, side)
    for cell in squares:
        near = [u for u in ready if reach_of(g, u) >> cell & 1]
        if set(joins) <= set(near):
            return [u for u in near if u not in joins]
    return []


def strike(g: Somme, values: Values, cells: Sequence[int], side: int) -> int | None:
    """Where a mine or an aircraft does most: the square whose loss of order helps most."""
    gunner = Gunner(g, values, side)
    best: tuple[float, int] | None = None
    for cell in cells:
        if not in_the_open(g, cell, side):
            continue
        worths = gunner.worths(cell)
        worth = (worths["ST"] + worths["D"] + worths["S"] + worths["I"]) / 4
        if best is None or worth > best[0]:
            best = (worth, cell)
    return best[1] if best is not None else None


def reach_values(setting: SommeSetting, targets: dict[int, float], distance: int) -> list[float]:
    """For every square what a gun of that range could fire at from there."""
    found = [0.0] * len(setting.grid.ids)
    for target, worth in targets.items():
        for cell in cells_of(setting.within(target, distance)):
            found[cell] += worth
    return found
