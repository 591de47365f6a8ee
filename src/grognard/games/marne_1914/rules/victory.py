"""Control and victory (module 13)."""

from __future__ import annotations

from grognard.engine import Outcome
from grognard.games.marne_1914.position import CADRE, Marne
from grognard.games.marne_1914.rules.supply import in_supply
from grognard.games.marne_1914.setting import CP, ENTENTE
from grognard.games.marne_1914.tables import Award
from grognard.rules.victory import level_of


def take_control(g: Marne, unit: int, cell: int) -> None:
    """13.0.3: the last side to enter a hex controls it; zones of control do not count."""
    if cell not in g.setting.held:
        return
    side = g.side_name(g.setting.side[unit])
    if g.state.control.get(cell) != side:
        g.state.control[cell] = side
        g.changed()
        g.note("control", "13.0.3", cell=cell, side=side)
    if side == "cp" and cell in g.setting.scored and cell not in g.state.visited:
        g.state.visited.append(cell)
        for award in chart(g, "at-once"):
            if award.id.startswith("first-entry") and place_at(g, award, cell):
                g.award(award.points, "13.0.2", award.what)


def place_at(g: Marne, award: Award, cell: int) -> bool:
    return any(place.name in award.places for place in g.setting.board.places_at(cell))


def chart(g: Marne, when: str) -> list[Award]:
    """The rows of the VP Chart that are counted at that time in this scenario (13.0.2)."""
    return [
        a for a in g.setting.tables.awards.values()
        if a.when == when and a.scenario in ("common", g.setting.scenario)
    ]


def end_of_turn_awards(g: Marne) -> None:
    """3.0, End of Turn A, and ruling C61: points by turn now, the level only at the end."""
    for award in chart(g, "turn-end"):
        if award.id == "late-initiative" and g.state.turn > 9 and g.state.initiative == "cp":
            g.award(award.points, "13.0.2", award.what)


def final_awards(g: Marne) -> None:
    for points, what in points_at_the_end(g):
        g.award(points, "13.0.2", what)


def points_at_the_end(g: Marne) -> list[tuple[int, str]]:
    """The rows of the VP Chart that are counted when the scenario ends, as they stand."""
    south_of_marne = set(g.setting.board.regions.get("south-of-marne", ()))
    counts = {
        "paris-hex": sum([g.state.control.get(c) == "cp" for c in g.setting.paris]),
        "town-south-of-marne": sum(
            g.state.control.get(c) == "cp" for c in g.setting.town_cells if c in south_of_marne
        ),
        "entente-division-lost": cadre_divisions(g, ENTENTE),
        "german-division-lost": cadre_divisions(g, CP),
        "german-out-of-supply": sum(not in_supply(g, u) for u in g.on_map(CP)),
    }
    return [
        (award.points * number, f"{award.what} ({number})")
        for award in chart(g, "end") if (number := counts.get(award.id, 0)) and award.points
    ]


def cadre_divisions(g: Marne, side: int) -> int:
    return sum(
        g.state.loc[u] == CADRE and g.setting.infantry[u] and g.setting.units[u].size == "division"
        for u in g.setting.units_of[side]
    )


def final_outcome(g: Marne) -> Outcome:
    """13.0.4: the level of victory by the Central Powers' points."""
    level = level_of(g.setting.tables.victory_levels, g.state.vp)
    g.note("victory", "13.0.4", level=level.level, points=g.state.vp)
    return Outcome(
        winner=level.side, level=level.level, case="13.0.4",
        points=tuple(("cp", points, case, what) for points, case, what in g.state.awards),
    )
