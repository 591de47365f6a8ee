"""Environments for researchers (extra ``research``): PettingZoo's AEC and a Gymnasium wrapper.

An answer is given in two steps, so that the action space stays small: first a subject (a unit, a cell or a
button), then one of that subject's actions by its place in the list. Masks say what is open in each step.
Observations are arrays made from what the side may see; `text` gives the same as a readable position.
"""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from pettingzoo import AECEnv  # type: ignore[import-untyped]

from grognard.bots import make_bot, view_of
from grognard.engine import Action, Decision, Match, Subject, own_chance, start
from grognard.engine.game import find_game
from grognard.engine.positions import write_position
from grognard.evaluation import evaluation_of

MOST_BUTTONS = 128
"""Room for the buttons of a question; twice what any game here asks."""
MOST_CHOICES = 1024
"""Room for the actions of one subject; further ones cannot be chosen."""
NUMBERS_PER_UNIT = 9
COMMON_NUMBERS = 6
"""What an observation holds: numbers for each unit, then some for the match as a whole."""
MOST_ACTIONS = 50_000

Floats = NDArray[np.float32]
Mask = NDArray[np.int8]


class WargameEnv(AECEnv):  # type: ignore[misc]
    """A match as an AEC environment; the agents are the sides.

    ``reward`` is "outcome" (1, 0 or -1 at the end) or "points" (the points at the end, as the game counts them).
    """

    def __init__(
        self,
        game: str,
        scenario: str | None = None,
        options: dict[str, str] | None = None,
        reward: str = "outcome",
        longest: int = MOST_ACTIONS,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        self.game, self.scenario, self.options = game, scenario, options or {}
        self.reward = reward
        self.longest = longest
        self.render_mode = render_mode
        self.metadata = {"name": f"{game}_v0", "render_modes": ["ansi"], "is_parallelizable": False}
        self.possible_agents = list(find_game(game).sides)
        self.match: Match = start(game, scenario, 0, self.options)
        setting = self.match.setting
        self._units, self._cells = len(setting.units), len(setting.grid.ids)
        self.size = max(self._units + self._cells + MOST_BUTTONS, MOST_CHOICES)
        length = self._units * NUMBERS_PER_UNIT + COMMON_NUMBERS
        self.action_spaces = {agent: spaces.Discrete(self.size) for agent in self.possible_agents}
        self.observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(-1.0, 1.0, (length,), np.float32),
                    "action_mask": spaces.Box(0, 1, (self.size,), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self._subject: Subject | None = None
        self._full_steps = max(unit.steps for unit in setting.units)
        self._last_turn = max(s.turns[1] for s in find_game(game).scenarios(setting.data).values())

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        number = seed if seed is not None else int(np.random.default_rng().integers(2**31))
        self.match = start(self.game, self.scenario, number, self.options)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._subject = None
        self.agent_selection = self._asked().side

    def _asked(self) -> Decision:
        decision = self.match.decision
        assert decision is not None
        return decision

    def step(self, action: int | None) -> None:
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(None)
            return
        agent = self.agent_selection
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        decision = self._asked()
        if action is None:
            raise ValueError("an action is expected while the match goes on")
        if self._subject is None:
            self._subject = self._subjects(decision).get(int(action))
            if self._subject is None:
                raise ValueError(f"{action} is masked: no such subject can act now")
        else:
            choices = self._choices(decision, self._subject)
            if not 0 <= int(action) < len(choices):
                raise ValueError(f"{action} is masked: the subject has {len(choices)} actions")
            self.match.play(choices[int(action)], by=decision.side)
            self._subject = None
            self._settle()
        self._accumulate_rewards()

    def _settle(self) -> None:
        """Whose turn it is now, or what the end has brought."""
        if self.match.decision is not None and self.match.number < self.longest:
            self.agent_selection = self._asked().side
            return
        outcome = self.match.outcome
        for agent in self.agents:
            if outcome is None:
                self.truncations[agent] = True
            else:
                self.terminations[agent] = True
                self.rewards[agent] = self._worth(agent, outcome.winner)

    def _worth(self, agent: str, winner: str | None) -> float:
        if self.reward == "points":
            return evaluation_of(self.match.game, self.match.setting).points(self.match.position, agent)
        return 0.0 if winner is None else 1.0 if winner == agent else -1.0

    # -- the two steps of an answer --

    def _subjects(self, decision: Decision) -> dict[int, Subject]:
        """The subjects that can act, by their number in the action space."""
        found: dict[int, Subject] = {}
        buttons = 0
        for subject in decision.subjects():
            if not any(True for _ in decision.actions(subject)):
                continue
            if subject.kind == "button":
                place = self._units + self._cells + buttons
                buttons += 1
                if buttons > MOST_BUTTONS:
                    continue
            else:
                place = int(subject.ref) + (0 if subject.kind == "unit" else self._units)
            found[place] = subject
        return found

    def _choices(self, decision: Decision, subject: Subject) -> list[Action]:
        return list(decision.actions(subject))[:MOST_CHOICES]

    def _mask(self, agent: str) -> Mask:
        mask = np.zeros(self.size, np.int8)
        decision = self.match.decision
        if decision is None or agent != self.agent_selection or decision.side != agent:
            return mask
        if self._subject is None:
            mask[list(self._subjects(decision))] = 1
        else:
            mask[: len(self._choices(decision, self._subject))] = 1
        return mask

    # -- what a side sees --

    def observe(self, agent: str) -> dict[str, Any]:
        return {"observation": self._array(agent), "action_mask": self._mask(agent)}

    def _array(self, agent: str) -> Floats:
        match = self.match
        setting, grid = match.setting, match.setting.grid
        position = match.game.seen(match.position, agent)
        evaluation, page = evaluation_of(match.game, setting), match.game.page_for(setting)
        state = position.state
        decision = match.decision
        mine = decision is not None and decision.side == agent
        chosen = self._subject if mine else None  # half an answer is nobody else's business
        found = np.zeros(self._units * NUMBERS_PER_UNIT + COMMON_NUMBERS, np.float32)
        width = max(grid.centre(cell)[0] for cell in (0, self._cells - 1)) + 1
        height = max(grid.centre(cell)[1] for cell in (0, self._cells - 1)) + 1
        for unit, cell in enumerate(state.loc):
            row = found[unit * NUMBERS_PER_UNIT : (unit + 1) * NUMBERS_PER_UNIT]
            row[0] = 1.0 if setting.units[unit].side == agent else -1.0
            row[1] = state.steps[unit] / self._full_steps
            if cell >= 0:
                x, y = grid.centre(cell)
                row[2:5] = (1.0, x / width, y / height)
                row[5] = evaluation.attack(position, unit) / 12
                row[6] = evaluation.defence(position, [unit], cell) / 12
                row[7] = len(page.status(position, unit)) / 4
            row[8] = 1.0 if chosen == Subject("unit", unit) else 0.0
        found[-COMMON_NUMBERS:] = (
            state.turn / self._last_turn,
            1.0 if state.phasing == agent else -1.0,
            1.0 if mine else 0.0,
            0.0 if chosen is None else 1.0,
            (hash_of(decision.kind) if decision is not None and mine else 0.0),
            evaluation.points(position, agent) / 100,
        )
        return np.clip(found, -1.0, 1.0)

    def text(self, agent: str) -> str:
        """What a side sees, as a position file with the question it is asked."""
        seen = self.match.seen_by(agent, "bot")
        lines = []
        if seen is not None:
            lines.append(write_position(seen))
        decision = self.match.decisions.get(agent)
        if decision is not None:
            names = [self.match.setting.subject_name(s) for s in self._subjects(decision).values()]
            lines += [f"asked: {decision.prompt} ({decision.case})", f"subjects: {', '.join(names)}"]
        return "\n".join(lines)

    def render(self) -> str | None:
        return self.text(self.agent_selection) if self.render_mode == "ansi" else None

    def close(self) -> None:
        pass


def hash_of(word: str) -> float:
    """A number from 0 to 1 that stands for a word, the same on every machine."""
    return (sum((n + 1) * ord(letter) for n, letter in enumerate(word)) % 997) / 997


class OpponentEnv(gymnasium.Env[dict[str, Any], int]):
    """One side of a match as a Gymnasium environment; a bot plays the other."""

    def __init__(self, game: str, side: str, bot: str = "sergeant", **settings: Any) -> None:
        super().__init__()
        self.env = WargameEnv(game, **settings)
        if side not in self.env.possible_agents:
            raise ValueError(f"{game} has no side '{side}': it has {', '.join(self.env.possible_agents)}")
        self.side, self.bot_name = side, bot
        self.bot = make_bot(bot)
        self.observation_space = self.env.observation_space(side)
        self.action_space = self.env.action_space(side)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        super().reset(seed=seed)
        self.env.reset(seed)
        self.bot = make_bot(self.bot_name, own_chance(self.env.match.seed, "opponent"))
        self._let_bot_play()
        return self._seen()

    def step(self, action: int) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        self.env.step(int(action))
        self._let_bot_play()
        seen, info = self._seen()
        over, cut = self.env.terminations[self.side], self.env.truncations[self.side]
        return seen, float(self.env.rewards[self.side]), over, cut, info

    def _let_bot_play(self) -> None:
        env = self.env
        while not any(env.terminations.values()) and not any(env.truncations.values()):
            side = env.agent_selection
            if side == self.side:
                return
            answer = self.bot.decide(view_of(env.match, side, self.bot.seed))
            env.match.play(answer.action, by=side)
            env._settle()

    def _seen(self) -> tuple[dict[str, Any], dict[str, Any]]:
        seen = self.env.observe(self.side)
        return seen, {"action_mask": seen["action_mask"], "asked": self.prompt()}

    def prompt(self) -> str:
        decision = self.env.match.decisions.get(self.side)
        return decision.prompt if decision is not None else ""

    def text(self) -> str:
        return self.env.text(self.side)


class AnyAction(gymnasium.ActionWrapper[dict[str, Any], int, int]):
    """For agents that know no masks: every number stands for one of the actions that are open.

    Wraps an OpponentEnv. The numbers are folded: with five open actions, 7 is the third of them.
    """

    def action(self, action: int) -> int:
        env = self.unwrapped
        assert isinstance(env, OpponentEnv)
        open_ones = np.flatnonzero(env.env._mask(env.side))
        return int(open_ones[int(action) % len(open_ones)]) if len(open_ones) else 0
