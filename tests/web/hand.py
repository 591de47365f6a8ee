"""A hand on the mouse: answers whatever the page asks by clicking on the map, in menus and on buttons."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Sequence
from typing import Any

from playwright.sync_api import Error as PlaywrightError
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
        busy: play.dataset.busy === 'true',
        blocking: !!document.querySelector('[data-blocking]'),
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
Steps = tuple[tuple[str, str], ...]
BUTTON: Steps = (("warned", "[data-testid=end-anyway]"), ("sure", "[data-testid=do-it]"))
TARGET: Steps = (
    ("menu", "[data-testid=menu] button.do"), ("sure", "[data-testid=declare], [data-testid=do-it]"), *BUTTON,
)
LISTS: Steps = (*TARGET, ("actions", "[data-action]"))
"""What can come up after a click on a button, on a target, on anything else; and what is clicked then."""


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
            if (not seen.get("busy") and until(seen)) or time.monotonic() > end:
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
        if wished is None:
            steps = self.choose(seen, before)
        else:
            self.click(f"[data-button='{wished}']")
            steps = BUTTON
        self.carry_through(kind, before, steps)
        return kind

    def click(self, selector: str) -> None:
        """A click that may come too late: then the next look shows what there is instead."""
        with contextlib.suppress(PlaywrightError):
            self.page.locator(selector).first.click(timeout=1500)

    def choose(self, seen: Sight, before: int) -> Steps:
        """Something on the map and then a place for it; or what has no place there, from the lists.

        What may have to follow.
        """
        if not seen.get("selected"):
            if seen["blocking"]:
                self.click("[data-blocking]")
            elif not (self.click_map("g.counter[data-able]") or self.click_map("[data-ready]")):
                if self.page.get_by_test_id("combine").count():
                    self.click("[data-testid=combine] input")
                    self.click("[data-testid=combine] button")
                    return BUTTON
                own = "[data-choice], [data-testid=subjects] [data-subject-kind=unit]"
                if not self.page.locator(own).count():
                    self.click("[data-button]")
                    return BUTTON
                self.click(own)
            what = ("sure", "menu", "targets", "actions")
            seen = self.wait(lambda s: gone(s, before) or any(s[name] for name in what))
        if seen["targets"] and not (gone(seen, before) or seen["menu"] or seen["attack"]):
            self.click_map("[data-target]")
            return TARGET
        return LISTS

    def carry_through(self, kind: str, before: int, steps: Steps) -> None:
        """What was begun: pick from a menu, declare an attack, confirm the odds or the end of a phase."""
        end = time.monotonic() + 2 * PATIENCE / 1000
        while time.monotonic() < end:
            seen = self.wait(lambda s: gone(s, before) or any(s[what] for what, _ in steps), patience=3)
            if seen["sure"]:
                seen = self.wait(lambda s: s["odds"] or gone(s, before))
            if gone(seen, before):
                return
            if seen["odds"]:
                self.odds_of.add(kind)
            selector = next((selector for what, selector in steps if seen[what]), None)
            if selector is not None:
                self.click(selector)
            elif steps == TARGET and seen["targets"]:
                self.click_map("[data-target]")  # the map was still moving under the first click
            self.wait(lambda s, last=seen: gone(s, before) or s != last, patience=2)  # type: ignore[misc]
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
