"""Every way to the games gives the same play: the library, shared memory and the pipe."""

import gc
import multiprocessing
import os
import subprocess
import sys

import numpy as np
import pytest

import ludens
from ludens.program import library
from ludens.transport import KINDS

GAMES = ["tictactoe", "connect4", "celta", "cetro", "cetran2"]
HERE = [k for k in KINDS if k != "library" or library()]


def played(game, transport, steps=60, rows=4):
    """All that a vector shows of a random game: a list of arrays, step by step."""
    envs = ludens.Vector(game, rows, transport=transport)
    assert envs.client.transport == transport
    observation, info = envs.reset(seed=5)
    shown = []
    for _ in range(steps):
        actions = envs.sample()
        observation, *rest, info = envs.step(actions)
        shown.append([actions, observation["observation"], observation["action_mask"], *rest, info["to_move"], info["ply"], info["ending"]])
    envs.close()
    return shown


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("transport", [k for k in HERE if k != "pipe"])
def test_same_as_the_pipe(game, transport):
    for step, (got, want) in enumerate(zip(played(game, transport), played(game, "pipe"), strict=True)):
        for a, b in zip(got, want, strict=True):
            assert np.array_equal(a, b), f"step {step}"


@pytest.mark.parametrize("transport", HERE)
def test_refused_orders_change_nothing(transport):
    one = ludens.Client("tictactoe", transport=transport)
    one.reset([1, 2])
    one.step([4, 4])
    for bad in ([0, 4], [0, -1], [0, 2**32 + 1], [0, 9]):
        with pytest.raises(ludens.Error, match="row 1: illegal action"):
            one.step(bad)
    with pytest.raises(ludens.Error, match="rows: 2; there are 2"):
        one.step([0], [2])
    with pytest.raises(ludens.Error, match="twice"):
        one.step([0, 1], [0, 0])
    assert one.memory.ply.tolist() == [1, 1]
    for counts in ([8], [-1]):
        with pytest.raises(ludens.Error, match="of 8 legal actions"):
            one.choose(counts, [0])
    assert one.choose([7], [0]).tolist() == [8]
    with pytest.raises(ludens.Error, match="restore|position|1 to|want"):
        one.reset([])
    one.close()


@pytest.mark.parametrize("transport", HERE)
def test_dropped_environments_leave_no_process(transport):
    """Twenty environments that nobody closes are gone when they are collected."""
    before = children()
    envs = [ludens.Solo("tictactoe", transport=transport) for _ in range(14)]
    envs += [ludens.aec("tictactoe", transport=transport) for _ in range(3)]
    envs += [ludens.Vector("tictactoe", 2, transport=transport) for _ in range(3)]
    for env in envs:
        env.reset(seed=1)
    assert len(children() - before) == (0 if transport == "library" else 20)
    del envs, env
    gc.collect()
    assert children() - before == set()


def children():
    told = subprocess.run(["ps", "-o", "pid=,comm=", "--ppid", str(os.getpid())], capture_output=True, text=True)
    return {line for line in told.stdout.splitlines() if line and "ps" not in line.split()}


def test_nothing_is_left_when_python_ends():
    script = "import ludens; e = ludens.Solo('tictactoe', transport='shared'); e.reset(); print(e.client._way._process.pid)"
    told = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    with pytest.raises(ProcessLookupError):
        os.kill(int(told.stdout), 0)


def test_shared_memory_leaves_no_file():
    from ludens.transport import _memory_folder

    folder = _memory_folder()
    if folder is None:
        pytest.skip("wants /dev/shm")
    env = ludens.Vector("tictactoe", 4, transport="shared")
    assert env.client.transport == "shared"
    assert not [f for f in os.listdir(folder) if f.startswith("ludens")]
    env.close()


@pytest.mark.skipif(not library(), reason="wants the library, by LUDENS_LIBRARY")
def test_a_fork_goes_on_by_the_program():
    """The library is dead in the child of a fork; environments that are made there use the program.
    Those of before stop with an error there, and go on where they were made."""
    global parents
    parents = ludens.Episode("tictactoe", transport="library")
    with multiprocessing.get_context("fork").Pool(1) as pool:
        assert pool.apply_async(_in_child).get(60) == "shared"
    parents.step(4)
    assert parents.ply == 1
    parents.close()
    with pytest.raises(ludens.Error, match="it is closed"):
        parents.step(3)


def _in_child():
    with pytest.raises(ludens.Error, match="it was made before a fork"):
        parents.step(4)
    env = ludens.Episode("tictactoe")
    env.step(4)
    kind = env.client.transport
    env.close()
    return kind


def test_unknown_transports():
    with pytest.raises(ValueError, match="one of library, shared, pipe"):
        ludens.Client("tictactoe", transport="pigeon")


HERS = """
import faulthandler, threading, ludens
faulthandler.dump_traceback_later(60, exit=True)  # a test that hangs says where
envs = {envs}
envs.reset(seed=1)
said = []

def play():
    for _ in range(150):
        try:
            {turn}
        except ludens.Error as err:
            said.append(str(err))

threads = [threading.Thread(target=play) for _ in range(3)]
for t in threads:
    t.start()
for t in threads:
    t.join()
print("over", all("illegal action" in s for s in said))
"""


@pytest.mark.parametrize("transport", HERE)
@pytest.mark.parametrize(
    ("envs", "turn"),
    [
        ("ludens.Vector('connect4', 8, transport={t!r})", "envs.step(envs.sample())"),
        ("ludens.Versus('connect4', 8, transport={t!r})", "envs.step(envs.sample()); envs.client.save(0)"),
        ("ludens.Solo('connect4', transport={t!r})", "envs.step(envs.action_masks().argmax()); envs.reset()"),
    ],
)
def test_threads_take_turns(transport, envs, turn):
    """Threads that use one environment neither hang nor mix their answers: at worst another
    thread has made a move illegal that was drawn before."""
    code = HERS.format(envs=envs.format(t=transport), turn=turn)
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert told.stdout == "over True\n", told.stderr
