"""What the log says of each event, in our words, and what its fields hold."""

from __future__ import annotations

from collections.abc import Mapping

from grognard.engine.events import Messages, Told, Wording, flag
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
    # commitment and fire
    "commit": "{unit:unit} will attack {target:cell}.",
    "engaged-again": "{unit:unit} fights on in {target:cell}.",
    "over-the-top": "{passed:over}: {units:unit}.",
    "boost": "{side:side}: the Command Center works at its best in this turn.",
    "resources": "{side:side} Command Resources: {resources:resources}.",
    "substitution": "Substitution: {number:number} more of {resource}.",
    "keep-fire": "{unit:unit} keeps its fire for {target:cell}.",
    "fire-odds": Told(
        "{units:unit} {units:fires|fire} at the Assault on {target:cell}: "
        "{factors:factor|factors}, column {column:number}, {drm:signed}.", rows="data",
    ),
    "defensive-fire": "Defensive Fire for {target:cell}: {outcome}.",
    "driven-back": "{units:unit} {units:falls|fall} back from {target:cell}.",
    # losses
    "reduced": "{unit:unit} is reduced.",
    "exchanged": "{unit:unit} is now {new:unit}.",
    "eliminated": "{unit:unit} is eliminated.",
    # Assault
    "assault-begins": "{units:unit} {units:assaults|assault} {target:cell}.",
    "coordination": "British and French {together:together}.",
    "tank-coordination": "French units and British tanks or cavalry: {number:number} can attack together.",
    "stays": "{unit:unit} stays behind.",
    "supply": "{unit:unit} supplies the Assault on {target:cell}.",
    "use": "{resource} aids the Assault on {target:cell} ({left:number} left).",
    "odds": "{units:unit} against {target:cell}: {odds:odds}.",
    "assault": Told("Assault on {target:cell}, column {column:signed}: {outcome}.", units="unit"),
    "repelled": "The Assault on {target:cell} is repelled.",
    "counter-attack": "{units:unit} {units:counter-attacks|counter-attack} {target:cell}: {outcome}.",
    "no-counter-attack": "Nobody in {target:cell} can counter-attack: the defenders retreat.",
    "engaged": "{unit:unit} is engaged in {target:cell}.",
    "retreat": "{unit:unit} retreats to {to:cell}.",
    "displaced": "{unit:unit} makes room in {by:cell}.",
    "no-retreat": "{unit:unit} has no way out.",
    "surrender": "{unit:unit} surrenders.",
    "advance": "{unit:unit} advances to {to:cell}.",
    "secondary": "A Secondary Attack on {target:cell} ({left:number} left).",
    "hq-used": "{unit:unit} has spent its supply and comes back on turn {turn:number}.",
    "hq-flees": "{unit:unit} leaves the enemy's zone of control and comes back on turn {turn:number}.",
    # Reorganization
    "replacement-level": "{side:side}: working total {total:number}, {steps:replacement step|replacement steps}.",
    "replacement-plan": "{side:side} will take up to {steps:replacement step|replacement steps}.",
    "replaced": "{unit:unit} comes back on {to:cell}.",
    "rebuilt": "{units:unit} and {steps:replacement step|replacement steps} become {unit:unit} on {to:cell}.",
    "rally": Told("{unit:unit} {rallied:rallies}.", modifier="number"),
    "recovery": "{unit:unit} {recovered:recovers}.",
    "interdiction-clears": "{cell:cell} is no longer interdicted.",
    # campaign and victory
    "revealed": "Revealed: {what}.",
    "operation": "{side:side} operation: {name}.",
    "objectives": "The objectives are {markers}.",
    "objectives-drawn": "The Allied player draws {number:objective|objectives} in secret.",
    "objective-changed": "A {nation} objective is changed.",
    "discovering": "The German player looks at a {nation} objective.",
    "discovered": "It is {marker}.",
    "raids-forfeit": "{units:unit} {units:has|have} not come back: all points for raids are lost.",
    "victory": Told("{winner:winner}: {points:points}.", met="text"),
}

WORDINGS: Mapping[str, Wording] = {
    **WAR_WORDINGS,
    "offmap": flag(" and the Off-Map Artillery"),
    "over": flag("Over the top", "Not over the top"),
    "resources": Wording(
        "data", lambda found: ", ".join(f"{name} {number}" for name, number in found.items() if number) or "none"
    ),
    "together": flag("attack together", "do not find together"),
    "rallies": flag("rallies", "does not rally"),
    "recovers": flag("is repaired", "is not repaired"),
    "winner": Wording("text", lambda side: f"{side.capitalize()} victory" if side else "Draw"),
    "points": Wording("data", lambda found: ", ".join(f"{side} {number} VP" for side, number in found.items())),
}
