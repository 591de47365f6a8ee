"""Questions to the referee and his answers, for people and for machines.

A question is a dictionary with ``ask`` (one of `KINDS`, or ``english`` for a question in plain words) and a position;
the answer is a dictionary whose form docs/referee-schema.json fixes. Many questions can be put as JSON lines; each
gets its line.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

import msgspec

from grognard.engine import Match
from grognard.engine.positions import limits_broken, read_position
from grognard.errors import GrognardError, NotUnderstood, SaveError
from grognard.referee.actions import ask_action, ask_apply, ask_legal, ask_opening, ask_why
from grognard.referee.english import understood
from grognard.referee.ground import ask_distance, ask_neighbours, ask_range, ask_retreats, ask_sight
from grognard.referee.odds import ask_odds
from grognard.referee.question import Question, dice_of
from grognard.referee.rulebook import ask_rule
from grognard.referee.standing import (
    ask_check,
    ask_command,
    ask_control,
    ask_end,
    ask_formation,
    ask_front,
    ask_points,
    ask_supply,
    ask_victory,
    covers,
)
from grognard.referee.ways import ask_path, ask_way

SCHEMA_VERSION = 1

KINDS: dict[str, Callable[[Question], dict[str, Any]]] = {
    "legal": ask_legal,
    "action": ask_action,
    "apply": ask_apply,
    "odds": ask_odds,
    "supply": ask_supply,
    "command": ask_command,
    "why": ask_why,
    "opening": ask_opening,
    "check": ask_check,
    "end": ask_end,
    "path": ask_path,
    "way": ask_way,
    "control": ask_control,
    "front": ask_front,
    "points": ask_points,
    "victory": ask_victory,
    "formation": ask_formation,
    "retreats": ask_retreats,
    "distance": ask_distance,
    "neighbours": ask_neighbours,
    "range": ask_range,
    "sight": ask_sight,
    "rule": ask_rule,
}


def answer(question: Mapping[str, Any], overlay: Path | None = None) -> dict[str, Any]:
    """The answer to one question; what cannot be answered is said, never raised."""
    given: dict[str, Any] = {"grognard": SCHEMA_VERSION}
    if "id" in question:
        given["id"] = question["id"]
    try:
        require_kind(question.get("ask"))
        given.update(answer_about(position_of(question, overlay), question))
    except NotUnderstood as problem:
        given.update(ok=False, error={"kind": "not-understood", "text": str(problem)})
    except GrognardError as problem:
        kind = "bad-position" if isinstance(problem, SaveError) else "cannot-answer"
        given.update(ok=False, error={"kind": kind, "text": str(problem)})
    return given


def require_kind(kind: object) -> None:
    if kind != "english" and kind not in KINDS:
        raise NotUnderstood(f"'ask' should be one of {', '.join(KINDS)} or english, not '{kind}'")


def answer_about(match: Match, words: Mapping[str, Any]) -> dict[str, Any]:
    """The answer to a question about a match; GrognardError where there is none. The match may be played on."""
    require_kind(words.get("ask"))
    question = Question(words, match)
    found: dict[str, Any] = {}
    if words["ask"] == "english":
        meant = understood(question)
        found["command"] = meant.command
        question = Question({**{key: words[key] for key in ("as",) if key in words}, **meant.words}, match)
    kind = question.words["ask"]
    broken = what_is_broken(question) if question.viewer is None and kind not in ("check", "end") else []
    found = {"ok": True, "ask": kind, **found, **KINDS[kind](question)}
    if broken:
        found["limits_broken"] = broken
    return found


def what_is_broken(question: Question) -> list[str]:
    """What a position by hand breaks of the game's own limits: it is answered all the same, and told."""
    match = question.match
    by_hand = match.start_text and "\nthrown " not in match.start_text
    faults = question.judge.faults(match.position) if by_hand else ()
    told = [f"{fault.text} [{fault.case}]" for fault in faults if not fault.when]
    return told + [text for text in limits_broken(match) if not any(covers(known, text) for known in told)]


def answer_line(line: str, overlay: Path | None = None) -> str:
    """The answer to a question written as JSON."""
    try:
        question = msgspec.json.decode(line)
    except msgspec.DecodeError as problem:
        question = None
        text = f"the question is not valid JSON ({problem})"
    if not isinstance(question, dict):
        text = text if question is None else "a question is a JSON object"
        refused = {"grognard": SCHEMA_VERSION, "ok": False, "error": {"kind": "not-understood", "text": text}}
        return msgspec.json.encode(refused).decode()
    return msgspec.json.encode(answer(question, overlay)).decode()


def position_of(question: Mapping[str, Any], overlay: Path | None) -> Match:
    """The match of a question: ``position`` is the text of a position file, or the path of one."""
    given = question.get("position")
    if not isinstance(given, str) or not given.strip():
        raise NotUnderstood("the question has no 'position' (the text of a position file, or its path)")
    before = dice_of(question) if question.get("ask") == "opening" else ()
    return parsed(*text_of(given), overlay, before).clone()


def text_of(given: str) -> tuple[str, str]:
    if "\n" in given:
        return given, "position"
    try:
        return Path(given).read_text(encoding="utf-8"), given
    except (OSError, UnicodeDecodeError) as problem:
        raise SaveError(f"{given}: cannot be read ({getattr(problem, 'strerror', problem)})") from None


@lru_cache(maxsize=64)
def parsed(text: str, name: str, overlay: Path | None, dice: tuple[int, ...]) -> Match:
    """The match of a position file. Nothing is fought while it is read that a question could come before."""
    match = read_position(text, name, overlay, dice=dice)
    if match.readable.dice.count > match.start_position.dice.count and match.last is None:
        waiting = read_position(text, name, overlay, dice=dice, asks_everything=True)
        if waiting.readable.dice.count < match.readable.dice.count:
            return waiting
    return match
