"""Writes the files beside it: a small network of PyTorch, and what it answers.

    python nn/onnx/testdata/torch.py    # torch 2.12, onnx, onnxscript, safetensors
"""

import pathlib
import sys
import warnings

HERE = pathlib.Path(__file__).parent
sys.path[0] = str(HERE.parents[2] / "scripts" / "weights")  # and not this folder, whose file is called torch
warnings.simplefilter("ignore")

import onnx
import torch
from network import OUTPUTS, Network
from safetensors.torch import save_file

torch.manual_seed(1)
net = Network((2, 3, 4), 27, channels=5, blocks=2, policy=3, value=2, hidden=6, score=True)
for name, p in net.state_dict().items():
    if name.endswith("running_var") or name.endswith("norm.weight"):
        p.copy_(0.5 + torch.rand(p.shape))
    elif name.endswith("bias") or name.endswith("running_mean"):
        p.copy_(torch.rand(p.shape) - 0.5)
net.eval()
obs = torch.rand(3, 2, 3, 4)
with torch.no_grad():
    logits, wdl, score = net(obs)
parts = score.softmax(1)
save_file({"obs": obs, "policy_logits": logits, "wdl": wdl.softmax(1), "score": parts[:, 0] - parts[:, 1]}, HERE / "answers.safetensors")
save_file(net.state_dict(), HERE / "state_dict.safetensors")

names = dict(input_names=["obs"], output_names=list(OUTPUTS))
legacy = dict(names, dynamo=False, dynamic_axes={"obs": {0: "n"}})
torch.onnx.export(net, (obs,), HERE / "dynamo.onnx", **names, external_data=False, dynamic_shapes=({0: torch.export.Dim("n")},))
torch.onnx.export(net, (obs,), HERE / "legacy.onnx", **legacy)
torch.onnx.export(net, (obs,), HERE / "unfolded.onnx", **legacy, do_constant_folding=False, training=torch.onnx.TrainingMode.PRESERVE)

slim = onnx.load(HERE / "dynamo.onnx")  # without the traces of where in a program each operator was made
for part in (slim.graph, *slim.graph.node, *slim.graph.input, *slim.graph.output, *slim.graph.value_info):
    del part.metadata_props[:]
onnx.save(slim, HERE / "dynamo.onnx")
