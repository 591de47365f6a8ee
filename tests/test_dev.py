"""dev.py: what it does when .venv, or Python itself, is not as it should be."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

import dev


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project folder of its own, with a .venv that only exists as a path."""
    monkeypatch.setattr(dev, "ROOT", tmp_path)
    monkeypatch.setattr(dev, "VENV", tmp_path / ".venv")
    monkeypatch.setattr(dev, "PYTHON", tmp_path / ".venv" / "bin" / "python")
    monkeypatch.setattr(dev, "STAMP", tmp_path / ".venv" / "grognard-installed.txt")
    (tmp_path / "pyproject.toml").write_text("one", encoding="utf-8")
    (tmp_path / "constraints.txt").write_text("two", encoding="utf-8")
    return tmp_path


@pytest.fixture
def installs(home: Path, monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """The extras of each installation that would have been made."""
    calls: list[list[str]] = []
    (home / ".venv").mkdir()
    monkeypatch.setattr(dev, "ensure_venv", lambda: None)
    monkeypatch.setattr(dev, "install", calls.append)
    return calls


def test_installs_once(installs: list[list[str]]) -> None:
    dev.prepare("")
    dev.prepare("")
    assert installs == [[]]


def test_a_new_extra_is_added_to_the_old_ones(installs: list[list[str]]) -> None:
    dev.prepare("dev")
    dev.prepare("bench")
    dev.prepare("dev")
    dev.prepare("")
    assert installs == [["dev"], ["bench", "dev"]]


@pytest.mark.parametrize("name", ["pyproject.toml", "constraints.txt"])
def test_installs_again_when_a_file_changed(home: Path, installs: list[list[str]], name: str) -> None:
    dev.prepare("")
    (home / name).write_text("changed", encoding="utf-8")
    dev.prepare("")
    assert len(installs) == 2


def test_a_moved_folder_needs_a_new_install(
    installs: list[list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    dev.prepare("")
    old = dev.fingerprint()
    other = dev.ROOT / "moved"
    other.mkdir()
    for name in ("pyproject.toml", "constraints.txt"):
        (other / name).write_bytes((dev.ROOT / name).read_bytes())
    monkeypatch.setattr(dev, "ROOT", other)
    assert dev.fingerprint() != old
    assert dev.read_stamp() is None


def test_a_folder_that_is_no_environment_is_left_alone(home: Path) -> None:
    (home / ".venv").mkdir()
    (home / ".venv" / "diary.txt").write_text("dear", encoding="utf-8")
    with pytest.raises(dev.Trouble, match="is not a virtual environment"):
        dev.ensure_venv()
    assert (home / ".venv" / "diary.txt").exists()


def test_a_broken_environment_is_made_anew(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (home / ".venv").mkdir()
    (home / ".venv" / "pyvenv.cfg").touch()
    made: list[bool] = []
    monkeypatch.setattr(dev, "make_venv", lambda: made.append((home / ".venv").exists()))
    dev.ensure_venv()
    assert made == [False]


def test_without_ensurepip_the_missing_package_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dev, "has_ensurepip", lambda: False)
    monkeypatch.setattr(dev, "is_system_python", lambda: True)
    monkeypatch.setattr(dev, "is_root", lambda: False)
    monkeypatch.setattr("shutil.which", lambda name: f"/usr/bin/{name}")
    with pytest.raises(dev.Trouble, match=r"sudo apt-get install python3\.\d+-venv"):
        dev.require_ensurepip()


def test_root_gets_the_missing_package_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    found = iter([False, True])
    commands: list[list[str]] = []

    def record(command: list[str], **_: object) -> subprocess.CompletedProcess[str]:
        commands.append(command)
        # The first attempt fails, as on a machine that has never fetched its package lists.
        return subprocess.CompletedProcess(command, 100 if len(commands) == 1 else 0, stdout="")

    monkeypatch.setattr(dev, "has_ensurepip", lambda: next(found))
    monkeypatch.setattr(dev, "is_system_python", lambda: True)
    monkeypatch.setattr(dev, "is_root", lambda: True)
    monkeypatch.setattr("shutil.which", lambda name: f"/usr/bin/{name}")
    monkeypatch.setattr("subprocess.run", record)
    dev.require_ensurepip()
    assert [command[1] for command in commands] == ["install", "update", "install"]


def test_a_python_of_its_own_is_not_mended_with_apt(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dev, "has_ensurepip", lambda: False)
    monkeypatch.setattr(dev, "is_system_python", lambda: False)
    with pytest.raises(dev.Trouble, match="Install a complete Python"):
        dev.require_ensurepip()


def test_an_unknown_command_is_answered_with_the_known_ones(capsys: pytest.CaptureFixture[str]) -> None:
    assert dev.main(["tset"]) == 2
    assert "play, test, web, run, bench, docs" in capsys.readouterr().err


def test_a_map_can_be_drawn_as_png_after_the_usual_install(
    installs: list[list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    handed: list[list[str]] = []
    monkeypatch.setattr(dev, "hand_over", handed.append)
    dev.run(["games"])
    dev.run(["map", "marne-1914", "-o", "x.png"])
    assert installs == [[], ["draw"]]
    assert [command[1] for command in handed] == ["games", "map"]
