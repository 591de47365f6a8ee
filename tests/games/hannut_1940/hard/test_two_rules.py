"""Places where two rules meet, found by a third reading of the book; in the order of its chapters."""

from __future__ import annotations

from grognard.engine import Match
from grognard.games.hannut_1940.state import ACTIVE, TIRED
from tests.games.hannut_1940.hard.position import (
    CALM,
    GEMBLOUX,
    SILENT,
    answer,
    fight,
    go_on,
    position,
    resolve,
    settle,
)
from tests.games.hannut_1940.position import (
    allowed,
    asked,
    fatigue,
    force,
    game,
    listed,
    number,
    place,
    play,
    refused,
    study,
    until,
)
from tests.games.hannut_1940.test_results import Table

# -- chapters 6 and 7 --


def pair(hex: str) -> Match:
    return study("movement german", f"{SILENT} I/12Sch 5504 \n 4/35Pz {hex}")


def test_6_0_a_tank_company_picked_up_on_the_way() -> None:
    """6.0, 7.1: the battalion goes on with the company it has met, hex by hex."""
    match = pair("5505")
    play(match, "move I/12Sch 5505", "march I/12Sch 5506")
    assert allowed(match, "march I/12Sch 5507")
    play(match, "march I/12Sch 5507")
    assert place(match, "4/35Pz") == "5507"


def test_6_0_a_pair_that_parts_is_two_units() -> None:
    """6.0, 7.1: who is left behind has moved; nobody goes back to him."""
    match = pair("5504")
    play(match, "march I/12Sch 5505", "move I/12Sch 5506")
    refused(match, "move 4/35Pz 5605", "6.0", "finished")
    assert allowed(match, "move I/12Sch 5507")


def test_6_2_a_jam_at_the_edge_of_the_map() -> None:
    """6.2, 18.1: whoever enters by road where two Mech steps stand goes no further along it."""
    match = position("movement german", CALM, turn=2)
    play(match, "enter I/5Pz 5601", "enter 4/5Pz 5601")
    unit = number(match, "4/5Pz")
    assert game(match).state.on_road[unit] == 0
    assert game(match).state.on_wheels[unit] > 0  # 6.1: off the road it may


def test_18_1_why_nobody_enters_there() -> None:
    """18.1, 7.1: enemies in the entry hex, no room, or no entry hex; 6.3: a prepared pair."""
    match = position("movement german", CALM + "I/11RDP 5801", turn=2)
    play(match, "enter I/5Pz 5601", "enter I/6Pz 5601")
    refused(match, "enter II/5Pz 5601", "7.1", "three units")
    refused(match, "enter 3Pz-HQ 5801", "18.1", "enemy units")
    refused(match, "enter 3Pz-HQ 5505", "18.1", "does not enter")
    match = study("movement german", f"{SILENT} I/12Sch 5504 mark=PA \n 4/35Pz 5504 mark=PA")
    refused(match, "march I/12Sch 5505", "6.3", "one after the other")


# -- chapter 9 --


def test_9_3_1_nobody_is_made_to_change_his_division() -> None:
    """9.3.1, 5.1.1: a corps unit whose HQ was lost may stay with the division; the owner attaches and detaches."""
    lines = "2DLM-HQ eliminated \n 15Mot-HQ 4013 \n GRCA-IV 4012 attached=2-dlm \n 4Pz-HQ 5702"
    match = position("dawn", lines, turn=7, supply=None)
    until(match, "command-attach")
    assert listed(match) == ["attach GRCA-IV to 15-mot", "attach GRCA-IV to 2-dlm"]


# -- chapter 11 --


def test_11_3_two_divisions_in_one_retreat() -> None:
    """11.1, 11.3: one way for both, to the HQ of the one or of the other, as their owner wants."""
    lines = CALM + "3DLM-HQ 5102 \n 2DLM-HQ 5110 \n I/11RDP 5405 \n I/1RDP 5405 \n I/12Sch 5504 mark=TA \n 4Pz-HQ 5702"
    match = study("assault german", lines)
    resolve(match, "assault I/12Sch 5405", "lead I/11RDP", defender="1")
    play(match, "give")
    assert sorted(listed(match)) == ["retreat 5304", "retreat 5305", "retreat 5406"]


# -- chapter 12 --


def test_12_0_forced_off_by_a_check_they_may_step_back() -> None:
    """12.0, ruling C23: with the option the stack checks like any other, and may go back like any other."""
    lines = SILENT + "I/12Sch 5504 mark=PA \n I/33Sch 5204 mark=PA \n I/36Pz 4904 mark=PA \n II/36Pz 4604 mark=PA \n"
    lines += "I/11RDP 5505 \n II/11RDP 5205 \n III/11RDP 4905 \n I/2Cuir 4605"
    match = study("adjustment german", lines.replace("static 4-pz", "static"), forced_removal="check", dice=(0,))
    play(match, "drop I/12Sch")
    assert asked(match) == "step-back"


# -- chapter 13 --


def test_13_11_7_hits_of_a_mixed_stack_are_counted_on() -> None:
    """13.11.6, 13.11.7, ruling C76: the battalion on foot lost its step to the mandatory hits, has gone its two hexes
    and is at fatigue 2, so the hit that the Mech unit walks off is ignored for it."""
    lines = "I/12Sch 5504 \n I/1RTM 5505 fatigue=2 \n GRDI80 5505"
    table = Table(lines, "I/12Sch", ["-", "(2)3"]).play("give")
    assert table.unit("I/1RTM")[1:] == (2, 2)
    assert table.unit("GRDI80")[1:] == (1, 0)


def test_13_11_7_a_mixed_stack_is_driven_back() -> None:
    """13.11.7, ruling C76: further hexes satisfy hits of the Mech unit that goes them, not of the other."""
    lines = "I/12Sch 5504 \n I/1RTM 5505 \n GRDI80 5505"
    table = Table(lines, "I/12Sch", ["-", "*3"], dice=[9, 9]).play("stay", "tire", "tire")
    assert table.unit("I/1RTM")[1:] == (2, 2)  # four hits: the second hex, a step, two levels
    assert table.unit("GRDI80")[1:] == (2, 0)


def test_13_8_5_the_best_rating_is_one_that_counts() -> None:
    """13.8.5, 13.11.4, ruling C21: by the option, of the units in supply; among equals their owner names one."""
    lines = SILENT + "I/35Pz 5504 mark=PA \n I/2Cuir 5505 supply=1 \n II/11RDP-H35 5505"
    match = study("assault german", lines, armor_unit="best", dice=(50, 50))
    assert fight(match, "assault I/35Pz 5505", "lead I/2Cuir")["modifiers"]["armor or anti-tank"] == -20
    lines = lines.replace(" supply=1", "").replace("II/11RDP-H35", "I/1Cuir")
    match = study("assault german", lines, armor_unit="best")
    answer(match, "assault I/35Pz 5505", "lead I/2Cuir")
    assert listed(match) == ["armor I/1Cuir", "armor I/2Cuir"]


def test_13_12_only_who_took_part_advances() -> None:
    """7.2, 13.12: the third battalion of an overstack did not fight."""
    lines = SILENT + "I/12Sch 5504 mark=PA \n II/12Sch 5504 mark=PA \n III/12Sch 5504 mark=PA \n AT47-3DLM 5505"
    match = study("assault german", lines)
    resolve(match, "assault I/12Sch 5505", "join II/12Sch", "join III/12Sch", "count I/12Sch,II/12Sch",
            "lead I/12Sch", "armor AT47-3DLM", defender="(2)2")  # fmt: skip
    assert listed(match) == ["advance I/12Sch 5505", "advance II/12Sch 5505", "end"]


def test_13_13_1_aircraft_of_an_overrun_need_no_spotter() -> None:
    """10.3.3, 10.3.7, 13.13.1: observed from the air, so a company does not limit them to 2."""
    lines = SILENT + "air german=5 french=0 \n 4/35Pz 5405 mark=EXP \n AT47-3DLM 5404"
    match = position("exploitation german", lines, turn=5)
    play(match, "overrun 4/35Pz 5404")
    assert "strafe 3" in listed(match)


def passed(more: str = "") -> Match:
    """I/35Pz has overrun II/11RDP in 5405 with success; it has stayed there."""
    lines = "link primary 5404-5405-5406-5505 \n" + SILENT
    match = study("exploitation german", lines + f"I/35Pz 5404 mark=EXP \n II/11RDP 5405 \n {more}", turn=5)
    resolve(match, "overrun I/35Pz 5405", defender="1", dice=(0,))
    play(match, "stay")
    return match


def test_13_13_2_whom_he_has_overrun_he_ignores() -> None:
    """13.13.2: not even another overrun; a different unit may (13.13), at once."""
    match = passed("I/36Pz 5304 mark=EXP")
    play(match, "place 5406")
    refused(match, "overrun I/35Pz 5405", "13.13.2", "ignores")
    assert "overrun I/36Pz 5405" in listed(match)


def test_13_13_2_the_overrun_do_not_help_their_neighbors() -> None:
    """13.13.2, 13.7.3, 13.8.4: neither a shift nor their regiment."""
    match = passed("I/11RDP 5505 \n terrain woods 5406")
    play(match, "place 5406")
    force(match, 50, 50)
    rows = fight(match, "overrun I/35Pz 5505", "support 5405")
    assert "adjacent defenders" not in rows["shifts"]
    assert "regimental integrity" not in rows["modifiers"]


def test_13_7_3_an_overrun_hex_has_defended() -> None:
    """13.0, 13.7.3: in the same phase it supports nobody; in the next one it does."""
    lines = SILENT + "I/35Pz 5404 mark=EXP \n I/36Pz 5506 mark=EXP \n II/11RDP 5405 \n II/2Cuir 5505"
    match = study("exploitation german", lines, turn=5)
    events = resolve(match, "overrun I/36Pz 5505", "support 5405", attacker="1", dice=(0, 0, 0))
    assert events
    settle(match, "stay", "lose")
    assert [match.setting.grid.ids[c] for c in game(match).state.assaulted] == ["5505"]
    go_on(match, 5, "french", "german-exploitation")
    assert game(match).state.assaulted == []


# -- chapters 14 and 19 --


def test_9_2_a_night_with_activity_is_no_rest() -> None:
    """9.2, 14.0, ruling C77: whoever was halved instead of tired has defended all the same: one level, not all."""
    lines = GEMBLOUX + CALM + "I/1RTM 4011 fatigue=2 \n I/3Sch 4010 mark=TA \n awake german"
    match = position("assault german", lines, turn=6)
    resolve(match, "assault I/3Sch 4011", "spare I/1RTM", "hold", attacker="-", defender="-")
    assert (fatigue(match, "I/1RTM"), game(match).state.tired[number(match, "I/1RTM")]) == (2, ACTIVE)
    lines = GEMBLOUX + CALM + "I/1RTM 3711 fatigue=2 tired={} \n I/3Sch 4010"
    for was, left in ((0, 0), (TIRED, 1), (ACTIVE, 1)):
        assert fatigue(position("recovery french", lines.format(was), turn=6), "I/1RTM") == left


def test_14_0_nobody_is_halved_for_nothing() -> None:
    """14.0, 19.5: with a real chit in effect, or tired tonight already, a defender has no fatigue to avoid."""
    lines = GEMBLOUX + CALM + "I/1RTM 4011 mark=TA \n I/3Sch 4010 tired={} \n awake {}"
    for tired, awake, question in ((0, "french", "spare"), (0, "german french", ""), (TIRED, "french", "")):
        match = position("assault french", lines.format(tired, awake), turn=6, dice=(50, 50, 5))
        answer(match, "assault I/1RTM 4010")
        assert (asked(match) == "spare") == bool(question)


def test_19_8_any_panzer_division_keeps_its_fuel() -> None:
    """19.8: also one whose HQ was lost."""
    match = position("low-fuel german", "4Pz-HQ 5702 \n 3Pz-HQ eliminated \n I/5Pz 5602 \n fuel 7", turn=7)
    assert listed(match) == ["fuel 3-pz", "fuel 4-pz"]


def test_19_6_points_for_a_lost_hq() -> None:
    """19.6, ruling C53: what arrives for an HQ in the box counts from the next Command Phase in which it is back."""
    match = position("player-turn german", "4Pz-HQ 5702 \n 20Mot-HQ eliminated", turn=11)
    state = game(match).state
    assert (state.base["20-mot"], state.level.get("20-mot", 0), state.bp.get("20-mot", 0)) == (9, 0, 0)


# -- the other settings of options --


def test_c37_a_real_chit_that_is_kept_joins_no_other() -> None:
    """19.5, ruling C37: one chit lies aside; the one that lay there goes into the bin, none is lost."""
    lines = "chit german=REAL \n bins german:real=0 german:dummy=2 german:aside=2 german:lies=1 \n awake german"
    match = position("end-of-turn french", lines, turn=3, german_chits="kept")
    bins = game(match).state.bins
    drawn = {1: "german:dummy", 2: "german:real"}[bins["german:drawn"]]
    assert bins["german:aside"] == 2
    left = {key: bins[key] + (key == drawn) for key in ("german:real", "german:dummy")}
    assert left == {"german:real": 1, "german:dummy": 2}


def test_c76_a_stack_without_a_way_holds_no_other_back() -> None:
    """11.2, 13.11.7: together is asked of a stack; attackers of another hex go their way."""
    lines = "I/12Sch 5504 mark=PA \n I/33Sch 5506 mark=PA \n I/11RDP 5505 \n II/11RDP 5503 \n I/2Cuir 5404 \n "
    lines += "II/2Cuir 5405 \n I/1Cuir 5604 \n II/1Cuir 5605"
    table = Table(lines, "I/12Sch I/33Sch", ["1", "-"], dice=[9], mixed_retreat="together").play("stay")
    assert table.unit("I/12Sch")[0] == "5504"
    assert table.unit("I/33Sch")[0] != "5506"


def test_c10_houses_are_seen_from_the_next_hex() -> None:
    """8.0, 8.2, ruling C10: by the option an adjacent spotter sees into a village, one on a hill far away does not."""
    lines = SILENT + "bp 4-pz=9 \n level 4-pz=9 \n feature village 5504 \n feature vantage-point 5304 \n "
    lines += "I/11RDP 5504 \n I/12Sch {}"
    far, near = [study("artillery-active german", lines.format(hex), village_fire="yes") for hex in ("5304", "5404")]
    refused(far, "fire I/12Sch at 5504 with 6", "8.0")
    assert allowed(near, "fire I/12Sch at 5504 with 6")


def test_c39_all_points_until_the_next_command_phase() -> None:
    """4.3.4, 9.1.2, ruling C39: by the option an HQ that came in the afternoon has them all at night, too."""
    match = position("movement german", CALM, turn=2, arriving_bp="full")
    play(match, "enter 3Pz-HQ 5701")
    go_on(match, 3)
    assert game(match).state.bp["3-pz"] == 9
    go_on(match, 4, "german", "markers")
    assert "3-pz" not in game(match).state.newcomers
