"""Exact odds for a player: what he may see, and never the dice that are to come."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import msgspec

from grognard.engine import Action, Match
from grognard.engine.events import Event
from grognard.engine.preview import (
    COURSES,
    SAMPLED,
    Course,
    Ends,
    Preview,
    Toll,
    courses_of,
    deciding,
    gathered,
    guesses_at,
    is_fight,
    mean,
    preview,
    preview_of,
    results_in,
    rough_toll_of,
    sampled_toll_of,
    told,
    toll_of,
)
from grognard.errors import NotUnderstood
from grognard.referee.odds import plain_answer, resolving_action
from grognard.referee.plain import plain_ruling
from grognard.server.extras import page_in, page_of


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


MARKS = re.compile(r"\*|\(\d+\)|\d+")
MARKED = re.compile(r"(?=.*[*(])(\*|\(\d+\)|\d+)+")
"""A result in signs and numbers."""


def terms_in(text: str, glossary: Mapping[str, str]) -> dict[str, str]:
    """The words of a glossary that a text uses."""
    if not glossary:
        return {}
    found: list[str] = []
    for raw in text.split():
        word = raw.strip(".,;:()")
        found.append(word)
        if word in glossary:
            continue
        # "X/2D": the attacker's side of a result and the defender's.
        found += [part for part in word.split("/") if not part.isdigit()]
        # "*(2)1": signs and numbers in a row; a number of any size means what 1 does.
        if MARKED.fullmatch(raw.rstrip(".,;:")):
            found += [re.sub(r"\d+", "1", part) for part in MARKS.findall(raw)]
    return {word: glossary[word] for word in dict.fromkeys(found) if word in glossary}


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


END = Action("end")
STEPS = 16
"""No fight asks more than this before its dice fall."""


SUMMED = COURSES // 5
"""A fight with more results than this has too many courses to be played through."""


class Foretold(NamedTuple):
    """What an action would do in a match of the seat's own."""

    trial: Match
    action: Action
    preview: Preview
    toll: Toll | None = None
    likeliest: Event | None = None
    """The arithmetic of the likeliest course, where dice come before it."""


def odds(match: Match, seat: str, texts: Sequence[str], *, at_once: bool = False) -> dict[str, Any]:
    """What the last of some actions would do, over all that may be true for the seat.

    ``at_once`` leaves a summary for later that has to play the fight through in all of its courses.
    """
    side = match.side_of(seat)
    guesses = guesses_at(match, side)
    found = [foretold(guess, seat, texts, COURSES // len(guesses)) for guess in guesses]
    trial, action, _, _, likeliest = found[0]
    result = mean([told(one.trial, one.preview, side) for one in found])
    tolls = [one.toll for one in found if one.toll is not None]
    long = bool(not tolls and result.chances and match.game.hides(match.setting))
    if long and not at_once:
        tolls = [toll for toll in [toll_over(found, result, side)] if toll is not None]
    units, cells = trial.setting.language.mentioned(result.ruling.text)
    return {
        "action": trial.write(action),
        "ruling": {**plain_ruling(result.ruling), "units": units, "cells": cells},
        "certain": plain_events(trial, result.certain, seat),
        "likeliest": plain_events(trial, [likeliest] if likeliest is not None and len(found) == 1 else [], seat),
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
        "later": long and at_once,
    }


def toll_over(found: Sequence[Foretold], result: Preview, side: str) -> Toll | None:
    """What a fight comes to where something is hidden: exactly if that does not bear on it and its courses are few."""
    trial, action = found[0].trial, found[0].action
    # If all guesses agree, one is as good as the others.
    few = len(result.chances) <= SUMMED and not result.guesses
    courses = courses_of(trial, action, SAMPLED) if few else []
    return toll_of(trial, courses, side) if courses else sampled_toll_of([one[:2] for one in found], side)


def summed_up(tolls: Sequence[Toll]) -> dict[str, float | bool] | None:
    """What it comes to in the mean over all guesses."""
    if not tolls:
        return None
    fields = {"cleared": 100, "own": 1, "enemy": 1, "badly": 100}
    means = {
        name: round(sum(getattr(toll, name) for toll in tolls) / len(tolls) * scale, 2)
        for name, scale in fields.items()
    }
    return {**means, "exact": all(t.exact for t in tolls), "assumed": any(t.assumed for t in tolls)}


def foretold(trial: Match, seat: str, texts: Sequence[str], most: int) -> Foretold:
    """What the last of some actions would do in a match of the seat's own; the ones before it are played there."""
    before, together = trial.clone(), list[Event]()
    for text in texts[:-1]:
        action = trial.read(text)
        ruling = trial.check(action, by=seat)
        if not ruling:
            return Foretold(trial, action, Preview(ruling))
        events = trial.play(action, by=seat)
        together += events if action.verb == texts[-1].split()[0] else ()
        if trial.last is not None and trial.last.chance:
            raise NotUnderstood(f"'{text}' rolls dice: nobody can tell what comes after")
    action, by = trial.read(texts[-1]), seat
    if action == END and len(texts) > 1 and trial.decision is not None:
        # Where everybody has been named, the question has ended by itself.
        further = resolving_action(trial) or plain_answer(before, trial)
        action, by = (further, trial.decision.seat) if further is not None else (action, seat)
    ruling = trial.check(action, by=by)
    if not ruling or trial.together:
        return Foretold(trial, action, Preview(ruling))  # of what several sides decide in secret nothing follows yet
    ends: Ends = {}
    found, courses = looked_ahead(trial, action, ends, most)
    fights = len(texts) > 1 or page_of(trial).fought_over(trial.readable) >= 0
    if not found.chances and (action != END or fights):  # what is ended elsewhere declares nothing
        trial, action, found, courses = with_dice(before, trial, action, found, ends, most)
    if together and not found.chances:
        found = msgspec.structs.replace(found, certain=(*together, *found.certain))  # several do the same at once
    return summed(trial, action, found, courses, ends, trial.side_of(seat))


def looked_ahead(trial: Match, action: Action, ends: Ends, most: int) -> tuple[Preview, list[Course]]:
    """The results of an action; where its courses are not too many they tell them as well, and need no second look."""
    courses = [] if trial.game.hides(trial.setting) else courses_of(trial, action, most)
    if courses:
        return preview_of(trial.check(action), courses), courses
    found = preview(trial, action, ends)
    return found, courses_of(trial, action, most) if ends and trial.game.hides(trial.setting) else []


def with_dice(
    before: Match, trial: Match, action: Action, found: Preview, ends: Ends, most: int
) -> tuple[Match, Action, Preview, list[Course]]:
    """The step at which the dice fall for what was declared; what is asked before is answered as it is listed first."""
    further, asked, thrown = trial.clone(), trial.decision, trial.readable.dice.count
    fought = page_of(before).fought_over(before.readable) >= 0
    events = list(further.play_listed(action, by=asked.seat if asked is not None else None))
    for _ in range(STEPS):
        decision = further.decision
        if fought and page_of(further).fought_over(further.readable) < 0:
            # It is over, and no dice have fallen: what came of it is certain.
            return trial, action, Preview(found.ruling, tuple(events)), []
        if decision is None or further.together or further.readable.dice.count != thrown:
            break
        resolving = resolving_action(further) or plain_answer(before, further)
        if resolving is None and (decision.rest or (asked is not None and decision.kind == asked.kind)):
            break
        step = resolving or next(iter(decision.all_actions()), None)
        if step is None or (step == END and resolving is None):
            break
        weighed, courses = looked_ahead(further, step, ends, most)
        if weighed.chances:
            return further, step, weighed, courses
        events += further.play_listed(step, by=decision.seat)
    return trial, action, found, []


def summed(
    trial: Match, action: Action, found: Preview, courses: Sequence[Course], ends: Ends, side: str
) -> Foretold:  # fmt: skip
    """With what it comes to, and the results of the fight itself where dice and choices come before it."""
    hides = trial.game.hides(trial.setting)
    if not courses or not found.chances:
        return Foretold(trial, action, found, rough_toll_of(trial, ends, side))
    toll = toll_of(trial, courses, side)
    if hides or all(deciding(one.events) == results_in(one.events) for one in courses):
        return Foretold(trial, action, found, toll)
    chances = gathered((one.probability, deciding(one.events)) for one in courses)
    return Foretold(trial, action, Preview(found.ruling, found.certain, chances), toll, likely_fight(courses))


def likely_fight(courses: Sequence[Course]) -> Event | None:
    """The arithmetic of the course that is the likeliest, if it comes to a fight."""
    likeliest = max(courses, key=lambda one: one.probability)
    return next((event for event in reversed(likeliest.events) if is_fight(event)), None)
