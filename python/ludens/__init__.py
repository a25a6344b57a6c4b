"""Board-game variants of Ludens as Gymnasium and PettingZoo environments."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from .registration import register
from .version import __version__

if TYPE_CHECKING:
    from .agents import Agent, Analysis, Move, NetworkOutput, agent
    from .client import Client, Rows, Saved
    from .cycle import Aec, aec
    from .episode import Episode
    from .program import LibraryWarning, VersionWarning
    from .sb3 import SB3VecEnv
    from .solo import Solo
    from .spec import Error, Forfeit, Spec
    from .vector import Vector
    from .versus import Versus

__all__ = [
    "Aec",
    "Agent",
    "Analysis",
    "Client",
    "Episode",
    "Error",
    "Forfeit",
    "LibraryWarning",
    "Move",
    "NetworkOutput",
    "Rows",
    "SB3VecEnv",
    "Saved",
    "Solo",
    "Spec",
    "Vector",
    "VersionWarning",
    "Versus",
    "__version__",
    "aec",
    "agent",
]

_HOMES = {
    "agents": ["Agent", "Analysis", "Move", "NetworkOutput", "agent"],
    "client": ["Client", "Rows", "Saved"],
    "cycle": ["Aec", "aec"],
    "episode": ["Episode"],
    "program": ["LibraryWarning", "VersionWarning"],
    "sb3": ["SB3VecEnv"],
    "solo": ["Solo"],
    "spec": ["Error", "Forfeit", "Spec"],
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
