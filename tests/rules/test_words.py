"""The words of a game: its file says yes or no, the rules hear true or false."""

from __future__ import annotations

import pytest

from grognard.engine.events import Told
from grognard.rules.words import message_of


@pytest.mark.parametrize(("said", "reveals"), [({"reveals": "yes"}, True), ({"reveals": "no"}, False), ({}, False)])
def test_a_message_reveals_what_was_hidden_only_where_its_file_says_yes(said: dict[str, str], reveals: bool) -> None:
    message = message_of({"told": "{side:side} turns over {chit}.", "path": "cell", **said})
    assert isinstance(message, Told)
    assert message.reveals is reveals
    assert message.fields == {"side": "side", "chit": "text", "path": "cell"}


def test_a_plain_sentence_stays_one() -> None:
    assert message_of("{side:side} passes.") == "{side:side} passes."
