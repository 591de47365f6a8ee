"""Plain English: each question gets the very answer of the command that it shows, in both whole games."""

from __future__ import annotations

import json
import shlex
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator
from typer.testing import CliRunner

from grognard.cli import app
from grognard.referee.ask import answer
from grognard.referee.english import FORMS

ROOT = Path(__file__).parents[2]
EXAMPLES = ROOT / "docs" / "examples"
SCHEMA = Draft202012Validator(json.loads((ROOT / "docs" / "referee-schema.json").read_text(encoding="utf-8")))
MARNE = [
    ("morning", "Can 3Div reach 2216?"),
    ("morning", "why can't 3Div reach 1003?"),
    ("morning", "can 3Div reach 2216 by strategic movement?"),
    ("morning", "can 3Div reach 2216 without entering a zone?"),
    ("morning", "what does it cost 3Div to reach 2216?"),
    ("morning", "what does it cost 3Div to go to 2216-2116?"),
    ("morning", "what is the shortest way for 4Div to 1616?"),
    ("morning", "may 3Div end in 2015?"),
    ("morning", "may 3Div stay here?"),
    ("morning", "is this position legal?"),
    ("afternoon", "what if I attack 2214 with 3Div?"),
    ("afternoon", "what if I attack 2214 with 2Div and 3Div?"),
    ("afternoon", "can 3Div attack 2214?"),
    ("morning", "where can 4ID retreat?"),
    ("morning", "why is 37DI out of supply?"),
    ("morning", "is 37DI in command?"),
    ("morning", "what can 4Div do?"),
    ("morning", "what can I do?"),
    ("morning", "is G-IVR whole?"),
    ("morning", "what is the base of F-III?"),
    ("morning", "who controls Meaux?"),
    ("morning", "where are the gaps in the front line?"),
    ("morning", "what is the score?"),
    ("morning", "what is missing to the next level?"),
    ("morning", "how far is 3Div from 2015?"),
    ("morning", "what is next to 2214?"),
    ("dawn", "what happens first?"),
    ("morning", "what does 8.3.4 say?"),
]
SOMME = [
    ("push", "can 7Div reach E20?"),
    ("push", "can 7Div reach E20 without entering any enemy zones?"),
    ("push", "what does it cost 7Div to reach E20?"),
    ("push", "what is the shortest route for 7Div to E20?"),
    ("push", "can 7Div end in B2?"),
    ("push", "what is wrong with this position?"),
    ("assault", "what if I attack M15?"),
    ("push", "can 7Div attack I18?"),
    ("assault", "where must 28R/110 retreat?"),
    ("push", "why is 4Div out of supply?"),
    ("push", "is 4Div out of command?"),
    ("push", "what can 4Div do?"),
    ("assault", "how far does HQ-VII command?"),
    ("push", "who holds O12?"),
    ("push", "where is the front?"),
    ("push", "what is the score?"),
    ("push", "who is winning?"),
    ("push", "how far is it from B8 to C8?"),
    ("push", "what are the neighbours of C8?"),
    ("week", "what happens now?"),
    ("push", "what does rule 7.3.1 say?"),
]


@pytest.mark.parametrize(("example", "text"), MARNE + SOMME)
def test_the_command_gives_the_same_answer(example: str, text: str) -> None:
    position = str(EXAMPLES / f"{example}.txt")
    found = answer({"ask": "english", "position": position, "text": text})
    SCHEMA.validate(found)
    assert found["ok"], found
    words = shlex.split(found.pop("command").replace("POSITION", shlex.quote(position)))
    result = CliRunner().invoke(app, [*words[1:], "--json"])
    assert json.loads(result.output) == json.loads(json.dumps(found))


def test_every_form_is_asked_here() -> None:
    asked = [text.rstrip("?") for _, text in MARNE + SOMME]
    known = {form.example for form in FORMS if any(form.pattern.fullmatch(text) for text in asked)}
    missing = {form.example for form in FORMS} - known
    assert missing == {"can 2214 see 2015?"}, "neither game has lines of sight"
    assert len(known) >= 20


@pytest.mark.parametrize("text", ["", "dance", "can 3Div fly to the moon?", "is in supply", "who controls"])
def test_what_is_not_understood_is_said(text: str) -> None:
    found = answer({"ask": "english", "position": str(EXAMPLES / "morning.txt"), "text": text})
    SCHEMA.validate(found)
    assert found["error"]["kind"] == "not-understood"
