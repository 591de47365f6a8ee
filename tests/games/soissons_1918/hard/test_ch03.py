"""Hard positions of chapter 3: set-up, control of towns, points, the early end."""

from __future__ import annotations

from grognard.engine import Match
from grognard.games.soissons_1918.rules.victory import count, division_points
from tests.games.soissons_1918.hard.position import answer, hard, isolated, seen
from tests.games.soissons_1918.position import allowed, asked, cost, game, play, refused


def points_of(match: Match, where: str) -> int:
    return sum(points for points, _, why in count(game(match)) if where in why)


def test_s03_01_the_escort_of_the_headquarters() -> None:
    """S03-01: with a German in 0803 a division of I Corps must stand in 0802; without, it need not."""
    waiting = "153DI off-map due=-1"
    refused(hard("S03-01", "deployment entente", waiting), "deploy 153DI 0703", "3.1", "must stand with HQ-I")
    assert allowed(hard("S03-01", "deployment entente", waiting), "deploy 153DI 0802")
    assert allowed(hard("S03-01t", "deployment entente", waiting), "deploy 153DI 0703")


def test_s03_02_tank_groups_and_ravines_at_the_start() -> None:
    """S03-02: a ravine without a road bars the group, one with a road to the west edge does not."""
    refused(hard("S03-02", "deployment entente", "162DI 0404"), "attach AS-I to 58DI", "3.1", "ravine")
    assert allowed(hard("S03-02t", "deployment entente"), "attach AS-I to 58DI")


def test_s03_03_the_german_headquarters_near_the_front() -> None:
    """S03-03: the four hexes are counted from a regiment at the front, not from the reserve."""
    waiting = "HQ-WATTER off-map due=-1"
    refused(hard("S03-03", "deployment german", waiting), "deploy HQ-WATTER 2011", "3.1", "at the front")
    assert allowed(hard("S03-03t", "deployment german", waiting), "deploy HQ-WATTER 1910")


def test_s03_04_a_town_with_a_german_in_it() -> None:
    """S03-04: control asks for a free path east, not for who stands there; supply passes the next town (K100)."""
    match = hard("S03-04")
    assert (points_of(match, "(0810)"), points_of(match, "(0811)")) == (2, 1)
    assert not isolated(match)
    assert points_of(hard("S03-04", besieged_town="occupant"), "0810") == 1
    match = hard("S03-04t")
    assert (points_of(match, "0810"), points_of(match, "0811")) == (1, 1)


def test_s03_05_a_headquarters_holds_its_own_hex_only() -> None:
    """S03-05: Pernant, hex by hex."""
    assert points_of(hard("S03-05"), "Pernant") == -2
    assert points_of(hard("S03-05t"), "Pernant") == 0


def test_s03_06_spent_on_the_last_day() -> None:
    """S03-06: no night is left to withdraw it, and eleven others are no twelve."""
    others = ["162DI", "11DI", "69DI", "DM", "1US", "2US", "38DI", "48DI", "19DI", "41DI", "5DI"]
    more = "\n".join([f"{uid} {row:02}02" for row, uid in enumerate(others, 12)])
    more += "\n58DI 1103 4 stays \n HQ-I 0906"
    for name, left, points in (("S03-06", 4, -2), ("S03-06t", 5, 0)):
        match = hard(name, more=more, dice=[5])
        play(match, "attack 0909 by 153DI")
        answer(match, stop="fallback")
        assert seen(match, "153DI").startswith(f"0908 {left}")
        assert sum(row[0] for row in division_points(game(match))) == points


def test_s03_07_a_visit_to_the_perimeter() -> None:
    """S03-07: entering is enough for a division; a headquarters does nothing."""
    match = hard("S03-07")
    play(match, "move 2US 0812", "move 2US 0912", "move 2US 0911")
    answer(match, stop="none")
    assert match.outcome is not None
    assert [row[1] for row in match.outcome.points if "perimeter" in row[3]] == [7]
    match = hard("S03-07t")
    play(match, "move HQ-XX 0812")
    assert not game(match).state.perimeter_turn
    answer(match, stop="bombard")
    assert match.outcome is None


def test_s03_08_off_the_map_at_night() -> None:
    """S03-08: four of eight points; not out of an enemy zone."""
    match = hard("S03-08")
    assert cost(match, "move 1DI 1519") == 3
    play(match, "move 1DI 1519", "exit 1DI")
    answer(match, stop="none")
    assert match.outcome is not None
    assert [row[1] for row in match.outcome.points if "left the map" in row[3]] == [5]
    match = hard("S03-08t")
    play(match, "move 1DI 1518")
    refused(match, "exit 1DI", "3.3.1")
    refused(match, "move 1DI 1519", "9.1.1")
    assert asked(match) == "maneuver"
