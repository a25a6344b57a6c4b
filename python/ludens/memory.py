"""Memory that the environments and Python have in common: one row for each episode."""

import numpy as np
import numpy.typing as npt

from .spec import Spec

# What a run does with a row.
LEAVE, PLAY, BEGIN, CHOOSE = 0, 1, 2, 3


class Memory:
    """Arrays over shared bytes. What a run reads stands first, then what it writes.

    The names, their order and the types are those of docs/protocols.md, "Memory".
    """

    def __init__(self, bytes: npt.NDArray[np.uint8], at: dict[str, int], spec: Spec, rows: int):
        def array(name: str, dtype: npt.DTypeLike, *shape: int) -> npt.NDArray[np.generic]:
            count = rows * int(np.prod(shape, dtype=np.int64))
            return np.frombuffer(bytes, dtype, count, at[name]).reshape((rows, *shape))

        self.rows = rows
        self.op: npt.NDArray[np.uint8] = array("op", np.uint8)  # type: ignore[assignment]
        self.action: npt.NDArray[np.int32] = array("action", np.int32)  # type: ignore[assignment]
        self.seed: npt.NDArray[np.uint64] = array("seed", np.uint64)  # type: ignore[assignment]
        self.mask: npt.NDArray[np.int8] = array("mask", np.int8, spec.actions)  # type: ignore[assignment]
        self.observation: npt.NDArray[np.float32] = array("observation", np.float32, *spec.shape)  # type: ignore[assignment]
        self.reward: npt.NDArray[np.float32] = array("reward", np.float32, 2)  # type: ignore[assignment]
        self.to_move: npt.NDArray[np.int8] = array("to_move", np.int8)  # type: ignore[assignment]
        self.terminated: npt.NDArray[np.bool_] = array("terminated", np.bool_)  # type: ignore[assignment]
        self.truncated: npt.NDArray[np.bool_] = array("truncated", np.bool_)  # type: ignore[assignment]
        self.ply: npt.NDArray[np.int32] = array("ply", np.int32)  # type: ignore[assignment]
        self.legal: npt.NDArray[np.int32] = array("legal", np.int32)  # type: ignore[assignment]
        self.ending: npt.NDArray[np.int32] = array("ending", np.int32)  # type: ignore[assignment]

    @classmethod
    def own(cls, layout: dict[str, object], spec: Spec, rows: int) -> tuple["Memory", npt.NDArray[np.uint8]]:
        """A memory of the process's own, and its bytes, aligned to a line of the cache."""
        size, at = layout["bytes"], layout["at"]
        assert isinstance(size, int) and isinstance(at, dict)
        room = np.zeros(size + 64, np.uint8)
        skip = -room.ctypes.data % 64
        held = room[skip : skip + size]
        return cls(held, at, spec, rows), held
