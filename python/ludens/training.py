"""Training: the program trains; this starts it, shows how it goes, and stops it."""

import json
import os
import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, TypedDict

from .agents import Agent
from .command import call, flags, silent, word
from .spec import Error

Row = dict[str, Any]
Progress = bool | Callable[[Row], None]


class Status(TypedDict):
    """What `ludens runs --json` says of a run."""

    folder: str
    game: str
    state: str  # running, finished, stopped or damaged
    iteration: int
    iterations: int
    changed: str


class Run:
    """A run of training in its folder. It may be finished, stopped, or at work elsewhere."""

    def __init__(self, folder: str | os.PathLike[str], game: str | None = None, program: str | None = None):
        """game: its name or its file, if the run's own name of it is not enough: that of
        a game in a file."""
        self.folder, self.program = os.fspath(folder), program
        self._game = game

    @property
    def status(self) -> Status:
        """As `ludens runs` lists it."""
        told: Status = json.loads(call(["runs", self.folder, "--json"], self.program).out)
        return told

    @property
    def game(self) -> str:
        return self._game or self.status["game"]

    @property
    def rows(self) -> list[Row]:
        """What is known of each iteration, the first one first: lines of metrics.jsonl."""
        return [row for row in self._metrics() if "at" in row]

    @property
    def standings(self) -> list[Row]:
        """The results against the baselines at the run's end; none before."""
        return next((row["standings"] for row in self._metrics() if "final" in row), [])

    def _metrics(self) -> list[Row]:
        try:
            text = Path(self.folder, "metrics.jsonl").read_text(encoding="utf-8")
        except FileNotFoundError:
            return []
        whole = text[: text.rfind("\n") + 1]  # the last line may be in the making
        return [json.loads(line) for line in whole.splitlines()]

    @property
    def iteration(self) -> int:
        """The last one that is complete; 0 before the first."""
        rows = self.rows
        return int(rows[-1]["at"]["iteration"]) if rows else 0

    @property
    def text(self) -> str:
        """The agent that is trained, as the command line names it: by the newest checkpoint,
        with the search that is usual."""
        return self._text(None)

    def agent(self, limit: int | str | None = None, temperature: float = 0.0) -> Agent:
        """The agent that is trained, with a search of that many simulations per move, or of a
        time: "100ms". A run by alpha-beta has a depth in place of simulations."""
        return Agent(self._text(limit), self.game, temperature, self.program)

    def _text(self, limit: int | str | None) -> str:
        rows, folder = self.rows, os.path.abspath(self.folder)
        if not rows:
            raise Error(f"{self.folder} has no checkpoint yet: resume() trains it on")
        if "held_out" in rows[-1]:  # of a run by alpha-beta
            return f"alphabeta:{8 if limit is None else limit}+eval={folder}"
        if limit is None and not re.search("[@+]", folder):
            return f"ckpt:{folder}"
        return f"ckpt:{folder}@{100 if limit is None else limit}"

    def resume(
        self, minutes: float | None = None, iterations: int | None = None, progress: Progress = True, **options: object
    ) -> "Run":
        """Goes on from the last checkpoint, to the run's end or for some minutes. iterations: how
        many in all, also if it was complete with fewer. options: flags of `ludens resume`."""
        return self._work(["resume", self.folder, *flags({"iterations": iterations, **options})], minutes, progress)

    def _work(self, args: list[str], minutes: float | None, progress: Progress) -> "Run":
        rows = _Rows(self, progress) if callable(progress) else None
        show = print if progress is True else silent
        ended = call([*args, *flags({"minutes": minutes})], self.program, show, show, rows.look if rows else lambda: None)
        if rows:
            rows.look()
        if ended.stopped and progress is True:
            print(f"stopped after iteration {self.iteration}: resume() goes on")
        return self

    def __repr__(self) -> str:
        return f"<ludens.Run {self.folder!r}, iteration {self.iteration}>"


class _Rows:
    """Calls for each row that a run writes."""

    def __init__(self, run: Run, heard: Callable[[Row], None]):
        self.run, self.heard = run, heard
        self.metrics, self.size = Path(run.folder, "metrics.jsonl"), -1
        self.old = {row["sha256"] for row in run.rows}

    def look(self) -> None:
        try:
            size = self.metrics.stat().st_size
        except FileNotFoundError:
            return
        if size == self.size:
            return
        self.size = size
        for row in self.run.rows:
            if row["sha256"] not in self.old:
                self.old.add(row["sha256"])
                self.heard(row)


def train(
    game: str | None = None,
    minutes: float | None = None,
    run: str | os.PathLike[str] | None = None,
    settings: Mapping[str, object] | None = None,
    progress: Progress = True,
    program: str | None = None,
    **options: object,
) -> Run:
    """Trains a game from nothing by self-play, until the run is complete or its time is over.

        run = ludens.train("my-game.toml", minutes=10)
        run.agent(100).act(episode)

    game: a name or a file. minutes: the run pauses between two iterations, where another one
    would not fit; at least one is trained. run: the folder, "runs/GAME" if
    none is named. settings: of the configuration, {"search.simulations": 64}. progress: True
    prints what the program prints, a function is called with each iteration's row, False is
    silent. options: flags of `ludens train`, as preset="demo", rehearse=True, from_="runs/a".

    Ctrl-C stops it cleanly; resume() of the run that is returned goes on. What the program
    refuses raises Error.
    """
    folder = os.fspath(run) if run is not None else _folder(game, options)
    args = ["train", *([] if game is None else [game]), f"--run={folder}"]
    chosen = [f"{key}={word(value)}" for key, value in (settings or {}).items()]
    file = re.match(r"(.*\.toml)(:.*)?$", game or "", re.DOTALL)
    known = os.path.abspath(file[1]) + (file[2] or "") if file else game
    made = Run(folder, known, program)
    return made._work([*args, *flags({**options, "set": chosen})], minutes, progress)


def _folder(game: str | None, options: Mapping[str, object]) -> str:
    """Where a run is kept that names no folder."""
    named = game or options.get("config") or options.get("preset")
    if named is None:
        raise Error("which game? ludens.train(GAME); `ludens games` lists them")
    path, _, setting = str(named).partition(".toml")
    name = re.sub(r"[^A-Za-z0-9._=,-]+", "-", os.path.basename(path) + setting)
    return os.path.join("runs", name + ("-rehearsal" if options.get("rehearse") else ""))
