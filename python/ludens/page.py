"""Playing against an agent: in the terminal, or on the program's page in a browser or a notebook."""

import json
import os
import re
import subprocess
import sys
import threading
import webbrowser
import weakref
from urllib.parse import quote

from .agents import PROTOCOLS, Agent
from .command import call, flags, reason, start, stop, word
from .program import path
from .spec import Error
from .training import Run

Player = str | Agent | Run


class Page:
    """The program's page, served for this machine until close(), or until nothing refers to it."""

    def __init__(self, args: list[str], room: str = "", program: str | None = None):
        self._process = start(["serve", "--addr=127.0.0.1:0", "--links=", *args], program)
        self._end = weakref.finalize(self, _end, self._process)
        assert self._process.stdout and self._process.stderr
        found = re.search(r"http://[^/\s]+/", self._process.stdout.readline())
        if not found:
            why = reason(self._process.stderr.read().splitlines())
            self.close()
            raise Error(why or "the page is not served")
        self.url = found[0] + room
        for stream in (self._process.stdout, self._process.stderr):
            threading.Thread(target=stream.read, daemon=True).start()

    def close(self) -> None:
        self._end()

    def _repr_html_(self) -> str:
        return f'<iframe src="{self.url}" width="100%" height="640"></iframe>'

    def __repr__(self) -> str:
        return f"<ludens.Page {self.url}>"


def _end(process: "subprocess.Popen[str]") -> None:
    if process.poll() is None:
        stop(process)
        process.wait()


def play(
    game: str, agent: Player | None = None, page: bool | None = None, program: str | None = None, **options: object
) -> Page | None:
    """Seats you against an agent; against the one that `ludens play` chooses, if none is named.

    In a terminal it is `ludens play`, whose flags are the options: as_="second". Elsewhere, as
    in a notebook, or with page=True, it is the program's page: shown as the value of a
    notebook's cell, or opened in a browser; it goes with close().
    """
    if page is None:
        page = not (sys.stdin.isatty() and sys.stdout.isatty())
    if page:
        if options:
            raise Error(f"the page has no flags of `ludens play`: {', '.join(options)}")
        return _page(game, agent, program)
    args = [path(program), "play", game, *flags({"agent": agent, **options})]
    try:
        code = subprocess.call(args)
    except OSError as err:
        raise Error(f"{args[0]}: {err.strerror}; set LUDENS to the path of the program") from err
    if code not in (0, 130):
        raise Error(f"ludens play has ended with exit code {code}")
    return None


def _page(game: str, agent: Player | None, program: str | None) -> Page:
    name = json.loads(call(["games", game, "--json"], program).out)["game"]
    args = [game.partition(".toml")[0] + ".toml"] if ".toml" in game else []
    seat = ""
    if isinstance(agent, Run):
        args.append(f"--run={agent.folder}")
        seat = "run:" + os.path.basename(os.path.abspath(agent.folder)).replace("@", "-")
    elif agent is not None:
        kind, _, limit = word(agent).partition(":")
        if kind in PROTOCOLS:
            args.append(f"--engine={word(agent)}")
            seat = "engine:1"
        elif kind == "level" or not limit:
            seat = word(agent)
        elif kind in ("champion", "mcts", "alphabeta") and re.fullmatch(r"\d+", limit):
            seat = f"{kind}@{limit}"
        else:
            raise Error(f"the page has no agent {word(agent)!r}: want a Run, level:N, champion:N, mcts:N, alphabeta:N, greedy, random or an engine")
    about = f"game={quote(name)}" + (f"&first=person&second={quote(seat, safe=':@')}" if seat else "")
    made = Page(args, f"#/play?{about}", program)
    if "ipykernel" not in sys.modules:
        webbrowser.open(made.url)
    return made
