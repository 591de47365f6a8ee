"""Setting up: the rest of it can be left to a bot, unit by unit to be taken back."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.web.conftest import PATIENCE, Server, number, wait_for_number, wait_for_turn
from tests.web.pictures import PHONE

DESK = {"viewport": {"width": 1280, "height": 800}}


@pytest.mark.parametrize(("game", "side", "other", "least"), [
    ("hannut-1940", "french", "german", 34), ("soissons-1918", "german", "entente", 10),
])  # fmt: skip
@pytest.mark.parametrize("context", [DESK, PHONE], ids=["desk", "phone"])
def test_the_rest_of_a_set_up_is_done_in_one_click(
    game: str, side: str, other: str, least: int, context: dict[str, Any], server: Server, visitors: Any
) -> None:
    match = server.new_match(game=game, seats={side: "human", other: "bot:sergeant"})
    page: Page = visitors(server, **context).sit_down(match["id"], match["seats"][side])
    deploy = page.locator(".play[data-kind=deploy][data-settled=true]")
    deploy.wait_for()
    before = number(page)
    page.get_by_test_id("set-up-rest").click()
    expect(deploy).to_have_count(0, timeout=PATIENCE)
    expect(page.locator("p", has_text="set up for you")).to_be_visible()
    log = server.ask(f"matches/{match['id']}/log?since={before}", seat=match["seats"][side])["entries"]
    placed = [entry for entry in log if entry["seat"] == side and (entry["action"] or "").startswith("deploy ")]
    assert len(placed) >= least
    # The last of them is taken back like any other decision, and asked for again, whatever a bot has answered.
    wait_for_turn(page)
    page.get_by_role("button", name="Undo").click()
    deploy.wait_for()
    expect(page.get_by_test_id("prompt")).to_contain_text("1 can act")
    expect(page.get_by_test_id("set-up-rest")).to_be_visible()


def test_no_rest_is_set_up_when_nothing_is(server: Server, visitors: Any) -> None:
    """It is offered in a set-up only, and refused elsewhere."""
    match = server.new_match(game="marne-1914", scenario="counter-attack")
    page: Page = visitors(server).sit_down(match["id"], match["table"])
    wait_for_turn(page)
    expect(page.get_by_test_id("set-up-rest")).to_have_count(0)
    before = number(page)
    refused = page.request.post(
        f"{server.url}api/matches/{match['id']}/set-up", data={"number": before}, headers={"X-Seat": match["table"]}
    )
    assert refused.status == 409
    assert refused.json()["error"]["kind"] == "nothing-asked"
    wait_for_number(page, before)
