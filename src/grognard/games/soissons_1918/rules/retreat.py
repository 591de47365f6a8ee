"""Retreat after combat (16.5)."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from typing import Any

from grognard.engine import Action, Procedure
from grognard.games.soissons_1918.position import Soissons
from grognard.games.soissons_1918.rules.fallback import ends_of, go_back, path_length, ways_back
from grognard.games.soissons_1918.rules.losses import Aftermath, can_retreat
from grognard.games.soissons_1918.rules.units import break_down, eliminate


def retreat_all(g: Soissons, cells: Sequence[int], attackers: Sequence[int], after: Aftermath) -> Procedure:
    """16.5: hex by hex, because a number says so or because the defender wants to."""
    for cell in cells:
        number = after.numbers[cell]
        if not g.fighters_at(cell):
            continue
        if not number:
            stays = yield from choose_to_stay(g, cell, attackers)
            if stays:
                continue
        yield from retreat_hex(g, cell, max(1, number), attackers, after)


def choose_to_stay(g: Soissons, cell: int, attackers: Sequence[int]) -> Generator[Any, Any, bool]:
    """16.5: defenders may retreat after any combat, all of a hex or none (ruling K46)."""
    if not can_retreat(g, [cell], attackers, 1):
        return True
    options = [Action("withdraw", (cell,)), Action("hold")]
    question = f"retreat from {g.cell_name(cell)}, or hold it?"
    action = yield from g.ask(g.other_side(), "withdraw", "16.5", question, options, about="cell")
    return action.verb == "hold"


def retreat_hex(g: Soissons, cell: int, number: int, attackers: Sequence[int], after: Aftermath) -> Procedure:
    """16.5, 16.5.1: every unit of the hex, headquarters too, each by its own way; who cannot is eliminated."""
    away = tuple(sorted({g.state.loc[u] for u in attackers if g.state.loc[u] >= 0}))
    while units := g.counters_at(cell):
        able = [u for u in units if ends_of(g, u, number, away)]
        if not able:
            eliminate(g, units[0], "16.5.1")
            continue
        question = f"where do the units of {g.cell_name(cell)} retreat to?"
        action = yield from ways_back(
            g, g.other_side(), "retreat", "16.5", question, able, lambda u: ends_of(g, u, number, away)
        )
        unit = action.number()
        if action.verb == "breakdown":
            after.replace(unit, break_down(g, action))
        else:
            yield from go_back(g, unit, action.number(1), path_length(g, number, away), "retreat", "16.5")
