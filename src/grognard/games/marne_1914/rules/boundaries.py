"""Army boundaries and the areas between them (module 5)."""

from __future__ import annotations

from grognard.engine import Action, Procedure, Ruling, refuse
from grognard.engine.facts import derived
from grognard.games.marne_1914.position import Marne
from grognard.games.marne_1914.setting import CP
from grognard.games.marne_1914.tables import ARMIES, MARKERS

LAST_COLUMN = 99
"""Farther east than any map goes."""
SHIFT = 3
"""5.2.2: hexes east or west, at most."""
END = Action("end")


def in_area(g: Marne, unit: int, cell: int) -> bool:
    """5.1.5-5.1.7: between the marker columns of its army, those columns included."""
    west, east = area(g, g.state.army[unit])
    return west <= g.setting.column[cell] <= east


def area(g: Marne, army: str) -> tuple[int, int]:
    """The first and the last column in which an army may operate (5.1.4-5.1.7)."""
    return areas(g)[army]


@derived
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
    from grognard.games.marne_1914.rules.reinforcements import entry_open

    state = g.state
    if "5/9" in state.markers:
        return False
    nine = [u for u in range(len(state.loc)) if state.corps[u] == "F-IX" and 0 < state.due[u] <= state.turn]
    return any(entry_open(g, u) for u in nine if g.setting.units[u].id != "MRCN")


def army_boundary_phase(g: Marne) -> Procedure:
    """The Army Boundary Phase (5.2): each own marker may be shifted once."""
    while True:
        must_add = g.phasing != CP and ninth_army_comes(g) and bool(marker_columns(g, "5/9"))   # 7.1.3
        markers = ["5/9"] if must_add else [m for m in own_markers(g) if m not in g.state.shifted]
        options = [Action("shift", (m, g.setting.edge_cell(m, c))) for m in markers for c in marker_columns(g, m)]
        if not must_add:
            options.append(END)
        case, question = ("7.1.3", "add the 5/9 boundary marker") if must_add else ("5.2.1", "shift army boundaries")
        action = yield from g.ask(
            g.phasing, "boundary", case, question, options, rest=True, also=["shift"], why_not=lambda a: may_shift(g, a)
        )
        if action.verb == "end":
            return
        shift(g, action.word(), action.number(1))
        if must_add:
            join_ninth_army(g)


def shift(g: Marne, marker: str, cell: int) -> None:
    g.state.shifted.append(marker)
    g.state.markers[marker] = g.setting.column[cell]
    g.changed()
    g.note("shift", "5.2.1", marker=marker, cell=cell)


def join_ninth_army(g: Marne) -> None:
    """7.1.2: with IX Corps on its way the Moroccan Division belongs to the 9th Army."""
    for unit, corps in enumerate(g.state.corps):
        if corps == "F-IX":
            g.state.army[unit] = "9"
    g.note("ninth-army", "7.1.2", "7.1.3")


def may_shift(g: Marne, action: Action) -> Ruling:
    marker, cell = action.word(), action.number(1)
    names = own_markers(g)
    if marker not in names:
        return refuse("5.1.1", f"'{marker}' is not your marker; yours: {', '.join(names)}")
    if marker in g.state.shifted:
        return refuse("5.2.1", f"the {marker} marker has already shifted this phase")
    if marker not in g.state.markers and not ninth_army_comes(g):
        return refuse("7.1.3", f"the {marker} marker arrives with IX Corps")
    column = g.setting.column[cell]
    if cell != g.setting.edge_cell(marker, column):
        where, case = ("northernmost", "5.1.2") if marker == "cp" else ("southernmost", "5.1.3")
        return refuse(case, f"the {marker} marker lies on the {where} hex of a column")
    if marker in g.state.markers and abs(column - g.state.markers[marker]) > SHIFT:
        far = abs(column - g.state.markers[marker])
        return refuse("5.2.2", f"a marker moves up to {SHIFT} hexes east or west, not {far}")
    return refuse("5.1.5", "the markers must keep the order of the armies from west to east")
