"""What an Assault promises (modules 8 to 11), from the tables themselves; for bots, no rule depends on it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from grognard.games.somme_1916.evaluation.values import DISORDER, Values
from grognard.games.somme_1916.position import Somme
from grognard.games.somme_1916.rules.assault.odds import Assault, nations, squares_of, supply_sources, work_out
from grognard.games.somme_1916.rules.assault.results import can_counter_attack
from grognard.games.somme_1916.rules.assault.strengths import fire_factor
from grognard.games.somme_1916.rules.defensive_fire import can_fire
from grognard.games.somme_1916.setting import SommeSetting
from grognard.games.somme_1916.terms import DISRUPTED
from grognard.rules.arithmetic import Fight

WAYS = (1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1)
"""In how many of 36 ways two dice fall, from 2 to 12."""
OUT_OF_SUPPLY = "out of supply"
SHAKEN = 0.3
"""What it is worth that defenders are Disrupted instead of losing their last step."""


class Means(NamedTuple):
    """The mean of a column of the Assault Table with a modifier: chances, and steps that go with them."""

    own: float
    """Steps that A results cost the attacker, without doubling."""
    counter: float
    engaged: float
    won: float
    loss: float
    """Steps that D results cost the defender who is not wiped out."""
    two: float
    """The chance that they are two at once."""
    wiped: float


class FireMeans(NamedTuple):
    """The mean of a column of the Defensive Fire Table with a modifier."""

    steps: float
    back: float
    disrupted: float


class Prospect(NamedTuple):
    """What an Assault promises the attacker."""

    worth: float
    won: float
    own: float
    loss: float


NOTHING = Prospect(-9.0, 0.0, 0.0, 0.0)


class AssaultTables:
    """The tables of a setting, averaged over their dice once."""

    def __init__(self, setting: SommeSetting) -> None:
        self.setting = setting
        self._assault: dict[tuple[int, int], Means] = {}
        self._fire: dict[tuple[int, int], FireMeans] = {}

    def assault(self, column: int, drm: int) -> Means:
        found = self._assault.get((column, drm))
        if found is None:
            found = self._assault[column, drm] = self._average(column, drm)
        return found

    def _average(self, column: int, drm: int) -> Means:
        table = self.setting.combat.assault
        chance: dict[str, float] = {}
        for dice, ways in enumerate(WAYS, 2):
            result = table.result(column, max(2, min(12, dice + drm)))
            chance[result] = chance.get(result, 0.0) + ways / 36
        wiped = chance.get("DE", 0.0) + chance.get("DEBT", 0.0)
        pushed = chance.get("DR", 0.0) + chance.get("DSR", 0.0) + chance.get("D2SR", 0.0)
        return Means(
            own=chance.get("ASR", 0.0) + 2 * chance.get("A2SR", 0.0),
            counter=chance.get("C", 0.0),
            engaged=chance.get("ENG", 0.0),
            won=pushed + wiped,
            loss=chance.get("DSR", 0.0) + 2 * chance.get("D2SR", 0.0),
            two=chance.get("D2SR", 0.0),
            wiped=wiped,
        )

    def fire(self, factors: int, drm: int) -> FireMeans:
        if factors <= 0:
            return FireMeans(0.0, 0.0, 0.0)
        key = (min(10, factors), drm)
        found = self._fire.get(key)
        if found is None:
            steps = back = disrupted = 0.0
            table = self.setting.combat.fire
            for dice, ways in enumerate(WAYS, 2):
                result = table.result(key[0], max(2, min(12, dice + drm)))
                if result.isdigit():
                    steps += int(result) * ways / 36
                elif result != "-":
                    back += ways / 36
                    disrupted += (result == "D") * ways / 36
            found = self._fire[key] = FireMeans(steps, back, disrupted)
        return found


def fire_factors(g: Somme, target: int, others: Sequence[int] = ()) -> float:
    """10.1, 10.2: what the defenders can fire at an attack; neighbours share it with other attacked squares."""
    side = 1 - g.phasing
    total = 0.0
    for cell in g.setting.full_zone[target]:
        for unit in g.stack[cell]:
            if g.setting.side[unit] == side and unit not in g.state.fired and can_fire(g, unit):
                share = 1
                if cell != target:
                    near = g.setting.around[cell]
                    share += sum(1 for other in others if other != target and (near >> other & 1 or other == cell))
                total += fire_factor(g, unit) / share
    return total


def can_be_supplied(g: Somme, attackers: Sequence[int], target: int) -> bool:
    """11.1: whether every nation that attacks has an HQ that could supply it."""
    return all(
        supply_sources(g, nation, cell, target)
        for nation in nations(g, attackers) for cell in squares_of(g, attackers, nation)
    )


def odds_of(g: Somme, attackers: Sequence[int], target: int) -> Fight:
    defenders = tuple(g.enemies_in(target, g.phasing))
    return work_out(g, Assault(tuple(attackers), defenders, target))


def prospect(
    g: Somme, values: Values, tables: AssaultTables, attackers: Sequence[int], target: int, *,
    over: bool = False, fire: float | None = None, column: int = 0, drm: int = 0, pips: int | None = None,
) -> Prospect:
    """What an Assault by these units promises as things stand.

    ``over``: as if all of them went over the top. ``fire``: the Defensive Fire to come, None if that is past.
    ``column`` and ``drm`` are added: resources still to come. ``pips`` stands for command and supply, if given.
    """
    if not attackers:
        return NOTHING
    odds = odds_of(g, attackers, target)
    shift = odds.modifier + drm
    if pips is not None:
        shift += pips - sum(row.value for row in odds.modifiers if row.case == "11.7.1" or row.what == OUT_OF_SUPPLY)
    elif any(row.what == OUT_OF_SUPPLY for row in odds.modifiers) and can_be_supplied(g, attackers, target):
        shift -= g.setting.combat.assault_modifiers["out-of-supply"]
    tested = sum(g.state.over[u] == 1 for u in attackers)
    fresh = len(attackers) - tested if over else 0
    shift += fresh * g.setting.combat.assault_modifiers["assaulting-unit"]
    means = tables.assault(g.setting.combat.assault.clamp(odds.column + column), shift)
    doubled = bool(over or tested) and g.setting.options["assault_doubling"] != "off"
    return weigh(g, values, tables, attackers, target, means, doubled, fire, fresh + tested)


def weigh(
    g: Somme, values: Values, tables: AssaultTables, attackers: Sequence[int], target: int, means: Means,
    doubled: bool, fire: float | None, over: int,
) -> Prospect:
    defenders = [u for u in g.enemies_in(target, g.phasing) if not g.in_supply_mode(u)]
    step = values.step(g)
    there = sum(values.steps(g, u) for u in defenders)
    take = values.take(g, target) + 0.5 * sum(g.in_supply_mode(u) for u in g.enemies_in(target, g.phasing))
    own = means.own * (2 if doubled else 1)
    can_lose, spared = there, 0.0
    loss = min(there, means.loss)
    if values.weights.last_steps:
        can_lose -= sum(g.state.status[u] != DISRUPTED for u in defenders)      # 6.5.2
        one = means.loss - 2 * means.two
        loss = one * min(1, can_lose) + means.two * min(2, can_lose)
        spared = one * (can_lose < 1) + means.two * (can_lose < 2)
    loss += means.wiped * there
    won = means.won
    strikers = [u for u in defenders if can_counter_attack(g, u)]
    counter = 0.0
    if not strikers:
        won += means.counter * g.has_option("retreat_on_c", "seize")            # 11.8, ruling D37: they must go
    else:
        counter = counter_worth(g, tables, strikers, attackers) * means.counter * step
    engaged = means.engaged
    if doubled:
        loss += engaged * min(1, can_lose)                                      # 11.7.6
    worth = loss * step + spared * SHAKEN - own * step + won * take + engaged * values.weights.engaged * take + counter
    worth += (won - means.wiped) * 0.15 * len(defenders)                        # driven out of their trench
    if fire is not None and target not in g.state.engaged:
        shot = shot_at(g, tables, attackers, fire, over)
        stays = 1 - shot.back
        worth = stays * worth - shot.steps * step - shot.disrupted * DISORDER * len(attackers) - 0.2 * shot.back
        own, loss, won = stays * own + shot.steps, stays * loss, stays * won
    return Prospect(worth, won, own, loss)


def shot_at(g: Somme, tables: AssaultTables, attackers: Sequence[int], fire: float, over: int) -> FireMeans:
    """10.2: what Defensive Fire of some factors does to attackers of whom some have gone over the top."""
    table = g.setting.combat.fire_modifiers
    shift = over * table["assaulting-unit"] + g.setting.weather_effects[g.state.weather].defensive_fire
    if any(g.is_interdicted(g.state.loc[u]) for u in attackers):
        shift += table["interdicted-attacker"]
    return tables.fire(round(fire), shift)


def counter_worth(g: Somme, tables: AssaultTables, strikers: Sequence[int], attackers: Sequence[int]) -> float:
    """11.8: what the defenders' counter-attack brings the attacker, in steps; weak defenders only bleed."""
    force = sum(g.attack(u) for u in strikers)
    squares: dict[int, int] = {}
    for unit in attackers:
        cell = g.state.loc[unit]
        squares[cell] = squares.get(cell, 0) + g.defence(unit)
    means = tables.assault(g.setting.combat.assault.clamp(force - min(squares.values())), 0)
    return means.own - means.loss - 2 * means.wiped - 0.2 * means.won
