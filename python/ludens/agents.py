"""The agents of Ludens: opponents, and analysts of positions."""

import weakref
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from .client import Client
from .spec import Error, Forfeit

# The protocols of other people's engines, as they stand before the colon.
PROTOCOLS = ("uci", "cecp", "otep", "json")


@dataclass(frozen=True)
class Move:
    """What is known of a legal move. Values are for the player who makes it."""

    action: int
    visits: int  # of the search
    prior: float  # before it
    value: float  # in [-1, 1]
    pv: tuple[int, ...]  # the play expected, the move itself first; () if not asked for


@dataclass(frozen=True)
class Analysis:
    """What an agent makes of a position. Values are for the player to move."""

    actions: int  # of the game
    value: float  # expected result, in [-1, 1]
    simulations: int
    depth: int  # plies of the longest line looked at
    proof: str  # the result that best play reaches, "first wins"; "" while that is not known
    chances: tuple[float, float, float] | None  # of win, draw and loss, where the agent can tell
    moves: tuple[Move, ...]  # the best first

    @property
    def best(self) -> int:
        return self.moves[0].action

    @property
    def pv(self) -> tuple[int, ...]:
        """The principal variation: the play expected of both."""
        return self.moves[0].pv

    @property
    def visits(self) -> npt.NDArray[np.int64]:
        """[actions], of the search."""
        dense = np.zeros(self.actions, np.int64)
        for m in self.moves:
            dense[m.action] = m.visits
        return dense

    @property
    def policy(self) -> npt.NDArray[np.float64]:
        """[actions], the share of the visits of each; all of it to the best move if nothing was visited."""
        visits = self.visits.astype(np.float64)
        if not visits.any():
            visits[self.best] = 1
        shares: npt.NDArray[np.float64] = visits / visits.sum()
        return shares

    @property
    def prior(self) -> npt.NDArray[np.float32]:
        """[actions], before the search."""
        dense = np.zeros(self.actions, np.float32)
        for m in self.moves:
            dense[m.action] = m.prior
        return dense


@dataclass(frozen=True)
class NetworkOutput:
    """What a network answers to a position, for the player to move."""

    logits: npt.NDArray[np.float32]  # [actions], of legal and illegal ones
    wdl: npt.NDArray[np.float32]  # [3], chances of win, draw and loss
    score: float  # expected at the end, in [-1, 1]
    mask: npt.NDArray[np.bool_]  # [actions], true for what is legal

    @property
    def value(self) -> float:
        """The chance of a win less that of a loss."""
        return float(self.wdl[0] - self.wdl[2])

    @property
    def policy(self) -> npt.NDArray[np.float32]:
        """[actions], the softmax over what is legal."""
        shifted = np.where(self.mask, self.logits - self.logits[self.mask].max(), -np.inf)
        powers = np.exp(shifted)
        shares: npt.NDArray[np.float32] = (powers / powers.sum()).astype(np.float32)
        return shares


class Agent:
    """An agent as the command line names it: "champion:100", "alphabeta:4", "mcts:400",
    "random", "ckpt:FILE@100"; or another's program: "uci:stockfish{Threads=1}@100ms",
    and so with cecp:, otep: and json:.

    What it is asked about is an environment or an episode of this package, with its
    history; or a position by its text, for which the agent must know its game. It thinks where
    the episode is played, so nothing is copied. temperature draws moves by their
    visits; with 0 it plays the best one, and the same one each time.

    Another's program runs beside the environment, one for each row, from its first move
    in an episode to the next episode. What it does wrong raises Forfeit; an environment
    whose opponent it is ends the episode instead, as won by the learner.
    """

    def __init__(self, text: str, game: str | None = None, temperature: float = 0.0, program: str | None = None):
        self.text, self.game, self.temperature, self.program = text, game, temperature, program
        self.foreign = text.partition(":")[0] in PROTOCOLS
        self._own: Client | None = None
        self._rooms: weakref.WeakKeyDictionary[Client, Client] = weakref.WeakKeyDictionary()

    def act(self, where: Any, row: int = 0) -> int:
        """The action that it plays."""
        return self.act_all(where, [row])[0]

    def act_all(self, where: Any, rows: list[int]) -> list[int]:
        """The actions that it plays in some rows of an environment."""
        actions, forfeits = self.replies(where, rows)
        for reason in filter(None, forfeits):
            raise Forfeit(f"{self.text}: {reason}")
        return actions

    def replies(self, where: Any, rows: list[int]) -> tuple[list[int], list[str]]:
        """The actions that it plays in some rows, and why it has forfeited, "" where it has not."""
        told = self._client(where, rows).ask(do="act", agent=self.text, rows=rows, temperature=self.temperature)
        return told["actions"], told.get("forfeits") or [""] * len(rows)

    def analyse(self, where: Any, row: int = 0, simulations: int = 0, seconds: float = 0, lines: int = 1) -> Analysis:
        """Thinks about a position: with its own number of simulations, or with other limits.
        lines: for how many moves the principal variation is reported."""
        client = self._client(where, [row])
        told = client.ask(do="think", agent=self.text, row=row, simulations=simulations, seconds=seconds, lines=lines)
        chances = told["chances"]
        return Analysis(
            client.spec.actions,
            told["value"],
            told["simulations"],
            told["depth"],
            told["proof"],
            tuple(chances) if chances else None,
            tuple(Move(m["action"], m["visits"], m["prior"], m["value"], tuple(m["line"])) for m in told["moves"]),
        )

    def network(self, where: Any, row: int = 0) -> NetworkOutput:
        """What the agent's network answers to a position, before any search."""
        client = self._client(where, [row])
        told = client.ask(do="network", agent=self.text, row=row)
        assert client.memory is not None
        return NetworkOutput(
            np.array(told["logits"], np.float32),
            np.array(told["wdl"], np.float32),
            told["score"],
            client.memory.mask[row].astype(np.bool_),
        )

    def close(self) -> None:
        """Ends what runs for it."""
        for client in [*self._rooms.values(), *([self._own] if self._own is not None else [])]:
            client.close()
        self._own, self._rooms = None, weakref.WeakKeyDictionary()

    def _client(self, where: Any, rows: list[int]) -> Client:
        """Where it thinks about some rows of an environment, or of a position."""
        if isinstance(where, str):
            client = self._mine()
            client.restore(where)
            return client
        found = where if isinstance(where, Client) else getattr(getattr(where, "unwrapped", where), "client", None)
        if not isinstance(found, Client):
            raise TypeError(f"{type(where).__name__} is no environment of ludens, and no text of a position")
        return self._beside(found, rows) if self.foreign else found

    def _beside(self, client: Client, rows: list[int]) -> Client:
        """The program that starts the engine, with some rows as they stand in a client."""
        room = self._rooms.get(client)
        if room is None or room.memory is None or client.memory is None or room.memory.rows != client.memory.rows:
            room = self._rooms[client] = client.engine_room(self.program)
        for row in rows:
            room.restore(client.save(row), row)
        return room

    def _mine(self) -> Client:
        if self.game is None:
            raise Error(f"{self.text}: of which game is the position? ludens.agent({self.text!r}, game=...) says it")
        if self._own is None:
            self._own = Client(self.game, self.program, engines=self.foreign)
            self._own.seat(1)
        return self._own

    def __repr__(self) -> str:
        return f"Agent({self.text!r}, game={self.game!r}, temperature={self.temperature!r})"

    def __getstate__(self) -> dict[str, Any]:
        kept = ("text", "game", "temperature", "program")
        return {name: self.__dict__[name] for name in kept}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__init__(**state)  # type: ignore[misc]


def agent(text: str, game: str | None = None, temperature: float = 0.0, program: str | None = None) -> Agent:
    """An agent as the command line names it."""
    return Agent(text, game, temperature, program)
