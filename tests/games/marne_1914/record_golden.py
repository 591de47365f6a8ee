"""Record the golden games again: ``python -m tests.games.marne_1914.record_golden``.

Do so only when a change of the rules or of the data is meant, and say in the commit which.
"""

from __future__ import annotations

from pathlib import Path

from tests.games.golden import Games, record

FOLDER = Path(__file__).parent / "golden"
GAMES: Games = {
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


if __name__ == "__main__":
    record("marne-1914", GAMES, FOLDER)
