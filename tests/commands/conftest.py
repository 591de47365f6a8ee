"""The command line as a test sees it: arguments in, exit code and text out."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from typer.testing import CliRunner, Result

from grognard.cli import app

Run = Callable[..., Result]


@pytest.fixture
def run() -> Run:
    """Calls ``grognard`` with arguments (and what is typed); an error that is no sentence is raised."""

    def call(*arguments: object, typed: str = "") -> Result:
        runner = CliRunner(env={"COLUMNS": "200", "NO_COLOR": "1"})
        result = runner.invoke(app, [str(argument) for argument in arguments], input=typed)
        if result.exception is not None and not isinstance(result.exception, SystemExit):
            raise result.exception
        return result

    return call
