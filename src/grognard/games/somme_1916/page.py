"""What people see of this game beyond what every game has: counters, markers, arrows, points, overlays, a guide.

Nothing here decides anything: it only asks the rules.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from grognard.board.pieces import Marker
from grognard.engine.page import Arrival, Arrow, Facing, Fact, Overlay, Page, Points
from grognard.games.somme_1916.position import Somme
from grognard.games.somme_1916.rules.assault.odds import supply_area
from grognard.games.somme_1916.rules.bombardment.losses import steps_left
from grognard.games.somme_1916.rules.commitment import barred, command_range, headquarters, near_command
from grognard.games.somme_1916.rules.movement.reach import allowance, search, zones_against
from grognard.games.somme_1916.rules.victory.conditions import victories
from grognard.games.somme_1916.rules.victory.control import claims, squares_behind
from grognard.games.somme_1916.terms import BACK, FAILED, GONE, NATIONS, PASSED, SIDE_OF, SIDES, Heap, Return
from grognard.rules.masks import cells_of, mask, union
from grognard.rules.search import cheapest_way

WEIGHED = ("fire", "detonate", "over", "boost", "shoot", "resolve", "counter", "rally", "recover", "release")
"""What throws dice: its odds are shown before it is done."""
BACK_FROM: Mapping[str, str] = {
    Return.SUPPLY: "back after giving supply", Return.FLIGHT: "back after fleeing",
    Return.NORTH: "back by the north edge", Return.EAST: "back by the east edge", Return.WEST: "back by the west edge",
}
STATUSES = {
    "S": "suppressed", "D": "disrupted", "ENT": "entrenched", "HELD": "held back", "BRK": "broken down",
    "ENG": "engaged", "GO": "over the top", "NO": "did not go over the top",
}
SHELL, EARTH, SKY, RED = "#7c5326", "#4b3a24", "#2f6fa8", "#b3261e"


class SommePage(Page[Somme]):
    weighed = WEIGHED
    aimed = ("assault", "commit", "advance")
    fired = ("bombard", "offmap", "shoot")
    lines = {"commitment": ("command",), "resources": ("supply",), "air": ("front",)}
    lost = ("gone",)
    factors_are = "attack, defence, movement and range"
    statuses = STATUSES
    facing = Facing("facing", turns=8)

    def factors(self, position: Somme, unit: int) -> str:
        """The numbers of the face that the counter shows (3.4.1)."""
        setting, face = position.setting, position.face(unit)
        if setting.hqs[unit]:
            return "supply" if position.in_supply_mode(unit) else f"{face.defence}-{face.mp}"
        if setting.guns[unit]:
            return f"{face.attack}-{face.defence}-{face.mp}({face.range})"
        return f"{face.attack}-{face.defence}-{face.mp}"

    def formation(self, position: Somme, unit: int) -> tuple[str, ...]:
        """The corps that the book names for it: its headquarters, or a formation that serves together (8.1)."""
        formation = position.setting.units[unit].formation
        return (f"{formation} Corps",) if formation else ()

    def supply_line(self, position: Somme, unit: int) -> list[int]:
        """11.1: to the nearest HQ in Supply Mode that reaches it."""
        g, cell = position, position.state.loc[unit]
        nation = g.setting.units[unit].nation
        near = [hq for hq in headquarters(g, nation, BACK) if supply_area(g, hq, 0) >> cell & 1]
        goals = mask([g.state.loc[hq] for hq in near])
        return cheapest_way(g.setting.path_steps, cell, goals, barred(g, g.setting.side[unit]) & ~goals)

    def steps(self, position: Somme, unit: int) -> int:
        """12.1.3: those of the counters it could become are lost before it is."""
        return steps_left(position, unit)

    def status(self, position: Somme, unit: int) -> tuple[str, ...]:
        g, state = position, position.state
        marks = (
            ("S", g.is_suppressed(unit)), ("D", g.is_disrupted(unit)),
            ("ENT", g.is_entrenched(unit)), ("HELD", unit in state.held), ("BRK", unit in state.broken),
            ("ENG", state.loc[unit] >= 0 and g.is_engaged(unit)),
            ("GO", state.over[unit] == PASSED), ("NO", state.over[unit] == FAILED),
        )
        return tuple(word for word, is_so in marks if is_so)

    def standing(self, position: Somme) -> str:
        names = position.setting.game.sides
        points = ", ".join(f"{names[side]} {position.points(number)} VP" for number, side in enumerate(SIDES))
        week = position.setting.weeks.get(position.state.turn)
        date = f"{week.date}, " if week else ""
        return f"{date}{position.state.weather}; {points}"

    def fought_over(self, position: Somme) -> int:
        return position.state.target

    def markers(self, position: Somme) -> list[Marker]:
        state = position.state
        found = [
            Marker(cell=c, label="I", shape="disc", colour=SHELL, title=f"interdicted by {who}")
            for c, (who, _) in state.interdicted.items()
        ]
        found += [Marker(cell=c, label="M", shape="square", colour=EARTH, title="mine") for c in state.mines]
        found += [
            Marker(cell=c, label="E", shape="cross", colour=RED, title=f"engaged, attacked by {who}")
            for c, who in state.engaged.items()
        ]
        if state.air >= 0:
            found.append(Marker(cell=state.air, label="A", shape="star", colour=SKY, title="air bombardment"))
        return found

    def arrows(self, position: Somme) -> list[Arrow]:
        """Who is committed to attack which square (8.6), and which guns fire at one (6.3.1)."""
        state = position.state
        aimed = [(unit, goal, "committed") for unit, goal in enumerate(state.commit) if goal >= 0]
        aimed += [(gun, state.target, "fires") for gun in state.firing if state.target >= 0]
        return [
            Arrow(state.loc[unit], goal, SIDES[position.setting.side[unit]], what)
            for unit, goal, what in aimed if state.loc[unit] >= 0
        ]

    def points(self, position: Somme) -> list[Points]:
        return [Points(side, points, case, what) for side, points, _, case, what in position.state.awards]

    def facts(self, position: Somme) -> list[Fact]:
        g, state, names = position, position.state, position.setting.game.sides
        week = g.setting.weeks.get(state.turn)
        found = [
            Fact("Weather", state.weather, "5.0"),
            Fact("Air observation", ", ".join(names[s] for s in state.observation) or "nobody", "5.6"),
        ]
        if week:
            found.insert(0, Fact("Week of", week.date, "4.0"))
        for number, side in enumerate(SIDES):
            gone = sum(state.loc[u] == GONE for u in g.setting.units_of[number])
            found.append(Fact("Points conceded by losses", str(g.points(1 - number, [Heap.LOSSES])), "13.2", side))
            found.append(Fact("Out for good", f"{gone} units", "12.1", side))
        if state.resources:
            left = ", ".join(f"{name} {count}" for name, count in state.resources.items() if count)
            found.append(Fact("Command Resources", left or "none", "9.3", state.phasing))
        return found + self.victory_facts(g)

    def victory_facts(self, g: Somme) -> list[Fact]:
        """The conditions of victory and whether they are met now; the campaign's secret ones only where seen."""
        found: list[Fact] = []
        if not g.setting.campaign:
            met = victories(g)
            for entry in g.setting.plan.victory:
                stands = "met now" if met[entry.name] else "not met"
                side = g.setting.seat_called(entry.side).replace("the ", "The ", 1)
                found.append(Fact(f"{side} win by: {entry.text.rstrip('.')}", stands, entry.case))
        for name in g.state.objectives:
            found.append(Fact(f"Secret objective {name}", g.setting.combat.markers[name].what, "15.6.1", "allied"))
        if g.state.operations:
            found.append(Fact("Operations", ", ".join(g.state.operations), "15.5"))
        return found

    def arrival(self, position: Somme, unit: int) -> Arrival | None:
        """Reinforcements and units that come back (7.7)."""
        state = position.state
        if state.loc[unit] >= 0 or not state.due[unit]:
            return None
        order, returns = position.setting.orders.get(unit), state.returns[unit]
        if returns or not order:
            return Arrival(state.due[unit], BACK_FROM.get(returns, ""), "7.7")
        return Arrival(state.due[unit], " or ".join(order.entry.split()).replace("-", " "), order.case)

    def overlays(self, position: Somme) -> list[Overlay]:
        """Command and supply ranges, the lines of both sides, and who holds the objectives."""
        return [overlay for nation in NATIONS for overlay in ranges_of(position, nation)] + [
            line_of(position, side) for side in range(len(SIDES))
        ]

    def reach(self, position: Somme, unit: int) -> Iterable[int]:
        g = position
        enemies = g.occupied(1 - g.setting.side[unit])
        return cells_of(search(g, unit, allowance(g, unit), enemies, zones_against(g, unit)).cells)


def ranges_of(g: Somme, nation: str) -> list[Overlay]:
    """Where a nation's HQs command and supply, and the objectives that it claims."""
    side, name = SIDES[SIDE_OF[nation]], nation.capitalize()
    goals = [
        (objective, goal.squares) for objective, goal in g.setting.objectives.items()
        if all(square in g.setting.grid.ids for square in goal.squares)
    ]
    return [
        Overlay(
            name=f"command-{nation}", kind="command", title=f"Command of {name} HQs", case="8.3", side=side,
            cells=cells_of(commanded(g, nation)),
        ),
        Overlay(
            name=f"supply-range-{nation}", kind="supply", title=f"Supply of {name} HQs", case="11.1", side=side,
            cells=cells_of(supplied(g, nation)), drawn="area",
        ),
        Overlay(
            name=f"objectives-{nation}", kind="control", title=f"Objectives that {name} units claim", case="13.1.1",
            side=side,
            cells=sorted(
                g.setting.cell_named(square)
                for objective, squares in goals if claims(g, nation, objective) for square in squares
            ),
        ),
    ]


def line_of(g: Somme, side: int) -> Overlay:
    """The foremost squares behind a side's line."""
    name, behind = SIDES[side], squares_behind(g, side)
    edge = [c for c in cells_of(behind) if g.setting.around[c] & ~behind]
    title = f"{g.setting.game.sides[name]} front line"
    return Overlay(name=f"front-{name}", kind="front", title=title, case="6.6", side=name, cells=edge)


def commanded(g: Somme, nation: str) -> int:
    """8.3, 8.4: the squares within command range, for attacks without British brigades and tanks."""
    ranges = {good: command_range(g, nation, good, small=False) for good in (True, False)}
    return union(near_command(g, nation, good, limit) for good, limit in ranges.items())


def supplied(g: Somme, nation: str) -> int:
    """11.1, 11.2: the squares within supply range."""
    return union(supply_area(g, hq, 0) for hq in headquarters(g, nation, BACK))
