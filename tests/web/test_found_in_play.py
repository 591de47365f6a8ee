"""What hurt when whole scenarios were played as a new user would, and must not come back."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from grognard.engine import Match
from grognard.games.somme_1916.position import Somme
from tests.web.conftest import (
    Server,
    click_unit,
    in_sight,
    number,
    press_button,
    steady,
    wait_for_number,
    wait_for_turn,
)
from tests.web.pictures import asked
from tests.web.played import played, text_of
from tests.web.test_attacks import attacked_by, can_advance

OVERLAP = """([one, other]) => {
    const [a, b] = [one, other].map(selector => document.querySelector(selector).getBoundingClientRect());
    return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}"""
BELOW = """cell => {
    const [cost, mark] = [`[data-cost='${cell}']`, `[data-mark='${cell}'] circle`]
        .map(one => document.querySelector(one).getBoundingClientRect());
    return cost.top + cost.height / 2 > mark.bottom;
}"""
HIDDEN = """cell => {
    // Whether the cost of a move lies on the factors of a counter there.
    const cost = document.querySelector(`[data-cost='${cell}']`).getBoundingClientRect();
    return [...document.querySelectorAll(`g.counter[data-cell='${cell}'] text`)]
        .filter(one => /\\d-\\d/.test(one.textContent)).map(one => one.getBoundingClientRect())
        .some(one => one.top < cost.bottom && cost.top < one.bottom);
}"""
COVERED = """() => {
    // Playable cells of which the overview hides the middle.
    const box = document.querySelector('[data-testid=overview]').getBoundingClientRect();
    return [...document.querySelectorAll('[data-target], g.counter[data-able]')].map(one => one.getBoundingClientRect())
        .map(one => [one.x + one.width / 2, one.y + one.height / 2])
        .filter(([x, y]) => x > box.left && x < box.right && y > box.top && y < box.bottom).length;
}"""


CAPTIONS = """() => {
    // The positions that the film shows, one after the other.
    window.seen = [];
    const note = () => {
        const prompt = document.querySelector('[data-testid=prompt]').innerText.replace(/\\s+/g, ' ');
        const shown = /after action (\\d+) of/.exec(prompt);
        if (shown && shown[1] !== window.seen.at(-1)) window.seen.push(shown[1]);
    };
    const changes = { subtree: true, childList: true, characterData: true };
    new MutationObserver(note).observe(document.querySelector('.play'), changes);
}"""


def seated(server: Server, visitors: Any, match: Match, **context: Any) -> Page:
    made = server.ask("import", {"text": text_of(match)})
    page: Page = visitors(server, **context).sit_down(made["id"], made["table"])
    wait_for_turn(page)
    steady(page)
    return page


def drag_to_the_bottom(page: Page, selector: str) -> None:
    """The map, until something on it lies where a panel will open."""
    (x, y), frame = in_sight(page, selector), page.get_by_test_id("map").bounding_box()
    assert frame is not None
    left, top = frame["x"] + 30, frame["y"] + 60
    page.mouse.move(left, top)
    page.mouse.down()
    page.mouse.move(left + frame["x"] + frame["width"] / 2 - x, top + frame["y"] + frame["height"] - 70 - y, steps=4)
    page.mouse.up()
    steady(page)


@pytest.fixture
def moving(server: Server, visitors: Any) -> Page:
    """The first movement of the counter-attack on the Marne."""
    match = server.new_match(scenario="counter-attack")
    page: Page = visitors(server, viewport={"width": 1280, "height": 800}).sit_down(match["id"], match["table"])
    wait_for_turn(page)
    press_button(page, "end")
    wait_for_turn(page)
    steady(page)
    return page


def test_a_tap_on_a_target_ticks_everybody_and_keeps_it_in_sight(server: Server, visitors: Any) -> None:
    """The panel opens below the finger: no click of that tap may reach it, nor may it hide the fight."""
    match = next(
        match for seed in range(40)
        if (match := played("marne-1914", "counter-attack", seed, lambda m: bool(attacked_by(m, 2)))).decision
    )
    page = seated(server, visitors, match, has_touch=True, is_mobile=True, viewport={"width": 412, "height": 860})
    cell = attacked_by(match, 2)[0]
    drag_to_the_bottom(page, f"[data-aim='{cell}']")
    page.touchscreen.tap(*in_sight(page, f"[data-aim='{cell}']"))
    expect(page.get_by_test_id("summary")).to_be_visible()
    page.wait_for_timeout(400)  # as long as a late click would take
    boxes = page.locator("[data-attacker]")
    assert boxes.count() >= 2
    assert all(box.is_checked() for box in boxes.all())
    steady(page)
    target, frame = page.locator("polygon.aim").bounding_box(), page.get_by_test_id("map").bounding_box()
    assert target is not None
    assert frame is not None
    assert frame["y"] <= target["y"]
    assert target["y"] + target["height"] <= frame["y"] + frame["height"]


def test_the_bubble_keeps_off_what_it_speaks_of(moving: Page) -> None:
    click_unit(moving, "5DI")
    for cell, target in (("2915", "2914"), ("3014", "3013")):
        moving.mouse.move(*in_sight(moving, f"[data-target='{cell}']"))
        expect(moving.get_by_test_id("prospects")).to_contain_text(target)
        assert not moving.evaluate(OVERLAP, ["[data-testid=bubble]", f"[data-prospect='{target}']"])


def test_the_overview_keeps_off_what_can_be_clicked(moving: Page) -> None:
    expect(moving.get_by_test_id("overview")).to_be_visible()
    click_unit(moving, "MRCN")
    moving.locator("[data-target]").first.wait_for(state="attached")
    moving.wait_for_timeout(300)  # until the map lies still and the overview has chosen its corner
    assert moving.evaluate(COVERED) == 0


def test_costs_are_written_beside_counters_and_markers(moving: Page) -> None:
    """A unit may pass through a friendly stack: the cost must not hide its numbers."""
    click_unit(moving, "51DR")
    moving.locator("[data-cost]").first.wait_for(state="attached")
    costs = moving.locator("[data-cost]").evaluate_all("all => all.map(one => one.dataset.cost)")
    held = [cell for cell in costs if moving.locator(f"g.counter[data-cell='{cell}']").count()]
    marked = [cell for cell in costs if moving.locator(f"[data-mark='{cell}'] circle").count() and cell not in held]
    assert marked, "a town that counts for victory is in reach"
    assert all(moving.evaluate(BELOW, cell) for cell in marked)
    assert held, "and so is a friendly stack"
    assert not any(moving.evaluate(HIDDEN, cell) for cell in held)


def test_to_stay_after_a_fight_is_not_asked_twice(server: Server, visitors: Any) -> None:
    match = next(
        match for seed in range(40)
        if can_advance(match := played("marne-1914", "counter-attack", seed, can_advance))
    )
    page = seated(server, visitors, match)
    before = number(page)
    page.locator("[data-button=end]").click()
    wait_for_number(page, before + 1)
    expect(page.get_by_test_id("end-anyway")).to_have_count(0)


def test_where_one_must_be_named_the_click_is_the_answer(server: Server, visitors: Any) -> None:
    page = seated(server, visitors, played("somme-1916", "over-the-top", 1, asked("mines")))
    before = number(page)
    page.mouse.click(*in_sight(page, "[data-ready]"))
    wait_for_number(page, before + 1)


def test_sides_have_one_name_in_every_sentence(server: Server, visitors: Any) -> None:
    page: Page = visitors(server).visit()
    expect(page.get_by_test_id("play-somme-1916-german")).to_have_text("Play the Germans")
    expect(page.get_by_test_id("play-marne-1914-entente")).to_have_text("Play the Entente")
    match = server.new_match(game="somme-1916", scenario="over-the-top", seats={"german": "open"})
    page = visitors(server).sit_down(match["id"], match["seats"]["allied"])
    wait_for_turn(page)
    expect(page.get_by_test_id("prompt")).to_contain_text("Allies: choose HQs")
    press_button(page, "end")
    expect(page.get_by_test_id("prompt")).to_contain_text("Waiting for the Germans")


def test_guns_that_join_are_lines_to_the_target(server: Server, visitors: Any) -> None:
    match = played("somme-1916", "over-the-top", 1, asked("bombardment-guns"))
    page = seated(server, visitors, match)
    position = match.readable
    assert isinstance(position, Somme)
    target = match.setting.grid.ids[position.state.target]
    lines = page.locator(f"[data-order$=' {target}']")
    expect(lines.first).to_be_attached()
    # It comes as far as the target's rim, however far the gun is.
    assert lines.first.evaluate("one => one.getTotalLength()") > 0


def test_levels_are_told_as_a_player_says_them(moving: Page) -> None:
    moving.get_by_role("tab", name="Aid").click()
    levels = moving.get_by_test_id("levels")
    expect(levels).to_contain_text("4 or less")
    expect(levels).to_contain_text("16 or more")
    expect(levels.locator("tr.lit")).to_have_count(1)
    expect(levels).not_to_contain_text("-99")


def test_the_turn_of_a_bot_can_be_watched(server: Server, visitors: Any) -> None:
    match = server.new_match(scenario="counter-attack", seats={"cp": "bot:sergeant"})
    page: Page = visitors(server).sit_down(match["id"], match["table"])
    for _ in range(30):
        wait_for_turn(page)
        if page.get_by_test_id("watch").count():
            break
        if page.locator("[data-button=end]").count():
            press_button(page, "end")
        else:
            before = number(page)
            if not page.locator("[data-target]").count():
                page.mouse.click(*in_sight(page, "g.counter[data-able]"))
            page.mouse.click(*in_sight(page, "[data-target]"))
            wait_for_number(page, before + 1)
    state = server.ask(f"matches/{match['id']}", seat=match["table"])
    log = server.ask(f"matches/{match['id']}/log", seat=match["table"])["entries"]
    own = [entry["number"] for entry in log if entry["seat"] == "entente"]
    theirs = [entry["number"] for entry in log if entry["seat"] == "cp" and entry["number"] > max(own)]
    assert 2 < len(theirs) < state["number"]
    page.evaluate(CAPTIONS)
    page.get_by_test_id("watch").click()
    expect(page.get_by_test_id("caption")).to_contain_text("Central Powers")
    page.wait_for_function("() => window.seen.length > 1")
    # From the bot's first action since the player's last one, in order.
    seen = [int(number) for number in page.evaluate("() => window.seen")]
    assert seen[0] in (theirs[0] - 1, theirs[0])
    assert theirs[0] in seen
    assert seen == sorted(seen)


def test_an_event_that_cites_a_case_twice_is_in_the_log(server: Server, visitors: Any) -> None:
    """The weather of the Somme is rolled for and told under the same case."""
    match = played("somme-1916", "over-the-top", 1, lambda m: m.readable.state.turn == 2 and asked("movement")(m))
    page = seated(server, visitors, match)
    page.get_by_role("tab", name="Log").click()
    expect(page.locator("li.entry", has_text="The weather is").first).to_be_visible()
