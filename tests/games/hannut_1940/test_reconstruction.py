"""What was rebuilt for Hannut obeys every hint of the rulebook, and the method that its page states (M01 to M17)."""

from __future__ import annotations

from functools import cache
from itertools import pairwise

import pytest

from grognard.board import Board, load_board
from grognard.data import DataFolder, game_folder
from grognard.games.hannut_1940.tables import COLUMNS, FIRST_FAVOURABLE, HannutTables, Obligation, Section
from tests.games.hannut_1940.files import markdown_table, number, of, plan, region, rows, steps, table, text, units

PAGE = "reconstruction.md"
DICE = range(-60, 160)
"""13.8.1, 13.9: 0 to 99 with up to 60 either way."""


@cache
def tables() -> HannutTables:
    return HannutTables(DataFolder(game_folder("hannut-1940")))


@cache
def board() -> Board:
    return load_board(DataFolder(game_folder("hannut-1940")))


# M01, M16: map -----------------------------------------------------------------------------------------


def test_every_hex_that_the_book_names_is_there() -> None:
    named = "6407 4209 4212 6403 5604 5401 6107 5611 5201 5601 5801 5615 3915 4315 3312 3314 3305 3504"
    assert all(hex in board().grid.ids for hex in named.split())
    entries = [order["region"] for order in plan()["reinforcement"]]
    edge = frozenset().union(*(region(f"edge-{name}") for name in ("north", "south", "east", "west")))
    assert all(region(name) & edge for name in entries)


def test_the_chart_knows_everything_on_the_map() -> None:
    """M02, M11"""
    kinds = set(board().terrain) | {tag for cell in range(len(board().grid.ids)) for tag in board().tags(cell)}
    kinds |= {kind for found in (*board().sides.values(), *board().links.values()) for kind in found}
    symbols = {"railroad-symbol", "supply-german", "supply-german-from-7", "supply-french", "supply-french-until-7"}
    assert kinds - symbols == set(tables().terrain)


# M02, M11, M14: terrain effects ------------------------------------------------------------------------


def test_movement_costs() -> None:
    chart, limits = tables().terrain, tables().limits
    assert chart["clear"].mech > limits["off-road"] == 6  # 6.2: leaving the road for clear ground is a benefit
    assert chart["primary"].mech <= chart["secondary"].mech <= chart["trail"].mech == 4  # 6.2: a trail costs 1
    assert (chart["railroad"].leg, chart["railroad"].mech) == (chart["trail"].leg, chart["trail"].mech)  # 2.1.1
    assert limits["trail-rough"] == 6
    for kind in ("rough", "woods", "forest", "town"):
        assert chart[kind].mech > chart["clear"].mech >= chart[kind].leg  # 5.3
    assert chart["stream"].mech > chart["stream"].leg > 0  # 2.1.2
    assert any(row.leg != row.mech for row in chart.values())
    assert all(row.leg >= 0 and row.mech >= 0 for row in chart.values())  # M14: nothing is prohibited
    panzers = {int(u["ma"]) for u in of(type="pz-light") + of(type="pz-medium")}
    assert min(panzers) > limits["first-turn-ma"]  # 19.2


def kinds_where(name: str, value: object) -> set[str]:
    ground = [row for row in tables().terrain.values() if row.what in ("terrain", "feature")]
    return {row.kind for row in ground if getattr(row, name) == value}


def test_effects_that_the_text_lists() -> None:
    assert kinds_where("covers", True) == {"woods", "forest", "village", "town"}  # 8.2
    assert kinds_where("blocks", True) == {"town", "forest", "vantage-point"}  # 8.1.1
    assert kinds_where("air_sees", False) == {"woods", "town", "forest"}  # 8.3
    assert kinds_where("halts", False) == {"town", "forest"}  # 6.6
    assert kinds_where("combined_arms", True) == {"woods", "forest", "village", "town"}  # 13.4
    assert kinds_where("sight", 2) == {"town"}  # 8.1.2
    assert kinds_where("sight", 3) == {"vantage-point"}
    assert kinds_where("line", 1) == {"clear", "location"}  # 13.2
    assert kinds_where("line", 2) == {"rough", "woods", "village"}
    assert kinds_where("line", 3) == {"forest", "town"}
    assert kinds_where("armor", -1) == {"rough", "woods"}  # 13.8.6
    assert kinds_where("armor", -2) == {"forest", "town"}
    negative = {row.kind for row in tables().terrain.values() if row.fs < 0}
    assert negative == {"rough", "woods", "forest", "location", "village", "town"}  # 10.3.10a


def test_the_chart_and_the_modifiers_agree() -> None:
    for kind in ("rough", "woods", "forest", "location", "village", "town"):
        assert tables().terrain[kind].fs == tables().fire_drm.table[kind].drm  # 10.3.10a


# M03, M04: fire support --------------------------------------------------------------------------------


def test_fire_support_table() -> None:
    fire = tables().fire_result
    assert all(fire(value) == (0, 0) for value in (-5, 0, 7))  # 10.3.11
    assert all(fire(value) == (0, 4) for value in (23, 30))
    assert all(fire(value) not in ((0, 0), (0, 4)) for value in range(8, 23))
    results = {fire(value) for value in range(8, 23)}
    assert (1, 0) in results  # 10.3.12: AS alone, a number, both
    assert any(shifts and hits for shifts, hits in results)
    assert any(hits and not shifts for shifts, hits in results)
    assert max(hits for _, hits in results) == 3
    for lower, higher in pairwise(range(30)):
        assert fire(lower)[::-1] <= fire(higher)[::-1]


def test_a_plain_battalion_against_a_stack_in_the_open() -> None:
    """M03: nothing on two or three rolls in ten, AS on three, a hit on three, both on one or two."""
    points = number("limits", "bn-bp")
    for count, expected in ((4, [2, 3, 3, 2]), (2, [3, 3, 3, 1])):
        drm = tables().density_drm(count)
        found = [tables().fire_result(die + points + drm) for die in range(10)]
        assert [found.count(result) for result in ((0, 0), (1, 0), (0, 1), (1, 1))] == expected


def test_the_example_of_the_modifiers() -> None:
    """10.3.10: improved position, woods, five steps, no armor, spotter on a vantage point: zero."""
    drm = {id: row.drm for id, row in tables().fire_drm.table.items()}
    assert drm["ip"] + drm["woods"] + tables().density_drm(5) + drm["vantage"] == 0
    assert (drm["ip"], drm["woods"], tables().density_drm(5), drm["vantage"]) == (-1, -1, 1, 1)
    assert drm["german-air"] == 1  # 10.3.10d
    assert drm["pure-afv"] < drm["mixed-afv"] < 0  # 10.3.10c, ruling C17
    assert drm["night"] < 0  # 10.3.10d


def test_density_rises_with_the_steps() -> None:
    found = [tables().density_drm(count) for count in range(20)]
    assert found == sorted(found)
    assert len(set(found)) >= 3


def test_volleys_of_the_examples() -> None:
    """10.3.8: 12 points are volleys of 8 and 4; 10.3.9: 2 air points are 4."""
    limits = tables().limits
    assert divmod(limits["bn-pa-bp"], limits["volley"]) == (1, 4)
    assert 2 * limits["fs-per-ap"] == 4
    assert limits["ap-most"] * limits["fs-per-ap"] <= limits["volley"]  # one volley at most


# M05: ground assault -----------------------------------------------------------------------------------


def test_columns_and_lines() -> None:
    assert COLUMNS == "ABCDEFGHJKLMN"  # 13.10
    gat = tables().gat
    for line in (1, 2, 3):
        ratios = [a / d for a, d in gat.ratios[line]]
        assert len(ratios) == 13
        assert ratios == sorted(set(ratios))
    for better, worse in ((1, 2), (2, 3)):
        assert all(a / d < x / y for (a, d), (x, y) in zip(gat.ratios[better], gat.ratios[worse], strict=True))
    assert [row["results"] for row in rows("tables/assault_columns.csv")] == ["A-H"] * 8 + ["J-N"] * 5
    assert COLUMNS[FIRST_FAVOURABLE] == "J"


def test_the_column_of_a_ratio() -> None:
    """13.6.1: the highest listed ratio that is not above the real one; beyond the ends ruling C73."""
    column = tables().gat.column
    assert COLUMNS[column(1, 10, 10)] == "E"
    assert COLUMNS[column(1, 29, 10)] == "G"
    assert COLUMNS[column(1, 30, 10)] == "H"
    assert COLUMNS[column(2, 30, 10)] == "G"
    assert COLUMNS[column(3, 30, 10)] == "F"
    assert COLUMNS[column(1, 1, 99)] == "A"
    assert COLUMNS[column(3, 99, 1)] == "N"


def test_ten_entries_without_holes_for_every_possible_roll() -> None:
    gat = tables().gat  # 13.9
    for column in range(13):
        found = [gat.entry(column, roll) for roll in DICE]
        assert found == sorted(found)
        assert set(found) == set(range(10)), COLUMNS[column]


def result(who: Section, column: int, roll: int) -> Obligation:
    return tables().gat.result(who, column, tables().gat.entry(column, roll))


def test_better_rolls_and_columns_are_never_worse_for_the_attacker() -> None:
    """13.8.1: the bonus is added to both dice, so high rolls of both sides favour the attacker (ruling C80)."""
    for column in range(13):
        for roll in DICE:
            mine, theirs = result("attacker", column, roll), result("defender", column, roll)
            assert not mine.is_worse_than(result("attacker", column, max(-60, roll - 1)))
            assert not result("defender", column, max(-60, roll - 1)).is_worse_than(theirs)
            if column:
                assert not mine.is_worse_than(result("attacker", column - 1, roll)), (COLUMNS[column], roll)
                assert not result("defender", column - 1, roll).is_worse_than(theirs), (COLUMNS[column], roll)


def test_results_have_the_kinds_of_the_text() -> None:
    """13.11: *, (1) to (3), 1 to 3."""
    found = [tables().gat.results[key] for key in tables().gat.results]
    assert {one.mandatory for one in found} == {0, 1, 2, 3}
    assert {one.discretionary for one in found} == {0, 1, 2, 3}
    assert {one.check for one in found} == {True, False}
    assert str(Obligation.from_text("*(2)1")) == "*(2)1"
    assert str(Obligation.from_text("-")) == "-"


@pytest.mark.parametrize("text_of", ["(4)", "4", "**", "(1", "x", "1*", ""])
def test_results_that_do_not_exist(text_of: str) -> None:
    if text_of == "":
        assert Obligation.from_text(text_of) == Obligation()
    else:
        with pytest.raises(ValueError, match="should be like"):
            Obligation.from_text(text_of)


def mean(who: Section, column: str) -> float:
    """Hits of all kinds; a check is failed three times in ten."""
    found = [result(who, COLUMNS.index(column), roll) for roll in range(100)]
    return sum(one.mandatory + one.discretionary + 0.3 * one.check for one in found) / 100


def test_what_attacks_are_worth() -> None:
    """M05: 1:1 in the open slightly bad for the attacker, 3:1 with PA clearly good; J to N better than A to H."""
    assert 1 < mean("attacker", "E") / mean("defender", "E") < 1.5
    assert mean("defender", "J") > 2 * mean("attacker", "J")
    for entry in range(10):
        for who in ("attacker", "defender"):
            poor, good = tables().gat.results[who, entry, False], tables().gat.results[who, entry, True]
            worse = good.is_worse_than(poor) if who == "attacker" else poor.is_worse_than(good)
            assert not worse, (who, entry)  # 13.10


def test_the_page_shows_the_table() -> None:
    shown = {row[0]: row[1:] for row in markdown_table(PAGE, "entry")}
    for who in ("attacker", "defender"):
        for columns, favourable in (("A to H", False), ("J to N", True)):
            assert shown[f"{who}, {columns}"] == [str(tables().gat.results[who, e, favourable]) for e in range(10)]
    figures = markdown_table(PAGE, "column")
    for who, row in zip(("attacker", "defender"), figures, strict=True):
        assert row[1:] == [f"{mean(who, column):.1f}" for column in "ACEFGHJLN"]  # type: ignore[arg-type]


# M06, M15: counters ------------------------------------------------------------------------------------


def test_factors_follow_the_page() -> None:
    method = {row[0]: row[1:7] for row in markdown_table(PAGE, "type")}
    assert set(method) == {u["type"] for u in units().values()}
    for u in units().values():
        attack, defence = u["strengths"].split()[0].split("/")
        found = [u["steps"], attack, defence, u["armor"] or "-", u["at"] or "-", u["ma"]]
        assert found == method[u["type"]], u["id"]


def test_proficiency_follows_the_page() -> None:
    shown = proficiency()
    for u in units().values():
        attack, defence = shown[u["division"]]
        assert int(u["pr_defence"]) == defence, u["id"]
        if u["pr_attack"]:
            assert int(u["pr_attack"]) == attack + (u["type"] in ("pz-light", "pz-medium")), u["id"]


def proficiency() -> dict[str, tuple[int, int]]:
    after = text(PAGE).split("**Proficiency.**")[1].splitlines()
    cells = [[part.strip() for part in line.strip("|").split("|")] for line in after if line.startswith("| ")]
    known = {u["division"] for u in units().values()}
    return {row[0]: (int(row[1]), int(row[2])) for row in cells if row[0] in known}


def test_reduced_sides() -> None:
    """5.4: the last step of three has half the reduced factors, rounded up; so has our reduced side of the full one."""
    for u in units().values():
        levels = [tuple(map(int, pair.split("/"))) for pair in u["strengths"].split()]
        assert len(levels) == int(u["steps"])
        for full, reduced in pairwise(levels):
            assert reduced == tuple(-(-factor // 2) for factor in full), u["id"]


def test_hints_on_the_counters() -> None:
    assert 135 <= len(units()) <= 150
    assert {u["steps"] for u in of(kind="armor", side="german", size="company")} == {"2"}
    companies = {u["steps"] for u in of(kind="armor", size="company")}
    assert companies == {"1", "2"}  # 5.1.3, 13.8.4
    assert len(of(division="corps")) >= 9  # 19.6: three with each of three divisions
    assert len(of(red_hexagon="yes")) >= 1  # 6.6
    assert steps(of(side="german", afv="yes")) > 2 * number("limits", "dead-afv-steps")  # 19.10
    ratings = {int(u["pr_defence"]) for u in units().values()}
    assert ratings <= set(range(3, 9))  # 5.5.1: the die has 0 to 9
    assert any(u["armor"] and u["armor"] != u["at"] for u in units().values())  # 13.8.5: two values that differ
    assert any(u["armor"] == "0" for u in of(afv="yes"))  # 13.8.5: a rating of zero


def test_headquarters() -> None:
    """M15, ruling C53"""
    for u in of(kind="hq"):
        assert (u["steps"], u["strengths"], u["movement"], u["pr_attack"]) == ("1", "0/1", "mech", "")
        assert {v["pr_defence"] for v in of(division=u["division"])} == {u["pr_defence"]}


def test_the_page_counts_the_units() -> None:
    counted = [int(row[1]) for row in markdown_table(PAGE, "division")]
    assert counted == [len(of(division=name)) for name in (
        "4-pz", "3-pz", "18", "20-mot", "2-dlm", "3-dlm", "15-mot", "1-moroccan", "1-mot", "corps",
    )]  # fmt: skip
    german, french = steps(of(side="german")), steps(of(side="french"))
    afv = steps(of(side="german", afv="yes")), steps(of(side="french", afv="yes"))
    flowing = " ".join(text(PAGE).split())
    assert f"{len(units())} units, {german} German and {french} French steps, of them {afv[0]} and {afv[1]}" in flowing


# M07 to M10, M12, M13 ----------------------------------------------------------------------------------


def test_victory_hexes() -> None:
    """19.10: the bands of 5, 11 and 20 suit a map of 15 to 25 points, most of them behind the first line."""
    values = {row["name"]: int(row["value"]) for row in rows("map/places.csv") if row["value"]}
    assert 15 <= sum(values.values()) <= 25
    assert sum(values.values()) == 24
    start = region("setup-fr-3-dlm") | region("setup-fr-2-dlm")
    behind = [int(r["value"]) for r in rows("map/places.csv") if r["value"] and r["cells"] not in start]
    assert sum(behind) > sum(values.values()) / 2


def test_supply_and_railroad_hexes() -> None:
    """15.1, 16.1, 19.3"""
    for name in ("supply-german", "supply-german-from-7", "supply-french", "supply-french-until-7"):
        for hex in region(name):
            here = board().cell(hex)
            roads = {kind for other in board().grid.neighbours[here] for kind in board().link(here, other)}
            assert board().terrain[here] == "clear" or roads & {"primary", "secondary"}, hex
    for hex in region("railroad-symbols"):
        here = board().cell(hex)
        lines = {kind for other in board().grid.neighbours[here] for kind in board().link(here, other)}
        assert "railroad" in lines, hex
    assert len(region("railroad-symbols")) > number("limits", "ip")  # M13: more places than markers


def test_armor_and_town_shifts() -> None:
    """M12: the charts repeat the text; no shift for towns exists (ruling C61)."""
    assert not [id for id in table("shifts") if "town" in id]
    assert number("limits", "armor-ip") == -1  # 13.8.6


def test_every_gap_is_on_the_page() -> None:
    gaps = [row[0].split()[0] for row in markdown_table(PAGE, "gap")]
    assert gaps == [f"M{n:02}" for n in range(1, 18)]
