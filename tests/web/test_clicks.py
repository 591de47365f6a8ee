"""How many clicks it takes: a move, an attack, a whole turn. A page that asks for more has become worse."""

from __future__ import annotations

from typing import Any
from urllib.parse import quote

import pytest
from playwright.sync_api import Page, expect

from tests.web.conftest import Server, in_sight, number, steady, wait_for_number, wait_for_turn
from tests.web.hand import Hand, gone
from tests.web.pictures import asked
from tests.web.played import played, text_of


class Clicks:
    """A hand that counts."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.count = 0

    def at(self, selector: str) -> None:
        """A click on the map."""
        where = in_sight(self.page, selector)
        self.page.mouse.click(*where)
        self.count += 1

    def on(self, selector: str) -> None:
        self.page.locator(selector).first.click()
        self.count += 1


def seated(server: Server, visitors: Any, **wish: Any) -> tuple[Page, Clicks]:
    match = server.new_match(**wish)
    page: Page = visitors(server).sit_down(match["id"], match["table"])
    wait_for_turn(page)
    steady(page)
    return page, Clicks(page)


def end(page: Page, clicks: Clicks) -> None:
    """The button that ends a phase, and 'yes' if units could still act."""
    before = number(page)
    clicks.on("[data-button='end']")
    page.wait_for_function(
        """before => document.querySelector('[data-testid=end-anyway]')
            || Number(document.querySelector('.play').dataset.number) > before""",
        arg=before,
    )
    if page.get_by_test_id("end-anyway").count():
        clicks.on("[data-testid=end-anyway]")
    wait_for_number(page, before + 1)
    wait_for_turn(page)


@pytest.mark.parametrize(
    ("game", "scenario"),
    [("marne-1914", "counter-attack"), ("somme-1916", "over-the-top"), ("friedensturm-1918", None)],
)
def test_a_move_takes_two_clicks(server: Server, visitors: Any, game: str, scenario: Any) -> None:
    made = server.ask("import", {"text": text_of(played(game, scenario, 1, asked("movement", least=3)))})
    page: Page = visitors(server).sit_down(made["id"], made["table"])
    wait_for_turn(page)
    steady(page)
    before, clicks = number(page), Clicks(page)
    clicks.at("g.counter[data-able]")
    page.locator("[data-target]").first.wait_for(state="attached")
    # A cell with one way to go there; where there are two, a menu asks which.
    chosen = page.locator(".play").get_attribute("data-selected")
    side = server.ask(f"matches/{made['id']}", seat=made["table"])["asked"][0]["side"]
    path = f"matches/{made['id']}/actions?subject={quote(chosen or '')}&side={side}"
    goals = [action["target"] for action in server.ask(path, seat=made["table"])["actions"] if action["target"]]
    once = next(goal for goal in goals if goals.count(goal) == 1)
    clicks.at(f"[data-target='{once}']")
    wait_for_number(page, before + 1)
    assert clicks.count == 2


def test_a_quiet_turn_of_the_marne(server: Server, visitors: Any) -> None:
    """Both boundaries kept, one forced move, no attack: from the start of a player turn to the enemy's."""
    page, clicks = seated(server, visitors, game="marne-1914", scenario="counter-attack", seats={"cp": "open"})
    end(page, clicks)
    assert page.locator(".play").get_attribute("data-kind") == "movement"
    end(page, clicks)
    while page.locator(".play").get_attribute("data-turn") == "mine":
        kind = page.locator(".play").get_attribute("data-kind")
        before = number(page)
        if kind == "close-up":
            if not page.locator("[data-target]").count():
                clicks.at("g.counter[data-able]")
                page.locator("[data-target]").first.wait_for(state="attached")
            clicks.at("[data-target]")
            wait_for_number(page, before + 1)
        else:
            clicks.on("[data-button='end']")
            page.wait_for_timeout(150)
            if page.get_by_test_id("end-anyway").count():
                clicks.on("[data-testid=end-anyway]")
            wait_for_number(page, before + 1)
        page.wait_for_timeout(150)
        steady(page)
    expect(page.get_by_test_id("prompt")).to_contain_text("Waiting for")
    assert clicks.count <= 14


def test_a_quiet_turn_of_friedensturm(server: Server, visitors: Any) -> None:
    """No gun is made ready, nobody moves or attacks: a click for each phase, one more where units could act."""
    page, clicks = seated(server, visitors, game="friedensturm-1918", seats={"allied": "open"})
    phases = 0
    while page.locator(".play").get_attribute("data-turn") == "mine":
        before = number(page)
        clicks.on("[data-button='end']")
        page.wait_for_timeout(150)
        if page.get_by_test_id("end-anyway").count():
            clicks.on("[data-testid=end-anyway]")
        wait_for_number(page, before + 1)
        page.wait_for_timeout(150)
        steady(page)
        phases += 1
    expect(page.get_by_test_id("prompt")).to_contain_text("Waiting for")
    assert phases >= 2
    assert clicks.count <= 2 * phases


COUNT = """
    window.clicks = window.clicks || 0;
    addEventListener('pointerdown', () => { window.clicks += 1; }, true);
    localStorage['grognard.settings'] = '{"guide": false, "curtain": "never"}';
"""


@pytest.mark.parametrize(("game", "scenario", "first", "second"), [
    ("hannut-1940", "hannut", 22, 16), ("soissons-1918", "campaign", 100, 15), ("somme-1916", "over-the-top", 48, 15),
])  # fmt: skip
def test_whole_turns_of_both_sides(
    game: str, scenario: str, first: int, second: int, server: Server, visitors: Any
) -> None:
    """Nobody does more than he must: a click for each phase, one more where units could act, three for an assault.

    The first turn has the set-up, the mines of the Somme with their markers, and the eight attacks with which Soissons
    begins.
    """
    match = server.new_match(game=game, scenario=scenario)
    visitor = visitors(server)
    visitor.context.add_init_script(COUNT)
    page: Page = visitor.sit_down(match["id"], match["table"])
    hand, counts = Hand(page), dict[int, int]()
    while True:
        seen = hand.wait_for_turn()
        turn = server.ask(f"matches/{match['id']}", seat=match["table"])["turn"]
        if turn > 2:
            break
        if page.get_by_test_id("set-up-rest").count():
            page.get_by_test_id("set-up-rest").click()
            hand.wait(lambda s, last=seen: gone(s, last["number"]))  # type: ignore[misc]
        else:
            hand.decide(("end", "pass", "hold"))
        counts[turn] = page.evaluate("window.clicks") - sum(counts[done] for done in counts if done < turn)
    assert counts[1] <= first
    assert counts[2] <= second
