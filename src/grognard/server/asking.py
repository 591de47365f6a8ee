"""What all routes have in common: who keeps the matches, and how errors are described."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import Depends, Request

from grognard.server import models
from grognard.server.keeper import Keeper

ERRORS: dict[int | str, dict[str, Any]] = {
    status: {"model": models.ErrorAnswer, "description": text}
    for status, text in {
        400: "the request cannot be read",
        404: "no such thing here",
        422: "not understood, or refused by a rule",
    }.items()
}
SEATED: dict[int | str, dict[str, Any]] = {
    **ERRORS,
    401: {"model": models.ErrorAnswer, "description": "a seat's token is needed"},
    403: {"model": models.ErrorAnswer, "description": "not for this seat to do, or sealed until the match ends"},
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
