"""The other end of `ludens env`: one line of JSON for each message."""

import base64
import json
import os
import subprocess
from dataclasses import dataclass

import numpy as np
from gymnasium import spaces


class Error(Exception):
    """What the program says of an order that it cannot obey. Nothing has changed."""


@dataclass(frozen=True)
class Spec:
    """What a game is to those who know nothing of its rules."""

    game: str
    version: int
    actions: int
    shape: tuple[int, int, int]  # planes, rows, columns
    max_ply: int
    roles: tuple[str, str]

    def observation_space(self) -> spaces.Dict:
        return spaces.Dict(
            {
                "observation": spaces.Box(0.0, 1.0, self.shape, np.float32),
                "action_mask": spaces.Box(0, 1, (self.actions,), np.int8),
            }
        )

    def nothing(self) -> dict[str, np.ndarray]:
        """What a player sees who is not to move."""
        return {
            "observation": np.zeros(self.shape, np.float32),
            "action_mask": np.zeros(self.actions, np.int8),
        }


@dataclass
class Rows:
    """What some episodes show after a message, row by row."""

    observations: np.ndarray  # [n, planes, rows, columns], as the player to move sees it
    masks: np.ndarray  # [n, actions], 1 for what is legal; none once an episode is over
    to_move: np.ndarray  # [n], 0 or 1; undefined once an episode is over
    ply: np.ndarray  # [n]
    rewards: np.ndarray  # [n, 2], of the first and the second player
    terminated: np.ndarray  # [n]
    truncated: np.ndarray  # [n]
    endings: list[str]

    def view(self, row: int) -> dict[str, np.ndarray]:
        return {"observation": self.observations[row].copy(), "action_mask": self.masks[row].copy()}


class Client:
    """Episodes of one game, played by a subprocess. Used by one thread at a time."""

    def __init__(self, game: str, program: str | None = None):
        program = program or os.environ.get("LUDENS") or "ludens"
        try:
            self._process = subprocess.Popen(
                [program, "env", game],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                bufsize=1 << 20,
            )
        except OSError as err:
            raise Error(f"{program}: {err.strerror}; set LUDENS to the path of the program") from err
        spec = self._ask(do="spec")
        self.spec = Spec(
            spec["game"], spec["version"], spec["actions"], tuple(spec["shape"]), spec["max_ply"], tuple(spec["roles"])
        )

    def reset(self, seeds, rows=None) -> Rows:
        """Begins episodes: as many as there are seeds, or those of some rows anew."""
        order = {"seeds": [int(s) for s in seeds]}
        if rows is not None:
            order["rows"] = [int(r) for r in rows]
        return self._rows(self._ask(do="reset", **order))

    def step(self, actions, rows=None) -> Rows:
        """Plays an action in each row, or in each of some; in none if one is illegal."""
        order = {"actions": [int(a) for a in actions]}
        if rows is not None:
            order["rows"] = [int(r) for r in rows]
        return self._rows(self._ask(do="step", **order))

    def moves(self, row: int = 0) -> dict[int, str]:
        """The legal actions of a row, and what people call them."""
        told = self._ask(do="moves", row=row)
        return dict(zip(told["actions"], told["moves"]))

    def render(self, row: int = 0, mode: str = "text"):
        """The board of a row: as text (text, ansi, svg), or as the bytes of a picture (png)."""
        told = self._ask(do="render", row=row, mode=mode)
        return base64.b64decode(told["png"]) if mode == "png" else told["text"]

    def close(self) -> None:
        if self._process.poll() is None:
            self._process.stdin.close()
            self._process.wait()
        self._process.stdout.close()
        self._process.stderr.close()

    def _ask(self, **order):
        try:
            self._process.stdin.write(json.dumps(order).encode() + b"\n")
            self._process.stdin.flush()
            line = self._process.stdout.readline()
        except (BrokenPipeError, ValueError):
            line = b""
        if not line:
            why = "it is closed" if self._process.stderr.closed else self._process.stderr.read().decode().strip()
            raise Error(why or "the program has ended")
        told = json.loads(line)
        if "error" in told:
            raise Error(told["error"])
        return told

    def _rows(self, told) -> Rows:
        n, s = len(told["ply"]), self.spec
        observations = np.frombuffer(base64.b64decode(told["observations"]), "<f4").astype(np.float32)
        masks = np.frombuffer(base64.b64decode(told["masks"]), np.int8).copy()
        return Rows(
            observations.reshape((n, *s.shape)),
            masks.reshape((n, s.actions)),
            np.array(told["to_move"], np.int8),
            np.array(told["ply"], np.int32),
            np.array(told["rewards"], np.float32),
            np.array(told["terminated"], bool),
            np.array(told["truncated"], bool),
            told["endings"],
        )
