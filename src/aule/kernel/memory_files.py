"""Memory files: each project's `MEMORY.md`, written from the store after each change and read back with provenance.

A change of the file counts as the owner's only where that is known: they made it in the file editor here, or say that
the file is to be read. Everybody else's lines are set aside until a person accepts them, and change nothing.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Literal

from aule.contracts.ambient import Ambient, timestamp
from aule.contracts.errors import AuleError, Conflict
from aule.contracts.ids import ref
from aule.contracts.kinds import Layer, MemoryKind
from aule.contracts.project import DEFAULT_PROJECT, Project
from aule.contracts.talk.memory import MemoryFileChange, MemoryFileRead, MemoryFileState, MemoryItem
from aule.kernel.capabilities.gate.owner_confirmation import is_by_hand
from aule.kernel.documents import Documents
from aule.kernel.journal import Journal
from aule.kernel.memory.memory import EVERYWHERE
from aule.kernel.memory.memory_file import LARGEST, NAME, Edits, Line, edits_between, parse, render
from aule.stores.home.atomic import write_atomic
from aule.stores.repositories.changes import Changes, Wanted
from aule.stores.repositories.memories import Memories
from aule.stores.repositories.memories import Wanted as WantedMemories
from aule.stores.repositories.projects import Projects
from aule.stores.repositories.runs import Runs
from aule.text.hashing import bytes_hash
from aule.text.messages import Language

log = logging.getLogger(__name__)

MOST_ITEMS = 500
_TYPES = ("memory.saved", "memory.forgotten", "project.saved")
Editor = Literal["owner", "agent", "unknown"]
"""Who wrote a file as it is: the owner by their own hand, an agent by the record, or nobody knows."""


@dataclass(slots=True)
class MemoryFiles:
    """Keeps the memory files of projects in step with the store."""

    folder: Path
    """Where the latest written states are kept: what a file is compared with."""
    inside: Path
    """The folder of projects without one of their own, in which files are written unasked."""
    journal: Journal
    documents: Documents
    memories: Memories
    projects: Projects
    ambient: Ambient
    language: Callable[[], Language]
    host: str | None = None
    """This machine, where several share a database: the folders of other machines' projects are not here."""
    _follows: asyncio.Task[None] | None = None
    _written: str = ""
    """The place in the log up to which files are written."""
    _lock: asyncio.Lock = field(default_factory=asyncio.Lock)

    async def start(self) -> None:
        """Write files after each change of a memory, from now on."""
        self._written = await self.journal.cursor()
        self._follows = asyncio.create_task(self._follow(self._written), name="memory files")

    async def close(self) -> None:
        """Stop, after the latest changes are written."""
        if self._follows is not None:
            async with self._lock:  # a thread that writes a file goes on when its task is cancelled
                self._follows.cancel()
            await asyncio.gather(self._follows, return_exceptions=True)
            self._follows = None
            if await self.journal.read(self._written, types=_TYPES):
                await self._sync_all()

    def is_kept(self, project: Project) -> bool:
        """Tell whether a project has a memory file: as its owner decided, else where its folder is one of ours."""
        if project.memory_file is not None:
            return project.memory_file
        return Path(project.root).is_relative_to(self.inside)

    async def sync(self, project: Project) -> None:
        """Read back what is known to be changed in a file, and write it as the store has it.

        A file that somebody unknown changed stays as they left it until the owner reads it or has it written anew: it
        may hold an hour of their work.
        """
        async with self._lock:
            if not self._is_here(project):
                return
            theirs, base = await asyncio.to_thread(self._states, project)
            if theirs is not None and theirs != base:
                editor = await self._editor(project, theirs)
                await self._take(project, edits_between(base or "", theirs), editor)
                if editor == "unknown":
                    return
            await self._write(project)

    async def state(self, id: str) -> MemoryFileState:
        """Return what was changed in a project's file since it was written, by whom and when; nothing is taken over."""
        project = await self.projects.get(id)
        async with self._lock:
            known = MemoryFileState(project=project.id, path=NAME)
            if not self._is_here(project):
                return known
            theirs, base = await asyncio.to_thread(self._states, project)
            edits = Edits() if theirs is None or theirs == base else edits_between(base or "", theirs)
            if theirs is None or edits.is_empty:
                return known
            update = {
                "editor": await self._editor(project, theirs),
                "changed_at": await asyncio.to_thread(self._changed_at, project),
                "sha256": bytes_hash(theirs.encode()),
                "changes": _told(edits, {line.id: line for line in parse(base or "")}),
            }
            return known.model_copy(update=update)

    async def read(self, id: str, *, discard: bool = False, sha256: str | None = None) -> MemoryFileRead:
        """Take over what the owner changed in a project's file: they say that they did. Or write it anew.

        `sha256` is the content they saw; where the file has another one by now, nothing happens.
        """
        project = await self.projects.get(id)
        async with self._lock:
            theirs, base = await asyncio.to_thread(self._states, project)
            if sha256 is not None and (theirs is None or bytes_hash(theirs.encode()) != sha256):
                raise Conflict(
                    f"{NAME!r} was changed again in the meantime.",
                    code="stale",
                    hint="Nothing was taken over. Look at what it says now.",
                )
            edits = Edits() if theirs is None or discard else edits_between(base or "", theirs)
            await self._take(project, edits, "owner")
            await self._write(project)
        return MemoryFileRead(added=len(edits.added), edited=len(edits.edited), removed=len(edits.removed))

    async def _follow(self, since: str) -> None:
        async with contextlib.aclosing(self.journal.follow(since, types=_TYPES)) as events:
            async for event in events:
                await self._sync_all()
                self._written = event.seq

    async def _sync_all(self) -> None:
        for each in (await self.projects.list(limit=500)).items:
            try:
                await self.sync(each)
            except (AuleError, OSError) as error:
                log.warning("The memory file of %s was not written: %s", each.id, error)

    async def _take(self, project: Project, edits: Edits, editor: Editor) -> None:
        """Let the changes of a file count as far as its editor is known: others add to what is set aside, no more."""
        for line in edits.added:
            await self._add(project, line.content, line.kind, editor)
        if editor != "owner":
            return
        for line in edits.edited:
            await self._edit(str(line.id), line.content, line.kind)
        for id in edits.removed:
            if await self.memories.find(id) is not None:
                await self.documents.forget(id)

    async def _edit(self, id: str, content: str, kind: MemoryKind) -> None:
        current = await self.memories.find(id)
        if current is not None:
            edited = current.model_copy(update={"content": content, "kind": kind})
            await self.documents.save_memory(edited, expected=current.version)

    async def _add(self, project: Project, content: str, kind: MemoryKind, editor: Editor) -> None:
        scope = self._scopes(project)[0]
        known = await self._items(project, also_untrusted=True)
        same = next((item for item in known if item.content == content), None)
        if same is not None and editor == "owner" and same.trust == "untrusted":
            accepted = same.model_copy(update={"trust": "user", "kind": kind, "source": EVERYWHERE})
            await self.documents.save_memory(accepted, expected=same.version)
        if same is not None:
            return
        item = MemoryItem(
            id=self.ambient.ids.new("mem"),
            layer=Layer.LONG_TERM,
            scope=scope,
            kind=kind,
            content=content,
            source=EVERYWHERE if editor == "owner" else ref("file", f"{project.id}/{NAME}"),
            trust="user" if editor == "owner" else "untrusted",
            created_at=self.ambient.timestamp(),
            evidence=[ref("file", f"{project.id}/{NAME}")],
        )
        await self.documents.add_memory(item)

    async def _editor(self, project: Project, theirs: str) -> Editor:
        """Return who wrote a file as it is, by the record of changes."""
        source = self.journal.source
        page = await Changes(source).list(Wanted(entity=ref("file", f"{project.id}/{NAME}")), limit=1)
        if not page.items or (page.items[0].after or {}).get("sha256") != bytes_hash(theirs.encode()):
            return "unknown"
        change = page.items[0]
        run = None if change.run is None else await Runs(source).find(change.run)
        is_owners = run is not None and is_by_hand(change.actor, run) and change.adopts is None
        return "owner" if is_owners else "agent"

    async def _items(self, project: Project, *, also_untrusted: bool = False) -> list[MemoryItem]:
        found: list[MemoryItem] = []
        for scope in self._scopes(project):
            wanted = WantedMemories(layer=Layer.LONG_TERM, scope=scope)
            page = await self.memories.list(now=self.ambient.timestamp(), wanted=wanted, limit=MOST_ITEMS)
            found += [item for item in page.items if also_untrusted or item.trust != "untrusted"]
        return sorted(found, key=lambda item: (not item.pinned, item.created_at, item.id))

    def _scopes(self, project: Project) -> list[str]:
        """Return whose items stand in a file: the project's own; those that count everywhere in that of no other."""
        own = f"project:{project.id}"
        return [EVERYWHERE, own] if project.id == DEFAULT_PROJECT else [own]

    async def _write(self, project: Project) -> None:
        items = await self._items(project)
        if not items and not self._path(project).is_file():
            return
        text = render(project.name, items, self.language())
        await asyncio.to_thread(self._write_text, project, text)

    def _path(self, project: Project) -> Path:
        return Path(project.root) / NAME

    def _read(self, project: Project) -> str | None:
        """Return what a file says; none where there is none that is plain, readable and of a sensible size."""
        try:
            descriptor = os.open(self._path(project), os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
        except OSError:
            return None
        with os.fdopen(descriptor, "rb") as file:
            content = file.read(LARGEST + 1)
        try:
            return content.decode() if len(content) <= LARGEST else None
        except UnicodeDecodeError:
            return None

    def _states(self, project: Project) -> tuple[str | None, str | None]:
        """Return what a file says, and what was last written into it: what differs, somebody else changed."""
        theirs = self._read(project)
        planned = _text_of(self._planned(project))
        if planned is not None and theirs == planned:
            return theirs, planned  # we wrote it, and were stopped before that was noted
        return theirs, _text_of(self._base(project))

    def _write_text(self, project: Project, text: str) -> None:
        """Write a file. What is about to be written is noted first, so that a stop at any moment leaves it ours."""
        self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        write_atomic(self._planned(project), text.encode())
        if text != self._read(project):
            write_atomic(self._path(project), text.encode(), 0o644)
        self._planned(project).replace(self._base(project))

    def _is_here(self, project: Project) -> bool:
        return self.is_kept(project) and project.host in (None, self.host)

    def _changed_at(self, project: Project) -> str | None:
        try:
            return timestamp(datetime.fromtimestamp(self._path(project).stat().st_mtime, UTC))
        except OSError:
            return None

    def _base(self, project: Project) -> Path:
        return self.folder / f"{project.id}.md"

    def _planned(self, project: Project) -> Path:
        return self.folder / f"{project.id}.next"


def _told(edits: Edits, before: Mapping[str | None, Line]) -> list[MemoryFileChange]:
    """Return edits as a person is shown them."""
    added = [MemoryFileChange(change="added", after=line.content, kind=line.kind) for line in edits.added]
    edited = [
        MemoryFileChange(
            change="edited", before=before[line.id].content, after=line.content, kind=line.kind, memory=line.id
        )
        for line in edits.edited
    ]
    removed = [
        MemoryFileChange(change="removed", before=before[id].content, kind=before[id].kind, memory=id)
        for id in edits.removed
    ]
    return [*added, *edited, *removed]


def _text_of(file: Path) -> str | None:
    return file.read_text(encoding="utf-8") if file.is_file() else None
