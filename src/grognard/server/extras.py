"""A game's page (`grognard.engine.page.Page`) in the form of the HTTP interface: names instead of numbers.

The page gets the position as the viewer may see it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any, Literal

from grognard.engine import Match, Outcome, Position, Setting
from grognard.engine.page import Overlay, Page, Points
from grognard.rules.layers import MapPosition
from grognard.server import models
from grognard.server.game_models import FacingInfo, Hints, LessonInfo


def page_of(match: Match) -> Page[Any]:
    return page_in(match.setting)


@lru_cache(maxsize=64)
def page_in(setting: Setting) -> Page[Any]:
    """A page keeps nothing of a match, so that all matches of a setting share one."""
    return setting.game.page_for(setting)


@lru_cache(maxsize=64)
def hints_of(setting: Setting) -> Hints:
    """What a client should know of a game: see docs/http-api.md."""
    page = page_in(setting)
    return Hints(
        guide=[LessonInfo(kind=one.kind, title=one.title, text=one.text) for one in page.guide],
        weigh=list(page.weighed),
        aimed=[*page.aimed, *page.fired],
        fired=list(page.fired),
        joined=list(page.joined),
        sets_up=list(page.sets_up),
        lost=list(page.lost),
        hidden=setting.hides if setting.game.may_hide else None,
        glossary=dict(page.glossary),
        factors=page.factors_are,
        statuses=dict(page.statuses),
        phases=dict(page.phases),
        needs={kind: list(names) for kind, names in page.needs.items()},
        buttons=dict(page.buttons),
        facing=FacingInfo(field=page.facing.field, turns=page.facing.turns) if page.facing else None,
    )


def markers_of(match: Match, position: Position) -> list[models.MarkerInfo]:
    return [
        models.MarkerInfo(
            cell=match.setting.place_name(m.cell), label=m.label, shape=m.shape, colour=m.colour, title=m.title
        )
        for m in page_of(match).markers(position)
    ]


def arrows_of(match: Match, position: Position) -> list[models.ArrowInfo]:
    name = match.setting.place_name
    return [
        models.ArrowInfo(start=name(arrow.start), end=name(arrow.end), side=arrow.side, title=arrow.title)
        for arrow in page_of(match).arrows(position)
        if arrow.start >= 0 and arrow.end >= 0
    ]


def points_of(match: Match, position: Position, outcome: Outcome | None) -> list[models.PointsRow]:
    if outcome is not None and outcome.points:
        return outcome_points(outcome)
    return point_rows(page_of(match).points(position))


def outcome_points(outcome: Outcome) -> list[models.PointsRow]:
    return point_rows(Points(*row) for row in outcome.points)


def point_rows(rows: Iterable[Points]) -> list[models.PointsRow]:
    return [models.PointsRow(side=row.side, points=row.points, case=row.case, what=row.what) for row in rows]


def levels_of(match: Match, position: Position) -> list[models.LevelRow]:
    return [
        models.LevelRow(span=level.span, name=level.name, now=level.now) for level in page_of(match).levels(position)
    ]


def facts_of(match: Match, position: Position) -> list[models.FactRow]:
    return [
        models.FactRow(side=fact.side, name=fact.name, value=fact.value, case=fact.case)
        for fact in page_of(match).facts(position)
    ]


def coming_of(match: Match, position: Position) -> list[models.ComingRow]:
    ids = match.setting.unit_ids
    return [
        models.ComingRow(turn=c.turn, side=c.side, units=[ids[u] for u in c.units], where=c.where, case=c.case)
        for c in page_of(match).coming(position)
    ]


# -- overlays --

DRAWN: Mapping[str, Literal["cells", "area", "line"]] = {
    "command": "area",
    "range": "area",
    "zones": "area",
    "threat": "area",
    "reach": "area",
    "front": "line",
}
"""How kinds of overlays are drawn where the game does not say."""


def overlays(match: Match, position: Position, kind: str | None, unit: str | None) -> list[models.OverlayInfo]:
    """Cells to point out: zones of control, supply, reach and threat for every game, and what a game adds."""
    found: list[Overlay] = []
    if kind in (None, "zones"):
        found += zones_of(match, position)
    if kind in (None, "supply"):
        found += [*supply_of(match, position, unit), *supply_line_of(match, position, unit)]
    for own in page_of(match).overlays(position):
        if kind in (None, own.kind, own.name):
            found = [other for other in found if other.name != own.name] + [own]
    if kind in (None, "threat"):
        found += threat_of(match, position)
    if kind in (None, "reach") and unit is not None:
        found += reach_of(match, position, unit)
    return [overlay_info(match.setting, overlay) for overlay in found]


def overlay_info(setting: Setting, overlay: Overlay) -> models.OverlayInfo:
    return models.OverlayInfo(
        name=overlay.name,
        kind=overlay.kind,
        title=overlay.title,
        case=overlay.case,
        side=overlay.side,
        note=overlay.note,
        cells=[setting.place_name(cell) for cell in overlay.cells],
        units=[setting.unit_ids[unit] for unit in overlay.units],
        drawn=overlay.drawn or DRAWN.get(overlay.kind, "cells"),
    )


def lines_for(match: Match, position: Position, kind: str) -> list[models.OverlayInfo]:
    """The overlays on which the rules of a kind of decision turn."""
    wanted = page_of(match).lines.get(kind, ())
    if not wanted:
        return []
    found = [overlay for overlay in page_of(match).overlays(position) if overlay.kind in wanted and overlay.cells]
    return [overlay_info(match.setting, overlay) for overlay in found]


def zones_of(match: Match, position: Position) -> list[Overlay]:
    if not isinstance(position, MapPosition):
        return []
    return [
        Overlay(
            name=f"zones-{side}",
            kind="zones",
            title=f"Zones of control: {name}",
            side=side,
            cells=[cell for cell, count in enumerate(layer) if count],
        )
        for (side, name), layer in zip(match.game.sides.items(), position.zones, strict=False)
    ]


def supply_of(match: Match, position: Position, only: str | None) -> list[Overlay]:
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
        Overlay(
            name=f"supply-{side}",
            kind="supply",
            title=f"Out of supply: {name}",
            case=case,
            side=side,
            note=note if asked >= 0 and setting.units[asked].side == side else "",
            units=lacking.get(side, []),
            cells=sorted({position.state.loc[number] for number in lacking.get(side, [])}),
        )
        for side, name in match.game.sides.items()
    ]


def supply_line_of(match: Match, position: Position, unit: str | None) -> list[Overlay]:
    """The line of supply of a unit that is asked about."""
    setting = match.setting
    number = setting.unit_number(unit) if unit is not None else -1
    if number < 0 or position.state.loc[number] < 0:
        return []
    ruling = match.game.supply(position, number)
    if ruling is None:
        return []
    cells = page_of(match).supply_line(position, number)
    return [
        Overlay(
            name="supply-line",
            kind="supply",
            title=f"Supply line of {setting.unit_ids[number]}",
            case=ruling.case,
            side=setting.units[number].side,
            note=ruling.text,
            cells=cells,
            drawn="path",
        )
    ]


def reach_of(match: Match, position: Position, unit: str) -> list[Overlay]:
    setting = match.setting
    number = setting.unit_number(unit)
    reach = page_of(match).reach(position, number) if position.state.loc[number] >= 0 else None
    if reach is None:
        return []
    return [
        Overlay(
            name="reach",
            kind="reach",
            title=f"Reach of {setting.unit_ids[number]}",
            side=setting.units[number].side,
            cells=sorted(reach),
            note="in its own turn, as things stand now",
        )
    ]


def threat_of(match: Match, position: Position) -> list[Overlay]:
    """Where each side could strike in its next turn: the cells beside those that its units can come to."""
    setting, page, loc = match.setting, page_of(match), position.state.loc
    stands: dict[str, set[int]] = {side: set() for side in match.game.sides}
    for number, unit in enumerate(setting.units):
        if loc[number] < 0:
            continue
        reach = page.reach(position, number)
        if reach is None:
            return []
        stands.setdefault(unit.side, set()).update([loc[number], *reach])
    if not any(stands.values()):
        return []
    around = setting.grid.neighbours
    return [
        Overlay(
            name=f"threat-{side}",
            kind="threat",
            title=f"Threatened by {setting.seat_called(side)}",
            side=side,
            cells=sorted({other for cell in stands[side] for other in around[cell]}),
            note="cells it could move next to in one turn",
        )
        for side in match.game.sides
    ]
