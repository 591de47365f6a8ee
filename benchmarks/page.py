"""How quick the page is, in a real Chromium on a real server: ``python -m benchmarks.page [MOVES]``.

    action to updated page    from the mouse button to the first picture of the new position, in the largest game
    pan and zoom              pictures a second with a map of 1,938 hexes and 300 counters
    first load                bytes over the line with an empty cache, and time until the first game can be begun

Needs the browser of the tests (python3 dev.py test installs it) and the built page. Nothing else should run
beside it: the load of the machine is shown with the figures.
"""

from __future__ import annotations

import json
import os
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from playwright.sync_api import Browser, Page, Route, sync_playwright

from benchmarks.measure import Figure, number, percentile
from tests.web.conftest import CHROMIUM, Server, Visitor, steady, wait_for_turn
from tests.web.hand import POINTS
from tests.web.played import played, text_of

FIGURES = (
    Figure("action to updated page, p50", "ms"),
    Figure("action to updated page, p95", "ms", at_most=100),
    Figure("pan, 1,938 hexes and 300 counters", "fps", at_least=50),
    Figure("zoom, 1,938 hexes and 300 counters", "fps", at_least=50),
    Figure("first load, compressed", "kB", at_most=300),
    Figure("first load, until a game can be begun", "s", at_most=1.5),
    Figure("a match, compressed", "kB"),
    Figure("a match, until it can be played", "s"),
)
WATCH = """() => {
    // From the button's release to the frame after the new number stands in the page.
    window.taken = [];
    let begun = 0;
    document.addEventListener('pointerup', () => { begun = performance.now(); }, true);
    const play = document.querySelector('.play');
    new MutationObserver(() => requestAnimationFrame(() => setTimeout(() => {
        if (begun) window.taken.push(performance.now() - begun);
        begun = 0;
    }))).observe(play, { attributes: true, attributeFilter: ['data-number'] });
}"""
COUNT_FRAMES = """() => {
    window.frames_seen = [];
    const next = now => { window.frames_seen.push(now); window.counting = requestAnimationFrame(next); };
    window.counting = requestAnimationFrame(next);
}"""
FRAMES = """() => {
    cancelAnimationFrame(window.counting);
    const seen = window.frames_seen;
    return (seen.length - 1) / ((seen.at(-1) - seen[0]) / 1000);
}"""


# -- an action --


def actions(server: Server, browser: Browser, moves: int) -> dict[str, float]:
    """Moves by mouse in the campaign of the Somme."""
    match = played("somme-1916", "campaign", until=lambda m: m.decision is not None and m.decision.kind == "movement")
    made = server.ask("import", {"text": text_of(match)})
    page = Visitor(browser, server.url).sit_down(made["id"], made["table"])
    wait_for_turn(page)
    page.get_by_role("button", name="Show the whole map").click()
    page.evaluate(WATCH)
    for _ in range(4 * moves):
        if len(page.evaluate("() => window.taken")) >= moves or page.locator(".play[data-kind=movement]").count() == 0:
            break
        one_move(page)
    taken = page.evaluate("() => window.taken")
    return {FIGURES[0].name: percentile(taken, 0.5), FIGURES[1].name: percentile(taken, 0.95)}


def one_move(page: Page) -> None:
    before = page.locator(".play").get_attribute("data-number")
    page.keyboard.press("n")
    page.wait_for_timeout(60)  # as a hand takes to get there
    steady(page)
    points = page.evaluate(POINTS, "[data-target]")
    if not points:
        return
    page.mouse.click(*points[len(points) // 2])
    if page.get_by_test_id("menu").count():
        page.keyboard.press("Escape")
        return
    page.wait_for_function("before => document.querySelector('.play').dataset.number !== before", arg=before)
    wait_for_turn(page)
    page.wait_for_timeout(30)


# -- a large map --


def large_match(server: Server) -> dict[str, Any]:
    """The answers of a server that had a game with the largest map: Friedensturm's, with 300 counters."""
    from grognard.board import load_board
    from grognard.data import DataFolder
    from grognard.games import friedensturm_1918
    from grognard.server.catalogue import board_info

    folder = Path(next(iter(friedensturm_1918.__path__)))
    board = load_board(DataFolder(folder))
    match = server.new_match()
    state = server.ask(f"matches/{match['id']}", seat=match["table"])
    models = [unit for unit in state["units"] if unit["cell"]]
    cells = board.grid.ids[:: len(board.grid.ids) // 300][:300]
    state["units"] = [
        {**models[n % len(models)], "id": f"U{n}", "label": f"U{n}", "cell": cell} for n, cell in enumerate(cells)
    ]
    state["markers"] = []
    units = [SimpleNamespace(symbol=unit["symbol"], size=unit["size"]) for unit in models]
    setting: Any = SimpleNamespace(board=board, grid=board.grid, units=units, boxes=())
    return {"": state, "/board": json.loads(board_info(setting).model_dump_json())}


def large_map(server: Server, browser: Browser) -> dict[str, float]:
    answers = large_match(server)
    units = answers[""]["units"]
    subjects = [{"name": unit["id"], "kind": "unit", "cell": unit["cell"], "label": "", "words": []} for unit in units]
    answers["/now"] = {
        "state": answers[""],
        "subjects": subjects,
        "blocked": None,
        "chosen": None,
        "lines": [],
        "aims": [],
        "log": [],
        "log_since": -1,
    }
    visitor = Visitor(browser, server.url)

    def answer(route: Route) -> None:
        path = route.request.url.split("/api/matches/large")[1].split("?")[0]
        if path in answers:
            route.fulfill(json=answers[path])
        else:
            route.fulfill(content_type="text/event-stream", body="retry: 600000\n\n")

    visitor.context.route("**/api/matches/large*", answer)
    visitor.context.route("**/api/matches/large/**", answer)
    page = visitor.sit_down("large", "token")
    page.locator("g.counter").nth(299).wait_for(state="attached")
    steady(page)
    return {FIGURES[2].name: frames(page, pan), FIGURES[3].name: frames(page, zoom)}


def frames(page: Page, move: Any) -> float:
    page.evaluate(COUNT_FRAMES)
    move(page)
    return float(page.evaluate(FRAMES))


def pan(page: Page) -> None:
    page.mouse.move(300, 700)
    page.mouse.down()
    for step in range(150):
        page.mouse.move(300 + step * 3, 700 - step * 2)
    for step in range(150):
        page.mouse.move(750 - step * 3, 400 + step * 2)
    page.mouse.up()


def zoom(page: Page) -> None:
    page.mouse.move(500, 450)
    for step in range(120):
        page.mouse.wheel(0, -40 if (step // 30) % 2 else 40)


# -- loading --


@contextmanager
def counted(page: Page) -> Iterator[list[float]]:
    """The bytes that come over the line, headers and all."""
    sizes: list[float] = []
    line = page.context.new_cdp_session(page)
    line.send("Network.enable")
    line.on("Network.loadingFinished", lambda event: sizes.append(event["encodedDataLength"]))
    yield sizes
    line.detach()


def loading(server: Server, browser: Browser) -> dict[str, float]:
    visitor = Visitor(browser, server.url)
    with counted(visitor.page) as sizes:
        page = visitor.visit()
        begin = page.get_by_test_id("play-marne-1914-entente")
        begin.wait_for()
        ready = float(page.evaluate("() => performance.now()")) / 1000
        page.wait_for_load_state("networkidle")
    visitor.context.close()
    match = server.new_match(game="somme-1916")
    visitor = Visitor(browser, server.url)
    with counted(visitor.page) as more:
        page = visitor.sit_down(match["id"], match["table"])
        wait_for_turn(page)
        playable = float(page.evaluate("() => performance.now()")) / 1000
        page.wait_for_timeout(300)
    visitor.context.close()
    values = (sum(sizes) / 1000, ready, sum(more) / 1000, playable)
    return dict(zip((figure.name for figure in FIGURES[4:]), values, strict=True))


def main(moves: int) -> None:
    if CHROMIUM is None:
        raise SystemExit("there is no Chromium to measure with: python3 dev.py test installs one")
    with tempfile.TemporaryDirectory() as place, sync_playwright() as driver:
        server = Server(Path(place))
        server.start()
        try:
            browser = driver.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
            loading(server, browser)  # the server's first answers are made once and kept
            found = loading(server, browser) | large_map(server, browser) | actions(server, browser, moves)
            browser.close()
        finally:
            server.kill()
    for figure in FIGURES:
        value = found[figure.name]
        met = {None: "", True: "met", False: "missed"}[figure.met(value)]
        print(f"{figure.name:40}{number(value):>8} {figure.unit:4}{figure.target:>10}  {met}")
    print(f"load of the machine: {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 60)
