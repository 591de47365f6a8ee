"""Tables as typed records: every type of field, and complaints that name file and line."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated, Literal

import msgspec
import pytest
from msgspec import Meta

from grognard.data import DataFolder
from grognard.errors import DataError
from grognard.rules.reading import Halves, at, by_die, by_key, numbers, records
from grognard.rules.rosters import factors_by_step
from grognard.rules.victory import level_of, load_victory_levels


class Range(msgspec.Struct, frozen=True):
    """A type that reads itself."""

    low: int
    high: int

    @classmethod
    def from_text(cls, text: str) -> Range:
        low, _, high = text.partition("-")
        return cls(int(low), int(high))


class Gun(msgspec.Struct, frozen=True):
    id: str
    kind: Literal["field", "heavy"]
    range: Annotated[int, Meta(ge=1, le=20)]
    mp: Halves
    horse: bool
    crews: tuple[str, ...]
    dice: Range
    source: str
    shells: int = 7

    def fault(self, before: Gun | None) -> str:
        return "a heavy gun reaches farther" if self.kind == "heavy" and self.range < 8 else ""


HEADER = "id,kind,range,mp,horse,crews,dice,source"
FIELD = "75mm,field,6,1/2,yes,A; B,1-4,judgement: a test"


def folder(path: Path, *lines: str) -> DataFolder:
    (path / "guns.csv").write_text("\n".join(lines) + "\n", encoding="utf-8")
    return DataFolder(path)


def test_every_type_of_field(tmp_path: Path) -> None:
    (gun,) = records(folder(tmp_path, HEADER, FIELD), "guns.csv", Gun)
    assert gun == Gun("75mm", "field", 6, 1, True, ("A", "B"), Range(1, 4), "judgement: a test", 7)


def test_a_column_with_a_default_may_be_there_or_empty(tmp_path: Path) -> None:
    data = folder(tmp_path, f"{HEADER},shells", f"{FIELD},9", FIELD.replace("75mm", "77mm") + ",")
    assert [gun.shells for gun in records(data, "guns.csv", Gun)] == [9, 7]


@pytest.mark.parametrize(("old", "new", "complaint"), [
    ("field", "feild", "line 2: column 'kind': unknown 'feild'; did you mean 'field'?"),
    (",6,", ",60,", "line 2: column 'range' is 60, outside 1 to 20"),
    ("yes", "maybe", "line 2: column 'horse': unknown 'maybe'"),
    ("1-4", "x-4", "line 2: column 'dice': invalid literal"),
    ("field,6", "heavy,6", "line 2: a heavy gun reaches farther"),
])
def test_what_is_wrong_is_said_with_its_line(tmp_path: Path, old: str, new: str, complaint: str) -> None:
    with pytest.raises(DataError) as found:
        records(folder(tmp_path, HEADER, FIELD.replace(old, new, 1)), "guns.csv", Gun)
    assert complaint in str(found.value)


def test_a_missing_column_and_an_empty_file(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="column 'range' is missing"):
        records(folder(tmp_path, HEADER.replace("range", "rage"), FIELD), "guns.csv", Gun)
    with pytest.raises(DataError, match="has no rows"):
        records(folder(tmp_path, HEADER), "guns.csv", Gun)


def test_by_key(tmp_path: Path) -> None:
    data = folder(tmp_path, HEADER, FIELD)
    assert list(by_key(data, "guns.csv", Gun, needs=["75mm"])) == ["75mm"]
    with pytest.raises(DataError, match="the row for '105mm' is missing"):
        by_key(data, "guns.csv", Gun, needs=["105mm"])
    with pytest.raises(DataError, match="line 3: id '75mm' is already on line 2"):
        by_key(folder(tmp_path, HEADER, FIELD, FIELD), "guns.csv", Gun)


def test_numbers_by_one_column_and_by_two(tmp_path: Path) -> None:
    lines = ["army,die,steps,source", "I,1,2,judgement", "I,2,3,judgement", "II,1,0,judgement"]
    data = folder(tmp_path, *lines)
    army = {"army": lambda row, column: row.text(column)}
    die = {"die": lambda row, column: row.integer(column, 1, 6)}
    assert numbers(data, "guns.csv", {**army, **die}, "steps", 0, 9) == {("I", 1): 2, ("I", 2): 3, ("II", 1): 0}
    with pytest.raises(DataError, match="line 3: army 'I' is already on line 2"):
        numbers(data, "guns.csv", army, "steps", 0, 9)
    with pytest.raises(DataError, match="the row for die 3 is missing"):
        numbers(folder(tmp_path, *lines[:3]), "guns.csv", die, "steps", 0, 9, needs=range(1, 4))


def test_a_table_by_die_has_no_holes_and_open_ends(tmp_path: Path) -> None:
    lines = ["die,weather,source", "2,fair,judgement", "3,rain,judgement", "4,snow,judgement"]
    table = by_die(folder(tmp_path, *lines), "guns.csv", "die", "weather", ("fair", "rain", "snow"))
    assert [at(table, total) for total in (-5, 2, 3, 99)] == ["fair", "fair", "rain", "snow"]
    with pytest.raises(DataError, match="the row for die 3 is missing"):
        by_die(folder(tmp_path, lines[0], lines[1], lines[3]), "guns.csv", "die", "weather", ("fair", "rain", "snow"))


def test_factors_by_step(tmp_path: Path) -> None:
    rows = folder(tmp_path, "strengths,source", "6/5 4/3,judgement", "6/5 4,judgement", "6/5 -4/3,judgement")
    good, half, negative = rows.rows("guns.csv", ["strengths"])
    assert factors_by_step(good, "strengths", 2) == ((0, 4, 6), (0, 3, 5))
    for row, steps, complaint in ((good, 3, "2 levels"), (half, 2, "should be like"), (negative, 2, "below zero")):
        with pytest.raises(DataError, match=complaint):
            factors_by_step(row, "strengths", steps)


def test_victory_levels_are_ranges_without_gaps_and_open_ends(tmp_path: Path) -> None:
    (tmp_path / "tables").mkdir()
    file = tmp_path / "tables" / "victory_levels.csv"
    file.write_text("low,high,level,winner,source\n-5,4,Defeat,red,x\n5,9,Draw,draw,x\n10,20,Victory,blue,x\n")
    levels = load_victory_levels(DataFolder(tmp_path))
    assert [level_of(levels, points).side for points in (-99, 4, 5, 10, 99)] == ["red", "red", None, "blue", "blue"]
    for wrong, complaint in (("6,9,Draw", "begins at 6, but the row before ends at 4"), ("5,3,Draw", "upside down")):
        file.write_text(f"low,high,level,winner,source\n-5,4,Defeat,red,x\n{wrong},draw,x\n")
        with pytest.raises(DataError, match=f"line 3: .*{complaint}"):
            load_victory_levels(DataFolder(tmp_path))


class Arm(StrEnum):
    FOOT = "foot"
    HORSE = "horse"


class Fatigue(msgspec.Struct, frozen=True):
    id: str
    arm: Arm
    source: str
    given: dict[str, str] = {}


def test_enums_and_pairs(tmp_path: Path) -> None:
    data = folder(tmp_path, "id,arm,given,source", "dig,foot,days=2 at=river,us", "ride,horse,,us")
    found = by_key(data, "guns.csv", Fatigue)
    assert found["dig"].arm is Arm.FOOT
    assert found["dig"].given == {"days": "2", "at": "river"}
    assert found["ride"].given == {}


@pytest.mark.parametrize(("row", "complaint"), [
    ("dig,feet,,us", "column 'arm': unknown 'feet'; did you mean 'foot'"),
    ("dig,foot,days,us", "column 'given': 'days' should be like name=value"),
])
def test_what_does_not_fit_is_named_with_its_line(tmp_path: Path, row: str, complaint: str) -> None:
    data = folder(tmp_path, "id,arm,given,source", row)
    with pytest.raises(DataError, match="line 2: " + complaint):
        by_key(data, "guns.csv", Fatigue)
