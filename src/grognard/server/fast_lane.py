"""A short way for the three questions that make up most of the load: the state, the actions, and playing one.

What FastAPI does for every request (finding the route, looking at each parameter) takes as long as the answer. Here
only what is plain goes through; anything unusual takes the long way, which knows how to complain.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from urllib.parse import parse_qsl

import anyio.to_thread
from pydantic import ValidationError
from starlette.responses import JSONResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from grognard.errors import GrognardError
from grognard.server import models, routes
from grognard.server.keeper import Keeper
from grognard.server.problems import Problem, problem_of

log = logging.getLogger("grognard.server")
Ask = Callable[[], Response]
LONGEST = {"side": 80, "subject": 200, "limit": 5}
"""The parameters that are known here, and how many letters they may have."""


class FastLane:
    def __init__(self, app: ASGIApp, keeper: Keeper) -> None:
        self.app = app
        self.keeper = keeper

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        parts = scope["path"].split("/") if scope["type"] == "http" else []
        if parts[:3] != ["", "api", "matches"] or not 4 <= len(parts) <= 5 or not parts[3]:
            await self.app(scope, receive, send)
            return
        ask, receive = await self.question(scope, receive, parts)
        if ask is None:
            await self.app(scope, receive, send)
            return
        await (await anyio.to_thread.run_sync(answered, ask))(scope, receive, send)

    async def question(self, scope: Scope, receive: Receive, parts: list[str]) -> tuple[Ask | None, Receive]:
        """What is asked, if it is plain enough; and the request, to be read once more if it is not."""
        words = parameters(scope["query_string"])
        method, what = scope["method"], "/".join(parts[4:])
        if words is None or (method, what) not in {("GET", ""), ("GET", "actions"), ("POST", "actions")}:
            return None, receive
        headers = dict(scope["headers"])
        token = headers.get(b"x-seat", b"").decode("latin-1")
        if len(token) > 200:
            return None, receive
        visit = routes.Visit(self.keeper, parts[3], token)
        side, subject, limit = words.get("side"), words.get("subject"), words.get("limit", "2000")
        if method == "POST":
            if headers.get(b"content-type") != b"application/json" or words:
                return None, receive
            content, again = await whole_body(receive)
            try:
                body = models.ActionRequest.model_validate_json(content)
            except (ValidationError, ValueError):
                return None, again
            return lambda: routes.play_action(body, visit), again
        if what == "actions":
            if not limit.isascii() or not limit.isdigit() or not 1 <= int(limit) <= 20000:
                return None, receive
            return lambda: routes.get_actions(visit, subject, side, int(limit), None), receive
        if words.keys() - {"side"}:
            return None, receive
        return lambda: routes.get_match(visit, None, side), receive


def answered(ask: Ask) -> Response:
    try:
        return ask()
    except GrognardError as error:
        problem = problem_of(error)
    except Exception as error:  # a fault of ours: the log has it all, the player gets a sentence
        log.exception("a fault")
        problem = Problem(500, "fault", f"the server has a fault ({type(error).__name__}); nothing was changed")
    return JSONResponse(problem.plain(), problem.status)


def parameters(query: bytes) -> dict[str, str] | None:
    """The parameters of a plain question; None if one is unknown, empty, too long or there twice."""
    if not query:
        return {}
    try:
        found = parse_qsl(query.decode("ascii"), keep_blank_values=True, errors="strict")
    except (UnicodeError, ValueError):
        return None
    words = dict(found)
    plain = len(words) == len(found) and all(0 < len(value) <= LONGEST.get(name, 0) for name, value in found)
    return words if plain else None


async def whole_body(receive: Receive) -> tuple[bytes, Receive]:
    """The body of a request, and a way to read it once more."""
    messages: list[Message] = []
    while not messages or messages[-1].get("more_body", False):
        messages.append(await receive())
    rest = iter(messages)

    async def again() -> Message:
        return next(rest, None) or await receive()

    return b"".join(message.get("body", b"") for message in messages), again
