"""Gymnasium: many games side by side against an opponent who is part of the environment."""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from .agents import Agent
from .memory import BEGIN, CHOOSE, LEAVE, PLAY
from .solo import ROLES, check_role
from .spec import Observation
from .vector import Rowed, Step

# From the observations of k rows to k actions.
Opponents = str | Agent | Callable[[Observation], npt.NDArray[Any]]


class Versus(Rowed):
    """Solo, many times: what CleanRL and other learners on gymnasium.vector take.

    role and opponent are those of Solo, but a function is asked about all rows at once
    in which its side is to move. A row that has ended is begun anew by the next step,
    whose action for it is ignored (AutoresetMode.NEXT_STEP).
    """

    def __init__(
        self,
        game: str,
        num_envs: int = 1,
        role: str = "first",
        opponent: Opponents = "random",
        render_mode: str | None = None,
        program: str | None = None,
        transport: str | None = None,
        copy: bool = True,
    ):
        super().__init__(game, num_envs, program, transport, copy)
        self.role, self.render_mode = check_role(role), render_mode
        self.opponent = Agent(opponent, game) if isinstance(opponent, str) and opponent != "random" else opponent
        self._me = np.zeros(num_envs, np.int8)

    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begins all episodes. seed: one for all of what is drawn, or one a row."""
        self._begin(seed)
        self._me[:] = self._roles(self.num_envs)
        self._ended = np.zeros(self.num_envs, np.bool_)
        self._wait()
        return self._show(), self._info(self._ended)

    def step(self, actions: npt.NDArray[Any]) -> Step:
        m, begun = self.memory, self._ended
        chosen = np.asarray(actions)
        illegal = ~begun & (m.mask[np.arange(self.num_envs), chosen] == 0)
        m.op[:] = np.where(illegal, LEAVE, PLAY)
        m.action[:] = chosen
        if begun.any():
            m.op[begun], m.seed[begun] = BEGIN, self._draw(int(begun.sum()))
            self._me[begun] = self._roles(int(begun.sum()))
        self.client.run()
        self._wait(illegal)
        rewards = m.reward[np.arange(self.num_envs), self._me]
        rewards[begun], rewards[illegal] = 0, -1
        terminated, truncated = m.terminated | illegal, m.truncated & ~illegal
        self._ended = terminated | truncated
        return self._show(), rewards, terminated, truncated, self._info(illegal)

    def _roles(self, n: int) -> npt.NDArray[np.int8] | int:
        return ROLES[self.role] if self.role in ROLES else self.np_random.integers(2, size=n, dtype=np.int8)

    def _wait(self, over: npt.NDArray[np.bool_] | None = None) -> None:
        """Lets the opponent move where it is his turn, until it is nowhere."""
        m = self.memory
        while True:
            his = (m.legal > 0) & (m.to_move != self._me)
            if over is not None:
                his &= ~over
            if not his.any():
                return
            rows = his.nonzero()[0]
            actions = self._replies(rows)
            m.op[:] = LEAVE
            m.op[rows], m.action[rows] = PLAY, actions
            self.client.run()

    def _replies(self, rows: npt.NDArray[np.intp]) -> npt.NDArray[Any]:
        m = self.memory
        if isinstance(self.opponent, Agent):
            return np.array(self.opponent.act_all(self, rows.tolist()), np.int32)
        if callable(self.opponent):
            return self.opponent({"observation": m.observation[rows], "action_mask": m.mask[rows]})
        m.op[:] = LEAVE
        m.op[rows], m.action[rows] = CHOOSE, self.np_random.random(len(rows)) * m.legal[rows]
        self.client.run()
        return m.action[rows].copy()

    def _info(self, illegal: npt.NDArray[np.bool_]) -> dict[str, Any]:
        return {
            "ply": self.memory.ply.copy(),
            "role": self._me.copy(),
            "illegal": illegal,
            "ending": self._endings(self._ended & ~illegal),
        }
