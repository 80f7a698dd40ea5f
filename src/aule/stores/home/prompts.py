"""Prompt files: parts of prompts and answers under their own fingerprint, one folder for each conversation.

They are for looking at, so nothing waits for the disk: what a power cut took is told as missing. The time of a file is
when it was last part of a prompt, by which it expires.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from aule.stores.home.atomic import write_unsynced
from aule.text.hashing import bytes_hash


class PromptFiles:
    """A folder of prompts. A part that several prompts of one conversation have is there once."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def keep(self, place: str, parts: Mapping[str, bytes], now: float) -> None:
        """Keep parts of a conversation by their sha256; what is there already is only marked as used now. Blocks."""
        folder = self._folder(place)
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        for sha, content in parts.items():
            path = folder / sha
            try:
                os.utime(path, (now, now))
            except FileNotFoundError:
                write_unsynced(path, content)
                os.utime(path, (now, now))

    def read(self, place: str, sha: str, since: float) -> bytes | None:
        """Return a part that was used since a time; None where it is gone, damaged or older. Blocks."""
        path = self._folder(place) / sha
        try:
            if path.stat().st_mtime < since:
                return None
            content = path.read_bytes()
        except (OSError, ValueError):
            return None
        return content if bytes_hash(content) == sha else None

    def forget(self, place: str) -> None:
        """Remove all parts of a conversation. Blocks."""
        shutil.rmtree(self._folder(place), ignore_errors=True)

    def clear(self, before: float) -> int:
        """Remove parts that were last used before a time, and return how many. Blocks."""
        gone = 0
        for folder in self._folders():
            with suppress(OSError):
                for file in list(folder.iterdir()):
                    if file.stat().st_mtime < before:
                        file.unlink(missing_ok=True)
                        gone += 1
                folder.rmdir()  # fails where something is left
        return gone

    def _folders(self) -> list[Path]:
        try:
            return [each for each in self._path.iterdir() if each.is_dir()]
        except FileNotFoundError:
            return []

    def _folder(self, place: str) -> Path:
        return self._path / bytes_hash(place.encode())[:32]
