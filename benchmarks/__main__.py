"""``python -m benchmarks`` from the root of the source tree: the same as ``grognard bench``."""

import sys

from grognard.cli import app

if __name__ == "__main__":
    app(["bench", *sys.argv[1:]], prog_name="grognard")
