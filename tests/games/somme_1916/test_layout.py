"""The rules stand where the book has them, and rulings are named for what is true when they are true."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from grognard.games.somme_1916 import rules

FOLDER = Path(rules.__file__).parent


def modules(folder: Path) -> set[str]:
    return {path.stem for path in folder.glob("*.py")} - {"__init__"}


def chapters() -> Iterator[tuple[str, set[str]]]:
    """Rows of the table in ``rules/__init__.py``: a chapter's module or package, and the package's modules."""
    for name, inside in re.findall(r"^ +\d+  (\w+)(?:: (.*))?$", rules.__doc__ or "", re.MULTILINE):
        yield name, {word.strip() for word in inside.split(",")} - {""}


def test_the_table_of_chapters_names_every_module() -> None:
    table = dict(chapters())
    packages = {path.parent.name for path in FOLDER.glob("*/__init__.py")}
    assert table.keys() == modules(FOLDER) | packages
    for name, inside in table.items():
        assert inside == modules(FOLDER / name), name


def test_the_packages_name_the_sections_of_their_modules() -> None:
    for path in FOLDER.glob("*/__init__.py"):
        text = path.read_text()
        for module in modules(path.parent):
            assert re.search(rf"^ .*\b{module}\b", text, re.MULTILINE), f"{path.parent.name}.{module}"


def test_no_ruling_is_named_for_its_refusal() -> None:
    """`may_move` reads right where it is asked; `why_no_move` would be true when the move is allowed."""
    found = []
    for path in FOLDER.parent.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.FunctionDef) and isinstance(node.returns, ast.Name) and node.returns.id == "Ruling":
                found.append(node.name)
    assert "may_move" in found
    assert [name for name in found if re.match(r"why|no_|not_|cannot", name)] == []
