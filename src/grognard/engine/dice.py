"""One door for chance: a seeded stream that anybody can check afterwards.

The n-th number of a match is read from ``blake2b(seed, n)``. Nothing but a counter has to be copied,
saved or compared, and whoever knows the seed can recompute every die. The seed's commitment (a hash)
can be published before the match and the seed itself afterwards.

A second try after an undo throws dice that nobody has seen: the seed then has several parts, each of
which takes over at a die ("7 then from die 13 5f3a"). How seats add to a part is explained in `shares`.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Hashable, Sequence
from functools import lru_cache
from typing import TypeVar

from mypy_extensions import mypyc_attr

from grognard.errors import NotUnderstood

R = TypeVar("R")


def commitment(seed: str) -> str:
    """What is published before a match, so that the seed cannot be chosen afterwards."""
    return hashlib.blake2b(b"grognard seed " + seed.encode(), digest_size=20).hexdigest()


def own_chance(seed: str, *words: object) -> str:
    """A bot's own source of chance in a match: nobody finds the seed from it, nor it without the seed."""
    text = " ".join(map(str, words))
    return hashlib.blake2b(text.encode(), digest_size=20, key=stream_key_of("own chance " + seed)).hexdigest()


def stream_key_of(text: str) -> bytes:
    """A text made short: every letter of a long one counts."""
    return hashlib.blake2b(b"grognard dice " + text.encode(), digest_size=32).digest()


TAKES_OVER = re.compile(r" then from die (\d{1,9}) ")


def seed_parts(seed: str) -> list[tuple[int, str]]:
    """The parts of a seed, each with the number of the first die that is read from it.

    >>> seed_parts("7 then from die 13 5f3a")
    [(1, '7'), (13, '5f3a')]
    """
    words = TAKES_OVER.split(seed)
    return [(1, words[0]), *((int(first), part) for first, part in zip(words[1::2], words[2::2], strict=True))]


def other_dice(seed: str, thrown: int, part: str) -> str:
    """The same dice as far as they have been thrown, then those of another part: for a branch or a second try.

    >>> other_dice("7 then from die 13 5f3a", 12, "c1"), other_dice("7", 0, "c1")
    ('7 then from die 13 c1', 'c1')
    """
    kept = [(first, text) for first, text in seed_parts(seed) if first <= thrown]
    return joined_parts([*kept, (thrown + 1, part)])


def joined_parts(parts: Sequence[tuple[int, str]]) -> str:
    (_, seed), *later = parts
    return seed + "".join(f" then from die {first} {part}" for first, part in later)


@lru_cache(maxsize=64)
def stream_keys(seed: str) -> tuple[tuple[int, bytes], ...]:
    """The parts of the seed made short, the last one first: every letter of a long seed counts."""
    return tuple([(first, stream_key_of(part)) for first, part in reversed(seed_parts(seed))])


def stream_key(seed: str, number: int) -> bytes:
    """The key from which the ``number``-th die is read."""
    keys = stream_keys(seed)
    for first, key in keys:
        if number >= first:
            return key
    return keys[-1][1]


def fair(seed: str, number: int, faces: int) -> int:
    """The ``number``-th throw of a die with that many faces, 1..faces, without bias."""
    attempt = 0
    key = stream_key(seed, number)
    limit = 65536 - 65536 % faces
    while True:
        message = b"%d.%d" % (number, attempt) if attempt else b"%d" % number
        block = hashlib.blake2b(message, digest_size=32, key=key).digest()
        for i in range(0, 32, 2):
            value = block[i] << 8 | block[i + 1]
            if value < limit:
                return value % faces + 1
        attempt += 1


@mypyc_attr(allow_interpreted_subclasses=True)
class Dice:
    """The dice of a position: the seed, how many were thrown, and a tape of dice forced to come."""

    __slots__ = ("count", "seed", "tape")

    def __init__(self, seed: str, count: int = 0, tape: Sequence[int] = ()) -> None:
        self.seed = seed
        self.count = count
        self.tape = tuple(tape)

    def copy(self) -> Dice:
        return Dice(self.seed, self.count, self.tape)

    def follow(self, course: Callable[[], R]) -> R:
        """A course of throws (see `Position.by_chance`); dice that branch go every way of it."""
        return course()

    @property
    def are_done(self) -> bool:
        """Whether nobody asks for what comes after this step of the sequence: so with dice that have branched."""
        return False

    def throw(
        self, number: int, faces: int, same: Sequence[Hashable] | None = None, lowest: int = 1
    ) -> tuple[int, ...]:
        """Throw ``number`` dice whose faces count up from the ``lowest`` (a ten-sided die may run from 0 to 9).

        ``same`` tells dice that branch (see `preview`) which totals lead to one and the same result:
        one entry for each total from the lowest to the highest. Real dice take no notice of it.
        """
        return tuple(self._one(faces, lowest) for _ in range(number))

    def _one(self, faces: int, lowest: int = 1) -> int:
        self.count += 1
        if self.tape:
            value, self.tape = self.tape[0], self.tape[1:]
            if not lowest <= value < lowest + faces:
                raise NotUnderstood(f"a roll of {value} is impossible: the die has {faces} faces starting at {lowest}")
            return value
        return fair(self.seed, self.count, faces) - 1 + lowest
