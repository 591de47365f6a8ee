"""One door for chance: a seeded stream that anybody can check afterwards.

The n-th number of a match is read from ``blake2b(seed, n)``. Nothing but a counter has to be copied,
saved or compared, and whoever knows the seed can recompute every die. The seed's commitment (a hash)
can be published before the match and the seed itself afterwards.
"""

from __future__ import annotations

import hashlib
from collections.abc import Hashable, Sequence
from functools import lru_cache

from mypy_extensions import mypyc_attr

from grognard.errors import NotUnderstood


def commitment(seed: str) -> str:
    """What is published before a match, so that the seed cannot be chosen afterwards."""
    return hashlib.blake2b(b"grognard seed " + seed.encode(), digest_size=20).hexdigest()


@lru_cache(maxsize=64)
def stream_key(seed: str) -> bytes:
    """The seed made short: every letter of a long seed counts."""
    return hashlib.blake2b(b"grognard dice " + seed.encode(), digest_size=32).digest()


def fair(seed: str, number: int, faces: int) -> int:
    """The ``number``-th throw of a die with that many faces, 1..faces, without bias."""
    attempt = 0
    key = stream_key(seed)
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

    def throw(self, number: int, faces: int, same: Sequence[Hashable] | None = None) -> tuple[int, ...]:
        """Throw ``number`` dice.

        ``same`` tells dice that branch (see `preview`) which totals lead to one and the same result:
        one entry for each total from ``number`` to ``number * faces``. Real dice take no notice of it.
        """
        return tuple(self._one(faces) for _ in range(number))

    def _one(self, faces: int) -> int:
        self.count += 1
        if self.tape:
            value, self.tape = self.tape[0], self.tape[1:]
            if not 1 <= value <= faces:
                raise NotUnderstood(f"a die of {value} is to fall, but this die has {faces} faces")
            return value
        return fair(self.seed, self.count, faces)
