"""Exact odds for a player: what he may see, and never the dice that are to come."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from grognard.engine import Action, Match
from grognard.engine.events import Event
from grognard.engine.preview import Ends, Preview, Toll, guesses_at, mean, preview, told, toll_of
from grognard.errors import NotUnderstood
from grognard.referee.odds import resolving_action
from grognard.referee.plain import plain_ruling
from grognard.server.extras import page_in


def plain_events(match: Match, events: Sequence[Event], viewer: str | None) -> list[dict[str, Any]]:
    """The events that a seat may know (without one: that all may), with names for units and cells."""
    sides = (match.side_of(viewer),) if viewer is not None else tuple(match.game.sides)
    setting = match.setting
    writer = match.game.writer(setting)
    glossary = page_in(setting).glossary
    return [
        {
            "kind": event.kind,
            "text": (text := writer.sentence(event)),
            "cites": list(event.cites),
            "data": (data := writer.plain(event)),
            "cells": [setting.grid.ids[cell] for cell in writer.named(event, "cell") if cell >= 0],
            "units": [setting.unit_ids[unit] for unit in writer.named(event, "unit")],
            "dice": list(event.data.get("dice", ())) if event.kind == "dice" else [],
            "total": event.data.get("total") if event.kind == "dice" else None,
            "result": event.result,
            "terms": terms_in(text, glossary) if event.result else {},
            "sums": sums_in(data),
        }
        for event in match.game.told(events, *sides)
    ]


def terms_in(text: str, glossary: Mapping[str, str]) -> dict[str, str]:
    """The words of a glossary that a text uses."""
    words = dict.fromkeys(word.strip(".,;:()") for word in text.split()) if glossary else {}
    return {word: glossary[word] for word in words if word in glossary}


ROW = frozenset(("what", "value", "case"))


def sums_in(data: object) -> list[dict[str, Any]]:
    """The arithmetic in an event's data: every game has it as lists of rows, the numbers beside them are totals.

    >>> sums_in({"odds": {"attack": [{"what": "3ID", "value": 5, "case": "8.2"}], "attack_total": 5}})[0]["totals"]
    [{'name': 'attack total', 'value': '5'}]
    """
    if isinstance(data, (list, tuple)):
        return [found for part in data if isinstance(part, (dict, list, tuple)) for found in sums_in(part)]
    if not isinstance(data, dict):
        return []
    lists, totals, deeper = [], [], []
    for key, value in data.items():
        if isinstance(value, int) and not isinstance(value, bool):
            totals.append({"name": key.replace("_", " "), "value": str(value)})
        elif isinstance(value, (list, tuple)) and value and all(map(is_row, value)):
            rows = [{field: row[field] for field in ("what", "value", "case")} for row in value]
            lists.append({"name": key.replace("_", " "), "rows": rows})
        elif isinstance(value, (dict, list, tuple)):
            deeper += sums_in(value)
    return [{"lists": lists, "totals": totals}, *deeper] if lists else deeper


def is_row(value: object) -> bool:
    return isinstance(value, dict) and value.keys() >= ROW


def odds(match: Match, seat: str, texts: Sequence[str]) -> dict[str, Any]:
    """What the last of some actions would do, over all that may be true for the seat."""
    side = match.side_of(seat)
    found = [foretold(guess, seat, texts) for guess in guesses_at(match, side)]
    trial, action, _, _ = found[0]
    result = mean([told(guess, preview, side) for guess, _, preview, _ in found])
    tolls = [toll for guess, _, _, ends in found if (toll := toll_of(guess, ends, side)) is not None]
    units, cells = trial.setting.language.mentioned(result.ruling.text)
    return {
        "action": trial.write(action),
        "ruling": {**plain_ruling(result.ruling), "units": units, "cells": cells},
        "certain": plain_events(trial, result.certain, seat),
        "chances": [
            {
                "probability": str(chance.probability),
                "percent": round(float(chance.probability) * 100, 4),
                "results": plain_events(trial, chance.results, seat),
            }
            for chance in result.chances
        ],
        "guesses": result.guesses,
        "summary": summed_up(tolls),
    }


def summed_up(tolls: Sequence[Toll]) -> dict[str, float] | None:
    """What it comes to in the mean over all guesses."""
    if not tolls:
        return None
    fields = {"cleared": 100, "own": 1, "enemy": 1, "badly": 100}
    return {
        name: round(sum(getattr(toll, name) for toll in tolls) / len(tolls) * scale, 2)
        for name, scale in fields.items()
    }


def foretold(trial: Match, seat: str, texts: Sequence[str]) -> tuple[Match, Action, Preview, Ends]:
    """What the last of some actions would do in a match of the seat's own; the ones before it are played there."""
    for text in texts[:-1]:
        action = trial.read(text)
        ruling = trial.check(action, by=seat)
        if not ruling:
            return trial, action, Preview(ruling), {}
        trial.play(action, by=seat)
        if trial.last is not None and trial.last.chance:
            raise NotUnderstood(f"'{text}' rolls dice: nobody can tell what comes after")
    action = trial.read(texts[-1])
    ruling = trial.check(action, by=seat)
    if not ruling or trial.together:
        return trial, action, Preview(ruling), {}  # of what several sides decide in secret nothing follows yet
    ends: Ends = {}
    found = preview(trial, action, ends)
    if not found.chances:
        further = trial.clone()
        further.play(action, by=seat)
        thrown = further.last is not None and further.last.chance
        resolving = None if thrown else resolving_action(further)
        if resolving is not None:
            return further, resolving, preview(further, resolving, ends), ends
    return trial, action, found, ends
