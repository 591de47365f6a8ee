"""What helps a player: the guide, ways with stops, overlays, score, film, reasons, loading, removing."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, expect

from grognard.engine.positions import write_position
from grognard.engine.records import write_record
from tests.web.conftest import (
    Server,
    click_target,
    click_unit,
    number,
    press_button,
    steady,
    wait_for_number,
    wait_for_turn,
)
from tests.web.played import played, text_of


def at_movement(server: Server, visitors: Any) -> Page:
    match = server.new_match()
    server.ask(f"matches/{match['id']}/actions", {"action": "end", "number": 0}, match["table"])
    page: Page = visitors(server).sit_down(match["id"], match["table"])
    wait_for_turn(page)
    return page


def test_the_first_turn_is_explained_step_by_step(server: Server, visitors: Any) -> None:
    page: Page = visitors(server).visit(guide=True)
    page.get_by_test_id("play-marne-1914-entente").click()
    guide = page.get_by_label("Guide")
    expect(guide).to_contain_text("Your first turn")
    page.get_by_test_id("guide-next").click()
    expect(guide).to_contain_text("Army boundaries")
    wait_for_turn(page)
    press_button(page, "end")
    expect(guide).to_contain_text("Move your units")
    page.get_by_test_id("guide-next").click()
    expect(guide).to_have_count(0)
    # What has been read is not told again, and the rest can be sent away.
    page.reload()
    wait_for_turn(page)
    expect(guide).to_have_count(0)


def middle_of(page: Any, cell: str) -> tuple[float, float]:
    """Where on the screen the middle of a place lies that the chosen unit can go to."""
    target = page.locator(f"[data-target='{cell}']")
    target.wait_for(state="attached")
    steady(page)
    box = target.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_a_way_with_stops(server: Server, visitors: Any) -> None:
    page = at_movement(server, visitors)
    click_unit(page, "7DI")
    x, y = middle_of(page, "1809")
    page.keyboard.down("Shift")
    page.mouse.click(x, y)
    page.keyboard.up("Shift")
    expect(page.get_by_test_id("go")).to_have_text(re.compile("1 waypoint"))
    assert number(page) == 1, "nothing is done before the player says so"
    goal = str(page.locator("[data-target]").first.get_attribute("data-target"))
    page.get_by_test_id("stops").click()
    click_target(page, goal)
    expect(page.get_by_test_id("go")).to_have_text(re.compile("2 waypoints"))
    page.get_by_test_id("go").click()
    wait_for_number(page, 3)
    expect(page.locator("g.counter[data-unit='7DI']")).to_have_attribute("data-cell", goal)


def test_the_way_to_a_cell_is_drawn_and_the_unit_goes_on(server: Server, visitors: Any) -> None:
    page = at_movement(server, visitors)
    click_unit(page, "7DI")
    x, y = middle_of(page, "1809")
    page.mouse.move(x, y)
    page.locator("path.way").wait_for(state="attached")
    click_target(page, "1809")
    if page.get_by_test_id("menu").count():
        page.get_by_test_id("menu").get_by_role("button").first.click()
    wait_for_number(page, 2)
    # It has points left: it stays chosen, with less reach.
    expect(page.locator(".play")).to_have_attribute("data-selected", "7DI")
    page.locator("[data-target]").first.wait_for(state="attached")


def unfold(page: Page) -> None:
    """The list of lines, which is folded where it would lie on something there is to click."""
    expect(page.get_by_test_id("legend")).to_be_visible()
    steady(page)
    page.wait_for_timeout(300)  # until it has seen what lies below it
    if page.get_by_test_id("legend").get_attribute("open") is None:
        page.get_by_test_id("legend").locator("summary").click()


def test_overlays_are_patterned_and_remembered(server: Server, visitors: Any) -> None:
    page = at_movement(server, visitors)
    page.get_by_role("button", name="View").click()
    page.get_by_label("Lines on which the rules of the phase turn").uncheck()
    for title in ("Zones of control: Entente", "Threatened by the Central Powers", "Held by the Entente"):
        page.get_by_label(title).check()
    page.get_by_role("button", name="Done").click()
    legend = page.get_by_label("Overlays on the map")
    unfold(page)
    expect(legend.get_by_role("listitem")).to_have_count(3)
    fills = set(page.eval_on_selector_all(".overlays polygon", "all => all.map(one => one.getAttribute('fill'))"))
    assert [fill.startswith("url(#over-") for fill in fills] == [True], "cells have a pattern"
    dashes = page.eval_on_selector_all(".overlays .rim", "all => all.map(one => one.getAttribute('stroke-dasharray'))")
    assert len(set(dashes)) == 2, "areas are told apart without colours"
    page.reload()
    unfold(page)
    expect(legend.get_by_role("listitem")).to_have_count(3)
    # Keys: zones off; the reach of an enemy that is clicked.
    page.get_by_test_id("map").focus()
    page.keyboard.press("z")
    expect(legend.get_by_role("listitem")).to_have_count(2)
    page.keyboard.press("r")
    click_unit(page, "22RD")
    expect(legend).to_contain_text("Reach of 22RD")


def test_score_reinforcements_and_order_of_battle(server: Server, visitors: Any) -> None:
    page = at_movement(server, visitors)
    page.get_by_role("tab", name="Score").click()
    score = page.get_by_role("region", name="Score")
    expect(score).to_contain_text("at the start")
    expect(score).to_contain_text("Initiative")
    expect(page.get_by_test_id("coming")).to_contain_text("Turn 10")
    page.get_by_role("tab", name="Units").click()
    everything = page.get_by_label("Order of battle").get_by_role("listitem")
    before = everything.count()
    page.get_by_placeholder("Filter units").fill("maroc")
    expect(everything).to_have_count(1)
    page.get_by_placeholder("Filter units").fill("")
    page.get_by_label("Which units").select_option("hurt")
    assert 0 < everything.count() < before


def test_what_is_asked_about_comes_into_sight(server: Server, visitors: Any) -> None:
    """Replacements: the armies that have received steps may stand far from where the player looks."""
    match = played(
        "marne-1914",
        "counter-attack",
        until=lambda m: m.decision is not None and m.decision.kind == "recovery" and len(m.subjects()) > 1,
    )
    made = server.ask("import", {"text": text_of(match)})
    page: Page = visitors(server).sit_down(made["id"], made["table"])
    wait_for_turn(page)
    steady(page)
    seen = """() => {
        const frame = document.querySelector('[data-testid=map]').getBoundingClientRect();
        return [...document.querySelectorAll('g.counter[data-able]')].filter(unit => {
            const box = unit.getBoundingClientRect();
            return box.left > frame.left && box.right < frame.right && box.top > frame.top && box.bottom < frame.bottom;
        }).map(unit => unit.getBoundingClientRect().width);
    }"""
    assert page.evaluate(seen), "none of those who can act is in sight"
    assert min(page.evaluate(seen)) > 36, "and large enough to be read"


def test_the_match_as_a_film(server: Server, visitors: Any) -> None:
    match = played("marne-1914", "counter-attack", until=lambda m: m.number == 12)
    made = server.ask("import", {"text": text_of(match)})
    page: Page = visitors(server).sit_down(made["id"], made["table"])
    wait_for_turn(page)
    page.get_by_role("button", name="Play the replay").click()
    page.get_by_label("Replay speed").select_option("8")
    expect(page.get_by_test_id("prompt")).to_contain_text("viewing the position")
    expect(page.get_by_role("button", name="Play the replay")).to_be_visible()  # it ends by itself
    assert number(page) == 12
    page.get_by_role("tab", name="Log").click()
    page.get_by_role("button", name="Show the position after action 3", exact=True).click()
    expect(page.get_by_test_id("prompt")).to_contain_text("after action 3 of 12")


def test_a_bot_gives_its_reasons(server: Server, visitors: Any) -> None:
    match = server.new_match(seats={"entente": "bot:sergeant", "cp": "human"})
    page: Page = visitors(server).sit_down(match["id"], match["table"])
    wait_for_turn(page)
    expect(page.locator(".panel-body")).to_contain_text("Since your last decision")
    page.get_by_role("tab", name="Log").click()
    why = page.get_by_text("Why did the Entente do that?").first
    why.click()
    expect(page.locator(".entry details[open] p").first).not_to_be_empty()


def test_a_position_and_a_record_are_loaded(server: Server, visitors: Any, tmp_path: Path) -> None:
    match = played("marne-1914", "counter-attack", until=lambda m: m.number == 8)
    page: Page = visitors(server).visit()
    page.get_by_text("Or paste a position").click()
    page.locator("#pasted").fill(write_position(match))
    page.get_by_role("button", name="Set it up").click()
    wait_for_turn(page)
    expect(page.locator("header")).to_contain_text("Turn 9")
    page.get_by_role("link", name="Back to the lobby").click()
    record = tmp_path / "match.record.txt"
    record.write_text(write_record(match, {}), encoding="utf-8")
    page.locator("input[type=file]").set_input_files(record)
    wait_for_turn(page)
    assert number(page) == 8


def test_a_match_is_removed(server: Server, visitors: Any) -> None:
    match = server.new_match()
    stranger: Page = visitors(server).visit()
    others = stranger.locator("li", has=stranger.locator(f"[data-match='{match['id']}']"))
    expect(others).to_contain_text("Watch or join")
    expect(others.get_by_test_id("remove")).to_have_count(0)
    page: Page = visitors(server).sit_down(match["id"], match["table"])
    page.evaluate("() => { location.hash = '#/' }")
    row = page.locator("li", has=page.locator(f"[data-match='{match['id']}']"))
    row.get_by_test_id("remove").click()
    row.get_by_test_id("remove-sure").click()
    expect(row).to_have_count(0)
    assert match["id"] not in [one["id"] for one in server.ask("matches")]


def test_bots_go_on_after_a_restart(mortal_server: Server, visitors: Any) -> None:
    server = mortal_server
    match = server.new_match(seats={"entente": "bot:random", "cp": "bot:random"})
    page: Page = visitors(server).sit_down(match["id"], match["table"])
    wait_for_number(page, 5)
    server.kill()
    expect(page.get_by_text("Connection lost")).to_be_visible()
    before = number(page)
    server.start()
    wait_for_number(page, before + 5)


def test_what_must_be_mended_before_the_end_is_told(server: Server, visitors: Any) -> None:
    """Somme, 7.3: the German set-up is over-stacked here and there, and the phase cannot be ended so."""
    crowded = played("somme-1916", "over-the-top", until=lambda m: m.decision is not None and must_leave(m))
    made = server.ask("import", {"text": text_of(crowded)})
    page: Page = visitors(server).sit_down(made["id"], made["table"])
    wait_for_turn(page)
    blocked = page.get_by_test_id("blocked")
    expect(blocked).to_contain_text("7.3")
    expect(page.locator("[data-button='end']")).to_have_count(0)
    blocked.locator("[data-blocking]").click()
    page.locator("[data-target]").first.wait_for(state="attached")


def must_leave(match: Any) -> bool:
    decision = match.decision
    return decision.kind == "movement" and not match.check("end") and match.check("end").case == "7.3"
