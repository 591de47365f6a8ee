"""Positions for rule tests in a few lines of text.

``study("bombardment allied", "BrGun3 J15 \\n 28R/110 N15")`` is a match at the Allied Bombardment Phase on a
blank board of clear squares. The lines are those of position files. Lines that name a unit may say
``mode=1`` (entrenched, Supply Mode), ``status=1`` (Suppressed), ``status=2`` (Disrupted) and ``facing=6``
(0 north, 2 east, 4 south, 6 west; Allied units face east and Germans west if nothing is said).
"""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from grognard.engine import Event, Match, Refused, Ruling
from grognard.engine.positions import read_position
from grognard.games.somme_1916.assault_odds import Fight, Odds, work_out
from grognard.games.somme_1916.state import Somme

STEPS = {"movement": "movement-begin"}
"""Phases that are entered one step before, where what they begin with is done."""
BLANK = "board blank 1-22 1-34"


def study(
    phase: str, lines: str = "", *, board: str = "blank", dice: Sequence[int] = (), scenario: str = "over-the-top",
    start: bool = False, **options: str,
) -> Match:
    """A match at ``phase`` ("movement german"); ``start`` keeps the scenario's own units on the map."""
    step, _, side = phase.partition(" ")
    text = ["grognard position 1", "game somme-1916", f"scenario {scenario}", "seed study"]
    text += [f"option {name} {value}" for name, value in options.items()]
    text += [BLANK] if board == "blank" else []
    text += ["from start"] if start else []
    text += [f"phase {STEPS.get(step, step)}"]
    text += [f"phasing {side}"] if side else []
    text += [f"dice {' '.join(map(str, dice))}"] if dice else []
    text += [line.strip() for line in lines.splitlines()]
    return read_position("\n".join(text), "study")


def game(match: Match) -> Somme:
    position = match.position
    assert isinstance(position, Somme)
    return position


def number(match: Match, uid: str) -> int:
    return match.setting.unit_number(uid)


def cell(match: Match, name: str) -> int:
    return match.setting.grid.cell(name)


def place(match: Match, uid: str) -> str:
    """Where a unit is: a square or a box."""
    return match.setting.place_name(game(match).state.loc[number(match, uid)])


def steps(match: Match, uid: str) -> int:
    return game(match).state.steps[number(match, uid)]


def status(match: Match, uid: str) -> str:
    return ("good order", "suppressed", "disrupted")[game(match).state.status[number(match, uid)]]


def entrenched(match: Match, uid: str) -> bool:
    return game(match).is_entrenched(number(match, uid))


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
    assert len(ruling.text.split()) >= 3, ruling.text
    for word in words:
        assert word in ruling.text
    before = match.fingerprint()
    with pytest.raises(Refused):
        match.play(action)
    assert match.fingerprint() == before
    return ruling


def allowed(match: Match, action: str) -> bool:
    ruling = match.check(action)
    assert ruling, str(ruling)
    return True


def listed(match: Match, subject: str | None = None) -> list[str]:
    """What may be done now, as text."""
    actions = match.legal_actions(subject) if subject else match.legal_actions()
    return [match.write(action) for action in actions]


def destinations(match: Match, uid: str) -> set[str]:
    """The squares to which a unit may move now."""
    return {text.split()[2] for text in listed(match, uid) if text.split()[0] == "move"}


def asked(match: Match) -> str:
    """The kind of the decision that is open."""
    decision = match.decision
    assert decision is not None
    return decision.kind


def of_kind(events: Sequence[Event], kind: str) -> list[Event]:
    return [event for event in events if event.kind == kind]


def only(events: Sequence[Event], kind: str) -> Event:
    found = of_kind(events, kind)
    assert len(found) == 1, [event.kind for event in events]
    return found[0]


def points(match: Match, side: str, heap: str = "losses") -> int:
    return game(match).state.vp.get(f"{side}-{heap}", 0)


def odds(match: Match, target: str, attackers: str, smoke: bool = False) -> Odds:
    """An Assault of some units (joined by blanks) worked out as it would be resolved now."""
    g = game(match)
    units = tuple(number(match, uid) for uid in attackers.split())
    square = cell(match, target)
    return work_out(g, Fight(units, tuple(g.enemies_in(square, g.phasing)), square), smoke)


def modifier(found: Odds, case: str, what: str = "") -> int:
    """The sum of the modifiers of one case."""
    return sum(row.value for row in found.modifiers if row.case == case and what in row.what)


def force(match: Match, *dice: int) -> None:
    """The dice that fall next."""
    match.position.dice.tape = tuple(dice)
