"""What every request must keep to: a body that is not too large, and a host that is ours."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Collection

from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from grognard.server.problems import Problem

LARGEST_BODY = 2 << 20
"""Bytes of a request's body; a save of a long match has a few hundred thousand."""
BODY_SECONDS = 20.0
"""In which the body of a request must have come."""


class Bucket:
    """How often something may be done: a number at once, which fills up again with time."""

    def __init__(self, most: int, a_second: float) -> None:
        self.most = most
        self.a_second = a_second
        self._left = float(most)
        self._at = time.monotonic()
        self._lock = threading.Lock()

    def take(self) -> bool:
        with self._lock:
            now = time.monotonic()
            self._left = min(self.most, self._left + (now - self._at) * self.a_second)
            self._at = now
            if self._left < 1:
                return False
            self._left -= 1
            return True


class TooLarge(BaseException):
    """The body has more bytes than were allowed or announced. No fault of the application, which must not see it."""


class TooSlow(BaseException):
    """The body does not come to its end."""


class Gone(BaseException):
    """The client has gone in the middle of its request."""


def safe(message: Message, path: str) -> None:
    """What every answer says to browsers: take it for what it is, and keep nothing that could hold a token."""
    headers = message["headers"]
    names = {name.lower() for name, _ in headers}
    if b"x-content-type-options" not in names:
        headers.append((b"x-content-type-options", b"nosniff"))
    if b"cache-control" not in names and path.startswith("/api"):
        headers.append((b"cache-control", b"no-store"))


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
            problem = Problem(400, "bad-request", f"this server does not answer to '{host[:80]}'")
            await answer(problem, scope, receive, send)
            return
        announced = headers.get(b"content-length", b"0")
        if announced.isdigit() and int(announced[:20]) > self.largest:
            await answer(self.too_large(), scope, receive, send)
            return
        read = 0
        started = False

        whole = False
        end = asyncio.get_running_loop().time() + BODY_SECONDS

        async def counted() -> Message:
            nonlocal read, whole
            if whole:
                return await receive()  # only to hear that the client has gone
            try:
                left = end - asyncio.get_running_loop().time()
                message = await asyncio.wait_for(receive(), max(0.01, left))
            except TimeoutError:
                raise TooSlow from None
            if message["type"] == "http.request":
                read += len(message.get("body", b""))
                whole = not message.get("more_body", False)
                if read > self.largest:
                    raise TooLarge
            elif message["type"] == "http.disconnect":
                raise Gone
            return message

        async def checked(message: Message) -> None:
            nonlocal started
            if read <= self.largest or started:  # otherwise whatever the application says of half a body
                started = True
                if message["type"] == "http.response.start":
                    safe(message, scope["path"])
                await send(message)

        try:
            await self.app(scope, counted, checked)
        except TooLarge:
            pass  # answered below
        except TooSlow:
            if not started:
                await answer(Problem(408, "too-slow", "the rest of the request did not come"), scope, receive, send)
            return
        except Gone:
            return  # nobody is left to be answered, and nothing has gone wrong here
        if read > self.largest and not started:
            await answer(self.too_large(), scope, receive, send)

    def too_large(self) -> Problem:
        return Problem(413, "too-large", f"the request is larger than {self.largest // 1024} kB")


async def answer(problem: Problem, scope: Scope, receive: Receive, send: Send) -> None:
    async def told(message: Message) -> None:
        if message["type"] == "http.response.start":
            safe(message, scope["path"])
        await send(message)

    response = JSONResponse(problem.plain(), problem.status, headers={"connection": "close"})
    await response(scope, receive, told)


def host_name(host: str) -> str:
    """A Host header without its port.

    >>> host_name("localhost:8000"), host_name("[::1]:8000")
    ('localhost', '::1')
    """
    if host.startswith("["):
        return host[1:].partition("]")[0].lower()
    return host.partition(":")[0].lower()
