"""Connections that nobody may hold open for nothing: requests that are sent by halves, and too many at once."""

from __future__ import annotations

import asyncio
from typing import Any

from uvicorn.protocols.http.h11_impl import H11Protocol

HEAD_SECONDS = 15.0
"""In which the head of a request must have come."""
MOST_CONNECTIONS = 1000
"""Connections at once; further ones are closed at the door."""


class PatientProtocol(H11Protocol):
    """uvicorn's own, which waits for a request's head for ever, with an end to its patience."""

    open_connections = 0

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        self.watch: asyncio.TimerHandle | None = None
        PatientProtocol.open_connections += 1
        if PatientProtocol.open_connections > MOST_CONNECTIONS:
            transport.close()
            return
        self.wait_for_head()

    def connection_lost(self, exc: Exception | None) -> None:
        PatientProtocol.open_connections -= 1
        self.stop_watch()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if self.answering():
            self.stop_watch()
        elif self.watch is None:
            self.wait_for_head()

    def answering(self) -> bool:
        """Whether the head of a request has come and its answer has not gone yet."""
        return self.cycle is not None and not self.cycle.response_complete

    def wait_for_head(self) -> None:
        self.watch = self.loop.call_later(HEAD_SECONDS, self.give_up)

    def stop_watch(self) -> None:
        if self.watch is not None:
            self.watch.cancel()
            self.watch = None

    def give_up(self) -> None:
        self.watch = None
        if not self.answering():
            self.transport.close()
