"""The player's aid: how to win, where one is in the sequence, and the results table with the live cell lit."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from grognard.engine import Match
from tests.web.conftest import Server, in_sight, number, steady, wait_for_number, wait_for_turn
from tests.web.played import played, text_of


def attacks(match: Match) -> bool:
    decision = match.decision
    if decision is None or decision.kind != "combat":
        return False
    return any(action.verb == "attack" for action in decision.all_actions())


def test_the_live_cell_of_the_results_is_lit(server: Server, visitors: Any) -> None:
    made = server.ask("import", {"text": text_of(played("marne-1914", "counter-attack", 0, attacks))})
    page: Page = visitors(server).sit_down(made["id"], made["table"])
    wait_for_turn(page)
    steady(page)
    before = number(page)
    page.mouse.click(*in_sight(page, "[data-aim], [data-target]"))
    expect(page.get_by_test_id("summary")).to_be_visible()
    page.get_by_role("tab", name="Aid").click()
    aid = page.get_by_role("region", name="Player's aid")
    expect(aid.locator(".phases [aria-current=step]")).to_have_text("Combat (you are here)")
    expect(aid.get_by_test_id("awards")).to_contain_text("each hex of Paris")
    expect(aid.get_by_test_id("awards")).not_to_contain_text("enters Reims")  # only in the full battle
    expect(aid.locator("th.lit")).to_have_count(1)
    page.get_by_test_id("declare-now").click()
    wait_for_number(page, before + 2)
    page.get_by_role("tab", name="Aid").click()
    here = aid.locator("td.here")
    expect(here).to_have_count(1)
    log = server.ask(f"matches/{made['id']}/log?since={before}", seat=made["table"])["entries"]
    fight = next(event for entry in log for event in entry["events"] if event["kind"] == "attack")
    loss = fight["data"]["outcome"].split("/")[0]
    assert here.inner_text().split("/")[0].strip().rstrip("*")[:1] == loss.strip().rstrip("*")[:1]


@pytest.mark.parametrize("game", ["marne-1914", "somme-1916", "hannut-1940", "soissons-1918", "friedensturm-1918"])
def test_terrain_has_pictures_and_the_other_side_its_charts(server: Server, visitors: Any, game: str) -> None:
    first = server.ask(f"games/{game}")["sides"][0]["id"]
    match = server.new_match(game=game, seats={first: "human"})
    page: Page = visitors(server).sit_down(match["id"], match["seats"][first])
    page.get_by_role("tab", name="Aid").click()
    aid = page.get_by_role("region", name="Player's aid")
    aid.get_by_text("Terrain", exact=True).click()
    drawn = aid.get_by_test_id("chart").locator("li svg")
    assert drawn.count() > 4
    assert all(drawn.evaluate_all("all => all.map(one => one.childElementCount > 0)"))
    expect(aid.locator("table td svg").first).to_be_visible()  # and in the terrain effects chart
    other = aid.get_by_test_id("other-side")
    sides = {side["id"]: side["called"] for side in server.ask(f"games/{game}")["sides"]}
    del sides[first]
    expect(other.locator("summary")).to_contain_text(next(iter(sides.values())))
    other.locator("summary").click()
    assert other.locator("p, li, td").count() > 0


@pytest.mark.parametrize(("game", "scenario", "says"), [
    ("friedensturm-1918", "gneisenau", ("0 to 1", "French victory (as it stands)", "Counts for the Germans: Tricot 1")),
    ("hannut-1940", "hannut", ("4 or less", "French victory (as it stands)", "Gembloux 4")),
    ("marne-1914", "counter-attack", ("4 or less", "(as it stands)")),
    ("soissons-1918", "campaign", ("5 or less", "German outstanding performance victory (as it stands)")),
    ("somme-1916", "over-the-top", ("The Allies win by: No German unit", "not met")),
])  # fmt: skip
def test_how_to_win_and_where_one_is(
    game: str, scenario: str, says: tuple[str, ...], server: Server, visitors: Any
) -> None:
    """From the first turn, in every game; the steps by the names that players have for them."""
    match = server.new_match(game=game, scenario=scenario)
    page: Page = visitors(server).sit_down(match["id"], match["table"])
    wait_for_turn(page)
    page.get_by_role("tab", name="Aid").click()
    aid = page.get_by_label("Player's aid")
    for text in says:
        expect(aid).to_contain_text(text)
    phases = [text.lower() for text in aid.locator(".phases li").all_inner_texts()]
    assert sum("you are here" in phase for phase in phases) == 1
    assert not [phase for phase in phases if phase.endswith((" end", " begin")) or phase.startswith("assign ")], phases
    expect(aid.locator("table.grid")).to_be_visible()


@pytest.mark.parametrize(("game", "scenario", "says"), [
    ("friedensturm-1918", "gneisenau", ("morale in brackets", "Artillery", "XX division", "ST with Stosstruppen")),
    ("hannut-1940", "hannut", ("armor or anti-tank raised", "Anti tank", "II battalion", "PA Prepared Assault marker")),
    ("marne-1914", "counter-attack", ("defence, movement", "Cavalry", "X brigade", "D disrupted", "First Army")),
    ("soissons-1918", "campaign", ("combativeness", "Headquarters", "III regiment", "RFM Reforming", "I Corps")),
    ("somme-1916", "over-the-top", ("where it faces", "Heavy artillery", "XXX corps", "ENT entrenched", "British")),
])  # fmt: skip
def test_the_counters_are_explained(
    game: str, scenario: str, says: tuple[str, ...], server: Server, visitors: Any
) -> None:
    """One counter part by part, then symbols, sizes, colours and tags; it was one counter, even one without numbers."""
    match = played(game, scenario, 1, lambda match: match.number >= 60)
    made = server.ask("import", {"text": text_of(match)})
    page: Page = visitors(server).sit_down(made["id"], made["table"])
    wait_for_turn(page)
    page.get_by_role("tab", name="Aid").click()
    aid = page.get_by_label("Player's aid")
    aid.get_by_text("Counters", exact=True).click()
    legend = aid.locator("details", has=page.get_by_test_id("legend"))
    for text in says:
        expect(legend).to_contain_text(text)
    drawn = aid.get_by_test_id("legend-symbols").locator("li svg")
    assert drawn.count() > 1
    assert all(drawn.evaluate_all("all => all.map(one => one.querySelector('g').childElementCount > 0)"))


def test_how_the_last_match_of_the_scenario_went(server: Server, visitors: Any) -> None:
    """Its result as it is called at its end, who played it, and a way to look at it; of other scenarios nothing."""
    over = server.ask("import", {"text": text_of(played("somme-1916", "over-the-top", 2))})
    for scenario in ("over-the-top", "devil-machines"):
        match = server.new_match(game="somme-1916", scenario=scenario)
        page: Page = visitors(server).sit_down(match["id"], match["table"])
        wait_for_turn(page)
        page.get_by_role("tab", name="Aid").click()
        expect(page.get_by_label("Player's aid").get_by_test_id("legend")).to_be_attached()
        last = page.get_by_test_id("last-match")
        if scenario == "over-the-top":
            expect(last).to_contain_text("German victory")
            expect(last).to_contain_text("Allied: player")
            last.get_by_role("link").click()
            page.wait_for_url(f"**/match/{over['id']}*")
            expect(page.get_by_test_id("prompt")).to_contain_text("The match is over: German victory")
        else:
            page.wait_for_timeout(500)
            expect(last).to_have_count(0)
