"""Who has added what to the dice of a match between strangers, so that nobody could choose them.

The server seals its share before anybody else adds to it: it publishes a hash (`commitment`). Then every seat
seals a share of its own, and only when all have done so do they reveal them. The seed is all of it together, a
readable text: "5f3a with red 91c0 with blue 77ee". Whoever is honest makes the dice fair: the others had to
choose their shares before they knew his. When the match is over the server reveals its own share.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Mapping

import msgspec

from grognard.engine.dice import joined_parts, seed_parts

ADDED = re.compile(r" with (\S+) ([0-9a-f]{32,128})(?=\Z| with )")
SHARE = re.compile(r"[0-9a-f]{32,128}")
"""What a seat adds: at least 128 random bits in hexadecimal."""


class Shares(msgspec.Struct, frozen=True):
    """One part of a seed: from which die on it holds, the server's share, and what each seat has added."""

    first: int
    server: str
    added: Mapping[str, str]

    @property
    def text(self) -> str:
        return self.server + "".join(f" with {seat} {share}" for seat, share in self.added.items())


def sealed_share(share: str) -> str:
    """What a seat sends first: the hash of its share (SHA-256, which every browser has)."""
    return hashlib.sha256(b"grognard share " + share.encode()).hexdigest()


def shares_of(seed: str) -> list[Shares]:
    """Every part of a seed with its shares.

    >>> shares_of("5f3a with red " + "0" * 32)[0].server
    '5f3a'
    """
    found = []
    for first, part in seed_parts(seed):
        begins = ADDED.search(part)
        server = part[: begins.start()] if begins else part
        found.append(Shares(first, server, dict(ADDED.findall(part[len(server) :]))))
    return found


def with_shares(seed: str, added: Mapping[str, str]) -> str:
    """The seed after the seats have added to its last part."""
    *before, last = shares_of(seed)
    new = Shares(last.first, last.server, {**last.added, **added})
    return joined_parts([(part.first, part.text) for part in [*before, new]])


def verdict(seed: str, known: bool = False, name: Callable[[str], str] = str) -> str:
    """What a seed proves of the dice that were read from it, in a sentence; ``name`` says what a seat is called."""
    if known:
        return "The dice were not secret: somebody chose or saw the seed, and every player could see that."
    parts = shares_of(seed)
    alone = [part for part in parts if not part.added]
    seats = [name(seat) for seat in sorted({seat for part in parts for seat in part.added})]
    if not seats:
        return (
            "Every die follows from the seed that was committed to before play, but nobody added a share of his own: "
            "whoever started the match could have chosen it."
        )
    names = " and ".join([", ".join(seats[:-1]), seats[-1]] if len(seats) > 1 else seats)
    if alone:
        where = ", ".join(str(part.first) for part in alone)
        return (
            f"{names[:1].upper()}{names[1:]} added a share to the dice, but not from die {where} on: those could have "
            "been chosen by whoever started the match."
        )
    return (
        f"Nobody could choose the dice: the server had sealed its share before {names} added to it, and every share "
        "was sealed before the first one was revealed."
    )
