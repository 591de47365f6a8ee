"""The set-up (3.1): printed, and by the players."""

from __future__ import annotations

import pytest

import grognard
from grognard.engine import Match, RandomPlayer, register
from grognard.games.soissons_1918 import GAME
from grognard.games.soissons_1918.state import Order
from tests.games.soissons_1918.position import allowed, asked, game, level, number, order, place, play, refused, steps

register(GAME)


def start(seed: int = 1, **options: str) -> Match:
    return grognard.start("soissons-1918", seed=seed, options=options)


def test_3_1_the_printed_set_up() -> None:
    """3.1, 3.0: everybody at the front prepared, the 58th behind and Reforming, the 3rd Reserve with a loss each."""
    match = start(setup="printed")
    g = game(match)
    assert asked(match) == "bombard"
    assert (level(match, "58DI"), order(match, "58DI")) == (1, Order.NONE)
    assert [steps(match, uid) for uid in ("3R/2", "3R/49", "3R/34")] == [2, 2, 2]
    front = [u for u in g.on_map(0) if g.setting.division[u] and g.enemy_beside(u)]
    assert len(front) == 10
    assert all(g.state.order[u] == Order.PREPARE and g.state.prepared[u] for u in front)
    assert GAME.invariants(g) == []


def test_3_1_the_german_sets_up_first() -> None:
    """3.1, S18-005: one regiment to a front hex of its sector; the 3rd Reserve in 2013 and 2014."""
    match = start()
    assert match.decision is not None
    assert (asked(match), match.decision.side) == ("deploy", "german")
    refused(match, "deploy 241/472 1204", "3.1", "set-up area")
    play(match, "deploy 241/472 0405")
    refused(match, "deploy 241/473 0405", "3.1", "no stacking")
    while match.decision.side == "german" and not match.check("deploy 3R/2 2013"):
        match.play(RandomPlayer(3).choose(match.decision))
    refused(match, "deploy 3R/2 2012", "3.1", "set-up area")
    play(match, "deploy 3R/2 2013", "deploy 3R/49 2013", "deploy 3R/34 2014")
    refused(match, "deploy HQ-WATTER 2618", "3.1", "within 4 hexes")


def until_entente(seed: int) -> Match:
    match = start(seed)
    player = RandomPlayer(seed)
    while match.decision is not None and match.decision.side == "german":
        match.play(player.choose(match.decision))
    return match


def test_3_1_the_entente_in_contact() -> None:
    """3.1, S18-008, ruling K88: divisions next to a German regiment in their sector, the 58th off the front."""
    match = until_entente(5)
    g = game(match)
    assert [place(match, f"HQ-{name}") for name in ("I", "XX", "XXX", "XI")] == ["0802", "1402", "1804", "2202"]
    refused(match, "deploy 162DI 0401", "3.1", "next to a German regiment")
    player = RandomPlayer(5)
    while match.decision is not None and not match.check("deploy 58DI 1502"):
        match.play(player.choose(match.decision))
    front = next(c for c in g.setting.board.region("front-entente") if c in g.setting.board.region("sector-xx-corps"))
    refused(match, f"deploy 58DI {g.cell_name(front)}", "3.1")


def test_3_1_s18_011_tank_groups() -> None:
    """3.1, 5.4, S18-011, ruling K10: one for a division, none in a ravine without a road."""
    match = until_entente(7)
    player = RandomPlayer(7)
    while asked(match) == "deploy" and match.decision is not None:
        match.play(player.choose(match.decision))
    assert asked(match) == "attach"
    play(match, "attach AS-I to 58DI")
    refused(match, "attach AS-III to 58DI", "5.4", "already")
    refused(match, "attach AS-I to 162DI", "3.1", "Tank Assets box")
    assert allowed(match, "end")
    play(match, "end")
    assert place(match, "AS-III") == "tank-box"


@pytest.mark.parametrize("seed", range(1, 9))
def test_3_1_a_free_set_up_is_always_legal(seed: int) -> None:
    """3.1, rulings K71 and L01: nobody is left without a hex, and 0802 is guarded when it must be."""
    match = start(seed)
    player = RandomPlayer(seed)
    while match.decision is not None and asked(match) in ("deploy", "attach"):
        match.play(player.choose(match.decision))
    g = game(match)
    assert all(g.state.due[u] != -1 for u in range(len(g.setting.units)))
    hq = number(match, "HQ-I")
    assert not (g.in_enemy_zone(hq) and g.is_alone(hq))
    assert GAME.invariants(g) == []
