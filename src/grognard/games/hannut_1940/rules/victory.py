"""The French continuous line (19.9), sudden death and victory (19.10)."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from grognard.engine import Outcome
from grognard.engine.facts import derived
from grognard.games.hannut_1940.position import Hannut
from grognard.games.hannut_1940.rules.supply import can_trace
from grognard.games.hannut_1940.setting import ELIMINATED, FRENCH, GERMAN
from grognard.games.hannut_1940.state import Supply
from grognard.rules.masks import mask
from grognard.rules.victory import VictoryLevel, level_of
from grognard.rules.ways import links_up

Points = tuple[str, int, str, str]
"""Whose, how many, by which case, for what."""


# -- 19.9 --


@derived
def line_cells(g: Hannut) -> int:
    """19.9: the hexes of French units that are not out of supply; HQs by an option (ruling C46)."""
    hqs = g.has_option("hq_line", "yes")
    return mask([
        g.state.loc[u] for u in g.on_map(FRENCH)
        if g.state.supply[u] != Supply.OUT and (hqs or not g.setting.is_hq[u])
    ])


def has_line(g: Hannut) -> bool:
    """19.9: from the north edge to the south edge, no gap longer than three hexes."""
    gap, (north, south) = g.setting.limits["line-gap"], g.setting.edges
    return links_up(line_cells(g), north, south, lambda cell: g.setting.within(cell, gap))


def check_line(g: Hannut) -> None:
    if not has_line(g):
        g.state.line_points += 1
        g.note("no-line", "19.9", points=g.state.line_points)


# -- 19.10 --


def german_sudden_death(g: Hannut) -> bool:
    """A German unit in 3312 to 3314 that can trace general supply."""
    return any(g.setting.goal >> g.state.loc[u] & 1 and can_trace(g, u) for u in g.on_map(GERMAN))


def french_sudden_death(g: Hannut) -> bool:
    """From game turn 11 on: the road never crossed (ruling C44), and 12 steps of German AFVs in the box."""
    if g.state.turn < g.setting.plan.sudden_death.first_french_turn:
        return False
    ever = bool(g.state.crossed)
    now = any(g.setting.beyond_road >> g.state.loc[u] & 1 for u in g.on_map(GERMAN))
    crossed = ever if g.has_option("dead_road", "ever") else now
    return not crossed and boxed_afv_steps(g) >= g.setting.limits["dead-afv-steps"]


def boxed_afv_steps(g: Hannut) -> int:
    units = [u for u in g.setting.units_of[GERMAN] if g.setting.afv[u] and g.state.loc[u] == ELIMINATED]
    return sum([g.setting.units[u].steps for u in units])


def holder(g: Hannut, cell: int) -> int:
    """The side with a unit in a hex that is not out of supply; -1 for none."""
    units = g.stack[cell]
    return g.setting.side[units[0]] if any(g.state.supply[u] != Supply.OUT for u in units) else -1


def score(g: Hannut) -> list[Points]:
    """19.10: whole groups of steps (ruling C47), those missing and not replaced (ruling C48)."""
    setting, found = g.setting, []
    for side, enemy in ((GERMAN, FRENCH), (FRENCH, GERMAN)):
        name = g.side_name(side)
        for afv, what in ((True, "afv"), (False, "other")):
            lost = sum([g.lost_steps(u) for u in setting.units_of[enemy] if setting.afv[u] == afv])
            per, points = setting.tables.points[f"{name}-{what}"]
            text = f"{lost} {'AFV' if afv else 'other'} steps of the {setting.game.sides[g.side_name(enemy)]} side"
            found.append((name, lost // per * points, "19.10", text))
        hexes = [cell for cell in setting.values if holder(g, cell) == side]
        found.append((name, sum([setting.values[c] for c in hexes]), "19.10", f"victory hexes {g.cell_names(hexes)}"))
    per, points = setting.tables.points["german-line"]
    found.append(("german", g.state.line_points // per * points, "19.9", "game turns without a French line"))
    return [row for row in found if row[1]]


def margin(g: Hannut) -> int:
    return sum([points if side == "german" else -points for side, points, _, _ in score(g)])


def levels(g: Hannut) -> Sequence[VictoryLevel]:
    """19.10; whose a margin of four is says the option (ruling C02)."""
    found = g.setting.tables.victory_levels
    if not g.has_option("margin_four", "german"):
        return found
    lower = {4: 3, 5: 4}
    return [
        replace(level, low=lower.get(level.low, level.low), high=lower.get(level.high, level.high)) for level in found
    ]


def level_now(g: Hannut) -> VictoryLevel:
    return level_of(levels(g), margin(g))


def end_of_turn(g: Hannut) -> None:
    """4.3.4, 19.9, 19.10."""
    check_line(g)
    if german_sudden_death(g):
        conclude(g, "german", "German decisive victory (sudden death)")
    elif french_sudden_death(g):
        conclude(g, "french", "French victory (sudden death)")
    elif g.state.turn >= g.setting.plan.last_turn:
        level = level_now(g)
        conclude(g, level.side, level.level)


def conclude(g: Hannut, winner: str | None, level: str) -> None:
    g.outcome = Outcome(winner=winner, level=level, points=tuple(score(g)), case="19.10")
    g.note("victory", "19.10", level=level, points=margin(g))
