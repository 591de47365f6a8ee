"""How the server bears many players at once, each at a match of his own.

    python -m benchmarks.load [CLIENTS] [SECONDS]

Every client asks for the state and for the actions of a unit, then plays one of them, again and again. Counted are
actions a second and the milliseconds of each question, first alone, then with two Generals thinking. The server is
a process of its own, the clients are another; both share this machine with whatever else runs.
"""

from __future__ import annotations

import asyncio
import json
import multiprocessing
import os
import random
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from benchmarks.measure import percentile
from benchmarks.server import run_server

GAME, SCENARIO = "marne-1914", "full-battle"
TARGETS = "at least 200 actions a second, p50 under 80 ms, p99 under 250 ms; half of that beside two Generals"


class Client:
    """A page, as far as the server can tell: one connection that stays open, one question at a time."""

    def __init__(self, host: str, port: int, seed: int) -> None:
        self.host, self.port = host, port
        self.random = random.Random(seed)
        self.actions: list[float] = []
        self.all: list[float] = []
        self.token = ""

    async def connect(self) -> None:
        self.reader, self.writer = await asyncio.open_connection(self.host, self.port)

    async def ask(self, method: str, path: str, body: Any = None) -> tuple[int, bytes]:
        sent = json.dumps(body).encode() if body is not None else b""
        head = f"{method} {path} HTTP/1.1\r\nhost: localhost\r\nx-seat: {self.token}\r\n"
        head += f"content-type: application/json\r\ncontent-length: {len(sent)}\r\n\r\n"
        begun = time.perf_counter()
        self.writer.write(head.encode() + sent)
        status = int((await self.reader.readline()).split()[1])
        length = 0
        while (line := await self.reader.readline()) not in (b"\r\n", b""):
            name, _, value = line.partition(b":")
            if name.lower() == b"content-length":
                length = int(value)
        content = await self.reader.readexactly(length)
        self.all.append((time.perf_counter() - begun) * 1000)
        return status, content

    async def begin(self, **seats: str) -> None:
        body = {"game": GAME, "scenario": SCENARIO, "seats": seats or None}
        status, content = await self.ask("POST", "/api/matches", body)
        assert status == 201, content
        begun = json.loads(content)
        self.token, self.match = begun["table"], f"/api/matches/{begun['id']}"

    async def play(self, until: float) -> None:
        number = 0
        while time.perf_counter() < until:
            await self.ask("GET", self.match)
            status, content = await self.ask("GET", f"{self.match}/actions?limit=40")
            choices = json.loads(content)["actions"]
            if not choices:
                await self.begin()
                number = 0
                continue
            body = {"action": self.random.choice(choices)["text"], "number": number}
            status, content = await self.ask("POST", f"{self.match}/actions", body)
            assert status == 200, content
            self.actions.append(self.all[-1])
            number += 1


async def load(address: str, clients: int, seconds: float) -> dict[str, float]:
    host, _, port = address.removeprefix("http://").rstrip("/").partition(":")
    people = [Client(host, int(port), n) for n in range(clients)]
    for one in people:
        await one.connect()
        await one.begin()
    begun = time.perf_counter()
    await asyncio.gather(*(one.play(begun + seconds) for one in people))
    taken = time.perf_counter() - begun
    every = [t for one in people for t in one.all[1:]]
    played = [t for one in people for t in one.actions]
    for one in people:
        one.writer.close()
    return {
        "actions a second": len(played) / taken,
        "questions a second": len(every) / taken,
        "p50": percentile(every, 0.5),
        "p99": percentile(every, 0.99),
        "action p50": percentile(played, 0.5),
        "action p99": percentile(played, 0.99),
    }


async def generals(address: str, number: int) -> None:
    """Matches between Generals: from now on they think."""
    host, _, port = address.removeprefix("http://").rstrip("/").partition(":")
    for n in range(number):
        one = Client(host, int(port), n)
        await one.connect()
        await one.begin(entente="bot:general", cp="bot:general")
        one.writer.close()


def memory(process: int) -> float:
    """Megabytes that a process holds."""
    text = Path(f"/proc/{process}/statm").read_text(encoding="ascii")
    return int(text.split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6


def processor(process: int) -> float:
    """Seconds of the processor that a process has taken."""
    fields = Path(f"/proc/{process}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def main(clients: int, seconds: float) -> dict[str, Any]:
    context = multiprocessing.get_context("spawn")
    figures: dict[str, Any] = {}
    with tempfile.TemporaryDirectory() as folder:
        mine, theirs = context.Pipe()
        process = context.Process(target=run_server, args=(folder, theirs))
        process.start()
        assert process.pid is not None
        try:
            address = mine.recv()
            figures["one client"] = asyncio.run(load(address, 1, seconds / 3))
            before = memory(process.pid)
            used = processor(process.pid)
            figures[f"{clients} clients"] = found = asyncio.run(load(address, clients, seconds))
            used = (processor(process.pid) - used) * 1000 / (found["actions a second"] * seconds)
            figures["milliseconds of the server's processor an action"] = used
            figures["megabytes a warm match"] = (memory(process.pid) - before) / clients
            asyncio.run(generals(address, 2))
            figures[f"{clients} clients beside two Generals"] = asyncio.run(load(address, clients, seconds))
        finally:
            process.terminate()
            process.join()
    for name, found in figures.items():
        shown = ", ".join(f"{key} {value:.1f}" for key, value in found.items()) if isinstance(found, dict) else found
        print(f"{name}: {shown if isinstance(shown, str) else f'{shown:.2f}'}")
    print(f"wanted: {TARGETS}")
    print(f"load of the machine: {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
    return figures


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 50, float(sys.argv[2]) if len(sys.argv) > 2 else 15)
