"""Combat (16.0-16.4): who attacks whom, and how a combat is resolved."""

from __future__ import annotations

from collections.abc import Sequence

from grognard.engine import ALLOW, Action, Procedure, Ruling, refuse
from grognard.games.soissons_1918.position import Soissons
from grognard.games.soissons_1918.rules.aftermath import retreat_all, take_losses
from grognard.games.soissons_1918.rules.artillery import bombard
from grognard.games.soissons_1918.rules.fallback import fall_back_at_once
from grognard.games.soissons_1918.rules.odds import possible_leads, work_out
from grognard.games.soissons_1918.rules.units import add_levels, disrupt
from grognard.games.soissons_1918.state import Order
from grognard.rules.attacks import AttackOrders
from grognard.rules.results import CombatResult, faces


def is_assault(g: Soissons) -> bool:
    return g.state.phase == "assault"


def may_take_part(g: Soissons, unit: int) -> Ruling:
    """16.3: with the right marker, once a segment, fit and under somebody's command."""
    state, name = g.state, g.name(unit)
    if not g.is_phasing(unit) or state.loc[unit] < 0 or not g.setting.infantry[unit]:
        return refuse("16.3", f"{name} is not one of your combat units on the map")
    if state.fought[unit]:
        return refuse("16.0", f"{name} has already attacked in this segment")
    if state.order[unit] != (Order.PREPARE if is_assault(g) else Order.LOW):
        marker = "Prepare" if is_assault(g) else "Low Intensity"
        return refuse("16.3", f"{name} has no {marker} marker")
    if state.retreated[unit] or g.is_shocked(unit) or g.is_spent(unit) or g.setting.remnant[unit]:
        return refuse("16.3", f"{name} is Shocked, Spent, a remnant or has a Retreat marker")
    if not possible_leads(g, [unit]):
        return refuse("16.4.5", f"{name} is {g.level_name(unit)} and out of command")
    return ALLOW


def may_be_attacked(g: Soissons, cell: int) -> Ruling:
    """16.0, 7.0: an enemy combat unit that was not attacked in this segment."""
    here = g.cell_name(cell)
    if not g.fighting[g.other] >> cell & 1:
        return refuse("16.0", f"there is no enemy combat unit in {here}")
    if any(g.state.struck[u] for u in g.fighters_at(cell)):
        return refuse("16.0", f"{here} was already attacked in this segment")
    return ALLOW


class CombatOrders(AttackOrders[Soissons]):
    """16.0, with the duties of 16.1 and 9.1.3 (ruling K47) and of the first assault (4.1, ruling K48)."""

    shape_case = "16.0"
    promise_case = "16.1"
    aim_case = "step B.9c"
    bound_case = "4.1"

    def __init__(self, g: Soissons) -> None:
        question = "declare an assault" if is_assault(g) else "declare a Low Intensity attack"
        super().__init__(g, g.phasing, "combat", "16.0", question)

    def enemies(self) -> int:
        return self.g.fighting[1 - self.number]

    def armed(self) -> Sequence[int]:
        return [u for u in self.g.on_map(self.number) if self.g.state.order[u]]

    def attackers(self) -> Sequence[int]:
        return [u for u in self.g.on_map(self.number) if self.g.state.fought[u]]

    def may_join(self, unit: int) -> Ruling:
        return may_take_part(self.g, unit)

    def may_target(self, cell: int) -> Ruling:
        return may_be_attacked(self.g, cell)

    def may_fight_together(self, units: Sequence[int]) -> Ruling:
        if possible_leads(self.g, units):
            return ALLOW
        return refuse("16.4.5", f"{self.g.names(units)} cannot attack together: nobody can lead them all")

    def aim(self, unit: int) -> int:
        return -1 if is_assault(self.g) else self.g.state.aim[unit]

    def must_attack(self) -> Sequence[int]:
        return self.ready if is_assault(self.g) and self.g.is_surprise else ()


def combat_segment(g: Soissons) -> Procedure:
    """Steps B.4c and B.9c: one combat after the other, in any order."""
    while any(g.state.order[u] for u in g.on_map(g.phasing)):
        orders = CombatOrders(g)
        if not orders.units() and orders.may_end():
            return
        action: Action = yield orders
        if action.verb == "end":
            return
        yield from combat(g, action.numbers(0), action.numbers(1))


def combat(g: Soissons, cells: Sequence[int], units: Sequence[int]) -> Procedure:
    """16.4, step by step."""
    assault, owner = is_assault(g), g.other
    g.note("declare", "16.0", units=list(units), cells=list(cells))
    for unit in units:
        g.state.fought[unit] = 1
        g.state.assaulted[unit] |= int(assault)
    for cell in cells:                                                          # 16.4.1
        if cell in g.state.fire:
            yield from bombard(g, cell, assault)
    defenders = [u for cell in cells for u in g.fighters_at(cell)]
    if not defenders:                                                           # the guns have destroyed them
        yield from fall_back_at_once(g)
        return
    lead = yield from g.choose(
        g.phasing, "lead-attacker", "16.4.2", "which unit leads the attack?", "lead", possible_leads(g, units)
    )
    firm = [u for u in defenders if not g.setting.remnant[u]]
    chief = yield from g.choose(
        owner, "lead-defender", "16.4.4", "which unit leads the defence?", "lead", firm or defenders
    )
    for unit in defenders:
        g.state.struck[unit] = 1
    odds = work_out(g, units, defenders, lead, chief, assault)
    g.note(
        "odds", "16.4.6", "16.4.7", units=list(units), cells=list(cells), lead=lead, chief=chief, odds=odds.as_json()
    )
    die, result = roll(g, assault, odds.column, odds.drm or 0)
    g.note(
        "combat", "16.4.8", result=True, cells=list(cells), odds=odds.odds or "", die=die, drm=odds.drm or 0,
        outcome=str(result), aggravated=is_aggravated(g, die, assault),
    )
    disrupt_all(g, units, defenders, lead, result, is_aggravated(g, die, assault))
    numbers = yield from take_losses(g, cells, units, defenders, lead, chief, result, odds)
    yield from retreat_all(g, units, numbers)
    if assault and g.is_surprise:                                               # 4.1, ruling K49
        levels = int(g.setting.tables.surprise["german-disruption"])
        for unit in [u for u in g.on_map(owner) if g.state.struck[u] == 1]:
            g.state.struck[unit] = 2
            add_levels(g, unit, levels, "4.1")
    yield from fall_back_at_once(g)                                             # ruling K50


def roll(g: Soissons, assault: bool, column: int, drm: int) -> tuple[int, CombatResult]:
    """16.4.8: one die with all modifiers; the table's ends hold beyond it."""
    results = faces(g.setting.tables.assault if assault else g.setting.tables.low_intensity, column, drm)
    natural = g.setting.limits["aggravated-die"]
    die = g.throw("16.4.8", "combat", same=[(result, face == natural) for face, result in enumerate(results, 1)])
    return die, results[die - 1]


def is_aggravated(g: Soissons, die: int, assault: bool) -> bool:
    """16.4.10: a natural 1; the Entente is immune to it on the first turn (4.1)."""
    return die == g.setting.limits["aggravated-die"] and not g.is_surprise


def disrupt_all(
    g: Soissons, units: Sequence[int], defenders: Sequence[int], lead: int, result: CombatResult, aggravated: bool
) -> None:
    """16.4.9, 16.4.10; in the surprise assault the attackers' disruption is ignored (4.1)."""
    for unit in () if g.is_surprise and is_assault(g) else units:
        code, worse = result.attacker.code, unit == lead and aggravated
        disrupt(g, unit, g.setting.tables.aggravated[code] if worse else code, "16.4.10" if worse else "16.4.9")
    for unit in defenders:
        disrupt(g, unit, result.defender.code, "16.4.9")


def begin_attacks(g: Soissons) -> None:
    """Who could attack the hex that it points at, so that its marker says so afterwards (ruling K02)."""
    g.state.clear("fought", "struck", "able")
    for unit in g.on_map(g.phasing):
        if g.state.order[unit] == Order.LOW and may_take_part(g, unit):
            g.state.able[unit] = int(bool(may_be_attacked(g, g.state.aim[unit])))


def end_assaults(g: Soissons) -> None:
    """Step B.4d: Prepare markers of units that did not assault go."""
    for unit in g.on_map(g.phasing):
        if g.state.order[unit] == Order.PREPARE and not g.state.fought[unit]:
            g.strip_order(unit)


def end_attacks(g: Soissons) -> None:
    """Step B.9d, ruling K02: the marker stays where the hex is free, unless the unit could have attacked it."""
    only_attackers = g.has_option("follow_up", "attackers-only")
    for unit in g.on_map(g.phasing):
        if g.state.order[unit] == Order.LOW:
            missed = not g.state.fought[unit] and (only_attackers or g.state.able[unit])
            if missed or g.closed[g.phasing][g.state.aim[unit]]:
                g.strip_order(unit)
