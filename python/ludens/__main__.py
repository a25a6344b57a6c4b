"""python -m ludens: the program, with the arguments that follow."""

import os
import subprocess
import sys

from .program import path


def main() -> int:
    command = [path(), *sys.argv[1:]]
    try:
        if sys.platform == "win32":  # where exec returns to the shell before the program ends
            return subprocess.call(command)
        os.execvp(command[0], command)
    except OSError as err:
        print(f"{command[0]}: {err.strerror}; set LUDENS to the path of the program", file=sys.stderr)
        return 127


if __name__ == "__main__":
    sys.exit(main())
