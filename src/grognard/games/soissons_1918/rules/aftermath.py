"""What a combat leaves behind: losses (16.4.11), their conversion (16.5.3), retreats (16.5)."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from typing import Any

from grognard.engine import Action, Procedure
from grognard.games.soissons_1918.position import Soissons
from grognard.games.soissons_1918.rules.fallback import ends_of, go_back, path_length, ways_back
from grognard.games.soissons_1918.rules.units import break_down, eliminate, lose_point
from grognard.rules.arithmetic import Fight, Row, total
from grognard.rules.asking import ask_losses
from grognard.rules.results import CombatResult, X


def take_losses(
    g: Soissons, cells: Sequence[int], units: Sequence[int], defenders: list[int], lead: int, chief: int,
    result: CombatResult, odds: Fight,
) -> Generator[Any, Any, dict[int, int]]:
    """16.4.8, third step: X, the attacker's losses, conversion, the defender's losses, those of remnants.

    Keeps up who the defenders are, and ends with the retreat number of each attacked hex (16.5).
    """
    x = yield from choose_x(g, result)
    ours, theirs = loss_rows(g, units, defenders, odds)
    lost = max(0, result.attacker.value(x) + total(ours))
    suffered = max(0, result.defender.value(x) + total(theirs))
    rows = [f"{row.what} ({row.case})" for row in ours]
    g.note("losses", "16.4.11", attacker=lost, defender=suffered, rows=rows)
    yield from allocate(g, g.phasing, list(units), lead, lost)
    printed = result.retreat if g.state.phase == "assault" and g.is_surprise else 0   # 4.1, 16.5
    numbers = dict.fromkeys(cells, printed)
    if suffered:
        spared = yield from choose_conversion(g, cells, units, [chief] if suffered == 1 else defenders, numbers)
        if spared:
            suffered -= 1
            for cell in spared:
                numbers[cell] += 1
    converted = yield from allocate(g, g.other, defenders, chief, suffered)
    return {cell: number + converted for cell, number in numbers.items()}       # 5.5: every remnant's loss is a hex


def choose_x(g: Soissons, result: CombatResult) -> Generator[Any, Any, int]:
    """16.4.11: the attacker fixes X, the same for both sides."""
    low, high = g.setting.limits["x-low"], g.setting.limits["x-high"]
    if X not in (result.attacker.losses, result.defender.losses):
        return low
    options = [Action("losses", (str(number),)) for number in range(low, high + 1)]
    action = yield from g.ask(g.phasing, "losses", "16.4.11", "X: how many losses does each side take?", options)
    return int(action.word())


def loss_rows(g: Soissons, units: Sequence[int], defenders: Sequence[int], odds: Fight) -> tuple[list[Row], list[Row]]:
    """16.4.11: one loss less for the attacker against remnants alone, one more for both in a large battle."""
    limits = g.setting.limits
    attack, defence = odds.attack_total or 0, odds.defence_total or 0
    if g.has_option("large_battle", "full-strength"):                           # ruling K41
        attack = sum([g.state.steps[u] for u in units])
    ids = []
    if all(g.setting.remnant[u] for u in defenders):
        ids.append("all-remnants")
    if attack >= limits["large-attack"] and defence >= limits["large-defence"]:
        ids.append("large-battle")
    ours, theirs = g.setting.tables.more_losses
    return ours.rows(ids), theirs.rows(ids)


def choose_conversion(
    g: Soissons, cells: Sequence[int], units: Sequence[int], defenders: Sequence[int], numbers: dict[int, int]
) -> Generator[Any, Any, list[int]]:
    """16.5.3: the defender may turn one loss into a hex of retreat; ends with the hexes that retreat further.

    Remnants alone convert every loss anyway. ``defenders`` can be spared; there must be a hex to go to (ruling K46).
    """
    held = {g.state.loc[u] for u in defenders if not g.setting.remnant[u]}
    if not held:
        return []
    one_hex = g.has_option("conversion_reach", "one-hex")                       # ruling K45
    groups = [[cell] for cell in sorted(held)] if one_hex else [list(cells)]
    able = [group for group in groups if can_retreat(g, group, units, numbers[group[0]] + 1)]
    if not able:
        return []
    options = [Action("convert", (group[0],)) for group in able]
    action = yield from g.ask(
        g.other, "conversion", "16.5.3", "turn one loss into a retreat?", [*options, Action("hold")],
        about="cell", even_if_one=True,
    )
    if action.verb == "hold":
        return []
    g.note("convert", "16.5.3", cell=action.number())
    return next(group for group in able if group[0] == action.number())


def can_retreat(g: Soissons, cells: Sequence[int], attackers: Sequence[int], number: int) -> bool:
    """Whether every unit of some hexes has somewhere to retreat to."""
    away = tuple([g.state.loc[u] for u in attackers if g.state.loc[u] >= 0])
    return all(ends_of(g, u, number, away) for cell in cells for u in g.counters_at(cell))


def allocate(g: Soissons, owner: int, units: list[int], leader: int, number: int) -> Generator[Any, Any, int]:
    """16.4.11: the leader first, each once before any twice, remnants not at all; ends with what fell on remnants."""
    left = yield from ask_losses(
        g, owner, "16.4.11", units, leader, number, lambda u: not g.setting.remnant[u],
        lambda u: lose_point(g, u, "16.4.11"),
    )
    return left if any(g.state.loc[u] >= 0 for u in units) else 0               # ruling K66


def retreat_all(g: Soissons, attackers: Sequence[int], numbers: dict[int, int]) -> Procedure:
    """16.5: those who must go, by a number, then hexes that want to (ruling K46), in the owner's order (L06)."""
    forced = {cell: number for cell, number in numbers.items() if number and g.fighters_at(cell)}
    yield from retreat_from(g, forced, attackers)
    left = [cell for cell in numbers if cell not in forced]
    while cells := [c for c in left if g.fighters_at(c) and can_retreat(g, [c], attackers, 1)]:
        options = [*[Action("withdraw", (cell,)) for cell in cells], Action("hold")]
        question = f"retreat from {g.cell_names(cells)}, or hold?"
        action = yield from g.ask(g.other, "withdraw", "16.5", question, options, about="cell")
        if action.verb == "hold":
            return
        left.remove(action.number())
        yield from retreat_from(g, {action.number(): 1}, attackers)


def retreat_from(g: Soissons, numbers: dict[int, int], attackers: Sequence[int]) -> Procedure:
    """16.5, 16.5.1: every unit of some hexes, headquarters too, each by its own way; who cannot is eliminated."""
    away = tuple(sorted({g.state.loc[u] for u in attackers if g.state.loc[u] >= 0}))

    def ends(unit: int) -> int:
        return ends_of(g, unit, numbers[g.state.loc[unit]], away)

    while units := [u for cell in numbers for u in g.counters_at(cell)]:
        able = [u for u in units if ends(u)]
        if not able:
            eliminate(g, units[0], "16.5.1")
            continue
        question = f"where do the units of {g.cell_names(list(numbers))} retreat to?"
        action = yield from ways_back(g, g.other, "retreat", "16.5", question, able, ends)
        unit = action.number()
        if action.verb == "breakdown":
            break_down(g, action)
        else:
            number = path_length(g, numbers[g.state.loc[unit]], away)
            yield from go_back(g, unit, action.number(1), number, "retreat", "16.5")
