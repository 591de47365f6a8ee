"""Cut lines, killed servers, two people at one match."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page, expect

from tests.web.conftest import Server, number, press_button, wait_for_number, wait_for_turn


def test_a_killed_server_loses_nothing_and_the_page_catches_up(mortal_server: Server, visitors: Any) -> None:
    server = mortal_server
    match = server.new_match(seats={"entente": "human", "cp": "human"})
    page: Page = visitors(server).sit_down(match["id"], match["table"])
    press_button(page, "end")
    wait_for_turn(page)
    server.kill()
    expect(page.get_by_text("Connection lost")).to_be_visible()
    server.start()
    expect(page.get_by_text("Connection lost")).to_have_count(0)
    assert server.ask(f"matches/{match['id']}", seat=match["table"])["number"] == 1
    # What happens elsewhere arrives without a reload, and the page itself can play on.
    server.ask(f"matches/{match['id']}/actions", {"action": "move 7DI 1709", "number": 1}, match["table"])
    expect(page.locator("g.counter[data-unit='7DI']")).to_have_attribute("data-cell", "1709")
    wait_for_turn(page)
    press_button(page, "end")
    assert number(page) == 3


def test_a_cut_line_is_taken_up_again(server: Server, visitors: Any) -> None:
    """The page misses something while it is cut off, says so when it tries to act, and catches up by itself."""
    match = server.new_match(seats={"entente": "human", "cp": "human"})
    visitor = visitors(server)
    page: Page = visitor.sit_down(match["id"], match["table"])
    wait_for_turn(page)
    visitor.context.set_offline(True)
    page.locator("[data-button='end']").click()
    expect(page.locator(".toast")).to_contain_text("does not answer")
    assert number(page) == 0
    server.ask(f"matches/{match['id']}/actions", {"action": "end", "number": 0}, match["table"])
    visitor.context.set_offline(False)
    wait_for_number(page, 1)
    expect(page.get_by_test_id("prompt")).to_contain_text("move units")


def test_two_people_at_one_match(server: Server, visitors: Any) -> None:
    match = server.new_match(seats={"entente": "human", "cp": "open"})
    entente: Page = visitors(server).sit_down(match["id"], match["seats"]["entente"])
    other = visitors(server)
    guest: Page = other.visit(f"#/match/{match['id']}")
    expect(guest.get_by_test_id("prompt")).to_contain_text("You are watching")
    guest.get_by_role("button", name="Play the Central Powers").click()
    expect(guest.get_by_test_id("prompt")).to_contain_text("Waiting for the Entente")
    expect(guest.locator("[data-button]")).to_have_count(0)
    press_button(entente, "end")
    wait_for_number(guest, 1)
    expect(guest.get_by_test_id("prompt")).to_contain_text("move units")
    # A move that the guest forges is refused, and nothing changes.
    token = guest.evaluate("() => Object.values(JSON.parse(localStorage['grognard.seats']))[0]")
    status = guest.evaluate(
        """async ([id, seat]) => (await fetch(`api/matches/${id}/actions`, {
            method: 'POST', headers: {'X-Seat': seat, 'Content-Type': 'application/json'},
            body: JSON.stringify({action: 'move 7DI 1709', number: 1}),
        })).status""",
        [match["id"], token],
    )
    assert status == 403
    assert number(entente) == 1


def test_each_side_sees_only_its_own_secrets(server: Server, visitors: Any) -> None:
    match = server.new_match(game="somme-1916", scenario="campaign", seats={"allied": "human", "german": "human"})
    allied: Page = visitors(server).sit_down(match["id"], match["seats"]["allied"])
    german: Page = visitors(server).sit_down(match["id"], match["seats"]["german"])
    wait_for_turn(allied)
    press_button(allied, "end")
    wait_for_number(german, 1)
    for page in (allied, german):
        page.get_by_role("tab", name="Log").click()
    expect(allied.locator("li.entry").last).to_contain_text("ends")
    expect(german.locator("li.entry").last).to_contain_text("not shown to you")


def test_a_curtain_falls_where_something_is_hidden(server: Server, visitors: Any) -> None:
    """In the campaign the objectives are secret; in the other scenarios nothing is."""
    match = server.new_match(game="somme-1916", scenario="campaign")
    page: Page = visitors(server).sit_down(match["id"], match["table"])
    wait_for_turn(page)
    press_button(page, "end")
    curtain = page.get_by_role("dialog", name="Curtain")
    expect(curtain).to_contain_text("German")
    expect(page.locator(".play")).to_have_attribute("inert", "")
    curtain.get_by_role("button").click()
    expect(curtain).to_have_count(0)
    expect(page.get_by_test_id("prompt")).to_contain_text("German")


def test_an_unknown_match_is_told(server: Server, visitors: Any) -> None:
    page: Page = visitors(server).visit("#/match/nowhere")
    expect(page.get_by_role("alert")).to_be_visible()
    page.get_by_role("link", name="Back to the lobby").click()
    expect(page.get_by_role("heading", name="Games")).to_be_visible()


def test_two_bots_can_be_watched(server: Server, visitors: Any) -> None:
    page: Page = visitors(server).visit()
    card = page.locator("[data-game='marne-1914']")
    card.get_by_role("button", name="Other seats").click()
    for side in ("cp", "entente"):
        card.locator(f"select[data-seat='{side}']").select_option("bot:random")
    page.get_by_test_id("start-marne-1914").click()
    wait_for_number(page, 10)
    page.get_by_role("tab", name="Log").click()
    expect(page.locator("li.entry").nth(5)).to_be_visible()
