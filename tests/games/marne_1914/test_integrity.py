"""Corps command integrity (section 4.5) and what the Movement Segment may not end with (ruling C22)."""

from __future__ import annotations

from grognard.games.marne_1914.rules.integrity import base_units, in_integrity, links_of
from grognard.rules.masks import cells_of, mask
from tests.games.marne_1914.position import (
    asked,
    disrupted,
    game,
    number,
    of_kind,
    place,
    play,
    refused,
    study,
)


def whole(lines: str, *members: str) -> bool:
    match = study("movement entente", lines)
    return in_integrity(game(match), [number(match, uid) for uid in members])


def test_4_5_1_three_hexes_apart_is_near_enough() -> None:
    """4.5.1: two hexes between them."""
    assert whole("14DI 2010 \n 63DR 2013", "14DI", "63DR")


def test_m051_too_far() -> None:
    """4.5.1: four hexes apart, and only two units."""
    assert not whole("14DI 2010 \n 63DR 2014", "14DI", "63DR")


def test_m052_enemy_zone_on_the_only_connecting_hexes() -> None:
    """4.5.2: 2011 and 2012, the only way of two hexes, lie in the zone of the German in 2112."""
    assert not whole("14DI 2010 \n 63DR 2013 \n 3ID 2112", "14DI", "63DR")


def test_4_5_2_an_enemy_zone_beside_the_link_does_no_harm() -> None:
    """4.5.2: what counts is the hexes between, not the hexes of the units themselves."""
    assert whole("14DI 2010 \n 63DR 2011 \n 3ID 2111", "14DI", "63DR")
    assert whole("14DI 2010 \n 63DR 2013 \n 3ID 2009", "14DI", "63DR")


def test_4_5_2_an_enemy_unit_blocks() -> None:
    """4.5.2: so does the enemy's cavalry with its zones (ruling C23)."""
    assert not whole("14DI 2010 \n 63DR 2013 \n 4KD 2012", "14DI", "63DR")


def test_4_5_2_infantry_of_another_corps_blocks() -> None:
    """4.5.2: the straight way is the only one of two hexes."""
    assert not whole("14DI 2010 \n 63DR 2013 \n 55DR 2011", "14DI", "63DR")


def test_4_5_2_units_of_the_own_corps_do_not_block() -> None:
    """4.5.2 names other corps only."""
    assert whole("5DI 2010 \n 6DI 2011 \n 37DI 2013", "5DI", "6DI", "37DI")


def test_links_of_many_hexes_at_once() -> None:
    """4.5.1: the same as the links of each of them, with enemies and other corps in the way."""
    g = game(study("movement entente", "14DI 2010 \n 63DR 2013 \n 55DR 2011 \n 3ID 2112 \n 4KD 2310"))
    links = links_of(g, g.phasing, "F-VII")
    for ends in ("2010", "2013 2112", "2009 2111 2310 1908", "1001 2012 4016"):
        cells = mask(g.setting.grid.cell(name) for name in ends.split())
        each = 0
        for cell in cells_of(cells):
            each |= links.to(cell)
        assert links.to_any(cells) == each


def test_ruling_c62_a_link_may_bend() -> None:
    """4.5.1, 4.5.2: with 2011 taken the link from 2010 to 2112 runs by 2111."""
    assert whole("14DI 2010 \n 63DR 2112 \n 55DR 2011", "14DI", "63DR")
    assert not whole("14DI 2010 \n 63DR 2112 \n 55DR 2011 \n 56DR 2111 \n 5DI 1911 \n 6DI 2110", "14DI", "63DR")


def test_m054_friendly_cavalry_does_not_interrupt() -> None:
    """4.5.2, 4.5.3."""
    assert whole("5DI 2010 \n 6DI 2211 \n 4DC 2111", "5DI", "6DI")


def test_4_5_3_cavalry_is_exempt() -> None:
    """4.5.3: a cavalry corps may be anywhere; its scattered units end the segment without complaint."""
    match = study("movement entente", "1DC 1103 \n 3DC 1515 \n 5DC 3010")
    play(match, "end")
    assert asked(match) != "close-up"


def test_4_5_4_the_base_unit_is_the_one_nearest_to_the_own_edge() -> None:
    """4.5.4: the south edge for the Entente, the north edge for the Central Powers; of equals any."""
    match = study("movement entente", "5DI 2010 \n 6DI 2012 \n 37DI 2112 \n 3ID 3005 \n 4ID 3007")
    entente = base_units(game(match), [number(match, uid) for uid in ("5DI", "6DI", "37DI")])
    assert [game(match).name(u) for u in entente] == ["6DI"]          # 2012 lies half a hex south of 2112
    german = base_units(game(match), [number(match, uid) for uid in ("3ID", "4ID")])
    assert [game(match).name(u) for u in german] == ["3ID"]
    match = study("movement entente", "5DI 2012 \n 6DI 2212 \n 37DI 2110")
    level = base_units(game(match), [number(match, uid) for uid in ("5DI", "6DI", "37DI")])
    assert [game(match).name(u) for u in level] == ["5DI", "6DI"]


def test_example_2_three_units_make_a_chain_round_an_enemy_zone() -> None:
    """The example of 4.5.5 (EX2): the French III Corps round the zone of a German unit."""
    chain = "5DI 2016 \n 6DI 2013 \n 37DI 1811 \n 3ID 2111"
    assert whole(chain, "5DI", "6DI", "37DI")
    assert not whole(chain.replace("6DI 2013", "6DI 1415"), "5DI", "6DI", "37DI")


def test_4_5_5_two_units_cannot_chain_over_others() -> None:
    """4.5.5: the chain is made of units of the corps."""
    assert not whole("14DI 2010 \n 63DR 2016 \n 55DR 2013", "14DI", "63DR")


# -- the end of the Movement Segment --


def test_4_5_1_the_segment_cannot_end_with_a_corps_torn_apart() -> None:
    """4.5.1, ruling C22: the unit that strayed moves anew to a hex that mends it."""
    match = study("movement entente", "14DI 2010 \n 63DR 2011")
    play(match, "move 14DI 2006", "end")
    assert asked(match) == "close-up"
    assert match.decision is not None
    assert match.decision.case == "4.5.1"
    refused(match, "move 14DI 2007", "4.5.1")
    refused(match, "move 55DR 2007", "4.5.1", "this is not about 55DR")
    refused(match, "end", "3.0")
    events = play(match, "move 14DI 2008")
    assert place(match, "14DI") == "2008"
    assert of_kind(events, "move-again")[0].cites == ("4.5.1",)
    assert asked(match) == "combat"


def test_4_5_1_a_corps_that_has_integrity_is_left_alone() -> None:
    """4.5.1: units may be left where they are."""
    match = study("movement entente", "14DI 2010 \n 63DR 2013")
    play(match, "end")
    assert asked(match) == "combat"


def test_ruling_c06_the_german_reserve_corps_mends_its_integrity() -> None:
    """4.5.1: 1604 and 1907 are four hexes apart at the start of 14.1."""
    match = study("movement cp", start=True, board="real", supply=None)
    play(match, "end")
    assert asked(match) == "close-up"
    assert match.decision is not None
    assert "IV Reserve Corps" in match.decision.prompt


def test_ruling_c22_what_cannot_be_helped_is_accepted_but_not_made_worse() -> None:
    """4.5.1: out of reach of each other, no unit may end further from the base unit than it began."""
    match = study("movement entente", "14DI 1003 \n 63DR 3015")
    play(match, "end")
    assert asked(match) == "combat"
    match = study("movement entente", "14DI 1503 \n 63DR 3505")
    play(match, "move 14DI 1203", "end")
    assert asked(match) == "close-up"
    refused(match, "move 14DI 1403", "4.5.1", "drift further apart")
    play(match, "move 14DI 1603")
    assert asked(match) == "combat"


def test_4_5_4_with_equal_base_units_the_owner_chooses_the_one_that_suits_him() -> None:
    """4.5.4, ruling C22: two units lie equally far south; the third may leave one for the other, not both."""
    for end, kind in (("1806", "combat"), ("2206", "combat"), ("2003", "close-up")):
        match = study("movement entente", "5DI 1016 \n 6DI 3016 \n 37DI 2006")
        play(match, f"move 37DI {end}", "end")
        assert asked(match) == kind, end


def test_integrity_penalty_by_option() -> None:
    """4.5.1, ruling C22, option integrity_penalty: units out of integrity are disrupted, and not cleared at once."""
    for option, result in (("none", False), ("disrupt", True)):
        match = study("movement entente", "14DI 1003 \n 63DR 3015", integrity_penalty=option)
        play(match, "end")
        assert disrupted(match, "14DI") is result
        assert disrupted(match, "63DR") is result


def test_a_unit_moves_anew_once_at_most() -> None:
    """Ruling C22: what is still wrong after that is accepted, so that the segment always ends."""
    match = study("movement entente", "5DI 2010 \n 6DI 2011 \n 37DI 2012")
    play(match, "move 5DI 1808", "move 6DI 2111", "move 37DI 2315", "end")
    for _ in range(3):
        if asked(match) != "close-up":
            break
        match.play(next(match.legal_actions()))
    assert asked(match) == "combat"
