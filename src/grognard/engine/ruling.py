"""Rulings: the referee's answer to "may I?", always with the case it rests on."""

from __future__ import annotations

import msgspec

from grognard.errors import GrognardError

PROTOCOL = "protocol"
"""The 'case' of a refusal that no rulebook knows: a stale position number, a finished match."""


class Ruling(msgspec.Struct, frozen=True, gc=False):
    """Allowed, or refused with the case and a sentence that a player understands."""

    allowed: bool
    case: str = ""
    text: str = ""

    def __bool__(self) -> bool:
        return self.allowed

    def __str__(self) -> str:
        return "allowed" if self.allowed else f"refused by {self.case}: {self.text}"


ALLOW = Ruling(True)


def refuse(case: str, text: str) -> Ruling:
    return Ruling(False, case, text)


class Refused(GrognardError):
    """Raised when an action is played that the rules do not allow; nothing has changed."""

    def __init__(self, ruling: Ruling) -> None:
        self.ruling = ruling
        super().__init__(str(ruling))
