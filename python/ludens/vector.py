"""Gymnasium: many episodes side by side, both sides played by the learner."""

from collections.abc import Sequence
from contextlib import AbstractContextManager
from typing import Any

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium.vector import AutoresetMode
from gymnasium.vector.utils import batch_space

from .client import Client
from .lock import locked
from .memory import BEGIN, CHOOSE, LEAVE, PLAY, Memory
from .spec import Observation

Step = tuple[Observation, npt.NDArray[Any], npt.NDArray[Any], npt.NDArray[Any], dict[str, Any]]


class Rowed(gymnasium.vector.VectorEnv[Observation, npt.NDArray[Any], npt.NDArray[Any]]):
    """What all vector environments have in common: rows of a client, and how they are shown."""

    def __init__(self, game: str, num_envs: int, program: str | None, transport: str | None, copy: bool):
        self.client = Client(game, program, transport)
        self.memory: Memory = self.client.seat(num_envs)
        self.num_envs, self.copy = num_envs, copy
        self.metadata = {"render_modes": ["ansi"], "autoreset_mode": AutoresetMode.NEXT_STEP}
        self.single_observation_space = self.client.spec.observation_space()
        self.single_action_space = gymnasium.spaces.Discrete(self.client.spec.actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._ended: npt.NDArray[np.bool_] = np.zeros(num_envs, np.bool_)

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """[n, actions], true for what is legal."""
        return self.memory.mask.astype(np.bool_)

    @property
    def lock(self) -> AbstractContextManager[Any]:
        """Held by one thread at a time."""
        return self.client.lock

    @locked
    def sample(self) -> npt.NDArray[np.int32]:
        """A legal action of each row, each alike; 0 where an episode is over."""
        m = self.memory
        counts = self.np_random.random(self.num_envs) * m.legal
        m.op[:] = np.where(m.legal, CHOOSE, LEAVE)
        m.action[:] = counts
        self.client.run()
        return m.action.copy()

    def render(self) -> tuple[Any, ...]:
        return tuple(self.client.render(row) for row in range(self.num_envs))

    def close_extras(self, **kwargs: Any) -> None:
        self.client.close()

    def _draw(self, n: int) -> npt.NDArray[np.int64]:
        return self.np_random.integers(2**32, size=n)

    def _begin(self, seed: int | Sequence[int | None] | None) -> None:
        """Begins all rows. seed: one for all of what is drawn, or one a row."""
        m = self.memory
        if seed is None or isinstance(seed, (int, np.integer)):
            super().reset(seed=None if seed is None else int(seed))
            m.seed[:] = self._draw(self.num_envs)
        else:
            m.seed[:] = [self._draw(1)[0] if s is None else int(s) for s in seed]
        m.op[:] = BEGIN
        self.client.run()

    def _show(self) -> Observation:
        m = self.memory
        if self.copy:
            return {"observation": m.observation.copy(), "action_mask": m.mask.copy()}
        return {"observation": m.observation, "action_mask": m.mask}

    def _endings(self, ended: npt.NDArray[np.bool_]) -> list[str]:
        texts = [""] * self.num_envs
        for row in ended.nonzero()[0]:
            texts[row] = self.client.ending(int(row))
        return texts

    def __getstate__(self) -> dict[str, Any]:
        state = self.__dict__.copy()
        del state["memory"]
        return state

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self.memory = self.client.seat(self.num_envs)


class Vector(Rowed):
    """Episodes of one game, all moves of both sides made by the caller.

    Observations are those of each row's player to move, who is info["to_move"]. A
    reward is that of the player who has just moved. A row that has ended is begun anew by
    the next step, whose action for it is ignored (AutoresetMode.NEXT_STEP).
    With copy=False observations are the memory itself, and change with the next step.
    """

    def __init__(
        self, game: str, num_envs: int = 1, program: str | None = None, transport: str | None = None, copy: bool = True
    ):
        super().__init__(game, num_envs, program, transport, copy)
        self._every = np.arange(num_envs)

    @locked
    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begins all episodes. seed: one for all of what is drawn, or one a row."""
        self._begin(seed)
        self._ended = np.zeros(self.num_envs, np.bool_)
        return self._show(), self._info()

    @locked
    def step(self, actions: npt.NDArray[Any]) -> Step:
        m, begun = self.memory, self._ended
        mover = m.to_move & 1  # undefined in rows that are over
        m.op[:] = PLAY
        m.action[:] = actions
        if begun.any():
            m.op[begun] = BEGIN
            m.seed[begun] = self._draw(int(begun.sum()))
        self.client.run()
        rewards = m.reward[self._every, mover]
        rewards[begun] = 0
        self._ended = m.terminated | m.truncated
        return self._show(), rewards, m.terminated.copy(), m.truncated.copy(), self._info()

    def _info(self) -> dict[str, Any]:
        m = self.memory
        return {"to_move": m.to_move.copy(), "ply": m.ply.copy(), "ending": self._endings(self._ended)}
