"""Hit points (12.2.8), tanks and Stosstruppen that absorb them (15.3, 15.4)."""

from __future__ import annotations

import pytest

from grognard.engine import Match
from grognard.games.friedensturm_1918.rules.advance import may_advance
from grognard.games.friedensturm_1918.rules.fight import Combat
from grognard.games.friedensturm_1918.rules.losses import convert, price
from tests.games.friedensturm_1918.position import cell, disorder, game, number, place, steps, study


def take(
    match: Match, units: str, hits: int, *answers: str, side: int = 0, lead: str = "", tank: str = "", stoss: str = ""
) -> list[str]:
    """Convert hit points, answering by verb and unit; the questions that were asked."""
    g = game(match)
    names = [number(match, uid) for uid in units.split(",")]
    procedure = convert(
        g, side, names, hits, "12.2.8", lead=number(match, lead) if lead else -1,
        tank=number(match, tank) if tank else -1, stoss=[number(match, uid) for uid in stoss.split(",") if uid],
    )  # fmt: skip
    asked, given = [], list(answers)
    decision = next(procedure, None)
    while decision is not None:
        asked.append(",".join(match.write(a) for a in decision.all_actions()))  # type: ignore[union-attr]
        try:
            decision = procedure.send(match.read(given.pop(0)))
        except StopIteration:
            break
    assert not given
    return asked


@pytest.mark.parametrize(
    ("uid", "hits"),
    [("11DI/26", 2), ("18DI", 3), ("3US/4", 3), ("26US", 3), ("ST-1", 2), ("BCL-1", 3), ("A7V", 1), ("51BR/152", 2)],
)
def test_12_2_8_prices(uid: str, hits: int) -> None:
    """12.2.8, 2.2.1, 15.4.1, 15.4.2: regiments 2, divisions and Americans 3, tanks by protection, German tanks 1."""
    match = study("combat german", "5RD 10.10")
    assert price(game(match), number(match, uid)) == hits


def test_12_2_8_first_example() -> None:
    """12.2.8: seven points on a reduced regiment that leads and a division with two steps."""
    match = study("combat german", "11DI/26 10.10 1 \n 18DI 10.10 2")
    take(match, "11DI/26,18DI", 7, lead="11DI/26")
    assert (place(match, "11DI/26"), steps(match, "18DI"), disorder(match, "18DI")) == ("lost", 1, "disorganised")


def test_12_2_8_second_example() -> None:
    """12.2.8, HP02: two points cannot reduce the division that leads, so they reduce the regiment."""
    match = study("combat german", "18DI 10.10 \n 11DI/26 10.10")
    take(match, "18DI,11DI/26", 2, lead="18DI")
    assert (steps(match, "18DI"), steps(match, "11DI/26")) == (3, 1)


def test_12_2_8_third_example() -> None:
    """12.2.8: three points: the leading regiment is reduced and disorganised."""
    match = study("combat german", "18DI 10.10 \n 11DI/26 10.10")
    take(match, "18DI,11DI/26", 3, lead="11DI/26")
    assert (steps(match, "11DI/26"), disorder(match, "11DI/26"), disorder(match, "18DI")) == (1, "disorganised", "none")


def test_12_2_8_fourth_example() -> None:
    """12.2.8: four points: the second step must be taken, and only the regiment can."""
    match = study("combat german", "18DI 10.10 \n 11DI/26 10.10")
    take(match, "18DI,11DI/26", 4, lead="11DI/26")
    assert (place(match, "11DI/26"), steps(match, "18DI")) == ("lost", 3)


def test_12_2_8_the_owner_chooses_after_the_lead() -> None:
    """12.2.8, HP05: all on one unit if he likes, as long as somebody can take a step."""
    match = study("combat german", "11DI/26 10.10 \n 18DI 10.10")
    asked = take(match, "11DI/26,18DI", 7, "lose 18DI", lead="11DI/26")
    assert asked == ["lose 11DI/26,lose 18DI"]
    assert (place(match, "11DI/26"), steps(match, "18DI")) == ("lost", 2)


@pytest.mark.parametrize(("option", "asked"), [("free", ["lose 11DI/26,lose 18DI"]), ("most", [])])
def test_12_2_8_as_many_points_as_possible(option: str, asked: list[str]) -> None:
    """12.2.8, ruling Q43: with 4 points, 3 on the division would waste one; by the option that is no choice."""
    match = study("combat german", "11DI/26 10.10 \n 18DI 10.10", hit_conversion=option)
    answers = ["lose 11DI/26"] if asked else []
    assert take(match, "11DI/26,18DI", 4, *answers) == asked
    assert place(match, "11DI/26") == "lost"


def test_12_2_8_disorganisation_a_point_a_unit() -> None:
    """12.2.8: the lead first, the others by the owner; what is left has no effect."""
    match = study("combat german", "3US/4 10.10 \n 3US/7 10.10 \n 18DI 09.10", scenario="blucher", turn=2)
    asked = take(match, "3US/4,3US/7,18DI", 2, "disorganise 18DI", lead="3US/4")
    assert asked == ["disorganise 3US/7,disorganise 18DI"]
    assert [disorder(match, u) for u in ("3US/4", "3US/7", "18DI")] == ["disorganised", "none", "disorganised"]


def test_15_4_1_an_attacking_tank_pays_first() -> None:
    """15.4.1: the example of the book: A6 with a Renault, protection 3, and a regiment."""
    match = study("combat allied", "11DI/26 10.10 \n BCL-1 10.10")
    take(match, "11DI/26,BCL-1", 6, lead="11DI/26", tank="BCL-1")
    assert (place(match, "BCL-1"), steps(match, "11DI/26"), disorder(match, "11DI/26")) == ("lost", 1, "disorganised")


def test_12_2_8_tanks_and_three_regiments() -> None:
    """12.2.8, 12.4, IN03: A4 takes the tank and disorganises the division; D5 two steps, and disorganises the lead."""
    match = study("combat allied", "18DI 10.10 \n BCL-1 10.10 \n 14RD/16R 10.11 \n 14RD/53R 10.11 \n 14RD/159 10.11")
    take(match, "18DI,BCL-1", 4, lead="18DI", tank="BCL-1")
    assert (place(match, "BCL-1"), steps(match, "18DI"), disorder(match, "18DI")) == ("lost", 3, "disorganised")
    c = Combat(game(match), cell(match, "10.11"))
    c.attackers = [number(match, "18DI")]
    assert may_advance(game(match), c, number(match, "18DI")).case == "12.4"
    take(match, "14RD/16R,14RD/53R,14RD/159", 5, "lose 14RD/53R", side=1, lead="14RD/16R")
    assert (steps(match, "14RD/16R"), disorder(match, "14RD/16R")) == (1, "disorganised")
    assert (steps(match, "14RD/53R"), steps(match, "14RD/159")) == (1, 2)


def test_15_4_1_too_few_points_for_the_tank() -> None:
    """15.4.1, HP08: A2 leaves it alone; the regiment loses a step."""
    match = study("combat allied", "11DI/26 10.10 \n BCL-1 10.10")
    take(match, "11DI/26,BCL-1", 2, lead="11DI/26", tank="BCL-1")
    assert (place(match, "BCL-1"), steps(match, "11DI/26")) == ("10.10", 1)


def test_15_4_1_in_defence_and_under_fire_the_tank_is_last() -> None:
    """15.4.1, 12.2.8, AR18: it pays when nobody else is left, and is never disorganised."""
    match = study("combat german", "11DI/26 10.10 \n BCL-1 10.10")
    take(match, "11DI/26,BCL-1", 3)
    assert (steps(match, "11DI/26"), disorder(match, "11DI/26"), place(match, "BCL-1")) == (1, "disorganised", "10.10")
    take(match, "11DI/26,BCL-1", 5)
    assert (place(match, "11DI/26"), place(match, "BCL-1")) == ("lost", "lost")


def test_15_4_2_a_german_tank_absorbs_a_point() -> None:
    """15.4.2, HP17: of two points one disorganises the regiment."""
    match = study("combat german", "A7V 10.10 \n 5ID/8 10.10")
    take(match, "5ID/8,A7V", 2, side=1, lead="5ID/8", tank="A7V")
    assert (place(match, "A7V"), steps(match, "5ID/8"), disorder(match, "5ID/8")) == ("lost", 2, "disorganised")


def test_15_3_stosstruppen_instead_of_the_lead() -> None:
    """15.3, 12.2.3, 12.2.8: for two points, once in a combat."""
    match = study("combat german", "5ID/8 10.10 stoss=ST-1 \n 5ID/12 10.10 stoss=ST-2")
    asked = take(match, "5ID/8,5ID/12", 4, "lose ST-1", "lose 5ID/12", side=1, lead="5ID/8", stoss="ST-1,ST-2")
    assert asked[0] == "lose 5ID/8,lose ST-1,lose ST-2"
    assert asked[1] == "lose 5ID/8,lose 5ID/12"
    assert (place(match, "ST-1"), place(match, "ST-2"), steps(match, "5ID/12")) == ("lost", "10.10", 1)


def test_15_3_not_for_bombardment() -> None:
    """15.3, ruling Q94: convert is asked without Stosstruppen there."""
    match = study("combat german", "5ID/8 10.10 stoss=ST-1")
    assert take(match, "5ID/8", 2, side=1) == []
    assert (steps(match, "5ID/8"), place(match, "ST-1")) == (1, "10.10")
