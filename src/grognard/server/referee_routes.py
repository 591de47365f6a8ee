"""The referee over HTTP: a question in plain English, answered with what its seat may know."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter
from fastapi.responses import Response

from grognard.engine import Match
from grognard.referee.ask import answer_about
from grognard.referee.english import understood
from grognard.referee.question import Question
from grognard.referee.spoken import spoken
from grognard.server import models
from grognard.server.asking import ASKING
from grognard.server.routes import AVisit, Visit, patiently, said

router = APIRouter(prefix="/api")
MOST_LINES = 200
"""No box shows more lines of an answer than this."""


@router.post("/matches/{id}/ask", operation_id="askReferee", response_model=models.RefereeAnswer, responses=ASKING)
async def ask_referee(body: models.RefereeQuestion, visit: AVisit) -> Response:
    """Ask the referee in plain English ("can 3Div reach 2216?"); the answer shows the command that it stands for."""
    return await patiently(visit.keeper, answer_of, body, visit)


def answer_of(body: models.RefereeQuestion, visit: Visit) -> Response:
    """Most answers are found at once; odds take long and are left to a worker."""
    room = visit.room
    with room.lock:
        seat = room.actor(visit.sitter, body.side)
        words = asked_by(room.match, seat, body.text)
        if understood(Question(words, room.match)).words["ask"] != "odds":
            return said(models.RefereeAnswer(**referee_answer(room.match, seat, body.text)))
    return said(models.RefereeAnswer.model_validate(visit.keeper.odds(room, seat, [body.text], "ask")))


def asked_by(match: Match, seat: str, text: str) -> dict[str, str]:
    return {"ask": "english", "text": text, "as": match.side_of(seat)}


def referee_answer(match: Match, seat: str, text: str) -> dict[str, Any]:
    """The answer to a question about a match, as its seat may know it."""
    found = answer_about(match.clone(), asked_by(match, seat, text))
    lines = spoken({**found, "command": ""}).splitlines()[1:]
    if len(lines) > MOST_LINES:
        lines[MOST_LINES:] = [f"  ... and {len(lines) - MOST_LINES} lines more"]
    units, cells = match.setting.language.mentioned(" ".join(lines))
    return {"kind": found["ask"], "command": found["command"], "lines": lines, "units": units, "cells": cells}
