"""Run by `pytest`, and by the Go test of package protocol where Python is there."""

import warnings

import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, seed_test

import ludens

GAMES = ["tictactoe", "connect4", "celta", "cetro", "cetran2"]


@pytest.mark.parametrize("game", GAMES)
def test_pettingzoo_api(game):
    env = ludens.aec(game)
    api_test(env, num_cycles=1000, verbose_progress=False)
    env.close()


@pytest.mark.parametrize("game", GAMES)
def test_pettingzoo_seeds(game):
    seed_test(lambda: ludens.aec(game), num_cycles=300)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("role", ["first", "second", "random"])
def test_gymnasium_env(game, role):
    env = ludens.Solo(game, role, render_mode="ansi")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(env, skip_render_check=True)
    env.close()


def test_pictures():
    env = ludens.Solo("celta", render_mode="rgb_array")
    env.reset(seed=1)
    image = env.render()
    assert image.dtype == np.uint8 and image.ndim == 3 and image.shape[2] == 3
    assert len(np.unique(image.reshape(-1, 3), axis=0)) > 10
    env.close()


def test_a_whole_game_of_solo():
    for role in ("first", "second"):
        env = ludens.Solo("cetro", role)
        observation, info = env.reset(seed=3)
        rng, done, total = np.random.default_rng(1), False, 0.0
        while not done:
            action = rng.choice(np.flatnonzero(observation["action_mask"]))
            observation, reward, terminated, truncated, info = env.step(action)
            total += reward
            done = terminated or truncated
        assert info["ending"] and total in (-1.0, 0.0, 1.0)
        env.close()


def test_illegal_actions():
    env = ludens.Solo("tictactoe", "first")
    env.reset(seed=1)
    env.step(4)
    observation, reward, terminated, truncated, info = env.step(4)
    assert (reward, terminated, truncated, info) == (-1.0, True, False, {"illegal": True})
    env.close()
    two = ludens.aec("tictactoe")
    two.reset(seed=1)
    two.step(4)
    with pytest.raises(ludens.Error, match="illegal action 4"):
        two.step(4)
    two.step(3)  # nothing had changed
    two.close()


def test_rewards_of_a_won_game():
    env = ludens.aec("tictactoe")
    env.reset()
    for action in (0, 3, 1, 4, 2):
        env.step(action)
    assert env.rewards == {"player_0": 1, "player_1": -1}
    assert all(env.terminations.values()) and not any(env.truncations.values())
    assert env.infos["player_0"]["ending"] == "three in a row"
    env.close()


def test_vector_follows_single_episodes():
    """Rows of a vector are what single episodes are, and a row begins anew by itself."""
    n = 8
    envs, one = ludens.Vector("connect4", n), ludens.Client("connect4")
    observations, info = envs.reset(seed=list(range(n)))
    rows = [one.reset([s]) for s in range(n)]
    assert observations in envs.observation_space
    one.reset(range(n))
    rng, ended, finished = np.random.default_rng(7), np.zeros(n, bool), 0
    for _ in range(100):
        actions = np.array([rng.choice(np.flatnonzero(m)) if m.any() else 0 for m in observations["action_mask"]])
        mover = info["to_move"]
        observations, rewards, terminated, truncated, info = envs.step(actions)
        for row in np.flatnonzero(~ended):
            want = one.step([actions[row]], [row])
            assert np.array_equal(want.observations[0], observations["observation"][row])
            assert np.array_equal(want.masks[0], observations["action_mask"][row])
            assert want.rewards[0, mover[row]] == rewards[row]
            assert want.terminated[0] == terminated[row] and want.truncated[0] == truncated[row]
            finished += int(want.terminated[0])
        for row in np.flatnonzero(ended):
            assert info["ply"][row] == 0 and not terminated[row]
            one.reset([0], [row])
        ended = terminated | truncated
    assert finished > n
    envs.close()
    one.close()


def test_moves_have_names():
    one = ludens.Client("celta")
    one.reset([1])
    assert "d5f5" in one.moves().values()
    assert "a b c d e f g" in one.render()
    assert one.render(mode="svg").startswith("<svg")
    one.close()


def test_errors_are_told():
    with pytest.raises(ludens.Error, match="did you mean"):
        ludens.Client("celtta")
    with pytest.raises(ludens.Error, match="set LUDENS"):
        ludens.Client("celta", program="./no-such-program")
    one = ludens.Client("celta")
    with pytest.raises(ludens.Error, match="row"):
        one.render(5)
    one.close()
    with pytest.raises(ludens.Error, match="closed"):
        one.reset([1])
