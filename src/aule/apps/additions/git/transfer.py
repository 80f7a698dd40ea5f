"""How files of a repository come here: one commit over guarded connections, taken apart in a limited child."""

from __future__ import annotations

import asyncio
import base64
import os
from contextlib import aclosing

from aule.apps.additions.git import protocol
from aule.apps.additions.git.addresses import GitAddress
from aule.apps.additions.git.protocol import LARGEST_FILE, Garbled
from aule.apps.additions.words import hint, say
from aule.sdk import errors
from aule.text.foreign_text import without_hidden

SECONDS = 120.0
"""Seconds that pass at most until an answer is there."""
MOST_PACKED = 32_000_000
MOST_SAID = 1_000_000
HEADERS = 100_000
CHILD = "aule.apps.additions.git.pack"
_AGENT = (("User-Agent", "git/aule"), ("Git-Protocol", "version=2"))
_MISSING = (401, 403, 404, 410)


class GitTransfer:
    """Brings the files of one commit of a repository, all of them at the first that is asked for."""

    def __init__(self, address: GitAddress, *, is_local: bool, locale: str) -> None:
        self._address = address
        self._is_local = is_local
        self._locale = locale
        self._files: dict[str, bytes] | None = None
        self._left_out: dict[str, str] = {}
        self.commit: str | None = None
        """The commit that was brought, once it was."""

    async def read(self, path: str, most: int) -> bytes:
        """Return a file of the commit."""
        if self._files is None:
            try:
                self._files = await self._brought()
            except Garbled as error:
                raise self._refused(error.key, error.detail) from None
        content = self._files.get(path)
        if content is None and self._left_out.get(path) != "large":
            raise errors.NotFound(say("no_file", self._locale, path=path), code="no_file")
        if content is None or len(content) > most:
            raise errors.TooLarge(say("large_file", self._locale, path=path, most=most), code="large_file")
        return content

    def close(self) -> None:
        """Let go of the files."""
        self._files = None

    async def _brought(self) -> dict[str, bytes]:
        address = self._address
        said = await self._asked("/info/refs?service=git-upload-pack", None, MOST_SAID)
        able = protocol.capabilities_in(said)
        commit = address.ref
        if not address.is_commit:
            named = await self._asked("/git-upload-pack", protocol.question_of_names(address.ref), MOST_SAID)
            commit = protocol.commit_in(named, address.ref)
        question = protocol.question_of_files(commit, has_filter="filter" in able.get("fetch", "").split())
        pack = protocol.pack_in(await self._asked("/git-upload-pack", question, MOST_PACKED))
        self.commit = commit
        return await self._taken_apart(pack, commit)

    async def _asked(self, path: str, question: bytes | None, most: int) -> bytes:
        """Return what the repository answers at one of its addresses."""
        from aule.sdk.services import Exchange, open_exchange, read_target  # loads the HTTP client

        target = read_target(f"{self._address.repository}{path}", is_own=self._is_local)
        headers = [*_AGENT, ("Accept", "*/*")]
        if question is not None:
            headers += [
                ("Content-Type", "application/x-git-upload-pack-request"),
                ("Content-Length", str(len(question))),
            ]
        wish = Exchange(
            "GET" if question is None else "POST",
            target,
            headers,
            question or b"",
            is_own=self._is_local,
            seconds=SECONDS,
            most=most + HEADERS,
        )
        try:
            async with asyncio.timeout(SECONDS), open_exchange(wish) as answer:
                self._check(answer.status, target.shown_host)
                content = bytearray()
                async for piece in answer.pieces():
                    content += piece
                    if len(content) > most:
                        raise self._refused("git_large", str(most // 1_000_000))
                return bytes(content)
        except TimeoutError:
            raise errors.TimedOut(
                say("slow", self._locale, host=target.shown_host, seconds=f"{SECONDS:g}"),
                hint=hint("slow", self._locale),
            ) from None

    def _check(self, status: int, host: str) -> None:
        if 300 <= status < 400:
            raise errors.Refused(
                say("moved", self._locale, host=host), code="moved_elsewhere", hint=hint("moved", self._locale)
            )
        if status in _MISSING:
            raise self._refused("git_missing", host)
        if status != 200:
            raise errors.Unavailable(say("status", self._locale, host=host, status=status), code="http_status")

    async def _taken_apart(self, pack: bytes, commit: str) -> dict[str, bytes]:
        from aule.sdk.limited import ChildDied, ChildLimits, LimitedCall, limited_lines  # loads the sandbox

        argument = {"commit": commit, "folder": self._address.folder, "largest": LARGEST_FILE}
        limits = ChildLimits(cpu_s=120, silent_s=120, line=8_000_000, printed=100_000_000)
        handle = os.memfd_create("pack", os.MFD_CLOEXEC)
        files: dict[str, bytes] = {}
        try:
            await asyncio.to_thread(_fill, handle, pack)
            async with aclosing(limited_lines(handle, LimitedCall(CHILD, argument, limits=limits))) as lines:
                async for each in lines:
                    match each:
                        case {"problem": str(problem)}:
                            raise Garbled("git_broken", problem)
                        case {"path": str(path), "content": str(content)}:
                            files[path] = base64.b64decode(content)
                        case {"left_out": str(path), "why": str(why)}:
                            self._left_out[path] = why
                        case _:
                            raise Garbled("git_garbled")
        except (ChildDied, errors.TimedOut, errors.TooLarge):
            raise self._refused("git_large", str(MOST_PACKED // 1_000_000)) from None
        finally:
            os.close(handle)
        return files

    def _refused(self, key: str, detail: str) -> errors.Refused:
        told = without_hidden(detail)
        return errors.Refused(
            say(key, self._locale, detail=told), code=key, hint=hint(key, self._locale, detail=told), field="address"
        )


def _fill(handle: int, content: bytes) -> None:
    with os.fdopen(os.dup(handle), "wb") as file:
        file.write(content)
    os.lseek(handle, 0, os.SEEK_SET)
