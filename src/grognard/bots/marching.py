"""Planning a movement phase: where each unit should end, all of them together."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from grognard.bots.battlefield import Battlefield
from grognard.bots.protocol import Budget
from grognard.engine import Action, Decision, Position, Subject
from grognard.evaluation import Evaluation, Posture

STAY = 0.01
"""A unit moves only for more than this."""
SETTLED = 3
"""So often every unit is asked for its last place."""
CURES = 40
"""Where somebody must move, how many moves are looked at closely."""
NEAR = 3
"""Supply is looked at so near to the enemy."""
UNFED = 0.6
"""What it costs to end a move out of supply; with care the game says it."""


Moves = dict[int, dict[int, Action]]
"""For each unit its destinations, with the first action that leads there."""


def listed_moves(decision: Decision, evaluation: Evaluation, subjects: Iterable[Subject]) -> Moves:
    """The moves of some subjects."""
    movers = {verb for verb in decision.verbs() if evaluation.role(verb) == "move"}
    found: Moves = {}
    for subject in subjects:
        for action in decision.actions(subject):
            if action.verb in movers:
                unit, cell = action.args[0], action.args[1]
                assert isinstance(unit, int)
                assert isinstance(cell, int)
                found.setdefault(unit, {}).setdefault(cell, action)
    return found


class March:
    """A plan for a phase: a destination for every unit that should move, in the order of marching."""

    def __init__(
        self,
        position: Position,
        side: str,
        evaluation: Evaluation,
        posture: Posture,
        moves: Moves,
        budget: Budget,
        careful: bool = False,
        settles: bool = False,
    ) -> None:
        self.careful = careful
        """Whether every place is weighed with the gaps that it opens or closes, not only the last ones."""
        self.settles = settles
        """Whether the places of the last turn are chosen by what is counted when the game is over."""
        self.scratch = position.copy()
        self.evaluation = evaluation
        self.side = side
        self.moves = moves
        self.budget = budget
        self.field = Battlefield(self.scratch, side, evaluation, posture, careful)
        self.price = evaluation.gap_worth(side) * posture.line
        self.unfed = evaluation.unfed_worth(side) if careful else UNFED
        self.origin = {unit: position.state.loc[unit] for unit in moves}
        self.goal: dict[int, int] = {}
        self.why: dict[int, str] = {}

    def plan(self, sweeps: int = 1) -> None:
        """Choose place after place, the units nearest to the enemy first; more sweeps choose again."""
        field, loc = self.field, self.scratch.state.loc
        units = [u for u in self.moves if loc[u] >= 0]
        units.sort(key=lambda u: (field.enemy_distance[loc[u]], u))
        for sweep in range(sweeps):
            changed = False
            self.recommit(units)
            for unit in units:
                changed |= self.choose(unit)
            if not changed or (sweep and not self.budget.left):
                break
        self.close_gaps(units)
        if self.settles and self.field.last:
            self.settle(units)

    def recommit(self, undecided: Sequence[int]) -> None:
        """Units that cannot move any more attack from where they are."""
        self.field.uncommit_all()
        waiting = set(undecided)
        for unit in self.field.own:
            if unit not in waiting:
                self.field.commit(unit, self.field.cell_of[unit])

    def choose(self, unit: int) -> bool:
        """Give a unit its best place as things stand; whether that is another than before."""
        field, evaluation = self.field, self.evaluation
        here = field.cell_of[unit]
        field.lift(unit)
        ranked = sorted(
            (
                (field.worth(unit, cell) + (STAY if cell == here else 0.0), -cell)
                for cell in {here, self.origin[unit], *self.moves[unit]}
            ),
            reverse=True,
        )
        self.budget.spend(len(ranked))
        chosen, best, tries = here, -1e9, 0
        for worth, negative in ranked:
            cell = -negative
            if worth <= best:
                break
            if cell != self.scratch.state.loc[unit] and not evaluation.room(self.scratch, unit, cell):
                continue
            evaluation.put(self.scratch, unit, cell)
            if (self.careful or field.enemy_distance[cell] <= NEAR) and not evaluation.fed(self.scratch, unit):
                worth -= self.unfed
            if self.careful:
                worth -= evaluation.torn(self.scratch, unit)
                if self.price:
                    worth -= self.price * len(evaluation.gaps(self.scratch, self.side))
            if worth > best:
                chosen, best = cell, worth
            tries += 1
            if tries >= (8 if self.careful else 4):
                break
        evaluation.put(self.scratch, unit, chosen)
        field.place(unit, chosen)
        field.commit(unit, chosen)
        self.goal[unit] = chosen
        return chosen != here

    def close_gaps(self, units: Sequence[int], limit: int = 12) -> None:
        """Where the line is open, the unit that loses least by it goes there."""
        evaluation, field = self.evaluation, self.field
        price = evaluation.gap_worth(self.side)
        if not price:
            return
        gaps = evaluation.gaps(self.scratch, self.side)
        for _ in range(limit):
            if not gaps:
                return
            best: tuple[float, int, int] | None = None
            near = {n for gap in gaps for n in (gap, *field.grid.neighbours[gap])}
            for unit in units:
                here = field.cell_of[unit]
                for cell in near.intersection(self.moves[unit]):
                    if cell == here or not evaluation.room(self.scratch, unit, cell):
                        continue
                    closed = len(gaps) - self.gaps_with(unit, cell)
                    self.budget.spend()
                    if closed > 0:
                        field.lift(unit)
                        gain = closed * price * field.posture.line + field.worth(unit, cell) - field.worth(unit, here)
                        field.place(unit, here)
                        if self.careful:
                            gain -= self.torn_with(unit, cell)
                        if best is None or gain > best[0]:
                            best = (gain, unit, cell)
            if best is None or best[0] <= 0:
                return
            _, unit, cell = best
            evaluation.put(self.scratch, unit, cell)
            field.place(unit, cell)
            self.goal[unit] = cell
            self.why[unit] = "closes a gap in the line"
            gaps = evaluation.gaps(self.scratch, self.side)

    def settle(self, units: Sequence[int]) -> None:
        """The last turn: every unit is asked again for the place that brings most when the game is counted."""
        evaluation, field, scratch = self.evaluation, self.field, self.scratch
        now = evaluation.closing(scratch, self.side)
        if now is None:
            return
        for _ in range(SETTLED):
            changed = False
            for unit in filter(evaluation.in_line, units):
                here = field.cell_of[unit]
                field.lift(unit)
                stay = self.battle(unit, here)
                best, chosen, then = STAY, here, now
                for cell in sorted({self.origin[unit], *self.moves[unit]}):
                    if cell == here or not evaluation.room(scratch, unit, cell):
                        continue
                    evaluation.put(scratch, unit, cell)
                    counted = evaluation.closing(scratch, self.side) or 0.0
                    if counted - now + self.fight(unit, cell) - stay <= best:
                        continue  # a torn formation would only make it worse
                    gain = counted - now + self.battle(unit, cell) - stay
                    if gain > best:
                        best, chosen, then = gain, cell, counted
                evaluation.put(scratch, unit, chosen)
                field.place(unit, chosen)
                self.budget.spend(len(self.moves[unit]) // 4)  # counting is quick
                if chosen != here:
                    changed, now = True, then
                    self.goal[unit] = chosen
                    self.why[unit] = "stands where it scores at the end"
            if not changed or not self.budget.left:
                return

    def battle(self, unit: int, cell: int) -> float:
        """What a unit that stands there in the scratch position can still bring by attacking, less a torn formation."""
        return self.fight(unit, cell) - self.evaluation.torn(self.scratch, unit)

    def fight(self, unit: int, cell: int) -> float:
        """What a unit can still bring by attacking from there."""
        return self.field.posture.battle * self.field.best_battle(unit, cell)[0]

    def least_bad(self) -> tuple[int, int]:
        """The unit and the place by which the side loses least, for when somebody must move."""
        evaluation, field = self.evaluation, self.field
        ranked = []
        for unit, cells in self.moves.items():
            here = field.cell_of[unit]
            field.lift(unit)
            stay = field.worth(unit, here)
            ranked += [(field.worth(unit, cell) - stay, -unit, -cell) for cell in cells]
            field.place(unit, here)
        ranked.sort(reverse=True)
        price = evaluation.gap_worth(self.side)
        counts = field.last and evaluation.closing(self.scratch, self.side) is not None
        if price or counts:
            ranked = sorted(
                (
                    (
                        worth
                        - price * self.gaps_with(-unit, -cell)
                        + (self.counted_with(-unit, -cell) if counts else 0.0),
                        unit,
                        cell,
                    )
                    for worth, unit, cell in ranked[:CURES]
                ),
                reverse=True,
            )
        self.budget.spend(len(ranked))
        _, unit, cell = ranked[0]
        return -unit, -cell

    def gaps_with(self, unit: int, cell: int) -> int:
        """How many gaps the line would have with a unit in another place."""
        here = self.scratch.state.loc[unit]
        self.evaluation.put(self.scratch, unit, cell)
        gaps = len(self.evaluation.gaps(self.scratch, self.side))
        self.evaluation.put(self.scratch, unit, here)
        return gaps

    def counted_with(self, unit: int, cell: int) -> float:
        """What would be counted at the end with a unit in another place."""
        here = self.scratch.state.loc[unit]
        self.evaluation.put(self.scratch, unit, cell)
        counted = self.evaluation.closing(self.scratch, self.side) or 0.0
        self.evaluation.put(self.scratch, unit, here)
        return counted

    def torn_with(self, unit: int, cell: int) -> float:
        here = self.scratch.state.loc[unit]
        self.evaluation.put(self.scratch, unit, cell)
        cost = self.evaluation.torn(self.scratch, unit)
        self.evaluation.put(self.scratch, unit, here)
        return cost

    def reason(self, unit: int) -> str:
        """Why a unit goes where it goes, in words."""
        if unit in self.why:
            return self.why[unit]
        field = self.field
        cell = field.cell_of.get(unit, -1)
        if cell < 0:
            return "enters the map"
        ids = field.grid.ids
        parts = []
        if cell in field.goals:
            parts.append(f"holds {ids[cell]}, worth {field.goals[cell]:.1f}")
        target = next((t for t in field.targets.values() if unit in t.committed), None)
        if target is not None:
            _worth, (own, loss, retreat) = field.clash(unit, cell, target)
            parts.append(f"to attack {ids[target.cell]} ({loss:.1f} steps for {own:.1f}, retreat {retreat:.0%})")
        risk = field.risk(unit, cell)
        if risk > 0.05:
            parts.append(f"risking {risk:.2f}")
        if not parts and field.goals and field.pull[cell] > 0.2:
            goal = max(field.goals, key=lambda g: field.goals[g] * 0.78 ** field.grid.distance(g, cell))
            parts.append(f"toward {ids[goal]}")
        return f"{field.posture.name}: {', '.join(parts) or 'keeps the line'}"
