"""Reads: what a call has read of files, so that it writes only what it made from what is really there."""

from __future__ import annotations

from collections.abc import Mapping

from aule.contracts.errors import ChangedMeanwhile
from aule.text.hashing import bytes_hash


class Reads:
    """The contents of files as one call, or one preview, has read them."""

    def __init__(self) -> None:
        self._hashes: dict[str, set[str | None]] = {}

    def note(self, path: str, content: bytes | None) -> None:
        """Remember that a file had this content; none where there was no file."""
        self.expect(path, None if content is None else bytes_hash(content))

    def expect(self, path: str, sha256: str | None) -> None:
        """Remember the hash of the content a file had; none where there was no file."""
        self._hashes.setdefault(path, set()).add(sha256)

    def compare(self, there: Mapping[str, str | None]) -> None:
        """Raise `ChangedMeanwhile` if a file that was read is another now; `there` has the hashes of what is there."""
        for path, content in there.items():
            if self._hashes.get(path, {content}) != {content}:
                raise ChangedMeanwhile(
                    f"{path!r} was altered while this was being done. It was left as it is.",
                    hint="Look at the file as it is now, and try again.",
                    subject=path,
                )

    def clear(self) -> None:
        """Forget all of it: the call begins anew."""
        self._hashes.clear()
