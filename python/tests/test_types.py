"""The package is typed, and mypy says so."""

import subprocess
import sys
from pathlib import Path

import pytest


def test_mypy_strict():
    pytest.importorskip("mypy")
    told = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "--cache-dir", "/dev/null", "ludens"],
        capture_output=True,
        text=True,
        cwd=Path(__file__).parent.parent,
    )
    assert told.returncode == 0, told.stdout
