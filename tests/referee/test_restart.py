"""A match that began with a position file is saved and recorded whole."""

from __future__ import annotations

import grognard
from grognard.engine import RandomPlayer
from grognard.engine.positions import read_position, write_position
from grognard.engine.records import read_record, write_record
from grognard.engine.saves import restore, saved
from grognard.laws import play_out


def test_a_match_begun_in_the_middle_of_a_combat_survives() -> None:
    for match in play_out(grognard.start("marne-1914", "counter-attack", seed=5), RandomPlayer(5)):
        if not match.at_rest:
            text = write_position(match)
            break
    assert "\nplay " in text
    begun = read_position(text)
    for _ in zip(range(30), play_out(begun, RandomPlayer(6)), strict=False):
        pass
    assert restore(saved(begun), "save").fingerprint() == begun.fingerprint()
    assert read_record(write_record(begun)).fingerprint() == begun.fingerprint()
