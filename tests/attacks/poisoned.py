"""Poisoned imports: files that are well formed and mean harm. A sentence each, and in the time that they may take."""

from __future__ import annotations

import json
import tempfile
from pathlib import Path
from random import Random

from grognard.errors import GrognardError
from grognard.server.keeper import Keeper
from grognard.server.problems import Problem
from tests.attacks.tally import Tally

POSITION = "grognard position 1\ngame marne-1914\nscenario counter-attack\n"


def attack(tally: Tally) -> None:
    with tempfile.TemporaryDirectory() as folder:
        keeper = Keeper(Path(folder) / "matches.sqlite", workers=1)
        try:
            while not tally.done:
                one_file(keeper, poison(tally.chance), tally)
        finally:
            keeper.close()


def one_file(keeper: Keeper, text: str, tally: Tally) -> None:
    tally.tried("poisoned files")
    try:
        room = keeper.read(text, None)
        tally.tried("poisoned files that are harmless")
        with room.lock:
            room.match.view(next(iter(room.match.game.sides)))
    except Problem as problem:
        if problem.status >= 500 and problem.kind != "busy":
            tally.found(f"{problem.status} {problem}: {text[:200]!r}")
        tally.tried("poisoned files refused")
    except GrognardError:
        tally.tried("poisoned files refused")
    except Exception as problem:
        tally.found(f"{type(problem).__name__}: {problem}: {text[:200]!r}")


def poison(chance: Random) -> str:
    """One of many ways to be poisonous, with other numbers each time."""
    big = chance.choice([99, 10**4, 10**9, 10**18])
    save = {
        "grognard": 1, "game": "marne-1914", "rules": "1", "scenario": "counter-attack", "options": {}, "seed": "7",
        "actions": [["entente", "end"]] * chance.randint(0, 5000), "fingerprint": "00",
    }  # fmt: skip
    ways = (
        lambda: POSITION + f"board blank {big} {big}\n",
        lambda: POSITION + f"thrown {'9' * chance.randint(1, 5000)}\n",
        lambda: POSITION + f"dice {' '.join(['6'] * chance.randint(1, 50_000))}\n",
        lambda: POSITION + f"turn {chance.choice([-1, big, '1' * 4400])}\n",
        lambda: POSITION + "awards " + "[" * chance.randint(1, 60_000) + "\n",
        lambda: POSITION + f"vp {chance.choice(['true', '1e9', '²', '٣', ''])}\n",
        lambda: POSITION + "# " + "x" * chance.randint(1, 1_500_000) + "\n",
        lambda: POSITION + f"seed {'s' * chance.randint(1, 100_000)}\n",
        lambda: POSITION + "".join(f"unit{n} 0101 3\n" for n in range(chance.randint(1, 2000))),
        lambda: json.dumps(save),
        lambda: json.dumps({**save, "seed": "\ud800"}),
        lambda: json.dumps({**save, "options": {"x" * 10**5: "y"}}),
        lambda: json.dumps({**save, "start": POSITION * 100}),
        lambda: "grognard record 1\nGame: marne-1914\nScenario: counter-attack\nSeed: 7\n" + "1. " * 20_000,
        lambda: "grognard record 1\nGame: marne-1914\nScenario: x\nSeed: 7\n1. entente: end  [" + "1" * 50_000 + "]\n",
        lambda: "grognard record 1\n" + "Player x: \x1b[2J\n" * chance.randint(1, 20_000),
    )
    return chance.choice(ways)()
