"""Victory (module 13, the conditions of 14 and 15.7): each condition of a scenario file is a function here."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from grognard.engine import Outcome
from grognard.errors import DataError
from grognard.games.somme_1916.rules.campaign.objectives import achieved, award_objectives, forfeit_raids
from grognard.games.somme_1916.rules.victory.control import claims, exclusive_zone
from grognard.games.somme_1916.state import Somme
from grognard.games.somme_1916.terms import ALLIED, BRITISH, GERMAN, SIDES, Heap
from grognard.rules.masks import cells_of
from grognard.rules.search import connected

Condition = Callable[[Somme, Mapping[str, Any], Mapping[str, bool]], bool]


def trench_clear(g: Somme, entry: Mapping[str, Any], found: Mapping[str, bool]) -> bool:
    """14.1.4: no German unit of any kind in the trench; zones of control do not matter."""
    return not g.occupied(GERMAN) & g.setting.trench[entry["trench"]]


def claim(g: Somme, entry: Mapping[str, Any], found: Mapping[str, bool]) -> bool:
    """13.1.1: enough of the objectives, by the nation named."""
    claimed = sum(claims(g, entry["nation"], name) for name in entry["objectives"])
    return claimed >= int(entry["at_least"])


def exits(g: Somme, entry: Mapping[str, Any], found: Mapping[str, bool]) -> bool:
    """14.2.4, 14.3.7: infantry off the east edge, by squares in exclusive Allied zones where that is asked."""
    left = [(u, cell) for u, cell in g.state.exits if g.setting.infantry[u]]
    if entry.get("exclusive_zoc") and not all(exclusive_zone(g, ALLIED, cell) for _, cell in left):
        return False
    british = sum(g.setting.nation[u] == BRITISH for u, _ in left)
    return len(left) >= int(entry["at_least"]) and british >= int(entry.get("british_at_least", 0))


def hold_and_trace(g: Somme, entry: Mapping[str, Any], found: Mapping[str, bool]) -> bool:
    """14.3.7, 14.4.5: Good Order units in the towns and a line to the west edge free of German zones."""
    free = ~g.zone_mask(GERMAN) & g.setting.everywhere
    edge = tuple(c for c in g.setting.edge_cells[entry["trace_to"]] if free >> c & 1)
    reached = connected(g.setting.path_steps, edge, ~free & g.setting.everywhere)
    for name in entry["objectives"]:
        for square in g.setting.objectives[name].squares:
            cell = g.setting.cell_named(square)
            here = g.friends_in(cell, ALLIED)
            if not here or cell in g.state.engaged or (entry.get("good_order") and not all(map(g.good_order, here))):
                return False
            # The town itself holds a friendly unit; the line begins next to it or in it.
            if not reached & (g.setting.path_around[cell] | 1 << cell):
                return False
    return True


def avoid(g: Somme, entry: Mapping[str, Any], found: Mapping[str, bool]) -> bool:
    return not any(found[name] for name in entry["victories"])


def vp_lead(g: Somme, entry: Mapping[str, Any], found: Mapping[str, bool]) -> bool:
    """14.1.4: the German's lead in points, of the heaps named (X57), and fines (ruling D31)."""
    heaps = [*entry["heaps"], *([Heap.SECTORS] if g.setting.options["sector_points"] == "counted" else [])]
    return g.points(GERMAN, heaps) - g.points(ALLIED, heaps) >= int(entry["points"])


def occupy_trench(g: Somme, entry: Mapping[str, Any], found: Mapping[str, bool]) -> bool:
    """14.2.4, 14.3.7: German units on squares of the Allied start trench."""
    exclude = entry.get("exclude", ())
    cells = cells_of(g.setting.trench[entry["trench"]] & g.occupied(GERMAN))
    held = [c for c in cells if any(g.setting.units[u].type not in exclude for u in g.friends_in(c, GERMAN))]
    return len(held) >= int(entry["at_least"])


def drawn_objectives(g: Somme, entry: Mapping[str, Any], found: Mapping[str, bool]) -> bool:
    """15.7.1: all drawn markers of those kinds."""
    markers = [g.setting.combat.markers[name] for name in g.state.objectives]
    return all(achieved(g, marker) for marker in markers if marker.kind in entry["markers"])


def vp_ratio(g: Somme, entry: Mapping[str, Any], found: Mapping[str, bool]) -> bool:
    """15.7.1: two to one, unless the marker of the German Strength Points was drawn (X39)."""
    if entry.get("unless_drawn") in g.state.objectives:
        return False
    allied, german = g.points(ALLIED), g.points(GERMAN)
    return allied > 0 and allied >= int(entry["ratio"]) * german


def strength_and_lead(g: Somme, entry: Mapping[str, Any], found: Mapping[str, bool]) -> bool:
    """15.6.5, ruling X39."""
    if entry["if_drawn"] not in g.state.objectives:
        return False
    return g.state.strength_lost >= int(entry["points"]) and g.points(ALLIED) > g.points(GERMAN)


CONDITIONS: Mapping[str, Condition] = {
    "trench-clear": trench_clear, "claim": claim, "exits": exits, "hold-and-trace": hold_and_trace, "avoid": avoid,
    "vp-lead": vp_lead, "occupy-trench": occupy_trench, "drawn-objectives": drawn_objectives, "vp-ratio": vp_ratio,
    "strength-and-lead": strength_and_lead,
}


def victories(g: Somme) -> dict[str, bool]:
    """Every victory of the scenario and whether its conditions are met now, in the order of the file."""
    found: dict[str, bool] = {}
    for entry in g.setting.plan["victory"]:
        met = [meets(g, condition, found) for condition in entry["conditions"]]
        found[entry["name"]] = all(met) if entry["need"] == "all" else any(met)
    return found


def meets(g: Somme, condition: Mapping[str, Any], found: Mapping[str, bool]) -> bool:
    kind = condition.get("kind", "")
    if kind not in CONDITIONS:
        raise DataError(f"unknown victory condition '{kind}'", g.setting.plan_file)
    return CONDITIONS[kind](g, condition, found)


def final_outcome(g: Somme) -> Outcome:
    """13.0: the points of objectives last, then who has met his conditions; both is a draw, and so may neither be."""
    if g.setting.campaign:
        forfeit_raids(g)                                                        # 15.7.1
        award_objectives(g)                                                     # 15.6.2-15.6.6
    found = victories(g)
    entries = {entry["name"]: entry for entry in g.setting.plan["victory"]}
    winners = {entries[name]["side"] for name, met in found.items() if met}
    winner = winners.pop() if len(winners) == 1 else None
    names = [name for name, met in found.items() if met and entries[name]["side"] == winner]
    level = "draw" if winner is None else f"{winner} victory"
    case = entries[names[0]]["case"] if names else g.setting.plan["draw"]["case"]
    g.note(
        "victory", case, winner=winner or "", met=[name for name, met in found.items() if met],
        points={side: g.points(number) for number, side in enumerate(SIDES)},
    )
    return Outcome(
        winner=winner, level=level, case=case,
        points=tuple((side, points, cited, what) for side, points, _, cited, what in g.state.awards),
    )
