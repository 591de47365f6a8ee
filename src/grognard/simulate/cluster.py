"""The same games on a Ray cluster (extra ``cluster``): a task a game, tried again when its worker dies."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from importlib import import_module
from typing import Any

import msgspec

from grognard.errors import GrognardError
from grognard.simulate.games import Pairing, Result, play_game

TRIES = 10
"""So many times a game is begun anew when its worker is lost."""


def play_on_ray(pairings: Sequence[Pairing]) -> Iterator[Result]:
    """The results as they come in. Uses the cluster of RAY_ADDRESS, or starts one on this machine."""
    try:
        ray: Any = import_module("ray")
    except ImportError:
        raise GrognardError("Ray is not installed: install grognard with the extra 'cluster'") from None
    if not ray.is_initialized():
        ray.init(log_to_driver=False, include_dashboard=False)
    remote: Any = ray.remote(max_retries=TRIES, retry_exceptions=False)(play_plain)
    todo = iter(pairings)
    waiting: list[Any] = []
    limit = 4 * int(ray.cluster_resources().get("CPU", 1))
    while True:
        while len(waiting) < limit and (pairing := next(todo, None)) is not None:
            waiting.append(remote.remote(msgspec.json.encode(pairing)))
        if not waiting:
            return
        finished, waiting = ray.wait(waiting, num_returns=1)
        for task in finished:
            yield msgspec.json.decode(ray.get(task), type=Result)


def play_plain(pairing: bytes) -> bytes:
    """A game from bytes to bytes, so that workers need to agree on nothing but JSON."""
    return msgspec.json.encode(play_game(msgspec.json.decode(pairing, type=Pairing)))
