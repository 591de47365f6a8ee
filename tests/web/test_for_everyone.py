"""Phones, and people who read with their ears: layout, touch, axe-core on every page."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.web.conftest import (
    ROOT,
    Server,
    click_target,
    number,
    press_button,
    steady,
    wait_for_menu_or_number,
    wait_for_number,
    wait_for_turn,
)
from tests.web.pictures import asked
from tests.web.played import played, text_of

AXE = ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js"
LEFT_OUT = [
    # The rows of a long list after the first few are all alike, and would only take their time.
    "li:nth-child(n+6)", "tr:nth-child(n+6)", "details:nth-of-type(n+6)",
]  # fmt: skip
DRAWINGS = ".stage > svg, .cover > svg"
"""Hidden from readers (the lists say it all); with their thousands of parts axe would be busy for long."""
RUN_AXE = """async ([only, leftOut, drawings]) => {
    const away = [...document.querySelectorAll(drawings)].map(drawing => {
        const place = document.createComment('a drawing');
        drawing.replaceWith(place);
        return [place, drawing];
    });
    try {
        return await axe.run(
            {include: [['body']], exclude: leftOut.map(selector => [selector])},
            {resultTypes: ['violations'], ...(only ? {runOnly: [only]} : {})},
        );
    } finally {
        for (const [place, drawing] of away) place.replaceWith(drawing);
    }
}"""
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}


def serious_findings(page: Page, only: str = "") -> list[str]:
    if not AXE.is_file():
        pytest.skip("axe-core is not installed in web/ (python3 dev.py web)")
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(AXE.read_text(encoding="utf-8"))
    found = page.evaluate(RUN_AXE, [only, LEFT_OUT, DRAWINGS])
    return [
        f"{rule['id']} ({rule['impact']}): {node['html'][:160]}"
        for rule in found["violations"]
        if rule["impact"] in ("serious", "critical")
        for node in rule["nodes"][:3]
    ]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_serious(server: Server, visitors: Any, scheme: str) -> None:
    only = "color-contrast" if scheme == "dark" else ""  # the rest does not change with the light
    match = server.new_match(seats={"entente": "human", "cp": "human"})
    visitor = visitors(server, color_scheme=scheme)
    page: Page = visitor.visit(guide=True)
    page.get_by_test_id("play-marne-1914-entente").wait_for()
    card = page.locator("[data-game='marne-1914']")
    card.get_by_role("button", name="Other seats").click()
    found = {"lobby": serious_findings(page, only)}
    page.get_by_role("button", name="Settings").click()
    found["settings"] = serious_findings(page, only)
    page.goto(f"{server.url}#/match/{match['id']}/{match['table']}")
    page.reload()
    wait_for_turn(page)
    found["guide"] = serious_findings(page, only)
    page.get_by_test_id("guide-close").click()
    press_button(page, "end")
    wait_for_turn(page)
    page.keyboard.press("n")
    page.locator("[data-action]").first.wait_for()
    panels = ("Choices", "Log", "Units", "Score", "Rules", "Aid", "Places")
    for panel in panels[:4] if only else panels:
        page.get_by_role("tab", name=panel).click()
        page.locator(".panel-body section, .panel-body .choices").first.wait_for()
        if panel in ("Rules", "Aid"):
            page.locator(".panel-body details, .panel-body table").first.wait_for()
        found[panel] = serious_findings(page, only)
    page.get_by_role("button", name="View").click()
    found["view"] = serious_findings(page, only)
    page.get_by_role("button", name="Done").click()
    page.locator("[data-button='end']").click()
    page.get_by_test_id("end-anyway").wait_for()
    found["end of phase"] = serious_findings(page, only)
    assert {where: faults for where, faults in found.items() if faults} == {}


@pytest.mark.parametrize(("game", "scenario", "kind"), [
    ("friedensturm-1918", "gneisenau", "combat"), ("hannut-1940", "hannut", "assault"),
    ("soissons-1918", "campaign", "combat"), ("somme-1916", "over-the-top", "assault"),
])  # fmt: skip
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_serious_in_the_other_games(
    server: Server, visitors: Any, game: str, scenario: str, kind: str, scheme: str
) -> None:
    """An attack in the making, the aid and the score: what differs from game to game."""
    only = "color-contrast" if scheme == "dark" else ""
    made = server.ask("import", {"text": text_of(played(game, scenario, 1, asked(kind)))})
    page: Page = visitors(server, color_scheme=scheme).sit_down(made["id"], made["table"])
    wait_for_turn(page)
    page.locator("[data-aim-at]").first.click()
    page.get_by_test_id("odds").wait_for()
    expect(page.get_by_test_id("odds")).not_to_contain_text("Working it out")
    found = {"attack": serious_findings(page, only)}
    for panel in ("Aid", "Score"):
        page.get_by_role("tab", name=panel).click()
        page.locator(".panel-body section").first.wait_for()
        page.evaluate("document.querySelectorAll('.panel-body details').forEach(one => { one.open = true; })")
        found[panel] = serious_findings(page, only)
    assert {where: faults for where, faults in found.items() if faults} == {}



def test_a_phone_shows_everything_and_plays(server: Server, visitors: Any) -> None:
    match = server.new_match(seats={"entente": "human", "cp": "human"})
    page: Page = visitors(server, **PHONE).sit_down(match["id"], match["table"])
    press_button(page, "end")
    wait_for_turn(page)
    wide = page.evaluate("() => document.documentElement.scrollWidth")
    assert wide <= 390
    map_box = page.get_by_test_id("map").bounding_box()
    assert map_box is not None
    assert map_box["height"] > 300
    # Choose from the sheet, close it, then tap the destination on the map.
    page.get_by_role("tab", name="Choices").tap()
    page.locator("[data-subject='7DI']").tap()
    page.locator("[data-action]").first.wait_for()
    page.get_by_role("tab", name="Choices").tap()
    before = number(page)
    steady(page)
    target = page.evaluate(
        """() => {
            const frame = document.querySelector('[data-testid=map]').getBoundingClientRect();
            for (const cell of document.querySelectorAll('[data-target]')) {
                const box = cell.getBoundingClientRect();
                const inside = box.left > frame.left + 10 && box.right < frame.right - 70
                    && box.top > frame.top + 10 && box.bottom < frame.bottom - 10;
                const taken = document.querySelector(`g.counter[data-cell='${cell.dataset.target}']`);
                if (inside && !taken) return cell.dataset.target;
            }
            return null;
        }"""
    )
    assert target is not None
    click_target(page, target)
    wait_for_menu_or_number(page, before + 1)
    if page.get_by_test_id("menu").count():
        page.get_by_test_id("menu").get_by_role("button").first.tap()
    wait_for_number(page, before + 1)
    expect(page.locator("g.counter[data-unit='7DI']")).to_have_attribute("data-cell", target)
    assert serious_findings(page) == []


SCALE = "() => new DOMMatrix(getComputedStyle(document.querySelector('.stage')).transform).a"


def test_two_fingers_zoom_and_one_moves_the_map(server: Server, visitors: Any) -> None:
    match = server.new_match(seats={"entente": "human", "cp": "human"})
    page: Page = visitors(server, **PHONE).sit_down(match["id"], match["table"])
    wait_for_turn(page)
    steady(page)
    box = page.get_by_test_id("map").bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    hands = page.context.new_cdp_session(page)

    def touch(kind: str, *fingers: tuple[float, float]) -> None:
        points = [{"x": fx, "y": fy, "id": number} for number, (fx, fy) in enumerate(fingers)]
        hands.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    def pinch(start: float, end: float) -> None:
        touch("touchStart", (x - start, y))
        touch("touchStart", (x - start, y), (x + start, y))
        for step in range(1, 9):
            apart = start + (end - start) * step / 8
            touch("touchMove", (x - apart, y), (x + apart, y))
        touch("touchEnd")
        steady(page)

    before = page.evaluate(SCALE)
    under = CELL_UNDER % (x, y)
    middle = page.evaluate(under)
    pinch(40, 100)
    near = page.evaluate(SCALE)
    assert near == pytest.approx(before * 2.5, rel=0.12)
    assert page.evaluate(under) == middle, "what is between the fingers stays there"
    pinch(100, 40)
    assert page.evaluate(SCALE) == pytest.approx(before, rel=0.12)
    assert number(page) == 0, "nothing was chosen by that"
    left = page.locator("#c-2510").bounding_box()
    touch("touchStart", (x, y))
    for step in range(1, 6):
        touch("touchMove", (x - 12 * step, y))
    touch("touchEnd")
    steady(page)
    moved = page.locator("#c-2510").bounding_box()
    assert left is not None
    assert moved is not None
    assert moved["x"] == pytest.approx(left["x"] - 60, abs=8)


CELL_UNDER = """() => {
    // The cell whose middle is nearest to a point of the window.
    let [best, least] = ['', Infinity];
    for (const cell of document.querySelectorAll('[id^="c-"]')) {
        const box = cell.getBoundingClientRect();
        const far = Math.hypot(box.x + box.width / 2 - %f, box.y + box.height / 2 - %f);
        if (far < least) [best, least] = [cell.id, far];
    }
    return best;
}"""


def test_settings_are_remembered(server: Server, visitors: Any) -> None:
    page: Page = visitors(server).visit()
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("Theme").select_option("dark")
    page.reload()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
