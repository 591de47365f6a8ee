"""The round in which the seats of a match add to its dice: first all seal a share, then all reveal it.

`grognard.engine.shares` says why that is fair. A round belongs to one part of the seed and is over when the first
die of that part falls. A branch and a second try after an undo begin a part of their own, and with it a new round.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Literal

from grognard.engine.shares import SHARE, sealed_share, with_shares
from grognard.server.problems import Problem
from grognard.server.storage import Entry, Seat

Phase = Literal["open", "seal", "reveal", "mixed"]
SEALS = frozenset({"seal", "share", "pass"})
"""The kinds of journal entries that belong to a round."""


class Round:
    """What the journal says of the dice: the seed, and who has added to its last part."""

    def __init__(self, seed: str, entries: Iterable[Entry] = ()) -> None:
        self.seed = seed
        self.sealed: dict[str, str] = {}
        self.shares: dict[str, str] = {}
        self.passed: set[str] = set()
        self.tries = 0
        """How often something was taken back."""
        self.opened = False
        """Whether somebody has taken a file of the match while it went on, and with it the seed."""
        for entry in entries:
            self.add(entry)

    def add(self, entry: Entry) -> None:
        """Go on with the journal; the seed may be another one afterwards."""
        if entry.kind == "undo":
            self.tries += 1
            if entry.note:
                self.seed = entry.note
                self.sealed, self.shares, self.passed = {}, {}, set()
        elif entry.kind == "seal":
            self.sealed[entry.seat] = entry.text
        elif entry.kind == "share":
            self.shares[entry.seat] = entry.text
            self._mix()
        elif entry.kind == "pass":
            self.sealed.pop(entry.seat, None)
            self.passed.add(entry.seat)
            self._mix()
        elif entry.kind == "action" and entry.seat not in self.sealed:
            self.passed.add(entry.seat)  # whoever plays on without sealing a share adds none
        elif entry.kind == "opened":
            self.opened = True

    def _mix(self) -> None:
        if self.sealed and self.sealed.keys() == self.shares.keys():
            self.seed = with_shares(self.seed, dict(sorted(self.shares.items())))

    def phase(self, seats: Mapping[str, Seat]) -> Phase:
        """'open' before anybody has sealed a share; then 'seal', 'reveal' and 'mixed'."""
        if not self.sealed:
            return "open"
        if self.missing(seats):
            return "seal"
        return "mixed" if self.sealed.keys() == self.shares.keys() else "reveal"

    def missing(self, seats: Mapping[str, Seat]) -> list[str]:
        """The people's seats that have neither sealed a share nor passed."""
        people = [name for name, seat in seats.items() if seat.kind != "bot"]
        return [name for name in people if name not in self.sealed and name not in self.passed]

    def waits_for(self, seats: Mapping[str, Seat]) -> list[str]:
        """The seats that hold up the dice."""
        vacant = [name for name, seat in seats.items() if seat.kind == "open" and not seat.taken]
        if vacant or not self.sealed:
            return vacant
        return self.missing(seats) or [seat for seat in self.sealed if seat not in self.shares]

    # -- what a seat may add --

    def still_to(self, kind: str, seats: Sequence[str]) -> list[str]:
        """Those of some seats that can still seal a share, reveal one or pass; a complaint if none can."""
        if kind == "seal":
            found = [seat for seat in seats if seat not in self.sealed and seat not in self.passed]
        elif kind == "share":
            found = [seat for seat in seats if seat in self.sealed and seat not in self.shares]
        elif kind == "pass":
            found = [seat for seat in seats if seat not in self.shares and seat not in self.passed]
        else:
            raise Problem(422, "bad-request", "'seal', 'share' or 'passes' is missing")
        if not found:
            raise Problem(409, "dice-sealed", "you have already sealed or revealed your share of the dice, or passed")
        return found

    def require_seal(self, text: str) -> None:
        if self.shares:
            raise Problem(409, "dice-sealed", "too late to seal a share: some have been revealed")
        if len(text) != 64 or not SHARE.fullmatch(text):
            raise Problem(422, "bad-request", "a sealed share must be a SHA-256 in hexadecimal")

    def require_share(self, seat: str, text: str, seats: Mapping[str, Seat]) -> None:
        if missing := self.missing(seats):
            raise Problem(409, "dice-wait", f"everyone must seal a share first; still missing: {', '.join(missing)}")
        if not SHARE.fullmatch(text) or sealed_share(text) != self.sealed[seat]:
            raise Problem(422, "bad-request", "this is not the share you sealed")
