"""Many games at once: in a pool of processes, on a Ray cluster or in shards; interrupted and taken up again.

Its pairing says all about a game, so any split gives the same games. Every finished game is one line of
a file, written through to the disk before it counts.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import closing
from multiprocessing import active_children, parent_process
from pathlib import Path

import msgspec

from grognard.data import whole_number
from grognard.errors import GrognardError, NotUnderstood
from grognard.simulate.games import Failed, Pairing, Result, try_game

if sys.platform != "win32":
    import fcntl

MOST_POOLS = 10
"""How many pools are begun when workers are killed."""


class StudyError(GrognardError):
    """A file of results cannot be read or does not belong to the study."""


class Ledger:
    """The file of results: one line for each finished game. A line cut off by a crash is dropped."""

    def __init__(self, path: Path | None) -> None:
        self.path = path
        self.results: dict[str, Result] = {}
        self.failed: dict[str, Failed] = {}
        """Games that failed in this run, by their key. They are not in the file: the next run plays them again."""
        self.dropped = 0
        self._file: int | None = None
        self._whole = 0
        """How many bytes of the file are whole lines."""
        if path is not None and path.exists():
            self._take_in(path.read_bytes(), path)

    def _take_in(self, data: bytes, path: Path) -> None:
        whole = data.rfind(b"\n") + 1
        for number, line in enumerate(data[:whole].splitlines(), 1):
            try:
                result = msgspec.json.decode(line, type=Result)
            except msgspec.DecodeError as problem:
                raise StudyError(f"{path}, line {number}: not the result of a game ({problem})") from None
            self.results[result.key] = result
        self.dropped = int(whole < len(data))
        self._whole = whole

    def open(self) -> None:
        """Before games are played: nobody else may be writing, and a line cut off by a crash goes."""
        if self.path is None or self._file is not None:
            return
        self.path.parent.mkdir(parents=True, exist_ok=True)
        self._file = os.open(self.path, os.O_RDWR | os.O_APPEND | os.O_CREAT, 0o644)
        if sys.platform != "win32":
            try:
                fcntl.lockf(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                self.close()
                raise StudyError(f"{self.path}: another run is writing to it; wait, or choose another file") from None
        if os.fstat(self._file).st_size != self._whole:
            dropped = self.dropped
            # Reading through another descriptor would end the lock: POSIX locks are the process's.
            self._take_in(os.pread(self._file, os.fstat(self._file).st_size, 0), self.path)
            self.dropped = max(dropped, self.dropped)
            os.ftruncate(self._file, self._whole)

    def add(self, result: Result | Failed) -> None:
        if isinstance(result, Failed):
            self.failed[result.pairing.key] = result
            return
        if result.key in self.results:
            return
        self.results[result.key] = result
        self.open()
        if self._file is not None:
            self._whole += os.write(self._file, msgspec.json.encode(result) + b"\n")
            os.fsync(self._file)

    def close(self) -> None:
        if self._file is not None:
            os.close(self._file)
            self._file = None


def shard_of(pairings: Sequence[Pairing], shard: str | None) -> list[Pairing]:
    """Every n-th pairing, beginning with the i-th, for "i/n" (from 1)."""
    if not shard:
        return list(pairings)
    first, slash, number = shard.partition("/")
    begin, step = whole_number(first), whole_number(number)
    if not slash or begin is None or step is None or not 1 <= begin <= step:
        raise NotUnderstood(f"write a shard as i/n, such as 2/8, not '{shard}'")
    return list(pairings[begin - 1 :: step])


def merge(paths: Iterable[Path], into: Path) -> int:
    """Put the results of several files into one, each game once; how many there are."""
    ledger = Ledger(into)
    for path in paths:
        if not path.exists():
            raise StudyError(f"{path}: there is no such file")
        for result in Ledger(path).results.values():
            ledger.add(result)
    ledger.close()
    return len(ledger.results)


def run(
    pairings: Sequence[Pairing],
    ledger: Ledger,
    jobs: int | None = None,
    on: str = "pool",
    done: Callable[[Result | Failed], None] | None = None,
) -> list[Result]:
    """Play the games that are not in the ledger yet; all results, in the order of the pairings.

    Games that fail are left out; the ledger knows them.
    """
    try:
        ledger.open()
        missing = [p for p in pairings if p.key not in ledger.results]
        with closing(play_all(missing, jobs, on)) as games:
            for result in games:
                ledger.add(result)
                if done is not None:
                    done(result)
    finally:
        ledger.close()
    return [ledger.results[p.key] for p in pairings if p.key in ledger.results]


def play_all(pairings: Sequence[Pairing], jobs: int | None, on: str) -> Generator[Result | Failed, None, None]:
    """The results as they come in; closing it ends what is in play."""
    if on == "ray":
        from grognard.simulate.cluster import play_on_ray

        yield from play_on_ray(pairings)
        return
    if on != "pool":
        raise NotUnderstood(f"games run on 'pool' or 'ray', not on '{on}'")
    jobs = min(jobs or os.cpu_count() or 1, max(1, len(pairings)))
    yield from play_in_pool(pairings, jobs) if jobs > 1 else map(try_game, pairings)


def play_in_pool(pairings: Sequence[Pairing], jobs: int) -> Iterator[Result | Failed]:
    """The results as they come in. Games whose worker was killed are begun again in a new pool."""
    todo = deque(pairings)
    for _ in range(MOST_POOLS):
        lost = yield from play_in_one_pool(todo, jobs)
        if not lost:
            return
        todo.extendleft(lost)
    raise GrognardError(f"workers were lost {MOST_POOLS} times: something kills them; perhaps memory runs out")


def play_in_one_pool(todo: deque[Pairing], jobs: int) -> Generator[Result | Failed, None, list[Pairing]]:
    """Play until all is done or a worker is lost; the games that were in play then."""
    waiting: dict[Future[Result | Failed], Pairing] = {}
    others = set(active_children())
    pool = ProcessPoolExecutor(jobs, initializer=begin_worker)
    done = False
    try:
        while todo or waiting:
            while len(waiting) < 2 * jobs and todo:
                pairing = todo.popleft()
                waiting[pool.submit(try_game, pairing)] = pairing
            finished, _ = wait(waiting, return_when=FIRST_COMPLETED)
            for future in finished:
                result = future.result()
                del waiting[future]
                yield result
        done = True
    except BrokenProcessPool:
        # One process was killed, and the pool with it. What had been finished by then is kept.
        for future in [f for f in waiting if f.done() and f.exception() is None]:
            del waiting[future]
            yield future.result()
    finally:
        if not done:
            # Interrupted or broken: nobody wants to wait for games whose results would be thrown away.
            for process in set(active_children()) - others:
                process.terminate()
        pool.shutdown(wait=True, cancel_futures=True)
    return list(waiting.values())


def begin_worker() -> None:
    """Ctrl-C reaches all processes of a terminal: the parent alone ends the work in good order."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=end_with_parent, daemon=True).start()


def end_with_parent() -> None:
    """A parent that is killed cannot end its workers: they see to it themselves."""
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
