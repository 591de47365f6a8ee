"""What goes to the terminal: words from files and from other people must not give it orders."""

from __future__ import annotations

import unicodedata
from typing import Any

from rich.console import Console


def harmless(text: str) -> str:
    """A text without control characters: a file could hold escape sequences that move the cursor or worse.

    >>> harmless("a name\\x1b[2J that clears the screen")
    'a name\ufffd[2J that clears the screen'
    """
    return "".join([c if c in "\n\t" or unicodedata.category(c) not in ("Cc", "Cs") else "\ufffd" for c in text])


class SafeConsole(Console):
    """A console that prints words as words."""

    def print(self, *objects: Any, **more: Any) -> None:
        super().print(*[harmless(one) if isinstance(one, str) else one for one in objects], **more)
