"""The network of ludens as a PyTorch module: docs/weights.md.

`ludens import` reads what this writes: torch's state_dict as safetensors, or ONNX.
"""

import torch
import torch.nn.functional as F
from torch import nn


class ConvNorm(nn.Module):
    """A convolution with a border of zeros, and batch norm."""

    def __init__(self, inputs, outputs, side):
        super().__init__()
        self.conv = nn.Conv2d(inputs, outputs, side, padding=side // 2, bias=False)
        self.norm = nn.BatchNorm2d(outputs)

    def forward(self, x):
        return self.norm(self.conv(x))


class Block(nn.Module):
    """Two convolutions, and what came in added to what comes out."""

    def __init__(self, channels):
        super().__init__()
        self.first = ConvNorm(channels, channels, 3)
        self.second = ConvNorm(channels, channels, 3)

    def forward(self, x):
        return F.relu(self.second(F.relu(self.first(x))) + x)


class Policy(nn.Module):
    """Logits of the actions: plane by plane, each row by row, then the globals."""

    def __init__(self, channels, features, planes, globals, cells):
        super().__init__()
        self.features = ConvNorm(channels, features, 1)
        if planes:
            self.planes = nn.Conv2d(features, planes, 1)
        if globals:
            self.globals = nn.Linear(features * cells, globals)

    def forward(self, x):
        x, logits = F.relu(self.features(x)), []
        if hasattr(self, "planes"):
            logits.append(self.planes(x).flatten(1))
        if hasattr(self, "globals"):
            logits.append(self.globals(x.flatten(1)))
        return torch.cat(logits, 1) if len(logits) > 1 else logits[0]


class Value(nn.Module):
    """Logits of win, draw and loss for the side to move, and of the two parts of its score."""

    def __init__(self, channels, features, hidden, cells, score):
        super().__init__()
        self.features = ConvNorm(channels, features, 1)
        self.hidden = nn.Linear(features * cells, hidden)
        self.wdl = nn.Linear(hidden, 3)
        if score:
            self.score = nn.Linear(hidden, 2)

    def forward(self, x):
        x = F.relu(self.hidden(F.relu(self.features(x)).flatten(1)))
        return (self.wdl(x), self.score(x)) if hasattr(self, "score") else (self.wdl(x),)


class Network(nn.Module):
    """observations [n, planes, rows, cols] -> logits of actions, of win, draw and loss.

    shape is the game's: planes, rows, columns of an observation. So are actions: as many
    planes of actions, one for each square, as fit, and the rest as globals.
    """

    def __init__(self, shape, actions, channels=32, blocks=3, policy=8, value=4, hidden=32, score=False):
        super().__init__()
        planes, rows, cols = shape
        cells = rows * cols
        self.stem = ConvNorm(planes, channels, 3)
        self.blocks = nn.ModuleList(Block(channels) for _ in range(blocks))
        self.policy = Policy(channels, policy, actions // cells, actions % cells, cells)
        self.value = Value(channels, value, hidden, cells, score)

    def forward(self, x):
        x = F.relu(self.stem(x))
        for block in self.blocks:
            x = block(x)
        return self.policy(x), *self.value(x)


OUTPUTS = ("policy_logits", "wdl_logits", "score_logits")  # in the order of forward; the last may be missing
