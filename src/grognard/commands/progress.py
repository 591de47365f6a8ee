"""A progress bar for long work; in a pipe, a plain line now and then."""

from __future__ import annotations

import time
from types import TracebackType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.console import Console

LINE_EVERY = 30.0
"""Seconds between two lines in a pipe."""


class Progress:
    def __init__(self, console: Console, total: int, done: int = 0, what: str = "games") -> None:
        from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn
        from rich.progress import Progress as Bar

        self.console = console
        self.total, self.done, self.what = total, done, what
        self.said = time.monotonic()
        self.bar = Bar(
            TextColumn("{task.description}"),
            BarColumn(),
            MofNCompleteColumn(),
            TimeRemainingColumn(),
            console=console,
            transient=True,
            disable=not console.is_terminal,
        )
        self.task = self.bar.add_task(what, total=total, completed=done)

    def __enter__(self) -> Progress:
        self.bar.start()
        return self

    def step(self, _: object = None) -> None:
        self.done += 1
        self.bar.update(self.task, completed=self.done)
        if not self.console.is_terminal and time.monotonic() - self.said > LINE_EVERY:
            self.said = time.monotonic()
            self.console.print(f"{self.done} of {self.total} {self.what}")

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.bar.stop()
