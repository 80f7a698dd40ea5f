"""A process on a file system with plain renames only: `python -m tests.sandbox.plain_files ROOT NAME WRITES LINKS`.

The kernel itself refuses to exchange names, and with `LINKS` 0 also to link them, as network file systems do. The
process appends lines, and makes files whose names others want too; what it was told is in its own file beside ROOT.
"""

from __future__ import annotations

import ctypes
import errno
import os
import platform
import struct
import sys
from pathlib import Path

from aule.contracts.errors import ChangedMeanwhile
from aule.sandbox.workspace import Workspace
from aule.text.hashing import bytes_hash

_RENAMEAT2, _LINKAT = {"x86_64": (316, 265), "aarch64": (276, 37)}[platform.machine()]
_LOAD, _IF_EQUAL, _RETURN = 0x20, 0x15, 0x06
_ALLOW, _ERRNO = 0x7FFF0000, 0x00050000
_NO_NEW_RIGHTS, _SECCOMP, _FILTER = 38, 22, 2


def refuse(calls: dict[int, int]) -> None:
    """Have the kernel answer calls with errors, for this process and for good."""
    program = [struct.pack("HBBI", _LOAD, 0, 0, 0)]
    for call, error in calls.items():
        program += [
            struct.pack("HBBI", _IF_EQUAL, 0, 1, call),
            struct.pack("HBBI", _RETURN, 0, 0, _ERRNO | error),
        ]
    program.append(struct.pack("HBBI", _RETURN, 0, 0, _ALLOW))
    filters = ctypes.create_string_buffer(b"".join(program))
    whole = ctypes.create_string_buffer(struct.pack("HxxxxxxP", len(program), ctypes.addressof(filters)))
    libc = ctypes.CDLL(None, use_errno=True)
    assert libc.prctl(_NO_NEW_RIGHTS, 1, 0, 0, 0) == 0
    assert libc.prctl(_SECCOMP, _FILTER, ctypes.byref(whole), 0, 0) == 0, os.strerror(ctypes.get_errno())


def append(workspace: Workspace, path: str, line: str) -> None:
    """Add a line to a file, from what is there."""
    while True:
        text = workspace.read(path)
        try:
            workspace.write(path, text + f"{line}\n".encode(), base=bytes_hash(text))
        except ChangedMeanwhile:
            continue
        return


def main(root: Path, name: str, writes: int, has_links: bool) -> None:
    """Write, and note what was acknowledged."""
    refuse({_RENAMEAT2: errno.EINVAL} if has_links else {_RENAMEAT2: errno.EINVAL, _LINKAT: errno.EPERM})
    with Workspace.open(root) as workspace, (root.parent / f"{name}.told").open("w") as told:
        for number in range(writes):
            append(workspace, "lines.txt", f"{name} {number}")
            told.write(f"line {name} {number}\n")
            try:
                workspace.write(f"made/{number}.txt", name.encode(), base=None)
            except ChangedMeanwhile:
                continue
            told.write(f"made {number} {name}\n")


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2], int(sys.argv[3]), sys.argv[4] == "1")
