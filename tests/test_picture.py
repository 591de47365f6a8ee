"""A match as a picture: counters from what every unit has, and from the hooks of its game."""

from __future__ import annotations

import pytest

import grognard
from grognard.picture import SIDE_COLOURS, counters_of, draw_match


@pytest.fixture
def match() -> grognard.Match:
    return grognard.start("marne-1914", "counter-attack", seed=3)


def test_a_counter_shows_the_unit_as_it_stands(match: grognard.Match) -> None:
    counter = next(c for c in counters_of(match) if c.id == "3ID")
    assert match.setting.grid.ids[counter.cell] == "1913"
    assert (counter.symbol, counter.size, counter.nation) == ("infantry", "division", "german")
    assert (counter.steps, counter.full_steps) == (3, 4)
    assert counter.factors == "5-4-4"
    assert counter.colour == match.game.colours["german"]


def test_units_off_the_map_have_no_counter(match: grognard.Match) -> None:
    shown = {c.id for c in counters_of(match)}
    assert "10DC" not in shown  # in the Cadre Box
    assert "21DI" not in shown  # arrives later
    assert len(shown) == sum(cell >= 0 for cell in match.position.state.loc)


def test_what_ails_a_unit_is_tagged(match: grognard.Match) -> None:
    match.position.state.disrupted[match.setting.unit_number("3ID")] = 1  # type: ignore[attr-defined]
    assert next(c for c in counters_of(match) if c.id == "3ID").status == ("D",)


def test_a_nation_without_a_colour_gets_that_of_its_side(
    match: grognard.Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(type(match.game), "colours", {})
    colours = {c.nation: c.colour for c in counters_of(match)}
    assert colours["german"] == SIDE_COLOURS[0]
    assert colours["french"] == colours["british"] == SIDE_COLOURS[1]


def test_a_notebook_shows_the_match(match: grognard.Match) -> None:
    svg = match._repr_svg_()
    assert svg.startswith("<svg ")
    assert svg == draw_match(match)
    assert 'data-unit="3ID" data-cell="1913"' in svg


def test_a_side_gets_only_what_it_may_see(match: grognard.Match, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    real = type(match.game).redact

    def redact(self: object, position: object, side: str) -> object:
        asked.append(side)
        return real(self, position, side)  # type: ignore[arg-type]

    monkeypatch.setattr(type(match.game), "redact", redact)
    counters_of(match, "cp")
    counters_of(match)
    assert asked == ["cp"]
