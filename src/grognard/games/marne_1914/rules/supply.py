"""General supply (module 10)."""

from __future__ import annotations

from grognard.engine import Ruling, refuse
from grognard.engine.facts import derived
from grognard.games.marne_1914.position import Marne
from grognard.games.marne_1914.rules.front_line import south_of_front
from grognard.games.marne_1914.setting import CP
from grognard.rules.search import cheapest, connected

LENGTH = 16
"""10.1.6: 8 MP to the road, in halves."""
FAR = 300
"""Farther than any way on the map."""


def in_supply(g: Marne, unit: int) -> bool:
    """10.1.2: a line of hexes to a road that leads to a source."""
    assumed = g.setting.assumption("supply", unit)
    return line_of_supply(g, unit) is not None if assumed is None else assumed


def in_supply_at(g: Marne, unit: int, cell: int) -> bool:
    """Whether a unit would be in supply in another hex, its own hex left behind (8.6.2)."""
    here = g.state.loc[unit]
    g.place(unit, cell)
    fed = in_supply(g, unit)
    g.place(unit, here)
    return fed


def out_of_supply(g: Marne, unit: int) -> bool:
    """10.1.1: as found at the start of the unit's movement; for one that may still begin, as things stand."""
    state = g.state
    begun = state.moved[unit] or state.phase not in ("movement", "reinforcement") or not g.is_phasing(unit)
    return state.out_of_supply[unit] > 0 if begun or state.loc[unit] < 0 else not in_supply(g, unit)


@derived
def line_of_supply(g: Marne, unit: int) -> tuple[str, int] | None:
    """Which source supplies a unit and how long its line is, in half points; None if none does."""
    here = g.state.loc[unit]
    side = g.setting.side[unit]
    barred = barred_hexes(g, side)
    for source in sources(g, unit):
        length = cheapest(g.setting.supply_steps, here, LENGTH, roads_to(g, side, source), barred)
        if length is not None:
            return source, length
    return None


def supply_ruling(g: Marne, unit: int) -> Ruling:
    """In supply or not, and why: the answer to a player's question."""
    name = g.name(unit)
    if g.state.loc[unit] < 0:
        return refuse("10.1.1", f"{name} is not on the map")
    assumed = g.setting.assumption("supply", unit)
    if assumed is not None:
        return Ruling(assumed, "10.1.2", f"this study assumes that {name} is {'in' if assumed else 'out of'} supply")
    found = line_of_supply(g, unit)
    if found is None:
        return refusal_of_supply(g, unit)
    source, length = found
    note = ", which gives the Central Powers a point" if source == "south" and g.setting.british[unit] else ""
    case = "10.1.3b" if note else {"north": "10.1.4", "west-british": "10.1.3b"}.get(source, "10.1.3a")
    where = {"paris": "Paris", "east-west": "an east or west edge road", "west-british": "a west edge road"}
    to = where.get(source, f"the {source} edge")
    return Ruling(True, case, f"{name} is {length / 2:g} MP from a road to {to}{note}")


def refusal_of_supply(g: Marne, unit: int) -> Ruling:
    """The one reason why no line leads to a source: closed roads, a way to them that is cut, or the distance."""
    name, here, side = g.name(unit), g.state.loc[unit], g.setting.side[unit]
    steps, barred = g.setting.supply_steps, barred_hexes(g, side)
    roads = 0
    for source in sources(g, unit):
        roads |= roads_to(g, side, source)
    if not roads:
        return refuse("10.1.2", f"{name} has no source: no road to one is free of the enemy")
    length = cheapest(steps, here, FAR, roads, barred)
    if length is not None:
        return refuse("10.1.6", f"{name} is {length / 2:g} MP from the nearest road to a source, and 8 are allowed")
    return refuse("10.1.5", f"enemy units and zones of control cut {name} off from every road to a source")


def sources(g: Marne, unit: int) -> tuple[str, ...]:
    """The sources of a unit, in the order in which it asks them (10.1.3, 10.1.4)."""
    if g.setting.side[unit] == CP:
        return ("north",)
    if g.setting.british[unit]:
        return ("west-british", "south")       # the second one costs a point (10.1.3b)
    return ("south", "paris", "east-west")


def source_hexes(g: Marne, side: int, source: str) -> tuple[int, ...]:
    """10.1.3, 10.1.4: the board-edge road hexes, or hexes of Paris, that the enemy does not control (10.1.2)."""
    exits = g.setting.exits_of
    if source == "east-west":                                                   # 10.1.3a
        cells = (*south_of_front(g, exits["east"], "east"), *south_of_front(g, exits["west"], "west"))
    else:
        cells = g.setting.sources[source]
    lost = g.controlled(1 - side, cells)
    return tuple([c for c in cells if c not in lost]) if lost else cells


@derived
def barred_hexes(g: Marne, side: int) -> int:
    """10.1.5: the enemy's hexes, and his zones of control except where a friendly unit stands."""
    return g.closed_cells[side] | (g.zone_cells[1 - side] & ~g.held(side))


@derived
def roads_to(g: Marne, side: int, source: str) -> int:
    """The road hexes from which a road leads to the source, all the way open (10.1.5, ruling C27)."""
    barred = barred_hexes(g, side) & g.setting.road_hexes
    return connected(g.setting.road_steps, source_hexes(g, side, source), barred)


def pay_for_british_supply(g: Marne, unit: int) -> None:
    """10.1.3b: a point for the Central Powers, at most one a turn (ruling C44)."""
    if not g.setting.british[unit] or g.state.british_south_turn == g.state.turn:
        return
    found = line_of_supply(g, unit)
    if found is not None and found[0] == "south" and g.setting.assumption("supply", unit) is None:
        g.state.british_south_turn = g.state.turn
        points = g.setting.tables.awards["british-south-supply"].points
        g.award(points, "10.1.3b", f"{g.name(unit)} is supplied from the south edge")


def determine_supply(g: Marne, unit: int) -> None:
    """10.1.1: at the start of a unit's movement; for one that stays, when the segment ends (ruling C64)."""
    fed = in_supply(g, unit)
    g.state.out_of_supply[unit] = 0 if fed else 1
    if fed:
        pay_for_british_supply(g, unit)
    else:
        g.note("out-of-supply", "10.1.2", unit=unit)
