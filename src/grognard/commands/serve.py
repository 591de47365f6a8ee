"""``grognard serve``: the server for play in the browser and for programs."""

from __future__ import annotations

import contextlib
from pathlib import Path
from typing import Annotated

import typer

from grognard.commands.common import out

StorageFile = Annotated[
    Path | None,
    typer.Option("--storage", metavar="FILE", help="Where matches are kept; a file in your data folder if left out."),
]


def serve(
    host: Annotated[
        str, typer.Option("--host", help="The address to listen on; 0.0.0.0 lets others in.")
    ] = "127.0.0.1",
    port: Annotated[
        int | None, typer.Option("--port", "-p", min=0, max=65535, help="The port; 8014 or a free one if left out.")
    ] = None,
    storage: StorageFile = None,
    name: Annotated[
        list[str] | None,
        typer.Option("--name", metavar="HOST", help="A host name under which the server may be called."),
    ] = None,
    browser: Annotated[bool, typer.Option("--browser/--no-browser", help="Open the page in the browser.")] = False,
) -> None:
    """Serve matches over HTTP until you press Ctrl-C.

    Matches are kept in one file, and nothing that was accepted is lost when the server ends, however it
    ends. Programs use the same interface as the page: see `/api/openapi.json`.

    Examples:

    - `grognard serve` for yourself and for programs on this machine.

    - `grognard serve --browser --storage sunday.sqlite` opens the page over a file of its own.

    - `grognard serve --host 0.0.0.0 --port 8014` for friends in the same network.
    """
    run(host, port, storage, tuple(name or ()), browser)


def run(host: str, port: int | None, storage: Path | None, names: tuple[str, ...], browser: bool) -> None:
    """Serve and say where; open the browser if wanted."""
    from grognard.server.running import serve as run_server

    def started(address: str) -> None:
        out().print(f"Grognard is at {address} (Ctrl-C ends it)", soft_wrap=True)
        if browser:
            import webbrowser

            webbrowser.open(address)

    with contextlib.suppress(KeyboardInterrupt):  # the proper way to end it
        run_server(host=host, port=port, storage=storage, names=names, started=started)
