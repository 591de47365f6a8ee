"""The games by mouse: the last turn to the very end, and every kind of decision that they know."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.web.conftest import Server
from tests.web.hand import Hand
from tests.web.played import Run, kinds_of_decisions, played, text_of

LAST_TURN = {
    "friedensturm-1918": ("gneisenau", 6), "hannut-1940": ("hannut", 15), "marne-1914": ("counter-attack", 14),
    "soissons-1918": ("campaign", 17), "somme-1916": ("over-the-top", 4),
}  # fmt: skip
RUNS: Mapping[str, list[Run]] = {
    "friedensturm-1918": [
        *(Run("gneisenau", seed) for seed in range(3)),
        Run("foch-attacks", 0),
        Run("foch-attacks", 1),
        Run("blucher", 9, 120),
        *(Run("friedensturm", seed, 1700) for seed in range(12)),
    ],
    "hannut-1940": [Run("hannut", seed, 3000) for seed in range(12)],
    "marne-1914": [
        Run("counter-attack", 0),
        Run("full-battle", 0, options={"setup": "free"}),
        *(Run("full-battle", seed) for seed in range(8)),
    ],
    "soissons-1918": [
        *(Run("campaign", seed) for seed in range(4)),
        Run("campaign", 86, 140),
        *(Run("campaign", seed) for seed in range(4, 24)),
    ],
    "somme-1916": [
        *(Run("over-the-top", seed) for seed in range(4)),
        Run("a-punishing-land", 0, 40),
        Run("devil-machines", 1, 40),
        *(Run("campaign", seed, 40) for seed in range(20)),
        *(Run("over-the-top", seed) for seed in range(4, 20)),
    ],
}
KINDS: Mapping[str, set[str]] = {
    "friedensturm-1918": {
        "advance", "air", "air-base", "assign", "bridges", "combat", "counter-battery", "deploy", "disengagement",
        "exploit", "exploitation", "guns-attacker", "guns-defender", "heavy-guns", "hits", "lead-attacker",
        "lead-defender", "markers", "misdirect", "movement", "offensive", "overstack", "participants", "reaction",
        "retreat", "return", "stosstruppen", "strip", "withdraw",
    },
    "hannut-1940": {
        "adjustment", "advance", "air", "armor", "artillery", "assault", "chit-aside", "command-allot",
        "command-attach", "command-chit", "command-fuel", "command-mode", "commit", "convert", "cover", "deploy",
        "exploitation", "fire-result", "follow", "hit", "lead", "low-fuel", "markers", "movement", "replacements",
        "retreat", "spare", "stay-or-retreat", "step-back", "support", "tactical", "withdrawal",
    },
    "marne-1914": {
        "deploy", "boundary", "movement", "close-up", "reinforcement", "recovery", "cadre", "place", "combat",
        "loss", "retreat", "advance", "attach",
    },
    "soissons-1918": {
        "advance", "assign", "attach", "barrage", "bombard", "combat", "conversion", "deploy", "fallback",
        "incorporation", "lead-attacker", "lead-defender", "loss", "losses", "maneuver", "overstack", "reforming",
        "reinforcements", "retreat", "shift", "withdraw", "withdrawal",
    },
    "somme-1916": {
        "setup-modes", "mines", "air", "bombardment", "bombardment-guns", "counter-battery", "movement",
        "commitment", "over-the-top", "defensive-fire", "assault", "resources", "loss", "retreat", "facing",
        "advance", "engage", "counter-attack", "substitution", "replacement-plan", "replacements", "rally",
        "gun-setup", "operations", "operation-plan", "change-objective", "discover-objective",
    },
}  # fmt: skip
"""The kinds of decisions that must be seen, and matches in which chance comes upon them."""


@pytest.mark.parametrize("game", LAST_TURN)
def test_the_last_turn_to_the_end(game: str, server: Server, visitors: Any) -> None:
    scenario, last = LAST_TURN[game]
    match = played(game, scenario, until=lambda m: m.position.state.turn == last)
    made = server.ask("import", {"text": text_of(match)})
    page: Page = visitors(server).sit_down(made["id"], made["table"])
    hand = Hand(page)
    hand.play(lambda: hand.look()["turn"] == "over", each=1)
    ending = page.get_by_test_id("ending")
    expect(ending).to_contain_text("victor")
    state = server.ask(f"matches/{made['id']}", seat=made["table"])
    assert state["outcome"] is not None
    expect(ending).to_contain_text(state["outcome"]["level"], ignore_case=True)
    expect(page.get_by_test_id("prompt")).to_contain_text("The match is over")
    ending.get_by_role("button", name="How the points were scored").click()
    expect(page.get_by_role("tab", name="Score")).to_have_attribute("aria-selected", "true")
    expect(page.get_by_role("heading", name="Victory points")).to_be_visible()
    assert len(hand.kinds) >= 3, hand.kinds
    assert hand.clicks_on_map >= 5
    if game in ("marne-1914", "somme-1916"):  # elsewhere chance has led the armies apart by then
        assert hand.odds_of, "no odds were shown before dice fell"


def test_the_surprise_of_soissons(server: Server, visitors: Any) -> None:
    """The first assault: promised by the rules, with its odds before and its results after."""
    match = played("soissons-1918", "campaign", until=lambda m: m.position.state.phase == "assault")
    made = server.ask("import", {"text": text_of(match)})
    page: Page = visitors(server).sit_down(made["id"], made["table"])
    hand = Hand(page)
    hand.wait_for_turn()
    expect(page.get_by_test_id("blocked")).to_contain_text("must attack")
    before = match.number
    hand.decide()
    assert hand.odds_of == {"combat"}
    hand.play(lambda: hand.look()["number"] >= before + 6)
    page.get_by_role("tab", name="Log").click()
    expect(page.locator(".result").last).to_be_visible()
    expect(page.locator(".dice").last).to_be_visible()


@pytest.mark.parametrize("game", KINDS)
def test_every_kind_of_decision(game: str, server: Server, visitors: Any) -> None:
    matches, found = kinds_of_decisions(game, RUNS[game], KINDS[game])
    assert set(found) >= KINDS[game], f"chance did not come upon {KINDS[game] - set(found)}"
    whole: dict[int, dict[str, Any]] = {}
    visitor = visitors(server)
    page: Page = visitor.visit()
    for kind, (place, number) in found.items():
        if place not in whole:
            whole[place] = server.ask("import", {"text": text_of(matches[place])})
        made = whole[place]
        fork = server.ask(f"matches/{made['id']}/fork", {"number": number}, made["table"])
        page.evaluate("route => { location.hash = route }", f"#/match/{fork['id']}/{fork['table']}")
        page.wait_for_function(
            "number => Number(document.querySelector('.play')?.dataset.number ?? -1) === number", arg=number
        )
        hand = Hand(page)
        assert hand.decide() in found, kind
        assert hand.look()["number"] > number or hand.look()["turn"] == "over", kind
