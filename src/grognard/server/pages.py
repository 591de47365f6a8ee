"""The client's files, where they have been built; until then a page that says so."""

from __future__ import annotations

import gzip
import mimetypes
from functools import lru_cache
from pathlib import Path

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from grognard.server.problems import Problem

STATIC = Path(__file__).parent / "static"
FOREVER = "public, max-age=31536000, immutable"
PACKED = {".html", ".js", ".css", ".svg", ".json", ".map", ".txt", ".webmanifest"}
SAFETY = {
    # The page runs only what it came with; styles in SVG attributes are allowed.
    "content-security-policy": "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; "
    "frame-ancestors 'none'; base-uri 'none'; form-action 'self'",
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
}

NOT_BUILT = """<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Grognard</title>
<style>body { font: 1.1rem/1.5 system-ui, sans-serif; margin: 3rem auto; max-width: 40rem; padding: 0 1rem }</style>
<h1>Grognard</h1>
<p>The server is running, but the web page has not been built.</p>
<p>You can play in the terminal: <code>grognard play --text</code>.
Programs will find the API described at <a href="/api/openapi.json">/api/openapi.json</a>.</p>
</html>
"""


def page(request: Request, path: str) -> Response:
    """A file of the client; the first page for the empty path."""
    if not (STATIC / "index.html").is_file():
        if path in ("", "index.html"):
            return HTMLResponse(NOT_BUILT, headers=SAFETY)
        raise unknown(path)
    try:
        file = (STATIC / (path or "index.html")).resolve()
        if not file.is_relative_to(STATIC.resolve()) or not file.is_file():
            raise unknown(path)
        stat = file.stat()
    except (OSError, ValueError):  # a name that no file can have
        raise unknown(path) from None
    plain, packed, tag = content(file, stat.st_mtime_ns, stat.st_size)
    headers = {**SAFETY, "etag": tag, "vary": "accept-encoding"}
    # Built files carry a hash in their name; the first page must always be the newest.
    headers["cache-control"] = FOREVER if "/assets/" in file.as_posix() else "no-cache"
    if request.headers.get("if-none-match") == tag:
        return Response(status_code=304, headers=headers)
    kind = mimetypes.guess_type(file.name)[0] or "application/octet-stream"
    if packed is not None and "gzip" in request.headers.get("accept-encoding", ""):
        return Response(packed, media_type=kind, headers={**headers, "content-encoding": "gzip"})
    return Response(plain, media_type=kind, headers=headers)


@lru_cache(maxsize=256)
def content(file: Path, changed: int, size: int) -> tuple[bytes, bytes | None, str]:
    """A file's bytes, plain and packed, read once for each state of the file."""
    plain = file.read_bytes()
    packed = gzip.compress(plain, 9, mtime=0) if file.suffix in PACKED else None
    return plain, packed, f'"{changed:x}-{size:x}"'


def unknown(path: str) -> Problem:
    return Problem(404, "unknown-page", f"there is nothing at '/{path[:80]}'")
