"""`grognard ask`: one question, many questions, bad questions."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator
from typer.testing import CliRunner

import grognard
from grognard.cli import app
from grognard.referee.actions import why
from grognard.referee.ask import answer

ROOT = Path(__file__).parents[2]
MORNING = str(ROOT / "docs" / "examples" / "morning.txt")
SCHEMA = Draft202012Validator(json.loads((ROOT / "docs" / "referee-schema.json").read_text(encoding="utf-8")))


@pytest.mark.parametrize(
    ("question", "kind"),
    [
        ({"ask": "dance"}, "not-understood"),
        ({}, "not-understood"),
        ({"ask": "action"}, "not-understood"),
        ({"ask": "action", "action": "mvoe 3Div 2216"}, "not-understood"),
        ({"ask": "action", "action": "move 3Dib 2216"}, "not-understood"),
        ({"ask": "supply", "unit": "nobody"}, "not-understood"),
        ({"ask": "apply", "action": "end", "dice": ["six"]}, "not-understood"),
        ({"ask": "legal", "position": "no/such/file.txt"}, "bad-position"),
        ({"ask": "legal", "position": "grognard position 1\ngame marne-1914\nfoo bar\n"}, "bad-position"),
        ({"ask": "legal", "position": 7}, "not-understood"),
    ],
)
def test_bad_questions_get_a_clear_answer(question: dict[str, object], kind: str) -> None:
    found = answer({"position": MORNING, **question})
    SCHEMA.validate(found)
    assert not found["ok"]
    assert found["error"]["kind"] == kind
    assert "Traceback" not in found["error"]["text"]


def test_a_batch_answers_in_order_and_survives_nonsense() -> None:
    lines = [
        json.dumps({"id": 1, "ask": "supply", "unit": "37DI"}),
        "this is no JSON",
        "[1, 2]",
        json.dumps({"id": "two", "ask": "action", "action": "move 3Div 2216"}),
    ]
    result = CliRunner().invoke(app, ["ask", MORNING, "--batch"], input="\n".join(lines) + "\n")
    answers = [json.loads(line) for line in result.output.splitlines()]
    for found in answers:
        SCHEMA.validate(found)
    assert [found["ok"] for found in answers] == [True, False, False, True]
    assert [found.get("id") for found in answers] == [1, None, None, "two"]


@pytest.mark.parametrize(
    "arguments", [["--legal"], ["--legal", "--subject", "3Div"], ["--why", "3Div"], ["--supply", "3Div"]]
)
def test_every_kind_of_answer_fits_the_schema(arguments: list[str]) -> None:
    result = CliRunner().invoke(app, ["ask", MORNING, *arguments, "--json"])
    assert result.exit_code == 0
    SCHEMA.validate(json.loads(result.output))


@pytest.mark.parametrize("arguments", [[], ["--legal", "--why", "3Div"], ["--apply", "end", "--dice", "x"]])
def test_one_question_at_a_time(arguments: list[str]) -> None:
    result = CliRunner().invoke(app, ["ask", MORNING, *arguments])
    assert result.exit_code == 2


def test_odds_of_one_attack_agree_with_the_table() -> None:
    """A hand-made check: column +2 of the table, face by face."""
    study = (ROOT / "docs" / "examples" / "study.txt").read_text(encoding="utf-8").replace("terrain woods 2010\n", "")
    found = answer({"ask": "odds", "position": study, "action": "attack 2010 by G1"})
    by_loss: dict[tuple[int, bool], float] = {}
    for chance in found["chances"]:
        data = chance["results"][0]["data"]
        key = (data["defender_loss"], data["retreat"])
        by_loss[key] = by_loss.get(key, 0) + chance["percent"]
    from grognard.board import load_board
    from grognard.engine import find_game
    from grognard.games.marne_1914.tables import MarneTables

    data = find_game("marne-1914").data()
    table = MarneTables(data, load_board(data)).crt
    for key, percent in by_loss.items():
        faces = sum((r.defender_loss, r.retreat) == key for r in table.row(2))
        assert percent == pytest.approx(faces / 6 * 100, abs=0.01)


def test_why_a_unit_cannot_attack_speaks_of_all_hexes_next_to_it() -> None:
    """It named the one that was tried, as if the others had not been looked at."""
    match = grognard.start("marne-1914", "counter-attack")
    while match.decision is not None and match.decision.kind != "combat":
        ends = match.check("end")
        match.play("end" if ends else match.write(next(iter(match.decision.all_actions()))))
    reasons = {one["verb"]: one["text"] for one in why(match, match.setting.unit_number("2Div"))["cannot"]}
    assert reasons["attack"].endswith(", nor in any other hex next to 2Div")
