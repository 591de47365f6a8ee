"""Victory points and the end of the game (chapter 16 and the scenarios), reinforcements that depend on them."""

from __future__ import annotations

from grognard.engine import Outcome
from grognard.games.friedensturm_1918.plan import Decisive, Objective
from grognard.games.friedensturm_1918.position import Friedensturm
from grognard.games.friedensturm_1918.rules.supply import fed, is_fed
from grognard.games.friedensturm_1918.setting import OFF_MAP
from grognard.rules.victory import VictoryLevel, level_of

Row = tuple[str, int, str, str]
"""Whose points, how many, by which case and for what."""


def holds(g: Friedensturm, side: int, cells: list[str]) -> bool:
    """Whether a side controls one of some hexes (ruling Q35)."""
    return any(g.state.held.get(cell) == side for cell in g.setting.known(cells))


def count(g: Friedensturm) -> list[Row]:
    """16.0: a victory hex counts for whoever can earn it and controls it; of several one is enough (ruling Q36)."""
    sides = g.setting.sides
    earned: list[Objective] = [o for o in g.setting.plan.objective if holds(g, sides.index(o.side), o.cells)]
    return [(o.side, o.points, o.case, o.name) for o in earned]


def points(g: Friedensturm) -> int:
    return sum([row[1] for row in count(g)])


def is_decided(g: Friedensturm, rule: Decisive) -> bool:
    """What decides a scenario whatever the points are."""
    side = g.setting.sides.index(rule.winner)
    if rule.rule == "encircles-divisions":                                      # Scenario 3
        return encircled_divisions(g, 1 - side) >= rule.number
    if holds(g, side, rule.cells):                                              # Scenario 1, Scenario 3
        return True
    return rule.rule == "controls-or-encircles" and is_cut_off(g, 1 - side, rule.cells)


def is_cut_off(g: Friedensturm, side: int, cells: list[str]) -> bool:
    """Scenario 3, ruling Q27: from no hex of the place a path leads to a source of its side.

    The path begins with the next hex: an enemy zone in the town itself does not encircle it, garrison or not.
    """
    reached = fed(g, side)
    return not any(reached & (1 << cell | g.setting.around[cell]) for cell in g.setting.known(cells))


def encircled_divisions(g: Friedensturm, side: int) -> int:
    """Scenario 3, ruling Q27: without a path to a source; regiments count by their division, or by thirds."""
    units = [u for u in g.on_map(side) if g.setting.infantry[u] and not is_fed(g, u)]
    whole = sum([g.setting.division[u] for u in units])
    regiments = [u for u in units if g.setting.regiment[u]]
    if g.has_option("encircled_divisions", "thirds"):
        return whole + len(regiments) // 3
    return whole + len({g.setting.units[u].division for u in regiments})


def level_now(g: Friedensturm) -> tuple[str | None, str, str]:
    """Winner, level and case as the map stands; if both sides would win outright, points decide (ruling Q27)."""
    decided = [rule for rule in g.setting.plan.decisive if is_decided(g, rule)]
    if len({rule.winner for rule in decided}) == 1:
        return decided[0].winner, decided[0].level, decided[0].case
    level: VictoryLevel = level_of(g.setting.plan.level, points(g))
    return level.side, level.level, g.setting.plan.case


def conclude(g: Friedensturm) -> None:
    """16.0: after the last turn."""
    winner, level, case = level_now(g)
    g.note("victory", "16.0", case, level=level, points=points(g))
    g.outcome = Outcome(winner=winner, level=level, case=case, points=tuple(count(g)))


def roll_for_reserves(g: Friedensturm) -> None:
    """Scenario 4: at the start of each German operational sequence a die and the Allied points (ruling Q34)."""
    for order in g.setting.plan.reinforcement:
        units = [g.setting.unit_named(uid) for uid in order.units]
        waiting = [u for u in units if g.state.loc[u] == OFF_MAP and g.name(u) not in g.state.came]
        side = g.setting.sides.index(order.side)
        due = any((w.turn, w.sequence) <= (g.state.turn, g.state.sequence) for w in order.windows)
        if not order.roll or not waiting or side != g.phasing or not due:
            continue
        score = points(g)
        die = g.throw(order.case, "reserves", same=[die + score >= order.roll for die in range(1, 7)])
        come = die + score >= order.roll
        g.note("reserves", order.case, result=True, units=waiting, die=die, points=score, come=come)
        if come:
            g.state.came = [*g.state.came, *[g.name(u) for u in waiting]]

