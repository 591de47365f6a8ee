"""The exact odds of what is declared, every modifier with its case."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from grognard.engine import Action, Match
from grognard.engine.preview import Preview, guesses_at, mean, told
from grognard.referee.plain import plain_events, plain_ruling
from grognard.referee.question import Question
from grognard.referee.scripts import Script
from grognard.referee.supposing import played_match, require_used

RESOLVING_STEPS = 12
"""At most this many steps are added to a declaration until its dice fall."""
PLAIN_ANSWERS = ("all", "end", "pass", "hold", "done")
"""What is answered on the way to the dice where a fight asks more: everybody takes part, and nobody adds anything."""


def ask_odds(question: Question) -> dict[str, Any]:
    """The exact odds of the last of some actions, every modifier with its case.

    An action that only declares something is followed by the one that resolves it.
    """
    texts, viewer = question.texts(), question.viewer
    match = played_match(question) if viewer is None else question.match
    before = match.number
    dice = question.dice()
    trials = [match] if viewer is None else guesses_at(match, viewer)
    found = [foretold(trial, texts, dice) for trial in trials]
    trial, action, first = found[0]
    result = first if viewer is None else mean([told(t, preview, viewer) for t, _, preview in found])
    require_used(trial)
    return {
        "action": trial.write(action),
        "assumed": [trial.write(node.action) for node in trial.history() if node.number > before + len(texts)],
        "ruling": plain_ruling(result.ruling),
        "certain": plain_events(trial, result.certain),
        "chances": [
            {
                "probability": str(chance.probability),
                "percent": round(float(chance.probability) * 100, 4),
                "results": plain_events(trial, chance.results),
            }
            for chance in result.chances
        ],
    }


def foretold(match: Match, texts: Sequence[str], dice: Sequence[int] = ()) -> tuple[Match, Action, Preview]:
    """The odds of the last of some actions, and if it only declares something, of the step that resolves it."""
    match.position.dice.tape = tuple(dice) or match.position.dice.tape
    for step in Script(match, texts[:-1]).play():
        if not step.ruling:
            return match, step.action, Preview(step.ruling)
    action = match.read(texts[-1])
    first = match, action, match.preview(action)
    found = first
    for _ in range(RESOLVING_STEPS):
        trial, action, preview = found
        if not preview.ruling or preview.chances:
            return found
        after = trial.clone()
        after.play(action)
        resolving = resolving_action(after) or plain_answer(match, after)
        if resolving is None:
            return first
        found = after, resolving, after.preview(resolving)
    return found


def resolving_action(match: Match) -> Action | None:
    """The step that makes the dice fall for what was declared; None where there is none to be named for the player.

    Of several (who leads?) the first one is taken; a question with one answer is answered.
    """
    decision = match.decision
    if decision is None:
        return None
    verbs, weighed = match.setting.language.verbs, match.game.page_for(match.setting).weighed
    able = [verb for verb in decision.verbs() if verbs[verb].resolves or verb in weighed]
    for verb in sorted(able, key=lambda verb: len(match.setting.language.kinds[verb])):
        if not match.setting.language.kinds[verb]:
            if match.check(Action(verb)):
                return Action(verb)
        elif verbs[verb].resolves:
            found = next((action for action in decision.all_actions() if action.verb == verb), None)
            if found is not None:
                return found
    return None


def plain_answer(before: Match, match: Match) -> Action | None:
    """The answer that adds nothing to a fight that is being declared; None outside of one.

    A declaration leads to other questions in the same phase; whatever comes back to its own question is none.
    """
    first, decision = before.decision, match.decision
    if first is None or decision is None or decision.kind == first.kind or phase_of(before) != phase_of(match):
        return None
    verbs = decision.verbs()
    return next((Action(verb) for verb in PLAIN_ANSWERS if verb in verbs and match.check(Action(verb))), None)


def phase_of(match: Match) -> tuple[int, str, str]:
    state = match.readable.state
    return state.turn, state.phasing, state.phase
