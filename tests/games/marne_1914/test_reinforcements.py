"""Reinforcements (module 7)."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.engine import Match
from grognard.games.marne_1914.rules.reinforcements import entry_hexes
from tests.games.marne_1914.position import (
    allowed,
    asked,
    destinations,
    disrupted,
    game,
    number,
    of_kind,
    place,
    play,
    refused,
    steps,
    study,
)

MARKERS = "markers cp=26 6/BEF=17 BEF/5=23 5/9=37"
NO_NINTH_ARMY = MARKERS.replace(" 5/9=37", "")


def arriving(lines: str, side: str = "entente", **more: Any) -> Match:
    """The Reinforcement Segment of the full battle on the real map."""
    head = f"{MARKERS} \n initiative entente"
    return study(f"reinforcement {side}", f"{head} \n {lines}", scenario="full-battle", board="real", **more)


def entries(match: Match, uid: str) -> list[str]:
    return [match.setting.grid.ids[c] for c in entry_hexes(game(match), number(match, uid))]


XI = "turn 10 \n 21DI off-map 4 due=10 \n 22DI off-map 4 due=10"


# -- 7.0 --


def test_7_0_1_units_enter_in_the_reinforcement_segment() -> None:
    """7.0.1: after regular movement, not during it, and only when they are due."""
    match = study("movement entente", f"{MARKERS} \n {XI} \n 14DI 1510", scenario="full-battle", board="real")
    refused(match, "enter 21DI 3917", "7.0.1", "Reinforcement Segment")
    play(match, "end")
    assert asked(match) == "reinforcement"
    refused(match, "enter 17DI 3917", "7.0.1", "not due")
    play(match, "enter 21DI 3917")
    assert place(match, "21DI") == "3917"


def test_m076_other_arrivals_have_their_full_strength() -> None:
    """7.0.1, 7.1.5: two divisions of XI Corps with 4 steps each on turn 10."""
    match = study("reinforcement entente", "turn 10", start=True, board="real", supply=None)
    play(match, "enter 21DI 3917", "move 21DI 3816", "enter 22DI 3917")
    assert [(place(match, uid), steps(match, uid)) for uid in ("21DI", "22DI")] == [("3816", 4), ("3917", 4)]


def test_7_0_1_an_arrival_goes_on_after_it_has_entered() -> None:
    """7.0.1, 7.0.3: with what the entry hex has left of its allowance."""
    match = arriving(XI)
    play(match, "enter 21DI 3917")
    assert game(match).state.left == 6
    play(match, "move 21DI 3915")
    refused(match, "move 21DI 3917", "6.1.6")


def test_7_0_1_the_player_may_leave_them_out() -> None:
    """7.0.1: they can still come in the next turn."""
    match = arriving(XI)
    play(match, "end")
    assert place(match, "21DI") == "off-map"
    assert game(match).state.due[number(match, "21DI")] == 10


def test_m077_entry_hex_in_an_enemy_zone_but_friendly_occupied() -> None:
    """7.0.2, 7.1.3: IX Corps does not come on turn 7 but on turn 8, by a hex of the edge within five."""
    ix = "17DI off-map 4 due=7 \n 18DI off-map 4 due=7 \n MRCN 3917 4 army=5"
    match = study(
        "boundary entente", f"{NO_NINTH_ARMY} \n turn 7 \n initiative entente \n {ix} \n 3ID 3916",
        scenario="full-battle", board="real",
    )
    refused(match, "shift 5/9 3717", "7.1.3")
    events = play(match, "end", "end")
    assert {e.data["unit"] for e in of_kind(events, "delayed")} == {number(match, "17DI"), number(match, "18DI")}
    assert all(e.cites == ("7.0.2",) for e in of_kind(events, "delayed"))
    assert place(match, "17DI") == "off-map"
    assert game(match).state.due[number(match, "17DI")] == 8
    assert entries(match, "17DI") == ["3416", "3517", "3616", "3717", "3816", "4016"]


def test_7_0_2_a_delayed_unit_enters_beside_its_hex() -> None:
    """7.0.2, ruling C21: one to five hexes along the edge, free of enemies and their zones."""
    match = arriving("turn 11 \n 21DI off-map 4 due=11 delayed \n 3ID 3516")
    refused(match, "enter 21DI 3917", "7.1.5", "does not enter at 3917")
    refused(match, "enter 21DI 3616", "7.0.2", "zone of control")
    refused(match, "enter 21DI 3317", "7.1.5")
    play(match, "enter 21DI 3717")
    assert place(match, "21DI") == "3717"


def test_7_0_2_an_occupied_entry_hex_blocks() -> None:
    """7.0.2: they wait; if every hex beside is blocked too, they wait on."""
    match = arriving(f"{XI} \n 3ID 3917")
    assert [game(match).state.due[number(match, uid)] for uid in ("21DI", "22DI")] == [11, 11]
    held = "3ID 3916 \n 4ID 3717 \n 5ID 3517 \n 6ID 4016 \n 7ID 3816"
    match = arriving(f"turn 11 \n 21DI off-map 4 due=11 delayed \n {held}")
    assert game(match).state.due[number(match, "21DI")] == 12


def test_7_0_2_germans_go_east_or_west_along_their_edge() -> None:
    """7.0.2: the Guard's hex is blocked: the north edge from 2801 to 3801, without 3301 itself."""
    match = arriving("turn 4 \n 1GD off-map 1 due=4 delayed \n 2GD off-map 1 due=4 delayed", side="cp")
    found = entries(match, "1GD")
    assert found == [f"{column}01" for column in range(28, 39) if column != 33]


def test_m078_several_units_through_one_hex() -> None:
    """7.0.3: 1, 2 and 3 MP for the first, the second and the third unit."""
    match = arriving(f"{XI} \n 17DI off-map 4 due=10")
    events = play(match, "enter 21DI 3917", "move 21DI 3915", "enter 22DI 3917", "move 22DI 3916")
    events += play(match, "enter 17DI 3917")
    assert [e.data["mp"] / 2 for e in of_kind(events, "enter")] == [1, 2, 3]
    assert all("7.0.3" in e.cites for e in of_kind(events, "enter"))


def test_7_0_3_half_a_point_each_when_following_a_road() -> None:
    """7.0.3, 6.2, ruling C60: 3917 has a road off the map: ½, 1 and 1½ MP with Strategic Movement."""
    match = arriving(f"{XI} \n 17DI off-map 4 due=10")
    events = play(match, "rush 21DI 3917", "strategic 21DI 3915", "rush 22DI 3917", "strategic 22DI 3916")
    events += play(match, "rush 17DI 3917")
    assert [e.data["mp"] / 2 for e in of_kind(events, "enter")] == [0.5, 1, 1.5]
    assert game(match).state.left == 2 * 6 - 3


def test_7_0_3_no_half_cost_without_a_road_off_the_map() -> None:
    """7.0.3: by 1007 no road leads in."""
    match = arriving("turn 7 \n 14DI 1005 \n 61DR off-map 4 due=7 \n 62DR off-map 4 due=7")
    (entered,) = of_kind(play(match, "rush 61DR 1009"), "enter")
    assert "1009" not in [match.setting.grid.ids[c] for c in game(match).setting.exits]
    assert entered.data["mp"] == game(match).setting.tec[match.setting.board.terrain[entered.data["to"]]].mp


def test_7_0_3_entering_needs_the_points() -> None:
    """7.0.3: the fifth unit by one hex would pay 5 of its 4 MP."""
    match = arriving(f"{XI} \n entries {{\"3917\":4}}")
    refused(match, "enter 21DI 3917", "7.0.3", "costs 5 MP")
    assert allowed(match, "rush 21DI 3917")


def test_ruling_c66_a_friend_in_the_entry_hex_is_no_block() -> None:
    """4.1.4, 6.1.9, 7.0.2: the unit passes, but must go on before anything else is done."""
    match = arriving(f"{XI} \n 17DI 3917")
    play(match, "enter 21DI 3917")
    refused(match, "end", "4.1.4", "must move on first")
    refused(match, "enter 22DI 3917", "4.1.4", "21DI has entered a full hex")
    assert {action.args[0] for action in match.legal_actions()} == {number(match, "21DI")}
    play(match, "move 21DI 3915", "enter 22DI 3917", "move 22DI 3916", "end")
    assert [place(match, uid) for uid in ("17DI", "21DI", "22DI")] == ["3917", "3915", "3916"]


def test_ruling_c66_who_cannot_go_on_stays_out_and_hears_why() -> None:
    """4.1.4, 7.0.3: the fourth unit by the hex has no point left to go on; by the road it has."""
    match = arriving(f"{XI} \n 17DI 3917 \n entries {{\"3917\":3}}")
    refused(match, "enter 21DI 3917", "4.1.4", "3917 is full")
    assert allowed(match, "rush 21DI 3917")


def test_ruling_c66_nobody_waits_without_a_word() -> None:
    """7.0.1, 4.1.4: all hexes within reach are full, so that nobody is asked; the log says who waits."""
    match = arriving(f"{XI} \n 17DI 3917 \n entries {{\"3917\":12}}")
    assert asked(match) == "combat"
    waiting = of_kind(match.events(), "shut-out")
    assert [e.data["unit"] for e in waiting] == [number(match, "21DI"), number(match, "22DI")]
    assert all(e.cites == ("4.1.4", "7.0.1") for e in waiting)


def test_4_1_4_a_division_enters_while_the_first_still_stands_there() -> None:
    """4.1.4, 6.1.9: the second goes on, and the first stays."""
    match = arriving(XI)
    play(match, "enter 21DI 3917", "enter 22DI 3917")
    refused(match, "end", "4.1.4")
    refused(match, "move 21DI 3916", "4.1.4")
    play(match, "move 22DI 3916", "end")
    assert (place(match, "21DI"), place(match, "22DI")) == ("3917", "3916")


# -- 7.1 Entente --

IV = "turn 5 \n 7DI off-map 4 due=5 \n 8DI off-map 4 due=5"


def test_7_1_1_iv_corps_is_placed_in_paris_with_its_taxis() -> None:
    """7.1.1, 12.2.1: in either hex, at no cost; there it stays for the turn."""
    match = arriving(IV)
    refused(match, "enter 7DI 1010", "7.1.1", "does not enter at")
    refused(match, "rush 7DI 1112", "7.1.1", "appears in Paris")
    play(match, "enter 7DI 1112", "enter 8DI 1212")
    state = game(match).state
    assert [state.taxi[number(match, uid)] for uid in ("7DI", "8DI")] == [1, 1]
    assert state.left == 0
    refused(match, "move 7DI 1111", "6.1.1")


def test_7_1_1_with_a_hex_of_paris_lost_it_comes_from_the_west_without_taxis() -> None:
    """7.1.1: by a hex numbered 3 south of the front line."""
    lost = 'garrisons 1212 \n control {"1112":"cp","1212":"entente"} \n 3ID 1112'
    match = arriving(f"{IV} \n {lost} \n 14DI 1009 \n 63DR 1110")
    assert "1112" not in entries(match, "7DI")
    assert "1016" in entries(match, "7DI")
    assert all(name.startswith("10") for name in entries(match, "7DI"))
    play(match, "enter 7DI 1015")
    assert game(match).state.taxi[number(match, "7DI")] == 0


def test_ruling_c63_without_room_in_paris_it_waits() -> None:
    """7.1.1, 4.1.1: the division keeps its taxis for later."""
    match = arriving(f"{IV} \n 55DR 1112 \n 56DR 1212")
    assert asked(match) == "combat"
    assert place(match, "7DI") == "off-map"
    match = arriving(IV.replace("turn 5", "turn 6"))
    play(match, "enter 7DI 1112")
    assert game(match).state.taxi[number(match, "7DI")] == 1


def test_7_1_2_the_moroccans_belong_to_the_5th_army_at_first() -> None:
    """7.1.2: entry hex 1 on turn 5; its army is 5 until IX Corps is on its way."""
    match = study("initiative", scenario="full-battle", board="real", start=True, supply=None)
    moroccans = number(match, "MRCN")
    state = game(match).state
    assert (state.due[moroccans], state.army[moroccans], state.corps[moroccans]) == (5, "5", "F-IX")
    assert entries(match, "MRCN") == ["3917"]


def test_7_1_3_ix_corps_brings_the_new_marker() -> None:
    """7.1.3, 7.1.2: it must be added in the Army Boundary Phase; the Moroccans change their army."""
    lines = "turn 7 \n initiative entente \n 17DI off-map 4 due=7 \n 18DI off-map 4 due=7 \n MRCN 3913 4 army=5"
    match = study("boundary entente", f"{NO_NINTH_ARMY} \n {lines}", scenario="full-battle", board="real")
    assert match.decision is not None
    assert match.decision.case == "7.1.3"
    refused(match, "end", "3.0", "add the 5/9 boundary marker")
    refused(match, "shift 5/9 2117", "5.1.5")
    events = play(match, "shift 5/9 3717")
    assert of_kind(events, "ninth-army")[0].cites == ("7.1.2", "7.1.3")
    assert game(match).state.army[number(match, "MRCN")] == "9"
    play(match, "end", "end", "enter 17DI 3917")
    assert place(match, "17DI") == "3917"


def test_7_1_2_whoever_shares_a_hex_with_the_moroccans_must_part_from_them() -> None:
    """4.1.2, 4.1.4, 7.1.2: cavalry of the 5th Army beside them when they join the 9th."""
    lines = "turn 7 \n initiative entente \n 17DI off-map 4 due=7 \n MRCN 3913 4 army=5 \n 4DC 3913"
    match = study("boundary entente", f"{NO_NINTH_ARMY} \n {lines}", scenario="full-battle", board="real")
    play(match, "shift 5/9 3717", "end", "end")
    assert asked(match) == "reinforcement"
    play(match, "end")
    assert match.decision is not None
    assert (match.decision.kind, match.decision.case) == ("close-up", "4.1.2")
    play(match, "move 4DC 3713")
    assert (place(match, "4DC"), place(match, "MRCN"), asked(match)) == ("3713", "3913", "combat")


def test_7_1_3_before_that_there_is_no_such_marker() -> None:
    """7.1.3: the refusal says when it comes."""
    match = study("boundary entente", "turn 5 \n markers 6/BEF=17 BEF/5=23", scenario="full-battle", board="real")
    refused(match, "shift 5/9 3717", "7.1.3", "arrives with IX Corps")


def test_m191_turn_7_walk_through() -> None:
    """4.4.5, 7.1.3, 11.1.3a: marker first, IX Corps in its segment, four replacement rolls, no halving."""
    lines = f"""
        {NO_NINTH_ARMY} \n turn 7 \n initiative cp
        17DI off-map 4 due=7 \n 18DI off-map 4 due=7
        14DI 1210 \n 1Div 2010 \n 1DI 3010 \n 3ID 1503
    """
    match = study("initiative", lines, scenario="full-battle", board="real", dice=[1, 1, 1, 1, 1])
    assert game(match).state.phasing == "entente"
    assert match.decision is not None
    assert (match.decision.kind, match.decision.case) == ("boundary", "7.1.3")
    play(match, "shift 5/9 3717", "end", "end")
    assert asked(match) == "reinforcement"
    events = play(match, "enter 17DI 3917", "move 17DI 3916", "enter 18DI 3917", "end")
    assert [e.data["army"] for e in of_kind(events, "replacements")] == ["6", "BEF", "5", "9"]
    assert game(match).state.initiative == "entente"            # so 4.4.4a halves nobody


def test_7_1_4_vi_reserve_corps_enters_south_of_the_front_line() -> None:
    """7.1.4: by any west edge hex numbered 3 below the line's end."""
    match = arriving("turn 7 \n 14DI 1008 \n 61DR off-map 4 due=7 \n 62DR off-map 4 due=7")
    rows = [int(name[2:]) for name in entries(match, "61DR")]
    assert rows
    assert min(rows) > 7
    refused(match, "enter 61DR 1005", "7.1.4")
    assert allowed(match, f"enter 61DR 10{min(rows) + 1:02d}")


def test_7_1_5_xi_corps_enters_by_hex_1_on_turn_10() -> None:
    """7.1.5."""
    match = arriving(XI)
    assert entries(match, "21DI") == ["3917"]
    assert allowed(match, "enter 21DI 3917")
    early = arriving(XI.replace("turn 10", "turn 9"))
    assert asked(early) == "combat"


def test_ruling_c58_without_the_marker_the_9th_army_waits() -> None:
    """7.1.3: XI Corps has no area before the 5/9 marker lies on the map."""
    match = study(
        "reinforcement entente", f"{NO_NINTH_ARMY} \n {XI}", scenario="full-battle", board="real"
    )
    assert asked(match) == "combat"


# -- 7.2 Central Powers --


@pytest.mark.parametrize(("uids", "turn", "entry", "strength"), [
    (("1GD", "2GD"), 3, "3301", 1),
    (("L1", "L2"), 8, "1201", 2),
])
def test_7_2_german_reinforcements(uids: tuple[str, str], turn: int, entry: str, strength: int) -> None:
    """7.2.1: the Guard on turn 3 by entry hex 4 with 1 step; 7.2.2: Lepel on turn 8 by entry hex 2."""
    match = study("initiative", scenario="full-battle", board="real", start=True, supply=None)
    for uid in uids:
        assert game(match).state.due[number(match, uid)] == turn
        assert entries(match, uid) == [entry]
    first, second = uids
    match = arriving(f"turn {turn} \n {first} off-map 4 due={turn} \n {second} off-map 4 due={turn}", side="cp")
    play(match, f"enter {first} {entry}")
    assert (place(match, first), steps(match, first)) == (entry, strength)


def test_m082_reinforcements_of_the_counter_attack() -> None:
    """14.1.4, 7.1.5: French XI Corps by entry hex 1 on turn 10, and nobody else."""
    match = study("boundary entente", start=True, board="real", supply=None)
    due = {game(match).name(u): turn for u, turn in enumerate(game(match).state.due) if turn}
    assert due == {"21DI": 10, "22DI": 10}
    assert entries(match, "21DI") == ["3917"]


def test_5_2_4_an_arrival_outside_its_area_is_disrupted() -> None:
    """5.2.4: its entry has cost all its points."""
    late = f"{XI.replace('22DI off-map 4 due=10', '')} \n entries {{\"3917\":3}}"
    match = arriving(f"{late} \n {MARKERS.replace('5/9=37', '5/9=40')}")
    events = play(match, "enter 21DI 3917", "end")
    assert disrupted(match, "21DI")
    assert [e.cites for e in of_kind(events, "disrupted")] == [("5.2.4",)]


# -- the end of the Movement Phase, arrivals included (3.0 B) --


def test_4_5_1_an_arrival_that_strays_from_its_corps_must_close_up() -> None:
    """4.5.1, 3.0 B: 21DI in 3813 and 22DI in 3917 are four hexes apart when the phase would end."""
    match = arriving(XI)
    play(match, "rush 21DI 3917", "strategic 21DI 3813", "enter 22DI 3917", "end")
    assert match.decision is not None
    assert (match.decision.kind, match.decision.case) == ("close-up", "4.5.1")
    refused(match, "move 21DI 3812", "4.5.1")
    play(match, "move 21DI 3814")
    assert (place(match, "21DI"), asked(match)) == ("3814", "combat")


def test_ruling_c22_an_arrival_moves_again_from_its_entry_hex_with_what_it_had_left() -> None:
    """4.5.1, 7.0.3: 22DI paid 2 of 4 MP, so two hexes are in its reach, and no whole move or minimum of 6.1.7."""
    match = arriving(XI)
    play(match, "rush 21DI 3917", "strategic 21DI 3813", "enter 22DI 3917", "end")
    assert destinations(match, "22DI") == {"3716", "3816", "3815", "3915", "3916", "4015"}


def test_4_5_1_an_arrival_may_chain_its_corps() -> None:
    """4.5.5, 3.0 B: 17DI and MRCN are six hexes apart until 18DI comes between; nobody closes up before."""
    lines = "turn 7 \n 17DI 3810 \n MRCN 3816 4 \n 18DI off-map 4 due=7"
    match = study(
        "movement entente", f"{MARKERS} \n initiative entente \n {lines}", scenario="full-battle", board="real",
    )
    play(match, "end")
    assert asked(match) == "reinforcement"
    events = play(match, "rush 18DI 3917", "strategic 18DI 3813", "end")
    assert of_kind(events, "move-again") == []
    assert asked(match) == "combat"


def test_5_2_3_an_arrival_that_can_reach_its_area_must() -> None:
    """5.2.3: it is not let out of it for a disruption."""
    match = arriving(f"{XI.replace('22DI off-map 4 due=10', '')} \n {MARKERS.replace('5/9=37', '5/9=40')}")
    play(match, "enter 21DI 3917", "end")
    assert match.decision is not None
    assert (match.decision.kind, match.decision.case) == ("close-up", "5.2.3")
    play(match, "move 21DI 4016")
    assert not disrupted(match, "21DI")


def test_7_1_1_paris_retaken_in_the_same_phase_takes_the_divisions_in() -> None:
    """7.1.1, 13.0.3: whoever entered last controls it, at once."""
    lost = 'garrisons 1212 \n control {"1112":"cp","1212":"entente"}'
    match = study(
        "movement entente", f"{MARKERS} \n initiative entente \n {IV} \n {lost} \n 55DR 1111", scenario="full-battle",
        board="real",
    )
    play(match, "move 55DR 1112", "end", "enter 7DI 1212")
    assert place(match, "7DI") == "1212"


def test_13_0_3_places_that_an_arrival_entered_are_settled_at_the_end() -> None:
    """13.0.3, ruling C22: what it entered on a way that was taken back does not count."""
    match = arriving(f"{XI} \n terrain town 3814 \n control {{\"3814\":\"cp\"}}")
    play(match, "rush 21DI 3917", "strategic 21DI 3814", "strategic 21DI 3813", "enter 22DI 3917", "end")
    play(match, "move 21DI 3915")
    assert game(match).state.control[match.setting.grid.cell("3814")] == "cp"
