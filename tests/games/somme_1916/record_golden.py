"""Record the golden games anew: ``python -m tests.games.somme_1916.record_golden``.

Do so only when a change of the rules or of the data is meant, and say in the commit which.
"""

from __future__ import annotations

from pathlib import Path

import grognard
from grognard.engine import Match
from grognard.laws import Player, play_out

FOLDER = Path(__file__).parent / "golden"
GAMES: dict[str, tuple[str, int, dict[str, str]]] = {
    "over-the-top-1": ("over-the-top", 1, {}),
    "away-to-siegfried-1": ("away-to-siegfried", 2, {
        "artillery_setup": "suggested", "counter_battery": "table", "natural_six": "on", "over_the_top": "test-or-stay",
    }),
}


def play(name: str) -> Match:
    """A whole game between random players."""
    scenario, seed, options = GAMES[name]
    match = grognard.start("somme-1916", scenario, f"golden {seed}", options)
    for _ in play_out(match, Player(seed)):
        pass
    return match


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    for name in GAMES:
        match = play(name)
        match.save(FOLDER / f"{name}.json")
        print(f"{name}: {match.number} actions, {match.outcome.level if match.outcome else 'unfinished'}")


if __name__ == "__main__":
    main()
