"""Steps per CPU second of random play, beside OpenSpiel and pgx where they are installed.

    python bench.py [--seconds 2] [--games connect4,celta,cetran2]
    python bench.py --sb3            64 games of Stable-Baselines3, against random moves

A step is a random legal action, drawn and played, after which the learner has the
observation and the mask. CPU seconds are those of this process and of the program, if
there is one; beginning new games counts, starting and compiling does not.
"""

import argparse
import os
import random
import time
from collections.abc import Callable, Iterator

import ludens
from ludens.program import library
from ludens.transport import KINDS

# What the others call our games.
THEIRS = {"connect4": "connect_four", "tictactoe": "tic_tac_toe"}


def spent(pid: int | None) -> float:
    """CPU seconds of this process, and of another one (Linux alone tells)."""
    mine = time.process_time()
    if pid is None:
        return mine
    with open(f"/proc/{pid}/stat") as f:
        fields = f.read().rsplit(")", 1)[1].split()
    return mine + (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def rate(play: Callable[[], int], seconds: float, pid: int | None = None) -> float:
    """Steps per CPU second of what play() does, which says how many steps it was."""
    play()  # memory is touched, caches are warm
    began, steps = spent(pid), 0
    while (now := spent(pid) - began) < seconds:
        for _ in range(10):
            steps += play()
    return steps / now


def program(client: ludens.Client) -> int | None:
    process = getattr(client._way, "_process", None)
    return process.pid if process else None


def alone(game: str, transport: str, seconds: float) -> float:
    """One episode, both sides by the caller, by ludens.Episode."""
    e, rng = ludens.Episode(game, 1, transport=transport), random.Random(1)

    def play() -> int:
        for _ in range(100):
            legal = e.legal_actions()
            if legal:
                e.step(legal[int(rng.random() * len(legal))])
                e.observe()
            else:
                e.reset(rng.getrandbits(32))
        return 100

    return rate(play, seconds, program(e.client))


def many(game: str, transport: str, seconds: float, n: int = 1024) -> float:
    """n episodes, by ludens.Vector."""
    envs = ludens.Vector(game, n, transport=transport)
    envs.reset(seed=1)

    def play() -> int:
        envs.step(envs.sample())
        return n

    return rate(play, seconds, program(envs.client))


def sb3(game: str, ours: bool, seconds: float, n: int = 64) -> float:
    """n games of a VecEnv, random masked actions: of SB3VecEnv, or of make_vec_env."""
    import numpy as np
    from stable_baselines3.common.env_util import make_vec_env

    envs = ludens.SB3VecEnv(game, n) if ours else make_vec_env(f"ludens/{game}-v0", n)
    envs.reset()
    rng = np.random.default_rng(1)

    def play() -> int:
        masks = np.stack(envs.env_method("action_masks"))
        envs.step((rng.random(masks.shape) * masks).argmax(axis=1))
        return n

    return rate(play, seconds)


def ppo(game: str, ours: bool, seconds: float, n: int = 64) -> float:
    """Rollouts of MaskablePPO: its network's actions, without learning."""
    from sb3_contrib import MaskablePPO
    from stable_baselines3.common.callbacks import BaseCallback
    from stable_baselines3.common.env_util import make_vec_env

    class Nothing(BaseCallback):
        def _on_step(self) -> bool:
            return True

    envs = ludens.SB3VecEnv(game, n) if ours else make_vec_env(f"ludens/{game}-v0", n)
    learner = MaskablePPO("MultiInputPolicy", envs, n_steps=4, device="cpu", seed=1)
    _, callback = learner._setup_learn(1 << 30, Nothing())

    def play() -> int:
        learner.collect_rollouts(learner.env, callback, learner.rollout_buffer, 4)
        return 4 * n

    return rate(play, seconds)


def spiel(game: str, seconds: float) -> float:
    """One episode of OpenSpiel."""
    import pyspiel

    g, rng = pyspiel.load_game(game), random.Random(1)
    state = g.new_initial_state()

    def play() -> int:
        nonlocal state
        for _ in range(100):
            if state.is_terminal():
                state = g.new_initial_state()
                continue
            legal = state.legal_actions()
            state.apply_action(legal[int(rng.random() * len(legal))])
            if not state.is_terminal():
                state.observation_tensor()
        return 100

    return rate(play, seconds)


def pgx_many(game: str, seconds: float, n: int = 1024) -> float:
    """n episodes of pgx on the CPU, compiled, with its own way of beginning anew."""
    import jax
    import pgx
    from pgx.experimental.wrappers import auto_reset

    env = pgx.make(game)
    step = jax.vmap(auto_reset(env.step, env.init))

    @jax.jit
    def turn(state, key):  # type: ignore[no-untyped-def]
        key, draw, begin = jax.random.split(key, 3)
        scores = jax.numpy.where(state.legal_action_mask, jax.random.uniform(draw, state.legal_action_mask.shape), -1)
        return step(state, scores.argmax(axis=1), jax.random.split(begin, n)), key

    state, key = jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.PRNGKey(1), n)), jax.random.PRNGKey(2)

    def play() -> int:
        nonlocal state, key
        state, key = turn(state, key)
        state.observation.block_until_ready()
        return n

    return rate(play, seconds)


def races(games: list[str], seconds: float) -> Iterator[tuple[str, str, str, Callable[[], float]]]:
    for game in games:
        for transport in KINDS:
            if transport != "library" or library():
                yield game, f"ludens, {transport}", "1", lambda g=game, t=transport: alone(g, t, seconds)
                yield game, f"ludens, {transport}", "1,024", lambda g=game, t=transport: many(g, t, seconds)
        if game in THEIRS:
            yield game, "OpenSpiel", "1", lambda g=game: spiel(THEIRS[g], seconds)
            yield game, "pgx, CPU", "1,024", lambda g=game: pgx_many(THEIRS[g], seconds)


def sb3_races(games: list[str], seconds: float) -> Iterator[tuple[str, str, str, Callable[[], float]]]:
    for game in games:
        for ours, name in ((True, "SB3VecEnv"), (False, "make_vec_env")):
            yield game, f"{name}, random", "64", lambda g=game, o=ours: sb3(g, o, seconds)
            yield game, f"{name}, MaskablePPO", "64", lambda g=game, o=ours: ppo(g, o, seconds)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=2, help="CPU seconds of each row")
    parser.add_argument("--games", default="connect4,celta,cetran2")
    parser.add_argument("--sb3", action="store_true", help="SB3VecEnv beside make_vec_env")
    args = parser.parse_args()
    print("| game | by | episodes | steps per CPU second |\n|---|---|---:|---:|")
    for game, by, episodes, measure in (sb3_races if args.sb3 else races)(args.games.split(","), args.seconds):
        try:
            print(f"| {game} | {by} | {episodes} | {measure():,.0f} |", flush=True)
        except ImportError as missing:
            print(f"| {game} | {by} | {episodes} | not installed: {missing.name} |", flush=True)


if __name__ == "__main__":
    main()
