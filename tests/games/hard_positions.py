"""Hard positions: places where two rules meet, answered from the book before the engine was asked.

A file of them is TOML. Each position has the phase, the lines of a position file, what is played (``do``), the
dice that fall or the result they must give (``wanted``: "assault DR"), and what the book says (``expect``), one
sentence for each thing:

    allowed ACTION; refused CASE ACTION (* for any case); asked KIND; unasked KIND
    place UNIT WHERE; field NAME UNIT VALUE (of the state); vp NAME VALUE
    reach UNIT CELLS; beyond UNIT CELLS (out of its reach); cost MP ACTION
    choices PREFIX : CELLS (all actions that begin so end with these); event KIND; no-event KIND
    told KIND CASE VALUE (the sum of an event's modifiers by that case)

A game adds words of its own.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import product
from pathlib import Path
from typing import Any

from grognard.engine import Event, Match
from grognard.errors import GrognardError
from tests.games.study import asked, destinations, listed, number, place

Entry = Mapping[str, Any]
Study = Callable[[Entry, Sequence[int]], Match]
Word = Callable[[Match, list[str]], None]


def load(file: Path) -> list[Entry]:
    """The positions of a file, each with a name of its own and the cases that meet."""
    entries: list[Entry] = tomllib.loads(file.read_text(encoding="utf-8"))["position"]
    names = [entry["id"] for entry in entries]
    assert len(names) == len(set(names)), "two positions have one name"
    return entries


def check_position(entry: Entry, study: Study, words: Mapping[str, Word]) -> None:
    """Set the position up, play it, and compare with what the book says."""
    match, events = played(entry, study)
    for sentence in entry["expect"]:
        verb, *rest = sentence.split()
        if verb in words:
            words[verb](match, rest)
        else:
            COMMON[verb](match, rest, events)


def played(entry: Entry, study: Study) -> tuple[Match, list[Event]]:
    """The match after what is done; with dice that give the result that is wanted, if one is."""
    kind, _, outcome = entry.get("wanted", "").partition(" ")
    for dice in tapes(entry) if kind else [tuple(entry.get("dice", ()))]:
        match = study(entry, dice)
        try:
            events = [event for action in entry.get("do", ()) for event in match.play(action)]
        except GrognardError:
            if kind:
                continue
            raise
        if not kind or any(e.kind == kind and e.data.get("outcome") == outcome for e in events):
            return match, events
    raise AssertionError(f"no dice give '{kind} {outcome}'")


def tapes(entry: Entry) -> Iterator[tuple[int, ...]]:
    first = tuple(entry.get("dice", ()))
    for number_of_dice in (1, 2):
        for dice in product(range(1, 7), repeat=number_of_dice):
            yield (*first, *dice)


def allowed(match: Match, rest: list[str], events: list[Event]) -> None:
    ruling = match.check(" ".join(rest))
    assert ruling, f"{' '.join(rest)}: {ruling}"


def refused(match: Match, rest: list[str], events: list[Event]) -> None:
    case, action = rest[0], " ".join(rest[1:])
    ruling = match.check(action)
    assert not ruling, f"'{action}' should be refused by {case}"
    assert case in ("*", ruling.case), f"'{action}' should be refused by {case}: {ruling}"


def is_asked(match: Match, rest: list[str], events: list[Event]) -> None:
    assert asked(match) == rest[0]


def is_not_asked(match: Match, rest: list[str], events: list[Event]) -> None:
    assert match.decision is None or asked(match) != rest[0]


def is_at(match: Match, rest: list[str], events: list[Event]) -> None:
    assert place(match, rest[0]) == rest[1], f"{rest[0]} is at {place(match, rest[0])}"


def has_field(match: Match, rest: list[str], events: list[Event]) -> None:
    name, unit, value = rest
    assert getattr(match.position.state, name)[number(match, unit)] == int(value), f"{name} of {unit}"


def can_reach(match: Match, rest: list[str], events: list[Event]) -> None:
    found = destinations(match, rest[0])
    assert found.issuperset(rest[1:]), f"{rest[0]} reaches {sorted(found)}"


def cannot_reach(match: Match, rest: list[str], events: list[Event]) -> None:
    found = destinations(match, rest[0])
    assert not found.intersection(rest[1:]), f"{rest[0]} reaches {sorted(found.intersection(rest[1:]))}"


def costs(match: Match, rest: list[str], events: list[Event]) -> None:
    decision = match.decision
    assert decision is not None
    assert decision.cost(match.read(" ".join(rest[1:]))) == f"{rest[0]} MP"


def has_choices(match: Match, rest: list[str], events: list[Event]) -> None:
    prefix, _, cells = " ".join(rest).partition(" : ")
    found = {text.split()[-1] for text in listed(match) if text.startswith(prefix)}
    assert found == set(cells.split()), f"{prefix}: {sorted(found)}"


def has_event(match: Match, rest: list[str], events: list[Event]) -> None:
    assert any(event.kind == rest[0] for event in events), [event.kind for event in events]


def has_no_event(match: Match, rest: list[str], events: list[Event]) -> None:
    assert not any(event.kind == rest[0] for event in events)


def is_told(match: Match, rest: list[str], events: list[Event]) -> None:
    kind, case, value = rest
    rows = next(event for event in events if event.kind == kind).data["rows"]
    assert sum(number for _, number, by in rows if by == case) == int(value), rows


def has_points(match: Match, rest: list[str], events: list[Event]) -> None:
    found: Any = match.position.state
    assert found.vp.get(rest[0], 0) == int(rest[1]), found.vp


COMMON: Mapping[str, Callable[[Match, list[str], list[Event]], None]] = {
    "allowed": allowed, "refused": refused, "asked": is_asked, "unasked": is_not_asked, "place": is_at,
    "field": has_field, "reach": can_reach, "beyond": cannot_reach, "cost": costs, "choices": has_choices,
    "event": has_event, "no-event": has_no_event, "told": is_told, "vp": has_points,
}
