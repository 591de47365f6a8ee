"""Combat (module 8)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations

import msgspec

from grognard.engine import ALLOW, Action, Choice, Decision, Procedure, Ruling, Subject, refuse
from grognard.games.marne_1914.boundaries import in_area
from grognard.games.marne_1914.odds import work_out
from grognard.games.marne_1914.paris import attack_on_garrison, stand_or_retreat
from grognard.games.marne_1914.retreat import retreat_all
from grognard.games.marne_1914.setting import CP, CombatResult
from grognard.games.marne_1914.stacking import may_stack, why_no_stacking
from grognard.games.marne_1914.state import Marne
from grognard.games.marne_1914.supply import in_supply_at, pay_for_british_supply
from grognard.games.marne_1914.victory import take_control

RESOLVE, END = Action("resolve"), Action("end")


class CombatDecision(Decision):
    """Which hex is attacked next and by whom; all attacks on a hex are declared first (8.1.3)."""

    __slots__ = ("g",)

    def __init__(self, g: Marne) -> None:
        side = g.state.phasing
        name = g.setting.game.sides[side]
        if g.state.declared:
            prompt = f"{name}: declare more attacks on {g.setting.grid.ids[g.state.target]}, or resolve"
        else:
            prompt = f"{name}: declare an attack"
        super().__init__(side, "combat", "8.1.3", prompt, rest=True)
        self.g = g

    def verbs(self) -> Sequence[str]:
        return ("attack", "resolve", "end")

    def subjects(self) -> Sequence[Subject]:
        g = self.g
        zones = g.zones[1 - g.phasing]
        beside_garrison = 0
        for cell in g.state.garrisons if g.phasing == CP else ():
            beside_garrison |= g.setting.around[cell]
        found = []
        for unit in g.setting.units_of[g.phasing]:
            cell = g.state.loc[unit]
            # Whoever stands in no enemy zone of control has nobody beside him, but for a garrison (12.1.3).
            near = cell >= 0 and (zones[cell] or beside_garrison >> cell & 1)
            if near and self.groups(unit) and self.targets(unit):
                found.append(g.setting.unit_subjects[unit])
        found.append(Subject("button", "resolve" if g.state.declared else "end"))
        return found

    def actions(self, subject: Subject) -> Iterable[Action]:
        if subject.kind == "button":
            return [a for a in (RESOLVE, END) if a.verb == subject.ref and self.check(a)]
        unit = subject.ref
        if not isinstance(unit, int) or self.g.setting.side[unit] != self.g.phasing:
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
        g = self.g
        name = g.setting.grid.ids[cell]
        if not g.closed[g.phasing][cell]:
            return refuse("8.0", f"there is no enemy in {name}")
        if g.state.declared and cell != g.state.target:
            return refuse("8.1.3", f"attacks on {g.setting.grid.ids[g.state.target]} are declared: resolve them first")
        if cell in g.state.targets:
            return refuse("8.1.3", f"{name} has been attacked in this phase: attacks on a hex are declared together")
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
        if any(infantry[u] for u in g.stack[state.loc[unit]]):                  # ruling C48
            return [(unit,)]
        # 8.2.2: cavalry alone in a hex attacks together; the first of them speaks for all (ruling C49).
        return [(unit, *here)] if not here or unit < min(here) else []

    def check(self, action: Action) -> Ruling:
        state = self.g.state
        if action.verb == "resolve":
            return ALLOW if state.declared else refuse("8.1.3", "no attack has been declared")
        if action.verb == "end":
            if state.declared:
                return refuse("8.1.3", "declared attacks must be resolved before the phase ends")
            return ALLOW
        target, units = action.number(0), action.numbers(1)
        if not units:
            return refuse("8.1.1", "an attack needs an attacker")
        for unit in units:
            ruling = self.may_attack(unit, target)
            if not ruling:
                return ruling
        ruling = self.may_target(target)
        if not ruling:
            return ruling
        if units not in self.groups(units[0]):
            return self.why_no_group(units)
        return ALLOW

    def may_attack(self, unit: int, target: int) -> Ruling:
        g, state = self.g, self.g.state
        name = g.name(unit)
        if g.setting.side[unit] != g.phasing:
            return refuse("8.0", f"{name} is not yours to attack with")
        if state.loc[unit] < 0:
            return refuse("8.0", f"{name} is not on the map")
        if target not in g.setting.grid.neighbours[state.loc[unit]]:
            return refuse("8.0", f"{name} is not adjacent to {g.setting.grid.ids[target]}")
        if state.attacked[unit]:
            return refuse("8.1.2", f"{name} has attacked in this phase")
        if not in_area(g, unit, state.loc[unit]):
            return refuse("5.2.4", f"{name} is outside its army's area and may not attack")
        return ALLOW

    def why_no_group(self, units: Sequence[int]) -> Ruling:
        g = self.g
        infantry, loc = g.setting.infantry, g.state.loc
        if len({loc[u] for u in units}) > 1:
            return refuse("8.1.1", "each unit attacks by itself: units of several hexes do not add their factors")
        if sum(infantry[u] for u in units) > 1:
            return refuse("8.1.1", "each infantry unit attacks by itself")
        if not any(infantry[u] for u in units):
            if any(infantry[u] for u in g.stack[loc[units[0]]]):
                return refuse("8.1.1", "cavalry beside infantry joins it, or attacks one unit at a time")
            return refuse("8.2.2", "cavalry alone in a hex attacks all together, its first unit named first")
        return refuse("8.2.1", "name the infantry unit first, then the cavalry of its hex that joins it")


def combat_phase(g: Marne) -> Procedure:
    """The Combat Phase: hex after hex, as long as the player wishes (8.0)."""
    state = g.state
    while True:
        action: Action = yield CombatDecision(g)
        if action.verb == "end":
            return
        if action.verb == "attack":
            target, units = action.number(0), action.numbers(1)
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


class Total(msgspec.Struct):
    """What all attacks on a hex have brought together (8.4.5)."""

    loss: int = 0
    numbered: bool = False
    retreat: bool = False


def combat(g: Marne, target: int, attacks: list[tuple[int, ...]]) -> Procedure:
    """8.4: every declared attack against the unreduced hex, then the results together."""
    garrison = not g.stack[target]
    total, results = Total(), []
    for attack in attacks:                                                      # 8.4.1-8.4.5
        result = resolve_attack(g, target, attack, attacks)
        results.append(result)
        total.loss += result.defender_loss
        total.numbered |= result.defender_loss > 0
        total.retreat |= result.retreat and not garrison                        # 12.1.4: R is no effect
    g.note(
        "combat", "8.4.5", result=True, target=target, defender_loss=total.loss, retreat=total.retreat,
        attackers=[
            {"units": [g.name(u) for u in a], "loss": r.attacker_loss, "disrupted": r.attacker_disrupted}
            for a, r in zip(attacks, results, strict=True)
        ],
    )
    attackers = [u for attack in attacks for u in attack]
    if garrison:
        attack_on_garrison(g, target, total.loss)                               # 12.1.4
    else:
        yield from apply_to_defenders(g, target, total, attackers)
    for attack, result in zip(attacks, results, strict=True):                   # ruling C35
        yield from apply_to_attackers(g, attack, result)
    if total.retreat and g.stack[target]:
        yield from retreat_all(g, target, attackers)                            # 8.5
    yield from advance(g, target, attackers, garrison)                          # 8.6


def resolve_attack(
    g: Marne, target: int, attack: Sequence[int], attacks: Sequence[Sequence[int]]
) -> CombatResult:
    """8.4.4: one die on the column of the differential."""
    for unit in attack:
        pay_for_british_supply(g, unit)                                         # 10.1.1, 10.1.3b
    odds = work_out(g, target, attack, attacks)
    g.note("odds", "8.4.2", "8.4.3", target=target, units=tuple(attack), odds=msgspec.to_builtins(odds))
    row = g.setting.crt.row(odds.column)
    die = g.throw("8.4.4", "attack", same=row)
    result = g.setting.crt.result(odds.column, die)
    source = g.setting.crt.source(odds.column, die)
    g.note(
        "attack", "8.4.4", target=target, units=tuple(attack), column=odds.column, die=die, outcome=str(result),
        source=source,
    )
    return result


def apply_to_defenders(g: Marne, target: int, total: Total, attackers: Sequence[int]) -> Procedure:
    """8.4.6: losses as the owner chooses, then disruption; in Paris the hex may be held (12.0.1)."""
    defenders = g.stack[target]
    owner = 1 - g.phasing
    yield from lose_steps(g, owner, defenders, total.loss, "8.4.6")
    if total.retreat and g.stack[target] and target in g.setting.paris:
        stays: bool = yield from stand_or_retreat(g, owner, target)
        if stays:
            total.retreat = False
            yield from lose_steps(g, owner, g.stack[target], 1, "12.0.1")
    if total.numbered:
        for unit in defenders:
            g.disrupt(unit, "8.4.6")


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
        if not alive:
            return
        if len(alive) == 1 or sum(g.state.steps[u] for u in alive) <= number:
            for unit in alive:
                lost = min(number, g.state.steps[unit])
                g.lose_steps(unit, lost, case)
                number -= lost
            return
        name = g.side_name(side)
        action: Action = yield Choice(
            name, "loss", case, f"{g.setting.game.sides[name]}: which unit loses a step ({number} to go)?",
            [Action("lose", (u,)) for u in alive],
        )
        unit = action.number(0)
        g.lose_steps(unit, 1, case)
        number -= 1


def advance(g: Marne, target: int, attackers: Sequence[int], garrison: bool) -> Procedure:
    """8.6.1: attackers that are not disrupted may enter the hex that the combat has emptied."""
    limit = 1 if garrison else len(attackers)                                   # 12.1.5
    while limit > 0:
        able = [u for u in attackers if may_advance(g, u, target)]
        if not able or g.closed[g.phasing][target]:
            return
        action: Action = yield Choice(
            g.state.phasing, "advance", "8.6.1",
            f"{g.setting.game.sides[g.state.phasing]}: advance into {g.setting.grid.ids[target]}?",
            [*(Action("advance", (u,)) for u in able), END],
            why_not=lambda a: may_advance(g, a.number(), target) if a.args else ALLOW,
        )
        if action.verb == "end":
            return
        unit = action.number(0)
        g.place(unit, target)
        g.note("advance", "8.6.1", unit=unit, to=target)
        take_control(g, unit, target)
        limit -= 1


def may_advance(g: Marne, unit: int, target: int) -> Ruling:
    """Advance after combat (8.6)."""
    name = g.name(unit)
    if g.state.loc[unit] < 0 or not g.state.attacked[unit]:
        return refuse("8.6.1", f"{name} did not attack the hex, or is gone")
    if target not in g.setting.grid.neighbours[g.state.loc[unit]]:
        return refuse("8.6.1", f"{name} is not adjacent to the hex")
    if g.closed[g.phasing][target]:
        return refuse("8.6.1", "the hex is not empty")
    if g.state.disrupted[unit]:
        return refuse("9.1.3", f"{name} is disrupted")
    if not may_stack(g, unit, target):
        return why_no_stacking(g, unit, target)
    if not in_area(g, unit, target):                                            # ruling C42
        return refuse("5.1.5", f"the hex lies outside the area of {name}'s army")
    if not in_supply_at(g, unit, target):
        return refuse("8.6.2", f"{name} would be out of supply there")
    return ALLOW
