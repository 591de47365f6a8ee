"""Scenario files that somebody has changed: what does not fit is named with its file."""

from __future__ import annotations

from pathlib import Path

import pytest

from grognard.data import DataFolder
from grognard.errors import DataError
from grognard.games.somme_1916 import GAME
from grognard.games.somme_1916.plan import HoldAndTrace, SommePlan
from grognard.rules.plans import read_plan

NAME = "devil-machines"


def changed(folder: Path, old: str, new: str) -> DataFolder:
    text = GAME.data().text(f"scenarios/{NAME}.toml")
    assert old in text
    (folder / "scenarios").mkdir()
    (folder / "scenarios" / f"{NAME}.toml").write_text(text.replace(old, new, 1))
    return DataFolder(GAME.folder, folder)


@pytest.mark.parametrize(("old", "new", "complaint"), [
    ("[pool]", "[pole]", "unknown is 'pole'"),
    ('first_weather = "roll"', 'first_weather = "hail"', "first_weather"),
    ('kind = "trench-clear"', 'kind = "trench-free"', "trench-free"),
    ('kind = "claim", nation = "french"', 'kind = "claim", nation = "belgian"', "belgian"),
    ('facing = "east"', 'facing = "up"', "facing"),
    ('name = "allied-3"', 'name = "allied-4"', "german-1 avoids a victory that does not stand before it"),
])
def test_what_does_not_fit_is_named(tmp_path: Path, old: str, new: str, complaint: str) -> None:
    with pytest.raises(DataError, match=complaint) as found:
        read_plan(changed(tmp_path, old, new), NAME, SommePlan)
    assert f"{NAME}.toml" in str(found.value)


def test_units_are_set_up_once(tmp_path: Path) -> None:
    first = read_plan(GAME.data(), NAME, SommePlan).setup[0].id
    second = read_plan(GAME.data(), NAME, SommePlan).setup[1].id
    with pytest.raises(DataError, match=f"line .*{first} is set up twice"):
        read_plan(changed(tmp_path, f'id = "{second}"', f'id = "{first}"'), NAME, SommePlan)


def test_conditions_are_read_by_their_kind() -> None:
    found = [c for v in read_plan(GAME.data(), NAME, SommePlan).victory for c in v.conditions]
    assert HoldAndTrace(objectives=["bapaume"], good_order=True, trace_to="west") in found


def test_a_scenario_that_takes_its_set_up_from_another() -> None:
    """15.0.1."""
    data = GAME.data()
    campaign = GAME.setting(data, "campaign", GAME.chosen_options(data, {}))
    assert campaign.plan.setup == read_plan(data, "over-the-top", SommePlan).setup


@pytest.mark.parametrize(("old", "new", "complaint"), [
    ('"gommecourt", "thiepval-ridge"', '"gommecourt", "thiepval"', "unknown objective 'thiepval'; did you mean"),
    ("turn = 13 ", "turn = 20 ", "would arrive on turn 20, but the scenario has no such turn"),
])
def test_the_check_of_a_scenario(tmp_path: Path, old: str, new: str, complaint: str) -> None:
    assert any(complaint in problem for problem in GAME.check(changed(tmp_path, old, new)))
