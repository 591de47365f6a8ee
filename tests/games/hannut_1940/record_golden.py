"""Record the golden games again: ``python -m tests.games.hannut_1940.record_golden``.

Do so only when a change of the rules or of the data is meant, and say in the commit which.
"""

from __future__ import annotations

from pathlib import Path

from tests.games.golden import Games, record

FOLDER = Path(__file__).parent / "golden"
GAMES: Games = {
    "hannut-1": ("hannut", 2, {}),
    "hannut-2": ("hannut", 4, {
        "setup": "printed", "exploit_cap": "per-division", "recovery": "either", "failed_stay": "needed",
        "overrun_success": "symbols", "german_chits": "kept", "arriving_bp": "full",
    }),
}


if __name__ == "__main__":
    record("hannut-1940", GAMES, FOLDER)
