"""Hard positions of a fourth reading, of the combat, answered from the book before they were played."""

from __future__ import annotations

import pytest

from tests.games.friedensturm_1918.hard.position import BOTH, battle, coordination, declare, roll_for, shifts, told
from tests.games.friedensturm_1918.position import (
    allowed,
    asked,
    disorder,
    force,
    listed,
    number,
    of_kind,
    only,
    place,
    play,
    refused,
    steps,
    study,
    until,
    who,
)

FRENCH_GUNS = "ACA-1 10.12 \n AAA-1 10.12"
"""Behind 10.11; together they bombard with 5."""
EXPLOITING = "46RD 14.10 marker=3 \n 36DI 14.11"
"""They keep exploitation combat open."""
NINTH = "HQ-V 10.19 \n AOK-1 10.01 \n 80RD 18.10 \n 42US 18.11"
"""What BOTH is, for Scenario 3."""

# -- who attacks (12.1, 12.2.1) --


@pytest.mark.parametrize(
    ("phase", "lines", "case", "word"),
    [
        ("combat german", "206ID 10.10 fought=1 \n 18DI 10.11", "12.1", "already attacked"),
        ("combat german", "206ID 10.10 unsupplied=1 \n 18DI 10.11", "9.2", "supply"),
        ("combat german", "206ID 10.10 marker=1 \n 18DI 10.11", "11.2.7", "Disengagement"),
        ("combat german", "206ID 10.10 disorder=1 \n 18DI 10.11", "12.5", "reorganising"),
        ("combat german", "227ID 10.10 \n 206ID 09.11 disorder=2 \n 18DI 10.11", "12.2.1", "morale 4"),
        ("combat allied", "terrain town 10.11 \n BCL-1 10.10 \n 206ID 10.11", "15.4.1", "town"),
        ("exploitation-combat german", f"206ID 10.10 \n {EXPLOITING} \n 18DI 10.11", "14.1", "marker"),
    ],
)
def test_why_a_neighbour_does_not_attack(phase: str, lines: str, case: str, word: str) -> None:
    """If nobody beside the hex may attack, the refusal says why; 12.2.1 is for those of whom none can lead."""
    refused(study(phase, f"{lines} \n {BOTH}"), "attack 10.11", case, word)


def test_which_tank_is_the_players_choice() -> None:
    """15.4.1: one takes part, so "all" leaves the question open."""
    match = study("combat allied", f"15DI 10.12 1 \n 36DI 09.12 \n BCL-1 10.12 \n SCH-1 10.12 \n 206ID 10.11 \n {BOTH}")
    play(match, "attack 10.11", "all")
    assert set(listed(match)) == {"join BCL-1", "join SCH-1", "end"}
    play(match, "join BCL-1")
    assert asked(match) != "participants"


def test_a_lead_unit_in_command() -> None:
    """12.2.1, 12.2.3: whoever is out of command takes part and does not lead."""
    lines = f"206ID 10.10 \n 227ID 09.11 \n 18DI 10.11 \n assume command 206ID no \n {BOTH}"
    refused(study("combat german", lines, command=None), "attack 10.11", "12.2.1", "in command")
    match = study("combat german", f"222ID 11.11 \n {lines}", command=None)
    assert told(play(match, "attack 10.11", "all"), "odds", "lead") == number(match, "222ID")


def test_attacked_again_where_they_have_gone() -> None:
    """12.1: a hex is attacked once, but defenders who retreat into another can be attacked there."""
    match = study("combat german", f"206ID 10.10 \n 46RD 11.13 \n 18DI 10.11 \n {BOTH}")
    roll_for(match, "10.11", "206ID", rolls=(4, 2), defender=1)
    play(match, "attack 10.11")
    until(match, "combat", "withdraw 1", "retreat 10.12", "lose 18DI")
    assert allowed(match, "attack 10.12")
    refused(match, "attack 10.11", "12.1")


def test_the_same_hex_in_exploitation() -> None:
    """12.1, 15.2.2: once per combat phase, once per exploitation phase, for hexes, units and guns."""
    match = study("combat german", f"206ID 10.10 \n 46RD 09.11 \n 18DI 10.11 \n ACA-1 10.12 \n {BOTH}")
    answers = ("support ACA-1", "lead 206ID")
    roll_for(match, "10.11", "206ID,46RD", *answers, before=(1,), rolls=(2, 6))
    play(match, "attack 10.11", "all")
    until(match, "exploit", *answers)
    play(match, "exploit 46RD")
    until(match, "combat", "end")
    refused(match, "attack 10.11", "12.1", "already")
    play(match, "end", "attack 10.11")
    assert asked(match) == "guns-defender"
    assert allowed(match, "support ACA-1")


# -- what bombardment changes before the odds (12.2, 15.2.2) --


def test_attackers_in_a_fort() -> None:
    """15.2.2: points do nothing to units in a fort, also to those that attack; who stands elsewhere takes them."""
    lines = "feature fort 10.10 \n 206ID 10.10 \n 222ID 09.11 \n 18DI 10.11"
    match = study("combat german", f"{lines} \n {FRENCH_GUNS} \n {BOTH}")
    force(match, 3, 3, 4, 3, 3)
    play(match, "attack 10.11", "all", "support ACA-1", "support AAA-1")
    assert (steps(match, "206ID"), steps(match, "222ID")) == (3, 2)


@pytest.mark.parametrize(
    ("lines", "units", "lost", "row", "holds"),
    [
        ("side minor-river 10.11-09.11", "84ID 10.10 1,206ID 09.11", "84ID", "minor river", True),
        ("", "84ID 11.12 1,222ID 09.12,206ID 10.10", "84ID", "concentric", False),
        ("", "227ID 09.11 1,206ID 10.10", "227ID", "morale 3", False),
        ("19ID/78 10.10", "19ID/74 10.10 1 stoss=ST-1,206ID 09.11,222ID 11.11", "19ID/74", "Stosstruppen", False),
    ],
)
def test_the_guns_change_the_odds(lines: str, units: str, lost: str, row: str, holds: bool) -> None:
    """12.2.4, 12.2.6: river, ring, weak divisions and Stosstruppen are those of the attackers that are left."""
    placed = units.replace(",", " \n ")
    match = study("combat german", f"{lines} \n {placed} \n 58DI 10.11 \n 36DI 10.13 \n {FRENCH_GUNS} \n {BOTH}")
    force(match, 2, 3, 4, 3, 3)
    events = declare(match, "10.11", ",".join(unit.split()[0] for unit in units.split(",")))
    events += until(match, "combat", "use", "support ACA-1", "support AAA-1", f"lose {lost}", "lead 206ID")
    assert place(match, lost) == "lost"
    rows = [*shifts(events), *coordination(events, "german").data["rows"]]
    assert any(row in found for found in rows) == holds, rows


def test_disorganised_by_the_guns() -> None:
    """12.2.1, 12.2.3: the choice of attackers is final, so its strength counts, but it does not lead."""
    match = study("combat german", f"206ID 10.10 \n 222ID 09.11 \n 18DI 10.11 \n {FRENCH_GUNS} \n {BOTH}")
    force(match, 4, 4, 4, 3, 5)
    play(match, "attack 10.11", "all", "support ACA-1", "support AAA-1", "lose 222ID")
    events = play(match, "disorganise 222ID")
    assert told(events, "odds", "odds")["attack_total"] == 9 + 4
    assert told(events, "odds", "lead") == number(match, "206ID")


def test_nobody_is_left() -> None:
    """12.2.2, 12.2.3: the guns of both sides kill everybody; no coordination, no advance."""
    lines = f"206ID 10.10 1 \n 58DI 10.11 1 \n {FRENCH_GUNS} \n 11DI/26 10.12 \n GAA-1 10.09 \n GCA-1 10.09 \n {BOTH}"
    match = study("combat german", lines)
    force(match, 6, 6)
    play(match, "attack 10.11", "support GAA-1", "support GCA-1", "support ACA-1", "support AAA-1")
    events = until(match, "combat")
    assert {place(match, "206ID"), place(match, "58DI")} == {"lost"}
    assert not of_kind(events, "coordination")


def test_air_units_in_one_combat() -> None:
    """15.2.2, 17.2: observation helps the attacker's guns only; support of both sides cancels out, however many fly."""
    french = "AIR-FEQUANT 10.11 mission=2 \n AIR-CHABERT 10.11 mission=3"
    germans = "AIR-I 10.11 mission=3 \n AIR-II 10.11 mission=3"
    lines = f"206ID 10.10 \n 18DI 10.11 \n ACA-1 10.12 \n {french} \n {germans}"
    match = study("combat german", f"{lines} \n {BOTH}", air="yes")
    events = battle(match, "10.11", "206ID", "support ACA-1", before=(1,), rolls=(2, 2))
    assert only(events, "bombardment").data["column"] == 2
    assert [coordination(events, side).data["drm"] for side in ("allied", "german")] == [0, 0]


def test_a_fort_in_the_trenches() -> None:
    """12.2.4, 12.2.6: three times the strength and two columns, but +2 for coordination only once."""
    ring = "206ID 10.10 \n 46RD 09.11 \n 222ID 11.11 \n 45RD 10.12"
    match = study("combat german", f"feature fort+trench-allied 10.11 \n {ring} \n 58DI 10.11 1 \n {BOTH}")
    events = battle(match, "10.11", "206ID,46RD,222ID,45RD", "lead 206ID", rolls=(2, 2))
    assert coordination(events, "allied").data["drm"] == 2
    assert told(events, "odds", "odds")["defence_total"] == 9


# -- orders (12.2.6) --


def test_fierce_fighting_with_nobody_left_to_fight() -> None:
    """12.2.2: won by the guns, and orders apply: the attacker loses his step; guns in the hex are lost."""
    lines = f"206ID 10.10 \n 84ID 09.11 1 \n GAA-1 10.09 \n GCA-1 10.09 \n 58DI 10.11 1 \n ACA-2 10.11 \n {BOTH}"
    match = study("combat german", lines)
    force(match, 5, 1, 1)
    play(match, "attack 10.11", "all", "support GAA-1", "support GCA-1")
    until(match, "hits")
    assert set(listed(match)) == {"lose 206ID", "lose 84ID"}
    assert place(match, "ACA-2") == "lost"
    play(match, "lose 206ID")
    assert asked(match) == "combat"


def test_confusion_spares_tanks() -> None:
    """12.2.6, 15.4.1: tanks may not be disorganised, so the defender does not pick one."""
    match = study("combat allied", f"15DI 10.12 \n BCL-1 10.12 \n 58DI 09.12 \n 206ID 10.11 \n {BOTH}")
    roll_for(match, "10.11", "15DI,BCL-1,58DI", "lead 15DI", rolls=(3, 1, 2))
    play(match, "attack 10.11", "all")
    until(match, "confusion", "lead 15DI")
    assert (who(match), set(listed(match))) == ("german", {"disorganise 15DI", "disorganise 58DI"})


def test_the_german_tank_does_not_panic() -> None:
    """12.2.6, 15.4.2: it has no movement allowance, so another unit retreats (Q82)."""
    match = study("combat german", f"tanks 1 \n A7V event \n 84ID 10.10 \n 206ID 09.11 \n 18DI 10.11 \n {BOTH}")
    force(match, 3, 3, 2, 1, 4)
    play(match, "attack 10.11", "join 84ID", "join 206ID", "commit A7V with 84ID")
    until(match, "panic")
    assert set(listed(match)) == {"panic 84ID", "panic 206ID"}


def test_panic_into_a_zone() -> None:
    """12.2.6, 12.3, Q45: the attacker pays a step for the zone, with Stosstruppen if he likes."""
    lines = f"19ID/74 10.10 stoss=ST-1 \n 84ID 10.10 \n 18DI 10.11 \n 36DI 10.08 \n {BOTH}"
    match = study("combat german", lines)
    roll_for(match, "10.11", "19ID/74,84ID", "lead 19ID/74", "hold", rolls=(2, 1, 4))
    play(match, "attack 10.11", "all", "hold")
    until(match, "panic", "lead 19ID/74")
    play(match, "panic 19ID/74")
    assert set(listed(match)) == {"lose 19ID/74", "lose ST-1"}


# -- hit points (12.2.8) --


def test_a_cancelled_attack_with_the_german_tank() -> None:
    """12.2.4, 15.4.2, 11.3.1: three steps, the tank goes in any case, and the gun beside the enemy with them."""
    lines = "feature trench-allied 10.11 \n 206ID 10.10 2 \n GCA-1 10.10 \n 18DI 10.11"
    match = study("combat german", f"tanks 1 \n A7V event \n {lines} \n {BOTH}")
    play(match, "attack 10.11", "commit A7V with 206ID")
    until(match, "combat")
    assert {place(match, uid) for uid in ("206ID", "A7V", "GCA-1")} == {"lost"}


def test_the_asterisk_takes_the_only_stosstruppen() -> None:
    """12.2.8, 15.3: it does not save the lead unit from its step, and nothing is left to give up for it."""
    match = study("combat german", f"19ID/74 10.10 stoss=ST-1 \n 206ID 09.11 \n 18DI 10.11 \n {BOTH}")
    battle(match, "10.11", "19ID/74,206ID", "use", "lead 19ID/74", star=True, rolls=(2, 2))
    assert place(match, "ST-1") == "lost"
    assert steps(match, "19ID/74") < 2


def test_the_lead_unit_is_disorganised_already() -> None:
    """12.2.8, 12.5: the first disorganisation is the lead unit's, and does nothing to it."""
    match = study("combat german", f"206ID 10.10 \n 18DI 10.11 disorder=2 \n 11DI/26 10.11 \n {BOTH}")
    battle(match, "10.11", "206ID", "lead 18DI", rolls=(2, 2), defender=1)
    assert disorder(match, "11DI/26") == "none"


def test_whose_step_it_is() -> None:
    """12.2.3, 12.2.8, 15.4.1: what a player hears who would lose another unit."""
    attackers, defenders = "15DI 10.12 \n 36DI 09.12 \n 35DI 11.12", "19ID/74 10.11 stoss=ST-1 \n 19ID/78 10.11"
    match = study("combat allied", f"{attackers} \n {defenders} \n 84ID 10.11 1 \n {BOTH}")
    roll_for(match, "10.11", "15DI,36DI,35DI", "lead 15DI", "lead 19ID/74", defender=4, rolls=(2, 2))
    play(match, "attack 10.11", "all")
    until(match, "hits", "lead 15DI", "lead 19ID/74")
    refused(match, "lose 19ID/78", "12.2.3", "19ID/74 leads")
    play(match, "lose ST-1")
    refused(match, "lose 84ID", "12.2.8", "costs more")
    match = study("combat german", f"206ID 10.10 \n 46RD 09.11 \n 18DI 10.11 \n 58DI 10.11 1 \n BCL-1 10.11 \n {BOTH}")
    roll_for(match, "10.11", "206ID,46RD", "lead 206ID", "lead 18DI", defender=6, rolls=(2, 2))
    play(match, "attack 10.11", "all")
    until(match, "hits", "lead 206ID", "lead 18DI")
    refused(match, "lose BCL-1", "15.4.1", "last")


def test_stosstruppen_count_among_the_most_points() -> None:
    """12.2.8, option hit_conversion: 4 points left are a regiment's step and Stosstruppen, not a division's."""
    lines = f"206ID 10.10 \n 84ID 09.11 \n 19ID/74 11.11 1 stoss=ST-1 \n 18DI 10.11 \n {BOTH}"
    match = study("combat german", lines, hit_conversion="most")
    roll_for(match, "10.11", "206ID,84ID,19ID/74", "hold", "lead 206ID", attacker=7, rolls=(2, 2))
    play(match, "attack 10.11", "all", "hold")
    until(match, "hits", "lead 206ID")
    play(match, "lose 206ID")
    assert set(listed(match)) == {"lose 19ID/74", "lose ST-1"}


@pytest.mark.parametrize(("lead", "foch"), [("3US/4", True), ("36DI", False)])
def test_the_doctrine_of_the_lead_unit(lead: str, foch: bool) -> None:
    """Scenario 3, 12.2.5, 3.0: an American regiment of morale 5 is elite, and brings Foch's two points."""
    lines = f"3US/4 10.12 \n 36DI 09.12 \n 206ID 10.11 \n {NINTH}"
    match = study("combat allied", lines, scenario="friedensturm", turn=18)
    events = battle(match, "10.11", "3US/4,36DI", f"lead {lead}", rolls=(2, 3))
    table = int(str(told(events, "combat", "outcome")).split()[0].removeprefix("A"))
    assert told(events, "combat", "attacker") == table + 2 * foch
    assert any("elite" in row for row in coordination(events, "allied").data["rows"]) == foch


# -- retreat, reaction, advance (12.3, 12.2.6, 12.4) --


def test_who_dies_on_the_way_costs_no_relief() -> None:
    """12.2.6, 12.3, Q47: the regiment dies in a zone with its first hex; the division goes two and saves six points."""
    lines = f"206ID 10.10 \n 46RD 11.11 \n 222ID 12.13 \n 227ID 12.11 \n 18DI 10.11 \n 11DI/26 10.11 1 \n {BOTH}"
    match = study("combat german", lines)
    roll_for(match, "10.11", "206ID,46RD", "lead 206ID", "lead 18DI", rolls=(4, 2), defender=6)
    play(match, "attack 10.11", "join 206ID", "join 46RD")
    until(match, "withdraw", "end", "lead 206ID", "lead 18DI")
    play(match, "withdraw 2", "detach 11DI/26", "retreat 10.12", "retreat 10.13", "retreat 11.12")
    assert (place(match, "11DI/26"), steps(match, "18DI")) == ("lost", 3)


def test_interdiction_over_a_friend() -> None:
    """12.3: friends negate zones, not aircraft."""
    lines = f"206ID 10.10 \n 18DI 10.11 late=1 \n 11DI/26 10.12 \n AIR-I 10.12 mission=4 \n {BOTH}"
    match = study("combat german", lines, air="yes")
    battle(match, "10.11", "206ID", "retreat 10.12", rolls=(1, 2, 2), defender=2)
    assert (steps(match, "18DI"), steps(match, "11DI/26")) == (2, 2)


def test_two_reactions_into_the_attacked_hex() -> None:
    """12.2.6, 4.0: after a perfect result two units, one after the other, as long as there is room."""
    lines = f"206ID 10.10 \n 11DI/26 10.11 \n 11DI/69 10.13 \n 11DI/79 09.13 \n 36DI 11.13 \n {BOTH}"
    match = study("combat german", lines)
    roll_for(match, "10.11", "206ID", rolls=(6, 2), defender=1)
    play(match, "attack 10.11")
    until(match, "reaction", "hold")
    play(match, "react 11DI/69 10.11")
    refused(match, "react 36DI 10.11", "4.0", "room")
    play(match, "react 11DI/79 10.11")
    assert asked(match) == "combat"


def test_the_advance_and_what_it_meets() -> None:
    """12.4, 11.1.1, 12.5: round a lone tank, up a slope, and no Exploitation marker for whoever climbed it."""
    lines = "slope slope 10.11-11.12 \n 206ID 10.10 \n 46RD 09.11 \n 222ID 08.10 \n 58DI 10.11 1 \n BCL-1 10.12"
    match = study("combat german", f"{lines} \n {BOTH}")
    roll_for(match, "10.11", "206ID,46RD", "lead 206ID", rolls=(2, 6))
    play(match, "attack 10.11", "all")
    refused(match, "lead 222ID", "12.2.3", "not take part")
    until(match, "advance", "lead 206ID")
    refused(match, "advance 222ID 10.11", "12.4", "did not take part")
    refused(match, "advance 46RD 10.12", "12.4", "first")
    play(match, "advance 46RD 10.11")
    refused(match, "advance 46RD 10.12", "12.4", "occupied")
    play(match, "advance 46RD 11.12")
    assert disorder(match, "46RD") == "disorganised"
    if asked(match) == "exploit":
        refused(match, "exploit 46RD", "14.0", "disorganised")
