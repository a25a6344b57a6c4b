"""What a library that evaluates networks is to device.py, and what it is given."""

import mmap
import sys
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float32]


class Evaluator(Protocol):
    """A network in a library: answers the first rows of its arrays."""

    def run(self, rows: int) -> None: ...


class Library(Protocol):
    """A library that evaluates on one provider, in one precision."""

    version: str
    device: str

    def load(self, network: bytes, spec: dict[str, Any], frame: "Frame") -> Evaluator: ...


class Refused(Exception):
    """An order that cannot be obeyed. Its text is for people."""


class Frame:
    """The arrays of a batch in shared memory."""

    def __init__(self, memory: mmap.mmap, at: dict[str, int], spec: dict[str, Any], batch: int):
        def array(name: str, *shape: int) -> Floats:
            return np.frombuffer(memory, np.float32, batch * int(np.prod(shape, dtype=np.int64)), at[name]).reshape((batch, *shape))

        cells = spec["rows"] * spec["cols"]
        self.batch = batch
        self.obs = array("obs", spec["planes"], spec["rows"], spec["cols"])
        self.logits = array("logits", spec["policy_planes"] * cells + spec["globals"])
        self.wdl = array("wdl", 3)
        self.score = array("score")


def imported(module: str, package: str, extra: str, least: tuple[int, int]) -> Any:
    """A library, or why it cannot be used."""
    from importlib import import_module

    try:
        library = import_module(module)
    except ImportError as err:
        raise Refused(f"{sys.executable} cannot import {module} ({err}): pip install 'ludens[{extra}]'") from err
    version = str(getattr(library, "__version__", "0"))
    if tuple(int(p) for p in version.split(".")[:2] if p.isdigit()) < least:
        raise Refused(f"{module} {version} is too old, want {least[0]}.{least[1]} or later: pip install --upgrade {package}")
    return library
