"""What hurt when whole scenarios were played as a new user plays them, at Soissons and at Hannut."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page, expect

import grognard
from grognard.engine import Match
from tests.web.conftest import Server, click_target, in_sight, number, prompt, steady, wait_for_number, wait_for_turn
from tests.web.played import text_of


def first_listed(game: str, kind: str) -> Match:
    """A match up to its first question of a kind: what is listed first is played; guns fire once at each hex."""
    match = grognard.start(game, seed=3)
    while kind not in {decision.kind for decision in match.decisions.values()}:
        seat, decision = next(iter(match.decisions.items()))
        actions = list(decision.all_actions())
        end = next((action for action in actions if action.verb == "end"), None)
        match.play(end if end is not None and decision.kind != "deploy" else actions[0], by=seat)
    return match


def seated(server: Server, visitors: Any, match: Match) -> Page:
    made = server.ask("import", {"text": text_of(match)})
    page: Page = visitors(server, viewport={"width": 1280, "height": 800}).sit_down(made["id"], made["table"])
    wait_for_turn(page)
    steady(page)
    return page


def scale(page: Page) -> float:
    found = page.locator(".stage").evaluate("stage => new DOMMatrix(getComputedStyle(stage).transform).a")
    return float(found)


def choose(page: Page, unit: str) -> None:
    page.locator(f"[data-testid=subjects] [data-subject='{unit}']").click()
    expect(page.locator(".play")).to_have_attribute("data-selected", unit)
    steady(page)


def test_where_a_unit_sets_up_comes_into_sight(server: Server, visitors: Any) -> None:
    """The blue hexes of a unit that is not on the map yet lay outside the window."""
    page = seated(server, visitors, first_listed("soissons-1918", "deploy"))
    unit = page.locator("[data-testid=subjects] [data-subject-kind=unit]").last.get_attribute("data-subject") or ""
    choose(page, unit)
    frame = page.get_by_test_id("map").bounding_box()
    boxes = [box for target in page.locator("[data-target]").all() if (box := target.bounding_box())]
    assert frame is not None
    seen = [box for box in boxes if frame["y"] < box["y"] + box["height"] / 2 < frame["y"] + frame["height"]]
    assert len(seen) > len(boxes) / 2


def test_tanks_join_a_division_by_a_click_on_it(server: Server, visitors: Any) -> None:
    """It could only be picked from a list of abbreviations."""
    match = first_listed("soissons-1918", "attach")
    page = seated(server, visitors, match)
    expect(page.get_by_test_id("prompt")).to_contain_text("give tank groups")
    before = number(page)
    tanks = page.locator("[data-testid=subjects] [data-subject-kind=unit]").first
    choose(page, tanks.get_attribute("data-subject") or "")
    cell = page.locator("[data-target]").first.get_attribute("data-target") or ""
    click_target(page, cell)
    page.wait_for_function(
        """before => document.querySelector('[data-testid=menu]')
            || Number(document.querySelector('.play').dataset.number) > before""", arg=before,
    )
    if page.get_by_test_id("menu").count():
        page.locator("[data-testid=menu] button.do").first.click()
    wait_for_number(page, before + 1)
    assert server.ask("health")["ok"]


def test_an_attack_on_two_hexes_says_so(server: Server, visitors: Any) -> None:
    """Only the last of its hexes was marked, and named in the panel; the guide told of the unit first."""
    match = first_listed("soissons-1918", "combat")
    assert match.decision is not None
    several = next(action for action in match.decision.all_actions() if len(action.numbers(0)) > 1)
    cells = [match.setting.grid.ids[cell] for cell in several.numbers(0)]
    page = seated(server, visitors, match)
    for cell in cells:
        assert page.locator(f"[data-aim='{cell}']").count(), f"{cell} is not marked as a target"
    page.mouse.click(*in_sight(page, f"[data-aim='{cells[0]}']"))
    expect(page.get_by_test_id("summary")).to_be_visible()
    expect(page.get_by_test_id("assumed")).to_be_visible()
    wanted = page.locator(f"[data-variant='{match.write(several)}']")
    if wanted.count():
        wanted.check()
    named = page.get_by_test_id("declare")
    if wanted.count():
        for cell in cells:
            expect(named).to_contain_text(cell)
    texts = " ".join(page.locator("[data-testid=odds] .what").all_inner_texts())
    assert "(die" not in texts, "the die of one example stands for all that come to the result"


def test_the_map_comes_near_when_the_first_units_enter(server: Server, visitors: Any) -> None:
    """The Germans at Hannut begin on an empty map, seen from so far away that no counter could be read."""
    match = server.new_match(game="hannut-1940", seats={"german": "human", "french": "bot:random"})
    page = visitors(server, viewport={"width": 1280, "height": 800}).sit_down(match["id"], match["table"])
    for kind in ("chit-aside", "command-chit", "markers"):
        page.locator(f".play[data-settled=true][data-kind={kind}]").wait_for()
        page.locator("[data-choice], [data-button=end]").first.click()
    page.locator(".play[data-settled=true][data-kind=movement]").wait_for()
    steady(page)
    far = scale(page)
    choose(page, "I/35Pz")
    assert scale(page) > max(far, 0.6)
    assert "^" not in page.locator(".panel-body").inner_text()
    expect(page.locator(".panel-body")).to_contain_text("4th Panzer Division")
    # Whatever takes the focus at its rim, the map stays under the pointer.
    frame = page.get_by_test_id("map")
    frame.evaluate("frame => { frame.scrollLeft = 80; frame.scrollTop = 80; }")
    assert frame.evaluate("frame => [frame.scrollLeft, frame.scrollTop]") == [0, 0]


def test_a_question_has_what_it_needs_beside_it(server: Server, visitors: Any) -> None:
    """How many points of artillery are left stood only in the score; steps of the turn had the names of the code."""
    page = seated(server, visitors, first_listed("soissons-1918", "bombard"))
    assert "Artillery points: " in prompt(page)
    expect(page.locator("header .phase")).to_have_text("Bombardment before the assault")
    page.get_by_role("tab", name="Aid").click()
    expect(page.get_by_test_id("levels")).to_contain_text("5 or less")
    steps = page.locator(".phases li").all_inner_texts()
    assert len(steps) == len(set(steps))
    assert not [step for step in steps if "begin" in step or "fire" in step]


def test_one_thing_to_choose_needs_no_button_of_its_own(server: Server, visitors: Any) -> None:
    """Whose mode it is was a button before the two that answer."""
    match = first_listed("hannut-1940", "command-mode")
    while (decision := match.decisions.get("french")) is not None and decision.kind != "command-mode":
        match.play(next(iter(decision.all_actions())), by="french")
    made = server.ask("import", {"text": text_of(match), "seats": {"french": "human", "german": "bot:random"}})
    page = visitors(server).sit_down(made["id"], made["table"])
    page.locator(".play[data-settled=true][data-kind=command-mode]").wait_for()
    labels = page.locator("[data-testid=prompt] button:not(.cite)").all_inner_texts()
    assert labels == ["Static", "Mobile"]
