"""Outside bots: programs that speak JSON lines over standard input and output, as UCI does for chess.

One object a line. We say ``hello`` once, then ``decide`` for each decision, ``refused`` after a bad answer
and ``over`` at the end; the program answers ``hello`` with ``ready`` and each ``decide`` with its action.
docs/bots.md has the whole protocol with an example.
"""

from __future__ import annotations

import contextlib
import json
import queue
import subprocess
import threading
from collections.abc import Sequence
from typing import IO, Any

from grognard.bots.protocol import Answer, Bot, BotError
from grognard.bots.view import SideView
from grognard.engine.plain import plain_position

PROTOCOL = 1
SECONDS = 30.0
"""How long a program may take for one answer."""
LONGEST_LINE = 1_000_000


class ProgramBot(Bot):
    """A bot that is another program. Its answers are checked like anybody's."""

    name = "program"
    text = "a program that speaks JSON lines"

    def __init__(self, command: Sequence[str], seed: str = "0", seconds: float = SECONDS) -> None:
        super().__init__(seed)
        if not command:
            raise BotError("'program:' needs the command that starts the program")
        self.command = list(command)
        self.seconds = seconds
        self.asked = 0
        self.wants_actions = True
        self.process: subprocess.Popen[str] | None = None
        self.lines: queue.Queue[str | None] = queue.Queue()

    def decide(self, view: SideView) -> Answer:
        if self.process is None:
            self.start(view)
        self.asked += 1
        self.say(self.question(view))
        answer = self.hear(self.asked)
        text = answer.get("action")
        if not isinstance(text, str):
            raise BotError(f"{self.command[0]}: the answer has no 'action'")
        reason = answer.get("reason", "")
        return Answer(view.setting.language.read(text), str(reason))

    def start(self, view: SideView) -> None:
        try:
            self.process = subprocess.Popen(
                self.command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                text=True,
                encoding="utf-8",
            )
        except OSError as problem:
            raise BotError(f"{self.command[0]}: cannot be started ({problem.strerror})") from None
        assert self.process.stdout is not None
        threading.Thread(target=listen, args=(self.process.stdout, self.lines), daemon=True).start()
        setting = view.setting
        self.say(
            {
                "type": "hello",
                "protocol": PROTOCOL,
                "game": setting.game.slug,
                "scenario": setting.scenario,
                "options": setting.options,
                "side": view.side,
                "seed": self.seed,
            }
        )
        ready = self.hear(None)
        if ready.get("type") != "ready":
            raise BotError(f"{self.command[0]}: must say 'ready' first")
        self.wants_actions = ready.get("actions", True) is not False

    def question(self, view: SideView) -> dict[str, Any]:
        decision = view.decision
        # A guess looks to its side as the real position does; what is guessed in it is not sent.
        seen = view.position if view.match is None else view.setting.game.seen(view.position, view.side)
        found: dict[str, Any] = {
            "type": "decide",
            "id": self.asked,
            "number": view.number,
            "asked": {"kind": decision.kind, "case": decision.case, "prompt": decision.prompt},
            "position": plain_position(seen),
        }
        if self.wants_actions:
            found["actions"] = [view.setting.language.write(action) for action in decision.all_actions()]
        return found

    def say(self, message: dict[str, Any]) -> None:
        assert self.process is not None
        assert self.process.stdin is not None
        try:
            self.process.stdin.write(json.dumps(message) + "\n")
            self.process.stdin.flush()
        except (BrokenPipeError, ValueError, OSError):
            raise BotError(f"{self.command[0]}: has ended") from None

    def hear(self, number: int | None) -> dict[str, Any]:
        """The answer to a question; answers to older questions came too late and are dropped."""
        while True:
            try:
                line = self.lines.get(timeout=self.seconds)
            except queue.Empty:
                raise BotError(f"{self.command[0]}: no answer within {self.seconds:g} seconds") from None
            if line is None:
                self.lines.put(None)
                raise BotError(f"{self.command[0]}: has ended without an answer")
            try:
                answer = json.loads(line)
            except ValueError:
                raise BotError(f"{self.command[0]}: sent a line that is not JSON: {line[:80]!r}") from None
            if not isinstance(answer, dict):
                raise BotError(f"{self.command[0]}: sent a line that is not a JSON object: {line[:80]!r}")
            if number is None or answer.get("id") == number:
                return answer

    def refused(self, problem: str) -> None:
        if self.process is not None:
            with contextlib.suppress(BotError):
                self.say({"type": "refused", "id": self.asked, "text": problem})

    def close(self) -> None:
        process, self.process = self.process, None
        if process is None:
            return
        with contextlib.suppress(OSError, ValueError):
            assert process.stdin is not None
            process.stdin.write('{"type": "over"}\n')
            process.stdin.close()
        try:
            process.wait(timeout=2)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def listen(stream: IO[str], lines: queue.Queue[str | None]) -> None:
    """Read what the program says until it ends; a line without end ends it for us."""
    with contextlib.suppress(OSError, ValueError):
        while line := stream.readline(LONGEST_LINE):
            lines.put(line)
    lines.put(None)
