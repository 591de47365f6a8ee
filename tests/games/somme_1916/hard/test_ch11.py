"""Where the results of an Assault meet engagements, retreats, headquarters and the next Assault (module 11)."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from grognard.engine import Event, Match
from tests.games.somme_1916.position import (
    allowed,
    asked,
    cell,
    force,
    game,
    listed,
    modifier,
    number,
    odds,
    of_kind,
    place,
    play,
    points,
    refused,
    status,
    study,
)

HQ = "HQ-VII I15 \n assume supply all yes \n resources gas=1 secondary=1 consolidate=1 night=1 \n "
ANSWERS = ("retreat", "facing", "displacement")


def resolve(match: Match, target: str, attackers: str, outcome: str, *then: int) -> Sequence[Event]:
    """The Assault with dice that bring a result; other dice may follow."""
    found = odds(match, target, attackers)
    results = game(match).setting.combat.assault.row(found.column, found.modifier)
    assert outcome in results, results
    total = results.index(outcome) + 2
    force(match, max(1, total - 6), min(6, total - 1), *then)
    return play(match, "resolve")


def settle(match: Match, *wanted: str) -> None:
    """Retreat and turn, as wanted or the first way."""
    while match.decision is not None and asked(match) in ANSWERS:
        found = [text for text in wanted if match.check(text)]
        play(match, found[0] if found else listed(match)[0])


def test_an_engagement_takes_in_as_many_as_can_stack() -> None:
    """11.8 (D16): after the first brigade a second one must enter; the third has no room and stays."""
    lines = "BB4.1 L14 commit=M15 jump_off=L14\nBB4.2 L15 commit=M15 jump_off=L15\nBB4.3 L16 commit=M15 jump_off=L16 \n"
    match = study("assault allied", HQ + lines + "unit D like 28R/110 front=4-8-6 \n D M15")
    resolve(match, "M15", "BB4.1 BB4.2 BB4.3", "ENG")
    play(match, "engage BB4.2")
    assert "end" not in listed(match)
    play(match, "engage BB4.3")
    assert [place(match, uid) for uid in ("BB4.1", "BB4.2", "BB4.3")] == ["L14", "M15", "M15"]


def test_tanks_and_infantry_that_are_engaged_fight_on_together() -> None:
    """8.8, 11.8, 11.5.2.2 (X27): all units of the square fight the same Assault again; nobody is asked which arm."""
    lines = 'engaged {"M15": "allied"} \n BB4.1 M15 commit=M15 jump_off=L15 \n TankA M15 commit=M15 jump_off=L15 \n'
    match = study("assault allied", HQ + lines + "28R/110 M15", dice=[3, 3])
    events = play(match, "resolve")
    units = of_kind(events, "odds")[0].data["units"]
    assert sorted(units) == sorted([number(match, "BB4.1"), number(match, "TankA")])
    assert asked(match) != "arm"


def test_a_counter_attack_ends_the_other_assault_of_its_victims_stack() -> None:
    """11.8, 8.6 (D33): BB4.2 waits beside the attacker for its own Assault; driven back with it, it makes none."""
    lines = "unit A like BB4.1 front=3-1-6 \n A L15 commit=M15 jump_off=L15 \n BB4.2 L15 commit=M16 jump_off=L15 \n"
    match = study("assault allied", HQ + lines + "unit D like 28R/110 front=4-4-6 \n D M15 \n Bn2 M16")
    play(match, "assault M15")
    events = list(resolve(match, "M15", "A", "C", 6, 4))
    assert of_kind(events, "counter-attack")[0].data["outcome"] == "DR"
    settle(match)
    assert game(match).state.commit[number(match, "BB4.2")] == -1
    assert not [e for e in match.events() if e.kind == "assault" and e.data["target"] == cell(match, "M16")]


@pytest.mark.parametrize(("scenario", "exits"), [("a-punishing-land", 3), ("over-the-top", 1)])
def test_a_german_with_no_way_but_the_edge(scenario: str, exits: int) -> None:
    """11.8.1, 13.4, 14.1.3, 14.2.3: forced off for 3 points and back next week, or for good and 1 point."""
    lines = "46Div U15 commit=V15 jump_off=U15 \n BB4.1 V14 \n BB4.2 V16 \n BB3.1 U14 \n BB3.2 U16 \n 28R/110 V15"
    match = study("assault allied", HQ + lines, scenario=scenario)
    resolve(match, "V15", "46Div", "DR")
    assert points(match, "allied", "exits") == exits
    assert place(match, "28R/110") == ("exited" if exits == 3 else "gone")
    assert game(match).state.vp.get("allied-losses", 0) == 0


def test_an_ally_with_no_way_but_the_edge_dies_where_he_may_not_leave() -> None:
    """11.8.1, 13.4 (D05): in scenario 2 Allied units leave for victory only."""
    lines = "28R/110 B15 commit=A15 jump_off=B15 \n 28R/111 A14 \n 28R/109 A16 \n Bn1 B14 \n Bn2 B16 \n HQ-IX E15 \n"
    more = "unit B like BB4.1 front=1-1-6 \n B A15 \n assume supply all yes \n resources gas=1"
    match = study("assault german", lines + more, scenario="a-punishing-land")
    resolve(match, "A15", "28R/110", "DR")
    assert (place(match, "B"), points(match, "german")) == ("pool", 2)


def test_a_british_retreat_pushes_a_french_brigade_on() -> None:
    """7.3.1, 10.2, 11.8.1: the nations never stack, so the French unit makes room; its own line loses a defender."""
    lines = "28R/110 M15 commit=L15 jump_off=M15 \n HQ-IX P15 \n assume supply all yes \n resources gas=1 \n"
    more = "unit B like BB4.1 front=1-1-6 \n B L15 \n FB4.1 K15 \n 28R/111 M13 \n 28R/109 M17 \n 46Div K14 \n 48Div K16"
    match = study("assault german", lines + more)
    resolve(match, "L15", "28R/110", "DR")
    settle(match, "retreat B K15")
    assert place(match, "B") == "K15"
    assert place(match, "FB4.1").startswith("J")


def test_a_secondary_attack_goes_on_from_the_square_just_won() -> None:
    """11.8.2, 11.10: the winner attacks once more, with its second number, from where it stands now."""
    lines = "46Div L15 commit=M15 jump_off=L15\nBn1 M15\nunit D like Bn2 front=2-2-6\nD O15\n28R/110 N14 status=2 \n"
    match = study("assault allied", HQ + lines)
    resolve(match, "M15", "46Div", "DE")
    play(match, "commit 46Div N14")
    refused(match, "commit 46Div O15", "8.6")
    assert odds(match, "N14", "46Div").attack[0].value == 5


def test_who_flanks_alone_flanks_nobody() -> None:
    """11.7.4, 10.2: only those who still attack count; alone the flanker has no second square."""
    lines = "46Div L15 \n 48Div M16 commit=M15 jump_off=M16 \n 28R/110 M15 facing=6 \n"
    match = study("assault allied", HQ + lines)
    assert modifier(odds(match, "M15", "48Div"), "11.7.4") == 0
    assert modifier(odds(match, "M15", "46Div 48Div"), "11.7.4") == 1


def test_a_stack_both_disrupted_and_suppressed_gives_two() -> None:
    """11.7.5: one for the Disruption, one for the Suppression; the Suppressed one defends at half."""
    lines = "46Div L15 commit=M15 jump_off=L15\n28R/110 M15 status=2\nunit D like 28R/111 front=4-3-6\nD M15 status=1"
    match = study("assault allied", HQ + lines)
    found = odds(match, "M15", "46Div")
    assert modifier(found, "11.7.5") == 2
    assert sorted(row.value for row in found.defence)[0] == 2


def test_an_engaged_interdicted_square_hampers_both() -> None:
    """11.7.6, 8.8: the fight starts from an interdicted square and into one."""
    lines = 'engaged {"M15": "allied"} \n interdicted {"M15": ["german", 1]} \n BB4.1 M15 commit=M15 \n 28R/110 M15'
    assert modifier(odds(study("assault allied", HQ + lines), "M15", "BB4.1"), "11.7.6") == 0


def test_two_headquarters_drive_each_other_away() -> None:
    """7.4.2: each is in the zone of the other when the combats are over; both leave, for two turns."""
    match = study("assault-end allied", "HQ-VII L15 \n HQ-IX M15 \n BB4.1 A1")
    assert {place(match, "HQ-VII"), place(match, "HQ-IX")} == {"track"}
    assert {game(match).state.due[number(match, uid)] for uid in ("HQ-VII", "HQ-IX")} == {3}


def test_a_headquarters_retreats_with_its_stack() -> None:
    """7.4.2, 11.8.1: in Command Mode it retreats like the others; it does not surrender."""
    match = study("assault allied", HQ + "46Div L15 commit=M15 jump_off=L15 \n Bn1 M15 \n HQ-IX M15 facing=6")
    resolve(match, "M15", "46Div", "DR")
    settle(match)
    assert place(match, "HQ-IX").startswith("N")
    assert points(match, "allied") == 0


def test_joint_attackers_of_two_nations_share_a_victory_but_no_square() -> None:
    """7.3.1, 11.8.2: whoever enters first keeps the other nation out."""
    lines = "HQ-XX I17 \n 46Div L15 commit=M15 jump_off=L15 \n FB4.1 L16 commit=M15 jump_off=L16 \n Bn1 M15"
    match = study("assault allied", HQ.replace("consolidate=1", "") + lines, dice=[1])
    resolve(match, "M15", "46Div FB4.1", "DE")
    assert {allowed(match, f"advance {uid} M15") for uid in ("46Div", "FB4.1")} == {True}
    play(match, "advance FB4.1 M15")
    assert (place(match, "46Div"), place(match, "FB4.1")) == ("L15", "M15")


def test_who_withdraws_from_an_engagement_gives_the_supply_hq_up() -> None:
    """8.8, 11.3: the regiment leaves, the HQ in Supply Mode cannot; the engagement goes on, and it surrenders."""
    lines = 'engaged {"M15": "allied"} \n BB4.1 M15 jump_off=L15 \n 28R/110 M15 \n HQ-IX M15 mode=1'
    match = study("movement german", lines)
    play(match, "move 28R/110 N15")
    assert game(match).state.engaged
    lines = 'engaged {"M15": "allied"} \n BB4.1 M15 commit=M15 jump_off=L15 \n HQ-IX M15 mode=1 \n Bn1 V34 \n'
    match = study("assault allied", HQ + lines)
    assert (place(match, "HQ-IX"), game(match).state.engaged) == ("gone", {})


def test_smoke_that_blows_back_is_spent() -> None:
    """9.2.3, 11.6.1: one resource less, no modifier."""
    lines = "HQ-VII I15\n assume supply all yes\n resources smoke=1\n 46Div L15 commit=M15 jump_off=L15\n 28R/110 M15"
    match = study("assault allied", lines)
    play(match, "use smoke")
    assert game(match).state.resources["smoke"] == 0
    force(match, 4, 3, 3)
    events = play(match, "resolve")
    assert "smoke" not in str(of_kind(events, "odds")[0].data["odds"])


def test_a_disrupted_comrade_stays_engaged() -> None:
    """8.8, 11.8.1: a Disrupted comrade who did not fight stays in the square when the others are thrown out."""
    lines = 'engaged {"M15": "allied"} \n unit A like BB4.1 front=1-3-6 \n A M15 commit=M15 jump_off=L15 \n'
    more = "BB4.2 M15 status=2 jump_off=L15 \n unit D like 28R/110 front=4-6-6 \n D M15"
    match = study("assault allied", HQ + lines + more)
    resolve(match, "M15", "A", "ASR")
    settle(match)
    assert (place(match, "A"), place(match, "BB4.2"), status(match, "BB4.2")) == ("L15", "M15", "disrupted")
    assert game(match).state.engaged
