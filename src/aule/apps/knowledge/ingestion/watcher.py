"""The watcher: follows folders. New and changed files are read, those that are gone are deleted, all of it undoable."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from pathlib import Path

from aule.apps.knowledge import extraction, queries
from aule.apps.knowledge.ingestion.arrivals import OriginalFile
from aule.apps.knowledge.ingestion.folders import Folder, SeenFiles, opened
from aule.apps.knowledge.ingestion.intake import MOST_FILES, Batch, Intake
from aule.apps.knowledge.ingestion.originals import MAX_DOCUMENT, keep
from aule.apps.knowledge.words import say
from aule.contracts.access.capability import Call
from aule.contracts.project import Project
from aule.sdk import Row, errors
from aule.sdk.files import Entry
from aule.sdk.system import DEFAULT_LOCALE, Kernel
from aule.text.hashing import bytes_hash
from aule.text.media import HEAD

log = logging.getLogger(__name__)

POLL_S = 10.0
"""Seconds between two looks at the folders."""
SETTLE_S = 1.5
"""Seconds a file has to be left alone before it is read: it may still be written."""
FEW_GONE = 2
"""Documents that may go at once whatever their share; more than these and more than half of all are asked about."""


class Watcher:
    """Follows the folders of all watched collections. It holds nothing that is not in the tables or a cache."""

    def __init__(self, kernel: Kernel, intake: Intake, cache: Path) -> None:
        self._kernel = kernel
        self._intake = intake
        self._cache = cache
        self._task: asyncio.Task[None] | None = None
        self._nudged = asyncio.Event()
        self._looking = asyncio.Lock()

    @property
    def is_looking(self) -> bool:
        """Whether it looks again and again."""
        return self._task is not None

    def begin(self) -> None:
        """Look at the folders from now on, again and again."""
        if self._task is None:
            self._task = asyncio.get_running_loop().create_task(self._follow(), name="knowledge follows folders")
        self._nudged.set()

    async def close(self) -> None:
        """Stop looking."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait([self._task])
            self._task = None

    async def look(self) -> int:
        """Look at every folder once; return how many there are."""
        async with self._looking:
            found = await queries.watched(self._kernel.database)
            for row in found:
                try:
                    await self._look_at(row)
                except errors.AuleError as error:  # a folder that is not there now is looked at again later
                    log.info("the folder %s was not followed: %s", row["folder"], error)
            return len(found)

    async def _follow(self) -> None:
        while True:
            self._nudged.clear()
            try:
                count = await self.look()
            except errors.AuleError as error:
                log.warning("folders wait: %s", error)
                count = 1
            if count == 0:  # until somebody watches one again
                await self._nudged.wait()
                continue
            resting = asyncio.ensure_future(self._kernel.ambient.clock.sleep(POLL_S))
            waking = asyncio.ensure_future(self._nudged.wait())
            try:
                await asyncio.wait([resting, waking], return_when=asyncio.FIRST_COMPLETED)
            finally:
                resting.cancel()
                waking.cancel()

    async def _look_at(self, row: Row) -> None:
        kernel = self._kernel
        project = await kernel.projects.get(row["project"])
        home = kernel.documents.home.path
        seen = await asyncio.to_thread(SeenFiles.load, self._cache / f"{row['id']}.json")
        documents = [
            each for each in await queries.documents_of(kernel.database, row["id"]) if each["source"] == "file"
        ]
        with opened(row, project, kernel.workspaces, home) as folder:
            files, is_all = await asyncio.to_thread(folder.files)
            changed = [(ref, entry) for ref, entry in files.items() if seen.is_new(ref, entry)]
            taken = await self._gather(folder, changed[:MOST_FILES], seen, documents)
        gone = [each for each in documents if each["source_ref"] not in files] if is_all else []
        taken += self._moved(files, seen, gone, documents)
        moved = {file.moved_from for file in taken if file.moved_from is not None}
        gone = [each for each in gone if each["source_ref"] not in moved | seen.let_go]
        seen.let_go &= {each["source_ref"] for each in documents}
        if taken:
            await self._intake.take(self._batch(row, project, taken))
        if gone:
            await self._let_go(row, project, gone, len(documents))
            seen.let_go |= {each["source_ref"] for each in gone}
        if changed or gone or taken:
            seen.files = {ref: known for ref, known in seen.files.items() if ref in files}
            await asyncio.to_thread(seen.save)

    async def _gather(
        self, folder: Folder, changed: Sequence[tuple[str, Entry]], seen: SeenFiles, documents: Sequence[Row]
    ) -> list[OriginalFile]:
        """Keep files that are new or changed; what is no document is noted, and not looked at again."""
        known = {each["sha256"] for each in documents if each["state"] == "ready" and not each["problem"]}
        found: list[OriginalFile] = []
        now = self._kernel.ambient.clock.now().timestamp()
        for ref, entry in changed:
            if 0 <= now - entry.mtime < SETTLE_S:
                continue
            try:
                head = await asyncio.to_thread(folder.workspace.head, entry.path, HEAD)
                name = entry.path.rpartition("/")[2]
                await extraction.kind_of(head, name, None)
                content = await asyncio.to_thread(folder.workspace.read, entry.path, MAX_DOCUMENT)
                file = await keep(self._kernel.blobs, name, content, "file", ref)
            except errors.Unavailable:
                continue
            except errors.AuleError:
                seen.note(ref, entry, None)
                continue
            seen.note(ref, entry, file.sha256)
            if file.sha256 not in known:
                found.append(file)
        return found

    def _moved(
        self, files: dict[str, Entry], seen: SeenFiles, gone: Sequence[Row], documents: Sequence[Row]
    ) -> list[OriginalFile]:
        """Return the files whose content is that of a document which is gone where it was: they only moved."""
        owned = {each["source_ref"] for each in documents}
        at = {seen.files[ref][2]: ref for ref in files if ref not in owned and ref in seen.files}
        return [
            OriginalFile(
                name=at[each["sha256"]].rpartition("/")[2],
                **{name: each[name] for name in ("mime", "kind", "size", "sha256")},
                source="file",
                ref=at[each["sha256"]],
                moved_from=each["source_ref"],
            )
            for each in gone
            if each["sha256"] in at
        ]

    async def _let_go(self, row: Row, project: Project, gone: Sequence[Row], count: int) -> None:
        """Delete what is gone; where that is most of it, a person is asked first: a disk may only be missing."""
        ids = [each["id"] for each in gone]
        if len(gone) <= FEW_GONE or len(gone) * 2 <= count:
            await self._intake.remove(self._batch(row, project, []), ids)
            return
        key = f"knowledge/{row['id']}/{bytes_hash(' '.join(sorted(ids)).encode())[:26]}"
        call = Call(
            id=self._kernel.ambient.ids.new("call"),
            capability="knowledge.delete_documents",
            params={"documents": ids},
            idempotency_key=key,
        )
        await self._kernel.direct_calls.put_forward(call, project, self._locale())

    def _batch(self, row: Row, project: Project, files: Sequence[OriginalFile]) -> Batch:
        locale = self._locale()
        return Batch(files, row["id"], project.id, locale, say("following", locale, folder=row["folder"]))

    def _locale(self) -> str:
        return self._kernel.settings.current().appearance.locale or DEFAULT_LOCALE
