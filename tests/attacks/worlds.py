"""Two worlds that differ only in what a side may not know, and peeking: the laws of secrets, over random games."""

from __future__ import annotations

import grognard
from grognard.engine import RandomPlayer, find_game, game_slugs
from grognard.laws import BrokenLaw, check_laws
from tests.attacks.forged import OURS
from tests.attacks.tally import Tally


def attack(tally: Tally, longest: int = 100_000) -> None:
    slugs = [slug for slug in game_slugs() if slug in OURS]
    while not tally.done:
        slug, seed = tally.chance.choice(slugs), tally.chance.getrandbits(32)
        rules = find_game(slug)
        scenario = tally.chance.choice(list(rules.scenarios(rules.data())))
        match = grognard.start(slug, scenario, seed)
        try:
            check_laws(match, RandomPlayer(seed), every=60, limit=longest)
        except BrokenLaw as problem:
            if f"goes on after {longest} actions" not in str(problem):
                tally.found(f"{slug} {scenario} {seed}: {problem}")
        tally.tried("games under every law")
        tally.tried("decisions under the laws", match.number)
