"""Calibration proposes an overlay and never touches the game's own files."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from pathlib import Path

import msgspec
import pytest
from typer.testing import CliRunner

from grognard.cli import app
from grognard.engine import find_game, game_slugs
from grognard.errors import DataError, GrognardError
from grognard.simulate.calibrate import Calibration, write_up
from grognard.simulate.games import Pairing, Result
from grognard.simulate.knobs import knobs, overlay_with, value_of


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
    assert f"| counter-attack | {history} |" in write_up(calibration, proposal)
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


def by_chance(pairings: Sequence[Pairing]) -> list[Result]:
    """Games in which nothing but the seed matters, and a little noise that depends on the data."""
    found = made_up(pairings)
    noise = [int(hashlib.sha256(p.key.encode()).hexdigest(), 16) % 9 - 4 for p in pairings]
    return [
        msgspec.structs.replace(r, points={"cp": 12.0 + n, "entente": -12.0 - n})
        for r, n in zip(found, noise, strict=True)
    ]


def no_problems(*_: object) -> list[str]:
    """Instead of the game's check, which takes its time, where a test is about something else."""
    return []


def test_what_chance_alone_brings_is_not_proposed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Calibration, "problems", no_problems)
    calibration = Calibration("marne-1914", "random", 12, tmp_path, by_chance, ["counter-attack"])
    proposal = calibration.run()
    assert not proposal.changes
    assert not (tmp_path / "overlay").exists()
    assert "No change proposed" in write_up(calibration, proposal)


def test_values_that_the_games_check_refuses_are_not_tried(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    calibration = Calibration("marne-1914", "random", 6, tmp_path, made_up, ["counter-attack"])
    monkeypatch.setattr(calibration, "problems", lambda overlay: ["too much"])
    proposal = calibration.run()
    assert not proposal.changes
    assert all("too much" in why for e in proposal.effects for why in e.barred)
    assert "refuses them" in write_up(calibration, proposal)


def test_the_proposed_overlay_is_sound_data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Calibration, "problems", no_problems)
    Calibration("marne-1914", "random", 6, tmp_path, made_up, ["counter-attack"]).run()
    done = CliRunner().invoke(app, ["check", "marne-1914", "--data", str(tmp_path / "overlay")])
    assert done.exit_code == 0, done.output


@pytest.mark.parametrize("slug", [s for s in game_slugs() if find_game(s).data().exists("calibration.toml")])
@pytest.mark.parametrize("end", ["low", "high"])
def test_the_bounds_of_every_game_keep_its_data_sound(slug: str, end: str, tmp_path: Path) -> None:
    game = find_game(slug)
    turned = [(knob, getattr(knob, end)) for knob in knobs(game.data())]
    overlay = overlay_with(game.data(), turned, tmp_path)
    assert game.check(game.data(overlay)) == []


def test_the_command_keeps_what_another_has_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Calibration, "problems", no_problems)
    words = ["calibrate", "marne-1914", "-s", "counter-attack", "--bot", "random", "-n", "2", "-j", "1", "--out"]
    folder = tmp_path / "mine"
    done = CliRunner().invoke(app, [*words, str(folder)])
    assert done.exit_code == 0, done.output
    assert "# Calibration of" in (folder / "calibration.md").read_text(encoding="utf-8")
    lines = (folder / "results.jsonl").read_bytes()
    assert CliRunner().invoke(app, [*words, str(folder)]).exit_code == 0
    assert (folder / "results.jsonl").read_bytes() == lines, "finished games are not played again"
    other = CliRunner().invoke(app, [*words, str(folder), "-n", "3"])
    assert other.exit_code == 2
    assert "another calibration" in " ".join(other.output.split())
    strange = tmp_path / "strange"
    (strange / "overlay").mkdir(parents=True)
    assert CliRunner().invoke(app, [*words, str(strange)]).exit_code == 2


def test_unknown_scenarios_are_refused(tmp_path: Path) -> None:
    with pytest.raises(GrognardError, match="nowhere"):
        Calibration("marne-1914", "random", 2, tmp_path, made_up, ["nowhere"])
