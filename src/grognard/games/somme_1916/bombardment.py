"""Artillery Bombardment (6.1-6.3, 6.5)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from grognard.engine import ALLOW, Action, Choice, Decision, Procedure, Ruling, Subject, refuse
from grognard.engine.events import counted
from grognard.games.somme_1916.losses import lose_steps
from grognard.games.somme_1916.ranges import in_supply
from grognard.games.somme_1916.setting import GERMAN, SIDES
from grognard.games.somme_1916.state import GOOD_ORDER, Somme
from grognard.rules.masks import cells_of, mask

END, FIRE, PASS = Action("end"), Action("fire"), Action("pass")
HEAVY = 6
"""3.4.1: a gun of a longer range than this is heavy."""


# -- guns --


def may_fire(g: Somme, gun: int) -> Ruling:
    """6.3, 6.3.2: in Good Order, not interdicted, and once in a phase."""
    if not g.setting.guns[gun]:
        return refuse("6.2", f"{g.name(gun)} is no artillery")
    if g.state.loc[gun] < 0:
        return refuse("6.2", f"{g.name(gun)} is not on the map")
    if g.state.status[gun] != GOOD_ORDER:
        return refuse("6.3.2", f"{g.name(gun)} is not in Good Order and may not fire until it rallies")
    if g.is_interdicted(g.state.loc[gun]):
        return refuse("6.3.2", f"{g.name(gun)} is in an interdicted square and may not fire")
    if gun in g.state.fired:
        return refuse("6.3", f"{g.name(gun)} has fired in this phase")
    return ALLOW


def ready_guns(g: Somme, side: int) -> list[int]:
    return [u for u in g.setting.gun_units[side] if may_fire(g, u)]


def reach_of(g: Somme, gun: int) -> int:
    """The squares in a gun's range (6.3.1)."""
    return g.setting.in_range(g.state.loc[gun], g.face(gun).range)


def off_map_ready(g: Somme, side: int) -> bool:
    """15.5.3, X50: the German Off-Map Artillery fires once in a Bombardment Phase."""
    return side == GERMAN and g.has_operation("off-map-artillery") and not g.state.off_map_fired


def off_map_factors(g: Somme) -> int:
    return int(g.setting.combat.operations["off-map-artillery"].parameters["factors"])


def off_map_reach(g: Somme) -> int:
    """15.5.3: so many squares inland from the north and the east edge, the edge square counted."""
    depth = int(g.setting.combat.operations["off-map-artillery"].parameters["range"])
    found = g.map_cache.get(("off-map", depth))
    if not isinstance(found, int):
        setting = g.setting
        north, east = min(setting.row), max(setting.column)
        found = mask(
            c for c in range(len(setting.grid.ids))
            if setting.row[c] < north + depth or setting.column[c] > east - depth
        )
        g.map_cache["off-map", depth] = found
    return found


# -- targets --


def in_the_open(g: Somme, cell: int, side: int) -> list[int]:
    """The enemies of a side in a square that its shells can hurt: not concealed guns (15.5.3, D25)."""
    units = g.enemies_in(cell, side)
    if side != GERMAN and g.has_operation("concealed-artillery"):
        units = [u for u in units if not g.setting.guns[u]]
    return units


def terrain_row(g: Somme, cell: int, side: int) -> str:
    """6.2.1: the row of the table for a square that a side bombards; the hardest terrain counts."""
    setting = g.setting
    units = g.enemies_in(cell, side)
    if units and all(setting.cavalry[u] for u in units):
        return setting.open_row[cell]                                           # X25: cavalry has no trench
    row = setting.shell_row[cell]
    if not setting.start_trench >> cell & 1 and any(g.is_entrenched(u) for u in units):
        return setting.harder_row("second-trench", row)
    return row


def targets(g: Somme, side: int) -> dict[int, int]:
    """The squares that a side may bombard, by the fewest factors that can strike at them."""
    key = ("targets", side)
    found = g.map_cache.get(key)
    if not isinstance(found, dict):
        vacant = g.setting.everywhere & ~g.occupied(0) & ~g.occupied(1) & ~mask(g.state.interdicted)
        found = {least: cells & vacant for least, cells in g.setting.minimum_cells.items()}
        for cell in cells_of(g.occupied(1 - side) & ~mask(g.state.engaged)):
            if in_the_open(g, cell, side):
                least = g.setting.row_minimum[terrain_row(g, cell, side)]
                found[least] = found.get(least, 0) | 1 << cell
        g.map_cache[key] = found
    return found


def feasible(g: Somme, side: int, guns: Sequence[int], off_map: bool) -> int:
    """The targets that all these guns together could strike at (6.2.1)."""
    wanted = targets(g, side)
    most = max(wanted)
    at_least = [g.setting.everywhere] + [0] * most
    batteries = [(g.attack(u), reach_of(g, u)) for u in guns]
    if off_map:
        batteries.append((off_map_factors(g), off_map_reach(g)))
    for factors, cells in batteries:
        for k in range(most, 0, -1):
            at_least[k] |= at_least[max(0, k - factors)] & cells
    found = 0
    for least, cells in wanted.items():
        found |= cells & at_least[least]
    return found


def why_no_target(g: Somme, side: int, cell: int) -> Ruling:
    """6.3.2, 6.3.3: what may be bombarded."""
    here = g.setting.grid.ids[cell]
    if cell in g.state.engaged:
        return refuse("6.3.2", f"the units in {here} are engaged: friends are too near")
    if g.friends_in(cell, side):
        return refuse("6.2", f"{here} holds your own units")
    if not g.stack[cell] and g.is_interdicted(cell):
        return refuse("6.5.1", f"{here} is interdicted already")                # D23
    if g.stack[cell] and not in_the_open(g, cell, side):
        return refuse("15.5.3", f"the guns in {here} are concealed and cannot be bombarded")
    return ALLOW


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
        ruling = why_no_target(g, side, cell)
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
    from grognard.games.somme_1916.counter_battery import answer_fire

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
                seat=g.seat(side), why_not=lambda action: why_not_joining(g, side, cell, minimum, action),
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
    state.target, state.firing = -1, []


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


def why_not_joining(g: Somme, side: int, cell: int, minimum: int, action: Action) -> Ruling:
    if action.verb == "fire":
        return refuse("6.2.1", f"{minimum} factors are needed against {g.setting.grid.ids[cell]}")
    if action.verb != "join":
        return ALLOW
    gun = action.number()
    if g.setting.side[gun] != side or not g.acts(gun):
        return refuse("6.1", f"{g.name(gun)} is not yours to fire")
    ruling = may_fire(g, gun)
    if not ruling:
        return ruling
    if gun in g.state.firing:
        return refuse("6.3", f"{g.name(gun)} takes part already")
    return refuse("6.3.1", f"{g.setting.grid.ids[cell]} is out of range of {g.name(gun)}")


# -- resolution --


def modifiers(g: Somme, guns: Iterable[int], side: int, target: int | None, off_map: bool) -> list[tuple[str, int]]:
    """6.5.1: the die-roll modifiers of fire, each with its name; without a target those of Counter-battery Fire."""
    setting, found = g.setting, []
    table = setting.bombardment.modifiers
    for gun in guns:
        if g.face(gun).range > HEAVY:
            found.append(("heavy-gun", table["heavy-gun"].drm))
        if not in_supply(g, gun):
            found.append(("out-of-supply", table["out-of-supply"].drm))         # 6.3.2
    if off_map:
        found.append(("heavy-gun", table["heavy-gun"].drm))                     # 15.5.3: heavy artillery, D24
    if SIDES[side] in g.state.observation:
        found.append(("air-observation", table["air-observation"].drm))
    if target is not None and any(setting.cavalry[u] for u in g.enemies_in(target, side)):
        found.append(("british-cavalry", table["british-cavalry"].drm))
    return found


def shell(g: Somme, cell: int, guns: Sequence[int], side: int, off_map: bool) -> Procedure:
    """6.5.1: the guns that are left fire on the table."""
    table = g.setting.bombardment
    factors = sum(g.attack(u) for u in guns) + (off_map_factors(g) if off_map else 0)
    row = terrain_row(g, cell, side)
    column = table.column(row, factors)
    if not column:
        g.note("too-few", "6.2.1", target=cell, factors=factors)                # X35
        return
    rows = modifiers(g, guns, side, cell, off_map)
    drm = sum(n for _, n in rows)
    results = [table.result(column, die + drm) for die in range(1, 7)]
    die = g.throw("6.5.1", "bombardment", same=results)
    outcome = results[die - 1]
    g.note(
        "bombardment", "6.5.1", result=True,
        target=cell, factors=factors, row=row, column=column, drm=drm, outcome=outcome,
    )
    yield from apply_result(g, cell, side, outcome)


def apply_result(g: Somme, cell: int, side: int, outcome: str) -> Procedure:
    """6.5.1: what a result does to a square that a side has bombarded."""
    units = in_the_open(g, cell, side)
    if outcome == "-":
        return
    if outcome == "I" or not units:                                             # a vacant square is interdicted at most
        interdict(g, cell, side)
    elif outcome == "S":
        for unit in units:
            g.suppress(unit, "6.5.1")
    elif outcome == "D":
        for unit in units:
            g.disrupt(unit, "6.5.1")
    else:
        steps = int(outcome[0]) if outcome[0].isdigit() else 1
        yield from lose_steps(g, units, steps, "6.5.1", "bombardment")


def interdict(g: Somme, cell: int, side: int) -> None:
    """6.5.1: once in a phase."""
    if not g.is_interdicted(cell):
        g.interdict(cell, side)
        g.note("interdicted", "6.5.1", "6.3.3", cell=cell)
