"""What a game may add to its picture on the page: plain data from methods that it need not have.

====================================  =====================================================================
``page_hints(setting)``               a dict for the client: see docs/http-api.md
``markers(position)``                 markers on the map, as `grognard.board.drawing.Marker`
``arrows(position)``                  ``(from, to, side, title)``: attacks and commitments that stand
``points(position)``                  ``(side, points, case, what)``: the victory points so far
``facts(position)``                   ``(side or None, name, value, case)``: weather, losses, levels ...
``coming(position)``                  ``(turn, side, units, where, case)``: reinforcements to come
``overlays(position, side)``          ``{name: {"cells", "units", "title", "case", "kind", "side", "note"}}``
``reach(position, unit)``             the cells that a unit could move to in a turn of its own
====================================  =====================================================================

Every method gets the position as the viewer may see it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from grognard.engine import Match, Outcome, Position
from grognard.rules.layers import MapPosition
from grognard.server import models


def told(match: Match, name: str, *arguments: Any) -> Any:
    """The answer of one of a game's optional methods; None if it has no such method."""
    hook = getattr(match.game, name, None)
    return hook(*arguments) if hook is not None else None


def hints_of(match: Match) -> dict[str, Any]:
    return dict(told(match, "page_hints", match.setting) or {})


def markers_of(match: Match, position: Position) -> list[models.MarkerInfo]:
    return [
        models.MarkerInfo(
            cell=match.setting.place_name(m.cell), label=m.label, shape=m.shape, colour=m.colour, title=m.title
        )
        for m in told(match, "markers", position) or ()
    ]


def arrows_of(match: Match, position: Position) -> list[models.ArrowInfo]:
    name = match.setting.place_name
    return [
        models.ArrowInfo(start=name(start), end=name(end), side=side, title=title)
        for start, end, side, title in told(match, "arrows", position) or ()
        if start >= 0 and end >= 0
    ]


def points_of(match: Match, position: Position, outcome: Outcome | None) -> list[models.PointsRow]:
    if outcome is not None and outcome.points:
        return point_rows(outcome.points)
    return point_rows(told(match, "points", position) or ())


def point_rows(rows: Iterable[Sequence[Any]]) -> list[models.PointsRow]:
    return [models.PointsRow(side=side, points=points, case=case, what=what) for side, points, case, what in rows]


def facts_of(match: Match, position: Position) -> list[models.FactRow]:
    return [
        models.FactRow(side=side, name=name, value=str(value), case=case)
        for side, name, value, case in told(match, "facts", position) or ()
    ]


def coming_of(match: Match, position: Position) -> list[models.ComingRow]:
    ids = match.setting.unit_ids
    return [
        models.ComingRow(turn=turn, side=side, units=[ids[unit] for unit in units], where=where, case=case)
        for turn, side, units, where, case in told(match, "coming", position) or ()
    ]


# -- overlays --


def overlays(match: Match, position: Position, viewer: str | None, kind: str | None, unit: str | None) -> list[Any]:
    """Cells to point out: zones of control, supply, reach and threat for every game, and what a game adds."""
    found: list[models.OverlayInfo] = []
    if kind in (None, "zones"):
        found += zones_of(match, position)
    if kind in (None, "supply"):
        found += supply_of(match, position, unit)
    for name, overlay in (told(match, "overlays", position, viewer) or {}).items():
        info = overlay_info(match, name, overlay)
        if kind in (None, info.kind, info.name):
            found = [other for other in found if other.name != info.name] + [info]
    if kind in (None, "threat"):
        found += threat_of(match, position)
    if kind in (None, "reach") and unit is not None:
        found += reach_of(match, position, unit)
    return found


def overlay_info(match: Match, name: str, overlay: Mapping[str, Any]) -> models.OverlayInfo:
    setting = match.setting
    return models.OverlayInfo(
        name=name,
        kind=overlay.get("kind", name),
        title=overlay.get("title", name),
        case=overlay.get("case", ""),
        side=overlay.get("side"),
        note=overlay.get("note", ""),
        cells=[setting.place_name(cell) for cell in overlay.get("cells", ())],
        units=[setting.unit_ids[unit] for unit in overlay.get("units", ())],
    )


def zones_of(match: Match, position: Position) -> list[models.OverlayInfo]:
    if not isinstance(position, MapPosition):
        return []
    return [
        overlay_info(
            match,
            f"zones-{side}",
            {
                "kind": "zones",
                "title": f"Zones of control: {name}",
                "side": side,
                "cells": [cell for cell, count in enumerate(layer) if count],
            },
        )
        for (side, name), layer in zip(match.game.sides.items(), position.zones, strict=False)
    ]


def supply_of(match: Match, position: Position, only: str | None) -> list[models.OverlayInfo]:
    """The units out of supply; of one unit that is asked about also the referee's word for it."""
    setting = match.setting
    lacking: dict[str, list[int]] = {}
    case, note, asked = "", "", setting.unit_number(only) if only is not None else -1
    for number in range(len(setting.units)):
        if position.state.loc[number] < 0:
            continue
        ruling = match.game.supply(position, number)
        if ruling is None:
            return []
        case = case or ruling.case
        if number == asked:
            note = ruling.text
        if not ruling:
            lacking.setdefault(setting.units[number].side, []).append(number)
    return [
        overlay_info(
            match,
            f"supply-{side}",
            {
                "kind": "supply",
                "title": f"Out of supply: {name}",
                "case": case,
                "side": side,
                "note": note if asked >= 0 and setting.units[asked].side == side else "",
                "units": lacking.get(side, []),
                "cells": sorted({position.state.loc[number] for number in lacking.get(side, [])}),
            },
        )
        for side, name in match.game.sides.items()
    ]


def reach_of(match: Match, position: Position, unit: str) -> list[models.OverlayInfo]:
    setting = match.setting
    number = setting.unit_number(unit)
    if getattr(match.game, "reach", None) is None or position.state.loc[number] < 0:
        return []
    overlay = {
        "kind": "reach",
        "title": f"Reach of {setting.unit_ids[number]}",
        "side": setting.units[number].side,
        "cells": sorted(told(match, "reach", position, number)),
        "note": "in a turn of its own, as the map stands now",
    }
    return [overlay_info(match, "reach", overlay)]


def threat_of(match: Match, position: Position) -> list[models.OverlayInfo]:
    """Where each side could strike in its next turn: the cells beside those that its units can come to."""
    if getattr(match.game, "reach", None) is None:
        return []
    setting = match.setting
    around = setting.grid.neighbours
    found = []
    for side, name in match.game.sides.items():
        stands: set[int] = set()
        for number, unit in enumerate(setting.units):
            if unit.side == side and position.state.loc[number] >= 0:
                stands |= {position.state.loc[number], *told(match, "reach", position, number)}
        cells = {other for cell in stands for other in around[cell]}
        overlay = {
            "kind": "threat",
            "title": f"Threatened by {name}",
            "side": side,
            "cells": sorted(cells),
            "note": "cells that it could move next to in a turn",
        }
        found.append(overlay_info(match, f"threat-{side}", overlay))
    return found
