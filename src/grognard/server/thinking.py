"""Worker processes for whatever takes long: bots, exact odds, files from strangers.

The server's own process never waits for them. A worker keeps the matches it was asked about, so that a
question need only bring the actions since. A worker that takes too long or dies is replaced.
"""

from __future__ import annotations

import contextlib
import os
import pickle
import re
import signal
import subprocess
import sys
import threading
from collections import OrderedDict
from collections.abc import Callable, Sequence
from importlib.metadata import entry_points
from pathlib import Path
from typing import IO, Any

import msgspec

from grognard.engine import Match, RandomPlayer, game_slugs, start
from grognard.engine.game import find_game
from grognard.engine.positions import read_position
from grognard.engine.records import read_record
from grognard.engine.saves import decode, restore
from grognard.errors import GrognardError, NotUnderstood, SaveError
from grognard.server.problems import Problem
from grognard.server.storage import Start

MATCHES_PER_WORKER = 12
"""Matches that a worker keeps at hand."""
LONGEST_START = 300_000
"""Letters of a position file that a match may begin with."""
NOWHERE = Path("no values are kept here")
DIGEST = re.compile(r"[0-9a-f]{16}")
BOTS_PER_WORKER = 2 * MATCHES_PER_WORKER
BOT_SECONDS = 900.0
"""A bot that has not answered by then is given up."""


class Task(msgspec.Struct):
    """A question about a match. ``known`` is the number up to which the worker should have it already."""

    id: str
    start: Start
    known: int | None
    actions: Sequence[tuple[str, str]]
    what: str
    seat: str = ""
    words: Sequence[str] = ()
    kept: str = ""
    """The folder of the owners' values that matches are played with."""


MakeTask = Callable[[str, bool], Task]
"""Makes a question for a worker, called by its name; with True, with the whole match in it."""
ATTEMPTS = 3
"""How often a question is asked before we give up, if the worker dies of it or is killed."""


class Unknown(Exception):
    """The worker does not have the match: send it whole."""


class TooLong(GrognardError):
    """The answer was not found in time."""


class Died(GrognardError):
    """The worker process has ended in the middle of a question."""


# -- in the server's process --


class Worker:
    """One worker process, started when first asked.

    It is a program of its own (``python -m grognard.server.worker``) that reads questions from its standard
    input: unlike `multiprocessing` it never runs the main module of whoever embeds the server.
    """

    def __init__(self, memory: int, name: str = "worker") -> None:
        self.memory = memory
        self.name = name
        self._lock = threading.Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self._stopped = False

    def ask(self, make: MakeTask, seconds: float) -> Any:
        """The answer, after at most that many seconds; errors of the worker are raised here.

        The question is made only when the worker is free: what it brings along must be what has happened
        since the question before. A worker that dies of it is replaced, and the question asked again.
        """
        with self._lock:
            for attempt in range(ATTEMPTS):
                try:
                    good, answer = self._exchange(make(self.name, attempt > 0), seconds)
                    if isinstance(answer, Unknown):
                        good, answer = self._exchange(make(self.name, True), seconds)
                    break
                except Died:
                    if attempt + 1 == ATTEMPTS or self._stopped:
                        raise
        if not good:
            raise answer
        return answer

    def _exchange(self, task: Task, seconds: float) -> tuple[bool, Any]:
        process = self._running()
        late = threading.Event()

        def give_up() -> None:
            late.set()
            process.kill()

        # Whatever is stuck, the worker, its start or a full pipe: the end of the process ends the waiting.
        watchdog = threading.Timer(seconds, give_up)
        watchdog.daemon = True
        watchdog.start()
        try:
            put(process.stdin, task)
            reply: tuple[bool, Any] = get(process.stdout)
            return reply
        except (EOFError, OSError) as problem:
            self._end()
            if late.is_set():
                raise TooLong(f"this takes longer than {seconds:g} seconds to work out") from None
            raise Died(f"the worker process has ended ({type(problem).__name__})") from None
        finally:
            watchdog.cancel()

    def _running(self) -> subprocess.Popen[bytes]:
        if self._process is not None and self._process.poll() is not None:
            self._end()
        if self._process is None:
            command = [sys.executable, "-m", "grognard.server.worker"]
            environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
            self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment)
            with contextlib.suppress(OSError):  # one that died at once is noticed when it is asked
                put(self._process.stdin, (self.memory, extra_games()))
        if self._stopped:
            self._end()
            raise TooLong("the server is closing")
        return self._process

    def _end(self) -> None:
        process, self._process = self._process, None
        if process is None:
            return
        process.kill()
        process.wait()
        for pipe in (process.stdin, process.stdout):
            if pipe is not None:
                with contextlib.suppress(OSError):  # what was not sent yet cannot be sent any more
                    pipe.close()

    def stop(self) -> None:
        """End the process at once, whatever it does."""
        self._stopped = True
        process = self._process
        if process is not None:
            process.kill()  # whoever waits for its answer wakes up
        with self._lock:
            self._end()


def put(pipe: IO[bytes] | None, message: Any) -> None:
    assert pipe is not None
    pipe.write(pickle.dumps(message))
    pipe.flush()


def get(pipe: IO[bytes] | None) -> Any:
    """The next message; EOFError or OSError if whoever should send it has ended."""
    assert pipe is not None
    try:
        return pickle.load(pipe)
    except pickle.UnpicklingError:  # it ended in mid-sentence
        raise EOFError from None


class Workers:
    """Several workers; a question goes to one that is free, if possible to one that remembers the match.

    A worker that wants more bytes than ``memory`` does not get them.
    """

    def __init__(self, number: int, memory: int) -> None:
        self.workers = [Worker(memory, f"questions-{n}") for n in range(number)]
        self._free = list(self.workers)
        self._changed = threading.Condition()
        self._last: dict[str, str] = {}
        """Which match each worker was asked about last."""

    def ask(self, id: str, make: MakeTask, seconds: float) -> Any:
        with self._changed:
            while not self._free:
                self._changed.wait()
            worker = next((one for one in self._free if self._last.get(one.name) == id), self._free[0])
            self._free.remove(worker)
            self._last[worker.name] = id
        try:
            return worker.ask(make, seconds)
        finally:
            with self._changed:
                self._free.append(worker)
                self._changed.notify()

    def stop(self) -> None:
        for worker in self.workers:
            worker.stop()


def extra_games() -> list[bytes]:
    """Games that were registered by hand, packed one by one: a new process would not find them."""
    points = {point.name for point in entry_points(group="grognard.games")}
    packed = []
    for slug in game_slugs():
        if slug not in points:
            with contextlib.suppress(pickle.PicklingError, AttributeError, TypeError):
                packed.append(pickle.dumps(find_game(slug)))
    return packed


# -- in the worker's process --


def work(questions: IO[bytes], answers: IO[bytes]) -> None:
    """Answer questions until the server is gone."""
    from grognard.engine import register

    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the server's to handle
    with contextlib.suppress(OSError, AttributeError):
        os.nice(5)  # answers to people come first
    try:
        memory, games = get(questions)
    except (EOFError, OSError):
        return
    limit_memory(memory)
    for packed in games:
        # One whose module is not found here cannot be played in this worker; the others can.
        with contextlib.suppress(ImportError, AttributeError, pickle.UnpicklingError):
            register(pickle.loads(packed))
    kept: OrderedDict[str, Match] = OrderedDict()
    bots: dict[tuple[str, str, str], Any] = {}
    while True:
        try:
            task = get(questions)
        except (EOFError, OSError):
            return
        try:
            reply: tuple[bool, Any] = (True, obey(task, kept, bots))
        except (GrognardError, Unknown) as problem:
            reply = (False, sendable(problem))
        except Exception as problem:  # a fault of a bot or a game must not end the worker
            reply = (False, GrognardError(f"{type(problem).__name__}: {problem}"))
        try:
            put(answers, reply)
        except OSError:
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
        return read_file(task.words[0], Path(task.kept))
    match = bring(task, kept)
    if task.what == "bot":
        return decide(task, match, bots)
    if task.what == "ask":
        from grognard.server.referee_routes import referee_answer

        return referee_answer(match, task.seat, task.words[0])
    if task.what == "set-up":
        from grognard.server.set_up import rest_of_set_up

        return rest_of_set_up(match, task.seat, task.words[0])
    if task.what == "prospects":
        from grognard.server.targets import prospects_of, units_in

        ids = match.setting.grid.ids
        return [
            (ids[cell], best, sorted({unit for way in ways for unit in units_in(match, way)}))
            for cell, best, _, ways in prospects_of(match, task.seat, task.words[0])
        ]
    from grognard.server.odds import odds

    return odds(match, task.seat, task.words, at_once=task.what == "odds-at-once")


def bring(task: Task, kept: OrderedDict[str, Match]) -> Match:
    """The match of a task, brought to where the server has it."""
    if task.known is None:
        match = begin(task.start, Path(task.kept))
    else:
        found = kept.pop(task.id, None)
        if found is None or found.number < task.known:
            raise Unknown
        match = found
        while match.number > task.known:
            match.undo(agreed=True)
    for seat, text in task.actions:
        match.play(text, by=seat)
    kept[task.id] = match
    while len(kept) > MATCHES_PER_WORKER:
        kept.popitem(last=False)
    return match


def begin(document: Start, kept: Path) -> Match:
    """A match at its start, with the owner's values that are kept for it."""
    overlay = kept / document.values if document.values else None
    if document.text:
        found = read_position(document.text, "the match", overlay)
        return found if found.seed == document.seed else found.with_dice(document.seed)
    return start(document.game, document.scenario, document.seed, document.options, overlay)


def decide(task: Task, match: Match, bots: dict[tuple[str, str, str], Any]) -> tuple[str, str]:
    """A bot's action as text, and its reason."""
    level, seed = task.words
    side = match.side_of(task.seat)
    try:
        from grognard.bots.registry import make_bot
        from grognard.bots.view import view_of

        key = (task.id, task.seat, seed)
        if key not in bots:
            while len(bots) >= BOTS_PER_WORKER:
                bots.pop(next(iter(bots))).close()
            bots[key] = make_bot(level, seed)
        answer = bots[key].decide(view_of(match, side, seed))
        return match.write(answer.action), answer.reason
    except ImportError:
        player = RandomPlayer(f"{seed} {match.number}")
        return match.write(player.choose(match.decisions[side])), ""


def bot_levels() -> dict[str, str]:
    """The bots that may take a seat, each with what it does. Your own programs may not: a seat is
    given by a request, and a request must not start programs."""
    try:
        from grognard.bots.registry import bot_names, make_bot
    except ImportError:
        return {"random": "any legal action, picked at random"}
    found = {}
    for name in bot_names():
        with contextlib.suppress(GrognardError):  # a damaged bot of another distribution does not hide the others
            found[name] = make_bot(name).text
    return found


# -- files from strangers --


class ReadFile(msgspec.Struct):
    """A file that was read and played through: its start and its actions."""

    start: Start
    actions: list[tuple[str, str]]


def read_file(text: str, kept: Path = NOWHERE) -> ReadFile:
    """A save, a record or a position file; SaveError says what is wrong with it, whatever it is."""
    try:
        match = read_any(text, kept)
    except GrognardError:
        raise
    except RecursionError:
        raise SaveError("the file is nested too deeply") from None
    except MemoryError:
        raise SaveError("the file needs too much memory") from None
    except Exception as problem:  # a poisoned file may break any rule of any game
        raise SaveError(f"the file does not make sense ({type(problem).__name__}: {problem})") from None
    beginning = Start(
        match.game.slug,
        match.game.rules_version,
        match.setting.scenario,
        dict(match.setting.options),
        match.seed,
        without_remarks(match.start_text),
        True,
        values=match.setting.data.digest(),
    )
    brought = begin(beginning, kept).number
    actions = [(node.seat, match.write(node.action)) for node in match.history()[brought:]]
    return ReadFile(beginning, actions)


def without_remarks(text: str) -> str:
    """A position file without its remarks: it is kept and sent about with the match, and may have megabytes of them."""
    lines = [bare for line in text.splitlines() if (bare := line.split("#", 1)[0].strip())]
    short = "".join(f"{line}\n" for line in lines)
    if len(short) > LONGEST_START:
        raise SaveError(f"the position has more than {LONGEST_START // 1000} kB")
    return short


def read_any(text: str, kept: Path) -> Match:
    first = text.lstrip("\ufeff \t\r\n")[:40]
    if first.startswith("{"):
        document = decode(text.lstrip("\ufeff").encode(), "the file")
        if document.game not in game_slugs():
            find_game(document.game)  # says which games there are
        values = kept / document.overlay if DIGEST.fullmatch(document.overlay) else None
        return restore(document, "the file", values if values is not None and values.is_dir() else None)
    if first.startswith("grognard record"):
        return read_record(text.lstrip("\ufeff"), "the file")
    if first.startswith("grognard position"):
        return read_position(text.lstrip("\ufeff"), "the file")
    raise SaveError("not a Grognard file: neither a save nor a record nor a position")
