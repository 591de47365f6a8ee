"""What the log says of each event, in our words, and what its fields hold."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from grognard.engine.events import Messages, Told, Wording, flag
from grognard.rules.game import WORDINGS as WAR_WORDINGS

MESSAGES: Messages = {
    "turn": "Turn {turn:number} begins.",
    "player-turn": "{side:side}: player turn.",
    "initiative": "The Initiative passes to the {side:side}.",
    "shift": "The {marker} boundary marker is now at {cell:cell}.",
    "ninth-army": "The 9th Army takes the field; the Moroccan Division joins it.",
    "out-of-supply": "{unit:unit} is out of supply.",
    "move": Told("{unit:unit} goes to {to:cell} ({how}, {mp:mp} MP).", path="cell"),
    "move-anew": Told("{unit:unit} goes to {to:cell} instead.", path="cell"),
    "attached": Told("{unit:unit} is attached to {corps}.", army="text"),
    "enter": Told("{unit:unit} enters at {to:cell} ({mp:mp} MP).", how="text"),
    "delayed": "The entry of {unit:unit} is blocked: it comes a turn later.",
    "rallied": "{unit:unit} is no longer disrupted.",
    "replacements": "Army {army} receives {steps:replacement step|replacement steps}.",
    "recovered": "{unit:unit} recovers to {steps:step|steps}.",
    "cadre-roll": "{unit:unit} {back:back} from the Cadre Box.",
    "no-room": "There is no hex where {unit:unit} could be placed.",
    "returned": "{unit:unit} returns at {to:cell} with one step.",
    "declare": "{units:unit} will attack {target:cell}.",
    "odds": "{units:unit} against {target:cell}: {odds:odds}.",
    "attack": Told(
        "{units:unit} against {target:cell}, column {column:signed}: {outcome}.", die="number", source="text"
    ),
    "combat": "{target:cell}: defender loses {defender_loss:number}{retreat:retreats}; {attackers:attackers}.",
    "loss": "{unit:unit} loses {steps:number}, {left:number} left.",
    "cadre": "{unit:unit} goes to the Cadre Box.",
    "disrupted": "{unit:unit} is disrupted.",
    "stand": "The defenders of {cell:cell} stand fast.",
    "garrison-holds": "The garrison of Paris holds {cell:cell}.",
    "garrison-destroyed": "The garrison of {cell:cell} is destroyed.",
    "retreat": Told("{unit:unit} retreats to {to:cell}.", path="cell"),
    "no-retreat": "{unit:unit} has no way out and goes to the Cadre Box.",
    "advance": "{unit:unit} advances to {to:cell}.",
    "control": "{side:side} controls {cell:cell}.",
    "award": "Central Powers {points:signed} VP: {what} (total {total:number}).",
    "deploy": "{unit:unit} is set up at {to:cell}.",
    "arrival": "{units:unit} will arrive on turn {turn:number}.",
    "victory": "{level} with {points:point|points}.",
}


def attacker_text(attack: Mapping[str, Any]) -> str:
    """What an attack cost the attacker."""
    lost = f" and {'are' if len(attack['units']) > 1 else 'is'} disrupted" if attack["disrupted"] else ""
    return f"{', '.join(attack['units'])} {'lose' if len(attack['units']) > 1 else 'loses'} {attack['loss']}{lost}"


WORDINGS: Mapping[str, Wording] = {
    **WAR_WORDINGS,
    "back": flag("returns", "does not return"),
    "retreats": flag(" and retreats"),
    "attackers": Wording("data", attacker_text),
}
