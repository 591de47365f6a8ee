"""The map as a commander sees it: where the enemy is, what he can do, what is worth going for.

Everything is kept in victory points. Influence is computed once for a phase; what depends on the own
units (cover, commitments to an attack) is kept up as the plan places them.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Sequence
from functools import cached_property, lru_cache

import msgspec

from grognard.engine import Position
from grognard.evaluation import Evaluation, Posture
from grognard.grid import Grid

FAR = 99
DECAY = 0.78
"""How fast the pull of an objective fades with each cell."""
COVER = 0.05
"""What it is worth to lay a zone on a cell before the enemy that nobody else covers."""
SHAKEN = 0.12
"""What it costs when a unit is disrupted or the like."""
CROWD = 3
"""How many attackers at once count in a threat; more seldom find room."""


@lru_cache(maxsize=4096)
def distances(grid: Grid, cell: int) -> tuple[int, ...]:
    """The distance of every cell from one."""
    return tuple(grid.distance(cell, other) for other in range(len(grid.ids)))


@lru_cache(maxsize=65536)
def around(grid: Grid, cell: int, radius: int) -> tuple[int, ...]:
    """The cells within a distance, the cell itself included."""
    return tuple(other for other, distance in enumerate(distances(grid, cell)) if distance <= radius)


@lru_cache(maxsize=4096)
def fading(grid: Grid, cell: int) -> tuple[float, ...]:
    """How the pull of an objective fades over the map."""
    return tuple(DECAY**distance if distance < 14 else 0.0 for distance in distances(grid, cell))


@lru_cache(maxsize=256)
def pull_of(grid: Grid, goals: tuple[tuple[int, float], ...]) -> tuple[float, ...]:
    """The pull of some objectives together over the map."""
    pull = [0.0] * len(grid.ids)
    for goal, worth in goals:
        pull = [p + worth * f for p, f in zip(pull, fading(grid, goal), strict=True)]
    return tuple(pull)


@lru_cache(maxsize=256)
def distance_from(grid: Grid, cells: frozenset[int]) -> tuple[int, ...]:
    """The distance of every cell from the nearest of some."""
    found = [FAR] * len(grid.ids)
    for cell in cells:
        found[cell] = 0
    queue = deque(sorted(cells))
    while queue:
        cell = queue.popleft()
        for near in grid.neighbours[cell]:
            if found[near] == FAR:
                found[near] = found[cell] + 1
                queue.append(near)
    return tuple(found)


@lru_cache(maxsize=64)
def threats_of(grid: Grid, enemies: tuple[tuple[int, int, float], ...]) -> dict[int, list[float]]:
    """For each cell the factors of those that can reach it, the largest first: of enemies by cell, reach and factor."""
    found: dict[int, list[float]] = {}
    for here, reach, power in enemies:
        if power > 0:
            for cell in around(grid, here, reach):
                found.setdefault(cell, []).append(power)
    for powers in found.values():
        powers.sort(reverse=True)
    return found


class Target:
    """An enemy stack: its defence, what a step of it and its ground are worth, who is set on it."""

    __slots__ = ("attack", "cell", "committed", "defence", "push", "stays", "step", "steps")

    def __init__(self, cell: int, defence: float, step: float, steps: int, push: float) -> None:
        self.cell = cell
        self.defence = defence
        self.step = step
        self.steps = steps
        self.push = push
        self.attack = 0.0
        """The factors set on it so far, where attackers add them."""
        self.stays = 1.0
        """How likely it stands after the attacks set on it so far, where each is fought by itself."""
        self.committed: list[int] = []


class Battlefield:
    def __init__(
        self, position: Position, side: str, evaluation: Evaluation, posture: Posture, careful: bool = False
    ) -> None:
        self.careful = careful
        """Whether rest and the end of the game are thought of too."""
        self.last = careful and evaluation.replies(position, side) == 0
        """Whether no enemy turn follows: what is taken now stays taken."""
        if self.last:
            posture = msgspec.structs.replace(posture, caution=0.0, goal=2.0 * posture.goal, pressure=0.0, ground=0.0)
        self.position = position
        self.side = side
        self.evaluation = evaluation
        self.posture = posture
        self.grid = position.setting.grid
        units = position.setting.units
        loc = position.state.loc
        self.own = [u for u, unit in enumerate(units) if unit.side == side and loc[u] >= 0]
        self.enemy = [u for u, unit in enumerate(units) if unit.side != side and loc[u] >= 0]
        self.enemy_at: dict[int, list[int]] = {}
        for unit in self.enemy:
            self.enemy_at.setdefault(loc[unit], []).append(unit)
        self.at: dict[int, list[int]] = {}
        self.cell_of: dict[int, int] = {}
        self.cover: dict[int, int] = {}
        self.enemy_distance = distance_from(self.grid, frozenset(self.enemy_at))
        self.forward = evaluation.forward(side)
        self.goals = dict(evaluation.goals(position, side))
        self.targets = {cell: self._target(cell, there) for cell, there in self.enemy_at.items()}
        self.power = {u: evaluation.attack(position, u) for u in self.own}
        self.step_worth = {u: self.cost_of_step(u) for u in self.own}
        self._rest: dict[int, float] = {}
        self.mates: dict[str, list[int]] = {}
        self.formation = {u: evaluation.formation(position, u) for u in self.own} if evaluation.formation_reach else {}
        for unit, name in self.formation.items():
            if name:
                self.mates.setdefault(name, []).append(unit)
        for unit in self.own:
            self.place(unit, loc[unit])

    # -- fields --

    @cached_property
    def pull(self) -> tuple[float, ...]:
        """The pull of all objectives together; one that is ours and far from the enemy hardly pulls."""
        pulling = (
            (goal, worth)
            for goal, worth in self.goals.items()
            if self.enemy_distance[goal] <= 5 or not self.grid_owner(goal)
        )
        return pull_of(self.grid, tuple(pulling))

    def grid_owner(self, cell: int) -> bool:
        """Whether a cell lies behind our own line: nearer to our units than to the enemy."""
        nearest = min((distances(self.grid, cell)[self.position.state.loc[u]] for u in self.own), default=FAR)
        return nearest <= self.enemy_distance[cell]

    @cached_property
    def threats(self) -> Mapping[int, Sequence[float]]:
        """For each cell the attack factors that the enemy can bring beside it next turn, the largest first."""
        evaluation, loc = self.evaluation, self.position.state.loc
        return threats_of(
            self.grid, tuple((loc[u], evaluation.reach(u) + 1, evaluation.attack(self.position, u)) for u in self.enemy)
        )

    def _target(self, cell: int, there: Sequence[int]) -> Target:
        evaluation, position = self.evaluation, self.position
        step = min(self.cost_of_step(u) for u in there)
        steps = sum(position.state.steps[u] for u in there)
        push = evaluation.push_worth(position, self.side, cell) + 0.5 * self.goals.get(cell, 0.0)
        return Target(cell, evaluation.defence(position, there, cell), step, steps, push)

    def cost_of_step(self, unit: int) -> float:
        """What losing a step costs its owner; with care, by the end of the game."""
        if self.careful:
            return self.evaluation.step_outlook(self.position, unit, self.side)
        return self.evaluation.step_worth(self.position, unit)

    # -- placing own units on the plan --

    def place(self, unit: int, cell: int) -> None:
        self.lift(unit)
        self.cell_of[unit] = cell
        self.at.setdefault(cell, []).append(unit)
        for near in (cell, *self.grid.neighbours[cell]):
            self.cover[near] = self.cover.get(near, 0) + 1

    def lift(self, unit: int) -> None:
        cell = self.cell_of.pop(unit, -1)
        if cell >= 0:
            self.at[cell].remove(unit)
            for near in (cell, *self.grid.neighbours[cell]):
                self.cover[near] -= 1

    def commit(self, unit: int, cell: int) -> None:
        """Count a unit that would stand there among the attackers of its best target."""
        best, target = self.best_battle(unit, cell)
        if target is not None and best > 0:
            _, exchange = self.clash(unit, cell, target)
            target.attack += self.power[unit]
            target.stays *= 1 - exchange[2]
            target.committed.append(unit)

    def uncommit_all(self) -> None:
        for target in self.targets.values():
            target.attack, target.stays, target.committed = 0.0, 1.0, []

    # -- what a place is worth to a unit --

    def clash(self, unit: int, cell: int, target: Target) -> tuple[float, tuple[float, float, float]]:
        """What adding this unit to the attacks on a target is worth, and the exchange (own, theirs, retreat)."""
        evaluation = self.evaluation
        defence = target.defence + evaluation.crossing(cell, target.cell)
        own_step = self.step_worth[unit]
        if evaluation.combines:
            now = evaluation.exchange(target.attack + self.power[unit], defence)
            before = evaluation.exchange(target.attack, defence) if target.attack else None
            loss = now.loss - (before.loss if before else 0.0)
            retreat = now.retreat - (before.retreat if before else 0.0)
            own = now.own_loss - (before.own_loss if before else 0.0)
            worth = loss * target.step + retreat * target.push - own * own_step
            return worth, (own, loss, retreat)
        discord = evaluation.discord(self.position, (*target.committed, unit)) if target.committed else 0.0
        found = evaluation.exchange(self.power[unit] - discord, defence)
        worth = found.loss * target.step + target.stays * found.retreat * target.push
        worth -= found.own_loss * own_step + found.own_shaken * SHAKEN + 0.3 * discord
        return worth, (found.own_loss, found.loss, found.retreat)

    def best_battle(self, unit: int, cell: int) -> tuple[float, Target | None]:
        best, chosen = 0.0, None
        if self.enemy_distance[cell] == 1 and self.power.get(unit, 0.0) > 0:
            for near in self.grid.neighbours[cell]:
                target = self.targets.get(near)
                if target is not None and unit not in target.committed:
                    worth, _ = self.clash(unit, cell, target)
                    if worth > best:
                        best, chosen = worth, target
        return best, chosen

    def exposure(self, position: Position, units: Sequence[int]) -> float:
        """What the enemy's counter-stroke can cost some units where they stand in a later position."""
        assert self.threats is not None  # worked out where the enemy stands now
        now, self.position = self.position, position
        loc = position.state.loc
        total = sum(self.risk(unit, loc[unit]) for unit in units if loc[unit] >= 0)
        self.position = now
        return total

    def risk(self, unit: int, cell: int) -> float:
        """What the enemy's next turn can cost us there: his best attacks that pay for him."""
        powers = self.threats.get(cell)
        if not powers:
            return 0.0
        open_sides = 0
        for near in self.grid.neighbours[cell]:
            if self.enemy_distance[near] <= 3 and not self.at.get(near):
                open_sides += 1
        if not open_sides:
            return 0.0
        evaluation = self.evaluation
        here = [u for u in self.at.get(cell, ()) if u != unit]
        defence = evaluation.defence(self.position, [*here, unit], cell)
        step = self.step_worth[unit]
        push = 0.1 + 0.5 * self.goals.get(cell, 0.0)
        if evaluation.combines:
            found = evaluation.exchange(sum(powers[: min(CROWD, open_sides)]), defence)
            return max(0.0, found.loss * step + found.retreat * push - 0.5 * found.own_loss * step)
        total, stays = 0.0, 1.0
        for power in powers[: min(CROWD, open_sides)]:
            found = evaluation.exchange(power, defence)
            worth = found.loss * step + stays * found.retreat * push - 0.5 * found.own_loss * step
            if worth <= 0:
                break
            total += worth
            stays *= 1 - found.retreat
        return total

    def worth(self, unit: int, cell: int) -> float:
        """What it is worth that a unit ends its move in a cell, the others standing as planned."""
        posture, evaluation = self.posture, self.evaluation
        if not evaluation.in_line(unit):
            return evaluation.post(self.position, unit, cell) - evaluation.misfit(self.position, unit, cell)
        distance = self.enemy_distance[cell]
        goal = 0.0 if self.last and self.at.get(cell) else self.goals.get(cell, 0.0)  # one unit is enough
        total = posture.goal * (0.25 * self.pull[cell] + 0.5 * goal)
        if distance == 1:
            best, _ = self.best_battle(unit, cell)
            total += posture.battle * best
        if distance <= 6:
            total -= posture.caution * self.risk(unit, cell)
        if distance <= 3:
            fresh = sum(
                1
                for near in (cell, *self.grid.neighbours[cell])
                if self.enemy_distance[near] <= 3 and not self.cover.get(near)
            )
            total += posture.line * COVER * fresh
        if self.careful:
            if distance >= 2:
                total += self.rest(unit)
            total -= posture.pressure * max(0, min(distance, 20) - 1)
        elif evaluation.worn(self.position, unit):
            total -= 0.15 * max(0, evaluation.rest_distance - distance)
        elif distance != FAR:
            total -= posture.pressure * max(0, distance - 1)
        if self.forward is not None:
            total += posture.ground * self.forward[cell]
        name = self.formation.get(unit)
        if name:
            total -= self.astray(unit, cell, name)
        return total - evaluation.misfit(self.position, unit, cell)

    def rest(self, unit: int) -> float:
        found = self._rest.get(unit)
        if found is None:
            found = self._rest[unit] = self.evaluation.rest_worth(self.position, unit)
        return found

    def worth_of_arrival(self, unit: int, cell: int) -> float:
        """What it is worth that a unit comes onto the map there."""
        if unit not in self.power:
            self.power[unit] = self.evaluation.attack(self.position, unit)
            self.step_worth[unit] = self.cost_of_step(unit)
        return self.worth(unit, cell)

    def astray(self, unit: int, cell: int, name: str) -> float:
        """What it costs to stand apart from the formation."""
        far = distances(self.grid, cell)
        mates = (mate for mate in self.mates[name] if mate != unit and mate in self.cell_of)
        apart = min((far[self.cell_of[mate]] for mate in mates), default=0)
        return 0.35 * max(0, apart - self.evaluation.formation_reach)
