"""One episode, both sides played by the caller, with as little between as there can be."""

import copy
from contextlib import AbstractContextManager
from typing import Any

import numpy as np
import numpy.typing as npt

from .client import Client, Saved
from .lock import locked
from .memory import BEGIN, LEAVE, PLAY
from .spec import Observation, Spec


class Episode:
    """One episode of a game. It can be cloned, pickled and put at any position."""

    def __init__(self, game: str, seed: int = 0, program: str | None = None, transport: str | None = None):
        self.client = Client(game, program, transport)
        self._bind()
        self.reset(seed)

    def _bind(self) -> None:
        self.memory = self.client.seat(1)
        # What a step takes is looked up here once, as it costs as much as the game.
        self._acquire, self._release = self.client.lock.acquire, self.client.lock.release
        self._op, self._action, self._run = self.memory.op, self.memory.action.data, self.client.run
        self._mask = self.memory.mask[0]
        self._copy_observation, self._copy_mask = self.memory.observation[0].copy, self._mask.copy
        self._legal = self._mask.nonzero

    @property
    def spec(self) -> Spec:
        return self.client.spec

    @property
    def lock(self) -> AbstractContextManager[Any]:
        """Held by one thread at a time."""
        return self.client.lock

    @locked
    def reset(self, seed: int = 0) -> None:
        """Begins anew. Equal seeds begin equal episodes."""
        self.memory.seed[0] = seed
        self._op[0] = BEGIN
        self._run()
        self._op[0] = PLAY

    def step(self, action: int) -> None:
        """Plays for the player to move. Raises Error, and changes nothing, if that is illegal."""
        self._acquire()
        try:
            self._action[0] = action
            self._run()
        finally:
            self._release()

    def legal_actions(self) -> list[int]:
        """In increasing order; none once the episode is over."""
        legal: list[int] = self._legal()[0].tolist()
        return legal

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """[actions], true for what is legal."""
        masks: npt.NDArray[np.bool_] = self._mask.astype(np.bool_)
        return masks

    def observe(self) -> Observation:
        """What the player to move sees."""
        self._acquire()
        try:
            return {"observation": self._copy_observation(), "action_mask": self._copy_mask()}
        finally:
            self._release()

    @property
    def to_move(self) -> int:
        """0 or 1; undefined once the episode is over."""
        return int(self.memory.to_move[0])

    @property
    def ply(self) -> int:
        return int(self.memory.ply[0])

    @property
    def over(self) -> bool:
        return not self.memory.legal[0]

    @property
    def terminated(self) -> bool:
        """Whether it has ended by the rules."""
        return bool(self.memory.terminated[0])

    @property
    def truncated(self) -> bool:
        """Whether it was cut off at its length limit; neither side is rewarded then."""
        return bool(self.memory.truncated[0])

    @property
    def rewards(self) -> tuple[float, float]:
        """Of the first and the second player: 1 for a win, -1 for a loss."""
        first, second = self.memory.reward[0]
        return float(first), float(second)

    @property
    def ending(self) -> str:
        """How it has ended; "" while it goes on."""
        return self.client.ending()

    @property
    def position(self) -> str:
        """As text. To assign one begins an episode there, without history."""
        return self.client.position()

    @position.setter
    def position(self, text: str) -> None:
        self.restore(text)

    def save(self) -> Saved:
        return self.client.save()

    @locked
    def restore(self, saved: Saved | str) -> None:
        """Goes to where an episode stood, with its history, or to a position by its text."""
        self._op[0] = LEAVE
        try:
            self.client.restore(saved)
        finally:
            self._op[0] = PLAY

    def clone(self) -> "Episode":
        """Another episode that stands where this one does, with its history."""
        return copy.deepcopy(self)

    def moves(self) -> dict[int, str]:
        """The legal actions, and what people call them."""
        return self.client.moves()

    def render(self, mode: str = "text") -> Any:
        return self.client.render(mode=mode)

    def close(self) -> None:
        self.client.close()

    def __str__(self) -> str:
        return str(self.render())

    def __getstate__(self) -> dict[str, Any]:
        return {"client": self.client}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.client = state["client"]
        self._bind()
        self._op[0] = PLAY
