"""A small map on disk that tests damage in one place each."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from grognard.board import Board, load_board
from grognard.data import DataFolder

BOARD_TOML = """\
name = "study-1914"
title = "A study"
scale_km = 5
north = 2.5
attribution = ["nobody"]

[grid]
kind = "hex"
orientation = "flat"
shifted = "even"
numbering = "CCRR"
columns = [1, 4]
rows = [1, 3]
cut = ["0403"]

[terrain.clear]
name = "Clear"
colour = "#eee"
source = "rulebook 2.1"

[terrain.woods]
pattern = "trees"
height = 2
source = "rulebook 2.1"

[side.stream]
group = "water"
source = "rulebook 2.1"

[side.river]
group = "water"
source = "rulebook 2.1"

[side.bridge]
source = "rulebook 2.1"

[slope.slope]
source = "rulebook 2.1"

[link.road]
source = "rulebook 2.1"

[link.rail]
source = "rulebook 2.1"

[feature.town]
source = "rulebook 2.1"

[feature.fort]
source = "rulebook 2.1"
"""

FILES = {
    "board.toml": BOARD_TOML,
    "cells.csv": """\
# a remark takes a line, too
cell,terrain,features,source
0101,clear,,judgement: plain
0102,woods,,geography: a wood
0103,clear,town fort,geography: a town
0201,clear,,judgement: plain
0202,clear,,judgement: plain
0203,clear,,judgement: plain
0301,clear,,judgement: plain
0302,clear,,judgement: plain
0303,clear,,judgement: plain
0401,clear,,judgement: plain
0402,clear,,judgement: plain
""",
    "sides.csv": """\
a,b,kind,name,source
0202,0201,river,Marne,geography: IGN
0202,0201,bridge,,judgement: a road crosses
0202,0302,river,Marne,geography: IGN
""",
    "slopes.csv": """\
low,high,kind,source
0102,0202,slope,judgement: a ridge
""",
    "links.csv": """\
a,b,kind,name,source
0201,0202,road,N3,geography: a road
0202,0203,road,N3,geography: a road
0202,0203,rail,,geography: a railway
""",
    "places.csv": """\
name,kind,cells,value,source
Meaux,town,0103,3,rulebook 13.0
"Ferme, la grande",farm,0201 0202,,geography: IGN
""",
    "regions.csv": """\
region,cell,source
paris,0101,rulebook 12.1
paris,0102,rulebook 12.1
entry-1,0401,rulebook 7.1
""",
}


class SmallMap:
    """The files of the small map, with one or another changed before it is loaded."""

    def __init__(self, root: Path) -> None:
        self.root = root
        (root / "map").mkdir()
        for name, text in FILES.items():
            self.write(name, text)

    def write(self, name: str, text: str) -> None:
        (self.root / "map" / name).write_text(text, encoding="utf-8")

    def change(self, name: str, old: str, new: str) -> None:
        assert old in FILES[name]
        self.write(name, FILES[name].replace(old, new, 1))

    def add(self, name: str, line: str) -> int:
        """Append a line; returns its number."""
        self.write(name, FILES[name] + line + "\n")
        return len(FILES[name].splitlines()) + 1

    def remove(self, name: str) -> None:
        (self.root / "map" / name).unlink()

    def load(self) -> Board:
        return load_board(DataFolder(self.root))


@pytest.fixture
def small_map(tmp_path: Path) -> SmallMap:
    return SmallMap(tmp_path)


@pytest.fixture
def board(small_map: SmallMap) -> Board:
    return small_map.load()


@pytest.fixture
def cells(board: Board) -> Callable[[str], list[int]]:
    """Several cells by their numbers at once."""
    return lambda ids: [board.cell(id) for id in ids.split()]
