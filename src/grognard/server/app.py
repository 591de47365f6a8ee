"""The application: routes, errors and the client's files, put together."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator, Collection, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import anyio.to_thread
from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, Response
from pydantic.json_schema import models_json_schema
from starlette.exceptions import HTTPException

import grognard
from grognard.errors import GrognardError
from grognard.server import game_routes, models, referee_routes, set_up
from grognard.server.fast_lane import FastLane
from grognard.server.keeper import Keeper
from grognard.server.limits import Limits
from grognard.server.owners import Values
from grognard.server.pages import page
from grognard.server.problems import Problem, problem_of
from grognard.server.routes import router

log = logging.getLogger("grognard.server")

THREADS = 8
"""In which questions are answered that need no worker."""


class Server(FastAPI):
    """The application; its description also has the forms of the live stream's messages."""

    def openapi(self) -> dict[str, Any]:
        if self.openapi_schema is None:
            document = super().openapi()
            _, forms = models_json_schema(
                [(form, "serialization") for form in (models.Change, models.Greeting, models.Thinking)],
                ref_template="#/components/schemas/{model}",
            )
            for name, form in forms.get("$defs", {}).items():
                document["components"]["schemas"].setdefault(name, form)
            self.openapi_schema = document
        return self.openapi_schema


def make_app(
    storage: Path,
    *,
    owner: str = "",
    hosts: Collection[str] | None = None,
    workers: int | None = None,
    owners: Sequence[Values] = (),
    addresses: Sequence[str] = (),
) -> FastAPI:
    """The server as an ASGI application over one storage file.

    ``owner`` is the key of whoever runs the server: it opens every table. Without one nobody can do that.
    ``hosts`` are the names under which it may be called (None for any), ``owners`` the values that it offers,
    ``addresses`` where others on the network reach it.
    """
    keeper = Keeper(storage, owner=owner, workers=workers, owners=owners)
    keeper.addresses = addresses

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        # More threads than these only get in each other's way: what waits for a worker has a limit of its own.
        anyio.to_thread.current_default_thread_limiter().total_tokens = THREADS
        try:
            yield
        finally:
            await anyio.to_thread.run_sync(keeper.close)

    app = Server(
        title="Grognard",
        version=grognard.__version__,
        openapi_url="/api/openapi.json",
        docs_url=None,
        redoc_url=None,
        description="Operational board wargames with every rule enforced. Errors have the form "
        "`{error: {kind, case, text}}`; a seat's token goes in the header `X-Seat` or the parameter `seat`.",
        lifespan=lifespan,
        telemetry={"tracing": False, "metrics": False, "logs": False, "operation_spans": False},
    )
    app.state.keeper = keeper
    app.include_router(game_routes.router)
    app.include_router(router)
    app.include_router(referee_routes.router)
    app.include_router(set_up.router)
    app.add_api_route("/{path:path}", page, methods=["GET", "HEAD"], include_in_schema=False)
    app.add_exception_handler(GrognardError, on_grognard_error)
    app.add_exception_handler(RequestValidationError, on_invalid)
    app.add_exception_handler(HTTPException, on_http_error)
    app.add_exception_handler(Exception, on_fault)
    app.add_middleware(FastLane, keeper=keeper)
    app.add_middleware(Limits, hosts=hosts)
    return app


def answer(problem: Problem, headers: Any = None) -> Response:
    return JSONResponse(problem.plain(), problem.status, headers=headers)


def on_grognard_error(_: Request, error: Exception) -> Response:
    assert isinstance(error, GrognardError)
    return answer(problem_of(error))


def on_invalid(_: Request, error: Exception) -> Response:
    """A body or a parameter of the wrong form: what is wrong, and where; never what was sent."""
    assert isinstance(error, RequestValidationError)
    first = error.errors()[0]
    if first["type"] == "json_invalid":
        return answer(Problem(400, "bad-request", "the body is not valid JSON"))
    where = ".".join(str(part) for part in first["loc"][1:]) or str(first["loc"][0])
    return answer(Problem(422, "bad-request", f"{where[:100]}: {first['msg']}"))


def on_http_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    if error.status_code == 404:
        return answer(Problem(404, "unknown-page", f"there is nothing at '{request.url.path[:100]}'"))
    return answer(Problem(error.status_code, "bad-request", str(error.detail)), error.headers)


def on_fault(_: Request, error: Exception) -> Response:
    """A fault of ours: the log has it all, the player gets a sentence."""
    return answer(Problem(500, "fault", f"server error ({type(error).__name__}); nothing was changed"))
