"""Remembering what has been worked out, for functions that depend on nothing but their key."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

V = TypeVar("V")


class Memo(Generic[V]):
    """Values by key. It forgets everything when it grows too large: what it holds can be found again."""

    def __init__(self, most: int = 8192) -> None:
        self.most = most
        self._held: dict[Hashable, V] = {}
        self.get = self._held.get
        """The value of a key, or None."""

    def found(self, key: Hashable, find: Callable[[], V]) -> V:
        """The value of a key, worked out where it is not known."""
        value = self.get(key)
        if value is None:
            value = self[key] = find()
        return value

    def __setitem__(self, key: Hashable, value: V) -> None:
        if len(self._held) >= self.most:
            self._held.clear()
        self._held[key] = value

    def __len__(self) -> int:
        return len(self._held)
