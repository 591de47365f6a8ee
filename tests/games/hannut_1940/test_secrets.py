"""Secrets (7.3, 9.1, 19.5, 19.8): positions that differ in one are the same to the other side, by every channel."""

from __future__ import annotations

from itertools import islice

import pytest

from grognard.engine import Match
from grognard.engine.concealed import enlightens
from grognard.engine.events import told_to
from grognard.games.hannut_1940.rules.retreat import lose_step
from grognard.laws.worlds import CHANNELS, Known
from tests.games.hannut_1940.position import game, number, play, study

GERMANS = "4Pz-HQ 6002 \n 3Pz-HQ 5802"
FRENCHMEN = "2DLM-HQ 5011 \n 3DLM-HQ 5004 \n 15Mot-HQ 4014 \n 1Mar-HQ 3513"
FRENCHMEN += "\n 35BCC 4013 attached=15-mot \n 13BCC 4012 attached=15-mot"
CHITS = "bins german:real=1 german:dummy=2 german:aside=2 german:lies=1 french:real=1 french:dummy=2"


def require_same(one: Match, other: Match, side: str) -> None:
    decision = one.question_for(side)
    tried = list(islice(decision.all_actions(), 12)) if decision is not None else []
    for what, tell in CHANNELS.items():
        assert tell(one, side, tried, Known()) == tell(other, side, tried, Known()), f"the {what} tells {side}"
    assert one.log(side) == other.log(side)


def command(turn: int, kind: str) -> Match:
    """The Command Phase of a day, both sides at the first question of a kind."""
    match = study(
        "dawn german", f"{GERMANS} \n {FRENCHMEN} \n {CHITS} \n base french=9 german=6 2-dlm=7 3-dlm=7", turn=turn
    )
    while not any(d.kind == f"command-{kind}" for d in match.decisions.values()):
        decision = match.decision
        assert decision is not None
        match.play(next(iter(decision.all_actions())), by=decision.side)
    return match


def questions_of(kind: str) -> tuple[Match, Match, str]:
    """A question of the Command Phase answered in two ways, and the side that may not know how."""
    one, other = command(7, kind), command(7, kind)
    asked = next(d for d in one.decisions.values() if d.kind == f"command-{kind}")
    first, *_, last = asked.all_actions()
    one.play(first, by=asked.side)
    other.play(last, by=asked.side)
    return one, other, "french" if asked.side == "german" else "german"


@pytest.mark.parametrize("kind", ["mode", "allot", "attach", "chit", "fuel"])
def test_choices_of_the_command_phase(kind: str) -> None:
    """9.1, 9.3.1, 10.3.5, 19.5, 19.8: whatever is answered, the other side notices nothing until all is told."""
    require_same(*questions_of(kind))


def test_night_chits() -> None:
    """19.5: drawn, placed and set aside."""
    lines = f"{GERMANS} \n {FRENCHMEN} \n I/12Sch 5504 \n I/11RDP 5001"
    found = {
        (german, french): study(
            "movement german",
            f"{lines} \n chit german={german} french={french} \n "
            f"bins german:aside={german} german:lies=1 french:real={french}",
            turn=5,
        )
        for german in (1, 2) for french in (1, 2)
    }  # fmt: skip
    require_same(found[1, 1], found[2, 1], "french")
    require_same(found[1, 1], found[1, 2], "german")


def test_the_low_fuel_turn_until_it_comes() -> None:
    """19.8."""
    lines = f"{GERMANS} \n {FRENCHMEN} \n I/11RDP 5001"
    one = study("movement french", f"{lines} \n fuel 8", turn=7)
    other = study("movement french", lines, turn=7)
    assert one.view("french") == other.view("french")


STACKS = "I/1Cuir 5504 \n I/2Cuir 5508 \n"
UNCOVERED = "4Pz-HQ 5501 \n static 4-pz \n bp 4-pz=5 \n level 4-pz=9 \n air german=5 \n I/12Sch 5503 \n I/35Pz 5404"
COVERED = [
    ("II/11RDP 5504 \n III/11RDP 5508", "III/11RDP 5504 \n II/11RDP 5508"),
    ("II/11RDP 5504 \n AT47-3DLM 5508", "AT47-3DLM 5504 \n II/11RDP 5508"),
    ("II/11RDP 5504 \n 3DLM-HQ 5508", "3DLM-HQ 5504 \n II/11RDP 5508"),
    ("II/11RDP 5504 3", "II/11RDP 5504 1"),
    ("II/11RDP 5504", "II/11RDP 5504 fatigue=2 supply=1 moved fought"),
    ("II/11RDP 5504 mark=CR \n Eng1-3DLM 5508", "Eng1-3DLM 5504 mark=CR \n II/11RDP 5508"),
    ("ip 5506=2 \n I/11RDP 5506 \n II/11RDP 5508", "ip 5506=2 \n II/11RDP 5506 \n I/11RDP 5508"),
]


@pytest.mark.parametrize(("ours", "theirs"), COVERED)
def test_what_lies_under_a_stack(ours: str, theirs: str) -> None:
    """7.3: who it is, how strong, how tired; in movement, and when missions and assaults are chosen."""
    for phase in ("movement german", "tactical german", "air-active german", "artillery-active german"):
        pair = [study(phase, f"{STACKS} {lines} \n {UNCOVERED}") for lines in (ours, theirs)]
        require_same(pair[0], pair[1], "german")


def test_a_halt_says_stop_and_not_why() -> None:
    """6.6, 7.3: by steps under a stack or by a battalion on top, the sentence is the same."""
    guns = "3DLM-HQ 5408 \n static 3-dlm \n bp 3-dlm=4 \n level 3-dlm=9 \n I/35Pz 5404"
    heard = []
    for lines in ("I/11RDP 5406", "Eng1-3DLM 5406 \n Eng2-3DLM 5406"):
        match = study("movement german", f"{guns} \n {lines}")
        play(match, "move I/35Pz 5405")
        heard.append(match.log("german")[-2:])
    assert heard[0] == heard[1]
    assert ": Movement Halt at 5405" in " ".join(heard[0])


@pytest.mark.parametrize("below", ["I/8Cuir", "II/11RDP"])
def test_what_hidden_recon_learns_does_not_end_the_free_undo(below: str) -> None:
    """7.3: a battalion goes from under one stack to under another, beside a stack with Recon in it or none."""
    lines = "4Pz-HQ 6002 \n I/12Sch 5502 \n II/12Sch 5502 \n 4/35Pz 5503 \n 3DLM-HQ 5004"
    match = study("movement german", f"{lines} \n I/1Cuir 5504 \n {below} 5504")
    g, mover = game(match), number(match, "II/12Sch")
    assert mover in match.game.hidden_units(g, "french")
    match.play("move II/12Sch 5503")
    assert (mover in match.game.hidden_units(game(match), "french")) == (below == "II/11RDP")
    assert match.undo("german")


def test_bots_think_in_a_guess_that_looks_the_same() -> None:
    """7.3: and odds against unknown units are counted over guesses, and say so."""
    lines = f"{STACKS} 4Pz-HQ 5501 \n 3DLM-HQ 5510 \n I/12Sch 5503 mark=PA \n II/11RDP 5504 \n AT47-3DLM 5508"
    match = study("assault german", lines)
    seen = match.seen_by("german", "a bot")
    assert seen is not None
    assert seen.view("german") == match.view("german")
    preview = match.preview(match.read("assault I/12Sch 5504"), "german")
    assert preview.ruling


def test_what_an_entry_costs_is_the_movers_own_business() -> None:
    """18.1, 7.3: by road, units wait for those ahead, and who lies under a stack decides who came by road."""
    pair = []
    for lines in ("4Pz-HQ 6002 \n 4/5Pz 5801 \n I/3Sch 5801", "4Pz-HQ 6002 \n 4/5Pz 5801 \n Flak-3Pz 5801"):
        match = study("movement german", f"{lines} \n 3DLM-HQ 5106", turn=2, board="real")
        play(match, "enter II/3Sch 5801")
        pair.append(match)
    left = [(game(m).state.on_road, game(m).state.queue) for m in pair]
    assert left[0] != left[1]
    views = [match.view("french") for match in pair]
    assert not any(view["state"].get("queue") for view in views)
    assert [unit for view in views for unit in view["units"] if unit.get("on_road", -1) != -1] == []
    assert pair[0].view("german")["state"]["queue"] != pair[1].view("german")["state"]["queue"]


def test_a_step_for_a_hidden_unit_shows_its_track_and_not_the_unit() -> None:
    """19.7, 7.3: the record tracks lie open, so the other side learns of which kind the step was."""
    lines = "3DLM-HQ 5408 \n I/1Cuir 5504 \n II/11RDP 5504 2 \n 4Pz-HQ 6002 \n steps_in french:infantry=1"
    match = study("replacements-french", lines, turn=6)
    hidden = match.game.hidden_units(match.position, "german")
    assert number(match, "II/11RDP") in hidden
    events = match.play("replace II/11RDP")
    assert "French uses a replacement step (infantry)" in " ".join(match.log("german")[-1:])
    assert enlightens(match.setting, events[0], "german", hidden)


def test_a_unit_comes_back_out_of_the_open_box() -> None:
    """19.7: everybody sees which counter is put where, even if it lies under others afterwards."""
    lines = "3DLM-HQ 5408 \n I/1Cuir 5408 \n II/11RDP eliminated \n 4Pz-HQ 6002 \n steps_in french:infantry=1"
    match = study("replacements-french", lines, turn=6)
    events = match.play("replace II/11RDP")
    assert "II/11RDP returns at 5408" in " ".join(match.log("german")[-1:])
    assert enlightens(match.setting, events[0], "german", frozenset())


def test_a_withdrawal_comes_before_what_goes_with_it() -> None:
    """16.1, 18.1, 7.3: positions that vanish first would give away which hidden units are of the division."""
    lines = "3DLM-HQ 5010 \n I/11RDP 5004 \n ip 5004=2 \n 1Mar-HQ 3512 \n withdrawn 2-dlm \n base 3-dlm=7 french=7"
    match = study("exploitation german", f"{lines} \n I/35Pz 5804 mark=EXP \n 4Pz-HQ 6002", turn=11)
    kinds: list[str] = []
    while "withdrawn" not in kinds:
        kinds = [event.kind for event in match.play(next(iter(match.legal_actions())))]
    assert "ip-removed" not in kinds[: kinds.index("withdrawn")]
    assert "ip-removed" in kinds[kinds.index("withdrawn") :]


def test_each_lost_step_of_a_hidden_unit_is_announced_by_itself() -> None:
    """5.1.1, 7.3: the enemy counts the steps that his hits cost, and does not learn whose they were."""
    match = study("artillery-active german", "4Pz-HQ 5502 \n I/1Cuir 5504 \n II/11RDP 5504 \n 3DLM-HQ 5004")
    g, unit = game(match), number(match, "II/11RDP")
    for _ in range(2):
        lose_step(g, unit, "10.3.12")
    losses = [event for event in g.events if event.kind == "loss"]
    assert [event.data["steps"] for event in losses] == [1, 1]
    heard = told_to(match.game.messages, losses, ["german"])
    assert [(event.kind, "unit" in event.data) for event in heard] == [("unknown-loss", False)] * 2


def test_where_a_unit_may_return_does_not_tell_who_lies_in_the_entry_hexes() -> None:
    """7.3, 19.7, ruling C63: a second battalion under the first leaves no room, a company does; nobody notices."""
    lines = "4Pz-HQ 6002 \n I/12Sch 5504 \n I/1RI eliminated \n chit french=1 \n steps_in french:infantry=1"
    pair = ("III/1RI", "Eng1-1Mot")
    full, room = [
        study(
            "replacements-french", f"{lines} \n II/1RI 3303 \n {one} 3303 \n I/4RI 3404 \n {other} 3404",
            board="real", turn=9,
        )
        for one, other in (pair, pair[::-1])
    ]
    for match in (full, room):
        match.play("replace I/1RI")
    assert len(list(full.legal_actions())) < len(list(room.legal_actions()))
    require_same(full, room, "german")
