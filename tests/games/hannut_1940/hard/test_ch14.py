"""Hard positions of chapter 14: fatigue."""

from __future__ import annotations

import pytest

from grognard.games.hannut_1940.state import Mark
from tests.games.hannut_1940.hard.position import CALM, GEMBLOUX, HANNUT, answer, fight, go_on, points, position, settle
from tests.games.hannut_1940.position import asked, fatigue, mark, play, refused


def test_h14_01_moving_at_night_tires() -> None:
    """H14-01: all its MA, then fatigue and no marker; no overruns without a chit."""
    match = position("movement german", HANNUT + "I/35Pz 5403 \n I/11RDP 5305", turn=6)
    play(match, "move I/35Pz 5404", "end")
    assert fatigue(match, "I/35Pz") == 1  # 19.5
    refused(position("markers german", HANNUT + "I/12Sch 5503 \n I/11RDP 5504", turn=6), "mark I/12Sch pa", "19.5")
    match = position("exploitation german", HANNUT + "I/35Pz 5404 mark=EXP \n I/11RDP 5405", turn=3)
    assert points(match, "I/35Pz") == 12
    refused(match, "overrun I/35Pz 5405", "19.5")
    play(match, "move I/35Pz 5403", "end")
    assert (fatigue(match, "I/35Pz"), mark(match, "I/35Pz")) == (1, Mark.NONE)


@pytest.mark.parametrize(
    ("spared", "strength", "tired"),
    [((), 9, [1, 2]), (("I/4RI",), 6, [0, 2]), (("II/4RI",), 7, [1, 1]), (("I/4RI", "II/4RI"), 4, [0, 1])],
)
def test_h14_02_half_strength_or_tired(spared: tuple[str, ...], strength: int, tired: list[int]) -> None:
    """H14-02."""
    lines = GEMBLOUX + "15Mot-HQ 3811 \n awake german \n I/4RI 4012 \n II/4RI 4012 fatigue=1 \n I/3Sch 4011 mark=TA"
    match = position("assault german", lines, turn=6, dice=(0, 99))
    answers = [f"spare {uid}" for uid in spared]
    found = fight(match, "assault I/3Sch 4012", "lead I/4RI", *answers, "hold")
    assert found["defence"] == strength
    settle(match)
    assert [fatigue(match, uid) for uid in ("I/4RI", "II/4RI")] == tired


def test_h14_03_one_level_a_night() -> None:
    """H14-03: spotter first, defender later."""
    lines = GEMBLOUX + "15Mot-HQ 3811 \n bp 15-mot=5 \n level 15-mot=10 \n awake german \n"
    lines += "I/4RI 4012 \n I/3Sch 4011 mark=TA"
    match = position("artillery-inactive german", lines, turn=6, dice=(0, 0, 99))
    play(match, "fire I/4RI at 4011 with 1")
    assert fatigue(match, "I/4RI") == 1
    while asked(match) != "assault":
        play(match, "end")
    fight(match, "assault I/3Sch 4012", "hold")
    settle(match)
    assert fatigue(match, "I/4RI") == 1


@pytest.mark.parametrize(("uid", "ma"), [("I/35Pz", [6, 3]), ("Krad3", [7, 4]), ("I/30Inf", [3, 2])])
def test_h14_04_half_and_quarter_rounded_up(uid: str, ma: list[int]) -> None:
    """H14-04."""
    found = [points(position("movement german", f"{uid} 5503 fatigue={level}"), uid) for level in (1, 2)]
    assert found == ma


@pytest.mark.parametrize(("hex", "left"), [("5611", 1), ("5510", 0)])
def test_h14_05_who_is_watched_does_not_recover(hex: str, left: int) -> None:
    """H14-05, H14-05t."""
    lines = f"2DLM-HQ 5412 \n I/1RDP {hex} fatigue=1 \n I/12Sch 5708"
    assert fatigue(position("recovery french", lines, turn=5), "I/1RDP") == left


def test_h14_06_an_overrun_in_the_enemys_turn_does_not_count() -> None:
    """H14-06: its own player turn is the one that the recovery phase closes (ruling C06)."""
    lines = CALM + "4Pz-HQ 5702 \n I/12Sch 5703 fatigue=1 fought=1 \n I/29Drag 5708 fought=1 moved=1 \n 2DLM-HQ 5911"
    match = position("recovery french", lines, turn=4)
    go_on(match, 5, "german", "markers")
    assert fatigue(match, "I/12Sch") == 1
    go_on(match, 5, "french")
    assert fatigue(match, "I/12Sch") == 0


def test_h14_07_a_tired_reserve_keeps_its_marker_and_is_no_use() -> None:
    """H14-07."""
    lines = GEMBLOUX + CALM + "II/1RTM 4011 mark=CR \n I/1RTM 4012 \n I/3Sch 4110 mark=PA \n II/3Sch 4111 mark=TA"
    match = position("artillery-active german", lines, turn=7, dice=(8, 8, 0, 50, 50))
    play(match, "fire I/3Sch at 4011 with 12", "stay")
    settle(match, "tire")
    assert (fatigue(match, "II/1RTM"), mark(match, "II/1RTM")) == (1, Mark.CR)
    answer(match, "end", "end", "end")
    answer(match, "assault II/3Sch 4012", "lead II/3Sch", "lead I/1RTM")
    assert asked(match) != "commit"


def test_h14_08_rested_for_movement_only() -> None:
    """H14-08."""
    lines = GEMBLOUX.replace("4308", "3907") + CALM + "I/3Sch 3512"
    match = position("movement french", lines, turn=6, dice=(9, 0))
    for uid in ("I/1RTM", "II/1RTM", "Eng1-1Mar"):
        play(match, f"enter {uid} 3312", f"move {uid} 3412")
    play(match, "end")
    assert fatigue(match, "I/1RTM") == 0
    while asked(match) != "artillery":
        play(match, "end")
    play(match, "fire I/3Sch at 3412 with 6", "stay", "lose II/1RTM", "tire")
    assert fatigue(match, "I/1RTM") == 1


def test_h14_09_a_night_of_exploitation() -> None:
    """H14-09."""
    lines = HANNUT + CALM + "awake german \n chit german=2 french=1 \n I/35Pz 5404 mark=EXP \n I/11RDP 5106"
    match = position("exploitation german", lines, turn=6)
    play(match, "move I/35Pz 5403", "end")
    assert (fatigue(match, "I/35Pz"), mark(match, "I/35Pz")) == (0, Mark.EXP)
    go_on(match, 7, "german", "exploitation")
    assert points(match, "I/35Pz") in (3, 6)  # half of it in the low fuel turn (19.8)
