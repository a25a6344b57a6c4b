"""The version of the package and of the program in its wheel."""

__version__ = "0.3.0"
