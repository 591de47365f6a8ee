"""What the rules of a game note is what its messages declare, also where no random game gets to."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import grognard
import grognard.rules
from grognard.engine import Event, Game, Told, find_game
from grognard.engine.events import COMMON_MESSAGES, spoken
from grognard.rules.game import WORDINGS

RULES = Path(grognard.rules.__path__[0])
"""Some events are noted by the layer for all games."""
GAMES = ["friedensturm-1918", "hannut-1940", "marne-1914", "soissons-1918", "somme-1916"]


def trees(game: Game) -> Iterator[tuple[str, ast.Module]]:
    """The modules of a game, but for those that declare."""
    for path in sorted(game.folder.rglob("*.py")):
        if not path.name.endswith("messages.py"):
            yield path.name, ast.parse(path.read_text(encoding="utf-8"))


def notes(tree: ast.Module) -> Iterator[tuple[list[str], set[str]]]:
    """The kinds and fields of each event that a module notes under a name that is written there."""
    for call in ast.walk(tree):
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) and call.func.attr == "note":
            kind = call.args[0]
            ways = [kind.body, kind.orelse] if isinstance(kind, ast.IfExp) else [kind]
            kinds = [way.value for way in ways if isinstance(way, ast.Constant) and isinstance(way.value, str)]
            fields = {keyword.arg for keyword in call.keywords if keyword.arg is not None}
            yield kinds, fields - {"seen_by", "result"}


@pytest.mark.parametrize(
    ("slug", "event", "sentence"),
    [
        ("friedensturm-1918", Event("turn", (), {"label": "9-11 June", "side": "german"}), "the Germans have the "),
        ("hannut-1940", Event("assault", (), {"side": "german", "cell": 5, "start": 6}), "German assault on "),
        ("soissons-1918", Event("declare", (), {"units": (1,), "cells": (6,)}), " will attack "),
    ],
)
def test_one_side_or_unit_is_told_of_in_english(slug: str, event: Event, sentence: str) -> None:
    """"Germans has the initiative", "German assaults 5604" and "DM attack 1004" stood in the logs."""
    match = grognard.start(slug, seed=1)
    assert sentence in match.game.writer(match.setting).sentence(event)


@pytest.mark.parametrize("slug", GAMES)
def test_every_noted_field_is_declared(slug: str) -> None:
    game, found = find_game(slug), 0
    for file, tree in trees(game):
        for kinds, fields in notes(tree):
            for kind in kinds:
                assert kind in game.messages, f"{file} notes '{kind}', which has no message"
                message = game.messages[kind]
                told = message if isinstance(message, Told) else Told(message)
                assert fields <= set(told.fields), f"{file} notes '{kind}' with {sorted(fields - set(told.fields))}"
                assert set(spoken(told.sentence)) <= fields, f"{file} notes '{kind}' without what its sentence says"
                found += 1
    assert found > 30


@pytest.mark.parametrize("slug", GAMES)
def test_every_declared_event_is_noted_and_its_wording_known(slug: str) -> None:
    game = find_game(slug)
    modules = [tree for _, tree in trees(game)] + [ast.parse(path.read_text("utf-8")) for path in RULES.glob("*.py")]
    words = {node.value for tree in modules for node in ast.walk(tree) if isinstance(node, ast.Constant)}
    # What happens to a unit that a side cannot identify is noted under the same kind with a word before it.
    assert {kind.removeprefix("unknown-") for kind in set(game.messages) - set(COMMON_MESSAGES)} <= words
    setting = game.setting(game.data(), next(iter(game.scenarios(game.data()))), game.chosen_options(game.data(), {}))
    wordings = game.writer(setting).wordings
    used = {name for m in game.messages.values() for name in (m if isinstance(m, Told) else Told(m)).fields.values()}
    assert used <= set(wordings)
    assert set(game.wordings) - set(WORDINGS) <= used
