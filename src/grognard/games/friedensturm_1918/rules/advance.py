"""Advance after combat (12.4), Exploitation markers (14.0) and the defender's reaction moves (12.2.6)."""

from __future__ import annotations

from grognard.engine import ALLOW, Action, Procedure, Ruling, refuse
from grognard.games.friedensturm_1918.position import Friedensturm, in_play
from grognard.games.friedensturm_1918.rules.fight import Combat
from grognard.games.friedensturm_1918.rules.movement import find_reach, reaction_points
from grognard.games.friedensturm_1918.rules.stacking import fits, may_fit
from grognard.games.friedensturm_1918.rules.supply import ways_home
from grognard.games.friedensturm_1918.rules.support import drop_pontoons, pass_by, settle
from grognard.games.friedensturm_1918.setting import ALLIED, GERMAN
from grognard.games.friedensturm_1918.state import Marker
from grognard.rules.masks import cells_of, mask
from grognard.rules.orders import Placing


def may_advance(g: Friedensturm, c: Combat, unit: int) -> Ruling:
    """12.4: attackers at full strength and in good order."""
    name = g.name(unit)
    if unit not in c.attackers or g.state.loc[unit] < 0:
        return refuse("12.4", f"{name} did not take part in the attack")
    if not g.at_full_strength(unit):
        return refuse("12.4", f"{name} has lost steps; only full-strength units advance")
    if g.is_disorganised(unit):
        return refuse("12.4", f"{name} is disorganised")
    if g.setting.tank[unit] and g.setting.side[unit] == GERMAN:
        return refuse("15.4.2", f"{name} leaves after the combat")
    return ALLOW


class Advance:
    """Who has advanced how far after a combat."""

    def __init__(self, g: Friedensturm, c: Combat, hexes: int) -> None:
        self.g, self.c, self.hexes = g, c, hexes
        self.gone: dict[int, int] = {}

    def may_act(self, unit: int) -> Ruling:
        if self.gone.get(unit, 0) >= self.hexes:
            return refuse("12.4", f"{self.g.name(unit)} has advanced as far as it may")
        return may_advance(self.g, self.c, unit)

    def cells(self, unit: int) -> int:
        ahead = self.g.setting.around[self.g.state.loc[unit]]
        return mask([cell for cell in cells_of(ahead) if self.may_go(unit, cell)])

    def may_go(self, unit: int, cell: int) -> Ruling:
        """12.4: the attacked hex first; after it never from zone to zone, nor over a river without a bridge."""
        g, side, here, name = self.g, self.c.attacker, self.g.state.loc[unit], self.g.name(unit)
        zones = g.zone_cells[1 - side]
        if not self.gone.get(unit):
            if cell != self.c.target:
                return refuse("12.4", f"{name} advances into {g.cell_name(self.c.target)} first")
        elif not g.beside(unit, cell) or not in_play(g) >> cell & 1:
            return refuse("12.4", f"{name} advances hex by hex within the playing area")
        elif g.enemy_holds(side, cell):
            return refuse("12.4", f"{g.cell_name(cell)} is occupied by the enemy")
        elif zones >> here & 1 and zones >> cell & 1 and g.state.stoss[unit] < 0:
            return refuse("12.4", f"{name} may not go from one enemy zone of control to another")
        elif g.setting.is_wet(g.state, here, cell, side):
            return refuse("12.4", f"{name} may cross a major river without a bridge only with its first hex")
        return may_fit(g, unit, cell)

    def go(self, unit: int, cell: int) -> None:
        """A hex; over a river without a bridge it is the last one, and up a slope later on it disorganises."""
        g, here, gone = self.g, self.g.state.loc[unit], self.gone.get(unit, 0)
        wet = g.setting.is_wet(g.state, here, cell, self.c.attacker)
        g.place(unit, cell)
        g.note("advance", "12.4", unit=unit, to=cell)
        self.gone[unit] = self.hexes if wet else gone + 1
        settle(g)
        if gone and g.setting.board.slope(here, cell):
            g.disorganise(unit, "12.4")


def advance_after_combat(g: Friedensturm, c: Combat) -> Procedure:
    """12.4: by the attacker's coordination, into a hex that the defenders have left."""
    level = g.setting.tables.coordination[c.levels[c.attacker]]
    if not level.advance or not c.is_won or not in_play(g) >> c.target & 1:
        return
    hexes = level.advance
    if c.levels[c.attacker] == "perfect":                                       # as many as the defender retreated
        hexes = c.retreated if c.alive(c.defender) else max(hexes, c.retreated)     # ruling N22
    advance = Advance(g, c, hexes)
    question = f"advance after combat, up to {hexes} {'hex' if hexes == 1 else 'hexes'}"
    while True:
        places = {u: advance.cells(u) for u in g.living(c.attackers) if advance.may_act(u)}
        if not any(places.values()):
            return
        action: Action = yield Placing(
            g, c.attacker, "advance", "12.4", question, "advance", places,
            ends=True, why_not=advance.may_go, who=advance.may_act, rest=False,
        )
        if action.verb == "end":
            return
        advance.go(action.number(0), action.number(1))


def may_exploit(g: Friedensturm, c: Combat, unit: int) -> Ruling:
    """14.0: full strength, good order, and it took part."""
    if g.state.marker[unit] == Marker.EXPLOITATION:
        return refuse("14.0", f"{g.name(unit)} already has an Exploitation marker")
    ruling = may_advance(g, c, unit)
    return ruling if ruling else refuse("14.0", ruling.text)


def division_mates(g: Friedensturm, unit: int) -> list[int]:
    """14.0: regiments of one division alone in a hex count as one unit; others of the hex forbid it (ruling Q56)."""
    parent, setting = g.setting.units[unit].division, g.setting
    here = [u for u in g.combat_at(g.state.loc[unit]) if setting.units[u].movement]     # 15.4.2: German tanks are gone
    if parent and all(setting.units[u].division == parent for u in here):
        return here
    return [unit]


def mark_exploitation(g: Friedensturm, c: Combat) -> Procedure:
    """14.0: after the advance; not in exploitation combat (14.1)."""
    if c.exploits:
        return
    for _ in range(g.setting.tables.coordination[c.levels[c.attacker]].exploitation):
        ready = [u for u in g.living(c.attackers) if may_exploit(g, c, u)]
        if not ready:
            return
        unit = yield from g.choose_or_end(
            c.attacker, "exploit", "14.0", "which unit exploits?", "exploit", ready,
            why_not=lambda a: may_exploit(g, c, a.number()) if a.args else ALLOW,
        )
        if unit is None:
            return
        marked = [u for u in division_mates(g, unit) if may_exploit(g, c, u)]
        for mate in marked:
            g.mark(mate, Marker.EXPLOITATION)
        g.note("exploit", "14.0", units=marked)


# -- reaction moves (12.2.6) --


def may_react(g: Friedensturm, c: Combat, unit: int) -> Ruling:
    """12.2.6: a combat unit near the attacked hex, out of enemy zones, that was not attacked itself (ruling N13)."""
    name, cell = g.name(unit), g.state.loc[unit]
    if not g.setting.combat[unit] or g.setting.side[unit] != c.defender or cell < 0:
        return refuse("12.2.6", f"{name} is not one of your combat units on the map")
    if unit in c.defenders:
        return refuse("12.2.6", f"{name} was attacked itself: only other units react")
    if not in_play(g) >> cell & 1:
        return refuse("Scenario 3", f"nothing moves in {g.cell_name(cell)} on this turn")
    if g.setting.grid.distance(cell, c.target) > g.setting.limits["reaction-range"]:
        return refuse("12.2.6", f"{name} is more than 3 hexes from the attacked hex")
    if g.in_enemy_zone(unit):
        return refuse("12.2.6", f"{name} is in an enemy zone of control")
    return ALLOW


def reaction_hexes(g: Friedensturm, c: Combat, unit: int) -> int:
    """Half the allowance; into the attacked hex only to defenders who are still there (ruling Q07)."""
    cells = find_reach(g, [unit], reaction_points(g, unit)).cells
    if g.state.unsupplied[unit]:
        cells = ways_home(g, unit, cells)                                       # 9.2
    if not any(u in c.defenders for u in g.combat_at(c.target)):
        cells &= ~(1 << c.target)
    return mask([cell for cell in cells_of(cells) if fits(g, [unit], cell)])


def refusal_of_reaction(g: Friedensturm, c: Combat, unit: int, cell: int) -> Ruling:
    name, here = g.name(unit), g.cell_name(cell)
    found = find_reach(g, [unit], reaction_points(g, unit))
    if cell not in found:
        return refuse("12.2.6", f"{name} does not get to {here} with half its movement allowance")
    if g.state.unsupplied[unit] and not ways_home(g, unit, found.cells) >> cell & 1:
        return refuse("9.2", f"{name} is out of supply and may only move back into supply")
    ruling = may_fit(g, unit, cell)
    return refuse("12.2.6", f"no defender is left in {here}: nobody reacts into it") if ruling else ruling


def react(g: Friedensturm, c: Combat) -> Procedure:
    """12.2.6: after the defender has taken his losses (ruling Q07)."""
    moved: list[int] = []
    for _ in range(g.setting.tables.coordination[c.levels[c.defender]].reaction):
        near = [u for u in g.setting.combat_of[c.defender] if u not in moved and may_react(g, c, u)]
        places = {u: reaction_hexes(g, c, u) for u in near}
        if not any(places.values()):
            return
        action: Action = yield Placing(
            g, c.defender, "reaction", "12.2.6", "which unit reacts, and where to?", "react", places, ends=True,
            who=lambda unit: may_react(g, c, unit), why_not=lambda unit, cell: refusal_of_reaction(g, c, unit, cell),
            rest=False,
        )
        if action.verb == "end":
            return
        unit, cell = action.number(0), action.number(1)
        path = find_reach(g, [unit], reaction_points(g, unit)).path(cell)
        g.place(unit, cell)
        for passed in path[:-1]:
            g.take(passed, c.defender)
        moved.append(unit)
        g.note("react", "12.2.6", unit=unit, to=cell)
        pass_by(g, c.defender, path)                                            # 11.3.1: on the way too (ruling Q74)
        settle(g)
        if c.defender == ALLIED:
            drop_pontoons(g, 1 << cell)                                         # 11.2.4: a move like any other
