"""Stacking (chapter 7) and fog of war (7.3)."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from itertools import combinations, product

from grognard.engine import ALLOW, Concealed, Covered, Ruling, refuse
from grognard.engine.facts import derived
from grognard.games.hannut_1940.position import Hannut, on_markers, recon_sees
from grognard.games.hannut_1940.setting import GERMAN, HannutSetting
from grognard.games.hannut_1940.state import Mark
from grognard.rules.masks import cells_of, mask
from grognard.rules.stacking import Stacking

MARKS = {Mark.EXP: "EX", Mark.PA: "PA", Mark.TA: "TA", Mark.CR: "CR", Mark.BUILDS: "ip"}
"""7.3: markers are no units, so fog does not hide them; what lies under them it does."""


# -- 7.1 --


def rides_free(setting: HannutSetting, units: Iterable[int]) -> int:
    """7.1: a German AFV company with an infantry or Recon battalion; -1 for none."""
    carried = [u for u in units if setting.side[u] == GERMAN and setting.afv[u] and setting.units[u].co]
    carriers = [u for u in units if setting.bn[u] and (setting.recon[u] or setting.units[u].kind == "infantry")]
    return carried[0] if carried and carriers else -1


def within_limits(setting: HannutSetting, units: frozenset[int]) -> bool:
    """7.1: three units, two battalions; companies of one battalion may count as one of them. Found once."""
    found = setting.stacks.get(units)
    if found is None:
        found = setting.stacks[units] = count_stack(setting, units)
    return found


def count_stack(setting: HannutSetting, units: frozenset[int]) -> bool:
    free = rides_free(setting, sorted(units))
    counted = [u for u in units if u != free]
    battalions = sum([setting.bn[u] for u in counted])
    groups: dict[str, int] = {}
    for unit in counted:
        if not setting.bn[unit]:
            key = setting.units[unit].battalion or setting.unit_ids[unit]
            groups[key] = groups.get(key, 0) + 1
    most_units, most_bns = setting.limits["stack-units"], setting.limits["stack-bns"]
    for together in product((False, True), repeat=len(groups)):
        numbers = list(zip(groups.values(), together, strict=True))
        bns = battalions + sum([as_one and size > 1 for size, as_one in numbers])
        total = battalions + sum([1 if as_one else size for size, as_one in numbers])
        if total <= most_units and bns <= most_bns:
            return True
    return False


def may_share(g: Hannut, units: tuple[int, ...]) -> Ruling:
    if len(units) <= 1 or within_limits(g.setting, frozenset(units)):
        return ALLOW
    return refuse("7.1", "a hex holds three units, two of them battalions")


STACKING: Stacking[Hannut] = Stacking(may_share)
fits, may_stack = STACKING.fits, STACKING.may_stack


def is_overstacked(g: Hannut, cell: int) -> bool:
    """7.2."""
    return not may_share(g, g.stack[cell])


def legal_parts(g: Hannut, units: tuple[int, ...]) -> list[tuple[int, ...]]:
    """7.2: the largest groups of an overstack that may take part in an assault."""
    for size in range(len(units), 0, -1):
        found = [part for part in combinations(units, size) if may_share(g, part)]
        if found:
            return found
    return []


# -- 7.3 --


@cache
def cover(cell: int, side: str, mark: Mark) -> Covered:
    return Covered(cell, side, side, MARKS.get(mark, ""))


@derived
def hidden_units(g: Hannut, side: int) -> frozenset[int]:
    """7.3: the enemy's units that a side may not identify."""
    state, afv, found = g.state, g.setting.afv, list[int]()
    close, covered = recon_sees(g, side), {cell for cell, level in state.ip.items() if level == 2}
    for cell in cells_of(g.occupied(1 - side) & ~(close & ~mask(covered))):
        stack = g.stack[cell]
        if len(stack) == 1 and cell not in covered:
            continue
        top = -1 if cell in covered and not close >> cell & 1 else next((u for u in stack if afv[u]), stack[0])
        found += [u for u in stack if u != top and not state.revealed[u]]
    return frozenset(found)


@on_markers
@derived
def concealed_from(g: Hannut, side: int) -> Concealed:
    """7.3: the height of the enemy's stacks and their markers show."""
    units, enemy = hidden_units(g, side), g.setting.sides[1 - side]
    hidden = sorted(units, key=lambda u: (g.state.loc[u], u))
    return Concealed(units, tuple([cover(g.state.loc[u], enemy, g.state.mark[u]) for u in hidden]))


def top_rank(g: Hannut, cell: int) -> tuple[bool, int] | None:
    """What is seen on top of a hex: only units of a lower rank lie hidden under it; None where nothing is seen."""
    return min([g.setting.rank[u] for u in g.stack[cell]], default=None)
