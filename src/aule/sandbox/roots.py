"""Roots: which folders of the machine may become a workspace."""

from __future__ import annotations

import os
from pathlib import Path

from aule.contracts.errors import OutsideScope

SYSTEM = ("/bin", "/boot", "/dev", "/etc", "/lib", "/lib64", "/proc", "/run", "/sbin", "/sys", "/usr", "/System")
CREDENTIALS = (".ssh", ".gnupg", ".aws", ".kube", ".docker", ".password-store")


def allowed_root(root: Path | str, home: Path, *, user: Path | None = None) -> Path:
    """Return the real folder behind `root`, if agents may work in it.

    Refused are: anything that contains the data directory `home` or the user's own home folder, the inside of the data
    directory but for its projects, and folders of the system or of keys.
    """
    if "\0" in str(root):
        raise _refused(root, "has a NUL in its name")
    real = Path(os.path.realpath(root))
    home = Path(os.path.realpath(home))
    user = Path(os.path.realpath(Path.home() if user is None else user))
    projects = home / "projects"
    if projects in real.parents:
        return real
    if real == home or home in real.parents:
        raise _refused(root, "is inside the data directory of auleOS")
    if real in home.parents:
        raise _refused(root, "contains the data directory of auleOS")
    if real == user or real in user.parents:
        raise _refused(root, "contains your whole home folder")
    for folder in (*map(Path, SYSTEM), *(user / name for name in CREDENTIALS)):
        if real == folder or folder in real.parents:
            raise _refused(root, f"is part of {str(folder)!r}")
    return real


def _refused(root: Path | str, why: str) -> OutsideScope:
    return OutsideScope(
        f"The folder {str(root)!r} cannot be a workspace: it {why}.",
        field="root",
        hint="Choose a folder of its own for the project, for example ~/projects/my-project.",
    )
