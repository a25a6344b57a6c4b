"""Ways to the games: a C library in this process; a program with memory that both share;
a program and a pipe. All do the same, and differ in speed (docs/python.md)."""

import base64
import ctypes
import json
import mmap
import os
import subprocess
import tempfile
import threading
import weakref
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, Protocol

import numpy as np

from . import program as programs
from .memory import BEGIN, CHOOSE, PLAY, Memory
from .spec import Error, Forfeit, Spec

Answer = dict[str, Any]
KINDS = ("library", "shared", "pipe")


class Transport(Protocol):
    """Episodes of one game. Used by one thread at a time, and by the process that made it."""

    kind: str
    path: str  # of the program, or of the library

    def ask(self, **order: object) -> Answer:
        """Obeys an order of docs/protocols.md. Raises Error."""

    def share(self, spec: Spec, rows: int) -> Memory:
        """Makes rows that are still to be begun, and the memory that they are played in."""

    def run(self) -> None:
        """Does with each row what the memory says; with none if one cannot be obeyed."""

    def endings(self, start: int) -> list[str]:
        """The texts of the ways that episodes have ended, from a number on."""

    def restored(self, row: int, told: Answer) -> None:
        """Hears what restore has told of a row."""

    def close(self) -> None:
        """Ends the episodes. Closing twice is closing once."""


def connect(game: str, program: str | None = None, transport: str | None = None, engines: bool = False) -> Transport:
    """The quickest way that there is, or the one that is asked for: by the argument, or by
    $LUDENS_TRANSPORT. A program that is named is used, not the library. With engines it is
    a program of its own that may start others, and a pipe."""
    if engines:
        return Pipe(game, program, engines)
    wanted = transport or os.environ.get("LUDENS_TRANSPORT") or ""
    if wanted not in ("", *KINDS):
        raise ValueError(f"transport {wanted!r}; want one of {', '.join(KINDS)}")
    if wanted == "library" or not wanted and program is None:
        path = programs.library()
        if path is not None and Library.usable():
            try:
                return Library(game, path)
            except Unloadable as err:
                if wanted or os.environ.get("LUDENS_LIBRARY"):
                    raise
                programs.without_library(str(err))
        elif wanted:
            raise Error("there is no library: set LUDENS_LIBRARY to its path (docs/python.md says how it is built)")
        elif path is None and not os.environ.get("LUDENS"):
            programs.without_library("this package has no C library")
    return Pipe(game, program) if wanted == "pipe" else Shared(game, program)


def _endings(of: "Transport", start: int) -> list[str]:
    told: list[str] = of.ask(do="endings", **{"from": start})["endings"]
    return told


def _told(line: bytes) -> Answer:
    answer: Answer = json.loads(line)
    if "error" in answer:
        raise (Forfeit if answer.get("forfeit") else Error)(answer["error"])
    return answer


class Unloadable(Error):
    """The system cannot load the library."""


class _Loaded:
    """The library, loaded once. It does not live on in the child of a fork."""

    def __init__(self, path: str):
        try:
            lib = ctypes.CDLL(path)
        except OSError as err:
            raise Unloadable(str(err) if path in str(err) else f"{path}: {err}") from err
        self.path, self.pid = path, os.getpid()
        handle, text, free = ctypes.c_size_t, ctypes.c_char_p, ctypes.c_void_p
        self.open, self.ask, self.share = lib.ludens_open, lib.ludens_ask, lib.ludens_share
        self.run, self.close, self.free = lib.ludens_run, lib.ludens_close, lib.ludens_free
        self.open.argtypes, self.open.restype = [text, ctypes.POINTER(handle)], free
        self.ask.argtypes, self.ask.restype = [handle, text], free
        self.share.argtypes, self.share.restype = [handle, free, ctypes.c_size_t, ctypes.c_int], free
        self.run.argtypes, self.run.restype = [handle], free
        self.close.argtypes, self.close.restype = [handle], None
        self.free.argtypes, self.free.restype = [free], None
        # The same function, which converts no argument: it is called with a c_size_t once a step.
        self.step = lib["ludens_run"]
        self.step.restype = free

    def text(self, at: int) -> bytes:
        """A text of the library's, given back."""
        told = ctypes.string_at(at)
        self.free(at)
        return told

    def check(self, at: int | None) -> None:
        if at:
            raise Error(self.text(at).decode())


class Library:
    """The games in this process: a call costs less than a microsecond."""

    kind = "library"
    run: Callable[[], None]  # of Transport
    _loaded: _Loaded | None = None
    _lock = threading.Lock()
    _all: "weakref.WeakSet[Library]" = weakref.WeakSet()

    def __init__(self, game: str, path: str):
        with Library._lock:
            if Library._loaded is None:
                Library._loaded = _Loaded(path)
        self._lib, self.path = Library._loaded, Library._loaded.path
        handle = ctypes.c_size_t()
        self._lib.check(self._lib.open(game.encode(), ctypes.byref(handle)))
        self._handle, self._pid = handle.value, self._lib.pid
        self._held: list[object] = []  # the memory, for as long as the episodes play in it
        self._live = [True]  # nothing once they are closed, and after a fork
        self._end = weakref.finalize(self, Library._close, self._lib, self._handle, self._held, self._live)
        self.run = self._runner()
        Library._all.add(self)

    @classmethod
    def usable(cls) -> bool:
        """Whether the library works in this process: not in the child of one that has loaded it."""
        return cls._loaded is None or cls._loaded.pid == os.getpid()

    def _runner(self) -> Callable[[], None]:
        """run, with as little in it as there can be: it is most of what a step costs. It knows
        nothing of this object, which would else be in a circle of references."""
        lib, handle, live, check = self._lib, ctypes.c_size_t(self._handle), self._live, partial(_alive, self._end, self._pid)
        step = lib.step

        def run() -> None:
            if not live:
                check()
            failed = step(handle)
            if failed:
                raise Error(lib.text(failed).decode())

        return run

    @classmethod
    def forked(cls) -> None:
        """Is called in the child of a fork."""
        for library in list(cls._all):
            library._live.clear()

    @staticmethod
    def _close(lib: _Loaded, handle: int, held: list[object], live: list[bool]) -> None:
        live.clear()
        if lib.pid == os.getpid():
            lib.close(handle)
        held.clear()

    def ask(self, **order: object) -> Answer:
        _alive(self._end, self._pid)
        return _told(self._lib.text(self._lib.ask(self._handle, json.dumps(order).encode())))

    def share(self, spec: Spec, rows: int) -> Memory:
        memory, held = Memory.own(self.ask(do="layout", n=rows), spec, rows)
        self._lib.check(self._lib.share(self._handle, held.ctypes.data, held.nbytes, rows))
        self._held[:] = [held]
        return memory

    def endings(self, start: int) -> list[str]:
        return _endings(self, start)

    def restored(self, row: int, told: Answer) -> None:
        """The memory has it already."""

    def close(self) -> None:
        self._end()


if hasattr(os, "register_at_fork"):  # not on Windows, which has no fork
    os.register_at_fork(after_in_child=Library.forked)


def _alive(end: "weakref.finalize[Any, Any]", pid: int) -> None:
    """Raises an error unless episodes are open, and in the process that made them."""
    if not end.alive:
        raise Error("it is closed")
    if pid != os.getpid():
        raise Error("it was made before a fork: make environments in the process that uses them")


class Pipe:
    """A program and lines of JSON: works wherever a program can be started."""

    kind = "pipe"

    def __init__(self, game: str, program: str | None = None, engines: bool = False):
        """engines: whether orders may name other people's programs, which it then starts."""
        self.path = program = programs.path(program)
        try:
            self._process = subprocess.Popen(
                [program, "env", game, *(["--programs"] if engines else [])],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                bufsize=1 << 20,
            )
        except OSError as err:
            raise Error(f"{program}: {err.strerror}; set LUDENS to the path of the program") from err
        self._pid = os.getpid()
        self._end = weakref.finalize(self, Pipe._close, self._process, self._pid)
        self._memory: Memory | None = None

    @staticmethod
    def _close(process: "subprocess.Popen[bytes]", pid: int) -> None:
        """Ends the program, if this process began it, and closes what led to it."""
        assert process.stdin and process.stdout and process.stderr
        try:
            process.stdin.close()
        except OSError:
            pass  # it has ended by itself
        if pid == os.getpid():
            try:
                process.wait(5)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
        process.stdout.close()
        process.stderr.close()

    def ask(self, **order: object) -> Answer:
        return _told(self._line(json.dumps(order).encode() + b"\n"))

    def _line(self, line: bytes) -> bytes:
        """What is answered to a line."""
        p = self._process
        assert p.stdin and p.stdout and p.stderr
        if self._pid != os.getpid():
            raise Error("it was made before a fork: make environments in the process that uses them")
        try:
            p.stdin.write(line)
            p.stdin.flush()
            answer = p.stdout.readline()
        except (BrokenPipeError, ValueError):
            answer = b""
        except BaseException:  # the answer of an order that was broken off is dropped
            p.kill()
            self._end()
            raise
        if not answer:
            why = "it is closed" if p.stderr.closed else p.stderr.read().decode().strip()
            raise Error(why or "the program has ended")
        return answer

    def share(self, spec: Spec, rows: int) -> Memory:
        self.ask(do="reset", seeds=[0] * rows)
        self._memory, _ = Memory.own(self.ask(do="layout", n=rows), spec, rows)
        self._endings = {"": 0}
        return self._memory

    def run(self) -> None:
        m = self._memory
        assert m is not None
        self._check(m)
        begin, play = np.flatnonzero(m.op == BEGIN), np.flatnonzero(m.op == PLAY)
        if len(play):
            self._take(m, play, self.ask(do="step", rows=play.tolist(), actions=m.action[play].tolist()))
        if len(begin):
            self._take(m, begin, self.ask(do="reset", rows=begin.tolist(), seeds=m.seed[begin].tolist()))
        for row in np.flatnonzero(m.op == CHOOSE):
            m.action[row] = np.flatnonzero(m.mask[row])[m.action[row]]

    @staticmethod
    def _check(m: Memory) -> None:
        for row in np.flatnonzero(m.op == CHOOSE):
            if not 0 <= m.action[row] < m.legal[row]:
                raise Error(f"row {row}: choice {m.action[row]} of {m.legal[row]} legal actions")

    def restored(self, row: int, told: Answer) -> None:
        """Writes down what restore has told of a row: without shared memory nothing else does."""
        if self._memory is not None:
            self._take(self._memory, np.array([row]), told)

    def endings(self, start: int) -> list[str]:
        return list(self._endings)[start:]

    def _take(self, m: Memory, rows: "np.ndarray[Any, np.dtype[np.intp]]", told: Answer) -> None:
        n = len(rows)
        m.observation[rows] = np.frombuffer(base64.b64decode(told["observations"]), "<f4").reshape((n, *m.observation.shape[1:]))
        m.mask[rows] = np.frombuffer(base64.b64decode(told["masks"]), np.int8).reshape((n, -1))
        m.to_move[rows], m.ply[rows], m.reward[rows] = told["to_move"], told["ply"], told["rewards"]
        m.terminated[rows], m.truncated[rows] = told["terminated"], told["truncated"]
        m.legal[rows] = m.mask[rows].sum(axis=1)
        m.ending[rows] = [self._endings.setdefault(e, len(self._endings)) for e in told["endings"]]

    def close(self) -> None:
        self._end()


class Shared(Pipe):
    """A program that plays in a file's memory; a byte through the pipe is its doorbell."""

    kind = "shared"

    def share(self, spec: Spec, rows: int) -> Memory:
        layout = self.ask(do="layout", n=rows)
        descriptor, path = tempfile.mkstemp(prefix="ludens", dir=_memory_folder())
        try:
            os.ftruncate(descriptor, layout["bytes"])
            held = mmap.mmap(descriptor, layout["bytes"])
            self.ask(do="share", file=path, n=rows)
        except (OSError, Error):
            self.kind = "pipe"
            return super().share(spec, rows)
        finally:
            os.close(descriptor)
            _remove(self, path)
        return Memory(np.frombuffer(held, np.uint8), layout["at"], spec, rows)

    def run(self) -> None:
        if self.kind == "pipe":
            return super().run()
        answer = self._line(b".\n")
        if answer != b".\n":
            _told(answer)

    def restored(self, row: int, told: Answer) -> None:
        if self.kind == "pipe":
            super().restored(row, told)

    def endings(self, start: int) -> list[str]:
        if self.kind == "pipe":
            return super().endings(start)
        return _endings(self, start)


def _memory_folder() -> str | None:
    """A folder that is no disk, where there is one."""
    folder = "/dev/shm"
    return folder if os.path.isdir(folder) and os.access(folder, os.W_OK) else None


def _remove(owner: object, path: str) -> None:
    """Removes a file at once, or when its owner is gone where it cannot be removed in use."""
    try:
        os.unlink(path)
    except OSError:
        weakref.finalize(owner, Path(path).unlink, missing_ok=True)
