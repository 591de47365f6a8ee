"""Victory (module 13, the conditions of 14 and 15.7): each condition of a scenario file is a function here."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from grognard.engine import Outcome
from grognard.games.somme_1916 import plan
from grognard.games.somme_1916.position import Somme
from grognard.games.somme_1916.rules.campaign import achieved, award_objectives, forfeit_raids
from grognard.games.somme_1916.rules.victory.control import claims, exclusive_zone
from grognard.games.somme_1916.terms import ALLIED, BRITISH, GERMAN, SIDES, Heap
from grognard.rules.masks import cells_of
from grognard.rules.search import connected


def trench_clear(g: Somme, asked: plan.TrenchClear) -> bool:
    """14.1.4: no German unit of any kind in the trench; zones of control do not matter."""
    return not g.occupied(GERMAN) & g.setting.trench[asked.trench]


def claim(g: Somme, asked: plan.Claim) -> bool:
    """13.1.1: enough of the objectives, by the nation named."""
    return sum([claims(g, asked.nation, name) for name in asked.objectives]) >= asked.at_least


def exits(g: Somme, asked: plan.Exits) -> bool:
    """14.2.4, 14.3.7: infantry off the east edge, by squares in exclusive Allied zones where that is asked."""
    left = [(u, cell) for u, cell in g.state.exits if g.setting.infantry[u]]
    if asked.exclusive_zoc and not all(exclusive_zone(g, ALLIED, cell) for _, cell in left):
        return False
    british = sum([g.setting.nation[u] == BRITISH for u, _ in left])
    return len(left) >= asked.at_least and british >= asked.british_at_least


def hold_and_trace(g: Somme, asked: plan.HoldAndTrace) -> bool:
    """14.3.7, 14.4.5: Good Order units in the towns and a line to the west edge free of German zones."""
    barred = g.zone_cells[GERMAN]
    edge = tuple(c for c in cells_of(g.setting.edges[asked.trace_to]) if not barred >> c & 1)
    reached = connected(g.setting.path_steps, edge, barred)
    for name in asked.objectives:
        for square in g.setting.objectives[name].squares:
            cell = g.setting.cell_named(square)
            here = g.friends_in(cell, ALLIED)
            if not here or cell in g.state.engaged or (asked.good_order and not all(map(g.good_order, here))):
                return False
            # The town itself holds a friendly unit; the line begins next to it or in it.
            if not reached & (g.setting.path_around[cell] | 1 << cell):
                return False
    return True


def vp_lead(g: Somme, asked: plan.VpLead) -> bool:
    """14.1.4: the German's lead in points, of the heaps named (X57), and fines (ruling D31)."""
    heaps = [*asked.heaps, *([Heap.SECTORS] if g.has_option("sector_points", "counted") else [])]
    return g.points(GERMAN, heaps) - g.points(ALLIED, heaps) >= asked.points


def occupy_trench(g: Somme, asked: plan.OccupyTrench) -> bool:
    """14.2.4, 14.3.7: German units on squares of the Allied start trench."""
    cells = cells_of(g.setting.trench[asked.trench] & g.occupied(GERMAN))
    units = g.setting.units
    held = [c for c in cells if any(units[u].type not in asked.exclude for u in g.friends_in(c, GERMAN))]
    return len(held) >= asked.at_least


def drawn_objectives(g: Somme, asked: plan.DrawnObjectives) -> bool:
    """15.7.1: all drawn markers of those kinds."""
    markers = [g.setting.combat.markers[name] for name in g.state.objectives]
    return all(achieved(g, marker) for marker in markers if marker.kind in asked.markers)


def vp_ratio(g: Somme, asked: plan.VpRatio) -> bool:
    """15.7.1: two to one, unless the marker of the German Strength Points was drawn (X39)."""
    allied, german = g.points(ALLIED), g.points(GERMAN)
    return asked.unless_drawn not in g.state.objectives and allied > 0 and allied >= asked.ratio * german


def strength_and_lead(g: Somme, asked: plan.StrengthAndLead) -> bool:
    """15.6.5, ruling X39."""
    leads = g.points(ALLIED) > g.points(GERMAN)
    return asked.if_drawn in g.state.objectives and g.state.strength_lost >= asked.points and leads


IS_MET: Mapping[type, Callable[[Somme, Any], bool]] = {
    plan.TrenchClear: trench_clear, plan.Claim: claim, plan.Exits: exits, plan.HoldAndTrace: hold_and_trace,
    plan.VpLead: vp_lead, plan.OccupyTrench: occupy_trench, plan.DrawnObjectives: drawn_objectives,
    plan.VpRatio: vp_ratio, plan.StrengthAndLead: strength_and_lead,
}


def victories(g: Somme) -> dict[str, bool]:
    """Every victory of the scenario and whether its conditions are met now, in the order of the file."""
    found: dict[str, bool] = {}
    for entry in g.setting.plan.victory:
        met = [
            not any(found[name] for name in asked.victories) if isinstance(asked, plan.Avoid)
            else IS_MET[type(asked)](g, asked)
            for asked in entry.conditions
        ]
        found[entry.name] = all(met) if entry.need == "all" else any(met)
    return found


def what_is_missing(g: Somme, entry: plan.Victory) -> list[str]:
    """Each condition of a victory that is not met, with how far it is from being so."""
    found = victories(g)
    return [
        lack(g, asked, found) for asked in entry.conditions
        if (any(found[name] for name in asked.victories) if isinstance(asked, plan.Avoid)
            else not IS_MET[type(asked)](g, asked))
    ]


def lack(g: Somme, asked: plan.AnyCondition, met: Mapping[str, bool]) -> str:
    """What one condition still wants."""
    match asked:
        case plan.TrenchClear():
            cells = cells_of(g.occupied(GERMAN) & g.setting.trench[asked.trench])
            return f"no German unit in {g.cell_names(cells)} of the {asked.trench} start trench"
        case plan.Claim():
            open_ones = [name for name in asked.objectives if not claims(g, asked.nation, name)]
            needed = asked.at_least - (len(asked.objectives) - len(open_ones))
            return f"{needed} more of {', '.join(open_ones)} claimed by {asked.nation} units"
        case plan.Exits():
            left = len([u for u, _ in g.state.exits if g.setting.infantry[u]])
            return f"{asked.at_least} infantry units off the east edge, {left} have left"
        case plan.HoldAndTrace():
            return f"units in {', '.join(asked.objectives)} with a line to the {asked.trace_to} edge"
        case plan.VpLead():
            return f"a lead of {asked.points} VP, now {g.points(GERMAN, asked.heaps) - g.points(ALLIED, asked.heaps)}"
        case plan.OccupyTrench():
            return f"German units in {asked.at_least} squares of the {asked.trench} start trench"
        case plan.DrawnObjectives():
            return "all drawn objectives of their kinds"
        case plan.VpRatio():
            return f"{asked.ratio} times the German points: now {g.points(ALLIED)} to {g.points(GERMAN)}"
        case plan.StrengthAndLead():
            return f"{asked.points} German Strength Points lost, now {g.state.strength_lost}, and a lead in points"
        case plan.Avoid():
            return "not " + " nor ".join(name for name in asked.victories if met[name])


def final_outcome(g: Somme) -> Outcome:
    """13.0: the points of objectives last, then who has met his conditions; both is a draw, and so may neither be."""
    if g.setting.campaign:
        forfeit_raids(g)                                                        # 15.7.1
        award_objectives(g)                                                     # 15.6.2-15.6.6
    found = victories(g)
    met = [entry for entry in g.setting.plan.victory if found[entry.name]]
    winner = met[0].side if met and len({entry.side for entry in met}) == 1 else None
    level = "draw" if winner is None else f"{winner} victory"
    case = met[0].case if winner else g.setting.plan.draw.case
    g.note(
        "victory", case, winner=winner or "", met=[entry.name for entry in met],
        points={side: g.points(number) for number, side in enumerate(SIDES)},
    )
    return Outcome(
        winner=winner, level=level, case=case,
        points=tuple((side, points, cited, what) for side, points, _, cited, what in g.state.awards),
    )
