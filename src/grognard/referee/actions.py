"""Questions about what may be done and what comes of it: legal actions, rulings, scripts, what happens first."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from grognard.engine import Action, Match
from grognard.engine.positions import write_position
from grognard.errors import NotUnderstood
from grognard.referee.plain import asked, plain_events, plain_outcome, plain_ruling
from grognard.referee.question import Question
from grognard.referee.scripts import Script
from grognard.referee.supposing import played_match, require_used


def ask_legal(question: Question) -> dict[str, Any]:
    """What may be done now; of one subject, or of all."""
    decision, match = question.decision(), question.match
    if decision is None:
        return {"asked": None, "subjects": [], "actions": []}
    subject = question.maybe("subject")
    names = [match.setting.subject_name(s) for s in decision.subjects()]
    actions = decision.actions(match.setting.subject(subject)) if subject else decision.all_actions()
    now = asked(match, question.viewer)
    return {"asked": now, "subjects": names, "actions": [match.write(action) for action in actions]}


def ask_action(question: Question) -> dict[str, Any]:
    """Whether an action is allowed; ``by`` names the side that would play it."""
    match = question.match
    action = match.read(question.text("action"))
    by = question.maybe("by") or question.viewer
    return {
        "asked": asked(match, question.viewer),
        "action": match.write(action),
        "ruling": plain_ruling(match.check(action, by=by)),
    }


def ask_opening(question: Question) -> dict[str, Any]:
    """What happens before the first question: weather, initiative, whatever is automatic (`ask.position_of` has
    forced the dice).
    """
    match = question.match
    if match.number:
        raise NotUnderstood("the match has begun long ago: the log has what happened first")
    events = match.events(question.viewer)
    return {"events": plain_events(match, events), "asked": asked(match, question.viewer)}


def ask_apply(question: Question) -> dict[str, Any]:
    """Actions one after the other, with dice forced to fall; what happened and where it led."""
    match = played_match(question)
    match.position.dice.tape = question.dice() or match.position.dice.tape
    script = Script(match, question.texts())
    tell, viewer = match.game.told, question.viewer
    steps = [
        {
            "action": match.write(step.action),
            "ruling": plain_ruling(step.ruling),
            "events": plain_events(match, step.events if viewer is None else tell(step.events, viewer)),
        }
        for step in script.play()
    ]
    require_used(match)
    now = asked(match, viewer)
    found = {"steps": steps, "unasked": script.unasked, "asked": now, "outcome": plain_outcome(match)}
    if match.at_rest or match.readable.supposed is None:
        found["position"] = write_position(match)  # in the middle of a supposed fight no text leads back there
    return found


def ask_why(question: Question) -> dict[str, Any]:
    """What a unit can do now, and by which case it cannot do the rest."""
    match, unit = question.match, question.unit()
    if question.viewer is not None and match.setting.units[unit].side != question.viewer:
        name = match.setting.seat_name(question.viewer)
        raise NotUnderstood(f"{match.setting.unit_ids[unit]} is not a unit of {name}")
    return why(match, unit)


def why(match: Match, unit: int) -> dict[str, Any]:
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
            told = plain_ruling(ruling)
            if ruling.text == f"there is no enemy in {setting.grid.ids[near]}":
                told["text"] += f", nor in any other {setting.grid.word} next to {setting.unit_ids[unit]}"
            cannot.append({"verb": verb.name, **told})
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
