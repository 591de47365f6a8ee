"""The atlas builds maps: the same bytes every time, hand corrections kept, damage told with file and line."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from grognard.atlas import atlas_games, build_map, map_files
from grognard.atlas.draft import FILES
from grognard.atlas.geometry import Lattice, without_loops
from grognard.board import Board, load_board
from grognard.data import DataFolder, game_folder
from grognard.errors import DataError, UnknownGame

# A study: 8 columns and 6 rows of flat hexes, even columns lower. One degree is one hex, north is up:
# latitude 10 - y, longitude x. A river runs down the middle, a road crosses it from west to east.

HEX = """
name = "study"
title = "Study"
scale_km = 1
attribution = ["© Surveyor, Free Licence"]
[grid]
kind = "hex"
orientation = "flat"
shifted = "even"
numbering = "CCRR"
columns = [1, 8]
rows = [1, 6]
"""
SQUARE = """
name = "study"
title = "Study"
scale_km = 1
attribution = ["© Surveyor, Free Licence"]
[grid]
kind = "square"
numbering = "A1"
columns = ["A", "H"]
rows = [1, 6]
"""
LEGEND = """
[terrain.clear]
source = "judgement: x"
[terrain.woods]
source = "judgement: x"
[terrain.town]
source = "judgement: x"
[side.river]
group = "water"
source = "judgement: x"
[side.stream]
group = "water"
source = "judgement: x"
[side.bridge]
source = "judgement: x"
[slope.steep]
source = "judgement: x"
[link.road]
source = "judgement: x"
[link.rail]
source = "judgement: x"
[feature.fort]
source = "judgement: x"
[feature.trench]
source = "judgement: x"
[place.town]
source = "judgement: x"
"""
RULES = """
[cells]
terrain = "clear"
source = "judgement: nothing else here"
[[place]]
names = ["Westham", "Midham"]
kind = "town"
terrain = "town"
[[paint]]
from = "forests"
share = 0.5
terrain = "woods"
[[side]]
from = "rivers"
kind = "river"
[[link]]
from = "roads"
kind = "road"
avoid = ["river"]
[bridge]
kind = "bridge"
sides = ["river"]
links = ["road"]
source = "judgement: roads have bridges"
[[region]]
name = "west-bank"
flood = { start = ["0101"], banks = ["Slow"] }
source = "judgement: the bank"
[[region]]
name = "exit-east"
exits = "east"
source = "judgement: the road goes on"
"""
GEOGRAPHY: dict[str, Any] = {
    "transform": {
        "lat0": 10, "lon0": 0, "km_per_deg_lon": 1, "km_per_deg_lat": 1,
        "a": 1, "b": 0, "c": 0, "d": 0, "e": -1, "f": 0,
        "anchors": {"0101": [0.866, 1.0], "0802": [6.928, 2.5]},
    },
    "sources": {"survey": {"basis": "geography", "licence": "Free Licence", "holder": "© Surveyor"}},
    "places": [
        {"name": "Westham", "lat": 7.1, "lon": 1.0, "kind": "town", "population": 500, "source": "survey"},
        {"name": "Midham", "lat": 6.45, "lon": 3.45, "kind": "town", "population": 900, "source": "survey"},
        {"name": "Farm", "lat": 8.0, "lon": 5.0, "kind": "farm", "source": "survey"},
    ],
    # Midham's cell is 0403, centre (3.464, 3.5): the river runs just past the town, to the east of it.
    "rivers": [{"name": "Slow", "class": "major", "line": [[11, 3.6], [2, 3.6]], "source": "survey"}],
    "forests": [
        {"name": "Wood", "polygon": [[9.6, 5.5], [9.6, 6.7], [8.4, 6.7], [8.4, 5.5]], "source": "survey"},
    ],
    "roads": [{"name": "High Street", "line": [[7.1, 1.0], [6.45, 3.45], [6.5, 12]], "source": "survey"}],
    "fronts": [{"scenario": "first", "trench": ["0701", "0702"], "source": "survey"}],
}  # fmt: skip


class Study:
    """An atlas folder and a game folder on disk."""

    def __init__(self, root: Path, board: str = HEX, rules: str = RULES, geography: Any = GEOGRAPHY) -> None:
        self.atlas, self.game = root / "atlas", root / "game"
        self.folder = self.atlas / "study"
        self.folder.mkdir(parents=True)
        (self.game / "map").mkdir(parents=True)
        (self.game / "map" / "board.toml").write_text(board + LEGEND, encoding="utf-8")
        (self.folder / "rules.toml").write_text(rules, encoding="utf-8")
        (self.folder / "geography.json").write_text(json.dumps(geography), encoding="utf-8")

    def correct(self, *rows: str) -> Study:
        text = "# a remark\nfile,key,value,reason\n" + "".join(f"{row}\n" for row in rows)
        (self.folder / "corrections.csv").write_text(text, encoding="utf-8")
        return self

    def build(self) -> Board:
        build_map("study", atlas=self.atlas, game=self.game)
        return load_board(DataFolder(self.game))

    def refused(self) -> str:
        with pytest.raises(DataError) as caught:
            self.build()
        return str(caught.value)


@pytest.fixture
def study(tmp_path: Path) -> Study:
    return Study(tmp_path)


def ids(board: Board, cells: Any) -> list[str]:
    return sorted(board.grid.ids[cell] for cell in cells)


def river_is_whole(board: Board, name: str) -> bool:
    """Whether the sides of a river hang together corner to corner, in one line without branches."""
    lattice = Lattice(board.grid)
    corners_of = {cells: corners for corners, cells in lattice.side_at.items()}
    edges = [corners_of[min(r.a, r.b), max(r.a, r.b)] for r in board.side_rows if r.name == name]
    meets: dict[int, list[int]] = {}
    for a, b in edges:
        meets.setdefault(a, []).append(b)
        meets.setdefault(b, []).append(a)
    ends = [corner for corner, others in meets.items() if len(others) == 1]
    reached, queue = {ends[0]}, [ends[0]]
    while queue:
        for other in meets[queue.pop()]:
            if other not in reached:
                reached.add(other)
                queue.append(other)
    return len(ends) == 2 and reached == set(meets) and all(len(others) <= 2 for others in meets.values())


# Every game ------------------------------------------------------------------------------------------


def test_there_are_games_in_the_atlas() -> None:
    assert "marne-1914" in atlas_games()


@pytest.mark.parametrize("slug", atlas_games())
def test_a_rebuild_gives_the_committed_files_byte_for_byte(slug: str, tmp_path: Path) -> None:
    build_map(slug, target=tmp_path)
    for name in FILES:
        kept, built = game_folder(slug) / "map" / f"{name}.csv", tmp_path / f"{name}.csv"
        assert kept.is_file() == built.is_file(), f"{kept}: build the map of {slug} again"
        if built.is_file():
            same = kept.read_bytes() == built.read_bytes()
            assert same, f"{kept} is not what the atlas makes: correct atlas/{slug} and build again"


@pytest.mark.parametrize("slug", atlas_games())
def test_every_row_has_a_source_of_a_known_kind(slug: str) -> None:
    board = load_board(DataFolder(game_folder(slug)))
    told = {*board.cell_sources, *board.region_sources.values(), *(p.source for p in board.places)}
    told |= {row.source for row in (*board.side_rows, *board.slope_rows, *board.link_rows)}
    begins = ("rulebook", "geography", "judgement", "reconstruction", "printed map")
    assert [source for source in told if not source.startswith(begins)] == []


def test_an_unknown_game_is_refused() -> None:
    with pytest.raises(UnknownGame, match="no atlas folder for 'verdun-1916'"):
        map_files("verdun-1916")


def test_an_atlas_folder_without_a_game_is_refused(study: Study) -> None:
    with pytest.raises(UnknownGame, match="'study' is not one of our games"):
        map_files("study", atlas=study.atlas)


# What becomes of what ---------------------------------------------------------------------------------


def test_building_twice_changes_nothing(study: Study) -> None:
    assert len(build_map("study", atlas=study.atlas, game=study.game)) == len(FILES) - 1  # no slopes
    assert build_map("study", atlas=study.atlas, game=study.game) == []


def test_a_town_lies_in_the_nearest_cell(study: Study) -> None:
    board = study.build()
    assert ids(board, board.place("Westham").cells) == ["0103"]
    assert board.terrain[board.cell("0403")] == "town"
    assert board.place("Midham").source == "geography: survey"
    assert [place.name for place in board.places] == ["Midham", "Westham"]  # no rule asks for the farm


def test_woods_fill_cells_that_they_cover_by_half(study: Study) -> None:
    board = study.build()
    assert ids(board, [c for c, kind in enumerate(board.terrain) if kind == "woods"]) == ["0701"]
    assert board.cell_sources[board.cell("0701")].startswith("geography: survey (")


def test_a_river_runs_whole_from_edge_to_edge(study: Study) -> None:
    board = study.build()
    assert river_is_whole(board, "Slow")
    west = board.region("west-bank")
    assert board.cell("0101") in west
    assert board.cell("0801") not in west
    assert all(board.grid.column(cell) <= 5 for cell in west)


def test_a_town_stays_on_its_bank(study: Study) -> None:
    board = study.build()
    assert board.cell("0403") in board.region("west-bank")


def test_rules_can_put_a_town_on_the_other_bank(tmp_path: Path) -> None:
    rules = RULES.replace('kind = "river"\n', 'kind = "river"\nbanks = { "Midham" = "east" }\n')
    board = Study(tmp_path, rules=rules).build()
    assert river_is_whole(board, "Slow")
    assert board.cell("0403") not in board.region("west-bank")


def test_a_tributary_flows_into_the_river(tmp_path: Path) -> None:
    brook = {"name": "Brook", "class": "minor", "line": [[7.6, 1.2], [7.7, 3.1]], "source": "survey"}
    board = Study(tmp_path, geography={**GEOGRAPHY, "rivers": [*GEOGRAPHY["rivers"], brook]}).build()
    assert river_is_whole(board, "Brook")
    lattice = Lattice(board.grid)
    corners_of = {cells: corners for corners, cells in lattice.side_at.items()}
    touched = {
        name: {c for r in board.side_rows if r.name == name for c in corners_of[min(r.a, r.b), max(r.a, r.b)]}
        for name in ("Slow", "Brook")
    }
    assert touched["Slow"] & touched["Brook"]


def test_a_road_joins_its_towns_step_by_step_and_leaves_the_map(study: Study) -> None:
    board = study.build()
    reached, queue = {board.cell("0103")}, [board.cell("0103")]
    while queue:
        cell = queue.pop()
        for other in board.grid.neighbours[cell]:
            if other not in reached and "road" in board.link(cell, other):
                reached.add(other)
                queue.append(other)
    assert {"0403"} < set(ids(board, reached))
    assert len(reached) == len(board.links) + 1  # one line without branches or loops
    (exit_cell,) = board.region("exit-east")
    assert exit_cell in reached
    assert board.grid.column(exit_cell) == 8


def test_a_bridge_stands_where_the_road_crosses_and_nowhere_else(study: Study) -> None:
    board = study.build()
    crossings = [pair for pair, kinds in board.sides.items() if "river" in kinds and board.link(*pair)]
    assert len(crossings) == 1
    assert [pair for pair, kinds in board.sides.items() if "bridge" in kinds] == crossings


def test_roads_by_name_cell_and_edge(tmp_path: Path) -> None:
    extra = """
[[link]]
name = "Low Road"
via = ["Westham", "0205", "south:0306"]
kind = "road"
source = "judgement: known"
[[region]]
name = "exit-south"
exits = "south"
source = "judgement: the road goes on"
"""
    board = Study(tmp_path, rules=RULES + extra).build()
    assert ids(board, board.region("exit-south")) == ["0306"]
    assert {row.source for row in board.link_rows if row.name == "Low Road"} == {"judgement: known"}


def test_lists_and_lines_of_the_geography_become_features(tmp_path: Path) -> None:
    extra = """
[[paint]]
from = "fronts"
names = ["first"]
list = "trench"
feature = "trench"
[[paint]]
from = "roads"
line = true
columns = [7, 8]
feature = "fort"
"""
    board = Study(tmp_path, rules=RULES + extra).build()
    tags = {board.grid.ids[cell]: kinds for cell, kinds in board.features.items()}
    assert tags["0701"] == tags["0702"] == ("trench",)
    assert sorted(cell[:2] for cell in tags if tags[cell] == ("fort",)) == ["07", "08"]


def test_squares_have_no_diagonal_roads_unless_asked(tmp_path: Path) -> None:
    geography = json.loads(json.dumps(GEOGRAPHY))
    geography["transform"]["anchors"] = {"A1": [1, 1]}
    rules = RULES.replace('["0101"]', '["A1"]')
    straight = Study(tmp_path / "straight", SQUARE, rules, geography).build()
    assert straight.links
    assert all(straight.grid.direction(a, b) % 2 == 0 for a, b in straight.links)
    asked = rules.replace('avoid = ["river"]', 'avoid = ["river"]\ndiagonal = true')
    diagonal = Study(tmp_path / "diagonal", SQUARE, asked, geography).build()
    assert any(diagonal.grid.direction(a, b) % 2 for a, b in diagonal.links)
    assert river_is_whole(diagonal, "Slow")


def test_excursions_are_cut_out_of_a_path() -> None:
    assert without_loops([1, 2, 3, 2, 4, 5, 6, 5, 7]) == [1, 2, 4, 5, 7]


# Corrections -------------------------------------------------------------------------------------------


def test_corrections_change_the_map_and_become_the_source(study: Study) -> None:
    study.correct(
        "cells,0801 0802,terrain=woods,printed map",
        "cells,0801,+fort,printed map: a fort",
        "links,0601-0701-0702,+rail Main Line,judgement: a railway",
        "slopes,0601>0701,+steep,judgement: a bluff",
        "places,Midham,name=Middletown,printed map",
        "places,Middletown,value=3,printed map",
        "places,Hilltop,+town 0706,printed map",
        "regions,west-bank,-0101,judgement: not this one",
        "regions,new,+0101 0102,printed map",
    )
    board = study.build()
    assert board.terrain[board.cell("0802")] == "woods"
    assert board.tags(board.cell("0801")) == ("fort",)
    assert "printed map: a fort" in board.cell_sources[board.cell("0801")]
    assert "rail" in board.link(board.cell("0701"), board.cell("0702"))
    assert board.slope(board.cell("0601"), board.cell("0701")) == "steep"
    assert board.slope(board.cell("0701"), board.cell("0601")) == ""
    assert board.place("Middletown").value == 3
    assert ids(board, board.place("Hilltop").cells) == ["0706"]
    assert board.cell("0101") not in board.region("west-bank")
    assert ids(board, board.region("new")) == ["0101", "0102"]


def test_a_corrected_road_gets_its_bridge_and_a_bridge_can_be_blown(study: Study) -> None:
    board = study.build()
    north = next(pair for pair, kinds in board.sides.items() if kinds == ("river",))
    south = next(pair for pair, kinds in board.sides.items() if "bridge" in kinds)
    a, b = (board.grid.ids[cell] for cell in north)
    c, d = (board.grid.ids[cell] for cell in south)
    study.correct(f"links,{a}-{b},+road,printed map", f"sides,{c}-{d},-bridge,rulebook 1.1: never rebuilt")
    board = study.build()
    assert board.side(*north) == ("river", "bridge")
    assert board.side(*south) == ("river",)


def test_a_corrected_side_replaces_one_that_excludes_it(study: Study) -> None:
    board = study.build()
    first = next(pair for pair, kinds in board.sides.items() if kinds == ("river",))
    a, b = (board.grid.ids[cell] for cell in first)
    board = study.correct(f"sides,{a}-{b},+stream Slow,printed map").build()
    assert board.side(*first) == ("stream",)


def test_a_road_taken_away_at_the_edge_is_no_exit(study: Study) -> None:
    board = study.build()
    (last,) = board.region("exit-east")
    before = next(c for c in board.grid.neighbours[last] if board.link(c, last))
    a, b = board.grid.ids[before], board.grid.ids[last]
    assert "exit-east" in study.correct(f"links,{a}-{b},-road,printed map").refused()


@pytest.mark.parametrize(
    ("row", "told"),
    [
        ("hexes,0101,terrain=woods,printed map", "unknown 'hexes'"),
        ("cells,0909,terrain=woods,printed map", "no hex 0909 on this map"),
        ("cells,0101,terrain=wood,printed map", "no terrain 'wood'; did you mean 'woods'?"),
        ("cells,0101,woods,printed map", "should be terrain=KIND"),
        ("cells,0101,-fort,printed map", "no feature 'fort' to take away"),
        ("cells,0101,terrain=woods,because", "the reason 'because' should begin with"),
        ("cells,0101,terrain=woods,", "column 'reason' is empty"),
        ("sides,0101-0103,+river,printed map", "0101 and 0103 are not neighbours"),
        ("sides,0101,+river,printed map", "should be two cells"),
        ("sides,0701-0702,-river,printed map", "no side 'river' to take away"),
        ("links,0101-0102-0205,+road,printed map", "0102 and 0205 are not neighbours"),
        ("links,0101-0102,road,printed map", "should be +KIND NAME or -KIND"),
        ("links,0101-0102,-rail,printed map", "no link 'rail' to take away"),
        ("slopes,0101-0102,+steep,printed map", "should be two cells such as 0313>0314"),
        ("slopes,0101>0102,-steep,printed map", "no slope 'steep' to take away"),
        ("places,Midhem,value=3,printed map", "no place 'Midhem'; did you mean 'Midham'?"),
        ("places,Midham,value=many,printed map", "should be name=, kind="),
        ("places,Midham,+town 0101,printed map", "there is already a place 'Midham'"),
        ("regions,west-bank,-0801,printed map", "has no 0801 to take away"),
        ("regions,east-bank,-,printed map", "no region 'east-bank'; did you mean 'west-bank'?"),
    ],
)
def test_bad_corrections_are_refused_with_file_and_line(study: Study, row: str, told: str) -> None:
    study.correct("cells,0801,terrain=woods,printed map", row)
    message = study.refused()
    assert told in message
    assert message.startswith(f"{study.folder / 'corrections.csv'}, line 4: ")


def test_a_refused_build_writes_nothing(study: Study) -> None:
    study.build()
    before = {path.name: path.read_bytes() for path in (study.game / "map").iterdir()}
    study.correct("cells,0801,terrain=woods,printed map", "cells,0909,terrain=woods,printed map").refused()
    assert before == {path.name: path.read_bytes() for path in (study.game / "map").iterdir()}


# Damaged rules and geography -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("[bridge]", "[bridges]", "unknown section 'bridges'; did you mean 'bridge'?"),
        (
            "share = 0.5",
            "shore = 0.5",
            "number 1 (woods): unknown key 'shore'; did you mean 'share'?",
        ),
        ("share = 0.5", 'share = "half"', "'share' should be a number"),
        ('terrain = "woods"', 'terrain = "wood"', "no terrain 'wood'; did you mean 'woods'?"),
        ('"Midham"', '"Midhem"', "the geography has no 'Midhem'; did you mean 'Midham'?"),
        ('from = "rivers"', 'from = "river"', "unknown table 'river'; did you mean 'rivers'?"),
        ('from = "rivers"', 'from = "rail"', "nothing in the geography fits"),
        ('kind = "river"\n', 'kind = "river"\nbanks = { "Farm" = "east" }\n', "'Farm' is not shown"),
        ('kind = "river"\n', 'kind = "river"\nbanks = { "Midham" = "left" }\n', "north, south, east or west"),
        ('exits = "east"', 'exits = "north"', "(exit-east): the region has no cell"),
        ('banks = ["Slow"]', 'banks = ["Fast"]', "no side of the map is named 'Fast'"),
        ('start = ["0101"]', 'start = ["0909"]', "no hex 0909 on this map"),
    ],
)
def test_bad_rules_are_refused_by_name(tmp_path: Path, old: str, new: str, told: str) -> None:
    assert old in RULES
    message = Study(tmp_path, rules=RULES.replace(old, new, 1)).refused()
    assert told in message
    assert "rules.toml" in message


@pytest.mark.parametrize("stop", ["Nowhere", "north:0306", "east:Nowhere"])
def test_a_road_to_nowhere_is_refused(tmp_path: Path, stop: str) -> None:
    extra = f'[[link]]\nvia = ["Westham", "{stop}"]\nkind = "road"\nsource = "judgement: x"\n'
    assert "via: " in Study(tmp_path, rules=RULES + extra).refused()


def test_geography_for_another_grid_is_refused(tmp_path: Path) -> None:
    board = HEX.replace('shifted = "even"', 'shifted = "odd"')
    assert "expects the centre of 0101 at" in Study(tmp_path, board=board).refused()


def test_a_point_that_is_none_is_refused(tmp_path: Path) -> None:
    places = [{"name": "Westham", "lat": "here", "lon": 1.0, "source": "survey"}]
    message = Study(tmp_path, geography={**GEOGRAPHY, "places": places}).refused()
    assert "places: 'Westham' has a point that is not [latitude, longitude]" in message


def test_a_feature_without_a_source_is_refused(tmp_path: Path) -> None:
    places = [{"name": "Westham", "lat": 7.0, "lon": 1.0, "source": "hearsay"}]
    message = Study(tmp_path, geography={**GEOGRAPHY, "places": places}).refused()
    assert "'Westham' has the source 'hearsay', which is not among the sources" in message


def test_broken_geography_is_refused(study: Study) -> None:
    (study.folder / "geography.json").write_text("{", encoding="utf-8")
    assert "cannot be read as JSON" in study.refused()


def test_the_licence_must_be_named_on_the_map(tmp_path: Path) -> None:
    board = HEX.replace("© Surveyor, Free Licence", "nobody")
    message = Study(tmp_path, board=board).refused()
    assert "wants an attribution: © Surveyor, Free Licence" in message
    assert "board.toml, line " in message
