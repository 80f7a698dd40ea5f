"""How files of a source come here: read from a folder, or fetched from one address and nowhere else."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Protocol
from urllib.parse import quote

from aule.apps.additions.addresses import INDEX, folder_of, is_web
from aule.apps.additions.git.addresses import is_git, read_git
from aule.apps.additions.git.transfer import GitTransfer
from aule.apps.additions.records import Source
from aule.apps.additions.words import hint, say
from aule.sdk import errors
from aule.sdk.files import Workspace, allowed_root

SECONDS = 30.0
"""Seconds that pass at most until a file is there."""
HEADERS = 100_000
"""Bytes of an answer beside its body."""
_GONE = (404, 410)
_ANY = (("Accept", "*/*"),)


class Transfer(Protocol):
    """Brings files of one source, by their paths below the folder of its index."""

    @property
    def commit(self) -> str | None:
        """The commit the files are of, where they come out of a repository."""
        ...

    async def read(self, path: str, most: int) -> bytes:
        """Return a file; raise `NotFound` where there is none, and `TooLarge` where it has more than so many bytes."""
        ...

    def close(self) -> None:
        """Let go of what was opened."""
        ...


def transfer_of(source: Source, home: Path, locale: str) -> Transfer:
    """Return what brings files of a source; nothing is fetched yet."""
    if is_web(source.address) and is_git(source.address):
        repository = read_git(source.address, INDEX)
        assert repository is not None, "it was read when it was kept"
        return GitTransfer(repository, is_local=source.is_local, locale=locale)
    folder, _ = folder_of(source.address)
    if is_web(source.address):
        return WebTransfer(folder, is_local=source.is_local, locale=locale)
    return FolderTransfer(Workspace.open(allowed_root(folder, home)))


class FolderTransfer:
    """Reads files below a folder; a link that leads out of it is no file."""

    commit = None

    def __init__(self, folder: Workspace) -> None:
        self._folder = folder

    async def read(self, path: str, most: int) -> bytes:
        """Return a file."""
        return await asyncio.to_thread(self._folder.read, path, max_bytes=most)

    def close(self) -> None:
        """Close the folder."""
        self._folder.close()


class WebTransfer:
    """Fetches files below one address, over connections to exactly that server; nothing is followed elsewhere."""

    commit = None

    def __init__(self, base: str, *, is_local: bool, locale: str) -> None:
        self._base = base
        self._is_local = is_local
        self._locale = locale

    async def read(self, path: str, most: int) -> bytes:
        """Return a file."""
        from aule.sdk.services import Exchange, open_exchange, read_target  # loads the HTTP client

        target = read_target(f"{self._base}/{quote(path)}", is_own=self._is_local)
        wish = Exchange("GET", target, _ANY, is_own=self._is_local, seconds=SECONDS, most=most + HEADERS)
        try:
            async with asyncio.timeout(SECONDS), open_exchange(wish) as answer:
                if answer.status in _GONE:
                    raise errors.NotFound(say("no_file", self._locale, path=path), code="no_file")
                self._check(answer.status, target.shown_host)
                content = bytearray()
                async for piece in answer.pieces():
                    content += piece
                    if len(content) > most:
                        raise errors.TooLarge(say("large_file", self._locale, path=path, most=most), code="large_file")
                return bytes(content)
        except TimeoutError:
            raise errors.TimedOut(
                say("slow", self._locale, host=target.shown_host, seconds=f"{SECONDS:g}"),
                hint=hint("slow", self._locale),
            ) from None

    def close(self) -> None:
        """Do nothing: every connection ends with its file."""

    def _check(self, status: int, host: str) -> None:
        ok, moved = 200, range(300, 400)
        if status in moved:
            raise errors.Refused(
                say("moved", self._locale, host=host), code="moved_elsewhere", hint=hint("moved", self._locale)
            )
        if status != ok:
            raise errors.Unavailable(say("status", self._locale, host=host, status=status), code="http_status")
