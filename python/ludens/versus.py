"""Gymnasium: many games side by side against an opponent who is part of the environment."""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from .agents import Agent
from .lock import locked
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
    whose action for it is ignored (AutoresetMode.NEXT_STEP). Another's program that fails
    has lost its row, with the reason in info["forfeit"].
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
        self._lost = np.zeros(num_envs, np.bool_)  # rows that the opponent has lost by his own fault
        self._reasons: dict[int, str] = {}  # of each of them

    @locked
    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begins all episodes. seed: one for all of what is drawn, or one a row."""
        self._begin(seed)
        self._me[:] = self._roles(self.num_envs)
        self._ended = np.zeros(self.num_envs, np.bool_)
        self._lost[:] = False
        self._wait(self._ended)
        return self._show(), self._info(self._ended)

    @locked
    def step(self, actions: npt.NDArray[Any]) -> Step:
        m, begun, chosen = self.memory, self._ended, np.asarray(actions)
        lost = self._lost & ~begun  # by the opponent, before the learner could move
        illegal = ~begun & ~lost & (m.mask[np.arange(self.num_envs), chosen] == 0)
        m.op[:] = np.where(illegal | lost, LEAVE, PLAY)
        m.action[:] = chosen
        if begun.any():
            self._renew(begun)
        self.client.run()
        self._wait(illegal | lost)
        lost = self._lost & ~begun
        rewards = m.reward[np.arange(self.num_envs), self._me]
        rewards[begun], rewards[illegal], rewards[lost] = 0, -1, 1
        terminated, truncated = m.terminated | illegal | lost, m.truncated & ~illegal & ~lost
        self._ended = terminated | truncated
        return self._show(), rewards, terminated, truncated, self._info(illegal)

    @locked
    def begin(self, rows: npt.NDArray[np.bool_]) -> Observation:
        """Begins some rows anew at once, for those who do not wait for the next step to do it."""
        self.memory.op[:] = LEAVE
        self._renew(rows)
        self.client.run()
        self._ended = self._ended & ~rows
        self._wait(~rows)
        return self._show()

    def _renew(self, rows: npt.NDArray[np.bool_]) -> None:
        """Has the next run begin some rows anew."""
        n = int(rows.sum())
        self.memory.op[rows], self.memory.seed[rows] = BEGIN, self._draw(n)
        self._me[rows] = self._roles(n)
        self._lost[rows] = False

    def _roles(self, n: int) -> npt.NDArray[np.int8] | int:
        return ROLES[self.role] if self.role in ROLES else self.np_random.integers(2, size=n, dtype=np.int8)

    def _wait(self, over: npt.NDArray[np.bool_]) -> None:
        """Lets the opponent move where it is his turn, until it is nowhere; not in rows that are over."""
        m = self.memory
        while True:
            his = (m.legal > 0) & (m.to_move != self._me) & ~over & ~self._lost
            if not his.any():
                return
            rows = his.nonzero()[0]
            actions = self._replies(rows)
            m.op[:] = LEAVE
            m.op[rows], m.action[rows] = np.where(actions < 0, LEAVE, PLAY), actions
            self.client.run()

    def _replies(self, rows: npt.NDArray[np.intp]) -> npt.NDArray[Any]:
        """The opponent's actions in some rows; -1 where he has lost by his own fault."""
        m = self.memory
        if isinstance(self.opponent, Agent):
            actions, forfeits = self.opponent.replies(self, rows.tolist())
            for row, reason in zip(rows.tolist(), forfeits, strict=True):
                self._lost[row], self._reasons[row] = bool(reason), reason
            return np.array(actions, np.int32)
        if callable(self.opponent):
            return np.asarray(self.opponent({"observation": m.observation[rows], "action_mask": m.mask[rows]}))
        m.op[:] = LEAVE
        m.op[rows], m.action[rows] = CHOOSE, self.np_random.random(len(rows)) * m.legal[rows]
        self.client.run()
        return m.action[rows].copy()

    def _info(self, illegal: npt.NDArray[np.bool_]) -> dict[str, Any]:
        endings, forfeits = self._endings(self._ended & ~illegal & ~self._lost), [""] * self.num_envs
        for row in self._lost.nonzero()[0].tolist():
            forfeits[row] = self._reasons[row]
            endings[row] = f"{self.client.spec.roles[1 - self._me[row]]} forfeit: {forfeits[row]}"
        return {
            "ply": self.memory.ply.copy(),
            "role": self._me.copy(),
            "illegal": illegal,
            "ending": endings,
            "forfeit": forfeits,
        }
