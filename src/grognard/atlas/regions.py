"""The regions of a map: edges, exits of roads, banks of rivers, areas of a scenario, plain lists."""

from __future__ import annotations

from typing import Any

from grognard.atlas.draft import MapDraft
from grognard.atlas.geometry import pair
from grognard.atlas.rules import Rule, Rules
from grognard.data import DataFolder, nearest
from grognard.errors import DataError, NotUnderstood
from grognard.grid import EDGES


def build_regions(draft: MapDraft, rules: Rules, game: DataFolder) -> None:
    for rule in rules.all("region"):
        if rule.has("areas"):
            _areas(draft, rule, game)
            continue
        name = rule.text("name")
        cells = _members(draft, rule)
        if not cells:
            raise rule.error("the region has no cell")
        for cell in cells:
            draft.regions.setdefault(name, {})[cell] = rule.text("source")


def _members(draft: MapDraft, rule: Rule) -> list[int]:
    """All cells that any key of the rule names, then what the narrowing keys leave of them."""
    grid = draft.grid
    found: set[int] = set(_cells(draft, rule, rule.texts("cells")))
    if rule.has("edge"):
        edge = rule.text("edge")
        if edge not in EDGES:
            raise rule.error(f"edge should be one of {', '.join(EDGES)}")
        found |= set(grid.edge(edge))
    if rule.has("exits"):
        found |= {
            cell for edge, cell, kind in draft.exits if edge == rule.text("exits") and draft.has_link(cell, [kind])
        }
    if rule.has("terrain"):
        found |= {cell for cell, mark in draft.terrain.items() if mark.name in rule.texts("terrain")}
    if rule.has("places"):
        kinds = rule.texts("places")
        found |= {cell for place in draft.places.values() if place.kind in kinds for cell in place.cells}
    if rule.has("flood"):
        found |= _flood(draft, rule)
    return sorted(_narrowed(draft, rule, found))


def _narrowed(draft: MapDraft, rule: Rule, found: set[int]) -> set[int]:
    grid = draft.grid
    columns, rows = rule.span("columns"), rule.span("rows")
    if not any(rule.has(key) for key in ("cells", "edge", "exits", "terrain", "places", "flood")):
        if columns is None and rows is None:
            raise rule.error("says nothing of which cells belong to it")
        found = set(range(len(grid)))
    if columns:
        found = {cell for cell in found if columns[0] <= grid.column(cell) <= columns[1]}
    if rows:
        found = {cell for cell in found if rows[0] <= grid.row(cell) <= rows[1]}
    if rule.has("links"):
        found = {cell for cell in found if draft.has_link(cell, rule.texts("links"))}
    for name in rule.texts("within"):
        found &= set(_region(draft, rule, name))
    for name in rule.texts("not_in"):
        found -= set(_region(draft, rule, name))
    return found


def _flood(draft: MapDraft, rule: Rule) -> set[int]:
    """All cells reached from some cells without crossing the named rivers."""
    table = rule.mapping("flood")
    starts, names = table.get("start"), table.get("banks")
    if not isinstance(starts, list) or not isinstance(names, list):
        raise rule.error("flood needs start = [cells] and banks = [names of rivers]")
    walls = {side for side, marks in draft.sides.items() if any(mark.name in names for mark in marks.values())}
    for name in names:
        if not any(mark.name == name for marks in draft.sides.values() for mark in marks.values()):
            raise rule.error(f"flood: no side of the map is named '{name}'")
    reached = set(_cells(draft, rule, starts))
    queue = sorted(reached)
    while queue:
        cell = queue.pop()
        for other in draft.grid.neighbours[cell]:
            if other not in reached and pair(cell, other) not in walls:
                reached.add(other)
                queue.append(other)
    return reached


def _areas(draft: MapDraft, rule: Rule, game: DataFolder) -> None:
    """One region for each table of a scenario file, such as its set-up areas."""
    settings = rule.mapping("areas")
    for key in ("file", "table", "region", "cells"):
        if not isinstance(settings.get(key), str):
            raise rule.error(f"areas needs '{key}'")
    file = settings["file"]
    entries: Any = game.toml(file).get(settings["table"], [])
    if not isinstance(entries, list) or not entries:
        raise DataError(f"has no [[{settings['table']}]]", game.path(file))
    for entry in entries:
        name, ids = entry.get(settings["region"]), entry.get(settings["cells"])
        if not isinstance(name, str) or not isinstance(ids, list):
            wanted = f"'{settings['region']}' and '{settings['cells']}'"
            raise DataError(f"a [[{settings['table']}]] lacks {wanted}", game.path(file))
        source = entry.get("source") or rule.text("source")
        for cell in _cells(draft, rule, ids):
            draft.regions.setdefault(name, {})[cell] = source


def _region(draft: MapDraft, rule: Rule, name: str) -> dict[int, str]:
    if name not in draft.regions:
        raise rule.error(f"there is no region '{name}' before this one{nearest(name, draft.regions)}")
    return draft.regions[name]


def _cells(draft: MapDraft, rule: Rule, ids: list[Any]) -> list[int]:
    try:
        return [draft.grid.cell(str(id)) for id in ids]
    except NotUnderstood as problem:
        raise rule.error(str(problem)) from None
