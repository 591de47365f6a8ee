"""The arithmetic of a combat (16.4.2-16.4.7)."""

from __future__ import annotations

from collections.abc import Sequence

from grognard.games.soissons_1918.position import Soissons
from grognard.games.soissons_1918.rules.command import in_command
from grognard.games.soissons_1918.state import Level
from grognard.rules.arithmetic import Fight, Row, by_ratio


def readiness(g: Soissons, unit: int, corps: str) -> str:
    """16.4.5: full, half or none, by the Attacker Combat Readiness Table; ``corps`` coordinates the attack (16.4.3)."""
    level = g.state.disruption[unit]
    row = g.setting.tables.readiness[g.state.corps[unit] == corps, in_command(g, unit)]
    return row["good_order" if level == Level.GOOD_ORDER else "disrupted" if level < Level.SHOCKED else "shocked"]


def possible_leads(g: Soissons, units: Sequence[int]) -> list[int]:
    """16.4.2: one of the units in command, if any, under whom every attacker may attack (16.4.5)."""
    commanded = [u for u in units if in_command(g, u)]
    return [lead for lead in commanded or units if all(readiness(g, u, g.state.corps[lead]) != "none" for u in units)]


def attack_rows(g: Soissons, units: Sequence[int], lead: int) -> list[Row]:
    """16.4.5: each attacker's points, halved unit by unit and rounded down."""
    corps, rows = g.state.corps[lead], []
    for unit in units:
        strength = g.state.steps[unit]
        rows.append(Row(g.name(unit), strength, "16.4.5"))
        if readiness(g, unit, corps) == "half":
            rows.append(Row(f"{g.name(unit)} halved: {why_half(g, unit, corps)}", strength // 2 - strength, "16.4.5"))
    return rows


def why_half(g: Soissons, unit: int, corps: str) -> str:
    if g.state.disruption[unit]:
        return g.level_name(unit)                                               # 6.2
    return "out of command" if g.state.corps[unit] == corps else "under another headquarters"   # 8.3


def drm_rows(g: Soissons, units: Sequence[int], lead: int, chief: int, surprise: bool) -> list[Row]:
    """16.4.7: the Combat DRM Table. On the first turn the ground does not count (4.1), but for tanks."""
    table, loc = g.setting.tables.combat_drm, g.state.loc
    rows = [table.row("attacker-stars", g.setting.units[lead].stars)]           # 16.4.2, 5.1
    tanks = [tank_row(g, g.state.tank[u], loc[chief]) for u in units if g.state.tank[u] >= 0]
    rows += [table.row(id, case="5.4") for id in tanks if id]
    rows.append(table.row("defender-stars", g.setting.units[chief].stars))      # 16.4.4
    if not surprise:
        rows += table.rows(ground_ids(g, loc[lead], loc[chief]))
    level = g.state.disruption[chief]
    if level:                                                                   # 6.2
        rows.append(table.row("shocked" if level >= Level.SHOCKED else "disrupted"))
    if level > Level.SHOCKED:
        rows.append(table.row("further-shock", level - Level.SHOCKED))
    return rows


def tank_row(g: Soissons, tank: int, cell: int) -> str:
    """5.4, 5.4.1: by the lead defender's hex (ruling K44); nothing into a ravine, at most 1 into woods."""
    if g.setting.ravines >> cell & 1:
        return ""
    if g.setting.woods >> cell & 1:
        return "tank-woods"
    return "tank-full" if g.state.steps[tank] == 2 else "tank-reduced"


def ground_ids(g: Soissons, start: int, cell: int) -> list[str]:
    """16.4.7: shelter by stream, town or ravine, once; woods, unless the attack comes across a stream."""
    stream = g.setting.across_stream(start, cell)                               # ruling K85
    shelter = stream or bool(g.setting.shelter >> cell & 1)
    woods = bool(g.setting.woods >> cell & 1) and not stream
    if shelter and woods and g.has_option("woods_and_shelter", "best"):         # ruling K43
        woods = False
    return ["woods"] * woods + ["shelter"] * shelter


def work_out(
    g: Soissons, units: Sequence[int], defenders: Sequence[int], lead: int, chief: int, assault: bool
) -> Fight:
    """16.4.6: the odds, rounded in the defender's favour, and all modifiers."""
    tables = g.setting.tables
    columns = tables.assault_odds if assault else tables.low_intensity_odds
    surprise = assault and g.is_surprise
    defence = [Row(g.name(unit), g.state.steps[unit], "16.4.5") for unit in defenders]      # always in full
    return by_ratio(columns, attack_rows(g, units, lead), defence, drm_rows(g, units, lead, chief, surprise))
