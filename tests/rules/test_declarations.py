"""What follows from declarations: blank states, plans, words, and the checks of every map game."""

from __future__ import annotations

import shutil
from enum import IntEnum
from pathlib import Path
from typing import Annotated

import pytest

import grognard
from grognard.data import DataFolder
from grognard.engine import Blank, Cell, Flag, PerUnit, State, Told, UnitNumber
from grognard.errors import DataError, NotUnderstood
from grognard.rules.game import require_word, require_words
from grognard.rules.plans import read_plan
from grognard.rules.words import read_words
from grognard.samples.night_patrol import GAME
from grognard.samples.night_patrol.rules import LOST, Night, NightPlan

FOLDER = Path(__file__).parents[2] / "src" / "grognard" / "samples" / "night_patrol"


class Order(IntEnum):
    GOOD = 0
    SHAKEN = 1


class Marked(State, kw_only=True):
    order: PerUnit[Order] = []
    target: PerUnit[Cell] = []
    leader: PerUnit[UnitNumber] = []
    dug_in: PerUnit[Flag] = []
    corps: PerUnit[str] = []
    facing: PerUnit[Annotated[int, Blank(2)]] = []
    fired: list[UnitNumber] = []


def test_a_blank_state_follows_from_its_fields() -> None:
    state = Marked.blank(2, corps=["I", "II"])
    assert (state.order, state.target, state.leader) == ([Order.GOOD] * 2, [-1, -1], [-1, -1])
    assert (state.loc, state.steps, state.dug_in, state.corps) == ([-1, -1], [0, 0], [0, 0], ["I", "II"])
    assert (state.facing, state.fired) == ([2, 2], [])
    twin = state.copy()
    twin.order[0] = Order.SHAKEN
    twin.fired.append(1)
    assert (state.order[0], state.fired) == (Order.GOOD, [])


def test_the_life_of_a_unit() -> None:
    state = Marked.blank(2, loc=[5, -1], steps=[3, 2], corps=["I", "II"])
    state.order[0], state.target[0], state.dug_in[0] = Order.SHAKEN, 7, 1
    state.hand_over(0, 1, "corps")
    assert (state.order[1], state.target[1], state.dug_in[1], state.corps[1]) == (Order.SHAKEN, 7, 1, "II")
    assert (state.loc, state.steps) == ([5, -1], [3, 2])
    state.drop(0, "target")
    assert (state.order[0], state.target[0], state.dug_in[0], state.corps[0]) == (Order.GOOD, 7, 0, "")
    state.clear("order", "target")
    assert (state.order, state.target) == ([Order.GOOD] * 2, [-1, -1])


@pytest.fixture
def folder(tmp_path: Path) -> DataFolder:
    shutil.copytree(FOLDER / "scenarios", tmp_path / "scenarios")
    return DataFolder(tmp_path)


@pytest.mark.parametrize(("old", "new", "complaint"), [
    ('title = "One night"', "", "not a valid scenario: missing is 'title'"),
    ("last_turn", "last_trun", "line 4: not a valid scenario: unknown is 'last_trun'"),
    ("last_turn = 12", 'last_turn = "12"', "line 4: not a valid scenario: Expected 'int', got 'str' in 'last_turn'"),
    ("last_turn = 12", "last_turn = 0", "line 4: the last turn, 0, comes before the first, 1"),
])
def test_a_plan_names_file_and_line(folder: DataFolder, old: str, new: str, complaint: str) -> None:
    assert read_plan(folder, "night", NightPlan).last_turn == 12
    file = folder.path("scenarios/night.toml")
    file.write_text(file.read_text().replace(old, new))
    with pytest.raises(DataError) as found:
        read_plan(folder, "night", NightPlan)
    assert complaint in str(found.value)


def test_words(tmp_path: Path) -> None:
    file = tmp_path / "words.toml"
    file.write_text(
        '[verbs]\nattack = { shape = "CELL by UNITS", case = "8.1", when = "in combat", resolves = true }\n'
        '[messages]\nturn = "Turn {turn:number}."\nmove = { told = "{unit:unit} moves.", path = "cell" }\n'
    )
    verbs, messages = read_words(DataFolder(tmp_path))
    assert (verbs[0].name, verbs[0].parts, verbs[0].resolves) == ("attack", ["CELL", "by", "UNITS"], True)
    assert messages["turn"] == "Turn {turn:number}."
    move = messages["move"]
    assert isinstance(move, Told)
    assert move.fields == {"unit": "unit", "path": "cell"}
    file.write_text('[verbs]\nattack = { shape = "CELL" }\n[messages]\n')
    with pytest.raises(DataError, match="not valid words"):
        read_words(DataFolder(tmp_path))


def test_words_of_a_position_by_hand() -> None:
    require_words("weather", ["fair", "rain"], ("fair", "rain"))
    with pytest.raises(NotUnderstood, match="'weather' cannot be 'rian'; did you mean 'rain'"):
        require_words("weather", ["rian"], ("fair", "rain"))
    with pytest.raises(NotUnderstood, match="it can be fair, rain"):
        require_word("weather", "xyz", ("fair", "rain"))


@pytest.mark.parametrize(("unit", "cell", "steps", "complaint"), [
    (0, 99, 1, "B1 is nowhere (99)"), (0, -7, 1, "B1 is nowhere (-7)"), (0, 3, 2, "B1 on the map has 2 steps of 1"),
    (0, 3, 0, "B1 on the map has 0 steps of 1"),
])
def test_units_out_of_place_are_found(unit: int, cell: int, steps: int, complaint: str) -> None:
    g: Night = GAME.start(grognard.start(GAME, seed=1).setting, "1")  # type: ignore[arg-type]
    assert GAME.invariants(g) == []
    g.place(unit, LOST)
    g.state.steps[unit] = steps
    if cell == 3:
        g.place(unit, cell)
    else:
        g.state.loc[unit] = cell
        from grognard.rules.game import misplaced

        assert complaint in misplaced(g)
        return
    assert complaint in GAME.invariants(g)


def test_both_sides_in_a_cell_and_layers_that_drift() -> None:
    g: Night = GAME.start(grognard.start(GAME, seed=1).setting, "1")  # type: ignore[arg-type]
    g.place(0, g.state.loc[3])
    assert f"both sides are in {g.cell_name(g.state.loc[3])}" in GAME.invariants(g)
    g = GAME.start(g.setting, "1")
    g.state.loc[0] = LOST
    assert "the layers over the map do not agree with the state" in GAME.invariants(g)
