"""Hit points and what becomes of them (12.2.8), step losses that cost none."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from functools import partial
from typing import Any

from grognard.engine import Action, Procedure, Ruling, refuse
from grognard.games.friedensturm_1918.position import Friedensturm
from grognard.games.friedensturm_1918.rules.stacking import lose_step
from grognard.games.friedensturm_1918.setting import GERMAN
from grognard.rules.hit_points import without_waste

NOBODY = -1


def price(g: Friedensturm, unit: int) -> int:
    """12.2.8: the hit points of a step."""
    setting, hits = g.setting, g.setting.tables.hits
    if setting.tank[unit]:
        return setting.limits["german-tank-hits"] if setting.side[unit] == GERMAN else setting.units[unit].protection
    if setting.is_stoss[unit]:
        return hits["stoss"]
    kind = "division" if setting.division[unit] else "regiment"
    return hits[f"american-{kind}"] if setting.units[unit].nation == "american" else hits[kind]


def convert(
    g: Friedensturm, side: int, units: Sequence[int], hits: int, case: str, *,
    lead: int = NOBODY, tank: int = NOBODY, stoss: Sequence[int] = (),
) -> Procedure:
    """12.2.8: tank, lead unit, steps as the owner likes, disorganisation; what is left has no effect.

    ``tank`` is one that attacks and pays first; any other pays last. ``stoss`` are Stosstruppen of which one may be
    given up; never for bombardment (15.3).
    """
    spare = list(stoss)
    if tank != NOBODY and g.state.loc[tank] >= 0 and hits >= price(g, tank):    # 15.4.1
        hits -= price(g, tank)
        yield from lose_step(g, tank, "15.4.1")
    led = g.state.loc[lead] < 0 if lead != NOBODY else True
    while True:
        ready = [u for u in spare if price(g, u) <= hits and g.carrier_of(u) in units]
        first = not led and price(g, lead) <= hits                              # 12.2.3: even at a waste
        able = [lead, *ready] if first else can_take(g, units, hits, ready)
        if not able:
            break
        question = f"which unit takes a step loss ({hits} hit point{'s' * (hits > 1)} to go)?"
        why_not = partial(refusal_of_loss, g, lead if first else NOBODY)
        unit = yield from g.choose(side, "hits", "12.2.8", question, "lose", able, why_not=why_not)
        hits -= price(g, unit)
        led = True
        yield from lose_step(g, unit, case)
        if unit in spare:
            spare = []                                                          # one in a combat
    yield from disorganise_some(g, side, units, hits, lead)


def refusal_of_loss(g: Friedensturm, leader: int, action: Action) -> Ruling:
    unit, name = action.number(), g.name(action.number())
    if g.setting.is_stoss[unit]:
        return refuse("15.3", f"{name} is not given up here: one in a combat, of those in it, none for bombardment")
    if g.setting.tank[unit]:
        return refuse("15.4.1", f"{name} is lost first in attack if the points suffice, and last otherwise")
    if leader != NOBODY:
        return refuse("12.2.3", f"{g.name(leader)} leads and takes the first step")
    return refuse("12.2.8", f"{name} takes no part, or its step costs more than is left")


def can_take(g: Friedensturm, units: Sequence[int], hits: int, stoss: Sequence[int]) -> list[int]:
    """Who can take a step for the points left. A tank is the last to do so (15.4.1).

    Where players agreed that as many points as possible become steps, no choice may waste points (ruling Q43).
    """
    firm = [*g.tanks_last(units), *stoss[:1]]
    if g.has_option("hit_conversion", "most"):
        able = [firm[n] for n in without_waste([(price(g, u), g.state.steps[u]) for u in firm], hits)]
    else:
        able = [u for u in firm if price(g, u) <= hits]
    return [*able, *stoss[1:]] if stoss and stoss[0] in able else able


def disorganise_some(g: Friedensturm, side: int, units: Sequence[int], hits: int, lead: int) -> Procedure:
    """12.2.8: a hit point a unit, the lead unit first."""
    cost = g.setting.tables.hits["disorganise"]
    left = [u for u in g.living(units) if g.setting.infantry[u]]
    while hits >= cost and left:
        if lead in left:
            unit = lead
        elif len(left) * cost <= hits:
            unit = left[0]
        else:
            question = f"which unit is disorganised ({hits} hit point{'s' * (hits > 1)} to go)?"
            unit = yield from g.choose(side, "hits", "12.2.8", question, "disorganise", left)
        left.remove(unit)
        hits -= cost
        g.disorganise(unit, "12.2.8")


def lose_one(
    g: Friedensturm, side: int, units: Sequence[int], case: str, stoss: Sequence[int] = (),
) -> Generator[Any, Any, int]:
    """One step whatever its price, by the owner's choice: a tank that is attacked last, or Stosstruppen (Q45)."""
    firm = g.living(units) if side == g.phasing else g.tanks_last(units)        # 12.2.8, 15.4.1
    if not firm:
        return NOBODY
    unit: int = yield from g.choose(side, "hits", case, "which unit takes a step loss?", "lose", [*firm, *stoss])
    yield from lose_step(g, unit, case)
    return unit


def pay_for_cancelled(g: Friedensturm, side: int, units: Sequence[int], case: str) -> Procedure:
    """12.2.3, 12.2.4: three steps from the units with the highest morale, one by one (ruling Q60)."""
    g.note("cancelled", case, cell=g.state.target)
    for _ in range(g.setting.limits["cancelled-steps"]):
        firm = g.tanks_last(units)
        if not firm:
            return
        best = max([g.morale(u) for u in firm])
        among = [u for u in firm if g.morale(u) == best]
        question = "the attack is cancelled: which unit takes a step loss?"
        unit = yield from g.choose(side, "hits", case, question, "lose", among)
        yield from lose_step(g, unit, case)
