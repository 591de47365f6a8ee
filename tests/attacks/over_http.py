"""Forged requests against a real server: none is accepted that the rules do not list, and none ends in a fault."""

from __future__ import annotations

import asyncio
import json
import tempfile
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import quote

from tests.attacks.servers import served
from tests.attacks.tally import Tally

CONNECTIONS = 6
PATIENCE = 60.0
MOST_CLOSED = 300
GAMES = (
    ("marne-1914", "counter-attack"), ("somme-1916", "over-the-top"), ("soissons-1918", "campaign"),
    ("friedensturm-1918", ""), ("hannut-1940", ""),
)  # fmt: skip
ODD: tuple[Any, ...] = (
    None, True, False, -1, 0, 1.5, 10**30, 10**4500, "", "x" * 3000, "\ud800", "\x00", [], {}, [1], {"a": 1}, "1",
)  # fmt: skip
WHAT = ("", "/subjects", "/actions", "/why", "/log", "/overlays", "/board", "/export", "/check", "/preview", "/undo",
        "/agree-undo", "/resign", "/join", "/fork", "/dice", "/table", "/nothing")  # fmt: skip


def attack(tally: Tally) -> None:
    with tempfile.TemporaryDirectory() as folder, served(Path(folder) / "matches.sqlite") as server:
        asyncio.run(attack_server(server.host, server.port, tally))
        if server.process.poll() is not None:
            tally.found(f"the server has ended ({server.process.poll()})")
        if b"Traceback" in server.log.read_bytes():
            tally.found(f"the log has tracebacks: {server.log.read_bytes()[-2000:].decode(errors='replace')}")


async def attack_server(host: str, port: int, tally: Tally) -> None:
    attackers = [Attacker(host, port, Random(tally.chance.getrandbits(32)), tally) for _ in range(CONNECTIONS)]
    await asyncio.gather(*(one.go_on() for one in attackers))


class Attacker:
    """One connection, at a match of its own."""

    def __init__(self, host: str, port: int, chance: Random, tally: Tally) -> None:
        self.host, self.port, self.chance, self.tally = host, port, chance, tally
        self.writer: asyncio.StreamWriter | None = None

    async def go_on(self) -> None:
        closed = 0
        while not self.tally.done and closed < MOST_CLOSED:
            before = self.tally.counts["requests"]
            try:
                await self.one_match()
            except (ConnectionError, asyncio.IncompleteReadError, IndexError):
                self.writer = None  # refused so firmly that the connection was closed
                self.tally.tried("connections closed")
                await asyncio.sleep(0.02)
            closed = closed + 1 if self.tally.counts["requests"] == before else 0
        if closed == MOST_CLOSED:
            self.tally.found(f"the server closed {MOST_CLOSED} connections one after the other")

    async def one_match(self) -> None:
        game, scenario = self.chance.choice(GAMES)
        body = {"game": game, "scenario": scenario or None, "seed": str(self.chance.getrandbits(32))}
        status, content = await self.ask("POST", "/api/matches", body)
        if status != 201:  # too many matches for a while
            await self.nonsense("none", "forged")
            await asyncio.sleep(0.1)
            return
        begun = json.loads(content)
        id, table, tokens = begun["id"], begun["table"], [*begun["seats"].values(), "forged", ""]
        for _ in range(40):
            if self.tally.done:
                return
            status, content = await self.ask("GET", f"/api/matches/{id}/actions?limit=300", seat=table)
            found = json.loads(content)
            if status != 200 or not found["actions"]:
                return
            listed, number = {one["text"] for one in found["actions"]}, found["number"]
            whole = not found["more"]
            for _ in range(12):
                number = await self.forge(id, table, tokens, sorted(listed), whole, number)
            for _ in range(6):
                await self.nonsense(id, table)
            body = {"action": self.chance.choice(sorted(listed)), "number": number}
            status, content = await self.ask("POST", f"/api/matches/{id}/actions", body, table)
            if status not in (200, 409, 422):
                return

    async def forge(
        self, id: str, table: str, tokens: list[str], listed: list[str], whole: bool, number: int
    ) -> int:
        """An action that is not listed, of another moment, or of somebody else; the number afterwards."""
        chance, text = self.chance, self.chance.choice(listed)
        how = chance.randrange(4)
        body: dict[str, Any] = {"action": text, "number": number}
        seat = table
        if how == 0:
            body["action"] = mutated(text, chance)
        elif how == 1:
            body["number"] = chance.choice((number + 1, max(0, number - 1), 10**6, True, str(number), float(number)))
        elif how == 2:
            seat = chance.choice(["forged", "", table[:-1], table + "x"])
        else:
            body[chance.choice(("action", "number", "side", "revision", "extra"))] = chance.choice(ODD)
        status, content = await self.ask("POST", f"/api/matches/{id}/actions", body, seat)
        self.tally.tried("forged requests")
        if status != 200:
            return number
        written = body["action"] if isinstance(body["action"], str) else ""
        harmless = how in (0, 3) and (not whole or " ".join(written.split()).lower() in {t.lower() for t in listed})
        sent = body.get("number")
        same = type(sent) is int and sent == number and seat == table
        fair = same and await self.was_listed(id, table, number, listed)
        if how == 1 and type(sent) is int and sent < number:
            fair = await self.waited(id, table, sent)
        if not harmless and not fair:
            self.tally.found(f"accepted: {body!r:.300} with the seat {seat!r} at number {number}")
        return int(json.loads(content)["number"])

    async def was_listed(self, id: str, table: str, number: int, listed: list[str]) -> bool:
        """Whether what was played reads as one of the listed actions."""
        _, content = await self.ask("GET", f"/api/matches/{id}/log?since={number}", seat=table)
        entries = json.loads(content)["entries"]
        return not entries or entries[0]["action"] in listed or entries[0]["action"] is None

    async def waited(self, id: str, table: str, sent: int) -> bool:
        """Whether nothing but others' secret answers came since: one answer does not make a question to both stale."""
        _, content = await self.ask("GET", f"/api/matches/{id}/log?since={sent}", seat=table)
        *before, last = json.loads(content)["entries"]
        sides = {one["side"] for one in (*before, last)}
        moment = {(one["turn"], one["phase"]) for one in before}
        silent = not any(one["events"] for one in before)
        return len(sides) == len(before) + 1 and len(moment) == 1 and silent

    async def nonsense(self, id: str, table: str) -> None:
        """Any address with anything in it."""
        chance = self.chance
        what = chance.choice(WHAT)
        path = f"/api/matches/{chance.choice([id, id, id, 'none', '..', '%00'])}{what}"
        names = ("at", "side", "subject", "limit", "after", "since", "kind", "unit", "form", "seat")
        values = ("1", "-1", "x", "9" * 5000, "cp", "%ff", chr(0), "save")
        query = "&".join(
            f"{chance.choice(names)}={quote(chance.choice(values))}" for _ in range(chance.randrange(3))
        )
        method = chance.choice(("GET", "POST", "POST", "DELETE", "PUT", "PATCH"))
        if what in ("/resign", "/fork") or (what == "" and method == "DELETE"):
            table = "forged"
        body = {
            chance.choice(("action", "actions", "number", "side", "agree", "seal", "share", "passes", "text", "game")):
            chance.choice(ODD)
            for _ in range(chance.randrange(3))
        }
        seat = chance.choice([table, "", "forged"])
        await self.ask(method, f"{path}?{query}", body if method != "GET" else None, seat)
        self.tally.tried("forged requests")

    async def ask(self, method: str, path: str, body: Any = None, seat: str = "") -> tuple[int, bytes]:
        try:
            return await asyncio.wait_for(self.exchange(method, path, body, seat), PATIENCE)
        except TimeoutError:
            self.tally.found(f"no answer to {method} {path!r:.200} with {body!r:.200} within {PATIENCE:g} s")
            self.writer = None
            raise ConnectionError from None

    async def exchange(self, method: str, path: str, body: Any, seat: str) -> tuple[int, bytes]:
        if self.writer is None:
            self.reader, self.writer = await asyncio.open_connection(self.host, self.port, limit=1 << 22)
        sent = encoded(body, self.chance) if body is not None else b""
        head = f"{method} {path} HTTP/1.1\r\nhost: localhost\r\nx-seat: {seat}\r\ncontent-type: application/json\r\n"
        self.writer.write(f"{head}content-length: {len(sent)}\r\n\r\n".encode("utf-8", "replace") + sent)
        status = int((await self.reader.readline()).split()[1])
        length, chunked = 0, False
        while (line := await self.reader.readline()) not in (b"\r\n", b""):
            name, _, value = line.lower().partition(b":")
            length = int(value) if name == b"content-length" else length
            chunked = chunked or name == b"transfer-encoding"
        if chunked:  # a live stream
            self.writer.close()
            self.writer = None
            return status, b""
        content = await self.reader.readexactly(length)
        if status >= 500 and status != 503:
            self.tally.found(f"{status} for {method} {path!r:.200} with {sent[:200]!r}: {content[:200]!r}")
        if status >= 400 and content and not content.startswith(b'{"error"'):
            self.tally.found(f"{method} {path!r:.200}: an error in another form: {content[:200]!r}")
        self.tally.tried("requests")
        return status, content


def encoded(body: Any, chance: Random) -> bytes:
    """JSON, with halves of characters and numbers of any length; now and then broken."""
    try:
        text = json.dumps(body)
    except ValueError:  # Python does not write numbers of more than 4,300 digits
        text = '{"number": ' + "9" * 4500 + "}"
    if chance.random() < 0.03:
        return text.encode()[: chance.randrange(len(text))] + b"\xff"
    return text.encode()


def mutated(text: str, chance: Random) -> str:
    letters = list(text)
    for _ in range(chance.randint(1, 3)):
        place = chance.randrange(len(letters) + 1)
        if chance.random() < 0.5:
            letters.insert(place, chance.choice("0123456789 ,-/AZaz\x00\u00b2"))
        elif letters:
            del letters[min(place, len(letters) - 1)]
    return "".join(letters) or "x"
