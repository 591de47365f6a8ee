"""Artillery (chapter 15): points, declarations, barrages, bombardments."""

from __future__ import annotations

from grognard.engine import ALLOW, Action, Procedure, Ruling, refuse
from grognard.engine.facts import derived
from grognard.games.soissons_1918.position import Soissons
from grognard.games.soissons_1918.rules.fallback import fall_back_at_once
from grognard.games.soissons_1918.rules.units import add_levels, disrupt, lose_point
from grognard.games.soissons_1918.setting import GERMAN
from grognard.games.soissons_1918.state import Order
from grognard.games.soissons_1918.tables import GUNS
from grognard.rules.arithmetic import Row, total
from grognard.rules.asking import ask_legal
from grognard.rules.masks import cells_of, mask
from grognard.rules.results import faces


def guns_key(side: str, kind: str) -> str:
    """How the tracks of army artillery are named (15.1)."""
    return f"{side}-{kind}"


def roll_for_points(g: Soissons) -> None:
    """15.2.2, step A.a: a die for each army and air point of the day; on the first turn the Entente has all (4.1)."""
    table = g.setting.tables.availability
    faces = [table[face] for face in range(1, 7)]
    for side, name in enumerate(g.setting.sides):
        for kind in GUNS:
            early = points = g.turn.points(name, kind)
            if side == GERMAN or g.state.turn != g.setting.plan.surprise_turn:
                why = f"{kind} points of {g.setting.seat_called(name)}"
                early = sum([faces[g.throw("15.2.2", why, same=faces) - 1] == "am" for _ in range(points)])
            g.state.guns[guns_key(name, kind)], g.state.later[guns_key(name, kind)] = early, points - early
    tell_points(g, "15.2.2")
    g.state.clear("fired")                                                      # 15.2.1, step A.b


def add_afternoon_points(g: Soissons) -> None:
    """Step D: what is left of the morning is added to what comes in the afternoon."""
    for key, points in g.state.later.items():
        g.state.guns[key] = g.state.guns.get(key, 0) + points
    g.state.later = {}
    tell_points(g, "step D")


def set_night_points(g: Soissons) -> None:
    """Step J: the night's points; what was left of the day is lost (15.2.2)."""
    g.state.later = {}
    for name in g.setting.sides:
        for kind in GUNS:
            g.state.guns[guns_key(name, kind)] = g.turn.points(name, kind)
    tell_points(g, "step J.a")
    g.state.clear("fired")                                                      # 15.2.1, step J.b


def tell_points(g: Soissons, case: str) -> None:
    for name in g.setting.sides:
        heavy, medium, air = (g.state.guns.get(guns_key(name, kind), 0) for kind in GUNS)
        g.note("points", case, side=name, heavy=heavy, medium=medium, air=air)


def may_add(g: Soissons, side: int, kind: str, cell: int) -> Ruling:
    """15.0: at most 3 points of guns and 1 of the air on a hex."""
    _, guns, air = g.state.fire.get(cell, (side, 0, 0))
    full = air >= g.setting.limits["air-per-hex"] if kind == "air" else guns >= g.setting.limits["guns-per-hex"]
    return refuse("15.0", f"{g.cell_name(cell)} already has all the points a hex can take") if full else ALLOW


def may_bombard(g: Soissons, side: int, targets: int, action: Action) -> Ruling:
    """15.3 for army artillery and aircraft."""
    cell, kind = action.number(), action.word(1)
    if kind not in GUNS:
        return refuse("15.0", "army points are heavy, medium or air")
    if not targets >> cell & 1:
        return refuse("15.4", f"{g.cell_name(cell)} is not a target now")
    if not g.state.guns.get(guns_key(g.side_name(side), kind)):
        return refuse("15.2.2", f"no {kind} points are left")
    if kind == "medium" and not in_range(g, side) >> cell & 1:
        return refuse("15.3.1", f"{g.cell_name(cell)} is more than 5 hexes from every headquarters")
    return may_add(g, side, kind, cell)


def may_direct(g: Soissons, side: int, targets: int, action: Action) -> Ruling:
    """15.3.1, 15.3.2 for the corps point of a headquarters."""
    hq, cell = action.number(), action.number(1)
    name, here = g.name(hq), g.cell_name(cell)
    if not g.setting.hq[hq] or g.setting.side[hq] != side or g.state.loc[hq] < 0:
        return refuse("15.2.1", f"{name} is not one of your headquarters on the map")
    if g.state.fired[hq]:
        return refuse("15.2.1", f"the artillery of {name} is unavailable")
    if not targets >> cell & 1:
        return refuse("15.4", f"{here} is not a target now")
    if not g.setting.within(g.state.loc[hq], gun_range(g, "corps")) >> cell & 1:
        return refuse("15.3.1", f"{here} is more than {gun_range(g, 'corps')} hexes from {name}")
    if g.state.corps[hq] not in closest_corps(g, side, cell):
        return refuse("15.3.2", f"no unit of that corps is closest to {here}")
    return may_add(g, side, "corps", cell)


def gun_range(g: Soissons, kind: str) -> int:
    return int(g.setting.tables.ranges[kind])


@derived
def in_range(g: Soissons, side: int) -> int:
    """15.3.1: the hexes within 5 of any headquarters of a side."""
    found = 0
    for hq in g.setting.headquarters.values():
        if g.setting.side[hq] == side and g.state.loc[hq] >= 0:
            found |= g.setting.within(g.state.loc[hq], gun_range(g, "medium"))
    return found


@derived
def closest_corps(g: Soissons, side: int, cell: int) -> frozenset[str]:
    """15.3.2, ruling K39: the corps of the combat units closest to a hex; a remnant has none."""
    units = [u for u in g.on_map(side) if g.setting.infantry[u]]
    far = g.setting.grid.distances(cell)
    least = min([far[g.state.loc[u]] for u in units], default=0)
    return frozenset([g.state.corps[u] for u in units if far[g.state.loc[u]] == least and g.state.corps[u]])


def marked(g: Soissons, order: Order) -> int:
    """The hexes of the phasing side's units with that marker."""
    return mask([g.state.loc[u] for u in g.on_map(g.phasing) if g.state.order[u] == order])


def targets_beside(g: Soissons) -> int:
    """Step B.3: enemy-held hexes next to a friendly Prepare marker (ruling K78)."""
    return g.setting.beside.of(marked(g, Order.PREPARE)) & g.occupied(g.other)


def declare_barrage(g: Soissons, case: str, order: Order) -> Procedure:
    """Steps B.4a and B.9a: on hexes with such a marker next to a combat unit of the firing side (ruling K79)."""
    if not (g.is_surprise and order == Order.PREPARE):                          # 4.1
        yield from declare(g, g.other, case, marked(g, order) & g.zone_cells[g.other])


def declare(g: Soissons, side: int, case: str, targets: int) -> Procedure:
    """15.0: point by point onto the targets, until the player ends it; by day 15.4.1, at night 15.4.2 and step K."""
    cells = cells_of(targets)
    hqs = [hq for hq in g.setting.headquarters.values() if g.setting.side[hq] == side and g.state.loc[hq] >= 0]
    kind = "barrage" if side != g.phasing and not g.is_night else "bombard"

    def may(action: Action) -> Ruling:
        rule = may_bombard if action.verb == "bombard" else may_direct
        return rule(g, side, targets, action)

    while True:
        kinds = [kind for kind in GUNS if g.state.guns.get(guns_key(g.side_name(side), kind))]
        points = [Action("bombard", (cell, kind)) for cell in cells for kind in kinds]
        points += [Action("direct", (hq, cell)) for hq in hqs if not g.state.fired[hq] for cell in cells]
        action = yield from ask_legal(
            g, side, kind, case, "place artillery points", points, may, places=("bombard",), also=("bombard", "direct"),
            common=True,
        )
        if action is None:
            return
        place_point(g, side, action, case)


def place_point(g: Soissons, side: int, action: Action, case: str) -> None:
    """15.0: the point is taken from the track, or the headquarters flipped."""
    corps = action.verb == "direct"
    cell, kind = (action.number(1), "corps") if corps else (action.number(), action.word(1))
    if corps:
        g.state.fired[action.number()] = 1
    else:
        g.state.guns[guns_key(g.side_name(side), kind)] -= 1
    _, guns, air = g.state.fire.get(cell, (side, 0, 0))
    g.state.fire[cell] = (side, guns + (kind != "air"), air + (kind == "air"))
    g.note("aim", case, side=g.side_name(side), cell=cell, guns=kind, points=guns + air + 1)


def drm_rows(g: Soissons, side: int, cell: int, guns: int, assault: bool) -> list[Row]:
    """15.5: the Bombardment DRM Table."""
    setting, found = g.setting, []
    if assault:                                                                 # ruling K37
        found.append("prepare")
    if setting.cover >> cell & 1:
        found.append("shelter")
    if guns and not setting.around[cell] & g.fighting[side]:              # 15.3.3
        found.append("unobserved")
    if g.is_night:
        found.append("night")
    return setting.tables.bombardment_drm.rows(found)


def bombard(g: Soissons, cell: int, assault: bool = False) -> Procedure:
    """15.5: one die in the column of the points; the marker is spent, whoever is there (ruling K78)."""
    side, guns, air = g.state.fire.pop(cell)
    units = g.fighters_at(cell)
    if not units or g.setting.side[units[0]] == side:
        g.note("fire-wasted", "15.5", cell=cell)                                # ruling K67: headquarters feel nothing
        return
    rows = drm_rows(g, side, cell, guns, assault)
    results = faces(g.setting.tables.bombardment, guns + air, total(rows))
    die = g.throw("15.5", f"bombardment of {g.cell_name(cell)}", same=results)
    code = results[die - 1]
    g.note(
        "bombardment", "15.5", "15.6", result=True, cell=cell, points=guns + air, die=die, drm=total(rows),
        rows=[f"{row.what} {row.value:+d} ({row.case})" for row in rows], outcome="no effect" if code == "-" else code,
    )
    yield from shell(g, cell, code)


def shell(g: Soissons, cell: int, code: str) -> Procedure:
    """15.6: disruption of every unit, then a loss where the owner wants it; never a retreat."""
    units = g.fighters_at(cell)
    for unit in units:
        disrupt(g, unit, code, "15.6")
    if not g.setting.tables.effects[code].loss:
        return
    firm = [u for u in units if not g.setting.remnant[u]]
    if not firm:
        for unit in units:                                                      # 5.5
            add_levels(g, unit, 1, "15.6")
        return
    owner = g.setting.side[firm[0]]
    unit = yield from g.choose(owner, "loss", "15.6", "which unit takes the loss of the bombardment?", "lose", firm)
    lose_point(g, unit, "15.6")


def resolve_fire(g: Soissons, side: int, assault: bool) -> Procedure:
    """All markers of a side that are left on the map: barrages, night fire, hexes that nobody attacked."""
    for cell in sorted(c for c, (owner, _, _) in g.state.fire.items() if owner == side):
        yield from bombard(g, cell, assault)
    yield from fall_back_at_once(g)                                             # ruling K50
