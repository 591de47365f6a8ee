"""Levels of disorder, and what the letters of results tables do to them."""

from __future__ import annotations

from typing import Literal

import msgspec

from grognard.data import DataFolder
from grognard.rules.reading import by_key


class Effect(msgspec.Struct, frozen=True):
    """What a letter does: levels more, but at least and at most some level; a unit that is worse stays so."""

    code: str
    levels: int
    loss: int
    when: Literal["any", "night"]
    source: str
    at_least: int = 0
    at_most: int = 99

    def after(self, level: int) -> int:
        """The level of a unit that had that one.

        >>> Effect("d", 1, 0, "any", "", at_most=2).after(2), Effect("D", 1, 0, "any", "", at_least=2).after(0)
        (2, 2)
        """
        if not self.levels:
            return level
        return max(level, self.at_least, min(self.at_most, level + self.levels))


def load_effects(data: DataFolder, file: str) -> dict[str, Effect]:
    return by_key(data, file, Effect, "code")
