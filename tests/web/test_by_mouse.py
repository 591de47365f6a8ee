"""By mouse: the lobby, moves, an attack with its odds, time, files."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import Page, Route, expect

from tests.web.conftest import (
    Server,
    click_target,
    click_unit,
    number,
    press_button,
    steady,
    wait_for_menu_or_number,
    wait_for_number,
    wait_for_turn,
)


def test_the_first_game_begins_within_two_clicks(server: Server, visitors: Any) -> None:
    page = visitors(server).visit(guide=True)
    page.get_by_test_id("play-marne-1914-entente").click()
    expect(page.get_by_test_id("prompt")).to_contain_text("Entente")
    expect(page.get_by_label("Guide")).to_be_visible()
    page.get_by_test_id("guide-close").click()
    page.reload()
    expect(page.get_by_test_id("prompt")).to_contain_text("Entente")
    expect(page.get_by_label("Guide")).to_have_count(0)


def at_movement(server: Server, visitors: Any, **context: Any) -> Page:
    match = server.new_match(seats={"entente": "human", "cp": "bot:random"})
    page: Page = visitors(server, **context).sit_down(match["id"], match["table"])
    press_button(page, "end")
    expect(page.get_by_test_id("prompt")).to_contain_text("move units")
    wait_for_turn(page)
    return page


def test_a_unit_moves_where_it_is_sent_and_comes_back(server: Server, visitors: Any) -> None:
    page = at_movement(server, visitors)
    click_unit(page, "7DI")
    target = page.locator("[data-target]").first
    target.wait_for(state="attached")
    cell = target.get_attribute("data-target")
    assert cell is not None
    came_from = page.locator("g.counter[data-unit='7DI']").get_attribute("data-cell")
    before = number(page)
    click_target(page, cell)
    # Several ways to the same cell are told apart in a menu.
    wait_for_menu_or_number(page, before + 1)
    if page.get_by_test_id("menu").count():
        page.get_by_test_id("menu").get_by_role("button").first.click()
    wait_for_number(page, before + 1)
    expect(page.locator("g.counter[data-unit='7DI']")).to_have_attribute("data-cell", cell)
    page.get_by_role("button", name="Undo").click()
    expect(page.locator("g.counter[data-unit='7DI']")).to_have_attribute("data-cell", str(came_from))


def test_a_unit_is_dragged_to_its_place(server: Server, visitors: Any) -> None:
    page = at_movement(server, visitors)
    click_unit(page, "7DI")
    page.locator("[data-target='1709']").wait_for(state="attached")
    steady(page)
    unit = page.locator("g.counter[data-unit='7DI']").bounding_box()
    goal = page.locator("[data-target='1709']").bounding_box()
    assert unit is not None
    assert goal is not None
    before = number(page)
    page.mouse.move(unit["x"] + unit["width"] / 2, unit["y"] + unit["height"] / 2)
    page.mouse.down()
    page.mouse.move(goal["x"] + goal["width"] / 2, goal["y"] + goal["height"] / 2, steps=6)
    page.mouse.up()
    wait_for_menu_or_number(page, before + 1)
    if page.get_by_test_id("menu").count():
        page.get_by_test_id("menu").get_by_role("button").first.click()
    expect(page.locator("g.counter[data-unit='7DI']")).to_have_attribute("data-cell", "1709")


def test_an_unreachable_cell_says_why(server: Server, visitors: Any) -> None:
    page = at_movement(server, visitors)
    click_unit(page, "7DI")
    page.locator("[data-target]").first.wait_for(state="attached")
    steady(page)
    far = page.locator("#c-3901").bounding_box()
    assert far is not None
    page.mouse.move(far["x"] + far["width"] / 2, far["y"] + far["height"] / 2)
    bubble = page.locator(".bubble")
    expect(bubble).to_be_visible()
    expect(bubble.get_by_role("button")).to_have_text(re.compile(r"\d+\.\d+"))
    bubble.get_by_role("button").click()
    expect(page.get_by_role("tab", name="Rules")).to_have_attribute("aria-selected", "true")
    expect(page.locator("details[open]").first).to_be_visible()


def test_a_phase_is_not_ended_by_accident(server: Server, visitors: Any) -> None:
    page = at_movement(server, visitors)
    before = number(page)
    page.locator("[data-button='end']").click()
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("could still act")
    dialog.get_by_role("button", name="Keep playing").click()
    expect(dialog).to_have_count(0)
    assert number(page) == before


def test_an_attack_shows_its_odds_before_it_is_made(server: Server, visitors: Any) -> None:
    match = server.new_match(seats={"entente": "human", "cp": "human"})
    state = server.play_on(match["id"], match["table"], lambda s: server.units_asked(match, s, "combat"))
    page: Page = visitors(server).sit_down(match["id"], match["table"])
    wait_for_turn(page)
    assert state["asked"][0]["kind"] == "combat"
    if not page.locator("[data-action]").count():  # where only one unit can attack, it is chosen already
        page.locator("[data-testid=subjects] button").first.click()
    page.locator("[data-target]").first.wait_for(state="attached")
    click_target(page, str(page.locator("[data-target]").first.get_attribute("data-target")))
    odds = page.get_by_test_id("odds")
    expect(odds).to_contain_text("Exact odds")
    percents = [float(text.replace("%", "")) for text in odds.locator(".chart .value").all_inner_texts()]
    assert abs(sum(percents) - 100) < 3  # rounded to whole numbers
    expect(odds.locator("button.cite").first).to_be_visible()
    before = number(page)
    expect(page.get_by_test_id("declare")).to_be_in_viewport(ratio=1)  # however long the odds are
    expect(page.get_by_test_id("news")).to_have_count(0)
    page.get_by_test_id("declare-now").click()
    wait_for_number(page, before + 2)
    news = page.get_by_test_id("news")
    expect(news).to_contain_text("Die for attack")
    expect(news.locator(".result")).to_contain_text("loses")
    news.get_by_role("button", name="close").click()
    expect(news).to_have_count(0)
    page.get_by_role("tab", name="Log").click()
    expect(page.locator(".dice").last).to_be_visible()


def test_odds_that_come_late_leave_the_log_where_it_is(server: Server, visitors: Any) -> None:
    match = server.new_match(seats={"entente": "human", "cp": "human"})
    server.play_on(match["id"], match["table"], lambda s: server.units_asked(match, s, "combat"))
    page: Page = visitors(server).sit_down(match["id"], match["table"])
    wait_for_turn(page)
    if not page.locator("[data-action]").count():
        page.locator("[data-testid=subjects] button").first.click()
    page.locator("[data-target]").first.wait_for(state="attached")
    held: list[Route] = []
    page.route("**/preview", lambda route: held.append(route))
    click_target(page, str(page.locator("[data-target]").first.get_attribute("data-target")))
    expect(page.get_by_test_id("odds")).to_contain_text("Working it out")
    page.get_by_role("tab", name="Log").click()
    with page.expect_response("**/preview"):
        held[-1].continue_()
    page.wait_for_timeout(300)  # time enough for the page to take the answer up
    expect(page.get_by_role("tab", name="Log")).to_have_attribute("aria-selected", "true")
    page.get_by_role("tab").first.click()
    expect(page.get_by_test_id("odds")).to_contain_text("Exact odds")


def test_earlier_positions_are_looked_at_and_continued(server: Server, visitors: Any) -> None:
    match = server.new_match(seats={"entente": "human", "cp": "human"})
    server.play_on(match["id"], match["table"], lambda s: s["number"] >= 12)
    page: Page = visitors(server).sit_down(match["id"], match["table"])
    page.get_by_role("button", name="Back to the start").click()
    expect(page.get_by_test_id("prompt")).to_contain_text("viewing the position after action 0")
    page.get_by_role("button", name="One action forward").click()
    expect(page.get_by_test_id("prompt")).to_contain_text("after action 1")
    page.get_by_role("button", name="Continue from here").click()
    page.wait_for_function("id => !location.hash.includes(id)", arg=match["id"])
    wait_for_turn(page)
    assert number(page) == 1


def test_a_saved_match_comes_back(server: Server, visitors: Any) -> None:
    match = server.new_match(seats={"entente": "human", "cp": "human"})
    server.play_on(match["id"], match["table"], lambda s: s["number"] >= 5)
    page: Page = visitors(server).sit_down(match["id"], match["table"])
    page.get_by_role("button", name="Match").click()
    with page.expect_download() as download:
        page.get_by_role("button", name="Save to a file").click()
    page.goto(server.url)
    page.locator("input[type=file]").set_input_files(download.value.path())
    expect(page.get_by_test_id("map")).to_be_visible()
    assert number(page) == 5


def test_a_poisoned_file_is_refused_in_words(server: Server, visitors: Any) -> None:
    page = visitors(server).visit()
    page.locator("input[type=file]").set_input_files(
        {"name": "bad.json", "mimeType": "application/json", "buffer": b'{"grognard": ["\xff\xfe", {}]}'}
    )
    expect(page.locator(".toast.error")).to_be_visible()
    expect(page.get_by_role("heading", name="Games")).to_be_visible()
