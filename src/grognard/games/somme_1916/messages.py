"""What the log says of each event, in our words, and what its fields hold."""

from __future__ import annotations

from collections.abc import Mapping

from grognard.engine.events import Messages, Told, Wording, flag
from grognard.games.somme_1916.combat_messages import COMBAT_MESSAGES, COMBAT_WORDINGS
from grognard.rules.game import WORDINGS as WAR_WORDINGS

MESSAGES: Messages = {
    "turn": "Turn {turn:number} begins ({date}).",
    "player-phase": "{side:side}: player phase.",
    "weather": "The weather is {weather}.",
    "observation": "{side:side} has air observation.",
    "placed": "{unit:unit} is placed on {to:cell}.",
    "mine": "A mine lies under {cell:cell}.",
    "mine-fails": "The mine under {cell:cell} does not explode.",
    "mine-explodes": "The mine under {cell:cell} explodes: {face}.",
    "air": "The air counter will bombard {cell:cell}.",
    "air-misses": "The Air Bombardment of {cell:cell} misses.",
    "air-strikes": "Air Bombardment of {cell:cell} in column {column:number}: {outcome}.",
    "bombard": "{target:cell} is bombarded by {units:unit}{off_map:offmap}.",
    "counter-battery": "Counter-battery Fire at the guns in {target:cell} by {units:unit}{off_map:offmap}.",
    "counter-hit": "{unit:unit} is hit by Counter-battery Fire ({factors:factor|factors}, {drm:signed}).",
    "counter-miss": "Counter-battery Fire misses {unit:unit} ({factors:factor|factors}, {drm:signed}).",
    "silenced": "Silenced: {units:unit}.",
    "too-few": "{factors:factor is|factors are} too few against {target:cell}.",
    "bombardment":
        "{factors:factor|factors} against {target:cell} ({row}, column {column:number}, {drm:signed}): {outcome}.",
    "interdicted": "{cell:cell} is interdicted.",
    "suppressed": "{unit:unit} is Suppressed.",
    "disrupted": "{unit:unit} is Disrupted.",
    "move": Told("{unit:unit} goes to {to:cell} ({mp:mp} MP).", path="cell"),
    "enter": Told("{unit:unit} comes on the map and goes to {to:cell} ({mp:mp} MP).", path="cell"),
    "call-ignored": "The call for {unit:unit} has no effect: it has come before.",
    "exit": "{unit:unit} leaves the map by the {edge} edge at {cell:cell}.",
    "face": "{unit:unit} faces {facing}.",
    "mode": "{unit:unit} is now in {mode} mode.",
    "separated": "{unit:unit} separates into {parts:unit}.",
    "combined": "{new:unit} is formed of {units:unit}.",
    "released": "{unit:unit} is released.",
    "held": "{unit:unit} is still held.",
    "broken-down": "{unit:unit} breaks down.",
    "engagement-over": "The engagement in {cell:cell} is over.",
    "award": "{side:side} {points:signed} VP: {what} (total {total:number}).",
    **COMBAT_MESSAGES,
}

WORDINGS: Mapping[str, Wording] = {
    **WAR_WORDINGS,
    "offmap": flag(" and the Off-Map Artillery"),
    **COMBAT_WORDINGS,
}
