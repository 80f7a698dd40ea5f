"""A fingerprint of everything in a folder: what a test compares to prove that nothing there was touched."""

from __future__ import annotations

import hashlib
import os
import stat
from pathlib import Path


def tree_hash(root: Path) -> str:
    """One hash over every name, kind, permission, content and link in a folder."""
    digest = hashlib.sha256()
    for folder, folders, files in os.walk(root):
        folders.sort()
        for name in sorted([*files, *folders]):
            path = Path(folder) / name
            status = path.lstat()
            digest.update(f"{path.relative_to(root).as_posix()!r} {status.st_mode:o} {status.st_nlink}\n".encode())
            if stat.S_ISLNK(status.st_mode):
                digest.update(os.fsencode(path.readlink()))
            elif stat.S_ISREG(status.st_mode):
                digest.update(path.read_bytes())
    return digest.hexdigest()
