"""The map of Soissons: what the rulebook says of hexes, and what its examples need of them."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from itertools import pairwise

import pytest

from grognard.board import Board, check_board, load_board
from grognard.data import DataFolder, game_folder

HEADQUARTERS = {"i": "0802", "xx": "1402", "xxx": "1804", "xi": "2202"}  # 3.1
GERMAN_SECTORS = ("241", "11-bavarian", "42", "14-reserve", "115", "40")
STARS = ("0812", "0914", "1014")  # 13.4
IGNORED = {
    "Belleu", "Septmonts", "Bucy-le-Long", "Villeneuve-Saint-Germain", "Venizel", "Billy-sur-Aisne",
}  # fmt: skip
# Where the Entente stood on the evening of 23 July, from north to south (docs/maps/soissons-1918.md).
LINE_OF_23_JULY = ("0608", "0809", "1011", "1112", "1413", "1612", "1813", "2314")


@cache
def board() -> Board:
    return load_board(DataFolder(game_folder("soissons-1918")))


def cell(id: str) -> int:
    return board().cell(id)


def ids(cells: Iterable[int]) -> set[str]:
    return {board().grid.ids[one] for one in cells}


def region(name: str) -> set[str]:
    return ids(board().region(name))


def near(id: str) -> set[str]:
    return ids(board().grid.neighbours[cell(id)])


def apart(a: str, b: str) -> int:
    return board().grid.distance(cell(a), cell(b))


def is_ravine(id: str) -> bool:
    return board().terrain[cell(id)] == "ravine" or "ravine" in board().tags(cell(id))


def reach(start: str, allowed: set[str]) -> dict[str, int]:
    """Every hex that can be reached within ``allowed``, with its distance."""
    found = {start: 0}
    queue = [start]
    for here in queue:
        for other in sorted(near(here) & allowed):
            if other not in found:
                found[other] = found[here] + 1
                queue.append(other)
    return found


def to_the_east(id: str) -> int:
    """Steps to the east edge, in hexes."""
    return min(apart(id, edge) for edge in region("edge-east"))


# The grid and the Aisne ----------------------------------------------------------------------------


def test_the_map_is_sound() -> None:
    assert check_board(board()) == []


def test_the_east_edge_is_cut_straight() -> None:
    grid = board().grid
    assert {grid.ids[one][2:] for one in grid.edge("east") if grid.row(one) % 2} == {"19"}
    assert {grid.ids[one][2:] for one in grid.edge("east") if not grid.row(one) % 2} == {"18"}
    # 11.2.1, example 2: from 1712 the hexes 1612 and 1812 lie nearer to the German edge, the others do not.
    nearer = {other for other in near("1712") if to_the_east(other) < to_the_east("1712")}
    assert nearer == {"1612", "1713", "1812"}


def test_the_aisne_parts_the_playable_ground_from_the_rest() -> None:
    playable = region("playable")
    for a in range(len(board().grid)):
        for b in board().grid.neighbours[a]:
            pair = ids((a, b))
            assert ("river" in board().side(a, b)) == (len(pair & playable) == 1), pair  # 2.2, 12.2.1
    north = {id for id in board().grid.ids if board().terrain[cell(id)] == "unplayable"}
    assert north == set(board().grid.ids) - playable
    assert not ids(one for pair in board().links for one in pair) & north  # no road into the forbidden ground


def test_a_line_can_follow_the_aisne_to_the_east_edge() -> None:
    bank = region("aisne-south-bank")  # 11.1, 13.4
    assert all(any("river" in board().side(cell(id), cell(other)) for other in near(id)) for id in bank)
    assert bank <= region("playable")
    assert reach("0406", bank | region("inside-perimeter")).keys() >= bank
    assert bank & region("edge-east")
    assert bank & region("edge-west")


def test_the_friendly_edges_lie_west_and_east_and_have_roads() -> None:
    for name, column in (("edge-west", {"01"}), ("edge-east", {"18", "19"})):
        assert {id[2:] for id in region(name)} == column  # 2.2
        assert region(name) <= region("playable")
        with_road = region(name) & ids(one for pair in board().links for one in pair)
        assert len(with_road) >= 4  # 17.3: column movement begins on a road hex of the edge


def test_the_roads_hang_together() -> None:
    roads: dict[str, set[str]] = {}
    for a, b in board().links:
        roads.setdefault(board().grid.ids[a], set()).add(board().grid.ids[b])
        roads.setdefault(board().grid.ids[b], set()).add(board().grid.ids[a])
    found, queue = {"1701"}, ["1701"]
    while queue:
        fresh = roads[queue.pop()] - found
        found |= fresh
        queue += fresh
    assert found == set(roads)
    assert all(p.cells[0] in {cell(id) for id in found} for p in board().places if is_town_in_play(p.name))


def is_town_in_play(name: str) -> bool:
    return board().place(name).kind == "town" and name != "Bucy-le-Long"


# Terrain ---------------------------------------------------------------------------------------------


def test_every_kind_of_terrain_of_the_rules_is_there() -> None:
    assert set(board().terrain) == {"clear", "woods", "ravine", "town", "city", "unplayable"}  # 2.3, 15.5
    assert {kind for kinds in board().sides.values() for kind in kinds} == {
        "river", "stream", "bridge", "front",
    }  # fmt: skip


def test_ravines_are_listed_once_and_for_all() -> None:
    assert region("ravines") == {id for id in board().grid.ids if is_ravine(id)}
    both = {id for id in region("ravines") if board().terrain[cell(id)] == "town"}
    assert both  # 15.5: a town and a ravine in one hex
    plain = {id for id in region("ravines") if board().terrain[cell(id)] == "ravine"}
    assert plain - ids(one for pair in board().links for one in pair)  # 5.4.1: some without a road


def test_bridges_are_where_roads_cross_streams() -> None:
    for pair, kinds in board().sides.items():
        assert ("bridge" in kinds) == ("stream" in kinds and "road" in board().link(*pair))  # 12.2.1


def test_tanks_reach_the_ravines_of_the_entente_front_by_road() -> None:
    """3.1, 5.4.1: no tank group in a ravine without a road."""
    for id in region("front-entente") & region("ravines"):
        assert any("road" in board().link(cell(id), one) for one in board().grid.neighbours[cell(id)]), id


# Towns and points ------------------------------------------------------------------------------------


def test_the_two_towns_of_two_hexes() -> None:
    wide = {p.name: ids(p.cells) for p in board().places if p.kind == "town" and len(p.cells) > 1}
    assert wide == {"Pernant": {"0507", "0606"}, "Vauxbuin": {"0810", "0811"}}  # 3.3.4
    assert {"0810", "0811"} <= region("victory-locations")  # 3.3.2


def test_town_hexes_and_towns_agree() -> None:
    named = {one for p in board().places if is_town_in_play(p.name) for one in p.cells}
    assert named == {one for one, kind in enumerate(board().terrain) if kind == "town"}


def test_known_values() -> None:
    assert board().place("Berzy-le-Sec").value == 3  # 3.3.2
    assert board().place("Buzancy").value == 2


def test_every_town_hex_counts_in_exactly_one_way() -> None:
    kinds = ["victory-locations", "towns-without-value", "towns-ignored"]
    everywhere = [id for name in kinds for id in region(name)]
    towns = {id for p in board().places if p.kind == "town" for id in ids(p.cells)}
    assert len(everywhere) == len(set(everywhere))
    assert set(everywhere) == towns
    for p in board().places:
        if p.kind == "town":
            assert (p.value > 0) == (ids(p.cells) <= region("victory-locations")), p.name
        else:
            assert p.value == 0


def test_towns_that_do_not_count() -> None:
    assert {p.name for p in board().places if ids(p.cells) <= region("towns-ignored")} == IGNORED  # 3.3.2
    behind = region("inside-perimeter") | region("soissons-perimeter")
    for name in IGNORED - {"Bucy-le-Long"}:
        assert ids(board().place(name).cells) <= behind, name
    assert not ids(board().place("Bucy-le-Long").cells) & region("playable")
    assert {p.name for p in board().places if p.kind == "town" and ids(p.cells) & behind} == (
        IGNORED - {"Bucy-le-Long"}
    )


def test_the_example_of_berzy_and_buzancy() -> None:
    berzy, buzancy = (next(iter(ids(board().place(n).cells))) for n in ("Berzy-le-Sec", "Buzancy"))
    assert any(apart(id, buzancy) == 3 for id in near(berzy))  # 3.3.2: next to the one, 3 from the other


def test_the_historical_line_is_worth_ten_points() -> None:
    score = 0
    for p in board().places:
        for town in ids(p.cells) if p.value else ():
            score += max(0, p.value - min(apart(town, unit) for unit in LINE_OF_23_JULY))
    assert score == 10  # 3.3.3


def test_towns_without_value_lie_behind_the_historical_line() -> None:
    for town in region("towns-without-value"):
        nearest = min(LINE_OF_23_JULY, key=lambda unit: (abs(int(unit[:2]) - int(town[:2])), -int(unit[2:])))
        assert int(town[2:]) < int(nearest[2:]), town  # 3.3.2: the penalty was avoidable


# The perimeter ---------------------------------------------------------------------------------------


def test_the_perimeter_has_its_named_hexes() -> None:
    stars = region("soissons-perimeter")
    assert set(STARS) | {"0813"} <= stars  # 13.4, 16.5.2
    assert stars == {id for id in board().grid.ids if "perimeter" in board().tags(cell(id))}
    assert stars <= region("german-ground")


def test_the_perimeter_closes_soissons_off() -> None:
    open_ground = region("playable") - region("soissons-perimeter")
    inside = set(reach("0513", open_ground))
    assert inside == region("inside-perimeter")
    assert set(reach("1402", open_ground)) == open_ground - inside
    assert ids(board().place("Soissons").cells) <= inside


def test_the_supply_example() -> None:
    assert min(apart("1008", star) for star in region("soissons-perimeter")) == 5  # 11.1: exceeds 4


def test_the_fallback_example() -> None:
    stars = region("soissons-perimeter")
    assert {star for star in stars if apart("1210", star) <= 4} == {"0812"}  # 13.4
    assert {star for star in stars if apart("1113", star) == 2} == {"0914", "1014"}
    assert min(apart("1113", star) for star in stars) == 2
    assert apart("1210", "1113") == 3  # so the way through 1113 is 5 hexes long
    straight = ["1210", *(f"12{column:02d}" for column in range(11, 19))]
    assert all("river" not in board().side(cell(a), cell(b)) for a, b in pairwise(straight))
    assert straight[-1] in region("edge-east")


def test_the_retreat_example() -> None:
    assert "0813" in region("soissons-perimeter")  # 16.5.2
    assert any(apart(id, "0813") <= 4 for id in region("german-ground") - region("inside-perimeter"))


# Examples on the open ground -----------------------------------------------------------------------


@pytest.mark.parametrize(
    "hexes",
    [
        "1508 1607 1708",  # 8.2
        "0906 0904 1004 0905 0805 0806 1003",  # 9.2
        "1008",  # 11.1
        "1612 1712 1711 1811 1812 1611",  # 11.2
        "1210 1111 1011 0912 0812 1113 0914 1014",  # 13.4
        "0813",  # 16.5.2
        "2013 2014",  # 3.1
    ],
)
def test_the_hexes_of_the_examples_can_be_entered(hexes: str) -> None:
    assert set(hexes.split()) <= region("playable")


def test_villemontoire_lies_where_the_isolation_example_needs_it() -> None:
    (town,) = ids(board().place("Villemontoire").cells)
    assert "1612" in near(town)  # 11.2.2, example 1
    assert "1712" not in near(town)
    # The line back by 1612 and 1712 never comes closer to the German edge (11.1).
    assert to_the_east(town) <= to_the_east("1612") <= to_the_east("1712") <= to_the_east("1711")


def test_no_town_spoils_the_isolation_examples() -> None:
    """11.1: a line may pass a zone of control in a town; in example 2 of 11.2.1 it is cut."""
    for id in ("1611", "1612", "1711", "1712", "1811", "1812"):
        assert board().terrain[cell(id)] != "town", id


def test_unit_b_is_isolated_in_the_second_example() -> None:
    onward = {other for other in near("1712") if to_the_east(other) >= to_the_east("1712")}
    assert onward == {"1611", "1711", "1811"}  # 11.2.1: two enemy zones of control and unit Y itself


# The front and the set-up --------------------------------------------------------------------------


def test_headquarters_stand_in_their_sectors() -> None:
    for corps, id in HEADQUARTERS.items():
        assert region(f"hq-{corps}-corps") == {id}  # 3.1
        assert id in region(f"sector-{corps}-corps")
        assert id in region("entente-ground")


def test_only_the_headquarters_of_the_first_corps_can_touch_a_german() -> None:
    touching = {corps for corps, id in HEADQUARTERS.items() if near(id) & region("front-german")}
    assert touching == {"i"}  # 3.1


def test_the_third_reserve_division_stands_behind_the_front() -> None:
    assert region("setup-3-reserve") == {"2013", "2014"}  # 3.1
    assert region("setup-3-reserve") <= region("german-ground") - region("front-german")


def test_the_front_parts_the_armies_from_the_aisne_to_the_south_edge() -> None:
    west, east = region("entente-ground"), region("german-ground")
    assert west | east == region("playable")
    assert not west & east
    touching_west: set[str] = set()
    touching_east: set[str] = set()
    for a in range(len(board().grid)):
        for b in board().grid.neighbours[a]:
            one, other = board().grid.ids[a], board().grid.ids[b]
            across = (one in west and other in east) or (one in east and other in west)
            assert ("front" in board().side(a, b)) == across
            if across:
                (touching_west if one in west else touching_east).add(one)
    assert touching_west == region("front-entente")  # 3.1: adjacent to the front line
    assert touching_east == region("front-german")
    assert set(reach("0405", touching_east)) == touching_east  # one unbroken line
    assert touching_east & region("aisne-south-bank")
    assert any(id.startswith("26") for id in touching_east)


@pytest.mark.parametrize(
    ("sectors", "ground"),
    [
        ([f"sector-{corps}-corps" for corps in HEADQUARTERS], "entente-ground"),
        ([f"sector-{division}" for division in GERMAN_SECTORS], "german-ground"),
    ],
)
def test_sectors_share_their_boundary_hexes(sectors: list[str], ground: str) -> None:
    assert set().union(*(region(name) for name in sectors)) == region(ground)
    for north, south in pairwise(sectors):
        shared = region(north) & region(south)
        assert shared
        assert len({id[:2] for id in shared}) == 1  # 3.1: the boundary row, usable by either
    for name, other in ((a, b) for i, a in enumerate(sectors) for b in sectors[i + 2 :]):
        assert not region(name) & region(other)


def test_three_regiments_of_each_division_find_a_front_hex_of_their_own() -> None:
    left = sorted(region("front-german"))
    for division in GERMAN_SECTORS:  # north to south, each takes its northernmost hexes
        own = [id for id in left if id in region(f"sector-{division}")][:3]
        assert len(own) == 3, division  # 3.1: one regiment a hex
        left = [id for id in left if id not in own]


def test_the_divisions_of_each_corps_find_room_at_the_front() -> None:
    for corps, divisions in {"i": 4, "xx": 5, "xxx": 4, "xi": 3}.items():
        room = region("front-entente") & region(f"sector-{corps}-corps")
        assert len(room) >= divisions, corps  # 3.1: one division a hex, next to a German
        assert all(near(id) & region("front-german") for id in room)


def test_the_58th_division_can_stand_back() -> None:
    behind = region("sector-xx-corps") - region("front-entente")
    assert {id for id in behind if not near(id) & region("front-german")}  # 3.1


def test_german_headquarters_find_a_hex() -> None:
    for division in GERMAN_SECTORS:
        front = region("front-german") & region(f"sector-{division}")
        assert {id for id in region("german-ground") - region("front-german") if apart(id, min(front)) <= 4}
