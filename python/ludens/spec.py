"""What a game is to those who know nothing of its rules, and what can go wrong."""

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
from gymnasium import spaces

Observation = dict[str, npt.NDArray[Any]]  # "observation" and "action_mask"


class Error(Exception):
    """What the program says of an order that it cannot obey. Nothing has changed."""


class Forfeit(Error):
    """Another's program has lost its game by its own fault: it crashed, hung, said nothing
    that can be understood, moved against the rules, or could not be started."""


@dataclass(frozen=True)
class Spec:
    """What a game is to those who know nothing of its rules."""

    game: str
    version: int
    actions: int
    shape: tuple[int, int, int]  # planes, rows, columns
    max_ply: int
    roles: tuple[str, str]

    @classmethod
    def told(cls, answer: dict[str, Any]) -> "Spec":
        planes, rows, columns = answer["shape"]
        first, second = answer["roles"]
        return cls(
            answer["game"], answer["version"], answer["actions"], (planes, rows, columns), answer["max_ply"], (first, second)
        )

    def observation_space(self) -> spaces.Dict:
        return spaces.Dict(
            {
                "observation": spaces.Box(0.0, 1.0, self.shape, np.float32),
                "action_mask": spaces.Box(0, 1, (self.actions,), np.int8),
            }
        )

    def nothing(self) -> Observation:
        """What a player sees who is not to move."""
        return {
            "observation": np.zeros(self.shape, np.float32),
            "action_mask": np.zeros(self.actions, np.int8),
        }
