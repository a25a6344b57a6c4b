"""What Gymnasium, sb3-contrib and CleanRL ask for."""

import warnings

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode

import ludens
from ludens.registration import names


def test_every_game_is_registered():
    assert len(names()) > 70
    for name in names():
        assert f"ludens/{name}-v0" in gymnasium.registry


def test_make():
    env = gymnasium.make("ludens/celta-v0", opponent="random", role="second")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(env.unwrapped, skip_render_check=True)
    observation, info = env.reset(seed=1)
    masks = env.get_wrapper_attr("action_masks")()
    assert masks.dtype == np.bool_ and np.array_equal(masks, observation["action_mask"] == 1)
    assert info["role"] == "second" and info["ply"] == 1
    env.close()


@pytest.mark.parametrize("role", ["first", "second", "random"])
def test_versus_plays_whole_games(role):
    """Rows are those of Solo: zeros and ones, each game by turns with the opponent."""
    envs = gymnasium.make_vec("ludens/connect4-v0", num_envs=16, role=role)
    assert envs.metadata["autoreset_mode"] == AutoresetMode.NEXT_STEP
    observation, info = envs.reset(seed=2)
    assert observation in envs.observation_space
    roles, finished = info["role"].copy(), 0
    assert np.array_equal(info["ply"], roles)  # who is second has seen one move
    ended = np.zeros(16, bool)
    for _ in range(80):
        before = observation
        observation, rewards, terminated, truncated, info = envs.step(envs.unwrapped.sample())
        assert observation in envs.observation_space
        assert not rewards[ended].any() and not (terminated | truncated)[ended].any()
        going = ~(terminated | truncated)
        # the learner is to move in all rows that go on
        assert np.array_equal(info["ply"][going] % 2, info["role"][going])
        assert observation["action_mask"][going].any(axis=1).all()
        stones = observation["observation"].sum(axis=(1, 2, 3))
        assert np.array_equal(stones, info["ply"])
        assert set(rewards[~going]) <= {-1.0, 0.0, 1.0}
        finished += int((~going).sum())
        ended = ~going
        del before
    assert finished > 16
    envs.close()


def test_versus_illegal_actions_lose():
    envs = ludens.Versus("tictactoe", 2)
    observation, _ = envs.reset(seed=1)
    taken = int(np.flatnonzero(envs.step(np.array([4, 0]))[0]["action_mask"][0] == 0)[0])
    free = int(np.flatnonzero(envs.memory.mask[1])[0])
    _, rewards, terminated, truncated, info = envs.step(np.array([taken, free]))
    assert rewards[0] == -1 and terminated[0] and not truncated[0] and info["illegal"].tolist() == [True, False]
    _, rewards, terminated, _, info = envs.step(np.array([0, int(np.flatnonzero(envs.memory.mask[1])[0])]))
    assert rewards[0] == 0 and not terminated[0] and info["ply"][0] == 0
    envs.close()


def test_versus_asks_functions():
    """The opponent is asked about all rows in which it is to move at once."""
    asked = []

    def lowest(observation):
        asked.append(len(observation["action_mask"]))
        return observation["action_mask"].argmax(axis=1)

    envs = ludens.Versus("connect4", 5, role="second", opponent=lowest)
    envs.reset(seed=1)
    assert asked == [5] and envs.memory.ply.tolist() == [1] * 5
    envs.close()


def test_sample_is_uniform():
    envs = ludens.Vector("tictactoe", 9)
    envs.reset(seed=1)
    counts = np.zeros(9)
    for _ in range(400):
        np.add.at(counts, envs.sample(), 1)
    assert counts.sum() == 3600 and abs(counts - 400).max() < 80  # four sigma
    envs.close()


def test_no_copies():
    envs = ludens.Vector("connect4", 2, copy=False)
    first, _ = envs.reset(seed=1)
    second = envs.step(np.array([3, 3]))[0]
    assert np.shares_memory(first["observation"], second["observation"])
    kept = ludens.Vector("connect4", 2)
    first, _ = kept.reset(seed=1)
    assert not np.shares_memory(first["observation"], kept.step(np.array([3, 3]))[0]["observation"])


def test_vectors_of_gymnasium():
    """CleanRL's way: Gymnasium's own vector of environments that are made one by one."""
    envs = gymnasium.vector.SyncVectorEnv([lambda: gymnasium.make("ludens/tictactoe-v0") for _ in range(3)])
    observation, _ = envs.reset(seed=1)
    for _ in range(20):
        masks = observation["action_mask"]
        observation, *_ = envs.step(np.array([int(m.argmax()) for m in masks]))
    envs.close()
