"""``grognard backup``, ``restore`` and ``repair``: the file that keeps the matches."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from grognard.commands.common import out
from grognard.commands.serve import StorageFile


def backup(
    target: Annotated[Path, typer.Argument(metavar="FILE", help="Where to put the copy; must not exist yet.")],
    storage: StorageFile = None,
) -> None:
    """Back up the match file, even while a server is using it, and check the copy.

    Example: `grognard backup sunday.sqlite`
    """
    from grognard.server.rescue import back_up
    from grognard.server.running import default_storage

    number = back_up(storage or default_storage(), target)
    out().print(f"{target}: {matches(number)}, checked and whole", markup=False, soft_wrap=True)


def restore(
    source: Annotated[Path, typer.Argument(metavar="FILE", help="A copy made by `grognard backup`.")],
    storage: StorageFile = None,
) -> None:
    """Replace the match file with a backup. The old file is kept next to it.

    Example: `grognard restore sunday.sqlite`
    """
    from grognard.server.rescue import restore as put_back
    from grognard.server.running import default_storage

    number, aside = put_back(source, storage or default_storage())
    kept = f"; the old file is now {aside}" if aside is not None else ""
    out().print(f"{matches(number)} restored{kept}", markup=False, soft_wrap=True)


def repair(storage: StorageFile = None) -> None:
    """Rescue what can still be read of a damaged match file.

    A match whose journal breaks off continues from there. The damaged file is kept next to the new one.

    Example: `grognard repair --storage sunday.sqlite`
    """
    from grognard.server.rescue import repair as save
    from grognard.server.running import default_storage

    found = save(storage or default_storage())
    out().print(
        f"{matches(found.whole)} whole, {found.shortened} shortened, {found.lost} lost; "
        f"the damaged file is now {found.aside}",
        markup=False,
        soft_wrap=True,
    )


def matches(number: int) -> str:
    return f"{number} match{'' if number == 1 else 'es'}"
