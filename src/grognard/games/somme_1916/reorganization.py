"""Reorganization (module 12): replacement levels, rally, tank recovery, clearing of interdiction.

By default one joint step at the end of the turn, the Allies first; by option each side at the end of
its own phase (ruling X01).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from grognard.engine import ALLOW, Action, Choice, Decision, Procedure, Ruling, Subject, Together, refuse
from grognard.engine.events import counted
from grognard.games.somme_1916.ranges import headquarters, path_length
from grognard.games.somme_1916.setting import ALLIED, FRONT, GERMAN, SIDES
from grognard.games.somme_1916.state import GOOD_ORDER, Somme
from grognard.games.somme_1916.tables import by_die
from grognard.rules.masks import mask

END = Action("end")
COUNTED = ("assaults", "steps", "disrupted")
"""12.1.1: what makes the working total."""


def is_joint(g: Somme) -> bool:
    return g.setting.options["reorganization"] == "joint"


def sides_now(g: Somme) -> list[int]:
    """The sides that reorganize in this step."""
    return [ALLIED, GERMAN] if is_joint(g) else [g.phasing]


def working_total(g: Somme, side: int) -> int:
    """12.1.1: Assaults made, steps lost in them, units newly Disrupted."""
    return sum(g.state.working.get(f"{SIDES[side]}-{what}", 0) for what in COUNTED)


def begin_reorganization(g: Somme) -> None:
    """12.1.1, 12.1.2: two dice on the column of the working total; below the chart nothing."""
    state, combat = g.state, g.setting.combat
    state.levels, state.rallied, state.recovered = {}, [], []
    for side in sides_now(g):
        total = working_total(g, side)
        steps = 0
        if total >= combat.lowest_total:
            row = [combat.replacement_steps(total, dice) for dice in range(2, 13)]
            steps = row[g.throw("12.1.2", "replacements", 2, same=row) - 2]
        state.levels[SIDES[side]] = steps
        g.note("replacement-level", "12.1.1", "12.1.2", side=SIDES[side], total=total, steps=steps)


def plan_replacements(g: Somme) -> Procedure:
    """12.1.3: both players write down how many steps they will take and show it together."""
    levels = g.state.levels
    if sum(steps > 0 for steps in levels.values()) < 2:
        return
    answers: dict[str, Action] = yield Together({
        side: Choice(
            side, "replacement-plan", "12.1.3",
            f"{g.setting.seat_name(g.seat(SIDES.index(side), common(side)))}: "
            f"how many of {counted(steps, 'replacement step', 'replacement steps')} will you take at most?",
            [Action("spend", (n,)) for n in range(steps + 1)], about="number",
            seat=g.seat(SIDES.index(side), common(side)),
        )
        for side, steps in levels.items()
    }, rest=True)
    for side, action in answers.items():
        number = action.number()
        levels[side] = number
        g.note("replacement-plan", "12.1.3", side=side, steps=number)


def common(side: str) -> str:
    """Ruling D11: what is common to the Allies belongs to the British player."""
    return "british" if side == "allied" else "german"


# -- rally and recovery --


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
        if side not in sides_now(g) or (nation == "french" and not g.setting.three_seats):
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
    hqs = mask(state.loc[hq] for hq in headquarters(g, g.setting.nation[unit], FRONT) if hq != unit)   # X58
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


# -- the end --


def end_reorganization(g: Somme) -> None:
    """12.4 and the end of 12.1.3: interdiction clears, the Replacements Marker goes back to zero."""
    state = g.state
    for cell, (laid_by, turn) in sorted(state.interdicted.items()):
        if is_joint(g):
            over = laid_by == "allied" or turn < state.turn                     # ruling X01
        else:
            over = laid_by != state.phasing
        if over:
            g.clear_interdiction(cell)
            g.note("interdiction-clears", "12.4", cell=cell)
    if is_joint(g) or g.phasing == GERMAN:
        state.air = -1                                                          # 6.6, 12.4, ruling X44
    for side in sides_now(g):
        for what in COUNTED:
            state.working[f"{SIDES[side]}-{what}"] = 0
    state.levels, state.rallied, state.recovered = {}, [], []


def after_reorganization(g: Somme) -> str:
    return "end-of-turn" if is_joint(g) else "next-player"
