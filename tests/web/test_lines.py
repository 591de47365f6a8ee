"""Lines and areas on which the rules of a phase turn, drawn as lines and shown unasked."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.web.conftest import Server, steady, wait_for_turn
from tests.web.played import played, text_of


def seated(server: Server, visitors: Any, game: str, scenario: str, kind: str) -> Page:
    match = played(game, scenario, 1, lambda m: m.decision is not None and m.decision.kind == kind)
    made = server.ask("import", {"text": text_of(match)})
    page: Page = visitors(server).sit_down(made["id"], made["table"])
    wait_for_turn(page)
    steady(page)
    return page


def test_front_and_army_boundaries_are_lines(server: Server, visitors: Any) -> None:
    page = seated(server, visitors, "marne-1914", "counter-attack", "movement")
    expect(page.locator("[data-line=front]")).to_have_count(1)
    areas = page.locator("[data-area^='area-']")
    assert areas.count() >= 5
    assert all("M" in str(area.get_attribute("d")) for area in areas.all())
    assert page.locator(".overlays polygon").count() == 0, "no hatched hexes"
    page.get_by_role("button", name="View").click()
    page.get_by_label("Lines on which the rules of the phase turn").uncheck()
    expect(page.locator("[data-line=front]")).to_have_count(0)
    # The towns that count are marked, and counters show their army.
    assert page.locator(".markers title", has_text="1 VP for the Central Powers").count() > 5
    expect(page.locator("g.counter [fill='#d62f1f']").first).to_be_attached()


def test_command_is_an_area_where_units_are_committed(server: Server, visitors: Any) -> None:
    page = seated(server, visitors, "somme-1916", "over-the-top", "commitment")
    expect(page.locator("[data-area='command-british']")).to_have_count(1)
    expect(page.get_by_text("Command of British HQs")).to_be_visible()


def test_a_front_of_squares_is_a_line_and_no_net(server: Server, visitors: Any) -> None:
    page = seated(server, visitors, "somme-1916", "over-the-top", "air")
    lines = page.locator("[data-line]")
    expect(lines.first).to_be_attached()
    for path in lines.evaluate_all("all => all.map(one => one.getAttribute('d'))"):
        steps = path.count("L")
        corners = {point for step in path.split("M")[1:] for point in step.split("L")}
        assert steps < len(corners)  # a tree has one step less than places, a net has more


COVERED = """() => {
    // Of the names that have stepped aside those under a counter, and those that a counter would cover if they had not.
    const box = one => one.getBoundingClientRect();
    const across = (a, b) => a.left + 4 < b.right && b.left + 4 < a.right;
    const meets = (a, b) => across(a, b) && a.top + 4 < b.bottom && b.top + 4 < a.bottom;
    const counters = [...document.querySelectorAll('g.counter > g')].map(box);
    const covered = name => counters.some(one => meets(box(name), one));
    const moved = [...document.querySelectorAll('#names > g > text')].filter(name => name.style.transform);
    const now = moved.filter(covered).length;
    for (const name of moved) name.style.transform = '';
    return [moved.length, now, moved.filter(covered).length];
}"""


@pytest.mark.parametrize(("game", "scenario", "kind"), [
    ("friedensturm-1918", "gneisenau", "combat"), ("hannut-1940", "hannut", "assault"),
    ("marne-1914", "counter-attack", "combat"), ("soissons-1918", "campaign", "combat"),
    ("somme-1916", "over-the-top", "assault"),
])  # fmt: skip
def test_names_step_aside_for_counters(game: str, scenario: str, kind: str, server: Server, visitors: Any) -> None:
    """As far as there is room beside what they name."""
    page = seated(server, visitors, game, scenario, kind)
    page.locator("#names > g > text[style*=translate]").first.wait_for(state="attached")
    moved, covered, before = page.evaluate(COVERED)
    assert moved > 0
    assert covered < before  # what is left is the slack of letters in their boxes
