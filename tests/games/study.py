"""What the rule tests of all games ask of a match that was set up for study."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

import pytest

from grognard.engine import Event, Match, Refused, Ruling
from grognard.engine.positions import read_position


def study_of(
    game: str,
    scenario: str,
    phase: str,
    blank: str | None,
    lines: str,
    dice: Sequence[int],
    start: bool,
    options: dict[str, str],
    more: Iterable[str] = (),
    overlay: Path | None = None,
) -> Match:
    """A match at ``phase`` ("combat cp") on the blank board that ``blank`` describes, or on the game's own.

    ``overlay`` holds tables of a game's own tests, for what its reconstruction may be tuned to.
    """
    step, _, side = phase.partition(" ")
    text = ["grognard position 1", f"game {game}", f"scenario {scenario}", "seed study"]
    text += [f"option {name} {value}" for name, value in options.items()]
    text += [blank] if blank else []
    text += more
    text += ["from start"] if start else []
    text += [f"phase {step}"]
    text += [f"phasing {side}"] if side else []
    text += [f"dice {' '.join(map(str, dice))}"] if dice else []
    text += [line.strip() for line in lines.splitlines()]
    return read_position("\n".join(text), "study", overlay)


def number(match: Match, uid: str) -> int:
    return match.setting.unit_number(uid)


def cell(match: Match, name: str) -> int:
    return match.setting.grid.cell(name)


def place(match: Match, uid: str) -> str:
    """Where a unit is: a cell or a box."""
    return match.setting.place_name(match.position.state.loc[number(match, uid)])


def steps(match: Match, uid: str) -> int:
    return match.position.state.steps[number(match, uid)]


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


def listed(match: Match, subject: str | None = None) -> list[str]:
    """What may be done now, as text."""
    actions = match.legal_actions(subject) if subject else match.legal_actions()
    return [match.write(action) for action in actions]


def destinations(match: Match, uid: str, verb: str = "move") -> set[str]:
    """The cells to which a unit may go now."""
    return {text.split()[2] for text in listed(match, uid) if text.split()[0] == verb}


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


def force(match: Match, *dice: int) -> None:
    """The dice that fall next."""
    match.position.dice.tape = tuple(dice)
