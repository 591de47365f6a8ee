"""The tables of Soissons: every number of the rulebook is there, and what was rebuilt keeps to its hints."""

from __future__ import annotations

import re
from itertools import pairwise, product

import pytest

from tests.games.data_files import Row
from tests.games.soissons_1918.files import campaign, number, rows, table, terrain, toml

ORDER = {"": 0, "d": 1, "D": 2}  # disruption in a combat result


# Combat tables ---------------------------------------------------------------------------------------


def grid(name: str, column: str) -> dict[tuple[str, int], Row]:
    found = {(row[column], int(row["die"])): row for row in rows(f"tables/{name}.csv")}
    assert len(found) == len(rows(f"tables/{name}.csv"))
    return found


ODDS = ["1-1", "3-2", "2-1", "3-1", "4-1", "5-1", "6-1"]
DICE = range(-2, 11)
Outcome = tuple[int, int, int, int, int]


def choices(row: Row) -> list[Outcome]:
    """What the attacker can make of a cell: the gains, each a number of which more is better for him."""
    attacker, defender = (re.fullmatch(r"([0-2X])([dD]?)", row[side]) for side in ("attacker", "defender"))
    assert attacker is not None, row
    assert defender is not None, row
    assert (attacker[1] == "X") == (defender[1] == "X"), row  # 16.4.11: one X for both
    values = (1, 2) if attacker[1] == "X" else (0,)
    return [
        (
            -(x or int(attacker[1])), -ORDER[attacker[2]], x or int(defender[1]), ORDER[defender[2]],
            int(row.get("retreat", 0)),
        )
        for x in values
    ]  # fmt: skip


def at_least(better: Row, worse: Row) -> bool:
    """Whether the attacker can do as well or better in every part with one cell as with the other."""
    return all(
        any(all(a >= b for a, b in zip(good, bad, strict=True)) for good in choices(better)) for bad in choices(worse)
    )


@pytest.mark.parametrize(("name", "odds"), [("assault", ODDS), ("low_intensity", ODDS[1:])])
def test_combat_tables_are_whole_and_monotone(name: str, odds: list[str]) -> None:
    cells = grid(name, "odds")
    assert set(cells) == set(product(odds, DICE))  # 16.4.6 for the ends
    for column, die in cells:
        if die < DICE[-1]:
            assert at_least(cells[column, die + 1], cells[column, die]), (column, die)
    for left, right in pairwise(odds):
        assert all(at_least(cells[right, die], cells[left, die]) for die in DICE), (left, right)


def test_the_assault_table_has_what_the_rulebook_names() -> None:
    cells = grid("assault", "odds")
    known = cells["2-1", 3]
    assert (known["attacker"], known["defender"]) == ("1d", "1")
    assert known["source"].startswith("losses and disruption rulebook 16.4.10")
    assert any(row["attacker"] == row["defender"] == "X" for row in cells.values())  # 16.4.11
    assert any(row["defender"] == "2D" for row in cells.values())  # 16.4.11
    assert {row["attacker"].strip("012X") for row in cells.values()} == {"", "d", "D"}  # 16.4.10
    assert len({row["retreat"] for row in cells.values()}) > 2  # 16.5
    for die in range(4, 10):  # an American division with tanks on one 2-star regiment, 14:3 with +3, first turn
        assert max(outcome[2] for outcome in choices(cells["4-1", die])) == 2  # two losses make a remnant
        assert int(cells["4-1", die]["retreat"]) >= 1
    often = [cells["2-1", die] for die in range(-1, 5)]  # later: equals in a town, -2
    assert sum(max(outcome[2] for outcome in choices(row)) == 0 for row in often) >= 3


def test_the_assault_table_is_fast_on_the_first_day_and_slow_later() -> None:
    """What counts on 18 July alone (16.5) is generous, what is ignored on it (4.1) is hard."""
    cells = grid("assault", "odds")
    for key, row in cells.items():
        assert (row["defender"] != "0") == (int(row["retreat"]) > 0), key
    retreats = [int(cells["2-1", die]["retreat"]) for die in DICE]
    assert retreats == sorted(retreats)
    assert retreats[-1] <= 6  # nobody goes further than an army corps went that morning: six kilometres
    shaken = [cells["2-1", die]["attacker"][-1] for die in range(1, 6)]  # later: 2-1 on equals in the open
    assert shaken == ["D", "D", "d", "d", "d"]


def test_low_intensity_is_milder_than_the_assault() -> None:
    assault, low = grid("assault", "odds"), grid("low_intensity", "odds")
    assert "retreat" not in rows("tables/low_intensity.csv")[0]  # 16.5
    assert {row["attacker"].strip("012") for row in low.values()} == {"", "d", "D"}
    for key, row in low.items():
        (mild,) = choices(row)
        hard = choices(assault[key])
        assert any(h[2] >= mild[2] and h[3] >= mild[3] for h in hard), key  # 16.2: less favourable
        assert all(h[0] <= mild[0] and h[2] >= mild[2] for h in hard), key  # 16.2: less deadly
    assert sum(choices(row)[0][2] for row in low.values()) < sum(choices(assault[key])[0][2] for key in low)


def test_odds_columns() -> None:
    columns = rows("tables/odds_columns.csv")
    assert [row["odds"] for row in columns] == ODDS
    ratios = [int(row["attack"]) / int(row["defence"]) for row in columns]
    assert ratios == sorted(set(ratios))
    assert all(row["odds"] == f"{row['attack']}-{row['defence']}" for row in columns)
    assert [row["odds"] for row in columns if row["low_intensity"] == "yes"] == ODDS[1:]
    assert [row["odds"] for row, ratio in zip(columns, ratios, strict=True) if ratio <= 15 / 8][-1] == "3-2"  # 16.4.6


def test_bombardment_is_whole_and_monotone_by_day_and_night() -> None:
    cells = grid("bombardment", "points")
    assert set(cells) == set(product("1234", range(-2, 8)))  # 15.0, 15.5
    assert {row["result"] for row in cells.values()} == {"-", "d", "D", "(D)", "1D"}  # 15.6
    for at_night in (False, True):
        force = {"-": 0, "(D)": 2 if at_night else 0, "d": 1, "D": 2, "1D": 3}
        for (ap, die), row in cells.items():
            for other in ((ap, die + 1), (str(int(ap) + 1), die)):
                if other in cells:
                    assert force[cells[other]["result"]] >= force[row["result"]], (ap, die, other)


def test_modifiers() -> None:
    assert {id: int(row["drm"]) for id, row in table("combat_modifiers").items()} == {
        "attacker-stars": 1, "tank-full": 2, "tank-reduced": 1, "tank-woods": 1, "defender-stars": -1, "woods": -1,
        "shelter": -2, "disrupted": 1, "shocked": 2, "further-shock": 1,
    }  # fmt: skip
    assert {id: int(row["drm"]) for id, row in table("bombardment_modifiers").items()} == {
        "prepare": 1, "shelter": -1, "unobserved": -1, "night": -1,
    }  # fmt: skip
    assert {id: (row["attacker"], row["defender"]) for id, row in table("loss_modifiers").items()} == {
        "all-remnants": ("-1", "0"), "large-battle": ("1", "1"), "conversion": ("0", "-1"),
    }  # fmt: skip


def test_terrain_has_a_row_for_everything_on_the_map() -> None:
    kinds = table("terrain", "kind")
    assert set(terrain().values()) <= set(kinds)
    assert {row["kind"] for row in rows("map/sides.csv") + rows("map/links.csv")} <= set(kinds)
    for row in kinds.values():
        assert row["mp"] in ("", "-", "1", "2")  # 12.2.1: never more than 2
        assert row["combat"] in ("", *table("combat_modifiers"))
        assert row["bombardment"] in ("", *table("bombardment_modifiers"))
    assert kinds["river"]["mp"] == kinds["unplayable"]["mp"] == "-"


# Small tables ----------------------------------------------------------------------------------------


def test_disruption() -> None:
    levels = rows("tables/disruption_levels.csv")
    assert [row["name"] for row in levels] == ["Good Order", "Reforming", "Disorganized", "Shocked"]  # 6.1
    assert [row["attack"] for row in levels] == ["full", "half", "half", "none"]
    assert [row["drm"] for row in levels] == ["0", "1", "1", "2"]  # 6.2
    assert set(table("disruption_results", "code")) == {"-", "d", "D", "(D)", "1D"}
    readiness = {(row["subordinated"], row["in_command"]): row for row in rows("tables/readiness.csv")}
    for column, shares in {"good_order": "full half half none", "disrupted": "half none none none"}.items():
        assert [readiness[key][column] for key in product(("yes", "no"), ("yes", "no"))] == shares.split()  # 16.4.5
    assert {row["shocked"] for row in readiness.values()} == {"none"}
    recovery = rows("tables/recovery.csv")
    for key in {(row["who"], row["command"], row["enemy_zoc"]) for row in recovery}:
        same = [row for row in recovery if (row["who"], row["command"], row["enemy_zoc"]) == key]
        faces = [face for row in same for face in range(int(row["low"]), int(row["high"]) + 1)]
        assert faces == list(range(1, 7)), key  # 6.3: every face has one row
    assert {row["levels"] for row in recovery if row["enemy_zoc"] == "yes"} == {"1"}


def test_movement_and_orders() -> None:
    allowed = {id: (int(row["good_order"]), int(row["disrupted"])) for id, row in table("movement_allowance").items()}
    assert allowed == {"day": (6, 3), "day-after-assault": (4, 2), "surprise": (8, 2), "night": (8, 4), "hq": (1, 1)}
    costs = {(row["order"], row["when"], row["target"]): row["mp"] for row in rows("tables/order_costs.csv")}
    assert costs == {
        ("prepare", "day", "any"): "4", ("prepare", "night", "any"): "5", ("low-intensity", "day", "clear"): "1",
        ("low-intensity", "day", "other"): "2", ("low-intensity", "night", "any"): "-",
    }  # fmt: skip
    limits = {(row["side"], row["order"]): int(row["number"]) for row in rows("tables/markers.csv")}
    assert set(limits) == set(product(("entente", "german"), ("prepare", "low-intensity")))
    assert limits["german", "prepare"] == 6  # 12.2.2
    assert limits["entente", "prepare"] >= sum("order" in entry for entry in campaign()["setup"])  # 3.1


def test_breakdown_splits() -> None:
    found = {(int(row["strength"]), row["regiments"]) for row in rows("tables/breakdown.csv")}
    every = {tuple(sorted(some, reverse=True)) for count in (2, 3) for some in product((2, 3), repeat=count)}
    assert found == {(sum(some), " ".join(map(str, some))) for some in every}  # 14.0
    assert min(strength for strength, _ in found) == number("limits", "breakdown-least")


def test_numbers_of_the_rules() -> None:
    asked = {
        "command-range": 4, "hq-points": 1, "zoc-range": 1, "threat-range": 2, "perimeter-range": 4, "hq-fallback": 3,
        "tank-groups-per-division": 1, "guns-per-hex": 3, "air-per-hex": 1, "advance": 1, "conversions": 1,
        "remnant-strength": 1, "remnants-removed": 2, "remnants-to-reform": 2, "reformed-strength": 2,
        "large-attack": 12, "large-defence": 6, "aggravated-die": 1, "x-low": 1, "x-high": 2,
    }  # fmt: skip
    assert {id: number("limits", id) for id in asked} == asked
    types = table("artillery_types", "type")
    assert [types[id]["range"] for id in ("corps", "medium", "heavy", "air")] == ["5", "5", "any", "any"]  # 15.3.1
    assert [id for id, row in types.items() if row["night"] == "no"] == ["air"]
    assert {row["printed"]: row["becomes"] for row in rows("tables/aggravated_disruption.csv")} == {
        "-": "d", "d": "D", "D": "D",
    }  # fmt: skip
    stacks = [(row["divisions"], row["units"], row["sp"]) for row in rows("tables/stacking.csv")]
    assert stacks == [("1", "1", ""), ("0", "3", ""), ("", "", "6")]  # 10.0
    after = {row["cause"]: (row["full"], row["reduced"]) for row in rows("tables/tank_attrition.csv")}
    assert after["night"] == after["retreat-one-hex"] == ("reduced", "gone")  # 5.4, 5.4.3
    assert after["retreat-further"] == ("gone", "gone")
    assert table("surprise")["movement"]["value"] == "8"
    assert table("surprise")["german-disruption"]["value"] == "1"  # 4.1


# Victory and history ---------------------------------------------------------------------------------


def level(total: int) -> Row:
    (found,) = (r for r in rows("tables/victory_levels.csv") if int(r["low"]) <= total <= int(r["high"]))
    return found


def test_victory_levels_have_no_gap() -> None:
    levels = rows("tables/victory_levels.csv")
    assert [int(row["low"]) for row in levels] == [-99, 6, 9, 12, 15]  # 3.3.3
    assert all(int(a["high"]) + 1 == int(b["low"]) for a, b in pairwise(levels))
    awards = table("victory_points")
    assert {id: awards[id]["points"] for id in ("german-town", "spent", "twelve-divisions", "exit", "perimeter")} == {
        "german-town": "-2", "spent": "-1", "twelve-divisions": "1", "exit": "1", "perimeter": "1",
    }  # fmt: skip


def test_history_is_the_draw_of_the_rulebook() -> None:
    battle = toml("history.toml")["scenario"]["campaign"]
    assert battle["points"] == 10  # 3.3.3
    assert sum(part["points"] for part in battle["part"]) == 10
    assert (level(10)["level"], level(10)["winner"]) == (battle["level"], battle["winner"])
