"""Artillery in combat (12.2.2, 15.2): who fires, counter-battery, bombardment, offensive mode."""

from __future__ import annotations

import pytest

from grognard.engine import Match
from grognard.games.friedensturm_1918.rules.artillery import has_bruchmuller, offensive_bonus, strength
from grognard.games.friedensturm_1918.rules.fight import Combat
from tests.games.friedensturm_1918.position import (
    allowed,
    asked,
    cell,
    disorder,
    fight,
    game,
    listed,
    number,
    only,
    place,
    play,
    refused,
    steps,
    study,
    until,
    who,
)

LINE = "JD 10.10 \n 18DI 10.11"


def attack(lines: str, *dice: int, phase: str = "combat german", **more: str) -> Match:
    """An attack on 10.11, up to the question about the attacker's guns."""
    match = study(phase, lines, dice=dice, **more)  # type: ignore[arg-type]
    play(match, "attack 10.11")
    until(match, "guns-attacker", "all")
    return match


def points(match: Match, guns: str, counter: str, enemy: str, enemy_counter: str) -> tuple[int, int]:
    """Bombardment strengths of attacker and defender."""
    g = game(match)
    c = Combat(g, cell(match, "10.11"))
    for side, named, into in (
        (1, guns, c.guns),
        (1, counter, c.counter),
        (0, enemy, c.guns),
        (0, enemy_counter, c.counter),
    ):
        into[side].extend(number(match, uid) for uid in named.split())
    return strength(g, c, 1), strength(g, c, 0)


GUNS = "GAA-1 10.09 \n GCA-1 10.09 \n GCA-2 10.09 \n GCA-3 10.09 \n "
GUNS += "AAA-1 10.12 \n ACA-1 10.12 \n ACA-2 10.12 \n 15DI 10.12 1"


def test_12_2_2_example_1() -> None:
    """12.2.2: one army and three corps guns, one of them on counter-battery, against one army and one corps gun."""
    match = study("combat german", f"{LINE} \n {GUNS}")
    assert points(match, "GAA-1 GCA-1 GCA-2", "GCA-3", "AAA-1", "ACA-1") == (5, 1)


def test_12_2_2_example_2() -> None:
    """12.2.2: two corps guns against two on counter-battery must both bombard, and come to nothing."""
    match = attack(f"{LINE} \n {GUNS}")
    play(match, "support GCA-1", "support GCA-2", "end")
    assert (asked(match), who(match)) == ("guns-defender", "allied")
    play(match, "support AAA-1", "counter ACA-1", "counter ACA-2")
    assert asked(match) != "counter-battery"
    assert points(match, "GCA-1 GCA-2", "", "AAA-1", "ACA-1 ACA-2") == (0, 3)


@pytest.mark.parametrize(("option", "may"), [("text", True), ("example", False)])
def test_12_2_2_the_quota_of_counter_battery(option: str, may: bool) -> None:
    """12.2.2, AR03, ruling Q02: army artillery counts as two; by the example not in offensive mode."""
    lines = f"{LINE} \n GAA-1 10.09 offensive \n GCA-1 10.09 \n ACA-1 10.12 \n AAA-1 10.12 \n 15DI 10.12 1"
    match = attack(lines, counter_battery_quota=option)
    play(match, "support GAA-1", "support GCA-1", "counter ACA-1", "support AAA-1")
    assert (asked(match) == "counter-battery") == may
    if may:
        refused(match, "counter GAA-1", "12.2.2", "not corps artillery")
        assert allowed(match, "counter GCA-1")


def test_12_2_2_the_defender_names_after_the_attacker() -> None:
    """12.2.2, steps 2 to 4: and the attacker's counter-battery comes last."""
    match = attack(f"{LINE} \n {GUNS}")
    refused(match, "counter GCA-1", "12.2.2", "after the defender")
    refused(match, "support ACA-1", "12.2.2", "not your artillery")
    play(match, "support GCA-1")
    refused(match, "support GCA-1", "15.2.2")
    play(match, "end")
    assert who(match) == "allied"
    refused(match, "counter AAA-1", "15.2.2", "cannot fire counter-battery")


def test_15_2_2_range_is_to_the_attacked_hex() -> None:
    """15.2.2, ruling Q63: corps guns reach 2 hexes; in defence too."""
    match = attack(f"{LINE} \n GCA-1 10.08 \n GCA-2 10.09 \n 5RD 10.08 1")
    refused(match, "support GCA-1", "15.2.2", "out of range")
    assert allowed(match, "support GCA-2")


def test_12_2_2_one_offensive_gun_in_a_combat() -> None:
    """12.2.2, AR06, SC25."""
    match = attack(f"{LINE} \n GAA-1 10.09 offensive \n GAA-2 10.09 offensive")
    play(match, "support GAA-1")
    assert asked(match) != "guns-attacker"


def test_15_2_2_how_often_guns_fire_in_a_phase() -> None:
    """15.2.2: offensive artillery up to four attacks and one defence, all others one combat."""
    two = "46RD 14.10 \n 15DI 14.11"
    match = attack(f"{LINE} \n {two} \n GAA-1 12.09 offensive uses=3 \n GCA-1 10.09 uses=1")
    refused(match, "support GCA-1", "15.2.2", "taken part in 1")
    assert allowed(match, "support GAA-1")
    match = attack(f"{LINE} \n GAA-1 12.09 offensive uses=4 \n GCA-2 10.09")
    refused(match, "support GAA-1", "15.2.2", "taken part in 4")
    match = attack("18DI 10.10 \n JD 10.11 \n GAA-1 10.13 offensive uses=1 \n ACA-1 10.09", phase="combat allied")
    play(match, "end")
    assert asked(match) != "guns-defender"


def test_15_2_2_counter_battery_is_turned_back_at_the_end_of_the_phase() -> None:
    """15.2.2, AR21."""
    match = attack(
        f"{LINE} \n GCA-1 10.09 \n ACA-1 10.12 \n 15DI 10.12 1 \n 46RD 16.10 \n 36DI 16.11", 3, 3, 3, 3, 3, 3
    )
    play(match, "support GCA-1", "counter ACA-1")
    until(match, "combat")
    assert game(match).state.counter[number(match, "ACA-1")] == 1
    play(match, "end")
    assert game(match).state.counter[number(match, "ACA-1")] == 0


def test_15_2_2_bombardment_hits_at_once() -> None:
    """15.2.2, 12.2.8: the owner allocates; the defender's guns hit the attackers first (ruling Q01)."""
    lines = f"{LINE} \n GAA-1 10.09 \n GCA-1 10.09 \n AAA-1 10.13 \n 46RD 16.10 \n 36DI 16.11"
    match = study("combat german", lines)
    events = fight(match, "10.11", "JD", "support GAA-1", "support GCA-1", "support AAA-1", dice=[6, 5, 3, 3, 1, 1])
    first, second = [e for e in events if e.kind == "bombardment"]
    assert (first.data["side"], first.data["column"], first.data["outcome"]) == ("allied", 3, "4")
    assert (second.data["side"], second.data["column"], second.data["outcome"]) == ("german", 5, "4♦")


@pytest.mark.parametrize(
    ("ground", "drm"),
    [("feature trench-allied 10.11", -2), ("terrain town 10.11", -1), ("terrain village 10.11", 0)],
)
def test_15_2_2_modifiers_of_the_ground(ground: str, drm: int) -> None:
    """15.2.2, AR09: for the attacker's roll only."""
    match = study("combat german", f"{ground}\n{LINE} \n GAA-1 10.09 \n AAA-1 10.13")
    events = fight(match, "10.11", "JD", "support GAA-1", "support AAA-1", dice=[1, 4, 3, 3, 1, 1])
    found = {e.data["side"]: e.data["drm"] for e in events if e.kind == "bombardment"}
    assert found == {"allied": 0, "german": drm}


def test_15_2_2_petain_in_depth() -> None:
    """15.2.2, ruling Q65: -1 if every unit of the hex is French under Pétain."""
    lines = "JD 25.20 \n 18DI 25.21 \n GAA-1 25.19"
    match = study("combat german", lines, scenario="friedensturm", turn=18, blank=False, dice=[4, 3, 3, 1, 1])
    play(match, "attack 25.21", "support GAA-1")
    events = until(match, "nothing") if match.decision and not match.decision.rest else []
    del events
    g = game(match)
    c = Combat(g, cell(match, "25.21"))
    from grognard.games.friedensturm_1918.rules.artillery import bombardment_rows

    assert c.target >= 0
    assert [row.value for row in bombardment_rows(g, c) if "Pétain" in row.what] in ([-1], [])


def test_15_2_2_forts_feel_only_the_diamond() -> None:
    """15.2.2: a fort ignores hit points; a diamond costs a step."""
    lines = f"feature fort 10.11\n{LINE} \n GAA-1 10.09 \n GCA-1 10.09 \n GCA-2 10.09 \n 46RD 16.10 \n 36DI 16.11"
    match = study("combat german", lines)
    fight(match, "10.11", "JD", "support GAA-1", "support GCA-1", dice=[4, 3, 3, 1, 1])
    assert steps(match, "18DI") == 3 or disorder(match, "18DI") == "none"
    match = study("combat german", lines)
    events = fight(match, "10.11", "JD", "support GAA-1", "support GCA-1", "support GCA-2", dice=[4, 2, 2, 1, 1])
    losses = [e for e in events if e.kind == "loss" and e.data["unit"] == number(match, "18DI")]
    assert losses[0].cites[0] == "15.2.2"
    assert losses[0].data["left"] == 2


def test_15_2_2_bombardment_only_in_combat() -> None:
    """15.2.2, CB14: without an attack there is no fire; and nothing without net strength (AR15)."""
    match = study("combat german", f"{LINE} \n GCA-1 10.09 \n 36DI 16.11")
    assert not [t for t in listed(match) if "GCA-1" in t]
    match = study("combat german", f"{LINE} \n GCA-1 10.09 \n ACA-1 10.12 \n ACA-2 10.12 \n 15DI 10.12 1")
    events = fight(match, "10.11", "JD", "support GCA-1", "counter ACA-1", "counter ACA-2", dice=[3, 3, 1, 1])
    assert not [e for e in events if e.kind == "bombardment"]


def bonus(match: Match, target: str) -> int:
    g = game(match)
    return offensive_bonus(g, Combat(g, cell(match, target)))


def test_12_2_4_the_offensive_modifier_by_range() -> None:
    """12.2.4, 8.0, OD15: offensive artillery in 11.05 reaches four hexes."""
    match = study("combat german", "GAA-1 11.05 offensive", start=True, sequence=1)
    found = [bonus(match, target) for target in ("09.08", "10.07", "12.07", "14.07", "16.08", "07.08")]
    assert found == [2, 2, 2, 2, 0, 0]


def test_12_2_4_the_modifier_goes_down_and_belongs_to_its_side() -> None:
    match = study("combat german", f"{LINE} \n GAA-1 10.08 offensive", sequence=3)
    assert bonus(match, "10.11") == 1
    match = study("combat german", f"{LINE} \n AAA-1 10.13 offensive", sequence=1)
    assert bonus(match, "10.11") == 0


def test_12_2_4_four_attacks_by_the_other_ruling() -> None:
    """12.2.4, ruling Q64: by the option only an attack that the artillery supports."""
    match = study("combat german", f"{LINE} \n GAA-1 10.08 offensive", sequence=1, offensive_reach="four-attacks")
    assert bonus(match, "10.11") == 0


def test_15_2_2_bruchmuller_in_the_first_sequence() -> None:
    """15.2.2, AR12: German attacks in range, in the first sequence of a turn that has the event."""
    for sequence, found in ((1, True), (2, False)):
        match = study("combat german", f"{LINE} \n GAA-1 10.08 offensive", sequence=sequence)
        g = game(match)
        assert has_bruchmuller(g, Combat(g, cell(match, "10.11"))) == found
    match = study("combat german", LINE, sequence=1)
    assert not has_bruchmuller(game(match), Combat(game(match), cell(match, "10.11")))


def test_12_2_2_defenders_killed_by_guns_are_a_victory() -> None:
    """12.2.2: only the attacker tests coordination, and he advances."""
    lines = "JD 10.10 \n 58DI 10.11 1 \n GAA-1 10.09 \n GCA-1 10.09 \n 46RD 16.10 \n 36DI 16.11"
    match = study("combat german", lines)
    events = fight(match, "10.11", "JD", "support GAA-1", "support GCA-1", "advance JD 10.11", dice=[5, 4])
    assert place(match, "58DI") == "lost"
    assert place(match, "JD") == "10.11"
    assert only(events, "coordination").data["side"] == "german"
    assert not [e for e in events if e.kind == "combat"]


def test_15_2_3_two_modes_of_army_artillery() -> None:
    """15.2.3, 15.2: strength 3 and range 3 or 4 in offensive mode (12.2.2)."""
    match = study("combat german", f"{LINE} \n GAA-1 10.08")
    g, gun = game(match), number(match, "GAA-1")
    normal = g.fire_range(gun)
    g.state.offensive[gun] = 1
    assert g.fire_range(gun) >= normal
    assert g.fire_range(gun) == 4
