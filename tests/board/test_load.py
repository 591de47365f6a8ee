"""Loading a map: what it holds, and a clear complaint with file and line for every kind of damage."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from grognard.board import Board, Place, Segment, load_board
from grognard.data import DataFolder
from grognard.errors import DataError

if TYPE_CHECKING:
    from tests.board.conftest import SmallMap

SQUARES = '[grid]\nkind = "square"\nnumbering = "A1"\ncolumns = ["A", "C"]\nrows = [1, 3]\n'


def complaint(small_map: SmallMap) -> DataError:
    with pytest.raises(DataError) as caught:
        small_map.load()
    text = str(caught.value)
    assert "\n" not in text
    return caught.value


def test_a_whole_map(board: Board) -> None:
    assert (board.name, board.title, board.scale_km, board.north_deg) == ("study-1914", "A study", 5.0, 2.5)
    assert board.attribution == ("nobody",)
    assert len(board.grid) == len(board.terrain) == len(board.cell_sources) == 11
    assert board.plain == "clear"
    assert board.terrain[board.cell("0102")] == "woods"
    assert board.cell_sources[board.cell("0102")] == "geography: a wood"
    assert board.features == {board.cell("0103"): ("town", "fort")}


def test_sides_links_and_slopes(board: Board) -> None:
    a, b, c = board.cell("0201"), board.cell("0202"), board.cell("0203")
    assert board.sides[a, b] == ("river", "bridge")
    assert board.side(b, a) == ("river", "bridge")
    assert board.side(a, c) == ()
    assert board.links == {(a, b): ("road",), (b, c): ("road", "rail")}
    assert board.link(c, b) == ("road", "rail")
    low = board.cell("0102")
    assert board.slopes == {(low, b): "slope"}
    assert (board.slope(low, b), board.slope(b, low)) == ("slope", "")
    assert board.side_rows[0] == Segment(b, a, "river", "Marne", "geography: IGN")


def test_places_and_regions(board: Board) -> None:
    assert board.place("Meaux") == Place("Meaux", "town", (board.cell("0103"),), 3, "rulebook 13.0")
    farm = board.place("Ferme, la grande")
    assert (farm.value, len(farm.cells)) == (0, 2)
    assert board.places_at(board.cell("0202")) == (farm,)
    assert board.regions["paris"] == (board.cell("0101"), board.cell("0102"))
    assert board.region_sources["entry-1"] == "rulebook 7.1"


def test_the_legend(board: Board) -> None:
    woods = board.kinds["terrain"]["woods"]
    assert (woods.title, woods.pattern, woods.more) == ("woods", "trees", {"height": 2})
    assert board.kinds["terrain"]["clear"].title == "Clear"
    assert board.kinds["side"]["river"].group == "water"


def test_slopes_may_be_absent(small_map: SmallMap) -> None:
    small_map.remove("slopes.csv")
    assert small_map.load().slopes == {}


def test_files_with_a_header_alone_are_fine(small_map: SmallMap) -> None:
    small_map.write("sides.csv", "a,b,kind,name,source\n")
    assert small_map.load().sides == {}


def test_the_plainest_terrain_can_be_named(small_map: SmallMap) -> None:
    small_map.change("board.toml", "scale_km = 5", 'scale_km = 5\nplain = "woods"')
    assert small_map.load().plain == "woods"


def test_the_name_comes_from_the_folder_where_none_is_given(small_map: SmallMap, tmp_path: Path) -> None:
    small_map.change("board.toml", 'name = "study-1914"\n', "")
    assert small_map.load().name == tmp_path.name.replace("_", "-")


def test_an_overlay_replaces_a_single_file(small_map: SmallMap, tmp_path: Path) -> None:
    (tmp_path / "mine" / "map").mkdir(parents=True)
    (tmp_path / "mine" / "map" / "sides.csv").write_text("a,b,kind,name,source\n0101,0102,stream,,mine\n")
    board = load_board(DataFolder(small_map.root, tmp_path / "mine"))
    assert list(board.sides.values()) == [("stream",)]
    assert board.terrain[1] == "woods"


# Damage: an added line -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("file", "line", "says"),
    [
        # off the grid
        ("cells.csv", "0501,clear,,x", "there is no hex 0501 on this map; the nearest is 0401"),
        ("cells.csv", "Paris,clear,,x", "'Paris' is no hex number"),
        ("cells.csv", ",clear,,x", "a cell number is missing"),
        ("sides.csv", "0402,0502,river,,x", "there is no hex 0502"),
        ("links.csv", "0402,0403,road,,x", "there is no hex 0403"),  # cut out of the map
        ("slopes.csv", "0402,0412,slope,x", "there is no hex 0412"),
        ("places.csv", "Reims,town,0103 0909,1,x", "there is no hex 0909"),
        ("regions.csv", "paris,9999,x", "there is no hex 9999"),
        # not neighbours
        ("links.csv", "0101,0103,road,,x", "a link joins 0101 and 0103, which are 2 apart"),
        ("sides.csv", "0101,0401,river,,x", "a side joins 0101 and 0401, which are 3 apart"),
        ("slopes.csv", "0101,0103,slope,x", "a slope joins 0101 and 0103, which are 2 apart"),
        ("links.csv", "0101,0101,road,,x", "a link joins 0101 with itself"),
        # twice
        ("cells.csv", "0101,woods,,x", "0101 has a row already, on line 3"),
        (
            "sides.csv",
            "0302,0202,stream,,x",
            "the side 0302-0202 cannot be 'stream' (water): line 4 says it is 'river'",
        ),
        ("sides.csv", "0302,0202,river,,x", "the side 0302-0202 is 'river' already, on line 4"),
        ("links.csv", "0202,0201,road,,x", "the link 0202-0201 is 'road' already, on line 2"),
        ("slopes.csv", "0102,0202,slope,x", "the slope 0102-0202 is given twice"),
        ("places.csv", "Meaux,town,0101,1,x", "the place 'Meaux' is given twice"),
        ("places.csv", "Reims,town,0101 0101,1,x", "the place 'Reims' names a cell twice"),
        ("regions.csv", "paris,0101,x", "the region 'paris' names 0101 twice"),
        # unknown words
        ("sides.csv", "0101,0102,rivr,,x", "unknown side 'rivr'; did you mean 'river'?"),
        ("sides.csv", "0101,0102,,,x", "the kind of side is missing"),
        ("links.csv", "0101,0102,canal,,x", "unknown link 'canal'"),
        ("slopes.csv", "0101,0102,cliff,x", "unknown slope 'cliff'"),
        # empty and bad cells
        ("sides.csv", "0101,0102,river,,", "the source is empty"),
        ("links.csv", "0101,0102,road,,", "the source is empty"),
        ("slopes.csv", "0101,0102,slope,", "the source is empty"),
        ("places.csv", "Reims,town,0101,1,", "the source is empty"),
        ("regions.csv", "reims,0101,", "the source is empty"),
        ("places.csv", "Reims,town,0101,many,x", "column 'value' should be a whole number, not 'many'"),
        ("places.csv", "Reims,town,,1,x", "column 'cells' is empty"),
        ("places.csv", ",town,0101,1,x", "column 'name' is empty"),
        ("regions.csv", ",0101,x", "column 'region' is empty"),
        ("links.csv", "0101,0102,road", "has 3 cells, the header has 5"),
    ],
)
def test_a_bad_line_is_named(small_map: SmallMap, file: str, line: str, says: str) -> None:
    number = small_map.add(file, line)
    error = complaint(small_map)
    assert says in error.message
    assert (Path(error.file or "").name, error.line) == (file, number)
    assert f"{file}, line {number}: " in str(error)


# Damage: a changed line ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("file", "old", "new", "number", "says"),
    [
        ("cells.csv", "0102,woods", "0102,wods", 4, "unknown terrain 'wods'; did you mean 'woods'?"),
        ("cells.csv", "0102,woods", "0102,", 4, "the kind of terrain is missing"),
        ("cells.csv", "town fort", "town forth", 5, "unknown feature 'forth'; did you mean 'fort'?"),
        ("cells.csv", "geography: a wood", "", 4, "the source is empty"),
        ("cells.csv", "0402,clear,,judgement: plain\n", "", 12, "hex 0402 has no row, so no terrain"),
        ("cells.csv", "terrain,features", "terain,features", 2, "column 'terrain' is missing"),
        ("sides.csv", "a,b,kind", "from,b,kind", 1, "column 'a' is missing"),
        ("links.csv", "kind,name", "kind,label", 1, "column 'name' is missing"),
        ("slopes.csv", "low,", "lower,", 1, "column 'low' is missing"),
        ("places.csv", "value", "worth", 1, "column 'value' is missing"),
        ("regions.csv", "region,", "area,", 1, "column 'region' is missing"),
        ("board.toml", "scale_km = 5", 'scale_km = "5"', 3, "'scale_km' should be a number"),
        ("board.toml", "scale_km = 5", "scale_km = true", 3, "'scale_km' should be a number"),
        ("board.toml", 'title = "A study"', "title = 3", 2, "'title' should be a text"),
        ("board.toml", "north = 2.5", 'north = "up"', 4, "'north' should be a number"),
        ("board.toml", '["nobody"]', '"nobody"', 5, "'attribution' should be a list of texts"),
        ("board.toml", "north = 2.5", "nort = 2.5", 4, "unknown key 'nort'; did you mean 'north'?"),
        ("board.toml", "north = 2.5", 'plain = "mud"', 4, "plain is 'mud', which is no [terrain] kind"),
        ("board.toml", 'orientation = "flat"', 'orientation = "round"', 9, "[grid] orientation is 'round'"),
        ("board.toml", 'shifted = "even"', 'shifted = "both"', 10, "[grid] shifted is 'both'"),
        ("board.toml", '"CCRR"', '"CRCR"', 11, "[grid] numbering is 'CRCR'"),
        ("board.toml", "columns = [1, 4]", "columns = [4, 1]", 12, "[grid] columns [4, 1] should grow"),
        ("board.toml", "columns = [1, 4]", "columns = 4", 12, "columns should be the first and the last"),
        ("board.toml", "rows = [1, 3]", "rows = [1, 100]", 13, "[grid] rows [1, 100] should grow"),
        ("board.toml", "rows = [1, 3]", 'rows = ["1", 3]', 13, "rows should be the first and the last"),
        ("board.toml", '["0403"]', '["0503"]', 14, "[grid] cut names '0503', which is outside"),
        ("board.toml", '["0403"]', '"0403"', 14, "[grid] cut should be a list"),
        ("board.toml", "cut =", "cuts =", 14, "[grid] has an unknown key 'cuts'; did you mean 'cut'?"),
        ("board.toml", "cut =", "short_rows = 'even'\ncut =", 14, "flat hexes can only have short_columns"),
        ("board.toml", 'colour = "#eee"', "colour = 3", 18, "[terrain.clear] colour should be a text"),
        ("board.toml", 'height = 2\nsource = "rulebook 2.1"\n', "", 21, "[terrain.woods] has no source"),
    ],
)  # fmt: skip
def test_a_changed_line_is_named(
    small_map: SmallMap, file: str, old: str, new: str, number: int, says: str
) -> None:
    small_map.change(file, old, new)
    error = complaint(small_map)
    assert says in error.message
    assert (Path(error.file or "").name, error.line) == (file, number)


# Damage: what is not there ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    "file", ["board.toml", "cells.csv", "sides.csv", "links.csv", "places.csv", "regions.csv"]
)
def test_a_missing_file_is_named(small_map: SmallMap, file: str) -> None:
    small_map.remove(file)
    error = complaint(small_map)
    assert (Path(error.file or "").name, error.message) == (file, "the file is missing")


@pytest.mark.parametrize("file", ["cells.csv", "links.csv"])
def test_an_empty_file_is_named(small_map: SmallMap, file: str) -> None:
    small_map.write(file, "# nothing\n")
    error = complaint(small_map)
    assert (Path(error.file or "").name, error.message) == (file, "the file has no header line")


def test_several_cells_without_terrain_are_counted(small_map: SmallMap) -> None:
    small_map.write("cells.csv", "cell,terrain,features,source\n")
    error = complaint(small_map)
    assert error.message == "hex 0101 has no row, so no terrain (nor have 10 others)"
    assert error.line == 1


@pytest.mark.parametrize(
    ("old", "says"),
    [
        ('title = "A study"\n', "'title' is missing"),
        ("scale_km = 5\n", "'scale_km' is missing"),
        ('kind = "hex"\n', "[grid] has no 'kind'"),
        ('numbering = "CCRR"\n', "[grid] has no 'numbering'"),
        ("columns = [1, 4]\n", "[grid] has no 'columns'"),
        ('shifted = "even"\n', "[grid] has no 'shifted'"),
    ],
)
def test_a_missing_key_is_named(small_map: SmallMap, old: str, says: str) -> None:
    small_map.change("board.toml", old, "")
    error = complaint(small_map)
    assert says in error.message
    assert Path(error.file or "").name == "board.toml"


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("title = \n", "not valid TOML"),
        ('title = "x"\nscale_km = 1\n', "the [grid] table is missing"),
        (f'title = "x"\nscale_km = 1\n{SQUARES}', "declares no terrain"),
        (
            SQUARES.replace("C", "A").replace("3", "1") + 'cut = ["A1"]\n',
            "[grid] leaves no cell on the map",
        ),
        (SQUARES.replace('"A", "C"', "0, 5"), "stay within what A1 can print"),
        (f"terrain = 3\n{SQUARES}", "'terrain' should be tables"),
        (f"{SQUARES}[terrain]\nclear = 3\n", "'clear' should be a table [terrain.clear]"),
    ],
)  # fmt: skip
def test_a_poor_board_toml_is_refused(small_map: SmallMap, text: str, says: str) -> None:
    small_map.write("board.toml", text)
    error = complaint(small_map)
    assert says in error.message
    assert Path(error.file or "").name == "board.toml"


def test_kinds_of_places_are_checked_once_they_are_declared(small_map: SmallMap) -> None:
    small_map.change("board.toml", "[feature.town]", '[place.town]\nsource = "x"\n\n[feature.town]')
    error = complaint(small_map)
    assert error.message.startswith("unknown place 'farm'")
    assert error.line == 3
