"""Run every command of the papers again and write down what it prints now: ``python -m tests.refresh_docs``.

It also writes the description of the HTTP interface that the page's types are made from (web/openapi.json).

Look at the difference before keeping it: the tests compare the papers with the program, and this makes
them agree whichever of the two is wrong.
"""

from __future__ import annotations

import re

from tests.server.interface import OPENAPI, description
from tests.test_docs import BLOCK, DOCS, printed


def main() -> None:
    OPENAPI.write_text(description(), encoding="utf-8")
    for page in sorted(DOCS.rglob("*.md")):
        text = page.read_text(encoding="utf-8")
        new = BLOCK.sub(lambda found: f"```console\n$ {found[1]}\n{printed(found[1])}\n```", text)
        if new != text:
            page.write_text(new, encoding="utf-8")
            print(f"{page}: {len(re.findall('console', new))} commands run")


if __name__ == "__main__":
    main()
