"""A server as a process of its own, to be attacked, killed and started again."""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from multiprocessing.connection import Connection
from pathlib import Path


class Served:
    """``grognard serve`` over a file, on a free port."""

    def __init__(self, storage: Path, log: Path | None = None) -> None:
        self.storage = storage
        self.log = log or storage.with_suffix(".log")
        self.start()

    def start(self) -> None:
        command = [sys.executable, "-m", "grognard", "serve", "--port", "0", "--storage", str(self.storage)]
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                command, stdout=subprocess.PIPE, stderr=log, env={**os.environ, "COLUMNS": "200"}
            )
        assert self.process.stdout is not None
        said = self.process.stdout.readline().decode()
        found = re.search(r"http://([^:/]+):(\d+)/", said)
        if found is None:
            self.kill()
            raise AssertionError(f"the server has not started: {said!r}")
        self.host, self.port = found[1], int(found[2])

    @property
    def pid(self) -> int:
        return self.process.pid

    def workers(self) -> list[int]:
        """The processes of its workers."""
        done = subprocess.run(["ps", "-o", "pid=", "--ppid", str(self.pid)], capture_output=True, check=False)
        return [int(word) for word in done.stdout.split()]

    def kill(self) -> None:
        """As if the power had failed."""
        self.process.kill()
        self.process.wait()
        if self.process.stdout is not None:
            self.process.stdout.close()

    def stop(self) -> None:
        self.process.terminate()
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.process.wait(20)
        self.kill()


class Forked(Served):
    """The same, forked from a process that has everything loaded: it starts in an instant."""

    def start(self) -> None:
        context = multiprocessing.get_context("forkserver")
        context.set_forkserver_preload(["tests.attacks.preloaded"])
        ours, theirs = context.Pipe(duplex=False)
        self.forked = context.Process(target=run_server, args=(str(self.storage), str(self.log), theirs))
        self.forked.start()
        theirs.close()
        if not ours.poll(120):
            raise AssertionError("the server has not started")
        host, _, port = ours.recv().removeprefix("http://").rstrip("/").partition(":")
        ours.close()
        self.host, self.port = host, int(port)

    @property
    def pid(self) -> int:
        assert self.forked.pid is not None
        return self.forked.pid

    def kill(self) -> None:
        self.forked.kill()
        self.forked.join()

    def stop(self) -> None:
        self.forked.terminate()
        self.forked.join(20)
        self.kill()


def run_server(storage: str, log: str, told: Connection) -> None:
    from grognard.server.running import serve

    os.dup2(os.open(log, os.O_CREAT | os.O_WRONLY | os.O_APPEND, 0o600), 2)
    serve(port=0, storage=Path(storage), started=told.send)


@contextlib.contextmanager
def served(storage: Path) -> Iterator[Served]:
    running = Served(storage)
    try:
        yield running
    finally:
        running.stop()
