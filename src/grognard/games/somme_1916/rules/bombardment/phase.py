"""The Bombardment Phase (6.1): targets, guns that combine, the answer, the shells."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial

from grognard.engine import ALLOW, Action, Choice, Decision, Procedure, Ruling, Subject, refuse
from grognard.engine.events import counted
from grognard.games.somme_1916.rules.bombardment.counter_battery import answer_fire
from grognard.games.somme_1916.rules.bombardment.guns import (
    feasible,
    may_bombard,
    may_fire,
    off_map_factors,
    off_map_reach,
    off_map_ready,
    reach_of,
    ready_guns,
    terrain_row,
)
from grognard.games.somme_1916.rules.bombardment.results import shell
from grognard.games.somme_1916.state import Somme
from grognard.games.somme_1916.terms import NOWHERE, SIDES
from grognard.games.somme_1916.verbs import END, FIRE, PASS
from grognard.rules.masks import cells_of


class BombardDecision(Decision):
    """The next bombardment: its target and its first gun (6.1)."""

    __slots__ = ("feasible", "g", "guns", "off_map")

    def __init__(self, g: Somme) -> None:
        side = g.phasing
        name = SIDES[side]
        super().__init__(
            name, "bombardment", "6.1", f"{g.setting.seat_name(g.seat(side))}: bombard, or end the phase", rest=True,
            seat=g.seat(side),
        )
        self.g = g
        self.guns = [u for u in ready_guns(g, side) if g.acts(u)]
        self.off_map = off_map_ready(g, side)
        self.feasible = feasible(g, side, self.guns, self.off_map)

    def verbs(self) -> Sequence[str]:
        return ("bombard", "offmap", "end")

    def subjects(self) -> Sequence[Subject]:
        found = [self.g.setting.unit_subjects[u] for u in self.guns if self.feasible & reach_of(self.g, u)]
        if self.off_map and self.feasible & off_map_reach(self.g):
            found.append(Subject("button", "offmap"))
        found.append(Subject("button", "end"))
        return found

    def actions(self, subject: Subject) -> Iterable[Action]:
        if subject.kind == "button":
            if subject.ref == "offmap" and self.off_map:
                return [Action("offmap", (c,)) for c in cells_of(self.feasible & off_map_reach(self.g))]
            return [END] if subject.ref == "end" else []
        gun = subject.ref
        if not isinstance(gun, int) or gun not in self.guns:
            return []
        return [Action("bombard", (c, gun)) for c in cells_of(self.feasible & reach_of(self.g, gun))]

    def check(self, action: Action) -> Ruling:
        if action.verb == "end":
            return ALLOW
        g, side = self.g, self.g.phasing
        cell = action.number()
        here = g.setting.grid.ids[cell]
        if action.verb == "offmap":
            if not self.off_map:
                return refuse("15.5.3", "there is no Off-Map Artillery that could fire now")
            if not off_map_reach(g) >> cell & 1:
                return refuse("15.5.3", f"{here} is too far from the north and the east edge")
        else:
            gun = action.number(1)
            if g.setting.side[gun] != side or not g.acts(gun):
                return refuse("6.1", f"{g.name(gun)} is not yours to fire")
            ruling = may_fire(g, gun)
            if not ruling:
                return ruling
            if not reach_of(g, gun) >> cell & 1:
                far = g.setting.grid.distance(g.state.loc[gun], cell)
                return refuse("6.3.1", f"{here} is {far} squares away, {g.name(gun)} reaches {g.face(gun).range}")
        if self.feasible >> cell & 1:
            return ALLOW
        ruling = may_bombard(g, side, cell)
        if not ruling:
            return ruling
        row = terrain_row(g, cell, side)
        needed = g.setting.row_minimum[row]
        return refuse("6.2.1", f"{here} ({row}) takes {needed} factors at least, more than all guns in range have left")


def bombardment_phase(g: Somme) -> Procedure:
    """6.1: bombardment after bombardment until the player ends the phase or has fired all his guns."""
    while True:
        decision = BombardDecision(g)
        if len(decision.subjects()) == 1:
            return
        action: Action = yield decision
        if action.verb == "end":
            return
        yield from bombard(g, action)


def begin_bombardment(g: Somme) -> None:
    """Each gun fires once in a phase, each firing square is answered once (6.3, 6.3.2)."""
    g.state.fired, g.state.answered, g.state.off_map_fired = [], [], 0


def bombard(g: Somme, action: Action) -> Procedure:
    """One bombardment: guns join in, the enemy answers, the shells fall."""
    state, side = g.state, g.phasing
    cell = action.number()
    state.target = cell
    state.firing = [action.number(1)] if action.verb == "bombard" else []
    if action.verb == "offmap":
        state.off_map_fired = 1
    off_map = action.verb == "offmap"
    minimum = g.setting.row_minimum[terrain_row(g, cell, side)]
    while True:
        factors = sum(g.attack(u) for u in state.firing) + (off_map_factors(g) if off_map else 0)
        options = [Action("join", (u,)) for u in joining_guns(g, side, cell)]
        if not off_map and off_map_ready(g, side) and off_map_reach(g) >> cell & 1:
            options.append(Action("offmap", (cell,)))
        if factors >= minimum:
            options.append(FIRE)
        more: Action = FIRE
        if options != [FIRE]:
            more = yield Choice(
                SIDES[side], "bombardment-guns", "6.3.1", prompt_for_guns(g, cell, factors, minimum), options,
                seat=g.seat(side), why_not=partial(may_add, g, cell, factors, minimum),
                also=("join", "fire"),
            )
        if more.verb == "fire":
            break
        if more.verb == "offmap":
            off_map, state.off_map_fired = True, 1
        else:
            state.firing.append(more.number())
    if state.acting:
        yield from ask_the_others(g, side, cell)
    state.fired += state.firing
    g.note("bombard", "6.1", units=list(state.firing), target=cell, off_map=off_map)
    yield from answer_fire(g)
    yield from shell(g, cell, state.firing, side, off_map)
    state.target, state.firing = NOWHERE, []


def ask_the_others(g: Somme, side: int, cell: int) -> Procedure:
    """6.3.1, D11: with three players the other Allied nation is asked whether its guns combine with these."""
    while True:
        others = [u for u in ready_guns(g, side) if not g.acts(u) and u not in g.state.firing]
        guns = [u for u in others if reach_of(g, u) >> cell & 1]
        if not guns:
            return
        seat = g.seat(side, g.setting.nation[guns[0]])
        action: Action = yield Choice(
            SIDES[side], "bombardment-support", "6.3.1",
            f"{g.setting.seat_name(seat)}: which guns combine their fire at {g.setting.grid.ids[cell]}?",
            [*(Action("join", (u,)) for u in guns), PASS], seat=seat,
        )
        if action.verb == "pass":
            return
        g.state.firing.append(action.number())


def prompt_for_guns(g: Somme, cell: int, factors: int, minimum: int) -> str:
    name = g.setting.seat_name(g.seat(g.phasing))
    needed = f", {minimum} are needed" if factors < minimum else ""
    fire = counted(factors, "factor fires", "factors fire")
    return f"{name}: {fire} at {g.setting.grid.ids[cell]}{needed}; more guns may join"


def joining_guns(g: Somme, side: int, cell: int) -> list[int]:
    """6.3.1: guns in range of the target that have not fired."""
    return [
        u for u in ready_guns(g, side)
        if u not in g.state.firing and g.acts(u) and reach_of(g, u) >> cell & 1
    ]


def may_add(g: Somme, cell: int, factors: int, minimum: int, action: Action) -> Ruling:
    """Whether fire may be opened, or the gun that is named may join in; the rest is settled by the list of choices."""
    if action.verb == "fire" and factors < minimum:
        return refuse("6.2.1", f"{minimum} factors are needed against {g.setting.grid.ids[cell]}")
    return may_join(g, cell, action.number()) if action.verb == "join" else ALLOW


def may_join(g: Somme, cell: int, gun: int) -> Ruling:
    """6.3.1: whether a gun may combine its fire with those that fire at a square."""
    if g.setting.side[gun] != g.phasing or not g.acts(gun):
        return refuse("6.1", f"{g.name(gun)} is not yours to fire")
    ruling = may_fire(g, gun)
    if not ruling:
        return ruling
    if gun in g.state.firing:
        return refuse("6.3", f"{g.name(gun)} takes part already")
    if not reach_of(g, gun) >> cell & 1:
        return refuse("6.3.1", f"{g.setting.grid.ids[cell]} is out of range of {g.name(gun)}")
    return ALLOW
