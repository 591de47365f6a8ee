"""The game's data: whole, and noticed when it is not."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import grognard
from grognard.data import DataFolder
from grognard.errors import DataError
from grognard.games.marne_1914.game import GAME


def test_our_own_data_is_whole() -> None:
    assert GAME.check(GAME.data()) == []


def overlaid(folder: Path, name: str, old: str, new: str) -> DataFolder:
    """The game's data with one file changed in one place."""
    target = folder / name
    target.parent.mkdir(parents=True, exist_ok=True)
    text = (GAME.folder / name).read_text(encoding="utf-8")
    assert old in text
    target.write_text(text.replace(old, new, 1), encoding="utf-8")
    return GAME.data(folder)


@pytest.mark.parametrize(("name", "old", "new", "complaint"), [
    ("units.csv", "3ID,3. Inf", "4ID,3. Inf", "already on line"),
    ("units.csv", "6/5 5/4 3/3 2/2", "6/5 5/4 3/3", "3 levels, the unit has 4 steps"),
    ("units.csv", "6/5 5/4 3/3 2/2", "6-5 5/4 3/3 2/2", "should be like"),
    ("units.csv", "cp,german", "zp,german", "unknown 'zp'"),
    ("tables/crt.csv", "-3,1,2*", "-3,2,2*", "twice"),
    ("tables/crt.csv", "-3,1,2*", "-3,7,2*", "outside 1 to 6"),
    ("tables/crt.csv", "-3,1,2*", "-3,1,x", "unknown 'x'"),
    ("tables/tec.csv", "clear,terrain", "cleer,terrain", "'clear' is missing"),
    ("tables/tec.csv", "marsh,terrain,3", "marsh,terrain,0", "outside 1 to 20"),
    ("tables/victory_levels.csv", "5,8,", "6,8,", "the row before ends at 4"),
    ("tables/victory_levels.csv", "5,8,", "5,3,", "upside down"),
    ("tables/replacements.csv", "die,I,II", "die,I,XX", "column 'II' is missing"),
    ("scenarios/counter-attack.toml", '"3ID" = "1913"', '"3ID" = "9913"', "9913"),
    ("scenarios/counter-attack.toml", '"3ID" = 3', '"3ID" = 9', "cannot have 9 steps"),
    ("options.toml", 'default = "printed"', 'default = "painted"', "not among its choices"),
])
def test_a_damaged_file_is_named(tmp_path: Path, name: str, old: str, new: str, complaint: str) -> None:
    """One sentence with the file, and the line where there is one."""
    data = overlaid(tmp_path, name, old, new)
    with pytest.raises(DataError) as caught:
        GAME.check(data)
    assert complaint in str(caught.value)
    assert name in str(caught.value)
    if name.endswith(".csv") and "missing" not in complaint:
        assert re.search(r"line \d+", str(caught.value))


@pytest.mark.parametrize(("name", "old", "new", "complaint"), [
    ("tables/crt.csv", "6,1,1,1,", "6,1,3*,-,", "worse for the attacker"),
    ("tables/tec.csv", "bridge,side,1", "bridge,side,5", "should not cost less than a bridge"),
    ("units.csv", "1Div,1st Division,entente,british,BEF", "1Div,1st Division,entente,british,I", "cannot belong"),
    ("tables/victory_points.csv", ",Reims,", ",Rheims,", "no place 'Rheims'"),
    ("scenarios/counter-attack.toml", "losses = 2", "losses = 3", "should have lost 3 steps"),
    ("scenarios/counter-attack.toml", 'entry = "entry-1"', 'entry = "entry-9"', "no region 'entry-9'"),
    ("scenarios/counter-attack.toml", '["F-VR", "F-ICAV"', '["F-VR", "F-XCAV"', "unknown corps 'F-XCAV'"),
    ("scenarios/counter-attack.toml", 'units = ["21DI", "22DI"]', 'units = ["21DI"]', "22DI is neither set up nor"),
])
def test_what_does_not_fit_together_is_told(tmp_path: Path, name: str, old: str, new: str, complaint: str) -> None:
    wrong = GAME.check(overlaid(tmp_path, name, old, new))
    assert any(complaint in sentence for sentence in wrong), wrong


def test_an_overlay_changes_the_game(tmp_path: Path) -> None:
    """An owner of the boxed game puts the printed table in a folder of his own."""
    overlaid(tmp_path, "tables/replacements.csv", "1,0,0,0,0,0,0", "1,3,3,3,3,3,3")
    match = grognard.start("marne-1914", "counter-attack", 1, overlay=tmp_path)
    assert match.setting.data.digest() != ""
    with pytest.raises(DataError, match="does not exist"):
        grognard.start("marne-1914", overlay=tmp_path / "nowhere")
