"""What a bot may know: its side's view of a match, and a match of its own to think in."""

from __future__ import annotations

from grognard.engine import Decision, Dice, Match, Position, Setting
from grognard.evaluation import evaluation_of


class SideView:
    """A side's view of a match at a decision that it has to take."""

    __slots__ = ("decision", "evaluation", "match", "number", "position", "seed", "side")

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
        self.evaluation = evaluation_of(position.setting.game, position.setting)

    @property
    def setting(self) -> Setting:
        return self.position.setting


def view_of(match: Match, side: str, seed: str = "bot") -> SideView:
    """What a bot of that side is given to decide on."""
    seen = match.seen_by(side, seed)
    if seen is None:
        position = match.game.seen(match.position, side)
        position.dice = Dice(f"{seed} {match.number}", position.dice.count)
        return SideView(side, match.decisions[side], position, None, match.number, seed)
    return SideView(side, seen.decisions[side], seen.position, seen, match.number, seed)


def fork(match: Match, dice: Dice | None = None) -> Match:
    """A copy to play on in; with dice of its own if given."""
    copy = match.clone()
    if dice is not None:
        copy.position.dice = dice
    return copy
