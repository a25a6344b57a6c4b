"""Stable-Baselines3: many games side by side, all of them in one call."""

from collections.abc import Iterable
from contextlib import AbstractContextManager
from typing import Any

import gymnasium
import numpy as np
import numpy.typing as npt

from .agents import Agent
from .lock import locked
from .picture import pixels
from .solo import check_role
from .spec import Observation
from .versus import Opponents, Versus

try:
    from stable_baselines3.common.vec_env import VecEnv  # type: ignore[import-not-found,unused-ignore]
except ImportError as missing:
    raise ImportError("ludens.SB3VecEnv wants Stable-Baselines3: pip install sb3-contrib") from missing

Indices = None | int | Iterable[int]


class Row:
    """One game of an SB3VecEnv, as env_method and get_attr see it."""

    def __init__(self, games: Versus, row: int, render_mode: str | None):
        self.role, self.opponent, self.render_mode = games.role, games.opponent, render_mode
        self.spec, self.unwrapped = games.client.spec, self
        self._games, self._row = games, row

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """[actions], true for what is legal."""
        masks: npt.NDArray[np.bool_] = self._games.memory.mask[self._row].astype(np.bool_)
        return masks

    @property
    def position(self) -> str:
        """The position as text."""
        return self._games.client.position(self._row)

    def render(self) -> Any:
        if self.render_mode == "rgb_array":
            return pixels(self._games.client.render(self._row, "png"))
        return self._games.client.render(self._row)


class SB3VecEnv(VecEnv):  # type: ignore[misc,unused-ignore]
    """Versus as a VecEnv of Stable-Baselines3: where make_vec_env makes n environments and
    calls one after the other, this one has n games, and one call for all of them.

    Observations, rewards and masks are those of Solo. A game that has ended is begun anew
    at once: its last observation is info["terminal_observation"], and
    info["TimeLimit.truncated"] says whether it was cut off. Other information
    (ending, role, ply) comes with the end of a game alone.
    """

    def __init__(
        self,
        game: str,
        num_envs: int = 64,
        role: str = "first",
        opponent: Opponents = "random",
        render_mode: str | None = None,
        program: str | None = None,
        transport: str | None = None,
    ):
        self._game = game
        self.games = Versus(game, num_envs, role, opponent, render_mode, program, transport)
        super().__init__(num_envs, self.games.single_observation_space, self.games.single_action_space)
        self._actions: npt.NDArray[Any] = np.zeros(num_envs, np.int64)

    @property
    def lock(self) -> AbstractContextManager[Any]:
        """Held by one thread at a time."""
        return self.games.lock

    @locked
    def reset(self) -> Observation:
        seeds = [seed for seed in self._seeds if seed is not None]
        observation, _ = self.games.reset(seed=seeds[0] if seeds else None)
        self.reset_infos: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        self._reset_seeds()
        self._reset_options()
        return observation

    def step_async(self, actions: npt.NDArray[Any]) -> None:
        self._actions = actions

    @locked
    def step_wait(self) -> tuple[Observation, npt.NDArray[np.float32], npt.NDArray[np.bool_], list[dict[str, Any]]]:
        observation, rewards, terminated, truncated, told = self.games.step(self._actions)
        done = terminated | truncated
        infos: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        if done.any():
            for row in done.nonzero()[0].tolist():
                infos[row] = self._ended(row, bool(truncated[row] and not terminated[row]), observation, told)
            observation = self.games.begin(done)
        return observation, rewards, done, infos

    @staticmethod
    def _ended(row: int, truncated: bool, last: Observation, told: dict[str, Any]) -> dict[str, Any]:
        """What is reported of a game that has ended."""
        info = {
            "terminal_observation": {name: all[row].copy() for name, all in last.items()},
            "TimeLimit.truncated": truncated,
            "ending": told["ending"][row],
            "ply": int(told["ply"][row]),
            "role": "second" if told["role"][row] else "first",
        }
        if told["illegal"][row]:
            info["illegal"] = True
        if told["forfeit"][row]:
            info["forfeit"] = told["forfeit"][row]
        return info

    def close(self) -> None:
        self.games.close()

    def get_attr(self, attr_name: str, indices: Indices = None) -> list[Any]:
        return [getattr(row, attr_name) for row in self._some(indices)]

    def set_attr(self, attr_name: str, value: Any, indices: Indices = None) -> None:
        """Sets the opponent, from the next move on, or the role, from the next game on."""
        if attr_name not in ("role", "opponent"):
            raise AttributeError(f"{attr_name}: want role or opponent")
        if len(self._some(indices)) != self.num_envs:
            raise ValueError(f"{attr_name}: all games have it in common: set it without indices")
        if attr_name == "role":
            check_role(value)
        elif isinstance(value, str) and value != "random":
            value = Agent(value, self._game)
        setattr(self.games, attr_name, value)

    def env_method(self, method_name: str, *args: Any, indices: Indices = None, **kwargs: Any) -> list[Any]:
        if method_name == "action_masks" and indices is None:
            return list(self.games.action_masks())
        return [getattr(row, method_name)(*args, **kwargs) for row in self._some(indices)]

    def env_is_wrapped(self, wrapper_class: type[gymnasium.Wrapper[Any, Any, Any, Any]], indices: Indices = None) -> list[bool]:
        return [False for _ in self._some(indices)]

    def get_images(self) -> list[Any]:
        return self.env_method("render")

    def _some(self, indices: Indices) -> list[Row]:
        return [Row(self.games, int(i), self.games.render_mode) for i in self._get_indices(indices)]
