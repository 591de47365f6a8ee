"""PettingZoo's own conformance tests, and the Gymnasium wrapper."""

from __future__ import annotations

import warnings

import pytest

pytest.importorskip("pettingzoo")

from pettingzoo.test import api_test, seed_test  # type: ignore[import-untyped]

from grognard.engine import game_slugs
from grognard.simulate.environments import OpponentEnv, WargameEnv


@pytest.mark.parametrize("game", game_slugs())
def test_pettingzoo_conformance(game: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it would rather have a bare array than one with its mask
        api_test(WargameEnv(game, longest=40), num_cycles=100, verbose_progress=False)
        seed_test(lambda: WargameEnv(game, longest=40), num_cycles=40)


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
