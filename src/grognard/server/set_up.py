"""Setting up the rest of a side: where a bot would put whatever its player has not placed yet."""

from __future__ import annotations

from fastapi import APIRouter
from fastapi.responses import Response
from pydantic import BaseModel, Field

from grognard.bots.registry import make_bot
from grognard.bots.view import view_of
from grognard.engine import Match, own_chance
from grognard.server import models
from grognard.server.asking import ASKING
from grognard.server.extras import page_of
from grognard.server.problems import Problem
from grognard.server.room import Room
from grognard.server.routes import AVisit, Visit, patiently, said

router = APIRouter(prefix="/api")
LEVEL = "colonel"
MOST = 200
"""No side has more units to place."""


class SetUpRequest(models.Request):
    number: int | None = Field(default=None, ge=0)
    side: str | None = Field(default=None, max_length=80)


class SetUpAnswer(BaseModel):
    number: int
    actions: list[str] = Field(description="What would place the rest, in this order; nothing of it is played yet.")


@router.post("/matches/{id}/set-up", operation_id="setUpRest", response_model=SetUpAnswer, responses=ASKING)
async def set_up_rest(body: SetUpRequest, visit: AVisit) -> Response:
    """How a bot would set up what this seat has not placed yet, where a side sets up (the hint ``sets_up``)."""
    return await patiently(visit.keeper, answer_of, body, visit)


def answer_of(body: SetUpRequest, visit: Visit) -> Response:
    room = visit.room
    with room.lock:
        seat = room.actor(visit.sitter, body.side)
        room.require_current(body.number)
        require_set_up(room, seat)
        number, chance = room.match.number, own_chance(room.chance, seat)
    actions = visit.keeper.odds(room, seat, [chance], "set-up")
    return said(SetUpAnswer(number=number, actions=actions))


def require_set_up(room: Room, seat: str) -> None:
    question = None if room.over else room.questions().get(seat)
    if question is None or question.kind not in page_of(room.match).sets_up:
        raise Problem(409, "nothing-asked", f"{room.name_of(seat)} sets up nothing now")


def rest_of_set_up(match: Match, seat: str, chance: str) -> list[str]:
    """The actions by which a bot would answer a question until another one is asked."""
    trial, bot, side = match.clone(), make_bot(LEVEL, chance), match.side_of(seat)
    asked, found = trial.question_for(seat), list[str]()
    try:
        while (question := trial.question_for(seat)) and asked and question.kind == asked.kind and len(found) < MOST:
            action = bot.decide(view_of(trial, side, chance)).action
            found.append(trial.write(action))
            trial.play(action, by=seat)
    finally:
        bot.close()
    return found
