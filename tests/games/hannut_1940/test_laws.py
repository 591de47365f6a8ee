"""The laws that every game must keep, over random games with varied options."""

from __future__ import annotations

import pytest

import grognard
from grognard.engine import RandomPlayer
from grognard.laws import check_laws

GAMES: list[tuple[int, int, dict[str, str]]] = [
    (5, 150, {}),
    (
        6,
        150,
        {
            "setup": "printed",
            "exploit_cap": "per-division",
            "recovery": "either",
            "supply_ends": "literal",
            "village_fire": "yes",
            "bp_pool": "player-turn",
            "ap_pool": "turn",
            "armor_unit": "best",
            "forced_removal": "check",
        },
    ),
    (
        7,
        150,
        {
            "failed_stay": "needed",
            "overrun_success": "symbols",
            "overrun_halt": "ignored",
            "german_chits": "kept",
            "arriving_bp": "full",
            "dead_road": "now",
            "hq_line": "no",
            "mixed_retreat": "together",
            "margin_four": "german",
            "full_stacks": "open",
        },
    ),
]


@pytest.mark.parametrize(("seed", "every", "options"), GAMES, ids=[str(game[0]) for game in GAMES])
def test_laws(seed: int, every: int, options: dict[str, str]) -> None:
    """The costly laws, of two worlds above all, once in ``every`` decisions; the invariants at each."""
    check_laws(grognard.start("hannut-1940", "hannut", seed, options), RandomPlayer(seed), every=every)
