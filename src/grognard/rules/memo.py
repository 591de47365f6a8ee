"""Remembering what has been worked out, for functions that depend on nothing but their key."""

from __future__ import annotations

from collections.abc import Hashable
from typing import TypeVar

V = TypeVar("V")


class Memo(dict[Hashable, V]):
    """A dictionary that forgets everything when it grows too large: what it holds can be found again."""

    def __init__(self, most: int = 8192) -> None:
        super().__init__()
        self.most = most

    def __setitem__(self, key: Hashable, value: V) -> None:
        if len(self) >= self.most:
            self.clear()
        super().__setitem__(key, value)
