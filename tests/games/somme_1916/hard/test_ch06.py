"""Where bombardment meets the turn: markers laid again, tanks, losses that are shared (module 6)."""

from __future__ import annotations

import pytest

from grognard.engine import Match
from tests.games.somme_1916.position import (
    asked,
    cell,
    force,
    game,
    listed,
    number,
    play,
    points,
    refused,
    status,
    study,
)

GUN = "unit G like GeGun2 front=12-5-6(6) \n G N15 \n"


def fire(match: Match, target: str, gun: str) -> None:
    """Bombard with one gun, nobody answering."""
    play(match, f"bombard {target} by {gun}")
    while match.decision is not None and asked(match) in ("bombardment-guns", "counter-battery"):
        play(match, "fire" if asked(match) == "bombardment-guns" else "pass")


@pytest.mark.parametrize(("marker", "again"), [
    ('["german", 3]', True), ('["allied", 3]', True), ('["german", 4]', False),
])
def test_a_square_is_interdicted_once_in_a_phase_and_again_in_the_next(marker: str, again: bool) -> None:
    """6.5.1, 12.4: the marker of last turn and the Allied one go before the Allies move; only today's is in the way."""
    match = study("bombardment german", f'turn 3 \n interdicted {{"L15": {marker}}} \n BB4.1 K9 \n' + GUN)
    if not again:
        refused(match, "bombard L15 by G", "6.5.1", "already interdicted")
        return
    force(match, 3)
    fire(match, "L15", "G")
    assert game(match).state.interdicted[cell(match, "L15")] == ("german", 4)


def test_the_german_keeps_a_square_under_fire_week_after_week() -> None:
    """6.5.1, 12.4 (X01): laid in turn 3, it hampers the Allies in turn 4, when the German lays it again."""
    match = study("bombardment german", "turn 3 \n 46Div A9 \n" + GUN, dice=[3])
    fire(match, "L15", "G")
    while (g := game(match)).state.turn == 3 or g.state.phasing == "allied" or asked(match) != "bombardment":
        if g.state.turn == 4:
            assert g.is_interdicted(cell(match, "L15"))
        play(match, "pass" if match.check("pass") else "end")
    assert "bombard L15 by G" in listed(match, "G")
    force(match, 3)
    fire(match, "L15", "G")
    assert game(match).state.interdicted[cell(match, "L15")] == ("german", 5)


@pytest.mark.parametrize(("phase", "turn", "over"), [("bombardment german", 4, False), ("bombardment allied", 3, True)])
def test_interdiction_of_an_answer_ends_with_the_movement_after_it(phase: str, turn: int, over: bool) -> None:
    """6.4.1, 12.4 (X01): what the German answers in the Allied phase hampers the movement that follows, no other."""
    g = game(study(phase, "turn 3 \n 46Div L15 \n Bn1 N15", counter_battery="table"))
    g.interdict(g.setting.grid.cell("L15"), 1)
    assert g.state.interdicted[g.setting.grid.cell("L15")] == ("german", turn)
    marker = f'turn 3 \n interdicted {{"L15": ["german", {turn}]}} \n 46Div L15 \n Bn1 N15'
    assert game(study("reorganization-end", marker)).is_interdicted(g.setting.grid.cell("L15")) is not over


def test_an_air_strike_lays_its_own_marker_over_the_enemys() -> None:
    """6.6, 12.4: where each player reorganizes alone, the German's marker goes before his own movement."""
    lines = 'turn 3 \n air N15 \n interdicted {"N15": ["german", 3]} \n 46Div A15 \n Bn1 N15'
    match = study("air-strike allied", lines, dice=[3, 3, 6], reorganization="per-player")
    assert game(match).state.interdicted[cell(match, "N15")] == ("allied", 3)


@pytest.mark.parametrize(("steps", "left"), [(2, "good order"), (1, "disrupted")])
def test_a_tank_that_takes_a_step_from_shells_breaks_down(steps: int, left: str) -> None:
    """6.5.1, 6.5.3 (X11): flipped, or on its last step Disrupted: it breaks down either way."""
    match = study("bombardment german", f"unit T like TankA \n T M15 steps={steps} \n" + GUN)
    table, column = game(match).setting.bombardment, game(match).setting.bombardment.column("clear", 12)
    force(match, next(d for d in range(1, 7) if table.result(column, d + 1) == "ST"))   # the gun is out of supply: +1
    fire(match, "M15", "G")
    assert status(match, "T") == left
    assert number(match, "T") in game(match).state.broken
    assert points(match, "german") == steps - 1


def test_a_tank_that_shells_disrupt_keeps_running() -> None:
    """6.5.1: D takes no step."""
    match = study("bombardment german", "unit T like TankA \n T M15 \n" + GUN)
    table, column = game(match).setting.bombardment, game(match).setting.bombardment.column("clear", 12)
    force(match, next(d for d in range(1, 7) if table.result(column, d + 1) == "D"))
    fire(match, "M15", "G")
    assert (status(match, "T"), game(match).state.broken) == ("disrupted", [])
