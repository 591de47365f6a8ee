"""What checks of data and positions share: problems that hold, named after their file, and what a map shows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from grognard.board import Board
from grognard.data import DataFolder


def holding(*tests: tuple[object, str]) -> list[str]:
    """The sentences whose condition holds.

    >>> holding((2 > 1, "is too large"), (False, "is alone"))
    ['is too large']
    """
    return [sentence for holds, sentence in tests if holds]


def of_file(data: DataFolder, file: str, problems: Iterable[str]) -> Iterator[str]:
    """Problems with the file in which they lie."""
    for problem in problems:
        yield f"{data.path(file)}: {problem}"


def shown_on(board: Board) -> set[str]:
    """All kinds of terrain, features and sides that a map has."""
    tags = {tag for cell in range(len(board.terrain)) for tag in board.tags(cell)}
    return {*board.terrain, *tags, *[kind for kinds in board.sides.values() for kind in kinds]}
