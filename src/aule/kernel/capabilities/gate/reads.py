"""Reads: the file contents a call has read, so that it overwrites only files that have not changed since."""

from __future__ import annotations

from collections.abc import Mapping

from aule.contracts.errors import ChangedMeanwhile
from aule.text.hashing import bytes_hash


class Reads:
    """The hashes of files as one call, or one preview, has read them."""

    def __init__(self) -> None:
        self._hashes: dict[str, set[str | None]] = {}

    def note(self, path: str, content: bytes | None) -> None:
        """Remember the content a file had; None where there was no file."""
        self.expect(path, None if content is None else bytes_hash(content))

    def expect(self, path: str, sha256: str | None) -> None:
        """Remember the hash of a file's content; None where there was no file."""
        self._hashes.setdefault(path, set()).add(sha256)

    def compare(self, there: Mapping[str, str | None]) -> None:
        """Raise `ChangedMeanwhile` if a file that was read has changed; `there` holds the current hashes."""
        for path, content in there.items():
            if self._hashes.get(path, {content}) != {content}:
                raise ChangedMeanwhile(
                    f"{path!r} was altered while this was being done. It was left as it is.",
                    hint="Look at the file as it is now, and try again.",
                    subject=path,
                )

    def clear(self) -> None:
        """Forget all reads when the call restarts."""
        self._hashes.clear()
