"""Weather and Artillery Bombardment (modules 5 and 6)."""

from __future__ import annotations

import pytest

from grognard.engine import Event, Match
from grognard.games.somme_1916.rules.bombardment.guns import terrain_row
from grognard.games.somme_1916.rules.bombardment.losses import lose_step, lose_steps
from grognard.games.somme_1916.rules.bombardment.results import modifiers
from grognard.games.somme_1916.terms import ALLIED, GERMAN
from grognard.rules.arithmetic import total
from tests.games.somme_1916.position import (
    allowed,
    asked,
    cell,
    entrenched,
    force,
    game,
    number,
    of_kind,
    only,
    place,
    play,
    points,
    refused,
    status,
    steps,
    study,
)

# Weather -------------------------------------------------------------------------------------------


def test_rain_is_snow_in_november() -> None:
    """5.5 (R004): on November 3 Rain is Snow, and nobody has air observation."""
    match = study("weather", "turn 19 \n 28R/110 N15 facing=6", scenario="away-to-siegfried", dice=[6, 1, 1])
    assert game(match).state.weather == "snow"
    assert game(match).state.observation == []


def test_fair_weather_gives_observation_by_die() -> None:
    """5.6: with a low die each side has air observation in fair weather."""
    match = study("weather", "turn 2 \n 28R/110 N15 facing=6 \n BrGun3 J15", dice=[1, 1, 1])
    assert game(match).state.weather == "fair"
    assert sorted(game(match).state.observation) == ["allied", "german"]


# Rows and columns ----------------------------------------------------------------------------------

GUNS = """
    BrGun3 J15
    BrGun2 J16
    BrGun4 J16
    28R/110 N15 facing=6
"""


def row(lines: str, square: str = "N15", side: int = ALLIED) -> str:
    match = study("bombardment allied", f"{lines}\n{GUNS}")
    return terrain_row(game(match), cell(match, square), side)


def test_the_ridge_counts_before_the_woods() -> None:
    """6.2.1 (EX01)."""
    assert row("terrain ridge N15 \n feature woods N15") == "ridge"


def test_mobile_germans_in_the_open_are_in_the_clear() -> None:
    """6.2.1 (R051)."""
    assert row("") == "clear"


def test_entrenched_germans_off_the_start_line_are_in_a_second_trench() -> None:
    """6.2.1, 7.1 (R099)."""
    match = study("bombardment allied", "BrGun3 J15 \n 28R/110 N15 mode=1 facing=6")
    assert terrain_row(game(match), cell(match, "N15"), ALLIED) == "second-trench"


def test_a_corner_only_square_is_no_start_trench() -> None:
    """7.1 (R099): C3 of the map."""
    match = study("bombardment allied", "28R/110 C3 mode=1 facing=6", board="map")
    assert terrain_row(game(match), cell(match, "C3"), ALLIED) == "second-trench"


@pytest.mark.parametrize(("factors", "column"), [(5, 0), (6, 2), (7, 3)])
def test_a_ridge_takes_six_factors(factors: int, column: int) -> None:
    """6.2.1 (EX02): 5 factors are an automatic miss, 6 may fire."""
    assert game(study("bombardment allied", GUNS)).setting.bombardment.column("ridge", factors) == column


def test_five_factors_may_not_fire_at_a_ridge() -> None:
    """6.2.1 (EX02)."""
    match = study("bombardment allied", "terrain ridge N15 \n BrGun1 J15 \n BrGun2 J16 \n 28R/110 N15 facing=6")
    refused(match, "bombard N15 by BrGun2", "6.2.1")


def test_four_factors_wait_for_more_against_a_ridge() -> None:
    """6.2.1."""
    match = study("bombardment allied", "terrain ridge N15 \n" + GUNS)
    play(match, "bombard N15 by BrGun3")
    refused(match, "fire", "6.2.1", "6 factors")


def test_seven_factors_against_clear_use_the_six_column() -> None:
    """6.2.1 (EX03, R009): the column of 6 factors is the fourth."""
    match = study("bombardment allied", GUNS)
    events = play(match, "bombard N15 by BrGun3", "join BrGun2", "fire")
    shells = only(events, "bombardment").data
    assert (shells["factors"], shells["row"], shells["column"]) == (7, "clear", 4)


# Range and who may fire ----------------------------------------------------------------------------


@pytest.mark.parametrize(("square", "distance"), [("M15", 3), ("N15", 4)])
def test_within_the_range_of_six(square: str, distance: int) -> None:
    """6.3.1 (EX04)."""
    match = study("bombardment allied", f"BrGun2 J15 \n 28R/110 {square} facing=6")
    assert match.setting.grid.distance(cell(match, "J15"), cell(match, square)) == distance
    assert allowed(match, f"bombard {square} by BrGun2")


def test_seven_squares_are_out_of_range() -> None:
    """6.3.1 (EX04)."""
    match = study("bombardment allied", "BrGun2 J15 \n 28R/110 Q15 facing=6")
    refused(match, "bombard Q15 by BrGun2", "6.3.1", "7 squares")


def test_a_gun_out_of_range_is_not_carried_by_another() -> None:
    """6.3.1 (R012)."""
    match = study("bombardment allied", "BrGun3 J15 \n BrGun2 K16 \n BrGun8 J17 \n 28R/110 R15 facing=6")
    play(match, "bombard R15 by BrGun3")
    refused(match, "join BrGun2", "6.3.1", "out of range")
    assert allowed(match, "join BrGun8")


def test_an_interdicted_gun_may_not_fire() -> None:
    """6.3.2 (R015)."""
    match = study("bombardment allied", 'interdicted {"J15": ["german", 1]} \n' + GUNS)
    refused(match, "bombard N15 by BrGun3", "6.3.2", "interdicted")


@pytest.mark.parametrize("marker", [1, 2])
def test_a_gun_out_of_good_order_may_not_fire(marker: int) -> None:
    """6.3.2."""
    match = study("bombardment allied", f"BrGun3 J15 status={marker} \n BrGun2 J16 \n 28R/110 N15 facing=6")
    refused(match, "bombard N15 by BrGun3", "6.3.2", "Good Order")


def test_a_gun_fires_once_and_a_target_may_be_hit_again() -> None:
    """6.3, 6.3.2 (R018)."""
    match = study("bombardment allied", GUNS)
    force(match, 6)
    play(match, "bombard N15 by BrGun3", "fire")
    refused(match, "bombard N15 by BrGun3", "6.3", "has already fired")
    assert allowed(match, "bombard N15 by BrGun2")


def test_engaged_squares_are_not_bombarded() -> None:
    """6.3.2."""
    match = study("bombardment allied", 'engaged {"N15": "allied"} \n BB4.1 N15 facing=2 \n' + GUNS)
    refused(match, "bombard N15 by BrGun3", "6.3.2", "engaged")


# Modifiers -----------------------------------------------------------------------------------------


def drm(lines: str, guns: str, side: int) -> int:
    match = study(f"bombardment {'allied' if side == ALLIED else 'german'}", lines)
    g = game(match)
    target = cell(match, "N15" if side == ALLIED else "F15")
    return total(modifiers(g, [number(match, u) for u in guns.split()], side, target, False))


def test_two_heavy_guns_one_out_of_supply_and_observation() -> None:
    """6.5.1 (EX05, R024): -2 +1 -1 = -2."""
    lines = "observation german \n GeGun8 J15 \n GeGun9 J16 \n GeGun2 T30 \n HQ-IX L15 mode=1 \n 46Div F15 facing=2"
    assert drm(lines, "GeGun8 GeGun9 GeGun2", GERMAN) == -2


def test_two_guns_out_of_supply_and_one_heavy_gun() -> None:
    """6.5.1 (R025): +1 +1 -1."""
    lines = "FrGun2 J15 \n HQ-XX H15 mode=1 \n BrGun1 J16 \n BrGun2 J17 \n 28R/110 N15 facing=6"
    assert drm(lines, "FrGun2 BrGun1 BrGun2", ALLIED) == 1


@pytest.mark.parametrize(("weather", "expected"), [("fair", 0), ("drizzle", 0), ("rain", 1)])
def test_a_gun_six_squares_from_its_hq(weather: str, expected: int) -> None:
    """6.3.2, 11.1 (R251): the supply range is 5 in rain."""
    lines = f"weather {weather} \n GeGun2 J15 \n HQ-IX P15 mode=1 \n 46Div F15 facing=2"
    assert drm(lines, "GeGun2", GERMAN) == expected


def test_cavalry_is_a_soft_target() -> None:
    """6.5.1: -2."""
    lines = "GeGun2 J15 \n HQ-IX L15 mode=1 \n 1Cav F15 facing=2"
    assert drm(lines, "GeGun2", GERMAN) == -2


def test_supply_can_be_taken_for_granted() -> None:
    lines = "assume supply all yes \n GeGun2 J15 \n 46Div F15 facing=2"
    assert drm(lines, "GeGun2", GERMAN) == 0


# Counter-battery Fire ------------------------------------------------------------------------------


def test_counter_battery_fire_rolls_for_each_gun() -> None:
    """6.4 (R022): value 3, dice 2 and 5: one gun is Disrupted, the other fires."""
    lines = """
        assume supply all yes
        BrGun2 J15
        BrGun4 J15
        unit G3 like GeGun2 front=3-3-5(6)
        G3 O15
        28R/110 N15 facing=6
    """
    match = study("bombardment allied", lines)
    force(match, 2, 5, 6)
    play(match, "bombard N15 by BrGun2", "join BrGun4")
    assert asked(match) == "counter-battery"
    events = play(match, "join G3")
    assert (status(match, "BrGun2"), status(match, "BrGun4")) == ("disrupted", "good order")
    assert only(events, "bombardment").data["factors"] == 3


# Results -------------------------------------------------------------------------------------------

BATTERY = """
    assume supply all yes
    BrGun2 J15
    BrGun4 J15
    BrGun6 J16
    BrGun7 J16
"""
HEAVY = """
    BrGun3 J15
    BrGun5 J15
    BrGun8 J16
    BrGun9 J16
"""

def test_a_vacant_square_is_interdicted_at_most() -> None:
    """6.5.1 (R030): a D on the table."""
    match = study("bombardment allied", BATTERY + "28R/110 V34 facing=6")
    force(match, 1)
    events = play(match, "bombard N15 by BrGun2", "join BrGun4", "fire")
    assert only(events, "bombardment").data["outcome"] == "D"
    assert list(game(match).state.interdicted) == [cell(match, "N15")]


def test_suppression_turns_the_entrenched_mobile_and_disruption_does_not() -> None:
    """6.5.1 (R033): four guns, 12 factors against the second trench, column 5."""
    lines = "28R/110 N15 mode=1 facing=6 \n GeGun2 N15 facing=6 status=0"
    for die, order, still in ((2, "disrupted", True), (3, "suppressed", False)):
        match = study("bombardment allied", BATTERY + lines)
        force(match, die)
        play(match, "bombard N15 by BrGun2", *(f"join {n}" for n in ("BrGun4", "BrGun6", "BrGun7")), "pass", "pass")
        assert (status(match, "28R/110"), status(match, "GeGun2")) == (order, order)
        assert entrenched(match, "28R/110") is still


def test_three_steps_fall_on_both_regiments() -> None:
    """6.5.2 (R037): two entrenched regiments, 3ST: two battalions, one of them Disrupted."""
    lines = "Bn1 pool \n Bn2 pool \n 28R/110 N15 mode=1 facing=6 \n 28R/111 N15 mode=1 facing=6"
    match = study("bombardment allied", "assume supply all yes \n observation allied \n" + HEAVY + lines)
    force(match, 1)
    play(match, "bombard N15 by BrGun3", *(f"join {n}" for n in ("BrGun5", "BrGun8", "BrGun9")))
    assert asked(match) == "loss"
    play(match, "lose 28R/110")  # the second step falls on the other regiment without a choice
    refused(match, "lose Bn1", "6.5.1")  # and the third is a Disruption
    play(match, "disrupt Bn1")
    assert (place(match, "Bn1"), place(match, "Bn2")) == ("N15", "N15")
    assert (entrenched(match, "Bn1"), entrenched(match, "Bn2")) == (True, True)
    assert (status(match, "Bn1"), status(match, "Bn2")) == ("disrupted", "good order")
    assert points(match, "allied") == 2


def test_a_battalion_may_be_disrupted_instead_of_dying() -> None:
    """6.5.1, 6.5.2 (R039): no victory point."""
    match = study("bombardment allied", BATTERY + "Bn1 N15 facing=6")
    force(match, 2)
    play(match, "bombard N15 by BrGun2", *(f"join {n}" for n in ("BrGun4", "BrGun6", "BrGun7")))
    assert asked(match) == "loss"
    play(match, "disrupt Bn1")
    assert (status(match, "Bn1"), points(match, "allied")) == ("disrupted", 0)


def test_a_division_of_seven_after_two_losses() -> None:
    """6.5.1, 6.5.3 (EX06): 7-5-6, then 5-3-6, then a 4-3-6 brigade."""
    match = study("bombardment german", "46Div F15 facing=2 \n BB4.1 pool \n BB3.1 pool \n GeGun2 J15")
    g, unit = game(match), number(match, "46Div")
    assert g.face(unit)[:3] == (7, 5, 6)
    assert lose_step(g, unit, "6.5.1", "bombardment") == unit
    assert g.face(unit)[:3] == (5, 3, 6)
    brigade = lose_step(g, unit, "6.5.1", "bombardment")
    assert (g.name(brigade), g.face(brigade)[:3]) == ("BB4.1", (4, 3, 6))
    assert (place(match, "BB4.1"), place(match, "46Div"), steps(match, "BB4.1")) == ("F15", "pool", 2)
    assert points(match, "german") == 2  # 13.2 (EX47): two steps, two points


# Air Bombardment -----------------------------------------------------------------------------------


def test_air_dice_of_six_use_the_eight_column() -> None:
    """6.6 (EX07): with damage 3 the result is Suppress."""
    match = study("air allied", "28R/110 N15 mode=1 facing=6")
    force(match, 2, 4, 3)
    events = play(match, "air N15")
    strike = only(events, "air-strikes").data
    assert (strike["column"], strike["outcome"]) == (5, "S")
    assert status(match, "28R/110") == "suppressed"


def test_air_adds_nothing_to_an_interdicted_square() -> None:
    """6.6 (R047)."""
    match = study("air allied", 'interdicted {"N15": ["allied", 1]} \n 28R/110 N15 facing=6')
    force(match, 2, 3, 4)
    events = play(match, "air N15")
    assert not of_kind(events, "interdicted")


def test_air_bombs_in_snow() -> None:
    """6.6 (R049)."""
    match = study("air allied", "weather snow \n turn 20 \n 28R/110 N15 facing=6", scenario="away-to-siegfried")
    assert allowed(match, "air N15")


def test_the_air_counter_goes_three_squares_behind_the_line() -> None:
    """6.6."""
    match = study("air allied", "28R/110 N15 facing=6")
    assert allowed(match, "air Q15")
    refused(match, "air R15", "6.6")


def test_the_air_counter_stays_near_the_line() -> None:
    """6.6 (rulings D03, D22): a unit far behind the line is out of reach, though it is the first of its row."""
    match = study("air allied", start=True, board="map")
    for square in ("C6", "F6", "F7", "L19", "O19"):
        assert allowed(match, f"air {square}")
    refused(match, "air P7", "6.6")  # Bapaume, thirteen squares behind the line
    refused(match, "air G6", "6.6")
    refused(match, "air B6", "6.6")  # the British 31st Division
    refused(match, "air P31", "6.6")


# Empty squares, ends of phases ---------------------------------------------------------------------


def test_an_empty_square_is_shelled_to_interdict_it() -> None:
    """6.3.3, 6.5.1 (ruling D23): once; a square that is interdicted already is no target any more."""
    match = study("bombardment allied", BATTERY + "28R/110 V34 facing=6")
    force(match, 1)
    play(match, "bombard N15 by BrGun2", "join BrGun4", "fire")
    assert game(match).state.interdicted == {cell(match, "N15"): ("allied", 1)}
    refused(match, "bombard N15 by BrGun6", "6.5.1", "already")
    assert allowed(match, "bombard N16 by BrGun6")


def test_own_squares_are_no_targets() -> None:
    """6.2."""
    match = study("bombardment allied", BATTERY + "46Div N15 facing=2 \n 28R/110 V34 facing=6")
    refused(match, "bombard N15 by BrGun2", "6.2", "own")


def test_bombardments_go_on_until_all_guns_have_fired() -> None:
    """6.1, 6.5: target after target; the phase ends with the last gun, or before it if the player likes."""
    lines = "assume supply all yes \n BrGun2 J15 \n BrGun4 J16 \n 28R/110 N15 facing=6 \n 28R/111 N17 facing=6"
    match = study("bombardment allied", lines, dice=[6, 6, 6, 6, 6])
    play(match, "bombard N15 by BrGun2", "fire")
    assert asked(match) == "bombardment"
    play(match, "bombard N17 by BrGun4")
    assert asked(match) != "bombardment"
    early = study("bombardment allied", lines)
    play(early, "end")
    assert asked(early) != "bombardment"


# Counter-battery by the table ----------------------------------------------------------------------

DUEL = """
    assume supply all yes
    BrGun2 J15
    BrGun4 J15
    GeGun9 O15
    GeGun8 O16
    28R/110 N15 facing=6
"""


def answered_by_table(die: int, lines: str, *guns: str) -> tuple[Match, list[Event]]:
    match = study("bombardment allied", lines, counter_battery="table")
    play(match, "bombard N15 by BrGun2", "join BrGun4")
    force(match, die, 6)
    events = play(match, *(f"join {gun}" for gun in guns))
    while match.decision is not None and asked(match) == "loss":
        events += play(match, "lose BrGun2")
    return match, events


@pytest.mark.parametrize(("die", "outcome"), [(4, "ST"), (5, "D"), (6, "S")])
def test_counter_battery_fire_on_the_table(die: int, outcome: str) -> None:
    """6.4.1 (printed option): the firing square is bombarded, and guns that are hit in any way do not fire."""
    match, events = answered_by_table(die, DUEL, "GeGun9", "GeGun8")
    answer = of_kind(events, "bombardment")[0].data
    assert (answer["target"], answer["factors"], answer["drm"]) == (cell(match, "J15"), 11, -2)
    assert answer["outcome"] == outcome
    silenced = only(events, "silenced").data["units"]
    assert number(match, "BrGun2") in silenced
    if outcome == "ST":  # the other gun is unhurt and fires its 3 factors
        assert (steps(match, "BrGun2"), silenced) == (1, [number(match, "BrGun2")])
        assert of_kind(events, "bombardment")[1].data["factors"] == 3
    else:
        assert number(match, "BrGun4") in silenced
        assert of_kind(events, "too-few")


def test_counter_battery_fire_that_misses_on_the_table() -> None:
    """6.4.1: without a hit the bombardment goes on."""
    lines = DUEL.replace("GeGun9 O15", "").replace("GeGun8 O16", "GeGun2 O15")
    _, events = answered_by_table(6, lines, "GeGun2")
    assert of_kind(events, "bombardment")[0].data["outcome"] == "-"
    assert of_kind(events, "bombardment")[1].data["factors"] == 6


# Guns and HQs --------------------------------------------------------------------------------------


def test_the_ladder_of_a_gun() -> None:
    """6.5.4, 13.2: reduced, then Disrupted without a point, then eliminated."""
    match = study("bombardment german", "BrGun5 F15 facing=2 \n GeGun2 J15")
    g, gun = game(match), number(match, "BrGun5")
    for _ in lose_steps(g, [gun], 1, "6.5.4", "bombardment"):
        pass
    assert (steps(match, "BrGun5"), status(match, "BrGun5"), points(match, "german")) == (1, "good order", 1)
    for _ in lose_steps(g, [gun], 1, "6.5.4", "bombardment"):
        pass
    assert (steps(match, "BrGun5"), status(match, "BrGun5"), points(match, "german")) == (1, "disrupted", 1)
    for _ in lose_steps(g, [gun], 1, "6.5.4", "bombardment"):
        pass
    assert (place(match, "BrGun5"), points(match, "german")) == ("pool", 2)


def test_the_ladder_of_an_hq() -> None:
    """6.5.4: the first loss Disrupts, the second eliminates."""
    match = study("bombardment german", "HQ-VII F15 facing=2 \n GeGun2 J15")
    g, hq = game(match), number(match, "HQ-VII")
    assert [list(lose_steps(g, [hq], 1, "6.5.4", "bombardment")), status(match, "HQ-VII")] == [[], "disrupted"]
    assert points(match, "german") == 0
    assert list(lose_steps(g, [hq], 1, "6.5.4", "bombardment")) == []
    assert (place(match, "HQ-VII"), points(match, "german")) == ("pool", 1)


# Mines ---------------------------------------------------------------------------------------------


def mined(unit: str, face: str) -> Match:
    lines = f"mines F16 F18 \n Bn9 pool \n {unit} \n 28R/111 F18 mode=1 facing=6 \n 46Div A34 facing=2"
    match = study("mines allied", lines)
    force(match, 1, game(match).setting.mine_faces.index(face) + 1, 6, 6)
    play(match, "detonate F16")
    return match


def test_a_mine_under_a_regiment() -> None:
    """14.1.3: D/L leaves an entrenched battalion, Disrupted."""
    match = mined("28R/110 F16 mode=1 facing=6", "D/L")
    assert (place(match, "28R/110"), place(match, "Bn9"), status(match, "Bn9")) == ("pool", "F16", "disrupted")
    assert entrenched(match, "Bn9")


def test_a_mine_under_a_battalion() -> None:
    """14.1.3, 6.5.2 (ruling X34): on its last step it may be Disrupted instead, also when it stands alone."""
    match = mined("Bn1 F16 mode=1 facing=6", "L")
    assert asked(match) == "loss"
    play(match, "disrupt Bn1")
    assert (place(match, "Bn1"), status(match, "Bn1"), points(match, "allied")) == ("F16", "disrupted", 0)


def test_fire_tells_every_modifier_with_its_case() -> None:
    """6.5.1 (and 6.4): two heavy guns, one gun out of supply, air observation; the rows make the sum."""
    lines = "observation german \n unit A like GeGun1 front=9-2-5(9) \n unit B like GeGun2 front=9-2-5(9) \n"
    lines += "A M15 facing=6 \n B M16 facing=6 \n 46Div J15 facing=2 \n HQ-IX M20 mode=1"
    match = study("bombardment german", lines, dice=[3])
    shown = only(play(match, "bombard J15 by A", "join B"), "bombardment").data
    assert shown["rows"] == [("heavy guns", -2, "6.5.1"), ("air observation", -1, "5.6")]
    assert shown["drm"] == -3
