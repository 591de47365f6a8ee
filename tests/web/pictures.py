"""Pictures of the page's main screens: ``python -m tests.web.pictures FOLDER``.

A match of each game is played a few steps by chance with a fixed seed, so that the pictures change only
when the page or the drawing does.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Browser, Page, expect, sync_playwright

from tests.web.conftest import CHROMIUM, Server, Visitor, wait_for_turn

DESK = {"viewport": {"width": 1440, "height": 900}}
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True, "device_scale_factor": 2}


def save(page: Page, folder: Path, name: str) -> None:
    page.screenshot(path=folder / f"{name}.jpg", type="jpeg", quality=82, animations="disabled")
    print(folder / f"{name}.jpg")


def main(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as place, sync_playwright() as driver:
        server = Server(Path(place))
        server.start()
        try:
            browser = driver.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
            pictures(server, browser, folder)
            browser.close()
        finally:
            server.kill()


def pictures(server: Server, browser: Browser, folder: Path) -> None:
    lobby = Visitor(browser, server.url, **DESK).visit()
    lobby.get_by_test_id("play-marne-1914-entente").wait_for()
    lobby.locator(".cover svg").nth(1).wait_for()
    save(lobby, folder, "page-lobby")

    marne = server.new_match(seats={"entente": "human", "cp": "human"})
    token = marne["table"]
    server.play_on(marne["id"], token, lambda s: s["asked"][0]["kind"] == "movement")
    page = Visitor(browser, server.url, **DESK).sit_down(marne["id"], token)
    choose(page, "8DI")
    save(page, folder, "page-move")

    server.play_on(marne["id"], token, lambda s: server.units_asked(marne, s, "combat"))
    wait_for_turn(page)
    if not page.locator("[data-action]").count():
        page.locator("[data-testid=subjects] button").first.click()
    page.locator("[data-action]").first.wait_for()
    page.get_by_label("What would follow from").first.click()
    expect(page.get_by_test_id("odds")).to_contain_text("Chances")
    save(page, folder, "page-attack")

    dark = Visitor(browser, server.url, **DESK, color_scheme="dark").sit_down(marne["id"], token)
    dark.get_by_role("button", name="View").click()
    dark.get_by_label("Zones of control").first.wait_for()
    for box in dark.get_by_label("Zones of control").all():
        box.check()
    dark.locator(".overlays polygon").first.wait_for(state="attached")
    dark.get_by_role("button", name="Done").click()
    dark.get_by_role("tab", name="Log").click()
    save(dark, folder, "page-dark")

    phone = Visitor(browser, server.url, **PHONE).sit_down(marne["id"], token)
    wait_for_turn(phone)
    save(phone, folder, "page-phone")

    somme = server.new_match(game="somme-1916", seats={"allied": "human", "german": "human"})
    server.play_on(somme["id"], somme["table"], lambda s: server.units_asked(somme, s, "movement"))
    page = Visitor(browser, server.url, **DESK).sit_down(somme["id"], somme["table"])
    wait_for_turn(page)
    choose(page, "49Div")
    save(page, folder, "page-somme")


def choose(page: Page, unit: str) -> None:
    wait_for_turn(page)
    page.locator(f"[data-subject='{unit}']").click()
    page.locator("[data-action]").first.wait_for()


if __name__ == "__main__":
    if len(sys.argv) != 2:
        raise SystemExit(__doc__)
    main(Path(sys.argv[1]))
