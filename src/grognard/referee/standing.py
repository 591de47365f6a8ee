"""Questions about how things stand: supply, command, formations, control, fronts, points, victory, what is illegal."""

from __future__ import annotations

from typing import Any

from grognard.engine.judge import Fault, Formation
from grognard.engine.position import Position
from grognard.errors import NotUnderstood
from grognard.referee.plain import cell_names, plain_fault, plain_ruling, unit_names
from grognard.referee.question import Question


def ask_supply(question: Question) -> dict[str, Any]:
    unit, game = question.unit(), question.match.game
    ruling = game.supply(question.position, unit)
    if ruling is None:
        raise NotUnderstood(f"{game.title} has no supply rules for units")
    return {"unit": question.setting.unit_ids[unit], "in_supply": ruling.allowed, "ruling": plain_ruling(ruling)}


def ask_command(question: Question) -> dict[str, Any]:
    unit, game = question.unit(), question.match.game
    ruling = game.command(question.position, unit)
    if ruling is None:
        raise NotUnderstood(f"{game.title} has no command rules for units")
    return {"unit": question.setting.unit_ids[unit], "in_command": ruling.allowed, "ruling": plain_ruling(ruling)}


def ask_formation(question: Question) -> dict[str, Any]:
    """A corps or division by its name or by one of its units: its units, base and integrity."""
    found = question.judge.formations(question.position)
    if not found:
        raise NotUnderstood(f"{question.match.game.title} has no formations that must keep together")
    return {"formations": [plain_formation(question, one) for one in named_formations(question, found)]}


def named_formations(question: Question, found: Any) -> list[Formation]:
    name = question.maybe("name")
    if name in ("", "all"):
        return list(found)
    fitting = [one for one in found if one.name.lower() == name.lower()]
    if not fitting:
        unit = question.unit_named(name)
        fitting = [one for one in found if unit in one.units]
        if not fitting:
            raise NotUnderstood(f"{question.setting.unit_ids[unit]} belongs to no formation that must keep together")
    return fitting


def plain_formation(question: Question, one: Formation) -> dict[str, Any]:
    setting = question.setting
    return {
        "name": one.name,
        "side": one.side,
        "units": [f"{setting.unit_ids[u]} {setting.place_name(question.position.state.loc[u])}" for u in one.units],
        "base": unit_names(setting, one.base),
        "ruling": plain_ruling(one.ruling),
    }


def ask_control(question: Question) -> dict[str, Any]:
    """Who holds a place, cell by cell."""
    name, rows = question.text("place"), []
    for cell in question.cells(name):
        holder = question.judge.holder(question.position, cell)
        if holder is None:
            raise NotUnderstood(f"{question.match.game.title} does not say who controls a place")
        row = {"cell": question.setting.grid.ids[cell], "holder": holder.who, "case": holder.case, "text": holder.text}
        rows.append(row)
    return {"place": name, "cells": rows}


def ask_front(question: Question) -> dict[str, Any]:
    fronts = question.judge.fronts(question.position)
    if not fronts:
        raise NotUnderstood(f"{question.match.game.title} has no front lines")
    setting = question.setting
    return {
        "fronts": [
            {
                "name": front.name,
                "side": front.side,
                "case": front.case,
                "cells": cell_names(setting, front.cells),
                "gaps": cell_names(setting, front.gaps),
            }
            for front in fronts
        ]
    }


def ask_points(question: Question) -> dict[str, Any]:
    """Victory points with their sources."""
    points = question.page.points(question.position)
    rows = [{"side": p.side, "points": p.points, "case": p.case, "what": p.what} for p in points]
    sides = question.match.game.sides
    totals = {side: sum(p.points for p in points if p.side == side) for side in sides}
    return {"totals": totals, "points": rows}


def ask_victory(question: Question) -> dict[str, Any]:
    """How the match would end now, why, and what is missing to the next level."""
    standing = question.judge.standing(question.position)
    if standing is None:
        raise NotUnderstood(f"{question.match.game.title} does not say who would win before it ends")
    missing = [{"side": m.side, "level": m.level, "case": m.case, "text": m.text} for m in standing.missing]
    return {
        "level": standing.level,
        "winner": standing.winner,
        "case": standing.case,
        "text": standing.text,
        "missing": missing,
    }


# -- what may not stand as it does --


def ask_check(question: Question) -> dict[str, Any]:
    """Every reason why the position is illegal, or will be when its phase ends."""
    faults = question.judge.faults(question.position)
    wrong = question.match.game.invariants(question.match.position) if question.viewer is None else []
    told = {fault.text for fault in faults}
    rows = [plain_fault(question.setting, fault) for fault in faults]
    rows += [
        {"case": "", "text": text, "when": "", "units": [], "cells": []}
        for text in wrong
        if not any(covers(known, text) for known in told)
    ]
    return {"legal": not any(not row["when"] for row in rows), "faults": rows}


def covers(known: str, text: str) -> bool:
    """Whether an invariant says once more what a fault has said: its sentence after the last colon."""
    return text.rpartition(": ")[2] in known


def ask_end(question: Question) -> dict[str, Any]:
    """Whether a unit, a stack or a side may end as it stands; or a unit somewhere else (``UNIT CELL``)."""
    who = question.text("who")
    position, units = standing_there(question, who)
    faults = [fault for fault in question.judge.faults(position) if units & set(fault.units)]
    return {
        "who": who,
        "allowed": not faults,
        "faults": [plain_fault(question.setting, fault) for fault in in_order(faults)],
    }


def in_order(faults: list[Fault]) -> list[Fault]:
    """What may never be first, then what must be put right in time."""
    return sorted(faults, key=lambda fault: bool(fault.when))


def standing_there(question: Question, who: str) -> tuple[Position, set[int]]:
    """The position that is asked about, and the units that may or may not end there."""
    setting, position = question.setting, question.position
    first, _, where = who.partition(" ")
    state = position.state
    if who in setting.game.sides:
        return position, {u for u, unit in enumerate(setting.units) if unit.side == who and state.loc[u] >= 0}
    if where:
        unit = question.unit_named(first)
        moved = position.copy()
        moved.state.loc[unit] = question.cells(where.removeprefix("in ").strip())[0]
        moved.rebuild()
        return moved, {unit}
    if who.lower() in {uid.lower() for uid in setting.unit_ids}:
        unit = question.unit_named(who)
        if state.loc[unit] < 0:
            raise NotUnderstood(f"{setting.unit_ids[unit]} is not on the map")
        return position, {unit}
    cell = question.cells(who)[0]
    stack = {u for u, place in enumerate(state.loc) if place == cell}
    if not stack:
        raise NotUnderstood(f"no unit is in {setting.grid.ids[cell]}")
    return position, stack
