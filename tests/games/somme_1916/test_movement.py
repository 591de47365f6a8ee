"""Movement, stacking, modes, breakdown and zones of control (module 7)."""

from __future__ import annotations

import pytest

from grognard.engine import Match
from grognard.games.somme_1916.rules.movement.reach import allowance
from grognard.games.somme_1916.rules.movement.stacking import may_stack_together
from grognard.games.somme_1916.terms import TRACK
from tests.games.somme_1916.position import (
    allowed,
    asked,
    cell,
    destinations,
    force,
    game,
    listed,
    number,
    of_kind,
    only,
    place,
    play,
    refused,
    study,
)

FAR = "28R/110 V34 facing=6 \n"
"""A German far away, so that there are two sides."""


def near(match: Match, uid: str) -> None:
    """Off-front movement would double the allowance: the unit has been near the enemy."""
    game(match).state.near.append(number(match, uid))


def spent(match: Match, uid: str) -> float:
    return game(match).state.spent[number(match, uid)] / 2


# Terrain and roads ---------------------------------------------------------------------------------


def test_a_brigade_in_woods_and_on_a_ridge() -> None:
    """7.2 (EX09, R053): 3 + 2 MP are spent of 6, and the next woods cost 2."""
    lines = "terrain woods K16 M16 \n terrain ridge L16 \n FB4.1 J15 facing=2 \n" + FAR
    match = study("movement allied", lines)
    near(match, "FB4.1")
    play(match, "move FB4.1 K16")
    assert spent(match, "FB4.1") == 3
    play(match, "move FB4.1 L16")
    assert spent(match, "FB4.1") == 5
    refused(match, "move FB4.1 M16", "7.2")


@pytest.mark.parametrize(("terrain", "link", "straight"), [
    ("ridge", "minor-road", 1), ("woods", "minor-road", 1), ("ridge", "major-road", 0.5), ("ridge", "none", 2),
])
def test_roads_take_the_ground_out_of_a_straight_step(terrain: str, link: str, straight: float) -> None:
    """7.2.3 (EX10)."""
    match = study("movement allied", f"terrain {terrain} K15 \n link {link} J15-K15 \n FB4.1 J15 facing=2 \n" + FAR)
    play(match, "move FB4.1 K15")
    assert spent(match, "FB4.1") == straight


def test_a_major_road_diagonally_through_a_ridge() -> None:
    """7.2.3 (EX11): 1 MP instead of 3; off the road the woods cost 2."""
    lines = "terrain ridge K16 \n terrain woods L16 \n link major-road J15-K16 \n FB4.1 J15 facing=2 \n" + FAR
    match = study("movement allied", lines)
    play(match, "move FB4.1 K16")
    assert spent(match, "FB4.1") == 1
    play(match, "move FB4.1 L16")
    assert spent(match, "FB4.1") == 3


def test_only_the_north_bank_of_curlu() -> None:
    """7.1.1 (EX08): the units in M22 are north of the Somme and the squares beyond it cannot be entered from it."""
    match = study("movement allied", "FB4.1 M22 facing=2 \n 28R/110 V1 facing=6", board="map")
    south = set(match.setting.board.region("south-of-somme"))
    assert cell(match, "M22") not in south
    near(match, "FB4.1")
    reached = {cell(match, name) for name in destinations(match, "FB4.1")}
    assert reached
    assert not reached & south


def test_interdiction_costs_a_point_each_way() -> None:
    """7.2.4."""
    match = study("movement allied", 'interdicted {"K15": ["german", 1]} \n FB4.1 J15 facing=2 \n' + FAR)
    play(match, "move FB4.1 K15")
    assert spent(match, "FB4.1") == 2
    play(match, "move FB4.1 L15")
    assert spent(match, "FB4.1") == 4


# Allowance -----------------------------------------------------------------------------------------


def test_off_front_in_rain() -> None:
    """7.6 (EX19): a mobile German has (6 - 2) x 2 = 8 MP."""
    match = study("movement german", "weather rain \n 28R/110 J15 facing=6 \n FB4.1 A34 facing=2")
    assert allowance(game(match), number(match, "28R/110")) == 2 * 4
    assert "R15" in destinations(match, "28R/110")
    assert "S15" not in destinations(match, "28R/110")


@pytest.mark.parametrize(("enemy", "doubled"), [("J18", True), ("J17", False)])
def test_three_squares_from_the_enemy_are_off_front(enemy: str, doubled: bool) -> None:
    """7.6 (R059)."""
    match = study("movement allied", f"FB4.1 J15 facing=2 \n Bn1 {enemy} facing=6")
    assert ("J5" in destinations(match, "FB4.1")) is doubled


def test_a_surrounded_enemy_does_not_stop_off_front_movement() -> None:
    """7.6 (R060)."""
    ring = "\n".join(f"BB3.{n} {square} facing=2" for n, square in enumerate(["I16", "K16", "I18", "K18"], 1))
    match = study("movement allied", f"FB4.1 J15 facing=2 \n Bn1 J17 facing=6 \n {ring}")
    assert "J5" in destinations(match, "FB4.1")


@pytest.mark.parametrize(("marker", "points"), [(0, 6), (1, 5), (2, 3)])
def test_suppression_and_disruption_slow(marker: int, points: int) -> None:
    """6.5.1: one less, or half."""
    match = study("movement allied", f"FB4.1 J15 facing=2 status={marker} \n" + FAR)
    assert allowance(game(match), number(match, "FB4.1")) == 2 * points


# Zones of control ----------------------------------------------------------------------------------


def test_a_unit_in_good_order_controls_nine_squares() -> None:
    """7.5 (EX15)."""
    match = study("movement allied", "28R/110 J15 facing=6 \n FB4.1 A34 facing=2")
    g = game(match)
    unit = number(match, "28R/110")
    squares = sorted(match.setting.grid.ids[c] for c in g.zone(unit, cell(match, "J15")))
    assert squares == ["I14", "I15", "I16", "J14", "J15", "J16", "K14", "K15", "K16"]


def test_out_of_a_zone_before_into_another_square_of_it() -> None:
    """7.5 (EX16): from I14 to I16 only by way of a square without a zone."""
    match = study("movement allied", "28R/110 J15 facing=6 \n FB4.1 I14 facing=2")
    near(match, "FB4.1")
    assert cost(match, "FB4.1", "I15") == 3  # by H14 or H15, though I15 is the next square
    assert cost(match, "FB4.1", "H14") == 1


def test_no_step_from_zone_to_zone_even_to_a_friend() -> None:
    """7.5 (EX17)."""
    match = study("movement allied", "28R/110 J15 facing=6 \n FB4.1 I14 facing=2 \n FB3.1 I15 facing=2")
    assert cost(match, "FB4.1", "I15") == 3


def test_whoever_enters_a_zone_stops() -> None:
    """7.5."""
    match = study("movement allied", "28R/110 L15 facing=6 \n FB4.1 I15 facing=2")
    play(match, "move FB4.1 K15")
    assert destinations(match, "FB4.1").isdisjoint({"K14", "K16", "K15"})


@pytest.mark.parametrize(("others", "passes"), [
    ("28R/110 M14 facing=6 status=1", True), ("28R/110 M14 facing=6 status=2", True), ("28R/110 M14 facing=6", False),
    ("28R/110 M14 facing=6 status=2 \n Bn1 M14 facing=6", False),
])
def test_only_good_order_has_a_zone_around(others: str, passes: bool) -> None:
    """7.5 (EX18, R069, R252): past a Suppressed enemy straight on, past one in Good Order not."""
    lines = "terrain ridge K14 K15 K16 \n FB4.1 L13 facing=2 \n " + others
    match = study("movement allied", lines)
    near(match, "FB4.1")
    ways = destinations(match, "FB4.1")
    assert ("L15" in ways and cost(match, "FB4.1", "L15") == 2) is passes


def cost(match: Match, uid: str, square: str) -> float:
    copy = match.clone()
    play(copy, f"move {uid} {square}")
    return spent(copy, uid)


# Stacking ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("units", "legal", "case"), [
    ("28R/110 28R/111", True, ""),
    ("28R/110 Bn1 Bn2", True, ""),
    ("28R/110 Bn1 Bn2 Bn3", False, "7.3.2"),
    ("Bn1 Bn2 Bn3 Bn4", True, ""),
    ("28R/110 28R/111 GeGun2", False, "7.3.2"),
    ("28R/110 GeGun2", True, ""),
    ("TankC BB4.1", True, ""),
    ("TankC BB4.1 BB4.2", False, "7.3.1"),
    ("FB4.1 FB4.2 HQ-XX", True, ""),
    ("46Div HQ-VII", False, "7.3.3"),
    ("46Div BB4.1", False, "7.3.1"),
    ("FB4.1 BB4.1", False, "7.3.1"),
])
def test_stacks(units: str, legal: bool, case: str) -> None:
    """7.3.1, 7.3.2, 7.3.3 (R075, R077, R079)."""
    match = study("movement allied", "46Div A1 facing=2 \n" + FAR)
    ruling = may_stack_together(game(match), [number(match, uid) for uid in units.split()])
    assert bool(ruling) is legal
    assert legal or ruling.case == case


def test_a_supply_hq_stacks_with_nobody() -> None:
    """7.3.3 (R078)."""
    match = study("movement german", "HQ-IX J15 mode=1 \n Bn1 K15 facing=6 \n FB4.1 A34 facing=2")
    refused(match, "move Bn1 J15", "7.3.3", "Supply Mode")


def test_set_up_may_overstack_until_the_first_movement() -> None:
    """7.3 (R080): three regiments in P7 with an HQ."""
    regiments = "\n".join(f"{uid} P7 facing=6" for uid in ("185/185", "185/186", "185/190", "HQ-XIVR"))
    lines = f"{regiments} \n FB4.1 A34 facing=2"
    match = study("movement german", lines)
    refused(match, "end", "7.3", "over-stacked")
    play(match, "move 185/185 P8")
    assert allowed(match, "end")


# Modes ---------------------------------------------------------------------------------------------


def test_an_hq_changes_mode_before_it_moves() -> None:
    """7.4.2 (R085)."""
    match = study("movement allied", "HQ-VII J15 facing=2 \n" + FAR)
    assert allowed(match, "mode HQ-VII supply")
    play(match, "move HQ-VII K15")
    refused(match, "mode HQ-VII supply", "7.4.2", "start of its move")


def test_a_supply_hq_does_not_move() -> None:
    """7.4.2."""
    match = study("movement allied", "HQ-VII J15 mode=1 \n" + FAR)
    refused(match, "move HQ-VII K15", "7.4.2")


def test_an_arriving_hq_may_change_mode_at_the_end() -> None:
    """7.7.1 (R087): the German IX HQ comes on July 8 at V26 in Command Mode."""
    match = study("movement german", "turn 2 \n HQ-IX off-map due=2 \n FB4.1 A34 facing=2", board="map")
    entries = [text for text in listed(match, "HQ-IX") if text.startswith("enter")]
    assert "enter HQ-IX V26" in entries
    refused(match, "mode HQ-IX supply", "7.7.1", "Command Mode")
    play(match, "enter HQ-IX V26")
    assert allowed(match, "mode HQ-IX supply")


def test_entrenching_costs_two_points() -> None:
    """7.4.1."""
    match = study("movement german", "28R/110 J15 facing=6 \n FB4.1 L17 facing=2")
    assert allowed(match, "mode 28R/110 entrenched")
    play(match, "move 28R/110 E15")
    refused(match, "mode 28R/110 entrenched", "7.4.1", "2 MP")


def test_a_disrupted_regiment_keeps_its_mode() -> None:
    """7.4.1."""
    match = study("movement german", "28R/110 J15 facing=6 status=2 \n FB4.1 A34 facing=2")
    refused(match, "mode 28R/110 entrenched", "7.4.1", "Good Order")


# Breakdown -----------------------------------------------------------------------------------------

POOL = "\n".join(f"BB{factors}.{n} pool" for factors in (4, 3, 2) for n in (1, 2, 3)) + "\n"


def test_an_eleven_breaks_down_into_brigades_of_eleven() -> None:
    """7.4.3 (EX13): 4-3-6, 4-3-6 and 3-2-6."""
    match = study("movement allied", POOL + "4Div J15 facing=2 \n" + FAR)
    ways = [text for text in listed(match, "4Div") if text.startswith("separate")]
    assert ways
    g = game(match)
    events = play(match, ways[0])
    parts = only(events, "separated").data["parts"]
    assert sorted(g.attack(u) for u in parts) == [3, 4, 4]


def test_two_brigades_where_the_pool_has_no_three() -> None:
    """7.4.3 (EX14)."""
    match = study("movement allied", "BB4.1 pool \n BB3.1 pool \n 4Div J15 facing=2 \n" + FAR)
    ways = [text for text in listed(match, "4Div") if text.startswith("separate")]
    assert ways
    parts = only(play(match, ways[0]), "separated").data["parts"]
    assert len(parts) == 2


def test_three_brigades_may_not_stay_together() -> None:
    """7.4.3, 7.3.1 (R090): one must leave before anything else is done."""
    match = study("movement allied", POOL + "4Div J15 facing=2 \n" + FAR)
    play(match, next(text for text in listed(match, "4Div") if text.startswith("separate")))
    refused(match, "end", "7.3", "must leave")


def test_brigades_of_seven_make_a_reduced_division() -> None:
    """7.4.3 (R094): 4 + 3 reach 6, not 8."""
    lines = "56Div pool \n BB4.1 J15 facing=2 \n BB3.1 J15 facing=2 \n" + FAR
    match = study("movement allied", lines)
    ways = [text for text in listed(match, "BB4.1") if text.startswith("combine") and text.endswith("56Div")]
    assert ways
    play(match, ways[0])
    g = game(match)
    assert g.attack(number(match, "56Div")) == 6


def test_a_regiment_splits_into_two_battalions() -> None:
    """7.4.4 (R096): both keep the points that are left; the regiment goes to the pool."""
    match = study("movement german", "28R/110 J15 facing=6 \n Bn1 pool \n Bn2 pool \n FB4.1 L18 facing=2")
    near(match, "28R/110")
    play(match, "move 28R/110 G15")
    assert spent(match, "28R/110") == 3
    play(match, "separate 28R/110 into Bn1,Bn2")
    assert (spent(match, "Bn1"), spent(match, "Bn2")) == (3, 3)
    assert (place(match, "Bn1"), place(match, "28R/110")) == ("G15", "pool")


# Tanks, cavalry and HQs that flee ------------------------------------------------------------------


def test_tanks_run_freely_on_their_first_turn() -> None:
    """7.8 (R103): no die on September 16 in scenario 3."""
    lines = "turn 12 \n TankC J15 facing=2 arrived=12 \n" + FAR
    match = study("movement allied", lines, scenario="devil-machines")
    assert not game(match).state.broken
    assert not of_kind(match.events(), "dice")


def test_a_broken_down_tank_stands_still() -> None:
    """7.8 (R104)."""
    lines = "turn 14 \n broken TankC \n TankC J15 facing=2 \n" + FAR
    match = study("movement allied", lines, scenario="devil-machines")
    refused(match, "move TankC K15", "7.8", "broken down")


def test_cavalry_is_held_until_july_15() -> None:
    """14.1.3 (R211): no die on July 8; on July 15 a 5 does not free it."""
    lines = "held 1Cav \n 1Cav A15 facing=2 \n" + FAR
    refused(study("movement allied", "turn 2 \n" + lines), "release 1Cav", "14.1.3", "this turn")
    match = study("movement allied", "turn 3 \n" + lines)
    refused(match, "move 1Cav B15", "14.1.3", "held")
    force(match, 5)
    play(match, "release 1Cav")
    assert game(match).state.held == [number(match, "1Cav")]
    refused(match, "release 1Cav", "14.1.3", "this turn")


def test_cavalry_of_the_campaign_is_tried_every_turn() -> None:
    """15.1 (R212): also on July 29."""
    lines = "turn 5 \n held 1Cav \n 1Cav A15 facing=2 \n" + FAR
    match = study("movement allied", lines, scenario="campaign")
    force(match, 3)
    play(match, "release 1Cav")
    assert game(match).state.held == []
    refused(study("movement allied", lines), "release 1Cav", "14.1.3")


def test_an_hq_that_flees_comes_back_two_turns_later() -> None:
    """7.4.2 (EX12): removed on September 16, back on September 30."""
    lines = "turn 12 \n HQ-VII J15 facing=2 \n 28R/110 K15 facing=6"
    match = study("assault-end allied", lines, scenario="devil-machines")
    g = game(match)
    hq = number(match, "HQ-VII")
    assert g.state.loc[hq] == TRACK
    assert g.setting.weeks[g.state.due[hq]].date == "September 30"


def test_a_friend_saves_the_hq() -> None:
    """7.4.2, 7.5 (ruling X03)."""
    lines = "HQ-VII J15 facing=2 \n BB4.1 J15 facing=2 \n 28R/110 K15 facing=6"
    assert place(study("assault-end allied", lines), "HQ-VII") == "J15"
    assert place(study("assault-end allied", lines, hq_protection="none"), "HQ-VII") == "track"


def test_units_move_one_at_a_time() -> None:
    """7.2."""
    match = study("movement allied", "FB4.1 J15 facing=2 \n FB4.2 J20 facing=2 \n" + FAR)
    play(match, "move FB4.1 K15", "move FB4.2 K20")
    refused(match, "move FB4.1 L15", "7.2", "one at a time")
    assert asked(match) == "movement"


# More cases of the section -------------------------------------------------------------------------


def test_battalions_combine_into_the_smallest_regiment() -> None:
    """7.4.4: of the regiments in the pool only one of the smallest may be taken, in the same mode."""
    lines = "Bn1 J15 facing=6 mode=1 \n Bn2 J15 facing=6 mode=1 \n 10Bav/6 pool \n 2GR/77 pool \n FB4.1 A34 facing=2"
    match = study("movement german", lines)
    assert allowed(match, "combine Bn1,Bn2 into 10Bav/6")
    refused(match, "combine Bn1,Bn2 into 2GR/77", "7.4.4")
    play(match, "combine Bn1,Bn2 into 10Bav/6")
    assert game(match).is_entrenched(number(match, "10Bav/6"))


@pytest.mark.parametrize("trouble", ["status=1", "status=2", "interdicted"])
def test_only_infantry_in_good_order_breaks_down(trouble: str) -> None:
    """7.4.3, 7.4.4."""
    lines = "Bn1 pool \n Bn2 pool \n FB4.1 A34 facing=2 \n"
    if trouble == "interdicted":
        lines += 'interdicted {"J15": ["allied", 1]} \n 28R/110 J15 facing=6'
    else:
        lines += f"28R/110 J15 facing=6 {trouble}"
    match = study("movement german", lines)
    assert not [text for text in listed(match, "28R/110") if text.startswith("separate")]
    ruling = match.check("separate 28R/110 into Bn1,Bn2")
    assert not ruling
    assert ruling.case in ("7.4", "7.4.3", "7.4.4")


def test_nobody_turns_in_an_enemy_zone() -> None:
    """7.2.2: only to leave the square."""
    match = study("movement allied", "FB4.1 J15 facing=2 \n FB4.2 J20 facing=2 \n 28R/110 K15 facing=6")
    refused(match, "face FB4.1 north", "7.2.2")
    assert allowed(match, "face FB4.2 north")


def test_passing_friends_costs_a_point() -> None:
    """7.3: +1 MP on the way through, none for starting or stopping there."""
    ridges = "terrain ridge J14 J16 K14 K16 L14 L16 \n"
    match = study("movement allied", ridges + "FB4.1 J15 facing=2 \n FB4.2 J15 facing=2 \n FB3.1 K15 facing=2 \n" + FAR)
    assert cost(match, "FB4.1", "K15") == 1
    assert cost(match, "FB4.1", "L15") == 3


@pytest.mark.parametrize(("die", "runs"), [(1, True), (6, False)])
def test_tanks_are_checked_after_their_first_turn(die: int, runs: bool) -> None:
    """7.8."""
    lines = "turn 13 \n TankC J15 facing=2 arrived=12 \n" + FAR
    match = study("movement allied", lines, scenario="devil-machines", dice=[die])
    assert (number(match, "TankC") not in game(match).state.broken) is runs


def test_an_interdicted_unit_has_no_zone_around() -> None:
    """7.5."""
    match = study("movement allied", 'interdicted {"J15": ["allied", 1]} \n 28R/110 J15 facing=6 \n FB4.1 A34 facing=2')
    g = game(match)
    assert list(g.zone(number(match, "28R/110"), cell(match, "J15"))) == [cell(match, "J15")]


def test_the_recorded_path_has_every_square() -> None:
    """7.2, 7.5: a diagonal step into the wood would cost as much, but leads from zone to zone."""
    lines = "terrain woods M14 \n 46Div L15 facing=2 \n 28R/110 K16 facing=6 \n 28R/111 N14 facing=6"
    match = study("movement allied", lines)
    path = only(play(match, "move 46Div M14"), "move").data["path"]
    assert [match.setting.grid.ids[c] for c in path] == ["L14", "M14"]
