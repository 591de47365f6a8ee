"""A turn by keyboard alone: the mouse is never touched."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from playwright.sync_api import Error as PlaywrightError
from playwright.sync_api import Page, expect

from tests.web.conftest import Server, number, prompt, wait_for_number, wait_for_turn

OPEN = """() => {
    // What waits for an answer: a plan, odds, an action of what was chosen, a button of the prompt, or a choice.
    const one = name => document.querySelector(`[data-testid=${name}]:enabled`);
    if (one('declare')) return 'declare';
    if (one('do-it')) return 'do-it';
    if (document.querySelector('[data-testid=prompt] :is([data-offer], [data-choice], [data-button])')) return 'prompt';
    return document.querySelector('[data-action]') ? 'action' : 'list';
}"""
CHANGED = (
    """([before, open]) => {
        const play = document.querySelector('.play');
        if (Number(play.dataset.number) > before) return true;
        return play.dataset.busy !== 'true' && open !== """
    + f"({OPEN})(); }}"
)
IN_THE_LIST = """() => {
    const { activeElement: one } = document;
    return one?.tagName === 'BUTTON' && one.closest('.panel-body');
}"""
KINDS: Mapping[str, set[str]] = {
    "soissons-1918": {"deploy", "bombard", "combat", "maneuver", "losses"},
    "hannut-1940": {"chit-aside", "markers", "movement"},
}
"""What is surely asked in the first turn."""


def focus_by_tab(page: Page, test_id: str) -> None:
    """Press Tab until the element has the focus, as somebody without a mouse must."""
    for _ in range(60):
        page.keyboard.press("Tab")
        if page.evaluate("() => document.activeElement?.dataset.testid") == test_id:
            return
    raise AssertionError(f"{test_id} cannot be reached with the Tab key")


def end_phase(page: Page) -> None:
    before = number(page)
    page.keyboard.press("e")
    page.wait_for_function("() => document.activeElement?.dataset.button === 'end'")
    page.keyboard.press("Enter")
    page.wait_for_function(
        """before => document.querySelector('dialog[open]')
            || Number(document.querySelector('.play').dataset.number) > before""",
        arg=before,
    )
    if page.locator("dialog[open]").count():
        focus_by_tab(page, "end-anyway")
        page.keyboard.press("Enter")
    wait_for_number(page, before + 1)
    wait_for_turn(page)


def test_a_turn_without_a_mouse(server: Server, visitors: Any) -> None:
    page: Page = visitors(server).visit()
    page.get_by_test_id("play-marne-1914-entente").wait_for()
    page.keyboard.press("Tab")
    focus_by_tab(page, "play-marne-1914-entente")
    page.keyboard.press("Enter")
    expect(page.get_by_test_id("prompt")).to_contain_text("shift army boundaries")
    wait_for_turn(page)
    end_phase(page)
    expect(page.get_by_test_id("prompt")).to_contain_text("move units")

    # A unit by N, its first destination from the list, back by U.
    page.keyboard.press("n")
    page.locator("[data-action]").first.wait_for()
    spoken = page.get_by_test_id("spoken")
    expect(spoken).to_contain_text("places to choose from")
    page.keyboard.press("l")
    page.wait_for_function("() => document.activeElement?.dataset.action")
    before = number(page)
    page.keyboard.press("Enter")
    wait_for_number(page, before + 1)
    wait_for_turn(page)
    page.keyboard.press("u")
    page.wait_for_function("before => Number(document.querySelector('.play').dataset.number) === before", arg=before)
    wait_for_turn(page)

    # A move typed as text; one that is not allowed is refused with its case.
    page.keyboard.press("/")
    page.wait_for_function("() => document.activeElement?.id === 'typed'")
    page.keyboard.type("move 7DI 3901")
    page.keyboard.press("Enter")
    expect(page.locator(".toast.refused")).to_contain_text("[")
    page.keyboard.press("Control+A")
    page.keyboard.type("move 7DI 1709")
    page.keyboard.press("Enter")
    wait_for_number(page, before + 1)
    page.keyboard.press("Escape")
    page.evaluate("() => document.activeElement?.blur()")

    # The rest of the player turn, whatever is asked.
    for _ in range(60):
        wait_for_turn(page)
        if "turn 10" in page.locator("header").inner_text().lower() or "is over" in prompt(page):
            break
        if page.locator("[data-button='end']").count():
            end_phase(page)
            continue
        before = number(page)
        if not page.locator("[data-action]").count():
            page.keyboard.press("n")
            page.locator("[data-action]").first.wait_for()
        page.keyboard.press("l")
        page.wait_for_function("() => document.activeElement?.dataset.action")
        page.keyboard.press("Enter")
        wait_for_number(page, before + 1)
    expect(page.locator("header")).to_contain_text("Turn 10")


def answer(page: Page) -> None:
    """Whatever is asked: the end of a step if there is one, a button of the prompt, or the first of the lists."""
    if page.locator("[data-button='end']").count():
        end_phase(page)
        return
    before = number(page)
    for _ in range(6):
        open_now = page.evaluate(OPEN)
        if open_now in ("declare", "do-it"):
            focus_by_tab(page, open_now)
        elif open_now == "prompt":
            page.keyboard.press("e")
            page.wait_for_function("() => document.activeElement?.closest('[data-testid=prompt]')")
        else:
            page.keyboard.press("l")
            page.wait_for_function(IN_THE_LIST)
        page.keyboard.press("Enter")
        try:
            page.wait_for_function(CHANGED, arg=[before, open_now], timeout=4000)
        except PlaywrightError:
            continue  # what was chosen had to be chosen again
        if number(page) > before:
            break
    wait_for_number(page, before + 1)
    wait_for_turn(page)


@pytest.mark.parametrize(("game", "side"), [("soissons-1918", "entente"), ("hannut-1940", "german")])
def test_a_turn_of_the_other_games_without_a_mouse(game: str, side: str, server: Server, visitors: Any) -> None:
    page: Page = visitors(server, viewport={"width": 1920, "height": 1080}).visit()
    page.get_by_test_id(f"play-{game}-{side}").wait_for()
    page.keyboard.press("Tab")
    focus_by_tab(page, f"play-{game}-{side}")
    page.keyboard.press("Enter")
    wait_for_turn(page)
    kinds = set()
    for _ in range(120):
        wait_for_turn(page)
        if "turn 2" in page.locator("header").inner_text().lower():
            break
        kinds.add(page.locator(".play").get_attribute("data-kind"))
        answer(page)
    expect(page.locator("header")).to_contain_text("Turn 2")
    assert kinds >= KINDS[game], kinds


def test_the_map_is_walked_by_keys(server: Server, visitors: Any) -> None:
    match = server.new_match(seats={"entente": "human", "cp": "human"})
    page: Page = visitors(server).sit_down(match["id"], match["table"])
    wait_for_turn(page)
    page.keyboard.press("m")
    spoken = page.get_by_test_id("spoken")
    page.keyboard.press("Shift+ArrowRight")
    expect(spoken).to_contain_text(",")
    first = spoken.inner_text()
    page.keyboard.press("Shift+ArrowRight")
    expect(spoken).not_to_have_text(first)
    stage = page.locator(".stage")
    for key in ("+", "0", "ArrowLeft", "-"):
        before = stage.get_attribute("style")
        page.keyboard.press(key)
        if key != "0":
            expect(stage).not_to_have_attribute("style", before or "")
