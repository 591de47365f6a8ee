"""Combat (16.0-16.4): who attacks whom, and how a combat is resolved."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations

from grognard.engine import ALLOW, Action, Procedure, Ruling, Subject, refuse
from grognard.games.soissons_1918.position import Soissons
from grognard.games.soissons_1918.rules.artillery import bombard
from grognard.games.soissons_1918.rules.fallback import fall_back_at_once
from grognard.games.soissons_1918.rules.losses import take_losses
from grognard.games.soissons_1918.rules.odds import possible_leads, work_out
from grognard.games.soissons_1918.rules.retreat import retreat_all
from grognard.games.soissons_1918.rules.units import add_levels, disrupt
from grognard.games.soissons_1918.state import Order
from grognard.games.soissons_1918.tables import CombatResult
from grognard.rules.masks import cells_of, mask
from grognard.rules.orders import UnitOrders


def is_assault(g: Soissons) -> bool:
    return g.state.phase == "assault"


# -- who may attack (16.3) --


def may_take_part(g: Soissons, unit: int) -> Ruling:
    """16.3: with the right marker, once a segment, fit and under somebody's command."""
    state, name = g.state, g.name(unit)
    if not g.is_phasing(unit) or state.loc[unit] < 0 or not g.setting.infantry[unit]:
        return refuse("16.3", f"{name} is no combat unit of yours on the map")
    wanted = Order.PREPARE if is_assault(g) else Order.LOW
    if state.fought[unit]:
        return refuse("16.0", f"{name} has attacked in this segment")
    if state.order[unit] != wanted:
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
    if not g.fighting[g.other_side()] >> cell & 1:
        return refuse("16.0", f"there is no enemy combat unit in {here}")
    if any(g.state.struck[u] for u in g.fighters_at(cell)):
        return refuse("16.0", f"{here} has been attacked in this segment")
    return ALLOW


def open_targets(g: Soissons) -> int:
    """The hexes that can still be attacked in this segment."""
    return mask([c for c in cells_of(g.fighting[g.other_side()]) if may_be_attacked(g, c)])


# -- duties (16.1, 9.1.3, 4.1) --


def could_attack(g: Soissons, unit: int, targets: int) -> int:
    """The hexes of some that a unit could attack by itself; a Low Intensity attack includes the hex pointed at."""
    cells = g.setting.around[g.state.loc[unit]] & targets
    if not is_assault(g) and not targets >> g.state.aim[unit] & 1:
        return 0
    return cells


def can_meet(g: Soissons, promised: int, targets: int, units: tuple[int, ...]) -> bool:
    """Ruling K47: whether some units can attack all promised hexes, and whatever they promise by that."""
    promised &= targets
    if not promised:
        return True
    if is_assault(g):
        # Each can attack everybody around it at once, so that it is enough if every hex has somebody.
        for unit in units:
            promised &= ~g.setting.around[g.state.loc[unit]]
        return not promised
    cell = promised & -promised
    for place, unit in enumerate(units):
        around = could_attack(g, unit, targets)
        if around & cell:
            aim = 1 << g.state.aim[unit]
            rest = units[:place] + units[place + 1:]
            for more in subsets(cells_of(around & ~cell & ~aim)):
                hit = cell | aim | mask(more)
                if can_meet(g, (promised | around) & ~hit, targets & ~hit, rest):
                    return True
    return False


def subsets(items: Sequence[int]) -> Iterator[tuple[int, ...]]:
    for number in range(len(items) + 1):
        yield from combinations(items, number)


class Duties:
    """What must still be attacked, and by whom: 16.1 for those who fought, 4.1 for the first assault."""

    def __init__(self, g: Soissons) -> None:
        self.g = g
        self.targets = open_targets(g)
        self.ready = tuple([u for u in g.on_map(g.phasing) if g.state.order[u] and may_take_part(g, u)])
        around, loc = g.setting.around, g.state.loc
        promised = 0
        for unit in g.on_map(g.phasing):
            if g.state.fought[unit]:
                promised |= around[loc[unit]]
        able = 0
        for unit in self.ready:
            able |= could_attack(g, unit, self.targets)
        self.promised = promised & self.targets & able
        """16.1, ruling K47: not those that nobody is left to attack."""
        self.bound = [u for u in self.ready if around[loc[u]] & self.targets] if is_assault(g) and g.is_surprise else []
        """4.1, ruling K48: divisions that must assault."""
        self.for_all = True
        """Whether there is a way for all of them; where command forbids a joint attack there may be none."""

    def are_kept(self, units: Sequence[int], targets: int) -> Ruling:
        """Whether all duties can still be met after an attack by some units on some hexes."""
        g = self.g
        left = self.targets & ~targets
        rest = tuple([u for u in self.ready if u not in units])
        promised = self.promised & ~targets
        for unit in units:
            promised |= g.setting.around[g.state.loc[unit]] & left
        if not can_meet(g, promised, left, rest):
            if self.promised & targets and not can_meet(g, self.promised, self.targets, self.ready):
                return ALLOW
            hexes = g.cell_names(cells_of(promised))
            return refuse("16.1", f"every enemy next to the attackers must be attacked: {hexes} would be left out")
        for unit in self.bound if self.for_all else ():
            if unit not in units and not g.setting.around[g.state.loc[unit]] & left:
                return refuse("4.1", f"{g.name(unit)} must assault, too, and would have no target left")
        return ALLOW

    def may_end(self) -> Ruling:
        g = self.g
        if self.bound:
            return refuse("4.1", f"{g.names(self.bound)} must assault")
        if self.promised:
            return refuse("16.1", f"{g.cell_names(cells_of(self.promised))} must be attacked by somebody")
        return ALLOW


class AttackOrders(UnitOrders[Soissons]):
    """Which hexes are attacked next, and by whom (16.0)."""

    def __init__(self, g: Soissons) -> None:
        question = "declare an assault" if is_assault(g) else "declare a Low Intensity attack"
        super().__init__(g, g.phasing, "combat", "16.0", question)
        self.duties = Duties(g)
        if self.duties.bound and not any(self.is_able(u) for u in self.units()):
            self.duties.for_all = False

    def verbs(self) -> Sequence[str]:
        return ("attack", "end")

    def units(self) -> Sequence[int]:
        targets = self.duties.targets
        return [u for u in self.duties.ready if could_attack(self.g, u, targets)]

    def is_able(self, unit: int) -> bool:
        return any(True for _ in self.declarations(unit))

    def may_end(self) -> Ruling:
        return self.duties.may_end()

    def actions(self, subject: Subject) -> Iterable[Action]:
        if isinstance(subject.ref, str):
            return [Action("end")] if subject in self.buttons() else []
        return list(self.declarations(subject.ref)) if subject.kind == "unit" and subject.ref in self.units() else []

    def declarations(self, unit: int) -> Iterator[Action]:
        """Every attack in which this unit comes first: many hexes against one, or one against many."""
        g, loc = self.g, self.g.state.loc
        around = could_attack(g, unit, self.duties.targets)
        others = [u for u in self.units() if u > unit]
        for cell in cells_of(around):
            beside = [u for u in others if g.setting.around[loc[u]] >> cell & 1]
            for more in subsets([u for u in beside if self.includes_aim([u], 1 << cell)]):
                yield from self.if_legal((cell,), (unit, *more))
        stack = [u for u in others if loc[u] == loc[unit]]
        for number in range(2, around.bit_count() + 1):
            for cells in combinations(cells_of(around), number):
                for more in subsets(stack):
                    yield from self.if_legal(cells, (unit, *more))

    def if_legal(self, cells: tuple[int, ...], units: tuple[int, ...]) -> Iterator[Action]:
        if self.may_attack(cells, units):
            yield Action("attack", (cells, units))

    def includes_aim(self, units: Sequence[int], targets: int) -> bool:
        return is_assault(self.g) or all(targets >> self.g.state.aim[u] & 1 for u in units)

    def check(self, action: Action) -> Ruling:
        if action.verb == "end":
            return self.may_end()
        cells, units = action.numbers(0), action.numbers(1)
        if not cells or not units or sorted(set(cells)) != list(cells) or sorted(set(units)) != list(units):
            return refuse("16.0", "name the hexes and the attackers, each once and in their order")
        for unit in units:
            ruling = may_take_part(self.g, unit)
            if not ruling:
                return ruling
        for cell in cells:
            ruling = may_be_attacked(self.g, cell)
            if not ruling:
                return ruling
        return self.may_attack(cells, units)

    def may_attack(self, cells: tuple[int, ...], units: tuple[int, ...]) -> Ruling:
        """16.0, 16.1, 16.4.2 for units that may attack and hexes that may be attacked."""
        g, loc = self.g, self.g.state.loc
        if len(cells) > 1 and len({loc[u] for u in units}) > 1:
            return refuse("16.0", "attackers of several hexes attack one hex only")
        for unit in units:
            for cell in cells:
                if not g.beside(unit, cell):
                    return refuse("16.0", f"{g.name(unit)} is not next to {g.cell_name(cell)}")
        targets = mask(cells)
        if not self.includes_aim(units, targets):
            return refuse("step B.9c", f"{g.names(units)} must attack the hex that the marker points at")
        if not possible_leads(g, units):
            return refuse("16.4.5", f"{g.names(units)} cannot attack together: nobody can lead them all")
        return self.duties.are_kept(units, targets)


# -- resolution (16.4) --


def combat_segment(g: Soissons) -> Procedure:
    """Steps B.4c and B.9c: one combat after the other, in any order."""
    while True:
        orders = AttackOrders(g)
        if not orders.units() and orders.may_end():
            return
        action: Action = yield orders
        if action.verb == "end":
            return
        yield from combat(g, action.numbers(0), action.numbers(1))


def combat(g: Soissons, cells: Sequence[int], units: Sequence[int]) -> Procedure:
    """16.4, step by step."""
    assault, owner = is_assault(g), g.other_side()
    g.note("declare", "16.0", units=list(units), cells=list(cells))
    for unit in units:
        g.state.fought[unit] = 1
        g.state.assaulted[unit] |= int(assault)
    for cell in cells:                                                          # 16.4.1
        if cell in g.state.fire:
            yield from bombard(g, cell, assault)
    lead = yield from g.choose(
        g.phasing, "lead-attacker", "16.4.2", "which unit leads the attack?", "lead", possible_leads(g, units)
    )
    defenders = [u for cell in cells for u in g.fighters_at(cell)]
    firm = [u for u in defenders if not g.setting.remnant[u]]
    chief = yield from g.choose(
        owner, "lead-defender", "16.4.4", "which unit leads the defence?", "lead", firm or defenders
    )
    for unit in defenders:
        g.state.struck[unit] = 1
    odds = work_out(g, units, defenders, lead, chief, assault)
    sides = {"units": list(units), "cells": list(cells), "lead": lead, "chief": chief}
    g.note("odds", "16.4.6", "16.4.7", odds=odds.as_json(), **sides)
    die, result = roll(g, assault, odds.column, odds.drm or 0)
    g.note(
        "combat", "16.4.8", result=True, cells=list(cells), odds=odds.odds or "", die=die, drm=odds.drm or 0,
        outcome=str(result), aggravated=is_aggravated(g, die, assault),
    )
    disrupt_all(g, units, defenders, lead, result, is_aggravated(g, die, assault))
    losses = yield from take_losses(g, cells, units, defenders, lead, chief, result, odds)
    yield from retreat_all(g, cells, units, losses)
    if assault and g.is_surprise:                                               # 4.1, ruling K49
        levels = int(g.setting.tables.surprise["german-disruption"].value)
        for unit in losses.alive(g):
            add_levels(g, unit, levels, "4.1")
    yield from fall_back_at_once(g)                                             # ruling K50


def roll(g: Soissons, assault: bool, column: int, drm: int) -> tuple[int, CombatResult]:
    """16.4.8: one die with all modifiers; the table's ends hold beyond it."""
    table = g.setting.tables.assault if assault else g.setting.tables.low_intensity
    low, high = table.dice[0], table.dice[-1]
    faces = [table.result(column, max(low, min(high, face + drm))) for face in range(1, 7)]
    natural = g.setting.limits["aggravated-die"]
    die = g.throw("16.4.8", "combat", same=[(str(faces[f - 1]), f == natural) for f in range(1, 7)])
    return die, faces[die - 1]


def is_aggravated(g: Soissons, die: int, assault: bool) -> bool:
    """16.4.10: a natural 1; the Entente is immune to it on the first turn (4.1)."""
    return die == g.setting.limits["aggravated-die"] and not g.is_surprise


def disrupt_all(
    g: Soissons, units: Sequence[int], defenders: Sequence[int], lead: int, result: CombatResult, aggravated: bool
) -> None:
    """16.4.9, 16.4.10; in the surprise assault the attackers' disruption is ignored (4.1)."""
    for unit in units:
        code = result.attacker.code
        if unit == lead and aggravated:
            code = g.setting.tables.aggravated[code]
        if not (g.is_surprise and is_assault(g)):
            disrupt(g, unit, code, "16.4.10" if unit == lead and aggravated else "16.4.9")
    for unit in defenders:
        disrupt(g, unit, result.defender.code, "16.4.9")


# -- markers before and after (steps B.4d, B.9d) --


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

