"""The page of a game: plain where the game says nothing, and its own where it does."""

from __future__ import annotations

import pytest

from grognard.engine import Game, Page
from grognard.engine.page import Arrival, Coming, Overlay
from grognard.picture import counters_of
from grognard.samples.night_patrol import rules
from grognard.samples.night_patrol.game import GAME, NightPatrol
from grognard.server.extras import hints_of, overlays, page_in
from tests.engine.conftest import Night


class NightPage(Page[rules.Night]):
    """Patrols arrive as if they were reinforcements, and say who carries the message."""

    lost = ("lost",)

    def status(self, position: rules.Night, unit: int) -> tuple[str, ...]:
        return ("M",) if position.state.carrier[unit] else ()

    def arrival(self, position: rules.Night, unit: int) -> Arrival | None:
        return None if unit == 0 else Arrival(3 - unit % 2, "by the road", "7.1")

    def overlays(self, position: rules.Night) -> list[Overlay]:
        return [Overlay(name="line", kind="front", title="The line", cells=[0, 1], units=[2])]

    def reach(self, position: rules.Night, unit: int) -> tuple[int, ...]:
        return position.setting.grid.neighbours[position.state.loc[unit]]


class Paged(NightPatrol):
    page = NightPage


PAGED: Game = Paged()


def test_a_game_names_its_page(night: Night) -> None:
    match = night(orders=("B1", "R3"))
    assert type(match.game.page_for(match.setting)) is Page
    page = PAGED.page_for(match.setting)
    assert page.setting is match.setting
    assert page.status(match.position, match.setting.unit_number("B1")) == ("M",)
    assert page.factors(match.position, 0) == ""
    assert type(page) is NightPage


def test_units_that_come_together_are_one_row(night: Night) -> None:
    match = night(orders=("B1", "R3"))
    sides = [unit.side for unit in match.setting.units]
    rows = PAGED.page_for(match.setting).coming(match.position)
    assert [(row.turn, row.side) for row in rows] == [(2, "blue"), (2, "red"), (3, "blue"), (3, "red")]
    assert sorted(unit for row in rows for unit in row.units) == list(range(1, len(sides)))
    assert rows[0] == Coming(2, "blue", [1], "by the road", "7.1")
    assert all(sides[unit] == row.side for row in rows for unit in row.units)


def test_picture_and_server_ask_the_same_page(night: Night, monkeypatch: pytest.MonkeyPatch) -> None:
    match = night(orders=("B1", "R3"))
    assert (hints_of(match.setting).hidden, hints_of(match.setting).lost) == (True, [])
    assert {overlay.kind for overlay in overlays(match, match.position, None, "B1")} == {"zones"}
    monkeypatch.setattr(GAME, "page", NightPage)
    page_in.cache_clear()
    hints_of.cache_clear()
    assert (hints_of(match.setting).hidden, hints_of(match.setting).lost) == (True, ["lost"])
    assert {counter.id for counter in counters_of(match) if counter.status == ("M",)} == {"B1", "R3"}
    assert {counter.id for counter in counters_of(match, "red") if counter.status} == {"R3"}
    found = {overlay.name: overlay for overlay in overlays(match, match.position, None, "B1")}
    assert {"line", "reach", "threat-blue", "threat-red"} <= set(found)
    assert (found["line"].kind, found["line"].cells, found["line"].units) == ("front", ["A1", "A2"], ["B3"])
    page_in.cache_clear()  # whoever comes next has the game's own page
    hints_of.cache_clear()
