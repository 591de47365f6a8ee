"""The lobby's small things: whose turn it is, names, titles, links, and the game that the command line named."""

from __future__ import annotations

import csv
import io
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

import grognard
from grognard.engine import find_game
from tests.web.conftest import Server, in_sight, number, press_button, steady, wait_for_number, wait_for_turn


def test_a_match_has_a_name_and_its_players_too_and_says_whose_turn_it_is(server: Server, visitors: Any) -> None:
    first: Page = visitors(server).visit()
    card = first.locator("[data-game='marne-1914']")
    card.get_by_role("button", name="Other seats").click()
    card.get_by_test_id("player").fill("Galliéni")
    card.get_by_test_id("name").fill("Sunday on the Marne")
    card.locator("select[data-seat='cp']").select_option("open")
    first.get_by_test_id("start-marne-1914").click()
    expect(first.get_by_role("heading", name="Sunday on the Marne")).to_be_visible()
    wait_for_turn(first)
    route = first.evaluate("() => location.hash")

    other = visitors(server)
    second = other.visit()
    row = second.locator(f"[data-match='{route.split('/')[-1]}']")
    expect(row).to_contain_text("Sunday on the Marne")
    expect(row).to_contain_text("Entente: Galliéni")
    expect(row.get_by_test_id("your-turn")).to_have_count(0)
    row.click()
    second.locator("[data-join='cp']").click()
    expect(second.locator("[data-join='cp']")).to_have_count(0)
    second.get_by_role("button", name="Match", exact=True).click()
    expect(second.get_by_text("Entente: Galliéni")).to_be_visible()

    first.get_by_role("link", name="Back to the lobby").click()
    row = first.locator(f"[data-match='{route.split('/')[-1]}']")
    expect(row.get_by_test_id("your-turn")).to_be_visible()
    second.goto(f"{server.url}#/")
    expect(second.locator(f"[data-match='{route.split('/')[-1]}']").get_by_test_id("your-turn")).to_have_count(0)


def test_the_menu_tells_what_the_links_are(server: Server, visitors: Any) -> None:
    match = server.new_match()
    page: Page = visitors(server).sit_down(match["id"], match["table"])
    page.get_by_role("button", name="Match", exact=True).click()
    expect(page.get_by_test_id("invitation")).to_have_text(f"{server.url}#/match/{match['id']}")
    expect(page.get_by_text("Only this machine reaches it")).to_be_visible()
    expect(page.get_by_test_id("own-link")).to_be_visible()
    assert match["table"] not in page.get_by_test_id("invitation").inner_text()


def test_the_page_opens_on_the_game_that_was_named(server: Server, visitors: Any) -> None:
    route = "/start/marne-1914?scenario=full-battle&side=cp&against=colonel&seed=77&option=setup%3Dfree"
    page: Page = visitors(server).visit(f"#owner=nobody&to={route.replace('&', '%26')}")
    card = page.locator("[data-game='marne-1914']")
    expect(card.locator("select").first).to_have_value("full-battle")
    expect(card.locator("select[data-seat='cp']")).to_have_value("human")
    expect(card.locator("select[data-seat='entente']")).to_have_value("bot:colonel")
    expect(card.get_by_placeholder("the same seed")).to_have_value("77")
    page.get_by_test_id("start-marne-1914").click()
    expect(page.get_by_test_id("map")).to_be_visible()
    state = server.ask(f"matches/{page.url.split('/')[-1]}")
    assert (state["scenario"], state["options"]["setup"], state["seed_chosen"]) == ("full-battle", "free", True)
    assert {seat["seat"]: seat["kind"] for seat in state["seats"]} == {"cp": "human", "entente": "bot"}


def test_ending_is_not_coloured_while_there_is_a_choice(server: Server, visitors: Any) -> None:
    match = server.new_match(scenario="counter-attack")
    page: Page = visitors(server).sit_down(match["id"], match["table"])
    wait_for_turn(page)
    expect(page.locator("[data-choice]").first).to_be_visible()  # the boundaries can still be shifted
    expect(page.locator("[data-button='end']")).not_to_have_class("primary")


MARKS = """() => {
    // Marks that lie on the numbers of a counter.
    const boxes = [...document.querySelectorAll('g.counter')].map(one => one.getBoundingClientRect());
    return [...document.querySelectorAll('[data-mark]')].filter(mark => {
        const box = mark.getBoundingClientRect();
        return boxes.some(other => box.left < other.right - 2 && box.right > other.left + 2
            && box.top < other.bottom - 3 && box.bottom > other.bottom - other.height * 0.3);
    }).length;
}"""


def test_marks_leave_the_numbers_alone(server: Server, visitors: Any) -> None:
    match = server.new_match(scenario="counter-attack")
    page: Page = visitors(server).sit_down(match["id"], match["table"])
    wait_for_turn(page)
    assert page.locator("[data-mark]").count() > 5
    assert page.evaluate(MARKS) == 0


def test_no_bare_desk_on_a_phone(server: Server, visitors: Any) -> None:
    match = server.new_match(scenario="counter-attack")
    phone = visitors(server, viewport={"width": 390, "height": 800}, has_touch=True, is_mobile=True)
    page: Page = phone.sit_down(match["id"], match["table"])
    wait_for_turn(page)
    steady(page)
    bare = page.evaluate(
        """() => {
            const frame = document.querySelector('[data-testid=map]').getBoundingClientRect();
            const board = document.querySelector('.stage svg').getBoundingClientRect();
            return [board.top - frame.top, frame.bottom - board.bottom, board.left - frame.left];
        }"""
    )
    assert max(bare) < 2


def test_the_ring_of_a_row_is_whole(server: Server, visitors: Any) -> None:
    match = server.new_match(scenario="counter-attack")
    page: Page = visitors(server).sit_down(match["id"], match["table"])
    wait_for_turn(page)
    page.keyboard.press("l")
    row = page.locator("[data-subject]").first
    expect(row).to_be_focused()
    assert row.evaluate("one => parseFloat(getComputedStyle(one).outlineOffset)") < 0


@pytest.fixture
def owners_server(server: Server, tmp_path: Path) -> Iterator[Server]:
    """One whose owner has the printed values of a unit, and a damaged set."""
    home = tmp_path / "home"
    sets = home / ".local" / "share" / "grognard" / "values" / "marne-1914"
    for name, new in (("printed", "9/9 8/8 7/7 6/6"), ("damaged", "nonsense")):
        (sets / name).mkdir(parents=True)
        data = find_game("marne-1914").data()
        rows = data.rows("units.csv", ["id"])
        text = io.StringIO()
        out = csv.DictWriter(text, list(rows[0]))
        out.writeheader()
        for row in rows:
            changed = {"strengths": new, "source": "printed counter"} if row["id"] == "3ID" else {}
            out.writerow({**row, **changed})
        (sets / name / "units.csv").write_text(text.getvalue(), encoding="utf-8")
    os.environ.pop("XDG_DATA_HOME", None)
    running = Server(home)
    running.start()
    yield running
    running.kill()


def test_owners_values_are_offered_kept_and_shown(owners_server: Server, visitors: Any) -> None:
    server = owners_server
    page: Page = visitors(server).visit()
    card = page.locator("[data-game='marne-1914']")
    card.get_by_role("button", name="Other seats").click()
    expect(card.get_by_text("damaged:")).to_be_visible()
    card.get_by_test_id("values").select_option("printed")
    expect(card.get_by_text("Replaces units.csv")).to_be_visible()
    page.get_by_test_id("start-marne-1914").click()
    expect(page.get_by_test_id("values-shown")).to_contain_text("printed")
    wait_for_turn(page)
    match = page.url.split("/")[-1]
    state = server.ask(f"matches/{match}")
    unit = next(one for one in state["units"] if one["id"] == "3ID")
    assert unit["factors"].startswith("8-8")
    ours = next(one for one in grognard.start("marne-1914").setting.units if one.id == "3ID")
    assert ours.name == unit["name"]

    # The folder may go: the match keeps its values, also over a restart.
    (server.home / ".local/share/grognard/values/marne-1914/printed/units.csv").unlink()
    server.kill()
    server.start()
    page.reload()
    wait_for_turn(page)
    before = number(page)
    assert unit in server.ask(f"matches/{match}")["units"]
    page.mouse.click(*in_sight(page, "g.counter[data-unit='3ID']"))
    page.get_by_test_id("where-from").click()
    expect(page.get_by_test_id("source").first).to_contain_text('owner\'s value, from "printed" (units.csv): printed')
    page.keyboard.press("Escape")
    page.locator("[data-button='end']").click()
    wait_for_number(page, before + 1)
    watcher: Page = visitors(server).visit(f"#/match/{match}")
    expect(watcher.get_by_test_id("values-shown")).to_contain_text("printed")


def test_the_end_of_a_phase_is_confirmed_by_the_next_key(server: Server, visitors: Any) -> None:
    match = server.new_match(scenario="counter-attack")
    page: Page = visitors(server).sit_down(match["id"], match["table"])
    wait_for_turn(page)
    press_button(page, "end")
    wait_for_turn(page)
    before = number(page)
    page.keyboard.press("e")
    page.keyboard.press("Enter")
    expect(page.get_by_test_id("end-anyway")).to_be_focused()
    page.keyboard.press("Enter")
    wait_for_number(page, before + 1)


def test_the_result_of_a_move_is_spoken(server: Server, visitors: Any) -> None:
    match = server.new_match(scenario="counter-attack")
    page: Page = visitors(server).sit_down(match["id"], match["table"])
    wait_for_turn(page)
    press_button(page, "end")
    wait_for_turn(page)
    page.locator("#typed").fill("move 5Div 2014")
    page.keyboard.press("Enter")
    expect(page.get_by_test_id("spoken")).to_contain_text("5Div moves to 2014")


EARS = """window.chimes = 0;
window.AudioContext = class extends AudioContext { constructor() { super(); window.chimes += 1; } };"""


def test_a_sound_for_ones_turn_for_whoever_wants_it(server: Server, visitors: Any) -> None:
    seats = {"french": "open", "german": "open"}
    match = server.new_match(game="somme-1916", options={"seats": "three"}, seats=seats)
    british: Page = visitors(server).sit_down(match["id"], match["table"])
    wait_for_turn(british)
    heard = []
    for seat, sound in (("french", "true"), ("german", "false")):
        visitor = visitors(server)
        visitor.context.add_init_script(EARS)
        visitor.context.add_init_script(
            f"""localStorage['grognard.settings'] ??= '{{"guide": false, "sound": {sound}}}'"""
        )
        page: Page = visitor.visit(f"#/match/{match['id']}")
        page.locator(f"[data-join='{seat}']").click()
        expect(page.locator(f"[data-join='{seat}']")).to_have_count(0)
        heard.append(page)
    press_button(british, "end")
    wait_for_turn(heard[0])
    press_button(heard[0], "end")
    wait_for_turn(heard[1])
    assert [page.evaluate("window.chimes") for page in heard] == [1, 0]


@pytest.mark.parametrize("game", ["friedensturm-1918", "hannut-1940", "marne-1914", "soissons-1918", "somme-1916"])
def test_every_map_can_be_opened(game: str, server: Server, visitors: Any) -> None:
    page: Page = visitors(server).visit()
    page.locator(f"[data-game='{game}'] button.look").click()
    sheet = page.get_by_test_id("lobby-map")
    expect(sheet.locator("svg #names text").first).to_be_attached()
    small = sheet.locator("svg").bounding_box()
    page.get_by_role("button", name="Come closer").click()
    large = sheet.locator("svg").bounding_box()
    assert small is not None
    assert large is not None
    assert large["width"] > small["width"]
    page.keyboard.press("Escape")
    expect(sheet).to_have_count(0)
