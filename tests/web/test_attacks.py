"""Attacks: the target first, and how many clicks they take."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from grognard.engine import Match
from grognard.server.odds import odds
from tests.web.conftest import Server, in_sight, number, steady, wait_for_number, wait_for_turn
from tests.web.pictures import asked
from tests.web.played import played, text_of

COUNT = "window.clicks = 0; addEventListener('pointerdown', () => { window.clicks += 1; }, true)"


def seated(server: Server, visitors: Any, match: Match, **context: Any) -> Page:
    made = server.ask("import", {"text": text_of(match)})
    page: Page = visitors(server, **context).sit_down(made["id"], made["table"])
    wait_for_turn(page)
    page.locator("[data-aim]").first.wait_for(state="attached")
    steady(page)
    page.evaluate(COUNT)
    return page


def clicks(page: Page) -> int:
    return int(page.evaluate("window.clicks"))


def aims(page: Page) -> list[str]:
    found: list[str] = page.locator("[data-aim]").evaluate_all("all => all.map(one => one.dataset.aim)")
    return found


def click_aim(page: Page, cell: str) -> None:
    page.mouse.click(*in_sight(page, f"[data-aim='{cell}']"))


def attacked_by(match: Match, number: int) -> list[str]:
    """The hexes that at least that many units can attack one by one."""
    decision = match.decision
    if decision is None or decision.kind != "combat":
        return []
    found: dict[int, set[int]] = {}
    for action in decision.all_actions():
        if action.verb == "attack":
            found.setdefault(action.number(), set()).update(action.numbers(1))
    return [match.setting.grid.ids[cell] for cell, units in found.items() if len(units) >= number]


@pytest.fixture(scope="module")
def marne() -> Match:
    """A combat phase in which two units stand next to one enemy hex, in each other's company or not."""
    return next(
        match for seed in range(40)
        if (match := played("marne-1914", "counter-attack", seed, lambda m: bool(attacked_by(m, 2)))).decision
    )


def test_an_attack_of_the_marne_in_two_clicks(server: Server, visitors: Any, marne: Match) -> None:
    page = seated(server, visitors, marne)
    before, cell = number(page), attacked_by(marne, 2)[0]
    assert cell in aims(page)
    best = page.locator(f"[data-aim-at='{cell}'] .best").inner_text()
    assert best.lstrip("+-").isdigit(), "the best column it can get"
    click_aim(page, cell)
    panel = page.get_by_test_id("attack")
    boxes = panel.locator("[data-attacker]")
    assert boxes.count() >= 2
    assert all(box.is_checked() for box in boxes.all()), "all who can attack are ticked"
    summary = page.get_by_test_id("summary")
    expect(summary.locator("div")).to_have_count(3)
    expect(summary).to_contain_text("retreat or are destroyed")
    assert page.locator("[data-lunge]").count() >= 1, "the attackers are lines to the target"
    page.get_by_test_id("declare-now").click()
    wait_for_number(page, before + boxes.count() if boxes.count() else before + 2)
    wait_for_turn(page)
    assert clicks(page) == 2
    expect(page.get_by_test_id("news")).to_contain_text("Die for attack")


def test_ticking_changes_the_odds_at_once(server: Server, visitors: Any, marne: Match) -> None:
    page = seated(server, visitors, marne)
    click_aim(page, attacked_by(marne, 2)[0])
    summary = page.get_by_test_id("summary")
    expect(summary).to_be_visible()
    before = page.get_by_test_id("odds").get_attribute("aria-label")
    with page.expect_response("**/preview"):
        page.locator("[data-attacker]").first.uncheck()
    expect(page.get_by_test_id("odds")).not_to_have_attribute("aria-label", str(before))
    expect(page.get_by_test_id("declare-now")).to_be_enabled()
    for box in page.locator("[data-attacker]:checked").all():
        box.uncheck()
    expect(page.get_by_test_id("declare")).to_be_disabled()
    page.keyboard.press("Escape")
    expect(page.get_by_test_id("attack")).to_have_count(0)
    assert aims(page), "the targets are marked again"


def can_advance(match: Match) -> bool:
    return match.decision is not None and match.decision.kind == "advance"


def test_a_click_on_the_vacated_hex_advances(server: Server, visitors: Any) -> None:
    taken = next(
        match for seed in range(40)
        if can_advance(match := played("marne-1914", "counter-attack", seed, can_advance))
    )
    assert taken.decision is not None
    cell = taken.setting.grid.ids[taken.decision.place]
    page = seated(server, visitors, taken)
    before = number(page)
    assert aims(page) == [cell]
    click_aim(page, cell)
    if page.get_by_test_id("menu").count():
        page.locator("[data-testid=menu] button.do").first.click()
    wait_for_number(page, before + 1)
    assert clicks(page) <= 2
    assert page.locator(f"g.counter[data-cell='{cell}']").count() == 1


def test_an_assault_of_the_somme_in_five_clicks(server: Server, visitors: Any) -> None:
    ready = played("somme-1916", "over-the-top", 1, lambda m: m.decision is not None and m.decision.kind == "assault")
    page = seated(server, visitors, ready)
    first = aims(page)
    for cell in first:
        expect(page.locator(f"[data-aim-at='{cell}'] .best")).not_to_be_empty()
    cell = first[0]
    click_aim(page, cell)
    page.locator(".play[data-kind=resources], [data-testid=news]").first.wait_for()
    if page.locator("[data-button=resolve]").count():
        expect(page.get_by_test_id("summary")).to_be_visible()
        page.locator("[data-button=resolve]").click()
    expect(page.get_by_test_id("news")).to_contain_text("Die for Assault")
    assert clicks(page) <= 5


def test_by_touch_and_by_keys(server: Server, visitors: Any, marne: Match) -> None:
    page = seated(server, visitors, marne, has_touch=True, viewport={"width": 412, "height": 860})
    cell, before = attacked_by(marne, 2)[0], number(page)
    page.touchscreen.tap(*in_sight(page, f"[data-aim='{cell}']"))
    expect(page.get_by_test_id("summary")).to_be_visible()
    page.get_by_test_id("declare-now").tap()
    wait_for_number(page, before + 2)

    page = seated(server, visitors, marne)
    page.keyboard.press("l")
    page.keyboard.press("Enter")
    expect(page.get_by_test_id("summary")).to_be_visible()
    page.get_by_test_id("declare").focus()
    page.keyboard.press("Enter")
    wait_for_number(page, before + 2)


@pytest.fixture(scope="module")
def friedensturm() -> tuple[Match, str]:
    """A combat phase of Friedensturm, and a hex that two units or more can attack, with guns in reach of it."""
    for seed in range(20):
        match = played("friedensturm-1918", "gneisenau", seed, asked("combat"))
        for action in list(match.decision.all_actions()) if match.decision else []:
            trial = match.clone()
            trial.play(action)
            if trial.check("all"):
                trial.play("all")
                if trial.check("end"):
                    trial.play("end")  # nobody else
                guns = trial.decision is not None and trial.decision.kind == "guns-attacker"
                if guns and odds(trial, "german", ["end"])["chances"]:
                    return match, match.setting.grid.ids[action.number()]
    raise AssertionError("no such match")


def test_where_attackers_are_named_one_by_one_the_panel_has_them_all(
    friedensturm: tuple[Match, str], server: Server, visitors: Any
) -> None:
    """It was a list to click through, without odds and without a mark on the hex; two clicks now."""
    match, cell = friedensturm
    page = seated(server, visitors, match)
    click_aim(page, cell)
    expect(page.get_by_role("heading", name=f"Who attacks {cell}")).to_be_visible()
    boxes = page.locator("[data-attacker]")
    assert boxes.count() > 1
    assert all(box.is_checked() for box in boxes.all())
    expect(page.locator("polygon.aim")).to_have_count(1)
    expect(page.get_by_test_id("summary")).to_be_visible()
    with_all = page.get_by_test_id("odds").inner_text()
    boxes.first.uncheck()
    page.wait_for_function("text => document.querySelector('[data-testid=odds]').innerText !== text", arg=with_all)
    boxes.first.check()
    expect(page.get_by_test_id("summary")).to_be_visible()
    before, number_of = number(page), boxes.count()
    page.get_by_test_id("declare-now").click()
    wait_for_number(page, before + number_of)
    wait_for_turn(page)
    if page.locator(".play[data-kind=participants]").count():
        page.locator("[data-button=end]").click()  # the tanks stay away, and nobody asks whether the phase ends
    # Guns are asked about in the same way, and none fires unasked.
    page.locator(".play[data-settled=true][data-kind=guns-attacker]").wait_for()
    expect(page.get_by_test_id("declare-now")).to_have_text("No more guns")
    gun = page.locator("[data-attacker]").first
    assert not gun.is_checked()
    gun.check()
    expect(page.get_by_test_id("summary")).to_be_visible()
    expect(page.locator("[data-lunge]")).to_have_count(1)
    expect(page.get_by_test_id("declare-now")).to_have_text(f"Fire at {cell}")


def test_guns_that_defend_are_asked_for_in_the_panel_too(server: Server, visitors: Any) -> None:
    """It was a list without odds and lines; and a gun that can support or fire counter-battery has a choice of one."""
    match = next(
        match for seed in range(20)
        if (match := played("friedensturm-1918", "gneisenau", seed, asked("guns-defender", least=2))).decision
    )
    assert match.decision is not None
    made = server.ask("import", {"text": text_of(match)})
    page: Page = visitors(server).sit_down(made["id"], made["table"])
    wait_for_turn(page)
    before = number(page)
    expect(page.get_by_test_id("attack").get_by_role("heading")).to_contain_text("hich artillery takes part")
    expect(page.get_by_test_id("declare-now")).to_have_text("No more guns")
    verbs = {action.number(): set[str]() for action in match.decision.all_actions() if action.args}
    for action in match.decision.all_actions():
        if action.args:
            verbs[action.number()].add(action.verb)
    gun = next(match.setting.units[unit].id for unit, ways in verbs.items() if len(ways) == 2)
    page.locator(f"[data-attacker='{gun}']").check()
    expect(page.locator("[data-lunge]")).to_have_count(1)
    expect(page.get_by_test_id("declare-now")).to_contain_text("Support ")
    page.locator(f"[data-way='counter {gun}']").check()
    expect(page.get_by_test_id("declare-now")).to_contain_text("Counter-battery ")
    # Another gun joins; the first one stays with what was chosen for it.
    other = next(match.setting.units[unit].id for unit, ways in verbs.items() if len(ways) == 1)
    page.locator(f"[data-attacker='{other}']").check()
    expect(page.locator(f"[data-way='counter {gun}']")).to_be_checked()
    expect(page.get_by_test_id("declare-now")).to_contain_text("ounter-battery and ")
    page.get_by_test_id("declare-now").click()
    wait_for_number(page, before + 2)
    log = server.ask(f"matches/{made['id']}/log?since={before}", seat=made["table"])["entries"]
    assert {f"counter {gun}", f"support {other}"} <= {entry["action"] for entry in log}
