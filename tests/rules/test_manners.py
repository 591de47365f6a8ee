"""The file by which bots play: postures, what a staff thinks best, weights; each mistake is named with its line."""

from __future__ import annotations

from pathlib import Path

import pytest

import grognard
from grognard.data import DataFolder
from grognard.errors import DataError
from grognard.evaluation import evaluation_of
from grognard.rules.drilling import DrillEvaluation
from grognard.rules.manners import FILE, Manners, Weights, read_manners

GAMES = ["friedensturm-1918", "hannut-1940", "soissons-1918"]
WHOLE = """\
source = "judgement"

[postures.red]
push = {text = "forward", nerve = -0.1}
hold = {text = "stand"}

[postures.blue]
hold = {text = "stand"}

[staff]
red = "hold"

[weights]
stay = 1
looked_at = [4, 8]
mixes = [[1.0, 0.5], [0, 1]]
"""


class Own(Weights):
    stay = 0.0
    looked_at = (0, 0)
    mixes = ((0.0, 0.0),) * 2


def read(folder: Path, text: str = WHOLE) -> Manners[Own]:
    folder.joinpath(FILE).write_text(text, encoding="utf-8")
    return read_manners(DataFolder(folder), ("red", "blue"), Own)


def test_the_file_is_read(tmp_path: Path) -> None:
    manners = read(tmp_path)
    assert [posture.name for posture in manners.postures["red"]] == ["push", "hold"]
    assert manners.postures["red"][0].nerve == -0.1
    assert manners.staff == {"red": "hold"}
    w = manners.weights
    assert (w.stay, w.looked_at, w.mixes) == (1, (4, 8), ((1.0, 0.5), (0, 1)))


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ("nerve =", "nerves =", ", line 4: 'push': unknown is 'nerves'"),
        ("nerve = -0.1", 'nerve = "low"', ", line 4: 'push': Expected 'float', got 'str' in 'nerve'"),
        ("nerve = -0.1", "nerve = nan", ", line 4: 'push': 'nerve' is nan"),
        ('push = {text = "forward", nerve = -0.1}', "push = {}", ", line 4: 'push': missing is 'text'"),
        ('push = {text = "forward", nerve = -0.1}', "push = 3", ": Expected 'object', got 'int'"),
        ("postures.blue", "postures.green", ", line 7: postures: there is no 'green'"),
        ('[postures.blue]\nhold = {text = "stand"}', "[postures.blue]", ", line 7: postures: blue has none"),
        ('[postures.blue]\nhold = {text = "stand"}', "", ": postures: 'blue' is missing"),
        ('red = "hold"', 'red = "holt"', ", line 11: staff, red: there is no 'holt'; did you mean 'hold'?"),
        ('red = "hold"', 'green = "hold"', ", line 11: staff: there is no 'green'"),
        ("stay = 1", "stays = 1", ", line 14: weights: there is no 'stays'; did you mean 'stay'?"),
        ("stay = 1", "", ": weights: 'stay' is missing"),
        ("stay = 1", "stay = inf", ", line 14: weights: 'stay' is inf, but should be like 0.0"),
        ("stay = 1", "stay = true", ", line 14: weights: 'stay' is True, but should be like 0.0"),
        ("[4, 8]", "[4, 8.5]", ", line 15: weights: 'looked_at' is (4, 8.5), but should be like (0, 0)"),
        ("[[1.0, 0.5], [0, 1]]", "[[1]]", ", line 16: weights: 'mixes' is ((1,),), but should be like ((0.0, 0.0), "),
        ('source = "judgement"', "", ": missing is 'source'"),
        ("[weights]", "[wights]", ": unknown is 'wights'"),
        ("[weights]", "[weights", ", line 13: not valid TOML"),
    ],
)
def test_a_mistake_is_named_with_its_place(tmp_path: Path, old: str, new: str, problem: str) -> None:
    assert old in WHOLE
    with pytest.raises(DataError) as caught:
        read(tmp_path, WHOLE.replace(old, new))
    assert f"{FILE}{problem}" in str(caught.value)


@pytest.mark.parametrize("slug", GAMES)
def test_a_file_laid_over_ours_makes_other_bots(slug: str, tmp_path: Path) -> None:
    match = grognard.start(slug)
    text = match.setting.data.text(FILE)
    side = next(iter(match.game.sides))
    first = evaluation_of(match.game, match.setting).postures(side)[0]
    tmp_path.joinpath(FILE).write_text(text.replace(first.text, "in another way"), encoding="utf-8")
    other = grognard.start(slug, overlay=tmp_path)
    assert evaluation_of(other.game, other.setting).postures(side)[0].text == "in another way"


@pytest.mark.parametrize("slug", GAMES)
def test_a_game_is_checked_with_what_its_bots_go_by(slug: str, tmp_path: Path) -> None:
    game = grognard.start(slug).game
    assert game.check(game.data()) == []
    tmp_path.joinpath(FILE).write_text('source = "none"', encoding="utf-8")
    with pytest.raises(DataError, match="postures"):
        game.check(game.data(tmp_path))


@pytest.mark.parametrize("slug", GAMES)
def test_every_weight_is_used(slug: str) -> None:
    match = grognard.start(slug)
    evaluation = evaluation_of(match.game, match.setting)
    assert isinstance(evaluation, DrillEvaluation)
    folder = match.setting.data.root / "evaluation"
    code = "\n".join(file.read_text(encoding="utf-8") for file in sorted(folder.glob("*.py")))
    for name in vars(evaluation.manners.weights):
        assert f"w.{name}" in code, name
