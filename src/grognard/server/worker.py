"""The program of a worker process: ``python -m grognard.server.worker``, started by the server only.

Questions come on standard input, answers go to standard output, both pickled: they travel between two
processes of the same program and user, and nothing from outside is ever unpickled.
"""

from __future__ import annotations

import os
import sys

from grognard.server.thinking import work


def main() -> None:
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what a bot prints goes to the server's log, not among the answers
    work(sys.stdin.buffer, answers)


if __name__ == "__main__":
    main()
