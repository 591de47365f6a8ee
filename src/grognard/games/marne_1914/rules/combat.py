"""Combat (module 8)."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Mapping, Sequence
from itertools import combinations
from typing import Any

from grognard.engine import ALLOW, Action, Procedure, Ruling, Subject, refuse
from grognard.games.marne_1914.position import CADRE, Marne
from grognard.games.marne_1914.rules.boundaries import in_area
from grognard.games.marne_1914.rules.odds import work_out
from grognard.games.marne_1914.rules.paris import attack_on_garrison, stand_or_retreat
from grognard.games.marne_1914.rules.retreat import retreat_all
from grognard.games.marne_1914.rules.stacking import may_stack
from grognard.games.marne_1914.rules.supply import in_supply, in_supply_at, pay_for_british_supply
from grognard.games.marne_1914.rules.victory import take_control
from grognard.games.marne_1914.setting import CP
from grognard.games.marne_1914.tables import CombatResult
from grognard.rules.orders import UnitOrders

RESOLVE, END = Action("resolve"), Action("end")


class CombatOrders(UnitOrders[Marne]):
    """Which hex is attacked next and by whom; all attacks on a hex are declared first (8.1.3)."""

    offers = ("attack", "resolve", "end")

    def __init__(self, g: Marne) -> None:
        question = "declare an attack"
        if g.state.declared:
            question = f"declare more attacks on {g.cell_name(g.state.target)}, or resolve"
        super().__init__(g, g.phasing, "combat", "8.1.3", question)

    def units(self) -> Sequence[int]:
        """Whoever stands in no enemy zone of control has nobody beside him, but for a garrison (12.1.3)."""
        g = self.g
        zones = g.zones[1 - g.phasing]
        beside_garrison = 0
        for cell in g.state.garrisons if g.phasing == CP else ():
            beside_garrison |= g.setting.around[cell]
        loc = g.state.loc
        units = g.setting.units_of[g.phasing]
        return [u for u in units if loc[u] >= 0 and (zones[loc[u]] or beside_garrison >> loc[u] & 1)]

    def buttons(self) -> Sequence[Subject]:
        return (Subject("button", "resolve" if self.g.state.declared else "end"),)

    def is_able(self, unit: int) -> bool:
        return bool(self.groups(unit) and self.targets(unit))

    def actions(self, subject: Subject) -> Iterable[Action]:
        unit = subject.ref
        if isinstance(unit, str):
            return [a for a in (RESOLVE, END) if a.verb == unit and self.check(a)]
        if self.g.setting.side[unit] != self.number:
            return []
        return [Action("attack", (t, group)) for t in self.targets(unit) for group in self.groups(unit)]

    def targets(self, unit: int) -> list[int]:
        """The hexes that a unit may attack now."""
        g = self.g
        cell = g.state.loc[unit]
        if cell < 0 or not in_area(g, unit, cell):
            return []
        return [c for c in g.setting.grid.neighbours[cell] if self.may_target(c)]

    def may_target(self, cell: int) -> Ruling:
        g, name = self.g, self.g.cell_name(cell)
        if not g.closed[g.phasing][cell]:
            return refuse("8.0", f"there is no enemy in {name}")
        if g.state.declared and cell != g.state.target:
            return refuse("8.1.3", f"resolve the attacks on {g.cell_name(g.state.target)} first")
        if cell in g.state.targets:
            return refuse("8.1.3", f"{name} was already attacked this phase: declare all attacks on a hex together")
        return ALLOW

    def groups(self, unit: int) -> list[tuple[int, ...]]:
        """The ways in which a unit can attack, it first: alone, or with the cavalry of its hex."""
        g, state = self.g, self.g.state
        if state.loc[unit] < 0 or state.attacked[unit]:
            return []
        here = [u for u in g.stack[state.loc[unit]] if not state.attacked[u] and u != unit]
        infantry = g.setting.infantry
        if infantry[unit]:                                                      # 8.2.1
            horse = [u for u in here if not infantry[u]]
            return [(unit, *extra) for n in range(len(horse) + 1) for extra in combinations(horse, n)]
        if any(infantry[u] for u in g.stack[state.loc[unit]]):                # ruling C48
            return [(unit,)]
        # 8.2.2: cavalry alone in a hex attacks together; the first of them speaks for all (ruling C49).
        return [(unit, *here)] if not here or unit < min(here) else []

    def check(self, action: Action) -> Ruling:
        declared = self.g.state.declared
        if action.verb == "resolve":
            return ALLOW if declared else refuse("8.1.3", "no attack has been declared")
        if action.verb == "end":
            return ALLOW if not declared else refuse("8.1.3", "resolve the declared attacks before you end the phase")
        target, units = action.number(0), action.numbers(1)
        if not units:
            return refuse("8.1.1", "an attack needs an attacker")
        for unit in units:
            ruling = self.may_attack(unit, target)
            if not ruling:
                return ruling
        return self.may_target(target) and self.may_attack_together(units)

    def may_attack(self, unit: int, target: int) -> Ruling:
        g, state = self.g, self.g.state
        name = g.name(unit)
        if g.setting.side[unit] != g.phasing:
            return refuse("8.0", f"{name} is not your unit")
        if state.loc[unit] < 0:
            return refuse("8.0", f"{name} is not on the map")
        if not g.beside(unit, target):
            return refuse("8.0", f"{name} is not adjacent to {g.cell_name(target)}")
        if state.attacked[unit]:
            return refuse("8.1.2", f"{name} has already attacked this phase")
        if not in_area(g, unit, state.loc[unit]):
            return refuse("5.2.4", f"{name} is outside its army's area and cannot attack")
        return ALLOW

    def may_attack_together(self, units: tuple[int, ...]) -> Ruling:
        g, named = self.g, in_order(self.g, units)
        if named in self.groups(named[0]):
            return ALLOW
        infantry, loc = g.setting.infantry, g.state.loc
        if len({loc[u] for u in units}) > 1:
            return refuse("8.1.1", "each unit attacks alone: units in different hexes do not combine their factors")
        if sum([infantry[u] for u in units]) > 1:
            return refuse("8.1.1", "each infantry unit attacks alone")
        if not infantry[named[0]] and any(infantry[u] for u in g.stack[loc[named[0]]]):
            return refuse("8.1.1", "cavalry stacked with infantry joins its attack, or attacks one unit at a time")
        return refuse("8.2.2", "cavalry alone in a hex attacks all together, each unit once")


def in_order(g: Marne, units: tuple[int, ...]) -> tuple[int, ...]:
    """Attackers of one hex as attacks list them, infantry first, in whatever order they were named."""
    return tuple(sorted(units, key=lambda u: (not g.setting.infantry[u], u)))


def combat_phase(g: Marne) -> Procedure:
    """The Combat Phase: hex after hex, as long as the player wishes (8.0)."""
    state = g.state
    while action := (yield from g.order(CombatOrders(g))):
        if action.verb == "attack":
            target, units = action.number(0), in_order(g, action.numbers(1))
            state.target = target
            state.declared.append(units)
            for unit in units:
                state.attacked[unit] = 1
            g.note("declare", "8.1.3", target=target, units=units)
        else:
            yield from combat(g, state.target, list(state.declared))
            state.targets.append(state.target)
            state.target = -1
            state.declared = []


def combat(g: Marne, target: int, attacks: list[tuple[int, ...]]) -> Procedure:
    """8.4: every declared attack against the unreduced hex, then the results together (8.4.5)."""
    garrison = not g.stack[target]
    results = [resolve_attack(g, target, attack, attacks) for attack in attacks]
    loss = sum([result.defender_loss for result in results])
    retreat = any(result.retreat for result in results) and not garrison      # 12.1.4: R is no effect
    g.note(
        "combat", "8.4.5", result=True, target=target, defender_loss=loss, retreat=retreat,
        attackers=[
            {"units": [g.name(u) for u in a], "loss": r.attacker_loss, "disrupted": r.attacker_disrupted}
            for a, r in zip(attacks, results, strict=True)
        ],
    )
    attackers = [u for attack in attacks for u in attack]
    if garrison:
        attack_on_garrison(g, target, loss)                                     # 12.1.4
    else:
        retreat = yield from apply_to_defenders(g, target, loss, retreat)
    for attack, result in zip(attacks, results, strict=True):                   # ruling C35
        yield from apply_to_attackers(g, attack, result)
    if retreat and g.stack[target]:
        yield from retreat_all(g, target, attackers)                            # 8.5
    yield from advance(g, target, attackers, 1 if garrison else len(attackers))  # 8.6, 12.1.5


def resolve_attack(
    g: Marne, target: int, attack: tuple[int, ...], attacks: Sequence[Sequence[int]]
) -> CombatResult:
    """8.4.4: one die on the column of the differential."""
    for unit in attack:
        pay_for_british_supply(g, unit)                                         # 10.1.1, 10.1.3b
    odds = g.as_supposed(work_out(g, target, attack, attacks), g.setting.tables.crt)
    g.note("odds", "8.4.2", "8.4.3", target=target, units=attack, odds=odds.as_json())
    die, result = g.roll_on(g.setting.tables.crt, odds.column, "8.4.4", "attack")
    g.note(
        "attack", "8.4.4", target=target, units=attack, column=odds.column, die=die, outcome=str(result),
        source=g.setting.tables.crt.source(odds.column, die),
    )
    return result


def apply_to_defenders(g: Marne, target: int, loss: int, retreat: bool) -> Generator[Any, Any, bool]:
    """8.4.6: losses as the owner chooses, then disruption; in Paris the hex may be held (12.0.1).

    Ends with whether they retreat.
    """
    defenders, owner = g.stack[target], 1 - g.phasing
    yield from lose_steps(g, owner, defenders, loss, "8.4.6")
    if retreat and g.stack[target] and target in g.setting.paris and (yield from stand_or_retreat(g, owner, target)):
        retreat = False
        yield from lose_steps(g, owner, g.stack[target], 1, "12.0.1")
    if loss:
        for unit in defenders:
            g.disrupt(unit, "8.4.6")
    return retreat


def apply_to_attackers(g: Marne, attack: Sequence[int], result: CombatResult) -> Procedure:
    """8.4.6: a red number also disrupts all who took part (ruling C50)."""
    yield from lose_steps(g, g.phasing, attack, result.attacker_loss, "8.4.6")
    if result.attacker_disrupted:
        for unit in attack:
            g.disrupt(unit, "8.4.6")


def lose_steps(g: Marne, side: int, units: Sequence[int], number: int, case: str) -> Procedure:
    """The owner says which unit loses each step; no question where there is no choice."""
    while number > 0:
        alive = [u for u in units if g.state.loc[u] >= 0]
        if len(alive) <= 1 or sum([g.state.steps[u] for u in alive]) <= number:
            for unit in alive:
                lost = min(number, g.state.steps[unit])
                g.lose_steps(unit, lost, case)
                number -= lost
            return
        unit = yield from g.choose(side, "loss", case, f"choose a unit to lose a step ({number} to go)", "lose", alive)
        g.lose_steps(unit, 1, case)
        number -= 1


def advance(g: Marne, target: int, attackers: Sequence[int], most: int) -> Procedure:
    """8.6.1: attackers that are not disrupted may enter the hex that the combat has emptied."""
    for _ in range(most):
        if g.closed[g.phasing][target]:
            return
        rulings = {u: may_advance(g, u, target) for u in attackers}
        able = [u for u, ruling in rulings.items() if ruling]
        if not able:
            tell_who_stays(g, target, {u: r for u, r in rulings.items() if g.state.loc[u] not in (target, CADRE)})
            return
        unit = yield from g.choose_or_end(
            g.phasing, "advance", "8.6.1", f"advance into {g.cell_name(target)}, or stay", "advance", able,
            why_not=lambda a: may_advance(g, a.number(), target) if a.args else ALLOW, place=target,
        )
        if unit is None:
            return
        g.place(unit, target)
        g.note("advance", "8.6.1", unit=unit, to=target)
        take_control(g, unit, target)


def tell_who_stays(g: Marne, target: int, rulings: Mapping[int, Ruling]) -> None:
    """Why nobody takes a hex that the combat has emptied."""
    for unit, ruling in rulings.items():
        g.note("no-advance", ruling.case, unit=unit, to=target, why=ruling.text)


def may_advance(g: Marne, unit: int, target: int) -> Ruling:
    """Advance after combat (8.6)."""
    name = g.name(unit)
    if g.state.loc[unit] < 0:
        return refuse("8.6.1", f"{name} is no longer on the map")
    if not any(unit in attack for attack in g.state.declared):
        return refuse("8.6.1", f"{name} did not attack the hex")
    if not g.beside(unit, target):
        return refuse("8.6.1", f"{name} is not adjacent to the hex")
    if g.closed[g.phasing][target]:
        return refuse("8.6.1", "the hex is not empty")
    if g.state.disrupted[unit]:
        return refuse("9.1.3", f"{name} is disrupted")
    ruling = may_stack(g, unit, target)
    if not ruling:
        return ruling
    if not in_area(g, unit, target):                                            # ruling C42
        return refuse("5.1.5", f"the hex is outside the area of {name}'s army")
    if in_supply(g, unit) and not in_supply_at(g, unit, target):                # ruling C67
        return refuse("8.6.2", f"{name} would be out of supply there")
    return ALLOW
