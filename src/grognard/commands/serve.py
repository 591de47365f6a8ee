"""``grognard serve``: the server for play in the browser and for programs."""

from __future__ import annotations

import contextlib
from pathlib import Path
from typing import Annotated

import typer

from grognard.commands.common import out

StorageFile = Annotated[
    Path | None,
    typer.Option("--storage", metavar="FILE", help="The file to keep matches in; default: one in your data folder."),
]


def serve(
    host: Annotated[
        str, typer.Option("--host", help="The address to listen on; 0.0.0.0 lets others in.")
    ] = "127.0.0.1",
    port: Annotated[
        int | None, typer.Option("--port", "-p", min=0, max=65535, help="The port; default: 8014 or a free one.")
    ] = None,
    storage: StorageFile = None,
    name: Annotated[
        list[str] | None,
        typer.Option("--name", metavar="HOST", help="A host name the server answers to."),
    ] = None,
    browser: Annotated[bool, typer.Option("--browser/--no-browser", help="Open the page in the browser.")] = False,
) -> None:
    """Serve matches over HTTP until you press Ctrl-C.

    Matches are kept in one file. Once an action is accepted it is never lost, however the server
    stops. Programs use the same interface as the page: see `/api/openapi.json`.

    Examples:

    - `grognard serve` for yourself and for programs on this machine.

    - `grognard serve --browser --storage sunday.sqlite` opens the page and keeps its matches in a separate file.

    - `grognard serve --host 0.0.0.0 --port 8014` for friends on the same network.
    """
    run(host, port, storage, tuple(name or ()), browser)


def run(host: str, port: int | None, storage: Path | None, names: tuple[str, ...], browser: bool) -> None:
    """Serve and say where; open the browser if wanted. The page in it gets the owner's key."""
    import secrets

    from grognard.server.running import serve as run_server

    owner = secrets.token_urlsafe(18) if browser else ""

    def started(address: str) -> None:
        out().print(f"Grognard is at {address} (press Ctrl-C to stop)", soft_wrap=True)
        if browser:
            import webbrowser

            webbrowser.open(f"{address}#owner={owner}")

    with contextlib.suppress(KeyboardInterrupt):  # the proper way to end it
        run_server(host=host, port=port, storage=storage, names=names, owner=owner, started=started)
