"""Board games of Ludens: to train, play and balance, and as Gymnasium and PettingZoo environments."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from .registration import register
from .version import __version__

if TYPE_CHECKING:
    from .agents import Agent, Analysis, Move, NetworkOutput, agent
    from .client import Client, Rows, Saved
    from .cycle import Aec, aec
    from .episode import Episode
    from .page import Page, play
    from .program import LibraryWarning, VersionWarning
    from .sb3 import SB3VecEnv
    from .solo import Solo
    from .spec import Error, Forfeit, Spec
    from .studies import Balance, Match, balance, match
    from .training import Run, Status, train
    from .vector import Vector
    from .versus import Versus

__all__ = [
    "Aec",
    "Agent",
    "Analysis",
    "Balance",
    "Client",
    "Episode",
    "Error",
    "Forfeit",
    "LibraryWarning",
    "Match",
    "Move",
    "NetworkOutput",
    "Page",
    "Rows",
    "Run",
    "SB3VecEnv",
    "Saved",
    "Solo",
    "Spec",
    "Status",
    "Vector",
    "VersionWarning",
    "Versus",
    "__version__",
    "aec",
    "agent",
    "balance",
    "match",
    "play",
    "train",
]

_HOMES = {
    "agents": ["Agent", "Analysis", "Move", "NetworkOutput", "agent"],
    "client": ["Client", "Rows", "Saved"],
    "cycle": ["Aec", "aec"],
    "episode": ["Episode"],
    "page": ["Page", "play"],
    "program": ["LibraryWarning", "VersionWarning"],
    "sb3": ["SB3VecEnv"],
    "solo": ["Solo"],
    "spec": ["Error", "Forfeit", "Spec"],
    "studies": ["Balance", "Match", "balance", "match"],
    "training": ["Run", "Status", "train"],
    "vector": ["Vector"],
    "versus": ["Versus"],
}
_HOME = {name: module for module, all in _HOMES.items() for name in all}


def __getattr__(name: str) -> Any:
    """Loads a class when it is first used: PettingZoo and others take their time."""
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module("." + _HOME[name], __name__), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)


register()
