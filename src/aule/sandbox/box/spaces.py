"""Spaces: which folders a command sees, and which of them it may write."""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Lent:
    """A folder from elsewhere that is seen inside the root, and only read."""

    source: Path
    path: str
    """Where it is seen, relative to the root."""


@dataclass(frozen=True, slots=True)
class Space:
    """One folder to work in. Everything else of the machine is not there, or only read."""

    root: Path
    at: str | None = None
    """The path under which the command sees it; its own when none is said."""
    is_writable: bool = True
    hidden: tuple[str, ...] = ()
    """Files and folders inside that nobody may see."""
    protected: tuple[str, ...] = ()
    """Files and folders inside that are only read."""
    lent: tuple[Lent, ...] = ()
    home: Path | None = None
    """A folder for HOME and temporary files, where the box cannot make one itself."""

    @property
    def seen(self) -> str:
        """The path under which the command sees the root."""
        return self.at or str(self.root)

    @property
    def user(self) -> int | None:
        """Whose rights the command gets when we are root: those of the folder's owner, who then owns what it makes.

        None when nothing is to be changed: we are not root, the folder is root's, or its owner does not get there.
        """
        if os.geteuid() != 0:
            return None
        owner = self.root.stat().st_uid
        return owner if owner != 0 and reaches(owner, self.root) else None

    @property
    def readable(self) -> list[Path]:
        """Folders outside the root that are read: those that are lent, and the Python that runs us."""
        places = [*(lent.source for lent in self.lent), *tools()]
        user = self.user
        return places if user is None else [place for place in places if reaches(user, place)]


NOBODY = 65534
"""The user without rights to whom a folder is given that was made for one command, when we are root."""

SYSTEM = ("/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32")
SETTINGS = ("ld.so.cache", "passwd", "group", "nsswitch.conf", "alternatives", "localtime", "mime.types")
"""What programs look for under /etc; keys and passwords are not among it, nor what only a network would need."""


def tools() -> list[Path]:
    """Where the Python that runs us lives, when that is not part of the system: scripts of a project may need it."""
    base = Path(os.path.realpath(sys.base_prefix))
    return [] if base == Path("/") or any(base.is_relative_to(place) for place in SYSTEM) else [base]


def environment(space: Space, home: str, more: dict[str, str]) -> dict[str, str]:
    """The few variables a command gets. Nothing of ours is handed down."""
    folders = ["/usr/local/bin", "/usr/bin", "/bin", "/usr/sbin", "/sbin"]
    folders += [f"{each}/bin" for each in tools() if each in space.readable]
    ours = {"PATH": ":".join(folders), "HOME": home, "TMPDIR": home, "LANG": "C.UTF-8"}
    return {**ours, **more}


def reaches(user: int, place: Path) -> bool:
    """Whether a user gets to a place, as far as the folders above it say."""
    return all(_lets_through(folder, user) for folder in place.parents)


def _lets_through(folder: Path, user: int) -> bool:
    status = folder.stat()
    return bool(status.st_mode & (0o100 if status.st_uid == user else 0o001))
