"""Owners' values: folders of data files that replace ours, offered at the start of a match and kept with it.

The server's owner puts them into his data folder as ``values/GAME/NAME``, or names them on the command line. A
match keeps a copy under the digest of its content, so that it goes on as it began whatever becomes of the folder.
"""

from __future__ import annotations

import shutil
import tempfile
import threading
from collections.abc import Sequence
from pathlib import Path

import msgspec

from grognard.data import DataFolder, nearest
from grognard.engine import find_game
from grognard.errors import GrognardError
from grognard.server.game_models import ValuesInfo
from grognard.server.problems import Problem, StorageError, without_folders
from grognard.server.storage import Start


class Values(msgspec.Struct, frozen=True):
    """A folder of values for a game, under the name that players see."""

    game: str
    name: str
    folder: Path


def kept_values(storage: Path) -> Path:
    """Where the values lie that the matches of a file are played with."""
    return storage.with_name(f"{storage.stem}-values")


def values_name(start: Start) -> str:
    """What a match's values are called; a file from elsewhere brings only their digest."""
    return start.values_name or start.values


def values_in(folder: Path) -> list[Values]:
    """The values in a folder that has one folder for each game, and in it one for each set of values."""
    if not folder.is_dir():
        return []
    games = sorted(one for one in folder.iterdir() if one.is_dir())
    return [Values(game.name, one.name, one) for game in games for one in sorted(game.iterdir()) if one.is_dir()]


class Owners:
    """The values that a server offers, and those that its matches are played with."""

    def __init__(self, kept: Path, offered: Sequence[Values] = ()) -> None:
        self.kept = kept
        self.offered = list(offered)
        self._lock = threading.Lock()
        self._found: dict[tuple[Path, str], str] = {}
        """What is wrong with a folder of that content."""

    def of(self, game: str) -> list[ValuesInfo]:
        """What is offered for a game, each set checked."""
        found = []
        for one in self.offered:
            if one.game == game:
                files = sorted(p.relative_to(one.folder).as_posix() for p in one.folder.rglob("*") if p.is_file())
                found.append(ValuesInfo(name=one.name, files=files, problem=self.problem(one)))
        return found

    def problem(self, values: Values) -> str:
        """What the game's own check finds wrong with some values, in a sentence; empty if nothing."""
        game = find_game(values.game)
        try:
            data: DataFolder = game.data(values.folder)
            key = (values.folder, data.digest())
            with self._lock:
                if key not in self._found:
                    wrong = game.check(data)
                    self._found[key] = wrong[0] if wrong else ""
                return without_folders(self._found[key])
        except GrognardError as problem:
            return without_folders(str(problem))

    def keep(self, game: str, name: str) -> str:
        """Copy some values for a new match; their digest, under which the copy lies."""
        slug = find_game(game).slug
        named = {one.name: one for one in self.offered if one.game == slug}
        if name not in named:
            raise Problem(
                422, "bad-values", f"this server has no values '{name[:40]}' for {slug}{nearest(name, named)}"
            )
        values = named[name]
        if problem := self.problem(values):
            raise Problem(422, "bad-values", f"the values '{name}' cannot be played with: {problem}")
        digest = DataFolder(values.folder, values.folder).digest()
        goal = self.kept / digest
        try:
            self.kept.mkdir(parents=True, exist_ok=True)
            with self._lock:
                if not goal.is_dir():
                    draft = Path(tempfile.mkdtemp(dir=self.kept, prefix=".new-"))
                    shutil.copytree(values.folder, draft, dirs_exist_ok=True)
                    draft.rename(goal)
        except OSError as fault:
            raise StorageError(f"{goal}: the values cannot be kept ({fault.strerror})") from None
        return digest
