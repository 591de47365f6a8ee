"""Drawing whole boards: everything is there, nothing collides, nothing escapes, nothing is left to chance."""

from __future__ import annotations

import gzip
import re
import xml.etree.ElementTree as ET
from itertools import combinations, pairwise
from pathlib import Path

import pytest

from grognard.board import Board, Kind, Place, Segment, load_board
from grognard.board.drawing import Counter, Marker, draw_board, draw_cover, draw_parts
from grognard.board.drawing.counters import counter_svg, fan
from grognard.board.drawing.ground import number_place, styles_used
from grognard.board.drawing.labels import Label, touch
from grognard.board.drawing.lines import link_courses, link_looks, side_looks, water_courses
from grognard.board.drawing.names import map_labels
from grognard.board.drawing.plane import CELL, Plane
from grognard.board.drawing.stamps import Stencils
from grognard.board.drawing.symbols import SYMBOLS, symbol
from grognard.data import DataFolder
from grognard.errors import DataError
from grognard.grid import Grid, hex_grid, square_grid

SVG = "{http://www.w3.org/2000/svg}"
GAMES = Path(__file__).parents[2] / "src" / "grognard" / "games"
GRIDS: dict[str, Grid] = {
    "flat": hex_grid((10, 21), (1, 9), short="even"),
    "pointy": hex_grid((1, 11), (1, 10), numbering="RRCC", orientation="pointy"),
    "square": square_grid((1, 12), (1, 10)),
}


def study(grid: Grid) -> Board:
    """A board that has some of everything."""
    count = len(grid)
    terrain = ["clear"] * count
    for kind, middle in (
        ("woods", 12),
        ("forest", 30),
        ("marsh", 45),
        ("rough", 60),
        ("ridge", 75),
        ("town", 50),
    ):
        for cell in (middle, *grid.neighbours[middle][:3]) if kind != "town" else (middle,):
            terrain[cell] = kind
    west, east = grid.edge("west"), grid.edge("east")
    road = grid.line(west[2], east[3])
    rail = grid.line(west[6], east[1])
    down = grid.line(grid.edge("north")[2], grid.edge("south")[2])
    links: dict[tuple[int, int], tuple[str, ...]] = {}
    for way, kind in (
        (road, "primary"),
        (rail, "rail"),
        (grid.line(west[0], east[6]), "trail"),
        (down, "road"),
    ):
        for a, b in pairwise(way):
            links[min(a, b), max(a, b)] = (*links.get((min(a, b), max(a, b)), ()), kind)
    bank = grid.line(west[4], east[4])
    sides: dict[tuple[int, int], tuple[str, ...]] = {}
    for cell in bank:
        for other in grid.neighbours[cell]:
            p, q = grid.side_line(cell, other)
            if other not in bank and grid.centre(other)[1] > grid.centre(cell)[1] + 0.1 and p != q:
                pair = min(cell, other), max(cell, other)
                sides[pair] = ("river-major", "bridge") if pair in links else ("river-major",)
    slopes = {
        (low, high): "slope"
        for high in range(count)
        if terrain[high] == "ridge"
        for low in grid.neighbours[high]
        if terrain[low] != "ridge"
    }
    trench = grid.line(grid.edge("north")[6], grid.edge("south")[5])
    features: dict[int, tuple[str, ...]] = dict.fromkeys(trench, ("trench-german",))
    features[3] = ("fort", "crater")
    places = (
        Place("Villers-Cotterêts", "town", (50,), 12, "x"),
        Place("Paris", "city", (20, 21), 0, "x"),
        Place("Longpont", "village", (33,), 3, "x"),
        Place("Saint-Pierre-Aigle", "village", (34,), 0, "x"),
        Place("Ferme du Bois", "farm", (22,), 0, "x"),
        Place("Bois de Retz", "wood", (30, 31), 0, "x"),
    )
    return Board(
        name="study",
        title="A study",
        grid=grid,
        terrain=tuple(terrain),
        plain="clear",
        scale_km=3,
        attribution=("Facts: somebody, Licence Ouverte 2.0",),
        features=features,
        sides=sides,
        slopes=slopes,
        links=links,
        places=places,
        regions={"entry-1": west[:3]},
        side_rows=tuple(Segment(a, b, "river-major", "Aisne", "x") for a, b in sides),
    )


@pytest.fixture(params=GRIDS)
def board(request: pytest.FixtureRequest) -> Board:
    return study(GRIDS[request.param])


@pytest.fixture
def flat() -> Board:
    return study(GRIDS["flat"])


def parsed(svg: str) -> ET.Element:
    return ET.fromstring(svg)


def by_id(root: ET.Element, id: str) -> ET.Element:
    found = [element for element in root.iter() if element.get("id") == id]
    assert len(found) == 1, f"{id} is there {len(found)} times"
    return found[0]


def texts(root: ET.Element) -> list[str]:
    return ["".join(element.itertext()) for element in root.iter(f"{SVG}text")]


# Everything is there -------------------------------------------------------------------------------


def test_every_cell_is_a_path_with_its_number(board: Board) -> None:
    cells = by_id(parsed(draw_board(board)), "cells")
    drawn = {path.get("data-cell"): path for path in cells.iter(f"{SVG}path")}
    assert set(drawn) == set(board.grid.ids)
    assert all(path.get("id") == f"c-{number}" for number, path in drawn.items())


def test_a_cell_lies_where_its_centre_is(board: Board) -> None:
    plane = Plane(board.grid)
    cells = by_id(parsed(draw_board(board)), "cells")
    for cell in (0, 17, len(board.grid) - 1):
        path = by_id(cells, f"c-{board.grid.ids[cell]}").get("d") or ""
        x, y = (float(n) for n in re.findall(r"-?[\d.]+", path)[:2])
        corner = plane.corners[cell][0]
        assert (x, y) == pytest.approx(corner, abs=0.06)


def test_terrain_of_a_cell_can_be_read_from_its_group(board: Board) -> None:
    cells = by_id(parsed(draw_board(board)), "cells")
    groups = {g.get("data-terrain"): {p.get("data-cell") for p in g} for g in cells if g.get("data-terrain")}
    for kind in set(board.terrain):
        assert groups[kind] == {board.grid.ids[c] for c, own in enumerate(board.terrain) if own == kind}


def test_layers_have_stable_ids_also_on_an_empty_board(board: Board) -> None:
    empty = Board(name="e", title="E", grid=board.grid, terrain=("clear",) * len(board.grid), plain="clear")
    for one in (board, empty):
        root = parsed(draw_board(one))
        for id in draw_parts(one):
            if id != "defs":
                by_id(root, id)
    promised = "defs terrain grid slopes sides links bridges towns fronts features numbers names"
    assert list(draw_parts(empty)) == promised.split()


def test_numbers_and_names_are_written(board: Board) -> None:
    root = parsed(draw_board(board))
    assert texts(by_id(root, "numbers")) == list(board.grid.ids)
    written = texts(by_id(root, "names"))
    for place in board.places:
        assert place.name in written
    assert "12" in written  # the value of Villers-Cotterêts
    assert "Aisne" in written


def test_rivers_roads_rails_bridges_slopes_and_trenches_are_drawn(board: Board) -> None:
    root = parsed(draw_board(board))
    kinds = {element.get("data-kind") for element in root.iter() if element.get("data-kind")}
    assert {"river-major", "primary", "rail", "trail", "slope", "trench-german"} <= kinds
    crossed = [pair for pair, sides in board.sides.items() if "bridge" in sides]
    assert crossed
    assert len(by_id(root, "bridges")) == 2 * len(crossed)  # parapets and the light under them


def test_a_river_passes_the_middle_of_each_of_its_sides(board: Board) -> None:
    plane = Plane(board.grid)
    points = [p for course in water_courses(board, plane, side_looks(board)) for p in course.points]
    for a, b in board.sides:
        (x, y), (u, v) = plane.side(a, b)
        assert any(abs(px - (x + u) / 2) < 4 and abs(py - (y + v) / 2) < 4 for px, py in points)


def test_a_road_that_ends_on_the_rim_runs_over_it(flat: Board) -> None:
    plane = Plane(flat.grid)
    courses = link_courses(flat, plane, link_looks(flat))
    ends = [p for c in courses if c.kind == "primary" for p in (c.points[0], c.points[-1])]
    west = flat.grid.edge("west")[2]
    assert min(x for x, _ in ends) < plane.centres[west][0] - CELL / 4


def test_a_trail_is_no_railway(flat: Board) -> None:
    looks = link_looks(flat)
    assert looks["trail"].form == "road"
    assert looks["rail"].form == "rail"


def test_legend_names_what_is_used_and_nothing_else(flat: Board) -> None:
    legend = texts(by_id(parsed(draw_board(flat)), "legend"))
    for word in ("Clear", "Woods", "River major", "Bridge", "Rail", "Slope", "Trench german", "Fort"):
        assert word in legend
    assert not [word for word in legend if "anal" in word or "Lake" in word]


def test_title_scale_north_and_sources(flat: Board) -> None:
    root = parsed(draw_board(flat))
    everything = texts(root)
    assert "A study" in everything
    assert "1 hex = 3 km" in everything
    assert "N" in texts(by_id(root, "north"))
    assert any("Licence Ouverte" in line for line in texts(by_id(root, "sources")))


# Nothing collides ----------------------------------------------------------------------------------


def labels_of(board: Board) -> list[Label]:
    plane, sides, links = Plane(board.grid), side_looks(board), link_looks(board)
    water = water_courses(board, plane, sides)
    roads = link_courses(board, plane, links)
    return map_labels(board, plane, styles_used(board), water, roads, {**links, **sides})


def assert_nothing_overlaps(board: Board) -> None:
    labels = labels_of(board)
    for first, second in combinations(labels, 2):
        for a in first.boxes:
            assert not any(touch(a, b) for b in second.boxes), f"{first.text} runs into {second.text}"
    plane = Plane(board.grid)
    for cell, number in enumerate(board.grid.ids):
        x, y = number_place(board, plane, cell)
        box = (x - 5, y - 4, x + 5, y)
        for label in labels:
            assert not any(touch(box, other) for other in label.boxes), f"{label.text} covers {number}"
    for label in labels:
        for left, top, right, bottom in label.boxes:
            assert min(left, top) >= 0
            assert right <= plane.width
            assert bottom <= plane.height


def test_names_do_not_run_into_each_other(board: Board) -> None:
    assert_nothing_overlaps(board)


def test_names_of_a_crowded_board_neither() -> None:
    grid = GRIDS["flat"]
    crowd = tuple(
        Place(f"Neuville-Saint-Vaast {c}", "village", (c,), c % 4, "x") for c in range(0, len(grid), 2)
    )
    board = Board(
        name="c", title="C", grid=grid, terrain=("clear",) * len(grid), plain="clear", places=crowd
    )  # fmt: skip
    assert_nothing_overlaps(board)
    assert len(labels_of(board)) > len(crowd) * 0.9  # crowded, yet hardly a name is given up


FIVE = ("soissons_1918", "friedensturm_1918", "hannut_1940", "somme_1916", "marne_1914")


@pytest.mark.parametrize("game", FIVE)
def test_maps_of_the_games(game: str) -> None:
    board = load_board(DataFolder(GAMES / game))
    svg = draw_board(board)
    root = parsed(svg)
    assert len(list(by_id(root, "cells").iter(f"{SVG}path"))) == len(board.grid)
    written = texts(by_id(root, "names"))
    assert [place.label for place in board.places if place.label not in written] == []
    assert not any(re.search(r"\([A-Z]?\d", text) for text in written)  # no internal words
    assert_nothing_overlaps(board)
    assert len(svg) < 700 * len(board.grid) + 60_000


# Nothing escapes, nothing is left to chance --------------------------------------------------------


def test_names_are_escaped(flat: Board) -> None:
    nasty = 'Ham & <b>"Eggs"</b> \x00 ="#ff0000"'
    board = flat.painted(places=[Place(nasty, "town", (5,), 0, "x")])
    counter = Counter(id='a"<b>', cell=7, label="<script>", status=("<",))
    svg = draw_board(board, counters=[counter], markers=[Marker(cell=1, title="<script>")])
    root = parsed(svg)
    assert nasty.replace("\x00", "") in texts(by_id(root, "names"))
    assert "<script>" not in svg
    assert [g.get("data-unit") for g in root.iter() if g.get("data-unit")] == ['a"<b>']
    assert nasty.replace("\x00", "") in texts(by_id(parsed(draw_board(board, grey=True)), "names"))


def test_the_same_board_gives_the_same_text(board: Board) -> None:
    again = study(board.grid)
    assert draw_board(board) == draw_board(again)


def test_ids_are_unique(board: Board) -> None:
    units = [Counter(id=f"u{n}", cell=5, symbol="infantry") for n in range(3)]
    ids = [e.get("id") for e in parsed(draw_board(board, counters=units)).iter() if e.get("id")]
    assert len(ids) == len(set(ids))


def test_every_use_has_its_drawing(board: Board) -> None:
    root = parsed(draw_board(board, counters=[Counter(id="u", cell=1, symbol="hq")]))
    ids = {element.get("id") for element in root.iter()}
    used = {(element.get("href") or "")[1:] for element in root.iter(f"{SVG}use")}
    assert used
    assert used <= ids


def test_grey_has_no_colour_and_terrain_still_differs(flat: Board) -> None:
    units = [Counter(id="u", cell=1, symbol="armour", colour="#9fc0e8", status=("D",))]
    svg = draw_board(flat, counters=units, grey=True)
    paints = set(re.findall(r'="(#[0-9a-f]{6})"', svg))
    assert paints
    assert all(paint[1:3] == paint[3:5] == paint[5:7] for paint in paints)
    marks = {look.pattern for look in styles_used(flat).values()}
    assert len(marks) == len(styles_used(flat))  # every terrain has a pattern of its own


def test_coordinates_have_one_decimal(board: Board) -> None:
    for path in parsed(draw_board(board)).iter(f"{SVG}path"):
        assert not re.search(r"\.\d\d", path.get("d") or "")


def test_scale_enlarges_the_picture_only(flat: Board) -> None:
    one, two = parsed(draw_board(flat)), parsed(draw_board(flat, scale=2))
    assert one.get("viewBox") == two.get("viewBox")
    assert float(two.get("width") or 0) == pytest.approx(2 * float(one.get("width") or 0), abs=0.2)
    for wrong in (0, -1, float("nan"), 1e6):
        with pytest.raises(DataError, match="scale"):
            draw_board(flat, scale=wrong)


def test_notebook_shows_the_map(flat: Board) -> None:
    assert flat._repr_svg_() == draw_board(flat)


def test_parts_are_the_layers_of_the_whole(flat: Board) -> None:
    parts = draw_parts(flat)
    whole = draw_board(flat)
    assert list(parts)[:2] == ["defs", "terrain"]
    for name, part in parts.items():
        if name not in ("defs", "names"):  # with counters to come, names stand elsewhere
            assert part in whole
    written = re.findall(r">([^<>\n]+)</text>", parts["names"])
    assert sorted(written) == sorted(texts(by_id(parsed(whole), "names")))


# What the data may say -----------------------------------------------------------------------------


def kinds(colour: str = "", pattern: str = "", width: object = 3) -> dict[str, dict[str, Kind]]:
    return {
        "terrain": {"clear": Kind("clear", "Open ground", colour, pattern, "", "x", {})},
        "side": {"ditch": Kind("ditch", "Ditch", "", "", "", "x", {"width": width})},
    }


def small(**legend: object) -> Board:
    grid = hex_grid((1, 2), (1, 2))
    return Board(
        name="s", title="S", grid=grid, terrain=("clear",) * 4, plain="clear", kinds=kinds(**legend),  # type: ignore[arg-type]
        sides={(0, 1): ("ditch",)},
    )  # fmt: skip


def test_colours_patterns_and_titles_come_from_the_legend() -> None:
    svg = draw_board(small(colour="#ABCDEF", pattern="dots"))
    assert "#abcdef" in svg
    assert {"Open ground", "Ditch"} <= set(texts(parsed(svg)))
    assert "#aabbcc" in draw_board(small(colour="#abc", pattern="cross"))


@pytest.mark.parametrize(
    ("legend", "message"),
    [
        ({"colour": "reddish"}, r"\[terrain.clear\] colour: 'reddish' is not a colour"),
        ({"colour": 'red" onload="x'}, "is not a colour"),
        ({"pattern": "tartan"}, r"\[terrain.clear\] pattern is 'tartan'; it should be one of none, trees"),
        ({"width": "thick"}, r"\[side.ditch\] width should be a number"),
    ],
)
def test_a_damaged_legend_is_told(legend: dict[str, object], message: str) -> None:
    with pytest.raises(DataError, match=message):
        draw_board(small(**legend))


# Counters ------------------------------------------------------------------------------------------


def test_counters_of_a_stack_are_fanned_and_counted(flat: Board) -> None:
    units = [Counter(id=f"{n}/19", cell=40, label=f"{n}") for n in range(4)]
    layer = by_id(parsed(draw_board(flat, counters=[*units, Counter(id="alone", cell=41)])), "counters")
    places = [g.get("transform") for g in layer if (g.get("data-unit") or "").endswith("/19")]
    assert len(set(places)) == 4
    badges = [g for g in layer if g.get("data-stack")]
    assert [(g.get("data-stack"), texts(g)) for g in badges] == [(flat.grid.ids[40], ["4"])]
    assert by_id(layer, "u-alone").get("data-cell") == flat.grid.ids[41]


def test_a_high_stack_stays_in_its_cell() -> None:
    for count in (1, 2, 5, 12):
        spread = fan(count)
        assert len(spread) == count
        assert all(abs(x) < CELL / 4 and abs(y) < CELL / 4 for x, y in spread)


def test_a_counter_says_what_it_is(flat: Board) -> None:
    unit = Counter(
        id="69DI", cell=3, label="69", nation="French", symbol="infantry", size="division", factors="4-3-5",
        steps=2, full_steps=3, status=("OOS",),
    )  # fmt: skip
    face = by_id(parsed(draw_board(flat, counters=[unit])), "u-69DI")
    assert texts(face) == ["XX", "69", "4-3-5", "OOS"]
    title = face.find(f"{SVG}title")
    assert title is not None
    assert title.text == "69, French, division, infantry, 4-3-5, 2 of 3 steps, OOS"
    dots = [dot.get("fill") for dot in face.iter(f"{SVG}circle")]
    assert dots.count("none") == 1
    assert len(dots) == 3


def test_every_symbol_is_a_different_drawing() -> None:
    assert len({symbol(name, "#000000", "#ffffff") for name in SYMBOLS}) == len(SYMBOLS)
    assert {"infantry", "cavalry", "artillery", "hq", "armour", "mechanised", "anti-tank"} <= set(SYMBOLS)


def test_synonyms_and_unknown_symbols() -> None:
    def drawn(name: str) -> str:
        return symbol(name, "#000000", "#ffffff")

    assert drawn("Inf") == drawn("infantry")
    assert drawn("Field artillery") == drawn("artillery")
    assert ">ZEPP<" in drawn("zeppelin")


def test_dark_counters_have_white_letters() -> None:
    def face(colour: str) -> str:
        return counter_svg(Counter(id="u", cell=0, colour=colour, factors="7-7"), Stencils())

    assert 'fill="#ffffff">7-7<' in face("#2f3a44")
    assert 'fill="#1d1a16">7-7<' in face("#d2b48c")


def test_what_lies_off_the_map_or_has_no_known_shape_is_told(flat: Board) -> None:
    with pytest.raises(DataError, match="counter 69DI lies on cell 9999"):
        draw_board(flat, counters=[Counter(id="69DI", cell=9999)])
    with pytest.raises(DataError, match="shape is one of disc"):
        draw_board(flat, markers=[Marker(cell=1, shape="blob")])
    with pytest.raises(DataError, match="is not a colour"):
        draw_board(flat, counters=[Counter(id="x", cell=1, colour="url(#x)")])


def test_markers_are_drawn(flat: Board) -> None:
    marks = [
        Marker(cell=n, label=str(n), shape=s)
        for n, s in enumerate(("disc", "square", "star", "flag", "cross"))
    ]
    root = parsed(draw_board(flat, markers=marks))
    assert texts(by_id(root, "markers")) == ["0", "1", "2", "3", "4"]
    assert len({ET.tostring(g[1]) for g in by_id(root, "markers")}) == len(marks)  # no two shapes alike


def test_high_ground_has_relief_and_its_shade_lies_south_east() -> None:
    board = load_board(DataFolder(GAMES / "somme_1916"))
    strokes = [path for path in parsed(draw_board(board)).iter(f"{SVG}path") if path.get("data-relief") == "ridge"]
    light, dark = sorted(strokes, key=lambda path: float(path.get("stroke-width") or 0))
    for path, sign in ((light, -1), (dark, 1)):
        steps = re.findall(r"l(-?[\d.]+) ?(-?[\d.]+)", path.get("d") or "")
        assert steps
        assert all((float(x) + float(y)) * sign >= -0.1 for x, y in steps)
    flat = load_board(DataFolder(GAMES / "friedensturm_1918"))  # it knows slopes, not heights
    assert "data-relief" not in draw_board(flat)
    assert 'data-kind="slope"' in draw_board(flat)


def test_roads_are_quieter_than_the_hexes_they_cross() -> None:
    """Along a row of hexes whose middles go up and down a road goes nearly straight."""
    grid = hex_grid((1, 12), (1, 5))
    row = [grid.cell(f"{column:02d}03") for column in range(1, 13)]
    links = {(min(a, b), max(a, b)): ("road",) for a, b in pairwise(row)}
    board = Board(name="r", title="R", grid=grid, terrain=("clear",) * len(grid), plain="clear", links=links)
    plane = Plane(grid)
    (course,) = link_courses(board, plane, link_looks(board))
    heights = [y for x, y in course.points if 100 < x < plane.width - 100]
    middles = [plane.centres[cell][1] for cell in row]
    assert max(heights) - min(heights) < 0.25 * (max(middles) - min(middles))


@pytest.mark.parametrize("game", FIVE)
def test_the_cover_of_a_game_is_small_and_shows_the_middle_of_its_map(game: str) -> None:
    board = load_board(DataFolder(GAMES / game))
    svg = draw_cover(board)
    root = parsed(svg)
    left, top, wide, high = (float(n) for n in (root.get("viewBox") or "").split())
    assert len(gzip.compress(svg.encode())) < 65_000  # the whole map weighs up to five times as much
    assert not {"names", "numbers", "grid", "cells"} & {one.get("id") for one in root.iter()}
    places = [(float(u.get("x") or 0), float(u.get("y") or 0)) for u in root.iter(f"{SVG}use")]
    assert places
    assert all(left - 80 < x < left + wide + 80 and top - 80 < y < top + high + 80 for x, y in places)
    known = {one.get("id") for one in root.iter()}
    assert all((u.get("href") or "")[1:] in known for u in root.iter(f"{SVG}use"))
