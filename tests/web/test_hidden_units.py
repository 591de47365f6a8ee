"""What a player may not identify is drawn as a covered counter, and nothing on the page tells more."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.web.conftest import Server, click_unit, in_sight, wait_for_turn


@pytest.fixture
def blind(server: Server, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with Blind Man's Buff."""
    running = Server(tmp_path_factory.mktemp("blind"), "grognard.samples.blind_mans_buff")
    running.start()
    yield running
    running.kill()


def play(server: Server, match: dict[str, Any], *actions: str) -> None:
    for action in actions:
        state = server.ask(f"matches/{match['id']}", seat=match["table"])
        body = {"action": action, "number": state["number"], "side": state["asked"][0]["side"]}
        server.ask(f"matches/{match['id']}/actions", body, match["table"])


def test_an_unknown_unit_is_a_covered_counter(blind: Server, visitors: Any) -> None:
    match = blind.new_match(game="blind-mans-buff")
    play(blind, match, "move Blue1 B1", "end", "end")
    page: Page = visitors(blind).sit_down(match["id"], match["seats"]["blue"])
    wait_for_turn(page)
    covered = page.locator("g.counter[data-covered]")
    assert covered.evaluate_all("all => all.map(one => one.dataset.cell)") == ["D1", "D3"]
    expect(page.locator("g.counter[data-unit='Red1']")).to_have_count(1)
    expect(page.locator("g.counter[data-unit='Red5']")).to_have_count(0)

    # Pointing at the stack tells what is known of it, and that there is more.
    page.mouse.move(*in_sight(page, "g.counter[data-unit='Red1']"))
    card = page.get_by_role("group", name="Units in D1")
    expect(card.locator("b")).to_have_text(["Red armour 1", "Unknown unit"])
    expect(card.get_by_title("Unknown unit, Red, +")).to_be_visible()
    page.get_by_role("tab", name="Units").click()
    expect(page.get_by_role("heading", name="Red: reserve (1)")).to_be_visible()

    # Odds against what is not known say so.
    play(blind, match, "move Blue1 C1")
    wait_for_turn(page)
    page.get_by_role("tab", name="Choices").click()
    click_unit(page, "Blue1")
    page.get_by_role("button", name="Odds and effects of attack Blue1 D1").click()
    expect(page.get_by_test_id("odds")).to_contain_text("averaged over 12 guesses at unknown units")
    for uid in ("Red2", "Red3", "Red5", "Red6", "Red7"):
        assert uid not in page.content()


def test_two_at_one_screen_do_not_see_each_others_log(blind: Server, visitors: Any) -> None:
    """Blue7 comes in under Blue4: blue has read so in the log, and red has not."""
    match = blind.new_match(game="blind-mans-buff")
    page: Page = visitors(blind).sit_down(match["id"], match["table"])
    wait_for_turn(page)
    page.get_by_role("tab", name="Log").click()
    play(blind, match, "move Blue7 A3")
    expect(page.locator("body")).to_contain_text("Blue7 goes from reserve to A3.")
    play(blind, match, "end")
    curtain = page.get_by_role("dialog", name="Curtain")
    expect(curtain).to_contain_text("I play the Red")
    curtain.get_by_role("button").click()
    expect(page.locator("body")).to_contain_text("Something goes from reserve to A3.")
    assert "Blue7" not in page.content()
