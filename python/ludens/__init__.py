"""Board-game variants of Ludens as Gymnasium and PettingZoo environments."""

from .aec import Aec, aec
from .client import Client, Error, Rows, Spec
from .solo import Solo
from .vector import Vector

__all__ = ["Aec", "Client", "Error", "Rows", "Solo", "Spec", "Vector", "aec"]
