"""kill -9: of the server in the middle of actions, and of its workers. Nothing that was acknowledged is lost."""

from __future__ import annotations

import contextlib
import http.client
import json
import os
import signal
import tempfile
import threading
import time
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

from tests.attacks.servers import Forked, Served
from tests.attacks.tally import Tally

PLAYERS = 3


def attack(tally: Tally) -> None:
    with tempfile.TemporaryDirectory() as folder:
        server: Served = Forked(Path(folder) / "matches.sqlite")
        try:
            players = [Player(server, Random(tally.chance.getrandbits(32)), tally) for _ in range(PLAYERS)]
            players.append(Player(server, Random(1), tally, bot=True))
            for player in players:
                player.begin()
            while not tally.done:
                one_kill(server, players, tally)
                if tally.counts["kills of the server"] % 4 == 0:
                    kill_workers(server, players[-1], tally)
        finally:
            server.stop()


def one_kill(server: Served, players: Sequence[Player], tally: Tally) -> None:
    """Everybody plays; at some moment the power fails; afterwards all that was acknowledged is there."""
    stop = threading.Event()
    threads = [threading.Thread(target=player.play_on, args=(stop,)) for player in players]
    for thread in threads:
        thread.start()
    time.sleep(tally.chance.uniform(0.01, 0.4))
    server.kill()
    stop.set()
    for thread in threads:
        thread.join()
    server.start()
    tally.tried("kills of the server")
    for player in players:
        player.compare()


def kill_workers(server: Served, player: Player, tally: Tally) -> None:
    """The bot's worker dies while it thinks: the question is asked again, and not answered at random."""
    player.move_once()
    workers = server.workers()
    for pid in workers:
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
            tally.tried("kills of workers")
    player.wait_for_bot()


class Player:
    """Somebody who remembers what the server has acknowledged."""

    def __init__(self, server: Served, chance: Random, tally: Tally, bot: bool = False) -> None:
        self.server, self.chance, self.tally, self.bot = server, chance, tally, bot
        self.acknowledged: list[str] = []
        self.asked: str | None = None
        """An action that was sent and not answered: it may have been kept or not."""

    def ask(self, method: str, path: str, body: Any = None) -> tuple[int, Any]:
        connection = http.client.HTTPConnection(self.server.host, self.server.port, timeout=60)
        try:
            headers = {"content-type": "application/json", "x-seat": getattr(self, "table", "")}
            connection.request(method, path, json.dumps(body) if body is not None else None, headers)
            answer = connection.getresponse()
            return answer.status, json.loads(answer.read())
        finally:
            connection.close()

    def begin(self) -> None:
        seats = {"cp": "bot:random"} if self.bot else None
        wish = {"game": "marne-1914", "scenario": "counter-attack", "seats": seats}
        status, begun = self.ask("POST", "/api/matches", wish)
        assert status == 201, begun
        self.table, self.match = begun["table"], f"/api/matches/{begun['id']}"
        self.acknowledged, self.asked = [], None

    def play_on(self, stop: threading.Event) -> None:
        with contextlib.suppress(OSError, http.client.HTTPException, ValueError):
            while not stop.is_set() and self.move_once():
                pass

    def move_once(self) -> bool:
        status, found = self.ask("GET", f"{self.match}/actions?limit=60")
        if status != 200 or not found["actions"]:
            if not self.bot:
                return False
            time.sleep(0.02)
            return True
        text = self.chance.choice(found["actions"])["text"]
        self.asked = text
        status, _ = self.ask("POST", f"{self.match}/actions", {"action": text, "number": found["number"]})
        if status == 200:
            self.acknowledged.append(text)
            self.tally.tried("actions acknowledged")
        self.asked = None
        return True

    def compare(self) -> None:
        """The journal has all that was acknowledged, in order; of what was not answered, it may have one more."""
        status, log = self.ask("GET", f"{self.match}/log")
        if status != 200:
            self.tally.found(f"after a kill the match cannot be opened: {log}")
            return
        kept = [entry["action"] for entry in log["entries"] if entry["number"] and entry["by"] == "human"]
        wanted = self.acknowledged
        if kept != wanted and not (self.asked is not None and kept == [*wanted, self.asked]):
            self.tally.found(f"acknowledged {len(wanted)} actions, kept {len(kept)}: {wanted[-3:]} and {kept[-3:]}")
        self.acknowledged, self.asked = kept, None
        self.tally.tried("matches compared after a kill")
        _, state = self.ask("GET", self.match)
        if state.get("outcome"):
            self.begin()

    def wait_for_bot(self) -> None:
        for _ in range(1200):
            status, state = self.ask("GET", self.match)
            if status != 200:
                break
            if state["outcome"] or any(one["mine"] for one in state["asked"]):
                break
            time.sleep(0.05)
        else:
            self.tally.found("the bot does not go on after its worker was killed")
        _, log = self.ask("GET", f"{self.match}/log")
        if any("picked at random: the bot" in entry["reason"] for entry in log["entries"]):
            self.tally.found("a question of a killed worker was answered at random")
