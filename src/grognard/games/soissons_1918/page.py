"""What people see of this game beyond what every game has; it decides nothing and only asks the rules."""

from __future__ import annotations

from collections.abc import Iterable

from grognard.board.pieces import Marker
from grognard.engine.page import Arrival, Arrow, Fact, Overlay, Page, Points
from grognard.games.soissons_1918.position import Soissons
from grognard.games.soissons_1918.rules.artillery import guns_key, in_range
from grognard.games.soissons_1918.rules.command import in_command
from grognard.games.soissons_1918.rules.maneuver import ORDER_NAMES, find_march, markers_left, may_leave_hex
from grognard.games.soissons_1918.rules.supply import LINES, is_isolated, isolated_units
from grognard.games.soissons_1918.rules.victory import count, turns_left
from grognard.games.soissons_1918.rules.zones import feared, towns_of
from grognard.games.soissons_1918.setting import ENTENTE, GERMAN, OFF_MAP, REMOVED
from grognard.games.soissons_1918.state import Level, Order
from grognard.games.soissons_1918.tables import GUNS
from grognard.rules.masks import cells_of
from grognard.rules.overlays import Shown, side_overlays
from grognard.rules.tolls import way_to
from grognard.rules.victory import level_of

LEVELS = {Level.REFORMING: "RFM", Level.DISORGANIZED: "DSG"}
COLOURS = ("#35597c", "#4d5a48")
"""Horizon blue and feldgrau."""


class SoissonsPage(Page[Soissons]):
    weighed = ("attack", "lead")
    aimed = ("attack", "advance")
    fired = ("bombard", "direct")
    sets_up = ("deploy",)
    lines = {"bombard": ("command",), "barrage": ("command",)}
    lost = ("removed", "destroyed", "withdrawn")
    factors_are = "strength points, combativeness"
    statuses = {
        "RFM": "Reforming", "DSG": "Disorganized", "SHK": "Shocked", "R": "Retreat marker", "P": "Prepare marker",
        "LI": "Low Intensity marker", "S": "Spent", "VP": "Spent, stays to the end", "T": "with a tank group",
        "AP": "artillery available", "OOC": "out of command", "ISO": "isolated",
    }

    def factors(self, position: Soissons, unit: int) -> str:
        """Strength left and stars (2.4); the strength of a tank group, the point of a headquarters."""
        setting, left = position.setting, position.state.steps[unit]
        if setting.hq[unit]:
            return "HQ"
        if setting.is_tank[unit]:
            return "full" if left == setting.units[unit].steps else "half"
        return f"{left} {'*' * setting.units[unit].stars}"

    def formation(self, position: Soissons, unit: int) -> tuple[str, ...]:
        """The corps whose headquarters commands it (8.2)."""
        corps = position.state.corps[unit] or position.setting.units[unit].corps
        return (f"{corps if set(corps) <= set('IVX') else corps.title()} Corps",) if corps else ()

    def supply_line(self, position: Soissons, unit: int) -> list[int]:
        """11.1: to the west edge; for the German straight east, or to the perimeter of Soissons."""
        g, setting, cell = position, position.setting, position.state.loc[unit]
        side = setting.side[unit]
        if is_isolated(g, unit):
            return []
        bars = LINES.bars(g, side, g.ground())
        if side == ENTENTE:
            return way_to(setting.rear.back[side].forth, cell, setting.edges[side], bars)
        line = setting.east.lines[cell]
        if line and not any(bars >> c & 1 for c in line):
            return [cell, *line]
        return way_to(setting.beside, cell, setting.perimeter, bars | ~setting.playable)

    def layer(self, position: Soissons, unit: int) -> int:
        """A tank group lies under its division (5.4)."""
        return -1 if position.setting.is_tank[unit] else 0

    def status(self, position: Soissons, unit: int) -> tuple[str, ...]:
        g, state = position, position.state
        if state.loc[unit] < 0 or g.setting.is_tank[unit]:
            return ()
        level = state.disruption[unit]
        infantry = g.setting.infantry[unit] and not g.setting.remnant[unit]
        marks = (
            (LEVELS.get(level, "SHK") if level else "", level), ("R", state.retreated[unit]),  # type: ignore[call-overload]
            ("P", state.order[unit] == Order.PREPARE), ("LI", state.order[unit] == Order.LOW),
            ("VP" if state.stays[unit] else "S", g.is_spent(unit)), ("T", state.tank[unit] >= 0),
            ("AP", g.setting.hq[unit] and not state.fired[unit]), ("OOC", infantry and not in_command(g, unit)),
            ("ISO", unit in isolated_units(g, g.setting.side[unit])),
        )
        return tuple(word for word, found in marks if found)

    def standing(self, position: Soissons) -> str:
        points = sum(row[0] for row in count(position))
        level = level_of(position.setting.tables.victory_levels, points).level
        return f"{position.turn.label}: Entente {points} VP ({level})"

    def markers(self, position: Soissons) -> list[Marker]:
        """Bombardment markers (15.0) with their points."""
        return [
            Marker(cell=cell, label=f"{guns + air}", shape="star", colour=COLOURS[side],
                   title=f"bombardment: {guns} gun points, {air} air points")
            for cell, (side, guns, air) in position.state.fire.items()
        ]

    def arrows(self, position: Soissons) -> list[Arrow]:
        """Where Low Intensity markers point (12.2.2)."""
        state = position.state
        return [
            Arrow(state.loc[u], state.aim[u], position.side_name(position.setting.side[u]), "Low Intensity marker")
            for u in [*position.on_map(ENTENTE), *position.on_map(GERMAN)] if state.order[u] == Order.LOW
        ]

    def points(self, position: Soissons) -> list[Points]:
        """What the Entente would score now (3.3.2)."""
        return [Points("entente", *row) for row in count(position)]

    def facts(self, position: Soissons) -> list[Fact]:
        g, state = position, position.state
        found = [Fact("AM and PM turns left", str(turns_left(g)), "3.3.2")]
        for side, name in enumerate(g.setting.sides):
            guns = ", ".join(f"{state.guns.get(guns_key(name, kind), 0)} {kind}" for kind in GUNS)
            later = sum(points for key, points in state.later.items() if key.startswith(name))
            guns += f"; {later} in the afternoon" if later else ""
            left = ", ".join(f"{markers_left(g, side, order)} {word}" for order, word in ORDER_NAMES.items())
            found.append(Fact("Artillery points", guns, "15.2.2", name))
            found.append(Fact("Attack orders left", left, "12.2.2", name))
        lost = [u for u in g.setting.units_of[GERMAN] if g.setting.regiment[u] and state.loc[u] == REMOVED]
        found.append(Fact("Regiments that can reform", g.names(lost) or "none", "5.5.2", "german"))
        return found

    def arrival(self, position: Soissons, unit: int) -> Arrival | None:
        """Reinforcements by turn and edge (17.1)."""
        order = position.setting.arrival.get(position.name(unit))
        if order is None or position.state.loc[unit] != OFF_MAP or position.state.due[unit] <= 0:
            return None
        edge = {"edge-east": "the east edge", "edge-west": "the west edge", "tank-box": "the Tank Assets box"}
        return Arrival(position.state.due[unit], edge[order.entry], order.case)

    def overlays(self, position: Soissons) -> list[Overlay]:
        """Threat zones, towns, ranges of guns, units in command."""
        g = position

        def shown(side: int) -> list[Shown]:
            commanded = [u for u in g.on_map(side) if g.setting.infantry[u] and in_command(g, u)]
            threat = feared(g, side) & ~g.zone_cells[side] & ~g.occupied(side)
            return [
                Shown("threat", "zones", "Threat zones", "9.2", threat),
                Shown("towns", "control", "Towns", "3.3.4", towns_of(g, side)),
                Shown("command", "command", "In command", "8.2", units=commanded),
                Shown("guns", "command", "Range of medium guns", "15.3.1", in_range(g, side)),
            ]

        return side_overlays(g, shown)

    def reach(self, position: Soissons, unit: int) -> Iterable[int]:
        if position.setting.is_tank[unit] or not may_leave_hex(position, unit):
            return []
        return cells_of(find_march(position, (unit,)).cells)
