"""The server is killed at any moment; nothing that it accepted is lost."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from tests.server.conftest import Player, good

SERVE = """
import sys
from pathlib import Path
from grognard.server.running import serve
if __name__ == "__main__":
    serve(port=0, storage=Path(sys.argv[1]), started=lambda address: print(address, flush=True))
"""


class Process:
    """A server in a process of its own."""

    def __init__(self, folder: Path) -> None:
        script = folder / "serve.py"
        script.write_text(SERVE)
        self.process = subprocess.Popen(
            [sys.executable, str(script), str(folder / "matches.sqlite")], stdout=subprocess.PIPE, text=True
        )
        assert self.process.stdout is not None
        address = self.process.stdout.readline().strip()
        assert address.startswith("http://127.0.0.1:"), "the server did not start"
        self.client = httpx.Client(base_url=address, timeout=60)

    def end(self, how: signal.Signals) -> int:
        self.client.close()
        self.process.send_signal(how)
        code = self.process.wait(20)
        if self.process.stdout is not None:
            self.process.stdout.close()
        return code


@pytest.fixture
def processes(tmp_path: Path) -> Iterator[list[Process]]:
    running: list[Process] = []
    yield running
    for server in running:
        if server.process.poll() is None:
            server.end(signal.SIGKILL)


def test_killed_in_mid_turn(tmp_path: Path, processes: list[Process]) -> None:
    processes.append(Process(tmp_path))
    begun = good(processes[0].client.post("/api/matches", json={"game": "marne-1914", "seed": "7"}))
    accepted: list[str] = []
    for _ in range(2):
        me = Player(processes[-1].client, begun["id"], begun["table"])
        assert me.state()["number"] == len(accepted)
        for _ in range(7):
            text = good(me.get("/actions", limit=3))["actions"][-1]["text"]
            good(me.play(text, len(accepted)))
            accepted.append(text)
        processes[-1].end(signal.SIGKILL)
        processes.append(Process(tmp_path))
    me = Player(processes[-1].client, begun["id"], begun["table"])
    log = good(me.get("/log"))["entries"]
    assert [entry["action"] for entry in log[1:]] == accepted
    assert me.state()["revision"] == len(accepted)


def test_killed_while_a_bot_plays(tmp_path: Path, processes: list[Process]) -> None:
    processes.append(Process(tmp_path))
    body = {"game": "marne-1914", "seats": {"cp": "bot:random", "entente": "bot:random"}}
    begun = good(processes[0].client.post("/api/matches", json=body))
    seen = 0
    for _ in range(6000):
        seen = Player(processes[0].client, begun["id"], begun["table"]).state()["number"]
        if seen > 20:
            break
        time.sleep(0.01)
    processes[0].end(signal.SIGKILL)
    processes.append(Process(tmp_path))
    me = Player(processes[1].client, begun["id"], begun["table"])
    first = me.state()["number"]
    assert first >= seen > 20
    # Whoever opens the match sees it go on.
    for _ in range(6000):
        if me.state()["number"] > first + 5:
            break
        time.sleep(0.01)
    assert me.state()["number"] > first + 5


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT])
def test_asked_to_end_it_ends_with_its_workers(tmp_path: Path, processes: list[Process], how: signal.Signals) -> None:
    server = Process(tmp_path)
    processes.append(server)
    body = {"game": "marne-1914", "seats": {"cp": "bot:random", "entente": "bot:random"}}
    begun = good(server.client.post("/api/matches", json=body))
    me = Player(server.client, begun["id"], begun["table"])
    while me.state()["number"] < 3:
        time.sleep(0.01)
    children = children_of(server.process.pid)
    assert children
    server.end(how)
    for _ in range(600):
        if not any(Path(f"/proc/{child}").exists() for child in children):
            break
        time.sleep(0.05)
    assert not [child for child in children if Path(f"/proc/{child}").exists()]


def children_of(pid: int) -> list[int]:
    if not Path("/proc").is_dir():
        pytest.skip("needs /proc")
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                stat = (entry / "stat").read_text()
            except OSError:
                continue
            if int(stat.rpartition(")")[2].split()[1]) == pid:
                found.append(int(entry.name))
    return [child for child in found if child != os.getpid()]
