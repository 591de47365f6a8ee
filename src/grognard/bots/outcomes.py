"""What an action is worth by the real procedure: played on in copies, its dice branching or sampled."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from grognard.bots.protocol import Budget
from grognard.bots.view import fork
from grognard.engine import Action, Dice, Match, Position
from grognard.engine.decisions import Decision
from grognard.engine.preview import DEEPEST, BranchingDice
from grognard.evaluation import Evaluation

REFLEXES = 40
"""More small questions than this after one action are not followed."""


def reflex(match: Match, decision: Decision, evaluation: Evaluation) -> Action:
    """A quick answer of either side to a small question."""
    side = decision.side
    drilled = evaluation.orders(match.position, side, decision, evaluation.posture(match.position, side), False)
    if drilled is not None and decision.check(drilled.actions[0]):
        return drilled.actions[0]
    best: tuple[float, Action] | None = None
    for action in decision.all_actions():
        liking = evaluation.prefer(match.position, decision.side, action)
        value = liking if liking is not None else (0.0 if evaluation.role(action.verb) == "end" else -0.01)
        if best is None or value > best[0]:
            best = (value, action)
    assert best is not None
    return best[1]


def settle(match: Match, evaluation: Evaluation) -> None:
    """Answer the small questions of both sides until the next one at which a player would sit back."""
    for _ in range(REFLEXES):
        if match.at_rest:
            return
        decision = match.decision
        if decision is None:
            return
        match.play_listed(reflex(match, decision, evaluation), decision.side)


Judge = Callable[[Position], float]
"""What a position is worth to whoever asks."""


def worth_after(match: Match, action: Action, side: str, evaluation: Evaluation, judge: Judge) -> float:
    """What an action leads to whose dice, if any, fall as they fall in this copy."""
    match.play_listed(action, side)
    settle(match, evaluation)
    return judge(match.position)


def expected(
    match: Match,
    actions: Sequence[Action],
    side: str,
    evaluation: Evaluation,
    judge: Judge,
    budget: Budget,
    limit: int = 160,
) -> float:
    """The mean worth after some actions, exactly if the dice have no more than ``limit`` courses.

    Of the actions only the last one throws dice; the small questions that follow are answered by reflex.
    Beyond the limit the courses are sampled with dice that every caller shares.
    """
    base = fork(match)
    for action in actions[:-1]:
        base.play_listed(action, side)
    last = actions[-1]
    return branches(base, lambda copy: worth_after(copy, last, side, evaluation, judge), budget, limit)


def branches(base: Match, worth: Callable[[Match], float], budget: Budget, limit: int) -> float:
    script: list[int] = []
    mean = 0.0
    for _ in range(limit):
        trial = base.clone()
        live = trial.position
        dice = BranchingDice(live, script, DEEPEST)
        live.dice = dice
        value = worth(trial)
        budget.spend()
        share = 1.0
        for taken, ways in dice.path:
            share *= ways[taken][1] / sum(weight for _, weight in ways)
        mean += share * value
        path = [(taken, len(ways)) for taken, ways in dice.path]
        while path and path[-1][0] + 1 == path[-1][1]:
            path.pop()
        if not path:
            return mean
        script = [taken for taken, _ in path]
        script[-1] += 1
    return sampled(base, worth, budget, max(16, limit // 4))


def sampled(base: Match, worth: Callable[[Match], float], budget: Budget, number: int) -> float:
    total = 0.0
    for sample in range(number):
        trial = base.clone()
        live = trial.position
        live.dice = Dice(f"sample {sample}", live.dice.count)
        total += worth(trial)
        budget.spend()
    return total / number
