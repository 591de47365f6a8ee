"""The comprehensive example of combat, step by step : two German stacks take Soissons over the Aisne."""

from __future__ import annotations

import pytest

from grognard.engine import Match
from tests.games.friedensturm_1918.position import (
    allowed,
    asked,
    disorder,
    force,
    marker,
    number,
    of_kind,
    only,
    place,
    play,
    steps,
    study,
    until,
    who,
)

LINES = """unit R1 like 5ID/8 division=X attack=3 defence=5
    unit R2 like 5ID/8 division=X attack=3 defence=5
    unit R3 like 5ID/8 division=X attack=3 defence=4
    unit DIV like JD attack=9 defence=14
    unit SOI like 152DI morale=3 steps=2 attack=5 defence=7 attack2=2 defence2=4
    terrain town 10.11
    side major-river+bridge 10.10-10.11 09.11-10.11
    link road 10.10-10.11 09.11-10.11
    R1 10.10 stoss=ST-1
    R2 10.10
    R3 10.10
    DIV 09.11
    GAA-1 10.09 offensive
    GCA-1 10.09
    SOI 10.11 late
    ACA-1 10.12
    7RD 18.10
    126DI 18.11"""
"""Everything but the French gun's escort is in the example; it stands alone behind the town."""


def example() -> Match:
    """The German declares the attack on the town; the French counter-battery comes up."""
    match = study("combat german", LINES, sequence=1)
    play(match, "attack 10.11", "all", "use")  # step 1
    return match


def test_12_2_the_whole_example() -> None:
    """12.2, 12.2.2 to 12.2.8, 12.4, 14.0, 15.2.2, 15.3, with the numbers of the book."""
    match = example()
    play(match, "support GAA-1", "support GCA-1")  # step 2
    assert (asked(match), who(match)) == ("guns-defender", "allied")
    force(match, 3, 2, 4, 5, 6)
    events = play(match, "counter ACA-1")  # step 3
    bombardment = only(events, "bombardment")  # step 5
    assert bombardment.data["column"] == 4  # 4 + 2 - 2
    assert bombardment.data["drm"] == 2  # Bruchmüller +3, town -1
    assert bombardment.data["outcome"] == "4"  # 5 on column 4
    assert (steps(match, "SOI"), disorder(match, "SOI")) == (1, "disorganised")
    assert asked(match) == "lead-attacker"  # step 6
    events = play(match, "lead R1")
    odds = only(events, "odds").data["odds"]  # step 7
    assert odds["attack_total"] / odds["defence_total"] == 9 / 8
    assert sorted(row["value"] for row in odds["shifts"]) == [1, 2, 2]
    assert odds["odds"] == "6/1"
    combat = only(events, "combat")  # step 8
    assert (combat.data["dice"], combat.data["outcome"]) == (6, "A2 D8")
    defender, attacker = of_kind(events, "coordination")  # step 9
    assert (defender.data["drm"], defender.data["level"]) == (-4, "none")
    assert attacker.data["level"] == "perfect"
    assert place(match, "SOI") == "lost"  # step 10
    assert asked(match) == "hits"
    play(match, "lose ST-1")
    assert place(match, "ST-1") == "lost"
    assert asked(match) == "advance"
    play(match, "advance R1 10.11")
    assert place(match, "ACA-1") == "lost"  # alone beside the enemy
    play(match, "advance R1 10.12", "advance R2 10.11", "advance R2 10.12", "advance R3 10.11", "advance R3 10.12")
    play(match, "advance DIV 10.11", "end")
    assert asked(match) == "exploit"
    play(match, "exploit R1", "exploit DIV")  # a marker for each stack
    assert {marker(match, u) for u in ("R1", "R2", "R3", "DIV")} == {"exploitation"}


@pytest.mark.parametrize(("option", "asks"), [("example", False), ("text", True)])
def test_12_2_2_step_4_of_the_example(option: str, asks: bool) -> None:
    """12.2.2, ruling Q02: the example forbids the German counter-battery, which the rule would allow."""
    match = study("combat german", f"{LINES} \n AAA-1 10.13", sequence=1, counter_battery_quota=option)
    play(match, "attack 10.11", "all", "use", "support GAA-1", "support GCA-1", "counter ACA-1", "support AAA-1")
    assert (asked(match) == "counter-battery") == asks
    if asks:
        assert allowed(match, "counter GCA-1")


def test_15_3_the_german_may_reduce_the_lead_instead() -> None:
    """15.3: his choice between the lead regiment and the Stosstruppen."""
    match = example()
    force(match, 3, 2, 4, 5, 6)
    until(match, "hits", "support GAA-1", "support GCA-1", "counter ACA-1", "lead R1")
    play(match, "lose R1")
    assert (steps(match, "R1"), place(match, "ST-1")) == (1, "10.10")
    assert number(match, "R1") >= 0
