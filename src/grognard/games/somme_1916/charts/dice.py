"""Die-roll modifiers, as several charts have them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated

import msgspec
from msgspec import Meta

from grognard.data import DataFolder
from grognard.rules.reading import by_key


class Modifier(msgspec.Struct, frozen=True):
    """How much, and for each what ("once", "unit", "square")."""

    id: str
    drm: Annotated[int, Meta(ge=-9, le=9)]
    what: str
    source: str
    per: str = "once"


def load_modifiers(data: DataFolder, name: str, needs: Iterable[str] = ()) -> dict[str, Modifier]:
    return by_key(data, f"tables/{name}.csv", Modifier, needs=needs)
