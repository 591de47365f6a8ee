"""How long the server takes for an action, over the loopback address, in the largest scenario of each game.

    python -m benchmarks.server [ACTIONS]

A real server in a process of its own, a real match at random; what a page does for each action is timed:
the action itself, the state after it, the actions of a unit. Percentiles in milliseconds.
"""

from __future__ import annotations

import json
import multiprocessing
import os
import random
import sys
import tempfile
import time
from http.client import HTTPConnection
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any
from urllib.parse import quote

LARGEST = (("marne-1914", "full-battle"), ("somme-1916", "campaign"))
TARGETS = {"action": (5.0, 30.0)}
"""What was promised: p50 and p99 of the server's side of an action."""


def run_server(folder: str, told: Connection) -> None:
    from grognard.server.running import serve

    serve(port=0, storage=Path(folder) / "matches.sqlite", started=told.send)


class Page:
    """A page at a match, on one connection that stays open."""

    def __init__(self, address: str) -> None:
        self.connection = HTTPConnection(address.removeprefix("http://").rstrip("/"))
        self.headers = {"content-type": "application/json"}
        self.times: dict[str, list[float]] = {}

    def ask(self, name: str, method: str, path: str, body: Any = None) -> Any:
        sent = json.dumps(body).encode() if body is not None else None
        begun = time.perf_counter()
        self.connection.request(method, path, sent, self.headers)
        answer = self.connection.getresponse()
        content = answer.read()
        self.times.setdefault(name, []).append((time.perf_counter() - begun) * 1000)
        assert answer.status in (200, 201), content
        return json.loads(content)


def measure(address: str, game: str, scenario: str, actions: int) -> dict[str, list[float]]:
    page, rng = Page(address), random.Random(7)
    begun = page.ask("start", "POST", "/api/matches", {"game": game, "scenario": scenario, "seed": "7"})
    page.headers["x-seat"] = begun["table"]
    match = f"/api/matches/{begun['id']}"
    number = 0
    while number < actions:
        subjects = page.ask("subjects", "GET", f"{match}/subjects")["subjects"]
        if not subjects:
            break
        name = quote(rng.choice(subjects)["name"])
        choices = page.ask("actions of a subject", "GET", f"{match}/actions?subject={name}")["actions"]
        if not choices:  # now and then a unit has no room to move
            continue
        body = {"action": rng.choice(choices)["text"], "number": number}
        number = page.ask("action", "POST", f"{match}/actions", body)["number"]
        page.ask("state", "GET", match)
        if number % 50 == 0:
            page.ask("state long ago", "GET", f"{match}?at={number // 2}")
    page.ask("whole log", "GET", f"{match}/log")
    return page.times


def percentile(values: list[float], share: float) -> float:
    return sorted(values)[min(len(values) - 1, int(len(values) * share))]


def main(actions: int) -> dict[str, Any]:
    context = multiprocessing.get_context("spawn")
    figures = {}
    with tempfile.TemporaryDirectory() as folder:
        mine, theirs = context.Pipe()
        process = context.Process(target=run_server, args=(folder, theirs))
        process.start()
        try:
            address = mine.recv()
            for game, scenario in LARGEST:
                print(f"{game}, {scenario}")
                figures[game] = report(measure(address, game, scenario, actions))
        finally:
            process.terminate()
            process.join()
    p50, p99 = TARGETS["action"]
    print(f"promised for an action: p50 under {p50:g} ms, p99 under {p99:g} ms")
    print(f"load of the machine: {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
    return figures


def report(times: dict[str, list[float]]) -> dict[str, list[float]]:
    figures = {}
    print(f"{'':24}{'number':>8}{'p50':>8}{'p95':>8}{'p99':>8}{'worst':>8}  ms")
    for name, values in times.items():
        row = [percentile(values, share) for share in (0.5, 0.95, 0.99, 1.0)]
        figures[name] = row
        print(f"{name:24}{len(values):8}" + "".join(f"{value:8.2f}" for value in row))
    return figures


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 1000)
