"""Hard positions of chapter 12: maneuver and attack orders."""

from __future__ import annotations

from tests.games.soissons_1918.hard.position import fight, hard, seen, strengths
from tests.games.soissons_1918.position import allowed, asked, cost, destinations, game, order, play, refused, until


def test_s12_01_the_price_of_a_town() -> None:
    """S12-01: the mover's own zones may make it a friendly town just before he enters (K33)."""
    for name, price in (("S12-01", 1), ("S12-01t", 2)):
        match = hard(name)
        play(match, "move 48DI 1713")
        assert cost(match, "move 48DI 1813") == price


def test_s12_02_a_controlled_town_with_a_ravine() -> None:
    """S12-02: 1 MP, for a controlled town is taken out of the rule for rough ground (K110)."""
    assert cost(hard("S12-02"), "move 38DI 1613") == 1


def test_s12_03_an_order_across_a_bridge() -> None:
    """S12-03: the stream counts for the order and for the shelter, bridge or not (K85)."""
    match = hard("S12-03")
    assert cost(match, "probe 11DI 0812") == 2
    play(match, "probe 11DI 0812")
    until(match, "combat")
    assert strengths(match, "11DI", "0812", "11DI") == (3, 3)
    assert fight(match, "0812", "11DI", "11DI", "46R/214") == "3-2 -1"
    match = hard("S12-03t")
    play(match, "move 11DI 0912")
    refused(match, "probe 11DI 0812", "12.2.2", "costs 2 MP", "has 1")


SIX = """
28D/109 1512 order=prepare assaulted corps=WATTER
28D/110 1512 order=prepare assaulted corps=WATTER
6D/24 1311 order=prepare bought done corps=STAABS
6D/64 1311 order=prepare bought done corps=STAABS
46R 1713 order=prepare bought done corps=WATTER
20D/77 1912 order=prepare bought done corps=WATTER
34D 1112 corps=STAABS
"""


def test_s12_04_six_markers() -> None:
    """S12-04: an old one comes back when its unit is activated (K111)."""
    match = hard("S12-04", "maneuver german", SIX)
    refused(match, "prepare 34D", "12.2.2", "all prepare markers")
    match = hard("S12-04t", "maneuver german", SIX)
    play(match, "probe 28D/109 1511")
    assert allowed(match, "prepare 34D")


def test_s12_05_tanks_keep_to_the_road() -> None:
    """S12-05: round by the road, or without the tanks."""
    assert cost(hard("S12-05"), "move DM 1708") == 3
    match = hard("S12-05t")
    play(match, "abandon AS-I")
    assert cost(match, "move DM 1708") == 2


def test_s12_06_prepare_at_night() -> None:
    """S12-06: five points; a Reforming division can never pay them."""
    match = hard("S12-06")
    assert cost(match, "move 69DI 1411") == 3
    play(match, "move 69DI 1411", "prepare 69DI", "move 58DI 1511")
    assert seen(match, "69DI") == "1411 8 Good Order Prepare"
    refused(match, "prepare 58DI", "12.2.2")


def test_s12_07_the_target_has_left() -> None:
    """S12-07: no other hex instead; the marker stays for an advance that a zone forbids (K02)."""
    match = hard("S12-07", "advance entente", "20D/77 1914 3 retreated \n 1DI 2208 order=prepare")
    refused(match, "advance 48DI 1912", "9.1.1")
    match = hard("S12-07t")
    play(match, "fallback 20D/77 1914", "end")
    until(match, "combat")
    assert allowed(match, "attack 1811 by 48DI")
    match = hard("S12-07t", "advance entente", "20D/77 1914 retreated \n 20D/79 1815 retreated")
    assert destinations(match, "48DI", "advance") == {"1811", "1810", "1912"}


def test_s12_07_no_attack_on_another_hex() -> None:
    """S12-07: a marker on an empty hex allows none."""
    match = hard("S12-07", "attack entente", "20D/77 1914 \n 162DI 1711 order=low aim=1811 \n HQ-I 1709")
    refused(match, "attack 1811 by 48DI", "step B.9c", "must attack 1912")


def test_s12_08_a_marker_of_the_afternoon() -> None:
    """S12-08: gone after the night's maneuver unless bought again (K36)."""
    for name, again in (("S12-08", False), ("S12-08t", True)):
        match = hard(name)
        play(match, "prepare DM")
        while not (game(match).is_night and game(match).state.phasing == "entente" and asked(match) == "maneuver"):
            play(match, "end")
        play(match, *(["prepare DM"] if again else []), "end")
        while game(match).is_night:
            play(match, "end")
        assert bool(order(match, "DM")) == again


def test_s12_09_an_enemy_town_by_road() -> None:
    """S12-09: 1 MP along a road; the remnant stops it, and the order is paid with the third."""
    match = hard("S12-09")
    assert cost(match, "move 5DI 2315") == 2
    play(match, "move 5DI 2315")
    refused(match, "move 5DI 2214", "9.1.1")
    assert cost(match, "probe 5DI 2316") == 1
