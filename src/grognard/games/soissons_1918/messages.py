"""What the log says of each event, in our words, and what its fields hold."""

from __future__ import annotations

from collections.abc import Mapping

from grognard.engine.events import Messages, Told, Wording, flag
from grognard.rules.game import WORDINGS as WAR_WORDINGS

MESSAGES: Messages = {
    "turn": "{label} begins.",
    "operations": "{side:side}: operations.",
    "points": "{side:side} artillery: {heavy:number} heavy, {medium:number} medium, {air:number} air.",
    "deploy": "{unit:unit} is set up at {to:cell}.",
    "attach": "{tank:unit} goes with {unit:unit}.",
    "tanks-arrive": "{unit:unit} comes to the Tank Assets box.",
    "tank-reduced": "{unit:unit} is reduced.",
    "tank-lost": "{unit:unit} is out for good.",
    "enter": "{unit:unit} arrives at {to:cell}.",
    "assigned": "{unit:unit} is subordinated to {hq:unit}.",
    "aim": "{side:side}: {guns} artillery on {cell:cell}, {points:point|points} in all.",
    "fire-wasted": "The bombardment of {cell:cell} hits nobody.",
    "bombardment": Told(
        "{cell:cell} is bombarded with {points:point|points}: {outcome} (die {die:number}, {drm:signed}).", rows="text"
    ),
    "declare": "{units:unit} attack {cells:cell}.",
    "odds": Told("{lead:unit} leads against {chief:unit}: {odds:odds}.", units="unit", cells="cell"),
    "combat": "{cells:cell} at {odds}: {outcome} (die {die:number}, {drm:signed}){aggravated:aggravated}.",
    "losses": Told("The attacker loses {attacker:number}, the defender {defender:number}.", rows="text"),
    "convert": "The defender turns a loss into a retreat from {cell:cell}.",
    "loss": "{unit:unit} loses a strength point, {left:number} left.",
    "remnant": "{unit:unit} is reduced to {remnant:unit}, {level}.",
    "disrupted": "{unit:unit} is {level}.",
    "order": Told("{unit:unit}: {order} order ({mp:mp} MP).", aim="cell"),
    "order-lost": "{unit:unit} has no attack order any more.",
    "eliminated": "{unit:unit} is eliminated.",
    "fallback": Told("{unit:unit} falls back to {to:cell}.", path="cell"),
    "retreat": Told("{unit:unit} retreats to {to:cell}.", path="cell"),
    "move": Told("{units:unit} {units:goes|go} to {to:cell} ({mp:mp} MP).", start="cell", path="cell"),
    "advance": "{unit:unit} advances to {to:cell}.",
    "breakdown": "{unit:unit} breaks down into {units:unit}.",
    "exit": "{unit:unit} leaves the map.",
    "perimeter": "{unit:unit} reaches the Soissons perimeter at {cell:cell}.",
    "withdrawn": "{unit:unit} is withdrawn.",
    "stays": "{unit:unit} is Spent and stays to the end.",
    "incorporated": "{unit:unit} is incorporated.",
    "reformed": "{unit:unit} reforms at {cell:cell}, {level}.",
    "victory": "{level} with {points:point|points}.",
}

WORDINGS: Mapping[str, Wording] = {**WAR_WORDINGS, "aggravated": flag(", with a natural 1")}
