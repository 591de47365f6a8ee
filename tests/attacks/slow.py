"""Slow clients: heads and bodies that are sent by halves, streams that nobody reads, clients that vanish.

Meanwhile everybody else is served, and the log stays short.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import tempfile
import time
from pathlib import Path

from tests.attacks.servers import served
from tests.attacks.tally import Tally

AT_ONCE = 200
LONGEST_LOG = 200_000
PATIENCE = 30.0
HEAD = b"POST /api/matches HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n"


def attack(tally: Tally) -> None:
    with tempfile.TemporaryDirectory() as folder, served(Path(folder) / "matches.sqlite") as server:
        while not tally.done:
            asyncio.run(one_wave(server.host, server.port, tally))
            if server.process.poll() is not None:
                tally.found(f"the server has ended ({server.process.poll()}): {server.log.read_text()[-2000:]}")
                return
            size = server.log.stat().st_size
            if size > LONGEST_LOG:
                tally.found(f"the log has {size:,} bytes: {server.log.read_bytes()[:600]!r}")
                return


async def one_wave(host: str, port: int, tally: Tally) -> None:
    held = [asyncio.create_task(hold(host, port, n, tally)) for n in range(AT_ONCE)]
    await asyncio.sleep(0.3)
    for _ in range(5):
        begun = time.monotonic()
        with contextlib.suppress(OSError):
            reader, writer = await asyncio.open_connection(host, port)
            writer.write(b"GET /api/health HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n")
            content = await asyncio.wait_for(reader.read(), PATIENCE)
            writer.close()
            if b'"ok":true' not in content:
                tally.found(f"others are not served beside slow clients: {content[:200]!r}")
        tally.tried("questions beside slow clients")
        if time.monotonic() - begun > PATIENCE:
            tally.found("others wait beside slow clients")
    for task in held:
        task.cancel()
    await asyncio.gather(*held, return_exceptions=True)


async def hold(host: str, port: int, n: int, tally: Tally) -> None:
    """Send half of something, and wait or vanish."""
    _, writer = await asyncio.open_connection(host, port)
    tally.tried("half-sent requests")
    body = json.dumps({"game": "marne-1914"}).encode()
    halves = (
        b"GET /api/heal",
        b"GET /api/health HTTP/1.1\r\nhost: loc",
        HEAD + b"content-length: 1000000\r\n\r\n" + body,
        HEAD + b"content-length: 50\r\n\r\n" + body[:5],
        HEAD + b"transfer-encoding: chunked\r\n\r\n5\r\n{\"a\"",
        b"GET /api/games HTTP/1.1\r\nhost: localhost\r\n\r\n",
    )
    writer.write(halves[n % len(halves)])
    try:
        if n % 3:
            await asyncio.sleep(1.0)
        else:
            await writer.drain()
    finally:
        writer.transport.abort() if n % 2 else writer.close()
