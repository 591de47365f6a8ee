"""Reinforcements (chapter 17)."""

from __future__ import annotations

from tests.games.soissons_1918.position import (
    allowed,
    asked,
    destinations,
    game,
    listed,
    number,
    place,
    play,
    refused,
    study,
    until,
)

DUE = "72DI off-map due=4 \n 69DI off-map due=4 \n 1DI off-map due=7 \n 162DI 1405 \n 42/17 1412"


def test_17_1_on_the_own_edge_stacked_as_one_likes() -> None:
    """17.1, 17.0, step B.1: any hex of the edge, no MP, no stacking limit."""
    match = study("reinforcements entente", DUE)
    assert len(destinations(match, "72DI", "enter")) == 26
    refused(match, "enter 72DI 1402", "17.1", "own map edge")
    refused(match, "enter 1DI 1401", "17.1")
    play(match, "enter 72DI 1401", "enter 69DI 1401")
    assert place(match, "72DI") == place(match, "69DI") == "1401"


def test_17_0_but_not_for_longer_than_the_turn() -> None:
    """17.0, 10.0, ruling L07: still overstacked at the end of the turn, points are eliminated."""
    match = study("maneuver entente", "72DI 1401 \n 69DI 1401 \n 42/17 1412")
    play(match, "end")
    assert asked(match) != "overstack"
    until(match, "overstack")
    assert (game(match).state.turn, game(match).state.phase) == (4, "next-turn")


def test_17_1_ruling_k68_not_onto_an_enemy() -> None:
    """17.1, ruling K68: an enemy zone is no bar; nor to the headquarters of another corps (7.0)."""
    match = study("reinforcements entente", f"{DUE} \n 42/131 1401 \n HQ-XI 2001")
    refused(match, "enter 72DI 1401", "17.1", "occupied")
    refused(match, "enter 72DI 2001", "7.0", "another corps")
    assert allowed(match, "enter 72DI 1301")


def test_step_b_1_in_am_turns_only() -> None:
    """Step B.1, S18-035: an afternoon has no such segment, nor has a night."""
    for turn in (5, 6):
        match = study("operations entente", DUE.replace("due=4", "due=5"), turn=turn)
        assert asked(match) != "reinforcements"


def test_17_1_tank_groups_come_to_the_box() -> None:
    """17.1, 5.4."""
    match = study("operations entente", "BCL-1 off-map due=7 \n 162DI 1405 \n 42/17 1412", turn=7)
    assert place(match, "BCL-1") == "tank-box"


def test_17_2_a_german_division_is_assigned_for_good() -> None:
    """17.2, 8.1, S18-137: to either headquarters, with all its regiments; nobody asks again."""
    match = study("reinforcements german", "28D off-map due=4 \n HQ-WATTER 1410 \n HQ-STAABS 0610 \n 162DI 1405")
    play(match, "enter 28D 1419")
    assert asked(match) == "assign"
    assert set(listed(match)) == {"assign 28D to HQ-STAABS", "assign 28D to HQ-WATTER"}
    play(match, "assign 28D to HQ-WATTER")
    state = game(match).state
    hq = state.corps[number(match, "HQ-WATTER")]
    assert state.corps[number(match, "28D")] == hq
    assert all(state.corps[u] == hq for u in game(match).setting.regiments_of[number(match, "28D")])


def test_17_2_entente_divisions_have_their_corps() -> None:
    """17.2: nobody is asked."""
    match = study("reinforcements entente", "72DI off-map due=4 \n 162DI 1405 \n 42/17 1412")
    play(match, "enter 72DI 1401")
    assert asked(match) != "assign"
    assert game(match).state.corps[number(match, "72DI")] == "I"


def test_17_3_a_column_starts_on_a_road() -> None:
    """17.3: only where the entry hex has one, and only on the turn of arrival."""
    match = study("reinforcements entente", f"link road 1401-1402 \n {DUE}")
    play(match, "enter 72DI 1401", "enter 69DI 1601")
    column = game(match).state.column
    assert (column[number(match, "72DI")], column[number(match, "69DI")]) == (1, 0)
    while asked(match) != "maneuver":
        play(match, "end")
    play(match, "end")
    assert not any(game(match).state.column)
