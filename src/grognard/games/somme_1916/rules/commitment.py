"""Assault Commitment (module 8): who attacks which square, whom HQs support, and who goes over the top."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from grognard.engine import ALLOW, Action, Procedure, Ruling, refuse
from grognard.engine.facts import derived
from grognard.games.somme_1916.position import Somme
from grognard.games.somme_1916.rules.assault.strengths import is_arm_of_assault, lamed
from grognard.games.somme_1916.terms import BRITISH, FAILED, FRONT, NOWHERE, PASSED, SIDE_OF, UNTESTED, Operation
from grognard.rules.arithmetic import Row, applying, told, total
from grognard.rules.masks import cells_of, mask
from grognard.rules.orders import END, UnitOrders
from grognard.rules.search import cells_near

SURE_STRENGTH = 6
"""8.7: an Allied division with this many factors needs no die; the Germans have none."""


def begin_commitment(g: Somme) -> None:
    """8.8: the engaged units of the phasing side commit by themselves to fight on in their squares."""
    state = g.state
    clear_orders(g)
    state.resources, state.used, state.supply_used, state.done = {}, [], [], []
    state.target, state.secondary = NOWHERE, 0
    for unit, cell in engaged_attackers(g):
        state.commit[unit] = cell
        g.note("engaged-again", "8.8", unit=unit, target=cell)


def engaged_attackers(g: Somme) -> list[tuple[int, int]]:
    """The phasing side's units that fight on where they are engaged, with their squares (8.8)."""
    squares = sorted(c for c, side in g.state.engaged.items() if side == g.state.phasing)
    return [(unit, cell) for cell in squares for unit in g.friends_in(cell, g.phasing) if may_attack(g, unit)]


def clear_orders(g: Somme) -> None:
    """Nobody is committed; engaged attackers remember where they came from (11.8.1)."""
    state = g.state
    state.clear("commit", "over")
    state.jump_off = [j if j >= 0 and g.is_engaged(u) else NOWHERE for u, j in enumerate(state.jump_off)]
    state.aim, state.fired, state.fired_at = {}, [], []


def stand_down(g: Somme, unit: int) -> None:
    """A unit is no longer committed; it stays in its jump-off square."""
    g.state.commit[unit] = g.state.jump_off[unit] = NOWHERE
    g.state.over[unit] = UNTESTED


def may_attack(g: Somme, unit: int) -> Ruling:
    """8.1, 11.3: whether a unit is fit to take part in an Assault at all."""
    state, name = g.state, g.name(unit)
    if not is_arm_of_assault(g, unit):
        return refuse("8.1", f"{name} is artillery or a headquarters and cannot assault")
    if g.is_disrupted(unit):
        return refuse("8.1", f"{name} is Disrupted")
    if unit in state.broken:
        return refuse("7.8", f"{name} has broken down")
    if unit in state.held:
        return refuse("14.1.3", f"{name} is held on the west edge")
    if lamed(g, unit):
        return refuse("6.5.1", f"{name} is in an interdicted square")
    if state.secondary and not g.good_order(unit):
        return refuse("11.10", f"a Secondary Attack needs Good Order, and {name} is Suppressed")
    return ALLOW


def committed(g: Somme, target: int) -> list[int]:
    """The units of the phasing side that are committed against a square."""
    commit = g.state.commit
    return [u for u in g.setting.units_of[g.phasing] if commit[u] == target] if target in commit else []


# -- command support (8.2-8.5) --


def barred(g: Somme, side: int) -> int:
    """The squares that no path of a side passes (7.5, 8.2, 11.1)."""
    return g.occupied(1 - side) | g.zone_cells[1 - side] & ~g.occupied(side)


def headquarters(g: Somme, nation: str, mode: int) -> list[int]:
    """The HQs of a nation on the map in that mode."""
    loc, modes = g.state.loc, g.state.mode
    return [u for u in g.setting.hq_units[nation] if loc[u] >= 0 and modes[u] == mode]


def squares_within(g: Somme, side: int, goals: int, limit: int) -> int:
    """The squares from which a path of at most that many squares leads to a goal, the goal included."""
    return cells_near(g.setting.path_steps, goals, limit, barred(g, side) & ~goals) if goals and limit >= 0 else 0


def squares_beyond_line(g: Somme, cell: int, target: int) -> int:
    """Ruling X04: a range is counted to the attacked square, one farther than the attacker's own; by option to that."""
    return int(cell != target and g.has_option("range_end", "attacked-square"))


def command_range(g: Somme, nation: str, good_order: bool, small: bool) -> int:
    """8.3, 8.4: the table; ``small`` if British brigades or tanks take part."""
    ranges = g.setting.combat.command_range
    if not good_order:
        return ranges[nation, "disrupted", "any"]
    found = ranges.get((nation, "good-order", "small" if small else "large"))
    return found if found is not None else ranges[nation, "good-order", "any"]


@derived
def near_command(g: Somme, nation: str, good_order: bool, limit: int) -> int:
    """The squares from which a path leads to a Command Mode HQ of a nation in Good Order, or to one in none (D13)."""
    state = g.state
    cells = mask(state.loc[hq] for hq in headquarters(g, nation, FRONT) if g.good_order(hq) == good_order)
    engaged = mask(state.engaged) & cells                                       # 8.3: only its own square
    return engaged | squares_within(g, SIDE_OF[nation], cells & ~engaged, limit)


def has_command(g: Somme, nation: str, cell: int, target: int, small: bool) -> bool:
    """8.2: whether a Command Mode HQ of the nation supports an Assault from one square on another.

    The path begins at the attackers, so that it does not lead through the enemy whom they attack. 8.5: an HQ
    may support any number of Assaults, so nothing is used up.
    """
    more = squares_beyond_line(g, cell, target)
    found = near_command(g, nation, True, command_range(g, nation, True, small) - more)
    return bool((found | near_command(g, nation, False, command_range(g, nation, False, small) - more)) >> cell & 1)


def is_small(g: Somme, unit: int) -> bool:
    """8.4: British brigades and tank companies, which are hard to command."""
    return g.setting.nation[unit] == BRITISH and (g.setting.brigades[unit] or g.setting.tanks[unit])


def is_supported(g: Somme, unit: int, target: int, others: Sequence[int] | None = None) -> bool:
    """8.2-8.4: command for the unit, and still for its countrymen who are committed already."""
    nation = g.setting.nation[unit]
    others = [u for u in (committed(g, target) if others is None else others) if g.setting.nation[u] == nation]
    small = any(is_small(g, u) for u in (unit, *others))
    return all(has_command(g, nation, g.state.loc[u], target, small) for u in (unit, *others))


def assault_squares(g: Somme, unit: int) -> list[int]:
    """The enemy squares that a unit can reach over the line of its own (8.0), command aside."""
    state, cell = g.state, g.state.loc[unit]
    if cell in state.engaged:
        # 8.8, ruling X48: an engaged defender may attack in his square, and nowhere else.
        return [cell] if state.engaged[cell] != state.phasing and not state.secondary else []
    found = g.setting.path_around[cell] & g.occupied(1 - g.phasing)             # 8.1: the Somme only at crossings
    return [c for c in cells_of(found) if c not in state.engaged] if found else []


@derived
def front_squares(g: Somme, side: int) -> int:
    """The squares next to enemies and the engaged ones: nobody else can attack."""
    enemies = g.occupied(1 - side)
    return enemies | g.setting.path_steps.anywhere.of(enemies)


class CommitOrders(UnitOrders[Somme]):
    """8.6: one unit after the other moves up to the line of the square that it will attack."""

    offers = ("commit", "end")

    def __init__(self, g: Somme) -> None:
        case, what = ("11.10", "a Secondary Attack") if g.state.secondary else ("8.6", "Assaults")
        super().__init__(g, g.phasing, "commitment", case, f"commit units to {what}", seat=g.seat(g.phasing))
        self.against: dict[int, list[int]] = {}
        for unit in g.setting.units_of[g.phasing]:
            if g.state.commit[unit] >= 0:
                self.against.setdefault(g.state.commit[unit], []).append(unit)
        self.only = next(iter(self.against), NOWHERE) if g.state.secondary else NOWHERE

    def units(self) -> Sequence[int]:
        front, loc = front_squares(self.g, self.number), self.g.state.loc
        return [u for u in self.g.on_map(self.number) if front >> loc[u] & 1]

    def cells(self, unit: int) -> Mapping[str, int]:
        return {"commit": mask(self.targets(unit))}

    def is_able(self, unit: int) -> bool:
        return bool(self.may_act(unit) and self.targets(unit))

    def targets(self, unit: int) -> list[int]:
        """The squares that a unit which may attack at all has the support to attack."""
        g = self.g
        squares = [c for c in assault_squares(g, unit) if self.only in (NOWHERE, c)]
        return [c for c in squares if is_supported(g, unit, c, self.against.get(c, ()))]

    def may_act(self, unit: int) -> Ruling:
        g, state, name = self.g, self.g.state, self.g.name(unit)
        if g.setting.side[unit] != self.number or state.loc[unit] < 0:
            return refuse("8.0", f"{name} is not a unit of yours on the map")
        if not g.acts(unit):
            return refuse("1.0", f"{name} belongs to the other Allied player")
        if state.commit[unit] >= 0:
            return refuse("8.6", f"{name} is committed against {g.cell_name(state.commit[unit])}")
        return may_attack(g, unit)

    def may(self, verb: str, unit: int, cell: int) -> Ruling:
        g, state, here = self.g, self.g.state, self.g.state.loc[unit]
        name, where = g.name(unit), g.cell_name(cell)
        if cell in assault_squares(g, unit):
            if self.only in (NOWHERE, cell):
                return refuse("8.2", f"no Command Mode HQ of its nation supports {name} against {where}")
            only = g.cell_name(self.only)
            return refuse("11.10", f"one resource gives one Secondary Attack, and that is against {only}")
        if here in state.engaged:
            if state.engaged[here] == state.phasing:
                return refuse("8.8", f"{name} is engaged and fights on in its square without orders")
            return refuse("8.8", f"{name} is engaged and can attack only in its own square")
        if cell in state.engaged:
            return refuse("8.8", f"neither side can send units into the engagement at {where}")
        if not g.beside(unit, cell):
            return refuse("8.0", f"{where} is not adjacent to {name}")
        if not g.enemy_holds(self.number, cell):
            return refuse("8.0", f"there is no enemy in {where}")
        return refuse("8.1", f"{where} is across the Somme, and no major road crosses there")


def commitment_phase(g: Somme) -> Procedure:
    """8.6: as many commitments as the player wishes."""
    while action := (yield from g.order(CommitOrders(g))):
        unit, target = action.number(), action.number(1)
        g.state.commit[unit] = target
        if not g.is_engaged(unit):
            g.state.jump_off[unit] = g.state.loc[unit]
        g.note("commit", "8.6", unit=unit, target=target)


def groups(g: Somme) -> dict[tuple[int, int], list[int]]:
    """8.7: units that attack the same square from the same square test as one stack.

    Units that fight on in an engagement have gone over the top long ago and do not test.
    """
    state = g.state
    found: dict[tuple[int, int], list[int]] = {}
    for unit in g.setting.units_of[g.phasing]:
        target = state.commit[unit]
        if target >= 0 and state.engaged.get(target) != state.phasing and g.acts(unit):
            found.setdefault((state.loc[unit], target), []).append(unit)
    return found


def over_the_top(g: Somme) -> Procedure:
    """8.7: the test is optional for each stack (X02); with test-or-stay everybody must."""
    must = g.setting.options["over_the_top"] == "test-or-stay"
    while True:
        waiting = [units for units in groups(g).values() if g.state.over[units[0]] == UNTESTED]
        if not waiting:
            return
        first = {units[0]: units for units in waiting}
        options = [Action("over", (unit,)) for unit in first]
        action = yield from g.ask(
            g.phasing, "over-the-top", "8.7", "choose units to go over the top", options if must else [*options, END],
            seat=g.seat(g.phasing), why_not=lambda a: refusal_of_test(g, a), rest=True,
        )
        if action.verb == "end":
            return
        test(g, first[action.number()])


def refusal_of_test(g: Somme, action: Action) -> Ruling:
    if action.verb == "end":
        return refuse("8.7", "every committed unit must take the test (option over_the_top)")
    unit = action.number()
    if g.state.commit[unit] < 0:
        return refuse("8.7", f"{g.name(unit)} is not committed to an Assault")
    if g.state.over[unit] != UNTESTED:
        return refuse("8.7", f"{g.name(unit)} has already taken its test")
    return refuse("8.7", f"{g.name(unit)} tests together with the first unit of its stack, or not at all")


def test(g: Somme, units: Sequence[int]) -> None:
    """8.7: one die against the combined strength, primary factors also in Secondary Attacks (9.2.1)."""
    natural_six = g.has_option("natural_six")                                   # 8.7.1
    rows = test_modifiers(g, units)
    sure = any(g.setting.divisions[u] and g.attack(u) >= SURE_STRENGTH for u in units)
    passed = sure and not natural_six                                           # 8.7, ruling X45
    if not passed:
        highest = sum(g.attack(u) for u in units) - total(rows)
        passed = g.succeeds("8.7", "going over the top", 1, min(highest, 5 if natural_six else 6))
    for unit in units:
        g.state.over[unit] = PASSED if passed else FAILED
    g.note("over-the-top", "8.7", result=True, units=tuple(units), passed=passed, rows=told(rows))


def test_modifiers(g: Somme, units: Sequence[int]) -> list[Row]:
    """8.7: any Suppressed unit in the assaulting square counts, committed or not."""
    drm = g.setting.combat.test_modifiers
    here = g.friends_in(g.state.loc[units[0]], g.phasing)
    trained = g.has_operation(Operation.TRAIN_TROOPS) and g.setting.nation[units[0]] == BRITISH
    return applying(
        ("Suppressed unit in the square", drm["suppressed"], "8.7", any(map(g.is_suppressed, here))),
        ("Train Troops", drm["train-troops"], "15.5.2", trained),
    )


def pending_squares(g: Somme) -> list[int]:
    """The squares against which somebody is committed."""
    return sorted([c for c in set(g.state.commit) if c >= 0])
