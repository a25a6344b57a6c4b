"""The program, and the C library beside it: where they are, and whether they are of this version."""

import os
import sys
import warnings
from functools import cache
from importlib import metadata
from pathlib import Path

from .version import __version__

BIN = Path(__file__).parent / "bin"
LIBRARY = "libludens" + {"darwin": ".dylib", "win32": ".dll"}.get(sys.platform, ".so")
SLOWER = "single episodes are about ten times slower by the program (docs/python.md, Transports)"


class VersionWarning(UserWarning):
    """The program or the library is of another version than the package."""


class LibraryWarning(UserWarning):
    """There is no C library, or it cannot be loaded: the program does its work."""


def path(named: str | None = None) -> str:
    """The program: the one that is named, else $LUDENS, else the one that the wheel has
    installed, else the one on the path."""
    return named or os.environ.get("LUDENS") or installed() or "ludens"


def library() -> str | None:
    """The path of the C library: what $LUDENS_LIBRARY names, else the one in the package."""
    named = os.environ.get("LUDENS_LIBRARY")
    if named:
        return named
    own = BIN / LIBRARY
    return str(own) if own.exists() else None


def without_library(why: str) -> None:
    """Warns that the program does the library's work, which it does slower."""
    warnings.warn(f"{why}: {SLOWER}", LibraryWarning, stacklevel=2)


@cache
def installed() -> str | None:
    """The program among the scripts of the installed wheel; None if the package came without one."""
    name = "ludens.exe" if sys.platform == "win32" else "ludens"
    try:
        files = metadata.files("ludens") or []
    except metadata.PackageNotFoundError:
        return None
    scripts = [Path(str(f.locate())) for f in files if f.name == name]
    scripts.append(Path(__file__).parent.parent / "bin" / name)  # of pip install --target
    return next((str(s.resolve()) for s in scripts if s.is_file()), None)


def check(release: str | None, where: str) -> None:
    """Warns of a release that is not the package's. None: built from a source that is no release."""
    if release is not None and release != "v" + __version__:
        warnings.warn(f"{where} is ludens {release}, and this package is {__version__}", VersionWarning, stacklevel=2)
