"""What the results of an Assault do (11.8, 11.9): counter-attack, engagement, retreat, advance, consolidation."""

from __future__ import annotations

from collections.abc import Collection, Generator, Iterable, Sequence
from typing import Any

from grognard.engine import ALLOW, Action, Procedure, Ruling, refuse
from grognard.games.somme_1916.position import Somme
from grognard.games.somme_1916.rules.assault.declaration import may_spend, spend
from grognard.games.somme_1916.rules.assault.odds import STEPS_LOST, Assault, roll_for, seat_of, work_out
from grognard.games.somme_1916.rules.assault.strengths import can_fight, fighting, is_arm_of_assault, is_mobile_arm
from grognard.games.somme_1916.rules.bombardment.losses import destroy, eliminate, lose_steps, score_loss
from grognard.games.somme_1916.rules.commitment import stand_down
from grognard.games.somme_1916.rules.movement.facing import face_after_retreat, face_again, facing_from, settle_facing
from grognard.games.somme_1916.rules.movement.stacking import fits, may_stack, may_stack_together
from grognard.games.somme_1916.rules.victory.exits import leave_map, may_be_forced_off
from grognard.games.somme_1916.terms import ALLIED, GONE, NATIONS, NOWHERE, PASSED, Resource
from grognard.rules.masks import cells_of, mask
from grognard.rules.orders import END
from grognard.rules.position import Choosing
from grognard.rules.ways import best_cells


def apply_result(g: Somme, assault: Assault, result: str) -> Procedure:
    """The Results Key of 11.8, with the doubling of 11.7.6 (ruling D01)."""
    target, attackers = assault.target, assault.attackers
    over = any(g.state.over[u] == PASSED for u in attackers)
    doubling = g.setting.options["assault_doubling"] if over else "off"
    if result in ("ASR", "A2SR"):
        steps = STEPS_LOST[result] * (1 if doubling == "off" else 2)
        left: list[int] = yield from lose_steps(g, attackers, steps, "11.8", "attack")
        g.note("repelled", "11.8.1", target=target)
        if target in g.state.engaged:
            yield from drive_back(g, left)
        else:
            yield from face_again(g, left, "11.8.1")
    elif result == "C":
        yield from counter_attack(g, attackers, target)
    elif result == "ENG":
        if doubling != "off":
            yield from lose_steps(g, fighting(g, target, 1 - g.phasing), 1, "11.7.6", "defence")
        if fighting(g, target, 1 - g.phasing):
            yield from engage(g, attackers, target)
        else:
            yield from take_square(g, attackers, target, "DR")
    else:
        yield from defeat(g, assault, result, 2 if doubling == "both" else 1)


def defeat(g: Somme, assault: Assault, result: str, factor: int) -> Procedure:
    """D results: losses, retreat of the survivors, and the attackers in their square (11.8.1, 11.8.2)."""
    target = assault.target
    if result in ("DE", "DEBT"):
        destroy(g, fighting(g, target, 1 - g.phasing), "11.8", "defence")
        if result == "DEBT" and any(is_mobile_arm(g, u) for u in assault.attackers):
            g.state.breakthroughs += 1                                          # 15.6.4
    else:
        steps = STEPS_LOST[result] * factor
        left: list[int] = yield from lose_steps(g, fighting(g, target, 1 - g.phasing), steps, "11.8", "defence")
        yield from drive_back(g, left)
    yield from take_square(g, assault.attackers, target, result)


# -- counter-attacks: C (11.8) --


def can_counter_attack(g: Somme, unit: int) -> bool:
    """11.8, ruling X47: Good Order, and of an arm that assaults (8.1)."""
    return can_fight(g, unit) and is_arm_of_assault(g, unit) and unit not in g.state.broken


def counter_attack(g: Somme, attackers: Sequence[int], target: int) -> Procedure:
    """C: the defenders strike back at one of the squares from which they are attacked, until no C comes."""
    result = "C"
    while result == "C":
        ours = g.living(attackers)
        theirs = fighting(g, target, 1 - g.phasing)
        strikers = [u for u in theirs if can_counter_attack(g, u)]
        if not ours:
            return
        if not strikers:
            g.note("no-counter-attack", "11.8", result=True, target=target)
            yield from drive_back(g, theirs)
            surrender(g, target)
            if g.has_option("retreat_on_c", "seize"):                           # ruling D37
                yield from take_square(g, ours, target, "DR")
            break
        square = yield from choose_square(g, ours, target)
        result = yield from strike(g, strikers, square)
    settle(g, target)


def choose_square(g: Somme, attackers: Sequence[int], target: int) -> Choosing:
    """11.8: the defender picks one of the attackers' squares; an engaged one has no choice."""
    nation = g.setting.nation[g.enemies_in(target, g.phasing)[0]]
    return g.choose(
        1 - g.phasing, "counter-attack", "11.8", "choose a square to counter-attack", "counter",
        sorted({g.state.loc[u] for u in attackers}), about="cell", seat=g.seat(1 - g.phasing, nation),
        why_not=lambda a: refuse("11.8", "a counter-attack must hit a square the Assault came from"),
    )


def strike(g: Somme, strikers: Sequence[int], square: int) -> Generator[Any, Any, str]:
    """One counter-attack; nobody advances after it (11.8)."""
    victims = fighting(g, square, g.phasing)
    assault = Assault(strikers, victims, square, counter=True)
    result = roll_for(g, assault, work_out(g, assault), "counter-attack", "11.8")
    g.note("counter-attack", "11.8", result=True, units=assault.attackers, target=square, outcome=result)
    if result.startswith("A"):
        yield from lose_steps(g, strikers, STEPS_LOST[result], "11.8", "attack")
    elif result.startswith("DE"):
        destroy(g, victims, "11.8", "attack")
    elif result.startswith("D"):
        left: list[int] = yield from lose_steps(g, victims, STEPS_LOST[result], "11.8", "attack")
        yield from drive_back(g, left)
    # ENG breaks the chain and changes nothing: nobody has entered the other's square (ruling D15).
    return result


# -- engaged squares: ENG, both sides in one square until the fight is decided (8.8, 11.8; ruling X48) --


def engage(g: Somme, attackers: Sequence[int], target: int) -> Procedure:
    """ENG: the attackers enter the square, as many as can stack there; the marker is theirs (ruling D16)."""
    state = g.state
    entered = [u for u in attackers if state.loc[u] == target]
    state.engaged[target] = state.phasing
    g.changed()
    question = f"choose the units engaged in {g.cell_name(target)}"
    while able := [u for u in attackers if state.loc[u] >= 0 and u not in entered and fits(g, u, target)]:
        unit = yield from g.choose(g.phasing, "engage", "11.8", question, "engage", able)
        state.jump_off[unit] = state.loc[unit]
        g.place(unit, target)
        entered.append(unit)
        g.note("engaged", "11.8", unit=unit, target=target)


def settle(g: Somme, cell: int) -> None:
    """An engagement is over when only one side is left in the square."""
    if cell in g.state.engaged and len({g.setting.side[u] for u in g.stack[cell]}) < 2:
        del g.state.engaged[cell]
        for unit in g.stack[cell]:
            g.state.jump_off[unit] = NOWHERE
            g.pass_through(unit, cell)                                          # 13.1.1: theirs is the last passage
        g.changed()
        g.note("engagement-over", "8.8", cell=cell)


def drive_back(g: Somme, units: Sequence[int], case: str = "11.8.1") -> Procedure:
    """11.8.1: engaged attackers go back to where they came from, everybody else retreats."""
    state = g.state
    home = [u for u in units if g.is_engaged(u) and state.jump_off[u] >= 0]
    yield from go_home(g, home, case)
    yield from retreat_all(g, [u for u in units if u not in home], case)


# -- retreats and displacement (10.2, 11.8.1) --


def may_share(g: Somme, units: Iterable[int]) -> bool:
    """7.3 for retreats: a Supply HQ neither hinders nor helps the others (ruling X12)."""
    return bool(may_stack_together(g, [u for u in units if not g.in_supply_mode(u)]))


def retreat_squares(g: Somme, unit: int, moved: Sequence[int], lost: Collection[int] = ()) -> list[int]:
    """11.8.1, ruling X49: the best squares by edge, then zones of control, then emptiness.

    Units that have retreated or been displaced in this chain are not displaced again, and none of them
    goes to a square that the enemy has won (``lost``).
    """
    around = g.setting.move_steps.anywhere.of(1 << g.state.loc[unit])
    squares = [c for c in cells_of(around) if can_hold(g, unit, c, moved, lost)]
    return best_cells(squares, lambda c: tuple(retreat_ranks(g, unit, c).values()))


def can_hold(g: Somme, unit: int, cell: int, moved: Sequence[int], lost: Collection[int]) -> Ruling:
    """Whether a retreating unit could stay in a square, whatever better ones there are."""
    side, name, there = g.setting.side[unit], g.name(unit), g.cell_name(cell)
    if g.occupied(1 - side) >> cell & 1 or cell in g.state.engaged:             # X48
        return refuse("11.8.1", f"{there} is enemy-occupied")
    if cell in lost:                                                            # D36
        return refuse("11.8.1", f"{there} has just been lost to the enemy")
    fixed = [u for u in g.stack[cell] if u in moved and u != unit]
    if not may_share(g, (unit, *fixed)):
        return refuse("11.8.1", f"{name} has no room in {there} with {g.names(fixed)}, which cannot give way again")
    return ALLOW


def retreat_ranks(g: Somme, unit: int, cell: int) -> dict[str, int]:
    """What counts against a square of retreat, first things first (ruling X49)."""
    side, column = g.setting.side[unit], g.setting.column
    home = -1 if side == ALLIED else 1
    return {
        "columns away from its edge": (column[g.state.loc[unit]] - column[cell]) * home,
        "enemy zone": g.zone_cells[1 - side] >> cell & 1,
        "occupied": int(bool(g.stack[cell])),
    }


def retreat_all(g: Somme, units: Sequence[int], case: str = "11.8.1") -> Procedure:
    """Units retreat one square each, and whoever is in their way is pushed back in turn."""
    moved = list(units)
    lost = squares_lost(g, units, case)
    for unit in g.living(units):
        yield from retreat(g, unit, moved, lost, case)


def squares_lost(g: Somme, units: Sequence[int], case: str) -> frozenset[int]:
    """Ruling D36: whoever loses an Assault gives up his square; after Defensive Fire (10.2) nobody takes it."""
    return frozenset() if case == "10.2" else frozenset(g.state.loc[u] for u in units)


def retreat(g: Somme, unit: int, moved: list[int], lost: Collection[int], case: str) -> Procedure:
    squares = retreat_squares(g, unit, moved, lost)
    side = g.setting.side[unit]
    if not squares:
        if may_be_forced_off(g, unit):
            leave_map(g, unit, "west" if side == ALLIED else "east", forced=True)  # 13.4, ruling D05
        else:
            g.note("no-retreat", case, unit=unit)
            destroy(g, [unit], case, "retreat")                                 # ruling D05
        return
    cell = yield from g.choose(
        side, "retreat", case, f"choose where {g.name(unit)} retreats", "retreat", squares, of=unit,
        why_not=lambda a: refusal_of_retreat(g, unit, a, moved, lost),
    )
    vacant = not g.stack[cell]
    stand_down(g, unit)                                                         # 8.6: thrown back from the line
    g.place(unit, cell)
    g.pass_through(unit, cell)
    g.note("retreat", case, unit=unit, to=cell)
    yield from face_after_retreat(g, unit, vacant, case)
    yield from make_room(g, cell, side, moved, lost, case)


def refusal_of_retreat(
    g: Somme, unit: int, action: Action, moved: Sequence[int], lost: Collection[int]
) -> Ruling:
    if action.number() != unit:
        return refuse("11.8.1", f"{g.name(unit)} must retreat first")
    return may_retreat_to(g, unit, action.number(1), moved, lost)


def may_retreat_to(g: Somme, unit: int, cell: int, moved: Sequence[int], lost: Collection[int] = ()) -> Ruling:
    """Whether a unit may retreat to a square, and the one reason why not."""
    name, there, start = g.name(unit), g.cell_name(cell), g.state.loc[unit]
    best = retreat_squares(g, unit, moved, lost)
    if cell in best:
        return ALLOW
    if not g.beside(unit, cell):
        return refuse("11.8.1", f"{name} retreats one square, and {there} is not adjacent to {g.cell_name(start)}")
    if not g.setting.move_steps.anywhere.of(1 << start) >> cell & 1:
        return refuse("7.1.1", f"{there} is across the Somme, and no major road crosses there")
    ruling = can_hold(g, unit, cell, moved, lost)
    if not ruling or not best:
        return ruling
    price, least = retreat_ranks(g, unit, cell), retreat_ranks(g, unit, best[0])
    instead = g.cell_names(best)
    if price["columns away from its edge"] > least["columns away from its edge"]:
        return refuse("11.8.1", f"{instead} is nearer to {name}'s own map edge than {there}")
    if price["enemy zone"] > least["enemy zone"]:
        return refuse("11.8.1", f"{there} is in an enemy zone of control, and {instead} is not")
    return refuse("11.8.1", f"{there} is occupied, and {instead} is empty")


def make_room(g: Somme, cell: int, side: int, moved: list[int], lost: Collection[int], case: str) -> Procedure:
    """10.2, 11.8.1: units that were there before give way until the stack is legal again."""
    while True:
        here = g.friends_in(cell, side)
        if may_share(g, here):
            return
        able = [u for u in here if u not in moved and not g.in_supply_mode(u)]
        if not able:
            return
        question = f"choose a unit to make room in {g.cell_name(cell)}"
        unit = yield from g.choose(side, "displacement", case, question, "displace", able)
        moved.append(unit)
        g.note("displaced", case, unit=unit, by=cell)
        yield from retreat(g, unit, moved, lost, case)


def go_home(g: Somme, units: Sequence[int], case: str = "11.8.1") -> Procedure:
    """11.8.1: engaged attackers go back to the squares they came from; if these are lost, they retreat."""
    state = g.state
    moved, back = list(units), []
    lost = squares_lost(g, units, case)
    for unit in units:
        if state.loc[unit] < 0:
            continue
        side, home = g.setting.side[unit], state.jump_off[unit]
        state.jump_off[unit] = NOWHERE
        if home < 0 or g.occupied(1 - side) >> home & 1 or home in state.engaged:
            yield from retreat(g, unit, moved, lost, case)
            continue
        g.place(unit, home)
        g.pass_through(unit, home)
        settle_facing(g, unit, state.facing[unit])
        g.note("retreat", case, unit=unit, to=home)
        yield from make_room(g, home, side, moved, lost, case)
        back.append(unit)
    yield from face_again(g, back, case)


# -- advance, breakthrough and consolidation (11.8, 11.8.2, 11.9) --


BEYOND = {"DE": (0, 1), "DEBT": (2, 3)}
"""11.8, 11.8.2: squares beyond the assaulted one, for infantry and for tanks and cavalry."""


def surrender(g: Somme, cell: int) -> None:
    """7.4.2, 11.3: Supply HQs left alone in an assaulted square are lost for good."""
    for unit in g.enemies_in(cell, g.phasing):
        if g.in_supply_mode(unit):
            score_loss(g, unit, 1, "surrenders")
            eliminate(g, unit, GONE)
            g.note("surrender", "11.3", unit=unit)


def squares_beyond(g: Somme, target: int, steps: int) -> list[int]:
    """Vacant or friendly squares a few steps past the target; enemy zones do not matter (11.8)."""
    closed = g.occupied(1 - g.phasing) | mask(g.state.engaged)
    found = 1 << target
    for _ in range(steps):
        found |= g.setting.move_steps.anywhere.of(found) & ~closed
    return cells_of(found & ~(1 << target))


def take_square(g: Somme, attackers: Sequence[int], target: int, result: str) -> Procedure:
    """11.8.2: at least one unit occupies the square; tanks and cavalry go farthest, neighbours consolidate.

    Unless the attackers break through, those who would over-stack the square stay where they came from.
    """
    state = g.state
    surrender(g, target)
    settle(g, target)
    near, far = BEYOND.get(result, (0, 0))
    alive = g.living(attackers)
    advanced = [u for u in alive if state.loc[u] == target]
    finished: list[int] = []
    while True:
        options = [
            Action("advance", (u, c)) for u in alive if u not in finished
            for c in advance_squares(g, u, target, far if is_mobile_arm(g, u) else near)
        ]
        if may_consolidate(g):
            options += [Action("consolidate", (u,)) for u in consolidators(g, attackers, target)]
        if not options:
            for unit in alive if not advanced else ():
                ruling = may_stack(g, unit, target)
                g.note("no-advance", ruling.case or "11.8.2", unit=unit, to=target, why=ruling.text)
            return
        action = yield from g.ask(
            g.phasing, "advance", "11.8.2", f"choose units to advance to {g.cell_name(target)}",
            [*options, *([END] if advanced else [])], seat=seat_of(g, attackers),
            why_not=lambda a: refusal_of_advance(g, a, attackers, target), also=("advance", "consolidate", "end"),
        )
        if action.verb == "end":
            return
        unit = action.number()
        if action.verb == "consolidate":
            if Resource.CONSOLIDATE not in state.used:
                spend(g, Resource.CONSOLIDATE)                                  # 9.2.7, 11.9: one resource, at once
            enter(g, unit, target, target, "11.9")
        else:
            cell = action.number(1)
            if cell != target or not (near or (far and is_mobile_arm(g, unit))):
                finished.append(unit)
            enter(g, unit, target, cell, "11.8.2" if cell == target else "11.8")
        advanced.append(unit)


def advance_squares(g: Somme, unit: int, target: int, beyond: int) -> list[int]:
    """Where one attacker may go now."""
    here = g.state.loc[unit]
    found = [target] if here != target and fits(g, unit, target) else []
    if beyond:
        found += [c for c in squares_beyond(g, target, beyond) if c != here and fits(g, unit, c)]
    return found


def may_consolidate(g: Somme) -> Ruling:
    """11.9: declared already, or a resource may be spent on it."""
    return ALLOW if Resource.CONSOLIDATE in g.state.used else may_spend(g, Resource.CONSOLIDATE, "11.9")


def consolidators(g: Somme, attackers: Sequence[int], target: int) -> list[int]:
    """11.9: neighbours in Good Order that took no part and are not committed (ruling X61).

    With three players only countrymen of the attackers: the others are not theirs to order (ruling D11).
    """
    state = g.state
    nations = {g.setting.nation[u] for u in attackers} if g.setting.three_seats else NATIONS
    near = g.setting.path_around[target] & g.occupied(g.phasing) & ~mask(state.engaged)
    return [
        u for cell in cells_of(near) for u in g.stack[cell]
        if u not in attackers and g.setting.nation[u] in nations
        and state.commit[u] < 0 and can_fight(g, u) and u not in state.broken
        and u not in state.held and not g.in_supply_mode(u) and fits(g, u, target)
    ]


def may_join(g: Somme, unit: int, attackers: Sequence[int], target: int) -> Ruling:
    """11.9: whether a unit that took no part may consolidate, and the one reason why not."""
    state, name, where = g.state, g.name(unit), g.cell_name(target)
    if g.setting.side[unit] != g.phasing or state.loc[unit] < 0:
        return refuse("11.9", f"{name} is not a unit of yours on the map")
    if not g.setting.path_around[target] >> state.loc[unit] & 1:
        return refuse("11.9", f"{name} is not next to {where}")
    if g.is_engaged(unit):
        return refuse("11.9", f"{name} is engaged")
    if state.commit[unit] >= 0:
        return refuse("11.9", f"{name} is committed to another Assault")
    if not g.good_order(unit):
        return refuse("11.9", f"{name} is not in Good Order")
    if g.in_supply_mode(unit):
        return refuse("7.4.2", f"{name} is in Supply Mode and cannot move")
    if not can_fight(g, unit) or unit in state.broken or unit in state.held:
        return refuse("11.9", f"{name} is in no state to advance")
    if unit not in consolidators(g, attackers, target) and fits(g, unit, target):
        return refuse("1.0", f"{name} belongs to the other Allied player")
    return may_stack(g, unit, target)


def refusal_of_advance(g: Somme, action: Action, attackers: Sequence[int], target: int) -> Ruling:
    if action.verb == "end":
        return refuse("11.8.2", "at least one unit must occupy the assaulted square")
    unit = action.number()
    name = g.name(unit)
    if action.verb == "consolidate":
        if not may_consolidate(g):
            return may_consolidate(g)
        if unit in attackers:
            return refuse("11.9", f"{name} took part in the Assault: it advances instead of consolidating")
        return may_join(g, unit, attackers, target)
    if unit not in attackers:
        return refuse("11.8.2", f"{name} did not take part in the Assault")
    cell = action.number(1)
    ruling = may_stack(g, unit, cell)
    if not ruling:
        return ruling
    return refuse("11.8.2", f"{name} cannot advance to {g.cell_name(cell)} on this result")


def enter(g: Somme, unit: int, target: int, cell: int, case: str) -> None:
    """A unit goes forward and faces the way it went, or as those who are there before it (7.2.2)."""
    state = g.state
    came = state.loc[unit]
    g.pass_through(unit, target)
    g.place(unit, cell)
    g.pass_through(unit, cell)
    settle_facing(g, unit, facing_from(g, came, cell) if came != cell else state.facing[unit])
    state.jump_off[unit] = NOWHERE
    g.note("advance", case, unit=unit, to=cell)
