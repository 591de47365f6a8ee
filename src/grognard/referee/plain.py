"""Rulings, events and outcomes as plain values, the form of all answers (docs/referee-schema.json)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from grognard.engine import Decision, Match, Ruling
from grognard.engine.events import Event
from grognard.engine.judge import Fault
from grognard.engine.position import Setting


def asked(match: Match, viewer: str | None = None) -> dict[str, Any] | None:
    """What is to be decided now; of a secret question a side hears only that it is one."""
    decision = match.decision if viewer is None else match.question_for(viewer) or match.decision
    if decision is None:
        return None
    return {"side": decision.side, "kind": decision.kind, "case": decision.case, "prompt": prompt(decision, viewer)}


def prompt(decision: Decision, viewer: str | None) -> str:
    hidden = decision.secret and viewer not in (None, decision.side, decision.seat)
    return "decides in secret" if hidden else decision.prompt


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


def plain_fault(setting: Setting, fault: Fault) -> dict[str, Any]:
    return {
        "case": fault.case,
        "text": fault.text,
        "when": fault.when,
        "units": unit_names(setting, fault.units),
        "cells": cell_names(setting, fault.cells),
    }


def unit_names(setting: Setting, units: Sequence[int]) -> list[str]:
    return [setting.unit_ids[unit] for unit in units]


def cell_names(setting: Setting, cells: Sequence[int]) -> list[str]:
    return [setting.grid.ids[cell] for cell in cells]
