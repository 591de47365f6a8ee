"""What a side may not know (7.3, 9.1, 19.5, 19.8): a position without it, and a guess at it."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from grognard.engine import Covered
from grognard.engine.facts import derived
from grognard.games.hannut_1940.position import ATTACK, Hannut
from grognard.games.hannut_1940.rules.stacking import MARKS, top_rank
from grognard.games.hannut_1940.setting import FRENCH
from grognard.games.hannut_1940.state import Chit, Mark
from grognard.rules.hidden import deal, stand_ins

MP = ("on_road", "on_wheels", "on_foot")
BY_LABEL = {label: mark for mark, label in MARKS.items()}


def without_secrets(g: Hannut, side: str) -> Hannut:
    """A copy without the enemy's chits, choices of the Command Phase and low fuel turn; fog is `concealed_from`'s."""
    new = g.copy()
    state = new.state
    enemy = "french" if side == "german" else "german"
    state.orders = {key: value for key, value in state.orders.items() if not key.startswith(enemy)}
    state.bins = {key: value for key, value in state.bins.items() if not key.startswith(enemy) or key in PUBLIC}
    if enemy not in state.awake:
        state.chit = {key: value for key, value in state.chit.items() if key != enemy}
    if side == "french" and state.fuel > state.turn:
        state.fuel = 0                                                          # 19.8: until it comes
    hide_movement(new, side)
    return new


def hide_movement(g: Hannut, side: str) -> None:
    """18.1: what an entry costs hangs on who lies hidden there, so what is left of the enemy's MP is hidden, too."""
    state, setting = g.state, g.setting
    mine = setting.sides.index(side)
    if g.phasing != mine:
        state.queue = {}
    for unit in setting.units_of[1 - mine]:
        if state.on_road[unit] != -1:
            state.on_road[unit] = state.on_wheels[unit] = state.on_foot[unit] = -1


PUBLIC = ("german:used", "german:lies")
"""19.5: everybody sees a real chit that was turned over, and whether one lies aside."""


def guess_the_rest(seen: Hannut, side: str, chance: Random) -> Hannut:
    """A position that could be the real one for all that a side knows."""
    g = seen.copy()
    state, setting = g.state, g.setting
    covered = seen.concealed
    for unit, counter in deal(covered.units, covered.counters, fitting(seen).__getitem__, chance).items():
        state.mark[unit] = BY_LABEL.get(counter.label, Mark.NONE)
        if unit in setting.corps:
            state.attached[unit] = chance.choice(g.divisions_of(FRENCH) or [setting.divisions_of[FRENCH][0]])
        state.loc[unit] = counter.cell                                          # whoever asked lays the map out
    guess_chits(g, "french" if side == "german" else "german", chance)
    if side == "french" and setting.plan.low_fuel.first_turn <= state.turn and not state.fuelled and not state.fuel:
        first = state.turn - {"am": 0, "pm": 1, "night": 2}[g.turn.part]
        begun = state.phase in ("chit-aside", "turn", "dawn", "command", "reveal")
        state.fuel = 0 if begun else first + 1                                  # it has not come in the morning
    return g


@derived
def fitting(seen: Hannut) -> Mapping[Covered, frozenset[int]]:
    """Who may lie under each covered counter: below what is seen on top, and able to carry the marker that is seen."""
    hidden, rank, found = seen.concealed.units, seen.setting.rank, dict[Covered, frozenset[int]]()
    for counter in dict.fromkeys(seen.concealed.counters):                      # equal ones lie in one hex
        top, label = top_rank(seen, counter.cell), counter.label
        below = [u for u in hidden if top is None or top < rank[u]]
        found[counter] = frozenset([u for u in below if not label or may_carry(seen, u, BY_LABEL[label])])
    return found


def may_carry(g: Hannut, unit: int, mark: Mark) -> bool:
    """Whether a unit could have a marker that is seen (10.2, 6.4, 16.1)."""
    setting = g.setting
    if mark in ATTACK:
        return setting.units[unit].pr_attack >= 0
    if mark == Mark.EXP:
        division = setting.divisions.get(setting.units[unit].division)
        return setting.mech[unit] and (division is None or division.exploits)
    return mark == Mark.NONE or (setting.personnel[unit] if mark == Mark.BUILDS else not setting.is_hq[unit])


def guess_chits(g: Hannut, enemy: str, chance: Random) -> None:
    """19.5: the enemy's chits as they may be: of those that he has left, one is in the Night box."""
    state = g.state
    row = next(row for row in g.setting.plan.chits if row.side == enemy)
    left = ["real"] * row.real + ["dummy"] * row.dummy
    lies, used = state.bins.get(f"{enemy}:lies", 0), enemy == "german" and state.bins.get("german:used", 0)
    kept = used and g.has_option("german_chits", "kept")
    if used and (lies or not kept):
        left.remove("real")
    if enemy in state.chit:                                                     # a real one that was turned over
        left.remove("real")
    chance.shuffle(left)
    before = state.phase in ("chit-aside", "deployment", "turn", "dawn")
    kinds = {"real": Chit.REAL, "dummy": Chit.DUMMY}
    if lies:
        state.bins[f"{enemy}:aside"] = Chit.REAL if kept else kinds[left.pop()]
    if not before and left and enemy not in state.chit:
        shown = g.is_night and "replacements" not in state.phase and enemy in ("german", state.phasing)
        if shown:                                                               # everybody saw that it is a dummy
            left.append(left.pop(left.index("dummy")))
        drawn = kinds[left.pop()]
        if enemy == "german" and state.phase in ("command", "reveal"):
            state.bins["german:drawn"] = drawn
        else:
            state.chit[enemy] = drawn
    state.bins[f"{enemy}:real"], state.bins[f"{enemy}:dummy"] = left.count("real"), left.count("dummy")


def another_world(g: Hannut, world: Hannut, hidden: frozenset[int], chance: Random) -> Hannut | None:
    """A guess made to go along with the real position: markers lie where they lie, the rest of a unit is another's."""
    state = world.state
    state.queue = dict(g.state.queue)
    for unit, here in enumerate(g.state.loc):
        if here >= 0 and unit not in hidden:
            for left in MP:
                getattr(state, left)[unit] = getattr(g.state, left)[unit]
    for real, other in stand_ins(hidden, g.state.loc, state.loc):
        if not may_carry(g, other, g.state.mark[real]):
            return None
        state.mark[other] = g.state.mark[real]
        state.steps[other] = chance.randint(1, g.setting.units[other].steps)
        state.fatigue[other] = chance.randint(0, 2) if state.mark[other] != Mark.EXP else 0
    world.changed()
    return world
