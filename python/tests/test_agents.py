"""Ludens' agents as opponents and analysts."""

import pickle

import numpy as np
import pytest

import ludens


def test_analysis_of_a_won_position():
    e = ludens.Episode("tictactoe")
    for a in (0, 3, 1, 4):
        e.step(a)
    who = ludens.agent("mcts:200")
    a = who.analyse(e, lines=2)
    assert a.best == 2 == who.act(e) and a.pv == (2,) and a.proof == "first wins" and a.value == 1
    assert a.policy.shape == (9,) and np.isclose(a.policy.sum(), 1) and not a.policy[[0, 1, 3, 4]].any()
    assert len(a.moves) == 5
    begin = who.analyse(ludens.Episode("connect4"), lines=2)
    assert begin.visits.sum() > 100 and begin.policy.argmax() == begin.visits.argmax() and len(begin.moves[1].pv) > 0
    with pytest.raises(ludens.Error, match="no network"):
        who.network(e)


def test_champion():
    e = ludens.Episode("connect4", 1)
    champion = ludens.agent("champion:50", game="connect4")
    a = champion.analyse(e)
    assert a.best == 3 == champion.act(e)  # the middle, as Allen and Allis found in 1988
    n = champion.network(e)
    assert n.logits.shape == (7,) and np.isclose(n.wdl.sum(), 1, atol=1e-5) and -1 <= n.score <= 1
    assert np.isclose(n.policy.sum(), 1, atol=1e-5) and np.isclose(n.value, n.wdl[0] - n.wdl[2])
    assert np.allclose(n.policy, a.prior, atol=1e-3)
    by_text = champion.analyse(e.position)
    assert by_text.best == a.best and by_text.value == a.value
    with pytest.raises(ludens.Error, match="of which game"):
        ludens.agent("champion:50").analyse(e.position)
    with pytest.raises(TypeError, match="no environment"):
        champion.act(7)


@pytest.mark.parametrize("opponent", ["mcts:20", "alphabeta:2", "greedy"])
def test_opponents(opponent):
    env = ludens.Solo("tictactoe", "second", opponent)
    for seed in range(3):
        observation, info = env.reset(seed=seed)
        assert info["ply"] == 1
        done = False
        while not done:
            observation, reward, terminated, truncated, info = env.step(observation["action_mask"].argmax())
            done = terminated or truncated
    assert info["ending"]


def test_opponents_of_many():
    envs = ludens.Versus("tictactoe", 4, "random", ludens.agent("mcts:20", temperature=1.0))
    envs.reset(seed=1)
    for _ in range(12):
        envs.step(envs.sample())
    other = pickle.loads(pickle.dumps(envs))
    actions = envs.sample()
    assert np.array_equal(actions, other.sample())
    assert np.array_equal(envs.step(actions)[0]["observation"], other.step(actions)[0]["observation"])


def test_temperature():
    """Drawn moves differ by seed, and are the same for the same episode."""
    who = ludens.agent("mcts:20", temperature=3.0)
    drawn = [who.act(ludens.Episode("tictactoe", seed)) for seed in range(12)]
    assert len(set(drawn)) > 1
    assert drawn == [who.act(ludens.Episode("tictactoe", seed)) for seed in range(12)]


def test_unknown_agents():
    with pytest.raises(ludens.Error, match="agent"):
        ludens.agent("grandmaster").act(ludens.Episode("tictactoe"))
