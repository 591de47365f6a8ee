"""Saving and loading: whole, or a sentence that names the file."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import grognard
from grognard.engine import Match, RandomPlayer
from grognard.engine.records import write_record
from grognard.engine.saves import restore, saved, write_atomically
from grognard.errors import SaveError
from tests.engine.conftest import Night

Document = dict[str, Any]


@pytest.fixture
def played(night: Night) -> Match:
    match = night(seed="saved", orders=("B1", "R3"))
    for action in ("move B2 C2", "wait", "move B2 C3", "fire R2"):
        match.play(action)
    return match


@pytest.fixture
def file(played: Match, tmp_path: Path) -> Path:
    path = tmp_path / "match.json"
    played.save(path)
    return path


def complaint(path: Path) -> str:
    """The one sentence of a SaveError; it names the file."""
    with pytest.raises(SaveError) as caught:
        grognard.load(path)
    text = str(caught.value)
    assert text.startswith(str(path))
    assert "\n" not in text
    assert "Traceback" not in text
    return text


def test_a_save_is_the_match_again(played: Match, file: Path) -> None:
    twin = grognard.load(file)
    assert twin.fingerprint() == played.fingerprint()
    assert twin.events() == played.events()
    assert twin.number == played.number
    twin.play(next(twin.legal_actions()))


def test_a_record_loads_like_a_save(played: Match, tmp_path: Path) -> None:
    path = tmp_path / "match.txt"
    path.write_text(write_record(played), encoding="utf-8")
    assert grognard.load(path).fingerprint() == played.fingerprint()
    path.write_text(write_record(played).replace("move B2 C2", "move B2 Z9"), encoding="utf-8")
    assert "action" in complaint(path)


def test_it_can_be_saved_at_every_decision(night: Night, tmp_path: Path) -> None:
    match = night(seed=3)
    player = RandomPlayer(3)
    while match.decision is not None:
        match.save(tmp_path / "at.json")
        assert grognard.load(tmp_path / "at.json").fingerprint() == match.fingerprint()
        match.play(player.choose(match.decision))
    match.save(str(tmp_path / "end.json"))
    assert grognard.load(str(tmp_path / "end.json")).outcome == match.outcome


def test_a_save_is_readable_text(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    assert '"move B2 C3"' in text
    assert text.endswith("}\n")
    assert len(text.splitlines()) > 10


def test_a_missing_file(tmp_path: Path) -> None:
    assert "no such file" in complaint(tmp_path / "none.json")


def test_a_folder_is_no_save(tmp_path: Path) -> None:
    assert "cannot be read" in complaint(tmp_path)


@pytest.mark.parametrize("content", [
    b"", b"{", b"\x00\x01\x02", b'{"grognard": 1', b"\xff\xfe{}", b'{"grognard": 1, "game": "\xff"}', b"[" * 20_000,
])
def test_damaged_bytes(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "damaged.json"
    path.write_bytes(content)
    assert "the save is damaged" in complaint(path)


@pytest.mark.parametrize("content", ["[]", "3", '"save"', "{}", '{"pgn": true}', "null"])
def test_something_else_entirely(tmp_path: Path, content: str) -> None:
    path = tmp_path / "foreign.json"
    path.write_text(content)
    assert "this is not a Grognard save" in complaint(path)


def test_cut_off_anywhere(file: Path, tmp_path: Path) -> None:
    content = file.read_bytes()
    path = tmp_path / "cut.json"
    for length in range(0, len(content) - 3, 97):
        path.write_bytes(content[:length])
        complaint(path)


EDITS: list[tuple[Callable[[Document], object], str]] = [
    (lambda d: d.update(grognard=99), "format 99, this version reads 1"),
    (lambda d: d.update(grognard="one"), "format one"),
    (lambda d: d.update(game="night-petrol"), "no game is called 'night-petrol'; did you mean 'night-patrol'?"),
    (lambda d: d.update(scenario="day"), "no scenario 'day'"),
    (lambda d: d.update(options={"flares": "perhaps"}), "takes off, on, not 'perhaps'"),
    (lambda d: d.update(options={"magic": "on"}), "no option 'magic'"),
    (lambda d: d.update(options=[]), "the save is damaged"),
    (lambda d: d.update(seed=5), "the save is damaged"),
    (lambda d: d.update(comment="hello"), "the save is damaged"),
    (lambda d: d.pop("actions"), "the save is damaged"),
    (lambda d: d["actions"].insert(2, ["blue", "move B1 B2"]), "action 3 ('move B1 B2') is refused by 3.2"),
    (lambda d: d["actions"].insert(2, ["red", "wait"]), "action 3 ('wait') is refused by 3.1: this decision"),
    (lambda d: d["actions"].insert(2, ["blue", "sing"]), "action 3 ('sing'): 'sing' is not an action here"),
    (lambda d: d["actions"].insert(2, ["blue", "move B9 A2"]), "no unit is called 'B9'"),
    (lambda d: d["actions"].insert(2, ["blue"]), "the save is damaged"),
    (lambda d: d["actions"].pop(), "does not lead to the position it claims"),
    (lambda d: d.update(fingerprint="0" * 20), "does not lead to the position it claims"),
    (lambda d: d.update(options={"flares": "on"}), "does not lead to the position it claims"),
    (lambda d: d.update(overlay="0123456789abcdef"), "played with other data (overlay 0123456789abcdef)"),
    (lambda d: d.update(rules="0.9", fingerprint="0"), "(saved under rules 0.9, these are 1.0)"),
    (lambda d: d.update(start="grognard position 1\ngame night-patrol\nphase nonsense 5 5 \n B9 A1"), "line"),
]


@pytest.mark.parametrize(("edit", "expected"), EDITS, ids=[str(n) for n in range(len(EDITS))])
def test_an_edited_save_is_noticed(file: Path, edit: Callable[[Document], object], expected: str) -> None:
    document: Document = json.loads(file.read_text())
    edit(document)
    file.write_text(json.dumps(document))
    assert expected in complaint(file)


def test_another_seed_is_noticed(file: Path) -> None:
    document: Document = json.loads(file.read_text())
    document["seed"] = "another"
    file.write_text(json.dumps(document))
    complaint(file)


def test_actions_after_the_end_are_noticed(night: Night) -> None:
    match = night(seed=4)
    player = RandomPlayer(4)
    while match.decision is not None:
        match.play(player.choose(match.decision))
    document = saved(match)
    document.actions.append(("blue", "wait"))
    with pytest.raises(SaveError, match=r"x: action \d+ \('wait'\) is refused by protocol: the match is over"):
        restore(document, "x")


def test_a_study_position_is_saved_with_its_start(night: Night, tmp_path: Path) -> None:
    from grognard.engine.positions import read_position

    night()
    match = read_position("grognard position 1\ngame night-patrol\nphase moves\nphasing red\nB1 B1\nR1 C3 1 carrier\n")
    match.play("move R1 C2")
    match.save(tmp_path / "study.json")
    assert grognard.load(tmp_path / "study.json").fingerprint() == match.fingerprint()


# -- writing --


def test_a_failed_write_leaves_the_old_file(file: Path, played: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    old = file.read_bytes()
    played.undo(agreed=True)

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(SaveError, match="No space left on device"):
        played.save(file)
    assert file.read_bytes() == old
    assert [p.name for p in file.parent.iterdir()] == [file.name]


def test_an_interrupted_write_leaves_the_old_file(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    old = file.read_bytes()

    def interrupted(_: object, __: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "replace", interrupted)
    with pytest.raises(KeyboardInterrupt):
        write_atomically(file, b"new")
    assert file.read_bytes() == old
    assert [p.name for p in file.parent.iterdir()] == [file.name]


@pytest.mark.parametrize("where", ["nowhere/match.json", "."])
def test_a_place_that_cannot_be_written(played: Match, tmp_path: Path, where: str) -> None:
    with pytest.raises(SaveError) as caught:
        played.save(tmp_path / where)
    assert str(caught.value).startswith(str(tmp_path))
    assert "cannot be written" in str(caught.value)
