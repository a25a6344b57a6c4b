"""Trains a network of Connect Four with PyTorch, and has ludens play with it: docs/weights.md.

    pip install torch safetensors ./python
    python scripts/weights/train.py c4.safetensors
    ludens import c4.safetensors --game connect4 -o c4.ckpt
    python scripts/weights/train.py c4.safetensors --compare c4.ckpt
"""

import argparse
import json
import os
import subprocess

import ludens
import numpy as np
import torch
import torch.nn.functional as F
from network import Network
from safetensors.torch import load_file, save_file

GAME = "connect4"


def games(n, seed=0):
    """Random games, n side by side: what each mover saw and did, and what came of it for it."""
    envs, rng = ludens.Vector(GAME, n), np.random.default_rng(seed)
    seen, info = envs.reset(seed=seed)
    rows, over = [[] for _ in range(n)], np.zeros(n, bool)
    obs, moves, results = [], [], []
    while not over.all():
        actions = np.array([rng.choice(np.flatnonzero(m)) if m.any() else 0 for m in seen["action_mask"]])
        mover = info["to_move"].copy()
        for i in np.flatnonzero(~over):
            rows[i].append((seen["observation"][i], actions[i], mover[i]))
        seen, rewards, ended, cut, info = envs.step(actions)
        for i in np.flatnonzero(~over & (ended | cut)):
            for o, a, p in rows[i]:
                obs.append(o), moves.append(a), results.append(rewards[i] if p == mover[i] else -rewards[i])
        over |= ended | cut
    envs.close()
    return torch.tensor(np.array(obs)), torch.tensor(np.array(moves)), torch.tensor(np.array(results, np.float32))


def train(net, obs, moves, results, steps=300, batch=128):
    """Win, draw and loss are learned from all moves, the policy from those of winners."""
    optimiser = torch.optim.AdamW(net.parameters(), 2e-3)
    wdl = (1 - results).long()  # 0 won, 1 drawn, 2 lost
    for step in range(steps):
        at = torch.randint(len(obs), (batch,))
        logits, value = net(obs[at])
        won = results[at] > 0
        loss = F.cross_entropy(value, wdl[at]) + F.cross_entropy(logits[won], moves[at][won])
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
        if step % 100 == 99:
            print(f"step {step + 1}: loss {loss.item():.3f}")


def compare(net, checkpoint, positions=100):
    """The same positions to PyTorch and to ludens: how far their answers are apart.

    A search of one simulation tells the network's own priors of the legal moves. Only the
    first 8 plies of games are asked for: at their end ludens proves instead.
    """
    command = [os.environ.get("LUDENS", "ludens"), "engine", GAME, checkpoint + "@1", "--protocol", "json"]
    engine = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    envs, rng, worst, asked = ludens.Vector(GAME, 1), np.random.default_rng(1), 0.0, 0
    while asked < positions:
        seen, _ = envs.reset(seed=asked)
        moves = []
        for _ in range(8):
            engine.stdin.write(json.dumps({"id": str(asked), "do": "analyse", "moves": moves, "simulations": 1}) + "\n")
            engine.stdin.flush()
            answer = json.loads(engine.stdout.readline())
            with torch.no_grad():
                logits, _ = net(torch.tensor(seen["observation"]))
            legal = np.flatnonzero(seen["action_mask"][0])
            mine = logits[0, legal].softmax(0).tolist()
            priors = {m["move"]: m["prior"] for m in answer["moves"]}
            theirs = [priors[str(a + 1)] for a in legal]
            worst, asked = max(worst, *(abs(a - b) for a, b in zip(mine, theirs))), asked + 1
            move = rng.choice(legal)
            moves.append(str(move + 1))
            seen, *_ = envs.step(np.array([move]))
    envs.close()
    engine.stdin.close()
    print(f"{asked} positions: priors are at most {worst:.1e} apart")


if __name__ == "__main__":
    args = argparse.ArgumentParser()
    args.add_argument("file")
    args.add_argument("--compare")
    args = args.parse_args()
    torch.manual_seed(1)
    spec = ludens.Vector(GAME, 1).client.spec
    net = Network(spec.shape, spec.actions, channels=16, blocks=2)
    if args.compare:
        net.load_state_dict(load_file(args.file))
        compare(net.eval(), args.compare)
    else:
        train(net, *games(200))
        save_file(net.state_dict(), args.file)
