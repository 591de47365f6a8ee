"""The sequence of play (module 3) and the Initiative (section 4.4)."""

from __future__ import annotations

import pytest

from grognard.engine import Event, Match
from tests.games.marne_1914.position import asked, game, odds, of_kind, play, refused, study

QUIET = "3ID 1503 \n 14DI 1513"
"""One unit of each side, far apart."""
MARKERS = "markers 6/BEF=19 BEF/5=28 5/9=37"


def end_all(match: Match, until: str) -> list[Event]:
    """End segment after segment until a decision of that kind is open."""
    events: list[Event] = []
    while asked(match) != until:
        events += play(match, "end")
    return events


def test_3_0_a_player_turn_goes_boundary_movement_recovery_combat() -> None:
    """3.0: reduced units and units in the Cadre Box make every segment speak."""
    lines = f"{MARKERS} \n turn 10 \n 14DI 1513 2 \n 1CavB cadre 0 \n 21DI off-map 4 due=10"
    match = study("boundary entente", f"{lines} \n 3ID 1503", dice=[6], board="real")
    kinds = [asked(match)]
    while asked(match) != "combat":
        play(match, "end")
        kinds.append(asked(match))
    assert kinds == ["boundary", "movement", "reinforcement", "recovery", "cadre", "combat"]


def test_3_0_both_players_have_their_turn_then_the_next_day_comes() -> None:
    """3.0, 4.4.3: the Initiative player first; then the other; then the turn marker advances."""
    match = study("player-turn entente", QUIET)
    order = []
    while game(match).state.turn == 9:
        order.append((game(match).state.phasing, asked(match)))
        play(match, "end")
    firsts = [side for side, kind in order if kind == "boundary"]
    assert firsts == ["entente", "cp"]
    assert game(match).state.turn == 10
    assert game(match).state.phasing == "entente"


def test_3_0_what_belongs_to_another_phase_is_refused() -> None:
    """3.0: every verb has its time; the refusal cites the verb's own case and says what is asked."""
    match = study("combat cp", "3ID 2009 \n 63DR 2010")
    refused(match, "move 3ID 2008", "6.1.1", "Movement Segment", "declare an attack")
    refused(match, "recover 3ID", "11.1.1", "Recovery Segment")
    refused(match, "shift cp 2601", "5.2.1", "Army Boundary Phase")


def test_m015_on_map_unit_may_not_move_after_arrivals() -> None:
    """3.0: regular movement is over when the Reinforcement Segment has begun."""
    match = study("reinforcement entente", f"{MARKERS} \n turn 10 \n 5DI 3015 \n 21DI off-map 4 due=10", board="real")
    assert asked(match) == "reinforcement"
    refused(match, "move 5DI 3016", "3.0", "regular movement is over")


# -- 4.4 Initiative --


def begin_turn(turn: int, initiative: str, dice: list[int], scenario: str = "full-battle") -> Match:
    return study("initiative", f"turn {turn} \n initiative {initiative} \n {QUIET}", scenario=scenario, dice=dice)


def test_4_4_1_the_central_powers_begin_with_the_initiative() -> None:
    """4.4.1, 4.4.3: in the full battle they move first."""
    match = study("initiative", QUIET, scenario="full-battle")
    assert game(match).state.initiative == "cp"
    assert match.decision is not None
    assert match.decision.side == "cp"


def test_m005_no_roll_before_turn_7() -> None:
    """4.4.5: on turn 6 no die is thrown, the Central Powers go first, the Entente second."""
    match = begin_turn(6, "cp", [])
    assert of_kind(match.events(), "dice") == []
    assert game(match).state.phasing == "cp"
    end_all(match, "combat")
    play(match, "end")
    assert game(match).state.phasing == "entente"


@pytest.mark.parametrize("turn", range(7, 15))
def test_4_4_5a_a_roll_within_the_range_of_the_track_passes_the_initiative(turn: int) -> None:
    """4.4.5, 4.4.5a: from turn 7 on, with each turn's own range."""
    row = game(begin_turn(1, "cp", [])).setting.tables.initiative_range[turn]
    low, high = row.low, row.high
    for die in range(1, 7):
        match = begin_turn(turn, "cp", [die])
        winner = "entente" if low <= die <= high else "cp"
        assert game(match).state.initiative == winner
        assert game(match).state.phasing == winner
        assert len(of_kind(match.events(), "dice")) == 1


def test_4_4_5b_no_roll_once_the_initiative_has_changed() -> None:
    """4.4.2, 4.4.5b: it stays with the Entente."""
    match = begin_turn(8, "entente", [])
    assert of_kind(match.events(), "dice") == []
    assert game(match).state.phasing == "entente"


def test_4_4_3_when_it_changes_the_entente_plays_two_turns_in_a_row() -> None:
    """4.4.3: last on turn 6, first on turn 7."""
    match = study("combat entente", f"turn 6 \n initiative cp \n {QUIET}", scenario="full-battle", dice=[1])
    play(match, "end")
    assert game(match).state.turn == 7
    assert match.decision is not None
    assert match.decision.side == "entente"


def test_m007_failed_roll_halves_the_attack_factor() -> None:
    """4.4.4a: with the Initiative still German an AF of 5 is 2, and the Germans move first."""
    match = begin_turn(8, "cp", [4])
    row = game(match).setting.tables.initiative_range[8]
    assert (row.low, row.high) == (1, 3)
    assert game(match).state.phasing == "cp"
    fighting = study("combat entente", "initiative cp \n 14DI 2010 \n 3ID 2009", scenario="full-battle")
    rows = odds(fighting, "2009", "14DI").attack
    assert [(row.value, row.case) for row in rows] == [(5, "8.4.1"), (-3, "4.4.4a")]


def test_4_4_4_does_not_halve_the_central_powers() -> None:
    """4.4.4, 4.4.4a: they speak of the Entente alone."""
    match = study("combat cp", "initiative entente \n 14DI 2010 \n 3ID 2009", scenario="full-battle")
    assert odds(match, "2010", "3ID").attack_total == 6


def test_4_4_6_each_scenario_has_its_attack_rules() -> None:
    """4.4.6: 14.1.3 halves the corps that its list lacks; 14.2.3 is lost and halves nobody."""
    lines = "initiative entente \n 14DI 2010 \n 3ID 2009"
    assert odds(study("combat entente", lines), "2009", "14DI").attack_total == 2
    assert odds(study("combat entente", lines, scenario="full-battle"), "2009", "14DI").attack_total == 5


def test_14_1_2_the_entente_keeps_the_initiative_in_the_counter_attack() -> None:
    """14.1.2, 4.4.2: no roll in any turn."""
    match = study("initiative", f"turn 11 \n {QUIET}")
    assert of_kind(match.events(), "dice") == []
    assert game(match).state.initiative == "entente"
