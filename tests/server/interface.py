"""The description of the HTTP interface as the page's build reads it."""

from __future__ import annotations

import json
import tempfile
from pathlib import Path

from grognard.server.app import make_app

OPENAPI = Path(__file__).parents[2] / "web" / "openapi.json"


def description() -> str:
    with tempfile.TemporaryDirectory() as folder:
        app = make_app(Path(folder) / "matches.db", workers=0)
        try:
            document = app.openapi()
        finally:
            app.state.keeper.close()
    del document["info"]["version"]  # a release changes no form
    return json.dumps(document, indent=1) + "\n"
