"""Two strangers at one match: their pages add to the dice by themselves, and say at the end what the dice prove."""

from __future__ import annotations

import time
from typing import Any

from playwright.sync_api import Page, expect

from tests.web.conftest import Server, wait_for_turn


def test_two_pages_add_to_the_dice(server: Server, visitors: Any) -> None:
    match = server.new_match(game="marne-1914", scenario="counter-attack", seed=None, seats={"cp": "open"})
    first: Page = visitors(server).sit_down(match["id"], match["seats"]["entente"])
    wait_for_turn(first)
    second: Page = visitors(server).visit(f"#/match/{match['id']}")
    second.locator("[data-join='cp']").click()
    expect(second.locator("[data-join='cp']")).to_have_count(0)
    path = f"matches/{match['id']}"
    for _ in range(200):
        dice = server.ask(path)["dice"]
        if dice["phase"] == "mixed":
            break
        time.sleep(0.1)
    assert dice["phase"] == "mixed"
    assert all(one["share"] for one in dice["shares"])
    # The end is announced to those who were there: the page must have seen the match going on.
    expect(second.get_by_test_id("prompt")).to_contain_text("Waiting for")
    second.locator(".play[data-settled=true]").wait_for()
    server.ask(f"{path}/resign", {}, match["seats"]["entente"])
    expect(second.get_by_test_id("verdict")).to_contain_text("Nobody could choose the dice")


def test_known_dice_are_told(server: Server, visitors: Any) -> None:
    match = server.new_match(game="marne-1914", scenario="counter-attack", seed="7")
    page: Page = visitors(server).sit_down(match["id"], match["table"])
    wait_for_turn(page)
    page.get_by_role("button", name="Match", exact=True).click()
    expect(page.get_by_test_id("known-dice")).to_contain_text("These dice are not secret")
