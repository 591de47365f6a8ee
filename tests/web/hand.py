"""A hand on the mouse: answers whatever the page asks by clicking on the map, in menus and on buttons."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Any

from playwright.sync_api import Page

from tests.web.conftest import PATIENCE, steady

LOOK = """() => {
    // Everything that a player sees at a glance.
    const play = document.querySelector('.play');
    if (!play) return { turn: 'other' };
    const one = name => document.querySelector(`[data-testid=${name}]`);
    const doIt = one('do-it') ?? one('declare');
    return {
        ...play.dataset, number: Number(play.dataset.number), settled: play.dataset.settled === 'true',
        curtain: !!document.querySelector('.curtain'), menu: !!one('menu'), attack: !!one('attack'),
        sure: !!doIt && !doIt.disabled, warned: !!one('end-anyway'), ending: !!one('ending'),
        odds: !!one('odds') && !one('odds').innerText.includes('Working it out'),
        targets: document.querySelectorAll('[data-target]').length,
        choices: document.querySelectorAll('[data-choice]').length,
        subjects: document.querySelectorAll('[data-subject]').length,
        actions: document.querySelectorAll('[data-action]').length,
        buttons: [...document.querySelectorAll('[data-button]')].map(button => button.dataset.button),
    };
}"""
POINTS = """selector => {
    // The middles of what fits the selector, as far as a click there would reach the map.
    const frame = document.querySelector('[data-testid=map]');
    const found = [];
    for (const one of document.querySelectorAll(selector)) {
        const box = one.getBoundingClientRect();
        const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
        const hit = document.elementFromPoint(x, y);
        if (hit && frame.contains(hit) && !hit.closest('.float')) found.push([x, y]);
    }
    return found;
}"""

Sight = dict[str, Any]


class Hand:
    """Clicks like a player. ``kinds`` counts the decisions that were answered, ``texts`` what was shown of odds."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.kinds: dict[str, int] = {}
        self.clicks_on_map = 0
        self.odds_of: set[str] = set()

    def look(self) -> Sight:
        seen: Sight = self.page.evaluate(LOOK)
        return seen

    def wait(self, until: Callable[[Sight], Any], patience: float = PATIENCE / 1000) -> Sight:
        """Look until something is so; the last look if it never is."""
        end = time.monotonic() + patience
        while True:
            seen = self.look()
            if until(seen) or time.monotonic() > end:
                return seen
            self.page.wait_for_timeout(15)

    def wait_for_turn(self) -> Sight:
        seen = self.wait(lambda s: s["turn"] == "over" or (s["turn"] == "mine" and s["settled"]))
        assert seen["turn"] != "other", f"nobody is asked: {seen}"
        if seen["curtain"]:
            self.page.locator(".curtain button").click()
            seen = self.wait(lambda s: not s["curtain"])
        return seen

    def points(self, selector: str) -> list[tuple[float, float]]:
        """Where on the map those elements can be clicked; the whole map is shown if none of them can."""
        steady(self.page)
        found: list[tuple[float, float]] = self.page.evaluate(POINTS, selector)
        if not found and self.page.locator(selector).count():
            self.page.get_by_role("button", name="Show the whole map").click()
            steady(self.page)
            found = self.page.evaluate(POINTS, selector)
        return found

    def click_map(self, selector: str) -> bool:
        points = self.points(selector)
        if points:
            self.page.mouse.click(*points[0])
            self.clicks_on_map += 1
        return bool(points)

    # -- one decision --

    def decide(self, wish: Sequence[str] = ()) -> str:
        """Answer the decision that is open: by a button that is wished for, else on the map, else from the lists."""
        seen = self.wait_for_turn()
        if seen["turn"] == "over":
            return ""
        kind, before = str(seen["kind"]), int(seen["number"])
        self.kinds[kind] = self.kinds.get(kind, 0) + 1
        wished = next((name for name in wish if name in seen["buttons"]), None)
        if wished is not None:
            self.page.locator(f"[data-button='{wished}']").click()
        lists = wished is None and self.choose(seen, before)
        self.carry_through(kind, before, lists=lists)
        return kind

    def choose(self, seen: Sight, before: int) -> bool:
        """Something on the map and then a place for it; or what has no place there, from the lists.

        Whether an action may still have to be picked from a list.
        """
        page = self.page
        if not seen.get("selected"):
            if not (self.click_map("g.counter[data-able]") or self.click_map("[data-ready]")):
                own = page.locator("[data-choice], [data-testid=subjects] [data-subject-kind=unit]")
                if not own.count():
                    page.locator("[data-button]").first.click()
                    return False
                own.first.click()
            seen = self.wait(lambda s: gone(s, before) or s["warned"] or s["sure"] or s["menu"] or s["targets"] or s["actions"])
        if seen["targets"] and not (gone(seen, before) or seen["menu"] or seen["attack"]):
            self.click_map("[data-target]")
            self.wait(lambda s: gone(s, before) or s["menu"] or s["sure"])
            return False
        return True

    def carry_through(self, kind: str, before: int, *, lists: bool) -> None:
        """What was begun: pick from a menu, declare an attack, confirm the odds or the end of a phase."""
        for _ in range(6):
            begun = lambda s: gone(s, before) or s["warned"] or s["menu"] or s["sure"]  # noqa: E731
            seen = self.wait(lambda s: begun(s) or (lists and s["actions"]))
            if seen["sure"]:
                seen = self.wait(lambda s: s["odds"] or gone(s, before))
            if gone(seen, before):
                return
            if seen["odds"]:
                self.odds_of.add(kind)
            if seen["warned"]:
                self.page.get_by_test_id("end-anyway").click()
            elif seen["menu"]:
                self.page.locator("[data-testid=menu] button.do").first.click()
            elif seen["sure"]:
                self.page.locator("[data-testid=declare], [data-testid=do-it]").first.click()
            elif lists and seen["actions"]:
                self.page.locator("[data-action]").first.click()
            self.wait(lambda s: gone(s, before) or s != seen, patience=3)
        raise AssertionError(f"'{kind}' was not decided: {self.look()}")

    def play(self, until: Callable[[], bool], each: int = 2, limit: int = 200) -> None:
        """Answer decision after decision; of those that can be ended a few actions, then the end."""
        last, count = "", 0
        for _ in range(limit):
            self.wait_for_turn()
            if until():
                return
            kind = str(self.look().get("kind"))
            count = count + 1 if kind == last else 0
            last = kind
            self.decide(("end", "pass") if count >= each else ())
        raise AssertionError(f"not there after {limit} decisions: {self.kinds}")


def gone(seen: Sight, before: int) -> bool:
    """Whether the decision is answered."""
    return bool(seen.get("number", -1) > before or seen["turn"] == "over")
