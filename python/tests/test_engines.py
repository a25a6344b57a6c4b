"""Other people's engines as opponents and analysts: they play, fail, and leave nothing behind."""

import gc
import pickle
import re
import shutil
import signal
import subprocess
import sys
import threading
import time

import numpy as np
import pytest

import ludens
from ludens.program import library, path
from ludens.transport import KINDS

HERE = [k for k in KINDS if k != "library" or library()]
OURS = f"{path()} engine cetran2 mcts:30 --protocol uci"
STOCKFISH = shutil.which("stockfish") or shutil.which("stockfish", path="/usr/games")

# An engine of UCI that does a thing when it is asked for a move.
BAD = """
import sys, time
for line in sys.stdin:
    word = line.split()[0] if line.split() else ""
    if word == "uci":
        print("option name UCI_Variant type combo default chess var cetran2 var chess\\nuciok", flush=True)
    elif word == "isready":
        print("readyok", flush=True)
    elif word == "quit":
        break
    elif word == "go":
        {deed}
"""
DEEDS = {
    "crashes": ("sys.exit('out of luck')", "it crashed: exit status 1: out of luck"),
    "babbles": ("print('bestmove \\x00 wat', flush=True)", "it played"),
    "cheats": ("print('bestmove e1e8', flush=True)", "it played .*e1e8"),
    "hangs": ("time.sleep(3600)", "it hung: no answer in"),
    "floods": ("[sys.stdout.write('info\\n' * 10**5) for _ in range(10**4)]", "it floods"),
}


@pytest.fixture
def bad(tmp_path):
    """The agent of a program that does something wrong."""

    def write(deed):
        path = tmp_path / f"{deed}.py"
        path.write_text(BAD.format(deed=DEEDS[deed][0]))
        return f"uci:{sys.executable} {path}@10ms+patience={'10s' if deed != 'hangs' else '3s'}"

    return write


def running(*words):
    """The programs of this machine whose command has some words."""
    told = subprocess.run(["ps", "-ww", "-eo", "pid=,stat=,args="], capture_output=True, text=True).stdout.splitlines()
    return [line for line in told if all(w in line for w in words) and line.split()[1][0] != "Z"]


def gone(*words):
    """Waits until no such program runs any more; what runs still."""
    for _ in range(100):
        if not running(*words):
            return []
        time.sleep(0.1)
    return running(*words)


@pytest.mark.parametrize("transport,role", [(k, r) for k in HERE for r in ("first", "second")])
def test_an_engine_plays(transport, role):
    env = ludens.Solo("cetran2", role, f"uci:{OURS}@1ms", transport=transport)
    assert env.client.transport == transport
    observation, info = env.reset(seed=1)
    for k in range(4):
        assert info["ply"] == 2 * k + (role == "second") and "forfeit" not in info
        observation, reward, terminated, truncated, info = env.step(observation["action_mask"].argmax())
    assert not terminated and info["ply"] == 8 + (role == "second")
    env.close()


def test_an_engine_analyses():
    who = ludens.agent(f"uci:{OURS}@200", game="cetran2")
    e = ludens.Episode("cetran2", 3)
    a = who.analyse(e, lines=2)
    assert a.best in e.legal_actions() and a.pv[0] == a.best and a.depth > 0
    assert who.act(e) in e.legal_actions()
    assert who.analyse(e.position).best in e.legal_actions()
    assert pickle.loads(pickle.dumps(who)).act(e) in e.legal_actions()
    with pytest.raises(ludens.Error, match="no network"):
        who.network(e)
    who.close()


def test_a_process_stays_for_an_episode(tmp_path):
    """Ours is told one game by its moves, and a new one from the start: it is started twice."""
    log = tmp_path / "starts"
    wrapper = tmp_path / "engine.sh"
    wrapper.write_text(f"echo begun >> {log}\nexec {OURS}\n")
    env = ludens.Solo("cetran2", "first", f"uci:sh {wrapper}@1ms")
    for seed in (1, 2):
        observation, _ = env.reset(seed=seed)
        for _ in range(3):
            observation, *_ = env.step(observation["action_mask"].argmax())
    assert log.read_text().count("begun") == 2
    env.close()


@pytest.mark.parametrize("deed", DEEDS)
def test_a_faulty_engine_forfeits(deed, bad):
    env = ludens.Solo("cetran2", "first", bad(deed))
    observation, _ = env.reset(seed=1)
    began = time.monotonic()
    _, reward, terminated, truncated, info = env.step(observation["action_mask"].argmax())
    assert (reward, terminated, truncated) == (1.0, True, False) and time.monotonic() - began < 60
    assert re.search(DEEDS[deed][1], info["forfeit"])
    assert info["ending"] == f"Black forfeit: {info['forfeit']}"
    observation, info = env.reset(seed=2)  # the next game is played
    assert "forfeit" not in info and info["ply"] == 0
    e = ludens.Episode("cetran2")
    with pytest.raises(ludens.Forfeit, match=DEEDS[deed][1]):
        env.opponent.act(e)
    with pytest.raises(ludens.Forfeit):
        env.opponent.analyse(e)
    env.close()


def test_a_forfeit_before_the_learners_first_move(bad):
    env = ludens.Solo("cetran2", "second", bad("crashes"))
    observation, info = env.reset(seed=1)
    assert "out of luck" in info["forfeit"]
    _, reward, terminated, _, info = env.step(observation["action_mask"].argmax())
    assert (reward, terminated) == (1.0, True) and "White forfeit: it crashed" in info["ending"]
    env.close()


@pytest.mark.parametrize("role", ["first", "second"])
def test_forfeits_of_many(role, bad):
    """One row's engine fails; the row is won, and begins anew."""
    envs = ludens.Versus("cetran2", 3, role, bad("crashes"))
    envs.reset(seed=1)
    won = 0
    for step in range(6):
        _, rewards, terminated, truncated, info = envs.step(envs.sample())
        assert not truncated.any() and (rewards == terminated).all()
        for row in terminated.nonzero()[0]:
            assert "out of luck" in info["forfeit"][row] and "forfeit: it crashed" in info["ending"][row]
        won += int(terminated.sum())
        assert terminated.all() == (step % 2 == 0)
    assert won == 9
    envs.close()


def test_an_engine_against_many():
    envs = ludens.Versus("cetran2", 4, "random", f"uci:{OURS}@1ms")
    envs.reset(seed=1)
    for _ in range(6):
        *_, info = envs.step(envs.sample())
        assert not any(info["forfeit"]) and (info["ply"] % 2 == info["role"]).all()
    envs.close()


def test_what_cannot_be_started_is_an_error():
    env = ludens.Solo("cetran2", "second", "uci:/nowhere/engine")
    with pytest.raises(ludens.Forfeit, match="it cannot be started"):
        env.reset(seed=1)
    with pytest.raises(ludens.Error, match="want a time a move"):
        ludens.agent("uci:engine@0").act(ludens.Episode("cetran2"))


@pytest.mark.parametrize("transport", HERE)
def test_orders_start_no_program(transport, tmp_path):
    """The environment's own way has no door for programs, whatever it is told."""
    made = tmp_path / "made"
    client = ludens.Client("cetran2", transport=transport)
    client.reset([1])
    for do in ("act", "think", "network"):
        with pytest.raises(ludens.Error, match="only the command line may name one"):
            client.ask(do=do, agent=f"uci:touch {made}")
    assert not made.exists()
    client.close()


@pytest.mark.parametrize("transport", HERE)
def test_dropped_environments_leave_no_engine(transport, tmp_path):
    """Nobody closes anything, and one engine will not leave by itself."""
    stays = tmp_path / "stays.sh"
    stays.write_text(f"{OURS}\nsleep 98765\n")
    who = f"uci:sh {stays}@1ms"
    envs = [ludens.Solo("cetran2", "first", who, transport=transport), ludens.Versus("cetran2", 2, "first", who, transport=transport)]
    for env in envs:
        observation, _ = env.reset(seed=1)
        env.step(observation["action_mask"].argmax(axis=-1))
    assert len(running("sh", str(stays))) >= 3 and len(running("--programs")) >= 2
    del envs, env
    gc.collect()
    for word in (str(stays), "sleep 98765", "--programs", "engine cetran2 mcts:30"):
        assert gone(word) == []


def test_nothing_is_left_when_python_ends():
    script = f"import ludens, os; e = ludens.Solo('cetran2', 'second', 'uci:{OURS}@1ms'); e.reset(); os._exit(3)"
    assert subprocess.run([sys.executable, "-c", script]).returncode == 3
    assert gone("engine cetran2 mcts:30") == []


def test_an_interrupted_question_is_the_last():
    """Whoever breaks off an order does not take its answer for that of the next one."""
    e = ludens.Episode("cetran2", transport="pipe")
    timer = threading.Timer(1, signal.pthread_kill, [threading.main_thread().ident, signal.SIGINT])
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        ludens.agent("mcts:20s").act(e)
    with pytest.raises(ludens.Error, match="it is closed"):
        e.moves()


@pytest.mark.skipif(not STOCKFISH, reason="wants stockfish: Debian's package is enough")
def test_stockfish_plays_chess():
    """It mates whoever moves at random, and is asked about the position."""
    env = ludens.Solo("chess", "first", f"uci:{STOCKFISH}{{Threads=1,Hash=16}}@2000+patience=60s")
    observation, _ = env.reset(seed=1)
    rng, done = np.random.default_rng(1), False
    while not done:
        observation, reward, terminated, truncated, info = env.step(rng.choice(observation["action_mask"].nonzero()[0]))
        done = terminated or truncated
    assert reward == -1 and info["ending"] == "checkmate"
    begin = ludens.Episode("chess")
    assert abs(ludens.agent(f"uci:{STOCKFISH}@5000+patience=60s").analyse(begin).value) < 0.5
    env.close()
