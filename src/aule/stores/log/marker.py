"""The marker of a store: a small file beside it says which store it is and how far its log came.

Without it, a database that was removed, emptied or replaced would look like a first start. The marker is written with
every commit but never waits for the disk: what it says is what was surely there.
"""

from __future__ import annotations

import contextlib
import logging
import os
from dataclasses import dataclass
from pathlib import Path

from aule.contracts.ambient import Ambient
from aule.contracts.errors import Corrupt
from aule.stores.home.atomic import write_atomic
from aule.text.hashing import bytes_hash

log = logging.getLogger(__name__)

NAME = "store"
_WIDTH = 20
"""Figures of the number; always as many, so that it can be written over in place."""


@dataclass(frozen=True, slots=True)
class Known:
    """What was known of a store when it was last used."""

    first: str
    """When its first fact was recorded, which tells it from every other store."""
    head: int
    """The number of its last fact, or an earlier one."""


class Marker:
    """The marker of one store in a data directory; a directory may have used several, each has a marker of its own."""

    def __init__(self, home: Path, database_url: str | None = None) -> None:
        self._home = home
        of = "" if database_url is None else f"-{bytes_hash(_place_of(database_url).encode())[:12]}"
        self.path = home / f"{NAME}{of}"
        self._handle: int | None = None
        self._place = 0

    def read(self) -> Known | None:
        """What is known; none where nothing is, or nothing that can be read."""
        try:
            first, head = self.path.read_text("ascii").splitlines()
            return Known(first, int(head))
        except (OSError, ValueError):
            return None

    def check_file(self, database: Path) -> None:
        """Raise when the file of a store that was there is missing or empty; looking changes nothing."""
        known = self.read()
        if known is not None and (not database.exists() or database.stat().st_size == 0):
            raise self._missing(known, f"The database {str(database)!r} is {'empty' if database.exists() else 'gone'}")

    def check(self, first: str, head: int) -> None:
        """Raise when the store that was opened is not the one that was there; warn when a part of its log is gone."""
        known = self.read()
        if known is None:
            return
        if first != known.first:
            raise self._missing(known, "The database is another one than before" if first else "The database is empty")
        if head < known.head:
            log.warning(
                "The log ends at fact %d; it had come as far as %d. An older copy was put back, the file "
                "`aule.db-wal` was removed, or a power cut took the end. What is missing is lost; run `aule doctor`.",
                head,
                known.head,
            )

    def keep(self, first: str, head: int) -> None:
        """Note the store as it is now, and follow it from here on."""
        self.close()
        text = f"{first}\n{head:0{_WIDTH}d}\n".encode("ascii")
        if self._text() != text:
            write_atomic(self.path, text)
        self._handle = os.open(self.path, os.O_WRONLY | os.O_NOFOLLOW | os.O_CLOEXEC)
        self._place = len(first) + 1

    def advance(self, head: int) -> None:
        """Note that the log came further; that survives the end of the process."""
        if self._handle is not None:
            with contextlib.suppress(OSError):  # a full disk is told of by the database itself
                os.pwrite(self._handle, f"{head:0{_WIDTH}d}".encode("ascii"), self._place)

    def put_aside(self, ambient: Ambient) -> Path | None:
        """Rename the marker, so that the next start begins a new store; nothing is removed."""
        if not self.path.exists():
            return None
        stamp = ambient.timestamp().replace(":", "").replace(".", "")
        aside = self.path.with_name(f"{self.path.name}.former-{stamp}")
        self.path.rename(aside)
        return aside

    def close(self) -> None:
        """Follow the store no longer."""
        if self._handle is not None:
            handle, self._handle = self._handle, None
            os.close(handle)

    def copies(self) -> list[Path]:
        """The copies of the database that upgrades left, the newest first."""
        found = [path for path in (self._home / "backups").glob("*.db") if path.is_file()]
        return sorted(found, key=lambda path: path.stat().st_mtime, reverse=True)

    def _text(self) -> bytes | None:
        try:
            return self.path.read_bytes()
        except OSError:
            return None

    def _missing(self, known: Known, what: str) -> Corrupt:
        copies = self.copies()
        copy = f" The newest copy is {str(copies[0])!r}." if copies else ""
        return Corrupt(
            f"{what}, where there was one that began at {known.first} and had {known.head} facts.",
            code="store_missing",
            hint=f"Put the database back, from a backup if need be.{copy} "
            "To begin a new one, run `aule up --new-store`. Nothing was changed.",
        )


def _place_of(url: str) -> str:
    """The server and the database of a URL, without who connects and how."""
    rest = url.partition("://")[2].partition("?")[0]
    return rest.rpartition("@")[2]
