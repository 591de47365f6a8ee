"""Combat (16.0-16.4): declaration, duties, odds, results, losses; the first turn's surprise (4.1)."""

from __future__ import annotations

import pytest

from grognard.engine import Match
from grognard.games.soissons_1918.rules.odds import possible_leads, work_out
from grognard.games.soissons_1918.state import Order
from grognard.rules.arithmetic import Fight, fight_text
from tests.games.soissons_1918.position import (
    allowed,
    asked,
    cell,
    force,
    game,
    level,
    listed,
    number,
    only,
    order,
    place,
    play,
    refused,
    remnants,
    steps,
    study,
)


def assault(lines: str, *dice: int, turn: int = 4, command: str | None = "yes", **options: str) -> Match:
    return study("assault entente", lines, turn=turn, dice=dice, command=command, **options)  # type: ignore[arg-type]


def odds(match: Match, units: str, targets: str, lead: str, chief: str, low: bool = False) -> Fight:
    g = game(match)
    found = [number(match, uid) for uid in units.split(",")]
    defenders = [u for name in targets.split("-") for u in g.fighters_at(cell(match, name))]
    return work_out(g, found, defenders, number(match, lead), number(match, chief), not low)


# -- 16.0, 16.3 who attacks whom --


def test_16_0_one_against_many_or_many_against_one() -> None:
    """16.0, S18-170: never several hexes against several."""
    lines = "162DI 1405 order=prepare \n 11DI 1406 order=prepare \n 42/17 1306 \n 42/131 1307"
    match = assault(lines)
    refused(match, "attack 1306-1307 by 162DI,11DI", "16.0", "only one hex")
    assert allowed(match, "attack 1306-1307 by 11DI")
    assert allowed(match, "attack 1306 by 162DI")
    refused(match, "attack 1307 by 162DI", "16.0", "not next to")
    refused(match, "attack 1505 by 162DI", "16.0", "no enemy combat unit")


def test_16_0_each_unit_attacks_and_is_attacked_once() -> None:
    """16.0: in a segment; stacks need not attack together (S18-176, ruling K60)."""
    lines = "42/17 1406 order=prepare \n 42/131 1406 order=prepare \n 42/138 1406 \n 162DI 1405 \n 11DI 1306"
    match = study("assault german", lines, dice=[6, 6])
    refused(match, "attack 1405 by 42/138", "16.3", "no Prepare marker")
    play(match, "attack 1405 by 42/17")
    while asked(match) != "combat":
        match.play(next(iter(match.legal_actions())))
    refused(match, "attack 1306 by 42/17", "16.0", "already attacked")
    refused(match, "attack 1405 by 42/131", "16.0")


@pytest.mark.parametrize("marks", ["retreated", "4"])
def test_16_3_who_never_attacks(marks: str) -> None:
    """16.3, S18-197: Retreat markers, Spent divisions; Shocked units and remnants have no markers at all."""
    match = assault(f"162DI 1405 {marks} order=prepare \n 42/17 1406 \n 11DI 1506 order=prepare")
    refused(match, "attack 1406 by 162DI", "16.3")


def test_step_b_9c_the_hex_pointed_at_must_be_attacked() -> None:
    """Step B.9c, 12.2.2, S18-125, ruling K97: others may be attacked with it."""
    lines = "162DI 1405 order=low aim=1406 \n 11DI 1506 order=low aim=1406 \n 42/17 1406 \n 42/131 1305"
    match = study("attack entente", lines)
    refused(match, "attack 1305 by 162DI", "step B.9c", "must attack 1406")
    assert allowed(match, "attack 1305-1406 by 162DI")
    refused(match, "attack 1406 by 162DI", "16.1", "1305")
    refused(match, "attack 1406 by 162DI,11DI", "16.1", "1305")


# -- 16.1 duties --


EXAMPLE = "162DI 1405 order=prepare \n 11DI 1406 order=prepare \n 42/17 1306 \n 42/131 1307"
"""X is 162DI next to A (42/17); Y is 11DI next to A and B (42/131)."""


def test_16_1_example_promises() -> None:
    """16.1, S18-173, ruling K47: Y attacks B alone if X attacks A before or after it."""
    match = assault(EXAMPLE, 1, 1)
    assert allowed(match, "attack 1307 by 11DI")
    refused(match, "attack 1306 by 162DI,11DI", "16.1", "1307")
    play(match, "attack 1307 by 11DI")
    while asked(match) != "combat":
        match.play("hold")
    refused(match, "end", "16.1", "must attack 1306")
    play(match, "attack 1306 by 162DI")
    while asked(match) not in ("combat", "fallback"):
        match.play("hold")
    assert asked(match) == "fallback"


def test_16_1_example_without_x_both_at_once() -> None:
    """16.1: Y alone must attack both; and nobody has to attack at all (16.0)."""
    match = assault(EXAMPLE.replace("162DI 1405 order=prepare", "162DI 1405"))
    refused(match, "attack 1307 by 11DI", "16.1", "1306")
    assert allowed(match, "attack 1306-1307 by 11DI")
    assert allowed(match, "end")


def test_16_1_a_promise_with_low_intensity_markers() -> None:
    """16.1 with step B.9c: who points elsewhere can keep the promise only if that hex is still open."""
    lines = """162DI 1405 order=low aim=1406
    11DI 1506 order=low aim=1406
    153DI 1304 order=low aim=1305
    42/17 1406
    42/131 1305"""
    match = study("attack entente", lines)
    assert allowed(match, "attack 1406 by 162DI"), "153DI will attack 1305"
    assert allowed(match, "attack 1406 by 162DI,11DI")
    without = study("attack entente", lines.replace("153DI 1304 order=low aim=1305", "153DI 1304"))
    refused(without, "attack 1406 by 162DI", "16.1", "1305")


# -- 16.4.1 bombardments --


def test_16_4_1_the_guns_speak_before_the_assault() -> None:
    """16.4.1, step B.4c: the attacked hexes are bombarded first, and the assault is carried through."""
    lines = "guns entente-heavy=2 \n 162DI 1405 order=prepare \n 42/17 1406 \n 42/131 1608"
    match = study("bombard-1 entente", lines, dice=[6, 1])
    play(match, "bombard 1406 with heavy", "end")
    events = play(match, "attack 1406 by 162DI")
    kinds = [event.kind for event in events]
    assert kinds.index("bombardment") < kinds.index("odds")
    assert only(events, "odds").data["odds"]["drm"] == 1 + 1, "the bombardment has disrupted the defender"


def test_16_4_1_guns_that_leave_nobody_to_attack() -> None:
    """16.4.1, 15.6, ruling K63: a division on its last point."""
    lines = "guns german-heavy=3 \n 162DI 1405 1 \n 42/17 1406 order=prepare \n 11DI 2010"
    match = study("bombard-1 german", lines, dice=[6])
    play(match, *["bombard 1405 with heavy"] * 3)
    play(match, "attack 1405 by 42/17")
    assert place(match, "162DI") == "destroyed"
    assert asked(match) == "fallback"


# -- 16.4.2-16.4.6 leads, strengths, odds --


def test_16_4_2_the_lead_is_in_command_if_anybody_is() -> None:
    """16.4.2, 16.4.3, S18-179: Q leads; P, out of command, counts half."""
    lines = "unit P like 11DI stars=3 \n unit Q like 162DI \n HQ-I 1402 \n P 1407 order=prepare \n Q 1405 order=prepare"
    match = assault(f"{lines} \n 42/17 1406", command=None)
    g = game(match)
    units = [number(match, "P"), number(match, "Q")]
    assert possible_leads(g, units) == [number(match, "Q")]
    fight = odds(match, "P,Q", "1406", "Q", "42/17")
    assert fight.attack_total == 9 + 4


def test_16_4_5_the_readiness_table() -> None:
    """16.4.5, 6.2, 8.3: half for each reason, no attack for two of them."""
    both = "HQ-I 1402 \n HQ-XX 1502 \n 42/17 1406 \n 162DI 1405 order=prepare"
    match = assault(f"{both} \n 1US 1506 order=prepare", command=None)
    assert odds(match, "162DI,1US", "1406", "162DI", "42/17").attack_total == 9 + 7, "another headquarters"
    match = assault("HQ-I 1402 \n 162DI 1405 order=prepare disruption=2 \n 42/17 1406", command=None)
    assert odds(match, "162DI", "1406", "162DI", "42/17").attack_total == 4, "disrupted"
    match = assault("162DI 1405 order=prepare disruption=1 \n 42/17 1406 \n 11DI 1506 order=prepare", command=None)
    refused(match, "attack 1406 by 162DI", "16.4.5", "out of command")
    match = assault("HQ-I 1402 \n 162DI 1405 order=prepare \n 1US 1506 order=prepare \n 42/17 1406", command=None)
    refused(match, "attack 1406 by 162DI,1US", "16.4.5", "nobody can lead")
    assert allowed(match, "attack 1406 by 1US")


def test_16_4_5_defenders_count_in_full() -> None:
    """16.4.5, 8.3: whatever their command and disruption; a remnant counts 1 (5.2)."""
    lines = "162DI 1405 order=prepare \n 42/17 1406 2 disruption=4 \n REM1 1406"
    match = assault(lines, command=None)
    assert odds(match, "162DI", "1406", "162DI", "42/17").defence_total == 3


@pytest.mark.parametrize(
    ("attack", "defence", "low", "column"),
    [
        (15, 8, False, "3-2"),  # the example of 16.4.6
        (5, 6, False, "1-1"),  # S18-182
        (5, 6, True, "3-2"),
        (12, 6, False, "2-1"),
        (11, 6, False, "3-2"),
        (18, 3, False, "6-1"),
        (60, 3, True, "6-1"),
    ],
)
def test_16_4_6_odds_are_rounded_for_the_defender(attack: int, defence: int, low: bool, column: str) -> None:
    """16.4.6, ruling K42."""
    units = f"unit A like 1US steps={attack} \n unit D like 28D steps={defence}"
    match = assault(f"{units} \n D 1406 \n A 1405 order=prepare")
    assert odds(match, "A", "1406", "A", "D", low).odds == column


# -- 16.4.7 modifiers --


def drm(
    lines: str, lead: str = "162DI", chief: str = "42/17", units: str = "162DI", target: str = "1406", turn: int = 4
) -> int:
    found = odds(assault(f"{lines} \n 1US 2405", turn=turn), units, target, lead, chief).drm
    assert found is not None
    return found


PLAIN = "162DI 1405 order=prepare \n 42/17 1406"


def test_16_4_7_the_modifiers_one_by_one() -> None:
    """16.4.7: stars (5.1), woods, shelter once, disruption (6.2, S18-083), rulings K14, K43 and K85."""
    assert drm(PLAIN) == 2 - 1
    assert drm(f"terrain woods 1406 \n {PLAIN}") == 1 - 1
    assert drm(f"terrain town 1406 \n {PLAIN}") == 1 - 2
    assert drm(f"terrain ravine 1406 \n {PLAIN}") == 1 - 2
    assert drm(f"side stream 1405-1406 \n {PLAIN}") == 1 - 2
    assert drm(f"side stream+bridge 1405-1406 \n link road 1405-1406 \n {PLAIN}") == 1 - 2
    assert drm(f"side stream 1405-1406 \n terrain town 1406 \n {PLAIN}") == 1 - 2, "at most -2"
    assert drm(f"side stream 1405-1406 \n terrain woods 1406 \n {PLAIN}") == 1 - 2, "no woods across a stream"
    assert drm(f"terrain woods 1406 \n feature ravine 1406 \n {PLAIN}") == 1 - 3
    assert drm(PLAIN.replace("1406", "1406 disruption=1")) == drm(PLAIN.replace("1406", "1406 disruption=2")) == 1 + 1
    assert drm("unit D like 42/17 stars=2 \n 162DI 1405 order=prepare \n D 1406 disruption=5", chief="D") == 2 - 2 + 4
    assert drm(PLAIN.replace("prepare", "prepare disruption=2")) == 1, "the lead attacker's disruption is no modifier"


def test_16_4_7_woods_and_ravine_by_option() -> None:
    """16.4.7, ruling K43."""
    lines = f"terrain woods 1406 \n feature ravine 1406 \n {PLAIN}"
    match = assault(lines, woods_and_shelter="best")
    assert odds(match, "162DI", "1406", "162DI", "42/17").drm == 1 - 2


def test_5_4_tanks() -> None:
    """5.4, 5.4.1, S18-041, rulings K44: +2 or +1, in woods 1 at most, in ravines nothing; they add up."""
    tank = "162DI 1405 order=prepare tank=AS-I \n 42/17 1406"
    assert drm(tank) == 1 + 2
    assert drm(f"{tank} \n AS-I 1405 1") == 1 + 1
    assert drm(f"terrain woods 1406 \n {tank}") == 1 + 1 - 1
    assert drm(f"terrain woods 1406 \n {tank} \n AS-I 1405 1") == 1 + 1 - 1
    assert drm(f"terrain ravine 1406 \n link road 1405-1406 \n {tank}") == 1 - 2
    two = f"{tank} \n 11DI 1506 order=prepare tank=AS-III \n AS-III 1506 1"
    assert drm(two, units="162DI,11DI") == 1 + 3
    assert drm(two, units="162DI,11DI", lead="11DI") == 1 + 3, "5.4: whoever leads"
    hexes = f"terrain ravine 1406 \n {tank} \n 42/131 1306"
    assert drm(hexes, target="1306-1406", chief="42/17") == 1 - 2
    assert drm(hexes, target="1306-1406", chief="42/131") == 1 + 2


def test_16_4_4_the_lead_defenders_hex_counts() -> None:
    """16.4.4, S18-185, S18-068: of several hexes only his; a remnant leads only remnants."""
    lines = "unit R like 42/131 stars=2 \n terrain town 1406 \n 162DI 1405 order=prepare \n 42/17 1406 \n R 1306"
    assert drm(lines, chief="42/17", target="1306-1406") == 2 - 1 - 2
    assert drm(lines, chief="R", target="1306-1406") == 2 - 2
    match = assault("162DI 1405 order=prepare \n 42/17 1406 2 disruption=3 \n REM1 1406 \n 42/131 1306", 3)
    play(match, "attack 1306-1406 by 162DI")
    assert asked(match) == "lead-defender"
    assert set(listed(match)) == {"lead 42/131", "lead 42/17"}


def test_16_4_7_every_row_has_its_case() -> None:
    """The log, the preview and the referee show the same rows."""
    match = assault(f"terrain town 1406 \n {PLAIN}")
    fight = odds(match, "162DI", "1406", "162DI", "42/17")
    assert fight.modifiers is not None
    assert all(row.case for row in (*fight.attack, *fight.defence, *fight.modifiers))
    text = fight_text(fight.as_json())
    assert "column 3-1" in text
    assert "(16.4.7)" in text


# -- 16.4.8-16.4.11 results --


def test_16_4_8_the_whole_procedure() -> None:
    """16.4.8, 16.2: 9 against 3 at 3-1, +1, die 4: step 8 of the ladder, X/XD; the attacker picks X."""
    match = assault(PLAIN, 4)
    events = play(match, "attack 1406 by 162DI")
    assert only(events, "combat").data["outcome"] == "X/XD retreat 1"
    assert level(match, "42/17") == 2, "disruption first"
    assert asked(match) == "losses"
    play(match, "losses 2")
    assert steps(match, "162DI") == 7
    assert asked(match) == "conversion"
    play(match, "hold")
    assert (place(match, "42/17"), remnants(match, "1406")) == ("removed", [2])
    assert asked(match) == "withdraw", "the printed retreat number is for the first turn only (16.5)"
    play(match, "hold")
    assert asked(match) == "fallback"
    assert order(match, "162DI") == Order.PREPARE, "step B.4d: kept as a reminder"
    assert game(match).state.assaulted[number(match, "162DI")]


def test_16_4_10_example_aggravated_disruption() -> None:
    """16.4.10, S18-194: 2-1, +2, a natural 1: 1d/1, and D for the lead attacker."""
    lines = """unit A like 162DI steps=3 stars=3
    unit B like 162DI steps=3 stars=3
    A 1405 order=prepare
    B 1506 order=prepare
    42/17 1406"""
    match = assault(lines, 1)
    play(match, "attack 1406 by A,B")
    events = play(match, "lead A")
    assert only(events, "odds").data["odds"]["odds"] == "2-1"
    assert only(events, "combat").data["outcome"] == "1d/1"
    assert only(events, "combat").data["aggravated"]
    assert (level(match, "A"), level(match, "B")) == (2, 1)
    assert (steps(match, "A"), steps(match, "B")) == (2, 3), "the first loss is the leader's"


@pytest.mark.parametrize(("before", "die", "after"), [(0, 4, 2), (1, 3, 2), (2, 3, 3), (3, 2, 4)])
def test_16_4_9_d_and_capital_d(before: int, die: int, after: int) -> None:
    """16.4.9, S18-077: a defender's D by his disruption before; units already Shocked grow worse."""
    match = assault(f"162DI 1405 order=prepare \n 42/17 1406 disruption={before}", die)
    events = play(match, "attack 1406 by 162DI")
    assert only(events, "combat").data["outcome"] == "X/XD retreat 1"
    assert level(match, "42/17") == after


def test_16_4_9_d_stops_at_disorganized() -> None:
    """16.4.9: a d does nothing to a unit that is Disorganized or Shocked."""
    for before, after in ((0, 1), (1, 2), (2, 2)):
        match = assault(f"162DI 1405 order=prepare disruption={before} \n 42/17 1406 \n 42/131 1406", 2)
        play(match, "attack 1406 by 162DI")
        events = play(match, "lead 42/17")
        assert "d/" in only(events, "combat").data["outcome"]
        assert level(match, "162DI") == after


def test_16_4_11_large_battles_cost_more() -> None:
    """16.4.11 and its example: X/X in an attack of 12 or more against 6 or more is 2/2 or 3/3."""
    match = assault("1US 1405 order=prepare \n 42/17 1406 \n 42/131 1406", 2)
    play(match, "attack 1406 by 1US")
    events = play(match, "lead 42/17")
    assert only(events, "combat").data["outcome"] == "X/X retreat 1"
    event = only(play(match, "losses 1"), "losses")
    assert (event.data["attacker"], event.data["defender"]) == (2, 2)
    assert steps(match, "1US") == 12


def test_16_4_11_remnants_spare_the_attacker_a_loss() -> None:
    """16.4.11 and its example, 5.5: X/X against remnants alone is 0/1 or 1/2."""
    match = assault("162DI 1405 order=prepare \n REM1 1406 \n REM2 1406 \n REM3 1406", 2)
    play(match, "attack 1406 by 162DI")
    events = play(match, "lead REM1")
    assert only(events, "combat").data["outcome"].startswith("X/X")
    event = only(play(match, "losses 1"), "losses")
    assert (event.data["attacker"], event.data["defender"]) == (0, 1)
    assert asked(match) == "retreat", "remnants turn every loss into a hex of retreat"


def test_16_4_11_ruling_k41_strength_after_halving() -> None:
    """16.4.11, ruling K41: 14 points halved are no large battle, unless the option counts them in full."""
    lines = "1US 1405 order=prepare disruption=1 \n 42/17 1406 \n 42/131 1406"
    for option, more in (("combat-strength", 0), ("full-strength", 1)):
        match = assault(lines, 3, large_battle=option)
        play(match, "attack 1406 by 1US")
        events = play(match, "lead 42/17")
        assert only(events, "combat").data["outcome"] == "1d/1"
        event = only(events, "losses")
        assert (event.data["attacker"], event.data["defender"]) == (1 + more, 1 + more)


def test_16_4_11_s18_188_who_takes_losses() -> None:
    """16.4.11, S18-188: the leader, then each once, the fourth on A or B, never on a remnant."""
    lines = """unit A like 42/17
    unit B like 42/131
    unit C like 42/138
    1US 1405 order=prepare tank=AS-I
    A 1406 3
    B 1406 3
    C 1406 2"""
    match = assault(lines, 6)
    play(match, "attack 1406 by 1US")
    events = play(match, "lead A")
    assert only(events, "losses").data["defender"] == 3
    play(match, "hold")
    assert steps(match, "A") == 2, "the leader first, without a question"
    assert set(listed(match)) == {"lose B", "lose C"}
    play(match, "lose C")
    assert place(match, "C") == "removed"
    assert steps(match, "B") == 2


def test_16_4_11_remnant_creation_examples() -> None:
    """16.4.11, 5.5, S18-062: 2D on a full regiment in Good Order; a Disorganized one becomes a Shocked remnant."""
    for before, after in ((0, [2]), (1, [2]), (2, [3])):
        match = assault(f"162DI 1405 order=prepare \n 42/17 1406 disruption={before}", 5 if before == 0 else 4)
        play(match, "attack 1406 by 162DI", "hold")
        assert remnants(match, "1406") == after, before


def test_16_4_11_example_a_loss_that_falls_on_remnants() -> None:
    """16.4.11: 2 points and a remnant, two losses: one makes a remnant, the other a retreat of one hex for both."""
    match = assault("162DI 1405 order=prepare \n 42/17 1406 2 \n REM1 1406", 5)
    events = play(match, "attack 1406 by 162DI")
    assert only(events, "combat").data["outcome"].startswith("1/2D")
    play(match, "hold")
    assert asked(match) == "retreat"
    play(match, "retreat REM1 1408", "retreat REM2 1408")
    assert (remnants(match, "1406"), len(remnants(match, "1408"))) == ([], 2)


def test_5_3_ruling_k63_a_division_without_points_is_destroyed() -> None:
    """5.3, 16.4.11, rulings K63 and K66: with its tank group; losses beyond its points are nobody's."""
    match = study("assault german", "42/17 1406 order=prepare \n 162DI 1405 1 tank=AS-I", dice=[6])
    play(match, "attack 1405 by 42/17", "losses 2", "hold")
    assert (place(match, "162DI"), place(match, "AS-I")) == ("destroyed", "removed")


# -- 4.1 --


FIRST = "162DI 1405 order=prepare prepared \n 42/17 1406"


def test_4_1_every_division_in_contact_assaults() -> None:
    """4.1, rulings K06 and K48: the segment does not end before, and nobody may be left without a target."""
    match = assault(f"{FIRST} \n 11DI 1506 order=prepare", turn=1)
    refused(match, "end", "4.1", "162DI, 11DI must attack")
    refused(match, "attack 1406 by 162DI", "4.1", "11DI must attack")
    assert allowed(match, "attack 1406 by 162DI,11DI")


def test_4_1_terrain_does_not_count_but_for_tanks() -> None:
    """4.1, S18-020: no terrain modifiers; tanks still lose by woods and ravines."""
    assert drm(f"terrain town 1406 \n side stream 1405-1406 \n {FIRST}", turn=1) == 2 - 1
    tank = FIRST.replace("prepared", "prepared tank=AS-I")
    assert drm(f"terrain woods 1406 \n {tank}", turn=1) == 1 + 1
    assert drm(f"terrain ravine 1406 \n {tank}", turn=1) == 1


def test_4_1_the_attackers_are_not_disrupted_the_germans_are_more() -> None:
    """4.1, S18-023, ruling K49: 0/2D gives a remnant with one shock; a natural 1 does nothing."""
    match = assault(FIRST.replace("162DI", "1US"), 6, turn=1)
    events = play(match, "attack 1406 by 1US")
    assert only(events, "combat").data["outcome"] == "0/2D retreat 3"
    play(match, "hold")
    assert asked(match) == "retreat"
    retreat = next(text for text in listed(match) if text.endswith("1409"))
    play(match, retreat)
    assert remnants(match, "1409") == [3]
    match = assault(FIRST, 1, turn=1)
    events = play(match, "attack 1406 by 162DI")
    assert only(events, "combat").data["outcome"] == "1d/1"
    assert not only(events, "combat").data["aggravated"]
    assert level(match, "162DI") == 0


def test_4_1_printed_retreats_count_and_losses_may_be_converted() -> None:
    """4.1, 16.5: the number of the table, and one more for a conversion (16.5.3)."""
    match = assault(FIRST, 4, turn=1)
    play(match, "attack 1406 by 162DI", "losses 1")
    assert asked(match) == "conversion"
    play(match, "convert 1406")
    assert steps(match, "42/17") == 3
    refused(match, "retreat 42/17 1407", "16.5", "not far enough")
    ends = {text.split()[2] for text in listed(match) if text.startswith("retreat")}
    grid = match.setting.grid
    assert min(grid.distance(cell(match, name), cell(match, "1405")) for name in ends) >= 2


def test_4_1_low_intensity_of_that_turn_only_spares_the_natural_one() -> None:
    """4.1, 16.4.10: ordinary disruption counts in step B.9."""
    lines = "162DI 1405 order=low aim=1406 \n 42/17 1406 \n 42/131 1406"
    match = study("attack entente", lines, turn=1, dice=[1])
    play(match, "attack 1406 by 162DI")
    events = play(match, "lead 42/17")
    data = only(events, "combat").data
    assert not data["aggravated"]
    assert data["outcome"].startswith("1d")
    assert level(match, "162DI") == 1


# -- odds before the dice --


def test_exact_odds_come_from_the_code_that_resolves() -> None:
    """A preview of the attack has six faces, grouped by result; the natural 1 stands apart (16.4.10)."""
    match = assault(PLAIN)
    preview = match.preview("attack 1406 by 162DI")
    assert sum(chance.probability for chance in preview.chances) == 1
    outcomes = {e.data["outcome"] for chance in preview.chances for e in chance.results if e.kind == "combat"}
    assert len(outcomes) >= 4
    force(match, 4)
    events = play(match, "attack 1406 by 162DI")
    assert only(events, "combat").data["outcome"] in outcomes
