"""What the page says of a position."""

from __future__ import annotations

import grognard
from grognard.engine import Match
from grognard.games.marne_1914.page import STATUSES, MarnePage
from grognard.games.marne_1914.position import Marne


def moving() -> tuple[Match, MarnePage, Marne]:
    match = grognard.start("marne-1914", scenario="counter-attack", seed=7)
    match.play("end")
    position = match.readable
    assert isinstance(position, Marne)
    return match, MarnePage(match.setting), position


def tags(match: Match, page: MarnePage, unit: str) -> tuple[str, ...]:
    position = match.readable
    assert isinstance(position, Marne)
    return page.status(position, match.setting.unit_ids.index(unit))


def test_5_2_3_and_4_5_1_counters_warn_while_there_is_still_time() -> None:
    """The Moroccan Division begins outside its area; 38DI leaves it; the BEF's I Corps is torn apart by 8ID."""
    match, page, _ = moving()
    assert "A" in tags(match, page, "MRCN")
    assert tags(match, page, "38DI") == ()
    match.play("move 38DI 2715")
    assert "A" in tags(match, page, "38DI")
    assert tags(match, page, "1Div") == tags(match, page, "2Div") == ()
    match.play("move 1Div 2615")
    match.play("move 2Div 2415")
    assert tags(match, page, "1Div") == tags(match, page, "2Div") == ("C",)
    assert {"A", "C"} <= set(STATUSES)


def test_13_0_2_what_counts_at_the_end_is_part_of_how_it_stands() -> None:
    """2 VP would be a decisive victory of the Entente, but the towns count at the end."""
    _, page, position = moving()
    [fact] = [fact for fact in page.facts(position) if fact.name == "If it ended now"]
    points = int(fact.value.partition(" ")[0])
    assert position.state.vp == 2
    assert points > 2
    assert fact.value.endswith(": Draw") or "victory" in fact.value


def test_5_2_3_the_lines_are_shown_where_a_unit_must_go_back() -> None:
    assert "command" in MarnePage.lines["close-up"]
