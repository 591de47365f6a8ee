"""Tactical coordination (12.2.6) and the order of results (12.2.7)."""

from __future__ import annotations

import pytest

from grognard.engine import Match
from grognard.games.friedensturm_1918.rules.coordination import attacker_rows, defender_rows, level_of
from grognard.games.friedensturm_1918.rules.fight import Combat
from tests.games.friedensturm_1918.position import (
    asked,
    cell,
    destinations,
    disorder,
    fight,
    force,
    game,
    listed,
    marker,
    number,
    of_kind,
    only,
    place,
    play,
    refused,
    steps,
    study,
    until,
    who,
)

OPEN = "7RD 18.10 \n 126DI 18.11"
"""Two units in contact far away, so that the combat phase goes on."""


def combat(match: Match, target: str, units: str, lead: str, chief: str, stoss: bool = False) -> Combat:
    g = game(match)
    c = Combat(g, cell(match, target))
    c.attackers = [number(match, uid) for uid in units.split(",")]
    c.lead, c.chief, c.uses_stoss = number(match, lead), number(match, chief), stoss
    return c


def drm(match: Match, c: Combat, attacker: bool) -> list[int]:
    g = game(match)
    return sorted(row.value for row in (attacker_rows(g, c) if attacker else defender_rows(g, c)))


@pytest.mark.parametrize(
    ("die", "mods", "level"),
    [
        (5, -4, "none"),
        (6, -4, "perfect"),
        (1, 3, "none"),
        (1, -1, "misunderstood"),
        (4, -2, "none"),
        (4, 0, "partial"),
        (5, 1, "perfect"),
        (2, -2, "misunderstood"),
        (3, 0, "partial"),
        (2, 0, "none"),
        (1, 9, "none"),
        (5, -9, "misunderstood"),
    ],
)
def test_12_2_6_levels(die: int, mods: int, level: str) -> None:
    """12.2.6, TC01, rulings Q08, Q09: natural 6 and natural 1."""
    assert level_of(game(study("combat german", OPEN)), die, mods) == level


def test_12_2_6_the_defenders_modifiers() -> None:
    """12.2.6, TC07, SC30: trenches, elite, disorder, nations, Foch; reorganising counts."""
    lines = "feature trench-allied 10.11\nJD 10.10 \n 11DI/26 10.11 \n 11DI/69 10.11 disorder=1"
    match = study("combat german", lines)
    assert drm(match, combat(match, "10.11", "JD", "JD", "11DI/26"), False) == [-1, 1, 2]
    mixed = study("combat german", "JD 36.11 \n 22DI 36.12 1 \n 50BR 36.12 1", scenario="blucher", blank=False, turn=1)
    trench = 2 if game(mixed).setting.trenches >> cell(mixed, "36.12") & 1 else 0
    assert sum(drm(mixed, combat(mixed, "36.12", "JD", "JD", "22DI"), False)) == trench - 2
    assert sum(drm(mixed, combat(mixed, "36.12", "JD", "JD", "50BR"), False)) == trench - 1


def test_12_2_6_bruchmuller_confuses_the_allies() -> None:
    """12.2.6, 15.2.2: -2 in range of the offensive artillery in the first sequence."""
    match = study("combat german", "JD 10.10 \n 18DI 10.11 \n GAA-1 10.08 offensive", sequence=1)
    assert drm(match, combat(match, "10.11", "JD", "JD", "18DI"), False) == [-2]


def test_12_2_6_the_attackers_modifiers() -> None:
    """12.2.6: Stosstruppen, elite lead, offensive modifier."""
    lines = "5ID/8 10.10 stoss=ST-1 \n 18DI 10.11 \n GAA-1 10.08 offensive"
    match = study("combat german", lines, sequence=1)
    assert drm(match, combat(match, "10.11", "5ID/8", "5ID/8", "18DI", stoss=True), True) == [1, 1, 2]


@pytest.mark.parametrize(
    ("units", "value"),
    [("JD", 0), ("JD,227ID", -1), ("JD,84ID", -2), ("JD,227ID,84ID", -2), ("JD,R3", 0)],
)
def test_12_2_6_weak_divisions(units: str, value: int) -> None:
    """12.2.6, TC10: divisions of morale 3 or 2, not both; regiments do not count."""
    lines = "unit R3 like 5ID/8 morale=3\nJD 10.10 \n 227ID 09.11 1 \n 84ID 11.11 1 \n R3 10.12 \n 18DI 10.11"
    match = study("combat german", lines)
    assert sum(drm(match, combat(match, "10.11", units, "JD", "18DI"), True)) == value


def test_12_2_6_doctrines_in_attack() -> None:
    """12.2.6, TC04: Foch +1, Pétain -1 for the French."""
    match = study("combat allied", "152DI 10.10 late \n 227ID 10.11")
    assert drm(match, combat(match, "10.11", "152DI", "152DI", "227ID"), True) == [1]
    lines = "MOROCCAN 24.18 \n 14RD/16R 24.19 \n AAA-1 22.18 offensive"
    match = study("combat allied", lines.replace("MOROCCAN", "DM/LE"), scenario="foch-attacks", blank=False, sequence=1)
    assert drm(match, combat(match, "24.19", "DM/LE", "DM/LE", "14RD/16R"), True) == [-1, 1, 2]


def test_12_2_6_french_tanks_against_an_elite_division() -> None:
    """12.2.6, IN03: 4 - 1 for Pétain + 2 for the offensive; 2 + 1 for an elite lead: partial for both."""
    lines = "18DI 10.10 \n BCL-1 10.10 \n 14RD/16R 10.11 \n 14RD/53R 10.11 \n AAA-1 10.08 offensive"
    match = study("combat allied", lines, scenario="foch-attacks", sequence=1)
    c = combat(match, "10.11", "18DI,BCL-1", "18DI", "14RD/16R")
    assert (drm(match, c, True), drm(match, c, False)) == ([-1, 2], [1])
    assert (level_of(game(match), 4, 1), level_of(game(match), 2, 1)) == ("partial", "partial")


def test_12_2_6_nations_of_the_attacker() -> None:
    match = study("combat allied", "18DI 10.10 \n 3US/4 09.11 \n 227ID 10.11", scenario="blucher", turn=2)
    c = combat(match, "10.11", "18DI,3US/4", "18DI", "227ID")
    assert -1 in drm(match, c, True)


# -- what coordination allows --


def test_12_2_6_partial_defender_may_retreat_two_hexes() -> None:
    """12.2.6, 12.2.7, RT04: each hex saves three hit points; a hex alone does not disorganise."""
    match = study("combat german", f"JD 10.10 \n 46RD 09.11 \n 18DI 10.11 \n {OPEN}")
    play(match, "attack 10.11", "all")
    force(match, 4, 4, 3, 3)
    until(match, "withdraw")
    assert who(match) == "allied"
    assert set(listed(match)) == {"hold", "withdraw 1", "withdraw 2"}


@pytest.mark.parametrize(
    ("defender", "die", "most"),
    [
        ("18DI 10.11", 6, 3),
        ("18DI 10.11 disorder=2", 6, 2),
        ("18DI 10.11 disorder=1", 5, 1),
        ("152DI 10.11 late", 6, 2),
    ],
)
def test_12_2_6_how_far(defender: str, die: int, most: int) -> None:
    """12.2.6, RT01: three with perfect coordination; one less under Foch or with a disorganised unit."""
    match = study("combat german", f"JD 10.10 \n {defender} \n {OPEN}", dice=[3, 3, die, 3])
    play(match, "attack 10.11")
    assert asked(match) == "withdraw"
    assert max(int(text.split()[1]) for text in listed(match) if " " in text) == most


def test_12_2_6_without_coordination_nobody_retreats() -> None:
    match = study("combat german", f"JD 10.10 \n 18DI 10.11 \n {OPEN}")
    events = fight(match, "10.11", "JD", dice=[3, 3, 2, 3])
    assert not of_kind(events, "retreat")


def test_12_2_6_reaction_moves() -> None:
    """12.2.6, RX02, ruling Q07: within 3 hexes, out of zones, half the allowance; combat units only."""
    lines = f"JD 10.10 \n 18DI 10.11 \n 15DI 10.14 \n 36DI 10.17 \n 123DI 09.12 \n 46RD 08.12 \n ACA-1 11.13 \n {OPEN}"
    match = study("combat german", lines, dice=[3, 3, 4, 3])
    play(match, "attack 10.11")
    until(match, "reaction", "hold")
    assert who(match) == "allied"
    refused(match, "react 36DI 10.16", "12.2.6", "more than 3")
    refused(match, "react 123DI 10.12", "12.2.6", "enemy zone")
    refused(match, "react ACA-1 11.12", "12.2.6", "not one of your combat units")
    assert destinations(match, "15DI", "react") >= {"10.12", "10.13", "10.16"}
    assert "10.17" not in destinations(match, "15DI", "react")
    play(match, "react 15DI 10.12")
    assert place(match, "15DI") == "10.12"
    assert asked(match) != "reaction"  # one with partial coordination


def test_12_2_6_a_reaction_into_the_attacked_hex_needs_survivors() -> None:
    lines = f"JD 10.10 \n 18DI 10.11 1 \n 11DI/26 10.13 \n {OPEN}"
    match = study("combat german", lines, dice=[2, 2, 4, 3])
    play(match, "attack 10.11")
    until(match, "reaction", "hold")
    assert "10.11" in destinations(match, "11DI/26", "react")
    gone = study("combat german", lines, dice=[2, 2, 4, 3])
    play(gone, "attack 10.11")
    until(gone, "reaction", "withdraw 1")
    assert "10.11" not in destinations(gone, "11DI/26", "react")


def test_12_2_6_no_coordination_lets_the_defender_strip_a_marker() -> None:
    """12.2.6, 12.2.7, ruling Q57: within 3 hexes of the attacked hex."""
    lines = f"JD 10.10 \n 18DI 10.11 \n 46RD 10.08 marker=2 \n 45RD 10.04 marker=2 \n {OPEN}"
    match = study("combat german", lines, dice=[3, 3, 2, 2])
    play(match, "attack 10.11")
    assert (asked(match), who(match)) == ("strip", "allied")
    assert set(listed(match)) == {"strip 46RD", "end"}
    play(match, "strip 46RD")
    assert (marker(match, "46RD"), marker(match, "45RD")) == ("none", "reserve")


# -- misunderstood orders --


@pytest.mark.parametrize(
    ("side", "die", "name"),
    [
        ("defender", 1, "Sacrifice"),
        ("defender", 2, "Panic"),
        ("defender", 3, "Suicidal counter-attack"),
        ("defender", 4, "Rout"),
        ("defender", 5, "Indecisiveness"),
        ("defender", 6, "Reserves misdirected"),
        ("attacker", 1, "Fierce fighting"),
        ("attacker", 2, "Confusion"),
        ("attacker", 3, "Stubbornness"),
        ("attacker", 4, "Panic"),
        ("attacker", 5, "Lack of enthusiasm"),
        ("attacker", 6, "Orders countermanded"),
    ],
)
def test_12_2_6_every_misunderstood_order_comes_up(side: str, die: int, name: str) -> None:
    """12.2.6: a further die, for a shaken defender or an attacker with a weak division."""
    if side == "attacker":
        match = study("combat german", f"18DI 10.11 \n JD 10.10 \n 84ID 09.11 1 \n {OPEN}")
        events = fight(match, "10.11", "JD,84ID", dice=[3, 3, 2, 1, die])
    else:
        match = study("combat german", f"58DI 10.11 disorder=1 \n JD 10.10 \n {OPEN}")
        events = fight(match, "10.11", "JD", dice=[3, 3, 1, 3, die])
    order = only(events, "orders")
    assert (order.data["name"], order.data["die"], order.data["side"]) == (
        name,
        die,
        "german" if side == "attacker" else "allied",
    )


def test_12_2_6_sacrifice_and_fierce_fighting_cost_both_a_step() -> None:
    match = study("combat german", f"58DI 10.11 disorder=1 \n JD 10.10 \n {OPEN}")
    events = fight(match, "10.11", "JD", dice=[3, 3, 1, 3, 1])
    losers = {e.data["unit"] for e in events if e.kind in ("loss", "eliminated") and e.cites[0] == "12.2.6"}
    assert losers == {number(match, "58DI"), number(match, "JD")}


def test_12_2_6_panic_of_the_defender() -> None:
    """12.2.6, ruling Q83: a hex back, no hit points saved; they are taken after the retreat."""
    match = study("combat german", f"58DI 10.11 disorder=1 \n JD 10.10 \n {OPEN}")
    events = fight(match, "10.11", "JD", dice=[3, 3, 1, 3, 2])
    kinds = [e.kind for e in events]
    assert kinds.index("retreat") < kinds.index("loss" if "loss" in kinds else "eliminated")
    assert only(events, "orders").data["name"] == "Panic"


def test_12_2_6_counter_attack_and_stubbornness() -> None:
    match = study("combat german", f"58DI 10.11 disorder=1 \n JD 10.10 \n {OPEN}")
    events = fight(match, "10.11", "JD", dice=[3, 3, 1, 3, 3])
    assert [e.data["unit"] for e in events if e.cites[:1] == ("12.2.6",) and e.kind == "loss"] == [
        number(match, "58DI")
    ]


def test_12_2_6_rout_and_lack_of_enthusiasm_change_hit_points() -> None:
    match = study("combat german", f"58DI 10.11 disorder=1 \n JD 10.10 \n {OPEN}")
    events = fight(match, "10.11", "JD", dice=[3, 3, 1, 3, 4])
    hits = only(events, "combat").data["attacker"]
    lost = sum(e.kind == "loss" and e.data["unit"] == number(match, "JD") for e in events)
    assert lost == max(0, hits - 3) // 3
    match = study("combat german", f"18DI 10.11 \n JD 10.10 \n 84ID 09.11 1 \n {OPEN}")
    events = fight(match, "10.11", "JD,84ID", dice=[6, 6, 2, 1, 5])
    assert only(events, "orders").data["name"] == "Lack of enthusiasm"
    assert steps(match, "18DI") == 3 - max(0, only(events, "combat").data["defender"] - 3) // 3


def test_12_2_6_indecisive_defenders_are_pinned() -> None:
    """12.2.6, 3.0, MO06: regiments with Stosstruppen and tanks need not stop beside them."""
    match = study("combat german", f"18DI 10.11 disorder=1 \n 15DI 11.11 \n JD 10.10 \n {OPEN}")
    g = game(match)
    fight(match, "10.11", "JD", dice=[3, 3, 1, 3, 5])
    assert g.state.loc
    assert game(match).state.pinned[number(match, "18DI")] == 1
    bold = study("exploitation german", "18DI 10.11 pinned \n 5ID/8 10.10 marker=3 stoss=ST-1 \n 15DI 02.19")
    assert {"11.11", "11.12", "10.12"} <= destinations(bold, "5ID/8")
    plain = study("exploitation german", "18DI 10.11 pinned \n 5ID/8 10.08 marker=3 \n 15DI 02.19")
    assert "10.10" in destinations(plain, "5ID/8")
    refused(plain, "move 5ID/8 11.12", "11.1.1")


def test_12_2_6_misdirected_reserves() -> None:
    """12.2.6, ruling Q82: the attacker moves a unit of the defender by a hex, out of zones."""
    match = study("combat german", f"58DI 10.11 disorder=1 \n 15DI 10.13 \n JD 10.10 \n {OPEN}", dice=[3, 3, 1, 3, 6])
    play(match, "attack 10.11")
    assert (asked(match), who(match)) == ("misdirect", "german")
    play(match, "misdirect 15DI 10.14")
    assert place(match, "15DI") == "10.14"


def test_12_2_6_confusion_is_the_defenders_choice() -> None:
    """12.2.6, MO03."""
    lines = f"18DI 10.11 \n JD 10.10 \n 84ID 09.11 1 \n {OPEN}"
    match = study("combat german", lines, dice=[3, 3, 2, 1, 2])
    play(match, "attack 10.11", "all")
    assert (asked(match), who(match)) == ("confusion", "allied")
    play(match, "disorganise JD")
    assert disorder(match, "JD") == "disorganised"


def test_12_2_6_panic_of_the_attacker() -> None:
    """12.2.6, ruling Q82: one unit of his choice goes back a hex."""
    lines = f"18DI 10.11 \n JD 10.10 \n 84ID 09.11 1 \n {OPEN}"
    match = study("combat german", lines, dice=[3, 3, 2, 1, 4])
    play(match, "attack 10.11", "all")
    assert (asked(match), who(match)) == ("panic", "german")
    play(match, "panic 84ID")
    assert asked(match) == "retreat"
    play(match, listed(match)[0])
    assert place(match, "84ID") != "09.11"


def test_12_2_6_countermanded_orders_strip_a_marker() -> None:
    lines = f"18DI 10.11 \n JD 10.10 \n 84ID 09.11 1 \n 46RD 10.08 marker=2 \n {OPEN}"
    match = study("combat german", lines, dice=[3, 3, 2, 1, 6])
    play(match, "attack 10.11", "all")
    assert asked(match) == "strip"
    play(match, "strip 46RD")
    assert marker(match, "46RD") == "none"


def test_12_2_7_the_order_of_results() -> None:
    """12.2.7: orders, retreat, the defender's losses, then the attacker's, then the advance."""
    match = study("combat german", f"JD 10.10 \n 46RD 09.11 \n 18DI 10.11 \n {OPEN}")
    events = fight(match, "10.11", "JD,46RD", "lead JD", "withdraw 1", "advance 46RD 10.11", dice=[6, 6, 4, 4])
    kinds = [e.kind for e in events]
    assert kinds.index("retreat") < kinds.index("advance")
    defender = [
        n
        for n, e in enumerate(events)
        if e.kind in ("loss", "disorganised") and e.data["unit"] == number(match, "18DI")
    ]
    attacker = [n for n, e in enumerate(events) if e.kind == "loss" and e.data["unit"] == number(match, "JD")]
    assert max(defender) < min(attacker)
    assert kinds.index("advance") > max(attacker)
