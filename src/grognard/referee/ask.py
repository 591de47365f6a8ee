"""Questions to the referee and his answers, for people and for machines.

A question is a dictionary with ``ask`` (legal, action, apply, odds, supply, command, why) and a position; the
answer is a dictionary whose form docs/referee-schema.json fixes. Many questions can be put as JSON
lines; each gets its line.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

import msgspec

from grognard.engine import Action, Match, Refused, Ruling
from grognard.engine.events import Event
from grognard.engine.positions import limits_broken, read_position, write_position
from grognard.errors import GrognardError, NotUnderstood, SaveError

SCHEMA_VERSION = 1


def answer(question: Mapping[str, Any], overlay: Path | None = None) -> dict[str, Any]:
    """The answer to one question; what cannot be answered is said, never raised."""
    given: dict[str, Any] = {"grognard": SCHEMA_VERSION}
    if "id" in question:
        given["id"] = question["id"]
    try:
        kind = question.get("ask")
        if kind not in KINDS:
            raise NotUnderstood(f"'ask' should be one of {', '.join(KINDS)}, not '{kind}'")
        match = position_of(question, overlay)
        given.update(ok=True, ask=kind, **KINDS[kind](match, question))
        broken = limits_broken(match)
        if broken:
            given["limits_broken"] = broken
    except NotUnderstood as problem:
        given.update(ok=False, error={"kind": "not-understood", "text": str(problem)})
    except GrognardError as problem:
        kind = "bad-position" if isinstance(problem, SaveError) else "cannot-answer"
        given.update(ok=False, error={"kind": kind, "text": str(problem)})
    return given


def answer_line(line: str, overlay: Path | None = None) -> str:
    """The answer to a question written as JSON."""
    try:
        question = msgspec.json.decode(line)
    except msgspec.DecodeError as problem:
        question = None
        text = f"the question is not valid JSON ({problem})"
    if not isinstance(question, dict):
        text = text if question is None else "a question is a JSON object"
        refused = {"grognard": SCHEMA_VERSION, "ok": False, "error": {"kind": "not-understood", "text": text}}
        return msgspec.json.encode(refused).decode()
    return msgspec.json.encode(answer(question, overlay)).decode()


def position_of(question: Mapping[str, Any], overlay: Path | None) -> Match:
    """The match of a question: ``position`` is the text of a position file, or the path of one."""
    given = question.get("position")
    if not isinstance(given, str) or not given.strip():
        raise NotUnderstood("the question has no 'position' (the text of a position file, or its path)")
    return parsed(*text_of(given), overlay).clone()


def text_of(given: str) -> tuple[str, str]:
    if "\n" in given:
        return given, "position"
    try:
        return Path(given).read_text(encoding="utf-8"), given
    except (OSError, UnicodeDecodeError) as problem:
        raise SaveError(f"{given}: cannot be read ({getattr(problem, 'strerror', problem)})") from None


@lru_cache(maxsize=64)
def parsed(text: str, name: str, overlay: Path | None) -> Match:
    return read_position(text, name, overlay)


# -- the kinds of questions --


def ask_legal(match: Match, question: Mapping[str, Any]) -> dict[str, Any]:
    """What may be done now; of one subject, or of all."""
    decision = match.decision
    if decision is None:
        return {"asked": None, "subjects": [], "actions": []}
    subject = question.get("subject")
    names = [match.setting.subject_name(s) for s in decision.subjects()]
    actions = match.legal_actions(subject if subject else None)
    return {"asked": asked(match), "subjects": names, "actions": [match.write(a) for a in actions]}


def ask_action(match: Match, question: Mapping[str, Any]) -> dict[str, Any]:
    """Whether an action is allowed; ``by`` names the side that would play it."""
    action = match.read(text_field(question, "action"))
    return {
        "asked": asked(match),
        "action": match.write(action),
        "ruling": plain_ruling(match.check(action, by=question.get("by"))),
    }


def ask_apply(match: Match, question: Mapping[str, Any]) -> dict[str, Any]:
    """Actions one after the other, with dice forced to fall; what happened and where it led."""
    dice = question.get("dice", [])
    if not isinstance(dice, list) or not all(isinstance(die, int) for die in dice):
        raise NotUnderstood("'dice' should be a list of numbers")
    match.position.dice.tape = tuple(dice)
    steps: list[dict[str, Any]] = []
    for text in action_texts(question):
        action = match.read(text)
        try:
            events = match.play(action)
        except Refused as refused:
            steps.append({"action": match.write(action), "ruling": plain_ruling(refused.ruling), "events": []})
            break
        steps.append(
            {"action": match.write(action), "ruling": plain_ruling(Ruling(True)), "events": plain_events(match, events)}
        )
    return {"steps": steps, "asked": asked(match), "position": write_position(match), "outcome": plain_outcome(match)}


def ask_odds(match: Match, question: Mapping[str, Any]) -> dict[str, Any]:
    """The exact odds of the last of some actions, every modifier with its case.

    An action that only declares something is followed by the one that resolves it.
    """
    texts = action_texts(question)
    for text in texts[:-1]:
        match.play(text)
    action = match.read(texts[-1])
    found = match.preview(action)
    if found.ruling and not found.chances:
        trial = match.clone()
        trial.play(action)
        resolving = resolving_action(trial)
        if resolving is not None:
            match, action, found = trial, resolving, trial.preview(resolving)
    return {
        "action": match.write(action),
        "ruling": plain_ruling(found.ruling),
        "certain": plain_events(match, found.certain),
        "chances": [
            {
                "probability": str(chance.probability),
                "percent": round(float(chance.probability) * 100, 4),
                "results": plain_events(match, chance.results),
            }
            for chance in found.chances
        ],
    }


def resolving_action(match: Match) -> Action | None:
    decision = match.decision
    verbs = match.setting.language.verbs
    if decision is None:
        return None
    for verb in decision.verbs():
        if verbs[verb].resolves and match.check(Action(verb)):
            return Action(verb)
    return None


def ask_supply(match: Match, question: Mapping[str, Any]) -> dict[str, Any]:
    unit = match.setting.unit_number(text_field(question, "unit"))
    ruling = match.game.supply(match.position, unit)
    if ruling is None:
        raise NotUnderstood(f"{match.game.title} has no supply rules for units")
    return {"unit": match.setting.unit_ids[unit], "in_supply": ruling.allowed, "ruling": plain_ruling(ruling)}


def ask_command(match: Match, question: Mapping[str, Any]) -> dict[str, Any]:
    unit = match.setting.unit_number(text_field(question, "unit"))
    ruling = match.game.command(match.position, unit)
    if ruling is None:
        raise NotUnderstood(f"{match.game.title} has no command rules for units")
    return {"unit": match.setting.unit_ids[unit], "in_command": ruling.allowed, "ruling": plain_ruling(ruling)}


def ask_why(match: Match, question: Mapping[str, Any]) -> dict[str, Any]:
    """What a unit can do now, and by which case it cannot do the rest."""
    unit = match.setting.unit_number(text_field(question, "unit"))
    setting, position = match.setting, match.position
    place = position.state.loc[unit]
    near = sample_cell(match, unit) if place >= 0 else 0
    can: dict[str, list[str]] = {}
    decision = match.decision
    for action in decision.all_actions() if decision else ():
        if unit in setting.language.units_in(action):
            can.setdefault(action.verb, []).append(match.write(action))
    cannot = []
    for verb in setting.language.verbs.values():
        arguments = sample_arguments(verb.parts, unit, near)
        if verb.name in can or arguments is None:
            continue
        ruling = match.check(Action(verb.name, arguments))
        if not ruling:
            cannot.append({"verb": verb.name, **plain_ruling(ruling)})
    return {
        "unit": setting.unit_ids[unit],
        "place": setting.place_name(place),
        "asked": asked(match),
        "can": [{"verb": verb, "actions": texts} for verb, texts in can.items()],
        "cannot": cannot,
    }


def sample_cell(match: Match, unit: int) -> int:
    """A cell next to a unit to try its verbs on: one with an enemy if there is one, so that attacks have a target."""
    setting, loc = match.setting, match.position.state.loc
    side = setting.units[unit].side
    enemies = {cell for cell, other in zip(loc, setting.units, strict=False) if other.side != side}
    around = setting.grid.neighbours[loc[unit]]
    return next((cell for cell in around if cell in enemies), around[0])


def sample_arguments(parts: Sequence[str], unit: int, near: int) -> tuple[int | str | tuple[int, ...], ...] | None:
    """Arguments of a verb's shape with the unit in them; None if the verb has no unit."""
    if not {"UNIT", "UNITS"} & set(parts):
        return None
    samples: dict[str, int | str | tuple[int, ...]] = {
        "UNIT": unit,
        "UNITS": (unit,),
        "CELL": near,
        "CELLS": (near,),
        "NUMBER": 1,
        "WORD": "any",
    }
    return tuple(samples[part] for part in parts if part in samples)


# -- plain forms --


def text_field(question: Mapping[str, Any], name: str) -> str:
    value = question.get(name)
    if not isinstance(value, str) or not value.strip():
        raise NotUnderstood(f"the question has no '{name}'")
    return value


def action_texts(question: Mapping[str, Any]) -> list[str]:
    """The actions of a question: a list, or one text with ';' between them."""
    given = question.get("actions", question.get("action"))
    texts = given.split(";") if isinstance(given, str) else given
    if not isinstance(texts, list) or not all(isinstance(text, str) and text.strip() for text in texts) or not texts:
        raise NotUnderstood("the question has no 'action' (one text with ';' between, or a list)")
    return texts


def asked(match: Match) -> dict[str, Any] | None:
    decision = match.decision
    if decision is None:
        return None
    return {"side": decision.side, "kind": decision.kind, "case": decision.case, "prompt": decision.prompt}


def plain_ruling(ruling: Ruling) -> dict[str, Any]:
    return {"allowed": ruling.allowed, "case": ruling.case, "text": ruling.text}


def plain_events(match: Match, events: Sequence[Event]) -> list[dict[str, Any]]:
    writer = match.game.writer(match.setting)
    return [
        {"kind": e.kind, "cites": list(e.cites), "text": writer.sentence(e), "data": writer.plain(e)} for e in events
    ]


def plain_outcome(match: Match) -> dict[str, Any] | None:
    outcome = match.outcome
    if outcome is None:
        return None
    points = [{"side": s, "points": p, "case": c, "what": w} for s, p, c, w in outcome.points]
    return {"winner": outcome.winner, "level": outcome.level, "case": outcome.case, "points": points}


KINDS: dict[str, Callable[[Match, Mapping[str, Any]], dict[str, Any]]] = {
    "legal": ask_legal,
    "action": ask_action,
    "apply": ask_apply,
    "odds": ask_odds,
    "supply": ask_supply,
    "command": ask_command,
    "why": ask_why,
}
