"""The real page on the real server in a real Chromium.

``python3 dev.py test`` builds the page and installs the browser; without either, these tests are skipped.
"""

from __future__ import annotations

import json
import os
import random
import re
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

playwright = pytest.importorskip("playwright.sync_api")
from playwright.sync_api import Browser, BrowserContext, Page, expect  # noqa: E402

ROOT = Path(__file__).resolve().parents[2]
STATIC = ROOT / "src" / "grognard" / "server" / "static"
CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
SERVE = """
import os, sys, threading
from importlib import import_module
from pathlib import Path
from grognard.engine import register
from grognard.server.running import serve

def end_with_the_tests():
    sys.stdin.read()  # ends when the tests do, even if they are killed
    os._exit(0)

threading.Thread(target=end_with_the_tests, daemon=True).start()
for module in sys.argv[3:]:
    register(import_module(module).GAME)
serve(port=int(sys.argv[1]), storage=Path(sys.argv[2]))
"""
PATIENCE = 20_000
"""Milliseconds to wait for what must come; a busy machine is no error."""
LIMIT = 300
"""Seconds for a test."""

expect.set_options(timeout=PATIENCE)


class Server:
    """A server of its own: can be killed and started again over the same storage. ``games`` are modules of tests."""

    def __init__(self, folder: Path, *games: str) -> None:
        self.games = games
        self.storage = folder / "matches.sqlite"
        self.home = folder
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = int(probe.getsockname()[1])
        self.url = f"http://127.0.0.1:{self.port}/"
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        environment = {**os.environ, "HOME": str(self.home), "PYTHONPATH": f"{ROOT / 'src'}{os.pathsep}{ROOT}"}
        command = [sys.executable, "-c", SERVE, str(self.port), str(self.storage), *self.games]
        self.process = subprocess.Popen(
            command, env=environment, start_new_session=True, stdin=subprocess.PIPE
        )
        for _ in range(600):
            try:
                self.ask("health")
                return
            except OSError:
                assert self.process.poll() is None, "the server ended at once"
                time.sleep(0.05)  # the server has no other way to say that it answers
        raise AssertionError("the server did not answer")

    def kill(self) -> None:
        """As a power cut would: no time to tidy up."""
        if self.process is not None:
            os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()
            self.process = None

    def ask(self, path: str, body: dict[str, Any] | None = None, seat: str = "") -> Any:
        request = urllib.request.Request(
            f"{self.url}api/{path}", None if body is None else json.dumps(body).encode(),
            {"Content-Type": "application/json", **({"X-Seat": seat} if seat else {})},
        )
        with urllib.request.urlopen(request, timeout=30) as answer:
            return json.load(answer)

    def new_match(self, **wish: Any) -> dict[str, Any]:
        created: dict[str, Any] = self.ask("matches", {"game": "marne-1914", "seed": "7", **wish})
        return created

    def units_asked(self, match: dict[str, Any], state: dict[str, Any], kind: str) -> bool:
        """Whether a decision of that kind is open, with units that can act."""
        if state["asked"][0]["kind"] != kind:
            return False
        path = f"matches/{match['id']}/subjects?side={state['asked'][0]['side']}"
        return any(subject["kind"] == "unit" for subject in self.ask(path, seat=match["table"])["subjects"])

    def play_on(self, match: str, token: str, until: Any, seed: int = 1) -> dict[str, Any]:
        """Random legal actions until a state is as wished; the state."""
        chance = random.Random(seed)
        state: dict[str, Any] = self.ask(f"matches/{match}", seat=token)
        while not until(state):
            side = state["asked"][0]["side"]
            subjects = self.ask(f"matches/{match}/subjects?side={side}", seat=token)["subjects"]
            ends = [subject for subject in subjects if subject["name"] == "end"]
            # Mostly on to the next phase, so that the turns go by.
            subject = ends[0] if ends and chance.random() < 0.75 else chance.choice(subjects)
            name = urllib.request.quote(subject["name"])  # type: ignore[attr-defined]
            actions = self.ask(f"matches/{match}/actions?subject={name}&side={side}", seat=token)["actions"]
            body = {"action": chance.choice(actions)["text"], "number": state["number"], "side": side}
            state = self.ask(f"matches/{match}/actions?known=-1", body, token)["now"]["state"]
        return state


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """No test here may wait for ever: a page or a server that does not come is an error after a while."""
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.timeout(LIMIT, method="signal"))


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    if CHROMIUM is None:
        pytest.skip("there is no Chromium to drive")
    if not (STATIC / "index.html").is_file():
        pytest.skip("the page is not built (python3 dev.py web)")
    running = Server(tmp_path_factory.mktemp("server"))
    running.start()
    yield running
    running.kill()


@pytest.fixture
def mortal_server(server: Server, tmp_path: Path) -> Iterator[Server]:
    """One that a test may kill."""
    running = Server(tmp_path)
    running.start()
    yield running
    running.kill()


@pytest.fixture(scope="session")
def browser(server: Server) -> Iterator[Browser]:
    with playwright.sync_playwright() as driver:
        arguments = ["--no-sandbox"] if hasattr(os, "geteuid") and os.geteuid() == 0 else []
        found = driver.chromium.launch(executable_path=CHROMIUM, args=arguments)
        yield found
        found.close()


class Visitor:
    """Somebody with a browser of his own; notes what goes wrong in it."""

    def __init__(self, browser: Browser, url: str, **context: Any) -> None:
        context.setdefault("viewport", {"width": 1360, "height": 860})
        context.setdefault("reduced_motion", "reduce")
        self.context: BrowserContext = browser.new_context(**context)
        self.context.set_default_timeout(PATIENCE)
        self.url = url
        self.faults: list[str] = []
        self.page: Page = self.context.new_page()
        self.page.on("pageerror", lambda error: self.faults.append(str(error)))

    def visit(self, route: str = "", *, guide: bool = False) -> Page:
        if not guide:
            self.context.add_init_script(
                "if (!localStorage['grognard.settings']) localStorage['grognard.settings'] = '{\"guide\": false}'"
            )
        self.page.goto(self.url + route)
        return self.page

    def sit_down(self, match: str, token: str) -> Page:
        page = self.visit(f"#/match/{match}/{token}")
        expect(page.get_by_test_id("map")).to_be_visible()
        return page


@pytest.fixture
def visitors(browser: Browser) -> Iterator[Any]:
    """Makes visitors; at the end none of their pages may have thrown an error."""
    made: list[Visitor] = []

    def make(server: Server, **context: Any) -> Visitor:
        made.append(Visitor(browser, server.url, **context))
        return made[-1]

    yield make
    for visitor in made:
        visitor.context.close()
    assert [fault for visitor in made for fault in visitor.faults] == []


# -- what tests do to a page --


def number(page: Page) -> int:
    return int(page.locator(".play").get_attribute("data-number") or -1)


def wait_for_number(page: Page, least: int) -> None:
    page.wait_for_function(
        "least => Number(document.querySelector('.play')?.dataset.number ?? -1) >= least", arg=least
    )


def wait_for_menu_or_number(page: Page, least: int) -> None:
    """After a click on a cell: it is done, or a menu asks which of several ways is meant."""
    page.wait_for_function(
        """least => document.querySelector('[data-testid=menu]')
            || Number(document.querySelector('.play').dataset.number) >= least""",
        arg=least,
    )


def wait_for_turn(page: Page) -> None:
    """Until the page asks something, or the match is over."""
    page.locator(".play[data-settled=true]:is([data-turn=mine], [data-turn=over])").wait_for()


def steady(page: Page) -> None:
    """Until the map lies still: what is measured before would be clicked beside."""
    page.evaluate(
        """async () => {
            const frame = document.querySelector('[data-testid=map]');
            let [still, last] = [0, ''];
            while (still < 3) {
                await new Promise(requestAnimationFrame);
                const { height, top } = frame.getBoundingClientRect();
                const now = `${frame.querySelector('.stage').style.transform} ${height} ${top}`;
                still = now === last && !frame.classList.contains('moving') ? still + 1 : 0;
                last = now;
            }
        }"""
    )


REACHED = """selector => {
    // The middle of something on the map, if a click there would come to the map.
    const frame = document.querySelector('[data-testid=map]');
    const box = document.querySelector(selector).getBoundingClientRect();
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    const hit = document.elementFromPoint(x, y);
    return hit && frame.contains(hit) && !hit.closest('.float') ? [x, y] : null;
}"""


def in_sight(page: Page, selector: str) -> tuple[float, float]:
    """Where something on the map is; the whole map is shown if it lies outside the window."""
    page.locator(selector).first.wait_for(state="attached")
    steady(page)
    found = page.evaluate(REACHED, selector)
    if found is None:
        page.get_by_role("button", name="Show the whole map").click()
        steady(page)
        found = page.evaluate(REACHED, selector)
    assert found is not None, f"{selector} cannot be clicked"
    return found[0], found[1]


def click_target(page: Page, cell: str) -> None:
    """Click the middle of a marked cell on the map."""
    page.mouse.click(*in_sight(page, f"[data-target='{cell}']"))


def click_unit(page: Page, unit: str) -> None:
    page.mouse.click(*in_sight(page, f"g.counter[data-unit='{unit}']"))


def press_button(page: Page, name: str) -> None:
    """A button of the prompt, and 'yes' to the warning if one comes up."""
    before = number(page)
    page.locator(f"[data-button='{name}']").click()
    page.wait_for_function(
        """before => document.querySelector('[data-testid=end-anyway]')
            || Number(document.querySelector('.play').dataset.number) > before""",
        arg=before,
    )
    if page.get_by_test_id("end-anyway").count():
        page.get_by_test_id("end-anyway").click()
    wait_for_number(page, before + 1)


def prompt(page: Page) -> str:
    return re.sub(r"\s+", " ", page.get_by_test_id("prompt").inner_text())
