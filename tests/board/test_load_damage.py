"""Whatever happens to a map's files, loading ends in a board or in one clear sentence."""

from __future__ import annotations

import tempfile
from pathlib import Path

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from grognard.board import check_board, load_board
from grognard.data import DataFolder
from grognard.errors import DataError

FILES = {
    "board.toml": (
        'title = "Study"\nscale_km = 1\nnorth = 0\n[grid]\nkind = "hex"\norientation = "flat"\n'
        'shifted = "odd"\nnumbering = "CC.RR"\ncolumns = [1, 2]\nrows = [1, 2]\ncut = ["02.02"]\n'
        '[terrain.clear]\nsource = "x"\n[side.river]\ngroup = "water"\nsource = "x"\n'
        '[slope.hill]\nsource = "x"\n[link.road]\nsource = "x"\n[feature.fort]\nsource = "x"\n'
    ),
    "cells.csv": "cell,terrain,features,source\n01.01,clear,,x\n01.02,clear,fort,x\n02.01,clear,,x\n",
    "sides.csv": "a,b,kind,name,source\n01.01,01.02,river,Marne,x\n",
    "slopes.csv": "low,high,kind,source\n01.01,02.01,hill,x\n",
    "links.csv": "a,b,kind,name,source\n01.01,02.01,road,,x\n",
    "places.csv": "name,kind,cells,value,source\nMeaux,town,01.01 01.02,3,x\n",
    "regions.csv": "region,cell,source\nparis,01.01,x\n",
}

SCRAPS = st.sampled_from(
    ["", ",", "\n", '"', "[", "]", "=", "#", " ", "0", "-1", "99", "1e9", "é", "\x00", "true", "clear",
     "01.01", "[grid]\n", "{}", "[[terrain]]\n", "'", "\r", "\ufeff", "x = 1\n"]
)  # fmt: skip


def load(files: dict[str, bytes]) -> str:
    """The complaint, or "" where the map loads."""
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "map").mkdir()
        for name, content in files.items():
            (Path(folder) / "map" / name).write_bytes(content)
        try:
            check_board(load_board(DataFolder(Path(folder))))
        except DataError as problem:
            return str(problem) if Path(problem.file or "").name in FILES else "names\nno file"
        return ""


def test_the_undamaged_map_loads() -> None:
    assert load({name: text.encode() for name, text in FILES.items()}) == ""


@settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(name=st.sampled_from(sorted(FILES)), data=st.data())
def test_a_damaged_file_is_complained_of_in_one_sentence(name: str, data: st.DataObject) -> None:
    text = FILES[name]
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, min(len(text), start + 12)))
    scrap = data.draw(SCRAPS)
    damaged = (text[:start] + scrap + text[end:]).encode()
    files = {other: content.encode() for other, content in FILES.items()} | {name: damaged}
    complaint = load(files)
    assert complaint.count("\n") == 0


@settings(max_examples=50, deadline=None)
@given(name=st.sampled_from(sorted(FILES)), content=st.binary(max_size=60))
def test_rubbish_is_complained_of(name: str, content: bytes) -> None:
    files = {other: text.encode() for other, text in FILES.items()} | {name: content}
    complaint = load(files)
    assert complaint.count("\n") == 0
