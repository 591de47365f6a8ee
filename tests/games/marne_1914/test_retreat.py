"""Retreats (section 8.5)."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import pytest

from grognard.engine import Match
from grognard.games.marne_1914.position import OFF_MAP, Marne
from grognard.games.marne_1914.rules.retreat import ways_of_retreat
from grognard.games.marne_1914.rules.stacking import fits
from tests.games.marne_1914.position import (
    asked,
    cell,
    disrupted,
    fight,
    game,
    number,
    of_kind,
    place,
    play,
    refused,
    steps,
    study,
)

PUSH = "unit A like 3ID af=8 \n unit B like 4ID af=8 \n unit C like 3ID af=8"
"""Attackers of AF 8 against DF 4: on the column +4 a die of 1 is R."""


def pushed(lines: str, *attackers: str, **options: Any) -> Match:
    """The hex 2010 is attacked with a result of R for each attacker."""
    match = study("combat cp", f"{PUSH} \n unit D like 63DR df=4 \n {lines}", dice=[1] * len(attackers), **options)
    fight(match, "2010", *attackers)
    return match


def ends(match: Match) -> set[str]:
    """Where the unit may retreat to."""
    return {match.setting.grid.ids[int(a.args[1])] for a in match.legal_actions() if a.verb == "retreat"}  # type: ignore[arg-type]


def test_8_5_1_away_from_the_attacker() -> None:
    """8.5.1: one hex back, to any hex that is not beside him."""
    match = pushed("A 2009 \n D 2010", "A")
    assert ends(match) == {"1911", "2011", "2111"}
    refused(match, "retreat D 2110", "8.5.1", "next to 1 of the attackers")
    refused(match, "retreat 14DI 2011", "8.5.1", "D must retreat first")


def test_ruling_c36_away_from_all_attackers() -> None:
    """8.5.1: next to none of them."""
    assert ends(pushed("A 2009 \n B 2110 \n D 2010", "A", "B")) == {"1911", "2011"}
    match = pushed("A 2009 \n B 2111 \n C 1911 \n D 2010", "A", "B", "C")
    beside = {n for hex_name in ("2009", "2111", "1911") for n in match.setting.grid.neighbours[cell(match, hex_name)]}
    assert ends(match)
    assert all(cell(match, end) not in beside for end in ends(match))


def test_ruling_c36_next_to_as_few_attackers_as_can_be() -> None:
    """8.5.1: shut in by rings of Germans with one hex left beside an attacker: it goes there, not to the Cadre Box."""
    held = "A 2009 \n B 2110 \n 7ID 1910 \n 8ID 1911 \n 5ID 2011 \n 6ID 2112 \n 13ID 2211 \n 14ID 2210 \n 17ID 2212"
    match = pushed(f"{held} \n D 2010", "A", "B")
    assert (place(match, "D"), steps(match, "D"), disrupted(match, "D")) == ("2111", 3, True)
    wider = pushed(held.replace("8ID 1911", "8ID 1811").replace("5ID 2011", "5ID 2012") + " \n D 2010", "A", "B")
    assert ends(wider) <= {"1911", "2011"}


def test_ruling_c65_out_of_the_zone_at_the_same_price() -> None:
    """8.5.2, 8.5.2b: 1911 and 2011 lie in a zone; the unit may stop there or go on out of it, for one step."""
    match = pushed("A 2009 \n B 2110 \n 7ID 1912 \n D 2010", "A", "B")
    zones = game(match).zones[0]
    assert {end for end in ends(match) if zones[cell(match, end)]} == {"1911", "2011"}
    assert {end for end in ends(match) if not zones[cell(match, end)]} == {"1809", "1810", "2112", "2211"}
    play(match, "retreat D 2112")
    assert (place(match, "D"), steps(match, "D")) == ("2112", 3)


def test_8_5_1_the_owner_chooses_among_the_best_ways() -> None:
    """8.5.1, ruling C16: it is the defender who is asked."""
    match = pushed("A 2009 \n D 2010", "A")
    assert match.decision is not None
    assert (match.decision.side, match.decision.case) == ("entente", "8.5.1")
    play(match, "retreat D 2111")
    assert place(match, "D") == "2111"


def test_8_5_2_zones_are_avoided() -> None:
    """8.5.2: 1911 lies in the zone of another German, so it is no choice."""
    match = pushed("A 2009 \n 7ID 1811 \n D 2010", "A")
    assert "1911" not in ends(match)
    assert ends(match) == {"2011", "2111"}
    refused(match, "retreat D 1911", "8.5.2", "zones of control")


def test_m118_friendly_unit_does_not_shield_the_retreat() -> None:
    """8.5.2a, 8.5.2b: 2011 lies in a zone although friendly cavalry stands there: one step."""
    match = pushed("A 2009 \n B 2110 \n 7ID 1912 \n 1DC 2011 \n D 2010", "A", "B")
    events = play(match, "retreat D 2011")
    assert steps(match, "D") == 3
    assert [e.cites for e in of_kind(events, "loss")] == [("8.5.2b", "4.3.3")]
    assert disrupted(match, "D")


GAUNTLET = "A 2009 \n B 2110 \n C 1910 \n 7ID 2011 \n 8ID 2312 \n 5ID 1812 \n D 2010"
"""Every way leads through at least two hexes in enemy zones."""


@pytest.mark.parametrize(("option", "left"), [("per-hex", 2), ("once", 3)])
def test_8_5_2b_a_step_for_each_zone_or_by_option_once(option: str, left: int) -> None:
    """8.5.2b, ruling C15."""
    match = pushed(GAUNTLET, "A", "B", "C", retreat_zoc_losses=option)
    play(match, "retreat D 2211")
    assert (place(match, "D"), steps(match, "D"), disrupted(match, "D")) == ("2211", left, True)


def test_8_5_2b_a_unit_may_be_worn_down_on_the_way() -> None:
    """8.5.2b, 8.4.7: with one step it does not arrive."""
    match = pushed(GAUNTLET.replace("D 2010", "D 2010 1"), "A", "B", "C")
    play(match, "retreat D 2211")
    assert place(match, "D") == "cadre"


SURROUNDED = "A 2009 \n B 2110 \n C 2111 \n 7ID 2011 \n 8ID 1911 \n 5ID 1910"


def test_8_5_2c_no_way_but_into_the_enemy() -> None:
    """8.5.2c: straight to the Cadre Box."""
    match = study("combat cp", f"{PUSH} \n unit D like 63DR df=4 \n {SURROUNDED} \n D 2010", dice=[1])
    events = fight(match, "2010", "A")
    assert place(match, "D") == "cadre"
    assert of_kind(events, "no-retreat")[0].cites == ("8.5.2c", "8.5.5")


def test_8_5_5_off_the_map() -> None:
    """8.5.5: in the corner with every hex before it taken by the enemy."""
    match = study("combat cp", f"{PUSH} \n unit D like 63DR df=4 \n A 1002 \n B 1101 \n C 1102 \n D 1001", dice=[1])
    fight(match, "1001", "A")
    assert place(match, "D") == "cadre"


def test_8_5_5_the_edge_only_when_nothing_else_is_left() -> None:
    """8.5.5, ruling C16: through a zone rather than off the map."""
    match = study("combat cp", f"{PUSH} \n unit D like 63DR df=4 \n A 1002 \n B 1102 \n D 1001", dice=[1])
    fight(match, "1001", "A")
    assert place(match, "D") == "1101" if asked(match) != "retreat" else "1101" in ends(match)


FRIENDS = "61DR 2011 \n 62DR 1911 \n 14DI 2012 \n 7DI 2112 \n 8DI 1912 \n 55DR 1811 \n 56DR 1810"


def test_m121_overstack_penalty_is_capped() -> None:
    """8.5.3, 4.1.5: over two full hexes and more it costs one step, once."""
    match = pushed(f"A 2009 \n B 2110 \n {FRIENDS} \n D 2010", "A", "B")
    events = play(match, "retreat D 2013")
    assert (place(match, "D"), steps(match, "D"), disrupted(match, "D")) == ("2013", 3, True)
    assert [e.cites[0] for e in of_kind(events, "loss")][-1] == "8.5.3"


def test_8_5_3_full_hexes_are_avoided_if_possible() -> None:
    """8.5.3, ruling C16: with 2111 free nobody goes on through 2011."""
    match = pushed("A 2009 \n 14DI 2011 \n 55DR 1911 \n D 2010", "A")
    assert place(match, "D") == "2111"
    assert steps(match, "D") == 4


def test_8_5_3_cavalry_leaves_room() -> None:
    """8.5.3, 4.1.1: a hex of cavalry is not full for an infantry unit."""
    match = pushed("A 2009 \n 1DC 2011 \n 3DC 2011 \n D 2010", "A")
    assert "2011" in ends(match)


def test_ruling_c46_zone_and_full_hex_add_up() -> None:
    """8.5.2b, 8.5.3: 2011 is full and in a zone: two steps."""
    match = pushed("A 2009 \n B 2110 \n C 1910 \n 7ID 2111 \n 8ID 1911 \n 14DI 2011 \n D 2010", "A", "B", "C")
    assert place(match, "D") == "2012"
    assert steps(match, "D") == 2


def test_8_5_4_a_step_lost_in_the_retreat_disrupts() -> None:
    """8.5.4, ruling C17: R alone does not."""
    match = pushed("A 2009 \n B 2110 \n 7ID 1912 \n D 2010", "A", "B")
    events = play(match, "retreat D 2011")
    assert [e.cites for e in of_kind(events, "disrupted")] == [("8.5.4",)]


def test_ruling_c56_the_units_of_a_hex_may_part() -> None:
    """8.5.3, 8.5.4: each goes its own way."""
    match = study("combat cp", f"{PUSH} \n A 2009 \n unit D like 63DR df=3 \n D 2010 \n 1DC 2010", dice=[1])
    fight(match, "2010", "A")
    play(match, "retreat 1DC 2111", "retreat D 2011")
    assert (place(match, "D"), place(match, "1DC")) == ("2011", "2111")


def test_8_5_1_an_attacker_who_is_gone_does_not_count() -> None:
    """8.5.1, ruling C35: B died in its own attack; a hex beside 2110 will do."""
    lines = f"{PUSH} \n unit W like 4ID af=8 \n unit D like 63DR df=4 \n A 2009 \n W 2110 1 \n D 2010"
    match = study("combat cp", lines, dice=[1, 1])
    fight(match, "2010", "A", "W")
    assert place(match, "W") == "cadre"
    assert "2111" in ends(match)


# -- the search against a plain one --


def every_way(g: Marne, unit: int, attackers: list[int], longest: int) -> Iterator[tuple[tuple[int, int, int], int]]:
    """All ways up to some length with their price (zones, full hex, hexes) and their end, by brute force."""
    grid, loc = g.setting.grid, g.state.loc
    side = g.setting.side[unit]
    beside = {n for a in attackers for n in grid.neighbours[loc[a]]}

    def go(path: list[int], zones: int, over: int) -> Iterator[tuple[tuple[int, int, int], int]]:
        here = path[-1]
        if len(path) > 1 and here not in beside:
            if fits(g, unit, here):
                yield (zones, over, len(path) - 1), here
                return
            over = 1
        if len(path) <= longest:
            for step in grid.neighbours[here]:
                if step not in path and not g.closed[side][step]:
                    yield from go([*path, step], zones + (g.zones[1 - side][step] > 0), over)

    return go([loc[unit]], 0, 0)


@pytest.mark.parametrize("seed", range(25))
def test_ruling_c16_the_best_ways_are_found(seed: int) -> None:
    """8.5.1-8.5.3: the same ends as a search through all ways, and each way is what it claims to be."""
    rng = random.Random(seed)
    match = study("combat cp", "63DR 2010")
    g = game(match)
    grid = g.setting.grid
    start = grid.cell("2010")
    around = [c for c in grid.within(start, 3) if c != start]
    hexes = rng.sample(around, 16)
    germans = [number(match, uid) for uid in ("3ID", "4ID", "7ID", "2KD", "13ID")]
    friends = [number(match, uid) for uid in ("14DI", "55DR", "56DR", "61DR", "62DR", "5DI", "6DI", "1DC", "3DC")]
    for unit, hex_number in zip(germans + friends, hexes, strict=False):
        g.place(unit, hex_number)
    attackers = [u for u in germans if grid.distance(g.state.loc[u], start) == 1]
    if not attackers:
        g.place(germans[0], OFF_MAP)
        g.place(germans[0], next(n for n in grid.neighbours[start] if not g.stack[n]))
        attackers = [germans[0]]
    unit = number(match, "63DR")
    found = ways_of_retreat(g, unit, attackers)
    expected = list(every_way(g, unit, attackers, longest=4))
    if not expected:
        return
    best = min(price for price, _ in expected)
    if best[2] >= 4:
        return                                                  # a longer way might be better still
    shortest = {end for price, end in expected if price == best}
    assert {way.end for way in found if len(way.path) == best[2]} >= shortest
    for way in found:
        if way.end not in shortest:                             # ruling C65: out of the zones at the same price
            assert (way.avoided, way.went_on, g.zones[0][way.end]) == (best[0], best[1], 0)
    for way in found:
        steps_taken = [start, *way.path]
        assert all(grid.distance(a, b) == 1 for a, b in pairwise(steps_taken))
        assert way.avoided == sum(g.zones[0][c] > 0 for c in way.path)
