"""The page of rulings: complete, in step with the options, and with the cases of the book."""

from __future__ import annotations

import re

from grognard.engine import find_game
from grognard.referee.index import load_cases

GAME = find_game("somme-1916")
TEXT = GAME.data().text("rulings.md")
RULINGS = re.findall(r"^\*\*([XD]\d\d)\. [^*]+\*\* \(([^)]+)\)", TEXT, re.MULTILINE)


def test_every_contradiction_of_the_book_is_ruled_once() -> None:
    """68 contradictions and holes were found in the book (X), the others came with the reconstruction (D)."""
    labels = [label for label, _ in RULINGS]
    assert len(labels) == len(set(labels))
    assert {label for label in labels if label[0] == "X"} == {f"X{n:02}" for n in range(1, 69)}
    own = [label for label in labels if label[0] == "D"]
    assert own == [f"D{n:02}" for n in range(1, len(own) + 1)]


def test_rulings_cite_cases_of_the_book() -> None:
    cases = load_cases(GAME)
    for label, cited in RULINGS:
        for number in re.findall(r"\d+(?:\.\d+)+", cited):
            assert number in cases, f"{label} cites {number}"


def test_rulings_and_options_know_each_other() -> None:
    """Every option that a ruling names exists with those choices, and every switch has its ruling."""
    options = {option.name: option for option in GAME.options(GAME.data())}
    named = set(re.findall(r"[Oo]ption\s+`(\w+)`", TEXT))
    assert named <= options.keys()
    for name, option in options.items():
        for label in re.findall(r"ruling ([XD]\d\d)", option.text):
            assert f"`{name}`" in next(part for part in TEXT.split("\n\n") if part.startswith(f"**{label}.")), name
