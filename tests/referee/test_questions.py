"""Questions to the referee, kept as files: every one is answered by `grognard ask` with its case."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from typer.testing import CliRunner

from grognard.cli import app

FOLDER = Path(__file__).parent / "questions"
SCHEMA = Draft202012Validator(json.loads((Path(__file__).parents[2] / "docs" / "referee-schema.json").read_text()))
KNOWN = {
    "name",
    "ask",
    "action",
    "actions",
    "dice",
    "unit",
    "subject",
    "by",
    "allowed",
    "case",
    "contains",
    "rows",
    "rows_not",
    "events",
    "no_events",
    "data",
    "cites",
    "position_has",
    "position_has_not",
    "side_after",
    "kind_after",
    "kind_after_not",
    "case_after",
    "refused_at",
    "in_supply",
    "in_command",
    "side",
    "case_asked",
    "has_actions",
    "count",
}


def questions() -> Iterator[Any]:
    for file in sorted(FOLDER.rglob("*.toml")):
        content = tomllib.loads(file.read_text(encoding="utf-8"))
        for question in content["question"]:
            name = f"{file.parent.name}/{file.stem}: {question['name']}"
            yield pytest.param(content["position"].strip() + "\n", question, id=name)


def ask(position: str, question: dict[str, Any]) -> dict[str, Any]:
    asked = {k: question[k] for k in ("ask", "action", "actions", "dice", "unit", "subject", "by") if k in question}
    line = json.dumps({"position": position, **asked})
    result = CliRunner().invoke(app, ["ask", "--batch"], input=line + "\n")
    assert result.exit_code == 0, result.output
    answer: dict[str, Any] = json.loads(result.output)
    SCHEMA.validate(answer)
    assert answer["ok"], answer
    return answer


@pytest.mark.parametrize(("position", "question"), list(questions()))
def test_the_referee_answers(position: str, question: dict[str, Any]) -> None:
    assert set(question) <= KNOWN, "a misspelt expectation would never fail"
    answer = ask(position, question)
    check_ruling(answer, question)
    check_text(answer, question)
    check_events(answer, question)
    check_after(answer, question)


def check_ruling(answer: dict[str, Any], question: dict[str, Any]) -> None:
    if "refused_at" in question:
        steps = answer["steps"]
        assert len(steps) == question["refused_at"]
        assert all(step["ruling"]["allowed"] for step in steps[:-1])
        ruling = steps[-1]["ruling"]
        assert (ruling["allowed"], ruling["case"]) == (False, question["case"])
        assert ruling["text"]
        return
    if answer["ask"] == "apply":
        assert all(step["ruling"]["allowed"] for step in answer["steps"]), answer["steps"][-1]["ruling"]
    if "allowed" in question:
        assert answer["ruling"]["allowed"] is question["allowed"], answer["ruling"]
    if "case" in question:
        assert answer["ruling"]["case"] == question["case"], answer["ruling"]
        assert answer["ruling"]["text"]
    if "in_supply" in question:
        assert answer["in_supply"] is question["in_supply"], answer["ruling"]
    if "in_command" in question:
        assert answer["in_command"] is question["in_command"], answer["ruling"]
    if "count" in question:
        assert len(answer["actions"]) == question["count"]
    for action in question.get("has_actions", []):
        assert action in answer["actions"]


def check_text(answer: dict[str, Any], question: dict[str, Any]) -> None:
    text = json.dumps(answer, ensure_ascii=False)
    if "contains" in question:
        assert question["contains"] in text
    if answer["ask"] == "odds":
        assert answer["ruling"]["allowed"], answer["ruling"]
        assert sum(chance["percent"] for chance in answer["chances"]) == pytest.approx(100, abs=0.01)
        shown = " ".join(event["text"] for event in answer["certain"])
        for row in question.get("rows", []):
            assert row in shown
        for row in question.get("rows_not", []):
            assert row not in shown


def check_events(answer: dict[str, Any], question: dict[str, Any]) -> None:
    events = [event for step in answer.get("steps", []) for event in step["events"]]
    kinds = [event["kind"] for event in events]
    cites = {cite for event in events for cite in event["cites"]}
    for kind in question.get("events", []):
        assert kind in kinds
    for kind in question.get("no_events", []):
        assert kind not in kinds
    for cite in question.get("cites", []):
        assert cite in cites
    if "data" in question:
        wanted = dict(question["data"])
        same = [event for event in events if event["kind"] == wanted["kind"]]
        event = same[-1 if wanted.pop("last", False) else 0]
        del wanted["kind"]
        assert {key: event["data"][key] for key in wanted} == wanted


def check_after(answer: dict[str, Any], question: dict[str, Any]) -> None:
    asked = answer.get("asked") or {}
    for key, field in (
        ("side_after", "side"),
        ("kind_after", "kind"),
        ("case_after", "case"),
        ("side", "side"),
        ("case_asked", "case"),
    ):
        if key in question:
            assert asked[field] == question[key], asked
    if "kind_after_not" in question:
        assert asked["kind"] != question["kind_after_not"]
    for line in question.get("position_has", []):
        assert any(found.startswith(line) for found in answer["position"].splitlines()), answer["position"]
    for line in question.get("position_has_not", []):
        assert not any(found.startswith(line) for found in answer["position"].splitlines())
