"""Questions about what may be done and what comes of it: legal actions, rulings, scripts, odds, ways."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from grognard.engine import Action, Match
from grognard.engine.decisions import Walk
from grognard.engine.position import Supposition
from grognard.engine.positions import write_position
from grognard.engine.preview import Preview, guesses_at, mean, told
from grognard.errors import NotUnderstood
from grognard.referee.plain import asked, cell_names, plain_events, plain_outcome, plain_ruling
from grognard.referee.question import Question
from grognard.referee.scripts import Script

RESOLVING_STEPS = 12
"""At most this many steps are added to a declaration until its dice fall."""
PLAIN_ANSWERS = ("all", "end", "pass", "hold", "done")
"""What is answered on the way to the dice where a fight asks more: everybody takes part, and nobody adds anything."""


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


def played_match(question: Question) -> Match:
    """A match to play on in: a side's own, which knows no more than it does, and with what the question supposes."""
    match = question.match
    if question.viewer is not None:
        seen = match.seen_by(question.viewer, "referee")
        if seen is None:
            raise NotUnderstood("that would give away hidden information")
        match = seen
    words = question.maybe("suppose")
    return supposing(match, read_supposition(words)) if words else match


def read_supposition(text: str) -> Supposition:
    """``D2``, ``column +3``, or both with a comma between them."""
    supposed = Supposition()
    for part in text.split(","):
        column = re.fullmatch(r"column ([+-]?[0-9]{1,3})", part.strip(), re.IGNORECASE)
        if column is not None:
            supposed.column = int(column[1])
        elif part.strip() and " " not in part.strip():
            supposed.result = part.strip()
        else:
            raise NotUnderstood(f"'{part.strip()}' is nothing to suppose: write a result ('D2') or 'column +3'")
    return supposed


def supposing(match: Match, supposed: Supposition) -> Match:
    since, position = match.since_rest()
    if since:
        raise NotUnderstood("a fight is under way: suppose its result before it begins")
    start = position.copy()
    start.suppose(supposed)
    return Match.resumed(start, match.seed, match.number)


def require_used(match: Match) -> None:
    supposed = match.position.supposed
    if supposed is not None and not supposed.used:
        raise NotUnderstood("no fight came that could have the result or the column supposed")


def ask_odds(question: Question) -> dict[str, Any]:
    """The exact odds of the last of some actions, every modifier with its case.

    An action that only declares something is followed by the one that resolves it.
    """
    texts, viewer = question.texts(), question.viewer
    match = played_match(question) if viewer is None else question.match
    before = match.number
    dice = question.dice()
    trials = [match] if viewer is None else guesses_at(match, viewer)
    found = [foretold(trial, texts, dice) for trial in trials]
    trial, action, first = found[0]
    result = first if viewer is None else mean([told(t, preview, viewer) for t, _, preview in found])
    require_used(trial)
    return {
        "action": trial.write(action),
        "assumed": [trial.write(node.action) for node in trial.history() if node.number > before + len(texts)],
        "ruling": plain_ruling(result.ruling),
        "certain": plain_events(trial, result.certain),
        "chances": [
            {
                "probability": str(chance.probability),
                "percent": round(float(chance.probability) * 100, 4),
                "results": plain_events(trial, chance.results),
            }
            for chance in result.chances
        ],
    }


def foretold(match: Match, texts: Sequence[str], dice: Sequence[int] = ()) -> tuple[Match, Action, Preview]:
    """The odds of the last of some actions, and if it only declares something, of the step that resolves it."""
    match.position.dice.tape = tuple(dice) or match.position.dice.tape
    for step in Script(match, texts[:-1]).play():
        if not step.ruling:
            return match, step.action, Preview(step.ruling)
    action = match.read(texts[-1])
    first = match, action, match.preview(action)
    found = first
    for _ in range(RESOLVING_STEPS):
        trial, action, preview = found
        if not preview.ruling or preview.chances:
            return found
        after = trial.clone()
        after.play(action)
        resolving = resolving_action(after) or plain_answer(after)
        if resolving is None:
            return first
        found = after, resolving, after.preview(resolving)
    return found


def resolving_action(match: Match) -> Action | None:
    """The step that makes the dice fall for what was declared; None where there is none to be named for the player.

    Of several (who leads?) the first one is taken; a question with one answer is answered.
    """
    decision = match.decision
    if decision is None:
        return None
    verbs, weighed = match.setting.language.verbs, match.game.page_for(match.setting).weighed
    able = [verb for verb in decision.verbs() if verbs[verb].resolves or verb in weighed]
    for verb in sorted(able, key=lambda verb: len(match.setting.language.kinds[verb])):
        if not match.setting.language.kinds[verb]:
            if match.check(Action(verb)):
                return Action(verb)
        elif verbs[verb].resolves:
            found = next((action for action in decision.all_actions() if action.verb == verb), None)
            if found is not None:
                return found
    return None


def plain_answer(match: Match) -> Action | None:
    """The answer that adds nothing to a fight that is being declared; None outside of one."""
    decision = None if match.at_rest else match.decision
    verbs = decision.verbs() if decision is not None else ()
    return next((Action(verb) for verb in PLAIN_ANSWERS if verb in verbs and match.check(Action(verb))), None)


def ask_path(question: Question) -> dict[str, Any]:
    """What a move costs by the way that is named: ``move 3Div 2115-2116``."""
    match, text = question.match, question.text("action")
    action = match.read(text)
    cells = named_way(match, text)
    units = match.setting.language.units_in(action)
    if len(cells) > 1 and units and question.position.state.loc[units[0]] == cells[0]:
        cells = cells[1:]  # people name the start, too
    decision = question.decision()
    found = decision.walk(action, cells) if decision is not None and action.verb in decision.verbs() else None
    return walk_answer(question, action, found)


def ask_way(question: Question) -> dict[str, Any]:
    """The way of a move: the cheapest, the shortest, or one that enters no enemy zone of control."""
    match = question.match
    action = match.read(question.text("action"))
    decision = question.decision()
    fewest, no_zones = question.flag("shortest"), question.flag("no_zones")
    offered = decision is not None and action.verb in decision.verbs() and len(action.args) > 1
    found = decision.find_walk(action, fewest=fewest, no_zones=no_zones) if decision is not None and offered else None
    return walk_answer(question, action, found)


def named_way(match: Match, text: str) -> list[int]:
    """The cells that a text names with dashes between them."""
    words = [word for word in text.split() if re.search(r"\w[-–>]+\w", word)]
    for word in reversed(words):
        try:
            return [match.setting.grid.cell(part) for part in re.split(r"[-–>]+", word)]
        except NotUnderstood:
            continue
    return [match.setting.grid.cell(text.split()[-1])]


def walk_answer(question: Question, action: Action, walk: Walk | None) -> dict[str, Any]:
    """A way with its costs; its end must be allowed by the rules, too."""
    match = question.match
    ruling = match.check(action, by=question.viewer)
    answer: dict[str, Any] = {"action": match.write(action), "cells": [], "costs": [], "total": "", "note": ""}
    if walk is not None:
        if not walk.ruling:
            ruling = walk.ruling
        answer.update(cells=cell_names(match.setting, walk.cells), costs=list(walk.costs), total=walk.total)
        answer["note"] = walk.note
    elif ruling:
        raise NotUnderstood(f"{match.game.title} does not tell the ways of '{action.verb}'")
    return {**answer, "ruling": plain_ruling(ruling)}


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
