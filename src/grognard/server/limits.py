"""What every request must keep to: a body that is not too large, and a host that is ours."""

from __future__ import annotations

import contextlib
from collections.abc import Collection

from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from grognard.server.problems import Problem

LARGEST_BODY = 2 << 20
"""Bytes of a request's body; a save of a long match has a few hundred thousand."""


class TooLarge(Exception):
    """The body has more bytes than were allowed or announced."""


class Limits:
    """Refuses large bodies before they are read, and pages of other sites that reach for a local server.

    A page from elsewhere can make a browser send requests here under a name of its own ("DNS rebinding");
    it then names that host, and is refused.
    """

    def __init__(self, app: ASGIApp, largest: int = LARGEST_BODY, hosts: Collection[str] | None = None) -> None:
        self.app = app
        self.largest = largest
        self.hosts = hosts
        """The names under which the server may be called; None for any."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        headers = dict(scope["headers"])
        host = host_name(headers.get(b"host", b"").decode("latin-1"))
        if self.hosts is not None and host not in self.hosts:
            problem = Problem(400, "bad-request", f"this server is not called '{host[:80]}'")
            await answer(problem, scope, receive, send)
            return
        announced = headers.get(b"content-length", b"0")
        if announced.isdigit() and int(announced[:20]) > self.largest:
            await answer(self.too_large(), scope, receive, send)
            return
        read = 0
        started = False

        async def counted() -> Message:
            nonlocal read
            message = await receive()
            if message["type"] == "http.request":
                read += len(message.get("body", b""))
                if read > self.largest:
                    raise TooLarge
            return message

        async def checked(message: Message) -> None:
            nonlocal started
            if read <= self.largest or started:  # otherwise whatever the application says of half a body
                started = True
                await send(message)

        with contextlib.suppress(TooLarge):
            await self.app(scope, counted, checked)
        if read > self.largest and not started:
            await answer(self.too_large(), scope, receive, send)

    def too_large(self) -> Problem:
        return Problem(413, "too-large", f"the request has more than {self.largest // 1024} kB")


async def answer(problem: Problem, scope: Scope, receive: Receive, send: Send) -> None:
    response = JSONResponse(problem.plain(), problem.status, headers={"connection": "close"})
    await response(scope, receive, send)


def host_name(host: str) -> str:
    """A Host header without its port.

    >>> host_name("localhost:8000"), host_name("[::1]:8000")
    ('localhost', '::1')
    """
    if host.startswith("["):
        return host[1:].partition("]")[0].lower()
    return host.partition(":")[0].lower()
