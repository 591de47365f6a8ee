"""What is covered, clipped or out of sight on some screens: phone and tablet, day and night, while the map is moved."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.web.conftest import Server, steady, wait_for_turn
from tests.web.pictures import PHONE, asked
from tests.web.played import played, text_of

TABLET = {"viewport": {"width": 820, "height": 1180}, "has_touch": True, "is_mobile": True}
CLEAR = """() => {
    // Whether every tool of the map can be touched where it stands.
    const tools = [...document.querySelectorAll('[aria-label="Map tools"] button')];
    return tools.map(one => {
        const box = one.getBoundingClientRect();
        return one.contains(document.elementFromPoint(box.x + box.width / 2, box.y + 4));
    });
}"""
INK = """() => {
    // In the picture that stands in for the map: how dark it is where names stand now, and where they would stand.
    const canvas = document.querySelector('.stage canvas');
    const dots = canvas.getContext('2d');
    const map = document.querySelector('.letters svg').viewBox.baseVal;
    const share = canvas.width / map.width;
    const dark = ({ x, y, width, height }) => {
        const { data } = dots.getImageData(x * share, y * share, width * share + 1, height * share + 1);
        let count = 0;
        for (let at = 0; at < data.length; at += 4) if (data[at] + data[at + 1] + data[at + 2] < 240) count += 1;
        return count;
    };
    const [now, before] = [[], []];
    for (const name of document.querySelectorAll('#names > g > text[style*=translate]')) {
        const [x, y] = name.style.transform.match(/-?[\\d.]+/g).map(Number);
        if (Math.abs(y) < 8) continue;
        // A strip as high as small letters.
        const box = name.getBBox();
        const strip = { x: box.x, y: box.y + box.height * 0.35, width: box.width, height: box.height * 0.4 };
        before.push(dark(strip));
        now.push(dark({ ...strip, x: strip.x + x, y: strip.y + y }));
    }
    return [now, before];
}"""


def seated(
    server: Server, visitors: Any, game: str, scenario: str, kind: str, seed: int = 1, least: int = 1, **context: Any
) -> Page:
    made = server.ask("import", {"text": text_of(played(game, scenario, seed, asked(kind, least=least)))})
    page: Page = visitors(server, **context).sit_down(made["id"], made["table"])
    wait_for_turn(page)
    steady(page)
    return page


def edges(page: Page, selector: str) -> dict[str, float]:
    found: dict[str, float] = page.locator(selector).first.evaluate("one => one.getBoundingClientRect().toJSON()")
    return found


def test_a_long_prompt_does_not_lie_on_the_tools_of_the_map(server: Server, visitors: Any) -> None:
    """On a phone the buttons of the Marne's boundaries stand in three rows, and the first tool lay below them."""
    match = server.new_match(game="marne-1914", scenario="counter-attack")
    page: Page = visitors(server, **PHONE).sit_down(match["id"], match["table"])
    wait_for_turn(page)
    steady(page)
    prompt, frame = (edges(page, f"[data-testid={name}]") for name in ("prompt", "map"))
    assert prompt["bottom"] > frame["top"] + 15, "the prompt reaches over the map"
    assert page.evaluate(CLEAR) == [True, True, True]


@pytest.mark.parametrize("context", [PHONE, TABLET], ids=["phone", "tablet"])
def test_the_fight_stays_in_sight_above_its_odds(server: Server, visitors: Any, context: dict[str, Any]) -> None:
    """The sheet with the odds takes half of the screen: the square that is fought over was below it."""
    page = seated(server, visitors, "somme-1916", "over-the-top", "resources", **context)
    expect(page.get_by_test_id("odds")).to_contain_text("Exact odds")
    steady(page)
    cell, frame = edges(page, "[data-fought]"), edges(page, "[data-testid=map]")
    assert frame["top"] < cell["top"] < cell["bottom"] < frame["bottom"]
    assert frame["left"] < cell["left"] < cell["right"] < frame["right"]


@pytest.mark.parametrize(("game", "scenario", "kind"), [
    ("marne-1914", "counter-attack", "combat"), ("soissons-1918", "campaign", "combat"),
])  # fmt: skip
def test_names_keep_their_places_while_the_map_is_moved(
    game: str, scenario: str, kind: str, server: Server, visitors: Any
) -> None:
    """The picture that is moved instead of the map had the names where no counter would have pushed them."""
    page = seated(server, visitors, game, scenario, kind)
    page.locator("#names > g > text[style*=translate]").first.wait_for(state="attached")
    page.wait_for_function("document.querySelector('.stage canvas').width > 1")
    box = edges(page, "[data-testid=map]")
    page.mouse.move(box["left"] + 30, box["top"] + 300)
    page.mouse.down()
    page.mouse.move(box["left"] + 60, box["top"] + 320, steps=3)
    page.locator(".frame.pictured").wait_for()
    now, before = page.evaluate(INK)
    page.mouse.up()
    assert now, "a name has stepped aside by a line"
    assert sum(now) > 1.3 * sum(before)


def test_at_night_the_letters_of_the_map_do_not_glare(server: Server, visitors: Any) -> None:
    """The paper round them stayed as bright as by day, on a map that is dimmed."""
    halo = "getComputedStyle(document.querySelector('.letters #names')).stroke"
    colours = set()
    for scheme in ("light", "dark"):
        match = server.new_match(game="marne-1914", scenario="counter-attack")
        page: Page = visitors(server, color_scheme=scheme).sit_down(match["id"], match["table"])
        page.locator(".letters #names").wait_for(state="attached")
        colours.add(page.evaluate(halo))
    assert len(colours) == 2


def test_results_made_of_numbers_are_explained(server: Server, visitors: Any) -> None:
    """Hannut's "*(2)1" stood in the odds without a word of what it means."""
    page = seated(server, visitors, "hannut-1940", "hannut", "assault")
    page.locator("[data-aim-at]").first.click()
    odds = page.get_by_test_id("odds")
    expect(odds).to_contain_text("(n) mandatory hits: steps")
    expect(odds).to_contain_text("discretionary hits: retreat, steps or fatigue")


def test_the_score_has_room_for_its_facts_on_a_phone(server: Server, visitors: Any) -> None:
    """An empty column for the side took the room: what counts stood in a column as wide as a word."""
    match = server.new_match(game="friedensturm-1918", scenario="gneisenau")
    page: Page = visitors(server, **PHONE).sit_down(match["id"], match["table"])
    wait_for_turn(page)
    page.get_by_role("tab", name="Score").click()
    row = page.locator("[data-fact^='Counts for']")
    value, whole = row.locator("td").nth(1).bounding_box(), row.bounding_box()
    assert value is not None
    assert whole is not None
    assert value["width"] > whole["width"] / 2
