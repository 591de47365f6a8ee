"""What the hints of a game say agrees with its rules."""

from __future__ import annotations

from pathlib import Path

import pytest

import grognard
from grognard.bots.view import hints_of
from grognard.engine import find_game, start
from grognard.games.marne_1914.front_line import covered_hexes, front_line
from grognard.games.marne_1914.hints import holes, last_player_turn
from grognard.games.marne_1914.setting import CP
from grognard.games.marne_1914.state import Marne
from grognard.laws import Player


def test_as_many_holes_as_the_front_line_has() -> None:
    """4.6.1: found in another way, so that bots can ask often."""
    match = grognard.start("marne-1914", "counter-attack", 3)
    player, most = Player(1), 0
    for _ in range(300):
        assert match.decision is not None
        match._play(player.choose(match.decision), match.decision.side)
        g = match.position
        assert isinstance(g, Marne)
        covered = covered_hexes(g)
        found = holes(g)
        assert len(found) == sum(not covered >> cell & 1 for cell in front_line(g))
        assert not any(covered >> cell & 1 for cell in found)
        most = max(most, len(found))
    assert most > 1


def test_the_liking_for_a_shift_of_a_boundary_is_what_it_brings() -> None:
    match = grognard.start("marne-1914", "counter-attack", 3)
    hints = hints_of(match.setting)
    shifts = [action for action in match.legal_actions() if action.verb == "shift"]
    assert shifts
    before = hints.score(match.position, "entente")
    for action in shifts:
        liking = hints.prefer(match.position, "entente", action)
        trial = match.clone()
        trial.play(action)
        assert liking == pytest.approx(hints.score(trial.position, "entente") - before, abs=0.002)
    assert hints.score(match.position, "entente") == before


def test_in_the_last_player_turn_only_points_count() -> None:
    match = grognard.start("marne-1914", "counter-attack", 3)
    g = match.position
    assert isinstance(g, Marne)
    hints = hints_of(match.setting)
    unit = next(u for u in g.on_map(CP) if g.state.steps[u] > 1)
    assert hints.step_outlook(g, unit, "cp") > hints.step_worth(g, unit)
    g.state.turn, g.state.phasing = 14, "cp"
    assert last_player_turn(g)
    assert hints.step_outlook(g, unit, "cp") == 0


def test_the_points_of_towns_come_from_the_data(tmp_path: Path) -> None:
    chart = find_game("marne-1914").data().text("tables/victory_points.csv")
    (tmp_path / "tables").mkdir()
    dearer = chart.replace("town-south-of-marne,common,1,", "town-south-of-marne,common,2,")
    assert dearer != chart
    (tmp_path / "tables" / "victory_points.csv").write_text(dearer, encoding="utf-8")
    plain, changed = (start("marne-1914", "counter-attack", "1", {}, data) for data in (None, tmp_path))
    town = plain.setting.grid.cell("2313")  # Coulommiers
    worths = [hints_of(match.setting).goals(match.position, "cp")[town] for match in (plain, changed)]
    assert worths[1] == 2 * worths[0] > 0
