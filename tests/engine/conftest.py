"""The sample game, known to the engine while a test runs; property tests may take their time."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import settings

import grognard
from grognard.engine import Match
from grognard.engine import game as games
from grognard.samples.blind_mans_buff import GAME as BLIND
from grognard.samples.blind_mans_buff.rules import Blind
from grognard.samples.night_patrol import GAME

Start = Callable[..., Match]
Night = Start

settings.register_profile("patient", deadline=None)
settings.load_profile("patient")


@pytest.fixture
def night(monkeypatch: pytest.MonkeyPatch) -> Night:
    """Starts a match of Night Patrol; with ``orders``, after both sides have chosen their carriers."""
    monkeypatch.setitem(games._registered, GAME.slug, GAME)

    def begin(
        seed: int | str = 1, orders: tuple[str, str] | None = None, dice: tuple[int, ...] = (), **options: str
    ) -> Match:
        match = grognard.start(GAME.slug, seed=seed, options=options)
        match.position.dice.tape = dice
        if orders is not None:
            match.play(f"carry {orders[0]}", by="blue")
            match.play(f"carry {orders[1]}", by="red")
        return match

    return begin


@pytest.fixture
def blind(monkeypatch: pytest.MonkeyPatch) -> Start:
    """Starts a match of Blind Man's Buff, with some units elsewhere than at the start."""
    monkeypatch.setitem(games._registered, BLIND.slug, BLIND)

    def begin(seed: int | str = 1, dice: tuple[int, ...] = (), **places: str) -> Match:
        position = grognard.start(BLIND.slug, seed=seed).start_position.copy()
        assert isinstance(position, Blind)
        for uid, place in places.items():
            unit, setting = position.setting.unit_number(uid), position.setting
            position.place(unit, setting.place_number(place))
        position.dice.tape = dice
        return Match(BLIND, position.setting, position, str(seed))

    return begin
