"""Running the server until somebody ends it."""

from __future__ import annotations

import socket
import threading
from collections.abc import Callable, Sequence
from pathlib import Path

from grognard.errors import GrognardError
from grognard.server.owners import Values, values_in
from grognard.server.storage import Lock, data_folder

HERE = ("localhost", "127.0.0.1", "::1")
PORT = 8014


def default_storage() -> Path:
    return data_folder() / "matches.sqlite"


def serve(
    *,
    host: str = "127.0.0.1",
    port: int | None = None,
    storage: Path | None = None,
    names: tuple[str, ...] = (),
    owner: str = "",
    owners: Sequence[Values] = (),
    started: Callable[[str], None] | None = None,
) -> None:
    """Serve until interrupted. ``started`` hears the address when the server answers.

    Without a port the usual one is taken, or a free one where that is taken. ``names`` are further host names
    under which it may be called, ``owner`` the key that opens every table, ``owners`` values besides those in the
    data folder.
    """
    import uvicorn

    from grognard.server.app import make_app
    from grognard.server.patience import PatientProtocol

    local = host in HERE
    storage = storage or default_storage()
    kept = Lock(storage)
    listening = listen(host, port)
    shown = f"[{host}]" if ":" in host else host
    address = f"http://{shown if host not in ('0.0.0.0', '::') else 'localhost'}:{listening.getsockname()[1]}/"
    try:
        app = make_app(
            storage,
            owner=owner,
            hosts=(*HERE, *names) if local or names else None,
            owners=[*values_in(data_folder() / "values"), *owners],
            addresses=reachable(host, names, listening.getsockname()[1]),
        )
        config = uvicorn.Config(
            app, log_level="warning", timeout_graceful_shutdown=1, server_header=False, http=PatientProtocol
        )
        server = uvicorn.Server(config)
        if started is not None:
            threading.Thread(target=tell_when_up, args=(server, started, address), daemon=True).start()
        server.run(sockets=[listening])
    finally:
        listening.close()
        kept.release()


def reachable(host: str, names: Sequence[str], port: int) -> list[str]:
    """The addresses at which others on the network find the server."""
    if names:
        return [f"http://{name}:{port}/" for name in names]
    if host in HERE:
        return []
    if host not in ("0.0.0.0", "::"):
        return [f"http://{f'[{host}]' if ':' in host else host}:{port}/"]
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # sends nothing: it only asks which way packets would go
            return [f"http://{probe.getsockname()[0]}:{port}/"]
        except OSError:
            return []


def listen(host: str, port: int | None) -> socket.socket:
    """A listening socket; GrognardError where the address cannot be had."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    for candidate in (PORT, 0) if port is None else (port,):
        # The protocol must be named: asyncio sends at once (TCP_NODELAY) only on sockets that tell it.
        found = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            found.bind((host, candidate))
            found.listen(128)
            return found
        except (OSError, OverflowError) as problem:
            found.close()
            if port is not None or candidate == 0:
                raise GrognardError(f"cannot listen on {host}, port {candidate} ({problem})") from None
    raise AssertionError("a free port is always tried last")


def tell_when_up(server: object, started: Callable[[str], None], address: str) -> None:
    import time

    while not getattr(server, "started", False):
        if getattr(server, "should_exit", False):
            return
        time.sleep(0.02)
    started(address)
