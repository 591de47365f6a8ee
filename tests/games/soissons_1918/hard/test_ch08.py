"""Hard positions of chapter 8: command."""

from __future__ import annotations

from grognard.engine import Match
from grognard.games.soissons_1918.rules.command import in_command
from grognard.games.soissons_1918.rules.odds import possible_leads
from tests.games.soissons_1918.hard.position import answer, fight, fire, hard, seen, strengths
from tests.games.soissons_1918.position import allowed, asked, game, level, number, order, play, refused, steps


def commanded(match: Match, uid: str) -> bool:
    return in_command(game(match), number(match, uid))


def leads(match: Match, units: str) -> list[str]:
    g = game(match)
    return [g.name(u) for u in possible_leads(g, [number(match, uid) for uid in units.split(",")])]


def test_s08_01_a_unit_of_another_corps_on_the_way() -> None:
    """S08-01: on the only shortest path, or beside it."""
    assert not commanded(hard("S08-01"), "69DI")
    assert commanded(hard("S08-01t"), "69DI")


def test_s08_02_paths_that_must_cross() -> None:
    """S08-02: neither is in command; a hex nearer, both are (K53)."""
    match = hard("S08-02")
    assert (commanded(match, "69DI"), commanded(match, "38DI")) == (False, False)
    match = hard("S08-02t")
    assert (commanded(match, "69DI"), commanded(match, "38DI")) == (True, True)


def test_s08_03_twelve_points_after_halving() -> None:
    """S08-03: the strengths of the odds make a large battle (K41)."""
    match = hard("S08-03", dice=[5])
    assert strengths(match, "1US,DM", "1410", "1US") == (12, 6)
    assert fight(match, "1410", "1US,DM", "1US", "28D/109") == "2-1 +1"
    play(match, "attack 1410 by 1US,DM", "lead 1US", "lead 28D/109", "losses 1")
    answer(match, stop="fallback")
    assert (steps(match, "1US"), steps(match, "DM")) == (13, 9)
    assert [seen(match, f"28D/{n}") for n in (109, 110)] == ["1410 2 Disorganized"] * 2
    match = hard("S08-03t", dice=[5])
    assert fight(match, "1410", "1US,69DI", "1US", "28D/109") == "3-2 +1"
    play(match, "attack 1410 by 1US,69DI", "lead 1US", "lead 28D/109", "losses 1")
    answer(match, stop="fallback")
    assert (steps(match, "1US"), steps(match, "69DI")) == (13, 9)
    assert [seen(match, f"28D/{n}") for n in (109, 110)] == ["1410 2 Reforming", "1410 3 Reforming"]


def test_s08_04_two_corps_and_a_reforming_division() -> None:
    """S08-04: whoever leads, decides who is in; all three only under 1US."""
    match = hard("S08-04", more="6D 1010 corps=STAABS")
    assert leads(match, "1US,69DI,11DI") == ["1US", "69DI"]
    assert strengths(match, "1US,69DI,11DI", "1010", "1US") == (22, 9)
    assert fight(match, "1010", "1US,69DI,11DI", "1US", "6D").startswith("2-1")
    assert leads(match, "11DI,1US") == ["11DI", "1US"]
    assert strengths(match, "11DI,1US", "1010", "11DI") == (16, 9)


def test_s08_05_nobody_in_command_left_to_lead() -> None:
    """S08-05: the barrage silences the only one in command, and the other leads at half."""
    more = f"{fire('1811 german 3')} \n 20D/92 1812 corps=WATTER"
    match = hard("S08-05", "barrage-1-fire entente", more, dice=[3])
    assert (level(match, "48DI"), bool(order(match, "48DI"))) == (3, False)
    assert leads(match, "38DI") == ["38DI"]
    assert strengths(match, "38DI", "1812", "38DI") == (4, 3)
    assert fight(match, "1812", "38DI", "38DI", "20D/92").startswith("1-1")
    assert allowed(match, "attack 1812 by 38DI")
    match = hard("S08-05t", "barrage-1-fire entente", more, dice=[1])
    assert leads(match, "38DI,48DI") == ["48DI"]
    assert strengths(match, "38DI,48DI", "1812", "48DI") == (8, 3)
    assert fight(match, "1812", "38DI,48DI", "48DI", "20D/92") == "2-1 +0"


def test_s08_06_remnants_do_not_block() -> None:
    """S08-06: a regiment of the other group does (K52)."""
    assert commanded(hard("S08-06"), "11B/22")
    assert not commanded(hard("S08-06t"), "11B/22")


def test_s08_07_enemies_block_zones_do_not() -> None:
    """S08-07."""
    assert not commanded(hard("S08-07"), "38DI")
    assert commanded(hard("S08-07t"), "38DI")


def test_s08_08_regiments_stay_under_their_divisions_headquarters() -> None:
    """S08-08: beside HQ-STAABS, and still Watter's (K54)."""
    regiments = "\n".join(f"46R/{n} pool corps=WATTER" for n in (214, 215, 216))
    match = hard("S08-08", more=f"{regiments} \n 34D/30 1213 corps=STAABS")
    play(match, "move 46R 1211", "breakdown 46R 3-3-3", "move 46R/214 1112")
    assert asked(match) == "maneuver"
    assert game(match).state.corps[number(match, "46R/214")] == "WATTER"
    assert commanded(match, "46R/214")
    refused(match, "assign 46R/214 HQ-STAABS", "17.2")
