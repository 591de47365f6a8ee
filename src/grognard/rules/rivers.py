"""Rivers on the sides of cells: bridges that stand, are destroyed or laid in play, and what that does to movement.

A state keeps destroyed and laid bridges as flat lists of cells, two for each (`pairs`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from grognard.board import Board
from grognard.rules.masks import Spread, mask
from grognard.rules.memo import Memo
from grognard.rules.search import ChangingSteps, Edge, Going


def pairs(cells: Sequence[int]) -> list[Edge]:
    """Cells two by two.

    >>> pairs([3, 4, 7, 9])
    [(3, 4), (7, 9)]
    """
    return list(zip(cells[::2], cells[1::2], strict=True))


def both_ways(edges: Iterable[Edge]) -> list[Edge]:
    """
    >>> both_ways([(3, 4)])
    [(3, 4), (4, 3)]
    """
    return [step for a, b in edges for step in ((a, b), (b, a))]


class Rivers:
    """The rivers of a board by kind, the wider kind first, and the bridges that its map has."""

    def __init__(self, board: Board, kinds: Sequence[str], bridges: Sequence[str]) -> None:
        self.kind = {pair: next((k for k in kinds if k in on), "") for pair, on in board.sides.items()}
        self.bridged = {pair for pair, on in board.sides.items() if any(kind in on for kind in bridges)}
        self.names = {(row.a, row.b): row.name for row in board.side_rows if row.kind in kinds}
        self.banks = mask([cell for pair, kind in self.kind.items() if kind for cell in pair])
        """The cells beside any river."""

    def between(self, a: int, b: int) -> str:
        """The kind of river between two neighbours; nothing where there is none."""
        return self.kind.get((a, b) if a < b else (b, a), "")

    def name(self, a: int, b: int) -> str:
        return self.names.get((a, b) if a < b else (b, a), "")

    def of_kind(self, kind: str) -> list[Edge]:
        return sorted([pair for pair, found in self.kind.items() if found == kind])

    def is_bridged(self, a: int, b: int, blown: Sequence[int], laid: Sequence[int] = ()) -> bool:
        """Whether a bridge of the map stands there, or one laid in play."""
        pair = (a, b) if a < b else (b, a)
        if pair in self.bridged and pair not in pairs(blown):
            return True
        return bool(laid) and (pair in pairs(laid) or (pair[1], pair[0]) in pairs(laid))


class ChangingGoing:
    """Moves over steps that bridges change: destroyed ones are no steps, laid ones have a price of their own."""

    def __init__(self, steps: ChangingSteps, laid_price: Callable[[int, int], int], most: int = 128) -> None:
        self.steps = steps
        self.laid_price = laid_price
        self._goings: Memo[Going] = Memo(most)

    def now(self, blown: Sequence[int], laid: Sequence[int] = ()) -> Going:
        key = (tuple(blown), tuple(laid))
        found = self._goings.get(key)
        if found is None:
            changes: dict[Edge, int | None] = dict.fromkeys(both_ways(pairs(blown)))
            changes.update({(a, b): self.laid_price(a, b) for a, b in both_ways(pairs(laid))})
            found = self._goings[key] = Going(self.steps.now(changes))
        return found


class ChangingSpread:
    """Steps over dry ground, and those over water without a bridge; what bridges do in play moves them."""

    def __init__(self, dry: Iterable[Edge], wet: Iterable[Edge]) -> None:
        self.dry_steps, self.wet_steps = set(dry), set(wet)
        self.dry, self.wet = Spread(self.dry_steps), Spread(self.wet_steps)
        self._found: Memo[tuple[Spread, Spread]] = Memo(128)

    def now(self, blown: Sequence[int], laid: Sequence[int] = ()) -> tuple[Spread, Spread]:
        key = (tuple(blown), tuple(laid))
        found = self._found.get(key)
        if found is None:
            lost = [step for step in both_ways(pairs(blown)) if step in self.dry_steps]
            won = [step for step in both_ways(pairs(laid)) if step in self.wet_steps or step in lost]
            found = self._found[key] = (self.dry.altered(lost, won), self.wet.altered(won, lost))
        return found

    def within(self, start: int, steps: int, barred: int, blown: Sequence[int], laid: Sequence[int] = ()) -> int:
        """All cells some steps away by paths that do not enter barred ones and end with the first cell beyond water."""
        dry, wet = self.now(blown, laid)
        new = found = start
        ends = 0
        for _ in range(steps):
            ends |= wet.of(new) & ~barred
            new = dry.of(new) & ~found & ~barred
            found |= new
        return found | ends
