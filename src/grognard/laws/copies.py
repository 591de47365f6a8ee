"""Laws about what a side can do with what it knows: think in its own copy of a match, and take back."""

from __future__ import annotations

from random import Random

from grognard.engine import Action, Match, RandomPlayer, Refused
from grognard.engine.decisions import Decision
from grognard.laws.broken import BrokenLaw

PREVIEWED = 2
"""Of how many actions of each decision the odds are worked out: that takes long."""


def require_copies_to_play_in(match: Match, chance: Random) -> None:
    """Every decision can be listed, copied, weighed and answered in every side's own copy of the match.

    A copy lacks what its side may not know. Rules that reach for it break there and nowhere else: previews fail,
    the page's lists fail, and bots have nothing to think in.
    """
    for side in match.game.sides:
        try:
            seen = match.seen_by(side, "the law of copies")
            if seen is not None:
                for decision in list(seen.decisions.values()):
                    use(seen, decision, chance)
        except BrokenLaw:
            raise
        except Exception as problem:  # whatever breaks, in whatever way
            asked = ", ".join(decision.kind for decision in match.decisions.values())
            what = f"{type(problem).__name__}: {problem}"
            raise BrokenLaw(f"the copy of {side} after action {match.number} breaks at '{asked}' ({what})") from problem


def use(seen: Match, decision: Decision, chance: Random) -> None:
    """List, copy, weigh and play, as bots and pages do."""
    listed = list(decision.all_actions())
    if not listed:
        return  # what the side does not know may be all that could be answered
    twin = seen.clone()
    if twin.fingerprint() != seen.fingerprint():
        raise BrokenLaw(f"the copy of a copy after action {seen.number} is another position")
    for action in some_of_each_verb(listed, chance):
        trial = seen.clone()
        trial.play_listed(action, by=decision.seat, keep=False)
    for action in chance.sample(listed, min(PREVIEWED, len(listed))):
        if not seen.together:
            seen.preview(action)


def some_of_each_verb(listed: list[Action], chance: Random) -> list[Action]:
    """One action of each verb and first word: rules differ by what is named."""
    kinds: dict[tuple[str, str], list[Action]] = {}
    for action in listed:
        word = action.args[0] if action.args and isinstance(action.args[0], str) else ""
        kinds.setdefault((action.verb, word), []).append(action)
    return [chance.choice(found) for found in kinds.values()]


def require_no_peeking(match: Match) -> None:
    """Whoever answers a simultaneous choice last learns what the others chose: he cannot take it back alone."""
    if not match.together or len(match.decisions) > 1 or match.asked_at == match.number:
        return
    decision = match.decision
    assert decision is not None
    spy = match.clone()
    spy.play_listed(RandomPlayer(match.number).choose(decision), by=decision.seat)
    try:
        spy.undo(by=decision.seat)
    except Refused:
        return
    raise BrokenLaw(f"the last answer to '{decision.prompt}' was taken back after the others had come to light")
