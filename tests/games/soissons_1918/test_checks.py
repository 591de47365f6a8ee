"""``grognard check``, invariants, the page, and the laws over random games."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

import grognard
from grognard.engine import RandomPlayer, register
from grognard.errors import GrognardError
from grognard.games.soissons_1918 import GAME
from grognard.laws import check_laws
from tests.games.soissons_1918.position import game, number, study

register(GAME)

OPTIONS: list[tuple[int, int, dict[str, str]]] = [
    (1, 25, {"setup": "printed"}),
    (2, 25, {}),
    (3, 25, {"setup": "printed", "spent_maneuver": "yes", "follow_up": "attackers-only", "remnant_recovery": "no",
            "reforming_command": "any-hq", "surprise_movement": "assaulted", "retreat_length": "path"}),
    (4, 25, {"setup": "printed", "supply_through_towns": "controlled", "zoc_lock": "current",
            "prepare_overnight": "kept", "large_battle": "full-strength", "woods_and_shelter": "best",
            "conversion_reach": "one-hex"}),
    (5, 25, {"destroyed_division": "nothing", "marker_limits": "none", "lone_hq": "enemy-moves",
            "retreat_length": "distance", "surprise_movement": "all"}),
]


@pytest.mark.parametrize(("seed", "every", "options"), OPTIONS, ids=[str(seed) for seed, _, _ in OPTIONS])
def test_laws(seed: int, every: int, options: dict[str, str]) -> None:
    """The costly laws at some decisions, the invariants at each."""
    check_laws(grognard.start("soissons-1918", seed=seed, options=options), RandomPlayer(seed), every=every)


def test_the_data_are_whole() -> None:
    assert GAME.check(GAME.data()) == []


DAMAGE = [
    ("tables/assault.csv", "6-1,10,0,2D,6", "6-1,10,2D,0,0", "worse for the attacker"),
    ("tables/bombardment.csv", "4,7,1D", "4,7,2D", "unknown '2D'"),
    ("tables/combat_modifiers.csv", "woods,-1", "woods,much", "whole number"),
    ("tables/limits.csv", "command-range,4", "command-rage,4", "command-range"),
    ("tables/turn_track.csv", "5,July 19 PM,19,pm", "5,July 19 PM,19,night", "follow each other"),
    ("units.csv", "42/17,", "42/18,", ""),
    ("units.csv", "german,regiment,WATTER,42,3,", "german,regiment,WATTER,42,2,", "3 strength points"),
    ("scenarios/campaign.toml", 'regions = ["setup-3-reserve"]', 'regions = ["setup-4-reserve"]', "setup-4-reserve"),
    ("scenarios/campaign.toml", "turn = 7  ", "turn = 8  ", "no AM turn"),
    ("scenarios/campaign.toml", 'tank = "AS-III"', 'tank = "BCL-1"', "not in the box"),
    ("scenarios/campaign.toml", 'id = "1US", cell = "1003"', 'id = "1UX", cell = "1003"', "1UX"),
]


@pytest.mark.parametrize(("file", "old", "new", "word"), DAMAGE, ids=[f"{f}: {n[:20]}" for f, _, n, _ in DAMAGE])
def test_damage_is_found(tmp_path: Path, file: str, old: str, new: str, word: str) -> None:
    """Each kind of damage is told, by the check or already when the files are read."""
    text = (GAME.folder / file).read_text(encoding="utf-8")
    assert old in text
    overlay = tmp_path / "overlay"
    (overlay / file).parent.mkdir(parents=True)
    shutil.copy(GAME.folder / file, overlay / file)
    (overlay / file).write_text(text.replace(old, new), encoding="utf-8")
    try:
        found = GAME.check(GAME.data(overlay))
    except GrognardError as problem:
        found = [str(problem)]
    assert found
    assert any(word in problem for problem in found), found


def test_an_owner_can_lay_his_values_over_ours(tmp_path: Path) -> None:
    text = (GAME.folder / "tables/limits.csv").read_text(encoding="utf-8")
    (tmp_path / "tables").mkdir()
    (tmp_path / "tables/limits.csv").write_text(text.replace("command-range,4", "command-range,5"), encoding="utf-8")
    data = GAME.data(tmp_path)
    assert GAME.setting(data, "campaign", GAME.chosen_options(data, {})).limits["command-range"] == 5


@pytest.mark.parametrize(
    ("lines", "word"),
    [
        ("162DI 1405 \n 11DI 1405", "10.0"),
        ("REM1 1405 disruption=1", "remnant"),
        ("42/17 1405 1", "remnant"),
        ("HQ-I 1405 disruption=1", "no disruption"),
        ("162DI 1405 4 order=prepare", "keeps no order"),
        ("162DI 1405 order=low", "points wrongly"),
        ("AS-I 1405", "alone"),
        ("fire 1405=[0,4,0] \n 162DI 1405", "too many points"),
    ],
)
def test_invariants_complain(lines: str, word: str) -> None:
    """What play must never produce."""
    if lines.startswith("fire"):
        lines = 'fire {"1405": [0, 4, 0]} \n 162DI 1405'
    found = GAME.invariants(game(study("maneuver entente", lines)))
    assert any(word in problem for problem in found), found


# -- the page --


def test_the_page_shows_counters_points_and_overlays() -> None:
    match = grognard.start("soissons-1918", seed=1, options={"setup": "printed"})
    g = game(match)
    page = GAME.page_for(g.setting)
    assert page.factors(g, number(match, "1US")) == "14 ***"
    assert page.factors(g, number(match, "AS-I")) == "full"
    assert page.status(g, number(match, "58DI")) == ("RFM",)
    assert set(page.status(g, number(match, "1US"))) == {"P", "T"}
    assert page.status(g, number(match, "HQ-I")) == ("AP",)
    assert "Entente" in page.standing(g)
    assert sum(p.points for p in page.points(g)) < 0
    names = {overlay.name for overlay in page.overlays(g)}
    assert {"threat-german", "towns-entente", "command-german", "guns-entente"} <= names
    assert {c.turn for c in page.coming(g)} == {1, 4, 7, 10, 13, 16}
    assert any("heavy" in fact.value for fact in page.facts(g))
    assert not list(page.reach(g, number(match, "1US")) or ()), "in a zone of control"
    assert list(page.reach(g, number(match, "58DI")) or ())


def test_every_kind_of_decision_has_a_lesson() -> None:
    """What a random game asks is told to a newcomer, but for what the prompt says itself."""
    plain = {"loss", "overstack", "assign", "heir", "breakdown"}
    setting = game(grognard.start("soissons-1918", seed=1)).setting
    kinds = {lesson.kind for lesson in GAME.page_for(setting).guide} | plain
    for seed in (1, 2):
        match, player = grognard.start("soissons-1918", seed=seed), RandomPlayer(seed)
        while match.decision is not None:
            assert match.decision.kind in kinds, match.decision.kind
            match.play_listed(player.choose(match.decision), by=match.decision.seat)


def test_every_event_tells_itself() -> None:
    match, player = grognard.start("soissons-1918", seed=4), RandomPlayer(4)
    writer = GAME.writer(game(match).setting)
    while match.decision is not None:
        for event in match.play_listed(player.choose(match.decision), by=match.decision.seat):
            assert writer.told(event.kind) is not None, event.kind
            assert "{" not in writer.line(event)
