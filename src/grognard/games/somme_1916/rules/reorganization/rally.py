"""Rally and tank recovery (12.2, 12.3)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from grognard.engine import ALLOW, Action, Decision, Procedure, Ruling, Subject, refuse
from grognard.games.somme_1916.charts.dice import by_die
from grognard.games.somme_1916.rules.commitment.command import headquarters, path_length
from grognard.games.somme_1916.rules.reorganization.phase import sides_now
from grognard.games.somme_1916.state import Somme
from grognard.games.somme_1916.terms import FRENCH, FRONT, GOOD_ORDER, SIDES
from grognard.games.somme_1916.verbs import END
from grognard.rules.masks import mask


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


class RallyDecision(Decision):
    """12.2: unit by unit, each once."""

    __slots__ = ("g", "number", "rally", "recover")

    def __init__(self, g: Somme, side: int, nation: str, rally: Sequence[int], recover: Sequence[int]) -> None:
        name, seat = SIDES[side], g.seat(side, nation)
        super().__init__(
            name, "rally", "12.2", f"{g.setting.seat_name(seat)}: which unit tries to rally or recover?",
            rest=True, seat=seat,
        )
        self.g = g
        self.number = side
        self.rally = rally
        self.recover = recover

    def verbs(self) -> Sequence[str]:
        return ("rally", "recover", "end")

    def subjects(self) -> Sequence[Subject]:
        units = self.g.setting.unit_subjects
        return [*(units[u] for u in (*self.rally, *self.recover)), Subject("button", "end")]

    def actions(self, subject: Subject) -> Iterable[Action]:
        if subject.kind == "button":
            return [END]
        unit = subject.ref
        if not isinstance(unit, int):
            return []
        if unit in self.rally:
            return [Action("rally", (unit,))]
        return [Action("recover", (unit,))] if unit in self.recover else []

    def check(self, action: Action) -> Ruling:
        if action.verb == "end":
            return ALLOW
        g = self.g
        unit = action.number()
        name = g.name(unit)
        if action.verb == "rally":
            if unit in self.rally:
                return ALLOW
            if g.setting.side[unit] != self.number or g.state.loc[unit] < 0:
                return refuse("12.2", f"{name} is not a unit of yours on the map")
            if unit in g.state.rallied:
                return refuse("12.2", f"{name} has tried in this Reorganization")
            return refuse("12.2", f"{name} is in Good Order, or belongs to the other Allied player")
        if unit in self.recover:
            return ALLOW
        if unit in self.rally:
            return refuse("12.3", f"{name} must roll to rally before it can recover")
        return refuse("12.3", f"{name} is no broken-down tank of yours, or has tried already")


def rally_phase(side: int, nation: str) -> Callable[[Somme], Procedure]:
    """The rally step of a side, or with three players of one Allied nation."""

    def phase(g: Somme) -> Procedure:
        wanted = nation if g.setting.three_seats else ""
        if side not in sides_now(g) or (nation == FRENCH and not g.setting.three_seats):
            return
        while True:
            rally, recover = in_need(g, side, wanted)
            if not rally and not recover:
                return
            action: Action = yield RallyDecision(g, side, wanted, rally, recover)
            if action.verb == "end":
                return
            unit = action.number()
            if action.verb == "rally":
                try_rally(g, unit)
            else:
                try_recovery(g, unit)

    return phase


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
    succeeds = [die + modifier <= target for die in range(1, 7)]
    rallied = succeeds[g.throw("12.2", f"rally of {g.name(unit)}", same=succeeds) - 1]
    g.state.rallied.append(unit)
    if rallied:
        g.set_status(unit, GOOD_ORDER)
    g.note("rally", "12.2", "12.2.1", result=True, unit=unit, rallied=rallied, modifier=modifier)


def try_recovery(g: Somme, unit: int) -> None:
    """12.3: one die on the Tank Recovery Table, worse in rain and snow (7.8)."""
    modifier = g.setting.weather_effects[g.state.weather].tank
    words = [by_die(g.setting.combat.tank_recovery, die + modifier) for die in range(1, 7)]
    recovered = words[g.throw("12.3", f"recovery of {g.name(unit)}", same=words) - 1] == "recovers"
    g.state.recovered.append(unit)
    if recovered:
        g.state.broken.remove(unit)
    g.note("recovery", "12.3", result=True, unit=unit, recovered=recovered)
