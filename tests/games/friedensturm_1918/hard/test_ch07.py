"""Hard positions of chapters 7 and 8: the sequence of play, offensives."""

from __future__ import annotations

import pytest

from grognard.games.friedensturm_1918.rules.artillery import fire
from tests.games.friedensturm_1918.hard.position import (
    BOTH,
    can,
    coordination,
    declare,
    is_unsupplied,
    shifts,
)
from tests.games.friedensturm_1918.position import (
    asked,
    disorder,
    fight,
    game,
    listed,
    number,
    of_kind,
    play,
    refused,
    study,
    until,
    who,
)


def test_f07_01_no_offensive_but_those_of_the_scenario() -> None:
    """F07-01: nothing is asked on turn 3, which has one operational sequence (Q99)."""
    match = study("turn german", scenario="blucher", start=True, turn=3, supply=None, command=None)
    assert asked(match) != "offensive"
    events = until(match, "nothing")
    assert {event.data["sequence"] for event in of_kind(events, "phases")} == {1}
    assert match.outcome is not None


def test_f07_02_an_offensive_lasts_one_turn() -> None:
    """F07-02: GAA-1 is turned over at the start of turn 6: strength 3, one combat a phase."""
    lines = f"GAA-1 10.08 offensive=1 \n 206ID 10.10 \n 222ID 12.10 \n 18DI 10.11 \n 36DI 12.11 \n {BOTH}"
    match = study("turn german", lines, turn=6)
    g, gun = game(match), number(match, "GAA-1")
    assert not g.state.offensive[gun]
    assert fire(g, gun) == 3
    until(match, "combat")
    declare(match, "10.11", "206ID")
    assert asked(match) == "guns-attacker"
    play(match, "support GAA-1")
    until(match, "combat")
    declare(match, "12.11", "222ID")
    assert asked(match) != "guns-attacker"  # its one combat of the phase is behind it


def test_f07_03_the_initiative_changes_sides() -> None:
    """F07-03: the German guns flip back, the Allies put one into offensive mode and move first, three times."""
    lines = "GAA-2 29.24 offensive=1 \n GAA-3 36.23 offensive=1"
    match = study("turn german", lines, scenario="friedensturm", start=True, turn=18)
    assert (asked(match), who(match)) == ("offensive", "allied")
    state = game(match).state
    assert not any(state.offensive)
    play(match, next(action for action in listed(match) if action.startswith("activate")))
    assert asked(match) != "offensive"
    seen: list[tuple[int, str]] = []
    while (state := game(match).state).turn == 18 and match.decision is not None:
        if not seen or seen[-1] != (state.sequence, state.phasing):
            seen.append((state.sequence, state.phasing))
        play(match, next((t for t in ("end", "hold", "stop") if match.check(t)), None) or listed(match)[0])
    assert seen == [(n, side) for n in (1, 2, 3) for side in ("allied", "german")]


def test_f07_04_the_reacting_player_has_no_reserve() -> None:
    """F07-04: another unit may be marked, so the question is asked; the reserve is refused."""
    match = study("movement allied", f"69DI 10.15 \n AAA-1 10.16 \n 18DI 10.11 \n 206ID 10.10 \n {BOTH}")
    play(match, "end")
    assert asked(match) == "markers"
    refused(match, "reserve 69DI", "11.2.8", "only the player with the initiative")


def test_f07_05_disorder_takes_two_adjustments() -> None:
    """F07-05: reorganising in its own combat phase, which is no better; fresh after it."""
    match = study("adjustment german", f"18DI 12.15 disorder=2 \n 206ID 02.02 \n {BOTH}")
    until(match, "movement")
    assert disorder(match, "18DI") == "reorganising"
    while game(match).state.phasing == "allied":
        play(match, "end")
    assert disorder(match, "18DI") == "none"
    lines = f"18DI 10.11 disorder=1 \n 36DI 09.11 \n 35DI 11.11 \n 206ID 10.10 \n {BOTH}"
    near = study("combat allied", lines)
    play(near, "attack 10.10")
    refused(near, "join 18DI", "12.5", "may not attack")


def test_f07_05t_reorganising_stays_in_an_enemy_zone() -> None:
    """F07-05t: until an adjustment finds it outside."""
    match = study("adjustment allied", f"18DI 10.11 disorder=1 \n 206ID 10.10 \n {BOTH}")
    until(match, "movement")
    assert disorder(match, "18DI") == "reorganising"


def test_f07_06_disorganised_flips_in_a_zone_too() -> None:
    """F07-06: only the second marker asks for zones."""
    match = study("adjustment allied", f"18DI 10.11 disorder=2 \n 206ID 10.10 \n {BOTH}")
    until(match, "movement")
    assert disorder(match, "18DI") == "reorganising"


def test_f07_07_one_of_two_guns() -> None:
    """F07-07: two can be put into offensive mode, one will do."""
    match = study("turn german", scenario="blucher", start=True, turn=1, supply=None, command=None)
    assert asked(match) == "offensive"
    play(match, listed(match)[0])
    assert asked(match) == "offensive"
    play(match, "end")
    assert asked(match) != "offensive"
    assert sum(game(match).state.offensive) == 1


@pytest.mark.parametrize(("name", "target", "bonus"), [("far", "10.10", 0), ("near", "10.09", 1)])
def test_f07_08_the_offensive_modifier_by_range(name: str, target: str, bonus: int) -> None:
    """F07-08: +1 in the second sequence, column and coordination; GAA-1 reaches four hexes."""
    beside = {"10.10": "10.09", "10.09": "10.08"}[target]
    match = study("combat german", f"GAA-1 10.05 offensive=1 \n 206ID {beside} \n 18DI {target} \n {BOTH}")
    events = fight(match, target, "206ID", dice=[3, 4, 3, 3])
    assert shifts(events).get("offensive modifier", 0) == bonus, name
    assert coordination(events, "german").data["drm"] == bonus


def test_f07_08t_the_modifier_in_exploitation() -> None:
    """F07-08t: +2 in the first sequence, though the guns may not fire (Q64)."""
    lines = f"GAA-1 10.05 offensive=1 \n GCA-1 10.07 \n 206ID 10.08 marker=3 \n 18DI 10.09 \n {BOTH}"
    match = study("exploitation-combat german", lines, sequence=1)
    play(match, "attack 10.09")
    assert asked(match) == "guns-attacker"
    refused(match, "support GAA-1", "14.1", "corps artillery")
    refused(match, "counter GAA-1", "14.1", "corps artillery")
    match = study("exploitation-combat german", lines, sequence=1)
    events = fight(match, "10.09", "206ID", dice=[3, 4, 3, 3])
    assert shifts(events)["offensive modifier"] == 2
    assert coordination(events, "german").data["drm"] == 2


def test_f07_09_one_offensive_gun_a_combat() -> None:
    """F07-09: the modifier of +3 counts once."""
    lines = f"GAA-1 10.09 offensive=1 \n GAA-2 09.10 offensive=1 \n GCA-1 10.09 \n 206ID 10.10 \n 18DI 10.11 \n {BOTH}"
    match = study("combat german", lines, scenario="blucher", turn=1, sequence=1)
    play(match, "attack 10.11", "support GAA-1")
    refused(match, "support GAA-2", "12.2.2", "only one")
    assert can(match, "support GCA-1")
    match = study("combat german", lines, scenario="blucher", turn=1, sequence=1)
    assert shifts(fight(match, "10.11", "206ID", dice=[3, 4, 3, 3]))["offensive modifier"] == 3


RING = "206ID 10.09 \n 222ID 08.10 \n 227ID 12.10 \n 46RD 08.12 \n 45RD 12.12 \n JD 10.13"
"""Zones all round 10.11, with nobody next to it but 206ID two hexes off."""


def test_f07_10_supply_is_checked_once_a_turn() -> None:
    """F07-10: no marker in the second sequence, but no attack of its own either, out of command."""
    lines = f"18DI 10.11 \n {RING} \n {BOTH}"
    match = study("adjustment allied", lines, sequence=1, supply=None, command=None)
    until(match, "movement")
    assert game(match).state.sequence == 2
    assert not is_unsupplied(match, "18DI")
    near = lines.replace("206ID 10.09", "206ID 10.10")
    match = study("combat allied", near, supply=None, command=None)
    refused(match, "attack 10.10", "12.2.1", "in command")
    assert can(study("combat allied", near), "attack 10.10")  # with command assumed
