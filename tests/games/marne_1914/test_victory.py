"""Control and victory (module 13)."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.engine import Match
from grognard.games.marne_1914.rules.victory import cadre_divisions, final_outcome
from grognard.games.marne_1914.setting import CP, ENTENTE
from tests.games.marne_1914.position import cell, control, fight, game, of_kind, place, play, points, study

TOWN = "terrain town 2010"


def test_m178_control_after_passing() -> None:
    """13.0.3: German cavalry enters an Entente town and moves out again: it is German."""
    match = study("movement cp", f"{TOWN} \n 2KD 2008")
    assert control(match, "2010") == "entente"
    play(match, "move 2KD 2010", "move 2KD 2012", "end")
    assert place(match, "2KD") == "2012"
    assert control(match, "2010") == "cp"


def test_13_0_3_zones_do_not_change_control() -> None:
    """13.0.3: the unit must physically enter."""
    match = study("movement cp", f"{TOWN} \n 2KD 2008")
    play(match, "move 2KD 2009", "end")
    assert control(match, "2010") == "entente"


def test_13_0_3_the_last_to_enter_controls() -> None:
    """13.0.3: the Entente takes it back."""
    match = study("movement entente", f'{TOWN} \n control {{"2010":"cp"}} \n 14DI 2012')
    events = play(match, "move 14DI 2010", "end")
    assert control(match, "2010") == "entente"
    assert of_kind(events, "control")[0].cites == ("13.0.3",)


def test_13_0_3_a_move_that_was_mended_does_not_count() -> None:
    """13.0.3, ruling C22: control changes when the segment is over, for the move that stood."""
    match = study("movement cp", f"{TOWN} \n 3ID 2007 \n 4ID 2003")
    play(match, "move 3ID 2010", "end", "move 3ID 2006")
    assert control(match, "2010") == "entente"


def test_13_0_3_advance_and_retreat_enter_as_well() -> None:
    """13.0.3."""
    towns = 'terrain town 2010 2011 \n control {"2010":"entente","2011":"cp"}'
    match = study("combat cp", f"{towns} \n unit A like 3ID af=20 \n A 2009 \n 14DI 2010", dice=[1])
    fight(match, "2010", "A")
    play(match, "retreat 14DI 2011", "advance A")
    assert (control(match, "2010"), control(match, "2011")) == ("cp", "entente")


# -- 13.0.1, 13.0.2 points --


def last_turn(lines: str, scenario: str = "counter-attack", **more: Any) -> Match:
    """The end of turn 14 with the side that plays last in its Combat Phase."""
    return study("combat cp", f"turn 14 \n initiative entente \n {lines}", scenario=scenario, board="real", **more)


def ended(lines: str, scenario: str = "counter-attack", supply: str | None = "yes") -> tuple[Match, dict[str, int]]:
    """The points of the VP Chart by what they are for."""
    match = study(
        "combat cp", f"turn 14 \n initiative entente \n {lines}", scenario=scenario, board="real", supply=supply
    )
    events = play(match, "end")
    return match, {event.data["what"].rsplit(" (", 1)[0]: event.data["points"] for event in of_kind(events, "award")}


def chart(match: Match, award: str) -> str:
    return game(match).setting.tables.awards[award].what


def test_13_0_2_hexes_of_paris() -> None:
    """13.0.2: each that the Central Powers control at the end."""
    match, scored = ended('control {"1112":"cp","1212":"cp"} \n garrisons none')
    assert scored[chart(match, "paris-hex")] == 2 * game(match).setting.tables.awards["paris-hex"].points


def test_13_0_2_towns_south_of_the_marne() -> None:
    """13.0.2: Coulommiers (2313) counts, Soissons (2701) does not."""
    match, scored = ended('control {"2313":"cp","2701":"cp"}')
    assert scored == {chart(match, "town-south-of-marne"): 1}


def test_13_0_2_lost_divisions() -> None:
    """13.0.2: German divisions in the Cadre Box count against, Entente ones nothing; cavalry is not counted."""
    match, scored = ended("14DI cadre 0 \n 63DR cadre 0 \n 1DC cadre 0 \n 3ID cadre 0 \n 2KD cadre 0 \n L1 cadre 0")
    assert (cadre_divisions(game(match), ENTENTE), cadre_divisions(game(match), CP)) == (2, 1)
    assert scored == {chart(match, "german-division-lost"): -1}


def test_13_0_2_germans_out_of_supply() -> None:
    """13.0.2, 10.1.2: each one on the map."""
    match, scored = ended("3ID 1016 \n 4ID 1015", supply="no")
    assert scored[chart(match, "german-out-of-supply")] == -2


def test_13_0_2_the_full_battle_has_awards_of_its_own() -> None:
    """13.0.2: the first entry into a town of the advance, once; not in the counter-attack."""
    for scenario, expected in (("full-battle", 1), ("counter-attack", 0)):
        match = study("movement cp", "2KD 1504 \n 4KD 1404", scenario=scenario, board="real")
        events = play(match, "move 2KD 1505", "move 2KD 1506", "end")
        assert points(events) == expected
        assert cell(match, "1505") in game(match).state.visited
        again = study("movement cp", "2KD 1504 \n visited 1505", scenario=scenario, board="real")
        assert points(play(again, "move 2KD 1505", "end")) == 0


def test_13_0_2_a_late_initiative_costs_the_entente() -> None:
    """13.0.2: each turn after turn 9 without it, in the full battle."""
    for turn, expected in ((9, 0), (10, 1)):
        lines = f"turn {turn} \n initiative cp \n 3ID 1503 \n 4ID 1504"
        match = study("combat entente", lines, scenario="full-battle", dice=[6])
        awards = of_kind(play(match, "end"), "award")
        late = [e for e in awards if e.data["what"] == chart(match, "late-initiative")]
        assert sum(e.data["points"] for e in late) == expected


def test_13_0_1_the_score_is_the_sum_of_its_awards() -> None:
    """13.0.1: 14.1 starts with 2 points, 14.2 with none."""
    match = study("initiative", start=True, board="real", supply=None)
    assert (game(match).state.vp, game(match).state.awards) == (2, [(2, "14.1", "at the start")])
    assert game(study("initiative", start=True, board="real", scenario="full-battle")).state.vp == 0


def test_13_0_4_every_total_has_a_level() -> None:
    """13.0.4: the ends of the table are open."""
    match = study("combat cp", "")
    levels = game(match).setting.tables.victory_levels
    for vp in (-200, levels[0].low, 0, 8, 9, 11, 12, levels[-1].high, 500):
        game(match).state.vp = vp
        outcome = final_outcome(game(match))
        inside = min(max(vp, levels[0].low), levels[-1].high)
        expected = next(v for v in levels if v.low <= inside <= v.high)
        assert outcome.level == expected.level
        assert outcome.winner == (None if expected.winner == "draw" else expected.winner)
        assert outcome.case == "13.0.4"


def test_ruling_c61_the_level_is_read_after_the_last_turn_only() -> None:
    """3.0, 13.0.1: turn 13 goes on, turn 14 ends the match."""
    match = study("combat cp", "turn 13 \n initiative entente \n 3ID 1503 \n 4ID 1504")
    play(match, "end")
    assert match.outcome is None
    match = last_turn("3ID 1503 \n 4ID 1504")
    events = play(match, "end")
    assert match.outcome is not None
    assert match.decision is None
    assert of_kind(events, "victory")[0].cites == ("13.0.4",)
    assert sum(row[1] for row in match.outcome.points) == game(match).state.vp


@pytest.mark.parametrize("where", ["1112", "1212"])
def test_13_0_3_paris_is_entered_by_the_advance(where: str) -> None:
    """13.0.3, 12.1.5: control of the hex passes with the unit that advances."""
    beside = {"1112": "1111", "1212": "1211"}[where]
    match = study("combat cp", f"unit A like 3ID af=30 \n A {beside}", dice=[5, 1], board="real")
    fight(match, where, "A")
    play(match, "advance A")
    assert control(match, where) == "cp"
