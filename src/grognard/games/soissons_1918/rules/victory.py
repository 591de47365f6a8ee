"""The end of the game and its points (3.3)."""

from __future__ import annotations

from collections.abc import Sequence

from grognard.engine import ALLOW, Ruling, refuse
from grognard.games.soissons_1918.position import Soissons
from grognard.games.soissons_1918.rules.units import take_off
from grognard.games.soissons_1918.rules.zones import towns_of
from grognard.games.soissons_1918.setting import DESTROYED, ENTENTE, EXITED
from grognard.rules.victory import PointsRow, outcome_of


def reach_perimeter(g: Soissons, units: Sequence[int], cell: int) -> None:
    """3.3.1: a division that is not Spent enters a perimeter hex; entering is enough (ruling K57)."""
    if g.setting.perimeter >> cell & 1 and not g.state.perimeter_turn:
        for unit in units:
            if g.setting.side[unit] == ENTENTE and g.setting.division[unit] and not g.is_spent(unit):
                g.state.perimeter_turn = g.state.turn
                g.note("perimeter", "3.3.1", unit=unit, cell=cell)
                return


def may_leave_map(g: Soissons, unit: int) -> Ruling:
    """3.3.1, ruling K62: only an Entente division that is not Spent, from a hex of the east edge."""
    name = g.name(unit)
    if g.setting.side[unit] != ENTENTE or not g.setting.division[unit] or g.is_spent(unit):
        return refuse("3.3.1", f"{name} is not an Entente division fit to leave the map")
    if not g.setting.edges[1] >> g.state.loc[unit] & 1:
        return refuse("3.3.1", f"{name} is not on the east edge of the map")
    return ALLOW


def leave_map(g: Soissons, unit: int) -> None:
    if g.state.tank[unit] >= 0:
        g.unload(unit, EXITED)
    take_off(g, unit, EXITED)
    g.state.exit_turn = g.state.exit_turn or g.state.turn
    g.note("exit", "3.3.1", unit=unit)


def count(g: Soissons) -> list[PointsRow]:
    """3.3.2: the Entente's points as the map stands."""
    return [row for row in (*town_points(g), *division_points(g), *early_points(g)) if row[0]]


def town_points(g: Soissons) -> list[PointsRow]:
    """Towns with a value, or its rest after the distance of the closest unit; towns without one that are German."""
    setting, held = g.setting, towns_of(g, ENTENTE)
    units = [g.state.loc[u] for u in g.on_map(ENTENTE)]                         # ruling K56
    rows: list[PointsRow] = []
    for cell, value in setting.values.items():
        name = f"{setting.board.places_at(cell)[0].name} ({g.cell_name(cell)})"
        if held >> cell & 1:
            rows.append((value, "3.3.2", f"{name} is controlled"))
        elif units:
            far = min([setting.grid.distance(cell, unit) for unit in units])
            rows.append((max(0, value - far), "3.3.2", f"{far} from {name}"))
    penalty = int(setting.tables.points["german-town"])
    for cell in setting.plain_towns:
        if not held >> cell & 1:
            rows.append((penalty, "3.3.2", f"{setting.board.places_at(cell)[0].name} ({g.cell_name(cell)}) is German"))
    return rows


def division_points(g: Soissons) -> list[PointsRow]:
    """5.3: Spent divisions on the map, destroyed ones (ruling K63), and twelve others (ruling K58)."""
    table = g.setting.tables.points
    divisions = [u for u in g.setting.units_of[ENTENTE] if g.setting.division[u]]
    rows = [
        (int(table["spent"]), "3.3.2", f"{g.name(u)} is Spent")
        for u in divisions if g.state.loc[u] >= 0 and g.is_spent(u)             # ruling K89
    ]
    if g.has_option("destroyed_division", "minus-one"):
        rows += [
            (int(table["destroyed"]), "3.3.2", f"{g.name(u)} was destroyed")
            for u in divisions if g.state.loc[u] == DESTROYED
        ]
    sound = sum([g.state.loc[u] >= 0 and not g.is_spent(u) for u in divisions])
    if sound >= g.setting.limits["sound-divisions"]:
        rows.append((int(table["twelve-divisions"]), "3.3.2", f"{sound} divisions that are not Spent"))
    return rows


def early_points(g: Soissons) -> list[PointsRow]:
    """3.3.2: once for leaving the map and once for the perimeter, each with the AM and PM turns left (ruling K77)."""
    table, rows = g.setting.tables.points, []
    for name, turn, what in (
        ("exit", g.state.exit_turn, "a division left the map"),
        ("perimeter", g.state.perimeter_turn, "a division reached the Soissons perimeter"),
    ):
        if turn:
            left = turns_left(g)
            points = int(table[name]) + left * int(table[f"{name}-early"])
            rows.append((points, "3.3.2", f"{what}, {left} turns left"))
    return rows


def turns_left(g: Soissons) -> int:
    return sum([t.part != "night" for t in g.setting.tables.turns.values() if t.turn > g.state.turn])


def is_over(g: Soissons) -> bool:
    """3.3.1, ruling K77: with the Entente's End of Operations, early or on the last turn (3.2)."""
    early = g.state.exit_turn or g.state.perimeter_turn
    return g.phasing == ENTENTE and bool(early or g.state.turn >= g.setting.plan.last_turn)


def conclude(g: Soissons) -> None:
    """3.3.3: the level of victory by the Entente's points."""
    g.outcome = outcome_of(g, g.setting.tables.victory_levels, g.side_name(ENTENTE), count(g), "3.3.3")
