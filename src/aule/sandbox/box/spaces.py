"""Spaces: which folders a command sees, and which of them it may write."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class LentFolder:
    """A read-only folder from elsewhere that is mounted inside the root."""

    source: Path
    path: str
    """Where it is mounted, relative to the root."""


@dataclass(frozen=True, slots=True)
class Space:
    """The folder a command works in. The rest of the machine is hidden or read-only."""

    root: Path
    at: str | None = None
    """The path under which the command sees the root; by default its own."""
    is_writable: bool = True
    hidden: tuple[str, ...] = ()
    """Files and folders inside that are hidden."""
    protected: tuple[str, ...] = ()
    """Files and folders inside that are read-only."""
    lent: tuple[LentFolder, ...] = ()
    home: Path | None = None
    """A folder for HOME and temporary files, where the box cannot make one itself."""
    read_only: tuple[Path, ...] = ()
    """Folders and files elsewhere that are shown at their own paths, and cannot be changed."""
    has_network: bool = False
    """Whether the command has the network of this machine; only bubblewrap can tell it apart from none."""

    has_certificates: bool = False
    """Whether the command sees whose certificates count, for connections that are answered from outside the box."""

    @property
    def seen(self) -> str:
        """The path under which the command sees the root."""
        return self.at or str(self.root)

    @property
    def user(self) -> int | None:
        """The user the command runs as when we are root: the folder's owner, who then owns new files.

        None when nothing is to be changed: we are not root, the folder is root's, or its owner cannot reach it.
        """
        if os.geteuid() != 0:
            return None
        owner = self.root.stat().st_uid
        return owner if owner != 0 and reaches(owner, self.root) else None

    @property
    def readable(self) -> list[Path]:
        """Folders outside the root that are read-only: lent ones, shown ones, and the Python that runs us."""
        places = [*(lent.source for lent in self.lent), *self.read_only, *tools()]
        user = self.user
        return places if user is None else [place for place in places if reaches(user, place)]


NOBODY = 65534
"""The user without rights that owns a folder made for one command, when we are root."""

SYSTEM = ("/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32")
SETTINGS = ("ld.so.cache", "passwd", "group", "nsswitch.conf", "alternatives", "localtime", "mime.types")
"""Files under /etc that programs need; none with keys, passwords or network settings."""


NETWORK_SETTINGS = ("resolv.conf", "hosts", "ssl", "ca-certificates", "pki")
"""Files under /etc that a command with a network needs: how names are found, and whose certificates count."""


CERTIFICATES = ("ssl/certs", "ssl/openssl.cnf", "ca-certificates", "pki/tls/certs", "pki/ca-trust/extracted")
"""Files and folders under /etc that say whose certificates count; none holds a private key."""


def tools() -> list[Path]:
    """Return where our own Python is, if outside the system folders: scripts of a project may need it."""
    base = Path(os.path.realpath(sys.base_prefix))
    return [] if base == Path("/") or any(base.is_relative_to(place) for place in SYSTEM) else [base]


def is_shown(path: Path, read_only: Iterable[Path]) -> bool:
    """Return whether a command that is shown some folders sees a path: in them, the system's or our Python's."""
    return any(path.is_relative_to(place) for place in (*map(Path, SYSTEM), *tools(), *read_only))


def environment(space: Space, home: str, more: dict[str, str]) -> dict[str, str]:
    """Return the few variables a command gets. None of our own is inherited."""
    folders = ["/usr/local/bin", "/usr/bin", "/bin", "/usr/sbin", "/sbin"]
    folders += [f"{each}/bin" for each in tools() if each in space.readable]
    ours = {"PATH": ":".join(folders), "HOME": home, "TMPDIR": home, "LANG": "C.UTF-8"}
    return {**ours, **more}


def reaches(user: int, place: Path) -> bool:
    """Return whether a user can reach a place, by the permissions of the folders above it."""
    return all(_lets_through(folder, user) for folder in place.parents)


def _lets_through(folder: Path, user: int) -> bool:
    status = folder.stat()
    return bool(status.st_mode & (0o100 if status.st_uid == user else 0o001))
