"""Foretelling: dice from a bot's chance, a bot from what is public, dice from those that have fallen."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

import grognard
from grognard.bots import Answer, Bot, make_bot
from grognard.bots.registry import register_bot
from grognard.bots.view import SideView, view_of
from grognard.engine import Match, RandomPlayer, own_chance
from grognard.engine.dice import fair, other_dice, seed_parts
from grognard.simulate.games import Contest, Pairing, secret_for, seed_of

GAME, SCENARIO = "marne-1914", "counter-attack"
GUESSABLE = range(2000)
"""The seeds that an attacker tries."""


def dice_of(match: Match) -> list[int]:
    return [die for event in match.events() if event.kind == "dice" for die in event.data["dice"]]


class Prophet(Bot):
    """Tries to find the seed of the match from all that a bot is given."""

    name = "prophet"
    foretold: list[str] = []

    def decide(self, view: SideView) -> Answer:
        given = [self.seed, view.seed, self.seed.rpartition(" ")[0]]
        given += [view.position.dice.seed, *(view.match.seed for _ in [0] if view.match is not None)]
        Prophet.foretold += given
        player = RandomPlayer(f"{self.seed} {view.number}")
        return Answer(player.pick(view.decision, view.decision.subjects()))


@pytest.fixture
def prophet() -> Iterator[type[Prophet]]:
    Prophet.foretold = []
    register_bot("prophet", Prophet)
    yield Prophet
    from grognard.bots import registry

    del registry._registered["prophet"]


def test_a_bot_cannot_foretell_the_dice(prophet: type[Prophet]) -> None:
    """It used to get "SEED SIDE", and every throw to come with it."""
    bots = ("prophet", "sergeant")
    secret = secret_for(bots, "")
    assert len(secret) >= 16, "where other people's bots play, seeds are not small numbers"
    contest = Contest(Pairing(GAME, SCENARIO, seed_of(secret, 7), dict(zip(("entente", "cp"), bots, strict=True))))
    while contest.match.number < 120:
        contest.step()
    fallen = dice_of(contest.match)
    assert len(fallen) >= 10
    tried = [*dict.fromkeys(prophet.foretold), *(str(n) for n in GUESSABLE)]
    for seed in tried:
        assert [fair(seed, n, 6) for n in range(1, len(fallen) + 1)] != fallen, f"'{seed}' foretells the dice"


def test_the_same_study_seed_gives_the_same_game() -> None:
    """Unguessable is not unrepeatable."""
    pairing = Pairing(GAME, SCENARIO, seed_of("a word", 3), {"entente": "random", "cp": "random"})
    assert Contest(pairing).play().fingerprint == Contest(pairing).play().fingerprint


def test_the_chance_of_a_bot_cannot_be_found_from_what_is_public() -> None:
    """In the server it was the published commitment and the seat."""
    match = grognard.start(GAME, SCENARIO, "a secret of the server")
    public = [match.commitment, f"{match.commitment} cp", f"{match.commitment} entente", "cp", "bot", ""]
    mine = own_chance(match.seed, "cp", 0)
    assert mine not in public
    assert all(own_chance(known, "cp", 0) != mine for known in public)
    assert own_chance(match.seed, "cp", 0) != own_chance(match.seed, "cp", 1), "a second try has other chances"
    assert own_chance(match.seed, "cp", 0) != own_chance(match.seed, "entente", 0)


def test_a_copy_to_think_in_throws_other_dice() -> None:
    match = grognard.start(GAME, SCENARIO, 7)
    bot = make_bot("random", own_chance("7", "entente"))
    seen = view_of(match, "entente", bot.seed)
    assert seen.match is not None
    ours = [fair(match.seed, n, 6) for n in range(1, 41)]
    assert [fair(seen.match.seed, n, 6) for n in range(1, 41)] != ours


def test_dice_that_take_over() -> None:
    """A seed of several parts: the fallen dice stay, those to come are others, and old seeds are what they were."""
    seed = other_dice(other_dice("7", 12, "c1"), 20, "c2")
    assert seed_parts(seed) == [(1, "7"), (13, "c1"), (21, "c2")]
    throws = [fair(seed, n, 6) for n in range(1, 31)]
    assert throws[:12] == [fair("7", n, 6) for n in range(1, 13)]
    assert throws[12:20] == [fair("c1", n, 6) for n in range(13, 21)]
    assert throws[20:] == [fair("c2", n, 6) for n in range(21, 31)]
    assert other_dice(seed, 15, "c3") == "7 then from die 13 c1 then from die 16 c3"


@pytest.mark.parametrize("game", ["marne-1914", "somme-1916"])
def test_a_second_try_throws_dice_that_nobody_has_seen(game: str) -> None:
    match, player = grognard.start(game, seed=7), RandomPlayer(3)
    while match.position.dice.count < 12:
        assert match.decision is not None
        match.play(player.choose(match.decision))
    line = [match.write(node.action) for node in match.history()]
    while match.position.dice.count > 5:
        match.undo(agreed=True)
    left, number = match.position.dice.count, match.number
    again = match.with_dice(other_dice(match.seed, left, "fresh"))
    assert again.number == number
    assert again.events() == match.events()
    assert dice_of(again) == dice_of(match)
    assert again.position.dice.seed == again.seed
    again.go_back(0)
    again.decision  # noqa: B018  brought to life from its oldest checkpoint
    assert again.position.dice.seed == again.seed, "no checkpoint brings the old dice back"
    assert line


def test_a_spliced_match_survives_as_files() -> None:
    from grognard.engine.positions import read_position, write_position
    from grognard.engine.records import read_record, write_record
    from grognard.engine.saves import restore, saved

    match, player = grognard.start(GAME, SCENARIO, seed=7), RandomPlayer(3)
    while match.position.dice.count < 6:
        assert match.decision is not None
        match.play(player.choose(match.decision))
    match = match.with_dice(other_dice(match.seed, match.position.dice.count, "0123 with cp " + "ab" * 16))
    for _ in range(60):
        assert match.decision is not None
        match.play(player.choose(match.decision))
    assert match.position.dice.count > 6
    assert restore(saved(match), "a save").fingerprint() == match.fingerprint()
    assert read_record(write_record(match)).fingerprint() == match.fingerprint()
    assert read_position(write_position(match)).fingerprint() == match.fingerprint()
    studied = read_position(write_position(match))
    later = studied.with_dice(other_dice(studied.seed, studied.position.dice.count, "later"))
    assert restore(saved(later), "a save").seed == later.seed
    assert read_record(write_record(later)).seed == later.seed
