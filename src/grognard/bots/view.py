"""What a bot may know: its side's redacted position, and dice that are not the match's own.

A bot that thinks by playing on in a copy must not find there what it may not see: neither the other
side's secrets nor the dice to come. So it gets a match of its own, made from the redacted position, whose
dice are thrown with the bot's seed.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from importlib import import_module
from importlib.util import find_spec

from grognard.engine import Decision, Dice, Match, Position, Setting
from grognard.engine.game import Game
from grognard.engine.hints import Hints
from grognard.engine.match import Played


@lru_cache(maxsize=64)
def hints_of(setting: Setting) -> Hints:
    """The game's hints for a setting; nothing in them changes, so they are made once.

    They come from the game itself, or from the class HINTS of a module ``hints`` that lies beside it.
    """
    game = setting.game
    package = type(game).__module__.rpartition(".")[0]
    if type(game).hints is Game.hints and package and find_spec(f"{package}.hints") is not None:
        found: Hints = import_module(f"{package}.hints").HINTS(game, setting)
        return found
    return game.hints(setting)


class SideView:
    """A side's view of a match at a decision that it has to take."""

    __slots__ = ("decision", "hints", "match", "number", "position", "seed", "side")

    def __init__(
        self, side: str, decision: Decision, position: Position, match: Match | None, number: int, seed: str
    ) -> None:
        self.side = side
        self.decision = decision
        self.position = position
        self.match = match
        """The side's own match to think in; None where hidden things keep it from being played on."""
        self.number = number
        self.seed = seed
        self.hints = hints_of(position.setting)

    @property
    def setting(self) -> Setting:
        return self.position.setting


def seen_by(match: Match, side: str, seed: str = "bot") -> Match | None:
    """A copy of a match that knows no more than a side does, and throws other dice.

    At a rest point it is the redacted position itself. Between rest points the actions since the last one
    are fed again, with the dice that fell then; where a secret bars that, there is no copy (None).
    """
    live = match.position
    secret = f"{seed} {match.number}"
    new: Match = object.__new__(Match)
    new.game, new.setting, new.seed = match.game, match.setting, secret
    new.number, new.start_text = match.number, ""
    new._opening, new._last, new._answers = (), None, {}
    new._procedure = new._asked = None
    if match.at_rest:
        new.start_position = redacted(match.game, live, side, secret)
        new._live = new.start_position.copy()
        return new
    since, checkpoint = actions_since_rest(match)
    base = checkpoint if checkpoint is not None else match.start_position
    fallen = [die for node in since for event in node.events if event.kind == "dice" for die in event.data["dice"]]
    new.start_position = redacted(match.game, base, side, secret, fallen)
    for node in since:
        if node.secret and node.side != side:
            return None
        first = new._last is None
        copied = Played(
            new._last,
            node.number,
            node.side,
            node.action,
            new.start_position if first else None,
            node.secret,
            node.turn,
            node.phase,
        )
        copied.events, copied.chance = node.events, node.chance
        new._last = copied
    new._live = None
    if not plays_the_same(match.game):
        return new if wakes(new, match, side) else None
    return new


def redacted(game: Game, position: Position, side: str, seed: str, tape: Sequence[int] = ()) -> Position:
    seen: Position = game.redact(position, side)
    seen.dice = Dice(seed, position.dice.count, tape)
    return seen


def actions_since_rest(match: Match) -> tuple[list[Played], Position | None]:
    """The actions since the last rest point, the first one first, and the position there."""
    nodes: list[Played] = []
    node = match._last
    while node is not None:
        nodes.append(node)
        if node.checkpoint is not None:
            return nodes[::-1], node.checkpoint
        node = node.previous
    return nodes[::-1], None


@lru_cache(maxsize=64)
def plays_the_same(game: Game) -> bool:
    """Whether nothing is hidden in a game: then every copy can be played on."""
    return type(game).redact is Game.redact


def wakes(seen: Match, match: Match, side: str) -> bool:
    """Whether the actions since the rest point lead the redacted copy to the same question."""
    try:
        mine = seen.decisions.get(side)
    except Exception:  # what the redacted position lacks can break any rule
        return False
    real = match.decisions.get(side)
    return mine is not None and real is not None and mine.prompt == real.prompt


def view_of(match: Match, side: str, seed: str = "bot") -> SideView:
    """What a bot of that side is given to decide on."""
    seen = seen_by(match, side, seed)
    if seen is None:
        position = redacted(match.game, match.position, side, f"{seed} {match.number}")
        return SideView(side, match.decisions[side], position, None, match.number, seed)
    return SideView(side, seen.decisions[side], seen.position, seen, match.number, seed)


def fork(match: Match, dice: Dice | None = None) -> Match:
    """A copy to play on in; with dice of its own if given."""
    copy = match.clone()
    if dice is not None:
        copy.position.dice = dice
    return copy
