"""Episodes of one game, row by row, both sides played by the caller."""

import base64
import threading
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from .lock import locked
from .memory import BEGIN, CHOOSE, LEAVE, PLAY, Memory
from .program import check
from .spec import Error, Observation, Spec
from .transport import connect


@dataclass
class Rows:
    """What some episodes show after a message, row by row. The arrays are the caller's."""

    observations: npt.NDArray[np.float32]  # [n, planes, rows, columns], as the player to move sees it
    masks: npt.NDArray[np.int8]  # [n, actions], 1 for what is legal; none once an episode is over
    to_move: npt.NDArray[np.int8]  # [n], 0 or 1; undefined once an episode is over
    ply: npt.NDArray[np.int32]  # [n]
    rewards: npt.NDArray[np.float32]  # [n, 2], of the first and the second player
    terminated: npt.NDArray[np.bool_]  # [n]
    truncated: npt.NDArray[np.bool_]  # [n]
    endings: list[str]

    def view(self, row: int) -> Observation:
        return {"observation": self.observations[row].copy(), "action_mask": self.masks[row].copy()}


@dataclass(frozen=True)
class Saved:
    """An episode as its beginning and its actions: with all the history that rules look at."""

    seed: int
    position: str | None  # it began with; None: the game's own start, by the seed
    actions: tuple[int, ...]  # since
    now: str | None = None  # the position that they lead to; None if the game has no texts


class Client:
    """Episodes of one game. A call waits while another thread is in one.

    `memory` is where they are played: to play without copies, write `memory.op` and
    `memory.action` or `memory.seed`, call `run()`, and read the other arrays.
    """

    def __init__(self, game: str, program: str | None = None, transport: str | None = None, engines: bool = False):
        self._named = game, program, transport, engines
        self._connect()

    def engine_room(self, program: str | None = None) -> "Client":
        """Rows of the same game in a program that may start other people's engines."""
        game, mine, *_ = self._named
        room = Client(game, program or mine, engines=True)
        assert self.memory is not None
        room.seat(self.memory.rows)
        return room

    def _connect(self) -> None:
        self.lock = threading.RLock()
        self._way = connect(*self._named)
        self.run = self._way.run
        told = self._way.ask(do="spec")
        check(told.get("release"), self._way.path)
        self.spec = Spec.told(told)
        self.memory: Memory | None = None
        self._endings = [""]

    @property
    def transport(self) -> str:
        """How the games are reached: "library", "shared" (memory) or "pipe"."""
        return self._way.kind

    @locked
    def seat(self, rows: int) -> Memory:
        """Makes the given number of rows, all still to be begun, unless there are that many."""
        if self.memory is None or self.memory.rows != rows:
            self.memory = None
            self.memory = self._way.share(self.spec, rows)
        return self.memory

    @locked
    def reset(self, seeds: Iterable[int], rows: Iterable[int] | None = None) -> Rows:
        """Begins episodes: as many as there are seeds, or those of some rows anew."""
        drawn = np.array([int(s) for s in seeds], np.uint64)
        if rows is None:
            self.seat(len(drawn))
        memory, at = self._at(rows, len(drawn), "seeds")
        memory.op[at], memory.seed[at] = BEGIN, drawn
        self.run()
        return self._rows(at)

    @locked
    def step(self, actions: Iterable[int], rows: Iterable[int] | None = None) -> Rows:
        """Plays an action in each row, or in each of some; in none if one is illegal."""
        chosen = np.clip([int(a) for a in actions], -1, 2**31 - 1).astype(np.int32)
        memory, at = self._at(rows, len(chosen), "actions")
        memory.op[at], memory.action[at] = PLAY, chosen
        self.run()
        return self._rows(at)

    @locked
    def choose(self, counts: Iterable[int], rows: Iterable[int] | None = None) -> npt.NDArray[np.int32]:
        """The legal action of each row that a number in [0, memory.legal) counts."""
        counted = np.asarray(counts, np.int32)
        memory, at = self._at(rows, len(counted), "counts")
        memory.op[at], memory.action[at] = CHOOSE, counted
        self.run()
        return memory.action[at].copy()

    @locked
    def moves(self, row: int = 0) -> dict[int, str]:
        """The legal actions of a row, and what people call them."""
        told = self._way.ask(do="moves", row=row)
        return dict(zip(told["actions"], told["moves"]))

    @locked
    def render(self, row: int = 0, mode: str = "text") -> Any:
        """The board of a row: as text (text, ansi, svg), or as the bytes of a picture (png)."""
        told = self._way.ask(do="render", row=row, mode=mode)
        return base64.b64decode(told["png"]) if mode == "png" else told["text"]

    @locked
    def save(self, row: int = 0) -> Saved:
        """All that there is to know of a row's episode."""
        told = self._way.ask(do="save", row=row)
        return Saved(told["seed"], told["position"], tuple(told["actions"]), told["now"])

    @locked
    def restore(self, saved: Saved | str, row: int = 0) -> Rows:
        """Puts a row where an episode stood, or at a position by its text."""
        if isinstance(saved, str):
            saved = Saved(0, saved, ())
        told = self._way.ask(do="restore", row=row, seed=saved.seed, position=saved.position, actions=list(saved.actions))
        self._way.restored(row, told)
        return self._rows(np.array([row]))

    def position(self, row: int = 0) -> str:
        """The position of a row as text. Raises Error if the game has no texts."""
        now = self.save(row).now
        if now is None:
            raise Error(f"{self.spec.game} has no texts of positions")
        return now

    def ask(self, **order: object) -> dict[str, Any]:
        """Obeys an order of docs/protocols.md."""
        with self.lock:
            return self._way.ask(**order)

    @locked
    def ending(self, row: int = 0) -> str:
        """How a row has ended; "" while it goes on."""
        assert self.memory is not None
        number = int(self.memory.ending[row])
        if number >= len(self._endings):
            self._endings += self._way.endings(len(self._endings))
        return self._endings[number]

    @locked
    def close(self) -> None:
        self._way.close()

    def _at(self, rows: Iterable[int] | None, n: int, what: str) -> tuple[Memory, npt.NDArray[np.intp]]:
        """The rows that a message is about; all others are left alone."""
        memory = self.memory
        if memory is None:
            raise Error(f"{what}: {n} for 0 rows")
        at = np.arange(memory.rows) if rows is None else np.array([int(r) for r in rows], np.intp)
        if len(at) != n:
            raise Error(f"{what}: {n} for {len(at)} rows")
        beyond = at[(at < 0) | (at >= memory.rows)]
        if len(beyond):
            raise Error(f"rows: {beyond[0]}; there are {memory.rows}")
        if len(np.unique(at)) != len(at):
            raise Error("rows: one is there twice")
        memory.op[:] = LEAVE
        return memory, at

    def _rows(self, at: npt.NDArray[np.intp]) -> Rows:
        m = self.memory
        assert m is not None
        return Rows(
            m.observation[at],
            m.mask[at],
            m.to_move[at],
            m.ply[at],
            m.reward[at],
            m.terminated[at],
            m.truncated[at],
            [self.ending(int(row)) for row in at],
        )

    @locked
    def __getstate__(self) -> dict[str, Any]:
        rows = self.memory.rows if self.memory is not None else 0
        return {"named": self._named, "rows": [self._saved(row) for row in range(rows)]}

    def _saved(self, row: int) -> Saved | None:
        try:
            return self.save(row)
        except Error:
            return None  # it has not begun

    def __setstate__(self, state: dict[str, Any]) -> None:
        self._named = state["named"]
        self._connect()
        if state["rows"]:
            self.seat(len(state["rows"]))
        for row, saved in enumerate(state["rows"]):
            if saved is not None:
                self.restore(saved, row)
