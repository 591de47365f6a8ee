"""What people see of this game beyond what every game has: counters, markers, arrows, points, overlays, a guide.

Nothing here decides anything: it only asks the rules.
"""

from __future__ import annotations

from collections.abc import Iterable

from grognard.board.pieces import Marker
from grognard.engine.page import Arrival, Arrow, Fact, Overlay, Page, Points
from grognard.games.marne_1914.checks import MOVING
from grognard.games.marne_1914.plan import Reinforcement
from grognard.games.marne_1914.position import CADRE, OFF_MAP, Marne
from grognard.games.marne_1914.rules.boundaries import area
from grognard.games.marne_1914.rules.closing_up import astray
from grognard.games.marne_1914.rules.front_line import covered_hexes, front_line
from grognard.games.marne_1914.rules.integrity import corps_name
from grognard.games.marne_1914.rules.movement import allowance, reach_normal
from grognard.games.marne_1914.rules.supply import barred_hexes, line_of_supply, out_of_supply, roads_to, source_hexes
from grognard.games.marne_1914.rules.victory import chart, points_at_the_end
from grognard.games.marne_1914.setting import CP, ENTENTE, MarneSetting
from grognard.games.marne_1914.tables import ARMIES, ARMY_NAMES, MARKERS
from grognard.rules.masks import cells_of, mask
from grognard.rules.search import cheapest_way
from grognard.rules.victory import level_of

STATUSES = {
    "D": "disrupted", "OOS": "out of supply", "T": "in taxis",
    "A": "outside the area of its army", "C": "corps torn apart",
}
FELDGRAU, HORIZON_BLUE, GOLD = "#4d5a48", "#35597c", "#8a6a12"


class MarnePage(Page[Marne]):
    weighed = ("return", "resolve")
    aimed = ("attack", "advance")
    lines = {
        "deploy": ("command",), "boundary": ("command",), "movement": ("command", "front"),
        "reinforcement": ("command",), "close-up": ("command",), "combat": ("command",),
    }
    lost = ("cadre",)
    factors_are = "attack, defence, movement"
    statuses = STATUSES

    def supply_line(self, position: Marne, unit: int) -> list[int]:
        """10.1.2: hexes to a road, and the road to the source."""
        g, side, found = position, position.setting.side[unit], line_of_supply(position, unit)
        if found is None:
            return []
        source, bars = found[0], barred_hexes(g, side)
        way = cheapest_way(g.setting.supply_steps, g.state.loc[unit], roads_to(g, side, source), bars)
        road = cheapest_way(g.setting.road_steps, way[-1], mask(source_hexes(g, side, source)), bars)
        return way + road[1:]

    def factors(self, position: Marne, unit: int) -> str:
        """Attack, defence and movement as the counter of the steps that are left shows them (2.2)."""
        return f"{position.attack_factor(unit)}-{position.defence_factor(unit)}-{position.setting.units[unit].ma}"

    def formation(self, position: Marne, unit: int) -> tuple[str, ...]:
        """The army, in whose area it must be (5.1.5), and the corps (4.5)."""
        army, corps = position.state.army[unit], corps_name(position.state.corps[unit])
        return tuple(name for name in (ARMY_NAMES.get(army, army), corps) if name)

    def status(self, position: Marne, unit: int) -> tuple[str, ...]:
        state = position.state
        marks = (("D", state.disrupted[unit]), ("OOS", out_of_supply(position, unit)), ("T", state.taxi[unit]))
        found = tuple(word for word, number in marks if number == 1)
        if state.phase not in MOVING or position.setting.side[unit] != position.phasing:
            return found
        # Whoever ends his movement like this must put it right (5.2.3, 4.5.1).
        outside, torn = astray(position)
        return found + ("A",) * (unit in outside) + ("C",) * (unit in torn)

    def standing(self, position: Marne) -> str:
        holder = position.setting.game.sides[position.state.initiative]
        return f"Central Powers {position.state.vp} VP; the {holder} have the Initiative"

    def fought_over(self, position: Marne) -> int:
        return position.state.target

    def markers(self, position: Marne) -> list[Marker]:
        """The army boundary markers (5.1.2, 5.1.3) and the garrison of Paris (12.1)."""
        found = []
        for name, column in position.state.markers.items():
            west, east = MARKERS[name]
            title = f"boundary between {ARMY_NAMES[west]} and {ARMY_NAMES[east]}"
            colour = FELDGRAU if name == "cp" else HORIZON_BLUE
            cell = position.setting.edge_cell(name, column)
            found.append(Marker(cell=cell, label=f"{west}/{east}", shape="flag", colour=colour, title=title))
        found += prizes(position)
        found += [
            Marker(cell=cell, label="G", shape="square", colour=HORIZON_BLUE, title="garrison of Paris")
            for cell in position.state.garrisons
        ]
        return found

    def arrows(self, position: Marne) -> list[Arrow]:
        """The attacks that are declared and not resolved yet (8.1.3)."""
        state = position.state
        return [
            Arrow(state.loc[unit], state.target, position.side_name(position.setting.side[unit]), "declared attack")
            for group in state.declared for unit in group if state.target >= 0
        ]

    def points(self, position: Marne) -> list[Points]:
        """All points are the Central Powers' (13.0.1)."""
        return [Points("cp", points, case, what) for points, case, what in position.state.awards]

    def facts(self, position: Marne) -> list[Fact]:
        g, state = position, position.state
        counted = state.vp if g.outcome else state.vp + sum(points for points, _ in points_at_the_end(g))
        level = level_of(g.setting.tables.victory_levels, counted).level
        found = [
            Fact("Initiative", g.setting.game.sides[state.initiative], "4.4.1"),
            Fact("If it ended now", f"{counted} VP: {level}", "13.0.4"),
        ]
        for side, name in ((CP, "cp"), (ENTENTE, "entente")):
            units = g.setting.units_of[side]
            lost = sum(g.setting.units[u].steps - state.steps[u] for u in g.on_map(side))
            cadre = [g.name(u) for u in units if state.loc[u] == CADRE]
            found.append(Fact("Steps missing on the map", str(lost), "4.3.3", name))
            found.append(Fact("In the Cadre Box", ", ".join(cadre) or "none", "8.4.7", name))
        return found

    def arrival(self, position: Marne, unit: int) -> Arrival | None:
        """Reinforcements by turn and entry (7.1, 7.2)."""
        g, state = position, position.state
        if state.loc[unit] != OFF_MAP or not state.due[unit]:
            return None
        order = g.setting.order_of.get(unit)
        where, case = (where_of(g.setting, order), order.case) if order else ("", "7.0.1")
        return Arrival(state.due[unit], where, case)

    def overlays(self, position: Marne) -> list[Overlay]:
        """The front line with its gaps, the areas of the armies, and who controls the towns."""
        g = position
        line, covered = front_line(g), covered_hexes(g)
        gaps = [cell for cell in line if not covered >> cell & 1]
        found = [
            Overlay(
                name="front", kind="front", title="Front line of the Entente", case="4.6.1", side="entente",
                cells=[cell for cell in line if cell not in gaps],
            ),
            Overlay(
                name="front-gaps", kind="front", title="Gaps in the front line", case="4.6.2", side="cp", cells=gaps,
                note=f"{len(gaps)} now" if gaps else "none now",
            ),
        ]
        for army in ARMIES:
            if army == "9" and "5/9" not in g.state.markers:
                continue
            found.append(Overlay(
                name=f"area-{army}", kind="command", title=f"Area of {ARMY_NAMES[army]}", case="5.1.5",
                side="cp" if army in ("I", "II") else "entente",
                cells=cells_of(g.setting.between_columns(*area(g, army))),
            ))
        for name in g.setting.sides:
            found.append(Overlay(
                name=f"control-{name}", kind="control", title=f"Held by {g.setting.seat_called(name)}", case="13.0.3",
                side=name, cells=sorted(cell for cell, holder in g.state.control.items() if holder == name),
                note="towns, Paris and the roads off the map",
            ))
        return found

    def reach(self, position: Marne, unit: int) -> Iterable[int]:
        start = position.state.loc[unit]
        return cells_of(reach_normal(position, unit, start, allowance(position, unit), fresh=True).cells)


def prizes(g: Marne) -> list[Marker]:
    """What counts when the scenario ends (13.0.2): the hexes of Paris and the towns south of the Marne."""
    points = {award.id: award.points for award in chart(g, "end")}
    south = set(g.setting.board.regions.get("south-of-marne", ()))
    counted = {"paris-hex": g.setting.paris, "town-south-of-marne": [c for c in g.setting.town_cells if c in south]}
    return [
        Marker(
            cell=cell, label=str(points[id]), shape="circle", colour=GOLD,
            title=f"{points[id]} VP for the Central Powers if they control it at the end",
        )
        for id, cells in counted.items() for cell in cells if points.get(id)
    ]


def where_of(setting: MarneSetting, order: Reinforcement) -> str:
    """Where reinforcements come in, for people."""
    if order.entry == "paris":
        return "Paris"
    names = [setting.grid.ids[cell] for cell in setting.board.regions.get(order.entry, ())]
    return ", ".join(names[:3]) + (" ..." if len(names) > 3 else "")
