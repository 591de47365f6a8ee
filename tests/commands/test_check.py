"""``grognard check``: sound data is clean, and every kind of damage is found and told with its place."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from grognard.data import OUR_GAMES
from grognard.engine import find_game
from tests.commands.conftest import Run

Change = Callable[[Path], None]
CRT, TEC, UNITS = "tables/crt.csv", "tables/tec.csv", "units.csv"
SCENARIO, FULL = "scenarios/counter-attack.toml", "scenarios/full-battle.toml"


def swap(old: str, new: str) -> Change:
    """Put another text in the place of one; ``old`` is a pattern, ^ and $ are the ends of a line."""

    def change(path: Path) -> None:
        text = path.read_text(encoding="utf-8")
        changed, count = re.subn(old, new, text, count=1, flags=re.MULTILINE)
        assert count == 1, f"{path} has no {old}"
        path.write_text(changed, encoding="utf-8")

    return change


def drop(line: str) -> Change:
    return swap(f"^{line}.*\n", "")


def twice(line: str) -> Change:
    return swap(f"^({line}.*\n)", r"\1\1")


def gone(path: Path) -> None:
    path.unlink()


def garbled(path: Path) -> None:
    path.write_bytes(b"\xff\xfe" + path.read_bytes())


def emptied(path: Path) -> None:
    path.write_text("", encoding="utf-8")


# What is damaged, in which file, how; the exit code (2: cannot be read, 1: read, but wrong), whether a line
# is told, and what is said.
DAMAGE = [
    ("hole in the CRT", CRT, drop("2,3,"), 2, False, "the cell of column 2, die 3 is missing"),
    ("CRT cell twice", CRT, twice("2,3,"), 2, True, "column 2, die 3 is given twice"),
    ("CRT word", CRT, swap("^2,3,[^,]*,[^,]*", "2,3,1,X"), 2, True, "column 'defender': unknown 'X'"),
    ("CRT not monotone", CRT, swap(r"^6,6,[^,]*,[^,]*", "6,6,3*,-"), 1, False, "column 6, die 6 is worse"),
    ("unknown terrain", "map/cells.csv", swap("^1001,clear", "1001,swamp"), 2, True, "unknown terrain 'swamp'"),
    ("cell twice", "map/cells.csv", twice("1002,"), 2, True, "1002 has a row already"),
    ("cell without a row", "map/cells.csv", drop("1002,"), 2, True, "hex 1002 has no row"),
    ("terrain without effects", TEC, drop("woods,"), 2, False, "the row for 'woods' is missing"),
    ("terrain that costs nothing", TEC, swap("^clear,terrain,1", "clear,terrain,0"), 2, True, "'mp' is 0"),
    ("bridge dearer than river", TEC, swap(r"^bridge,side,\d", "bridge,side,9"), 1, False, "(6.1.4)"),
    ("road that jumps", "map/links.csv", swap("^1002,1103,", "1002,1503,"), 2, True, "which are 5 apart"),
    ("road off the map", "map/links.csv", swap("^1002,1103,", "1002,9903,"), 2, True, "no hex 9903"),
    ("bridge on dry land", "map/sides.csv", swap("^1005,1006,river", "1005,1006,bridge"), 1, False, "crosses no"),
    ("place off the map", "map/places.csv", swap("village,2107", "village,9907"), 2, True, "no hex 9907"),
    ("unknown kind of grid", "map/board.toml", swap('kind = "hex"', 'kind = "hexagon"'), 2, True, "'hexagon'"),
    ("misspelt key of the map", "map/board.toml", swap("scale_km", "scale_kms"), 2, True, "mean 'scale_km'?"),
    ("Paris without a region", "map/regions.csv", drop("paris,"), 1, False, "two adjacent hexes (12.1.1)"),
    ("exit inside the map", "map/regions.csv", swap(r"^(road-exit-north),\d+", r"\1,2010"), 1, False, "2010 is not on"),
    ("unit twice", UNITS, twice("3ID,"), 2, True, "unit '3ID' is already on line"),
    ("steps and strengths differ", UNITS, swap("^(3ID,.*,division),4,", r"\1,3,"), 2, True, "4 levels"),
    ("steps in words", UNITS, swap("^(3ID,.*,division),4,", r"\1,four,"), 2, True, "not 'four'"),
    ("negative factor", UNITS, swap("^(3ID,.*)6/5 ", r"\1-6/5 "), 2, True, "a factor below zero"),
    ("stronger by losses", UNITS, swap("^(3ID,.*)6/5 ", r"\g<1>4/5 "), 1, False, "3ID grows weaker"),
    ("unknown army", UNITS, swap("^(3ID,.*,german),I,", r"\1,IX,"), 2, True, "column 'army': unknown 'IX'"),
    ("army of the enemy", UNITS, swap("^(3ID,.*,german),I,", r"\1,BEF,"), 1, False, "3ID cannot belong to army BEF"),
    ("cell too many", UNITS, swap("^3ID,", "3ID,3ID,"), 2, True, "has 15 cells, the header has 14"),
    ("missing column", UNITS, swap(",strengths,", ",strenths,"), 2, True, "column 'strengths' is missing"),
    ("not a text file", UNITS, garbled, 2, False, "cannot be read"),
    ("empty file", UNITS, emptied, 2, False, "the file has no header line"),
    ("empty source", "tables/replacements.csv", swap('^(3,.*),".*"$', r"\1,"), 2, True, "the source is empty"),
    ("die missing", "tables/replacements.csv", drop("4,"), 2, False, "the row for die 4 is missing"),
    ("die twice", "tables/replacements.csv", twice("4,"), 2, True, "die '4' is already on line 9"),
    ("missing file", "tables/initiative.csv", gone, 2, False, "the file is missing"),
    ("turn without initiative", "tables/initiative.csv", drop("9,"), 2, False, "the row for turn 9 is missing"),
    ("range upside down", "tables/initiative.csv", swap("^9,1,4", "9,4,1"), 2, True, "'high' is 1, outside 4 to 6"),
    ("gap in victory levels", "tables/victory_levels.csv", swap("^9,11", "10,11"), 2, True, "before ends at 8"),
    ("award twice", "tables/victory_points.csv", twice("front-gap,"), 2, True, "'front-gap' is already on line"),
    ("award missing", "tables/victory_points.csv", drop("front-gap,"), 2, False, "row for 'front-gap' is missing"),
    ("award nobody counts", "tables/victory_points.csv", swap("^paris-hex,", "pari-hex,"), 2, True, "'pari-hex'"),
    ("award for no place", "tables/victory_points.csv", swap(",Paris,", ",Pariss,"), 1, False, "no place 'Pariss'"),
    ("loss of no corps", "tables/at_start_reductions.csv", swap("^F-VII,", "F-V2,"), 1, True, "unknown corps 'F-V2'"),
    ("unknown default", "options.toml", swap('"printed"', '"print"'), 2, False, "default 'print' is not among"),
    ("option without case", "options.toml", drop("case = "), 2, False, "option 1 has no 'case'"),
    ("broken index", "cases.toml", swap("^title = ", "title = = "), 2, True, "not valid TOML"),
    ("case without title", "cases.toml", drop("title = "), 1, False, "has no 'title'"),
    ("broken scenario", SCENARIO, swap("start_vp = 2", "start_vp = = 2"), 2, True, "not valid TOML"),
    ("missing scenario", FULL, gone, 2, False, "the file is missing"),
    ("missing key", SCENARIO, drop("title = "), 2, False, "missing is 'title'"),
    ("misspelt key", SCENARIO, swap("start_vp", "start_pv"), 2, True, "unknown is 'start_pv'"),
    ("text for a number", SCENARIO, swap("start_vp = 2", 'start_vp = "two"'), 2, True, "in 'start_vp'"),
    ("unknown side", SCENARIO, swap('= "entente"', '= "french"'), 2, True, "'french'"),
    ("ends before it begins", SCENARIO, swap("last_turn = 14", "last_turn = 4"), 2, True, "comes before the first"),
    ("off-map set-up", SCENARIO, swap('"3ID" = "1913"', '"3ID" = "9913"'), 2, True, "there is no hex 9913"),
    ("unknown unit", SCENARIO, swap(r'"3ID"(.*\n.*)"3ID"', r'"3IDX"\1"3IDX"'), 2, True, "no unit is called '3IDX'"),
    ("unit without steps", SCENARIO, swap('"3ID" = 3, ', ""), 2, True, "3ID should be both in"),
    ("too many steps", SCENARIO, swap('"3ID" = 3', '"3ID" = 5'), 2, True, "3ID cannot have 5 steps"),
    ("other losses than the book", SCENARIO, swap('"3ID" = 3', '"3ID" = 4'), 1, False, "G-II should have lost 2"),
    ("set up twice", SCENARIO, swap(r"cadre = \[", 'cadre = ["3ID", '), 2, True, "3ID is set up twice"),
    ("unit forgotten", SCENARIO, swap('"10DC"', ""), 1, False, "10DC is neither set up nor"),
    ("with another corps", SCENARIO, swap('corps = "G-II"', 'corps = "G-XX"'), 1, False, "but belongs to G-II"),
    ("unknown corps", SCENARIO, swap('"F-VR", ', '"F-VRR", '), 1, False, "unknown corps 'F-VRR'"),
    ("unknown marker", SCENARIO, swap('"6/BEF"', '"6/BFE"'), 1, False, "unknown boundary marker '6/BFE'"),
    ("markers in disorder", SCENARIO, swap('"1917"', '"3917"'), 1, False, "boundary markers out of order"),
    ("over-stacked", SCENARIO, swap('"4ID" = "2214"', '"4ID" = "1913"'), 1, False, "4.1.1"),
    ("both sides in a hex", SCENARIO, swap('"4ID" = "2214"', '"4ID" = "1103"'), 1, False, "both sides are in 1103"),
    ("entry by no region", SCENARIO, swap('"entry-1"', '"entry-9"'), 1, False, "no region 'entry-9'"),
    ("arrives after the end", SCENARIO, swap("^turn = 10", "turn = 8"), 1, False, "would arrive on turn 8"),
    ("unknown option", SCENARIO, swap('"ic_corps"', '"icc_corps"'), 2, True, "there is no option 'icc_corps'"),
    ("unknown choice", SCENARIO, swap('"iv-corps"', '"v-corps"'), 2, True, "has no choice 'v-corps'"),
    ("front off the map", FULL, swap('"1002", "1103"', '"1002", "9903"'), 2, True, "there is no hex 9903"),
    ("corps without an area", FULL, swap(r'(\[\[area\]\]\ncorps = )"F-VII"', r'\1"F-VR"'), 1, False, "F-VII has no"),
]  # fmt: skip


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A copy of the data of First Marne, to be damaged."""
    copy = tmp_path / "data"
    shutil.copytree(find_game("marne-1914").folder, copy, ignore=shutil.ignore_patterns("*.py", "__pycache__"))
    return copy


def test_our_data_are_clean(run: Run, folder: Path) -> None:
    assert run("check", "marne-1914").output == "marne-1914: clean\n"
    assert run("check", "marne-1914", "--folder", folder).exit_code == 0


@pytest.mark.parametrize(("what", "file", "change", "code", "line", "said"), DAMAGE, ids=[d[0] for d in DAMAGE])
def test_damage_is_found(
    run: Run, folder: Path, what: str, file: str, change: Change, code: int, line: bool, said: str
) -> None:
    change(folder / file)
    result = run("check", "marne-1914", "--folder", folder)
    assert result.exit_code == code, result.output
    assert said in result.output
    place = str(folder / file) if code == 2 or "regions" in file else str(folder)
    assert re.search(re.escape(place) + (r"[^:]*, line \d+: " if line else ""), result.output), result.output
    assert "Traceback" not in result.output
    if code == 2:
        assert len(result.stderr.strip().splitlines()) == 1


def test_there_are_many_kinds_of_damage() -> None:
    assert len({what for what, *_ in DAMAGE}) == len(DAMAGE) >= 20


def test_wrong_data_are_counted(run: Run, folder: Path) -> None:
    swap('"10DC"', "")(folder / SCENARIO)
    swap("^(3ID,.*)6/5 ", r"\g<1>4/5 ")(folder / UNITS)
    assert "marne-1914: 2 things are wrong" in run("check", "marne-1914", "--folder", folder).output


def test_an_overlay_is_checked_over_ours(run: Run, folder: Path, tmp_path: Path) -> None:
    overlay = tmp_path / "mine"
    (overlay / "tables").mkdir(parents=True)
    shutil.copy(folder / CRT, overlay / CRT)
    assert run("check", "marne-1914", "--data", overlay).exit_code == 0
    drop("2,3,")(overlay / CRT)
    result = run("check", "marne-1914", "--data", overlay)
    assert result.exit_code == 2
    assert str(overlay / CRT) in result.stderr


@pytest.mark.parametrize("slug", sorted(path.name.replace("_", "-") for path in OUR_GAMES.glob("*_19??")))
def test_maps_of_the_other_games_are_clean(run: Run, slug: str) -> None:
    result = run("check", slug)
    assert result.exit_code == 0, result.output
    assert f"{slug}: clean" in result.output


def test_a_map_without_rules_is_checked_too(run: Run, tmp_path: Path) -> None:
    from grognard.data import game_folder

    copy = tmp_path / "data"
    shutil.copytree(game_folder("soissons-1918"), copy, ignore=shutil.ignore_patterns("*.py", "__pycache__"))
    lines = (copy / "map" / "cells.csv").read_text(encoding="utf-8").splitlines()
    lines[2] = re.sub(",[a-z-]+,", ",jungle,", lines[2], count=1)
    (copy / "map" / "cells.csv").write_text("\n".join(lines) + "\n", encoding="utf-8")
    result = run("check", "soissons-1918", "--folder", copy)
    assert result.exit_code == 2
    assert f"{copy / 'map' / 'cells.csv'}, line 3: " in result.stderr
