"""What all routes have in common: who keeps the matches, and how errors are described."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import Depends, Request

from grognard.server import models
from grognard.server.keeper import Keeper

ERRORS: dict[int | str, dict[str, Any]] = {
    status: {"model": models.ErrorAnswer, "description": text}
    for status, text in {
        400: "not a request that can be read",
        404: "there is no such thing here",
        422: "not understood, or refused by a rule",
    }.items()
}
SEATED: dict[int | str, dict[str, Any]] = {
    **ERRORS,
    401: {"model": models.ErrorAnswer, "description": "a seat's token is needed"},
    403: {"model": models.ErrorAnswer, "description": "not this seat's to do, or sealed until the end"},
    409: {"model": models.ErrorAnswer, "description": "the position has changed, or the match is over"},
}
ASKING: dict[int | str, dict[str, Any]] = {
    **SEATED,
    503: {"model": models.ErrorAnswer, "description": "takes too long to work out"},
}


async def keeper_of(request: Request) -> Keeper:
    keeper: Keeper = request.app.state.keeper
    return keeper


TheKeeper = Annotated[Keeper, Depends(keeper_of)]
