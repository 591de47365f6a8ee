"""Artillery in combat (12.2.2, 15.2): who fires, counter-battery, bombardment; offensive modifier and Bruchmüller."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from grognard.engine import ALLOW, Action, Procedure, Ruling, refuse
from grognard.games.friedensturm_1918.position import Friedensturm, has_air
from grognard.games.friedensturm_1918.rules.fight import Combat
from grognard.games.friedensturm_1918.rules.losses import convert, lose_one
from grognard.games.friedensturm_1918.setting import GERMAN
from grognard.games.friedensturm_1918.state import CombatStep, Mission
from grognard.rules.arithmetic import Row, spelled, total
from grognard.rules.orders import END
from grognard.rules.results import faces

FIRST = 1
"""The operational sequence of the Bruchmüller event."""


def in_range(g: Friedensturm, gun: int, cell: int) -> bool:
    return g.setting.grid.distance(g.state.loc[gun], cell) <= g.fire_range(gun)


def offensive_guns(g: Friedensturm, side: int, cell: int) -> list[int]:
    """The army artillery in offensive mode that reaches a hex (8.0)."""
    return [u for u in g.guns(side) if g.state.offensive[u] and in_range(g, u, cell)]


def offensive_bonus(g: Friedensturm, c: Combat) -> int:
    """12.2.4, 12.2.6: the modifier of the sequence, on hexes in range (ruling Q64)."""
    guns = offensive_guns(g, c.attacker, c.target)
    if g.has_option("offensive_reach", "four-attacks"):
        guns = [u for u in guns if u in c.guns[c.attacker]]
    return g.turn_plan.bonus[g.state.sequence - 1] if guns else 0


def has_bruchmuller(g: Friedensturm, c: Combat) -> bool:
    """15.2.2: German combats in range of offensive artillery in the first operational sequence."""
    if c.attacker != GERMAN or not g.turn_plan.bruchmuller or g.state.sequence != FIRST:
        return False
    return bool(offensive_guns(g, GERMAN, c.target))


def may_fire(g: Friedensturm, c: Combat, side: int, gun: int) -> Ruling:
    """15.2.2: in range of the attacked hex, and as often as its mode allows in a phase."""
    name, limits, state = g.name(gun), g.setting.limits, g.state
    if not g.setting.gun[gun] or g.setting.side[gun] != side or state.loc[gun] < 0:
        return refuse("12.2.2", f"{name} is not your artillery on the map")
    if not in_range(g, gun, c.target):
        return refuse("15.2.2", f"{g.cell_name(c.target)} is out of range of {name}")
    most = limits["normal-combats"]
    if state.offensive[gun]:
        most = limits["offensive-attacks" if side == c.attacker else "offensive-defences"]
    if state.uses[gun] >= most:
        return refuse("15.2.2", f"{name} has already taken part in {most} combats in this phase, which is the limit")
    if state.offensive[gun] and any(state.offensive[u] for u in c.guns[side]):
        return refuse("12.2.2", "only one army artillery unit in offensive mode takes part in a combat")
    if c.exploits and side == c.attacker and not g.setting.corps[gun]:
        return refuse("14.1", "in exploitation the attacker may use only corps artillery, and only for counter-battery")
    return ALLOW


def may_name(g: Friedensturm, c: Combat, side: int, action: Action) -> Ruling:
    """Steps 2 and 3: to bombard, or to fire counter-battery."""
    gun = action.number()
    ruling = may_fire(g, c, side, gun)
    if not ruling:
        return ruling
    if gun in c.guns[side] or gun in c.counter[side]:
        return refuse("12.2.2", f"{g.name(gun)} is already taking part")
    if action.verb == "support" and c.exploits and side == c.attacker:
        return refuse("14.1", "in exploitation the attacker's artillery fires counter-battery only")
    if action.verb == "counter":
        if not g.setting.corps[gun]:
            return refuse("15.2.2", f"{g.name(gun)} is army artillery, which cannot fire counter-battery")
        if side == c.attacker and not c.exploits:
            return refuse("12.2.2", "the attacker names his counter-battery after the defender (step 4)")
    return ALLOW


def name_guns(g: Friedensturm, c: Combat, side: int) -> Procedure:
    """Steps 2 and 3: one artillery unit after the other."""
    kind = "guns-attacker" if side == c.attacker else "guns-defender"
    question = f"which artillery takes part in the combat at {g.cell_name(c.target)}?"
    near = [gun for gun in g.guns(side) if in_range(g, gun, c.target)]
    both = [Action(verb, (gun,)) for gun in near for verb in ("support", "counter")]
    step = CombatStep.GUNS_ATTACKER if side == c.attacker else CombatStep.GUNS_DEFENDER
    yield from ask_guns(g, c, side, kind, question, both, lambda a: may_name(g, c, side, a), step)


def ask_guns(
    g: Friedensturm, c: Combat, side: int, kind: str, question: str, actions: Sequence[Action],
    may: Callable[[Action], Ruling], step: CombatStep,
) -> Procedure:
    """Guns are named one after the other, as long as any can be."""
    while ways := [action for action in actions if may(action)]:
        c.keep(step)
        action = yield from g.ask(
            side, kind, "12.2.2", question, [*ways, END], why_not=lambda a: may(a) if a.args else ALLOW,
            also=("support", "counter"), rest=True,
        )
        if action == END:
            return
        gun = action.number()
        if gun in c.guns[side]:
            c.guns[side].remove(gun)
        else:
            g.state.uses[gun] += 1
        (c.guns if action.verb == "support" else c.counter)[side].append(gun)
        g.state.counter[gun] = int(action.verb == "counter")
        g.note("guns", "12.2.2", unit=gun, cell=c.target, verb=action.verb)


def may_counter(g: Friedensturm, c: Combat, action: Action) -> Ruling:
    """Step 4: as many bombard as the defender has in counter-battery mode; army artillery counts twice."""
    gun = action.number()
    if gun not in c.guns[c.attacker] or not g.setting.corps[gun]:
        return refuse("12.2.2", f"{g.name(gun)} is not corps artillery supporting this attack")
    left = sum([quota(g, u) for u in c.guns[c.attacker] if u != gun])
    if left < len(c.counter[c.defender]):
        enemies = len(c.counter[c.defender])
        return refuse("12.2.2", f"{enemies} enemy artillery units fire counter-battery: at least as many must bombard")
    return ALLOW


def quota(g: Friedensturm, gun: int) -> int:
    """12.2.2: what a bombarding unit counts against the enemy's counter-battery (ruling Q02)."""
    if g.setting.corps[gun]:
        return 1
    if g.state.offensive[gun] and g.has_option("counter_battery_quota", "example"):
        return 0
    return g.setting.limits["army-counts-as"]


def name_counter_battery(g: Friedensturm, c: Combat) -> Procedure:
    """Step 4; pointless where the defender does not bombard."""
    if c.guns[c.defender]:
        question = "which of your guns fire counter-battery?"
        ways = [Action("counter", (gun,)) for gun in c.guns[c.attacker]]
        may = partial(may_counter, g, c)
        yield from ask_guns(g, c, c.attacker, "counter-battery", question, ways, may, CombatStep.COUNTER_BATTERY)


def fire(g: Friedensturm, gun: int) -> int:
    unit = g.setting.units[gun]
    return unit.fire2 if g.state.offensive[gun] else unit.fire


def strength(g: Friedensturm, c: Combat, side: int) -> int:
    """15.2.2: what bombards, less the enemy's counter-battery."""
    return sum([fire(g, u) for u in c.guns[side]]) - sum([fire(g, u) for u in c.counter[1 - side]])


def bombardment_rows(g: Friedensturm, c: Combat) -> list[Row]:
    """15.2.2: the modifiers, for the attacker's roll only."""
    setting, cell = g.setting, c.target
    petain = all(g.doctrine(u) == "petain" and setting.units[u].nation == "french" for u in c.alive(c.defender))
    rows = {
        "bruchmuller": has_bruchmuller(g, c), "trench": setting.trenches >> cell & 1,
        "town": setting.towns >> cell & 1, "petain": petain,                    # ruling Q65
    }
    return setting.tables.bombardment_drm.holding(rows)


def bombard_both(g: Friedensturm, c: Combat) -> Procedure:
    """Step 5: both strengths are fixed first; attackers suffer before defenders (ruling Q01)."""
    strengths = {side: strength(g, c, side) for side in (c.defender, c.attacker)}
    for side, points in strengths.items():
        if points > 0:
            yield from bombard(g, c, side, points)


def bombard(g: Friedensturm, c: Combat, side: int, points: int) -> Procedure:
    """15.2.2: hit points at once, by the owner; in a fort only a diamond hurts."""
    table, attacks = g.setting.tables.bombardment, side == c.attacker
    rows = bombardment_rows(g, c) if attacks else []
    observed = attacks and has_air(g, side, c.target, Mission.OBSERVATION)
    column = table.clamp(points + (1 if observed else 0))
    results = faces(table, column, total(rows))
    die = g.throw("15.2.2", "bombardment", same=results)
    result = results[die - 1]
    g.note(
        "bombardment", "15.2.2", result=True, side=g.side_name(side), cell=c.target, points=points, column=column,
        die=die, drm=total(rows), outcome=str(result), rows=spelled(rows),
    )
    units = c.alive(1 - side)
    sheltered = [u for u in units if g.setting.forts >> g.state.loc[u] & 1]
    if result.diamond and sheltered:
        yield from lose_one(g, 1 - side, g.tanks_last(sheltered), "15.2.2")
    exposed = [u for u in units if u not in sheltered]
    if result.hits and exposed:
        yield from convert(g, 1 - side, exposed, result.hits, "15.2.2")
