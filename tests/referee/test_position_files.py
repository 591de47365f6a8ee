"""Position files: bad ones are told with line and nearest word; good ones lose nothing."""

from __future__ import annotations

import pytest

import grognard
from grognard.engine import RandomPlayer
from grognard.engine.positions import limits_broken, read_position, write_position
from grognard.errors import SaveError
from grognard.laws import play_out

HEAD = "grognard position 1\ngame marne-1914\nscenario counter-attack\n"


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        ("", "starts with 'grognard position 1'"),
        ("grognard position 1\n", "the line 'game ...' is missing"),
        (HEAD + "phse movement\n", "line 4: 'phse' .* did you mean 'phase'"),
        (HEAD + "3IDD 1913\n", "line 4: .* did you mean '3ID'"),
        (HEAD + "3ID 9913\n", "line 4: "),
        (HEAD + "3ID 1913 3 disruptd\n", "line 4: a unit has no field 'disruptd'; did you mean 'disrupted'"),
        (HEAD + "3ID\n", "line 4: 3ID needs a place"),
        (HEAD + "turn nine\n", "line 4: turn: 'nine' should be"),
        (HEAD + "markers cp\n", "line 4: 'cp' should be pairs"),
        (HEAD + "dice 3 x\n", "line 4: 'dice 3 x' should be numbers"),
        (HEAD + "seed 1\nseed 2\n", "line 5: 'seed' is given twice"),
        (HEAD + "from somewhere\n", "line 4: 'from somewhere'"),
        (HEAD + "terrain wods 2010\n", "line 4: .*wods"),
        (HEAD + "link road 2010-2030\n", "line 4: "),
        (HEAD + "unit F1 like 99DI\n", "line 4: no unit is called '99DI'"),
        (HEAD + "unit F1 like 14DI aff=3\n", "line 4: a unit has no 'aff'; did you mean 'af'"),
        (HEAD + "unit 3ID like 14DI\n", "line 4: there is already a unit '3ID'"),
        (HEAD + "board empty\n", "line 4: write a board as"),
        (HEAD + "assume supply\n", "line 4: write an assumption as"),
        (HEAD + "option setup\n", "line 4: write an option as"),
        (HEAD + "play cp end\n", "line 4: 'end': "),
        (HEAD + "phase movment\n", "'phase' cannot be 'movment'; did you mean 'movement'"),
        (HEAD + "phasing germany\n", "'phasing' cannot be 'germany'; it can be cp, entente"),
        ('grognard position 1\ngame marne-1914\nawards [["x"\n', "line 3: .* is not valid JSON"),
    ],
)
def test_what_is_wrong_is_told_with_its_line(lines: str, message: str) -> None:
    with pytest.raises(SaveError, match=message):
        read_position(lines, "study.txt")


def test_an_unknown_game_and_scenario_are_told() -> None:
    with pytest.raises(grognard.GrognardError, match="did you mean 'marne-1914'"):
        read_position("grognard position 1\ngame marne-1915\n")
    with pytest.raises(grognard.GrognardError, match="did you mean 'counter-attack'"):
        read_position("grognard position 1\ngame marne-1914\nscenario counter-atack\n")


def test_an_overstacked_position_is_accepted_for_study_and_reported() -> None:
    match = read_position(HEAD + "phase combat\nphasing entente\n14DI 2010\n63DR 2010\n")
    assert any("4.1.1" in problem for problem in limits_broken(match))


def test_positions_survive_in_the_middle_of_a_combat() -> None:
    """Not only at rest points: the actions since are part of the file."""
    found = 0
    for match in play_out(grognard.start("marne-1914", "counter-attack", seed=5), RandomPlayer(5)):
        if not match.at_rest:
            found += 1
            twin = read_position(write_position(match))
            assert twin.fingerprint() == match.fingerprint()
            assert twin.decision is not None
            assert match.decision is not None
            assert list(twin.decision.all_actions()) == list(match.decision.all_actions())
    assert found > 3


def test_dice_to_come_fall_as_written() -> None:
    match = read_position(
        HEAD + "board blank 10-20 1-10\nassume supply all yes\ndice 6\nphase combat\nphasing cp\n3ID 1505\n14DI 1506\n"
    )
    match.play("attack 1506 by 3ID")
    events = match.play("resolve")
    assert next(e.data["dice"] for e in events if e.kind == "dice") == (6,)
