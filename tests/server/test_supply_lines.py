"""Supply lines that the page draws: from the unit to a source, cell by cell, wherever the referee grants supply."""

from __future__ import annotations

from itertools import pairwise

import pytest

import grognard
from grognard.engine import Match, RandomPlayer
from grognard.server.extras import overlays, page_of

GAMES = {
    "marne-1914": "counter-attack", "soissons-1918": "", "hannut-1940": "", "somme-1916": "", "friedensturm-1918": "",
}


def some_way_on(game: str, actions: int, seed: int) -> Match:
    match = grognard.start(game, GAMES[game] or None, seed)
    chance = RandomPlayer(f"lines {seed}")
    while match.decision is not None and match.number < actions:
        side = next(iter(match.decisions))
        match.play(chance.choose(match.decisions[side]), by=side)
    return match


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(("actions", "seed"), [(0, 0), (150, 1), (400, 2)])
def test_a_line_goes_from_the_unit_cell_by_cell(game: str, actions: int, seed: int) -> None:
    match = some_way_on(game, actions, seed)
    position, page, beside = match.readable, page_of(match), match.setting.grid.neighbours
    drawn = wrong = 0
    for unit, cell in enumerate(position.state.loc):
        if cell < 0:
            continue
        line = page.supply_line(position, unit)
        drawn += len(line) > 0
        wrong += bool(line) and line[0] != cell
        wrong += any(after not in beside[before] for before, after in pairwise(line))
        if game in ("marne-1914", "soissons-1918") and not position.setting.assumed:
            ruling = match.game.supply(position, unit)
            assert ruling is not None
            wrong += bool(line) != bool(ruling)
    assert wrong == 0
    assert drawn or game == "somme-1916" or not any(cell >= 0 for cell in position.state.loc)


def test_the_page_gets_it_as_a_path() -> None:
    match = some_way_on("marne-1914", 0, 0)
    found = {one.name: one for one in overlays(match, match.readable, "supply", "5Div")}
    line = found["supply-line"]
    assert (line.drawn, line.title) == ("path", "Supply line of 5Div")
    assert line.cells[0] == "2015"
    assert len(line.cells) > 1
    assert "supply-line" not in {one.name for one in overlays(match, match.readable, "supply", None)}
