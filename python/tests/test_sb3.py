"""What Stable-Baselines3 asks of a VecEnv, by many games in one call."""

import subprocess
import sys

import numpy as np
import pytest

import ludens


def test_without_sb3_it_says_how_to_get_it():
    script = "import sys; sys.modules['stable_baselines3'] = None; import ludens; ludens.SB3VecEnv"
    told = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert told.stderr.strip().endswith("ImportError: ludens.SB3VecEnv wants Stable-Baselines3: pip install sb3-contrib")


@pytest.fixture
def vec_env():
    return pytest.importorskip("stable_baselines3.common.vec_env", reason="wants stable-baselines3")


def test_the_same_games_as_one_by_one(vec_env):
    """Each game is that of Solo, whatever is played: observations, masks, rewards and ends."""
    first = lambda observation: int(observation["action_mask"].nonzero()[0][0])  # noqa: E731
    rows = lambda observation: observation["action_mask"].argmax(axis=1)  # noqa: E731
    ours = ludens.SB3VecEnv("connect4", 3, "second", rows)
    theirs = vec_env.DummyVecEnv([lambda: ludens.Solo("connect4", "second", first) for _ in range(3)])
    assert ours.observation_space == theirs.observation_space and ours.action_space == theirs.action_space
    assert isinstance(ours, vec_env.VecEnv)
    ended, rng = 0, np.random.default_rng(1)
    got, want = ours.reset(), theirs.reset()
    for _ in range(200):
        masks = np.stack(ours.env_method("action_masks"))
        assert np.array_equal(masks, np.stack(theirs.env_method("action_masks")))
        for name in want:
            assert np.array_equal(got[name], want[name])
        drawn = (rng.random(masks.shape) * masks + masks).argmax(axis=1)
        if rng.random() < 0.05:
            drawn[1] = int((~masks[1]).argmax())  # illegal, if anything is
        (got, rewards, done, infos), (want, their_rewards, their_done, their_infos) = ours.step(drawn), theirs.step(drawn)
        assert np.array_equal(rewards, their_rewards) and np.array_equal(done, their_done)
        for row in done.nonzero()[0]:
            ended += 1
            info, theirs_info = infos[row], their_infos[row]
            assert info["TimeLimit.truncated"] == theirs_info["TimeLimit.truncated"]
            assert info.get("illegal") == theirs_info.get("illegal")
            for name in want:
                assert np.array_equal(info["terminal_observation"][name], theirs_info["terminal_observation"][name])
            if "illegal" not in info:
                assert info["ending"] == theirs_info["ending"] and info["role"] == "second"
        assert all(not infos[row] for row in (~done).nonzero()[0])
    assert ended > 20
    ours.close()


def test_games_that_are_cut_off(vec_env):
    envs = ludens.SB3VecEnv("celta", 4)
    envs.seed(3)
    envs.reset()
    rng, ends = np.random.default_rng(1), []
    for _ in range(3000):
        masks = np.stack(envs.env_method("action_masks"))
        *_, done, infos = envs.step((rng.random(masks.shape) * masks).argmax(axis=1))
        ends += [infos[row] for row in done.nonzero()[0]]
        if any(e["TimeLimit.truncated"] for e in ends) and not all(e["TimeLimit.truncated"] for e in ends):
            break
    for e in ends:
        assert e["TimeLimit.truncated"] == e["ending"].startswith("cut off")
    assert {e["TimeLimit.truncated"] for e in ends} == {True, False}
    envs.close()


def test_seeds_and_attributes(vec_env):
    def shown(seed):
        envs = ludens.SB3VecEnv("cetran2", 4, "random", render_mode="rgb_array")
        assert envs.seed(seed) == [seed, seed + 1, seed + 2, seed + 3]
        told = [envs.reset()["observation"]]
        for _ in range(5):
            told.append(envs.step(np.stack(envs.env_method("action_masks")).argmax(axis=1))[0]["observation"])
        return envs, told

    (envs, one), (_, two), (_, other) = shown(1), shown(1), shown(2)
    assert all(np.array_equal(a, b) for a, b in zip(one, two, strict=True))
    assert not all(np.array_equal(a, b) for a, b in zip(one, other, strict=True))
    assert envs.has_attr("action_masks") and not envs.has_attr("wings")
    assert envs.get_attr("role", [1, 2]) == ["random"] * 2 and len(envs.get_attr("position")) == 4
    assert envs.env_method("action_masks", indices=2)[0].dtype == np.bool_
    assert envs.env_is_wrapped(object) == [False] * 4
    assert envs.render().ndim == 3
    envs.set_attr("opponent", "greedy")
    assert [a.text for a in envs.get_attr("opponent", 0)] == ["greedy"]
    with pytest.raises(ValueError, match="without indices"):
        envs.set_attr("opponent", "greedy", [0])
    with pytest.raises(AttributeError, match="want role or opponent"):
        envs.set_attr("wings", 2)
    envs.close()


def test_masked_ppo_learns(vec_env):
    """MaskablePPO's rollouts go by our masks: no game of a rollout ends by an illegal action."""
    ppo = pytest.importorskip("sb3_contrib", reason="wants sb3-contrib").MaskablePPO
    from stable_baselines3.common.callbacks import BaseCallback

    class Seen(BaseCallback):
        ends: list = []

        def _on_step(self):
            self.ends += [i for i in self.locals["infos"] if "ending" in i]
            return True

    envs, seen = vec_env.VecMonitor(ludens.SB3VecEnv("tictactoe", 64, "random")), Seen()
    ppo("MultiInputPolicy", envs, n_steps=8, batch_size=128, n_epochs=1, seed=1).learn(1024, callback=seen)
    assert len(seen.ends) > 100 and not any("illegal" in e for e in seen.ends)
    assert all(e["episode"]["r"] in (-1, 0, 1) for e in seen.ends)
    envs.close()
