"""The arithmetic of an attack (8.3, 8.4.1-8.4.3)."""

from __future__ import annotations

from collections.abc import Sequence

from grognard.games.marne_1914.position import Marne
from grognard.games.marne_1914.rules.supply import in_supply
from grognard.games.marne_1914.setting import ENTENTE
from grognard.rules.arithmetic import Fight, Row, by_differential, total

GARRISON_DF = 6
"""12.1.1: printed in each hex of Paris."""
DISRUPTION = 2
"""9.1.1: factors that disrupted units lose together."""


def attack_rows(g: Marne, units: Sequence[int]) -> list[Row]:
    """8.4.1 for the attacker: each unit halved where it must be, then the hex's disruption (8.3.2, ruling C12)."""
    rows: list[Row] = []
    joins = "8.2.1" if g.setting.infantry[units[0]] else "8.2.2"
    for unit in units:
        name, factor = g.name(unit), g.attack_factor(unit)
        rows.append(Row(f"{name} AF", factor, "8.4.1" if unit == units[0] else joins))
        for case, why in halvings(g, unit):
            half = factor // 2
            rows.append(Row(f"{name} halved: {why}", half - factor, case))
            factor = half
    return rows + disruption_rows(g, units, rows)


def disruption_rows(g: Marne, units: Sequence[int], rows: Sequence[Row]) -> list[Row]:
    """9.1.1: once for all units of a hex, and never to less than 0."""
    if any(g.state.disrupted[u] for u in units):
        return [Row("disrupted", -min(DISRUPTION, total(rows)), "9.1.1")]
    return []


def halvings(g: Marne, unit: int) -> list[tuple[str, str]]:
    """Everything that halves a unit's AF, one after the other, rounding down each time."""
    found = []
    if g.setting.side[unit] == ENTENTE and g.state.initiative == "cp":
        found.append(("4.4.4a", "the Entente does not have the Initiative"))
    if half_by_scenario(g, unit):
        case = "14.1.3" if g.setting.scenario == "counter-attack" else "14.2.3"
        found.append((case, "its corps does not attack with full strength"))
    if not in_supply(g, unit):
        found.append(("10.2.2", "out of supply"))
    return found


def half_by_scenario(g: Marne, unit: int) -> bool:
    """4.4.6: 14.1.3, and by option the same list in the full battle (14.2.3, ruling C34)."""
    if g.setting.side[unit] != ENTENTE or g.state.corps[unit] in g.setting.full_strength_corps:
        return False
    if g.setting.scenario == "full-battle":
        return g.has_option("full_battle_attack_list", "counter-attack-list") and g.state.initiative != "cp"
    return True


def defence_rows(g: Marne, target: int, from_cell: int) -> list[Row]:
    """8.4.1 for the defender: all units of the hex together (8.2.3, 8.2.4), terrain and river (8.3.1)."""
    rows: list[Row] = []
    units = g.stack[target]
    if not units:                       # 12.1.2: a garrison is never disrupted, out of supply or recovering
        rows.append(Row("garrison of Paris", GARRISON_DF, "12.1.1"))
    together = "8.2.3" if any(g.setting.infantry[u] for u in units) else "8.2.4"
    for unit in units:
        rows.append(Row(f"{g.name(unit)} DF", g.defence_factor(unit), "8.4.1" if unit == units[0] else together))
    if units and g.setting.terrain_df[target]:
        rows.append(Row(g.setting.board.terrain[target], g.setting.terrain_df[target], "8.3.1"))
    crossing = g.setting.crossing(from_cell, target)
    if crossing and crossing.df:
        rows.append(Row("across a river", crossing.df, "8.3.1"))
    return rows + disruption_rows(g, units, rows)


def shift_rows(g: Marne, attacks: Sequence[Sequence[int]]) -> list[Row]:
    """8.3.3 and 8.3.4: for every attack on the hex, if different corps or armies take part."""
    if len({g.state.army[u] for attack in attacks for u in attack}) > 1:
        return [Row("different armies attack the hex", -3, "8.3.4")]
    counted = attacks
    if g.has_option("cavalry_corps_shift", "off"):                              # ruling C14
        counted = [attack[:1] for attack in attacks]
    if len({g.state.corps[u] for attack in counted for u in attack}) > 1:
        return [Row("different corps attack the hex", -1, "8.3.3")]
    return []


def work_out(g: Marne, target: int, attack: Sequence[int], attacks: Sequence[Sequence[int]]) -> Fight:
    """8.4.2-8.4.3: the differential, its column, then the shift (8.3.5, 8.4.3a, 8.4.3b, ruling C13)."""
    defence = defence_rows(g, target, g.state.loc[attack[0]])
    return by_differential(g.setting.tables.crt, attack_rows(g, attack), defence, shift_rows(g, attacks))
