"""Thinking in a process of its own."""

from __future__ import annotations

import pytest

import grognard
from grognard.bots import BotError
from grognard.bots.worker import Thinker


def test_a_thinker_answers_and_can_be_stopped() -> None:
    match = grognard.start("marne-1914", "counter-attack", 1)
    thinker = Thinker("sergeant", "1")
    thinker.ask(match, "entente")
    text, reason = thinker.wait(120)
    assert match.check(text)
    assert reason
    thinker.ask(match, "entente")
    thinker.stop()
    thinker.ask(match, "entente")
    assert match.check(thinker.wait(120)[0])
    thinker.close()


def test_a_fault_comes_back_as_a_sentence() -> None:
    thinker = Thinker("sergeant", "1")
    thinker.ask(grognard.start("marne-1914", "counter-attack", 1), "nobody")
    with pytest.raises(BotError, match="sergeant"):
        thinker.wait(120)
    thinker.close()
