"""The Bombardment Phase (6.1): targets, guns that combine, Counter-battery Fire (6.4), the shells."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Sequence
from functools import partial
from typing import Any

from grognard.engine import ALLOW, Action, Asking, Procedure, Ruling, Subject, refuse
from grognard.engine.events import counted
from grognard.engine.game import Asked
from grognard.games.somme_1916.position import Somme
from grognard.games.somme_1916.rules.bombardment.guns import (
    Salvo,
    bearing_guns,
    factors,
    feasible,
    gather,
    may_bombard,
    may_fire,
    off_map_bears,
    off_map_reach,
    off_map_ready,
    reach_of,
    ready_guns,
    terrain_row,
)
from grognard.games.somme_1916.rules.bombardment.results import modifiers, shell
from grognard.games.somme_1916.terms import BRITISH, FRENCH, GERMAN, NOWHERE, Operation
from grognard.rules.arithmetic import told, total
from grognard.rules.masks import cells_of
from grognard.rules.orders import END_BUTTON, UnitOrders
from grognard.rules.position import ChoosingSome

OFF_MAP_BUTTON = Subject("button", "offmap")


class BombardDecision(UnitOrders[Somme]):
    """The next bombardment: its target and its first gun (6.1)."""

    offers = ("bombard", "offmap", "end")

    def __init__(self, g: Somme) -> None:
        side = g.phasing
        super().__init__(g, side, "bombardment", "6.1", "bombard, or end the phase", seat=g.seat(side))
        self.guns = [u for u in ready_guns(g, side) if g.acts(u)]
        self.off_map = off_map_ready(g, side)
        self.feasible = feasible(g, side, self.guns, self.off_map)

    def units(self) -> Sequence[int]:
        return [u for u in self.guns if self.feasible & reach_of(self.g, u)]

    def is_able(self, unit: int) -> bool:
        return True

    def buttons(self) -> Sequence[Subject]:
        reserve = self.off_map and self.feasible & off_map_reach(self.g)
        return (OFF_MAP_BUTTON, END_BUTTON) if reserve else (END_BUTTON,)

    def actions(self, subject: Subject) -> Iterable[Action]:
        gun = subject.ref
        if subject == OFF_MAP_BUTTON and self.off_map:
            return [Action("offmap", (c,)) for c in cells_of(self.feasible & off_map_reach(self.g))]
        if isinstance(gun, str) or gun not in self.guns:
            return super().actions(subject) if subject == END_BUTTON else []
        return [Action("bombard", (c, gun)) for c in cells_of(self.feasible & reach_of(self.g, gun))]

    def check(self, action: Action) -> Ruling:
        if action.verb == "end":
            return ALLOW
        g, side = self.g, self.g.phasing
        cell = action.number()
        here = g.cell_name(cell)
        if action.verb == "offmap":
            if not self.off_map:
                return refuse("15.5.3", "no Off-Map Artillery can fire now")
            if not off_map_reach(g) >> cell & 1:
                return refuse("15.5.3", f"{here} is too far from the north and east edges")
        else:
            ruling = may_fire_at(g, action.number(1), cell)
            if not ruling:
                return ruling
        if self.feasible >> cell & 1:
            return ALLOW
        ruling = may_bombard(g, side, cell)
        if not ruling:
            return ruling
        row = terrain_row(g, cell, side)
        needed = g.setting.row_minimum[row]
        return refuse("6.2.1", f"{here} ({row}) needs at least {needed} factors, more than the guns in range have left")


def bombardment_phase(g: Somme) -> Procedure:
    """6.1: bombardment after bombardment until the player ends the phase or has fired all his guns."""
    while len((decision := BombardDecision(g)).candidates()) > 1 and (action := (yield from g.order(decision))):
        yield from bombard(g, action)


def begin_bombardment(g: Somme) -> None:
    """Each gun fires once in a phase, each firing square is answered once (6.3, 6.3.2)."""
    g.state.fired, g.state.answered, g.state.off_map_fired = [], [], 0


def bombard(g: Somme, action: Action) -> Procedure:
    """One bombardment: guns join in, the enemy answers, the shells fall."""
    state, side, cell = g.state, g.phasing, action.number()
    state.target = cell
    state.firing = [action.number(1)] if action.verb == "bombard" else []
    salvo = Salvo(cell, state.firing, action.verb == "offmap")
    if salvo.off_map:
        state.off_map_fired = 1
    minimum = g.setting.row_minimum[terrain_row(g, cell, side)]

    def ask(factors: int, options: list[Action]) -> Asking:
        needed = f", {minimum} needed" if factors < minimum else ""
        fire = counted(factors, "factor fires", "factors fire")
        return g.ask(
            side, "bombardment-guns", "6.3.1", f"{fire} at {g.cell_name(cell)}{needed}; more guns may join", options,
            seat=g.seat(side), places=("offmap",), why_not=partial(may_add, g, cell, factors, minimum),
            also=("join", "fire"), even_if_one=True,
        )

    yield from gather(g, side, salvo, joining_guns(g, side, cell), minimum, Somme.attack, ask)
    if state.acting:
        state.firing += yield from ask_the_others(g, side, cell)
    state.fired += state.firing
    g.note("bombard", "6.1", units=list(state.firing), target=cell, off_map=salvo.off_map)
    yield from answer_fire(g)
    yield from shell(g, side, Salvo(cell, state.firing, salvo.off_map))
    state.target, state.firing = NOWHERE, []


def ask_the_others(g: Somme, side: int, cell: int) -> ChoosingSome:
    """6.3.1, D11: with three players the other Allied nation is asked whether its guns combine with these."""
    guns = [u for u in bearing_guns(g, side, cell) if not g.acts(u)]
    question = f"choose guns to combine fire at {g.cell_name(cell)}"
    return g.choose_some(side, "bombardment-support", "6.3.1", question, "join", guns, end="pass")


def joining_guns(g: Somme, side: int, cell: int) -> list[int]:
    """6.3.1: guns in range of the target that have not fired."""
    return [u for u in bearing_guns(g, side, cell) if u not in g.state.firing and g.acts(u)]


def may_add(g: Somme, cell: int, factors: int, minimum: int, action: Action) -> Ruling:
    """Whether fire may be opened, or the gun that is named may join in; the rest is settled by the list of choices."""
    if action.verb == "fire" and factors < minimum:
        return refuse("6.2.1", f"you need {minimum} factors against {g.cell_name(cell)}")
    if action.verb == "join" and action.number() in g.state.firing:
        return refuse("6.3", f"{g.name(action.number())} is already taking part")
    return may_fire_at(g, action.number(), cell) if action.verb == "join" else ALLOW


def may_fire_at(g: Somme, gun: int, cell: int) -> Ruling:
    """6.3.1: whether a gun of the player who decides may fire at a square, alone or with others."""
    if g.setting.side[gun] != g.phasing or not g.acts(gun):
        return refuse("6.1", f"{g.name(gun)} is not your gun")
    ruling = may_fire(g, gun)
    if ruling and not reach_of(g, gun) >> cell & 1:
        far = g.setting.grid.distance(g.state.loc[gun], cell)
        return refuse(
            "6.3.1", f"{g.cell_name(cell)} is {far} squares away, out of range of {g.name(gun)} ({g.face(gun).range})"
        )
    return ruling


# -- Counter-battery Fire (6.4, with the printed option 6.4.1) --


Answering = Generator[Asked, Any, bool]
"""A part of a procedure that ends with whether there was an answer."""


def answer_fire(g: Somme) -> Procedure:
    """The other side may answer each firing square once in a phase (6.3.2, X36)."""
    state = g.state
    side = 1 - g.phasing
    for cell in sorted({state.loc[u] for u in state.firing}):
        if cell in state.answered or cell in state.engaged or is_hidden(g, cell):
            continue
        for nation in nations(g, side):
            if (yield from answer_square(g, side, cell, nation)):
                break


def nations(g: Somme, side: int) -> Sequence[str]:
    """With three players each Allied nation is asked by itself."""
    return (BRITISH, FRENCH) if g.setting.three_seats and side != GERMAN else ("",)


def by_table(g: Somme) -> bool:
    """6.4.1."""
    return g.has_option("counter_battery", "table")


def is_hidden(g: Somme, cell: int) -> bool:
    """X51: on the table concealed guns cannot be answered, for that would be a bombardment."""
    return by_table(g) and g.phasing == GERMAN and g.has_operation(Operation.CONCEALED_ARTILLERY)


def answer_square(g: Somme, side: int, cell: int, nation: str) -> Answering:
    """One Counter-battery Fire: guns join, or the defender passes; whether it was fired."""
    state = g.state
    minimum = g.setting.row_minimum[terrain_row(g, cell, side)] if by_table(g) else 1
    guns = g.of_nation(bearing_guns(g, side, cell), nation)
    if factors(g, Salvo(cell, guns, off_map_bears(g, side, cell)), factors_of) < minimum:
        return False

    def ask(so_far: int, options: list[Action]) -> Asking:
        fire = counted(so_far, "factor", "factors")
        return g.ask(
            side, "counter-battery", "6.4", f"Counter-battery Fire at {g.cell_name(cell)} with {fire}; guns may join",
            options, seat=g.seat(side, nation), places=("offmap",), even_if_one=True,
        )

    salvo = Salvo(cell, [])
    if not (yield from gather(g, side, salvo, guns, minimum, factors_of, ask)):
        return False
    state.answered.append(cell)
    state.fired += salvo.guns
    if salvo.off_map:
        state.off_map_fired = 1
    g.note("counter-battery", "6.4", units=list(salvo.guns), target=cell, off_map=salvo.off_map)
    if by_table(g):
        yield from table_fire(g, side, salvo)
    else:
        die_fire(g, side, salvo)
    return True


def factors_of(g: Somme, gun: int) -> int:
    """6.4: the Defensive CF; on the table (6.4.1) the Bombardment factor."""
    return g.attack(gun) if by_table(g) else g.defence(gun)


def die_fire(g: Somme, side: int, salvo: Salvo) -> None:
    """6.4: a die for each firing gun in the square; not above the factors, and it is Disrupted."""
    state = g.state
    number = factors(g, salvo, factors_of)
    rows = modifiers(g, salvo.guns, side, None, salvo.off_map)
    drm = total(rows)
    for gun in [u for u in state.firing if state.loc[u] == salvo.target]:
        hit = g.roll("6.4", f"Counter-battery Fire at {g.name(gun)}", [die + drm <= number for die in range(1, 7)])
        g.note(
            "counter-hit" if hit else "counter-miss", "6.4", result=True, unit=gun, factors=number, drm=drm,
            rows=told(rows),
        )
        if hit:
            state.firing.remove(gun)
            g.disrupt(gun, "6.4")


def table_fire(g: Somme, side: int, salvo: Salvo) -> Procedure:
    """6.4.1: as a bombardment of the firing square; guns that are hit in any way do not fire."""
    state, cell = g.state, salvo.target
    before = {u: state.steps[u] for u in state.firing}
    outcome = yield from shell(g, side, salvo, "6.4.1", "Counter-battery Fire")
    silenced = [
        u for u in state.firing
        if state.loc[u] < 0 or not g.good_order(u) or state.steps[u] < before[u]
        or (state.loc[u] == cell and outcome != "-" and g.is_interdicted(cell))
    ]
    state.firing = [u for u in state.firing if u not in silenced]
    if silenced:
        g.note("silenced", "6.4.1", units=silenced)
