"""Evaluates networks for the program `ludens`: its flag --device starts Python with this module.

Orders come as lines of JSON on standard input and are answered by one line each. Networks,
observations and answers lie in memory that both processes map: docs/device.md.
"""

import json
import mmap
import os
import sys
import tempfile
from collections.abc import Callable
from typing import IO, Any

from .device_library import Evaluator, Frame, Library, Refused
from .transport import _memory_folder

PROTOCOL = 1

class Device:
    """Obeys orders, one after the other."""

    def __init__(self) -> None:
        self._library: Library | None = None
        self._memories: dict[int, mmap.mmap] = {}
        self._networks: dict[int, Evaluator] = {}
        self._orders: dict[str, Callable[..., dict[str, Any]]] = {
            "open": self.open,
            "share": self.share,
            "load": self.load,
            "run": self.run,
            "drop": self.drop,
        }

    def obey(self, line: bytes) -> dict[str, Any]:
        """The answer to an order."""
        try:
            order = json.loads(line)
            return self._orders[order.pop("do")](**order)
        except Exception as err:
            return {"error": explained(err)}

    def open(self, protocol: int, library: str, provider: str, precision: str) -> dict[str, Any]:
        if protocol != PROTOCOL:
            return {"protocol": PROTOCOL}
        if library == "ort":
            from .device_ort import OnnxRuntime

            self._library = OnnxRuntime(provider, precision)
        else:
            from .device_torch import PyTorch

            self._library = PyTorch(provider, precision)
        return {"protocol": PROTOCOL, "version": self._library.version, "device": self._library.device}

    def share(self, network: int, bytes: int) -> dict[str, Any]:
        for folder in (_memory_folder(), None):
            try:
                memory, path = shared(bytes, folder)
                break
            except OSError as err:
                failed = err
        else:
            raise Refused(f"no {bytes >> 20} MiB of shared memory: {failed.strerror}")
        self._memories[network] = memory
        self._path = path
        return {"file": path}

    def load(self, network: int, length: int, spec: dict[str, Any], batch: int, at: dict[str, int]) -> dict[str, Any]:
        self._forget()
        memory = self._memories[network]
        assert self._library is not None
        frame = Frame(memory, at, spec, batch)
        self._networks[network] = self._library.load(memory[:length], spec, frame)
        return {}

    def run(self, network: int, rows: int) -> dict[str, Any]:
        self._networks[network].run(rows)
        return {"rows": rows}

    def drop(self, network: int) -> dict[str, Any]:
        del self._networks[network], self._memories[network]
        return {}

    def _forget(self) -> None:
        """Removes the file of the memory, which the other side has mapped by now."""
        try:
            os.unlink(self._path)
        except OSError:
            pass  # it cannot be removed in use: it is when the process ends
        else:
            self._path = ""

    def close(self) -> None:
        self._networks.clear()
        self._memories.clear()


def shared(size: int, folder: str | None) -> tuple[mmap.mmap, str]:
    """Memory of that many bytes and its file. The bytes are there: a folder that is full is
    an error here, not at the first touch."""
    descriptor, path = tempfile.mkstemp(prefix="ludens", dir=folder)
    try:
        if hasattr(os, "posix_fallocate"):
            os.posix_fallocate(descriptor, 0, size)
        else:
            os.ftruncate(descriptor, size)
        return mmap.mmap(descriptor, size), path
    except OSError:
        os.unlink(path)
        raise
    finally:
        os.close(descriptor)


def explained(err: Exception) -> str:
    """An exception in one line, with what can be done about it."""
    text = " ".join(str(err).split())
    if isinstance(err, Refused):
        return text
    if isinstance(err, MemoryError) or any(w in text.lower() for w in ("out of memory", "failed to allocate", "bad_alloc", "alloc_failed")):
        return f"out of memory: {text[:120]}; a smaller batch=N in --device needs less"
    return f"{type(err).__name__}: {text}"


def serve(orders: IO[bytes], answers: IO[str]) -> None:
    """Answers every line until there are no more: the program that asks has ended."""
    device = Device()
    for line in orders:
        answers.write(json.dumps(device.obey(line)) + "\n")
        answers.flush()
    device.close()


def main() -> None:
    # Libraries print to standard output: the answers go elsewhere than that.
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)
    serve(sys.stdin.buffer, answers)
