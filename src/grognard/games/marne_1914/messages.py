"""How the log writes what only this game has; the sentences are in words.toml."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from grognard.engine.events import Wording, flag
from grognard.games.marne_1914.tables import ARMY_NAMES
from grognard.rules.game import WORDINGS as WAR_WORDINGS


def attacker_text(attack: Mapping[str, Any]) -> str:
    """What an attack cost the attacker."""
    lost = f" and {'are' if len(attack['units']) > 1 else 'is'} disrupted" if attack["disrupted"] else ""
    return f"{', '.join(attack['units'])} {'lose' if len(attack['units']) > 1 else 'loses'} {attack['loss']}{lost}"


def army_text(army: str) -> str:
    return ARMY_NAMES[army].removeprefix("the ")


WORDINGS: Mapping[str, Wording] = {
    **WAR_WORDINGS,
    "back": flag("returns", "does not return"),
    "retreats": flag(" and retreats"),
    "army": Wording("text", army_text),
    "attackers": Wording("data", attacker_text),
}
