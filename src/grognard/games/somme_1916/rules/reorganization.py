"""Reorganization (module 12): replacements, rally, tank recovery, and the end of interdiction.

By default one joint step at the end of the turn, the Allies first; by option each side at the end of
its own phase (ruling X01).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from grognard.engine import ALLOW, Action, Choice, Procedure, Ruling, Together, refuse
from grognard.engine.events import counted
from grognard.games.somme_1916.position import Somme
from grognard.games.somme_1916.rules.bombardment.losses import eliminate
from grognard.games.somme_1916.rules.commitment import headquarters, squares_within
from grognard.games.somme_1916.rules.movement.facing import settle_facing
from grognard.games.somme_1916.rules.movement.reinforcements import home_edge
from grognard.games.somme_1916.rules.movement.stacking import may_stack_together, room
from grognard.games.somme_1916.terms import (
    AHEAD,
    ALLIED,
    BACK,
    BRITISH,
    FRENCH,
    FRONT,
    GERMAN,
    GOOD_ORDER,
    NOWHERE,
    POOL,
    SIDES,
    TRACK,
    Heap,
    Operation,
    Return,
    Tally,
)
from grognard.rules.arithmetic import Row, applying, told, total
from grognard.rules.masks import cells_of, mask
from grognard.rules.orders import END, UnitOrders
from grognard.rules.reading import at


def is_joint(g: Somme) -> bool:
    return g.setting.options["reorganization"] == "joint"


def sides_now(g: Somme) -> list[int]:
    """The sides that reorganize in this step."""
    return [ALLIED, GERMAN] if is_joint(g) else [g.phasing]


def by_player(step: Callable[[Somme, int, str], Procedure], side: int, nation: str) -> Callable[[Somme], Procedure]:
    """A step of a side that with three players each Allied nation takes by itself; else no nation is named."""

    def phase(g: Somme) -> Procedure:
        if side in sides_now(g) and (g.setting.three_seats or nation != FRENCH):
            yield from step(g, side, nation if g.setting.three_seats else "")

    return phase


def working_total(g: Somme, side: int) -> int:
    """12.1.1: Assaults made, steps lost in them, units newly Disrupted."""
    return sum(g.state.working.get(f"{SIDES[side]}-{what}", 0) for what in Tally)


def begin_reorganization(g: Somme) -> None:
    """12.1.1, 12.1.2: two dice on the column of the working total, at most the last; below the chart nothing."""
    state, chart = g.state, g.setting.combat.replacements
    state.levels, state.rallied, state.recovered = {}, [], []
    for side in sides_now(g):
        total = working_total(g, side)
        steps = 0
        if total >= chart.columns[0]:
            _, steps = g.roll_on(chart, chart.clamp(total), "12.1.2", "replacements")
        state.levels[SIDES[side]] = steps
        g.note("replacement-level", "12.1.1", "12.1.2", side=SIDES[side], total=total, steps=steps)


def too_many(steps: int, action: Action) -> Ruling:
    """12.1.3: nobody plans for more than his level gives him."""
    return refuse("12.1.3", f"between 0 and {counted(steps, 'step', 'steps')} can be planned, not {action.number()}")


def plan_replacements(g: Somme) -> Procedure:
    """12.1.3: both players write down how many steps they will take and show it together."""
    levels = g.state.levels
    if sum(steps > 0 for steps in levels.values()) < 2:
        return
    answers: dict[str, Action] = yield Together({
        side: Choice(
            side, "replacement-plan", "12.1.3",
            f"{g.setting.seat_name(g.common_seat(SIDES.index(side)))}: "
            f"choose how many of {counted(steps, 'replacement step', 'replacement steps')} to take at most",
            [Action("spend", (n,)) for n in range(steps + 1)], about="number",
            seat=g.common_seat(SIDES.index(side)), why_not=partial(too_many, steps),
        )
        for side, steps in levels.items()
    }, rest=True)
    for side, action in answers.items():
        number = action.number()
        levels[side] = number
        g.note("replacement-plan", "12.1.3", side=side, steps=number)


# -- combat replacements (12.1), and HQs that come back after supply (11.2.1; rulings D04, X68) --


ONE_STEP, TWO_STEPS = 1, 3
"""15.1: attack factors that one replacement step (a reduced brigade) and two steps (a brigade) bring to a division."""


def is_waiting(g: Somme, unit: int) -> bool:
    """In the pool (12.1), or on the Turn Track and due (11.2.1): HQs of both sides are used again (15.4).

    HQs that fled from a zone of control come back by themselves (7.4.2).
    """
    state, place = g.state, g.state.loc[unit]
    return place == POOL or (place == TRACK and state.due[unit] <= state.turn and state.returns[unit] != Return.FLIGHT)


def strengths_of(g: Somme, unit: int) -> Sequence[str]:
    """Full or, where the counter has a reverse side for it, reduced."""
    return ("full",) if g.setting.two_modes[unit] else ("full", "reduced")


def steps_needed(g: Somme, unit: int, word: str) -> int:
    """12.1.3: the replacement steps that a unit of that strength is made of."""
    entry = g.setting.units[unit]
    state = word
    if g.setting.two_modes[unit]:
        state = "command" if g.setting.hqs[unit] else "mobile"
    return g.setting.combat.replacement_costs[entry.size, entry.type, state]


def cost(g: Somme, unit: int, word: str) -> int:
    """What a unit takes from the level: HQs and, with Commit Reserves, battalions may come without."""
    if g.state.loc[unit] == TRACK and comes_free(g, unit):
        return 0
    if g.setting.battalions[unit] and g.has_operation(Operation.COMMIT_RESERVES):
        return g.setting.combat.operations[Operation.COMMIT_RESERVES].number("battalion_cost")  # 15.5.3
    return steps_needed(g, unit, word)


def comes_free(g: Somme, hq: int) -> bool:
    """X68: after supply by option or operation."""
    if g.setting.options["supply_hq_cost"] == "free":
        return True
    return g.setting.nation[hq] == BRITISH and g.has_operation(Operation.INCREASE_SUPPLY)  # 15.5.2


REPLACEMENT_EDGES = (("west",), ("north", "east"))
"""12.1.3: the map edges of the Allies and of the Germans, behind their own lines."""


def factors_of_steps(steps: int) -> int:
    """15.1, ruling D19: what replacement steps add to the brigades of a new division."""
    return TWO_STEPS * (steps // 2) + ONE_STEP * (steps % 2)


class ReplaceOrders(UnitOrders[Somme]):
    """12.1.2: units from the pool, up to the level; HQs that are due."""

    offers = ("replace", "rebuild", "end")

    def __init__(self, g: Somme, side: int, nation: str) -> None:
        self.level = g.state.levels.get(SIDES[side], 0)
        question = f"take replacements, or end ({counted(self.level, 'step', 'steps')} left)"
        super().__init__(g, side, "replacements", "12.1.2", question, seat=g.seat(side, nation))
        self.nation = nation
        """With three players the nation whose units are asked for; else none."""
        self.edge = home_edge(g, side, *REPLACEMENT_EDGES[side])

    def units(self) -> Sequence[int]:
        loc = self.g.state.loc
        return [u for u in self.g.setting.units_of[self.number] if loc[u] < 0 and self.may_act(u)]

    def is_able(self, unit: int) -> bool:
        return bool((self.affordable(unit) and self.squares(unit)) or self.rebuilding(unit))

    def others(self, unit: int) -> Sequence[Action]:
        words, cells = self.affordable(unit), cells_of(self.squares(unit))
        found = [Action("replace", (unit, cell, word)) for word in words for cell in cells]
        return [*found, *(Action("rebuild", (unit, cell, word)) for cell, word in self.rebuilding(unit))]

    def affordable(self, unit: int) -> list[str]:
        return [w for w in strengths_of(self.g, unit) if cost(self.g, unit, w) <= self.level]

    def squares(self, unit: int) -> int:
        return room(self.g, unit, self.edge)

    def rebuilding(self, unit: int) -> list[tuple[int, str]]:
        """15.1, 15.3: a larger unit around smaller ones in the field, in the campaign only."""
        g = self.g
        if not g.setting.campaign or g.state.loc[unit] != POOL or self.level < 1:
            return []
        if not (g.setting.divisions[unit] or g.setting.regiments[unit]):
            return []
        cells = sorted({
            g.state.loc[u] for u in g.setting.units_of_nation[g.setting.nation[unit]]
            if g.state.loc[u] >= 0 and (g.setting.brigades[u] or g.setting.battalions[u])
        })
        parts = {cell: found for cell in cells if (found := parts_for(g, unit, cell))}
        return [
            (cell, word) for cell in parts for word in strengths_of(g, unit)
            if 1 <= rebuild_cost(g, unit, parts[cell], word) <= self.level
        ]

    def may_act(self, unit: int) -> Ruling:
        g, name = self.g, self.g.name(unit)
        if g.setting.side[unit] != self.number:
            return refuse("12.1", f"{name} is not your unit")
        if self.nation not in ("", g.setting.nation[unit]):
            return refuse("1.0", f"{name} belongs to the other Allied player")
        if not is_waiting(g, unit):
            return refuse("12.1", f"{name} is neither in the Replacement Pool nor due on the Turn Track")
        return ALLOW

    def may_do(self, action: Action) -> Ruling:
        g = self.g
        unit, cell, word = action.number(), action.number(1), action.word(2)
        name = g.name(unit)
        if word not in strengths_of(g, unit):
            return refuse("12.1.3", f"{name} comes back at full strength, not '{word}'")
        if action.verb == "rebuild":
            return refuse("15.1", f"{name} cannot be built there: smaller units and steps must reach its factors")
        if cost(g, unit, word) > self.level:
            price = counted(cost(g, unit, word), "step", "steps")
            return refuse("12.1.2", f"{name} costs {price}, but only {self.level} are left")
        if not self.edge >> cell & 1:
            return refuse("12.1.3", "place replacements on your own map edge behind your line")
        return refuse("7.3", f"{name} does not fit in that square")


def rebuild_cost(g: Somme, unit: int, parts: Sequence[int], word: str) -> int:
    """15.1: the fewest steps that make smaller units into the larger one; 0 if it is not possible."""
    if not parts:
        return 0
    if g.setting.regiments[unit]:
        return 1                                                                # 12.1.3: regiment and battalion
    needed = g.setting.faces[unit][FRONT if word == "full" else BACK].attack
    have = sum(g.attack(u) for u in parts)
    if have >= needed:
        return 0                                                                # 7.4.3: that is combining, in movement
    return next(steps for steps in range(1, 9) if have + factors_of_steps(steps) >= needed)


def parts_for(g: Somme, unit: int, cell: int) -> list[int]:
    """The brigades of a square, or one battalion; in Good Order, not engaged or interdicted (7.4.3)."""
    if cell in g.state.engaged or g.is_interdicted(cell):
        return []
    nation = g.setting.nation[unit]
    here = [u for u in g.stack[cell] if g.setting.nation[u] == nation]
    if g.setting.divisions[unit]:
        parts = [u for u in here if g.setting.brigades[u]]
    else:
        parts = [u for u in here if g.setting.battalions[u]][:1]
    if not parts or not all(g.good_order(u) for u in parts):
        return []
    rest = [u for u in here if u not in parts]
    return parts if may_stack_together(g, [unit, *rest]) else []


def take_replacements(g: Somme, side: int, nation: str) -> Procedure:
    """Units come back one after the other; the level is common to both Allied nations (ruling D11)."""
    while (orders := ReplaceOrders(g, side, nation)).is_anybody_able() and (action := (yield from g.order(orders))):
        unit, cell, word = action.number(), action.number(1), action.word(2)
        if action.verb == "rebuild":
            rebuild(g, unit, cell, word)
        else:
            replace(g, unit, cell, word)


def replace(g: Somme, unit: int, cell: int, word: str) -> None:
    """A unit comes back on the own edge; German infantry mobile, HQs in Command Mode (12.1.3)."""
    steps = cost(g, unit, word)
    free = not steps and g.state.loc[unit] == POOL
    concede(g, unit, steps, steps_needed(g, unit, word) if free else steps)     # 15.5.3: reserves still give points
    arrive(g, unit, cell, word)
    settle_facing(g, unit, AHEAD[g.setting.side[unit]])
    g.note("replaced", "12.1.3", unit=unit, to=cell)


def concede(g: Somme, unit: int, steps: int, scored: int) -> None:
    """13.3: steps are taken from the level, and what they score is conceded to the enemy."""
    side, points = g.setting.side[unit], scored * g.setting.combat.points["replacement-step"]
    g.state.levels[SIDES[side]] = g.state.levels.get(SIDES[side], 0) - steps
    g.award(1 - side, Heap.REPLACEMENTS, points, "13.3", f"{g.name(unit)} comes back")


def arrive(g: Somme, unit: int, cell: int, word: str) -> None:
    state = g.state
    state.steps[unit] = g.setting.units[unit].steps if word == "full" else 1
    state.status[unit], state.mode[unit] = GOOD_ORDER, FRONT
    # 7.8: tanks run freely in their first turn, and that is the next one.
    state.due[unit], state.returns[unit], state.arrived[unit] = 0, Return.NONE, state.turn + 1
    g.place(unit, cell)
    g.pass_through(unit, cell)
    if g.setting.regiments[unit]:
        state.regiments_back += 1                                               # 15.6.6


def rebuild(g: Somme, unit: int, cell: int, word: str) -> None:
    """15.1, 15.3: smaller units of a square and replacement steps become a larger unit."""
    parts = parts_for(g, unit, cell)
    steps = rebuild_cost(g, unit, parts, word)
    facing, mode = g.state.facing[parts[0]], g.state.mode[parts[0]]
    for part in parts:
        eliminate(g, part)
    concede(g, unit, steps, steps)
    arrive(g, unit, cell, word)
    g.state.facing[unit] = facing
    if g.setting.side[unit] == GERMAN:
        g.set_mode(unit, mode)
    g.note("rebuilt", "15.1", unit=unit, to=cell, units=tuple(parts), steps=steps)


# -- rally and tank recovery (12.2, 12.3) --


def in_need(g: Somme, side: int, nation: str) -> dict[int, str]:
    """What units may still try: to rally (12.2), and tanks to recover (12.3)."""
    state, found = g.state, {}
    for unit in g.of_nation(g.on_map(side), nation):
        if not g.good_order(unit) and unit not in state.rallied:
            found[unit] = "rally"                                               # 12.3: before it recovers
        elif unit in state.broken and unit not in state.recovered:
            found[unit] = "recover"
    return found


def refusal_to_try(g: Somme, side: int, tries: Mapping[int, str], action: Action) -> Ruling:
    """Why a unit may not try that now: each does once (12.2)."""
    unit = action.number()
    name = g.name(unit)
    if action.verb == "recover":
        if tries.get(unit) == "rally":
            return refuse("12.3", f"{name} must roll to rally before it can recover")
        if unit in g.state.recovered:
            return refuse("12.3", f"{name} has already tried to recover this Reorganization")
        return refuse("12.3", f"{name} is not one of your broken-down tanks")
    if g.setting.side[unit] != side or g.state.loc[unit] < 0:
        return refuse("12.2", f"{name} is not a unit of yours on the map")
    if unit in g.state.rallied:
        return refuse("12.2", f"{name} has already tried this Reorganization")
    if g.good_order(unit):
        return refuse("12.2", f"{name} is in Good Order")
    return refuse("1.0", f"{name} belongs to the other Allied player")


def rally(g: Somme, side: int, nation: str) -> Procedure:
    """The rally step of a side, or with three players of one Allied nation."""
    while tries := in_need(g, side, nation):
        options = [Action(tries[unit], (unit,)) for unit in sorted(tries, key=lambda u: tries[u])]
        action = yield from g.ask(
            side, "rally", "12.2", "which unit tries to rally or recover?", [*options, END], seat=g.seat(side, nation),
            also=("rally", "recover"), rest=True, why_not=partial(refusal_to_try, g, side, tries),
        )
        if action.verb == "end":
            return
        if action.verb == "rally":
            try_rally(g, action.number())
        else:
            try_recovery(g, action.number())


def rally_modifiers(g: Somme, unit: int) -> list[Row]:
    """12.2: +1 in an enemy zone that no Good Order friend negates. 12.2.1: -1 with an HQ near, not itself (X58)."""
    table, state = g.setting.combat.rally, g.state
    cell, side = state.loc[unit], g.setting.side[unit]
    exposed = g.in_enemy_zone(unit) and not any(g.good_order(u) for u in g.friends_in(cell, side))
    hqs = mask(state.loc[hq] for hq in headquarters(g, g.setting.nation[unit], FRONT) if hq != unit)
    near = squares_within(g, side, hqs, table["hq-range"]) >> cell & 1
    return applying(
        ("enemy zone of control", table["enemy-zoc"], "12.2", exposed), ("Command HQ near", table["hq"], "12.2.1", near)
    )


def try_rally(g: Somme, unit: int) -> None:
    """12.2: one die; Germans whom Suppression made mobile stay so (X31)."""
    rows = rally_modifiers(g, unit)
    rallied = g.succeeds("12.2", f"rally of {g.name(unit)}", 1, g.setting.combat.rally["target"] - total(rows))
    g.state.rallied.append(unit)
    if rallied:
        g.set_status(unit, GOOD_ORDER)
    g.note("rally", "12.2", "12.2.1", result=True, unit=unit, rallied=rallied, modifier=total(rows), rows=told(rows))


def try_recovery(g: Somme, unit: int) -> None:
    """12.3: one die on the Tank Recovery Table, worse in rain and snow (7.8)."""
    modifier = g.setting.weather_effects[g.state.weather].tank
    words = [at(g.setting.combat.tank_recovery, die + modifier) for die in range(1, 7)]
    recovered = g.roll("12.3", f"recovery of {g.name(unit)}", words) == "recovers"
    g.state.recovered.append(unit)
    if recovered:
        g.state.broken.remove(unit)
    g.note("recovery", "12.3", result=True, unit=unit, recovered=recovered)


# -- the end (12.4) --


def end_reorganization(g: Somme) -> None:
    """12.4 and the end of 12.1.3: interdiction clears, the Replacements Marker goes back to zero."""
    state = g.state
    for cell, (laid_by, turn) in sorted(state.interdicted.items()):
        if turn <= state.turn if is_joint(g) else laid_by != state.phasing:     # ruling X01
            g.clear_interdiction(cell)
            g.note("interdiction-clears", "12.4", cell=cell)
    if is_joint(g) or g.phasing == GERMAN:
        state.air = NOWHERE                                                     # 6.6, 12.4, ruling X44
    for side in sides_now(g):
        for what in Tally:
            state.working[f"{SIDES[side]}-{what}"] = 0
    state.levels, state.rallied, state.recovered = {}, [], []
