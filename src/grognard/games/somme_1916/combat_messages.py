"""What the log says of the events of modules 8 to 15, in our words."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

COMBAT_MESSAGES: dict[str, str] = {
    # commitment and fire
    "commit": "{unit:unit} will attack {target:cell}.",
    "engaged-again": "{unit:unit} fights on in {target:cell}.",
    "over-the-top": "{passed:over}: {units:unit}.",
    "boost": "{side:side}: the Command Center works at its best in this turn.",
    "resources": "{side:side} Command Resources: {resources:resources}.",
    "substitution": "Substitution: {number} more of {resource}.",
    "keep-fire": "{unit:unit} keeps its fire for {target:cell}.",
    "fire-odds": "{units:unit} {units:fires|fire} at the Assault on {target:cell}: "
    "{factors:factor|factors}, column {column}, {drm:signed}.",
    "defensive-fire": "Defensive Fire for {target:cell}: {outcome}.",
    "driven-back": "{units:unit} {units:falls|fall} back from {target:cell}.",
    # losses
    "reduced": "{unit:unit} is reduced.",
    "exchanged": "{unit:unit} is now {new:unit}.",
    "eliminated": "{unit:unit} is eliminated.",
    # Assault
    "assault-begins": "{units:unit} {units:assaults|assault} {target:cell}.",
    "coordination": "British and French {together:together}.",
    "tank-coordination": "French units and British tanks or cavalry: {number} can attack together.",
    "stays": "{unit:unit} stays behind.",
    "supply": "{unit:unit} supplies the Assault on {target:cell}.",
    "use": "{resource} aids the Assault on {target:cell} ({left} left).",
    "odds": "{units:unit} against {target:cell}: {odds:odds}.",
    "assault": "Assault on {target:cell}, column {column:signed}: {outcome}.",
    "repelled": "The Assault on {target:cell} is repelled.",
    "counter-attack": "{units:unit} {units:counter-attacks|counter-attack} {target:cell}: {outcome}.",
    "no-counter-attack": "Nobody in {target:cell} can counter-attack: the defenders retreat.",
    "engaged": "{unit:unit} is engaged in {target:cell}.",
    "retreat": "{unit:unit} retreats to {to:cell}.",
    "displaced": "{unit:unit} makes room in {by:cell}.",
    "no-retreat": "{unit:unit} has no way out.",
    "surrender": "{unit:unit} surrenders.",
    "advance": "{unit:unit} advances to {to:cell}.",
    "secondary": "A Secondary Attack on {target:cell} ({left} left).",
    "hq-used": "{unit:unit} has spent its supply and comes back on turn {turn}.",
    "hq-flees": "{unit:unit} leaves the enemy's zone of control and comes back on turn {turn}.",
    # Reorganization
    "replacement-level": "{side:side}: working total {total}, {steps:replacement step|replacement steps}.",
    "replacement-plan": "{side:side} will take up to {steps:replacement step|replacement steps}.",
    "replaced": "{unit:unit} comes back on {to:cell}.",
    "rebuilt": "{units:unit} and {steps:replacement step|replacement steps} become {unit:unit} on {to:cell}.",
    "rally": "{unit:unit} {rallied:rallies}.",
    "recovery": "{unit:unit} {recovered:recovers}.",
    "interdiction-clears": "{cell:cell} is no longer interdicted.",
    # campaign and victory
    "revealed": "Revealed: {what}.",
    "operation": "{side:side} operation: {name}.",
    "objectives": "The objectives are {markers:word}.",
    "objectives-drawn": "The Allied player draws {number:objective|objectives} in secret.",
    "objective-changed": "A {nation} objective is changed.",
    "discovering": "The German player looks at a {nation} objective.",
    "discovered": "It is {marker}.",
    "raids-forfeit": "{units:unit} {units:has|have} not come back: all points for raids are lost.",
    "victory": "{winner:winner}: {points:points}.",
}


def odds_text(odds: Mapping[str, Any]) -> str:
    """The arithmetic of an Assault in one line, every row with its case."""

    def rows(key: str) -> str:
        return ", ".join(f"{r['what']} {r['value']:+d} ({r['case']})" for r in odds[key]) or "nothing"

    return (
        f"attack {rows('attack')}; defence {rows('defence')}; differential {odds['differential']:+d}; "
        f"shifts {rows('shifts')}; column {odds['column']:+d}; dice {rows('modifiers')}"
    )


COMBAT_SPECS: dict[str, Callable[[Any], str]] = {
    "over": lambda passed: "Over the top" if passed else "Not over the top",
    "resources": lambda found: ", ".join(f"{name} {number}" for name, number in found.items() if number) or "none",
    "together": lambda yes: "attack together" if yes else "do not find together",
    "rallies": lambda yes: "rallies" if yes else "does not rally",
    "recovers": lambda yes: "is repaired" if yes else "is not repaired",
    "odds": odds_text,
    "word": str,
    "winner": lambda side: f"{side.capitalize()} victory" if side else "Draw",
    "points": lambda found: ", ".join(f"{side} {number} VP" for side, number in found.items()),
}
