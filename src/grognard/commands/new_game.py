"""``grognard new-game``: a running hex game of your own, from a template."""

from __future__ import annotations

import importlib.util
import keyword
import re
from pathlib import Path
from typing import Annotated

import typer

from grognard.commands.common import map_slugs, out
from grognard.errors import NotUnderstood

TEMPLATE = "skirmish"
"""The sample game that a new game begins as."""
NAME = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")


def new_game(
    name: Annotated[str, typer.Argument(metavar="NAME", help="Such as verdun-1916: small letters, digits, dashes.")],
    title: Annotated[str, typer.Option("--title", help="What players call it; default: from the name.")] = "",
    into: Annotated[
        Path | None, typer.Option("--into", metavar="FOLDER", help="Where to put it; default: a folder NAME here.")
    ] = None,
) -> None:
    """Start a game of your own: a small hex game that runs, with its data, tests and entry point.

    Replace its rules, map and units step by step; docs/add-a-game.md explains each of them.

    Examples:

    - `grognard new-game verdun-1916` makes the folder verdun-1916; `pip install -e verdun-1916` installs the game.

    - `grognard new-game verdun-1916 --title "Verdun, 1916" --into ~/games/verdun`
    """
    package = name.replace("-", "_")
    if not NAME.fullmatch(name) or keyword.iskeyword(package):
        raise NotUnderstood(f"'{name}' cannot be a name: use small letters, digits and dashes, such as verdun-1916")
    if not title.isprintable() or '"' in title or "\\" in title:
        raise NotUnderstood("a title goes into code and data: leave out quotation marks and backslashes")
    if name in map_slugs():
        raise NotUnderstood(f"there is already a game '{name}'")
    if importlib.util.find_spec(package) is not None:
        raise NotUnderstood(f"Python already has a module '{package}': choose another name")
    folder = into or Path(name)
    if folder.exists() and any(folder.iterdir() if folder.is_dir() else [folder]):
        raise NotUnderstood(f"{folder} already exists")
    write(folder, name, package, title or name.replace("-", " ").title())
    console = out()
    console.print(f"{folder}: a game that runs. Next:", markup=False)
    for line in (f"pip install -e {folder}", f"grognard check {name}", f"grognard play {name}"):
        console.print(f"  {line}", markup=False, soft_wrap=True)


def write(folder: Path, name: str, package: str, title: str) -> None:
    import grognard.samples

    source = Path(grognard.samples.__file__).parent / TEMPLATE
    words = {
        f"grognard.samples.{TEMPLATE}": package,
        f'slug = "{TEMPLATE}"': f'slug = "{name}"',
        f'name = "{TEMPLATE}"': f'name = "{name}"',
        f'title = "{TEMPLATE.title()}"': f'title = "{title}"',
        f"{TEMPLATE.title()}, a small hex game: see game.py.": f"{title}: see game.py.",
        f"The rules of {TEMPLATE.title()}.": f"The rules of {title}.",
        f"{TEMPLATE.title()}: its": f"{title}: its",
        f"What {TEMPLATE.title()} is": f"What {title} is",
        TEMPLATE.title(): "".join(part.capitalize() for part in name.split("-")),
        "PACKAGE": package,
        "SLUG": name,
        "TITLE": title,
    }
    project = {"test_game.py": "tests/test_game.py"}
    for path in sorted(source.rglob("*")):
        inside = path.relative_to(source)
        if path.is_dir() or "__pycache__" in inside.parts:
            continue
        if inside.parts[0] == "project":
            goal = folder / project.get(inside.stem, inside.stem)
        else:
            goal = folder / "src" / package / inside
        text = path.read_text(encoding="utf-8")
        for old, new in words.items():
            text = text.replace(old, new)
        goal.parent.mkdir(parents=True, exist_ok=True)
        goal.write_text(text, encoding="utf-8")
