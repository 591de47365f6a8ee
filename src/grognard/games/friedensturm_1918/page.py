"""What people see of this game beyond what every game has: counters, markers, points, overlays, arrivals.

Nothing here decides anything: it only asks the rules.
"""

from __future__ import annotations

from collections.abc import Iterable

from grognard.board.pieces import Marker as Sign
from grognard.engine.page import Arrival, Arrow, Fact, Level, Overlay, Page, Points
from grognard.games.friedensturm_1918.plan import Window
from grognard.games.friedensturm_1918.position import Friedensturm, bars_supply
from grognard.games.friedensturm_1918.rules.air import WORDS
from grognard.games.friedensturm_1918.rules.artillery import fire
from grognard.games.friedensturm_1918.rules.exploitation import under_fire
from grognard.games.friedensturm_1918.rules.movement import find_reach, may_leave
from grognard.games.friedensturm_1918.rules.supply import commanded, fed, in_command
from grognard.games.friedensturm_1918.rules.victory import count, level_now, points
from grognard.games.friedensturm_1918.setting import GERMAN, OFF_MAP
from grognard.games.friedensturm_1918.state import Disorder, Marker, Mission
from grognard.rules.masks import cells_of, mask
from grognard.rules.overlays import Shown, side_overlays
from grognard.rules.rivers import pairs
from grognard.rules.tolls import way_to

STATUSES = {
    "DG": "disorganised", "RG": "reorganising", "D": "Disengagement marker", "R": "Reserve marker",
    "X": "Exploitation marker", "PIN": "pinned", "OOS": "Out of supply marker", "ST": "with Stosstruppen",
    "OFF": "offensive mode", "CB": "counter-battery", "UP": "ready to fly", "-1": "Step Loss marker",
}
MARKERS = {Marker.DISENGAGEMENT: "D", Marker.RESERVE: "R", Marker.EXPLOITATION: "X"}
DISORDERS = {Disorder.DISORGANISED: "DG", Disorder.REORGANISING: "RG"}
COLOURS = ("#35597c", "#4d5a48")
PLACES = {"hq": "with a headquarters", "hq-adjacent": "at a headquarters", "edge": "over the edge at"}


class FriedensturmPage(Page[Friedensturm]):
    weighed = ("attack", "lead")
    aimed = ("attack", "advance")
    fired = ("support", "counter")
    joined = ("join", "support", "counter")
    lines = {"movement": ("command",), "guns-attacker": ("range",), "guns-defender": ("range",)}
    lost = ("lost",)
    factors_are = "attack, defence, movement; morale in brackets"
    statuses = STATUSES

    def factors(self, position: Friedensturm, unit: int) -> str:
        """2.2: as on the counter's side that is up."""
        g, setting = position, position.setting
        u = setting.units[unit]
        if setting.combat[unit]:
            rating = f"{u.coordination}/{u.protection}" if setting.tank[unit] else str(g.morale(unit))
            return f"{g.attack(unit)}-{g.defence(unit)}-{u.movement} ({rating})"
        if setting.gun[unit]:
            return f"{fire(g, unit)} range {g.fire_range(unit)}-{u.movement}"
        return {"hq": "HQ", "stoss": "+1 col", "air": "air"}[u.kind]

    def formation(self, position: Friedensturm, unit: int) -> tuple[str, ...]:
        """The division of a regiment (2.2.1); an army's headquarters is its own."""
        u = position.setting.units[unit]
        return (u.division,) if u.division else (u.name,) if position.setting.hq[unit] else ()

    def supply_line(self, position: Friedensturm, unit: int) -> list[int]:
        """9.1: to a headquarters in range, and on from there to a source."""
        g, setting = position, position.setting
        side, cell, bars = setting.side[unit], position.state.loc[unit], bars_supply(position, setting.side[unit])
        way = [cell]
        if not setting.hq[unit]:
            if not in_command(g, unit):
                return []
            dry, wet = setting.command.now(g.state.blown, setting.laid(g.state, side))
            goals = mask([g.state.loc[hq] for hq in g.headquarters(side)])
            # A path ends with the first hex beyond a river without a bridge, so the way back may begin across it.
            across = [[cell, *way_to(dry, c, goals, bars)] for c in cells_of(wet.of(1 << cell) & ~bars)]
            found = [way_to(dry, cell, goals, bars), *(one for one in across if len(one) > 1)]
            way = min(filter(None, found), key=len, default=[])
        home = way_to(setting.beside, way[-1], setting.sources[side], bars | ~setting.ground) if way else []
        return way + home[1:]

    def layer(self, position: Friedensturm, unit: int) -> int:
        """Who fights lies on top: Stosstruppen, guns, staffs and aircraft lie below."""
        return 0 if position.setting.combat[unit] else -1

    def status(self, position: Friedensturm, unit: int) -> tuple[str, ...]:
        state, setting = position.state, position.setting
        if state.loc[unit] < 0:
            return ()
        third = setting.division[unit] and setting.units[unit].steps == 3 and state.steps[unit] == 1
        marks = (
            (DISORDERS.get(state.disorder[unit], ""), state.disorder[unit]), ("-1", third),
            (MARKERS.get(state.marker[unit], ""), state.marker[unit]), ("PIN", state.pinned[unit]),
            ("OOS", state.unsupplied[unit]), ("ST", state.stoss[unit] >= 0), ("OFF", state.offensive[unit]),
            ("CB", state.counter[unit]), ("UP", setting.air[unit] and state.mission[unit] == Mission.READY),
        )
        return tuple(word for word, found in marks if found)

    def standing(self, position: Friedensturm) -> str:
        g = position
        dates = g.setting.tables.turns[g.turn_plan.number].dates
        return f"{dates}, sequence {g.state.sequence}: {points(g)} VP ({level_now(g)[1]})"

    def fought_over(self, position: Friedensturm) -> int:
        return position.state.target

    def markers(self, position: Friedensturm) -> list[Sign]:
        """Pontoons and destroyed bridges (11.2.4, 11.2.5), missions (17.2), victory hexes (16.0)."""
        g, state = position, position.state
        found = [
            Sign(cell=here, label="PB", shape="square", colour=COLOURS[GERMAN], title=f"pontoon to {g.cell_name(to)}")
            for here, to in pairs(state.pontoons)
        ]
        found += [
            Sign(cell=cell, label="BR", shape="cross", title=f"destroyed bridge {g.cell_names(pair)}")
            for pair in pairs(state.blown) for cell in pair
        ]
        for side, units in enumerate(g.setting.air_of):
            found += [
                Sign(cell=state.loc[u], label="AIR", shape="star", colour=COLOURS[side], title=WORDS[state.mission[u]])
                for u in units if state.loc[u] >= 0 and state.mission[u] in WORDS
            ]
        for objective in g.setting.plan.objective:
            for cell in g.setting.known(objective.cells):
                title = f"{objective.name}: {objective.points} VP for {g.setting.seat_called(objective.side)}"
                colour = COLOURS[state.held[cell]]
                found.append(Sign(cell=cell, label=str(objective.points), shape="flag", colour=colour, title=title))
        return found

    def arrows(self, position: Friedensturm) -> list[Arrow]:
        """Where pontoon bridges point (11.2.4)."""
        return [Arrow(here, to, "german", "pontoon bridge") for here, to in pairs(position.state.pontoons)]

    def points(self, position: Friedensturm) -> list[Points]:
        return [Points(*row) for row in count(position)]

    def facts(self, position: Friedensturm) -> list[Fact]:
        g, state, plan = position, position.state, position.turn_plan
        found = [
            Fact("Weather", state.weather, "10.0"),
            Fact("Initiative", g.setting.game.sides[g.side_name(g.initiative)], "7.0"),
            *self.victory_facts(g),
        ]
        if plan.offensive:
            bonus = " / ".join(f"+{one}" for one in plan.bonus)
            found.append(Fact("Offensive modifier", bonus, "8.0", g.side_name(g.initiative)))
        if plan.bruchmuller and state.sequence == 1:
            found.append(Fact("Bruchmüller", "bombardment +3, Allied coordination -2", "15.2.2", "german"))
        left = g.setting.limits["pontoon-attempts"] - state.attempts
        found.append(Fact("Pontoon attempts left", str(left), "11.2.4", "german"))
        if state.tanks:
            found.append(Fact("Tank events", str(state.tanks), "15.4.2", "german"))
        return found

    def levels(self, position: Friedensturm) -> list[Level]:
        """16.0: how many points win how well."""
        now = level_now(position)[1]
        return [
            Level(f"{one.low} to {one.high}" if one.low < one.high else str(one.low), one.level, one.level == now)
            for one in position.setting.plan.level
        ]

    def victory_facts(self, g: Friedensturm) -> list[Fact]:
        """16.0: what counts in this scenario."""
        plan, called = g.setting.plan, g.setting.seat_called
        found = []
        for side in dict.fromkeys(one.side for one in plan.objective):
            own = [one for one in plan.objective if one.side == side]
            places = ", ".join(f"{one.name} {one.points}" for one in own)
            found.append(Fact(f"Counts for {called(side)}", places, own[0].case))
        return found

    def arrival(self, position: Friedensturm, unit: int) -> Arrival | None:
        """11.1.5: reinforcements by turn; air units that come back (17.1)."""
        g, order = position, position.setting.arrivals.get(unit)
        if g.state.loc[unit] != OFF_MAP:
            return None
        if g.state.back[unit]:
            return Arrival(g.state.back[unit], "a headquarters", "17.1")
        if order is None or (g.setting.air[unit] and g.has_option("air", "no")):
            return None
        now = (g.state.turn, g.state.sequence)
        window = next((w for w in order.windows if (w.turn, w.sequence) >= now), order.windows[-1])
        return Arrival(window.turn, f"sequence {window.sequence}: {place_of(window)}", order.case)

    def overlays(self, position: Friedensturm) -> list[Overlay]:
        """Supply paths, command range, artillery range, control of victory hexes."""
        g, area = position, position.setting.area

        def shown(side: int) -> list[Shown]:
            held = mask([cell for cell, who in g.state.held.items() if who == side])
            return [
                Shown("fed", "supply", "Paths of supply", "9.1", fed(g, side) & area),
                Shown("command", "command", "Command range", "9.1", commanded(g, side) & area),
                Shown("guns", "range", "Range of artillery", "15.2.2", under_fire(g, 1 - side) & area),
                Shown("held", "control", "Victory hexes", "16.0", held),
            ]

        return side_overlays(g, shown)

    def reach(self, position: Friedensturm, unit: int) -> Iterable[int]:
        setting = position.setting
        if setting.air[unit] or setting.is_stoss[unit] or not may_leave(position, [unit]):
            return []
        return cells_of(find_reach(position, [unit]).cells)


def place_of(window: Window) -> str:
    """Where a unit comes in, in words."""
    if window.hqs:
        return f"with {' or '.join(window.hqs)}"
    regions = ", ".join(name.removeprefix("entry-").replace("-", " ") for name in window.regions)
    return f"{PLACES.get(window.entry, 'at')} {regions}".strip()


