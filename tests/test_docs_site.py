"""The documentation as a site: every page and every public name is in it, and no link leads nowhere."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType

import pytest

import grognard.engine

ROOT = Path(__file__).parents[1]


@pytest.fixture(scope="module")
def site() -> ModuleType:
    spec = importlib.util.spec_from_file_location("grognard_build_site", ROOT / "docs" / "build_site.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def pages(site: ModuleType, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("pages")
    site.write_pages(folder)
    return folder


def test_every_paper_is_a_page(pages: Path) -> None:
    papers = {path.relative_to(ROOT / "docs") for path in (ROOT / "docs").rglob("*.md")}
    made = {path.relative_to(pages) for path in pages.rglob("*.md")}
    assert papers | {Path("readme.md"), Path("changelog.md"), Path("contributing.md")} <= made


def test_the_reference_has_every_public_name_of_the_engine(pages: Path) -> None:
    text = (pages / "api" / "engine.md").read_text(encoding="utf-8")
    classes = [name for name in grognard.engine.__all__ if isinstance(getattr(grognard.engine, name), type)]
    assert len(classes) > 20
    assert [name for name in classes if f"### {name}\n" not in text] == []
    assert "#### Match.play\n" in text
    assert "Play an action and go on to the next decision" in text


def test_links_lead_to_pages_or_to_the_source(site: ModuleType, pages: Path) -> None:
    text = (pages / "add-a-game.md").read_text(encoding="utf-8")
    assert f"]({site.source_address()}/src/grognard/samples/night_patrol)" in text
    assert "](../src" not in text
    assert "](readme.md)" in (pages / "index.md").read_text(encoding="utf-8")
    assert "](../maps.md" in (pages / "maps" / "marne-1914.md").read_text(encoding="utf-8")


def test_docstrings_become_markdown(site: ModuleType) -> None:
    text = 'Adds ``a`` < b.\n\n>>> 1 + 1\n2\n\nMore.'
    assert site.described(text) == ["Adds `a` &lt; b.", "", "", "```pycon", ">>> 1 + 1", "2", "```", "", "More.", ""]


def test_broken_links_are_found(site: ModuleType, tmp_path: Path) -> None:
    page = '<h2 id="top"></h2><a href="b.html#here">x</a><img src="no.png">'
    (tmp_path / "a.html").write_text(page, encoding="utf-8")
    (tmp_path / "b.html").write_text('<a href="a.html#top">x</a><a href="https://x.y/z">x</a>', encoding="utf-8")
    assert site.broken_links(tmp_path) == [
        "a.html: b.html#here leads to no place on that page",
        "a.html: no.png leads nowhere",
    ]


def test_the_site_is_built_and_all_its_links_hold(
    site: ModuleType, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    pytest.importorskip("zensical")
    monkeypatch.setattr(site, "OUT", tmp_path / "docs")
    made = site.build()
    assert site.broken_links(made) == []
    assert (made / "api" / "rules.html").is_file()
