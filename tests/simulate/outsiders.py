"""Programs that play, well or badly: outside bots for the tests."""

from __future__ import annotations

import sys
from pathlib import Path

GOOD = """
import json, os, signal, sys, time
asked = 0
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        print(json.dumps({"type": "ready"}), flush=True)
    elif message["type"] == "decide":
        asked += 1
        action = message["actions"][-1]
        BEFORE
        print(json.dumps({"id": message["id"], "action": action}), flush=True)
    elif message["type"] == "over":
        break
"""


def program(folder: Path, before: str = "pass", name: str = "bot") -> str:
    """The bot ``program:...`` whose answers are the last action on the list; ``before`` is done before each."""
    path = folder / f"{name}.py"
    path.write_text(GOOD.replace("BEFORE", before.replace("\n", "\n        ")), encoding="utf-8")
    return f"program:{sys.executable} {path}"


def killer(folder: Path) -> str:
    """A program that notes each game it begins, and kills the process that plays in the middle of the first.

    Its parent is the worker: so the worker is lost while it plays, at a place that is always the same.
    """
    begun, killed = folder / "begun", folder / "killed"
    before = (
        f'if asked == 1: open({str(begun)!r}, "a").write("x")\n'
        "if asked == 12:\n"
        "    try:\n"
        f'        note = open({str(killed)!r}, "x")\n'
        "    except FileExistsError:\n"  # two games may come here together: only one is lost
        "        pass\n"
        "    else:\n"
        "        note.write(str(os.getppid()))\n"
        "        note.close()\n"
        "        os.kill(os.getppid(), signal.SIGKILL)\n"
        "        sys.exit()"
    )
    return program(folder, before, "killer")
