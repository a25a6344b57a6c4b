"""The process that evaluates networks: its orders, its memory and its errors. Go's tests of
internal/device ask it for networks."""

import io
import json
import os

import pytest

from ludens import device, device_library


def obeyed(*lines):
    answers = io.StringIO()
    device.serve(io.BytesIO("\n".join(lines).encode()), answers)
    return [json.loads(line) for line in answers.getvalue().splitlines()]


def test_each_line_has_one_answer():
    told = obeyed("nonsense", '{"do": "dance"}', '{"do": "run", "network": 7, "rows": 1}', '{"do": "open", "protocol": 2, "library": "ort", "provider": "cpu", "precision": "fp32"}')
    assert [set(t) for t in told] == [{"error"}, {"error"}, {"error"}, {"protocol"}]
    assert told[3] == {"protocol": device.PROTOCOL} and device.PROTOCOL != 2
    assert told[0]["error"].startswith("JSONDecodeError: ") and told[1]["error"] == "KeyError: 'dance'"


def test_memory_that_is_not_there_is_an_error_before_it_is_touched():
    if not hasattr(os, "posix_fallocate"):
        pytest.skip("reserves nothing here")
    [told] = obeyed(json.dumps({"do": "share", "network": 1, "bytes": 1 << 62}))
    assert told["error"].startswith("no 4398046511104 MiB of shared memory: ")


def test_memory_is_shared_by_its_file():
    server = device.Device()
    path = server.share(1, 8192)["file"]
    with open(path, "r+b") as file:
        assert len(file.read()) == 8192
        file.seek(100)
        file.write(b"seen")
    assert server._memories[1][100:104] == b"seen"
    server._forget()
    assert not os.path.exists(path)


@pytest.mark.parametrize(
    ("err", "want"),
    [
        (MemoryError("x"), "out of memory: x; a smaller batch=N in --device needs less"),
        (RuntimeError("CUDA out of memory.\n Tried to allocate"), "out of memory: CUDA out of memory. Tried to allocate; a smaller"),
        (RuntimeError("BFCArena: Failed to allocate memory"), "out of memory: "),
        (RuntimeError("no kernel image"), "RuntimeError: no kernel image"),
        (device_library.Refused("no card"), "no card"),
    ],
)
def test_errors_are_one_line(err, want):
    assert device.explained(err).startswith(want) and "\n" not in device.explained(err)


def test_versions():
    assert device_library.imported("numpy", "numpy", "ort", (1, 26)).__name__ == "numpy"
    with pytest.raises(device_library.Refused, match="is too old, want 99.0 or later: pip install --upgrade numpy"):
        device_library.imported("numpy", "numpy", "ort", (99, 0))
    with pytest.raises(device_library.Refused, match=r"cannot import no_such_module .*: pip install 'ludens\[ort\]'"):
        device_library.imported("no_such_module", "x", "ort", (1, 0))
