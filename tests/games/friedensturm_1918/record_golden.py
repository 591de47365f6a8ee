"""Record the golden games again: ``python -m tests.games.friedensturm_1918.record_golden``.

Do so only when a change of the rules or of the data is meant, and say in the commit which.
"""

from __future__ import annotations

from pathlib import Path

from tests.games.golden import Games, record

FOLDER = Path(__file__).parent / "golden"
GAMES: Games = {
    "gneisenau-1": ("gneisenau", 1, {}),
    "gneisenau-2": ("gneisenau", 2, {"air": "no", "hit_conversion": "most", "counter_battery_quota": "example"}),
    "blucher-1": ("blucher", 3, {"franco_american": "american", "forced_march": "always"}),
    "friedensturm-1": ("friedensturm", 4, {"frozen_zone": "movement-only"}),
    "foch-attacks-1": ("foch-attacks", 5, {"offensive_reach": "four-attacks", "retreat_disorganises": "any"}),
}


if __name__ == "__main__":
    record("friedensturm-1918", GAMES, FOLDER)
