"""Episodes are set, saved, cloned, copied and pickled, with their history."""

import copy
import pickle

import gymnasium
import numpy as np
import pytest

import ludens

GAMES = ["tictactoe", "connect4", "celta", "cetro", "cetran2"]


def advanced(game, plies=9, seed=3):
    e = ludens.Episode(game, seed)
    rng = np.random.default_rng(seed)
    for _ in range(plies):
        if not e.over:
            e.step(rng.choice(e.legal_actions()))
    return e


def alike(a, b):
    return (
        np.array_equal(a.observe()["observation"], b.observe()["observation"])
        and a.legal_actions() == b.legal_actions()
        and (a.ply, a.rewards, a.over, a.ending, a.save().actions) == (b.ply, b.rewards, b.over, b.ending, b.save().actions)
    )


@pytest.mark.parametrize("game", GAMES)
def test_clones_go_their_own_way(game):
    e = advanced(game, 4)
    for other in (e.clone(), copy.deepcopy(e), pickle.loads(pickle.dumps(e))):
        assert alike(e, other)
        other.step(other.legal_actions()[-1])
        assert other.ply == e.ply + 1
        other.restore(e.save())
        assert alike(e, other)


def test_a_finished_episode_is_pickled():
    e = ludens.Episode("tictactoe")
    for a in (0, 3, 1, 4, 2):
        e.step(a)
    other = pickle.loads(pickle.dumps(e))
    assert other.over and other.rewards == (1.0, -1.0) and other.ending == "three in a row"


@pytest.mark.parametrize("game", GAMES)
def test_positions(game):
    e = advanced(game, 5)
    f = ludens.Episode(game)
    f.position = e.position
    assert f.position == e.position and f.ply == 0 and f.legal_actions() == e.legal_actions()
    with pytest.raises(ludens.Error, match="position"):
        f.position = "no position at all"
    assert f.position == e.position


def test_environments_begin_at_positions():
    e = advanced("celta", 5)
    for env in (ludens.Solo("celta", "random"), gymnasium.make("ludens/celta-v0", role="random")):
        env.reset(seed=1, options={"position": e.position})
        assert env.unwrapped.episode.save().position == e.position
    two = ludens.aec("celta")
    two.reset(seed=1, options={"position": e.position})
    assert np.array_equal(two.unwrapped.episode.observe()["observation"], e.observe()["observation"])


def test_environments_are_copied():
    """A copy of an environment goes on as the environment does, opponent included."""
    env = gymnasium.make("ludens/connect4-v0")
    env.reset(seed=4)
    env.step(3)
    for other in (copy.deepcopy(env), pickle.loads(pickle.dumps(env))):
        mine, his = copy.deepcopy(env), other
        for _ in range(3):
            action = int(np.flatnonzero(mine.unwrapped.action_masks())[0])
            a, b = mine.step(action), his.step(action)
            assert np.array_equal(a[0]["observation"], b[0]["observation"]) and a[1:] == b[1:]
            if a[2]:
                break


def test_vectors_are_copied():
    envs = ludens.Vector("connect4", 3)
    envs.reset(seed=1)
    envs.step(envs.sample())
    other = pickle.loads(pickle.dumps(envs))
    actions = envs.sample()
    assert np.array_equal(actions, other.sample())
    for a, b in zip(envs.step(actions)[:4], other.step(actions)[:4]):
        assert np.array_equal(a["observation"], b["observation"]) if isinstance(a, dict) else np.array_equal(a, b)
