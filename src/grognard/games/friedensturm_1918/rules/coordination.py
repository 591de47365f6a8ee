"""Tactical coordination (12.2.6): both rolls, and orders that are misunderstood."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from grognard.engine import Action, Procedure
from grognard.games.friedensturm_1918.position import Friedensturm, has_air, in_play
from grognard.games.friedensturm_1918.rules.advance import division_mates
from grognard.games.friedensturm_1918.rules.artillery import has_bruchmuller, offensive_bonus
from grognard.games.friedensturm_1918.rules.fight import Combat
from grognard.games.friedensturm_1918.rules.losses import lose_one
from grognard.games.friedensturm_1918.rules.retreat import retreat
from grognard.games.friedensturm_1918.rules.stacking import fits
from grognard.games.friedensturm_1918.rules.support import settle
from grognard.games.friedensturm_1918.setting import ALLIED
from grognard.games.friedensturm_1918.state import Marker, Mission
from grognard.games.friedensturm_1918.tables import Order
from grognard.rules.arithmetic import Row, spelled, total
from grognard.rules.masks import cells_of
from grognard.rules.orders import END

NATURAL_BEST, NATURAL_WORST = 6, 1


def nations(g: Friedensturm, units: list[int]) -> int:
    return len({g.setting.units[u].nation for u in units})


def defender_rows(g: Friedensturm, c: Combat) -> list[Row]:
    setting, units, allied = g.setting, c.alive(c.defender), c.defender == ALLIED
    holds = {
        "trench": (setting.trenches | setting.forts) >> c.target & 1,
        "elite": g.is_elite(c.chief),
        "friendly-air": has_air(g, c.defender, c.target, Mission.SUPPORT),
        "enemy-air": has_air(g, c.attacker, c.target, Mission.SUPPORT),
        "disorganised": any(g.is_disorganised(u) for u in units),
        "bruchmuller": allied and has_bruchmuller(g, c),
        "foch": allied and g.doctrine(c.chief) == "foch",
        "nations": nations(g, units) > 1,
    }
    return setting.tables.defence_drm.holding(holds)


def attacker_rows(g: Friedensturm, c: Combat) -> list[Row]:
    setting, units, allied = g.setting, c.alive(c.attacker), c.attacker == ALLIED
    table = setting.tables.attack_drm
    morale = min([g.morale(u) for u in units if setting.division[u]], default=NATURAL_BEST)
    holds = {
        "stoss": c.uses_stoss,
        "elite": g.is_elite(c.lead),
        "friendly-air": has_air(g, c.attacker, c.target, Mission.SUPPORT),
        "enemy-air": has_air(g, c.defender, c.target, Mission.SUPPORT),
        "nations": nations(g, units) > 1,
        "foch": allied and g.doctrine(c.lead) == "foch",
        "petain": g.doctrine(c.lead) == "petain" and setting.units[c.lead].nation == "french",
        "morale-3": morale == 3, "morale-2": morale == 2,
    }
    rows = table.holding(holds)
    bonus = offensive_bonus(g, c)
    return [*rows, table.row("offensive", bonus)] if bonus else rows


def levels_of(g: Friedensturm, drm: int) -> tuple[str, ...]:
    """12.2.6, die by die: a natural 6 is perfect, a natural 1 never better than none (rulings Q08, Q09)."""
    found = g.setting.levels.get(drm)
    if found is None:
        found = g.setting.levels[drm] = tuple([level_of(g, die, drm) for die in range(1, NATURAL_BEST + 1)])
    return found


def level_of(g: Friedensturm, die: int, drm: int) -> str:
    if die == NATURAL_BEST:
        return "perfect"
    levels = list(g.setting.tables.coordination.values())
    within = max(levels[0].low, min(levels[-1].high, die + drm))
    found: str = next(level.id for level in levels if level.low <= within <= level.high)
    return "none" if die == NATURAL_WORST and found != "misunderstood" else found


def coordination_rows(g: Friedensturm, c: Combat, side: int) -> list[Row]:
    return attacker_rows(g, c) if side == c.attacker else defender_rows(g, c)


def throw_for_coordination(
    g: Friedensturm, c: Combat, rows: Mapping[int, Sequence[Row]], order: bool = True
) -> None:
    """Step 9, in the order of the rows: the defender first; a roll apart from the result of the combat.

    If somebody misunderstands, the die for the first ``order`` falls before anybody decides anything (12.2.7).
    """
    c.orders = {}
    for side, own in rows.items():
        test_coordination(g, c, side, own)
    for side in rows:
        if order and not c.orders and c.levels[side] == "misunderstood":
            c.orders[side] = throw_for_order(g, c, side)


def test_coordination(g: Friedensturm, c: Combat, side: int, rows: Sequence[Row]) -> None:
    drm = total(rows)
    levels = levels_of(g, drm)
    die = g.throw("12.2.6", "tactical coordination", same=levels)
    c.levels[side] = levels[die - 1]
    g.note(
        "coordination", "12.2.6", result=True, side=g.side_name(side), die=die, drm=drm, level=c.levels[side],
        rows=spelled(rows),
    )


# -- misunderstood orders --


def throw_for_order(g: Friedensturm, c: Combat, side: int) -> Order:
    role = "attacker" if side == c.attacker else "defender"
    die = g.throw("12.2.6", "misunderstood orders")
    order = g.setting.tables.orders[role, die]
    g.note("orders", "12.2.6", result=True, side=g.side_name(side), die=die, name=order.name, what=order.what)
    return order


def misunderstood(g: Friedensturm, c: Combat, side: int) -> Procedure:
    """12.2.6, 12.2.7: another die, and its result at once."""
    order = c.orders.get(side) or throw_for_order(g, c, side)
    if order.id in ("sacrifice", "fierce"):
        for who in (c.defender, c.attacker):
            yield from lose_more(g, c, who)
    elif order.id in ("counter-attack", "stubbornness"):
        yield from lose_more(g, c, side)
    elif order.id in ("rout", "half-hearted"):                                  # each of them spares the enemy
        c.hits[1 - side] = max(0, c.hits[1 - side] - g.setting.limits["orders-hits"])
    elif order.id == "pinned":
        for unit in c.alive(c.defender):
            g.state.pinned[unit] = 1
        g.changed()
    elif order.id == "misdirected":
        yield from misdirect(g, c)
    elif order.id == "confusion":
        yield from confuse(g, c)
    elif order.id == "countermanded":
        yield from strip_marker(g, c)
    else:
        yield from panic(g, c, side)
    settle(g)


def lose_more(g: Friedensturm, c: Combat, side: int) -> Procedure:
    """A step more for a side, of its choice; Stosstruppen may take it once in a combat (ruling Q45)."""
    c.note_loss(side, (yield from lose_one(g, side, c.alive(side), "12.2.6", c.spare_stoss(side))))


def panic(g: Friedensturm, c: Combat, side: int) -> Procedure:
    """The defenders retreat a hex (ruling Q83), or one attacking unit of the attacker's choice (ruling Q82).

    12.3: only partial and perfect coordination let a retreat turn aside from enemy zones.
    """
    units = [u for u in c.alive(side) if g.setting.units[u].movement]           # 15.4.2: German tanks have none
    if units and side == c.attacker:
        units = [(yield from g.choose(side, "panic", "12.2.6", "which attacking unit retreats a hex?", "panic", units))]
    if units:
        yield from retreat(g, units, 1, "12.2.6", must=True, avoids=False, combat=c)


def confuse(g: Friedensturm, c: Combat) -> Procedure:
    units = [u for u in c.alive(c.attacker) if g.setting.infantry[u]]
    if units:
        question = "which attacking unit is disorganised?"
        unit = yield from g.choose(c.defender, "confusion", "12.2.6", question, "disorganise", units)
        g.disorganise(unit, "12.2.6")


def misdirect(g: Friedensturm, c: Combat) -> Procedure:
    """The attacker may move a defending unit by a hex: no zones, room to stand, a step that it could take (Q82)."""
    near = g.setting.within(c.target, g.setting.limits["reaction-range"])
    ways = [
        Action("misdirect", (unit, cell))
        for unit in g.setting.combat_of[c.defender]
        if g.state.loc[unit] >= 0 and near >> g.state.loc[unit] & 1 and not g.in_enemy_zone(unit)
        for cell in cells_of(steps_for(g, unit)) if fits(g, [unit], cell)
    ]
    if not ways:
        return
    question = "which enemy unit is misdirected, and where to?"
    action = yield from g.ask(c.attacker, "misdirect", "12.2.6", question, [*ways, END])
    if action != END:
        g.place(action.number(0), action.number(1))
        g.note("misdirected", "12.2.6", unit=action.number(0), to=action.number(1))


def steps_for(g: Friedensturm, unit: int) -> int:
    """The adjacent hexes that a unit could enter by a minimum move, out of enemy zones."""
    side, here = g.setting.side[unit], g.state.loc[unit]
    if not in_play(g) >> here & 1:
        return 0
    return g.setting.around[here] & in_play(g) & ~g.closed_cells[side] & ~g.zone_cells[1 - side]


def strip_marker(g: Friedensturm, c: Combat) -> Procedure:
    """12.2.6: the defender may remove a Reserve or Exploitation marker within 3 hexes (ruling Q57)."""
    near = g.setting.within(c.target, g.setting.limits["strip-range"])
    marked = [
        u for u in g.setting.combat_of[c.attacker]
        if g.state.marker[u] >= Marker.RESERVE and g.state.loc[u] >= 0 and near >> g.state.loc[u] & 1
    ]
    if not marked:
        return
    question = "which unit or stack loses its marker?"
    unit = yield from g.choose_or_end(c.defender, "strip", "12.2.6", question, "strip", marked)
    if unit is None:
        return
    marker = g.state.marker[unit]
    shared = division_mates(g, unit) if marker == Marker.EXPLOITATION else [unit]       # 14.0, ruling N18
    for other in [u for u in shared if g.state.marker[u] == marker]:
        g.mark(other, Marker.NONE)
        g.note("stripped", "12.2.6", unit=other)
