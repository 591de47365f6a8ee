"""Damaged files of every format: a sentence, never a traceback, and what can be read is read."""

from __future__ import annotations

import tempfile
from pathlib import Path
from random import Random

import grognard
from grognard.engine import RandomPlayer
from grognard.engine.positions import read_position, write_position
from grognard.engine.records import read_record, write_record
from grognard.engine.saves import decode, restore
from grognard.errors import GrognardError
from grognard.server.keeper import Keeper
from grognard.server.rescue import repair
from grognard.server.storage import Storage
from grognard.server.thinking import read_file
from tests.attacks.tally import Tally


def attack(tally: Tally) -> None:
    with tempfile.TemporaryDirectory() as folder:
        whole = a_storage(Path(folder) / "whole.sqlite")
        texts = some_files()
        while not tally.done:
            damage_storage(whole, Path(folder) / "damaged.sqlite", tally)
            for _ in range(5):
                damage_text(tally.chance.choice(texts), tally)


def a_storage(path: Path) -> Path:
    """A file with some matches, as a server leaves it."""
    keeper = Keeper(path, workers=1)
    for n in range(6):
        room = keeper.begin("marne-1914", "counter-attack", {}, str(n), None)
        player = RandomPlayer(n)
        for _ in range(25):
            decision = room.match.decision
            assert decision is not None
            room.play(room.match.write(player.choose(decision)), decision.seat, room.match.number)
    keeper.close()
    return path


def some_files() -> list[tuple[str, bytes]]:
    match, player = grognard.start("marne-1914", "counter-attack", 7), RandomPlayer(7)
    for _ in range(40):
        assert match.decision is not None
        match.play(player.choose(match.decision))
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "save.json"
        match.save(path)
        save = path.read_bytes()
    record, position = write_record(match, comments=True), write_position(match)
    return [("save", save), ("record", record.encode()), ("position", position.encode())]


def damaged(content: bytes, chance: Random) -> bytes:
    """Bytes changed, lost, doubled, zeroed or moved about."""
    data = bytearray(content)
    for _ in range(chance.randint(1, 6)):
        if not data:
            break
        place, length = chance.randrange(len(data)), chance.choice((1, 1, 2, 16, 512, 4096))
        how = chance.randrange(6)
        if how == 0:
            data[place : place + length] = chance.randbytes(min(length, len(data) - place))
        elif how == 1:
            del data[place : place + length]
        elif how == 2:
            data[place:place] = data[place : place + length]
        elif how == 3:
            data[place : place + length] = bytes(min(length, len(data) - place))
        elif how == 4:
            data[place] ^= 1 << chance.randrange(8)
        else:
            del data[chance.randrange(len(data)) :]
    return bytes(data)


def damage_storage(whole: Path, path: Path, tally: Tally) -> None:
    for rest in path.parent.glob(f"{path.name}*"):
        rest.unlink()
    path.write_bytes(damaged(whole.read_bytes(), tally.chance))
    tally.tried("damaged databases")
    try:
        keeper = Keeper(path, workers=1)
    except GrognardError:
        tally.tried("databases refused in a sentence")
    except Exception as problem:
        tally.found(f"a damaged database ends the start: {type(problem).__name__}: {problem}")
        return
    else:
        look_around(keeper, tally)
        keeper.close()
    try:
        rescued = repair(path)
        tally.tried("matches saved by a repair", rescued.whole + rescued.shortened)
        Storage(path).close()
    except GrognardError:
        tally.tried("databases beyond repair")
    except Exception as problem:
        tally.found(f"a damaged database breaks the repair: {type(problem).__name__}: {problem}")


def look_around(keeper: Keeper, tally: Tally) -> None:
    """The lobby, and every match that it lists."""
    try:
        listed = keeper.storage.matches(50)
        tally.tried("matches of damaged databases that are listed", len(listed))
        for stored in listed:
            try:
                keeper.room(stored.id)
            except GrognardError:
                tally.tried("damaged matches refused in a sentence")
    except GrognardError as problem:
        tally.found(f"the lobby of a damaged database shows nothing: {problem}")
    except Exception as problem:
        tally.found(f"a damaged database breaks the lobby: {type(problem).__name__}: {problem}")


def damage_text(file: tuple[str, bytes], tally: Tally) -> None:
    kind, content = file
    text = damaged(content, tally.chance).decode("utf-8", errors=tally.chance.choice(("replace", "surrogateescape")))
    tally.tried(f"damaged {kind}s")
    try:
        if kind == "save":
            restore(decode(text.encode("utf-8", errors="surrogateescape"), "the file"), "the file")
        elif kind == "record":
            read_record(text)
        else:
            read_position(text)
    except GrognardError:
        tally.tried("files refused in a sentence")
    except Exception as problem:
        tally.found(f"a damaged {kind} breaks its reader: {type(problem).__name__}: {problem}: {text[:300]!r}")
    try:
        read_file(text)
    except GrognardError:
        pass
    except Exception as problem:
        tally.found(f"a damaged {kind} breaks the import: {type(problem).__name__}: {problem}")
