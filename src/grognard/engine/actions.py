"""Actions and their text form, which people can read, type and mail.

A game lists its verbs, each with a shape: ``attack CELL by UNITS``. Words in capitals are arguments,
the others are connecting words. From the shape come the canonical text and the lenient reader.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeGuard

import msgspec

from grognard.data import nearest, whole_number
from grognard.errors import NotUnderstood
from grognard.grid import Grid

Argument = int | str | tuple[int, ...]


class Action(msgspec.Struct, frozen=True, gc=False):
    """One decision taken: a verb and its arguments (units and cells as numbers)."""

    verb: str
    args: tuple[Argument, ...] = ()

    def number(self, place: int = 0) -> int:
        """The unit, cell or number at a place of the arguments."""
        value = self.args[place]
        assert isinstance(value, int)
        return value

    def numbers(self, place: int = 0) -> tuple[int, ...]:
        """The units or cells at a place of the arguments."""
        value = self.args[place]
        assert isinstance(value, tuple)
        return value

    def word(self, place: int = 0) -> str:
        value = self.args[place]
        assert isinstance(value, str)
        return value


class Verb(msgspec.Struct, frozen=True):
    """A kind of action: its name, its shape, the case that grants it and when that is."""

    name: str
    shape: str
    case: str
    when: str
    """Completes the sentence "this is done ...", for the refusal at any other time."""
    resolves: bool = False
    """Whether it throws the dice for what was declared before: the referee asks it for the odds."""
    label: str = ""
    """What stands on its button, where the name alone would puzzle a player."""

    @property
    def parts(self) -> list[str]:
        return self.shape.split()

    @property
    def aims(self) -> bool:
        """Whether a cell belongs to it, so that a player can point at one."""
        return "CELL" in self.parts or "CELLS" in self.parts

    @property
    def joins(self) -> bool:
        """Whether it sends one unit to another, so that a player can point at that one."""
        return self.parts in (["UNIT", "to", "UNIT"], ["UNIT", "with", "UNIT"])

    @property
    def assembles(self) -> bool:
        """Whether it brings several units together against a cell."""
        return self.aims and "UNITS" in self.parts


KINDS = {"UNIT", "UNITS", "CELL", "CELLS", "NUMBER", "WORD"}


def is_number(value: object) -> TypeGuard[int]:
    """Whether a value is a number; Python takes True for 1, a game does not."""
    return isinstance(value, int) and not isinstance(value, bool)


LARGEST = 10**9
"""No number of an action is larger than this, whatever a forger sends."""


class Language:
    """Reads and writes the actions of one match: verbs from the game, names from units and grid."""

    def __init__(self, verbs: Iterable[Verb], unit_ids: Sequence[str], grid: Grid, words: Iterable[str] = ()) -> None:
        self.verbs: Mapping[str, Verb] = {v.name: v for v in verbs}
        self.unit_ids = unit_ids
        self.grid = grid
        self._units = {uid.lower(): n for n, uid in enumerate(unit_ids)}
        self._ids, self._cells = frozenset(unit_ids), frozenset(grid.ids)
        self._words = {word.lower(): word for word in words}
        self._parts = {v.name: v.parts for v in self.verbs.values()}
        self.kinds = {name: [part for part in parts if part in KINDS] for name, parts in self._parts.items()}
        """The kinds of each verb's arguments."""

    def learn(self, words: Iterable[str]) -> None:
        """More words that actions may use, so that they are read in any letter case."""
        self._words.update({word.lower(): word for word in words})

    def unit(self, text: str) -> int:
        """The unit of that id, in any letter case.

        >>> from grognard.grid import square_grid
        >>> Language([], ["3ID", "4ID"], square_grid((1, 2), (1, 2))).unit("4id")
        1
        """
        number = self._units.get(text.strip().lower())
        if number is None:
            raise NotUnderstood(f"no unit is called '{text}'{nearest(text, self.unit_ids)}")
        return number

    def is_argument(self, kind: str, value: Argument) -> bool:
        """Whether a value is of that kind of argument, with numbers that exist."""
        if kind == "UNIT":
            return is_number(value) and 0 <= value < len(self.unit_ids)
        if kind == "CELL":
            return is_number(value) and 0 <= value < len(self.grid.ids)
        if kind in ("UNITS", "CELLS"):
            return isinstance(value, tuple) and all(self.is_argument(kind[:-1], one) for one in value)
        if kind == "NUMBER":  # a refusal repeats it, and Python does not write a number of thousands of digits
            return is_number(value) and abs(value) <= LARGEST
        return isinstance(value, str)

    def units_in(self, action: Action) -> list[int]:
        """The units that an action names."""
        found: list[int] = []
        for kind, value in zip(self.kinds[action.verb], action.args, strict=True):
            if kind in ("UNIT", "UNITS") and not isinstance(value, str):
                found += value if isinstance(value, tuple) else (value,)
        return found

    def named(self, action: Action) -> tuple[list[str], list[str], list[str]]:
        """The names of an action's units, of its cells, and its other words, each in the order of the verb's shape."""
        units: list[str] = []
        cells: list[str] = []
        words: list[str] = []
        for kind, value in zip(self.kinds[action.verb], action.args, strict=True):
            if kind in ("UNIT", "UNITS", "CELL", "CELLS") and not isinstance(value, str):
                found, names = (units, self.unit_ids) if kind.startswith("UNIT") else (cells, self.grid.ids)
                found += [names[number] for number in (value if isinstance(value, tuple) else (value,))]
            else:
                words.append(str(value))
        return units, cells, words

    def compose(self, verb: str, units: Sequence[str], cells: Sequence[str], words: Sequence[str]) -> Action:
        """The action that those parts make, in the order of the verb's shape: the reverse of `named`."""
        known = self.verbs.get(verb)
        if known is None:
            raise NotUnderstood(f"'{verb}' is not an action here{nearest(verb, self.verbs)}")
        given = {"UNIT": list(units), "CELL": list(cells), "": list(words)}
        args: list[Argument] = []
        for kind in self.kinds[verb]:
            rest = given[kind.rstrip("S") if kind not in ("NUMBER", "WORD") else ""]
            if not rest:
                raise NotUnderstood(f"the {kind.lower()} is missing: write '{verb} {known.shape}'")
            if kind in ("UNITS", "CELLS"):
                read = self.unit if kind == "UNITS" else self.grid.cell
                args.append(tuple(read(name) for name in rest))
                rest.clear()
            else:
                args.append(self._read(kind, rest.pop(0)))
        if any(given.values()):
            raise NotUnderstood(f"too many words: write '{verb} {known.shape}'")
        return Action(verb, tuple(args))

    def mentioned(self, sentence: str) -> tuple[list[str], list[str]]:
        """The units and the cells that a sentence names by their ids, each once and in the order of the sentence.

        >>> from grognard.grid import square_grid
        >>> Language([], ["3ID", "HQ-I"], square_grid((1, 2), (1, 2))).mentioned("3ID's path to HQ-I (A1) ends in A2.")
        (['3ID', 'HQ-I'], ['A1', 'A2'])
        """
        words = dict.fromkeys(word.strip(".,;:()'\"").removesuffix("'s") for word in sentence.split())
        units = [word for word in words if word in self._ids]
        return units, [word for word in words if word in self._cells]

    def arguments(self, action: Action) -> list[str]:
        """The arguments of an action as its text has them."""
        return [self._write(kind, value) for kind, value in zip(self.kinds[action.verb], action.args, strict=True)]

    def write(self, action: Action) -> str:
        """The canonical text of an action."""
        words = [action.verb]
        rest = list(action.args)
        for part in self._parts[action.verb]:
            if part in KINDS:
                words.append(self._write(part, rest.pop(0)))
            else:
                words.append(part)
        return " ".join(words)

    def _write(self, kind: str, value: Argument) -> str:
        if kind == "UNIT" and isinstance(value, int):
            return self.unit_ids[value]
        if kind == "CELL" and isinstance(value, int):
            return self.grid.ids[value]
        if isinstance(value, tuple):
            names = self.unit_ids if kind == "UNITS" else self.grid.ids
            return ("," if kind == "UNITS" else "-").join(names[v] for v in value)
        return str(value)

    def read(self, text: str) -> Action:
        """The action that a text means; NotUnderstood says how far it could be followed."""
        words = text.strip().replace(", ", ",").split()
        if not words:
            raise NotUnderstood("nothing typed; start with a verb such as " + self._some_verbs())
        name = words.pop(0).lower()
        verb = self.verbs.get(name)
        if verb is None:
            raise NotUnderstood(
                f"'{name}' is not an action here{nearest(name, self.verbs) or '; known: ' + self._some_verbs()}"
            )
        args: list[Argument] = []
        for part in verb.parts:
            if part not in KINDS:
                if words and words[0].lower() == part:
                    words.pop(0)
                continue
            if not words:
                raise NotUnderstood(f"'{text.strip()}' needs a {part.lower()}: write '{name} {verb.shape}'")
            args.append(self._read(part, words.pop(0)))
        if words:
            raise NotUnderstood(
                f"understood '{name} {' '.join(map(str, verb.parts))}', but not the rest '{' '.join(words)}'"
            )
        return Action(verb.name, tuple(args))

    def _read(self, kind: str, word: str) -> Argument:
        if kind == "UNIT":
            return self.unit(word)
        if kind == "CELL":
            # "1913-2014" is how people write a move: the destination counts.
            return self.grid.cell(re.split(r"[-–>]+", word)[-1])
        if kind == "UNITS":
            return tuple(self.unit(w) for w in re.split(r"[,+]", word) if w)
        if kind == "CELLS":
            return tuple(self.grid.cell(w) for w in re.split(r"[-–>,]+", word) if w)
        if kind == "NUMBER":
            number = whole_number(word)
            if number is None:
                raise NotUnderstood(f"'{word[:40]}' should be a number")
            return number
        return self._words.get(word.lower(), word)

    def _some_verbs(self) -> str:
        return ", ".join(sorted(self.verbs))

    def as_json(self, action: Action) -> dict[str, Any]:
        return {"verb": action.verb, "text": self.write(action)}
