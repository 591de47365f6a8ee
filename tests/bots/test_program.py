"""Outside bots: programs that speak JSON lines, good ones and bad ones."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

import grognard
from grognard.bots import BotError, make_bot, view_of
from grognard.bots.program import ProgramBot
from grognard.simulate.games import Pairing, play_game

GOOD = """
import json, sys
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        print(json.dumps({"type": "ready", "name": "first"}), flush=True)
    elif message["type"] == "decide":
        print(json.dumps({"id": message["id"], "action": message["actions"][-1], "reason": "the last one"}), flush=True)
    elif message["type"] == "over":
        break
"""
NONSENSE = GOOD.replace('message["actions"][-1]', '"dance wildly"')
ANSWER = next(line for line in GOOD.splitlines() if '"id"' in line).strip()
NO_JSON = GOOD.replace(ANSWER, 'print("hm", flush=True)')
ILLEGAL = GOOD.replace('message["actions"][-1]', '"resolve"')
SILENT = GOOD.replace('elif message["type"] == "decide":', 'elif message["type"] == "never":')
DYING = GOOD.replace('elif message["type"] == "decide":', 'elif message["type"] == "decide":\n        sys.exit(3)')


def program(tmp_path: Path, code: str) -> str:
    path = tmp_path / "bot.py"
    path.write_text(code, encoding="utf-8")
    return f"program:{sys.executable} {path}"


def test_a_good_program_plays_to_the_end(tmp_path: Path) -> None:
    result = play_game(
        Pairing("marne-1914", "counter-attack", "1", {"cp": program(tmp_path, GOOD), "entente": "random"})
    )
    assert not result.forfeit
    assert not result.failures


@pytest.mark.parametrize(
    ("code", "problem"),
    [(NONSENSE, "dance"), (NO_JSON, "not JSON"), (ILLEGAL, "resolve"), (DYING, "has ended")],
)
def test_a_bad_program_forfeits(tmp_path: Path, code: str, problem: str) -> None:
    result = play_game(
        Pairing("marne-1914", "counter-attack", "1", {"cp": "random", "entente": program(tmp_path, code)})
    )
    assert result.forfeit == "entente"
    assert result.winner == "cp"
    assert len(result.failures) == 3
    assert problem in result.failures[0]


def test_a_silent_program_is_not_waited_for(tmp_path: Path) -> None:
    bot = ProgramBot(program(tmp_path, SILENT).removeprefix("program:").split(), seconds=2.0)
    match = grognard.start("marne-1914", "counter-attack", 1)
    with pytest.raises(BotError, match="no answer within"):
        bot.decide(view_of(match, "entente"))
    bot.close()


def test_a_program_that_is_not_there() -> None:
    bot = make_bot("program:/no/such/program")
    with pytest.raises(BotError, match="cannot be started"):
        bot.decide(view_of(grognard.start("marne-1914", "counter-attack", 1), "entente"))
