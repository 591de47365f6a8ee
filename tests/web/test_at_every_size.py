"""What is covered, clipped or out of sight on some screens: phone and tablet, day and night, while the map is moved."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.web.conftest import Server, steady, wait_for_turn
from tests.web.hand import Hand
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
    page.wait_for_function("() => document.querySelector('.stage canvas').width > 1")
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
    expect(odds).to_contain_text("(1) mandatory hits: steps")
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


def test_the_lobby_uses_a_wide_screen(server: Server, visitors: Any) -> None:
    """Three games beside each other at 1920 pixels: there were two, and half of the screen was empty."""
    page: Page = visitors(server, viewport={"width": 1920, "height": 1080}).visit()
    cards = page.locator("[data-game]")
    expect(cards.nth(2)).to_be_visible()
    tops = [card.evaluate("one => one.getBoundingClientRect().top") for card in cards.all()[:3]]
    assert len(set(tops)) == 1


def test_matches_read_from_top_to_bottom_on_a_phone(server: Server, visitors: Any) -> None:
    """They stood in two columns, one as narrow as a word."""
    server.new_match(game="marne-1914", name="A match with a long name for a phone")
    page: Page = visitors(server, **PHONE).visit()
    row = page.locator("[data-match]").first
    row.wait_for()
    lefts = row.locator("> *").evaluate_all("all => all.map(one => Math.round(one.getBoundingClientRect().left))")
    assert len(set(lefts)) == 1


CARD = """() => {
    // The card of a stack, the unit that it is about, and what of the map's tools it covers.
    const box = one => one.getBoundingClientRect().toJSON();
    const card = document.querySelector('.card');
    const cell = card.getAttribute('aria-label').split(' ').at(-1);
    const meets = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
    const tools = [...document.querySelectorAll('[aria-label="Map tools"] button')].map(box);
    const prompt = box(document.querySelector('[data-testid=prompt]'));
    const unit = [...document.querySelectorAll(`g.counter[data-cell="${cell}"]`)].map(box).at(-1);
    return {
        card: box(card), unit, over: [...tools, prompt, unit].filter(one => meets(box(card), one)).length,
    };
}"""


@pytest.mark.parametrize(("game", "scenario", "kind", "context"), [
    ("friedensturm-1918", "gneisenau", "movement", PHONE), ("hannut-1940", "hannut", "assault", PHONE),
    ("marne-1914", "counter-attack", "movement", PHONE), ("soissons-1918", "campaign", "maneuver", PHONE),
    ("somme-1916", "over-the-top", "movement", PHONE), ("marne-1914", "counter-attack", "movement", TABLET),
    ("marne-1914", "counter-attack", "movement", {}),
])  # fmt: skip
def test_a_card_lies_beside_its_units(
    game: str, scenario: str, kind: str, context: dict[str, Any], server: Server, visitors: Any
) -> None:
    """It lay at the upper edge of the map, wherever its units were, on the tools and half below a long prompt."""
    page = seated(server, visitors, game, scenario, kind, **context)
    page.keyboard.press("Escape")
    for number in range(3):
        points = Hand(page).points("g.counter:has(.count)") or Hand(page).points("g.counter")
        page.mouse.move(*points[-1 - number * (len(points) // 3)])
        page.locator(".card").wait_for()
        page.wait_for_timeout(150)
        found = page.evaluate(CARD)
        assert found["over"] == 0, found
        card, unit = found["card"], found["unit"]
        far = max(card["top"] - unit["bottom"], unit["top"] - card["bottom"])
        assert far < 30, "level with its units, or just below or above them"
        page.mouse.move(2, 2)
        page.locator(".card").wait_for(state="detached")
