"""The pages about maps tell the truth: their links lead somewhere, their pictures are there and small."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from grognard.board.drawing.styles import PATTERNS

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
PAGES = [ROOT / "README.md", ROOT / "atlas" / "LICENCES.md", DOCS / "index.md", DOCS / "maps.md"]
PAGES += sorted((DOCS / "maps").glob("*.md"))
FIVE = {"soissons-1918", "friedensturm-1918", "hannut-1940", "somme-1916", "marne-1914"}
LINK = re.compile(r'(?:\]\(|href="|src=")([^)"#]+)')


def test_every_map_has_its_page_and_its_pictures() -> None:
    assert {page.stem for page in (DOCS / "maps").glob("*.md")} == FIVE
    overview = (DOCS / "maps.md").read_text(encoding="utf-8")
    for game in FIVE:
        assert f"maps/{game}.md" in overview
        assert f"pictures/{game}.png" in overview
        assert f"pictures/{game}" in (DOCS / "maps" / f"{game}.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    links = [link for link in LINK.findall(page.read_text(encoding="utf-8")) if "://" not in link]
    assert links
    assert [link for link in links if not (page.parent / link).exists()] == []


@pytest.mark.parametrize("picture", sorted((DOCS / "pictures").glob("*.png")), ids=lambda path: path.stem)
def test_pictures_are_small_and_can_be_made_again(picture: Path) -> None:
    assert picture.stat().st_size < 250_000
    if picture.stem.startswith("page-"):
        assert f'"{picture.stem.removeprefix("page-")}' in (ROOT / "tests" / "web" / "pictures.py").read_text()
    else:
        assert f'"{picture.stem}": (' in (DOCS / "pictures" / "make.py").read_text(encoding="utf-8")


def test_every_pattern_is_told() -> None:
    line = next(line for line in (DOCS / "maps.md").read_text(encoding="utf-8").splitlines() if "`pattern`" in line)
    for pattern in PATTERNS:
        assert pattern in line


def test_holders_and_licences_stand_on_the_map_and_in_the_list() -> None:
    licences = (ROOT / "atlas" / "LICENCES.md").read_text(encoding="utf-8")
    for game in FIVE:
        text = (ROOT / f"src/grognard/games/{game.replace('-', '_')}/map/board.toml").read_text(encoding="utf-8")
        holder = "OpenStreetMap contributors" if game == "hannut-1940" else "IGN"
        assert f"© {holder}" in text
        assert f"© {holder}" in licences
        assert game in licences
