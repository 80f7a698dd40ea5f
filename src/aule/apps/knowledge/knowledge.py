"""Knowledge as it lives while the system runs: what reads documents, what searches them, what follows folders."""

from __future__ import annotations

import asyncio
import os
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from aule.apps.knowledge import extraction
from aule.apps.knowledge.index.finder import Finder
from aule.apps.knowledge.ingestion.earlier import EarlierVersions
from aule.apps.knowledge.ingestion.intake import Intake
from aule.apps.knowledge.ingestion.reader import DocumentReader
from aule.apps.knowledge.ingestion.renewal import Renewal
from aule.apps.knowledge.ingestion.spool import Spool
from aule.sdk import Row
from aule.sdk.files import write_unsynced
from aule.sdk.http import FileReply
from aule.sdk.system import DEFAULT_LOCALE, Kernel, TextEncoder
from aule.text.hashing import bytes_hash

if TYPE_CHECKING:
    from aule.apps.knowledge.ingestion.watcher import Watcher

WIDTH_STEP = 150
"""Pictures are drawn in widths of so many pixels and multiples of it."""
MOST_PICTURES = 2_000
"""Pictures of pages that the cache holds."""


@dataclass(slots=True)
class Knowledge:
    """What the app keeps while the system runs."""

    kernel: Kernel
    cache: Path
    """A folder for what can be made again."""
    reader: DocumentReader
    intake: Intake
    finder: Finder
    renewal: Renewal
    earlier: EarlierVersions
    _watcher: Watcher | None = None

    @classmethod
    def of(cls, kernel: Kernel) -> Knowledge:
        """Put knowledge together on a kernel; nothing is loaded and nothing begins."""
        cache = cache_folder(kernel.documents.home.path)
        finder = Finder(cache / "index", kernel.ambient.clock)
        intake = Intake(kernel)
        reader = DocumentReader(Spool(cache / "spool"))
        earlier = EarlierVersions(cache / "earlier")
        return cls(kernel, cache, reader, intake, finder, Renewal(kernel, intake), earlier)

    @property
    def encoder(self) -> TextEncoder:
        """The encoder new documents are read with, as the settings say now."""
        return self.kernel.models.text_encoders.current

    @property
    def watcher(self) -> Watcher:
        """Who follows folders; made when it is first asked for."""
        if self._watcher is None:
            from aule.apps.knowledge.ingestion.watcher import Watcher  # nobody needs it who follows no folder

            self._watcher = Watcher(self.kernel, self.intake, self.cache / "folders")
        return self._watcher

    @property
    def is_following(self) -> bool:
        """Whether folders are looked at."""
        return self._watcher is not None and self._watcher.is_looking

    def locale(self, wanted: str | None = None) -> str:
        """Return the language in which somebody is answered."""
        return wanted or self.kernel.settings.current().appearance.locale or DEFAULT_LOCALE

    async def picture(self, row: Row, number: int, width: int) -> FileReply:
        """Return the picture of a page; it is drawn once for each width, rounded up."""
        width = -(-width // WIDTH_STEP) * WIDTH_STEP
        name = f"{row['sha256']}-{number}-{width}.png"
        path = self.cache / "pictures" / name
        if not path.is_file():
            original = await asyncio.to_thread(self.kernel.blobs.sound, row["sha256"])
            drawn = await extraction.page_picture(original, row["kind"], number, width, locale=self.locale())
            await asyncio.to_thread(_keep_picture, path, drawn)
        return FileReply(path, f"{row['title']}-{number}.png", "image/png", bytes_hash(name.encode()))

    def wake(self) -> None:
        """The system is up, and folders are followed: follow them from now on."""
        self.watcher.begin()

    def settings_changed(self) -> None:
        """Another encoder may be meant from now on: vectors of others are made anew in the background."""
        self.renewal.look(self.locale())

    async def close(self) -> None:
        """Let go of everything; what is being read goes on after the next start."""
        if self._watcher is not None:
            await self._watcher.close()
        await self.renewal.close()
        await self.finder.close()


def _keep_picture(path: Path, drawn: bytes) -> None:
    """Keep a picture in the cache; where there are too many, those that were drawn first go."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    others = sorted(path.parent.glob("*.png"), key=lambda each: each.stat().st_mtime)
    for old in others[: max(0, len(others) - MOST_PICTURES)]:
        old.unlink(missing_ok=True)
    write_unsynced(path, drawn)


def cache_folder(home: Path) -> Path:
    """Return the folder for what can be made again: in the user's caches, one for each data directory."""
    base = os.environ.get("XDG_CACHE_HOME", "")
    caches = Path(base) if Path(base).is_absolute() else Path.home() / ".cache"
    return caches / "aule" / "knowledge" / bytes_hash(str(home.resolve()).encode())[:16]
