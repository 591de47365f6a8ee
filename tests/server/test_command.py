"""``grognard serve`` as a user starts it."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
from pathlib import Path

import httpx
import pytest

from grognard.errors import GrognardError
from grognard.server.running import listen
from grognard.server.thinking import Task, TooLong, Unknown, Worker
from tests.server.conftest import good

COMMAND = """
import sys, typer
from grognard.commands.serve import serve
if __name__ == "__main__":
    typer.run(serve)
"""


def test_serve_says_where_it_is_and_keeps_matches_in_the_data_folder(tmp_path: Path) -> None:
    script = tmp_path / "serve.py"
    script.write_text(COMMAND)
    home = {**os.environ, "XDG_DATA_HOME": str(tmp_path), "HOME": str(tmp_path), "PYTHONUNBUFFERED": "1"}
    process = subprocess.Popen(
        [sys.executable, str(script), "--port", "0"], stdout=subprocess.PIPE, text=True, env=home
    )
    try:
        assert process.stdout is not None
        line = process.stdout.readline()
        address = line.removeprefix("Grognard is at ").split()[0]
        good(httpx.post(f"{address}api/matches", json={"game": "marne-1914"}, timeout=60))
        assert (tmp_path / "grognard" / "matches.sqlite").is_file()
    finally:
        process.send_signal(signal.SIGINT)
        process.wait(20)
        if process.stdout is not None:
            process.stdout.close()


def test_a_port_that_is_taken() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        with pytest.raises(GrognardError, match="cannot listen"):
            listen("127.0.0.1", taken.getsockname()[1])
    with pytest.raises(GrognardError, match="cannot listen"):
        listen("192.0.2.1", 0)


def test_a_worker_that_dies_is_replaced() -> None:
    from grognard.server.storage import Start

    start = Start("marne-1914", "1.0", "counter-attack", {}, "7")

    def make(_: str, whole: bool) -> Task:
        return Task("x", start, None if whole else 3, [], "bot", "entente", ("random", "chance"))

    worker = Worker(4 << 30)
    try:
        text, _ = worker.ask(make, 60)
        assert text
        assert worker._process is not None
        os.kill(worker._process.pid or 0, signal.SIGKILL)
        worker._process.wait()
        assert worker.ask(make, 60)[0] == text
        with pytest.raises(TooLong):
            worker.ask(make, 0.0)
        assert worker.ask(make, 60)[0] == text
        with pytest.raises(GrognardError):
            worker.ask(lambda *_: Task("x", start, None, [("cp", "fly away")], "bot", "cp", ("random", "chance")), 60)
    finally:
        worker.stop()
    with pytest.raises(TooLong):
        worker.ask(make, 1)
    assert issubclass(Unknown, Exception)
