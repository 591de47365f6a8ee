"""Calibration proposes an overlay and never touches the game's own files."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from grognard.engine import find_game
from grognard.errors import DataError
from grognard.simulate.calibrate import Calibration, knobs, overlay_with, value_of, write_up
from grognard.simulate.games import Pairing, Result


def made_up(pairings: Sequence[Pairing]) -> list[Result]:
    """Games that were never played: 12 points, and two less for each step of a town's worth downward."""
    found = []
    for pairing in pairings:
        game = find_game(pairing.game)
        data = game.data(Path(pairing.overlay)) if pairing.overlay else game.data()
        values = {knob.name: value_of(data, knob) for knob in knobs(game.data())}
        points = 12.0 + 3 * (values["german-out-of-supply"] + 1) + int(pairing.seed) % 2
        found.append(
            Result(
                pairing.key,
                pairing,
                None,
                "",
                {"cp": points, "entente": -points},
                (),
                0,
                0.0,
                {},
            )
        )
    return found


def test_the_proposal_aims_at_history_within_bounds(tmp_path: Path) -> None:
    data = find_game("marne-1914").data()
    before = {path: path.read_bytes() for path in sorted(data.root.rglob("*")) if path.is_file()}
    calibration = Calibration("marne-1914", "random", 6, tmp_path, made_up, ["counter-attack"])
    proposal = calibration.run()
    assert proposal.values["german-out-of-supply"] == -2
    assert proposal.values["town-south-of-marne"] == value_of(data, calibration.knobs[0])
    assert proposal.after["counter-attack"].value == pytest.approx(9.5)
    text = (tmp_path / "overlay/tables/victory_points.csv").read_text(encoding="utf-8")
    assert "calibrated against history" in text
    changed = find_game("marne-1914").data(tmp_path / "overlay")
    assert [value_of(changed, knob) for knob in calibration.knobs] == [
        proposal.values[k.name] for k in calibration.knobs
    ]
    history = data.toml("history.toml")["scenario"]["counter-attack"]["points"]
    assert f"| counter-attack | {history} |" in write_up(proposal, "random", 6)
    assert {path: path.read_bytes() for path in sorted(data.root.rglob("*")) if path.is_file()} == before


def test_an_overlay_keeps_the_rest_of_the_file(tmp_path: Path) -> None:
    data = find_game("marne-1914").data()
    knob = knobs(data)[0]
    overlay_with(data, [(knob, 2)], tmp_path)
    ours, theirs = data.text(knob.file).splitlines(), (tmp_path / knob.file).read_text(encoding="utf-8").splitlines()
    assert sum(a != b for a, b in zip(ours, theirs, strict=True)) == 1


def test_only_reconstructed_values_may_be_tuned(tmp_path: Path) -> None:
    (tmp_path / "calibration.toml").write_text(
        '[[knob]]\nname="x"\nfile="tables/victory_points.csv"\nrow={id="front-gap"}\ncolumn="points"\nlow=0\nhigh=2\n',
        encoding="utf-8",
    )
    with pytest.raises(DataError, match="not marked as a reconstruction"):
        knobs(find_game("marne-1914").data(tmp_path))
