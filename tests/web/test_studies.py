"""Decisions that chance seldom comes upon: set up as positions, and answered by clicks."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import Page, expect

from grognard.engine import Match
from tests.games.marne_1914.position import study as marne
from tests.games.somme_1916.position import study as somme
from tests.web.conftest import Server, wait_for_turn
from tests.web.hand import Hand

SUPPLIED = "assume supply all yes \n HQ-VII I15 facing=2 \n HQ-XX I17 facing=2 \n 28R/110 M15 facing=6 \n"
"""A British and a French HQ before a German regiment."""
FRENCH = "39DI L16 facing=2 commit=M15 jump_off=L16 \n"
BRITISH = "46Div L15 facing=2 commit=M15 jump_off=L15 \n"
TANKS = "TankC L15 facing=2 commit=M15 jump_off=L15 \n"


class Study(NamedTuple):
    """A position, what is played in it first, the decision that is asked then, and what the log says of the answer."""

    kind: str
    position: Callable[[], Match]
    before: tuple[str, ...]
    told: str
    buttons: tuple[str, ...] = ()


STUDIES = (
    Study(
        "donate",
        lambda: marne(
            "cadre cp", "1GD cadre 0 \n 13ID 3007 3 \n 19ID 3107 3 \n 14ID 3010 3 \n 14DI 3011", dice=[1]
        ),
        ("return 1GD", "place 1GD 3205"),
        "1GD",
    ),
    Study(
        "stand",
        lambda: marne(
            "combat cp",
            "terrain paris 1112 1212 \n region paris 1112 1212 \n unit A like 3ID af=30 \n A 1211 \n 14DI 1212",
            dice=[3],
        ),
        ("attack 1212 by A", "resolve"),
        "stand fast",
        ("stand",),
    ),
    Study(
        "bombardment-support",
        lambda: somme(
            "bombardment allied",
            "assume supply all yes \n BrGun2 J20 \n FrGun1 J21 \n 28R/110 N20 facing=6 \n 46Div A34 facing=2",
            seats="three",
        ),
        ("bombard N20 by BrGun2",),
        "Bombardment of N20 by BrGun2",
    ),
    Study(
        "fire-support",
        lambda: somme(
            "defensive-fire german",
            "HQ-IX P20 facing=6 \n 28R/110 M20 facing=6 commit=L20 jump_off=M20 \n BB4.1 L20 facing=2 \n"
            " FB4.1 L21 facing=2",
            seats="three",
        ),
        ("shoot L20",),
        "FB4.1",
    ),
    Study(
        "tank-coordination",
        lambda: somme(
            "assault allied", f"resources tank-cavalry=1 \n {SUPPLIED} {FRENCH} {TANKS}",
            scenario="devil-machines", dice=[1] * 6,
        ),
        ("use tank-cavalry",),
        "39DI",
    ),
    Study(
        "coordination",
        lambda: somme("assault allied", f"resources gas=1 \n {SUPPLIED} {FRENCH} {BRITISH}", dice=[6]),
        (),
        "stays",
    ),
    Study(
        "displacement",
        lambda: somme(
            "defensive-fire allied",
            "resources gas=1 \n unit D like 28R/110 front=6-10-6 \n D M15 facing=6 \n HQ-VII H15 facing=2 \n"
            " BB4.1 L15 facing=2 commit=M15 jump_off=L15 over=2 \n BB4.2 K14 facing=2 \n"
            " BB4.3 K14 facing=2 \n BB3.1 K15 facing=2 \n BB3.2 K15 facing=2 \n"
            " BB3.3 K16 facing=2 \n BB3.4 K16 facing=2",
            dice=[5, 4, 6, 6, 6, 6],
        ),
        ("shoot M15", "retreat BB4.1 K15"),
        "BB3",
    ),
)  # fmt: skip


@pytest.mark.parametrize("study", STUDIES, ids=[study.kind for study in STUDIES])
def test_a_rare_decision_is_clicked_through(study: Study, server: Server, visitors: Any) -> None:
    made = server.ask("import", {"text": study.position().start_text})
    path = f"matches/{made['id']}"
    for action in study.before:
        state = server.ask(path, seat=made["table"])
        body = {"action": action, "number": state["number"], "side": state["asked"][0]["seat"]}
        server.ask(f"{path}/actions", body, made["table"])
    asked = server.ask(path, seat=made["table"])["asked"][0]
    assert asked["kind"] == study.kind
    page: Page = visitors(server).sit_down(made["id"], made["table"])
    wait_for_turn(page)
    expect(page.get_by_test_id("prompt")).to_contain_text(asked["question"])
    hand = Hand(page)
    before = int(hand.look()["number"])
    assert hand.decide(study.buttons) == study.kind
    number = page.get_by_label(f"Show the position after action {before + 1}", exact=True)
    entry = page.locator("li.entry", has=number)
    page.wait_for_timeout(500)  # odds that are asked for late bring their own panel to the front
    for _ in range(4):
        page.get_by_role("tab", name="Log").click()
        with contextlib.suppress(AssertionError):
            expect(entry).to_contain_text(study.told, timeout=3000)
            break
    else:
        raise AssertionError(f"the log does not tell '{study.told}'")
