"""Backup, restore and repair of the file that keeps the matches."""

from __future__ import annotations

import os
import time
from pathlib import Path

import msgspec

from grognard.server.problems import StorageError
from grognard.server.storage import Entry, Lock, Storage, Stored


class Rescued(msgspec.Struct, frozen=True):
    """What a repair has saved."""

    whole: int
    shortened: int
    """Matches whose journal breaks off: they go on from there."""
    lost: int
    aside: Path
    """Where the damaged file is now."""


def back_up(storage: Path, target: Path) -> int:
    """Copy the file to another place, also while a server uses it; how many matches the copy has."""
    if not storage.exists():
        raise StorageError(f"{storage}: there is no such file")
    if target.exists():
        raise StorageError(f"{target}: is there already; choose another name")
    draft = target.with_name(f".{target.name}.part")
    file = Storage(storage)
    try:
        file.backup(draft)
    finally:
        file.close()
    try:
        number = checked(draft)
        os.replace(draft, target)
    finally:
        for rest in ("", "-wal", "-shm"):
            draft.with_name(draft.name + rest).unlink(missing_ok=True)
    return number


def checked(path: Path) -> int:
    """How many matches a file has; StorageError if it is damaged."""
    file = Storage(path)
    try:
        wrong = file.check()
        if wrong:
            raise StorageError(f"{path}: is damaged ({wrong[0]})")
        return len(file.ids())
    finally:
        file.close()


def restore(backup: Path, storage: Path) -> tuple[int, Path | None]:
    """Put a backup in the place of the file; the old one is kept beside it."""
    if not backup.exists():
        raise StorageError(f"{backup}: there is no such file")
    lock = Lock(storage)
    try:
        number = checked(backup)
        draft = storage.with_name(f".{storage.name}.part")
        draft.unlink(missing_ok=True)
        file = Storage(backup)
        try:
            file.backup(draft)
        finally:
            file.close()
        checked(draft)
        aside = put_aside(storage)
        os.replace(draft, storage)
        return number, aside
    finally:
        lock.release()


def repair(storage: Path) -> Rescued:
    """Write all that can still be read to a new file; the damaged one is kept beside it."""
    if not storage.exists():
        raise StorageError(f"{storage}: there is no such file")
    lock = Lock(storage)
    try:
        draft = storage.with_name(f".{storage.name}.part")
        draft.unlink(missing_ok=True)
        new = Storage(draft)
        found = [0, 0, 0]
        try:
            old = Storage(storage, rescue=True)
            for id in old.ids():
                found[save_one(old, new, id)] += 1
            old.close()
        finally:
            new.close()
        aside = put_aside(storage)
        assert aside is not None
        os.replace(draft, storage)
        return Rescued(found[0], found[1], found[2], aside)
    finally:
        lock.release()


def save_one(old: Storage, new: Storage, id: str) -> int:
    """0 for a match that is whole, 1 for one whose journal breaks off, 2 for one that is lost."""
    try:
        match = old.match(id)
    except StorageError:
        match = None
    if match is None:
        return 2
    entries = readable_entries(old, match)
    shortened = len(entries) < match.revision
    match.revision = len(entries)
    match.over = match.over and not shortened
    new.create(match, entries)
    return int(shortened)


def readable_entries(old: Storage, match: Stored) -> list[Entry]:
    """The journal as far as it can be read without a gap."""
    entries: list[Entry] = []
    for revision in range(1, match.revision + 1):
        try:
            entry = old.entry(match.id, revision)
        except StorageError:
            break
        if entry is None:
            break
        entries.append(entry)
    return entries


def put_aside(storage: Path) -> Path | None:
    """Rename a file with the date of today; its helpers go with it."""
    if not storage.exists():
        return None
    aside = storage.with_name(f"{storage.name}.{time.strftime('%Y%m%d-%H%M%S')}")
    for rest in ("", "-wal", "-shm"):
        beside = storage.with_name(storage.name + rest)
        if beside.exists():
            os.replace(beside, aside.with_name(aside.name + rest))
    return aside
