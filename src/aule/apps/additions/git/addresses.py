"""Addresses of repositories: `https://host/path.git`, then `#branch:folder` where these are not the usual ones."""

from __future__ import annotations

import re
from dataclasses import dataclass

SUFFIX = ".git"
_REF = re.compile(r"(?!.*\.\.)(?!.*//)[A-Za-z0-9_][A-Za-z0-9_.+/-]{0,199}(?<![/.])")
_PATH = re.compile(r"(?:[A-Za-z0-9_][A-Za-z0-9._-]*/){0,7}[A-Za-z0-9_][A-Za-z0-9._-]*")
_COMMIT = re.compile(r"[0-9a-f]{40}")


@dataclass(frozen=True, slots=True)
class GitAddress:
    """The address of a repository, with the branch and the folder that are used and the name of the index there."""

    repository: str
    ref: str
    """A branch, a tag or a whole commit; empty: what the server calls HEAD."""
    folder: str
    """Empty: the top of the repository."""
    index: str

    @property
    def is_commit(self) -> bool:
        """Whether one commit is named, and no branch or tag that may move."""
        return _COMMIT.fullmatch(self.ref) is not None

    @property
    def whole(self) -> str:
        """The address as it is kept."""
        return f"{self.repository}#{self.ref}:{self.folder + '/' if self.folder else ''}{self.index}"


def is_git(address: str) -> bool:
    """Return whether an address of the web is that of a repository."""
    return address.partition("#")[0].rstrip("/").endswith(SUFFIX)


def read_git(address: str, index: str) -> GitAddress | None:
    """Return what an address says, or None where it says something that cannot be."""
    repository, _, place = address.partition("#")
    ref, _, path = place.partition(":")
    if (ref and _REF.fullmatch(ref) is None) or (path and _PATH.fullmatch(path.rstrip("/")) is None):
        return None
    path = path.rstrip("/")
    folder, name = (path.rpartition("/")[0], path.rpartition("/")[2]) if path.endswith(".json") else (path, index)
    return GitAddress(repository.rstrip("/"), ref, folder, name)
