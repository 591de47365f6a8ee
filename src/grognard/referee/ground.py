"""Questions about the map: distances, neighbours, ranges, lines of sight, ways of retreat."""

from __future__ import annotations

from typing import Any

from grognard.errors import NotUnderstood
from grognard.referee.plain import cell_names, plain_ruling
from grognard.referee.question import Question


def ask_distance(question: Question) -> dict[str, Any]:
    start, end = question.cell("from"), question.cell("to")
    ids = question.setting.grid.ids
    return {"from": ids[start], "to": ids[end], "distance": question.setting.grid.distance(start, end)}


def ask_neighbours(question: Question) -> dict[str, Any]:
    """What lies around a cell: terrain, what is on the side between, roads, and who stands there."""
    setting, board = question.setting, question.setting.board
    here = question.cell("cell")
    rows = []
    for cell in setting.grid.neighbours[here]:
        slope = board.slope(here, cell)
        rows.append(
            {
                "cell": setting.grid.ids[cell],
                "terrain": " ".join([board.terrain[cell], *board.tags(cell)]),
                "between": [*board.side(here, cell), *([f"{slope} up"] if slope else [])],
                "links": list(board.link(here, cell)),
                "units": units_in(question, cell),
            }
        )
    return {"cell": setting.grid.ids[here], "neighbours": rows}


def units_in(question: Question, cell: int) -> list[str]:
    """Who stands in a cell, as far as whoever asks may know."""
    position = question.position
    names = [question.setting.unit_ids[u] for u, place in enumerate(position.state.loc) if place == cell]
    covered = sum(counter.cell == cell for counter in position.concealed.counters)
    return names + ["unknown"] * covered


def ask_range(question: Question) -> dict[str, Any]:
    """How far a unit fires, commands or supplies."""
    unit = question.unit_on_map()
    found = question.judge.ranges(question.position, unit)
    name = question.setting.unit_ids[unit]
    if not found:
        raise NotUnderstood(f"{name} neither fires nor commands nor supplies at a distance")
    rows = [
        {"what": r.what, "distance": r.distance, "case": r.case, "cells": cell_names(question.setting, r.cells)}
        for r in found
    ]
    return {"unit": name, "ranges": rows}


def ask_sight(question: Question) -> dict[str, Any]:
    start, end = question.cell("from"), question.cell("to")
    ruling = question.judge.sees(question.position, start, end)
    if ruling is None:
        raise NotUnderstood(f"{question.match.game.title} has no lines of sight")
    ids = question.setting.grid.ids
    return {"from": ids[start], "to": ids[end], "in_sight": ruling.allowed, "ruling": plain_ruling(ruling)}


def ask_retreats(question: Question) -> dict[str, Any]:
    """Every cell that a unit could retreat to, with its ranks, and why not to the others."""
    unit = question.unit_on_map()
    ways = question.judge.ways_back(question.position, unit)
    if ways is None:
        raise NotUnderstood(f"{question.match.game.title} cannot list retreats")
    setting = question.setting
    rows = [
        {
            "cell": setting.grid.ids[way.cell],
            "path": cell_names(setting, way.path),
            "ranks": dict(way.ranks),
            "open": way.open,
            "ruling": plain_ruling(way.ruling),
        }
        for way in ways
    ]
    return {"unit": setting.unit_ids[unit], "retreats": rows}
