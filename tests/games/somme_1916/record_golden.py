"""Record the golden games again: ``python -m tests.games.somme_1916.record_golden``.

Do so only when a change of the rules or of the data is meant, and say in the commit which.
"""

from __future__ import annotations

from pathlib import Path

from tests.games.golden import Games, record

FOLDER = Path(__file__).parent / "golden"
GAMES: Games = {
    "over-the-top-1": ("over-the-top", 1, {}),
    "away-to-siegfried-1": ("away-to-siegfried", 2, {
        "artillery_setup": "suggested", "counter_battery": "table", "natural_six": "on", "over_the_top": "test-or-stay",
    }),
}


if __name__ == "__main__":
    record("somme-1916", GAMES, FOLDER)
