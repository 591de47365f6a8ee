"""How the log writes what only this game has; the sentences are in words.toml."""

from __future__ import annotations

from collections.abc import Mapping

from grognard.engine.events import Wording, counted, flag
from grognard.rules.game import WORDINGS as WAR_WORDINGS


def effect(result: str) -> str:
    """A result of the tables, where its short word is no word."""
    if result.isdigit():
        return counted(int(result), "step is lost", "steps are lost")
    return "no effect" if result == "-" else result


WORDINGS: Mapping[str, Wording] = {
    **WAR_WORDINGS,
    "effect": Wording("text", effect),
    "plain": Wording("text", lambda word: word.replace("-", " ")),
    "offmap": flag(" and the Off-Map Artillery"),
    "over": flag("Over the top", "Not over the top"),
    "resources": Wording(
        "data", lambda found: ", ".join(f"{name} {number}" for name, number in found.items() if number) or "none"
    ),
    "together": flag("attack together", "do not coordinate"),
    "rallies": flag("rallies", "does not rally"),
    "recovers": flag("is repaired", "is not repaired"),
    "winner": Wording("text", lambda side: f"{side.capitalize()} victory" if side else "Draw"),
    "points": Wording("data", lambda found: ", ".join(f"{side} {number} VP" for side, number in found.items())),
}
