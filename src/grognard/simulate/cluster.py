"""The same games on a Ray cluster (extra ``cluster``): a task a game, tried again when its worker dies."""

from __future__ import annotations

import os
import secrets
import sys
from collections.abc import Iterator, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

import msgspec

from grognard.errors import GrognardError
from grognard.simulate.games import Failed, Pairing, Result, try_game

RETRIES_PER_GAME = 10
"""How often a game is begun again when its worker is lost."""
ALONE = {
    # Ray's name for "not only this machine"; without it every port listens on loopback alone.
    "RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER": "0",
    # A token in the environment keeps other users of the machine out, and Ray from writing one below HOME.
    "RAY_AUTH_MODE": "token",
}


def play_on_ray(pairings: Sequence[Pairing]) -> Iterator[Result | Failed]:
    """The results as they come in. Uses the cluster of RAY_ADDRESS, or starts one on this machine and ends it."""
    ray = join()
    started = not ray.is_initialized()
    if started:
        begin(ray)
    try:
        yield from play_tasks(ray, pairings)
    finally:
        if started:
            ray.shutdown()


def join() -> Any:
    """Ray's module. It reads its settings when it is imported; who has imported it before has made them."""
    if "ray" not in sys.modules:
        os.environ["RAY_USAGE_STATS_ENABLED"] = "0"  # nothing leaves for anybody outside
        if not os.environ.get("RAY_ADDRESS"):
            os.environ.update(ALONE)
            os.environ.setdefault("RAY_AUTH_TOKEN", secrets.token_hex(32))
    try:
        return import_module("ray")
    except ImportError:
        raise GrognardError("Ray is not installed: install grognard with the extra 'cluster'") from None


def begin(ray: Any, cores: int | None = None) -> None:
    """Connect to the cluster of RAY_ADDRESS; without one, start a cluster of this machine's cores."""
    try:
        if os.environ.get("RAY_ADDRESS"):
            ray.init(log_to_driver=False, logging_level="ERROR")
        else:
            ray.init("local", num_cpus=cores, include_dashboard=False, log_to_driver=False, logging_level="ERROR")
    except (ConnectionError, RuntimeError, ValueError) as problem:
        raise GrognardError(f"Ray cannot be reached: {problem}") from None


def play_tasks(ray: Any, pairings: Sequence[Pairing]) -> Iterator[Result | Failed]:
    remote: Any = ray.remote(max_retries=RETRIES_PER_GAME, retry_exceptions=False)(play_plain)
    todo = iter(pairings)
    waiting: dict[Any, Pairing] = {}
    # Enough in the queue that no worker waits, few enough that an interruption wastes little.
    limit = 4 * int(ray.cluster_resources().get("CPU", 1))
    while True:
        while len(waiting) < limit and (pairing := next(todo, None)) is not None:
            waiting[remote.remote(to_send(pairing))] = pairing
        if not waiting:
            return
        finished, _ = ray.wait(list(waiting), num_returns=1)
        for task in finished:
            pairing = waiting.pop(task)
            yield msgspec.structs.replace(fetched(ray, task, pairing), pairing=pairing)


def to_send(pairing: Pairing) -> bytes:
    """A pairing for a worker, which may run in another folder: the overlay is named wholly."""
    overlay = str(Path(pairing.overlay).resolve()) if pairing.overlay else ""
    return msgspec.json.encode(msgspec.structs.replace(pairing, overlay=overlay))


def fetched(ray: Any, task: Any, pairing: Pairing) -> Result | Failed:
    try:
        result, failed = msgspec.json.decode(ray.get(task), type=tuple[Result | None, Failed | None])
    except ray.exceptions.RayTaskError as problem:
        raise problem.cause from None
    except ray.exceptions.RayError as problem:
        raise GrognardError(
            f"the game on seed {pairing.seed} was lost {RETRIES_PER_GAME + 1} times: {problem}"
        ) from None
    found = result or failed
    assert found is not None
    return found


def play_plain(pairing: bytes) -> bytes:
    """A game from bytes to bytes, so that workers need to agree on nothing but JSON: its result, or why it failed."""
    found = try_game(msgspec.json.decode(pairing, type=Pairing))
    return msgspec.json.encode((None, found) if isinstance(found, Failed) else (found, None))
