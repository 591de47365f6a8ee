"""The arithmetic of a ground assault (13.4 to 13.8): strengths, column shifts, die roll modifiers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from grognard.games.hannut_1940.position import Hannut, counted_enemies, defending
from grognard.games.hannut_1940.setting import GERMAN, UNATTACHED
from grognard.games.hannut_1940.state import Mark, Supply
from grognard.games.hannut_1940.tables import COLUMNS, Terrain
from grognard.rules.arithmetic import Fight, Row, total
from grognard.rules.masks import cells_of, mask

QUARTERS = 4
"""13.4: fractions of a unit's strength are kept until all are added up."""


class Assault:
    """A ground assault as it is put together: who fights, and what each side brings to it."""

    def __init__(self, g: Hannut, attackers: Sequence[int], cell: int, overrun: bool = False) -> None:
        self.g, self.cell, self.overrun = g, cell, overrun
        self.attacker = g.setting.side[attackers[0]]
        self.defender = 1 - self.attacker
        self.units: list[list[int]] = [[], []]
        """Those who count, attackers and defenders (7.2, 13.3)."""
        self.units[0] = list(attackers)
        self.everybody: list[list[int]] = [list(attackers), list(g.stack[cell])]
        """Those who bear the results."""
        self.line = 1
        self.lead = [-1, -1]
        self.armor = [-1, -1]
        """The units whose armor or AT rating counts (ruling C21)."""
        self.reserves: list[list[int]] = [[], []]
        self.regiments: list[list[int]] = [[], []]
        self.supports: list[int] = []
        self.spared: list[int] = []
        """Defenders at night that are halved and not fatigued (14.0)."""
        self.cover: Terrain | None = None
        """The terrain that the defender sets against armor (13.8.6)."""
        self.overstacked = [False, False]
        self.hexes = sorted({g.state.loc[u] for u in attackers})
        self.suffering: list[Any] = []
        """What each side had to satisfy (13.11), see `results`."""


# -- 13.4 --


def lacks_combined_arms(a: Assault, unit: int) -> bool:
    """13.4: AFVs without personnel in cover, unless only AFVs fight."""
    g, setting = a.g, a.g.setting
    if not setting.afv[unit] or not setting.combined_arms >> a.cell & 1:
        return False
    if all(setting.afv[u] for u in (*a.units[0], *a.units[1])):
        return False
    mates = g.stack[g.state.loc[unit]]
    return not any(setting.personnel[u] for u in (defending(g, mates) if unit in a.units[1] else mates))


def quarters(a: Assault, unit: int, role: int) -> int:
    """13.4: a unit's strength in quarters; two halvings or fatigue 2 quarter it, and never more (ruling C19)."""
    g, state = a.g, a.g.state
    counter = g.setting.units[unit]
    factor = (counter.defence if role else counter.attack)[state.steps[unit]]
    halvings = state.fatigue[unit] + (state.supply[unit] != Supply.GENERAL) + lacks_combined_arms(a, unit)
    halvings += unit in a.spared
    return factor * (QUARTERS >> min(2, halvings))


def strength_rows(a: Assault, role: int) -> list[Row]:
    """13.4: printed strengths, and what is taken off; the sum is rounded down, never below one (ruling C01)."""
    g, rows, sum_up, plain = a.g, [], 0, 0
    weak = []
    for unit in a.units[role]:
        counter = g.setting.units[unit]
        factor = (counter.defence if role else counter.attack)[g.state.steps[unit]]
        value = quarters(a, unit, role)
        rows.append(Row(g.name(unit), factor, "5.4"))
        sum_up, plain = sum_up + value, plain + factor
        if value < QUARTERS * factor:
            weak.append(unit)
    strength = max(1, sum_up // QUARTERS)
    if strength != plain:
        rows.append(Row(f"reduced: {g.names(weak)}" if weak else "never below one", strength - plain, "13.4"))
    return rows


# -- 13.7 --


def shift_rows(a: Assault) -> list[Row]:
    """13.7.1 and 13.7.2; positive ones help the attacker."""
    g, state, setting = a.g, a.g.state, a.g.setting
    ours, theirs = a.units
    most = setting.limits["shift-as-most"]
    on_attackers = min(most, sum([state.shifts.get(c, 0) for c in a.hexes]))
    hill = [c for c in a.supports if setting.vantage >> c & 1]
    times = {
        "pa": any(state.mark[u] == Mark.PA for u in ours) and not a.overrun,
        "as-defenders": min(most, state.shifts.get(a.cell, 0)),
        "cr-defenders": any(state.mark[u] == Mark.CR for u in theirs),
        "overstack-defenders": a.overstacked[1],
        "divisions-defenders": len({g.division(u) for u in theirs}) > 1,
        "exploit-defenders": any(state.mark[u] == Mark.EXP for u in theirs),
        "vantage": bool(setting.vantage >> a.cell & 1),
        "as-attackers": on_attackers,
        "overstack-attackers": a.overstacked[0],
        "night": g.is_night,
        "ip": g.in_ip(a.cell) and not engineers_clear(a),
        "divisions-attackers": len({g.division(u) for u in ours}) > 1,
        "support": len(a.supports),
        "support-vantage": len(hill),
    }
    found = []
    for id, row in setting.tables.shifts.items():
        number = min(int(times[id]), row.most)
        if number:
            found.append(Row(row.what, number * row.value, row.source.removeprefix("rulebook ").split()[0]))
    return found


def engineers_clear(a: Assault) -> bool:
    """13.7.4: a step of attacking engineers takes away the shift of an improved position, if no engineers defend it."""
    units = a.g.setting.units
    return any(units[u].engineer for u in a.units[0]) and not any(units[u].engineer for u in a.units[1])


def supporting_hexes(a: Assault) -> list[int]:
    """13.7.3: next to the defending hex and to an attacker, without AS markers (13.7.5), once in a phase."""
    g, setting, state = a.g, a.g.setting, a.g.state
    beside = setting.around[a.cell] & setting.beside.of(mask(a.hexes)) & counted_enemies(g, a.units[0][0])
    return [
        c for c in cells_of(beside)
        if c not in state.assaulted and c not in state.supporting and not state.shifts.get(c, 0) and c != a.cell
        and g.steps_in_hex([u for u in g.stack[c] if not setting.is_hq[u]]) >= setting.limits["support-steps"]
    ]


# -- 13.8.3 --


def possible_reserves(a: Assault, role: int) -> list[int]:
    """13.8.3: battalions with CR markers within three hexes of the defending one, of a division that fights here."""
    g, setting, state = a.g, a.g.setting, a.g.state
    if a.overrun:
        return []
    side = a.defender if role else a.attacker
    divisions = {g.division(u) for u in a.units[role]} - {UNATTACHED}
    near = setting.within(a.cell, setting.limits["cr-range"])
    return [
        u for u in g.on_map(side)
        if state.mark[u] == Mark.CR and state.loc[u] != a.cell and near >> state.loc[u] & 1
        and g.division(u) in divisions and setting.bn[u]
        and state.steps[u] >= setting.limits["cr-steps"] and not state.fatigue[u] and state.supply[u] != Supply.OUT
    ]


# -- 13.8.4 --


def regiment_units(a: Assault, role: int) -> list[int]:
    """13.8.4: who gives regimental integrity bonuses, three at most."""
    g, setting, state = a.g, a.g.setting, a.g.state
    here = a.units[role]
    pool = list(here)
    if role:
        around = setting.around[a.cell] & counted_enemies(g, a.units[0][0])     # 13.13.2
        pool += [u for c in cells_of(around) for u in g.stack[c]]
    fresh = [u for u in pool if not state.fatigue[u] and state.supply[u] != Supply.OUT and not state.integral[u]]
    found: list[int] = []
    for group in regiment_groups(a, role, fresh):
        if len(group) >= setting.limits["rib-least"] and any(u in here for u in group):
            found += [u for u in group if u not in found]
    return found[: setting.limits["rib-most"]]


def regiment_groups(a: Assault, role: int, fresh: Sequence[int]) -> list[list[int]]:
    """Battalions of a regiment, a German AFV company in place of another; panzer battalions with their companies."""
    g, setting = a.g, a.g.setting
    groups: dict[str, list[int]] = {}
    panzers: dict[tuple[str, int], list[int]] = {}
    for unit in fresh:
        counter = setting.units[unit]
        if counter.personnel and counter.bn and counter.regiment and g.state.steps[unit] >= setting.limits["rib-steps"]:
            groups.setdefault(counter.regiment, []).append(unit)
        elif counter.afv and setting.side[unit] == GERMAN:
            panzers.setdefault((counter.battalion or counter.id, g.state.loc[unit]), []).append(unit)
    spare = [u for group in panzers.values() if len(group) == 1 for u in group if setting.units[u].co]
    if groups and spare:
        company, here = spare[0], a.units[role]                                 # best where one of them is in the hex
        groups_here = [group for group in groups.values() if any(u in here for u in [*group, company])]
        max(groups_here or groups.values(), key=len).append(company)
    best = sorted(groups.values(), key=lambda group: -len(group))
    return [*best, *[group for group in panzers.values() if len(group) > 1]]


# -- 13.8.5, 13.8.6 --


def rating(a: Assault, role: int) -> tuple[int, bool]:
    """The rating that a side has named, and whether it is armor; -1 for none."""
    unit = a.armor[role]
    if unit < 0:
        return -1, False
    counter = a.g.setting.units[unit]
    is_armor = counter.armor >= 0
    value = counter.armor if is_armor and not role else counter.at
    if a.g.state.supply[unit] == Supply.OUT or lacks_combined_arms(a, unit):
        value = 0
    return value, is_armor


def rated_units(a: Assault, role: int) -> list[int]:
    """Who has a rating to name."""
    units = a.g.setting.units
    return [u for u in a.units[role] if units[u].armor >= 0 or units[u].at >= 0]


def armor_bonus(a: Assault) -> int:
    """13.8.6: bonuses for the attacker, below zero for the defender."""
    g, limits = a.g, a.g.setting.limits
    (ours, our_armor), (theirs, their_armor) = rating(a, 0), rating(a, 1)
    if not our_armor and not their_armor:
        return 0
    if ours > theirs and not our_armor and not g.setting.units[a.armor[0]].red_hexagon:
        return 0                                                                # only an 88 attacks with its AT rating
    number = abs(max(0, ours) - max(0, theirs))
    by_at = theirs > ours and not their_armor
    number += a.cover.armor if a.cover is not None else 0
    if g.in_ip(a.cell) and not by_at:
        number += limits["armor-ip"]
    number = max(0, number)                                                     # ruling C22
    if g.is_night:
        number = min(number, limits["armor-night"])
    return number if ours > theirs else -number


# -- 13.8.1 --


def modifier_rows(a: Assault) -> list[Row]:
    units, bonuses = a.g.setting.units, a.g.setting.tables.bonuses
    ahead = units[a.lead[0]].pr_attack - units[a.lead[1]].pr_defence
    rows = [Row(bonuses["proficiency"].what, ahead * bonuses["proficiency"].value, "13.8.2")]
    for id, case, by_role in (("reserve", "13.8.3", a.reserves), ("regiment", "13.8.4", a.regiments)):
        for role, sign in ((0, 1), (1, -1)):
            who = "defender" if role else "attacker"
            number = min(len(by_role[role]), bonuses[id].most)
            rows.append(Row(f"{bonuses[id].what}, {who}", sign * number * bonuses[id].value, case))
    rows.append(Row("armor or anti-tank", armor_bonus(a) * bonuses["armor"].value, "13.8.6"))
    most = a.g.setting.limits["drm-most"]
    rows = [row for row in rows if row.value]
    over = total(rows)
    if abs(over) > most:
        rows.append(Row("60 at most", (most if over > 0 else -most) - over, "13.8.1"))
    return rows


def work_out(a: Assault) -> Fight:
    """13.5 to 13.8: ratio, column, modifiers."""
    attack, defence = strength_rows(a, 0), strength_rows(a, 1)
    shifts, modifiers = shift_rows(a), modifier_rows(a)
    ours, theirs = total(attack), total(defence)
    column = a.g.setting.tables.gat.column(a.line, ours, theirs) + total(shifts)
    column = max(0, min(len(COLUMNS) - 1, column))                              # 13.7, 13.7.6
    return Fight(
        attack=tuple(attack), defence=tuple(defence), shifts=tuple(shifts), modifiers=tuple(modifiers),
        attack_total=ours, defence_total=theirs, odds=COLUMNS[column], column=column, drm=total(modifiers),
    )


def terrain_lines(g: Hannut, cell: int) -> list[int]:
    """13.2: the lines that the defender can choose; clear only where there is nothing else."""
    found = sorted({row.line for row in g.setting.ground[cell] if row.line > 1})
    return found or [1]


def armor_terrain(g: Hannut, cell: int) -> list[Terrain]:
    """13.8.6: features that count against armor."""
    return [row for row in g.setting.ground[cell] if row.armor < 0]
