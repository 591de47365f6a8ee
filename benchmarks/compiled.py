"""Compile engine, rules and games with mypyc in a copy, and replay the golden games on what comes out.

    python -m benchmarks.compiled [--keep FOLDER] [--opt 2]

Nothing here is shipped: the compiled wheel is still to come. This shows that the source keeps the form that
a compiler takes as it is. Modules that declare msgspec Structs stay interpreted, because mypyc drops the
annotations that they live by; so do the declaration of a game, what people see (pages, messages) and what
bots value.
"""

from __future__ import annotations

import argparse
import importlib
import os
import pkgutil
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import msgspec

ROOT = Path(__file__).parent.parent
PACKAGES = (
    "grognard.grid",
    "grognard.engine",
    "grognard.rules",
    "grognard.games.friedensturm_1918",
    "grognard.games.hannut_1940",
    "grognard.games.marne_1914",
    "grognard.games.soissons_1918",
    "grognard.games.somme_1916",
)
INTERPRETED = ("evaluation", "page", "guide", "messages", "verbs", "checks", "charts")
"""Parts of a game that no rule waits for."""
DECLARATION = "game"
"""Names the functions of a game as parts of its class: a compiled one would not find them behind its base's own."""
SETUP = """
from setuptools import setup
from mypyc.build import mypycify
setup(name="grognard_compiled", package_dir={{"": "src"}}, packages=[],
      ext_modules=mypycify(["--config-file", "mypy.ini", *{modules!r}], multi_file=True, opt_level="{opt}"))
"""
CONFIG = "[mypy]\npython_version = 3.11\nmypy_path = src\nexplicit_package_bases = True\nstrict = True\n"
REPLAY = """
import pathlib, sys, time
import grognard, grognard.engine.match as m
assert m.__file__.endswith(".so"), m.__file__
began = time.process_time()
actions = 0
for file in sorted(pathlib.Path(sys.argv[1]).glob("*/golden/*.json")):
    match = grognard.load(file)
    assert match.outcome is not None, file
    actions += match.number
print(f"{actions} actions of golden games replayed in {time.process_time() - began:.1f} s")
"""


def modules_of(package: str) -> list[str]:
    """The modules of a package that are compiled, as names."""
    found = importlib.import_module(package)
    names = [info.name for info in pkgutil.walk_packages(found.__path__, f"{package}.") if not info.ispkg]
    left = {*INTERPRETED, DECLARATION} if package.startswith("grognard.games.") else set(INTERPRETED)
    return [name for name in names if not set(name.split(".")) & left and not declares_structs(name)]


def declares_structs(name: str) -> bool:
    module = importlib.import_module(name)
    own = [thing for thing in vars(module).values() if isinstance(thing, type) and thing.__module__ == name]
    return any(issubclass(thing, msgspec.Struct) for thing in own)


def compile_into(folder: Path, opt: str) -> None:
    shutil.copytree(ROOT / "src", folder / "src", ignore=shutil.ignore_patterns("__pycache__", "static"))
    names = [name for package in PACKAGES for name in modules_of(package)]
    paths = [f"src/{name.replace('.', '/')}.py" for name in names]
    (folder / "mypy.ini").write_text(CONFIG)
    (folder / "setup.py").write_text(SETUP.format(modules=paths, opt=opt))
    print(f"compiling {len(paths)} modules ...", flush=True)
    command = [sys.executable, "setup.py", "-q", "build_ext", "--inplace", "-j", str(os.cpu_count() or 1)]
    built = subprocess.run(command, cwd=folder, capture_output=True, text=True)
    if built.returncode:
        raise SystemExit(built.stdout[-4000:] + built.stderr[-4000:])


def replay(folder: Path) -> None:
    environment = dict(os.environ, PYTHONPATH=str(folder / "src"))
    command = [sys.executable, "-c", REPLAY, str(ROOT / "tests" / "games")]
    if subprocess.run(command, env=environment, cwd=folder).returncode:
        raise SystemExit("the compiled engine does not replay the golden games")


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--keep", type=Path, help="an empty folder for the compiled copy, to look at or to measure")
    parser.add_argument("--opt", default="1", choices=("0", "1", "2", "3"), help="how hard the C compiler works")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        folder = given.keep or Path(temporary)
        folder.mkdir(parents=True, exist_ok=True)
        compile_into(folder, given.opt)
        replay(folder)


if __name__ == "__main__":
    main()
