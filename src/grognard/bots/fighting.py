"""Choosing battles: every target with its best attackers, by the exact outcome of the real procedure."""

from __future__ import annotations

from collections.abc import Hashable, Sequence

import msgspec

from grognard.bots.battlefield import Battlefield, Target, distances
from grognard.bots.outcomes import Judge, expected
from grognard.bots.protocol import Budget
from grognard.bots.view import SideView
from grognard.engine import Action, Decision, Match
from grognard.evaluation import Evaluation, Posture

EXACT = 80
"""How many courses of the dice are followed one by one; beyond that a sample is taken."""
COUNTER_STROKE = 0.1
"""How much of what the enemy could do to the attackers next is counted against an attack."""
LOOKED_AT = 5
"""How many of the most promising targets are worked out exactly."""


class Attack(msgspec.Struct):
    """An attack thought of: what to declare, what it promises by rule of thumb and exactly."""

    target: int
    declare: list[Action]
    promise: float
    worth: float = 0.0


def attack_of(action: Action, evaluation: Evaluation) -> tuple[int, tuple[int, ...]] | None:
    """The target and the attackers of an action; None if it is no attack.

    An attack names all its units ("attack CELL by UNITS"); a commitment one unit ("commit UNIT CELL").
    """
    role = evaluation.role(action.verb)
    if role == "attack":
        target, units = action.args[0], action.args[1]
    elif role == "commit":
        target, units = action.args[1], action.args[0]
    else:
        return None
    assert isinstance(target, int)
    assert not isinstance(units, str)
    return target, units if isinstance(units, tuple) else (units,)


def listed_attacks(decision: Decision, evaluation: Evaluation) -> dict[int, dict[int, list[Action]]]:
    """Target -> leading unit -> the ways in which it can attack."""
    found: dict[int, dict[int, list[Action]]] = {}
    for subject in decision.subjects():
        for action in decision.actions(subject):
            attack = attack_of(action, evaluation)
            if attack is not None:
                target, units = attack
                found.setdefault(target, {}).setdefault(units[0], []).append(action)
    return found


class Battles:
    def __init__(
        self,
        view: SideView,
        posture: Posture,
        budget: Budget,
        known: dict[Hashable, float] | None = None,
        careful: bool = False,
    ) -> None:
        """``known`` keeps what has been worked out in this phase: far battles do not change it."""
        assert view.match is not None
        self.known: dict[Hashable, float] = {} if known is None else known
        self.match: Match = view.match
        self.side = view.side
        self.evaluation = view.evaluation
        self.budget = budget
        self.careful = careful
        """Whether smaller attacks and the counter-stroke are weighed too."""
        self.field = Battlefield(view.position, view.side, view.evaluation, posture, careful)
        self.posture = self.field.posture

    def thought_of(self) -> list[Attack]:
        """For each target the attackers that promise something together, the best target first."""
        decision = self.match.decision
        assert decision is not None
        found = []
        for target, leaders in listed_attacks(decision, self.evaluation).items():
            attack = self.combine(target, leaders)
            if attack is not None:
                found.append(attack)
        found.sort(key=lambda a: -a.promise)
        return found

    def combine(self, cell: int, leaders: dict[int, list[Action]]) -> Attack | None:
        """Add attacker after attacker as long as each promises something."""
        field = self.field
        target = field.targets.get(cell)
        if target is None:
            return self.lone(cell, leaders)
        target.attack, target.stays, target.committed = 0.0, 1.0, []
        ranked = sorted(
            ((field.clash(u, field.cell_of[u], target)[0], u) for u in leaders if u in field.cell_of), reverse=True
        )
        if self.evaluation.combines:
            return self.together(target, [unit for _, unit in ranked], leaders)
        declare: list[Action] = []
        promise = 0.0
        for _, unit in ranked:
            worth, exchange = field.clash(unit, field.cell_of[unit], target)
            if worth <= (self.posture.nerve - 0.05 if not declare else 0.0):
                continue
            promise += worth
            target.attack += field.power[unit]
            target.stays *= 1 - exchange[2]
            target.committed.append(unit)
            # The whole group attacks: those who join only add to it.
            declare.append(self.largest(leaders[unit]))
        target.attack, target.stays, target.committed = 0.0, 1.0, []
        return Attack(cell, declare, promise) if declare else None

    def together(self, target: Target, units: Sequence[int], leaders: dict[int, list[Action]]) -> Attack | None:
        """Where factors add up: as many attackers as make the best of it together, the strongest first."""
        field = self.field
        already = target.attack
        best, total, chosen = self.posture.nerve, 0.0, 0
        order = sorted(units, key=lambda u: (-field.power[u], u))
        for number, unit in enumerate(order, 1):
            total += field.clash(unit, field.cell_of[unit], target)[0]
            target.attack += field.power[unit]
            if total > best:
                best, chosen = total, number
        target.attack = already
        declare = [self.largest(leaders[unit]) for unit in order[:chosen]]
        return Attack(target.cell, declare, best) if declare else None

    def largest(self, ways: Sequence[Action]) -> Action:
        """The way to attack with the largest group."""
        return max(ways, key=lambda action: len((attack_of(action, self.evaluation) or (0, ()))[1]))

    def lone(self, cell: int, leaders: dict[int, list[Action]]) -> Attack | None:
        """A target without units (a garrison, a work): all together, if it is worth something."""
        worth = self.field.goals.get(cell, 0.0)
        if not worth:
            return None
        declare = [self.largest(ways) for ways in leaders.values()]
        return Attack(cell, declare, 0.1 * worth)

    def best(self, looked_at: int = LOOKED_AT, exact: int = EXACT) -> tuple[Attack | None, list[Attack]]:
        """The attack with the best exact worth above what the posture asks, and all that were looked at.

        Without ``exact``, rules of thumb must do: for thoughts that play many turns through.
        """
        tried = self.thought_of()[:looked_at]
        if self.careful:
            tried = [smaller for attack in tried for smaller in self.smaller(attack)]
        for attack in tried:
            if not exact:
                attack.worth = attack.promise
                continue
            about = self.surroundings(attack)
            if about not in self.known:
                self.known[about] = self.exactly(attack, exact)
            attack.worth = self.known[about]
        tried.sort(key=lambda a: -a.worth)
        if tried and tried[0].worth > self.posture.nerve:
            return tried[0], tried
        return None, tried

    def surroundings(self, attack: Attack) -> Hashable:
        """All that the worth of an attack hangs on: what is declared, and who stands near in which state."""
        position = self.match.position
        state, page = position.state, self.match.game.page_for(position.setting)
        near = distances(self.field.grid, attack.target)
        units = [u for u in (*self.field.own, *self.field.enemy) if near[state.loc[u]] <= 2]
        states = tuple((u, state.loc[u], state.steps[u], page.status(position, u)) for u in units)
        return attack.target, tuple(attack.declare), states

    def exactly(self, attack: Attack, limit: int) -> float:
        actions = [*attack.declare]
        trial = self.match.clone()
        for action in attack.declare:
            trial.play_listed(action, self.side)
        resolve = resolving(trial, self.evaluation)
        if resolve is not None:
            actions.append(resolve)
        named = (attack_of(action, self.evaluation) for action in attack.declare)
        units = [unit for found in named if found is not None for unit in found[1]]
        judge = self.judge_for(units)
        return expected(self.match, actions, self.side, self.evaluation, judge, self.budget, limit) - judge(
            self.match.position
        )

    def judge_for(self, units: Sequence[int]) -> Judge:
        """How positions after an attack by these units are judged; carefully with the counter-stroke."""
        side = self.side
        score = self.evaluation.outlook if self.careful else self.evaluation.score
        if not self.careful or not self.field.posture.caution:
            return lambda position: score(position, side)
        weight = self.field.posture.caution * COUNTER_STROKE
        return lambda position: score(position, side) - weight * self.field.exposure(position, units)

    def smaller(self, attack: Attack) -> list[Attack]:
        """The attack with fewer attackers too, the least promising left out first."""
        numbers = range(len(attack.declare), max(0, len(attack.declare) - 3), -1)
        return [Attack(attack.target, attack.declare[:n], attack.promise) for n in numbers]


def resolving(match: Match, evaluation: Evaluation) -> Action | None:
    """The action that throws the dice for what has been declared, if there is one now."""
    decision = match.decision
    for verb in decision.verbs() if decision is not None else ():
        if evaluation.role(verb) == "resolve" and decision is not None and decision.check(Action(verb)):
            return Action(verb)
    return None
