"""Gymnasium: one learner against an opponent."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Any

import gymnasium
import numpy as np
import numpy.typing as npt

from .agents import Agent
from .client import Saved
from .episode import Episode
from .lock import locked
from .picture import pixels
from .spec import Observation

ROLES = {"first": 0, "second": 1}
Opponent = str | Agent | Callable[[Observation], int]


def check_role(role: str) -> str:
    if role not in (*ROLES, "random"):
        raise ValueError(f'role {role!r}; want "first", "second" or "random"')
    return role


class Solo(gymnasium.Env[Observation, np.int64]):
    """A game against an opponent who is part of the environment.

    role: "first", "second", or "random" for a draw at each reset.
    opponent: "random", an agent (ludens.agent) or its text, or a function from an
    observation (a dictionary, as the opponent sees the board) to an action.

    A win is rewarded with 1 and a loss with -1. An action that is not legal loses
    at once, with info["illegal"]. Another's program as the opponent that crashes, hangs or
    moves against the rules has lost, with info["forfeit"]; if it does so before the
    learner's first action, the first step says it. reset(options={"position": text})
    begins elsewhere.
    """

    metadata = {"render_modes": ["ansi", "rgb_array"], "render_fps": 2}

    def __init__(
        self,
        game: str,
        role: str = "first",
        opponent: Opponent = "random",
        render_mode: str | None = None,
        program: str | None = None,
        transport: str | None = None,
    ):
        self.role = check_role(role)
        self.episode = Episode(game, 0, program, transport)
        self.opponent = Agent(opponent, game) if isinstance(opponent, str) and opponent != "random" else opponent
        self.render_mode = render_mode
        self.observation_space = self.episode.spec.observation_space()  # type: ignore[assignment]
        self.action_space = gymnasium.spaces.Discrete(self.episode.spec.actions)
        self.me = 0
        self._forfeit = ""  # why the opponent has lost by his own fault

    @property
    def client(self) -> Any:
        return self.episode.client

    @property
    def lock(self) -> AbstractContextManager[Any]:
        """Held by one thread at a time."""
        return self.episode.lock

    @locked
    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Observation, dict[str, Any]]:
        super().reset(seed=seed)
        self.me = ROLES[self.role] if self.role in ROLES else int(self.np_random.integers(2))
        begun = int(self.np_random.integers(2**32))
        position = (options or {}).get("position")
        if position is None:
            self.episode.reset(begun)
        else:
            self.episode.restore(Saved(begun, position, ()))
        self._wait()
        return self.episode.observe(), self._info()

    @locked
    def step(self, action: np.int64) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        e = self.episode
        if not self._forfeit:
            if not e.memory.mask[0, action]:
                return e.observe(), -1.0, True, False, {"illegal": True}
            e.step(int(action))
            self._wait()
        if self._forfeit:
            return e.observe(), 1.0, True, False, self._info()
        return e.observe(), e.rewards[self.me], e.terminated, e.truncated, self._info()

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """[actions], true for what is legal: as MaskablePPO of sb3-contrib asks for it."""
        return self.episode.action_masks()

    @property
    def position(self) -> str:
        """The position as text."""
        return self.episode.position

    def save(self) -> Saved:
        """The episode, for restore: with its history, without the opponent's random stream."""
        return self.episode.save()

    @locked
    def restore(self, saved: Saved | str) -> Observation:
        """Goes on from a saved episode or from a position; the opponent moves if it is his turn."""
        self.episode.restore(saved)
        self._wait()
        return self.episode.observe()

    def render(self) -> Any:
        if self.render_mode == "rgb_array":
            return pixels(self.episode.render("png"))
        return self.episode.render()

    def close(self) -> None:
        self.episode.close()

    def _wait(self) -> None:
        """Lets the opponent move until it is the learner's turn, or the game is over."""
        e, self._forfeit = self.episode, ""
        while e.memory.legal[0] and e.memory.to_move[0] != self.me:
            action = self._reply()
            if self._forfeit:
                return
            e.step(action)

    def _reply(self) -> int:
        if isinstance(self.opponent, Agent):
            (action,), (self._forfeit,) = self.opponent.replies(self.episode, [0])
            return action
        if callable(self.opponent):
            return int(self.opponent(self.episode.observe()))
        return int(self.np_random.choice(np.flatnonzero(self.episode.memory.mask[0])))

    def _info(self) -> dict[str, Any]:
        info: dict[str, Any] = {"ply": self.episode.ply, "role": "second" if self.me else "first"}
        if self._forfeit:
            info["forfeit"] = self._forfeit
            info["ending"] = f"{self.episode.spec.roles[1 - self.me]} forfeit: {self._forfeit}"
        elif self.episode.over:
            info["ending"] = self.episode.ending
        return info
