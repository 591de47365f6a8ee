"""Worker processes for whatever takes long: bots, exact odds, files from strangers.

The server's own process never waits for them. A worker keeps the matches it was asked about, so that a
question need only bring the actions since. A worker that takes too long or dies is replaced.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import signal
import sys
import threading
from collections import OrderedDict
from collections.abc import Callable, Sequence
from importlib.metadata import entry_points
from multiprocessing.connection import Connection
from typing import Any

import msgspec

from grognard.engine import Game, Match, game_slugs, start
from grognard.engine.game import find_game
from grognard.engine.positions import read_position
from grognard.engine.records import read_record
from grognard.engine.saves import decode, restore
from grognard.errors import GrognardError, NotUnderstood, SaveError
from grognard.server.problems import Problem
from grognard.server.storage import Start

KEPT = 12
"""So many matches a worker keeps at hand."""
STUCK = 900.0
"""A bot that has not answered after so many seconds is given up."""


class Task(msgspec.Struct):
    """A question about a match. ``known`` is the number up to which the worker should have it already."""

    id: str
    start: Start
    known: int | None
    actions: Sequence[tuple[str, str]]
    what: str
    side: str = ""
    words: Sequence[str] = ()


MakeTask = Callable[[bool], Task]
"""Makes a question; if it is called with True, with the whole match in it."""


class Unknown(Exception):
    """The worker does not have the match: send it whole."""


class TooLong(GrognardError):
    """The answer was not found in time."""


# -- in the server's process --


class Worker:
    """One worker process, started when first asked."""

    def __init__(self, memory: int) -> None:
        self.memory = memory
        self._lock = threading.Lock()
        self._process: multiprocessing.process.BaseProcess | None = None
        self._connection: Connection | None = None
        self._stopped = False

    def ask(self, make: MakeTask, seconds: float) -> Any:
        """The answer, after at most so many seconds; errors of the worker are raised here.

        The question is made only when the worker is free: what it brings along must be what has happened
        since the question before.
        """
        with self._lock:
            if self._stopped:
                raise TooLong("the server is closing")
            good, answer = self._exchange(make(False), seconds)
            if isinstance(answer, Unknown):
                good, answer = self._exchange(make(True), seconds)
        if not good:
            raise answer
        return answer

    def _exchange(self, task: Task, seconds: float) -> tuple[bool, Any]:
        try:
            connection = self._running()
            connection.send(task)
            if not connection.poll(seconds):
                self._end()
                raise TooLong(f"this takes longer than {seconds:g} seconds to work out")
            reply: tuple[bool, Any] = connection.recv()
            return reply
        except (EOFError, OSError) as problem:
            self._end()
            raise TooLong(f"the worker process has ended ({type(problem).__name__})") from None

    def _running(self) -> Connection:
        if self._process is None or not self._process.is_alive() or self._connection is None:
            self._end()
            context = multiprocessing.get_context("spawn")  # a fork would copy the server's threads half
            self._connection, theirs = context.Pipe()
            self._process = context.Process(
                target=work, args=(theirs, extra_games(), self.memory), daemon=True, name="grognard worker"
            )
            self._process.start()
            theirs.close()
        return self._connection

    def _end(self) -> None:
        if self._connection is not None:
            self._connection.close()
        if self._process is not None:
            self._process.kill()
            self._process.join()
        self._process = self._connection = None

    def stop(self) -> None:
        """End the process at once, whatever it does."""
        self._stopped = True
        process = self._process
        if process is not None:
            process.kill()  # whoever waits for its answer wakes up
        with self._lock:
            self._end()


class Workers:
    """Several workers; a match always goes to the same one, which remembers it.

    A worker that wants more bytes than ``memory`` does not get them.
    """

    def __init__(self, number: int, memory: int) -> None:
        self.workers = [Worker(memory) for _ in range(number)]

    def ask(self, id: str, make: MakeTask, seconds: float) -> Any:
        return self.workers[hash(id) % len(self.workers)].ask(make, seconds)

    def stop(self) -> None:
        for worker in self.workers:
            worker.stop()


def extra_games() -> list[Game]:
    """Games that were registered by hand: a new process would not find them."""
    points = {point.name for point in entry_points(group="grognard.games")}
    return [find_game(slug) for slug in game_slugs() if slug not in points]


# -- in the worker's process --


def work(connection: Connection, games: Sequence[Game], memory: int) -> None:
    """Answer questions until the server is gone."""
    from grognard.engine import register

    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the server's to handle
    limit_memory(memory)
    with contextlib.suppress(OSError, AttributeError):
        os.nice(5)  # answers to people come first
    for game in games:
        register(game)
    kept: OrderedDict[str, Match] = OrderedDict()
    bots: dict[tuple[str, str, str], Any] = {}
    while True:
        try:
            task = connection.recv()
        except (EOFError, OSError):
            return
        try:
            reply: tuple[bool, Any] = (True, obey(task, kept, bots))
        except (GrognardError, Unknown) as problem:
            reply = (False, sendable(problem))
        except Exception as problem:  # a fault of a bot or a game must not end the worker
            reply = (False, GrognardError(f"{type(problem).__name__}: {problem}"))
        try:
            connection.send(reply)
        except (BrokenPipeError, OSError):
            return


def sendable(problem: Exception) -> Exception:
    """An error as another process can unpack it: only our own simple ones travel as they are."""
    if type(problem) in (NotUnderstood, SaveError, Unknown):
        return problem
    if isinstance(problem, Problem):
        return NotUnderstood(problem.text)
    return GrognardError(str(problem))


def limit_memory(memory: int) -> None:
    if sys.platform == "win32":
        return
    import resource

    with contextlib.suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_AS, (memory, resource.getrlimit(resource.RLIMIT_AS)[1]))


def obey(task: Task, kept: OrderedDict[str, Match], bots: dict[tuple[str, str, str], Any]) -> Any:
    if task.what == "read":
        return read_file(task.words[0])
    match = bring(task, kept)
    if task.what == "bot":
        return decide(task, match, bots)
    from grognard.server.odds import odds

    return odds(match, task.side, task.words)


def bring(task: Task, kept: OrderedDict[str, Match]) -> Match:
    """The match of a task, brought to where the server has it."""
    if task.known is None:
        match = begin(task.start)
    else:
        found = kept.pop(task.id, None)
        if found is None or found.number < task.known:
            raise Unknown
        match = found
        while match.number > task.known:
            match.undo(agreed=True)
    for side, text in task.actions:
        match.play(text, by=side)
    kept[task.id] = match
    while len(kept) > KEPT:
        kept.popitem(last=False)
    return match


def begin(document: Start, name: str = "the match") -> Match:
    """A match at its start."""
    if document.text:
        return read_position(document.text, name)
    return start(document.game, document.scenario, document.seed, document.options)


def decide(task: Task, match: Match, bots: dict[tuple[str, str, str], Any]) -> tuple[str, str]:
    """A bot's action as text, and its reason."""
    level = task.words[0]
    seed = f"{match.commitment} {task.side}"  # another game for every match, but nothing of its dice
    try:
        from grognard.bots.registry import make_bot
        from grognard.bots.view import view_of

        key = (task.id, task.side, level)
        if key not in bots:
            bots[key] = make_bot(level, seed)
        answer = bots[key].decide(view_of(match, task.side, seed))
        return match.write(answer.action), answer.reason
    except ImportError:
        from grognard.laws import Player

        player = Player(f"{seed} {match.number}")
        return match.write(player.choose(match.decisions[task.side])), ""


def bot_levels() -> dict[str, str]:
    """The bots that may take a seat, each with what it does. Programs of one's own may not: a seat is
    given by a request, and a request must not start programs."""
    try:
        from grognard.bots.registry import bot_names, make_bot

        return {name: make_bot(name).text for name in bot_names()}
    except ImportError:
        return {"random": "any legal action, picked at random"}


# -- files from strangers --


class ReadFile(msgspec.Struct):
    """A file that was read and played through: its start and its actions."""

    start: Start
    actions: list[tuple[str, str]]


def read_file(text: str) -> ReadFile:
    """A save, a record or a position file; SaveError says what is wrong with it, whatever it is."""
    try:
        match = read_any(text)
    except GrognardError:
        raise
    except RecursionError:
        raise SaveError("the file is nested too deeply") from None
    except MemoryError:
        raise SaveError("the file would need too much memory") from None
    except Exception as problem:  # a poisoned file may break any rule of any game
        raise SaveError(f"the file does not make sense ({type(problem).__name__}: {problem})") from None
    beginning = Start(
        match.game.slug,
        match.game.rules_version,
        match.setting.scenario,
        dict(match.setting.options),
        match.seed,
        match.start_text,
        True,
    )
    brought = begin(beginning).number
    actions = [(node.side, match.write(node.action)) for node in match.history()[brought:]]
    return ReadFile(beginning, actions)


def read_any(text: str) -> Match:
    first = text.lstrip("\ufeff \t\r\n")[:40]
    if first.startswith("{"):
        document = decode(text.lstrip("\ufeff").encode(), "the file")
        if document.game not in game_slugs():
            find_game(document.game)  # says which games there are
        return restore(document, "the file")
    if first.startswith("grognard record"):
        return read_record(text.lstrip("\ufeff"), "the file")
    if first.startswith("grognard position"):
        return read_position(text.lstrip("\ufeff"), "the file")
    raise SaveError("this is no file of Grognard: it is neither a save nor a record nor a position")
