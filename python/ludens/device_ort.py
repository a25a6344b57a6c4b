"""Networks evaluated by ONNX Runtime."""

import subprocess
from typing import Any

import numpy as np

from .device_library import Frame, Refused, imported

PROVIDERS = {
    "cpu": "CPUExecutionProvider",
    "cuda": "CUDAExecutionProvider",
    "tensorrt": "TensorrtExecutionProvider",
    "coreml": "CoreMLExecutionProvider",
    "directml": "DmlExecutionProvider",
    "openvino": "OpenVINOExecutionProvider",
}

PACKAGES = {
    "cpu": "onnxruntime",
    "cuda": "onnxruntime-gpu",
    "tensorrt": "onnxruntime-gpu",
    "coreml": "onnxruntime",
    "directml": "onnxruntime-directml",
    "openvino": "onnxruntime-openvino",
}


class OnnxRuntime:
    def __init__(self, provider: str, precision: str):
        package = PACKAGES[provider]
        self._ort = imported("onnxruntime", package, "ort", (1, 17))
        self._provider, self._precision = PROVIDERS[provider], precision
        self.version = "onnxruntime " + self._ort.__version__
        here = self._ort.get_available_providers()
        if self._provider not in here:
            raise Refused(f"{self.version} has no {self._provider} here, only {', '.join(here)}: pip install {package}")
        self.device = card() if provider in ("cuda", "tensorrt") else ""

    def load(self, network: bytes, spec: dict[str, Any], frame: Frame) -> "Session":
        options = self._ort.SessionOptions()
        options.log_severity_level = 4  # what is wrong comes as an exception
        options.add_session_config_entry("session.intra_op.allow_spinning", "0")  # searches want the cores
        if self._provider == PROVIDERS["directml"]:
            options.enable_mem_pattern = False
        chain: list[Any] = [(self._provider, self._settings(spec, frame.batch))]
        if self._provider != PROVIDERS["cpu"]:
            chain.append(PROVIDERS["cpu"])  # for operators that the provider lacks
        session = self._ort.InferenceSession(network, options, providers=chain)
        if session.get_providers()[0] != self._provider:
            raise Refused(f"{self._provider} does not start here: its device, driver or libraries are missing")
        return Session(session, frame, whole=self._provider != PROVIDERS["cpu"])

    def _settings(self, spec: dict[str, Any], batch: int) -> dict[str, str]:
        """The provider's options, for frames of one shape."""
        half = self._precision == "fp16"
        if self._provider == PROVIDERS["cuda"]:
            return {"cudnn_conv_algo_search": "HEURISTIC", "use_tf32": "0"}
        if self._provider == PROVIDERS["tensorrt"]:
            shape = f"obs:{batch}x{spec['planes']}x{spec['rows']}x{spec['cols']}"
            return {
                "trt_fp16_enable": str(half),
                "trt_profile_min_shapes": shape,
                "trt_profile_opt_shapes": shape,
                "trt_profile_max_shapes": shape,
            }
        return {}


class Session:
    """A network. An accelerator computes whole frames: equal shapes, equal kernels."""

    def __init__(self, session: Any, frame: Frame, whole: bool):
        self._session, self._frame, self._whole = session, frame, whole
        self._answers = {"policy_logits": frame.logits, "wdl": frame.wdl, "score": frame.score}
        self._bound = 0  # rows that the binding is of

    def run(self, rows: int) -> None:
        asked = self._frame.batch if self._whole else rows
        if asked != self._bound:
            self._bind(asked)
        self._session.run_with_iobinding(self._binding)

    def _bind(self, rows: int) -> None:
        """Has the session read and write the shared memory itself."""
        binding = self._session.io_binding()
        obs = self._frame.obs[:rows]
        binding.bind_input("obs", "cpu", 0, np.float32, obs.shape, obs.ctypes.data)
        for output in self._session.get_outputs():
            answer = self._answers[output.name][:rows]
            binding.bind_output(output.name, "cpu", 0, np.float32, answer.shape, answer.ctypes.data)
        self._binding, self._bound = binding, rows


def card() -> str:
    """The name of the first NVIDIA card, as far as it can be found out."""
    try:
        told = subprocess.run(["nvidia-smi", "--query-gpu=name", "--format=csv,noheader"], capture_output=True, text=True, timeout=20)
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return told.stdout.split("\n")[0].strip()
