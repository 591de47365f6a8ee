"""Thinking in a process of its own, so that no page and no server ever waits for a bot.

A match is sent as its save, the answer comes back as text; progress can be watched and thinking stopped.
"""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable
from multiprocessing.connection import Connection
from typing import Any

from grognard.bots.protocol import BotError
from grognard.engine import Match


class Thinker:
    """A bot in a worker process. ``ask`` returns at once; ``poll`` says whether the answer is there.

    >>> import grognard
    >>> thinker = Thinker("random", seed="1")
    >>> thinker.ask(grognard.start("marne-1914", seed=7), "entente")
    >>> text, reason = thinker.wait(60)
    >>> thinker.close()
    """

    def __init__(self, bot: str, seed: str = "0", budget: int | None = None) -> None:
        self.bot = bot
        self.seed = seed
        self.budget = budget
        self.done = 0.0
        """How far the thinking is, from 0 to 1."""
        self._ours: Connection | None = None
        self._process: Any = None
        self._answer: tuple[str, str] | None = None

    def _start(self) -> Connection:
        if self._ours is None or not self._process.is_alive():
            context = multiprocessing.get_context("spawn")
            self._ours, theirs = context.Pipe()
            self._process = context.Process(target=think, args=(theirs, self.bot, self.seed, self.budget), daemon=True)
            self._process.start()
            theirs.close()
        return self._ours

    def ask(self, match: Match, side: str) -> None:
        from grognard.engine.saves import saved

        self._answer, self.done = None, 0.0
        self._start().send((saved(match), side))

    def poll(self) -> tuple[str, str] | None:
        """The action as text with its reason, or None while the bot thinks."""
        while self._answer is None and self._ours is not None and self._ours.poll():
            self._hear()
        return self._answer

    def wait(self, seconds: float) -> tuple[str, str]:
        while self._answer is None:
            if self._ours is None or not self._ours.poll(seconds):
                raise BotError(f"{self.bot} has not answered within {seconds:g} seconds")
            self._hear()
        return self._answer

    def _hear(self) -> None:
        assert self._ours is not None
        try:
            kind, content = self._ours.recv()
        except (EOFError, OSError):
            self._ours = None
            raise BotError(f"the process of {self.bot} has ended") from None
        if kind == "progress":
            self.done = content
        elif kind == "error":
            raise BotError(f"{self.bot}: {content}")
        else:
            self._answer = content

    def stop(self) -> None:
        """Stop thinking at once; the next question starts a new process."""
        if self._process is not None:
            self._process.terminate()
            self._process.join()
        self._process = self._ours = None

    close = stop


def think(pipe: Connection, name: str, seed: str, budget: int | None) -> None:
    """The worker's loop: a match in, an answer out."""
    from grognard.bots.registry import make_bot
    from grognard.bots.view import view_of
    from grognard.engine.saves import restore

    bot = make_bot(name, seed, budget)
    bot.budget.progress = teller(pipe)
    while True:
        try:
            content, side = pipe.recv()
        except (EOFError, OSError, KeyboardInterrupt):
            return
        try:
            match = restore(content, "the match")
            answer = bot.decide(view_of(match, side, seed))
            pipe.send(("answer", (match.write(answer.action), answer.reason)))
        except Exception as problem:  # the parent must hear of it, whatever it is
            pipe.send(("error", f"{type(problem).__name__}: {problem}"))


def teller(pipe: Connection) -> Callable[[int, int], None]:
    def tell(spent: int, limit: int) -> None:
        pipe.send(("progress", min(1.0, spent / max(1, limit))))

    return tell
