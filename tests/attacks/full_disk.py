"""A disk that is full: what cannot be kept has not happened, and when there is room again, play goes on."""

from __future__ import annotations

import tempfile
from pathlib import Path

from grognard.engine import RandomPlayer
from grognard.server.keeper import Keeper
from grognard.server.problems import StorageError
from tests.attacks.tally import Tally


def attack(tally: Tally) -> None:
    while not tally.done:
        with tempfile.TemporaryDirectory() as folder:
            one_disk(Path(folder) / "matches.sqlite", tally)


def one_disk(path: Path, tally: Tally) -> None:
    keeper = Keeper(path, workers=1)
    try:
        room = keeper.begin("marne-1914", "counter-attack", {}, str(tally.chance.getrandbits(32)), None)
        player = RandomPlayer(tally.chance.getrandbits(32))
        db = keeper.storage._connection
        for _ in range(tally.chance.randint(20, 60)):
            decision = room.match.decision
            if decision is None:
                return
            full = tally.chance.random() < 0.3
            pages = db.execute("PRAGMA page_count").fetchone()[0]
            db.execute(f"PRAGMA max_page_count = {pages if full else 1 << 30}")
            text, before = room.match.write(player.choose(decision)), room.match.fingerprint()
            number, revision = room.match.number, room.revision
            long = "remark " * 3000 if full else ""
            try:
                room.play(text, decision.seat, number, note=long)
            except StorageError:
                tally.tried("actions on a full disk")
                if (room.match.fingerprint(), room.revision, room.match.number) != (before, revision, number):
                    tally.found(f"'{text}' was not kept, but has happened")
                db.execute("PRAGMA max_page_count = 1073741823")
                room.play(text, decision.seat, number)
            tally.tried("actions kept")
        again = Keeper(path, workers=1)
        try:
            if again.room(room.id).match.fingerprint() != room.match.fingerprint():
                tally.found("the file has another match than the one that was played")
        finally:
            again.close()
    finally:
        keeper.close()
