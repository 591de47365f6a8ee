"""A match as one side may know it: its redacted position, and dice that are not the match's own.

Whoever thinks by playing on in a copy must not find there what the side may not see: neither the other
side's secrets nor the dice to come.
"""

from __future__ import annotations

from collections.abc import Sequence

from grognard.engine.dice import Dice
from grognard.engine.game import Game
from grognard.engine.match import Match
from grognard.engine.position import Position


def seen_by(match: Match, side: str, seed: str) -> Match | None:
    """A copy of a match that knows no more than a side does, and throws other dice.

    At a rest point it is the redacted position itself. Between rest points the actions since the last one
    are fed again, with the dice that fell then; where a secret bars that, there is no copy (None).
    """
    game, own_seed = match.game, f"{seed} {match.number}"
    since, position = match.since_rest()
    if any(node.secret and node.side != side for node in since):
        return None
    fallen = [die for node in since for event in node.events if event.kind == "dice" for die in event.data["dice"]]
    start = redacted(game, position, side, own_seed, fallen)
    seen = Match.resumed(start, own_seed, match.number, since)
    if since and may_hide(game) and not asks_the_same(seen, match, side):
        return None
    return seen


def redacted(game: Game, position: Position, side: str, seed: str, tape: Sequence[int] = ()) -> Position:
    """A position as a side may see it, with dice from another seed after those on the tape."""
    seen: Position = game.redact(position, side)
    seen.dice = Dice(seed, position.dice.count, tape)
    return seen


def may_hide(game: Game) -> bool:
    """Whether a game can keep anything from one of its sides, beyond choices made in secret."""
    return type(game).redact is not Game.redact


def asks_the_same(seen: Match, match: Match, side: str) -> bool:
    """Whether the actions since the rest point lead the redacted copy to the same question."""
    try:
        mine = seen.decisions.get(side)
    except Exception:  # what the redacted position lacks can break any rule
        return False
    real = match.decisions.get(side)
    return mine is not None and real is not None and mine.prompt == real.prompt
