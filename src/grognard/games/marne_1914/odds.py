"""The arithmetic of an attack (8.3, 8.4.1-8.4.3): every modifier a row with its case.

The total and its explanation come from the same rows, so the log, the preview and the result cannot
disagree.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from grognard.games.marne_1914.setting import ENTENTE
from grognard.games.marne_1914.state import Marne
from grognard.games.marne_1914.supply import in_supply

GARRISON_DF = 6
"""12.1.1: printed in each hex of Paris."""


class Modifier(msgspec.Struct, frozen=True, gc=False):
    """A row: what it is, what it adds, and by which case."""

    what: str
    value: int
    case: str


class Odds(msgspec.Struct, frozen=True, gc=False):
    """One attack worked out: both totals, the differential and the column used."""

    attack: tuple[Modifier, ...]
    defence: tuple[Modifier, ...]
    shifts: tuple[Modifier, ...]
    attack_total: int
    defence_total: int
    differential: int
    column: int


def attack_rows(g: Marne, units: Sequence[int]) -> list[Modifier]:
    """8.4.1 for the attacker: each unit halved where it must be, then the hex's disruption (8.3.2, ruling C12)."""
    rows: list[Modifier] = []
    for unit in units:
        name = g.name(unit)
        factor = g.attack_factor(unit)
        joins = "8.2.1" if g.setting.infantry[units[0]] else "8.2.2"
        rows.append(Modifier(f"{name} AF", factor, "8.4.1" if unit == units[0] else joins))
        for case, why in halvings(g, unit):
            half = factor // 2
            rows.append(Modifier(f"{name} halved: {why}", half - factor, case))
            factor = half
    if any(g.state.disrupted[u] for u in units):
        total = sum(row.value for row in rows)
        rows.append(Modifier("disrupted", -min(2, total), "9.1.1"))             # never less than 0
    return rows


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
        return g.setting.options["full_battle_attack_list"] == "counter-attack-list" and g.state.initiative != "cp"
    return True


def defence_rows(g: Marne, target: int, from_cell: int) -> list[Modifier]:
    """8.4.1 for the defender: all units of the hex together (8.2.3, 8.2.4), terrain and river (8.3.1)."""
    rows: list[Modifier] = []
    units = g.stack[target]
    if not units:                       # 12.1.2: a garrison is never disrupted, out of supply or recovering
        rows.append(Modifier("garrison of Paris", GARRISON_DF, "12.1.1"))
    together = "8.2.3" if any(g.setting.infantry[u] for u in units) else "8.2.4"
    for unit in units:
        case = "8.4.1" if unit == units[0] else together
        rows.append(Modifier(f"{g.name(unit)} DF", g.defence_factor(unit), case))
    terrain = g.setting.board.terrain[target]
    if units and g.setting.terrain_df[target]:
        rows.append(Modifier(terrain, g.setting.terrain_df[target], "8.3.1"))
    crossing = g.setting.crossing(from_cell, target)
    if crossing and crossing.df:
        rows.append(Modifier("across a river", crossing.df, "8.3.1"))
    if any(g.state.disrupted[u] for u in units):
        total = sum(row.value for row in rows)
        rows.append(Modifier("disrupted", -min(2, total), "9.1.1"))
    return rows


def shift_rows(g: Marne, attacks: Sequence[Sequence[int]]) -> list[Modifier]:
    """8.3.3 and 8.3.4: for every attack on the hex, if different corps or armies take part."""
    armies = {g.state.army[u] for attack in attacks for u in attack}
    if len(armies) > 1:
        return [Modifier("different armies attack the hex", -3, "8.3.4")]
    counted = attacks
    if g.setting.options["cavalry_corps_shift"] == "off":                       # ruling C14
        counted = [attack[:1] for attack in attacks]
    if len({g.state.corps[u] for attack in counted for u in attack}) > 1:
        return [Modifier("different corps attack the hex", -1, "8.3.3")]
    return []


def work_out(g: Marne, target: int, attack: Sequence[int], attacks: Sequence[Sequence[int]]) -> Odds:
    """8.4.2-8.4.3: the differential, its column, then the shift (ruling C13)."""
    ours = attack_rows(g, attack)
    theirs = defence_rows(g, target, g.state.loc[attack[0]])
    shifts = shift_rows(g, attacks)
    attack_total, defence_total = sum(r.value for r in ours), sum(r.value for r in theirs)
    differential = attack_total - defence_total
    crt = g.setting.crt
    column = crt.clamp(crt.clamp(differential) + sum(r.value for r in shifts))  # 8.4.3a, 8.4.3b, 8.3.5
    return Odds(tuple(ours), tuple(theirs), tuple(shifts), attack_total, defence_total, differential, column)
