"""PettingZoo's and Gymnasium's own conformance tests, masks that hold, and observations that tell no secrets."""

from __future__ import annotations

import warnings
from typing import Any

import pytest

pytest.importorskip("pettingzoo")

import numpy as np
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, seed_test  # type: ignore[import-untyped]

from grognard.simulate.environments import MOST_BUTTONS, MOST_CHOICES, AnyAction, OpponentEnv, WargameEnv

GAMES = [("marne-1914", None), ("somme-1916", None), ("somme-1916", "campaign")]


@pytest.mark.parametrize(("game", "scenario"), GAMES)
def test_pettingzoo_conformance(game: str, scenario: str | None) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it would rather have a bare array than one with its mask
        api_test(WargameEnv(game, scenario, longest=40), num_cycles=100, verbose_progress=False)
        seed_test(lambda: WargameEnv(game, scenario, longest=40), num_cycles=40)


@pytest.mark.parametrize(("game", "side"), [("marne-1914", "entente"), ("somme-1916", "german")])
def test_gymnasium_conformance(game: str, side: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        warnings.filterwarnings("ignore", ".*different from the unwrapped version.*")
        check_env(AnyAction(OpponentEnv(game, side, "random", longest=30)), skip_render_check=True)


def play(env: WargameEnv, seed: int, steps: int) -> int:
    """Random play by the masks alone; how many steps were taken."""
    rng = np.random.default_rng(seed)
    env.reset(seed)
    for taken in range(steps):
        if any(env.terminations.values()):
            return taken
        seen = env.observe(env.agent_selection)
        assert env.observation_space(env.agent_selection).contains(seen)
        env.step(int(rng.choice(np.flatnonzero(seen["action_mask"]))))
    return steps


@pytest.mark.parametrize(("game", "scenario"), [("marne-1914", "counter-attack"), ("somme-1916", "over-the-top")])
def test_a_whole_game_by_the_masks_has_no_refused_action(game: str, scenario: str) -> None:
    env = WargameEnv(game, scenario, reward="points")
    taken = play(env, 3, 20_000)
    assert env.match.outcome is not None
    assert taken == 2 * env.match.number
    assert set(env.rewards.values()) != {0.0}
    assert sum(env.rewards.values()) == 0.0


def test_the_masks_open_just_what_the_rules_do() -> None:
    env = WargameEnv("somme-1916", "campaign")
    rng = np.random.default_rng(5)
    env.reset(5)
    for _ in range(60):
        decision = env.match.decision
        assert decision is not None
        offered = set(decision.all_actions())
        reached = set()
        subjects = env._subjects(decision)
        assert sum(s.kind == "button" for s in decision.subjects()) <= MOST_BUTTONS
        assert sorted(np.flatnonzero(env.observe(decision.side)["action_mask"])) == sorted(subjects)
        for subject in subjects.values():
            choices = env._choices(decision, subject)
            assert len(choices) < MOST_CHOICES
            reached.update(choices)
        assert reached == offered
        other = next(side for side in env.possible_agents if side != decision.side)
        assert not env.observe(other)["action_mask"].any()
        for _ in range(2):
            env.step(int(rng.choice(np.flatnonzero(env.observe(env.agent_selection)["action_mask"]))))


def secrets(env: WargameEnv, side: str) -> bool:
    """Whether there is something in the position that a side may not know."""
    game, position = env.match.game, env.match.position
    return bool(game.redact(position, side).state != position.state)


def test_observations_tell_no_more_than_the_redacted_view() -> None:
    env = WargameEnv("somme-1916", "campaign")
    blind = WargameEnv("somme-1916", "campaign")
    rng = np.random.default_rng(8)
    env.reset(8)
    compared: dict[str, int] = dict.fromkeys(env.possible_agents, 0)
    for number in range(240):
        for side in env.possible_agents:
            seen = env.match.seen_by(side, "bot") if number % 8 == 0 and env._subject is None else None
            if seen is None or side not in seen.decisions or side != env.agent_selection:
                continue
            # An environment that has nothing but what the side may know shows the side the same.
            blind.reset(1)
            blind.match, blind.agent_selection = seen, side
            ours, theirs = env.observe(side), blind.observe(side)
            assert np.array_equal(ours["observation"], theirs["observation"])
            assert np.array_equal(ours["action_mask"], theirs["action_mask"])
            compared[side] += secrets(env, side)
        env.step(int(rng.choice(np.flatnonzero(env.observe(env.agent_selection)["action_mask"]))))
    assert compared["german"] > 3, "there was nothing hidden to compare"  # the Allied objectives, 15.6.1


def test_half_an_answer_is_not_shown_to_the_other_side() -> None:
    env = WargameEnv("somme-1916", "campaign")
    env.reset(2)
    side = env.agent_selection
    other = next(s for s in env.possible_agents if s != side)
    before, own = env.observe(other)["observation"], env.observe(side)["observation"]
    env.step(int(env.observe(side)["action_mask"].argmax()))
    assert np.array_equal(env.observe(other)["observation"], before)
    assert not np.array_equal(env.observe(side)["observation"], own)


def test_hidden_objectives_change_nothing_for_the_other_side() -> None:
    env = WargameEnv("somme-1916", "campaign")
    play(env, 4, 60)
    state: Any = env.match.position.state
    before = env.observe("german")["observation"], env.text("german")
    assert state.objectives
    assert state.objectives[0] in env.text("allied")
    assert state.objectives[0] not in before[1]
    state.objectives = state.objectives[1:]
    assert np.array_equal(env.observe("german")["observation"], before[0])
    assert env.text("german") == before[1]


def test_a_secret_answer_changes_nothing_for_the_other_side() -> None:
    told = []
    for choice in (0, 1):
        env = WargameEnv("somme-1916", "campaign")
        env.reset(2)
        while len(env.match.decisions) < 2:  # until both sides are asked at once, each in secret
            env.step(int(env.observe(env.agent_selection)["action_mask"].argmax()))
        side = env.agent_selection
        for place in (choice, 0):
            env.step(int(np.flatnonzero(env.observe(side)["action_mask"])[place]))
        assert env.match.last is not None
        assert env.match.last.secret
        other = env.agent_selection
        assert other != side
        told.append((env.observe(other), env.text(other), env.match.last.action))
    assert told[0][2] != told[1][2]
    assert told[0][1] == told[1][1]
    for part in ("observation", "action_mask"):
        assert np.array_equal(told[0][0][part], told[1][0][part])


def test_gymnasium_against_a_bot() -> None:
    env = OpponentEnv("marne-1914", "entente", "random", scenario="counter-attack", longest=60)
    seen, info = env.reset(seed=3)
    assert env.observation_space.contains(seen)
    assert info["asked"]
    assert "turn 9" in env.text()
    over = cut = False
    while not (over or cut):
        seen, reward, over, cut, info = env.step(int(env.action_space.sample(seen["action_mask"])))
        assert env.observation_space.contains(seen)
    assert cut
    assert reward == 0.0


def test_a_masked_action_is_refused() -> None:
    env = WargameEnv("marne-1914", "counter-attack")
    env.reset(seed=1)
    mask = env.observe(env.agent_selection)["action_mask"]
    with pytest.raises(ValueError, match="masked"):
        env.step(int((mask == 0).argmax()))


def test_every_number_stands_for_an_open_action() -> None:
    env: Any = AnyAction(OpponentEnv("marne-1914", "entente", "random", scenario="counter-attack", longest=30))
    seen, _ = env.reset(seed=1)
    for number in (0, 1, 7, 500, env.action_space.n - 1):
        assert seen["action_mask"][env.action(number)]
        seen, _, over, _, _ = env.step(number)
        assert not over
