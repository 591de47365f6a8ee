"""A map in letters: the whole of it, or the neighbourhood of a cell."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from string import ascii_lowercase, ascii_uppercase

from rich.style import Style
from rich.text import Text

from grognard.board import Board
from grognard.engine import Covered, Game, Position
from grognard.grid import Grid

LETTERS_PER_CELL = 10
"""The letters that a cell takes in the neighbourhood of another."""

Spot = tuple[int, int]
Piece = tuple[str, str]
"""Some letters and their style."""


class Canvas:
    """Letters laid at places, then read line by line."""

    def __init__(self) -> None:
        self._lines: dict[int, list[tuple[int, Piece]]] = {}

    def put(self, x: int, y: int, text: str, style: str = "") -> None:
        self._lines.setdefault(y, []).append((x, (text, style)))

    def text(self) -> Text:
        whole = Text()
        for y in range(min(self._lines), max(self._lines) + 1):
            at = 0
            for x, (letters, style) in sorted(self._lines.get(y, [])):
                whole.append(" " * (x - at)).append(letters, style)
                at = max(at, x) + len(letters)
            whole.append("\n")
        return whole


def layout(grid: Grid, wide: int, high: int) -> dict[int, Spot]:
    """Where each cell's letters begin, if a cell takes that many letters and lines."""
    spots: dict[int, Spot] = {}
    for cell in range(len(grid)):
        x, y = grid.centre(cell)
        if grid.kind == "square":
            spots[cell] = (round(x) * (wide + 1), round(y) * high)
        elif "N" in grid.directions:  # flat top: columns side by side, every second one half a cell lower
            spots[cell] = (grid.column(cell) * wide, round(2 * y) * high // 2)
        else:
            spots[cell] = (round(2 * x) * (wide + 1) // 2, round(y / 0.866) * high)
    return spots


def letters(words: Iterable[str], alphabet: str) -> dict[str, str]:
    """A letter for each word, its own first one where that is free."""
    found: dict[str, str] = {}
    for word in words:
        free = [c for c in alphabet if c not in found.values()]
        own = [c for c in (word.upper() if alphabet.isupper() else word.lower()) if c in free]
        found[word] = (own or free or ["?"])[0]
    return found


def terrain_letters(board: Board) -> dict[str, str]:
    kinds = [kind for kind in board.kinds.get("terrain", {}) if kind != board.plain]
    return {board.plain: ".", **letters(kinds, ascii_lowercase)}


class Sketch:
    """A position in letters, as one side or everybody sees it."""

    def __init__(self, game: Game, position: Position) -> None:
        self.game = game
        self.page = game.page_for(position.setting)
        self.position = position
        self.board = position.setting.board
        self.grid = self.board.grid
        self.terrain = terrain_letters(self.board)
        units = position.setting.units
        self.covered: dict[int, list[Covered]] = {}
        for counter in position.concealed.counters:
            if counter.cell >= 0:
                self.covered.setdefault(counter.cell, []).append(counter)
        self.nations = letters(dict.fromkeys(u.nation for u in units), ascii_uppercase)
        self.stacks: dict[int, list[int]] = {}
        for number, cell in enumerate(position.state.loc):
            if cell >= 0:
                self.stacks.setdefault(cell, []).append(number)

    def style(self, nation: str) -> str:
        return str(Style(color=self.game.colours.get(nation), bold=True)) if nation in self.game.colours else "bold"

    def whole(self) -> Text:
        """Every cell in two letters: its terrain, or whose units are there and how many."""
        canvas, spots = Canvas(), layout(self.grid, 2, 2 if self.flat else 1)
        left, top = min(x for x, _ in spots.values()), min(y for _, y in spots.values())
        for cell, (x, y) in spots.items():
            stack, covered = self.stacks.get(cell, []), self.covered.get(cell, [])
            if stack or covered:
                nation = self.nation_of(stack[0]) if stack else covered[0].nation
                letter = self.nations.get(nation, "?")
                number = f"{min(len(stack), 9)}" if not covered else "+" if stack else "?"
                canvas.put(x - left + 4, y - top, letter + number, self.style(nation))
            else:
                letter = self.terrain[self.board.terrain[cell]]
                canvas.put(x - left + 4, y - top, letter, "dim" if letter == "." else "")
        self._rulers(canvas, spots, left, top)
        return canvas.text().append(self.legend())

    @property
    def flat(self) -> bool:
        return self.grid.kind == "hex" and "N" in self.grid.directions

    def _rulers(self, canvas: Canvas, spots: Mapping[int, Spot], left: int, top: int) -> None:
        """Column numbers above the map, odd ones over even ones; row numbers on the left."""
        columns: dict[int, tuple[int, str]] = {}
        rows: dict[int, int] = {}
        for cell, (x, y) in spots.items():
            column, row = self.grid.column(cell), self.grid.row(cell)
            name = self.grid.ids[cell].rstrip("0123456789") or f"{column:02d}"  # a letter, where the map has them
            columns[column] = min(columns.get(column, (x, name)), (x, name))
            rows[row] = min(rows.get(row, y), y)
        for column, (x, name) in columns.items():
            canvas.put(x - left + 4, -2 + column % 2, name if name.isalpha() else f"{column:02d}", "dim")
        for row, y in rows.items():
            canvas.put(0, y - top, f"{row:02d}", "dim")

    def legend(self) -> str:
        ground = [
            f"{letter} {self.board.kinds['terrain'][kind].title.lower()}"
            for kind, letter in self.terrain.items()
            if kind in self.board.kinds.get("terrain", {})
        ]
        units = [f"{letter}2 two {nation} units" for nation, letter in self.nations.items()]
        for nation in dict.fromkeys(counter.nation for stack in self.covered.values() for counter in stack):
            letter = self.nations.get(nation, "?")
            units += [f"{letter}+ {nation} units, not all known", f"{letter}? unknown {nation} units"]
        return "  ".join([*ground, *units])

    def around(self, centre: int, far: int = 2) -> Text:
        """The cells round one, each with its number, its terrain and the units in it."""
        canvas, spots = Canvas(), layout(self.grid, LETTERS_PER_CELL, 4)
        near = {cell: spots[cell] for cell in self.grid.within(centre, far)}
        left, top = min(x for x, _ in near.values()), min(y for _, y in near.values())
        for cell, (x, y) in near.items():
            head = f"{self.grid.ids[cell]} {self.terrain[self.board.terrain[cell]]}"
            canvas.put(
                x - left,
                y - top,
                f"[{head}]" if cell == centre else head,
                "bold" if cell == centre else "dim",
            )
            stack = [(self.short(unit), self.nation_of(unit)) for unit in self.stacks.get(cell, [])]
            stack += [(f"? {one.label}"[: LETTERS_PER_CELL - 1], one.nation) for one in self.covered.get(cell, [])]
            shown = stack if len(stack) <= 3 else stack[:2]
            for line, (text, nation) in enumerate(shown, 1):
                canvas.put(x - left, y - top + line, text, self.style(nation))
            if len(stack) > len(shown):
                canvas.put(x - left, y - top + 3, f"+{len(stack) - len(shown)} more")
        return canvas.text().append(self.legend()).append("\n").append(self.describe(centre))

    def nation_of(self, unit: int) -> str:
        return self.position.setting.units[unit].nation

    def short(self, unit: int) -> str:
        setting, state = self.position.setting, self.position.state
        name = setting.unit_ids[unit]
        whole = f"{name} {state.steps[unit]}/{setting.units[unit].steps}"
        return whole if len(whole) < LETTERS_PER_CELL else name[: LETTERS_PER_CELL - 1]

    def describe(self, cell: int) -> str:
        """What the map has in a cell, on its sides and on its roads, and who is there."""
        board, ids = self.board, self.grid.ids
        kinds = board.kinds
        words = [kinds["terrain"][board.terrain[cell]].title.lower(), *board.features.get(cell, ())]
        words += [f"{place.name} ({place.kind})" for place in board.places_at(cell)]
        lines = [f"{ids[cell]}: {', '.join(words)}"]
        beside: dict[str, list[str]] = {}
        for other in self.grid.neighbours[cell]:
            for kind in board.link(cell, other):
                beside.setdefault(f"{kind} to", []).append(ids[other])
            if board.side(cell, other):
                beside.setdefault(f"{' and '.join(board.side(cell, other))} towards", []).append(ids[other])
        lines += [f"  {what} {', '.join(where)}" for what, where in beside.items()]
        lines += [f"  {self.long(unit)}" for unit in self.stacks.get(cell, [])]
        for counter in self.covered.get(cell, []):
            lines.append("  " + ", ".join(filter(None, ["unknown unit", counter.nation, counter.label])))
        return "\n".join(lines)

    def long(self, unit: int) -> str:
        setting, state = self.position.setting, self.position.state
        one = setting.units[unit]
        parts = [
            f"{one.id} ({one.name})",
            self.page.factors(self.position, unit),
            f"{state.steps[unit]} of {one.steps} steps",
        ]
        return ", ".join([*filter(None, parts), *self.page.status(self.position, unit)])
