"""What the evaluation says agrees with its rules."""

from __future__ import annotations

from pathlib import Path

import pytest

import grognard
from grognard.bots import make_bot, view_of
from grognard.engine import RandomPlayer, find_game, start
from grognard.evaluation import evaluation_of
from grognard.games.marne_1914.evaluation.evaluation import last_player_turn, unfed
from grognard.games.marne_1914.evaluation.lines import holes
from grognard.games.marne_1914.position import Marne
from grognard.games.marne_1914.rules.front_line import covered_hexes, front_line
from grognard.games.marne_1914.rules.supply import in_supply
from grognard.games.marne_1914.setting import CP, ENTENTE


def test_as_many_holes_as_the_front_line_has() -> None:
    """4.6.1: found in another way, so that bots can ask often."""
    match = grognard.start("marne-1914", "counter-attack", 3)
    player, most = RandomPlayer(1), 0
    for _ in range(300):
        assert match.decision is not None
        match.play_listed(player.choose(match.decision), match.decision.side)
        g = match.position
        assert isinstance(g, Marne)
        covered = covered_hexes(g)
        found = holes(g)
        assert len(found) == sum(not covered >> cell & 1 for cell in front_line(g))
        assert not any(covered >> cell & 1 for cell in found)
        most = max(most, len(found))
    assert most > 1


def test_the_places_of_the_end_as_the_rules_count_them() -> None:
    """10.1.2: those out of supply, asked from the roads back to all units at once; 13.0.2: what places bring."""
    most, hungry, rows_counted = 0, False, 0
    for seed in (1, 8):
        match = grognard.start("marne-1914", "counter-attack", seed)
        bots = {"cp": make_bot("random", "1"), "entente": make_bot("sergeant", "1")}
        g, evaluation = match.position, evaluation_of(match.game, match.setting)
        assert isinstance(g, Marne)
        while match.decision is not None:
            side = match.decision.side
            match.play(bots[side].decide(view_of(match, side)).action, by=side)
            assert unfed(g) == sum(not in_supply(g, unit) for unit in g.on_map(CP))
            units = [*g.on_map(CP), *g.on_map(ENTENTE)]
            assert [evaluation.fed(g, unit) for unit in units] == [in_supply(g, unit) for unit in units]
            hungry = hungry or not all(in_supply(g, unit) for unit in g.on_map(ENTENTE))
            most = max(most, unfed(g))
        rows = ("town-south-of-marne", "paris-hex", "german-out-of-supply")
        named = tuple(g.setting.tables.awards[row].what for row in rows)
        counted = [points for points, _, what in g.state.awards if what.startswith(named)]
        rows_counted = max(rows_counted, len(counted))
        assert evaluation.closing(g, "cp") == sum(counted)
        assert evaluation.closing(g, "entente") == -sum(counted)
    assert most > 3
    assert hungry
    assert rows_counted > 1


def test_whoever_stands_in_a_town_has_entered_it() -> None:
    """13.0.3, in a thought: the position itself is left as it was."""
    match = grognard.start("marne-1914", "counter-attack", 3)
    g, evaluation = match.position.copy(), evaluation_of(match.game, match.setting)
    assert isinstance(g, Marne)
    town = next(c for c in evaluation.goals(g, "cp") if g.state.control.get(c) == "entente" and not g.stack[c])
    before, held = evaluation.closing(g, "cp"), dict(g.state.control)
    unit = next(u for u in g.on_map(CP) if unfed(g) == 0)
    here = g.state.loc[unit]
    evaluation.put(g, unit, town)
    assert before is not None
    assert evaluation.closing(g, "cp") == before + 1 - unfed(g)
    assert g.state.control == held
    evaluation.put(g, unit, here)
    assert evaluation.closing(g, "cp") == before


def test_the_liking_for_a_shift_of_a_boundary_is_what_it_brings() -> None:
    match = grognard.start("marne-1914", "counter-attack", 3)
    evaluation = evaluation_of(match.game, match.setting)
    shifts = [action for action in match.legal_actions() if action.verb == "shift"]
    assert shifts
    before = evaluation.score(match.position, "entente")
    for action in shifts:
        liking = evaluation.prefer(match.position, "entente", action)
        trial = match.clone()
        trial.play(action)
        assert liking == pytest.approx(evaluation.score(trial.position, "entente") - before, abs=0.002)
    assert evaluation.score(match.position, "entente") == before


def test_in_the_last_player_turn_only_points_count() -> None:
    match = grognard.start("marne-1914", "counter-attack", 3)
    g = match.position
    assert isinstance(g, Marne)
    evaluation = evaluation_of(match.game, match.setting)
    unit = next(u for u in g.on_map(CP) if g.state.steps[u] > 1)
    assert evaluation.step_outlook(g, unit, "cp") > evaluation.step_worth(g, unit)
    g.state.turn, g.state.phasing = 14, "cp"
    assert last_player_turn(g)
    assert evaluation.step_outlook(g, unit, "cp") == 0


def test_the_points_of_towns_come_from_the_data(tmp_path: Path) -> None:
    chart = find_game("marne-1914").data().text("tables/victory_points.csv")
    (tmp_path / "tables").mkdir()
    dearer = chart.replace("town-south-of-marne,common,1,", "town-south-of-marne,common,2,")
    assert dearer != chart
    (tmp_path / "tables" / "victory_points.csv").write_text(dearer, encoding="utf-8")
    plain, changed = (start("marne-1914", "counter-attack", "1", {}, data) for data in (None, tmp_path))
    town = plain.setting.grid.cell("2313")  # Coulommiers
    worths = [evaluation_of(match.game, match.setting).goals(match.position, "cp")[town] for match in (plain, changed)]
    assert worths[1] == 2 * worths[0] > 0
