"""``grognard serve``: the server for play in the browser and for programs."""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated
from urllib.parse import quote

import typer

from grognard.commands.common import out
from grognard.errors import NotUnderstood

if TYPE_CHECKING:
    from grognard.server.owners import Values

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
    values: Annotated[
        Path | None,
        typer.Option(
            "--values",
            metavar="FOLDER",
            help="A folder with your own data files, as GAME/NAME/...; players may choose them for a match. "
            "Those in the folder 'values' of your data folder are always offered.",
        ),
    ] = None,
) -> None:
    """Serve matches over HTTP until you press Ctrl-C.

    Matches are kept in one file. Once an action is accepted it is never lost, however the server
    stops. Programs use the same interface as the page: see `/api/openapi.json`.

    Examples:

    - `grognard serve` for yourself and for programs on this machine.

    - `grognard serve --browser --storage sunday.sqlite` opens the page and keeps its matches in a separate file.

    - `grognard serve --host 0.0.0.0 --port 8014` for friends on the same network.
    """
    from grognard.server.owners import values_in

    if values is not None and not values.is_dir():
        raise NotUnderstood(f"{values}: there is no such folder")
    run(host, port, storage, tuple(name or ()), browser, values=values_in(values) if values is not None else ())


def run(
    host: str,
    port: int | None,
    storage: Path | None,
    names: tuple[str, ...],
    browser: bool,
    *,
    route: str = "",
    saved: str = "",
    values: Sequence[Values] = (),
) -> None:
    """Serve and say where; open the browser if wanted. The page in it gets the owner's key.

    It opens at ``route``, or at a match that is set up from the text of a file.
    """
    import secrets

    from grognard.server.running import serve as run_server

    owner = secrets.token_urlsafe(18) if browser else ""

    def started(address: str) -> None:
        out().print(f"Grognard is at {address} (press Ctrl-C to stop)", soft_wrap=True)
        if browser:
            import webbrowser

            webbrowser.open(f"{address}#owner={owner}&to={quote(seat_from(address, saved) if saved else route, '')}")

    with contextlib.suppress(KeyboardInterrupt):  # the proper way to end it
        run_server(host=host, port=port, storage=storage, names=names, owner=owner, owners=values, started=started)


def seat_from(address: str, text: str) -> str:
    """Set up a match from a file at our own server: the way to its table, or to the lobby if it is damaged."""
    import json
    from urllib.error import HTTPError
    from urllib.request import Request, urlopen

    body = json.dumps({"text": text}).encode()
    request = Request(f"{address}api/import", body, {"Content-Type": "application/json"})
    try:
        with urlopen(request) as answer:
            made = json.load(answer)
    except HTTPError as problem:
        out().print(json.load(problem)["error"]["text"], soft_wrap=True, markup=False)
        return ""
    return f"/match/{made['id']}/{made['table']}"
