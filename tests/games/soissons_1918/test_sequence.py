"""The sequence of play (chapter 4)."""

from __future__ import annotations

from grognard.engine import Match
from tests.games.soissons_1918.position import asked, game, study

AT = "162DI 1405 \n HQ-I 1403 \n 42/17 1412 \n HQ-WATTER 1414"


def walk(match: Match, turns: int) -> list[str]:
    """The decisions and phases that come up when everybody ends every segment."""
    found: list[str] = []
    last = game(match).state.turn + turns
    while match.decision is not None and game(match).state.turn < last:
        state = game(match).state
        found.append(f"{state.turn} {state.phasing[0]} {state.phase} {match.decision.side[0]}")
        match.play("end")
    return found


PHASES = ["fallback-1", "maneuver", "fallback-2"]


def test_4_2_a_whole_day() -> None:
    """4.2, 4.3: steps A to C in the morning, D to F in the afternoon, G to N at night; the Entente first.

    Step E and step F repeat step B and step C, step M repeats step L: both players have the same segments.
    """
    phases = walk(study("artillery entente", AT, dice=[1] * 18), 3)
    day = [f"e {p}" for p in ("attach", *PHASES, "bombard-2")] + [f"g {p}" for p in (*PHASES, "bombard-2")]
    night = ["e night-entente", "e night-german"] + [f"{side} {p}" for side in "eg" for p in PHASES]
    for turn, expected in ((4, day), (5, day), (6, night)):
        found = [line.split() for line in phases if line.startswith(f"{turn} ")]
        assert [f"{side} {phase}" for _, side, phase, _ in found] == expected


def test_fallbacks_belong_to_the_other_side() -> None:
    """Step B.5: the player who is not phasing decides."""
    match = study("fallback-1 entente", AT)
    assert match.decision is not None
    assert (asked(match), match.decision.side) == ("fallback", "german")
    match = study("fallback-1 german", AT)
    assert match.decision is not None
    assert match.decision.side == "entente"


def test_step_b_11b_the_turn_marker_moves_after_the_german_phase() -> None:
    """Step B.11, step B.11b, step L.5: the track runs AM, PM, night."""
    match = study("end-of-operations german", AT, turn=5)
    assert game(match).state.turn == 6
    assert game(match).turn.part == "night"
    match = study("end-of-operations entente", AT, turn=5)
    assert (game(match).state.turn, game(match).state.phasing) == (5, "german")


def test_step_n_comes_after_both_night_phases() -> None:
    """Step N, step L and step M: recovery, then reforming, then the next morning."""
    match = study("end-of-operations german", "162DI 1405 disruption=2 \n 42/17 1412 disruption=1 \n HQ-I 1403", turn=6)
    assert game(match).state.turn == 7
    assert game(match).state.disruption[match.setting.unit_number("162DI")] == 0
