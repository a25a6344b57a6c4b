"""Gymnasium: one learner against somebody."""

import gymnasium
import numpy as np

from .client import Client
from .picture import pixels

ROLES = {"first": 0, "second": 1}


class Solo(gymnasium.Env):
    """A game against an opponent who is part of the environment.

    role: "first", "second", or "random" for a draw at each reset.
    opponent: "random", or a function from an observation (a dictionary, as the
    opponent sees the board) to an action.

    A win is rewarded with 1 and a loss with -1. An action that is not legal loses
    at once, with info["illegal"].
    """

    metadata = {"render_modes": ["ansi", "rgb_array"], "render_fps": 2}

    def __init__(self, game, role="first", opponent="random", render_mode=None, program=None):
        if role not in (*ROLES, "random"):
            raise ValueError(f'role {role!r}; want "first", "second" or "random"')
        self.client = Client(game, program)
        self.role, self.opponent, self.render_mode = role, opponent, render_mode
        self.observation_space = self.client.spec.observation_space()
        self.action_space = gymnasium.spaces.Discrete(self.client.spec.actions)

    def reset(self, *, seed=None, options=None):
        super().reset(seed=seed)
        self.me = ROLES[self.role] if self.role in ROLES else int(self.np_random.integers(2))
        self._rows = self.client.reset([self.np_random.integers(2**32)])
        self._wait()
        return self._rows.view(0), self._info()

    def step(self, action):
        if not self._rows.masks[0, action]:
            return self._rows.view(0), -1.0, True, False, {"illegal": True}
        self._rows = self.client.step([action])
        self._wait()
        r = self._rows
        return r.view(0), float(r.rewards[0, self.me]), bool(r.terminated[0]), bool(r.truncated[0]), self._info()

    def render(self):
        if self.render_mode == "rgb_array":
            return pixels(self.client.render(mode="png"))
        return self.client.render(mode="text")

    def close(self):
        self.client.close()

    def _wait(self):
        """Lets the opponent move until it is the learner's turn, or the game is over."""
        while not self._over() and self._rows.to_move[0] != self.me:
            if self.opponent == "random":
                action = self.np_random.choice(np.flatnonzero(self._rows.masks[0]))
            else:
                action = self.opponent(self._rows.view(0))
            self._rows = self.client.step([action])

    def _over(self):
        return self._rows.terminated[0] or self._rows.truncated[0]

    def _info(self):
        info = {"ply": int(self._rows.ply[0]), "role": "second" if self.me else "first"}
        if self._over():
            info["ending"] = self._rows.endings[0]
        return info
