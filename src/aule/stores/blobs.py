"""Blobs: contents kept under their own fingerprint, so that nothing is stored twice and nothing rots unseen."""

from __future__ import annotations

import re
from pathlib import Path

from aule.contracts.errors import Corrupt, Invalid, NotFound
from aule.contracts.hashing import bytes_hash
from aule.stores.atomic import sync_directory, write_atomic

_SHA = re.compile(r"[0-9a-f]{64}")


class Blobs:
    """A folder of contents, each in the file `ab/cdef…` that its sha256 names."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def put(self, content: bytes) -> str:
        """Keep some bytes and give their sha256. A damaged earlier copy is repaired."""
        sha = bytes_hash(content)
        path = self.path(sha)
        if _same(path, content):
            return sha
        if not path.parent.is_dir():
            path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            sync_directory(path.parent.parent)
        write_atomic(path, content)
        return sha

    def get(self, sha: str) -> bytes:
        """The bytes with this sha256; `Corrupt` if they are no longer those that were put."""
        try:
            content = self.path(sha).read_bytes()
        except FileNotFoundError:
            raise NotFound(
                f"There is no content {sha!r}.", hint="It was deleted, or belongs to another data directory."
            ) from None
        if bytes_hash(content) != sha:
            raise Corrupt(f"The content {sha!r} was damaged on disk.", hint="Restore the data directory from a backup.")
        return content

    def has(self, sha: str) -> bool:
        """Whether this content is there."""
        return self.path(sha).is_file()

    def delete(self, sha: str) -> None:
        """Forget a content; one that is not there is fine."""
        self.path(sha).unlink(missing_ok=True)

    def path(self, sha: str) -> Path:
        """Where this content is kept, or would be."""
        if _SHA.fullmatch(sha) is None:
            raise Invalid(f"{sha!r} is not a sha256 fingerprint.", hint="Give 64 hexadecimal digits, lower case.")
        return self._path / sha[:2] / sha[2:]


def _same(path: Path, content: bytes) -> bool:
    try:
        return path.stat().st_size == len(content) and path.read_bytes() == content
    except FileNotFoundError:
        return False
