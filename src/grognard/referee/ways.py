"""Questions about the ways of a move: by named cells, the cheapest, the shortest, past the enemy's zones."""

from __future__ import annotations

import re
from typing import Any

from grognard.engine import Action, Match
from grognard.engine.decisions import Walk
from grognard.errors import NotUnderstood
from grognard.referee.plain import cell_names, plain_ruling
from grognard.referee.question import Question


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
        raise NotUnderstood(f"{match.game.title} cannot trace the path of '{action.verb}'")
    return {**answer, "ruling": plain_ruling(ruling)}
