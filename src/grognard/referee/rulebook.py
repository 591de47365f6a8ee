"""What a case of the rulebook says, in our words."""

from __future__ import annotations

from typing import Any

from grognard.referee.index import index_of
from grognard.referee.question import Question


def ask_rule(question: Question) -> dict[str, Any]:
    """A case and everything below it."""
    found = index_of(question.match.game).find(question.text("case"))
    return {"cases": [{"number": case.number, "title": case.title, "text": case.text} for case in found]}
