"""Record the golden games again: ``python -m tests.games.soissons_1918.record_golden``.

Do so only when a change of the rules or of the data is meant, and say in the commit which.
"""

from __future__ import annotations

from pathlib import Path

from tests.games.golden import Games, record

FOLDER = Path(__file__).parent / "golden"
GAMES: Games = {
    "campaign-1": ("campaign", 1, {"setup": "printed"}),
    "campaign-2": ("campaign", 2, {}),
    "campaign-3": ("campaign", 3, {
        "setup": "printed", "spent_maneuver": "yes", "follow_up": "attackers-only", "remnant_recovery": "no",
        "reforming_command": "any-hq", "surprise_movement": "assaulted", "retreat_length": "distance",
        "supply_through_towns": "controlled", "zoc_lock": "current",
    }),
    "campaign-4": ("campaign", 4, {
        "prepare_overnight": "kept", "large_battle": "full-strength", "woods_and_shelter": "best",
        "conversion_reach": "one-hex", "destroyed_division": "nothing", "marker_limits": "none",
        "lone_hq": "enemy-moves", "fallback_end": "any-unit", "retreat_length": "path", "besieged_town": "occupant",
    }),
}  # fmt: skip


if __name__ == "__main__":
    record("soissons-1918", GAMES, FOLDER)
