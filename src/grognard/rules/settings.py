"""Settings that many matches share: board and tables are read once for each scenario, whatever the options."""

from __future__ import annotations

import copy
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Generic, TypeVar

from grognard.board import Board
from grognard.data import DataFolder
from grognard.engine import Game, Setting, Unit


class SharedSetting(Setting):
    """A setting of which only what `take_options` sets depends on the options."""

    def take_options(self) -> None:
        """Work out anew what the options change."""


S = TypeVar("S", bound=SharedSetting)
Make = Callable[[Game, DataFolder, str, Mapping[str, str], Board | None, Sequence[Unit] | None], S]


class Settings(Generic[S]):
    """The settings of a game, each made once. Studies and data of one's own get one for themselves."""

    def __init__(self, make: Make[S]) -> None:
        self._make = make
        self._made: dict[tuple[Path, str], S] = {}

    def get(
        self, game: Game, data: DataFolder, scenario: str, options: Mapping[str, str],
        board: Board | None, units: Sequence[Unit] | None,
    ) -> S:  # fmt: skip
        if board is not None or units is not None or data.overlay is not None:
            return self._make(game, data, scenario, options, board, units)
        key = (data.root, scenario)
        if key not in self._made:
            self._made[key] = self._make(game, data, scenario, options, None, None)
        new = copy.copy(self._made[key])
        new.options = dict(options)
        new.take_options()
        return new
