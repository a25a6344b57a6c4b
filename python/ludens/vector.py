"""Gymnasium: many episodes side by side, both sides played by the learner."""

import gymnasium
import numpy as np
from gymnasium.vector import AutoresetMode
from gymnasium.vector.utils import batch_space

from .client import Client


class Vector(gymnasium.vector.VectorEnv):
    """Episodes of one game in one message, all moves of both sides made by the caller.

    Observations are those of each row's player to move, who is info["to_move"]. A
    reward is that of whoever has just moved. A row that has ended is begun anew by
    the next step, whose action for it is ignored (AutoresetMode.NEXT_STEP).
    """

    def __init__(self, game: str, num_envs: int, program: str | None = None):
        self.client = Client(game, program)
        self.num_envs = num_envs
        self.metadata = {"render_modes": ["ansi"], "autoreset_mode": AutoresetMode.NEXT_STEP}
        self.single_observation_space = self.client.spec.observation_space()
        self.single_action_space = gymnasium.spaces.Discrete(self.client.spec.actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    def reset(self, *, seed=None, options=None):
        """Begins all episodes. seed: one for all of what is drawn, or one a row."""
        if seed is None or isinstance(seed, (int, np.integer)):
            super().reset(seed=seed)
            seed = self._draw(self.num_envs)
        self._rows = self.client.reset(seed)
        self._ended = np.zeros(self.num_envs, bool)
        return self._observations(), self._info()

    def step(self, actions):
        play, begin = np.flatnonzero(~self._ended), np.flatnonzero(self._ended)
        mover = self._rows.to_move.copy()
        rewards = np.zeros(self.num_envs, np.float32)
        if len(play):
            self._take(self.client.step(np.asarray(actions)[play], play), play)
            rewards[play] = self._rows.rewards[play, mover[play]]
        if len(begin):
            self._take(self.client.reset(self._draw(len(begin)), begin), begin)
        self._ended = self._rows.terminated | self._rows.truncated
        return (
            self._observations(),
            rewards,
            self._rows.terminated.copy(),
            self._rows.truncated.copy(),
            self._info(),
        )

    def render(self):
        return tuple(self.client.render(row) for row in range(self.num_envs))

    def close_extras(self, **kwargs):
        self.client.close()

    def _draw(self, n):
        return self.np_random.integers(2**32, size=n)

    def _take(self, rows, at):
        """Puts the news of some rows in their places."""
        mine = self._rows
        for name in ("observations", "masks", "to_move", "ply", "rewards", "terminated", "truncated"):
            getattr(mine, name)[at] = getattr(rows, name)
        for i, row in enumerate(at):
            mine.endings[row] = rows.endings[i]

    def _observations(self):
        return {"observation": self._rows.observations.copy(), "action_mask": self._rows.masks.copy()}

    def _info(self):
        return {"to_move": self._rows.to_move.copy(), "ply": self._rows.ply.copy(), "ending": list(self._rows.endings)}
