"""The interface keeps to its own description: requests are made up from it, good ones and bad ones."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis.errors import Unsatisfiable
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from tests.server.conftest import Server, good
from tests.server.interface import OPENAPI, description

PAPER = Path(__file__).parents[2] / "docs" / "http-api.md"
CHECKS = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]


@pytest.fixture(scope="module")
def described(shared: Server) -> Iterator[Any]:
    """The description, with matches that exist, so that requests get past the door."""
    begun = [shared.begin("marne-1914", seed="7"), shared.begin("hide-and-seek", seed="7")]
    schema = schemathesis.openapi.from_url(f"http://127.0.0.1:{shared.port}/api/openapi.json")

    @schema.hook
    def map_path_parameters(context: Any, path_parameters: dict[str, Any] | None) -> dict[str, Any] | None:
        for name, known in (("id", begun[len(str(path_parameters)) % 2]["id"]), ("slug", "marne-1914")):
            if path_parameters and name in path_parameters and len(str(path_parameters[name])) % 4:
                path_parameters[name] = known
        return path_parameters

    @schema.hook
    def map_headers(context: Any, headers: dict[str, Any] | None) -> dict[str, Any] | None:
        tokens = [begun[0]["table"], begun[1]["seats"]["red"], begun[1]["table"]]
        if headers and headers.get("X-Seat"):
            headers["X-Seat"] = tokens[len(headers["X-Seat"]) % 3]
        return headers

    yield schema
    for match in begun:
        assert good(shared.player(match).get())["id"], "the matches are whole after all that"


def test_the_page_is_built_from_the_interface_as_it_is() -> None:
    same = OPENAPI.read_text(encoding="utf-8") == description()
    assert same, "the interface has changed: python -m tests.refresh_docs writes web/openapi.json again"


@pytest.mark.parametrize("mode", [GenerationMode.POSITIVE, GenerationMode.NEGATIVE], ids=["good", "bad"])
def test_made_up_requests(described: Any, mode: GenerationMode) -> None:
    # Without the one that would remove the matches of all others; it has tests of its own.
    asked = described.exclude(path_regex="/live$").exclude(operation_id="removeMatch")
    operations = [found.ok() for found in asked.get_all_operations()]
    assert len(operations) > 20
    for operation in operations:
        try:
            put_to_the_test(operation, mode)
        except Unsatisfiable:
            assert mode is GenerationMode.NEGATIVE, "an operation without parameters has no bad request"


def put_to_the_test(operation: Any, mode: GenerationMode) -> None:
    @settings(max_examples=8, deadline=None, derandomize=True, database=None, suppress_health_check=list(HealthCheck))
    @given(case=operation.as_strategy(generation_mode=mode))
    def run(case: Any) -> None:
        case.call_and_validate(checks=CHECKS)

    run()


def test_every_answer_has_a_form(shared: Server) -> None:
    document = good(shared.client.get("/api/openapi.json"))
    operations = [(path, method, op) for path, ops in document["paths"].items() for method, op in ops.items()]
    assert len(operations) > 20
    for path, method, operation in operations:
        assert operation["operationId"], path
        assert operation.get("description") or operation.get("summary"), path
        success = next(answer for status, answer in operation["responses"].items() if status.startswith("2"))
        schema = next(iter(success["content"].values()))["schema"]
        assert schema, f"{method} {path} does not say what it answers"
    assert len({op["operationId"] for _, _, op in operations}) == len(operations)
    assert "Change" in document["components"]["schemas"], "the live stream's messages"
    assert "HTTPValidationError" not in document["components"]["schemas"]


def test_the_paper_names_every_question(shared: Server) -> None:
    """docs/http-api.md tells of all that the interface has, and of nothing else."""
    document = good(shared.client.get("/api/openapi.json"))
    has = {f"{method.upper()} {path}" for path, operations in document["paths"].items() for method in operations}
    told = set(re.findall(r"`((?:GET|POST|DELETE) /api/[^`?]*)`", PAPER.read_text(encoding="utf-8")))
    assert told == has
