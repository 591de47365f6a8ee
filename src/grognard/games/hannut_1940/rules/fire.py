"""Fire support missions (10.3): spotters, points, modifiers, results, advance after fire (11.5)."""

from __future__ import annotations

from collections.abc import Sequence

from grognard.engine import ALLOW, Action, Procedure, Ruling, refuse
from grognard.games.hannut_1940.position import Hannut, defending
from grognard.games.hannut_1940.rules.observation import air_observes, can_observe, seen_from, sight
from grognard.games.hannut_1940.rules.retreat import Hits, Retreat, carry_shifts, strip
from grognard.games.hannut_1940.rules.stacking import fits
from grognard.games.hannut_1940.setting import GERMAN
from grognard.games.hannut_1940.state import Mark
from grognard.rules.arithmetic import Row, total
from grognard.rules.masks import cells_of
from grognard.rules.orders import OwnUnits

STAY = Action("stay")


# -- 10.3.2, 10.3.3 who fires at whom --


def may_target(g: Hannut, side: int, cell: int, air: bool) -> Ruling:
    """10.3, 10.3.2, 11.2."""
    here = g.cell_name(cell)
    if not g.occupied(1 - side) >> cell & 1:
        return refuse("10.3.2", f"no enemy is in {here}")
    if cell in (g.state.bombed if air else g.state.shelled):
        return refuse("10.3", f"{here} was already the target of such a mission in this phase")
    if cell in g.state.safe:
        return refuse("11.2", f"the units in {here} retreated into an empty hex in this phase")
    return ALLOW


def may_spot(g: Hannut, unit: int, cell: int, air: bool) -> Ruling:
    """10.3.3 and 10.3.3a."""
    state, setting, name, here = g.state, g.setting, g.name(unit), g.cell_name(cell)
    if setting.is_hq[unit] or state.loc[unit] < 0:
        return refuse("10.3.3", f"{name} cannot be a spotter")
    if not can_observe(g, unit, cell):
        return refuse("8.0", f"{name} cannot observe {here}")
    if state.advanced[unit]:
        return refuse("10.3.3a", f"{name} has advanced after a mission in this phase")
    other = state.spotter_of.get(cell, unit)
    if other != unit and setting.side[other] == setting.side[unit]:             # the enemy's was for other units
        return refuse("10.3.3a", f"{here} has another spotter")
    if any(u != unit and seen[-1] == state.loc[unit] for u, seen in state.spots.items()):
        return refuse("10.3.3a", f"another unit in {name}'s hex has already spotted in this phase")
    seen = state.spots.get(unit, (-1, -1, -1))[:2]
    most = setting.limits["spots-bn" if setting.bn[unit] else "spots-co"]
    if cell not in seen and len([c for c in seen if c >= 0]) >= most:
        return refuse("10.3.3a", f"{name} spots for no more than {most} target hex{'es' if most > 1 else ''}")
    if air and state.flown[unit]:
        return refuse("10.3.7", f"{name} has already spotted for its air mission")
    return ALLOW


def may_use_guns(g: Hannut, unit: int, cell: int, air: bool) -> Ruling:
    """10.3.4 to 10.3.6: points of the spotter's HQ, which must be in supply, within its range."""
    division = g.division(unit)
    known = g.setting.divisions.get(division)
    if known is None or not g.has_hq(division):
        return refuse("10.3.3", f"{g.name(unit)} has no HQ in play")
    if not g.in_range(division, cell, g.artillery_range(division)):
        return refuse("10.3.6" if air else "10.3.5", f"{g.cell_name(cell)} is out of range of the {known.name}'s HQ")
    hq = g.hq(division)
    if not air and g.state.loc[hq] >= 0 and not g.in_supply(hq):
        return refuse("10.3.4", f"the HQ of the {known.name} is not in general supply")
    if not air and not g.state.bp.get(division, 0):
        return refuse("10.3.5", f"the {known.name} has no barrage points left")
    return ALLOW


def capacity(g: Hannut, unit: int, air: bool) -> int:
    """10.3.7."""
    size = "bn" if g.setting.bn[unit] else "co"
    kind = "ap" if air else "pa-bp" if g.state.mark[unit] == Mark.PA else "bp"
    if kind == "bp" and g.in_ip(g.state.loc[unit]):
        kind = "ip-bp"
    return g.setting.limits[f"{size}-{kind}"]


def volleys(points: int, full: int) -> list[int]:
    """10.3.8: full volleys, and the rest."""
    return [full] * (points // full) + ([points % full] if points % full else [])


class FireOrders(OwnUnits[Hannut]):
    """A step of missions of one side: artillery ("fire"), or aircraft with a spotter ("bomb") or without ("strike")."""

    def __init__(self, g: Hannut, side: int, air: bool, case: str) -> None:
        kind, what = ("air", "air") if air else ("artillery", "artillery")
        super().__init__(g, side, kind, case, f"conduct an {what} mission, or end the step")
        self.air = air
        self.side_word = g.side_name(side)

    def verbs(self) -> Sequence[str]:
        return ("bomb", "strike", "end") if self.air else ("fire", "end")

    def units(self) -> Sequence[int]:
        g = self.g
        if self.air and not g.state.air.get(self.side_word, 0):
            return []
        watching = 0
        for cell in cells_of(g.occupied(1 - self.number)):
            watching |= seen_from(g, cell)
        found = [u for c in cells_of(watching & g.occupied(self.number)) for u in g.stack[c] if not g.setting.is_hq[u]]
        if self.air and self.number == GERMAN:
            found += [g.hq(d) for d in g.divisions_of(GERMAN)]
        return found

    def most(self, unit: int) -> int:
        """The points that can be used in one mission."""
        g = self.g
        if self.air:
            cap = g.setting.limits["ap-most"] if g.setting.is_hq[unit] else capacity(g, unit, air=True)
            return min(cap, g.state.air.get(self.side_word, 0))
        return min(capacity(g, unit, air=False), g.state.bp.get(g.division(unit), 0))

    def may_fire(self, unit: int, cell: int) -> Ruling:
        g = self.g
        ruling = may_target(g, self.number, cell, self.air)
        if ruling and g.setting.is_hq[unit]:
            sees = self.air and air_observes(g, unit, cell)
            return ALLOW if sees else refuse("8.3", f"{g.name(unit)} has no air observation of {g.cell_name(cell)}")
        ruling = ruling and may_spot(g, unit, cell, self.air)
        return ruling and may_use_guns(g, unit, cell, self.air)

    def others(self, unit: int) -> Sequence[Action]:
        g = self.g
        strikes = g.setting.is_hq[unit]
        most = self.most(unit)
        if not most:
            return ()
        verb = "strike" if strikes else "bomb" if self.air else "fire"
        cells = g.occupied(1 - self.number)
        if not strikes:
            cells &= sight(g, g.state.loc[unit])
        return [
            Action(verb, (unit, cell, number)) for cell in cells_of(cells) if self.may_fire(unit, cell)
            for number in range(1, most + 1)
        ]

    def may_do(self, action: Action) -> Ruling:
        unit, cell, number = action.number(0), action.number(1), action.number(2)
        if (action.verb == "strike") != self.g.setting.is_hq[unit]:
            return refuse("10.3.3", "aircraft strike from an HQ without a spotter; all other missions need one")
        ruling = self.may_fire(unit, cell)
        if not ruling:
            return ruling
        return refuse("10.3.7", f"{number} points are too many or too few: at most {self.most(unit)}")


def fire_step(g: Hannut, side: int, air: bool, case: str) -> Procedure:
    """4.3.2 steps 2 to 4. Only a side without any points is not asked: that is on the tracks."""
    while can_fire(g, side, air):
        action = yield from g.order(FireOrders(g, side, air, case))
        if action is None:
            return
        unit, cell, points = action.number(0), action.number(1), action.number(2)
        spotter = -1 if action.verb == "strike" else unit
        pay(g, side, air, unit, spotter, cell, points)
        yield from mission(g, side, air, spotter, cell, points)
        yield from follow_up(g, side, cell)


def can_fire(g: Hannut, side: int, air: bool) -> bool:
    """17.0: air points are for AM and PM turns (ruling C14)."""
    if air:
        return not g.is_night and g.state.air.get(g.side_name(side), 0) > 0
    return any(g.state.bp.get(d, 0) > 0 for d in g.setting.divisions_of[side])


def pay(g: Hannut, side: int, air: bool, unit: int, spotter: int, cell: int, points: int) -> None:
    state = g.state
    if air:
        state.air[g.side_name(side)] -= points
        state.bombed.append(cell)
        g.note("air-mission", "10.3.6", side=g.side_name(side), cell=cell, points=points)
    else:
        state.bp[g.division(unit)] -= points
        state.shelled.append(cell)
        name = g.setting.divisions[g.division(unit)].name
        g.note("mission", "10.3.5", division=name, cell=cell, points=points)
    if spotter >= 0:
        seen = [c for c in state.spots.get(spotter, ())[:2] if c >= 0 and c != cell]
        state.spots[spotter] = (*(*seen, cell, -1)[:2], state.loc[spotter])  # type: ignore[assignment]
        state.spotter_of[cell] = spotter
        state.flown[spotter] |= int(air)
        g.note("spotter", "10.3.3", unit=spotter, cell=cell)
        g.tire_at_night(spotter)                                                # 14.0, ruling C35
    g.changed()


# -- 10.3.10 to 10.3.12 --


def affected(g: Hannut, cell: int) -> list[int]:
    """10.3.2: in cover, where some units are attack designated and others not, only the former."""
    units = list(g.stack[cell])
    marked = [u for u in units if g.designated(u)]
    open_ground = g.setting.pure_clear >> cell & 1
    return marked if marked and not open_ground else units


def fire_rows(g: Hannut, side: int, air: bool, spotter: int, cell: int, cover: str) -> list[Row]:
    """10.3.10: the modifiers, every one with its case."""
    setting, drm = g.setting, g.setting.tables.fire_drm
    units = g.stack[cell]
    exposed = all(g.designated(u) for u in defending(g, affected(g, cell)))
    afv = [u for u in defending(g, units) if setting.afv[u]]                    # 11.2a
    rows = []
    if cover and not exposed:
        rows.append(drm.row(cover, case="10.3.10a"))
    if g.in_ip(cell) and not exposed and not afv:
        rows.append(drm.row("ip", case="10.3.10b"))
    if afv:
        pure = all(setting.afv[u] for u in units)
        rows.append(drm.row("pure-afv" if pure else "mixed-afv", case="10.3.10c"))
    density = setting.tables.density_drm(g.steps_in_hex(units))
    if density:
        rows.append(Row("density", density, "10.3.10d"))                        # the number of steps is not told (7.3)
    if spotter >= 0 and setting.vantage >> g.state.loc[spotter] & 1 and not setting.vantage >> cell & 1:
        rows.append(drm.row("vantage", case="10.3.10d"))
    if g.is_night:
        rows.append(drm.row("night", case="10.3.10d"))
    if air and side == GERMAN:
        rows.append(drm.row("german-air", case="10.3.10d"))
    return rows


def mission(g: Hannut, side: int, air: bool, spotter: int, cell: int, points: int) -> Procedure:
    """10.3.1 steps 3 and 4."""
    limits, tables = g.setting.limits, g.setting.tables
    kinds = [row.kind for row in g.setting.ground[cell] if row.fs < 0]
    cover = kinds[0] if kinds else ""
    if len(kinds) > 1:                                                          # 10.3.10a: the defender chooses
        options = [Action("cover", (kind,)) for kind in kinds]
        action = yield from g.ask(1 - side, "cover", "10.3.10a", f"which terrain covers {g.cell_name(cell)}?", options)
        cover = action.word()
    rows = fire_rows(g, side, air, spotter, cell, cover)
    drm = total(rows)
    text = ", ".join(f"{row.what} {row.value:+d} ({row.case})" for row in rows)
    g.note("modifiers", "10.3.10", cell=cell, drm=drm, rows=text or "nothing")
    shifts = hits = 0
    strengths = [points * limits["fs-per-ap"]] if air else volleys(points, limits["volley"])    # 10.3.9
    for strength in strengths:
        outcomes = [tables.fire_result(face + strength + drm) for face in range(10)]
        die = g.throw("10.3.11", f"a volley at {g.cell_name(cell)}", faces=10, lowest=0, same=outcomes)
        shifts, hits = shifts + outcomes[die][0], hits + outcomes[die][1]
    g.note("fire", "10.3.12", result=True, cell=cell, shifts=shifts, hits=hits)
    most = limits["as-most"]
    if shifts:
        g.state.shifts[cell] = min(most, g.state.shifts.get(cell, 0) + shifts)
        g.changed()
    if hits:
        yield from suffer_fire(g, 1 - side, cell, hits)


def suffer_fire(g: Hannut, side: int, cell: int, number: int) -> Procedure:
    """10.3.12: retreat, or try to stay."""
    units = affected(g, cell)
    fled = [u for u in g.stack[cell] if g.state.retreated[u] and u not in units]                      # 11.2b
    back = Retreat(g, [*units, *fled], lambda u: g.setting.tables.retreat["fire", g.setting.units[u].movement], "11.2")
    open_cells = back.cells()
    hits = Hits(g, side, units, "10.3.12")
    options = [STAY, *[Action("retreat", (c,)) for c in open_cells]]
    question = f"{number} {'hit' if number == 1 else 'hits'} in {g.cell_name(cell)}: stay or retreat?"
    action = yield from g.ask(side, "fire-result", "10.3.12", question, options, about="cell", even_if_one=True)
    if action.verb == "retreat":
        hits.even = False
        yield from fall_back(g, back, action.number())
        yield from hits.absorb((number - 1) // 2)                               # halved, rounded down
        return
    lowest = min([g.setting.units[u].pr_defence for u in defending(g, units)])
    if g.d10("10.3.12", f"staying in {g.cell_name(cell)}", lowest):
        hits.even = False
        yield from hits.lose()
        yield from hits.absorb(number - 1)
    elif open_cells:
        yield from fall_back(g, back, -1)
        yield from hits.lose()
        yield from hits.absorb(number - 1, all_of_them=True)
    else:
        for unit in [u for u in units if g.designated(u)]:                      # also without a way back
            strip(g, unit)
        yield from hits.lose(number)


def fall_back(g: Hannut, back: Retreat, chosen: int) -> Procedure:
    """10.3.12: one hex, with one AS marker more; designations come off (11.1)."""
    yield from back.step(chosen)
    carry_shifts(g, back.origin, back.units, more=1)
    g.changed()


# -- 11.5 --


def may_follow(g: Hannut, unit: int, cell: int) -> Ruling:
    """11.5: attack designated units next to the hex, once in a phase, as terrain and stacking allow."""
    setting, name = g.setting, g.name(unit)
    if not g.designated(unit) or not g.beside(unit, cell):
        return refuse("11.5", f"{name} is not designated to attack next to {g.cell_name(cell)}")
    if g.state.advanced[unit]:
        return refuse("11.5", f"{name} has already advanced in this phase")
    if (g.state.loc[unit], cell) not in setting.steps_of(unit):
        return refuse("11.5", f"{name} cannot enter {g.cell_name(cell)}")
    if not setting.limit[g.division(unit)] >> cell & 1:
        return refuse("19.6", f"{name} may not go that far")
    return ALLOW if fits(g, unit, cell) else refuse("7.1", f"there is no room in {g.cell_name(cell)}")


def follow_up(g: Hannut, side: int, cell: int) -> Procedure:
    """11.5: only the active side has attack designated units."""
    while not g.stack[cell] or g.setting.side[g.stack[cell][0]] == side:
        units = [u for c in g.setting.grid.neighbours[cell] for u in g.friends_in(c, side) if may_follow(g, u, cell)]
        if not units:
            return
        options = [*[Action("follow", (u, cell)) for u in units], Action("end")]
        question = f"which units advance to {g.cell_name(cell)}?"
        action = yield from g.ask(side, "follow", "11.5", question, options)
        if action.verb == "end":
            return
        unit = action.number()
        start = g.state.loc[unit]
        g.place(unit, cell)
        carry_shifts(g, start, [unit])                                          # 10.3.12: AS goes with the unit
        g.state.advanced[unit] = 1
        g.note("advance", "11.5", unit=unit, to=cell)
        if g.state.mark[unit] == Mark.TA:
            g.set_mark(unit, Mark.NONE)
        elif g.setting.covering >> cell & 1:
            choices = [Action("drop", (unit,)), Action("end")]
            question = f"does the unit in {g.cell_name(cell)} give up its PA marker?"
            if (yield from g.ask(side, "drop", "11.5", question, choices)).verb == "drop":
                g.set_mark(unit, Mark.NONE)
