"""Prompts and buttons: in a player's words, beside what they ask about, and nothing lies on anything else."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from grognard.engine import Match
from tests.web.conftest import Server, in_sight, number, press_button, steady, wait_for_number
from tests.web.pictures import PHONE, asked
from tests.web.played import played
from tests.web.test_found_in_play import OVERLAP, seated

TO_THE_CORNER = """corner => {
    // How far to drag the map so that the last target comes to lie in a lower corner.
    const frame = document.querySelector('[data-testid=map]').getBoundingClientRect();
    const box = [...document.querySelectorAll('[data-aim]')].at(-1).getBoundingClientRect();
    const x = corner === 'right' ? frame.right - 90 : frame.left + 90;
    return [x - box.x - box.width / 2, frame.bottom - 70 - box.y - box.height / 2];
}"""


def drag_last_target(page: Page, corner: str) -> None:
    by = page.evaluate(TO_THE_CORNER, corner)
    frame = page.get_by_test_id("map").bounding_box()
    assert frame is not None
    middle = frame["x"] + frame["width"] / 2, frame["y"] + frame["height"] / 2
    page.mouse.move(*middle)
    page.mouse.down()
    page.mouse.move(middle[0] + by[0], middle[1] + by[1], steps=4)
    page.mouse.up()
    steady(page)


def soissons(server: Server, visitors: Any, kind: str, *, ends: bool = False, **context: Any) -> Page:
    """The first question of that kind that chance comes upon, or the first that may be ended."""

    def so(match: Match) -> bool:
        return asked(kind, least=0)(match) and (not ends or bool(match.check("end")))

    match = next(match for seed in range(40) if (match := played("soissons-1918", "campaign", seed, so)).decision)
    return seated(server, visitors, match, **context)


def test_what_only_one_thing_can_answer_is_a_button_beside_the_dice(server: Server, visitors: Any) -> None:
    """No menu opens by itself: it would lie on the result that the question is about."""
    page = soissons(server, visitors, "conversion")
    expect(page.get_by_test_id("menu")).to_have_count(0)
    expect(page.locator("[data-button=hold]")).to_have_text("Take all losses")
    expect(page.get_by_role("button", name="Cancel")).to_have_count(0)
    before = number(page)
    page.get_by_role("button", name="Retreat instead").click()
    wait_for_number(page, before + 1)


@pytest.mark.parametrize(("kind", "words"), [
    ("bombard", "End bombardment"), ("fallback", "Done"), ("maneuver", "End maneuver"),
])
def test_the_button_that_ends_a_step_says_which(server: Server, visitors: Any, kind: str, words: str) -> None:
    page = soissons(server, visitors, kind, ends=True)
    expect(page.locator("[data-button=end]")).to_have_text(words)


def test_buttons_say_what_they_do(server: Server, visitors: Any) -> None:
    expect(soissons(server, visitors, "losses").locator("[data-choice]")).to_have_text(["1 each", "2 each"])


def test_how_many_is_answered_by_a_number(server: Server, visitors: Any) -> None:
    match = played("hannut-1940", "hannut", 0, asked("command-allot", least=0))
    page = seated(server, visitors, match)
    expect(page.get_by_test_id("prompt")).to_contain_text("how many")
    expect(page.locator("[data-offer]").first).to_have_text("0")


def test_the_header_keeps_its_height(server: Server, visitors: Any) -> None:
    """A long name of a phase would push the map down."""
    size = {"width": 1280, "height": 800}
    heights = {
        soissons(server, visitors, kind, viewport=size).locator("header").evaluate("one => one.offsetHeight")
        for kind in ("deploy", "bombard")
    }
    assert len(heights) == 1


def test_the_overview_stands_above_the_list_of_lines(server: Server, visitors: Any) -> None:
    page = seated(server, visitors, played("hannut-1940", "hannut", 0, asked("artillery", turn=2)))
    expect(page.get_by_test_id("legend")).to_be_visible()
    drag_last_target(page, "right")
    expect(page.locator(".overview.left")).to_be_visible()
    assert not page.evaluate(OVERLAP, ["[data-testid=overview]", "[data-testid=legend]"])


def test_the_list_of_lines_folds_where_it_would_lie_on_something_to_click(server: Server, visitors: Any) -> None:
    page = soissons(server, visitors, "bombard")
    legend = page.get_by_test_id("legend")
    drag_last_target(page, "left")
    expect(legend).not_to_have_attribute("open", "")
    # Whoever opens it keeps it open.
    legend.locator("summary").click()
    expect(legend).to_have_attribute("open", "")
    page.wait_for_timeout(300)
    expect(legend).to_have_attribute("open", "")


def test_a_long_reason_leaves_the_tools_of_the_map_free(server: Server, visitors: Any) -> None:
    page = soissons(server, visitors, "combat", **PHONE)
    expect(page.get_by_test_id("blocked")).to_contain_text("must attack")
    assert not page.evaluate(OVERLAP, ["[data-testid=prompt]", "[aria-label='Map tools']"])
    page.touchscreen.tap(*in_sight(page, "[data-aim]"))
    expect(page.get_by_test_id("declare-now")).to_be_visible()
    steady(page)
    assert not page.evaluate(OVERLAP, ["[data-testid=prompt]", "[aria-label='Map tools']"])


def test_short_words_of_results_are_explained_once(server: Server, visitors: Any) -> None:
    page = soissons(server, visitors, "combat")
    page.mouse.click(*in_sight(page, "[data-aim]"))
    odds = page.get_by_test_id("odds")
    expect(odds).to_contain_text("Exact odds at ")
    meaning = "one or two losses, the attacker's choice"
    expect(odds.get_by_test_id("terms").locator("li", has_text=meaning).first).to_be_visible()
    expect(odds.locator(".chart")).not_to_contain_text(meaning)


def test_a_short_list_has_no_filter_and_is_not_cut_by_an_old_one(server: Server, visitors: Any) -> None:
    page = seated(server, visitors, played("hannut-1940", "hannut", 0, asked("movement", least=10)))
    page.get_by_role("searchbox").fill("nobody is called that")
    expect(page.get_by_test_id("subjects").locator("li")).to_have_count(0)
    press_button(page, "end")
    expect(page.get_by_role("searchbox")).to_have_count(0)
    expect(page.get_by_test_id("subjects").locator("li").first).to_be_visible()


def test_targets_are_listed_once_and_not_filtered_beside_their_list(server: Server, visitors: Any) -> None:
    """Below the ten assaults of a Somme turn stood a filter of nothing."""
    page = seated(server, visitors, played("somme-1916", "over-the-top", 1, asked("assault")))
    expect(page.get_by_test_id("aims").locator("li").nth(8)).to_be_visible()
    expect(page.get_by_role("searchbox")).to_have_count(0)


def test_long_answers_do_not_pile_up_in_the_prompt(server: Server, visitors: Any) -> None:
    """On a phone the ways to separate a division hid a third of the map."""
    match = played("somme-1916", "over-the-top", 1, asked("movement", least=3))
    page = seated(server, visitors, match, **PHONE)
    decision = match.decision
    assert decision is not None
    division = next(
        units[0] for action in decision.all_actions()
        if action.verb == "separate" and (units := match.setting.language.named(action)[0])
    )
    page.touchscreen.tap(*in_sight(page, f"g.counter[data-unit='{division}']"))
    page.locator("[data-target]").first.wait_for(state="attached")
    box = page.get_by_test_id("prompt").bounding_box()
    assert box is not None
    assert box["height"] < 160


def test_results_tell_what_they_share_once(server: Server, visitors: Any) -> None:
    """Every line of an assault at Hannut began with the same words."""
    page = seated(server, visitors, played("hannut-1940", "hannut", 0, asked("assault")))
    page.locator("[data-aim-at]").first.click()
    expect(page.get_by_test_id("frame")).to_have_text("the attacker suffers …, the defender …")
    assert "suffers" not in " ".join(page.locator("[data-testid=odds] .what").all_inner_texts())


def test_units_off_the_map_are_picked_from_the_list_on_a_phone(server: Server, visitors: Any) -> None:
    """The list was folded and nothing on the map could be touched: a newcomer was stuck before his first move."""
    page = soissons(server, visitors, "deploy", **PHONE)
    rows = page.locator("[data-testid=subjects] [data-subject-kind=unit]")
    expect(rows.first).to_be_visible()
    rows.first.tap()
    page.locator("[data-target]").first.wait_for(state="attached")
    expect(rows).to_have_count(0)
    expect(page.locator(".panel-body")).to_be_hidden()
    before = number(page)
    page.touchscreen.tap(*in_sight(page, "[data-target]"))
    wait_for_number(page, before + 1)
