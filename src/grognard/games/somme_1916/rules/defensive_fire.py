"""Defensive Fire (module 10): the defenders shoot at each attack before it comes in."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Sequence
from typing import Any

from grognard.engine import ALLOW, Action, Choice, Decision, Procedure, Ruling, Subject, refuse
from grognard.games.somme_1916.rules.assault.retreat import retreat_all
from grognard.games.somme_1916.rules.assault.strengths import can_fight, fire_factor
from grognard.games.somme_1916.rules.bombardment.losses import lose_steps
from grognard.games.somme_1916.rules.commitment.phase import committed, pending_squares, stand_down
from grognard.games.somme_1916.state import Somme
from grognard.games.somme_1916.terms import DISRUPTED, FAILED, FRENCH, GERMAN, PASSED, Operation
from grognard.games.somme_1916.verbs import END, PASS


def can_fire(g: Somme, unit: int) -> bool:
    """10.1, 10.2: Good Order, not engaged, with a factor to fire."""
    return can_fight(g, unit) and not g.is_engaged(unit) and fire_factor(g, unit) > 0


def shooters(g: Somme, target: int) -> list[int]:
    """10.2: the defenders in an attacked square and their friends next to it."""
    side = 1 - g.phasing
    found = []
    for cell in g.setting.full_zone[target]:
        found += [u for u in g.stack[cell] if g.setting.side[u] == side and can_fire(g, u)]
    return sorted(found)


def ready(g: Somme, target: int) -> list[int]:
    """Those who would fire there now: not fired yet, not kept for another square (ruling X09)."""
    state = g.state
    if g.setting.options["defensive_fire"] == "every-assault":
        return shooters(g, target)
    return [u for u in shooters(g, target) if u not in state.fired and state.aim.get(u, target) == target]


def open_squares(g: Somme) -> list[int]:
    """Attacked squares at whose attackers somebody may still fire; engagements have no fire (10.2)."""
    state = g.state
    return [
        c for c in pending_squares(g)
        if c not in state.engaged and c not in state.fired_at and ready(g, c)
    ]


def of_nation(g: Somme, units: Sequence[int], nation: str) -> list[int]:
    return [u for u in units if nation in ("", g.setting.nation[u])]


class FireDecision(Decision):
    """10.2: the defender names one attacked square after the other.

    With three players ``nation`` is the Allied nation that decides, for the squares that it defends.
    """

    __slots__ = ("g", "nation", "open", "squares")

    def __init__(self, g: Somme, nation: str, squares: Sequence[int], everywhere: Sequence[int]) -> None:
        seat = g.seat(1 - g.phasing, nation)
        super().__init__(
            g.side_name(1 - g.phasing), "defensive-fire", "10.2",
            f"{g.setting.seat_name(seat)}: fire at which Assault?", rest=True, seat=seat,
        )
        self.g = g
        self.nation = nation
        self.squares = squares
        self.open = everywhere
        """All squares for which fire may be kept, those of the other nation too."""

    def verbs(self) -> Sequence[str]:
        return ("shoot", "keep", "end")

    def undecided(self) -> dict[int, list[int]]:
        """Units with more than one square to fire at, and no order yet."""
        g = self.g
        if len(self.open) < 2 or g.setting.options["defensive_fire"] == "every-assault":
            return {}
        found: dict[int, list[int]] = {}
        for cell in self.open:
            for unit in of_nation(g, ready(g, cell), self.nation):
                if unit not in g.state.aim:
                    found.setdefault(unit, []).append(cell)
        return {unit: cells for unit, cells in found.items() if len(cells) > 1}

    def subjects(self) -> Sequence[Subject]:
        setting = self.g.setting
        return [
            *(setting.cell_subjects[c] for c in self.squares), *(setting.unit_subjects[u] for u in self.undecided()),
            Subject("button", "end"),
        ]

    def actions(self, subject: Subject) -> Iterable[Action]:
        if subject.kind == "button":
            return [END]
        ref = subject.ref
        if not isinstance(ref, int):
            return []
        if subject.kind == "cell":
            return [Action("shoot", (ref,))] if ref in self.squares else []
        return [Action("keep", (ref, cell)) for cell in self.undecided().get(ref, ())]

    def check(self, action: Action) -> Ruling:
        g, ids = self.g, self.g.setting.grid.ids
        if action.verb == "end":
            return ALLOW
        if action.verb == "shoot":
            cell = action.number()
            if cell in self.squares:
                return ALLOW
            if cell in g.state.engaged:
                return refuse("10.2", f"the engaged defenders of {ids[cell]} do not fire")
            if cell in g.state.fired_at:
                return refuse("10.2", f"the fire for {ids[cell]} has been resolved")
            if cell not in pending_squares(g):
                return refuse("10.2", f"nobody is committed against {ids[cell]}")
            if cell in self.open:
                return refuse("1.0", f"{ids[cell]} is defended by the other Allied player")
            return refuse("10.2", f"no defender in Good Order in or next to {ids[cell]} has fire left")
        unit, cell = action.number(), action.number(1)
        if cell in self.undecided().get(unit, ()):
            return ALLOW
        return refuse("10.2", f"{g.name(unit)} has no choice between {ids[cell]} and another attacked square")


def fire_phase(nation: str) -> Callable[[Somme], Procedure]:
    """The fire of the defenders, or with three players of the squares that one Allied nation defends (1.0)."""

    def phase(g: Somme) -> Procedure:
        by_nation = g.setting.three_seats and g.phasing == GERMAN
        if by_nation or nation != FRENCH:
            yield from defensive_fire(g, nation if by_nation else "")

    return phase


def defensive_fire(g: Somme, nation: str) -> Procedure:
    """10.0, 10.2: before the Assaults, square by square, as the defender likes."""
    while True:
        everywhere = open_squares(g)
        squares = [c for c in everywhere if of_nation(g, g.enemies_in(c, g.phasing), nation)]
        if not squares:
            return
        action: Action = yield FireDecision(g, nation, squares, everywhere)
        if action.verb == "end":
            return
        if action.verb == "keep":
            unit, cell = action.number(), action.number(1)
            g.state.aim[unit] = cell
            g.note("keep-fire", "10.2", unit=unit, target=cell)
        else:
            cell = action.number()
            yield from fire_at(g, cell, nation)


def ask_the_others(g: Somme, target: int, nation: str) -> Generator[Any, Any, list[int]]:
    """With three players the units of the other Allied nation next to the square fire only if their player likes."""
    others = [u for u in ready(g, target) if u not in of_nation(g, [u], nation)]
    joined: list[int] = []
    while len(joined) < len(others):
        waiting = [u for u in others if u not in joined]
        seat = g.seat(1 - g.phasing, g.setting.nation[others[0]])
        action: Action = yield Choice(
            "allied", "fire-support", "10.2",
            f"{g.setting.seat_name(seat)}: who fires too at the Assault on {g.setting.grid.ids[target]}?",
            [*(Action("join", (u,)) for u in waiting), PASS], seat=seat,
        )
        if action.verb == "pass":
            break
        unit = action.number()
        joined.append(unit)
    return joined


def fire_modifiers(g: Somme, target: int, attackers: Sequence[int]) -> list[tuple[str, int, str]]:
    """10.2: rows of (what, how much, case)."""
    state, table = g.state, g.setting.combat.fire_modifiers
    rows: list[tuple[str, int, str]] = []
    over = sum(state.over[u] == PASSED for u in attackers)
    if over:
        rows.append((f"{over} over the top", over * table["assaulting-unit"].drm, "10.2"))
    if any(g.is_interdicted(state.loc[u]) for u in attackers):
        rows.append(("interdicted attackers", table["interdicted-attacker"].drm, "10.2"))
    weather = g.setting.weather_effects[state.weather].defensive_fire
    if weather:
        rows.append((state.weather, weather, "10.2"))
    if g.phasing != GERMAN and g.has_operation(Operation.REINFORCED_DEFENSES):
        rows.append(("Reinforced Defenses", table["reinforced-defenses"].drm, "15.5.3"))
    return rows


def fire_at(g: Somme, target: int, nation: str) -> Procedure:
    """10.1, 10.2: the factors of all who fire, two dice, and the result at once; terrain does not matter (10.0)."""
    state, table = g.state, g.setting.combat.fire
    units = of_nation(g, ready(g, target), nation)
    if nation:
        more: list[int] = yield from ask_the_others(g, target, nation)
        units = sorted([*units, *more])
        if not units:
            state.fired_at.append(target)
            return                                                              # 10.1: not a single factor fires
    attackers = committed(g, target)
    factors = sum(fire_factor(g, u) for u in units)
    rows = fire_modifiers(g, target, attackers)
    drm = sum(value for _, value, _ in rows)
    column = table.clamp(factors)                                               # 10.1: ten is the limit
    results = [table.result(column, max(2, min(12, dice + drm))) for dice in range(2, 13)]
    g.note(
        "fire-odds", "10.1", "10.2", target=target, units=tuple(units), factors=factors, column=column, drm=drm,
        rows=rows,
    )
    dice = g.throw("10.2", "Defensive Fire", 2, same=results)
    result = results[dice - 2]
    g.note("defensive-fire", "10.2", result=True, target=target, outcome=result)
    state.fired_at.append(target)
    state.fired += [u for u in units if u not in state.fired]
    yield from suffer_fire(g, target, attackers, result)


def suffer_fire(g: Somme, target: int, attackers: Sequence[int], result: str) -> Procedure:
    """10.2: step losses, first by those over the top; R and D send the attackers back."""
    state = g.state
    if result.isdigit():
        over = [u for u in attackers if state.over[u] == PASSED]
        left: list[int] = yield from lose_steps(g, attackers, int(result), "10.2", "attack", hard=over)
        for unit in left:
            if state.status[unit] == DISRUPTED:
                stand_down(g, unit)                                             # only Good Order carries on
    elif result in ("R", "D"):
        # D18: who failed the test never left its square and must leave it now; the others go back to it.
        failed = [u for u in attackers if state.over[u] == FAILED]
        for unit in attackers:
            stand_down(g, unit)
            if result == "D":
                g.disrupt(unit, "10.2")
        g.note("driven-back", "10.2", units=tuple(attackers), target=target)
        yield from retreat_all(g, failed, "10.2")
