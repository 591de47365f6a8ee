"""What an attack promises: the mean over the die of its table (16.4); for bots, no rule depends on it."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from grognard.games.soissons_1918.evaluation.values import Values
from grognard.games.soissons_1918.position import Soissons
from grognard.games.soissons_1918.rules.aftermath import loss_rows
from grognard.games.soissons_1918.rules.odds import possible_leads, work_out
from grognard.games.soissons_1918.setting import GERMAN
from grognard.rules.arithmetic import Fight, total
from grognard.rules.results import CombatResult, X, faces

YIELDS = 0.4
"""How often a defender who loses points leaves his hex."""


class Prospect(msgspec.Struct, frozen=True):
    """The means of an attack; ``worth`` is the attacker's gain in points."""

    worth: float
    own: float
    loss: float
    vacated: float
    lead: int


NOTHING = Prospect(-9.0, 0.0, 0.0, 0.0, -1)


def defenders_of(g: Soissons, cells: Sequence[int]) -> list[int]:
    return [u for cell in cells for u in g.fighters_at(cell)]


def odds_for(
    g: Soissons, units: Sequence[int], defenders: Sequence[int], assault: bool
) -> tuple[Fight, int, int] | None:
    """The odds with the best lead on either side, and who they are."""
    leads = possible_leads(g, units)
    if not leads:
        return None
    lead = max(leads, key=lambda u: (g.setting.units[u].stars, g.state.steps[u]))
    firm = [u for u in defenders if not g.setting.remnant[u]] or list(defenders)
    kinds = {(g.state.loc[u], g.setting.units[u].stars, g.state.disruption[u]): u for u in firm}
    found = [(work_out(g, units, defenders, lead, chief, assault), lead, chief) for chief in kinds.values()]
    return min(found, key=lambda f: f[0].drm or 0)


def prospect(
    g: Soissons, values: Values, units: Sequence[int], cells: Sequence[int], assault: bool, push: float,
    help: int = 0,
) -> Prospect:
    """An attack of some units on some hexes; ``push`` is what emptying them is worth, ``help`` a modifier more."""
    defenders = defenders_of(g, cells)
    odds = odds_for(g, units, defenders, assault) if defenders else None
    if odds is None:
        return NOTHING
    fight, lead, chief = odds
    tables = g.setting.tables
    results = faces(tables.assault if assault else tables.low_intensity, fight.column, (fight.drm or 0) + help)
    ours, theirs = loss_rows(g, units, defenders, fight)
    surprise = assault and g.is_surprise
    price, gain = values.point(g, lead), values.point(g, chief)
    remnants = all(g.setting.remnant[u] for u in defenders)
    means = [0.0, 0.0, 0.0, 0.0]
    for face, result in enumerate(results, 1):
        code = result.attacker.code if face > 1 else tables.aggravated[result.attacker.code]
        shaken = 0.0 if surprise else sum([values.shaken(g, u, result.attacker.code) for u in units])
        if face == 1 and not surprise:
            shaken += values.shaken(g, lead, code) - values.shaken(g, lead, result.attacker.code)
        scattered = sum([values.shaken(g, u, result.defender.code) for u in defenders])
        best = NOTHING
        for x in (1, 2) if X in (result.attacker.losses, result.defender.losses) else (1,):
            own, loss = max(0, result.attacker.value(x) + total(ours)), max(0, result.defender.value(x) + total(theirs))
            gone = chance_to_vacate(result, loss, remnants, surprise)
            worth = gain * loss + scattered + gone * push - price * own - shaken
            if worth > best.worth:
                best = Prospect(worth, own, loss, gone, lead)
        for place, value in enumerate((best.worth, best.own, best.loss, best.vacated)):
            means[place] += value / len(results)
    return Prospect(means[0], means[1], means[2], means[3], lead)


def chance_to_vacate(result: CombatResult, loss: int, remnants: bool, surprise: bool) -> float:
    if (remnants and loss) or (surprise and result.retreat):
        return 1.0
    return YIELDS if loss else 0.05


def push_worth(g: Soissons, values: Values, cells: Sequence[int]) -> float:
    """What it is worth to the attacker that some hexes are left by their defenders."""
    now = g.ground()
    side = 1 - g.phasing
    gone = sum([1 << c for c in cells])
    then = now.with_side(side, now.fighting[side] & ~gone, now.held[side] & ~gone)
    gain = values.standing(g, then) - values.standing(g, now)
    return min(2.5, max(0.05, gain if side == GERMAN else -gain))
