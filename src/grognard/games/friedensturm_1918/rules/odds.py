"""The odds of a combat (12.2.4): strengths unit by unit, shifts, and columns beyond the table."""

from __future__ import annotations

from collections.abc import Sequence

from grognard.games.friedensturm_1918.position import Friedensturm
from grognard.games.friedensturm_1918.rules.artillery import offensive_bonus
from grognard.games.friedensturm_1918.rules.fight import Combat
from grognard.games.friedensturm_1918.setting import ALLIED
from grognard.rules.arithmetic import Fight, Row, by_whole_odds
from grognard.rules.masks import cells_of


def halvings(g: Friedensturm, unit: int, target: int) -> list[str]:
    """12.2.4: what halves a unit's attack, each by itself (rulings Q40, Q41)."""
    here, terrain = g.state.loc[unit], g.setting.tables.terrain
    found = []
    if g.setting.board.slope(here, target) and terrain["slope"].halves_attack:
        found.append("up a slope")
    river = g.setting.river(here, target)
    if river and terrain[river].halves_attack:
        found.append("across a major river")
    return found


def multiplier(g: Friedensturm, cell: int) -> tuple[int, list[str]]:
    """12.2.4: towns double the defence, trenches triple it; both together make it six times (ruling Q41)."""
    terrain, board = g.setting.tables.terrain, g.setting.board
    times, names = 1, []
    for kind in (board.terrain[cell], *board.tags(cell)):
        if terrain[kind].defence > 1:
            times *= terrain[kind].defence
            names.append("trench" if kind.startswith("trench") else kind)
    return times, names


def strength_rows(g: Friedensturm, c: Combat) -> tuple[list[Row], list[Row]]:
    """Attack and defence; fractions are kept by counting both in halves or quarters."""
    attackers = {u: halvings(g, u, c.target) for u in c.alive(c.attacker)}
    scale = 1
    for unit, why in attackers.items():
        while g.attack(unit) * scale % 2 ** len(why):
            scale *= 2
    times, names = multiplier(g, c.target)
    unit_of = {1: "", 2: ", in halves", 4: ", in quarters"}[scale]
    attack = [
        Row(f"{g.name(u)}{''.join(f' {w}' for w in why)}{unit_of}", g.attack(u) * scale // 2 ** len(why), "12.2.4")
        for u, why in attackers.items()
    ]
    where = f" in {' and '.join(names)}" if names else ""
    defence = [
        Row(f"{g.name(u)}{where}{unit_of}", g.defence(u) * times * scale, "12.2.4") for u in c.alive(c.defender)
    ]
    return attack, defence


def is_concentric(g: Friedensturm, units: Sequence[int], target: int) -> bool:
    """12.2.4: attackers or their zones in all six hexes around (ruling Q58)."""
    around, covered = g.setting.around[target], 0
    for unit in units:
        here = g.state.loc[unit]
        covered |= 1 << here | (g.setting.around[here] if g.fights(unit) else 0)
    return len(cells_of(around & covered)) >= g.setting.limits["concentric"]


def is_unsupplied(g: Friedensturm, c: Combat) -> bool:
    """12.2.4: by the marker of the lead unit, of any or of all (ruling Q97)."""
    marks = [bool(g.state.unsupplied[u]) for u in c.alive(c.defender)]
    choice = g.setting.options["unsupplied_shift"]
    return bool(g.state.unsupplied[c.chief]) if choice == "lead" else any(marks) if choice == "any" else all(marks)


def shift_rows(g: Friedensturm, c: Combat) -> list[Row]:
    """12.2.4: all column shifts."""
    setting, table, cell = g.setting, g.setting.tables.shifts, c.target
    units = c.alive(c.attacker)
    minor = all(setting.river(g.state.loc[u], cell) == "minor-river" for u in units)
    holds = {
        "woods": setting.woods >> cell & 1, "village": setting.villages >> cell & 1, "fort": setting.forts >> cell & 1,
        "minor-river": minor, "stoss": c.uses_stoss, "unsupplied": is_unsupplied(g, c),
        "foch": c.attacker == ALLIED and g.doctrine(c.lead) == "foch", "concentric": is_concentric(g, units, cell),
    }
    rows = table.holding(holds)
    morale = g.lead_morale(c.lead) - g.lead_morale(c.chief)
    coordination = setting.units[c.tank].coordination if c.tank in units else 0  # 15.4.1
    for id, times in (("morale", morale), ("offensive", offensive_bonus(g, c)), ("tank", coordination)):
        if times:
            rows.append(table.row(id, times))
    return rows


def work_out(g: Friedensturm, c: Combat) -> Fight:
    """12.2.4: the ratio, then all shifts, over columns that the table does not have; its last one holds (Q59)."""
    attack, defence = strength_rows(g, c)
    return by_whole_odds(attack, defence, shift_rows(g, c), g.setting.tables.crt.columns[-1])


def is_cancelled(g: Friedensturm, fight: Fight) -> bool:
    """12.2.4: below 1/2."""
    return fight.column < g.setting.tables.crt.columns[0]
