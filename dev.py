#!/usr/bin/env python3
"""Grognard from a fresh clone, with nothing but Python 3.11 or newer.

    python3 dev.py play [arguments]    play in the browser ("grognard play")
    python3 dev.py test [arguments]    every check: ruff, mypy, import-linter, the page's, pytest
    python3 dev.py test --fast         the unit and rule tests, without the page: while you work
    python3 dev.py web                 build the page to play on
    python3 dev.py run COMMAND ...     any grognard command ("run --help" lists them)
    python3 dev.py bench [arguments]   the benchmarks
    python3 dev.py docs                the documentation as a site, every link checked

The first run creates .venv next to this file and installs Grognard and everything it needs there, in
the versions pinned by constraints.txt; later runs start at once. It reinstalls only when pyproject.toml
or constraints.txt has changed. Nothing outside this folder is touched, except for two Debian packages
that it installs with apt-get if you are root and they are missing: python3-venv, and chromium for the
tests.

The page is built with the Node on your machine, or with Node from a Python package; GROGNARD_SKIP_WEB=1
skips it. Its tests need the Chromium browser: installed with apt-get if you are root, otherwise you get
a hint.

Arguments of "test" go to pytest: "python3 dev.py test -k marne -x" runs fewer tests. All checks
run even if one fails; the exit code is 0 only if all of them pass.

Trouble? Delete .venv and run it again.
"""

# Only the standard library, and no syntax newer than Python 3.7: an old Python must get as far as
# the sentence that tells it is too old.

from __future__ import annotations

import hashlib
import importlib.util
import os
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

ROOT = Path(__file__).resolve().parent
VENV = ROOT / ".venv"
BIN = VENV / ("Scripts" if os.name == "nt" else "bin")
EXE = ".exe" if os.name == "nt" else ""
PYTHON = BIN / ("python" + EXE)
STAMP = VENV / "grognard-installed.txt"
OLDEST = (3, 11)


class Trouble(Exception):
    """Something the user has to know or to fix; shown as a sentence, without a traceback."""


def say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


# --- the virtual environment -------------------------------------------------------------------------


def prepare(extra: str) -> None:
    """Make .venv and install into it, as far as that has not been done. ``extra`` may be empty."""
    ensure_venv()
    installed = read_stamp()
    if installed is not None and extra in installed:
        return
    # What was there stays there: "play" after "test" must not make the next "test" install again.
    extras = sorted({extra, *(installed or ())} - {""})
    install(extras)
    STAMP.write_text("\n".join([fingerprint(), *extras]) + "\n", encoding="utf-8")


def ensure_venv() -> None:
    if VENV.exists() and not (VENV / "pyvenv.cfg").is_file():
        raise Trouble(f"{VENV} exists but is not a virtual environment. Move it away and run this again.")
    if VENV.exists() and not venv_works():
        say(f"{VENV} no longer works (its Python is gone or too old); creating a new one.")
        shutil.rmtree(VENV)
    if not VENV.exists():
        make_venv()
    elif not venv_has("pip"):
        require_ensurepip()
        run_or_trouble([str(PYTHON), "-m", "ensurepip", "--upgrade"], "pip could not be installed into .venv")


def venv_works() -> bool:
    """Does .venv have a Python that runs, is new enough and takes this folder for its own?"""
    code = f"import sys; print(sys.version_info >= {OLDEST}, sys.prefix)"
    try:
        answer = subprocess.run([str(PYTHON), "-c", code], capture_output=True, text=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        return False
    new_enough, _, prefix = answer.stdout.strip().partition(" ")
    return new_enough == "True" and Path(prefix).resolve() == VENV.resolve()


def venv_has(module: str) -> bool:
    return subprocess.run([str(PYTHON), "-c", f"import {module}"], capture_output=True).returncode == 0


def make_venv() -> None:
    require_ensurepip()
    say(f"Creating {VENV} ...")
    command = [sys.executable, "-m", "venv", str(VENV)]
    try:
        run_or_trouble(command, ".venv could not be created")
    except (Trouble, KeyboardInterrupt):
        shutil.rmtree(VENV, ignore_errors=True)  # half an environment would only confuse the next call
        raise


def require_ensurepip() -> None:
    """Debian splits Python: without python3-venv there is no ensurepip, and no way to get pip."""
    if has_ensurepip():
        return
    package = "python{}.{}-venv".format(*sys.version_info)
    if not is_system_python() or shutil.which("apt-get") is None:
        raise Trouble(
            f"this Python ({sys.executable}) lacks the module ensurepip. "
            "Install a complete Python 3.11 or newer and use that."
        )
    if not is_root():
        raise Trouble(
            f"one Debian package is missing. Install it and run this again:\n\n    sudo apt-get install {package}\n"
        )
    say(f"Installing the Debian package {package} ...")
    apt_install(package)
    importlib.invalidate_caches()
    if not has_ensurepip():
        raise Trouble(f"{package} is installed, but Python still lacks ensurepip.")


def apt_install(package: str) -> None:
    environment = dict(os.environ, DEBIAN_FRONTEND="noninteractive")
    install_it = ["apt-get", "install", "-y", "-qq", "--no-install-recommends", package]
    # A fresh machine has no package lists yet; one that has them need not fetch them again.
    if subprocess.run(install_it, env=environment, capture_output=True).returncode != 0:
        subprocess.run(["apt-get", "update", "-qq"], env=environment)
        run_or_trouble(install_it, f"apt-get could not install {package}", environment)


def has_ensurepip() -> bool:
    spec = importlib.util.find_spec("ensurepip")
    return spec is not None and spec.origin is not None  # an empty left-over folder has no origin


def is_system_python() -> bool:
    """Is it the distribution's own Python, which apt-get can complete?"""
    return sysconfig.get_config_var("prefix") == "/usr" or sys.base_prefix == "/usr"


def is_root() -> bool:
    return hasattr(os, "geteuid") and os.geteuid() == 0


# --- installing --------------------------------------------------------------------------------------


def fingerprint() -> str:
    """Changes when an installation is out of date; also when the folder has been moved or copied."""
    mix = hashlib.sha256(str(ROOT).encode())
    for name in ("pyproject.toml", "constraints.txt"):
        mix.update((ROOT / name).read_bytes())
    return mix.hexdigest()


def read_stamp() -> set[str] | None:
    """The extras that are installed and up to date ("" stands for Grognard itself), or None."""
    try:
        lines = STAMP.read_text(encoding="utf-8").split()
    except OSError:
        return None
    if not lines or lines[0] != fingerprint():
        return None
    return {"", *lines[1:]}


def install(extras: list[str]) -> None:
    say("Installing Grognard into .venv; the first time takes a minute ...")
    STAMP.unlink(missing_ok=True)  # an interrupted installation must not look like a finished one
    target = str(ROOT) + (f"[{','.join(extras)}]" if extras else "")
    command = [str(PYTHON), "-m", "pip", "install", "--quiet", "--no-input", "--disable-pip-version-check"]
    command += ["--constraint", str(ROOT / "constraints.txt"), "--editable", target]
    run_or_trouble(command, "pip could not install what Grognard needs (is there a network?)")


def run_or_trouble(command: list[str], complaint: str, environment: dict[str, str] | None = None) -> None:
    """Run a command whose output only matters when it fails."""
    done = subprocess.run(
        command, env=environment, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )
    if done.returncode != 0:
        raise Trouble(f"{complaint}. It said:\n\n{done.stdout.strip()}\n")


# --- the commands ------------------------------------------------------------------------------------


def play(arguments: list[str]) -> int:
    prepare("")
    build_web()
    return run(["play", *arguments])


def web(arguments: list[str]) -> int:
    prepare("")
    return 0 if build_web() else 1


def build_web() -> bool:
    """Build the page to play on, if it is not up to date; without it, the rest still works."""
    script = ROOT / "web" / "build.py"
    if not script.is_file() or os.environ.get("GROGNARD_SKIP_WEB", "") not in ("", "0"):
        return True
    ask = "import runpy, sys; sys.exit(runpy.run_path(sys.argv[1])['needs_package']())"
    if subprocess.run([str(PYTHON), "-c", ask, str(script)]).returncode != 0:
        prepare("web")
    done = subprocess.run([str(PYTHON), str(script)], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if done.returncode != 0:
        say(f"The page could not be built, so the browser will show nothing.\n{done.stdout.strip()}")
    return done.returncode == 0


def ensure_chromium() -> None:
    """The browser that the tests of the page drive; they are skipped where it cannot be had."""
    if os.environ.get("GROGNARD_SKIP_WEB", "") not in ("", "0"):
        return
    if any(shutil.which(name) for name in ("chromium", "chromium-browser", "google-chrome")):
        return
    if shutil.which("apt-get") is None or not is_root():
        say("Without Chromium the page's tests are skipped (sudo apt-get install chromium).")
        return
    say("Installing the Debian package chromium for the page's tests ...")
    apt_install("chromium")


def run(arguments: list[str]) -> int:
    prepare("draw" if arguments[:1] == ["map"] else "")  # a map may be wanted as PNG or PDF
    return hand_over([str(BIN / ("grognard" + EXE)), *arguments])


def bench(arguments: list[str]) -> int:
    if not (ROOT / "benchmarks" / "__main__.py").is_file():
        raise Trouble("there are no benchmarks yet (benchmarks/__main__.py is missing)")
    prepare("bench")
    return hand_over([str(BIN / ("grognard" + EXE)), "bench", *arguments])


def docs(arguments: list[str]) -> int:
    prepare("docs")
    return subprocess.run([str(PYTHON), str(ROOT / "docs" / "build_site.py"), *arguments], cwd=ROOT).returncode


def test(arguments: list[str]) -> int:
    prepare("dev")
    fast = "--fast" in arguments
    if fast:
        os.environ["GROGNARD_SKIP_WEB"] = "1"
        arguments = ["-m", "not slow", *(one for one in arguments if one != "--fast")]
    ensure_chromium()
    built = build_web()
    checks = {
        "ruff": [str(PYTHON), "-m", "ruff", "check", "."],
        "format": [str(PYTHON), "-m", "ruff", "format", "--check", "."],
        "mypy": [str(PYTHON), "-m", "mypy"],
        "import-linter": [str(BIN / ("lint-imports" + EXE)), "--no-logo"],
    }
    skip_web = os.environ.get("GROGNARD_SKIP_WEB", "") not in ("", "0")
    if (ROOT / "web" / "build.py").is_file() and not skip_web:
        checks["page"] = [str(PYTHON), str(ROOT / "web" / "build.py"), "check"]
    failed = [] if built else ["building the page"]
    for name, command in checks.items():
        print(f"== {name}", flush=True)
        if subprocess.run(command, cwd=ROOT).returncode != 0:
            failed.append(name)
    print("== pytest", flush=True)
    code, closing_line = run_pytest(arguments)
    if failed:
        # pytest's last line alone would look like success.
        print(f"\n== failed before pytest: {', '.join(failed)}\n{closing_line}", flush=True)
    return code or (1 if failed else 0)


def run_pytest(arguments: list[str]) -> tuple[int, str]:
    """pytest's exit code and its closing line; its output goes on to the terminal as it comes."""
    colour = "yes" if sys.stdout.isatty() else "auto"
    command = [str(PYTHON), "-m", "pytest", "-n", "auto", f"--color={colour}", *arguments]
    process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE)
    assert process.stdout is not None
    tail = b""
    try:
        while True:
            piece = os.read(process.stdout.fileno(), 65536)
            if not piece:
                break
            sys.stdout.buffer.write(piece)
            sys.stdout.buffer.flush()
            tail = (tail + piece)[-2000:]
    except KeyboardInterrupt:
        process.wait()  # pytest got the same Ctrl-C and closes in its own way
        raise
    lines = tail.decode("utf-8", "replace").strip().splitlines()
    return process.wait(), lines[-1] if lines else ""


def hand_over(command: list[str]) -> int:
    """Become the command, so that Ctrl-C and the terminal are its own."""
    if os.name != "nt":
        os.execv(command[0], command)
    return subprocess.run(command).returncode


COMMANDS = {"play": play, "test": test, "web": web, "run": run, "bench": bench, "docs": docs}


def main(arguments: list[str]) -> int:
    if sys.version_info < OLDEST:
        say("dev.py: Grognard needs Python {}.{} or newer; this is {}.{}.".format(*OLDEST, *sys.version_info))
        return 2
    if not arguments or arguments[0] in ("-h", "--help", "help"):
        print(__doc__.strip())
        return 0
    command = COMMANDS.get(arguments[0])
    if command is None:
        say(f"dev.py: there is no command '{arguments[0]}'; there are {', '.join(COMMANDS)} (see --help)")
        return 2
    try:
        return command(arguments[1:])
    except Trouble as trouble:
        say(f"dev.py: {trouble}")
        return 2
    except KeyboardInterrupt:
        say("dev.py: interrupted")
        return 130


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
