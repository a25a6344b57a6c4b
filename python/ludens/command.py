"""Commands of the program: started, listened to line by line, and stopped cleanly."""

import os
import queue
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import IO, Any

from . import program as programs
from .spec import Error

STOPPED = 130  # the exit code after Ctrl-C

Heard = Callable[[str], None]


@dataclass(frozen=True)
class Ended:
    """How a command has ended."""

    out: str  # all of its output
    stopped: bool  # before its end
    interrupted: bool  # by Ctrl-C


def silent(line: str) -> None:
    """Prints nothing."""


def call(
    args: Sequence[str],
    program: str | None = None,
    out: Heard = silent,
    errs: Heard = silent,
    tick: Callable[[], None] = lambda: None,
) -> Ended:
    """Runs a command to its end. out and errs are called with each line that it prints, tick
    about ten times a second. Ctrl-C stops it cleanly, and a second one at once. Raises Error with
    the program's line if it fails."""
    process = start(args, program)
    said: queue.Queue[tuple[bool, str | None]] = queue.Queue()
    for stream, is_error in ((process.stdout, False), (process.stderr, True)):
        assert stream
        threading.Thread(target=_pump, args=(stream, is_error, said), daemon=True).start()
    lines: tuple[list[str], list[str]] = ([], [])
    running, interrupted = 2, False
    try:
        while running:
            try:
                tick()
                is_error, line = said.get(timeout=0.1)
                if line is None:
                    running -= 1
                    continue
                lines[is_error].append(line)
                (errs if is_error else out)(line)
            except queue.Empty:
                pass
            except KeyboardInterrupt:
                interrupted = True
                stop(process)
        code = process.wait()
    except BaseException:  # of out, errs or tick
        stop(process)
        process.wait()
        raise
    if code == STOPPED or interrupted:
        return Ended("\n".join(lines[False]), True, interrupted)
    if code != 0:
        raise Error(reason(lines[True]) or f"ludens {' '.join(args)}: exit code {code}")
    return Ended("\n".join(lines[False]), False, False)


def start(args: Sequence[str], program: str | None = None) -> "subprocess.Popen[str]":
    """Starts a command in a group of its own, so that Ctrl-C reaches it only by stop. When
    this process is gone, the command ends with the next line that it prints."""
    path = programs.path(program)
    own: dict[str, Any] = {"start_new_session": True}
    if sys.platform == "win32":
        own = {"creationflags": subprocess.CREATE_NEW_PROCESS_GROUP}
    try:
        return subprocess.Popen(
            [path, *args],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            encoding="utf-8",
            errors="replace",
            **own,
        )
    except OSError as err:
        raise Error(f"{path}: {err.strerror}; set LUDENS to the path of the program") from err


def stop(process: "subprocess.Popen[str]") -> None:
    """Stops a command as Ctrl-C does."""
    if sys.platform == "win32":
        process.send_signal(signal.CTRL_BREAK_EVENT)
    else:
        process.send_signal(signal.SIGINT)


def reason(lines: Sequence[str]) -> str:
    """What the program says last on its error output, which is one line, without its name."""
    said = [line for line in lines if line.strip()]
    return said[-1].removeprefix("ludens: ") if said else ""


def flags(options: Mapping[str, object]) -> list[str]:
    """Options as flags of the command line: min_ply=3 is --min-ply=3, from_="x" is --from=x, a
    list is the flag once for each, True the flag alone. None is left out."""
    args: list[str] = []
    for name, value in options.items():
        flag = "--" + name.rstrip("_").replace("_", "-")
        for one in value if isinstance(value, (list, tuple)) else [value]:
            if one is True:
                args.append(flag)
            elif one is not None:
                args.append(f"{flag}={word(one)}")
    return args


def word(value: object) -> str:
    """A value as the command line has it: an agent or a run by its name, true and false in lower case."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, os.PathLike):
        return str(os.fspath(value))
    text = getattr(value, "text", value)
    return str(text)


def _pump(stream: IO[str], is_error: bool, said: "queue.Queue[tuple[bool, str | None]]") -> None:
    with stream:
        for line in stream:
            said.put((is_error, line.rstrip("\n")))
    said.put((is_error, None))
