"""Matches and studies of balance: the program's own, by its JSON."""

import json
import sys
from typing import Any, TypedDict

from .agents import Agent
from .command import call, flags, silent, word
from .training import Run

Player = str | Agent | Run


class Interval(TypedDict):
    """An estimate with its 95 % interval."""

    estimate: float
    low: float
    high: float


class Role(TypedDict):
    """How the first agent of a match did in a role."""

    role: str
    wins: int
    draws: int
    losses: int
    truncated: int
    score: Interval


class Match(TypedDict):
    """What `ludens match --json` says: of the first agent's results. It has more than these."""

    game: str
    a: str
    b: str
    folder: str  # of the games
    games: int
    roles: list[Role]
    score: Interval
    elo: Interval
    superiority: float  # how likely the first agent is the better one
    endings: dict[str, int]


class Balance(TypedDict):
    """What `ludens balance --json` says."""

    title: str
    answer: list[str]  # in words
    tables: dict[str, list[dict[str, Any]]]
    repeat: dict[str, str]


def match(game: str, a: Player, b: Player, games: int | None = None, progress: bool = True, program: str | None = None, **options: object) -> Match:
    """Lets two agents play pairs of games. options: flags of `ludens match`, as sprt="0,20",
    seed=2, out="matches/mine". Equal calls go on with the games that are kept."""
    args = ["match", game, word(a), word(b), *flags({"games": games, **options})]
    found: Match = _study(args, progress, program)
    return found


def balance(
    game: str,
    minutes: float | None = None,
    agent: Player | list[Player] | None = None,
    progress: bool = True,
    program: str | None = None,
    **options: object,
) -> Balance:
    """Measures whether a game is fair, with an agent against itself; by the best judge of the
    game if none is named. options: flags of `ludens balance`, as budgets="16,64", games=200."""
    args = ["balance", game, *flags({"minutes": minutes, "agent": agent, **options})]
    found: Balance = _study(args, progress, program)
    return found


def _study(args: list[str], progress: bool, program: str | None) -> Any:
    """Ctrl-C ends it with KeyboardInterrupt, after the finished games were kept."""
    ended = call([*args, "--json"], program, errs=_show if progress else silent)
    if ended.stopped:
        raise KeyboardInterrupt("stopped: the finished games are kept, the same call goes on with them")
    return json.loads(ended.out)


def _show(line: str) -> None:
    print(line, file=sys.stderr)
