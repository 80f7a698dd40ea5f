"""Blobs: contents kept under their own fingerprint, so that nothing is stored twice and nothing rots unseen."""

from __future__ import annotations

import hashlib
import os
import re
import secrets
from collections.abc import Generator, Iterable
from contextlib import contextmanager, suppress
from pathlib import Path

from aule.contracts.errors import Corrupt, Invalid, NotFound, Unavailable, storage_error
from aule.stores.home.atomic import (
    PRIVATE,
    Fingerprint,
    fingerprint,
    sync_directory,
    sync_file,
    sync_filesystem,
    write_all,
    write_unsynced,
)
from aule.text.hashing import bytes_hash
from aule.text.media import HEAD

_SHA = re.compile(r"[0-9a-f]{64}")
_WAITING = ".incoming"
_ASIDE = ".aside"
FRESH_S = 3_600.0
"""Seconds for which a content that was put stays whatever names it."""
MOST_LASTING = 10_000
"""How many contents are remembered as being on the disk for good; any other is flushed once more."""


class Incoming:
    """A content on its way in, piece by piece: counted and hashed as it arrives."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor
        self._hash = hashlib.sha256()
        self.size = 0
        self.head = b""
        """Its first bytes, by which it is recognised."""

    def write(self, piece: bytes) -> None:
        """Take the next piece."""
        with _told():
            write_all(self._descriptor, piece)
        self._hash.update(piece)
        self.size += len(piece)
        if len(self.head) < HEAD:
            self.head += piece[: HEAD - len(self.head)]

    def sync(self) -> None:
        """Put what has arrived on the disk. Takes a while for a large one, so not on the loop."""
        with _told():
            os.fsync(self._descriptor)

    @property
    def sha256(self) -> str:
        """The fingerprint of what has arrived."""
        return self._hash.hexdigest()


class Blobs:
    """A folder of contents, each in the file `ab/cdef…` that its sha256 names."""

    is_shared = False
    """Whether other machines keep their contents in the same place."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._sound: dict[str, Fingerprint] = {}
        """Contents that were found undamaged, as their files stood then."""
        self._lasting: set[str] = set()
        """Contents that this process has put where a power cut cannot take them; others may be on their way there."""
        self._folders: set[str] = set()
        """Folders of contents, some 256 at most, whose own names are there to stay."""

    def put(self, content: bytes) -> str:
        """Keep some bytes and give their sha256. A damaged earlier copy is repaired."""
        sha = bytes_hash(content)
        path = self.path(sha)
        with _told():
            if not (_same(path, content) and _is_touched(path)):
                if not path.parent.is_dir():
                    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
                    self._folders.discard(path.parent.name)
                write_unsynced(path, content)
            elif sha in self._lasting:
                return sha
            # Named first, flushed after: one wait for the disk covers the content, its name and its folder's. Half a
            # content under a name is told by its hash, and nobody refers to it before this returns.
            sync_file(path)
            sync_directory(path.parent)
            if path.parent.name not in self._folders:
                sync_directory(path.parent.parent)
                self._folders.add(path.parent.name)
        if len(self._lasting) >= MOST_LASTING:
            self._lasting.clear()
        self._lasting.add(sha)
        return sha

    def put_many(self, contents: Iterable[bytes]) -> list[str]:
        """Keep many contents on this machine with one wait for the disk, and give their sha256 in order."""
        shas: list[str] = []
        is_new = False
        with _told():
            for content in contents:
                sha = bytes_hash(content)
                shas.append(sha)
                path = self.path(sha)
                if not (_is_there(path, len(content)) and _is_touched(path)):
                    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
                    write_unsynced(path, content)
                    is_new = True
            if is_new:
                sync_filesystem(self._path)
        return shas

    @contextmanager
    def receiving(self) -> Generator[Incoming]:
        """Take a content piece by piece; it is kept when the block ends well, and leaves nothing when it raises."""
        waiting = self._path / _WAITING
        temporary = waiting / secrets.token_hex(16)
        flags = os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC
        with _told():
            waiting.mkdir(mode=0o700, parents=True, exist_ok=True)
            descriptor = os.open(temporary, flags, PRIVATE)
        try:
            try:
                incoming = self._incoming(descriptor)
                yield incoming
                incoming.sync()
            finally:
                os.close(descriptor)
            with _told():
                self._keep(temporary, incoming.sha256)
        finally:
            temporary.unlink(missing_ok=True)

    def set_aside(self, sha: str, now: float) -> bool:
        """Put a content where nobody finds it, until it is dropped or put back; not one that was put in the last hour.

        Whoever puts the same content meanwhile makes it anew.
        """
        path, aside = self.path(sha), self._path / _ASIDE / sha
        aside.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        try:
            os.replace(path, aside)
        except FileNotFoundError:
            return False
        # Looked at only now: somebody who put it before the move touched it, and after the move makes another file.
        if aside.stat().st_mtime > now - FRESH_S:
            self._put_back(aside)
            return False
        self._lasting.discard(sha)
        self._sound.pop(sha, None)
        return True

    def drop_aside(self, sha: str) -> int:
        """Remove a content that was set aside, for good; return its size in bytes."""
        aside = self._path / _ASIDE / sha
        size = aside.stat().st_size
        aside.unlink()
        return size

    def put_back_all(self) -> None:
        """Put every content back that was set aside, by this process or one that was killed."""
        with suppress(FileNotFoundError):
            for aside in (self._path / _ASIDE).iterdir():
                self._put_back(aside)

    def _put_back(self, aside: Path) -> None:
        path = self.path(aside.name)
        if path.exists():
            aside.unlink(missing_ok=True)
        else:
            os.replace(aside, path)

    def sweep(self) -> None:
        """Clear away contents that were on their way in when the process was killed, and put back what was aside."""
        self.put_back_all()
        with suppress(FileNotFoundError):
            for leftover in (self._path / _WAITING).iterdir():
                leftover.unlink(missing_ok=True)

    def sound(self, sha: str) -> Path:
        """The file of a content that is undamaged; looked through once, and again when the file was touched."""
        path = self.path(sha)
        now = fingerprint(path)
        if now is None:
            raise _missing(sha)
        if self._sound.get(sha) != now:
            with path.open("rb") as file:
                if hashlib.file_digest(file, "sha256").hexdigest() != sha:
                    raise _damaged(sha)
            self._sound[sha] = now
        return path

    def get(self, sha: str) -> bytes:
        """The bytes with this sha256; `Corrupt` if they are no longer those that were put."""
        try:
            content = self.path(sha).read_bytes()
        except FileNotFoundError:
            raise _missing(sha) from None
        if bytes_hash(content) != sha:
            raise _damaged(sha)
        return content

    def head(self, sha: str, most: int) -> bytes:
        """The first bytes of a content."""
        with self.sound(sha).open("rb") as file:
            return file.read(most)

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

    def close(self) -> None:
        """Let go of what is held; the contents stay."""

    def _incoming(self, descriptor: int) -> Incoming:
        return Incoming(descriptor)

    def _keep(self, temporary: Path, sha: str) -> None:
        path = self.path(sha)
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        sync_directory(path.parent.parent)
        os.replace(temporary, path)
        sync_directory(path.parent)
        if (now := fingerprint(path)) is not None:
            self._sound[sha] = now  # it was hashed on its way in


def open_blobs(path: Path, database_url: str | None = None) -> Blobs:
    """The contents of a system: in a folder, or in the database when that is shared with other machines."""
    if database_url is None or database_url.startswith("sqlite:"):
        return Blobs(path)
    from aule.stores.postgres.blobs import PostgresBlobs  # asyncpg is an extra

    return PostgresBlobs(path, database_url)


@contextmanager
def _told() -> Generator[None]:
    """A full or failing disk, in words one can act on."""
    try:
        yield
    except OSError as error:
        raise storage_error(error) or Unavailable(
            f"The content cannot be kept: {error.strerror}.",
            hint="Check free space and permissions of the data directory.",
            code="storage_failed",
        ) from error


def _missing(sha: str) -> NotFound:
    return NotFound(f"There is no content {sha!r}.", hint="It was deleted, or belongs to another data directory.")


def _damaged(sha: str) -> Corrupt:
    return Corrupt(f"The content {sha!r} was damaged on disk.", hint="Restore the data directory from a backup.")


def _is_there(path: Path, size: int) -> bool:
    try:
        return path.stat().st_size == size
    except FileNotFoundError:
        return False


def _is_touched(path: Path) -> bool:
    """Note that a content was put again; false where it is gone."""
    try:
        os.utime(path)
    except FileNotFoundError:
        return False
    return True


def _same(path: Path, content: bytes) -> bool:
    try:
        return path.stat().st_size == len(content) and path.read_bytes() == content
    except FileNotFoundError:
        return False
