"""PettingZoo: two agents by turns."""

import functools

from gymnasium import spaces
from gymnasium.utils import seeding
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from .client import Client
from .picture import pixels


def aec(game: str, render_mode: str | None = None, program: str | None = None) -> AECEnv:
    """The environment with PettingZoo's usual guards: steps in order, actions in bounds."""
    env = wrappers.AssertOutOfBoundsWrapper(Aec(game, render_mode, program))
    return wrappers.OrderEnforcingWrapper(env)


class Aec(AECEnv):
    """A game of two agents: player_0, who moves first in the usual start position, and
    player_1. Turns need not alternate: a player without a move may be skipped."""

    metadata = {"render_modes": ["ansi", "rgb_array", "human"], "name": "ludens_v0", "is_parallelizable": False}

    def __init__(self, game: str, render_mode: str | None = None, program: str | None = None):
        super().__init__()
        self.client = Client(game, program)
        self.spec = self.client.spec
        self.render_mode = render_mode
        self.possible_agents = ["player_0", "player_1"]
        self.agents = []
        self._np_random, _ = seeding.np_random()

    @functools.lru_cache(maxsize=None)
    def observation_space(self, agent) -> spaces.Dict:
        return self.spec.observation_space()

    @functools.lru_cache(maxsize=None)
    def action_space(self, agent) -> spaces.Discrete:
        return spaces.Discrete(self.spec.actions)

    def reset(self, seed=None, options=None):
        """Begins an episode. Equal seeds begin equal ones; without a seed it is drawn."""
        if seed is not None:
            self._np_random, _ = seeding.np_random(seed)
        self._rows = self.client.reset([self._np_random.integers(2**32)])
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {a: {} for a in self.agents}
        self.agent_selection = self._mover()

    def observe(self, agent):
        if agent != self._mover() and not self._over():
            return self.spec.nothing()
        return self._rows.view(0)

    def step(self, action):
        """Plays for the agent whose turn it is. Raises ludens.Error if that is illegal."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._rows = self.client.step([action])
        self._cumulative_rewards[agent] = 0
        for i, a in enumerate(self.possible_agents):
            self.rewards[a] = float(self._rows.rewards[0, i])
            self.terminations[a] = bool(self._rows.terminated[0])
            self.truncations[a] = bool(self._rows.truncated[0])
            self.infos[a] = {"ending": self._rows.endings[0]} if self._over() else {}
        self.agent_selection = self.possible_agents[1 - self.possible_agents.index(agent)] if self._over() else self._mover()
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def render(self):
        if self.render_mode == "rgb_array":
            return pixels(self.client.render(mode="png"))
        text = self.client.render(mode="text")
        if self.render_mode == "human":
            print(text)
            return None
        return text

    def close(self):
        self.client.close()

    def _mover(self) -> str:
        return self.possible_agents[int(self._rows.to_move[0])]

    def _over(self) -> bool:
        return bool(self._rows.terminated[0] or self._rows.truncated[0])
