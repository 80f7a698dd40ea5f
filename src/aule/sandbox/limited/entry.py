"""The first code of a limited child: `python -I -S entry.py REQUEST`, with the file to read as standard input.

It limits the process, imports one of our own modules and prints what that module tells of the file, a JSON object a
line, and a last line that says that all is told. It is run by its path, so it imports nothing of ours itself.
"""

from __future__ import annotations

import contextlib
import json
import os
import resource
import sys
from collections.abc import Iterable
from importlib import import_module
from typing import Any

END = "told"
"""The key of the last line: without it the child died on the way."""
_FORBIDDEN = ("socket.", "os.remove", "os.rename", "os.mkdir", "os.rmdir", "os.link", "os.symlink", "os.truncate")
_PROGRAMS = ("subprocess.", "os.exec", "os.fork", "os.posix_spawn", "os.system")
_WRITES = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND


def main() -> None:
    """Answer the request in the arguments."""
    request: dict[str, Any] = json.loads(sys.argv[1])
    limit(request["limits"])
    sys.path[:0] = request["paths"]
    module: Any = import_module(request["module"])
    with os.fdopen(0, "rb", closefd=False) as file, os.fdopen(1, "wb", closefd=False) as out:
        stay_inside(has_programs=bool(request["has_programs"]))
        told: Iterable[dict[str, Any]] = module.tell(file, request["argument"])
        for line in told:
            out.write(json.dumps(line).encode() + b"\n")
            out.flush()
        out.write(b'{"%s": true}\n' % END.encode())
    # Libraries written in C need not be taken down in order: the system takes everything back.
    os._exit(0)


def limit(limits: dict[str, int]) -> None:
    """Set limits of the operating system; where it lacks one, the caller's deadline remains."""
    known = {
        "memory": resource.RLIMIT_AS,
        "cpu_s": resource.RLIMIT_CPU,
        "written": resource.RLIMIT_FSIZE,
        "open_files": resource.RLIMIT_NOFILE,
        "dumped": resource.RLIMIT_CORE,
    }
    for name, wanted in limits.items():
        hard = resource.getrlimit(known[name])[1]
        most = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        with contextlib.suppress(ValueError, OSError):
            resource.setrlimit(known[name], (most, most))


def stay_inside(*, has_programs: bool) -> None:
    """Refuse connections, writing and programs to our own code: for systems on which nothing else does."""
    forbidden = _FORBIDDEN if has_programs else (*_FORBIDDEN, *_PROGRAMS)

    def refuse(event: str, arguments: tuple[Any, ...]) -> None:
        if event.startswith(forbidden):
            raise PermissionError(f"a limited child may not do {event}")
        # A number stands for a handle that is open already: the pipes to a program of the system.
        is_handle = event == "open" and isinstance(arguments[0], int)
        if event == "open" and not is_handle and isinstance(arguments[2], int) and arguments[2] & _WRITES:
            raise PermissionError("a limited child writes no file")

    sys.addaudithook(refuse)


if __name__ == "__main__":
    main()
