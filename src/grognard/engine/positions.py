"""Position files: what FEN is to chess. Short, readable, and written by hand where one likes.

A file has one thing on each line and remarks after '#'. It says which game, scenario and options, then
what differs from the empty map (``from empty``, the default) or from the scenario's set-up (``from
start``): fields of the state, units with their place, steps and status, dice to come, and at last the
actions since the last rest point. docs/file-formats.md has the whole of it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, get_args

import msgspec

from grognard.data import is_text, nearest, whole_number
from grognard.engine.game import Game, find_game
from grognard.engine.match import Match
from grognard.engine.plain import from_plain, to_plain, writer
from grognard.engine.position import Position, Setting
from grognard.engine.starting import scenario_name, scenarios_of, setting_for
from grognard.engine.state import State, marks
from grognard.engine.study import WORDS as STUDY_WORDS
from grognard.engine.study import with_study
from grognard.errors import GrognardError, NotUnderstood, SaveError

HEAD = "grognard position 1"
EVERYTHING = "everything"
HEADER_WORDS = ("game", "scenario", "option", "rules", "overlay", "seed", "thrown", "dice", "from", "asks", "play")


# -- writing --


def write_position(match: Match) -> str:
    """The position of a match as text; `read_position` makes the same position of it again."""
    since, position = match.since_rest()
    lines = [HEAD, *header_lines(match, position), *body_lines(position)]
    lines += [f"play {node.side} {match.write(node.action)}" for node in since]
    return "\n".join(lines) + "\n"


def body_lines(position: Position) -> list[str]:
    """The position told from the empty map, or, if that is shorter and it is no study, from the scenario's set-up."""
    best: tuple[list[str], list[int], State] | None = None
    for base in bases(position.setting):
        head = [*(["from start"] if best else []), *state_lines(position, base)]
        units = units_that_differ(position.state, base)
        if best is None or len(head) + len(units) < len(best[0]) + len(best[1]):
            best = head, units, base
    assert best is not None
    head, units, base = best
    return [*head, *unit_lines(position, base, units)]


@lru_cache(maxsize=4)
def bases(setting: Setting) -> Sequence[State]:
    """The states that a position can be told from: the empty map, and the set-up if it is no study."""
    game = setting.game
    return [game.empty(setting, "").state, *([] if setting.study else [game.start(setting, "").state])]


def header_lines(match: Match, position: Position) -> list[str]:
    setting = match.setting
    defaults = {o.name: o.default for o in match.game.options(setting.data)}
    lines = [f"game {match.game.slug}", f"scenario {setting.scenario}", f"rules {match.game.rules_version}"]
    lines += [f"option {k} {v}" for k, v in setting.options.items() if defaults.get(k) != v]
    if setting.data.overlay is not None:
        lines.append(f"overlay {setting.data.digest()}")
    lines += [f"seed {match.seed}", f"thrown {position.dice.count}"]
    if position.dice.tape:
        lines.append("dice " + " ".join(map(str, position.dice.tape)))
    if position.asks_everything:
        lines.append(f"asks {EVERYTHING}")
    return [*lines, *setting.study]


def state_lines(position: Position, base: State) -> list[str]:
    """The fields that are not the units', where they differ."""
    setting, state = position.setting, position.state
    lines = []
    for name, hint in type(state).hints().items():
        if "per unit" in marks(hint)[1]:
            continue
        value = getattr(state, name)
        if name in ("turn", "phase", "phasing") or value != getattr(base, name):
            lines.append(f"{name} {plain_text(to_plain(setting, value, hint))}".rstrip())
    return lines


def plain_text(value: Any) -> str:
    """Simple values as words; anything with depth or blanks as JSON."""
    if isinstance(value, dict) and all(simple(v) for v in value.values()):
        return " ".join(f"{k}={v}" for k, v in value.items()) if value else "none"
    if isinstance(value, list) and all(simple(v) for v in value):
        return " ".join(map(str, value)) if value else "none"
    if simple(value):
        return str(value)
    return msgspec.json.encode(value).decode()


SIMPLE = re.compile(r"[^\s=#\[\]{}\"]+")


def simple(value: Any) -> bool:
    return isinstance(value, int) or (isinstance(value, str) and bool(SIMPLE.fullmatch(value)))


def units_that_differ(state: State, base: State) -> list[int]:
    found: set[int] = set()
    for name in unit_fields(type(state)):
        values, defaults = getattr(state, name), getattr(base, name)
        if values != defaults:
            found.update([n for n, value in enumerate(values) if value != defaults[n]])
    return sorted(found)


def unit_lines(position: Position, base: State, units: Sequence[int]) -> list[str]:
    """Units that differ: place, steps, then what else does."""
    setting, state = position.setting, position.state
    words: dict[int, list[str]] = {
        u: [setting.unit_ids[u], setting.place_name(state.loc[u]), str(state.steps[u])] for u in units
    }
    for name, hint in unit_fields(type(state)).items():
        values, defaults = getattr(state, name), getattr(base, name)
        if name in ("loc", "steps") or values == defaults:
            continue
        write = writer(hint)
        for unit in units:
            value = values[unit]
            if value != defaults[unit]:
                plain = value if write is None else write(setting, value)
                words[unit].append(name if value == 1 and hint is int else f"{name}={plain}")
    return [" ".join(told) for told in words.values()]


@cache
def unit_fields(kind: type[State]) -> dict[str, Any]:
    """The fields with an entry for each unit, and the type of an entry; for reading only."""
    found = {}
    for name, hint in kind.hints().items():
        bare, names = marks(hint)
        if "per unit" in names:
            found[name] = get_args(bare)[0]
    return found


# -- reading --


class Reader:
    """Reads a position file line by line; every complaint names its line."""

    def __init__(self, text: str, name: str) -> None:
        self.name = name
        self.lines = [(number, line.split("#", 1)[0].strip()) for number, line in enumerate(text.splitlines(), 1)]
        self.lines = [(number, line) for number, line in self.lines if line]
        self.said: set[tuple[int, str]] = set()
        """The fields of units that the file fills in."""

    def error(self, number: int, message: str) -> SaveError:
        return SaveError(f"{self.name}, line {number}: {message}")

    def head(self) -> dict[str, list[tuple[int, str]]]:
        """The lines of each header word, and everything else under 'rest'."""
        if not self.lines or self.lines[0][1] != HEAD:
            raise SaveError(f"{self.name}: a position file starts with '{HEAD}'")
        found: dict[str, list[tuple[int, str]]] = {}
        for number, line in self.lines[1:]:
            word, _, value = line.partition(" ")
            if word in STUDY_WORDS:
                found.setdefault("study", []).append((number, line))
            elif word in HEADER_WORDS:
                found.setdefault(word, []).append((number, value.strip()))
            else:
                found.setdefault("rest", []).append((number, line))
        return found

    def one(self, found: dict[str, list[tuple[int, str]]], word: str, default: str | None = None) -> str:
        entries = found.get(word, [])
        if len(entries) > 1:
            raise self.error(entries[1][0], f"'{word}' is given twice")
        if entries:
            return entries[0][1]
        if default is None:
            raise SaveError(f"{self.name}: the line '{word} ...' is missing")
        return default


def read_position(
    text: str,
    name: str = "position",
    overlay: Path | None = None,
    *,
    dice: Sequence[int] = (),
    asks_everything: bool = False,
) -> Match:
    """The match that stands in a position file; NotUnderstood or SaveError name the line.

    ``dice`` fall before those of the file. With ``asks_everything`` the first choice is asked even if it has one
    answer only.
    """
    if not is_text(text):
        raise SaveError(f"{name}: is not valid text (it holds half of a character)")
    reader = Reader(text, name)
    found = reader.head()
    try:
        game = find_game(reader.one(found, "game"))
        setting = read_setting(reader, game, found, overlay)
    except NotUnderstood as problem:
        raise SaveError(f"{name}, {problem}") from None
    seed = reader.one(found, "seed", "0")
    base = reader.one(found, "from", "empty")
    if base not in ("empty", "start"):
        raise reader.error(found["from"][0][0], f"'from {base}' should be 'from empty' or 'from start'")
    position = game.empty(setting, seed) if base == "empty" else game.start(setting, seed)
    position.dice.count = read_number(reader, found, "thrown")
    position.dice.tape = (*dice, *read_dice(reader, found))
    position.asks_everything = asks_everything or reader.one(found, "asks", "") == EVERYTHING
    for number, line in found.get("rest", []):
        read_line(reader, position, number, line)
    try:
        game.complete(position)
    except NotUnderstood as problem:
        raise SaveError(f"{name}: {problem}") from None
    position.rebuild()
    if "thrown" not in found:  # a position out of play says how many dice have fallen
        game.establish(position, reader.said)
    match = Match(game, setting, position, seed)
    # The actions since the last rest point are in the match's history and need not be told twice.
    match.start_text = "".join(
        line for line in text.splitlines(keepends=True) if line.partition(" ")[0].strip() != "play"
    )
    for number, line in found.get("play", []):
        side, _, action = line.partition(" ")
        try:
            match.play(action, by=side)
        except GrognardError as problem:
            raise reader.error(number, f"'{action}': {problem}") from None
    return match


def read_setting(reader: Reader, game: Game, found: dict[str, list[tuple[int, str]]], overlay: Path | None) -> Setting:
    data = game.data(overlay)
    options: dict[str, str] = {}
    for number, line in found.get("option", []):
        words = line.split()
        if len(words) != 2:
            raise reader.error(number, "write an option as 'option NAME VALUE'")
        options[words[0]] = words[1]
    scenario = scenario_name(game, data, reader.one(found, "scenario", next(iter(scenarios_of(game, data)))))
    setting = setting_for(game, data, scenario, game.chosen_options(data, options))
    return with_study(setting, found.get("study", []))


def read_number(reader: Reader, found: dict[str, list[tuple[int, str]]], word: str) -> int:
    text = reader.one(found, word, "0")
    number = whole_number(text)
    if number is None or number < 0:
        raise reader.error(found[word][0][0], f"'{word} {text[:40]}' should be a number")
    return number


def read_dice(reader: Reader, found: dict[str, list[tuple[int, str]]]) -> tuple[int, ...]:
    text = reader.one(found, "dice", "")
    words = re.split(r"[\s,]+", text.strip()) if text.strip() else []
    numbers = [whole_number(word) for word in words]
    if any(number is None or number < 0 for number in numbers):
        raise reader.error(found["dice"][0][0], f"'dice {text[:40]}' should be numbers, such as 'dice 3 5'")
    return tuple(number for number in numbers if number is not None)


def read_line(reader: Reader, position: Position, number: int, line: str) -> None:
    """A field of the state, or a unit."""
    setting, state = position.setting, position.state
    word, _, value = line.partition(" ")
    hints = type(state).hints()
    try:
        if word in hints and "per unit" not in marks(hints[word])[1]:
            setattr(state, word, read_field(setting, word, read_value(value.strip(), hints[word]), hints[word]))
            return
        try:
            unit = setting.unit_number(word)
        except NotUnderstood:
            known = [*hints, *HEADER_WORDS, *STUDY_WORDS, *setting.unit_ids]
            raise NotUnderstood(
                f"'{word}' (column 1) is neither a keyword of position files nor a unit{nearest(word, known)}"
            ) from None
        reader.said |= {(unit, field) for field in read_unit(position, unit, value.split())}
    except GrognardError as problem:
        raise reader.error(number, str(problem)) from None


def read_value(text: str, hint: Any) -> Any:
    """A written value as plain lists, dictionaries and words, ready for `from_plain`."""
    kind = getattr(marks(hint)[0], "__origin__", None)
    if text.startswith(("[", "{", '"')):
        try:
            return msgspec.json.decode(text.encode())
        except msgspec.DecodeError as problem:
            raise NotUnderstood(f"'{text}' is not valid JSON ({problem})") from None
    words = [] if text in ("", "none") else text.split()
    if kind in (list, set):
        return words
    if kind is dict:
        pairs = [word.rpartition("=") for word in words]
        if not all(mark for _, mark, _ in pairs):
            raise NotUnderstood(f"'{text}' should be pairs such as name=value")
        return {key: value for key, _, value in pairs}
    return text


def read_field(setting: Setting, name: str, value: Any, hint: Any) -> Any:
    """A value of the state; a complaint names the field."""
    try:
        return from_plain(setting, value, hint)
    except NotUnderstood as problem:
        raise NotUnderstood(f"{name}: {problem}") from None


def read_unit(position: Position, unit: int, words: list[str]) -> list[str]:
    """``3ID 1913 3 disrupted moved=1``: place, steps, then fields, whose names are given back."""
    setting, state = position.setting, position.state
    if not words:
        raise NotUnderstood(f"{setting.unit_ids[unit]} needs a place: a cell or {' or '.join(setting.boxes)}")
    fields = unit_fields(type(state))
    state.loc[unit] = setting.place_number(words[0])
    rest = words[1:]
    if rest and (steps := whole_number(rest[0])) is not None and steps >= 0:
        state.steps[unit] = steps
        rest.pop(0)
    for word in rest:
        key, mark, value = word.partition("=")
        if key not in fields:
            raise NotUnderstood(f"a unit has no field '{key}'{nearest(key, fields)}")
        getattr(state, key)[unit] = read_field(setting, key, value if mark else "1", fields[key])
    return [word.partition("=")[0] for word in rest]


def limits_broken(match: Match) -> list[str]:
    """What a position breaks of the game's own limits: allowed for study, and told."""
    return match.game.invariants(match.position)
