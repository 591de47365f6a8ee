"""The past of a match: a chain of the actions played, each with the way back to what was before it."""

from __future__ import annotations

from collections.abc import Sequence

from grognard.engine.actions import Action
from grognard.engine.events import Event
from grognard.engine.position import Position


class Played:
    """An action that was played, and the way back to what was before it."""

    __slots__ = (
        "action",
        "chance",
        "events",
        "kept",
        "number",
        "phase",
        "previous",
        "rested",
        "seat",
        "secret",
        "side",
        "turn",
    )

    def __init__(
        self,
        previous: Played | None,
        number: int,
        side: str,
        seat: str,
        action: Action,
        secret: bool,
        turn: int,
        phase: str,
        kept: Position | None,
        rested: bool,
    ) -> None:
        self.previous = previous
        self.number = number
        self.side = side
        self.seat = seat
        self.action = action
        self.secret = secret
        self.turn = turn
        self.phase = phase
        self.kept = kept
        """The position before the action, as far as it is kept; `Match.checkpoint` finds the others again."""
        self.rested = rested
        """Whether it was played at a rest point."""
        self.events: Sequence[Event] = ()
        self.chance = False
        """Whether dice fell or something hidden came to light: undo stops here."""

    def copied(self, previous: Played | None, checkpoint: Position | None) -> Played:
        """The same action after another past; played at a rest point if it gets a checkpoint."""
        new = Played(
            previous,
            self.number,
            self.side,
            self.seat,
            self.action,
            self.secret,
            self.turn,
            self.phase,
            checkpoint,
            checkpoint is not None,
        )
        new.events, new.chance = self.events, self.chance
        return new
