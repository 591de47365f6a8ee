"""Record the golden games anew: ``python -m tests.games.marne_1914.record_golden``.

Do so only when a change of the rules or of the data is meant, and say in the commit which.
"""

from __future__ import annotations

from pathlib import Path

import grognard
from grognard.engine import Match
from grognard.laws import Player, play_out

FOLDER = Path(__file__).parent / "golden"
GAMES: dict[str, tuple[str, int, dict[str, str]]] = {
    "counter-attack-1": ("counter-attack", 1, {}),
    "counter-attack-2": ("counter-attack", 2, {
        "i_corps_setup": "front", "retreat_zoc_losses": "once", "integrity_penalty": "disrupt",
        "alternate_recovery": "on",
    }),
    "full-battle-1": ("full-battle", 3, {}),
    "full-battle-2": ("full-battle", 4, {
        "setup": "free", "variable_strengths": "on", "variable_reinforcements": "on", "great_retreat": "off",
    }),
}


def play(name: str) -> Match:
    """A whole game between random players."""
    scenario, seed, options = GAMES[name]
    match = grognard.start("marne-1914", scenario, f"golden {seed}", options)
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
