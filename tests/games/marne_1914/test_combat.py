"""Combat (sections 8.1, 8.4, 8.6) and disruption (section 9.1)."""

from __future__ import annotations

from tests.games.marne_1914.position import (
    allowed,
    asked,
    disrupted,
    fight,
    game,
    of_kind,
    place,
    play,
    refused,
    steps,
    study,
)

STRONG = "unit A like 3ID af=20 \n unit B like 4ID af=20"
"""Two units of the German II Corps that always attack on the column +6."""


# -- 8.1 who attacks what --


def test_8_0_combat_is_voluntary_and_against_adjacent_enemies() -> None:
    """8.0."""
    match = study("combat cp", "3ID 2009 \n 4ID 2005 \n 63DR 2010")
    refused(match, "attack 2010 by 4ID", "8.0", "not adjacent")
    refused(match, "attack 2008 by 3ID", "8.0", "no enemy")
    refused(match, "attack 2010 by 63DR", "8.0", "not your unit")
    refused(match, "attack 2010 by 7ID", "8.0", "not on the map")
    play(match, "end")
    assert asked(match) != "combat"


def test_8_1_1_units_of_several_hexes_do_not_add_up() -> None:
    """8.1.1."""
    match = study("combat cp", "3ID 2009 \n 4ID 2110 \n 63DR 2010")
    refused(match, "attack 2010 by 3ID,4ID", "8.1.1", "different hexes")


def test_8_1_1_cavalry_beside_infantry_may_attack_by_itself() -> None:
    """8.1.1, 8.2.1, ruling C48: each unit for itself, also another hex; but not two as a group."""
    match = study("combat cp", "3ID 2009 \n 2KD 2009 \n 4KD 2009 \n 63DR 2010 \n 14DI 2109", dice=[1, 1])
    refused(match, "attack 2010 by 2KD,4KD", "8.1.1", "one unit at a time")
    fight(match, "2010", "3ID")
    play(match, "attack 2109 by 4KD")
    assert allowed(match, "attack 2109 by 2KD")


def test_m105_second_attack() -> None:
    """8.1.2: each unit once in a Combat Phase."""
    match = study("combat cp", "3ID 2009 \n 63DR 2010 \n 14DI 1910", dice=[1])
    fight(match, "2010", "3ID")
    refused(match, "attack 1910 by 3ID", "8.1.2", "has already attacked")


def test_8_1_2_a_declared_unit_is_not_declared_again() -> None:
    """8.1.2."""
    match = study("combat cp", "3ID 2009 \n 4KD 2009 \n 63DR 2010")
    play(match, "attack 2010 by 3ID")
    refused(match, "attack 2010 by 3ID,4KD", "8.1.2")


def test_8_1_3_one_hex_after_the_other() -> None:
    """8.1.3: no other hex, and no end of the phase, before the declared attacks are resolved."""
    match = study("combat cp", "3ID 2009 \n 4ID 2110 \n 63DR 2010 \n 14DI 1910")
    refused(match, "resolve", "8.1.3", "no attack has been declared")
    play(match, "attack 2010 by 4ID")
    refused(match, "attack 1910 by 3ID", "8.1.3", "resolve the attacks on 2010 first")
    refused(match, "end", "8.1.3", "resolve the declared attacks")
    assert allowed(match, "attack 2010 by 3ID")


def test_8_2_1_attackers_are_listed_once_and_named_in_any_order() -> None:
    """8.2.1: the list names the infantry first; the cavalry may also stay out."""
    match = study("combat cp", "3ID 2009 \n 2KD 2009 \n 4KD 2009 \n 63DR 2010")
    assert allowed(match, "attack 2010 by 2KD,3ID")
    groups = {match.write(action) for action in match.legal_actions("3ID")}
    assert groups == {f"attack 2010 by {units}" for units in ("3ID", "3ID,2KD", "3ID,4KD", "3ID,2KD,4KD")}


def test_ruling_c49_a_hex_of_cavalry_attacks_as_one() -> None:
    """8.2.2: all its units together, against one hex."""
    match = study("combat cp", "2KD 2009 \n 4KD 2009 \n 63DR 2010 \n 14DI 1910")
    refused(match, "attack 2010 by 4KD", "8.2.2", "all together")
    assert allowed(match, "attack 2010 by 4KD,2KD")
    assert allowed(match, "attack 2010 by 2KD,4KD")


# -- 8.4 results --


def test_8_4_5_later_attacks_meet_the_unreduced_defence() -> None:
    """8.4.5: three losses in the first attack do not weaken the hex for the second."""
    match = study("combat cp", f"{STRONG} \n A 2009 \n B 2110 \n 63DR 2010", dice=[6, 6])
    events = fight(match, "2010", "A", "B")
    assert [e.data["odds"]["defence_total"] for e in of_kind(events, "odds")] == [4, 4]
    assert place(match, "63DR") == "cadre"


def test_8_4_6_no_effect() -> None:
    """8.4.6: a dash does nothing to the defender; the attacker pays."""
    match = study("combat cp", "3ID 2009 \n 63DR 2010", dice=[1])
    fight(match, "2010", "3ID")
    assert (place(match, "63DR"), steps(match, "63DR"), disrupted(match, "63DR")) == ("2010", 4, False)
    assert (steps(match, "3ID"), disrupted(match, "3ID")) == (3, True)


def test_8_4_6_r_is_a_retreat_without_disruption() -> None:
    """8.4.6: column +4, die 1."""
    match = study("combat cp", "unit A like 3ID af=8 \n A 2009 \n 63DR 2010", dice=[1])
    fight(match, "2010", "A")
    assert asked(match) == "retreat"
    play(match, "retreat 63DR 2011")
    assert (steps(match, "63DR"), disrupted(match, "63DR")) == (4, False)


def test_8_4_6_a_number_is_losses_retreat_and_disruption() -> None:
    """8.4.6: column +6, die 5: three steps."""
    match = study("combat cp", f"{STRONG} \n A 2009 \n 63DR 2010", dice=[5])
    fight(match, "2010", "A")
    play(match, "retreat 63DR 2011")
    assert (place(match, "63DR"), steps(match, "63DR"), disrupted(match, "63DR")) == ("2011", 1, True)


def test_m102_loss_allocation_in_a_stack() -> None:
    """8.4.6: the owner gives the loss to the cavalry; the infantry retreats and is disrupted."""
    match = study("combat cp", f"{STRONG} \n A 1809 \n 56DR 1810 3 \n 5DC 1810 1", dice=[2])
    fight(match, "1810", "A")
    assert asked(match) == "loss"
    assert match.decision is not None
    assert match.decision.side == "entente"
    refused(match, "lose 14DI", "8.4.6")
    play(match, "lose 5DC")
    assert place(match, "5DC") == "cadre"
    play(match, "retreat 56DR 1811")
    assert (steps(match, "56DR"), disrupted(match, "56DR"), place(match, "56DR")) == (3, True, "1811")


def test_8_4_6_the_owner_may_share_several_losses() -> None:
    """8.4.6: one step after the other, as he chooses."""
    match = study("combat cp", f"{STRONG} \n A 2009 \n 63DR 2010 \n 1DC 2010", dice=[3])
    fight(match, "2010", "A")
    play(match, "lose 1DC", "lose 63DR")
    assert (steps(match, "1DC"), steps(match, "63DR")) == (1, 3)


def test_m104_attacker_loss_red() -> None:
    """8.4.6, 9.1.3: column +3, die 1: 3 steps left, disrupted, no advance."""
    match = study("combat cp", "unit D like 63DR df=3 \n 3ID 2009 \n D 2010", dice=[1])
    fight(match, "2010", "3ID")
    play(match, "retreat D 2011")
    assert (steps(match, "3ID"), disrupted(match, "3ID")) == (3, True)
    assert asked(match) == "combat"
    assert place(match, "3ID") == "2009"


def test_8_4_6_a_black_number_does_not_disrupt_the_attacker() -> None:
    """8.4.6: column +4, die 1: one step, no disruption, and he may advance."""
    match = study("combat cp", "unit A like 3ID af=8 \n A 2009 \n 63DR 2010", dice=[1])
    fight(match, "2010", "A")
    play(match, "retreat 63DR 2011", "advance A")
    assert (steps(match, "A"), disrupted(match, "A"), place(match, "A")) == (3, False, "2010")


def test_ruling_c50_losses_of_a_combined_attack() -> None:
    """8.2.1, 8.4.6: the attacker shares them; a red number disrupts all who took part."""
    match = study("combat cp", "3ID 2009 \n 4KD 2009 \n 2KD 2009 \n unit D like 63DR df=8 \n D 2010", dice=[2])
    events = fight(match, "2010", "3ID,4KD")
    assert of_kind(events, "attack")[0].data["outcome"] == "1*/-"
    assert asked(match) == "loss"
    assert match.decision is not None
    assert match.decision.side == "cp"
    refused(match, "lose 2KD", "8.4.6")
    while asked(match) == "loss":
        play(match, "lose 4KD")
    assert steps(match, "3ID") == 4
    assert disrupted(match, "3ID")
    assert not disrupted(match, "2KD")


def test_ruling_c35_attackers_lose_after_all_attacks_on_the_hex() -> None:
    """8.4.5, 8.4.6: the first attacker's loss does not come before the second die."""
    match = study("combat cp", "3ID 2009 1 \n 4ID 2110 \n 63DR 2010", dice=[1, 6])
    kinds = [e.kind for e in fight(match, "2010", "3ID", "4ID")]
    assert kinds.index("loss") > max(n for n, kind in enumerate(kinds) if kind == "attack")


def test_m213_overkill_on_a_stack() -> None:
    """8.4.7, 8.4.5: 5 losses against 3 steps; both go to the Cadre Box, and the hex can be entered."""
    match = study("combat cp", f"{STRONG} \n A 1809 \n B 1910 \n 56DR 1810 2 \n 5DC 1810 1", dice=[5, 3])
    events = fight(match, "1810", "A", "B")
    (combat,) = of_kind(events, "combat")
    assert combat.data["defender_loss"] == 5
    assert (place(match, "56DR"), place(match, "5DC")) == ("cadre", "cadre")
    assert asked(match) == "advance"


def test_m214_no_second_retreat() -> None:
    """8.4.6, ruling C55: two R are one retreat and no disruption."""
    lines = "unit A like 3ID af=8 \n unit B like 4ID af=8 \n A 2009 \n B 2110 \n 63DR 2010"
    match = study("combat cp", lines, dice=[1, 1])
    events = fight(match, "2010", "A", "B")
    events += play(match, "retreat 63DR 2011")
    assert len(of_kind(events, "retreat")) == 1
    assert not disrupted(match, "63DR")


# -- 8.6 advance --


def test_m126_advance_within_stacking() -> None:
    """8.6.1, 4.1.1: one infantry unit; cavalry that attacked may join it."""
    lines = f"{STRONG} \n A 2009 \n B 2110 \n 4KD 2009 \n 63DR 2010"
    match = study("combat cp", lines, dice=[6, 6])
    fight(match, "2010", "A,4KD", "B")
    assert asked(match) == "advance"
    play(match, "advance A")
    refused(match, "advance B", "4.1.1", "one infantry unit")
    play(match, "advance 4KD")
    assert (place(match, "A"), place(match, "4KD"), place(match, "B")) == ("2010", "2010", "2110")


def test_8_6_1_only_units_that_attacked_the_hex() -> None:
    """8.6.1: and nobody must."""
    match = study("combat cp", f"{STRONG} \n A 2009 \n 4ID 2110 \n 63DR 2010", dice=[6])
    fight(match, "2010", "A")
    while asked(match) == "retreat":
        match.play(next(match.legal_actions()))
    refused(match, "advance 4ID", "8.6.1", "did not attack")
    play(match, "end")
    assert place(match, "A") == "2009"
    assert asked(match) == "combat"


def test_8_6_1_no_advance_without_an_empty_hex() -> None:
    """8.6.1."""
    match = study("combat cp", "3ID 2009 \n 63DR 2010", dice=[1])
    fight(match, "2010", "3ID")
    assert asked(match) == "combat"


def test_ruling_c51_an_advance_is_one_hex_whatever_the_zones_and_costs() -> None:
    """8.6.1, 4.2.2: from one zone of control into another, into a marsh across a river."""
    lines = f"{STRONG} \n terrain marsh 2010 \n side river 2009-2010 \n A 2009 \n 63DR 2010 1 \n 14DI 1911"
    match = study("combat cp", lines, dice=[6])
    fight(match, "2010", "A")
    play(match, "advance A")
    assert place(match, "A") == "2010"


def test_m130_advance_out_of_supply() -> None:
    """8.6.2: G1 is in supply in 2009; in 2010 it would not be."""
    lines = f"{STRONG} \n region road-exit-north 2001 \n A 2009 \n B 2110 \n 63DR 2010 1"
    match = study("combat cp", lines, supply=None, dice=[6, 6])
    assert match.game.supply(match.position, match.setting.unit_number("A"))        # 8 MP from 2001
    fight(match, "2010", "A")
    assert asked(match) == "combat"                                                 # 2010 is 9 MP away
    nearer = study("combat cp", f"{lines} \n link road 2001-2002", supply=None, dice=[6, 6])
    fight(nearer, "2010", "A", "B")
    assert allowed(nearer, "advance A")


def test_8_6_2_the_refusal_says_so() -> None:
    """8.6.2: while another unit may advance, one that would be out of supply is refused by this case."""
    lines = f"{STRONG} \n region road-exit-north 2001 \n assume supply B yes \n A 2009 \n B 2110 \n 63DR 2010 1"
    match = study("combat cp", lines, supply=None, dice=[6, 6])
    fight(match, "2010", "A", "B")
    refused(match, "advance A", "8.6.2", "out of supply")
    assert allowed(match, "advance B")


def test_ruling_c67_a_unit_that_is_out_of_supply_may_advance() -> None:
    """8.6.2: it does not put itself out of supply."""
    match = study("combat cp", f"{STRONG} \n A 2009 \n 63DR 2010 1", supply="no", dice=[6])
    fight(match, "2010", "A")
    play(match, "advance A")
    assert place(match, "A") == "2010"


def test_8_6_2_the_hex_left_behind_no_longer_shields_the_line() -> None:
    """8.6.2, 10.1.5: the road through 2009 is in an enemy zone and open only while the unit stands there."""
    road = "link road 2001-2002-2003-2004-2005-2006-2007-2008-2009-2010 \n region road-exit-north 2001"
    lines = f"{STRONG} \n {road} \n terrain marsh 2011 2111 1911 \n A 2009 \n 63DR 2010 1 \n 14DI 2109 \n 7DI 1909"
    match = study("combat cp", f"{lines} \n 4ID 2008", supply=None, dice=[6])
    fight(match, "2010", "A")
    assert asked(match) == "combat"
    assert place(match, "A") == "2009"
    kept = study("combat cp", f"{lines} \n 4ID 2008 \n 4KD 2009", supply=None, dice=[6])
    fight(kept, "2010", "A")
    assert asked(kept) == "advance"


def test_m132_already_disrupted_attacker() -> None:
    """9.1.3: disrupted before the combat, without a loss in it: no advance."""
    match = study("combat cp", f"{STRONG} \n A 2009 4 disrupted \n B 2110 \n 63DR 2010 1", dice=[6, 6])
    fight(match, "2010", "A", "B")
    assert asked(match) == "advance"
    refused(match, "advance A", "9.1.3", "is disrupted")
    assert allowed(match, "advance B")


def test_9_1_a_disrupted_unit_still_moves_and_attacks() -> None:
    """9.1.1-9.1.4 name all effects: moving and attacking are not among them."""
    match = study("movement cp", "3ID 2009 4 disrupted \n 63DR 2011")
    play(match, "move 3ID 2010", "end")
    assert game(match).state.disrupted[match.setting.unit_number("3ID")]
    assert allowed(match, "attack 2011 by 3ID")
