"""The bots play legally, say why, and play the same game again from the same seed."""

from __future__ import annotations

import pytest

import grognard
from grognard.bots import BotError, Budget, Stopped, bot_names, make_bot, view_of
from grognard.bots.protocol import Bot
from grognard.engine import Match
from grognard.simulate.games import Pairing, play_game

GAME = "marne-1914"


def play(bots: dict[str, Bot], match: Match, limit: int) -> list[str]:
    """Play on and collect what was played."""
    played: list[str] = []
    while match.decision is not None and len(played) < limit:
        side = next(iter(match.decisions))
        answer = bots[side].decide(view_of(match, side, bots[side].seed))
        assert answer.reason
        assert match.check(answer.action, by=side), match.write(answer.action)
        played.append(match.write(answer.action))
        match.play(answer.action, by=side)
    return played


@pytest.fixture(scope="module")
def last_turn() -> Match:
    """The last turn of a game that Sergeants have played so far."""
    match = grognard.start(GAME, "counter-attack", 7)
    bots: dict[str, Bot] = {side: make_bot("sergeant", side) for side in ("cp", "entente")}
    while match.position.state.turn < 14:
        play(bots, match, 1)
    return match


@pytest.mark.parametrize("name", ["random", "sergeant", "colonel", "general"])
def test_every_level_plays_to_the_end_and_the_same_again(name: str, last_turn: Match) -> None:
    games = []
    for _ in range(2):
        match = last_turn.clone()
        games.append(play({side: make_bot(name, side, budget=600) for side in ("cp", "entente")}, match, 1000))
        assert match.outcome is not None
    assert games[0] == games[1]


@pytest.mark.parametrize("name", ["random", "sergeant"])
def test_same_seed_same_game(name: str) -> None:
    games = [
        play({s: make_bot(name, f"7 {s}") for s in ("cp", "entente")}, grognard.start(GAME, "counter-attack", 7), 50)
        for _ in range(2)
    ]
    assert games[0] == games[1]


def test_a_bot_can_be_changed_in_mid_turn() -> None:
    """Nothing a bot remembers is needed: another instance goes on from any position."""
    match = grognard.start(GAME, "counter-attack", 7)
    for number in range(60):
        assert match.decision is not None
        side = match.decision.side
        match.play(make_bot("sergeant", str(number)).decide(view_of(match, side)).action, by=side)


def test_a_general_weighs_postures() -> None:
    from grognard.bots.general import General

    match = grognard.start(GAME, "counter-attack", 7)
    match.play("end")
    general = General("1", budget=600)
    answer = general.decide(view_of(match, "entente"))
    assert match.check(answer.action)
    postures = {name.partition(",")[0] for name in general.weighed}
    assert {"counter-attack", "hold", "fall-back", "storm"} < postures
    assert any(name[-1].isdigit() for name in postures)  # the variations of the best


@pytest.mark.parametrize("sergeant", ["cp", "entente"])
def test_sergeant_beats_random(sergeant: str) -> None:
    bots = {side: "sergeant" if side == sergeant else "random" for side in ("cp", "entente")}
    gained = 0.0
    for seed in ("3", "4", "5"):
        better = play_game(Pairing(GAME, "counter-attack", seed, bots))
        mirror = play_game(Pairing(GAME, "counter-attack", seed, dict.fromkeys(bots, "random")))
        gained += better.points[sergeant] - mirror.points[sergeant]
    assert gained > 15


def test_free_deployment_is_played() -> None:
    match = grognard.start(GAME, "full-battle", 2, {"setup": "free"})
    bots: dict[str, Bot] = {side: make_bot("sergeant", side) for side in ("cp", "entente")}
    while match.position.state.phase == "deployment":
        play(bots, match, 1)
    assert match.position.state.turn >= 1


def test_a_posture_can_be_fixed() -> None:
    assert make_bot("colonel/hold").name == "colonel"
    with pytest.raises(BotError, match="has no postures"):
        make_bot("random/hold")


def test_unknown_bots_are_named() -> None:
    assert "sergeant" in bot_names()
    with pytest.raises(BotError, match="did you mean 'sergeant'"):
        make_bot("sargeant")


def test_a_budget_counts_and_stops() -> None:
    heard: list[tuple[int, int]] = []
    budget = Budget(100, lambda spent, limit: heard.append((spent, limit)))
    for _ in range(70):
        budget.spend()
    assert budget.left == 30
    assert heard
    budget.stop = True
    with pytest.raises(Stopped):
        budget.spend()
