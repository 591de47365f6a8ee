#!/usr/bin/env python3
"""Build the documentation site: ``python docs/build_site.py`` (``dev.py docs`` installs what it needs).

The pages are those of docs/, the papers at the root, and a reference of the packages made from their docstrings.
Zensical turns them into HTML; then every link is followed, and one that leads nowhere fails the build.
"""

from __future__ import annotations

import ast
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urldefrag

ROOT = Path(__file__).resolve().parents[1]
DOCS = ROOT / "docs"
PACKAGE = ROOT / "src" / "grognard"
OUT = ROOT / "out" / "docs"
PAPERS = {"README.md": "readme.md", "CONTRIBUTING.md": "contributing.md", "CHANGELOG.md": "changelog.md"}
"""Papers at the root that are pages too, and what these are called."""
REFERENCE = (
    "errors",
    "grid",
    "board",
    "engine",
    "rules",
    "evaluation",
    "laws",
    "referee",
    "bots",
    "simulate",
    "samples",
)
"""What programs build on. Games are read with their rulebooks, the server by its HTTP interface."""
LINK = re.compile(r"(\]\(|(?:href|src)=\")([^)\"#]+)(#[^)\"]*)?([)\"])")


def source_address() -> str:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return str(project["urls"]["Source"])


# --- pages -------------------------------------------------------------------------------------------


def write_pages(into: Path) -> None:
    """All pages as Markdown, with links that hold among them."""
    for path in sorted(DOCS.rglob("*")):
        inside = path.relative_to(DOCS)
        if path.is_dir() or path.suffix == ".py" or "__pycache__" in inside.parts:
            continue
        goal = into / inside
        goal.parent.mkdir(parents=True, exist_ok=True)
        if path.suffix == ".md":
            goal.write_text(with_links(path.read_text(encoding="utf-8"), path, inside), encoding="utf-8")
        else:
            shutil.copyfile(path, goal)
    for paper, page in PAPERS.items():
        text = (ROOT / paper).read_text(encoding="utf-8")
        (into / page).write_text(with_links(text, ROOT / paper, Path(page)), encoding="utf-8")
    (into / "api").mkdir()
    for name in REFERENCE:
        (into / "api" / f"{name}.md").write_text(reference(name), encoding="utf-8")


def with_links(text: str, path: Path, page: Path) -> str:
    """The text of a paper whose links to files lead to pages of the site, or to the source where it has none."""

    def changed(found: re.Match[str]) -> str:
        before, target, anchor, after = found[1], found[2], found[3] or "", found[4]
        if re.match(r"[a-z]+:", target):
            return found[0]
        goal = (path.parent / target).resolve()
        if not goal.is_relative_to(ROOT) or not goal.exists():
            return found[0]  # left as it is, for the check of links to complain of
        inside = goal.relative_to(ROOT)
        if str(inside) in PAPERS:
            place: Path | None = Path(PAPERS[str(inside)])
        elif goal.is_relative_to(DOCS) and goal.is_file() and goal.suffix != ".py":
            place = goal.relative_to(DOCS)
        else:
            place = None
        if place is None:
            return f"{before}{source_address()}/{inside.as_posix()}{anchor}{after}"
        up = "../" * (len(page.parts) - 1)
        name = place.as_posix()
        if before != "](":  # what is written in HTML is not looked at any further
            name = re.sub(r"\.md$", ".html", name)
        return f"{before}{up}{name}{anchor}{after}"

    # Pages of the site fit pictures to their width: a height must be a style to hold.
    return re.sub(r'height="(\d+)"', r'style="height: \1px; width: auto"', LINK.sub(changed, text))


# --- the reference -----------------------------------------------------------------------------------


def modules(name: str) -> list[Path]:
    place = PACKAGE / name
    return sorted(place.rglob("*.py")) if place.is_dir() else [place.with_suffix(".py")]


def reference(name: str) -> str:
    """A page with all that is public in a package, module by module, from its docstrings."""
    lines = [f"# grognard.{name}", ""]
    for path in modules(name):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        parts = list(members(tree))
        module = ".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts).removesuffix(".__init__")
        lines += [f"## {module}", "", *described(ast.get_docstring(tree)), *parts]
    return "\n".join(lines)


def members(tree: ast.Module) -> Iterator[str]:
    for node, following in zip(tree.body, [*tree.body[1:], None], strict=True):
        if isinstance(node, ast.ClassDef) and is_public(node.name):
            yield from class_part(node)
        elif isinstance(node, ast.FunctionDef) and is_public(node.name):
            yield from function_part(node, "###", node.name)
        elif (constant := assigned(node)) and is_public(constant) and (text := remark(following)):
            yield from (f"`{constant}`", "", *described(text))


def class_part(node: ast.ClassDef) -> Iterator[str]:
    bases = f"({', '.join(ast.unparse(base) for base in node.bases)})" if node.bases else ""
    yield from (f"### {node.name}", "", "```python", f"class {node.name}{bases}", "```", "")
    yield from described(ast.get_docstring(node))
    for inner, following in zip(node.body, [*node.body[1:], None], strict=True):
        if isinstance(inner, ast.FunctionDef) and is_public(inner.name) and ast.get_docstring(inner):
            yield from function_part(inner, "####", f"{node.name}.{inner.name}")
        elif (field := assigned(inner)) and is_public(field) and (text := remark(following)):
            yield from (f"`{node.name}.{field}`", "", *described(text))


def function_part(node: ast.FunctionDef, level: str, name: str) -> Iterator[str]:
    answer = f" -> {ast.unparse(node.returns)}" if node.returns else ""
    signature = f"def {node.name}({ast.unparse(node.args)}){answer}"
    yield from (f"{level} {name}", "", "```python", signature, "```", "", *described(ast.get_docstring(node)))


def is_public(name: str) -> bool:
    return not name.startswith("_")


def assigned(node: ast.AST) -> str:
    """The name that a line gives a value to, or only a type; empty if it is no such line."""
    if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
        return node.target.id
    if isinstance(node, ast.Assign) and len(node.targets) == 1 and isinstance(node.targets[0], ast.Name):
        return node.targets[0].id
    return ""


def remark(node: ast.AST | None) -> str:
    """The text of a line that is nothing but a text: it explains the one before."""
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
        return node.value.value
    return ""


def described(text: str | None) -> list[str]:
    """A docstring as Markdown: sessions in fences, names in single backticks, nothing that looks like HTML.

    >>> described("Adds ``a`` < b.")
    ['Adds `a` &lt; b.', '']
    """
    if not text:
        return []
    lines: list[str] = []
    session = False
    for line in text.strip().splitlines():
        plain = line.strip()
        if plain.startswith(">>>") and not session:
            session = True
            lines += ["", "```pycon"]
        elif session and not plain:
            session = False
            lines.append("```")
        if session:
            lines.append(plain)
        else:
            pieces = re.split(r"(`[^`]*`)", plain.replace("``", "`"))
            lines.append("".join(p if p.startswith("`") else p.replace("<", "&lt;") for p in pieces))
    return [*lines, *(["```"] if session else []), ""]


# --- the site ----------------------------------------------------------------------------------------


def settings(pages: str) -> str:
    """mkdocs.yml: what Zensical is to make."""
    title = re.compile(r"^# (.+)$", re.MULTILINE)

    def named(page: Path) -> str:
        found = title.search((OUT / pages / page).read_text(encoding="utf-8"))
        return (found[1] if found else page.stem).replace('"', "'")

    def entry(page: Path) -> str:
        return f'      - "{named(page)}": {page.as_posix()}'

    folder = OUT / pages
    top = [p.relative_to(folder) for p in sorted(folder.glob("*.md")) if p.name != "index.md"]
    groups = {"Documentation": top}
    for heading, sub in (("Maps", "maps"), ("Studies", "studies"), ("Decisions", "decisions")):
        groups[heading] = [p.relative_to(folder) for p in sorted((folder / sub).glob("*.md"))]
    groups["Reference"] = [Path("api", f"{name}.md") for name in REFERENCE]
    nav = ["  - Home: index.md"]
    for heading, found in groups.items():
        nav += [f"  - {heading}:", *(entry(page) for page in found)]
    return "\n".join(
        [
            "site_name: Grognard",
            "site_description: Operational board wargames with every rule enforced",
            f"docs_dir: {pages}",
            "site_dir: site",
            "use_directory_urls: false",
            "theme:",
            "  name: material",
            "  font: false",
            "  features: [navigation.top, content.code.copy]",
            "nav:",
            *nav,
            "",
        ]
    )


def build() -> Path:
    """Make the site; the folder it is in. Raises CalledProcessError if Zensical finds a page without its goal."""
    shutil.rmtree(OUT, ignore_errors=True)
    (OUT / "pages").mkdir(parents=True)
    write_pages(OUT / "pages")
    (OUT / "mkdocs.yml").write_text(settings("pages"), encoding="utf-8")
    subprocess.run([sys.executable, "-m", "zensical", "build", "--strict"], cwd=OUT, check=True)
    return OUT / "site"


class Page(HTMLParser):
    """The links of a page, and the places in it that links can lead to."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.links: list[str] = []
        self.places: set[str] = set()
        self.feed(text)

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        found = dict(attributes)
        self.places.update(value for key in ("id", "name") if (value := found.get(key)))
        if tag in ("a", "img", "script", "source"):
            self.links += [value for key in ("href", "src") if (value := found.get(key))]


def broken_links(site: Path) -> list[str]:
    """Every link of a site that leads to no file, or to no place in it."""
    pages = {path.resolve(): Page(path.read_text(encoding="utf-8")) for path in site.rglob("*.html")}
    wrong = []
    for path, page in pages.items():
        if path.name == "404.html":
            continue
        for link in page.links:
            if re.match(r"[a-z]+:|//", link):
                continue
            address, anchor = urldefrag(link)
            goal = (path.parent / unquote(address)).resolve() if address else path
            if goal.is_dir():
                goal = goal / "index.html"
            if not goal.is_file():
                wrong.append(f"{path.relative_to(site.resolve())}: {link} leads nowhere")
            elif anchor and goal in pages and unquote(anchor) not in pages[goal].places:
                wrong.append(f"{path.relative_to(site.resolve())}: {link} leads to no place on that page")
    return sorted(set(wrong))


def main() -> int:
    site = build()
    wrong = broken_links(site)
    for line in wrong:
        print(line, file=sys.stderr)
    print(f"{len(list(site.rglob('*.html')))} pages in {site}; {len(wrong) or 'no'} broken links")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
