"""Exact odds for a player: what he may see, and never the dice that are to come."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from grognard.engine import Action, Match
from grognard.engine.events import Event
from grognard.engine.preview import Preview, guesses_at, mean, told
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
            "data": writer.plain(event),
            "cells": [setting.grid.ids[cell] for cell in writer.named(event, "cell") if cell >= 0],
            "units": [setting.unit_ids[unit] for unit in writer.named(event, "unit")],
            "dice": list(event.data.get("dice", ())) if event.kind == "dice" else [],
            "total": event.data.get("total") if event.kind == "dice" else None,
            "result": event.result,
            "terms": terms_in(text, glossary) if event.result else {},
        }
        for event in match.game.told(events, *sides)
    ]


def terms_in(text: str, glossary: Mapping[str, str]) -> dict[str, str]:
    """The words of a glossary that a text uses."""
    words = dict.fromkeys(word.strip(".,;:()") for word in text.split()) if glossary else {}
    return {word: glossary[word] for word in words if word in glossary}


def odds(match: Match, seat: str, texts: Sequence[str]) -> dict[str, Any]:
    """What the last of some actions would do, over all that may be true for the seat."""
    side = match.side_of(seat)
    found = [foretold(guess, seat, texts) for guess in guesses_at(match, side)]
    trial, action, _ = found[0]
    result = mean([told(guess, preview, side) for guess, _, preview in found])
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
    }


def foretold(trial: Match, seat: str, texts: Sequence[str]) -> tuple[Match, Action, Preview]:
    """What the last of some actions would do in a match of the seat's own; the ones before it are played there."""
    for text in texts[:-1]:
        action = trial.read(text)
        ruling = trial.check(action, by=seat)
        if not ruling:
            return trial, action, Preview(ruling)
        trial.play(action, by=seat)
        if trial.last is not None and trial.last.chance:
            raise NotUnderstood(f"'{text}' rolls dice: nobody can tell what comes after")
    action = trial.read(texts[-1])
    ruling = trial.check(action, by=seat)
    if not ruling or trial.together:
        return trial, action, Preview(ruling)  # of what several sides decide in secret nothing follows yet
    found = trial.preview(action)
    if not found.chances:
        further = trial.clone()
        further.play(action, by=seat)
        thrown = further.last is not None and further.last.chance
        resolving = None if thrown else resolving_action(further)
        if resolving is not None:
            return further, resolving, further.preview(resolving)
    return trial, action, found
