"""Rulings on combat and its aftermath, each played once; other rulings have their tests beside the rules."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from grognard.engine import Event, Match
from tests.games.friedensturm_1918.position import (
    cell,
    disorder,
    fight,
    force,
    game,
    listed,
    marker,
    number,
    of_kind,
    place,
    play,
    study,
    until,
)

BOTH = "HQ-III 10.19 \n AOK-18 10.01 \n tanks 0"


def can(match: Match, action: str) -> bool:
    return bool(match.check(action))


def odds(events: Sequence[Event]) -> Any:
    return of_kind(list(events), "odds")[-1].data["odds"]


def shifts(events: Sequence[Event]) -> dict[str, int]:
    return {row["what"]: row["value"] for row in odds(events)["shifts"]}


def coordination(events: Sequence[Event], side: str) -> Any:
    return next(event.data for event in of_kind(list(events), "coordination") if event.data["side"] == side)


# -- declaration and guns --


def test_q61_all_units_of_one_hex() -> None:
    lines = f"206ID 10.10 \n 18DI 10.11 1 \n 11DI/26 10.11 \n 36DI 11.11 \n {BOTH}"
    match = study("combat german", lines)
    events = fight(match, "10.11", "206ID", dice=[3, 4, 3, 3])
    assert [row["what"] for row in odds(events)["defence"]] == ["18DI", "11DI/26"]


def test_q96_a_lone_tank_defends_with_its_protection() -> None:
    match = study("combat german", f"206ID 10.10 \n BCL-1 10.11 \n {BOTH}")
    events = fight(match, "10.11", "206ID", dice=[3, 4, 3, 3])
    assert shifts(events)["morale of the lead units"] == 4 - 3


def test_q62_no_quota_in_exploitation() -> None:
    """The attacker bombards with nothing, and may still counter-battery."""
    guns = "GCA-1 10.09 \n ACA-1 10.12 \n ACA-2 10.12 \n AAA-1 10.13"
    match = study("exploitation-combat german", f"206ID 10.10 marker=3 \n 18DI 10.11 \n {guns} \n {BOTH}")
    play(match, "attack 10.11")
    assert can(match, "counter GCA-1")
    assert not can(match, "support GCA-1")


def test_q44_bombardment_falls_on_whom_the_owner_likes() -> None:
    guns = "AAA-1 10.13 \n ACA-1 10.12 \n ACA-2 10.12"
    match = study("combat german", f"206ID 10.10 \n 227ID 09.11 \n 18DI 10.11 \n {guns} \n {BOTH}")
    force(match, 4)
    play(match, "attack 10.11", "all")
    until(match, "hits", "support AAA-1", "support ACA-1", "support ACA-2")
    assert {"lose 206ID", "lose 227ID"} <= set(listed(match))
    play(match, "lose 227ID")
    assert {"disorganise 206ID", "disorganise 227ID"} <= set(listed(match))


# -- odds --


@pytest.mark.parametrize(
    ("terrain", "times", "shift"),
    [("town", 2, 0), ("village", 1, -1), ("clear", 1, 0)],
)
def test_q42_towns_and_villages(terrain: str, times: int, shift: int) -> None:
    match = study("combat german", f"terrain {terrain} 10.11 \n 206ID 10.10 \n 222ID 09.11 \n 18DI 10.11 \n {BOTH}")
    events = fight(match, "10.11", "206ID,222ID", "lead 206ID", dice=[3, 4, 3, 3])
    assert odds(events)["defence_total"] == 11 * times
    assert sum(shifts(events).values()) == shift


def test_q86_a_bridge_does_not_take_the_minor_river_away() -> None:
    ground = "side minor-river+bridge 10.10-10.11 \n link road 10.10-10.11"
    match = study("combat german", f"{ground} \n 206ID 10.10 \n 10DI 10.11 \n {BOTH}")
    events = fight(match, "10.11", "206ID", dice=[3, 4, 3, 3])
    assert -1 in shifts(events).values()


def test_q60_three_steps_from_the_highest_morale() -> None:
    """A regiment of morale 5 goes first, both steps, then the division."""
    lines = f"feature fort 10.11 \n 206ID 10.10 1 \n 19ID/74 10.10 stoss=ST-1 \n 18DI 10.11 \n {BOTH}"
    match = study("combat german", lines)
    events = fight(match, "10.11", "206ID,19ID/74", "hold", "lead 206ID")
    assert of_kind(events, "cancelled")
    assert place(match, "19ID/74") == place(match, "206ID") == "lost"
    assert not of_kind(events, "coordination")


def test_q67_evolving_doctrine_does_nothing() -> None:
    match = study("combat allied", f"18DI 10.10 \n 227ID 10.11 \n {BOTH}")
    events = fight(match, "10.11", "18DI", dice=[3, 4, 3, 3])
    assert set(shifts(events)) == {"morale of the lead units"}
    assert coordination(events, "allied")["rows"] == []


def test_n07_morale_shifts_columns_and_nothing_else() -> None:
    match = study("combat german", f"206ID 10.10 \n 58DI 10.11 \n {BOTH}")
    events = fight(match, "10.11", "206ID", dice=[3, 4, 3, 3])
    assert shifts(events)["morale of the lead units"] == 2
    assert coordination(events, "german")["drm"] == 0


@pytest.mark.parametrize(
    "ground", ["side minor-river+bridge 10.10-10.11", "terrain town 10.10", "slope slope 10.11-10.10"]
)
def test_q69_where_tanks_do_not_attack(ground: str) -> None:
    lines = f"{ground} \n 11DI/26 10.11 \n 11DI/69 10.11 \n BCL-1 10.11 \n 84ID 10.10 1 \n {BOTH}"
    match = study("combat allied", lines)
    play(match, "attack 10.10")
    assert match.decision is not None
    assert match.decision.kind == "participants"
    assert can(match, "join 11DI/26")
    assert not can(match, "join BCL-1")


# -- results --


def test_q14_fog_in_exploitation() -> None:
    results = []
    for weather in ("fair", "fog"):
        lines = f"206ID 10.10 marker=3 \n 222ID 09.11 marker=3 \n 18DI 10.11 \n {BOTH}"
        match = study("exploitation-combat german", lines, weather=weather)
        events = fight(match, "10.11", "206ID,222ID", "lead 206ID", dice=[3, 4, 3, 3])
        results.append(of_kind(events, "combat")[-1].data["attacker"])
    assert results[0] - results[1] == 1


def test_n13_defenders_who_retreated_do_not_react() -> None:
    lines = f"206ID 10.10 \n 222ID 09.11 \n 18DI 10.11 \n 36DI 12.13 \n {BOTH}"
    match = study("combat german", lines)
    force(match, 6, 6, 6, 2)
    play(match, "attack 10.11", "all", "lead 206ID", "withdraw 3")
    until(match, "reaction", "retreat 10.12", "retreat 10.13", "retreat 10.14")
    assert any(action.startswith("react 36DI") for action in listed(match))
    assert not any(action.startswith("react 18DI") for action in listed(match))


def test_q45_extra_steps_are_the_owner_s_choice() -> None:
    """Sacrifice: each side loses a step more, the attacker chooses among all his attackers."""
    match = study("combat german", f"206ID 10.10 \n 222ID 09.11 \n 58DI 10.11 disorder=2 \n {BOTH}")
    force(match, 6, 6, 1, 3, 1)
    play(match, "attack 10.11", "all", "lead 206ID")
    assert match.decision is not None
    assert match.decision.kind == "hits"
    assert {"lose 206ID", "lose 222ID"} <= set(listed(match))


def test_n16_extra_steps_come_before_hit_points() -> None:
    match = study("combat german", f"206ID 10.10 \n 222ID 09.11 \n 58DI 10.11 disorder=2 \n {BOTH}")
    force(match, 6, 6, 1, 3, 3)  # suicidal counter-attack
    events = play(match, "attack 10.11", "all", "lead 206ID")
    kinds = [event.kind for event in events if event.kind in ("orders", "loss", "eliminated")]
    assert kinds[0] == "orders"
    assert place(match, "58DI") == "lost"


def test_n14_stosstruppen_held_back() -> None:
    """No column, no coordination, and the asterisk passes them by."""
    lines = f"19ID/74 10.10 stoss=ST-1 \n 19ID/78 10.10 \n 206ID 09.11 \n 18DI 10.11 \n {BOTH}"
    match = study("combat german", lines)
    force(match, 1, 1, 2, 3)
    events = play(match, "attack 10.11", "all", "hold", "lead 206ID")
    assert "*" in of_kind(events, "combat")[-1].data["outcome"]
    assert "Stosstruppen attack" not in shifts(events)
    assert not any("Stosstruppen" in row for row in coordination(events, "german")["rows"])
    assert place(match, "ST-1") == "10.10"


def test_q95_an_asterisk_without_stosstruppen() -> None:
    match = study("combat german", f"206ID 10.10 \n 222ID 09.11 \n 18DI 10.11 \n {BOTH}")
    events = fight(match, "10.11", "206ID,222ID", "lead 206ID", dice=[1, 1, 2, 3])
    assert "*" in of_kind(events, "combat")[-1].data["outcome"]
    assert {event.data["unit"] for event in of_kind(events, "loss")} <= {
        number(match, uid) for uid in ("206ID", "222ID", "18DI")
    }


# -- retreat, advance, exploitation --


def test_q47_all_units_retreat_the_same_number_of_hexes() -> None:
    lines = f"206ID 10.10 \n 222ID 10.10 2 \n 11DI/26 10.11 \n 11DI/69 10.11 \n {BOTH}"
    match = study("combat german", lines)
    force(match, 4, 4, 4, 2)
    play(match, "attack 10.11", "all", "lead 206ID")
    until(match, "withdraw")
    assert can(match, "withdraw 2")
    play(match, "withdraw 2")
    while match.decision is not None and match.decision.kind == "retreat":
        play(match, next(action for action in listed(match) if action.startswith("retreat")))
    gone = [uid for uid in ("11DI/26", "11DI/69") if place(match, uid) != "lost"]
    grid = match.setting.grid
    assert gone
    assert all(grid.distance(cell(match, place(match, uid)), cell(match, "10.11")) == 2 for uid in gone)


def test_q52_an_advance_over_a_bridge_goes_on() -> None:
    """Without a bridge it ends behind the river."""
    for bridge, further in (("major-river+bridge", True), ("major-river", False)):
        lines = f"side {bridge} 10.10-10.11 \n 206ID 10.10 \n 222ID 09.11 \n 58DI 10.11 1 \n {BOTH}"
        match = study("combat german", lines)
        force(match, 6, 6, 2, 6)
        play(match, "attack 10.11", "all", "lead 206ID", "advance 206ID 10.11")
        assert any(action.startswith("advance 206ID") for action in listed(match)) == further, bridge


def test_n12_no_advance_without_room() -> None:
    lines = f"19ID/74 10.10 \n 19ID/78 10.10 \n 206ID 09.11 \n 58DI 10.11 1 \n {BOTH}"
    match = study("combat german", lines)
    force(match, 5, 5, 2, 3)
    play(match, "attack 10.11", "all", "lead 19ID/74", "advance 19ID/74 10.11", "advance 19ID/78 10.11")
    assert match.decision is None or not can(match, "advance 206ID 10.11")


@pytest.mark.parametrize(("company", "together"), [("GCA-1 10.10", True), ("227ID 10.10 1", False)])
def test_q56_regiments_of_one_division_alone_in_a_hex(company: str, together: bool) -> None:
    """A gun does not matter, another combat unit does."""
    lines = f"19ID/74 10.10 \n 19ID/78 10.10 \n {company} \n 58DI 10.11 1 \n {BOTH}"
    match = study("combat german", lines)
    force(match, 6, 6, 2, 6)
    play(match, "attack 10.11", "join 19ID/74", "join 19ID/78", "end")
    until(match, "exploit", "lead 19ID/74")
    play(match, "exploit 19ID/74")
    assert (marker(match, "19ID/78") == "exploitation") == together


def test_n02_markers_of_both_sides_are_adjusted() -> None:
    lines = f"206ID 05.05 disorder=2 \n 18DI 10.15 disorder=2 \n {BOTH}"
    match = study("adjustment german", lines)
    until(match, "movement")
    assert disorder(match, "206ID") == disorder(match, "18DI") == "reorganising"


def test_q38_another_hex_if_the_listed_ones_are_barred() -> None:
    """Scenario 4: an Allied division stands where the German 10th Division is to come."""
    held = 'held {"25.22": 0, "29.27": 0}'
    lines = f"{held} \n 28US 30.25"
    match = study("phases german", lines, scenario="foch-attacks", start=True, turn=18, sequence=2, dice=[6])
    entries = {action.split()[2] for action in listed(match) if action.startswith("enter 10ID/6")}
    assert entries
    assert "30.25" not in entries
    allied = [game(match).state.loc[number(match, uid)] for uid in ("28US", "39DI", "26US")]
    grid = match.setting.grid
    assert all(grid.distance(cell(match, hex), enemy) > 1 for hex in entries for enemy in allied)


def test_q76_four_air_units_under_a_headquarters() -> None:
    from grognard.games.friedensturm_1918 import GAME

    names = ("AIR-FEQUANT", "AIR-CHABERT", "AIR-VUILLEMIN", "AIR-VILLOME")
    based = "\n".join(f"{name} 10.19 mission=0 base=HQ-III" for name in names)
    flying = "AIR-MENARD 10.11 mission=3 base=HQ-III"
    match = study("adjustment german", f"{based} \n {flying} \n 206ID 10.10 \n 18DI 10.11 \n {BOTH}", air="yes")
    until(match, "movement")
    assert not [problem for problem in GAME.invariants(game(match)) if "17.1" in problem]
    assert place(match, "AIR-MENARD") == "off-map"
