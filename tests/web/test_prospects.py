"""While moving: what could be attacked from there. Guns: the target first. Attackers by corps, supply as a path."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

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


def opened(server: Server, visitors: Any, match: Any) -> Page:
    made = server.ask("import", {"text": text_of(match)})
    page: Page = visitors(server).sit_down(made["id"], made["table"])
    wait_for_turn(page)
    steady(page)
    return page


def test_a_destination_shows_what_could_be_attacked_from_there(server: Server, visitors: Any) -> None:
    match = server.new_match(scenario="counter-attack")
    page: Page = visitors(server).sit_down(match["id"], match["table"])
    wait_for_turn(page)
    press_button(page, "end")
    wait_for_turn(page)
    before = number(page)
    click_unit(page, "1Div")
    expect(page.locator("[data-prospect]")).to_have_count(0)
    page.mouse.move(*in_sight(page, "[data-target='2415']"))
    expect(page.get_by_test_id("prospects")).to_contain_text("2515")
    expect(page.locator("[data-prospect='2515']")).to_have_count(1)
    told = server.ask(
        f"matches/{match['id']}/prospects",
        {"action": "move 1Div 2415", "number": before, "side": "entente"}, match["table"],
    )
    assert [(one["cell"], "1Div" in one["units"]) for one in told["targets"]] == [("2515", True)]
    page.mouse.move(*in_sight(page, "[data-target='2717']"))  # no enemy is next to it
    expect(page.get_by_test_id("prospects")).to_have_count(0)
    expect(page.locator("[data-prospect]")).to_have_count(0)
    assert number(page) == before  # only looking


@pytest.mark.parametrize(
    ("game", "scenario", "kind"),
    [("somme-1916", "over-the-top", "bombardment"), ("soissons-1918", None, "bombard")],
)
def test_guns_choose_their_target_first(
    server: Server, visitors: Any, game: str, scenario: Any, kind: str
) -> None:
    page = opened(server, visitors, played(game, scenario, 1, asked(kind)))
    expect(page.locator("[data-cross]").first).to_be_attached()
    before = number(page)
    page.mouse.click(*in_sight(page, "[data-aim]"))
    expect(page.get_by_test_id("attack")).to_contain_text("Bombard")
    ways = page.locator("[data-attacker], [data-way]")
    assert ways.count() > 1
    ways.nth(1).check()
    page.get_by_test_id("declare").click()
    wait_for_number(page, before + 1)


def test_attackers_stand_under_their_corps(server: Server, visitors: Any) -> None:
    match = played("marne-1914", "counter-attack", 3, asked("combat", least=3))
    page = opened(server, visitors, match)
    seen = set()
    for number_ in range(page.locator("[data-aim-at]").count()):
        page.locator("[data-aim-at]").nth(number_).click()
        expect(page.get_by_test_id("attack")).to_be_visible()
        heads = page.locator("[data-group]").count()
        units = page.locator("[data-attacker]").count()
        seen.add(heads)
        assert heads == 0 or 1 < heads <= units
        page.keyboard.press("Escape")
    assert max(seen) > 1


def test_a_supply_line_is_drawn_as_a_path(server: Server, visitors: Any) -> None:
    match = server.new_match(scenario="counter-attack")
    page: Page = visitors(server).sit_down(match["id"], match["table"])
    wait_for_turn(page)
    press_button(page, "end")
    wait_for_turn(page)
    page.get_by_role("button", name="View").click()
    page.get_by_label("Supply line of the last unit clicked").check()
    page.get_by_role("button", name="Done").click()
    click_unit(page, "5Div")
    path = page.locator("[data-path='supply-line']")
    expect(path).to_be_attached()
    assert (path.get_attribute("d") or "").count("L") >= 1


@pytest.mark.parametrize(("game", "scenario"), [("somme-1916", "over-the-top"), ("friedensturm-1918", None)])
def test_formations_have_bars(server: Server, visitors: Any, game: str, scenario: Any) -> None:
    match = server.new_match(game=game, scenario=scenario)
    page: Page = visitors(server).sit_down(match["id"], match["table"])
    wait_for_turn(page)
    state = server.ask(f"matches/{match['id']}", seat=match["table"])
    named = {unit["formation"][0] for unit in state["units"] if unit["formation"] and unit["cell"]}
    assert len(named) > 5
    assert page.locator("g.counter path[d^='M-20-16']").count() > 5
