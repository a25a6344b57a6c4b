"""Training, matches and studies from Python: by the program, stopped cleanly, with its errors."""

import json
import os
import signal
import subprocess
import sys
import threading
import time
import urllib.request
from pathlib import Path

import pytest

import ludens
from ludens import command, program

# A game of one's own, in a file.
GAME = """family = "lines"
name = "my-game"
title = "My Game"
summary = "three in a row on 3 by 4"
rows = 3
cols = 4
length = 3
"""
QUICK = {"train.iterations": 2, "selfplay.games": 4, "search.simulations": 4, "search.considered": 4, "evaluation.final_games": 1}
LONG = QUICK | {"train.iterations": 100_000, "evaluation.every": 1_000_000}


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.setenv("LUDENS", os.path.abspath(program.path()) if os.sep in program.path() else program.path())
    monkeypatch.setenv("PYTHONPATH", str(Path(ludens.__file__).parent.parent))
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_a_game_of_ones_own_is_trained_and_plays(folder, capsys):
    Path("my-game.toml").write_text(GAME)
    rows = []
    run = ludens.train("my-game.toml", settings=QUICK, progress=rows.append)
    assert capsys.readouterr().out == ""
    assert run.folder == os.path.join("runs", "my-game") and run.status["state"] == "finished"
    assert [r["at"]["iteration"] for r in rows] == [1, 2] and rows == run.rows and run.standings[0]["opponent"] == "random"
    e = ludens.Episode("my-game.toml")
    agent = run.agent(8)
    assert agent.act(e) in e.legal_actions() and agent.analyse(e).simulations >= 8
    assert agent.text == f"ckpt:{folder}/runs/my-game@8"
    assert run.resume(iterations=3).iteration == 3
    assert "   3 " in capsys.readouterr().out  # the program's own line of the iteration
    again = ludens.Run("runs/my-game")
    assert again.iteration == 3 and again.game == "my-game" and repr(again) == "<ludens.Run 'runs/my-game', iteration 3>"


def test_alpha_beta_is_trained():
    run = ludens.train("tictactoe", preset="alphabeta", rehearse=True, progress=False)
    run = ludens.train("tictactoe", preset="alphabeta", rehearse=True, progress=False)  # over the former
    e = ludens.Episode("tictactoe")
    assert run.folder == os.path.join("runs", "tictactoe-rehearsal") and run.iteration == 2
    assert run.agent(2).text.startswith("alphabeta:2+eval=") and run.agent(2).act(e) in e.legal_actions()


def test_minutes_stop_between_iterations_and_resume_goes_on():
    seen = []
    run = ludens.train("tictactoe", minutes=1 / 60, settings=LONG, progress=seen.append)
    assert 1 <= run.iteration == len(seen) < 100_000 and run.status["state"] == "stopped"
    before = run.iteration
    assert run.resume(iterations=before + 2, progress=False).iteration == before + 2 and run.status["state"] == "finished"


def test_what_fails_raises_the_programs_line(folder):
    with pytest.raises(ludens.Error, match='^games: no game "nosuch"'):
        ludens.train("nosuch")
    with pytest.raises(ludens.Error, match="^the file of a game: .*nowhere.toml"):
        ludens.train("nowhere.toml")
    with pytest.raises(ludens.Error, match="search.simulations"):
        ludens.train("tictactoe", settings={"search.simulations": -1})
    with pytest.raises(ludens.Error, match="unknown flag: --dance-now"):
        ludens.train("tictactoe", dance_now=True)
    with pytest.raises(ludens.Error, match="minutes.*want more than 0"):
        ludens.train("tictactoe", minutes=0)
    with pytest.raises(ludens.Error, match="which game"):
        ludens.train()
    with pytest.raises(ludens.Error, match="/nowhere/ludens: No such file or directory; set LUDENS"):
        ludens.train("tictactoe", program="/nowhere/ludens")
    assert not Path("runs").exists()
    with pytest.raises(ludens.Error, match="nowhere"):
        ludens.Run("nowhere").resume()
    with pytest.raises(ludens.Error, match="nowhere has no checkpoint yet"):
        ludens.Run("nowhere", "tictactoe").agent()
    ludens.train("tictactoe", settings=QUICK, progress=False)
    with pytest.raises(ludens.Error, match="already holds a run"):
        ludens.train("tictactoe", settings=QUICK, progress=False)


def test_a_fault_of_the_callers_stops_the_program():
    def fault(row):
        raise KeyError("mine")

    with pytest.raises(KeyError, match="mine"):
        ludens.train("tictactoe", run="r", settings=LONG, progress=fault)
    assert ludens.Run("r").status["state"] == "stopped"


INTERRUPTED = """
import json, ludens
def heard(row): print("row", flush=True)
run = ludens.train("tictactoe", run="r", settings=json.loads({settings!r}), progress=heard)
print("stopped", run.status["state"], flush=True)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="wants SIGINT")
def test_ctrl_c_stops_it_and_resume_goes_on():
    p = subprocess.Popen([sys.executable, "-c", INTERRUPTED.format(settings=json.dumps(LONG))], stdout=subprocess.PIPE, text=True)
    assert p.stdout.readline() == "row\n"
    p.send_signal(signal.SIGINT)
    out, _ = p.communicate()
    assert p.returncode == 0 and out.endswith("stopped stopped\n")
    run = ludens.Run("r")
    assert run.resume(iterations=run.iteration + 1, progress=False).status["state"] == "finished"


@pytest.mark.skipif(sys.platform == "win32", reason="wants SIGKILL")
def test_a_program_whose_python_is_gone_ends():
    p = subprocess.Popen([sys.executable, "-c", INTERRUPTED.format(settings=json.dumps(LONG))], stdout=subprocess.PIPE, text=True)
    assert p.stdout.readline() == "row\n"
    p.kill()
    p.communicate()
    until = time.monotonic() + 60
    while ludens.Run("r").status["state"] == "running":
        assert time.monotonic() < until
        time.sleep(0.1)


def test_match_and_balance(capfd):
    found = ludens.match("tictactoe", "greedy", ludens.agent("random"), games=20, out="m")
    assert found["a"] == "greedy" and found["games"] == 20 and found["score"]["low"] > 0.5
    assert ludens.match("tictactoe", "greedy", "random", games=20, out="m")["score"] == found["score"]
    study = ludens.balance("tictactoe", agent="mcts:5", games=20, examine=False, out="b", progress=False)
    assert study["title"] == "How fair is tictactoe?" and study["tables"]["balance"][0]["games"] == 20
    assert capfd.readouterr().out == ""
    with pytest.raises(ludens.Error, match='nosuch'):
        ludens.match("tictactoe", "nosuch", "random")


def test_a_run_plays_matches():
    run = ludens.train("tictactoe", settings=QUICK, progress=False)
    assert ludens.match("tictactoe", run, run.agent(2), games=2, progress=False)["games"] == 2


def test_flags():
    assert command.flags({"min_ply": 3, "from_": "a", "set": ["a=1", "b=true"], "rehearse": True, "examine": False, "run": None}) == [
        "--min-ply=3", "--from=a", "--set=a=1", "--set=b=true", "--rehearse", "--examine=false",
    ]  # fmt: skip


def test_the_page_is_served_until_it_is_closed(monkeypatch):
    monkeypatch.setattr("webbrowser.open", lambda url: None)
    Path("my-game.toml").write_text(GAME)
    run = ludens.train("my-game.toml", settings=QUICK, progress=False)
    page = ludens.play("my-game.toml", run, page=True)
    assert page.url.endswith("/#/play?game=my-game&first=person&second=run:my-game") and page.url in page._repr_html_()
    with urllib.request.urlopen(page.url.partition("#")[0]) as answer:
        assert b"<title>" in answer.read()
    page.close()
    assert page._process.poll() is not None
    assert ludens.play("celta", "champion:16", page=True).url.endswith("second=champion@16")
    with pytest.raises(ludens.Error, match="the page has no agent 'ckpt:x@1'"):
        ludens.play("celta", "ckpt:x@1", page=True)
    with pytest.raises(ludens.Error, match="no run"):
        ludens.play("tictactoe", ludens.Run("nowhere"), page=True)


def test_training_beside_the_main_thread():
    """A notebook's other thread may train."""
    made = []
    t = threading.Thread(target=lambda: made.append(ludens.train("tictactoe", settings=QUICK, progress=False)))
    t.start()
    t.join()
    assert made[0].iteration == 2
