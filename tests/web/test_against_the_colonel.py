"""What hurt when a whole scenario of each game was played against the Colonel."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

import grognard
from grognard.engine import Match
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
from tests.web.pictures import asked
from tests.web.played import played, text_of
from tests.web.test_attacks import attacked_by

HIGH = {"viewport": {"width": 1280, "height": 800}}


def seated(server: Server, visitors: Any, match: Match, *, guide: bool = False) -> Page:
    made = server.ask("import", {"text": text_of(match)})
    page: Page = visitors(server, **HIGH).visit(f"#/match/{made['id']}/{made['table']}", guide=guide)
    wait_for_turn(page)
    steady(page)
    return page


def ended_up_to(game: str, scenario: str, kind: str) -> Match:
    """A match up to its first question of a kind; whatever can be ended before is ended."""
    match = grognard.start(game, scenario, 7)
    while (decision := match.decision) is not None and decision.kind != kind:
        actions = list(decision.all_actions())
        match.play(next((action for action in actions if action.verb == "end"), actions[0]), by=decision.seat)
    return match


def test_a_click_on_another_unit_is_no_move(server: Server, visitors: Any) -> None:
    """Who has moved stays chosen; a click on the next unit sent him onto its stack."""
    page = seated(server, visitors, ended_up_to("friedensturm-1918", "gneisenau", "movement"))
    before = number(page)
    click_unit(page, "30ID")
    click_target(page, "12.05")
    wait_for_number(page, before + 1)
    expect(page.locator(".play")).to_have_attribute("data-selected", "30ID")
    expect(page.locator("[data-target='10.04']")).to_have_count(1)  # the stack of 206ID
    click_unit(page, "206ID")
    expect(page.locator(".play")).to_have_attribute("data-selected", "206ID")
    assert number(page) == before + 1
    # Whom a click has chosen goes where the next one says, onto a stack as well.
    expect(page.locator("[data-target='14.06']")).to_have_count(1)
    click_target(page, "14.06")
    wait_for_number(page, before + 2)
    expect(page.locator("g.counter[data-unit='206ID']")).to_have_attribute("data-cell", "14.06")


def test_clicked_once_more_it_goes_onto_a_stack(server: Server, visitors: Any) -> None:
    page = seated(server, visitors, ended_up_to("friedensturm-1918", "gneisenau", "movement"))
    before = number(page)
    click_unit(page, "30ID")
    click_target(page, "12.05")
    wait_for_number(page, before + 1)
    expect(page.locator(".play")).to_have_attribute("data-selected", "30ID")
    click_unit(page, "30ID")
    click_target(page, "10.04")
    wait_for_number(page, before + 2)
    expect(page.locator("g.counter[data-unit='30ID']")).to_have_attribute("data-cell", "10.04")


def test_the_guide_makes_room_for_the_odds(server: Server, visitors: Any) -> None:
    match = next(
        match for seed in range(40)
        if (match := played("marne-1914", "counter-attack", seed, lambda m: bool(attacked_by(m, 2)))).decision
    )
    page = seated(server, visitors, match, guide=True)
    expect(page.get_by_test_id("guide-next")).to_be_visible()
    page.mouse.click(*in_sight(page, f"[data-aim='{attacked_by(match, 2)[0]}']"))
    expect(page.get_by_test_id("summary")).to_be_in_viewport(ratio=1)
    expect(page.get_by_test_id("guide-next")).to_have_count(0)
    page.get_by_test_id("guide-open").click()
    page.get_by_test_id("guide-next").click()
    expect(page.get_by_test_id("guide-next")).to_have_count(0)
    expect(page.get_by_test_id("guide-open")).to_be_visible()  # the game's own lesson, of an attack


def test_the_guide_speaks_of_what_is_there(server: Server, visitors: Any) -> None:
    """Of squares where the map has them, and of gold rims only where there are some."""
    page = seated(server, visitors, grognard.start("somme-1916", "over-the-top", 7), guide=True)
    expect(page.get_by_label("Guide")).to_contain_text("Units and squares with a gold rim can act.")
    page = seated(server, visitors, ended_up_to("soissons-1918", "campaign", "deploy"), guide=True)
    expect(page.get_by_label("Guide")).to_contain_text("Your first turn")
    expect(page.get_by_label("Guide")).not_to_contain_text("gold rim")


def test_where_nobody_else_can_act_there_is_nothing_to_cancel(server: Server, visitors: Any) -> None:
    match = next(
        match for seed in range(40)
        if (match := played("marne-1914", "counter-attack", seed, asked("retreat"))).decision is not None
    )
    page = seated(server, visitors, match)
    prompt = page.get_by_test_id("prompt")
    expect(prompt).to_contain_text("retreats")
    expect(page.locator("[data-target]").first).to_be_attached()
    expect(prompt.get_by_role("button", name="Cancel")).to_have_count(0)


def test_a_question_without_a_choice_says_so(server: Server, visitors: Any) -> None:
    match = played("hannut-1940", "hannut", 0, asked("markers", least=0))
    page = seated(server, visitors, match)
    expect(page.get_by_test_id("prompt")).to_contain_text("nothing to do here")


def test_a_button_says_what_it_does(server: Server, visitors: Any) -> None:
    """Units went "Over 8Div", and every throw of dice was called "Do it"."""
    match = next(
        match for seed in range(40)
        if (match := played("somme-1916", "over-the-top", seed, asked("over-the-top"))).decision is not None
    )
    page = seated(server, visitors, match)
    page.locator("[data-testid=subjects] [data-subject-kind=unit]").first.click()
    expect(page.get_by_test_id("do-it")).to_contain_text("Over the top: ")


@pytest.mark.parametrize(("kind", "words"), [("recovery", "left: "), ("cadre", "Roll no more")])
def test_replacements_of_the_marne_in_words(server: Server, visitors: Any, kind: str, words: str) -> None:
    match = next(
        match for seed in range(40)
        if (match := played("marne-1914", "counter-attack", seed, asked(kind))).decision is not None
    )
    page = seated(server, visitors, match)
    expect(page.get_by_test_id("prompt")).to_contain_text(words)
    expect(page.get_by_test_id("prompt")).not_to_contain_text("army ")
