"""Ground assaults (13.0 to 13.9): designation (10.2), who attacks whom, what each side commits, the dice."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache

from grognard.engine import ALLOW, Action, Procedure, Ruling, refuse
from grognard.games.hannut_1940.position import ATTACK, Hannut, enemies_beside
from grognard.games.hannut_1940.rules.markers import put_mark, take_mark
from grognard.games.hannut_1940.rules.odds import (
    Assault,
    armor_terrain,
    possible_reserves,
    rated_units,
    regiment_units,
    supporting_hexes,
    terrain_lines,
    work_out,
)
from grognard.games.hannut_1940.rules.results import advance, apply_results
from grognard.games.hannut_1940.rules.stacking import legal_parts, may_share
from grognard.games.hannut_1940.state import Mark, Supply
from grognard.games.hannut_1940.tables import GroundAssaultTable, Obligation, Section
from grognard.rules.arithmetic import Fight
from grognard.rules.masks import cells_of, mask
from grognard.rules.orders import OwnUnits, UnitOrders
from grognard.rules.position import ChoosingSome

# -- 10.2: tactical assaults --


def may_designate(g: Hannut, unit: int) -> Ruling:
    """10.2, 4.3.2 step 1, ruling C71."""
    name, state = g.name(unit), g.state
    if g.setting.side[unit] != g.phasing or state.loc[unit] < 0:
        return refuse("10.2", f"{name} is not an active unit on the map")
    if not g.may_assault_now(g.phasing):
        return refuse("19.5", "without a real night chit there are no ground assaults tonight")
    if g.setting.is_hq[unit]:
        return refuse("13.3", "an HQ is never designated to attack")
    if g.setting.units[unit].pr_attack < 0:
        return refuse("5.5", f"{name} has no offensive proficiency and cannot attack")
    if state.mark[unit] != Mark.NONE:
        return refuse("10.2", f"{name} already has a marker")
    if not enemies_beside(g, unit):
        return refuse("10.2", f"no enemy is next to {name}")
    return ALLOW


class TacticalOrders(OwnUnits[Hannut]):
    """4.3.2 step 1: which units attack without having prepared it."""

    offers = ("assign", "unassign", "end")

    def __init__(self, g: Hannut) -> None:
        super().__init__(g, g.phasing, "tactical", "10.2", "place TA markers, or end the step")

    def units(self) -> Sequence[int]:
        g = self.g
        near = g.setting.beside.of(g.occupied(1 - self.number)) & g.occupied(self.number)
        return [u for c in cells_of(near) for u in g.stack[c] if g.setting.units[u].pr_attack >= 0]

    def others(self, unit: int) -> Sequence[Action]:
        if self.g.state.mark[unit] == Mark.TA:
            return [Action("unassign", (unit,))]
        return [Action("assign", (unit,))] if may_designate(self.g, unit) else []

    def may_do(self, action: Action) -> Ruling:
        if action.verb == "unassign":
            return refuse("10.2", f"{self.g.name(action.number())} has no TA marker")
        return may_designate(self.g, action.number())


def tactical_step(g: Hannut) -> Procedure:
    """4.3.2 step 1; at night only with a real chit, which has been turned over (19.5)."""
    while g.may_assault_now(g.phasing):
        action = yield from g.order(TacticalOrders(g))
        if action is None:
            return
        if action.verb == "assign":
            put_mark(g, action.number(), Mark.TA, "10.2")
        else:
            take_mark(g, action.number(), "10.2")


# -- 12.0, 13.2, 13.3: who attacks whom --


def allowance(g: Hannut, division: str) -> int:
    """9.1.1, 9.1.2, 12.0: half assaults of a division."""
    mode = "static" if g.is_static(division) else "mobile"
    known = g.setting.divisions.get(division)
    if known is None or not g.has_hq(division):
        return 0
    return g.setting.limits["pa-assaults"] * g.setting.limits[f"ga-{mode}-{known.side}"]


def price_of(g: Hannut, mark: Mark) -> int:
    return g.setting.limits["pa-assaults" if mark == Mark.PA else "ta-assaults"]


def can_afford(g: Hannut, unit: int, mark: Mark) -> bool:
    division = g.division(unit)
    return g.state.spent.get(division, 0) + price_of(g, mark) <= allowance(g, division)


def may_assault(g: Hannut, unit: int, cell: int) -> Ruling:
    """13.2, 13.3."""
    name, here, state = g.name(unit), g.cell_name(cell), g.state
    if not g.designated(unit) or g.setting.side[unit] != g.phasing:
        return refuse("13.3", f"{name} is not designated to attack")
    if state.attacked[unit]:
        return refuse("13.3", f"{name} has already attacked in this phase")
    if not g.beside(unit, cell) or not g.occupied(g.other) >> cell & 1:
        return refuse("13.2", f"no enemy is in {here}, next to {name}")
    if cell in state.assaulted:
        return refuse("13.2", f"{here} was already assaulted in this phase")
    if cell in state.safe:
        return refuse("11.2", f"the units in {here} retreated into an empty hex in this phase")
    if not can_afford(g, unit, state.mark[unit]):
        return refuse("12.0", f"{name}'s division has made all the ground assaults its HQ allows")
    return ALLOW


class AssaultOrders(UnitOrders[Hannut]):
    """13.2: the next assault is opened by one unit; others may join it (13.3)."""

    offers = ("assault", "end")

    def __init__(self, g: Hannut) -> None:
        super().__init__(g, g.phasing, "assault", "13.0", "which assault comes next?")

    def units(self) -> Sequence[int]:
        return [u for u in self.g.designated_units() if not self.g.state.attacked[u]]

    def may_act(self, unit: int) -> Ruling:
        if unit in self.units():
            return ALLOW
        return refuse("13.3", f"{self.g.name(unit)} is not designated to attack, or has already attacked")

    def cells(self, unit: int) -> Mapping[str, int]:
        g, found = self.g, 0
        for cell in cells_of(enemies_beside(g, unit)):
            if may_assault(g, unit, cell):
                found |= 1 << cell
        return {"assault": found}

    def may(self, verb: str, unit: int, cell: int) -> Ruling:
        return may_assault(self.g, unit, cell)

    def may_end(self) -> Ruling:
        """13.3: whoever is designated must attack, as long as he can."""
        able = self.is_anybody_able()
        return refuse("13.3", "all units designated to attack must attack") if able else ALLOW


def assault_step(g: Hannut) -> Procedure:
    """4.3.2 step 6: one after the other, each finished before the next (13.0)."""
    while is_open(g):
        action = yield from g.order(AssaultOrders(g))
        if action is None:
            return
        unit, cell = action.number(), action.number(1)
        units = yield from gather(g, unit, cell)
        yield from assault(g, units, cell)


def is_open(g: Hannut) -> bool:
    """Whether a marked unit has an enemy beside it who has not been assaulted: everybody sees that (7.3)."""
    return any(targets(g, u) for u in g.designated_units())


def targets(g: Hannut, unit: int) -> int:
    """13.2: the enemy hexes that a unit can still assault."""
    return enemies_beside(g, unit) & ~mask([*g.state.assaulted, *g.state.safe])


def gather(g: Hannut, first: int, cell: int) -> ChoosingSome:
    """13.3: others join; each division pays for the assault once (ruling C25)."""
    mark, units = g.state.mark[first], [first]
    charge(g, first, mark)
    while True:
        paid = {g.division(u) for u in units}
        others = [u for u in joiners(g, units, cell, mark) if g.division(u) in paid or can_afford(g, u, mark)]
        if not others:
            return units
        question = f"which other units assault {g.cell_name(cell)}?"
        unit = yield from g.choose_or_end(g.phasing, "join", "13.3", question, "join", others)
        if unit is None:
            return units
        if g.division(unit) not in paid:
            charge(g, unit, mark)
        units.append(unit)


def joiners(g: Hannut, units: Sequence[int], cell: int, mark: Mark) -> list[int]:
    """13.3: PA units next to the hex; TA units only from the same hex. The two never mix (ruling C24)."""
    near = [u for c in cells_of(g.setting.around[cell] & g.occupied(g.phasing)) for u in g.stack[c]]
    return [
        u for u in near
        if u not in units and g.state.mark[u] == mark and not g.state.attacked[u]
        and (mark == Mark.PA or g.state.loc[u] == g.state.loc[units[0]])
    ]


def charge(g: Hannut, unit: int, mark: Mark) -> None:
    division = g.division(unit)
    g.state.spent[division] = g.state.spent.get(division, 0) + price_of(g, mark)


# -- 13.1 --


def assault(g: Hannut, attackers: Sequence[int], cell: int) -> Procedure:
    """13.1: from the choice of the hex to the removal of markers."""
    a = Assault(g, attackers, cell)
    yield from put_together(a)
    fight = weigh(a)
    yield from apply_results(a, g.by_chance(lambda: roll(a, fight)))
    yield from advance(a)
    finish(a)


def put_together(a: Assault) -> Procedure:
    """13.1 steps 1 to 5: terrain line, then the attacker's choices, then the defender's."""
    g = a.g
    g.note("assault", "13.2", side=g.side_name(a.attacker), cell=a.cell, start=a.hexes)
    lines = terrain_lines(g, a.cell)
    action = yield from g.ask(
        a.defender, "line", "13.2", f"which terrain line for {g.cell_name(a.cell)}?",
        [Action("cover", (f"line-{line}",)) for line in lines],
    )
    a.line = int(action.word()[-1])
    yield from count_overstack(a, 0)
    show(a, 0)
    yield from commit(a, 0)
    defenders = [u for u in g.stack[a.cell] if not g.state.retreated[u]]
    a.units[1] = defenders or list(g.stack[a.cell])                             # 11.2
    yield from count_overstack(a, 1)
    show(a, 1)
    yield from commit(a, 1)
    yield from defend(a)


def show(a: Assault, role: int) -> None:
    """13.1 step 2: the units are revealed."""
    g = a.g
    units = sorted(a.everybody[role])
    for unit in units:
        g.state.revealed[unit] = 1
    g.changed()
    g.note("revealed", "13.1", cell=a.cell if role else a.hexes[0], units=units)


def count_overstack(a: Assault, role: int) -> Procedure:
    """7.2: only a legal stack takes part, and the owner picks it; the shift is against him."""
    g = a.g
    hexes = [a.cell] if role else a.hexes
    kept: list[int] = []
    for cell in hexes:
        units = tuple(u for u in a.units[role] if g.state.loc[u] == cell)
        a.overstacked[role] |= not may_share(g, g.stack[cell])                  # retreated units too (ruling D11)
        if may_share(g, units):
            kept += units
            continue
        side = a.defender if role else a.attacker
        options = [Action("count", (part,)) for part in legal_parts(g, units)]
        question = f"which units of the overstack in {g.cell_name(cell)} fight?"
        action = yield from g.ask(side, "overstack", "7.2", question, options)
        kept += action.numbers()
    a.units[role] = kept


def commit(a: Assault, role: int) -> Procedure:
    """13.8.2 to 13.8.5: the lead unit, the unit with its armor rating, combat reserves."""
    g = a.g
    side = a.defender if role else a.attacker
    pr = "pr_defence" if role else "pr_attack"
    able = [u for u in a.units[role] if getattr(g.setting.units[u], pr) >= 0]
    a.lead[role] = yield from g.choose(side, "lead", "13.8.2", "which unit leads?", "lead", able)
    yield from name_armor(a, role, side)
    reserves = possible_reserves(a, role)
    while reserves and len(a.reserves[role]) < g.setting.limits["cr-most"]:
        question = "which combat reserve is committed?"
        unit = yield from g.choose_or_end(side, "commit", "13.8.3", question, "commit", reserves, end="hold")
        if unit is None:
            break
        a.reserves[role].append(unit)
        reserves.remove(unit)
    a.regiments[role] = regiment_units(a, role)


def name_armor(a: Assault, role: int, side: int) -> Procedure:
    """Ruling C21: one unit's rating counts."""
    g, rated = a.g, rated_units(a, role)
    if not rated:
        return
    best = g.has_option("armor_unit", "best")
    if best:
        most = max([best_rating(g, u, role) for u in rated])
        rated = [u for u in rated if best_rating(g, u, role) == most]
    question = "whose armor or anti-tank rating counts?"
    options = [Action("armor", (u,)) for u in rated]
    if not best and not any(g.setting.units[u].armor >= 0 for u in rated):
        options.append(Action("hold"))                                          # 13.8.5: armor cannot be held back
    action = yield from g.ask(side, "armor", "13.8.5", question, options)
    a.armor[role] = -1 if action.verb == "hold" else action.number()


def best_rating(g: Hannut, unit: int, role: int) -> int:
    """13.8.6: only an 88 attacks with its AT rating; 13.8.5: none counts out of supply."""
    counter = g.setting.units[unit]
    if g.state.supply[unit] == Supply.OUT:
        return 0
    if role or (counter.armor < 0 and counter.red_hexagon):
        return counter.at
    return counter.armor


def defend(a: Assault) -> Procedure:
    """13.7.3, 13.8.6 and 14.0: supporting hexes, terrain against armor, and the price of a night."""
    g = a.g
    cells = supporting_hexes(a)
    while cells:
        question = f"which hexes support {g.cell_name(a.cell)}?"
        cell = yield from g.choose_or_end(
            a.defender, "support", "13.7.3", question, "support", cells, end="hold", about="cell"
        )
        if cell is None:
            break
        a.supports.append(cell)
        cells.remove(cell)
    rows = armor_terrain(g, a.cell)
    if rows and (a.armor[0] >= 0 or a.armor[1] >= 0):
        options = [Action("cover", (row.kind,)) for row in rows]
        action = yield from g.ask(a.defender, "cover", "13.8.6", "which terrain counts against armor?", options)
        a.cover = g.setting.tables.terrain[action.word()]
    tiring = [u for u in a.units[1] if g.tires_tonight(u)]
    if tiring:
        a.spared = yield from g.choose_some(
            a.defender, "spare", "14.0", "which units are halved to avoid fatigue?", "spare", tiring, end="hold"
        )


@lru_cache(maxsize=2048)
def percentage(gat: GroundAssaultTable, suffers: Section, column: int, drm: int) -> tuple[Obligation, ...]:
    """13.9: the results for dice from 0 to 99, with the modifier that goes to both."""
    return tuple([gat.result(suffers, column, gat.entry(column, die + drm)) for die in range(100)])


@lru_cache(maxsize=2048)
def alike(gat: GroundAssaultTable, suffers: Section, column: int, drm: int) -> tuple[int, ...]:
    """Which dice bring the same result."""
    found = percentage(gat, suffers, column, drm)
    return tuple([found.index(result) for result in found])


def weigh(a: Assault) -> Fight:
    """13.5 to 13.8: the odds are known before the dice fall."""
    fight = work_out(a)
    a.g.note("odds", "13.5", odds=fight.as_json(), units=[*a.units[0], *a.units[1]])
    return fight


def roll(a: Assault, fight: Fight) -> list[Obligation]:
    """13.9: the attacker's die decides what the defender suffers, and the defender's what the attacker does."""
    g, gat = a.g, a.g.setting.tables.gat
    found = []
    sections: tuple[tuple[Section, Section], ...] = (("defender", "attacker"), ("attacker", "defender"))
    for suffers, rolls in sections:
        row = (gat, suffers, fight.column, fight.modifier)
        die = g.throw("13.9", f"the {rolls}'s roll", faces=100, lowest=0, same=alike(*row))
        found.append(percentage(*row)[die])
    theirs, ours = found
    column = fight.odds or ""
    g.note("result", "13.10", result=True, cell=a.cell, column=column, attacker=str(ours), defender=str(theirs))
    return [ours, theirs]


def finish(a: Assault) -> None:
    """13.8.3, 13.12: markers that were used come off; the fog falls again (7.3)."""
    g, state = a.g, a.g.state
    for unit in a.everybody[0]:
        state.attacked[unit] = state.fought[unit] = 1
        if state.mark[unit] in ATTACK:
            state.mark[unit] = Mark.NONE
    for unit in a.everybody[1]:
        state.fought[unit] = 1
    for unit in (*a.reserves[0], *a.reserves[1]):
        if state.mark[unit] == Mark.CR:
            state.mark[unit] = Mark.NONE
    for unit in (*a.regiments[0], *a.regiments[1]):
        state.integral[unit] = 1
    for unit in a.units[1]:
        if state.loc[unit] >= 0:
            g.tire_at_night(unit, unit in a.spared)                             # 14.0
    state.assaulted.append(a.cell)                                              # 13.7.3: an overrun hex, too
    if not a.overrun:
        state.supporting += a.supports
    state.clear("revealed")
    g.changed()
