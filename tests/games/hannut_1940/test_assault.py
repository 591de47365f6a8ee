"""Ground assaults (13.0 to 13.10): designation, strengths, shifts, modifiers, dice."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.engine import preview as previews
from grognard.games.hannut_1940.rules.odds import (
    Assault,
    armor_bonus,
    modifier_rows,
    possible_reserves,
    quarters,
    regiment_units,
    shift_rows,
    strength_rows,
    supporting_hexes,
    terrain_lines,
    work_out,
)
from grognard.games.hannut_1940.state import Mark
from grognard.games.hannut_1940.tables import COLUMNS
from grognard.rules.arithmetic import total
from tests.games.hannut_1940.position import (
    allowed,
    asked,
    cell,
    game,
    listed,
    mark,
    number,
    of_kind,
    only,
    play,
    refused,
    study,
    until,
)

HQS = "4Pz-HQ 5501 \n 3DLM-HQ 5510"


def attack(lines: str, attackers: str, target: str = "5505", turn: int = 4, **options: Any) -> Assault:
    """An assault on a hex, put together without asking: the first units lead."""
    match = study("assault german", f"{HQS} \n {lines} \n awake german", turn=turn, **options)
    g = game(match)
    a = Assault(g, [number(match, uid) for uid in attackers.split()], cell(match, target))
    a.units[1] = list(g.stack[a.cell])
    a.lead = [a.units[0][0], a.units[1][0]]
    return a


def shifts(a: Assault) -> dict[str, int]:
    return {row.what: row.value for row in shift_rows(a)}


# -- 10.2, 13.2, 13.3 --


def test_10_2_tactical_assaults_are_marked_in_step_1() -> None:
    """10.2, 10.0, 5.5, 13.3, HAN-311."""
    match = study(
        "tactical german",
        f"{HQS} \n I/12Sch 5504 \n II/12Sch 5502 \n PzJg49 5605 \n I/35Pz 5405 mark=EXP \n I/11RDP 5505",
    )
    assert allowed(match, "assign I/12Sch")
    refused(match, "assign II/12Sch", "10.2", "no enemy")
    refused(match, "assign PzJg49", "5.5", "cannot attack")
    refused(match, "assign I/35Pz", "10.2", "already has a marker")
    refused(match, "mark I/12Sch pa", "4.3.2")
    play(match, "assign I/12Sch")
    assert mark(match, "I/12Sch") == Mark.TA
    play(match, "unassign I/12Sch")
    assert mark(match, "I/12Sch") == Mark.NONE
    match = study("markers german", f"{HQS} \n PzJg49 5605 \n I/12Sch 5504")
    refused(match, "mark PzJg49 pa", "5.5")
    refused(match, "mark 4Pz-HQ pa", "13.3", "HQ")


def test_19_5_no_assaults_at_night_without_a_real_chit() -> None:
    """19.5, 13.0."""
    match = study("markers german", f"{HQS} \n I/12Sch 5504 \n I/11RDP 5505", turn=6)
    refused(match, "mark I/12Sch pa", "19.5", "night chit")
    match = study("combat-begin german", f"{HQS} \n I/12Sch 5504 \n I/11RDP 5505 \n bp 4-pz=1", turn=6)
    assert asked(match) == "artillery", "no TA markers to place"


def test_13_2_a_hex_is_assaulted_once() -> None:
    """13.2, HAN-143, 11.2."""
    match = study(
        "assault german",
        f"{HQS} \n I/12Sch 5504 mark=PA \n I/11RDP 5505 \n II/11RDP 5604 \n assaulted 5505 \n safe 5404 \n "
        "III/11RDP 5404",
    )
    refused(match, "assault I/12Sch 5505", "13.2", "was already assaulted")
    refused(match, "assault I/12Sch 5404", "11.2", "retreated")
    assert allowed(match, "assault I/12Sch 5604")
    refused(match, "end", "13.3", "must attack")


def test_13_3_pa_units_join_from_other_hexes_and_ta_units_do_not() -> None:
    """13.3, ruling C24."""
    around = "II/12Sch 5605 mark={} \n III/12Sch 5504 mark={} \n I/12Sch 5504 mark={} \n I/11RDP 5505"
    match = study("assault german", f"{HQS} \n {around.format('PA', 'PA', 'PA')}")
    play(match, "assault I/12Sch 5505")
    assert set(listed(match)) == {"join II/12Sch", "join III/12Sch"}
    match = study("assault german", f"{HQS} \n {around.format('TA', 'TA', 'TA')}")
    play(match, "assault I/12Sch 5505")
    assert set(listed(match)) == {"join III/12Sch"}


def test_12_0_a_division_has_so_many_assaults() -> None:
    """12.0, 9.1.2: three of a mobile German division, in halves."""
    match = study(
        "assault german",
        f"{HQS} \n spent 4-pz=5 \n I/12Sch 5504 mark=PA \n II/12Sch 5605 mark=TA \n I/11RDP 5505 \n II/11RDP 5606",
    )
    refused(match, "assault I/12Sch 5505", "12.0", "all the ground assaults")
    assert allowed(match, "assault II/12Sch 5606")


def test_13_1_step_by_step() -> None:
    """13.1, 13.9, 13.10: the defender picks the terrain, the attacker shows and commits first, then the defender."""
    match = study(
        "assault german",
        f"{HQS} \n terrain rough 5505 \n terrain forest 5505 \n feature village 5505 \n "
        "I/12Sch 5504 mark=PA \n 4/35Pz 5504 mark=PA \n 8/35Pz 5504 mark=PA \n"
        " I/11RDP 5505 \n AT47-3DLM 5505 \n II/11RDP 5405",
        dice=[50, 50, 0, 0, 0, 0],
    )
    kinds = []
    play(match, "assault I/12Sch 5505", "join 4/35Pz", "join 8/35Pz")
    while asked(match) not in ("stay-or-retreat", "loss", "hit"):
        decision = match.decision
        assert decision is not None
        kinds.append((decision.side[0], decision.kind))
        play(match, next(a for a in listed(match) if not a.startswith("hold")))
        if len(kinds) > 12:
            break
    assert kinds[:3] == [("f", "line"), ("g", "lead"), ("g", "armor")]
    assert ("f", "lead") in kinds
    assert kinds.index(("g", "armor")) < kinds.index(("f", "lead"))
    events = match.events()
    assert [e.kind for e in of_kind(events, "revealed")] == ["revealed"] * 2
    assert only(events, "result").data["column"] in COLUMNS


# -- 13.4 --


def test_13_4_strengths_are_halved_quartered_and_rounded_down() -> None:
    """13.4, 2.3, HAN-005, HAN-149, rulings C01 and C19: two halvings quarter; rounded down, one at least."""
    a = attack(
        "I/12Sch 5504 fatigue=1 \n II/12Sch 5504 supply=1 fatigue=1 \n I/11RDP 5505 1 fatigue=2", "I/12Sch II/12Sch"
    )
    assert [quarters(a, u, 0) for u in a.units[0]] == [10, 5]
    assert total(strength_rows(a, 0)) == 3
    assert total(strength_rows(a, 1)) == 1
    a = attack("I/12Sch 5504 supply=2 \n I/11RDP 5505", "I/12Sch")
    assert total(strength_rows(a, 0)) == 2, "On-Hand Supply halves too"


def test_13_4_combined_arms() -> None:
    """13.4, HAN-146: AFVs alone against cover are halved, with an armor rating of zero; not if only AFVs fight."""
    lines = "feature village 5505 \n I/35Pz 5504 \n {} 5505"
    a = attack(lines.format("I/11RDP"), "I/35Pz")
    a.armor[0] = a.units[0][0]
    assert total(strength_rows(a, 0)) == 3
    assert armor_bonus(a) == 0
    assert total(strength_rows(attack(lines.format("I/1Cuir"), "I/35Pz"), 0)) == 6
    assert total(strength_rows(attack(lines.format("I/11RDP") + "\n I/12Sch 5504", "I/35Pz"), 0)) == 6
    assert total(strength_rows(attack("terrain rough 5505 \n I/35Pz 5504 \n I/11RDP 5505", "I/35Pz"), 0)) == 6


def test_14_0_a_spared_defender_is_halved() -> None:
    """14.0, 13.4, ruling C79, HAN-230."""
    a = attack("I/12Sch 5504 \n I/1RTM 5505", "I/12Sch", turn=6)
    assert total(strength_rows(a, 1)) == 6
    a.spared = a.units[1]
    assert total(strength_rows(a, 1)) == 3


# -- 13.2, 13.5, 13.6 --


@pytest.mark.parametrize(
    ("ground", "lines"),
    [
        ("", [1]),
        ("feature location 5505", [1]),
        ("feature village 5505", [2]),
        ("terrain forest 5505 \n feature village 5505", [2, 3]),
    ],
)
def test_13_2_terrain_lines(ground: str, lines: list[int]) -> None:
    """13.2, HAN-152: the defender chooses."""
    match = study("movement german", f"{ground} \n I/12Sch 5504")
    assert terrain_lines(game(match), cell(match, "5505")) == lines


def test_13_6_1_the_ratio_is_rounded_for_the_defender() -> None:
    """13.5, 13.6, 13.6.1, 13.7.6, HAN-161: and the ends of the table hold."""
    match = study("movement german", "I/12Sch 5504")
    gat = game(match).setting.tables.gat
    ones = gat.ratios[1].index((1, 1))
    assert gat.column(1, 10, 10) == ones
    assert gat.column(1, 14, 10) == ones
    assert gat.column(1, 1, 99) == 0
    assert gat.column(1, 99, 1) == len(COLUMNS) - 1
    a = attack("I/12Sch 5504 mark=PA \n II/12Sch 5504 mark=PA \n shifts 5505=2 \n 3DLM-HQ 5505", "I/12Sch II/12Sch")
    assert COLUMNS[work_out(a).column] == "N", "shifts beyond the last column are ignored"


# -- 13.7 --


def test_13_7_1_attacker_shifts() -> None:
    """13.7, 13.7.1, 13.7.5: PA, AS, combat reserve, divisions, exploitation."""
    a = attack("I/12Sch 5504 mark=PA \n I/11RDP 5505 mark=CR \n I/1RDP 5505 mark=EXP \n shifts 5505=2", "I/12Sch")
    assert sum(shifts(a).values()) == 1 + 2 + 1 + 1 + 1
    a = attack("I/12Sch 5504 mark=TA \n I/11RDP 5505", "I/12Sch")
    assert shifts(a) == {}


def test_13_7_2_defender_shifts() -> None:
    """13.7.2: vantage point, AS on attackers, night, improved position, divisions."""
    a = attack(
        "feature vantage-point 5505 \n ip 5505=2 \n I/12Sch 5504 mark=TA \n I/3Sch 5504 mark=TA \n "
        "I/11RDP 5505 \n shifts 5504=1",
        "I/12Sch I/3Sch",
        turn=6,
    )
    assert sum(shifts(a).values()) == -5


def test_13_7_1_who_exploited_defends_worse() -> None:
    """13.7.1, HAN-299: French PA units attack it with a column more (that it halts nobody is in H06-02)."""
    match = study("assault french", "3DLM-HQ 5105 \n I/11RDP 5504 mark=PA \n I/12Sch 5505 mark=EXP \n 4Pz-HQ 5703")
    assert allowed(match, "assault I/11RDP 5505")
    g = game(match)
    a = Assault(g, [number(match, "I/11RDP")], cell(match, "5505"))
    a.units[1] = list(g.stack[a.cell])
    assert shifts(a) == {"prepared assault": 1, "exploitation marker among the defenders": 1}


def test_9_3_1_an_attached_unit_is_of_the_division() -> None:
    """9.3, 9.3.1, HAN-314: no shift for different divisions."""
    match = study(
        "assault french",
        "15Mot-HQ 5001 \n I/4RI 5004 mark=PA \n 35BCC 5004 mark=PA attached=15-mot \n I/12Sch 5005",
        turn=7,
    )
    g = game(match)
    a = Assault(g, [number(match, "I/4RI"), number(match, "35BCC")], cell(match, "5005"))
    a.units[1] = list(g.stack[a.cell])
    assert "attackers of different divisions" not in shifts(a)


def test_7_2_an_overstack_is_shifted_against() -> None:
    """7.2, 13.7.1, 13.7.2, ruling C07."""
    a = attack("I/12Sch 5504 \n I/11RDP 5505", "I/12Sch")
    a.overstacked = [True, True]
    assert shifts(a) == {"attackers overstacked": -1, "defenders overstacked": 1}


def test_7_2_only_a_legal_stack_defends() -> None:
    """7.2: the owner picks."""
    match = study(
        "assault german",
        f"{HQS} \n I/12Sch 5504 mark=PA \n I/11RDP 5505 \n II/11RDP 5505 \n III/11RDP 5505",
        dice=[0, 0],
    )
    play(match, "assault I/12Sch 5505")
    until(match, "overstack")
    assert len(listed(match)) == 3
    play(match, listed(match)[0])
    until(match, "never" if match.decision is None else "stay-or-retreat")
    rows = only(match.events(), "odds").data["odds"]
    assert len([row for row in rows["defence"] if row["case"] == "5.4"]) == 2


def test_13_7_3_supporting_hexes() -> None:
    """13.7.3, 13.7.5, HAN-155, HAN-158, ruling C74."""
    lines = "I/12Sch 5504 mark=PA \n I/11RDP 5505 \n"
    a = attack(lines + "Eng1-3DLM 5405 \n II/11RDP 5403 \n III/11RDP 5506", "I/12Sch")
    assert supporting_hexes(a) == [a.g.setting.grid.cell("5405")], "next to both, not only to one of them"
    assert supporting_hexes(attack(lines + "3DLM-HQ 5405", "I/12Sch")) == []
    assert supporting_hexes(attack(lines + "II/11RDP 5405 \n shifts 5405=1", "I/12Sch")) == []
    assert supporting_hexes(attack(lines + "II/11RDP 5405 \n assaulted 5405", "I/12Sch")) == []
    assert supporting_hexes(attack(lines + "II/11RDP 5405 \n supporting 5405", "I/12Sch")) == []
    a = attack(lines + "feature vantage-point 5405 \n II/11RDP 5405", "I/12Sch")
    a.supports = supporting_hexes(a)
    assert sum(shifts(a).values()) == 1 - 2


def test_13_7_4_engineers_take_away_an_improved_position() -> None:
    """13.7.4, 16.0: unless engineers defend it."""
    lines = "ip 5505=2 \n Pio79 5504 \n I/11RDP 5505"
    assert "improved position" not in shifts(attack(lines, "Pio79"))
    assert "improved position" in shifts(attack(f"{lines} \n Eng1-3DLM 5505", "Pio79"))


# -- 13.8 --


def test_13_8_2_the_better_lead_unit() -> None:
    """13.8, 13.8.2: five points for each point of difference."""
    a = attack("I/35Pz 5504 \n I/11RDP 5505", "I/35Pz")
    assert total(modifier_rows(a)) == 10


def test_13_8_3_combat_reserves() -> None:
    """13.8.3, HAN-170: battalions of two steps of the division, within three hexes; not in the hex (ruling D08)."""
    a = attack(
        "I/12Sch 5504 mark=PA \n II/12Sch 5502 mark=CR \n III/12Sch 5503 mark=CR fatigue=1 \n I/33Sch 5602 1 mark=CR \n"
        " I/3Sch 5603 mark=CR \n II/33Sch 6004 mark=CR \n I/11RDP 5505 mark=CR",
        "I/12Sch",
    )
    assert a.g.names(possible_reserves(a, 0)) == "II/12Sch"
    assert possible_reserves(a, 1) == []
    a.reserves[0] = possible_reserves(a, 0)
    assert 5 in [row.value for row in modifier_rows(a) if row.case == "13.8.3"]
    a.overrun = True
    assert possible_reserves(a, 0) == []


def test_13_8_3_the_marker_of_a_reserve_that_helped_comes_off() -> None:
    """13.8.3."""
    match = study(
        "assault german",
        f"{HQS} \n I/12Sch 5504 mark=PA \n II/12Sch 5502 mark=CR \n III/12Sch 5503 mark=CR \n I/11RDP 5505",
        dice=[0, 99, 0],
    )
    play(match, "assault I/12Sch 5505", "commit II/12Sch", "hold")
    assert (mark(match, "II/12Sch"), mark(match, "III/12Sch")) == (Mark.NONE, Mark.CR)


@pytest.mark.parametrize(
    ("lines", "attackers", "points"),
    [
        ("I/12Sch 5504 \n II/12Sch 5504", "I/12Sch II/12Sch", 10),  # the example of the book: two battalions
        ("I/12Sch 5504 \n II/12Sch 5504 \n III/12Sch 5605", "I/12Sch II/12Sch III/12Sch", 15),  # and all three
        ("I/12Sch 5504 fatigue=1 \n II/12Sch 5504", "I/12Sch II/12Sch", 0),  # HAN-173
        ("I/12Sch 5504 \n II/12Sch 5504 \n 4/35Pz 5504 1", "I/12Sch II/12Sch 4/35Pz", 15),  # HAN-176
        ("I/35Pz 5504 \n 4/35Pz 5504", "I/35Pz 4/35Pz", 10),
        ("I/35Pz 5504 \n 4/35Pz 5605", "I/35Pz 4/35Pz", 0),
        ("I/12Sch 5504 \n I/33Sch 5504", "I/12Sch I/33Sch", 0),
        ("I/12Sch 5504 1 \n II/12Sch 5504", "I/12Sch II/12Sch", 0),
    ],
)
def test_13_8_4_regimental_integrity(lines: str, attackers: str, points: int) -> None:
    """13.8.4, with both examples of the book."""
    a = attack(f"{lines} \n I/11RDP 5505", attackers)
    a.regiments[0] = regiment_units(a, 0)
    assert sum(row.value for row in modifier_rows(a) if row.case == "13.8.4") == points


def test_13_8_4_defenders_may_stand_next_to_the_hex() -> None:
    """13.8.4: but one is in it."""
    a = attack("I/12Sch 5504 \n I/11RDP 5505 \n II/11RDP 5506", "I/12Sch")
    assert len(regiment_units(a, 1)) == 2
    a = attack("I/12Sch 5504 \n Eng1-3DLM 5505 \n I/11RDP 5405 \n II/11RDP 5506", "I/12Sch")
    assert regiment_units(a, 1) == []


def armor(lines: str, attackers: str, ours: str, theirs: str, cover: str = "", turn: int = 4) -> int:
    a = attack(lines, attackers, turn=turn)
    find = a.g.setting.unit_number
    a.armor = [find(ours) if ours else -1, find(theirs) if theirs else -1]
    a.cover = a.g.setting.tables.terrain[cover] if cover else None
    return armor_bonus(a) * 10


def test_13_8_5_and_13_8_6_armor_and_anti_tank() -> None:
    """13.8.5, 13.8.6, HAN-179, HAN-182, HAN-185, rulings C21 and C22."""
    tanks = "4/35Pz 5504 \n I/12Sch 5504"
    both = "4/35Pz I/12Sch"
    assert armor(f"{tanks} \n I/11RDP 5505", both, "4/35Pz", "") == 30, "armor alone"
    assert armor(f"{tanks} \n AT47-3DLM 5505", both, "4/35Pz", "AT47-3DLM") == -10
    assert armor(f"{tanks} \n I/1Cuir 5505", both, "4/35Pz", "I/1Cuir") == -10
    assert armor(f"terrain woods 5505 \n {tanks} \n I/11RDP 5505", both, "4/35Pz", "", "woods") == 20
    assert armor(f"feature town 5505 \n ip 5505=2 \n {tanks} \n I/11RDP 5505", both, "4/35Pz", "", "town") == 0
    assert armor(f"ip 5505=2 \n {tanks} \n AT47-3DLM 5505", both, "4/35Pz", "AT47-3DLM") == -10, "not against AT guns"
    assert armor("I/12Sch 5504 \n AT47-3DLM 5505", "I/12Sch", "", "AT47-3DLM") == 0, "no armor, no bonus"
    assert armor("Flak-4Pz 5504 \n I/1Cuir 5505", "Flak-4Pz", "Flak-4Pz", "I/1Cuir") == 20, "an 88 attacks with 6"
    assert armor("4/35Pz 5504 supply=1 \n I/12Sch 5504 \n AT25-3DLM 5505", both, "4/35Pz", "AT25-3DLM") < 0
    assert armor(f"{tanks} \n I/11RDP 5505", both, "4/35Pz", "", turn=6) == 10, "one bonus at night"


def test_13_8_6_an_attacking_french_anti_tank_rating_scores_nothing() -> None:
    """13.8.6, HAN-182."""
    match = study("assault french", "unit FAT like AT47-3DLM pr_attack=5 at=5 \n FAT 5004 \n I/35Pz 5005")
    g = game(match)
    a = Assault(g, [number(match, "FAT")], cell(match, "5005"))
    a.units[1] = list(g.stack[a.cell])
    a.armor = [a.units[0][0], a.units[1][0]]
    assert armor_bonus(a) == 0


def test_13_8_1_sixty_points_at_most() -> None:
    """13.8.1, HAN-164, ruling C80."""
    match = study("assault german", f"{HQS} \n unit KING like I/12Sch pr_attack=9 armor=9 \n KING 5504 \n I/11RDP 5505")
    g = game(match)
    a = Assault(g, [number(match, "KING")], cell(match, "5505"))
    a.units[1] = list(g.stack[a.cell])
    a.lead = [a.units[0][0], a.units[1][0]]
    a.armor = [a.units[0][0], -1]
    assert total(modifier_rows(a)) == 60


def test_13_1_the_whole_arithmetic() -> None:
    """13.1, HAN-296: PA against a village with an improved position; net shift 0, net DRM +10."""
    a = attack(
        "feature village 5505 \n ip 5505=2 \n I/12Sch 5504 mark=PA \n II/12Sch 5504 mark=PA \n 4/35Pz 5504 mark=PA \n"
        " I/11RDP 5505 \n AT47-3DLM 5505 \n shifts 5505=1 \n II/11RDP 5405",
        "I/12Sch II/12Sch 4/35Pz",
    )
    a.line = 2
    a.lead = [a.g.setting.unit_number("I/12Sch"), a.g.setting.unit_number("I/11RDP")]
    a.armor = [a.g.setting.unit_number("4/35Pz"), a.g.setting.unit_number("AT47-3DLM")]
    a.supports = supporting_hexes(a)
    a.regiments = [regiment_units(a, 0), []]
    fight = work_out(a)
    assert (fight.attack_total, fight.defence_total) == (13, 6)
    assert total(fight.shifts) == 0
    assert fight.drm == 10


def test_13_9_the_same_modifier_goes_to_both_dice() -> None:
    """13.9, 13.10, HAN-167, ruling C80: the attacker's die is the defender's result, and the other way round."""
    match = study("assault german", f"{HQS} \n I/12Sch 5504 mark=PA \n I/11RDP 5505", dice=[7, 93, 0, 0, 0])
    play(match, "assault I/12Sch 5505")
    event = only(match.events(), "result")
    gat = game(match).setting.tables.gat
    odds = only(match.events(), "odds").data["odds"]
    column, drm = odds["column"], odds["drm"]
    assert event.data["defender"] == str(gat.result("defender", column, gat.entry(column, 7 + drm)))
    assert event.data["attacker"] == str(gat.result("attacker", column, gat.entry(column, 93 + drm)))


def test_7_3_the_fog_falls_again_after_an_assault() -> None:
    """7.3, 13.1: units are revealed while it is resolved."""
    match = study(
        "assault german",
        f"{HQS} \n I/12Sch 5504 mark=PA \n II/12Sch 5605 mark=PA \n I/11RDP 5505 \n II/11RDP 5505",
        dice=[0, 99, 0, 0],
    )
    play(match, "assault I/12Sch 5505")
    while match.decision is not None and match.decision.kind in ("lead", "join", "armor", "commit", "support"):
        play(match, next(a for a in ("hold", "end", *listed(match)) if match.check(a)))
    assert not any(game(match).state.revealed)
    assert len(of_kind(match.events(), "revealed")) == 2


def test_13_8_6_the_best_rating_by_the_option() -> None:
    """13.8.6, ruling C21: nobody is asked."""
    match = study(
        "assault german",
        f"{HQS} \n I/35Pz 5504 mark=PA \n 4/35Pz 5504 mark=PA \n I/11RDP 5505",
        dice=[0, 99, 0],
        armor_unit="best",
    )
    play(match, "assault I/35Pz 5505", "join 4/35Pz")
    until(match, "lead")
    play(match, "lead I/35Pz")
    rows = only(match.events(), "odds").data["odds"]["modifiers"]
    assert [row["value"] for row in rows if row["case"] == "13.8.6"] == [30]


def test_13_8_5_armor_is_not_held_back() -> None:
    """13.8.5: with an armor rating in the fight somebody must be named; AT guns may stay silent."""
    match = study(
        "assault german", f"{HQS} \n I/35Pz 5504 mark=PA \n 4/35Pz 5504 mark=PA \n AT47-3DLM 5505 \n Eng1-3DLM 5505"
    )
    play(match, "assault I/35Pz 5505", "join 4/35Pz")
    until(match, "armor", "lead I/35Pz")
    assert set(listed(match)) == {"armor I/35Pz", "armor 4/35Pz"}
    play(match, "armor 4/35Pz")
    until(match, "armor", "lead AT47-3DLM")
    assert set(listed(match)) == {"armor AT47-3DLM", "hold"}


def test_odds_that_end_with_the_dice_are_those_of_every_course(monkeypatch: pytest.MonkeyPatch) -> None:
    """13.9: going through both rolls on the spot brings the same odds as playing every course to its end."""
    match = study("assault german", f"{HQS} \n I/12Sch 5504 mark=TA \n I/11RDP 5505")
    action = match.read("assault I/12Sch 5505")
    quick = match.preview(action)
    monkeypatch.setattr(previews.BranchingDice, "follow", lambda self, course: course())
    slow = match.preview(action)
    assert len(quick.chances) > 10
    assert sum(chance.probability for chance in quick.chances) == 1
    odds = [{str(c.results): c.probability for c in found.chances} for found in (quick, slow)]
    assert odds[0] == odds[1]
