"""Markers of the Movement Phase (4.3.2 step 2): exploitation, prepared assault, combat reserve; positions (16.1)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from grognard.engine import ALLOW, Action, Procedure, Ruling, refuse
from grognard.engine.facts import derived
from grognard.games.hannut_1940.position import Hannut, on_markers
from grognard.games.hannut_1940.rules.stacking import STACKING
from grognard.games.hannut_1940.setting import FRENCH, OFF_MAP, UNATTACHED
from grognard.games.hannut_1940.state import Mark, Supply
from grognard.rules.masks import cells_of
from grognard.rules.orders import OwnUnits

WORDS = {"exp": Mark.EXP, "pa": Mark.PA, "cr": Mark.CR}


# -- 6.4, 9.1: exploitation --


def exploit_quota(g: Hannut, division: str) -> int:
    """9.1.1, 9.1.2: by the mode of the HQ; one that is still to enter is mobile (19.1)."""
    mode = "static" if g.is_static(division) else "mobile"
    coming = g.state.loc[g.hq(division)] == OFF_MAP
    lost = not g.has_hq(division) and not coming
    return 0 if lost else g.setting.limits[f"exp-{mode}-{g.setting.divisions[division].side}"]


def may_exploit(g: Hannut, unit: int) -> Ruling:
    """6.4: Mech units, not of the 3rd DLM, neither fatigued nor out of supply, within the quotas (ruling C03)."""
    setting, name, side = g.setting, g.name(unit), g.setting.side[unit]
    division = g.division(unit)
    if not setting.mech[unit]:
        return refuse("6.4", f"{name} is not a Mech unit")
    if division == UNATTACHED:
        return refuse("9.3.1", f"{name} is not attached to a division")
    if not setting.divisions[division].exploits:
        return refuse("6.4", f"the {setting.divisions[division].name} has no exploitation markers")
    if g.state.fatigue[unit]:
        return refuse("6.4", f"{name} is fatigued")
    if g.state.supply[unit] == Supply.OUT:
        return refuse("15.2", f"{name} is out of supply")
    return within_quotas(g, side, division)


@on_markers
@derived
def exploiting(g: Hannut, side: int) -> list[str]:
    """The divisions of the units with exploitation markers, one by one."""
    return [g.division(u) for u in g.on_map(side) if g.state.mark[u] == Mark.EXP]


def within_quotas(g: Hannut, side: int, *more: str) -> Ruling:
    """9.1.1, 9.1.2: the exploitation markers on the map, with more for some divisions, are what the HQs allow."""
    marked = [*exploiting(g, side), *more]
    for division, number in Counter(marked).items():
        quota = exploit_quota(g, division)
        if number > quota:
            case, name = "9.1.1" if g.is_static(division) else "9.1.2", g.setting.divisions[division].name
            return refuse(case, f"the {name} has {quota} exploitation markers at most")
    if g.has_option("exploit_cap", "largest"):
        most = max([exploit_quota(g, d) for d in (*marked, *g.divisions_of(side))], default=0)
        if len(marked) > most:
            return refuse("9.1.2", f"there are {most} exploitation markers for the whole side")
    return ALLOW


# -- all markers --


def may_mark(g: Hannut, unit: int, mark: Mark) -> Ruling:
    """4.3.2 step 2, 10.2, ruling C71."""
    name, state = g.name(unit), g.state
    if state.loc[unit] < 0 or g.setting.side[unit] != g.phasing:
        return refuse("4.3.2", f"{name} is not an active unit on the map")
    if state.mark[unit] != Mark.NONE:
        return refuse("4.3.2", f"{name} already has a marker")
    if g.setting.is_hq[unit] and mark != Mark.EXP:
        return refuse("13.3", "an HQ never gets an attack or combat reserve marker")
    if mark == Mark.EXP:
        return may_exploit(g, unit)
    if mark == Mark.PA:
        if g.setting.units[unit].pr_attack < 0:
            return refuse("5.5", f"{name} has no offensive proficiency and cannot attack")
        if not g.may_assault_now(g.phasing):
            return refuse("19.5", "without a real night chit there are no ground assaults tonight")
    return ALLOW


def put_mark(g: Hannut, unit: int, mark: Mark, case: str = "4.3.2") -> None:
    g.set_mark(unit, mark)
    g.note("marked", case, unit=unit, cell=g.state.loc[unit], mark=mark.name)


def take_mark(g: Hannut, unit: int, case: str = "4.3.2") -> None:
    g.set_mark(unit, Mark.NONE)
    g.note("unmarked", case, unit=unit, cell=g.state.loc[unit])


def entering_marks(g: Hannut, unit: int) -> list[Action]:
    """19.2: units that enter on the first turn may do so in any mode, as long as they stand where they entered."""
    state, setting = g.state, g.setting
    arrival = setting.arrivals.get(unit)
    if (
        state.phase != "movement" or state.turn != setting.plan.first_turn or arrival is None or not state.arrived[unit]
        or unit not in state.moving or state.loc[unit] not in setting.board.regions.get(arrival.region, ())
    ):
        return []
    return [Action("mark", (unit, word)) for word, mark in WORDS.items() if may_mark(g, unit, mark)]


# -- 16.1 --


def may_build(g: Hannut, cell: int) -> Ruling:
    """16.1: only the French, six at most, by personnel that is free to work."""
    if g.phasing != FRENCH:
        return refuse("16.1", "only the French build improved positions")
    if cell in g.state.ip:
        return refuse("16.1", f"there is already one in {g.cell_name(cell)}")
    if len(g.state.ip) >= g.setting.limits["ip"]:
        return refuse("16.1", "all six improved positions are on the map")
    if not how_built(g, cell):
        return refuse("16.1", f"{g.cell_name(cell)} needs two steps of personnel, or one of engineers, without markers")
    return ALLOW


def builders(g: Hannut, cell: int) -> list[int]:
    return [u for u in g.friends_in(cell, FRENCH) if g.setting.personnel[u] and g.state.mark[u] == Mark.NONE]


def how_built(g: Hannut, cell: int) -> str:
    """16.1: "at once", "next turn" or nothing, by the steps of engineers and of all personnel."""
    units = builders(g, cell)
    people = g.steps_in_hex(units)
    engineers = g.steps_in_hex([u for u in units if g.setting.units[u].engineer])
    found = [
        row["when"] for id, row in g.setting.tables.construction.items()
        if engineers >= int(row["engineers"]) and people >= int(row["personnel"])
        and (id != "railroad" or g.setting.railroad_symbols >> cell & 1)
    ]
    return "at once" if "at once" in found else found[0] if found else ""


def build(g: Hannut, leader: int) -> None:
    """The French choose who is bound by the work."""
    cell = g.state.loc[leader]
    at_once = how_built(g, cell) == "at once"
    if not at_once:
        for unit in working_party(g, leader):
            g.state.mark[unit] = Mark.BUILDS
    g.state.ip[cell] = 2 if at_once else 1
    g.changed()
    g.note("ip-finished" if at_once else "ip-begun", "16.1", cell=cell)


def works_alone(g: Hannut, unit: int) -> bool:
    """16.1a: an engineer unit is enough, or personnel of two steps."""
    return g.setting.units[unit].engineer or g.state.steps[unit] >= 2


def working_party(g: Hannut, leader: int) -> list[int]:
    found = [leader]
    for unit in builders(g, g.state.loc[leader]):
        if not works_alone(g, leader) and g.steps_in_hex(found) < 2 and unit != leader:
            found.append(unit)
    return found


def finish_positions(g: Hannut) -> None:
    """4.3.2 step 1: positions under construction are turned over (16.1a)."""
    state = g.state
    for cell in [c for c, level in state.ip.items() if level == 1]:
        if any(state.mark[u] == Mark.BUILDS for u in g.stack[cell]):
            state.ip[cell] = 2
            g.note("ip-finished", "16.1", cell=cell)
        else:
            del state.ip[cell]                                                  # its builders are gone (11.1)
    for unit in g.on_map(FRENCH):
        if state.mark[unit] == Mark.BUILDS:
            state.mark[unit] = Mark.NONE
    g.changed()


def leads_work(g: Hannut, unit: int) -> bool:
    """Each unit that can do it alone may be named, else the first of those who do it together."""
    units = builders(g, g.state.loc[unit])
    return unit in units and (works_alone(g, unit) or unit == units[0])


class MarkerOrders(OwnUnits[Hannut]):
    """4.3.2 step 2: which markers are put on or taken off."""

    offers = ("mark", "unmark", "build", "end")

    def __init__(self, g: Hannut) -> None:
        super().__init__(g, g.phasing, "markers", "4.3.2", "place or remove markers, or continue to movement")
        self._others: dict[int, Sequence[Action]] = {}

    def units(self) -> Sequence[int]:
        return self.g.on_map(self.number)

    def others(self, unit: int) -> Sequence[Action]:
        if unit not in self._others:
            self._others[unit] = self.find_others(unit)
        return self._others[unit]

    def find_others(self, unit: int) -> Sequence[Action]:
        g = self.g
        if g.state.mark[unit] in (Mark.EXP, Mark.PA, Mark.CR):
            return [Action("unmark", (unit,))]
        if g.state.mark[unit] != Mark.NONE:
            return []
        found = [Action("mark", (unit, word)) for word, mark in WORDS.items() if may_mark(g, unit, mark)]
        cell = g.state.loc[unit]
        if self.number == FRENCH and leads_work(g, unit) and may_build(g, cell):
            found.append(Action("build", (unit,)))
        return found

    def may_end(self) -> Ruling:
        """7.0: no overstack is held as a reserve; 9.1.2: markers of the day before may be too many (ruling D21)."""
        g = self.g
        for cell in STACKING.overstacked_cells(g, self.number):
            if Mark.CR in (marks := {g.state.mark[u] for u in g.stack[cell]}) and marks <= {Mark.CR, Mark.BUILDS}:
                return refuse("7.0", f"somebody must be free to leave the overstack in {g.cell_name(cell)}")
        return within_quotas(g, self.number)

    def may_do(self, action: Action) -> Ruling:
        g, unit = self.g, action.number()
        if action.verb == "unmark":
            return refuse("4.3.2", f"{g.name(unit)} has no marker to remove")
        if action.verb == "build":
            found = may_build(g, g.state.loc[unit])
            return found if not found else refuse("16.1", f"{g.name(unit)} does not lead the working party")
        mark = WORDS.get(action.word(1))
        if mark is None:
            return refuse("4.3.2", "markers are exp, pa and cr")
        return may_mark(g, unit, mark)


def marker_step(g: Hannut) -> Procedure:
    """4.3.2 step 2."""
    while (action := (yield from g.order(MarkerOrders(g)))) is not None:
        unit = action.number()
        if action.verb == "mark":
            put_mark(g, unit, WORDS[action.word(1)])
        elif action.verb == "build":
            build(g, unit)
        else:
            take_mark(g, unit)


def hexes_with(g: Hannut, side: int, *marks: Mark) -> list[int]:
    """The hexes in which a side has such markers; they show (7.3)."""
    return [c for c in cells_of(g.occupied(side)) if any(g.state.mark[u] in marks for u in g.stack[c])]
