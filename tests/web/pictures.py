"""Pictures of the page's main screens: ``python -m tests.web.pictures FOLDER [NAME ...]``.

Matches are played some steps by chance with fixed seeds, so that the pictures change only when the page,
the drawing or the rules do. Few colours keep the files small. docs/pictures holds those that are shown.
"""

from __future__ import annotations

import io
import sys
import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.sync_api import Browser, Page, expect, sync_playwright

from grognard.engine import Match
from tests.web.conftest import CHROMIUM, Server, Visitor, click_unit, steady, wait_for_turn
from tests.web.played import played, text_of

DESK: Mapping[str, Any] = {"viewport": {"width": 1280, "height": 800}}
PHONE: Mapping[str, Any] = {
    "viewport": {"width": 390, "height": 800}, "has_touch": True, "is_mobile": True, "device_scale_factor": 1.5,
}  # fmt: skip
COLOURS = 96
LARGEST = 300_000
"""Bytes of a picture."""


class Studio:
    """A server, a browser, and somebody who opens pages for a portrait."""

    def __init__(self, server: Server, browser: Browser) -> None:
        self.server = server
        self.browser = browser

    def visit(self, *, guide: bool = False, **look: Any) -> Page:
        return Visitor(self.browser, self.server.url, **{**DESK, **look}).visit(guide=guide)

    def open(self, match: Match, **look: Any) -> Page:
        made = self.server.ask("import", {"text": text_of(match)})
        page = Visitor(self.browser, self.server.url, **{**DESK, **look}).sit_down(made["id"], made["table"])
        wait_for_turn(page)
        steady(page)
        return page


def asked(kind: str, turn: int = 0, least: int = 1) -> Callable[[Match], bool]:
    """Until a question of that kind is asked of at least so many units."""

    def so(match: Match) -> bool:
        decision = match.decision
        if decision is None or decision.kind != kind or match.position.state.turn < turn:
            return False
        return sum(subject.kind != "button" for subject in decision.subjects()) >= least

    return so


def lobby(studio: Studio) -> Page:
    page = studio.visit()
    page.get_by_test_id("play-marne-1914-entente").wait_for()
    page.locator(".cover svg").nth(1).wait_for()
    return page


def guide(studio: Studio) -> Page:
    page = studio.visit(guide=True)
    page.get_by_test_id("play-marne-1914-entente").click()
    page.get_by_test_id("guide-next").click()
    wait_for_turn(page)
    page.locator("[data-button='end']").click()
    expect(page.get_by_label("Guide")).to_contain_text("Move your units")
    wait_for_turn(page)
    click_unit(page, "6DI")
    page.locator("[data-target]").first.wait_for(state="attached")
    return page


def attack(studio: Studio) -> Page:
    page = studio.open(played("marne-1914", "counter-attack", 3, asked("combat", least=3)))
    page.locator("[data-aim-at]").first.click()
    expect(page.get_by_test_id("summary")).to_be_visible()
    return page


def somme(studio: Studio) -> Page:
    page = studio.open(played("somme-1916", "over-the-top", 1, asked("resources")))
    expect(page.get_by_test_id("odds")).to_contain_text("Exact odds")
    return page


def overlays(studio: Studio) -> Page:
    page = studio.open(played("marne-1914", "counter-attack", 3, asked("movement", turn=10)), color_scheme="dark")
    page.get_by_role("button", name="View").click()
    for title in ("Zones of control: Central Powers", "Front line of the Entente"):
        page.get_by_label(title).check()
    page.get_by_role("button", name="Done").click()
    page.locator(".overlays path").first.wait_for(state="attached")
    page.get_by_role("tab", name="Log").click()
    return page


def score(studio: Studio) -> Page:
    page = studio.open(played("somme-1916", "over-the-top", 0, asked("commitment", turn=2, least=4)))
    page.get_by_role("tab", name="Score").click()
    return page


def phone(studio: Studio) -> Page:
    return studio.open(played("marne-1914", "counter-attack", 3, asked("movement")), **PHONE)


PICTURES: Mapping[str, Callable[[Studio], Page]] = {
    "lobby": lobby, "guide": guide, "attack": attack, "somme": somme, "overlays": overlays, "score": score,
    "phone": phone,
}  # fmt: skip


def save(page: Page, file: Path) -> None:
    page.wait_for_timeout(1200)  # until drawings are sharp and messages gone
    taken = Image.open(io.BytesIO(page.screenshot(animations="disabled"))).convert("RGB")
    taken.quantize(COLOURS, dither=Image.Dither.NONE).save(file, optimize=True)
    size = file.stat().st_size
    print(f"{file}: {taken.width} x {taken.height}, {size:,} bytes")
    if size > LARGEST:
        raise SystemExit(f"{file.name} is larger than {LARGEST:,} bytes; make the window smaller")


def main(folder: Path, names: list[str]) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as place, sync_playwright() as driver:
        server = Server(Path(place))
        server.start()
        try:
            browser = driver.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
            for name in names or PICTURES:
                save(PICTURES[name](Studio(server, browser)), folder / f"page-{name}.png")
            browser.close()
        finally:
            server.kill()


if __name__ == "__main__":
    if len(sys.argv) < 2 or set(sys.argv[2:]) - set(PICTURES):
        raise SystemExit(f"{__doc__}\nThere are: {', '.join(PICTURES)}")
    main(Path(sys.argv[1]), sys.argv[2:])
