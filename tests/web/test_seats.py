"""Three people at one match: British, French and German, each at a page of his own."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page, expect

from tests.web.conftest import Server, number, press_button, wait_for_number, wait_for_turn


def take_seat(page: Page, seat: str) -> None:
    page.locator(f"[data-join='{seat}']").click()
    expect(page.locator(f"[data-join='{seat}']")).to_have_count(0)


def test_three_players_in_three_browsers(server: Server, visitors: Any) -> None:
    british: Page = visitors(server).visit()
    card = british.locator("[data-game='somme-1916']")
    card.get_by_role("button", name="Other seats").click()
    expect(card.locator("select[data-seat]")).to_have_count(2)
    card.locator("select[data-option='seats']").select_option("three")
    expect(card.locator("select[data-seat]")).to_have_count(3)
    for seat in ("french", "german"):
        card.locator(f"select[data-seat='{seat}']").select_option("open")
    british.get_by_test_id("start-somme-1916").click()
    expect(british.get_by_test_id("prompt")).to_contain_text("British: choose HQs to begin in Supply Mode")
    wait_for_turn(british)
    route = british.evaluate("() => location.hash")

    french, german = (visitors(server).visit(route) for _ in range(2))
    expect(french.get_by_test_id("prompt")).to_contain_text("You are watching")
    take_seat(french, "french")
    take_seat(german, "german")
    expect(french.get_by_test_id("prompt")).to_contain_text("Waiting for the British")
    for page in (french, german):
        expect(page.locator("[data-able]")).to_have_count(0)
        expect(page.locator("[data-button]")).to_have_count(0)

    # Each is offered the headquarters of his own nation, and one after the other.
    nations = "units => [...new Set(units.map(unit => unit.dataset.unit))]"
    assert "HQ-VII" in british.locator("[data-able]").evaluate_all(nations)
    press_button(british, "end")
    wait_for_turn(french)
    own = french.locator("[data-able]").evaluate_all(nations)
    assert own
    assert "HQ-VII" not in own
    expect(french.get_by_test_id("prompt")).to_contain_text("French: choose HQs to begin")
    expect(british.get_by_test_id("prompt")).to_contain_text("Waiting for the French")
    expect(british.locator("[data-able]")).to_have_count(0)
    press_button(french, "end")
    wait_for_turn(german)
    press_button(german, "end")
    for page in (british, french, german):
        wait_for_number(page, 3)
    french.get_by_role("tab", name="Log").click()
    for name in ("British", "French", "German"):
        expect(french.get_by_role("heading", name=f"· {name}").first).to_be_visible()

    # A move for somebody else is refused with the reason.
    match = route.rsplit("/", 1)[-1]
    refusal = french.evaluate(
        """async id => (await (await fetch(`api/matches/${id}/actions`, {
            method: 'POST',
            headers: {
                'X-Seat': JSON.parse(localStorage['grognard.seats'])[id], 'Content-Type': 'application/json',
            },
            body: JSON.stringify({action: 'mine B2', number: 3}),
        })).json()).error.text""",
        match,
    )
    assert refusal == "this decision belongs to British, not French"
    assert number(british) == 3


def test_allies_at_one_screen_need_no_curtain(server: Server, visitors: Any) -> None:
    """In the campaign the objectives are hidden from the German, and from nobody else."""
    match = server.new_match(game="somme-1916", scenario="campaign", options={"seats": "three"})
    page: Page = visitors(server).sit_down(match["id"], match["table"])
    wait_for_turn(page)
    curtain = page.get_by_role("dialog", name="Curtain")
    while "French" not in page.get_by_test_id("prompt").inner_text():
        assert "British" in page.get_by_test_id("prompt").inner_text()
        press_button(page, "end")
        wait_for_turn(page)
    expect(curtain).to_have_count(0)
    press_button(page, "end")
    expect(curtain).to_contain_text("I play the Germans")
