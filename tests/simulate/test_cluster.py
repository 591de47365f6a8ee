"""The same games on a real local Ray, and none lost when a worker dies."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from grognard.simulate.games import Pairing, play_game
from grognard.simulate.work import Ledger, run

ray: Any = pytest.importorskip("ray")
PAIRINGS = [Pairing("marne-1914", "counter-attack", str(n), {"cp": "random", "entente": "random"}) for n in range(5)]


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    home = os.environ.get("HOME")
    os.environ["HOME"] = str(tmp_path_factory.mktemp("home"))  # Ray writes a token below it
    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False, logging_level="ERROR")
    yield
    ray.shutdown()
    if home is not None:
        os.environ["HOME"] = home


def own_number() -> int:
    return os.getpid()


@pytest.mark.usefixtures("cluster")
def test_ray_plays_the_same_games_and_survives_the_loss_of_a_worker(tmp_path: Path) -> None:
    killed: list[int] = []

    def kill_a_worker(_: object) -> None:
        if not killed:
            killed.append(ray.get(ray.remote(own_number).remote()))
            os.kill(killed[0], signal.SIGKILL)

    results = run(PAIRINGS, Ledger(tmp_path / "results.jsonl"), on="ray", done=kill_a_worker)
    assert killed
    assert [r.fingerprint for r in results] == [play_game(p).fingerprint for p in PAIRINGS]
