"""PettingZoo: two agents by turns."""

from contextlib import AbstractContextManager
from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.utils import seeding
from pettingzoo import AECEnv  # type: ignore[import-untyped]
from pettingzoo.utils import wrappers  # type: ignore[import-untyped]

from .client import Saved
from .episode import Episode
from .lock import locked
from .picture import pixels
from .spec import Observation


def aec(
    game: str, render_mode: str | None = None, program: str | None = None, transport: str | None = None
) -> AECEnv:
    """The environment with PettingZoo's usual guards: steps in order, actions in bounds."""
    env = wrappers.AssertOutOfBoundsWrapper(Aec(game, render_mode, program, transport))
    return wrappers.OrderEnforcingWrapper(env)


class Aec(AECEnv):  # type: ignore[misc]
    """A game of two agents: player_0, who moves first in the usual start position, and
    player_1. Turns need not alternate: a player without a move may be skipped."""

    metadata = {"render_modes": ["ansi", "rgb_array", "human"], "name": "ludens_v0", "is_parallelizable": False}

    def __init__(
        self, game: str, render_mode: str | None = None, program: str | None = None, transport: str | None = None
    ):
        super().__init__()
        self.episode = Episode(game, 0, program, transport)
        self.spec = self.episode.spec
        self.render_mode = render_mode
        self.possible_agents = ["player_0", "player_1"]
        self.agents: list[str] = []
        self.observation_spaces = {a: self.spec.observation_space() for a in self.possible_agents}
        self.action_spaces = {a: spaces.Discrete(self.spec.actions) for a in self.possible_agents}
        self._np_random, _ = seeding.np_random()

    @property
    def client(self) -> Any:
        return self.episode.client

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    @property
    def lock(self) -> AbstractContextManager[Any]:
        """Held by one thread at a time."""
        return self.episode.lock

    @locked
    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begins an episode. Equal seeds begin equal ones; without a seed it is drawn.
        options={"position": text} begins elsewhere."""
        if seed is not None:
            self._np_random, _ = seeding.np_random(seed)
        begun = int(self._np_random.integers(2**32))
        position = (options or {}).get("position")
        if position is None:
            self.episode.reset(begun)
        else:
            self.episode.restore(Saved(begun, position, ()))
        self.agents = self.possible_agents[:]
        self.rewards: dict[str, float] = dict.fromkeys(self.agents, 0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {a: {} for a in self.agents}
        self.agent_selection = self._mover()

    def observe(self, agent: str) -> Observation:
        if agent != self._mover() and not self.episode.over:
            return self.spec.nothing()
        return self.episode.observe()

    @locked
    def step(self, action: int | None) -> None:
        """Plays for the agent whose turn it is. Raises ludens.Error if that is illegal."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        assert action is not None
        e = self.episode
        e.step(int(action))
        self._cumulative_rewards[agent] = 0
        for a, reward in zip(self.possible_agents, e.rewards):
            self.rewards[a] = reward
            self.terminations[a], self.truncations[a] = e.terminated, e.truncated
            self.infos[a] = {"ending": e.ending} if e.over else {}
        self.agent_selection = self.possible_agents[1 - self.possible_agents.index(agent)] if e.over else self._mover()
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def render(self) -> Any:
        if self.render_mode == "rgb_array":
            return pixels(self.episode.render("png"))
        text = self.episode.render()
        if self.render_mode == "human":
            print(text)
            return None
        return text

    def action_masks(self) -> np.ndarray[Any, np.dtype[np.bool_]]:
        """[actions], true for what the agent whose turn it is may do."""
        return self.episode.action_masks()

    def close(self) -> None:
        self.episode.close()

    def _mover(self) -> str:
        return self.possible_agents[self.episode.to_move & 1]
