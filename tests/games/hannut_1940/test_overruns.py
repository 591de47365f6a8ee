"""Overruns (13.13)."""

from __future__ import annotations

from grognard.games.hannut_1940.rules.odds import Assault
from grognard.games.hannut_1940.rules.overruns import weight
from grognard.games.hannut_1940.rules.results import Suffering
from grognard.games.hannut_1940.tables import Obligation
from tests.games.hannut_1940.position import (
    allowed,
    asked,
    cost,
    destinations,
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
)

HQS = "4Pz-HQ 5502 \n 3DLM-HQ 5512"
ONE = f"{HQS} \n I/35Pz 5504 mark=EXP \n AT47-3DLM 5505"


def test_13_13_who_may_overrun() -> None:
    """13.13, 6.4, HAN-308, 19.5, 5.5."""
    match = study("exploitation german", f"{ONE} \n I/36Pz 5304 mark=EXP \n I/11RDP 5305 \n II/11RDP 5204")
    assert allowed(match, "overrun I/35Pz 5505")
    refused(match, "overrun I/36Pz 5305", "13.13", "other enemies")
    refused(match, "overrun I/35Pz 5503", "13.13", "no enemy")
    match = study("exploitation german", ONE, turn=6)
    refused(match, "overrun I/35Pz 5505", "19.5", "night chit")
    match = study("exploitation german", f"{HQS} \n PzJg49 5504 mark=EXP \n AT47-3DLM 5505")
    refused(match, "overrun PzJg49 5505", "5.5")


def test_13_13_the_price() -> None:
    """13.13, HAN-218: entering and one point more; units too slow cannot."""
    match = study("exploitation german", f"{ONE} \n terrain forest 5505 \n side stream 5504-5505")
    refused(match, "overrun I/35Pz 5505", "13.13", "movement points")
    match = study("exploitation german", f"{ONE} \n link trail 5504-5505", dice=[99, 99, 0, 0, 0])
    play(match, "overrun I/35Pz 5505")
    until(match, "exploitation")
    left = game(match).state.on_road[number(match, "I/35Pz")]
    assert left == 4 * (6 - 2)


def test_13_13_2_success_goes_on() -> None:
    """13.13.2: the unit enters the hex and may move on."""
    match = study("exploitation german", ONE, dice=[99, 99, 0, 0])
    events = play(match, "overrun I/35Pz 5505")
    events += until(match, "exploitation")
    assert only(events, "overrun").data["won"]
    assert place(match, "AT47-3DLM") == "eliminated"
    assert place(match, "I/35Pz") == "5505"
    assert cost(match, "move I/35Pz 5506") == "2 MP"


def test_13_13_3_failure_ends_the_move() -> None:
    """13.13.3, 13.13.2, ruling C30: equal obligations are a failure."""
    match = study("exploitation german", f"{HQS} \n I/35Pz 5504 mark=EXP \n I/1RTM 5505", dice=[0, 99, 0, 0])
    events = play(match, "overrun I/35Pz 5505")
    events += until(match, "exploitation")
    assert not only(events, "overrun").data["won"]
    assert place(match, "I/35Pz") == "5504"
    refused(match, "move I/35Pz 5503", "6.0", "finished")


def test_13_13_2_past_a_stack_that_stays() -> None:
    """13.13.2, HAN-221: the overrunner is placed next to the hex."""
    match = study("exploitation german", f"{HQS} \n I/35Pz 5504 mark=EXP \n I/11RDP 5505", dice=[99, 99, 0, 0, 0, 0])
    play(match, "overrun I/35Pz 5505")
    until(match, "place", "tire", "stay")
    assert asked(match) == "place"
    assert "place 5506" in listed(match)
    play(match, "place 5506")
    assert place(match, "I/35Pz") == "5506"
    assert place(match, "I/11RDP") == "5505"


def test_13_13_1_german_aircraft_only() -> None:
    """13.13.1: attacking or defending, within range of the HQ concerned."""
    match = study("exploitation german", f"{ONE} \n air german=5 french=3", dice=[0, 99, 99, 0, 0])
    play(match, "overrun I/35Pz 5505")
    assert asked(match) == "strafe"
    assert set(listed(match)) == {"strafe 1", "strafe 2", "strafe 3", "hold"}
    play(match, "strafe 2")
    assert game(match).state.air["german"] == 3
    match = study(
        "exploitation french",
        "2DLM-HQ 5002 \n I/8Cuir 5004 mark=EXP \n Flak-4Pz 5005 \n 4Pz-HQ 5008 \n air german=2 french=3",
    )
    play(match, "overrun I/8Cuir 5005")
    decision = match.decision
    assert decision is not None
    assert (decision.side, decision.kind) == ("german", "strafe")


def test_13_13_no_combat_reserves() -> None:
    """13.13, HAN-224."""
    match = study(
        "exploitation german", f"{ONE} \n I/12Sch 5503 mark=CR \n I/11RDP 5507 mark=CR", dice=[50, 50, 0, 0, 0]
    )
    events = play(match, "overrun I/35Pz 5505")
    assert "commit" not in [asked(match)]
    events += until(match, "exploitation")
    rows = only(events, "odds").data["odds"]["modifiers"]
    assert not [row for row in rows if row["case"] == "13.8.3"]


def test_6_6_a_halt_next_to_the_target_prevents_the_overrun() -> None:
    """6.6, 13.13, ruling C31: unless the unit began there."""
    lines = "4Pz-HQ 5502 \n 3DLM-HQ 5508 \n static 3-dlm \n bp 3-dlm=3 \n level 3-dlm=7"
    lines += "\n I/35Pz 5503 mark=EXP \n I/11RDP 5505"
    match = study("exploitation german", lines)
    play(match, "move I/35Pz 5504")
    refused(match, "overrun I/35Pz 5505", "6.0", "finished")
    match = study("exploitation german", lines.replace("I/35Pz 5503", "I/35Pz 5504"))
    assert allowed(match, "overrun I/35Pz 5505")


def test_13_13_a_pair_overruns_together() -> None:
    """13.13, 7.1, ruling C64."""
    match = study(
        "exploitation german",
        f"{HQS} \n I/12Sch 5504 mark=EXP \n 4/35Pz 5504 mark=EXP \n AT47-3DLM 5505",
        dice=[99, 99, 0, 0],
    )
    play(match, "sweep I/12Sch 5505")
    until(match, "exploitation")
    assert place(match, "I/12Sch") == place(match, "4/35Pz") == "5505"
    assert steps(match, "I/12Sch") == 3


def test_13_13_a_halt_is_ignored_by_the_option() -> None:
    """13.13, 6.6, ruling C31: the halted unit may overrun, and do nothing else."""
    lines = "4Pz-HQ 5502 \n 3DLM-HQ 5508 \n static 3-dlm \n bp 3-dlm=3 \n level 3-dlm=7"
    match = study(
        "exploitation german",
        f"{lines} \n I/35Pz 5503 mark=EXP \n I/1Cuir 5505",
        overrun_halt="ignored",
        dice=[99, 99, 9],
    )
    play(match, "move I/35Pz 5504")
    refused(match, "move I/35Pz 5503", "6.6", "halted")
    assert destinations(match, "I/35Pz") == set()


def test_13_13_2_symbols_by_the_option() -> None:
    """13.13.2, ruling C30: the number of kinds of obligations."""
    for option, expected in (("points", 3), ("symbols", 2)):
        match = study("exploitation german", ONE, overrun_success=option)
        g = game(match)
        a = Assault(g, [number(match, "I/35Pz")], g.state.loc[number(match, "AT47-3DLM")], overrun=True)
        assert weight(g, Suffering(a, 0, Obligation(mandatory=1, discretionary=2))) == expected
