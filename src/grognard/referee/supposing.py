"""Matches to play on in: as a side knows them, and with a result or a column that the question supposes."""

from __future__ import annotations

import re

from grognard.engine import Match
from grognard.engine.position import Supposition
from grognard.errors import NotUnderstood
from grognard.referee.question import Question


def played_match(question: Question) -> Match:
    """A match to play on in: a side's own, which knows no more than it does, and with what the question supposes."""
    match = question.match
    if question.viewer is not None:
        seen = match.seen_by(question.viewer, "referee")
        if seen is None:
            raise NotUnderstood("that would give away hidden information")
        match = seen
    words = question.maybe("suppose")
    return supposing(match, read_supposition(words)) if words else match


def read_supposition(text: str) -> Supposition:
    """``D2``, ``column +3``, or both with a comma between them."""
    supposed = Supposition()
    for part in text.split(","):
        column = re.fullmatch(r"column ([+-]?[0-9]{1,3})", part.strip(), re.IGNORECASE)
        if column is not None:
            supposed.column = int(column[1])
        elif part.strip() and " " not in part.strip():
            supposed.result = part.strip()
        else:
            raise NotUnderstood(f"cannot suppose '{part.strip()}': write a result ('D2') or 'column +3'")
    return supposed


def supposing(match: Match, supposed: Supposition) -> Match:
    since, position = match.since_rest()
    if since:
        raise NotUnderstood("a fight is under way: suppose its result before it begins")
    start = position.copy()
    start.suppose(supposed)
    return Match.resumed(start, match.seed, match.number)


def require_used(match: Match) -> None:
    supposed = match.position.supposed
    if supposed is not None and not supposed.used:
        raise NotUnderstood("no fight came that could have the result or the column supposed")
