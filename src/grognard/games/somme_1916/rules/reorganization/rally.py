"""Rally and tank recovery (12.2, 12.3)."""

from __future__ import annotations

from collections.abc import Sequence

from grognard.engine import Action, Procedure, Ruling, refuse
from grognard.games.somme_1916.position import Somme
from grognard.games.somme_1916.rules.commitment.command import headquarters, path_length
from grognard.games.somme_1916.terms import FRONT, GOOD_ORDER
from grognard.rules.masks import mask
from grognard.rules.orders import UnitOrders
from grognard.rules.reading import at


def in_need(g: Somme, side: int, nation: str) -> tuple[list[int], list[int]]:
    """The units that may still try to rally, and the tanks that may try to recover (12.2, 12.3)."""
    state = g.state
    rally, recover = [], []
    for unit in g.on_map(side):
        if nation and g.setting.nation[unit] != nation:
            continue
        waiting = state.status[unit] != GOOD_ORDER and unit not in state.rallied
        if waiting:
            rally.append(unit)
        elif unit in state.broken and unit not in state.recovered:
            recover.append(unit)                                                # 12.3: rally first
    return rally, recover


class RallyOrders(UnitOrders[Somme]):
    """12.2: unit by unit, each once."""

    def __init__(self, g: Somme, side: int, nation: str) -> None:
        super().__init__(g, side, "rally", "12.2", "which unit tries to rally or recover?", seat=g.seat(side, nation))
        self.rally, self.recover = in_need(g, side, nation)

    def verbs(self) -> Sequence[str]:
        return ("rally", "recover", "end")

    def units(self) -> Sequence[int]:
        return [*self.rally, *self.recover]

    def others(self, unit: int) -> Sequence[Action]:
        if unit in self.rally:
            return [Action("rally", (unit,))]
        return [Action("recover", (unit,))] if unit in self.recover else []

    def may_do(self, action: Action) -> Ruling:
        g, unit = self.g, action.number()
        name = g.name(unit)
        if action.verb == "recover":
            if unit in self.rally:
                return refuse("12.3", f"{name} must roll to rally before it can recover")
            return refuse("12.3", f"{name} is no broken-down tank of yours, or has tried already")
        if g.setting.side[unit] != self.number or g.state.loc[unit] < 0:
            return refuse("12.2", f"{name} is not a unit of yours on the map")
        if unit in g.state.rallied:
            return refuse("12.2", f"{name} has tried in this Reorganization")
        return refuse("12.2", f"{name} is in Good Order, or belongs to the other Allied player")


def rally(g: Somme, side: int, nation: str) -> Procedure:
    """The rally step of a side, or with three players of one Allied nation."""
    while (orders := RallyOrders(g, side, nation)).units():
        action: Action = yield orders
        if action.verb == "end":
            return
        if action.verb == "rally":
            try_rally(g, action.number())
        else:
            try_recovery(g, action.number())


def rally_modifier(g: Somme, unit: int) -> int:
    """12.2, 12.2.1: +1 in an enemy zone that no Good Order friend negates, -1 with an HQ near."""
    table, state = g.setting.combat.rally, g.state
    cell, side = state.loc[unit], g.setting.side[unit]
    modifier = 0
    if g.in_enemy_zone(unit) and not any(g.good_order(u) for u in g.friends_in(cell, side)):
        modifier += table["enemy-zoc"]
    hqs = mask(state.loc[hq] for hq in headquarters(g, g.setting.nation[unit], FRONT) if hq != unit)  # X58
    if path_length(g, side, cell, hqs, table["hq-range"]) is not None:
        modifier += table["hq"]
    return modifier


def try_rally(g: Somme, unit: int) -> None:
    """12.2: one die; Germans whom Suppression made mobile stay so (X31)."""
    modifier, target = rally_modifier(g, unit), g.setting.combat.rally["target"]
    rallied = g.succeeds("12.2", f"rally of {g.name(unit)}", 1, target - modifier)
    g.state.rallied.append(unit)
    if rallied:
        g.set_status(unit, GOOD_ORDER)
    g.note("rally", "12.2", "12.2.1", result=True, unit=unit, rallied=rallied, modifier=modifier)


def try_recovery(g: Somme, unit: int) -> None:
    """12.3: one die on the Tank Recovery Table, worse in rain and snow (7.8)."""
    modifier = g.setting.weather_effects[g.state.weather].tank
    words = [at(g.setting.combat.tank_recovery, die + modifier) for die in range(1, 7)]
    recovered = g.roll("12.3", f"recovery of {g.name(unit)}", words) == "recovers"
    g.state.recovered.append(unit)
    if recovered:
        g.state.broken.remove(unit)
    g.note("recovery", "12.3", result=True, unit=unit, recovered=recovered)
