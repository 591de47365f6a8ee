"""A match as one side may know it: a guess at what the side cannot see, and dice that are not the match's own.

Whoever thinks by playing on in a copy must not find there what the side may not know: neither the other
side's secrets nor the dice to come.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from grognard.engine.concealed import NOTHING_CONCEALED
from grognard.engine.dice import Dice
from grognard.engine.match import Guess, Match
from grognard.engine.plain import plain_position
from grognard.engine.played import Played
from grognard.engine.position import Position

TRIES = 8
"""Between rest points, as many guesses are tried until one leads to what the side sees now."""


def seen_by(match: Match, side: str, seed: str, guess: Guess) -> Match | None:
    """A copy of a match that knows no more than a side does, and throws other dice.

    At a rest point it is a guess made from what the side sees there. Between rest points the actions since the
    last one are fed to a guess again, with the dice that fell then; where a secret bars that, there is no copy
    (None).
    """
    return next(iter(all_seen_by(match, side, [seed], guess)), None)


def guessed(seen: Position, side: str, seed: str) -> Position:
    """A position to think in, for all that a side knows: it sees no more than ``seen``."""
    game = seen.setting.game
    if not game.guesses:
        found = seen.copy()
    else:
        found = game.guess(seen, side, Random(seed))
        found.rebuild()
    found.concealed = NOTHING_CONCEALED
    return found


def all_seen_by(match: Match, side: str, seeds: Sequence[str], guess: Guess = guessed) -> list[Match]:
    """The same for several seeds, as far as there are copies: what the side sees is looked up once.

    Whoever needs the same guesses again hands in a ``guess`` that remembers them.
    """
    game = match.game
    since, position = match.since_rest()
    if any(node.secret and node.side != side for node in since):
        return []
    fallen = [die for node in since for event in node.events if event.kind == "dice" for die in event.data["dice"]]
    hides = game.hides(match.setting)
    if hides and names_the_unknown(match, side, since, position):
        return []
    seen = game.seen(position, side) if hides else position
    known = known_to(match, side) if hides and since else None
    found = []
    for own_seed in [f"{seed} {match.number}" for seed in seeds]:
        for attempt in range(TRIES if hides and since and game.guesses else 1):
            start = guess(seen, side, f"{own_seed} {attempt}") if hides else position.copy()
            start.dice = Dice(own_seed, position.dice.count, fallen)
            copy = Match.resumed(start, own_seed, match.number, since)
            if known is None or looks_the_same(copy, known, side):
                found.append(copy)
                break
    return found


def view_of(match: Match, position: Position, side: str) -> dict[str, Any]:
    """What a side may see of a match that stands at a position, as plain values."""
    seen = match.game.seen(position, side)
    return {
        "game": match.game.slug,
        "scenario": match.setting.scenario,
        "options": dict(match.setting.options),
        "number": match.number,
        "asked": questions(match, side),
        "thrown": seen.dice.count,
        **plain_position(seen),
    }


def questions(match: Match, side: str) -> dict[str, dict[str, str]]:
    """Who is asked what, as far as a side may know."""
    return {
        s: {
            "kind": d.kind,
            "case": d.case,
            "prompt": d.prompt if not d.secret or s == side else "decides in secret",
        }
        for s, d in match.decisions.items()
    }


def names_the_unknown(match: Match, side: str, since: Sequence[Played], position: Position) -> bool:
    """Whether others have acted since then with units that the side could not identify."""
    if not match.setting.conceals:
        return False
    hidden = match.game.hidden_units(position, side)
    return any(
        unit in hidden for node in since if node.side != side for unit in match.setting.language.units_in(node.action)
    )


def known_to(match: Match, side: str) -> tuple[Any, ...]:
    """What a side is asked, what it may answer, and what it sees, for comparing two matches of one setting.

    It tells the same as its view, which takes longer to write. Halts on the way, for one, are heard and not seen, and
    tell in what may be done next.
    """
    offered = list(match.decisions[side].all_actions()) if side in match.decisions else []
    seen = match.game.seen(match.readable, side)
    return questions(match, side), offered, seen.dice.count, seen.concealed, seen.state


def looks_the_same(guess: Match, known: tuple[Any, ...], side: str) -> bool:
    """Whether the actions since the rest point lead the guess to what the side sees, and to the same question."""
    try:
        return side in guess.decisions and known_to(guess, side) == known
    except Exception:  # what a guess lacks can break any rule
        return False
