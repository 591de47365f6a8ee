"""The arithmetic of an attack (sections 8.2-8.4, 9.1)."""

from __future__ import annotations

import pytest

from tests.games.marne_1914.position import fight, game, odds, of_kind, refused, study

ONE_ON_ONE = "3ID 2009 \n 63DR 2010"


def test_8_4_1_factors_of_both_hexes_by_their_steps() -> None:
    """8.4.1: 3ID attacks with 6, 5, 3, 2 and 63DR defends with 4, 3, 2, 1."""
    for left, af in zip((4, 3, 2, 1), (6, 5, 3, 2), strict=True):
        assert odds(study("combat cp", f"3ID 2009 {left} \n 63DR 2010"), "2010", "3ID").attack_total == af
    for left, df in zip((4, 3, 2, 1), (4, 3, 2, 1), strict=True):
        assert odds(study("combat cp", f"3ID 2009 \n 63DR 2010 {left}"), "2010", "3ID").defence_total == df


def test_8_4_2_the_differential_is_attack_minus_defence() -> None:
    """8.4.2."""
    found = odds(study("combat cp", ONE_ON_ONE), "2010", "3ID")
    assert (found.attack_total, found.defence_total, found.differential, found.column) == (6, 4, 2, 2)


def test_m085_units_attack_one_by_one() -> None:
    """8.1.1: two rolls, on +2 and +1; AFs are not added, and one corps means no shift."""
    match = study("combat cp", "3ID 2009 \n 4ID 2110 3 \n 63DR 2010", dice=[1, 1])
    events = fight(match, "2010", "3ID", "4ID")
    assert [e.data["odds"]["differential"] for e in of_kind(events, "odds")] == [2, 1]
    assert [e.data["column"] for e in of_kind(events, "attack")] == [2, 1]
    assert all(not e.data["odds"]["shifts"] for e in of_kind(events, "odds"))


# -- 8.2 cavalry --


def test_8_2_1_cavalry_adds_its_factor_to_the_infantry_of_its_hex() -> None:
    """8.2.1: 6 + 2, each row with its case."""
    match = study("combat cp", "3ID 2009 \n 4KD 2009 \n 63DR 2010")
    rows = odds(match, "2010", "3ID,4KD").attack
    assert [(row.value, row.case) for row in rows] == [(6, "8.4.1"), (2, "8.2.1")]


def test_8_2_2_cavalry_alone_in_a_hex_combines() -> None:
    """8.2.2."""
    match = study("combat cp", "2KD 2009 \n 4KD 2009 \n 9KD 2009 \n 63DR 2010")
    rows = odds(match, "2010", "2KD,4KD,9KD").attack
    assert [(row.value, row.case) for row in rows] == [(2, "8.4.1"), (2, "8.2.2"), (2, "8.2.2")]


def test_8_2_3_cavalry_adds_its_defence_to_the_infantry() -> None:
    """8.2.3: 4 + 1."""
    match = study("combat cp", "3ID 2009 \n 63DR 2010 \n 1DC 2010")
    rows = odds(match, "2010", "3ID").defence
    assert [(row.value, row.case) for row in rows] == [(4, "8.4.1"), (1, "8.2.3")]


def test_m089_cavalry_only_defender() -> None:
    """8.2.4: three brigades of 1 make 3; one roll on +3."""
    match = study("combat cp", "7ID 2215 \n 1CavB 2216 \n 2CavB 2216 \n 3CavB 2216", dice=[1])
    found = odds(match, "2216", "7ID")
    assert (found.defence_total, found.differential) == (3, 3)
    assert [row.case for row in found.defence] == ["8.4.1", "8.2.4", "8.2.4"]
    assert len(of_kind(fight(match, "2216", "7ID"), "attack")) == 1


# -- 8.3 modifiers --


@pytest.mark.parametrize("kind", ["clear", "woods", "rough", "marsh", "town", "paris"])
def test_8_3_1_terrain_helps_the_defender(kind: str) -> None:
    """8.3.1: by the Terrain Effects Chart, once for the hex."""
    match = study("combat cp", f"terrain {kind} 2010 \n {ONE_ON_ONE} \n 1DC 2010")
    found = odds(match, "2010", "3ID")
    bonus = game(match).setting.tec[kind].df
    assert found.defence_total == 5 + bonus
    assert [row.value for row in found.defence if row.case == "8.3.1"] == ([bonus] if bonus else [])


def test_8_3_1_a_river_counts_for_the_attacker_who_crosses_it() -> None:
    """8.3.1, ruling D02: on top of the terrain, and only against him."""
    rivers = "side river 2009-2010 \n side river+bridge 2110-2010"
    match = study("combat cp", f"terrain woods 2010 \n {rivers} \n 3ID 2009 \n 4ID 2110 \n 7ID 1910 \n 63DR 2010")
    tec = game(match).setting.tec
    assert odds(match, "2010", "3ID").defence_total == 4 + tec["woods"].df + tec["river"].df
    assert odds(match, "2010", "4ID").defence_total == 4 + tec["woods"].df + tec["bridge"].df
    assert odds(match, "2010", "7ID").defence_total == 4 + tec["woods"].df


def test_8_3_2_disruption_counts() -> None:
    """8.3.2, 9.1.1: 2 less for the attacker, 2 less for the defender."""
    assert odds(study("combat cp", "3ID 2009 4 disrupted \n 63DR 2010"), "2010", "3ID").attack_total == 4
    assert odds(study("combat cp", "3ID 2009 \n 63DR 2010 4 disrupted"), "2010", "3ID").defence_total == 2


def test_8_3_3_different_corps_cost_a_column() -> None:
    """8.3.3: for each attack on the hex."""
    match = study("combat cp", "3ID 2009 \n 7ID 2110 \n 63DR 2010")
    for units, other in (("3ID", "7ID"), ("7ID", "3ID")):
        found = odds(match, "2010", units, other)
        assert (found.differential, found.column) == (2, 1)
        assert [(row.value, row.case) for row in found.shifts] == [(-1, "8.3.3")]


def test_m091_different_armies_replace_the_corps_shift() -> None:
    """8.3.4: +2 becomes -1, three columns to the left and not four."""
    match = study("combat cp", "17ID 2009 \n 13ID 2110 \n 63DR 2010")
    for units, other in (("17ID", "13ID"), ("13ID", "17ID")):
        found = odds(match, "2010", units, other)
        assert found.column == -1
        assert [row.case for row in found.shifts] == ["8.3.4"]


def test_m092_the_shift_cannot_be_dodged_by_sequence() -> None:
    """8.3.3, 8.1.3: all attacks on a hex are declared first; after it was resolved nobody else may follow."""
    match = study("combat cp", "3ID 2009 \n 7ID 2110 \n 63DR 2010", dice=[1])
    fight(match, "2010", "3ID")
    refused(match, "attack 2010 by 7ID", "8.1.3", "declare all attacks on a hex together")
    match = study("combat cp", "3ID 2009 \n 7ID 2110 \n 63DR 2010", dice=[1, 1])
    events = fight(match, "2010", "3ID", "7ID")
    assert [e.data["column"] for e in of_kind(events, "attack")] == [1, 1]


def test_m093_moroccans_with_iii_corps_on_turn_6() -> None:
    """8.3.4, 7.1.2: both count as 5th Army, so only the corps differ."""
    lines = "turn 6 \n initiative cp \n MRCN 2009 4 army=5 \n 5DI 2110 \n 3ID 2010"
    match = study("combat entente", lines, scenario="full-battle")
    assert [row.value for row in odds(match, "2010", "MRCN", "5DI").shifts] == [-1]


def test_m095_british_iii_and_french_iii_corps() -> None:
    """8.3.3, 8.3.4, ruling C54: the same number, but different armies."""
    match = study("combat entente", "4Div 2009 \n 5DI 2110 \n 3ID 2010")
    assert [(row.value, row.case) for row in odds(match, "2010", "4Div", "5DI").shifts] == [(-3, "8.3.4")]


def test_8_3_5_not_below_the_last_column() -> None:
    """8.3.5: -3 with a shift stays -3."""
    match = study("combat cp", "3ID 2009 1 \n 13ID 2110 1 \n 63DR 2010")
    found = odds(match, "2010", "3ID", "13ID")
    assert (found.differential, found.column) == (-2, -3)


def test_ruling_c14_supporting_cavalry_of_another_corps_costs_the_shift() -> None:
    """8.2.1, 8.3.3: unless the option leaves it out."""
    lines = "3ID 2009 \n 4KD 2009 \n 63DR 2010"
    assert odds(study("combat cp", lines), "2010", "3ID,4KD").column == 3
    assert odds(study("combat cp", lines, cavalry_corps_shift="off"), "2010", "3ID,4KD").column == 4
    other_army = "unit K like GKD \n K 2009 \n 3ID 2110 \n 63DR 2010"
    found = odds(study("combat cp", other_army, cavalry_corps_shift="off"), "2010", "3ID", "K")
    assert [row.case for row in found.shifts] == ["8.3.4"]


# -- 8.4.3 columns --


@pytest.mark.parametrize(("af", "df", "column"), [(1, 9, -3), (1, 4, -3), (4, 4, 0), (9, 3, 6), (20, 1, 6)])
def test_8_4_3_the_table_ends_at_minus_3_and_plus_6(af: int, df: int, column: int) -> None:
    """8.4.3a, 8.4.3b."""
    match = study("combat cp", f"unit A like 3ID af={af} \n unit D like 63DR df={df} \n A 2009 \n D 2010")
    assert odds(match, "2010", "A").column == column


def test_ruling_c13_first_the_column_then_the_shift() -> None:
    """8.4.3b, 8.3.3: +9 with one shift is resolved on +5."""
    match = study("combat cp", "unit A like 3ID af=13 \n A 2009 \n 7ID 2110 \n 63DR 2010")
    found = odds(match, "2010", "A", "7ID")
    assert (found.differential, found.column) == (9, 5)


def test_8_4_4_one_die_and_the_cell_of_the_table() -> None:
    """8.4.4: the journal tells the column, the die, the result and its source."""
    for die in range(1, 7):
        match = study("combat cp", ONE_ON_ONE, dice=[die])
        events = fight(match, "2010", "3ID")
        (attack,) = of_kind(events, "attack")
        assert len(of_kind(events, "dice")) == 1
        assert attack.data["outcome"] == str(game(match).setting.tables.crt.result(2, die))
        assert attack.data["source"].startswith("reconstruction")


# -- halvings and disruption --


def test_m110_out_of_supply_and_disrupted_attacker() -> None:
    """10.2.2, 9.1.1, ruling C12: 6 halved is 3, less 2 is 1."""
    match = study("combat cp", "3ID 2009 4 disrupted \n 63DR 2010", supply="no")
    rows = odds(match, "2010", "3ID").attack
    assert [(row.value, row.case) for row in rows] == [(6, "8.4.1"), (-3, "10.2.2"), (-2, "9.1.1")]


def test_10_2_2_supply_does_not_touch_the_defence() -> None:
    """10.2.2."""
    assert odds(study("combat cp", ONE_ON_ONE, supply="no"), "2010", "3ID").defence_total == 4


def test_m195_halving_is_per_unit() -> None:
    """4.4.4a, 8.2.1, ruling C12: 5 becomes 2 and 1 becomes 0; not 6 halved to 3."""
    lines = "initiative cp \n 14DI 2010 \n 1DC 2010 1 \n 3ID 2009"
    assert odds(study("combat entente", lines, scenario="full-battle"), "2009", "14DI,1DC").attack_total == 2


def test_ruling_c12_each_halving_rounds_down() -> None:
    """4.4.4a, 10.2.2: 5 to 2 to 1."""
    lines = "initiative cp \n 14DI 2010 \n 3ID 2009"
    assert odds(study("combat entente", lines, scenario="full-battle", supply="no"), "2009", "14DI").attack_total == 1


FULL_STRENGTH = {
    "14DI": (5, 2), "7DI": (5, 2), "61DR": (4, 2), "55DR": (4, 4), "3Div": (4, 4), "3CavB": (1, 1), "53DR": (3, 3),
    "17DI": (5, 2), "21DI": (5, 2), "1DC": (2, 2),
}


@pytest.mark.parametrize("uid", FULL_STRENGTH)
def test_m113_attack_strength_by_corps(uid: str) -> None:
    """14.1.3: V Reserve and I Cavalry Corps, the British and the 5th Army in full, the others halved."""
    af, effective = FULL_STRENGTH[uid]
    match = study("combat entente", f"unit A like {uid} af={af} \n A 2010 \n 3ID 2009")
    found = odds(match, "2009", "A")
    assert found.attack_total == effective
    assert ("14.1.3" in [row.case for row in found.attack]) is (effective < af)


def test_ruling_c08_by_option_ic_means_iv_corps() -> None:
    """14.1.3."""
    for choice, seventh, cavalry in (("i-cav", 2, 2), ("iv-corps", 5, 1)):
        match = study("combat entente", "7DI 2010 \n 1DC 2110 \n 3ID 2009", ic_corps=choice)
        assert odds(match, "2009", "7DI").attack_total == seventh
        assert odds(match, "2009", "1DC").attack_total == cavalry


def test_ruling_c34_by_option_the_list_holds_in_the_full_battle() -> None:
    """14.2.3: once the Entente has the Initiative."""
    lines = "initiative entente \n 14DI 2010 \n 3ID 2009"
    match = study("combat entente", lines, scenario="full-battle", full_battle_attack_list="counter-attack-list")
    rows = odds(match, "2009", "14DI").attack
    assert [row.case for row in rows] == ["8.4.1", "14.2.3"]


def test_9_1_1_disruption_never_goes_below_zero() -> None:
    """9.1.1: a cavalry unit of AF 1 attacks with 0."""
    match = study("combat cp", "2KD 2009 1 disrupted \n 1DC 2010 1 disrupted")
    assert odds(match, "2010", "2KD").attack_total == 0
    assert odds(match, "2010", "2KD").defence_total == 0


def test_9_1_1_counts_once_for_the_hex() -> None:
    """9.1.1, ruling C47: two disrupted units are 2 less, and one is enough."""
    both = study("combat cp", "3ID 2009 4 disrupted \n 4KD 2009 2 disrupted \n 63DR 2010")
    assert odds(both, "2010", "3ID,4KD").attack_total == 6
    one = study("combat cp", "3ID 2009 \n 4KD 2009 2 disrupted \n 63DR 2010")
    assert odds(one, "2010", "3ID,4KD").attack_total == 6
    assert odds(one, "2010", "3ID").attack_total == 6       # without its disrupted cavalry it is not reduced


def test_m134_second_disruption_adds_nothing() -> None:
    """9.1.4: DF 5 on open ground stays 3."""
    match = study("combat cp", "3ID 2009 \n 1DI 2010 4 disrupted")
    game(match).disrupt(match.setting.unit_number("1DI"), "8.4.6")
    assert odds(match, "2010", "3ID").defence_total == 3
    assert of_kind(game(match).events, "disrupted") == []
