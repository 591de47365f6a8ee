"""Answers to the question asked, taking back and putting back, branches and the film."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import Page, expect

from grognard.engine import Match
from tests.web.conftest import Server, click_target, click_unit, number, steady, wait_for_number, wait_for_turn
from tests.web.played import played, text_of


def seated(server: Server, visitors: Any, match: Match) -> tuple[Page, dict[str, Any]]:
    made = server.ask("import", {"text": text_of(match)})
    page: Page = visitors(server).sit_down(made["id"], made["table"])
    wait_for_turn(page)
    steady(page)
    return page, made


def commits(match: Match) -> bool:
    return match.decision is not None and match.decision.kind == "commitment"


def test_why_a_unit_cannot_act_speaks_of_the_decision_first(server: Server, visitors: Any) -> None:
    """Somme, 8.2: nobody is committed without a headquarters near enough; that comes before other phases."""
    ready = played("somme-1916", "over-the-top", 1, commits)
    page, made = seated(server, visitors, ready)
    own = ready.decision.side if ready.decision is not None else ""
    state = server.ask(f"matches/{made['id']}", seat=made["table"])
    able = set(page.locator("g.counter[data-able]").evaluate_all("all => all.map(one => one.dataset.unit)"))
    idle = next(
        unit["id"] for unit in state["units"]
        if unit["cell"] and unit["side"] == own and unit["id"] not in able and unit["symbol"] == "infantry"
        and sum(other["cell"] == unit["cell"] for other in state["units"]) == 1
    )
    click_unit(page, idle)
    why = page.get_by_test_id("why")
    expect(why).to_contain_text(f"Why {idle} cannot act now")
    expect(why.locator("p b").first).to_have_text("commit")
    expect(why.locator("details")).not_to_have_attribute("open", "")
    answer = server.ask(f"matches/{made['id']}/why?unit={idle}&side={own}", seat=made["table"])
    assert [row["now"] for row in answer["cannot"]] == sorted((row["now"] for row in answer["cannot"]), reverse=True)


def moving(server: Server, visitors: Any) -> Page:
    match = server.new_match(seats={"entente": "human", "cp": "human"})
    server.play_on(match["id"], match["table"], lambda state: server.units_asked(match, state, "movement"))
    page: Page = visitors(server).sit_down(match["id"], match["table"])
    wait_for_turn(page)
    steady(page)
    return page


def move_somebody(page: Page) -> None:
    before = number(page)
    click_unit(page, str(page.locator("g.counter[data-able]").first.get_attribute("data-unit")))
    page.locator("[data-target]").first.wait_for(state="attached")
    click_target(page, str(page.locator("[data-target]").first.get_attribute("data-target")))
    page.wait_for_function(
        """before => document.querySelector('[data-testid=menu]')
            || Number(document.querySelector('.play').dataset.number) > before""", arg=before,
    )
    if page.get_by_test_id("menu").count():
        page.locator("[data-testid=menu] button.do").first.click()
    wait_for_number(page, before + 1)


def test_a_refusal_goes_away_when_it_no_longer_applies(server: Server, visitors: Any) -> None:
    page = moving(server, visitors)
    page.locator("#typed").fill("move 3Div 0101")
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.locator(".toast.refused")).to_be_visible()
    click_unit(page, str(page.locator("g.counter[data-able]").first.get_attribute("data-unit")))
    expect(page.locator(".toast.refused")).to_have_count(0)


def test_undo_says_how_far_it_goes_and_redo_puts_it_back(server: Server, visitors: Any) -> None:
    page = moving(server, visitors)
    before = number(page)
    move_somebody(page)
    undo = page.get_by_role("button", name="Undo")
    title = str(undo.get_attribute("title"))
    taken = re.match(r"Take back (\w+ \S+ \S+) \(U\)", title)
    assert taken is not None, title
    expect(page.get_by_test_id("redo")).to_have_count(0)
    undo.click()
    expect(page.locator(".toast").last).to_contain_text(f"Took back {taken[1]}")
    page.wait_for_function("n => Number(document.querySelector('.play').dataset.number) === n", arg=before)
    redo = page.get_by_test_id("redo")
    expect(redo).to_have_attribute("title", f"Play {taken[1]} again (Y)")
    page.keyboard.press("y")
    wait_for_number(page, before + 1)
    expect(redo).to_have_count(0)


def test_the_film_has_captions_and_arrows_that_point_the_way(server: Server, visitors: Any) -> None:
    match = server.new_match(seats={"entente": "human", "cp": "human"})
    server.play_on(match["id"], match["table"], lambda state: state["number"] >= 30)
    page: Page = visitors(server).sit_down(match["id"], match["table"])
    wait_for_turn(page)
    log = server.ask(f"matches/{match['id']}/log?since=0", seat=match["table"])["entries"]
    moved = next(entry for entry in log if (entry["action"] or "").startswith("move "))
    page.locator("input[type=range]").fill(str(moved["number"] - 1))
    expect(page.get_by_test_id("prompt")).to_contain_text(f"after action {moved['number'] - 1}")
    page.get_by_role("button", name="One action forward").click()
    expect(page.get_by_test_id("caption")).to_contain_text(moved["events"][0]["text"][:20])
    forth = page.locator(".traces path").first.get_attribute("d")
    page.get_by_role("button", name="One action forward").click()
    expect(page.get_by_test_id("prompt")).to_contain_text(f"after action {moved['number'] + 1}")
    page.get_by_role("button", name="One action back").click()
    expect(page.get_by_test_id("prompt")).to_contain_text(f"after action {moved['number']} ")
    page.get_by_role("button", name="One action back").click()
    expect(page.get_by_test_id("prompt")).to_contain_text(f"after action {moved['number'] - 1}")
    back = page.locator(".traces path").first.get_attribute("d")
    start = re.compile(r"M(\S+ \S+)L")
    assert forth is not None
    assert back is not None
    assert start.match(forth)[1] == start.match(back)[1], "the arrow begins where the unit began"  # type: ignore[index]


def test_a_branch_says_so_and_stands_below_its_parent(server: Server, visitors: Any) -> None:
    match = server.new_match(seats={"entente": "human", "cp": "human"})
    server.play_on(match["id"], match["table"], lambda state: state["number"] >= 8)
    page: Page = visitors(server).sit_down(match["id"], match["table"])
    wait_for_turn(page)
    page.get_by_role("button", name="One action back").click()
    page.get_by_role("button", name="Continue from here").click()
    page.wait_for_function("id => !location.hash.includes(id)", arg=match["id"])
    expect(page.locator(".toast").last).to_contain_text("a branch of")
    expect(page.locator(".branch")).to_be_visible()
    page.goto(server.url)
    branch = page.locator(f"[data-branch='{match['id']}']")
    expect(branch).to_contain_text("(branch)")
    expect(page.locator(f"li:has([data-match='{match['id']}']) + li")).to_have_attribute("data-branch", match["id"])


def test_the_referee_answers_in_the_page(server: Server, visitors: Any) -> None:
    """The box of the Rules panel: a question in plain English, its answer, and the command that it stands for."""
    page = moving(server, visitors)
    unit = str(page.locator("g.counter[data-able]").first.get_attribute("data-unit"))
    page.get_by_role("tab", name="Rules").click()
    box = page.get_by_label("Ask the referee")
    answer = page.locator("form.ask [role=status]")
    box.fill(f"what can {unit} do?")
    box.press("Enter")
    expect(answer).to_contain_text(unit)
    expect(answer.locator("code")).to_contain_text("--")
    box.fill("who won the war?")
    box.press("Enter")
    expect(answer.locator("p")).to_have_count(1)
    expect(answer).to_contain_text("referee")
