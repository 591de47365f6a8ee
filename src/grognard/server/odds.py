"""Exact odds for a player: what he may see, and never the dice that are to come."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from grognard.engine import Action, Dice, Match, Ruling, Setting
from grognard.engine.events import Event
from grognard.engine.seen import may_hide
from grognard.errors import NotUnderstood
from grognard.referee.ask import plain_ruling, resolving_action


def hides(setting: Setting) -> bool:
    """Whether a match of that setting does so: in some games only some scenarios do."""
    return may_hide(setting.game) and setting.hides


def plain_events(match: Match, events: Sequence[Event], viewer: str | None) -> list[dict[str, Any]]:
    """The events that a seat may know (without one: that all may), with names for units and cells."""
    side = match.side_of(viewer) if viewer is not None else None
    setting = match.setting
    writer = match.game.writer(setting)
    return [
        {
            "kind": event.kind,
            "text": writer.sentence(event),
            "cites": list(event.cites),
            "data": writer.plain(event),
            "cells": [setting.grid.ids[cell] for cell in writer.named(event, "cell") if cell >= 0],
            "units": [setting.unit_ids[unit] for unit in writer.named(event, "unit")],
            "dice": list(event.data.get("dice", ())) if event.kind == "dice" else [],
            "total": event.data.get("total") if event.kind == "dice" else None,
            "result": event.result,
        }
        for event in events
        if event.seen_by is None or event.seen_by == side
    ]


def odds(match: Match, seat: str, texts: Sequence[str]) -> dict[str, Any]:
    """What the last of some actions would do; the ones before it are played on a copy."""
    trial = copy_for(match, seat)
    for text in texts[:-1]:
        action = trial.read(text)
        ruling = trial.check(action, by=seat)
        if not ruling:
            return foretold(trial, action, ruling)
        trial.play(action, by=seat)
        if trial.last is not None and trial.last.chance:
            raise NotUnderstood(f"dice would fall at '{text}': what comes after them cannot be foretold")
    action = trial.read(texts[-1])
    ruling = trial.check(action, by=seat)
    if not ruling:
        return foretold(trial, action, ruling)
    if trial.question_for(seat) is not trial.decision:
        return foretold(trial, action, ruling)  # decided at the same time as another side: nothing follows yet
    found = trial.preview(action)
    if not found.chances:
        further = trial.clone()
        further.play(action, by=seat)
        thrown = further.last is not None and further.last.chance
        resolving = None if thrown else resolving_action(further)
        if resolving is not None:
            trial, action, found = further, resolving, further.preview(resolving)
    chances = [
        {
            "probability": str(chance.probability),
            "percent": round(float(chance.probability) * 100, 4),
            "results": plain_events(trial, chance.results, seat),
        }
        for chance in found.chances
    ]
    return foretold(trial, action, found.ruling, plain_events(trial, found.certain, seat), chances)


def foretold(
    match: Match, action: Action, ruling: Ruling, certain: Sequence[Any] = (), chances: Sequence[Any] = ()
) -> dict[str, Any]:
    return {"action": match.write(action), "ruling": plain_ruling(ruling), "certain": certain, "chances": chances}


def copy_for(match: Match, seat: str) -> Match:
    """A copy of the match that knows no more than the seat does and throws other dice."""
    if hides(match.setting):
        seen = match.seen_by(match.side_of(seat), "odds")
        if seen is None:
            raise NotUnderstood("the odds would betray what is hidden")
        return seen
    copy = match.clone()
    copy.position.dice = Dice("odds", copy.position.dice.count)
    return copy
