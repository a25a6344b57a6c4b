"""The version is one in the package and the program; another one, and a library that is missing, are noticed."""

import os
import re
import subprocess
import sys
import warnings
from pathlib import Path

import pytest

import ludens
from ludens import program

FAKE = """#!{python}
import json, sys
for line in sys.stdin:
    about = dict(game="tictactoe", version=1, actions=9, shape=[2, 3, 3], max_ply=9, roles=["a", "b"], **{release})
    print(json.dumps(about), flush=True)
"""


def test_the_version_is_where_wheels_look_for_it():
    assert re.fullmatch(r"\d+\.\d+\.\d+", ludens.__version__)
    assert f'__version__ = "{ludens.__version__}"\n' in (Path(ludens.__file__).parent / "version.py").read_text()


def told(tmp_path, release):
    """The warnings at a program that says its release."""
    fake = tmp_path / "ludens"
    fake.write_text(FAKE.format(python=sys.executable, release=release))
    fake.chmod(0o755)
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        ludens.Client("tictactoe", program=str(fake)).close()
    return [str(w.message) for w in caught if w.category is ludens.VersionWarning]


@pytest.mark.skipif(sys.platform == "win32", reason="wants scripts that are programs")
def test_another_version_is_noticed(tmp_path):
    assert told(tmp_path, {"release": "v" + ludens.__version__}) == []
    assert told(tmp_path, {}) == []  # built from a source that is no release
    (warning,) = told(tmp_path, {"release": "v0.0.1"})
    assert warning == f"{tmp_path}/ludens is ludens v0.0.1, and this package is {ludens.__version__}"


def test_a_missing_library_is_said(monkeypatch, tmp_path):
    """Without LUDENS_LIBRARY and LUDENS, as in an installed wheel that has none."""
    monkeypatch.setattr(program, "BIN", tmp_path)
    monkeypatch.setattr(program, "installed", lambda found=program.path(): found)
    for name in ("LUDENS_LIBRARY", "LUDENS", "LUDENS_TRANSPORT"):
        monkeypatch.delenv(name, raising=False)
    with pytest.warns(ludens.LibraryWarning, match="this package has no C library: single episodes are about ten times slower"):
        played_by("shared")
    with warnings.catch_warnings():  # no warning where the transport was chosen
        warnings.simplefilter("error")
        ludens.Client("tictactoe", transport="shared").close()
    with pytest.raises(ludens.Error, match="there is no library"):
        ludens.Client("tictactoe", transport="library")


@pytest.mark.parametrize("named", [False, True])
def test_a_broken_library_is_said(named, tmp_path):
    """In a process of its own, since a library stays loaded."""
    (tmp_path / program.LIBRARY).write_text("no library")
    code = f"""
import warnings, pathlib, ludens
from ludens import program
program.BIN = pathlib.Path({str(tmp_path)!r})
with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("always")
    c = ludens.Client("tictactoe")
    c.reset([1])
    print(c.transport, [w.category.__name__ for w in caught])
"""
    env = {k: v for k, v in os.environ.items() if k != "LUDENS_LIBRARY"} | {"LUDENS": program.path()}
    if named:
        env["LUDENS_LIBRARY"] = str(tmp_path / program.LIBRARY)
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=env)
    if named:
        assert "ludens.transport.Unloadable" in said.stderr and said.returncode == 1
    else:
        assert said.stdout == "shared ['LibraryWarning']\n", said.stderr


def played_by(transport):
    c = ludens.Client("tictactoe")
    c.reset([1])
    assert c.transport == transport
    c.close()


def test_python_m_is_the_program():
    ours = subprocess.run([sys.executable, "-m", "ludens", "--version"], capture_output=True, text=True)
    theirs = subprocess.run([program.path(), "--version"], capture_output=True, text=True)
    assert ours.stdout == theirs.stdout and ours.stdout.startswith("ludens ")
    wrong = subprocess.run([sys.executable, "-m", "ludens", "dance"], capture_output=True, text=True)
    assert wrong.returncode == 2 and 'unknown verb "dance"' in wrong.stderr
    env = os.environ | {"LUDENS": "/nowhere/ludens"}
    missing = subprocess.run([sys.executable, "-m", "ludens"], capture_output=True, text=True, env=env)
    assert missing.returncode == 127 and missing.stderr.startswith("/nowhere/ludens: No such file")
