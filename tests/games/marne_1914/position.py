"""Positions for rule tests in a few lines of text.

``study("combat cp", "3ID 2009 \\n 63DR 2010")`` is a match at the Central Powers' Combat Phase on a blank
board with all units in supply. The lines are those of position files: units with place, steps and
status, fields of the state, terrain, roads, units made on the spot. Names of units are the game's own:
3ID and 4ID are the German II Corps (I Army), 14DI and 63DR the French VII Corps (6th Army).
"""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from grognard.engine import Event, Match, Refused, Ruling
from grognard.engine.positions import read_position
from grognard.games.marne_1914.odds import Odds, work_out
from grognard.games.marne_1914.state import Marne

STEPS = {"movement": "supply", "reinforcement": "delays", "recovery": "replacements"}
"""Phases that are entered one step before, where what they begin with is done."""
BLANK = "board blank 10-40 1-17"


def study(
    phase: str, lines: str = "", *, board: str = "blank", supply: str | None = "yes", dice: Sequence[int] = (),
    scenario: str = "counter-attack", start: bool = False, **options: str,
) -> Match:
    """A match at ``phase`` ("combat cp"); ``start`` keeps the scenario's own units on the map.

    ``supply`` is taken for granted ("yes", "no") or, with None, worked out.
    """
    step, _, side = phase.partition(" ")
    text = ["grognard position 1", "game marne-1914", f"scenario {scenario}", "seed study"]
    text += [f"option {name} {value}" for name, value in options.items()]
    text += [BLANK] if board == "blank" else []
    text += [f"assume supply all {supply}"] if supply is not None else []
    text += ["from start"] if start else []
    text += [f"phase {STEPS.get(step, step)}"]
    text += [f"phasing {side}"] if side else []
    text += [f"dice {' '.join(map(str, dice))}"] if dice else []
    text += [line.strip() for line in lines.splitlines()]
    return read_position("\n".join(text), "study")


def game(match: Match) -> Marne:
    position = match.position
    assert isinstance(position, Marne)
    return position


def number(match: Match, uid: str) -> int:
    return match.setting.unit_number(uid)


def cell(match: Match, name: str) -> int:
    return match.setting.grid.cell(name)


def place(match: Match, uid: str) -> str:
    """Where a unit is: a hex, "cadre" or "off-map"."""
    return match.setting.place_name(game(match).state.loc[number(match, uid)])


def steps(match: Match, uid: str) -> int:
    return game(match).state.steps[number(match, uid)]


def disrupted(match: Match, uid: str) -> bool:
    return bool(game(match).state.disrupted[number(match, uid)])


def control(match: Match, name: str) -> str:
    return game(match).state.control[cell(match, name)]


def play(match: Match, *actions: str) -> list[Event]:
    """Play some actions; all that happened."""
    events: list[Event] = []
    for action in actions:
        events += match.play(action)
    return events


def refused(match: Match, action: str, case: str, *words: str) -> Ruling:
    """The action is refused by that case with a sentence that has those words, and cannot be played."""
    ruling = match.check(action)
    assert not ruling, f"'{action}' should be refused by {case}"
    assert ruling.case == case, str(ruling)
    require_sentence(ruling.text)
    for word in words:
        assert word in ruling.text
    before = match.fingerprint()
    with pytest.raises(Refused):
        match.play(action)
    assert match.fingerprint() == before
    return ruling


def require_sentence(text: str) -> None:
    """Something that a player can read: words, no traces of the program."""
    assert len(text.split()) >= 3, text
    assert not any(trace in text for trace in ("None", "Action(", "<", "{", "\n", "[")), text


def allowed(match: Match, action: str) -> bool:
    ruling = match.check(action)
    assert ruling, str(ruling)
    return True


def cost(match: Match, action: str) -> float:
    """The MP of a move that may be made now."""
    assert allowed(match, action)
    decision = match.decision
    assert decision is not None
    return float(decision.cost(match.read(action)).removesuffix(" MP"))


def destinations(match: Match, uid: str, verb: str = "move") -> set[str]:
    """The hexes to which a unit may go now."""
    found = set()
    for action in match.legal_actions(uid):
        if action.verb == verb:
            to = action.args[1]
            assert isinstance(to, int)
            found.add(match.setting.grid.ids[to])
    return found


def asked(match: Match) -> str:
    """The kind of the decision that is open."""
    decision = match.decision
    assert decision is not None
    return decision.kind


def of_kind(events: Sequence[Event], kind: str) -> list[Event]:
    return [event for event in events if event.kind == kind]


def points(events: Sequence[Event]) -> int:
    """The victory points that some events gave."""
    return sum(event.data["points"] for event in of_kind(events, "award"))


def fight(match: Match, target: str, *attacks: str) -> list[Event]:
    """Declare attacks ("3ID" or "3ID,2KD") against a hex and resolve them."""
    return play(match, *(f"attack {target} by {units}" for units in attacks), "resolve")


def odds(match: Match, target: str, units: str, *others: str) -> Odds:
    """One attack worked out, with the other attacks on the hex."""
    groups = [[number(match, uid) for uid in group.split(",")] for group in (units, *others)]
    return work_out(game(match), cell(match, target), groups[0], groups)


def force(match: Match, *dice: int) -> None:
    """The dice that fall next."""
    match.position.dice.tape = tuple(dice)
