"""Our English: no text that a player or a reader sees uses words that sound translated."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
BANNED = re.compile(
    r"\b(anew|so many|shall|mend(s|ed|ing)?|is told|be it by|so-manieth|it is not for|as one likes|taken to be)\b",
    re.IGNORECASE,
)
PAPERS = ("*.md", "docs/**/*.md", "web/README.md")
DATA = ("src/**/*.toml", "src/**/*.md", "src/**/*.csv")
PAGE = ("web/src/**/*.svelte", "web/src/**/*.ts", "web/index.html")


def files(*patterns: str) -> Iterator[Path]:
    for pattern in patterns:
        yield from sorted(path for path in ROOT.glob(pattern) if path.name != "schema.d.ts" and "map" not in path.parts)


def found_in(text: str) -> list[str]:
    return [line.strip() for line in text.splitlines() if BANNED.search(line)]


@pytest.mark.parametrize("patterns", [PAPERS, DATA, PAGE], ids=["papers", "data", "page"])
def test_papers_data_and_page(patterns: tuple[str, ...]) -> None:
    texts = {str(path.relative_to(ROOT)): path.read_text("utf-8") for path in files(*patterns)}
    found = {name: lines for name, text in texts.items() if (lines := found_in(text))}
    assert found == {}


def test_texts_in_the_code() -> None:
    """Prompts, refusals, help and docstrings: every text in the package."""
    found: dict[str, list[str]] = {}
    for path in [*files("src/**/*.py"), ROOT / "dev.py"]:
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and found_in(node.value):
                found.setdefault(str(path.relative_to(ROOT)), []).extend(found_in(node.value))
    assert found == {}


def test_the_words_are_found() -> None:
    assert found_in("One is told so many things.\nCommander, amend it.") == ["One is told so many things."]
