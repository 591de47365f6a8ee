"""``grognard backup``, ``restore`` and ``repair``: the file that keeps the matches."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from grognard.commands.common import out
from grognard.commands.serve import StorageFile


def backup(
    target: Annotated[Path, typer.Argument(metavar="FILE", help="Where the copy goes; it must not be there yet.")],
    storage: StorageFile = None,
) -> None:
    """Copy the file of matches, also while a server uses it, and check the copy.

    Example: `grognard backup sunday.sqlite`
    """
    from grognard.server.rescue import back_up
    from grognard.server.running import default_storage

    number = back_up(storage or default_storage(), target)
    out().print(f"{target}: {matches(number)}, checked and whole", markup=False, soft_wrap=True)


def restore(
    source: Annotated[Path, typer.Argument(metavar="FILE", help="A copy that `grognard backup` has made.")],
    storage: StorageFile = None,
) -> None:
    """Put a backup in the place of the file of matches. The old file is kept beside it.

    Example: `grognard restore sunday.sqlite`
    """
    from grognard.server.rescue import restore as put_back
    from grognard.server.running import default_storage

    number, aside = put_back(source, storage or default_storage())
    kept = f"; the old file is now {aside}" if aside is not None else ""
    out().print(f"{matches(number)} restored{kept}", markup=False, soft_wrap=True)


def repair(storage: StorageFile = None) -> None:
    """Save what can still be read of a damaged file of matches.

    A match whose journal breaks off goes on from there. The damaged file is kept beside the new one.

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
