"""What the page shows of this game beyond what every game has: markers, arrows, points, overlays, a guide.

Nothing here decides anything: it only asks the rules.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from grognard.engine import Position, Setting
from grognard.games.marne_1914.guide import GUIDE
from grognard.games.marne_1914.plan import Reinforcement
from grognard.games.marne_1914.position import CADRE, OFF_MAP, Marne
from grognard.games.marne_1914.rules.boundaries import area
from grognard.games.marne_1914.rules.front_line import covered_hexes, front_line
from grognard.games.marne_1914.rules.movement import allowance, reach_normal
from grognard.games.marne_1914.setting import CP, ENTENTE, MarneSetting
from grognard.games.marne_1914.tables import ARMIES, MARKERS
from grognard.rules.masks import cells_of

ARMY_NAMES = {
    "I": "First Army", "II": "Second Army", "6": "6th Army", "BEF": "the BEF", "5": "5th Army", "9": "9th Army",
}
FELDGRAU, HORIZON_BLUE = "#4d5a48", "#35597c"
WEIGHED = ("return", "resolve")
"""What throws dice: its odds are shown before it is done."""


class MarnePage:
    """The optional methods of a game that the server asks."""

    def page_hints(self, setting: Setting) -> dict[str, Any]:
        return {
            "guide": GUIDE, "weigh": WEIGHED, "lost": ["cadre"], "factors": "attack, defence, movement",
            "statuses": {"D": "disrupted", "OOS": "out of supply", "T": "in taxis"},
        }

    def markers(self, position: Position) -> list[Any]:
        """The army boundary markers (5.1.2, 5.1.3) and the garrison of Paris (12.1)."""
        from grognard.board.drawing import Marker

        assert isinstance(position, Marne)
        found = []
        for name, column in position.state.markers.items():
            west, east = MARKERS[name]
            title = f"boundary between {ARMY_NAMES[west]} and {ARMY_NAMES[east]}"
            colour = FELDGRAU if name == "cp" else HORIZON_BLUE
            cell = position.setting.edge_cell(name, column)
            found.append(Marker(cell=cell, label=f"{west}/{east}", shape="flag", colour=colour, title=title))
        found += [
            Marker(cell=cell, label="G", shape="square", colour=HORIZON_BLUE, title="garrison of Paris")
            for cell in position.state.garrisons
        ]
        return found

    def arrows(self, position: Position) -> list[tuple[int, int, str, str]]:
        """The attacks that are declared and not resolved yet (8.1.3)."""
        assert isinstance(position, Marne)
        state = position.state
        return [
            (state.loc[unit], state.target, position.side_name(position.setting.side[unit]), "declared attack")
            for group in state.declared for unit in group if state.target >= 0
        ]

    def points(self, position: Position) -> list[tuple[str, int, str, str]]:
        """All points are the Central Powers' (13.0.1)."""
        assert isinstance(position, Marne)
        return [("cp", points, case, what) for points, case, what in position.state.awards]

    def facts(self, position: Position) -> list[tuple[str | None, str, str, str]]:
        assert isinstance(position, Marne)
        g, state = position, position.state
        vp = state.vp
        level = next((v.level for v in g.setting.tables.victory_levels if v.low <= vp <= v.high), "")
        found: list[tuple[str | None, str, str, str]] = [
            (None, "Initiative", g.setting.game.sides[state.initiative], "4.4.1"),
            (None, "If it ended with these points", level, "13.0.4"),
        ]
        for side, name in ((CP, "cp"), (ENTENTE, "entente")):
            units = g.setting.units_of[side]
            lost = sum(g.setting.units[u].steps - state.steps[u] for u in g.on_map(side))
            cadre = [g.name(u) for u in units if state.loc[u] == CADRE]
            found.append((name, "Steps missing on the map", str(lost), "4.3.3"))
            found.append((name, "In the Cadre Box", ", ".join(cadre) or "none", "8.4.7"))
        return found

    def coming(self, position: Position) -> list[tuple[int, str, list[int], str, str]]:
        """Reinforcements by turn and entry (7.1, 7.2)."""
        assert isinstance(position, Marne)
        g, state = position, position.state
        orders = {uid: order for order in g.setting.plan.reinforcement for uid in order.units}
        found: dict[tuple[int, str, str, str], list[int]] = {}
        for side, name in enumerate(g.setting.sides):
            for unit in g.setting.units_of[side]:
                if state.loc[unit] == OFF_MAP and state.due[unit]:
                    order = orders.get(g.name(unit))
                    where, case = (where_of(g.setting, order), order.case) if order else ("", "7.0.1")
                    key = (state.due[unit], name, where, case)
                    found.setdefault(key, []).append(unit)
        return [(turn, name, units, where, case) for (turn, name, where, case), units in sorted(found.items())]

    def overlays(self, position: Position, side: str | None) -> dict[str, dict[str, Any]]:
        """The front line with its gaps, the areas of the armies, and who controls the towns."""
        assert isinstance(position, Marne)
        g = position
        line, covered = front_line(g), covered_hexes(g)
        gaps = [cell for cell in line if not covered >> cell & 1]
        found: dict[str, dict[str, Any]] = {
            "front": {
                "kind": "front", "title": "Front line of the Entente", "case": "4.6.1", "side": "entente",
                "cells": [cell for cell in line if cell not in gaps],
            },
            "front-gaps": {
                "kind": "front", "title": "Gaps in the front line", "case": "4.6.2", "side": "cp", "cells": gaps,
                "note": f"{len(gaps)} now" if gaps else "none now",
            },
        }
        for army in ARMIES:
            name = "cp" if army in ("I", "II") else "entente"
            if army == "9" and "5/9" not in g.state.markers:
                continue
            west, east = area(g, army)
            columns = g.setting.column
            found[f"area-{army}"] = {
                "kind": "command", "title": f"Area of {ARMY_NAMES[army]}", "case": "5.1.5", "side": name,
                "cells": [cell for cell in range(len(columns)) if west <= columns[cell] <= east],
            }
        for name in g.setting.sides:
            found[f"control-{name}"] = {
                "kind": "control", "title": f"Held by {g.setting.game.sides[name]}", "case": "13.0.3", "side": name,
                "cells": sorted(cell for cell, holder in g.state.control.items() if holder == name),
                "note": "towns, Paris and the roads off the map",
            }
        return found

    def reach(self, position: Position, unit: int) -> Iterable[int]:
        assert isinstance(position, Marne)
        start = position.state.loc[unit]
        return cells_of(reach_normal(position, unit, start, allowance(position, unit), fresh=True).cells)


def where_of(setting: MarneSetting, order: Reinforcement) -> str:
    """Where reinforcements come in, for people."""
    if order.entry == "paris":
        return "Paris"
    names = [setting.grid.ids[cell] for cell in setting.board.regions.get(order.entry, ())]
    return ", ".join(names[:3]) + (" ..." if len(names) > 3 else "")
