"""Army boundaries and the areas between them (module 5)."""

from __future__ import annotations

from grognard.engine import Action, Choice, Procedure, Ruling, refuse
from grognard.games.marne_1914.setting import ARMIES, CP, MARKERS
from grognard.games.marne_1914.state import Marne

LAST_COLUMN = 99
"""Farther east than any map goes."""
SHIFT = 3
"""5.2.2: so many hexes east or west."""


def in_area(g: Marne, unit: int, cell: int) -> bool:
    """5.1.5-5.1.7: between the marker columns of its army, those columns included."""
    west, east = area(g, g.state.army[unit])
    return west <= g.setting.column[cell] <= east


def area(g: Marne, army: str) -> tuple[int, int]:
    """The first and the last column in which an army may operate (5.1.4-5.1.7)."""
    west, east = 0, LAST_COLUMN
    for marker, column in g.state.markers.items():
        left, right = MARKERS[marker]
        if army == left:
            east = column
        elif army == right:
            west = column
    return west, east


def areas(g: Marne) -> dict[str, tuple[int, int]]:
    """The same for all armies at once."""
    west, east = dict.fromkeys(ARMIES, 0), dict.fromkeys(ARMIES, LAST_COLUMN)
    for marker, column in g.state.markers.items():
        left, right = MARKERS[marker]
        east[left] = west[right] = column
    return {army: (west[army], east[army]) for army in ARMIES}


def own_markers(g: Marne) -> list[str]:
    return [m for m in MARKERS if (m == "cp") == (g.phasing == CP)]


def marker_columns(g: Marne, marker: str) -> list[int]:
    """Where a marker may be put now: 3 columns either way, in the armies' order (5.2.2, ruling C43)."""
    columns = g.setting.columns
    here = g.state.markers.get(marker)
    if here is not None:
        possible = [c for c in columns if abs(c - here) <= SHIFT and c != here]
    elif marker == "5/9" and ninth_army_comes(g):                     # 7.1.3
        possible = list(columns)
    else:
        return []
    names = own_markers(g)
    place = names.index(marker)
    west = [g.state.markers[m] for m in names[:place] if m in g.state.markers]
    east = [g.state.markers[m] for m in names[place + 1:] if m in g.state.markers]
    return [c for c in possible if all(c > w for w in west) and all(c < e for e in east)]


def ninth_army_comes(g: Marne) -> bool:
    """7.1.3, 7.0.2 and ruling C58: IX Corps is due and its entry hex is free."""
    from grognard.games.marne_1914.reinforcements import entry_open

    state = g.state
    if "5/9" in state.markers:
        return False
    nine = [u for u in range(len(state.loc)) if state.corps[u] == "F-IX" and 0 < state.due[u] <= state.turn]
    return any(entry_open(g, u) for u in nine if g.setting.units[u].id != "MRCN")


def army_boundary_phase(g: Marne) -> Procedure:
    """The Army Boundary Phase (5.2): each own marker may be shifted once."""
    state = g.state
    while True:
        must_add = "5/9" not in state.markers and g.phasing != CP and ninth_army_comes(g)
        options = []
        for marker in own_markers(g):
            if marker not in state.shifted:
                options += [
                    Action("shift", (marker, g.setting.edge_cell(marker, column)))
                    for column in marker_columns(g, marker)
                ]
        if must_add:
            options = [o for o in options if o.args[0] == "5/9"]
        else:
            options.append(Action("end"))
        prompt = "add the 5/9 boundary marker" if must_add else "shift army boundaries"
        action: Action = yield Choice(
            state.phasing, "boundary", "7.1.3" if must_add else "5.2.1",
            f"{g.setting.game.sides[state.phasing]}: {prompt}", options, rest=True,
            why_not=lambda a: why_no_shift(g, a),
        )
        if action.verb == "end":
            return
        marker, cell = action.word(), action.number(1)
        state.shifted.append(marker)
        state.markers[marker] = g.setting.column[cell]
        g.note("shift", "5.2.1", marker=marker, cell=cell)
        if must_add:
            join_ninth_army(g)


def join_ninth_army(g: Marne) -> None:
    """7.1.2: with IX Corps on its way the Moroccan Division belongs to the 9th Army."""
    for unit in range(len(g.state.loc)):
        if g.state.corps[unit] == "F-IX":
            g.state.army[unit] = "9"
    g.note("ninth-army", "7.1.2", "7.1.3")


def why_no_shift(g: Marne, action: Action) -> Ruling:
    marker, cell = action.word(), action.number(1)
    names = own_markers(g)
    if marker not in names:
        return refuse("5.1.1", f"'{marker}' is not your marker; yours: {', '.join(names)}")
    if marker in g.state.shifted:
        return refuse("5.2.1", f"the {marker} marker has been shifted in this phase")
    if marker not in g.state.markers and not ninth_army_comes(g):
        return refuse("7.1.3", f"the {marker} marker comes with IX Corps")
    column = g.setting.column[cell]
    if cell != g.setting.edge_cell(marker, column):
        where, case = ("northernmost", "5.1.2") if marker == "cp" else ("southernmost", "5.1.3")
        return refuse(case, f"the {marker} marker lies on the {where} hex of a column")
    if marker in g.state.markers and abs(column - g.state.markers[marker]) > SHIFT:
        far = abs(column - g.state.markers[marker])
        return refuse("5.2.2", f"a marker moves up to {SHIFT} hexes east or west, not {far}")
    return refuse("5.1.5", "the markers must keep the order of the armies from west to east")
