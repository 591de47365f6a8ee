"""Overrides for study: another board, units made on the spot, things taken for granted.

They are lines of a position file (see `positions`). The setting that they make keeps them, so that a
position of a study never passes for one of a real match.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Any, get_args, get_origin, get_type_hints

import msgspec

from grognard.board import Board, blank_board
from grognard.data import nearest, whole_number
from grognard.engine.position import Setting
from grognard.engine.state import Unit
from grognard.errors import NotUnderstood

WORDS = ("board", "terrain", "feature", "side", "slope", "link", "region", "unit", "assume")

MOST_STEPS = 99
"""No counter of any game has more steps than this."""


def with_study(base: Setting, lines: Sequence[tuple[int, str]]) -> Setting:
    """The setting with the overrides of some numbered lines; NotUnderstood names the line."""
    return _with_study(base, tuple(lines)) if lines else base


@lru_cache(maxsize=32)
def _with_study(base: Setting, lines: tuple[tuple[int, str], ...]) -> Setting:
    """Laid out once for each text: nothing in a setting changes."""
    board, units = base.board, list(base.units)
    assumed: dict[tuple[str, str], bool] = {}
    for number, line in lines:
        word, *rest = line.split()
        try:
            if word == "board":
                board = new_board(base, rest)
            elif word == "unit":
                units.append(make_unit(units, rest))
            elif word == "assume":
                assumed.update(assumption(rest))
            else:
                board = paint(board, word, rest)
        except NotUnderstood as problem:
            raise NotUnderstood(f"line {number}: {problem}") from None
    setting: Setting = base.game.setting(base.data, base.scenario, base.options, board, units)
    setting.study = tuple(line for _, line in lines)
    setting.assumed = assumed
    return setting


def new_board(base: Setting, words: Sequence[str]) -> Board:
    """``board blank COLUMNS ROWS``: the game's own numbering with nothing on it; 10-20 for a range."""
    if len(words) != 3 or words[0] != "blank":
        raise NotUnderstood("write a board as 'board blank COLUMNS ROWS', such as 'board blank 10-25 1-17'")
    return blank_board(span(words[1]), span(words[2]), base.board)


def span(word: str) -> int | tuple[int, int]:
    found = re.fullmatch(r"([0-9]{1,5})(?:-([0-9]{1,5}))?", word)
    if found is None:
        raise NotUnderstood(f"'{word}' should be a number or a range such as 10-25")
    return int(found[1]) if found[2] is None else (int(found[1]), int(found[2]))


def paint(board: Board, word: str, rest: Sequence[str]) -> Board:
    """``terrain woods 2010``, ``side river+bridge 2010-2011``, ``slope slope LOW-HIGH``, ``link road 2010-2011``."""
    if len(rest) < 2:
        raise NotUnderstood(f"'{word}' needs a kind and the cells, such as '{word} KIND CELL CELL'")
    kind, *where = rest
    kinds = [] if kind == "none" else kind.split("+")
    if word == "terrain":
        return board.painted(terrain=dict.fromkeys(where, kind))
    if word == "feature":
        return board.painted(features=dict.fromkeys(where, kinds))
    if word == "region":
        return board.painted(regions={kind: where})
    pairs = [pair for chain in where for pair in steps_of(chain)]
    if word == "slope":
        return board.painted(slopes=dict.fromkeys(pairs, "".join(kinds)))
    if word == "side":
        return board.painted(sides=dict.fromkeys(pairs, kinds))
    return board.painted(links=dict.fromkeys(pairs, kinds))


def steps_of(chain: str) -> list[tuple[int | str, int | str]]:
    cells = chain.split("-")
    if len(cells) < 2:
        raise NotUnderstood(f"'{chain}' should name neighbours, such as 2010-2011")
    return list(pairwise(cells))


def assumption(words: Sequence[str]) -> dict[tuple[str, str], bool]:
    """``assume supply all yes``: what is not to be worked out, for whom, and what holds instead."""
    if len(words) != 3 or words[2] not in ("yes", "no"):
        raise NotUnderstood("write an assumption as 'assume WHAT UNIT yes' or 'assume WHAT all no'")
    return {(words[0], words[1]): words[2] == "yes"}


def make_unit(units: Iterable[Unit], words: Sequence[str]) -> Unit:
    """``unit F1 like 14DI af=5 df=5 ma=4``: a new unit after the model of another."""
    if len(words) < 3 or words[1] != "like":
        raise NotUnderstood("write a new unit as 'unit ID like UNIT field=value ...'")
    uid, model_id = words[0], words[2]
    known = {u.id.lower(): u for u in units}
    if uid.lower() in known:
        raise NotUnderstood(f"there is already a unit '{uid}'")
    model = known.get(model_id.lower())
    if model is None:
        raise NotUnderstood(f"no unit is called '{model_id}'{nearest(model_id, [u.id for u in known.values()])}")
    changes = dict(split_pair(word) for word in words[3:])
    return changed_unit(model, uid, changes)


def split_pair(word: str) -> tuple[str, str]:
    key, mark, value = word.partition("=")
    if not mark or not value:
        raise NotUnderstood(f"'{word}' should be like field=value")
    return key, value


def changed_unit(model: Unit, uid: str, changes: Mapping[str, str]) -> Unit:
    hints = get_type_hints(type(model))
    values: dict[str, Any] = {"id": uid, "name": uid, "source": "made for study"}
    given = whole_number(changes.get("steps", ""))
    steps = given if given is not None and given >= 0 else model.steps
    if not 1 <= steps <= MOST_STEPS:
        raise NotUnderstood(f"a unit has 1 to {MOST_STEPS} steps, not {steps}")
    for key, text in changes.items():
        if key not in hints or key == "id":
            raise NotUnderstood(f"a unit has no '{key}'{nearest(key, hints)}")
        values[key] = field_value(hints[key], text, steps)
    for key, hint in hints.items():
        # Factors by steps must reach as far as the steps do.
        if key not in values and get_origin(hint) is tuple and steps != model.steps:
            old = getattr(model, key)
            values[key] = tuple(old[min(n, len(old) - 1)] for n in range(steps + 1))
    return msgspec.structs.replace(model, **values)


def field_value(hint: Any, text: str, steps: int) -> Any:
    """A field from text; factors by steps as '2/3/5' (one step first) or one number for all.

    Types of a game's own, such as the faces of a counter, read themselves with ``from_text``.
    """
    read = getattr(hint, "from_text", None)
    if read is not None:
        try:
            return read(text)
        except ValueError as problem:
            raise NotUnderstood(str(problem)) from None
    try:
        if get_origin(hint) is tuple and get_args(hint)[0] is int:
            numbers = [int(part) for part in text.split("/")]
            if len(numbers) == 1:
                numbers *= steps
            if len(numbers) != steps:
                raise NotUnderstood(f"'{text}' has {len(numbers)} values for {steps} steps")
            return (0, *numbers)
        if hint is int:
            return int(text)
        if hint is bool:
            return text in ("yes", "true", "1")
    except ValueError:
        raise NotUnderstood(f"'{text}' should be a number") from None
    return text
