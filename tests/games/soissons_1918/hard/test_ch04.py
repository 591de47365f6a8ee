"""Hard positions of chapter 4: the first turn's surprise, and what the sequence of play does."""

from __future__ import annotations

import pytest

from tests.games.soissons_1918.hard.position import answer, fight, fire, hard, seen, strengths, survivors
from tests.games.soissons_1918.position import (
    allowed,
    asked,
    cost,
    destinations,
    game,
    level,
    only,
    order,
    play,
    refused,
    steps,
    until,
)


def test_s04_01_every_division_must_assault() -> None:
    """S04-01: no combat that leaves another division without its target."""
    match = hard("S04-01")
    refused(match, "attack 1305 by DM", "4.1", "2US must attack")
    assert allowed(match, "attack 1305 by DM,2US")
    match = hard("S04-01t", dice=[3])
    play(match, "attack 1305 by DM")
    answer(match)
    refused(match, "end", "4.1", "2US")
    refused(match, "attack 1305 by 2US", "16.0")
    assert allowed(match, "attack 1405 by 2US")


def test_s04_02_woods_tanks_and_a_natural_one() -> None:
    """S04-02: terrain is void but for tanks; aggravation is void; the printed retreat counts; surprise comes last."""
    match = hard("S04-02", dice=[1])
    assert fight(match, "1405", "2US", "2US", "42/138") == "4-1 +3"
    play(match, "attack 1405 by 2US")
    answer(match, stop="retreat")
    assert {"1406", "1306", "1506"} <= destinations(match, "42/138", "retreat")
    play(match, "retreat 42/138 1406")
    assert seen(match, "2US") == "1404 13 Good Order Prepare"
    assert seen(match, "42/138") == "1406 2 Shocked R"


def test_s04_02t_in_the_clear() -> None:
    """S04-02t: +2 for the tanks, retreat 2 as way and as distance (K07)."""
    match = hard("S04-02t", dice=[1])
    assert fight(match, "1505", "2US", "2US", "42/138") == "4-1 +4"
    play(match, "attack 1505 by 2US")
    answer(match, stop="retreat")
    ends = destinations(match, "REM1", "retreat")
    assert {"1507", "1406", "1606"} <= ends
    assert "1506" not in ends
    play(match, "retreat REM1 1507")
    assert survivors(match, "1507") == ["remnant 1507 1 Shocked R"]
    assert steps(match, "2US") == 13


def test_s04_03_low_intensity_on_the_first_turn() -> None:
    """S04-03: only the aggravation is waived, not the printed d."""
    for name, result in (("S04-03", "Reforming"), ("S04-03t", "Disorganized")):
        match = hard(name, dice=[1])
        assert fight(match, "1810", "38DI", "38DI", "14R/53") == "2-1 +2"
        play(match, "attack 1810 by 38DI", "lead 14R/53")
        assert result in seen(match, "38DI")


def test_s04_04_a_fallback_under_the_marker_of_a_retreat() -> None:
    """S04-04: d, surprise, and a level more for going back again."""
    match = hard("S04-04", dice=[2])
    assert fight(match, "1706", "38DI", "38DI", "14R/159") == "3-1 +2"
    play(match, "attack 1706 by 38DI")
    answer(match, stop="retreat")
    play(match, "retreat 14R/159 1707")
    assert seen(match, "38DI") == "1805 9 Good Order Prepare"
    assert seen(match, "14R/159") == "1707 2 Disorganized R"
    play(match, "fallback 14R/159 1709")
    assert seen(match, "14R/159") == "1709 2 Shocked R"


def test_s04_05_fire_on_a_hex_that_nobody_assaulted() -> None:
    """S04-05: the +1 is fixed with the declaration (K101); in the second declaration there is none."""
    for name, result in (("S04-05", "Disorganized"), ("S04-05t", "Good Order")):
        match = hard(name, more=fire("1209 entente 3"), dice=[3])
        play(match, "end")
        assert seen(match, "34D/30") == f"1209 3 {result}"
        assert not order(match, "1US")


def test_s04_06_retreat_markers_go_with_the_own_phase() -> None:
    """S04-06: a second fallback costs a level in the same phase only."""
    match = hard("S04-06")
    play(match, "fallback 48DI 1909")
    assert seen(match, "48DI") == "1909 9 Good Order R"
    play(match, "end", "end", "end")
    until(match, "maneuver")
    assert game(match).state.phasing == "entente"
    refused(match, "move 48DI 1908", "12.0", "Retreat marker")
    while game(match).state.phasing == "entente" or asked(match) != "fallback":
        play(match, "end")
    play(match, "fallback 48DI 1907")
    assert seen(match, "48DI") == "1907 9 Good Order R"
    match = hard("S04-06t")
    play(match, "fallback 48DI 1909", "end")
    until(match, "fallback")
    play(match, "fallback 48DI 1907")
    assert seen(match, "48DI") == "1907 9 Reforming R"


def test_s04_07_points_of_the_first_day() -> None:
    """S04-07: no dice for the Entente; what the morning leaves is added in the afternoon."""
    match = hard("S04-07", "artillery entente", "2US 1404 order=prepare \n 42/138 1405 \n HQ-XX 1402", dice=[4, 5, 6])
    g = game(match)
    assert (g.state.guns["entente-heavy"], g.state.guns["entente-medium"], g.state.guns["entente-air"]) == (4, 6, 2)
    assert (g.state.guns["german-medium"], g.state.guns["german-air"]) == (1, 0)
    assert (g.state.later["german-medium"], g.state.later["german-air"]) == (1, 1)
    play(match, "end", "bombard 1405 heavy", "bombard 1405 heavy", "bombard 1405 heavy", "bombard 1405 air")
    assert asked(match) == "combat", "no barrage in the first assault"
    play(match, "attack 1405 by 2US")
    while g.turn.part == "am":
        play(match, "end" if match.check("end") else match.write(next(iter(match.legal_actions()))))
        g = game(match)
    assert (g.state.guns["entente-heavy"], g.state.guns["entente-medium"], g.state.guns["entente-air"]) == (1, 6, 1)
    assert (g.state.guns["german-medium"], g.state.guns["german-air"]) == (2, 1)


@pytest.mark.parametrize(("name", "able"), [("S04-08", True), ("S04-08t", False)])
def test_s04_08_eight_points_after_the_first_assault(name: str, able: bool) -> None:
    """S04-08: four to move and four for a new Prepare marker; on any other turn only four."""
    match = hard(name)
    assert cost(match, "move 2US 1608") == 4
    play(match, "move 2US 1608")
    if able:
        play(match, "prepare 2US")
        assert seen(match, "2US") == "1608 13 Good Order Prepare"
    else:
        refused(match, "prepare 2US", "12.2.2", "has 0")


def test_s04_09_the_58th_on_the_first_turn() -> None:
    """S04-09: 3 MP; the order can be bought, the attack needs command."""
    match = hard("S04-09")
    play(match, "move 58DI 1507", "probe 58DI 1508")
    events = until(match, "advance")
    assert not [event for event in events if event.kind == "declare"]
    assert not order(match, "58DI"), "1508 is still held"
    more = "58DI 1507 9 disruption=1 order=low aim=1508 \n 162DI 1607 order=low aim=1508"
    match = hard("S04-09", "attack entente", more)
    refused(match, "attack 1508 by 58DI", "16.4.5", "out of command")
    match = hard("S04-09t", dice=[4])
    play(match, "move 58DI 1507", "probe 58DI 1508")
    until(match, "combat")
    assert strengths(match, "58DI", "1508", "58DI") == (4, 2)
    assert fight(match, "1508", "58DI", "58DI", "42/138") == "2-1 +1"
    play(match, "attack 1508 by 58DI")
    assert level(match, "42/138") == 2


def test_s04_10_a_town_in_a_ravine() -> None:
    """S04-10: ground counts for the bombardment only, but tanks do not attack into the ravine (K102)."""
    match = hard("S04-10", more=fire("1906 entente 2"), dice=[4, 3])
    events = play(match, "attack 1906 by 38DI")
    assert only(events, "bombardment").data["drm"] == 0
    assert only(events, "combat").data["odds"] == "3-1"
    assert only(events, "combat").data["drm"] == 3
    answer(match, "convert 1906", stop="retreat")
    assert seen(match, "115/136") == "1906 2 Disorganized"
    ends = destinations(match, "115/136", "retreat")
    assert "1909" in ends
    assert not {"1907", "1908"} & ends
    play(match, "retreat 115/136 1909")
    assert seen(match, "115/136") == "1909 2 Shocked R"
    assert steps(match, "38DI") == 9


def test_s04_11_a_headquarters_in_the_first_assault() -> None:
    """S04-11: it retreats with the others, and its corps is out of command until its own end of operations."""
    match = hard("S04-11", dice=[3])
    play(match, "attack 0803 by 153DI")
    answer(match, stop="retreat")
    play(match, "retreat 11B/3 0804", "retreat HQ-STAABS 0805")
    assert seen(match, "153DI") == "0802 8 Good Order Prepare"
    assert seen(match, "11B/3") == "0804 2 Reforming R"
    assert seen(match, "HQ-STAABS") == "0805 R silent"
