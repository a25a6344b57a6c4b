#!/usr/bin/env python3
"""Times ludens, onnxruntime and PyTorch on one thread, in turn, in one run.

Every contender gets the same network with the same weights, and is timed by the
CPU time of its own process: what else the machine does is not in it. Linux only.
See README.md.
"""

import argparse
import json
import os
import statistics
import struct
import subprocess
import sys
import tempfile
import time
import warnings

for name in ("OMP_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ[name] = "1"
AVX2 = "avx2" in sys.argv  # --kernels avx2: PyTorch reads these while it is imported
if AVX2:
    os.environ.update(ATEN_CPU_CAPABILITY="avx2", ONEDNN_MAX_CPU_ISA="AVX2", MKL_ENABLE_INSTRUCTIONS="AVX2")

import numpy as np
import onnxruntime
import torch
import torch.nn.functional as F

warnings.filterwarnings("ignore", category=FutureWarning)  # PyTorch on its own older ways

HERE = os.path.dirname(os.path.abspath(__file__))
NETS = ((64, 6), (128, 8))
SIDES = (7, 8, 9)
BATCHES = (8, 32)
TRAIN = (64, 6, 9, 128)  # channels, blocks, side, batch


class Ludens:
    """Our side: a Go program that obeys orders, see compare.go."""

    def __init__(self, program):
        env = dict(os.environ, GOMAXPROCS="1")
        self.process = subprocess.Popen([program, "compare"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=env)
        # The CPU clock of another process (clock_getcpuclockid(3) on Linux).
        self.clock_id = (~self.process.pid << 3) | 2

    def order(self, text):
        self.process.stdin.write(text + "\n")
        self.process.stdin.flush()
        answer = self.process.stdout.readline().strip()
        if answer != "ok":
            sys.exit(f"compare: {text}: {answer or 'our side has gone'}")

    def clock(self):
        return time.clock_gettime(self.clock_id)

    def contender(self, name, ready):
        self.order(ready)
        return Contender(name, lambda times: self.order(f"run {times}"), self.clock)

    def close(self):
        self.process.stdin.close()
        self.process.wait()


class Contender:
    """Something that can do its work n times, and a clock for it."""

    def __init__(self, name, run, clock=time.process_time):
        self.name, self.run, self.clock = name, run, clock
        self.times, self.seconds = 1, []

    def slice(self):
        began = self.clock()
        self.run(self.times)
        return (self.clock() - began) / self.times


def race(contenders, rounds, length):
    """Gives every contender a slice of that many seconds, round after round.

    Returns the median seconds of one piece of work, by name.
    """
    for c in contenders:
        c.run(2)
        c.times = max(1, int(length / max(c.slice(), 1e-6)))
    for _ in range(rounds):
        for c in contenders:
            c.run(1)  # caches are its own again
            c.seconds.append(c.slice())
    return {c.name: statistics.median(c.seconds) for c in contenders}


def read_safetensors(path):
    with open(path, "rb") as f:
        (length,) = struct.unpack("<Q", f.read(8))
        header = json.loads(f.read(length))
        body = f.read()
    return {name: torch.from_numpy(np.frombuffer(body[slice(*t["data_offsets"])], np.float32).reshape(t["shape"]).copy())
            for name, t in header.items()}


class Layer(torch.nn.Module):
    """A convolution without bias, and batch norm."""

    def __init__(self, tensors, name):
        super().__init__()
        w = tensors[name + ".weight"]
        self.conv = torch.nn.Conv2d(w.shape[1], w.shape[0], w.shape[2], padding=w.shape[2] // 2, bias=False)
        self.norm = torch.nn.BatchNorm2d(w.shape[0], eps=1e-5, momentum=0.1)
        with torch.no_grad():
            self.conv.weight.copy_(w)
            for part, ours in (("weight", "gamma"), ("bias", "beta"), ("running_mean", "mean"), ("running_var", "variance")):
                getattr(self.norm, part).copy_(tensors[f"{name}.{ours}"])

    def forward(self, x):
        return self.norm(self.conv(x))


def dense(tensors, name):
    w = tensors[name + ".weight"]
    layer = torch.nn.Linear(w.shape[0], w.shape[1])
    with torch.no_grad():
        layer.weight.copy_(w.T)
        layer.bias.copy_(tensors[name + ".bias"])
    return layer


class Network(torch.nn.Module):
    """The network of nn/spec.go: logits of actions, and of win, draw, loss."""

    def __init__(self, tensors, blocks):
        super().__init__()
        self.stem = Layer(tensors, "stem")
        self.blocks = torch.nn.ModuleList(
            torch.nn.ModuleList((Layer(tensors, f"block{i}.first"), Layer(tensors, f"block{i}.second"))) for i in range(blocks))
        self.policy = Layer(tensors, "policy.features")
        w = tensors["policy.planes.weight"]
        self.planes = torch.nn.Conv2d(w.shape[1], w.shape[0], 1)
        with torch.no_grad():
            self.planes.weight.copy_(w)
            self.planes.bias.copy_(tensors["policy.planes.bias"])
        self.value = Layer(tensors, "value.features")
        self.hidden, self.wdl = dense(tensors, "value.hidden"), dense(tensors, "value.wdl")

    def forward(self, x):
        x = F.relu(self.stem(x))
        for one, two in self.blocks:
            x = F.relu(two(F.relu(one(x))) + x)
        logits = self.planes(F.relu(self.policy(x))).flatten(1)
        hidden = F.relu(self.hidden(F.relu(self.value(x)).flatten(1)))
        return logits, self.wdl(hidden)


def observations(n, side):
    return (np.random.default_rng(1).random((n, 12, side, side)) < 0.25).astype(np.float32)


def onnx_session(path):
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_ENABLE_ALL
    return onnxruntime.InferenceSession(path, options, providers=["CPUExecutionProvider"])


FORMS = (("contiguous", torch.contiguous_format), ("channels last", torch.channels_last))


def torch_forwards(tensors, blocks, x, compiled):
    """PyTorch in each way that may be its fastest."""
    torch.compiler.reset()  # forget the networks before
    for name, form in FORMS:
        model = Network(tensors, blocks).eval().to(memory_format=form)
        batch = x.to(memory_format=form)
        ways = {"eager": model, "frozen": torch.jit.optimize_for_inference(torch.jit.trace(model, batch))}
        if compiled:
            torch._inductor.config.freezing = True
            ways["compiled"] = torch.compile(model)
        for kind, f in ways.items():
            for _ in range(3):  # the first calls compile
                f(batch)
            yield f"pytorch {kind}, {name}", f, batch


def forward(ludens, folder, channels, blocks, side, batch, wanted):
    """Returns medians of seconds for one batch, by contender."""
    file = os.path.join(folder, "net")
    for worker in ludens:
        worker.order(f"net {channels}x{blocks} {side} {file}")
    obs = observations(batch, side)
    session = onnx_session(file + ".onnx")
    want = session.run(["policy_logits", "wdl"], {"obs": obs})
    contenders = [
        ludens[0].contender("ludens", f"infer {batch}"),
        ludens[1].contender("ludens int8", f"infer8 {batch}"),
        Contender("onnxruntime", lambda times: [session.run(None, {"obs": obs}) for _ in range(times)]),
    ]
    for name, f, x in torch_forwards(read_safetensors(file + ".safetensors"), blocks, torch.from_numpy(obs), wanted.compile):
        check(name, f(x), want)
        contenders.append(Contender(name, lambda times, f=f, x=x: [f(x) for _ in range(times)]))
    return race(contenders, wanted.rounds, 0.02)


def check(name, got, want):
    """Refuses to time networks that are not the same."""
    logits, wdl = got
    for a, b in ((logits, want[0]), (wdl.softmax(1), want[1])):
        worst = float(np.abs(a.detach().numpy() - b).max())
        if not worst < 1e-3:
            sys.exit(f"compare: {name} is another network: outputs differ by {worst}")


def torch_step(tensors, blocks, batch, side, form, wrap, bf16):
    model = wrap(Network(tensors, blocks).train().to(memory_format=form))
    x = torch.from_numpy(observations(batch, side)).to(memory_format=form)
    first = torch.zeros(batch, dtype=torch.long)
    solver = torch.optim.SGD(model.parameters(), lr=0.01, momentum=0.9, weight_decay=1e-4, nesterov=True)

    def run(times):
        for _ in range(times):
            solver.zero_grad()
            with torch.autocast("cpu", torch.bfloat16, enabled=bf16):
                logits, wdl = model(x)
                loss = F.cross_entropy(logits, first) + F.cross_entropy(wdl, first)
            loss.backward()
            solver.step()
    return run


def training(ludens, folder, wanted):
    """Returns medians of seconds for one step, by contender."""
    channels, blocks, side, batch = TRAIN
    file = os.path.join(folder, "net")
    ludens[0].order(f"net {channels}x{blocks} {side} {file}")
    tensors = read_safetensors(file + ".safetensors")
    ways = {"eager": lambda model: model}
    if wanted.compile:
        torch._inductor.config.freezing = False
        ways["compiled"] = torch.compile
    contenders = [ludens[0].contender("ludens", f"train {batch}")]
    if wanted.bf16:
        ludens[1].order(f"net {channels}x{blocks} {side} {file}")
        contenders.append(ludens[1].contender("ludens bf16", f"train16 {batch}"))
    for bf16 in (False, True)[:1 + wanted.bf16]:
        for kind, wrap in ways.items():
            for name, form in FORMS:
                step = torch_step(tensors, blocks, batch, side, form, wrap, bf16)
                contenders.append(Contender(f"pytorch {kind}, {name}{', bf16' * bf16}", step))
    return race(contenders, wanted.rounds, 0)


def fastest(seconds, library):
    return min((s, name) for name, s in seconds.items() if name.startswith(library))


def cpu():
    with open("/proc/cpuinfo") as f:
        return next((line.split(":", 1)[1].strip() for line in f if line.startswith("model name")), "unknown CPU")


def main():
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--rounds", type=int, default=15, help="slices of each contender (default 15)")
    options.add_argument("--only", choices=("forward", "train"), help="one of the two tables")
    options.add_argument("--compile", action="store_true", help="let torch.compile compete, too: minutes, and a C++ compiler")
    options.add_argument("--bf16", action="store_true", help="train in bfloat16, too: ours with kernels amx, PyTorch's by autocast")
    options.add_argument("--kernels", choices=("amx", "avx512", "avx2"), help="ours; with avx2 PyTorch is held to it, too")
    wanted = options.parse_args()
    torch.set_num_threads(1)
    torch.manual_seed(1)
    with tempfile.TemporaryDirectory() as folder:
        program = os.path.join(folder, "measure")
        subprocess.run(["go", "build", "-o", program, "."], cwd=HERE, check=True)
        ludens = Ludens(program), Ludens(program)
        if wanted.kernels:
            for worker in ludens:
                worker.order(f"kernels {wanted.kernels}")
        if AVX2:
            torch._inductor.config.cpp.simdlen = 256
        print(f"{cpu()}; onnxruntime {onnxruntime.__version__}, PyTorch {torch.__version__}; one thread each, CPU time, medians of {wanted.rounds}")
        if wanted.only != "train":
            with torch.inference_mode():
                print_forward(ludens, folder, wanted)
        if wanted.only != "forward":
            print_training(training(ludens, folder, wanted))
        for worker in ludens:
            worker.close()


def print_forward(ludens, folder, wanted):
    print("\n| network, board, batch | ludens | onnxruntime | PyTorch | ludens / onnxruntime | ludens / PyTorch | ludens int8 |")
    print("|---|---|---|---|---|---|---|")
    ways = set()
    for channels, blocks in NETS:
        for side in SIDES:
            for batch in BATCHES:
                s = forward(ludens, folder, channels, blocks, side, batch, wanted)
                theirs, way = fastest(s, "pytorch")
                ways.add(way)
                print(f"| {channels}x{blocks}, {side}x{side}, {batch} | {batch/s['ludens']:.0f} | {batch/s['onnxruntime']:.0f} | {batch/theirs:.0f}"
                      f" | {s['onnxruntime']/s['ludens']:.2f} | {theirs/s['ludens']:.2f} | {batch/s['ludens int8']:.0f} |", flush=True)
    print(f"\nevaluations/s; PyTorch in its fastest way: {'; '.join(sorted(ways))}")


def print_training(s):
    channels, blocks, side, batch = TRAIN
    print(f"\n| training step {channels}x{blocks}, {side}x{side}, {batch} rows | seconds | times ludens |")
    print("|---|---|---|")
    for name, seconds in s.items():
        print(f"| {name} | {seconds:.3f} | {seconds/s['ludens']:.2f} |")


if __name__ == "__main__":
    main()
