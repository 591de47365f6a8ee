"""Air units (chapter 17): bases, missions, rebasing, return. Missions beyond 17.1 are rebuilt (ruling Q75)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from grognard.engine import ALLOW, Action, Procedure, Ruling, refuse
from grognard.games.friedensturm_1918.position import Friedensturm
from grognard.games.friedensturm_1918.rules.reinforcements import has_come, open_windows, window_hexes
from grognard.games.friedensturm_1918.rules.stacking import send_off
from grognard.games.friedensturm_1918.setting import OFF_MAP
from grognard.games.friedensturm_1918.state import Mission
from grognard.rules.masks import mask
from grognard.rules.orders import UnitOrders

VERBS = {
    "observe": Mission.OBSERVATION, "assist": Mission.SUPPORT, "interdict": Mission.INTERDICTION,
    "intercept": Mission.INTERCEPTION,
}
WORDS = {
    Mission.OBSERVATION: "observation", Mission.SUPPORT: "ground support", Mission.INTERDICTION: "interdiction",
    Mission.INTERCEPTION: "interception",
}


def rise(g: Friedensturm) -> None:
    """10.0: at the end of the weather phase all air units come up above their headquarters."""
    for unit, mission in enumerate(g.state.mission):
        if g.setting.air[unit] and g.state.loc[unit] >= 0 and mission == Mission.BASED:
            g.state.mission[unit] = Mission.READY
    g.changed()


def under(g: Friedensturm, hq: int) -> int:
    """17.1: how many air units lie under a headquarters."""
    state = g.state
    units = g.setting.air_of[g.setting.side[hq]]
    return sum([state.base[u] == hq and state.loc[u] >= 0 and state.mission[u] == Mission.BASED for u in units])


def station(g: Friedensturm, unit: int, hq: int, mission: Mission) -> None:
    """An air unit comes to a headquarters, above or under it."""
    g.place(unit, g.state.loc[hq])
    g.state.base[unit], g.state.mission[unit] = hq, mission


def air_arrivals(g: Friedensturm) -> Procedure:
    """11.1.5, 17.1: air reinforcements of the phasing player come onto a headquarters, ready to fly."""
    if g.has_option("air", "no"):
        return
    state, hqs = g.state, g.headquarters(g.phasing)
    for unit in g.setting.air_of[g.phasing]:
        back = 0 < state.back[unit] <= state.turn
        if state.loc[unit] == OFF_MAP and (back or has_come(g, unit)) and hqs:
            cells = [] if back else [window_hexes(g, unit, window) for window in open_windows(g, unit)]
            bases = [hq for hq in hqs if any(found >> state.loc[hq] & 1 for found in cells)] or hqs     # ruling Q38
            question = f"which headquarters does {g.name(unit)} join?"
            hq = yield from g.choose(g.phasing, "air-base", "11.1.5", question, "station", bases, of=unit)
            state.back[unit], state.late[unit] = 0, 1
            station(g, unit, hq, Mission.READY)
            g.note("air-arrives", "11.1.5", unit=unit, hq=hq)


class AirOrders(UnitOrders[Friedensturm]):
    """Which air unit flies where (17.1); in overcast weather they only change their base (10.0)."""

    offers = (*VERBS, "rebase", "end")

    def __init__(self, g: Friedensturm, side: int) -> None:
        super().__init__(g, side, "air", "17.1", "place an air unit, or pass for the rest of the phase")
        self.grounded = g.state.weather == "overcast"

    def units(self) -> Sequence[int]:
        return [u for u in self.g.setting.air_of[self.number] if self.may_act(u)]

    def may_act(self, unit: int) -> Ruling:
        g, name = self.g, self.g.name(unit)
        if not g.setting.air[unit] or g.setting.side[unit] != self.number or g.state.loc[unit] < 0:
            return refuse("17.1", f"{name} is not one of your air units on the map")
        if g.state.mission[unit] != Mission.READY:
            return refuse("17.1", f"{name} is not available: it is spent or already flying")
        return ALLOW

    def in_range(self, unit: int) -> int:
        return self.g.setting.within(self.g.state.loc[unit], self.g.setting.limits["air-range"])

    def cells(self, unit: int) -> Mapping[str, int]:
        """17.2: over who may be attacked to observe or assist, anywhere to interdict, at enemy airmen to intercept."""
        if self.grounded:
            return {}
        g, near = self.g, self.in_range(unit) & self.g.setting.area
        others = g.setting.air_of[1 - self.number]
        enemies = mask([g.state.loc[u] for u in others if g.state.mission[u] > Mission.READY])
        return {
            "observe": near & g.occupied(g.other), "assist": near & g.occupied(g.other), "interdict": near,
            "intercept": near & enemies,
        }

    def others(self, unit: int) -> Sequence[Action]:
        hqs = self.g.headquarters(self.number)
        return [Action("rebase", (unit, hq)) for hq in hqs if self.may_rebase(unit, hq)]

    def may_rebase(self, unit: int, hq: int) -> Ruling:
        g, name = self.g, self.g.name(unit)
        if not g.setting.hq[hq] or g.setting.side[hq] != self.number or g.state.loc[hq] < 0:
            return refuse("17.1", f"{name} must go to a headquarters of its own side")
        if g.state.base[unit] == hq:
            return refuse("17.1", f"{name} is already based there")
        if not self.in_range(unit) >> g.state.loc[hq] & 1:
            return refuse("17.1", f"{g.name(hq)} is out of range of {name}")
        if under(g, hq) >= g.setting.limits["air-under"]:
            return refuse("17.1", f"there is no room for more air units under {g.name(hq)}")
        return ALLOW

    def may_do(self, action: Action) -> Ruling:
        if action.verb == "rebase":
            return self.may_rebase(action.number(0), action.number(1))
        return self.may(action.verb, action.number(0), action.number(1))

    def may(self, verb: str, unit: int, cell: int) -> Ruling:
        name, here = self.g.name(unit), self.g.cell_name(cell)
        if self.grounded:
            return refuse("10.0", "in overcast weather air units may only change base")
        if not self.in_range(unit) >> cell & 1:
            return refuse("17.1", f"{here} is more than 15 hexes from {name}")
        if verb == "intercept":
            return refuse("17.2", f"no enemy air unit is over {here}")
        return refuse("17.2", f"nobody in {here} can be attacked in this phase")


def air_segment(g: Friedensturm) -> Procedure:
    """17.1: the players place air units in turn, the phasing player first; who passes is out. Not in fog (10.0)."""
    if g.has_option("air", "no") or g.is_fog:
        return
    while True:
        side = next_to_fly(g)
        if side < 0:
            return
        action: Action = yield AirOrders(g, side)
        if action.verb == "end":
            g.state.passed = [*g.state.passed, g.side_name(side)]
        else:
            fly(g, action)
            g.state.flown = side


def next_to_fly(g: Friedensturm) -> int:
    """The other one than the last, as long as he has not passed and has somebody ready; -1 if nobody has."""
    first = g.phasing if g.state.flown < 0 else 1 - g.state.flown
    for side in (first, 1 - first):
        orders = AirOrders(g, side)
        if g.side_name(side) not in g.state.passed and orders.is_anybody_able():
            return side
    return -1


def fly(g: Friedensturm, action: Action) -> None:
    unit = action.number(0)
    if action.verb == "rebase":
        station(g, unit, action.number(1), Mission.BASED)
        g.note("rebased", "17.1", unit=unit, hq=action.number(1))
        return
    cell, mission = action.number(1), VERBS[action.verb]
    g.place(unit, cell)
    g.state.mission[unit], g.state.base[unit] = mission, -1
    g.note("fly", "17.1", unit=unit, to=cell, mission=WORDS[mission])


def air_combat(g: Friedensturm) -> Procedure:
    """17.2: interceptors meet the enemy over their hex; a die each, the lower goes home, on a tie both."""
    state = g.state
    for side in (g.phasing, g.other):
        for unit in g.setting.air_of[side]:
            if state.mission[unit] == Mission.INTERCEPTION:
                enemies = flying_over(g, 1 - side, state.loc[unit])
                if enemies:
                    question = f"which enemy does {g.name(unit)} intercept?"
                    enemy = yield from g.choose(side, "intercept", "17.2", question, "engage", enemies)
                    yield from dogfight(g, unit, enemy)


def flying_over(g: Friedensturm, side: int, cell: int) -> list[int]:
    state = g.state
    return [u for u in g.setting.air_of[side] if state.mission[u] > Mission.READY and state.loc[u] == cell]


def dogfight(g: Friedensturm, unit: int, enemy: int) -> Procedure:
    ours, theirs = g.throw("17.2", "interception"), g.throw("17.2", "interception")
    g.note("dogfight", "17.2", result=True, unit=unit, enemy=enemy, ours=ours, theirs=theirs)
    if ours <= theirs:
        yield from go_home(g, unit)
    if theirs <= ours:
        yield from go_home(g, enemy)


def go_home(g: Friedensturm, unit: int) -> Procedure:
    """17.1: under a headquarters within range with room for it; else off the map until next turn (ruling Q76)."""
    side, state, limits = g.setting.side[unit], g.state, g.setting.limits
    near = g.setting.within(state.loc[unit], limits["air-range"])
    hqs = [h for h in g.headquarters(side) if near >> state.loc[h] & 1 and under(g, h) < limits["air-under"]]
    state.base[unit] = -1
    if not hqs:
        send_off(g, unit)
        return
    hq = yield from g.choose(side, "return", "17.1", f"where does {g.name(unit)} land?", "station", hqs, of=unit)
    station(g, unit, hq, Mission.BASED)


def air_returns(g: Friedensturm) -> Procedure:
    """When the phasing player's exploitation is over, everybody who flew goes home."""
    for side in (g.phasing, g.other):
        for unit in g.setting.air_of[side]:
            if g.state.mission[unit] > Mission.READY and g.state.loc[unit] >= 0:
                yield from go_home(g, unit)
    g.state.passed, g.state.flown = [], -1

