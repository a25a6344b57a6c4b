"""Networks evaluated by PyTorch."""

import json
from typing import Any

import numpy as np

from .device_library import Frame, Refused, imported


class PyTorch:
    def __init__(self, provider: str, precision: str):
        self._torch = torch = imported("torch", "torch", "torch", (2, 0))
        self.version = f"torch {torch.__version__}"
        self.device = ""
        if provider == "cuda":
            if not torch.cuda.is_available():
                raise Refused(f"{self.version} finds no CUDA device here: its card, driver or CUDA build is missing")
            self.device = torch.cuda.get_device_name(0)
            torch.backends.cuda.matmul.allow_tf32 = torch.backends.cudnn.allow_tf32 = False
        if provider == "mps" and not torch.backends.mps.is_available():
            raise Refused(f"{self.version} finds no MPS device here: it wants a Mac with Apple's GPU")
        self._on, self._half = torch.device(provider), precision == "fp16"

    def load(self, network: bytes, spec: dict[str, Any], frame: Frame) -> "Module":
        weights = {}
        for name, numbers in tensors(network).items():
            t = self._torch.from_numpy(numbers).to(self._on)
            weights[name] = t.half() if self._half else t
        return Module(self._torch, weights, spec, frame, self._on, self._half)


def tensors(file: bytes) -> dict[str, "np.ndarray[Any, np.dtype[np.float32]]"]:
    """The numbers of a file in the safetensors layout, float32."""
    head = 8 + int.from_bytes(file[:8], "little")
    told = json.loads(file[8:head])
    return {
        name: np.frombuffer(file[head + t["data_offsets"][0] : head + t["data_offsets"][1]], "<f4").reshape(t["shape"]).copy()
        for name, t in told.items()
    }


class Module:
    """A residual network, batch norm folded: nn/spec.go has its layers."""

    def __init__(self, torch: Any, weights: dict[str, Any], spec: dict[str, Any], frame: Frame, on: Any, half: bool):
        self._torch, self._weights, self._spec, self._frame = torch, weights, spec, frame
        self._on, self._type = on, torch.float16 if half else torch.float32
        self._whole = on.type != "cpu"
        self._obs = torch.from_numpy(frame.obs)
        self._answers = [torch.from_numpy(a) for a in (frame.logits, frame.wdl, frame.score)]

    def run(self, rows: int) -> None:
        asked = self._frame.batch if self._whole else rows
        with self._torch.inference_mode():
            obs = self._obs[:asked].to(self._on, self._type)
            for answer, got in zip(self._answers, self._forward(obs)):
                answer[:rows].copy_(got[:rows])

    def _forward(self, x: Any) -> list[Any]:
        """Logits, probabilities of win, draw and loss, and the score where there is one."""
        torch, spec = self._torch, self._spec
        x = torch.relu(self._conv("stem", x))
        for i in range(spec["blocks"]):
            y = torch.relu(self._conv(f"block{i}.first", x))
            x = torch.relu(self._conv(f"block{i}.second", y) + x)
        features = torch.relu(self._conv("policy.features", x))
        logits = []
        if spec["policy_planes"]:
            logits.append(self._conv("policy.planes", features).flatten(1))
        if spec["globals"]:
            logits.append(self._dense("policy.globals", features.flatten(1)))
        value = torch.relu(self._conv("value.features", x))
        hidden = torch.relu(self._dense("value.hidden", value.flatten(1)))
        answers = [torch.cat(logits, 1).float(), torch.softmax(self._dense("value.wdl", hidden).float(), 1)]
        if spec.get("score"):
            parts = torch.softmax(self._dense("value.score", hidden).float(), 1)
            answers.append(parts[:, 0] - parts[:, 1])
        return answers

    def _conv(self, layer: str, x: Any) -> Any:
        weight = self._weights[layer + ".weight"]
        return self._torch.nn.functional.conv2d(x, weight, self._weights[layer + ".bias"], padding=weight.shape[2] // 2)

    def _dense(self, layer: str, x: Any) -> Any:
        return self._torch.addmm(self._weights[layer + ".bias"], x, self._weights[layer + ".weight"])
