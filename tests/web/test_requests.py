"""How often the page asks the server: a slow line must not make a slow game."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import Page, Request, expect

from tests.web.conftest import (
    Server,
    click_target,
    click_unit,
    in_sight,
    number,
    steady,
    wait_for_number,
    wait_for_turn,
)
from tests.web.pictures import asked as asked_for
from tests.web.played import played, text_of


@contextmanager
def requests_of(page: Page) -> Iterator[list[str]]:
    """What the page asks of the server meanwhile; the pause at the end catches what comes late."""
    asked: list[str] = []

    def note(request: Request) -> None:
        if "/api/" in request.url:
            asked.append(f"{request.method} {request.url.split('/api/')[1]}")

    page.on("request", note)
    yield asked
    page.wait_for_timeout(400)
    page.remove_listener("request", note)


def seated(server: Server, visitors: Any, kind: str) -> Page:
    match = server.new_match(seats={"entente": "human", "cp": "human"})
    server.play_on(match["id"], match["table"], lambda state: server.units_asked(match, state, kind))
    page: Page = visitors(server).sit_down(match["id"], match["table"])
    wait_for_turn(page)
    page.locator("g.counter[data-able]").first.wait_for(state="attached")
    steady(page)
    return page


def test_a_move_takes_two_requests(server: Server, visitors: Any) -> None:
    page = seated(server, visitors, "movement")
    before = number(page)
    with requests_of(page) as asked:
        click_unit(page, str(page.locator("g.counter[data-able]").first.get_attribute("data-unit")))
        page.locator("[data-target]").first.wait_for(state="attached")
        target = page.locator("[data-target]").first
        click_target(page, str(target.get_attribute("data-target")))
        if page.get_by_test_id("menu").count():
            page.locator("[data-testid=menu] button.do").first.click()
        wait_for_number(page, before + 1)
    assert len(asked) <= 2, asked


def test_an_attack_takes_four_requests(server: Server, visitors: Any) -> None:
    """It takes two: the odds, and the attack with its dice. Whom one can attack has come with the position."""
    page = seated(server, visitors, "combat")
    before = number(page)
    with requests_of(page) as asked:
        page.mouse.click(*in_sight(page, "[data-aim], [data-target]"))
        expect(page.get_by_test_id("odds")).to_contain_text("Exact odds")
        page.get_by_test_id("declare-now").click()
        wait_for_number(page, before + 2)
        wait_for_turn(page)
    assert len(asked) <= 2, asked


def test_what_another_player_does_is_shown_without_asking(server: Server, visitors: Any) -> None:
    match = server.new_match(seats={"entente": "human", "cp": "human"})
    page: Page = visitors(server).sit_down(match["id"], match["table"])
    wait_for_turn(page)
    page.get_by_role("tab", name="Log").click()
    with requests_of(page) as asked:
        state = server.play_on(match["id"], match["table"], lambda state: state["number"] == 6)
        wait_for_number(page, 6)
        wait_for_turn(page)
        expect(page.locator("[data-entry='6']")).to_be_visible()
    assert asked == []
    server.ask(f"matches/{match['id']}/undo", {"number": 6}, match["table"])
    expect(page.locator(".play")).to_have_attribute("data-number", "5")
    expect(page.locator("[data-entry='6']")).to_have_count(0)
    assert state["number"] == 6


def test_an_assault_on_hidden_units_takes_four_requests(server: Server, visitors: Any) -> None:
    """The odds come first, what they come to follows, then the assault is declared."""
    match = played("hannut-1940", "hannut", 0, asked_for("assault"))
    made = server.ask("import", {"text": text_of(match)})
    page: Page = visitors(server).sit_down(made["id"], made["table"])
    wait_for_turn(page)
    steady(page)
    before = number(page)
    with requests_of(page) as asked:
        page.mouse.click(*in_sight(page, "[data-aim]"))
        expect(page.get_by_test_id("odds")).to_contain_text("dds")
        expect(page.get_by_test_id("odds")).not_to_contain_text("Adding up")
        page.get_by_test_id("declare-now").click()
        wait_for_number(page, before + 1)
    assert len(asked) <= 4, asked
