"""Layers: a workspace with proposals over it, so that a task continues from its own proposals."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import dataclass

from aule.contracts.errors import Invalid, NotFound, TooLarge
from aule.sandbox.entries import Entry, Walk, is_ordinary
from aule.sandbox.file_errors import missing, not_a_file
from aule.sandbox.listings import age
from aule.sandbox.workspace import LARGEST_READ, Workspace
from aule.text.hashing import bytes_hash


@dataclass(frozen=True, slots=True)
class ProposedFile:
    """A proposed file: its new content, or its removal."""

    content: Callable[[], bytes] | None
    """Reads the content; None where the file is removed."""
    size: int = 0
    mtime: float = 0
    mode: int | None = None
    proposal: str | None = None
    """The id of the proposal, where it is known."""


def layered(below: Workspace, laid: Mapping[str, ProposedFile]) -> Workspace:
    """Return a workspace as it would be with proposals adopted; nothing is ever written through it."""
    view = LayeredWorkspace.__new__(LayeredWorkspace)
    view.__dict__.update(below.__dict__)
    view.below, view.laid = below, laid
    return view


class LayeredWorkspace(Workspace):
    """A workspace whose files are overlaid by proposals."""

    below: Workspace
    laid: Mapping[str, ProposedFile]

    def over(self, laid: Mapping[str, ProposedFile]) -> Workspace:
        """Return the workspace with further proposals, which hide the earlier ones."""
        return layered(self.below, {**self.laid, **laid})

    def within(self, guard: Callable[[str], None]) -> Workspace:
        """Return the workspace with only those paths writable that a guard lets pass."""
        return layered(self.below.within(guard), self.laid)

    def head(self, path: str, max_bytes: int) -> bytes:
        """Return the first bytes of a file as it is proposed, or as it is."""
        path = self.check(path)
        laid = self.laid.get(path)
        if laid is None:
            self._refuse_what_is_no_file(path)
            return self.below.head(path, max_bytes)
        return _content(laid, path)[:max_bytes]

    def stat(self, path: str, *, hashed: bool = False) -> Entry | None:
        """Return what would be at a path."""
        path = self.check(path)
        laid = self.laid.get(path)
        if laid is not None:
            if laid.content is None:
                return None
            return Entry(path, "file", laid.size, laid.mtime, bytes_hash(laid.content()) if hashed else None)
        found = self.below.stat(path, hashed=hashed)
        return found if found is not None else self._made_folder(path)

    def list(self, path: str = ".") -> list[Entry]:
        """Return what would be in a folder, by name."""
        path = self.check(path)
        try:
            entries = {entry.path: entry for entry in self.below.list(path)}
        except NotFound:
            if self._made_folder(path) is None:
                raise
            entries = dict[str, Entry]()
        prefix = "" if path == "." else f"{path}/"
        for name, laid in self.laid.items():
            if not name.startswith(prefix):
                continue
            child, _, deeper = name[len(prefix) :].partition("/")
            child = f"{prefix}{child}"
            if deeper:
                if laid.content is not None:
                    entries.setdefault(child, Entry(child, "folder", 0, laid.mtime))
            elif laid.content is None:
                entries.pop(child, None)
            else:
                entries[child] = Entry(child, "file", laid.size, laid.mtime)
        return sorted(entries.values(), key=lambda entry: entry.path)

    def latest(self, path: str, suffix: str) -> Sequence[Entry]:
        """Return the files with a suffix that would be in a folder, the latest first."""
        files = (entry for entry in self.list(path) if entry.kind == "file" and entry.path.endswith(suffix))
        return sorted(files, key=age)

    def first_line(self, entry: Entry, max_bytes: int = 1_000) -> bytes:
        """Return the first line of a file as it is proposed, or as it is."""
        return self.head(entry.path, max_bytes).partition(b"\n")[0]

    def walk(self, path: str = ".", *, max_entries: int = 10_000, keep: Callable[[Entry], bool] | None = None) -> Walk:
        """Return everything that would be under a folder, by path."""
        path, wanted = self.check(path), is_ordinary if keep is None else keep
        prefix = "" if path == "." else f"{path}/"
        try:
            below = self.below.walk(path, max_entries=max_entries, keep=keep)
        except NotFound:
            if self._made_folder(path) is None:
                raise
            below = Walk([], complete=True)
        entries = {entry.path: entry for entry in below.entries}
        for name, laid in self.laid.items():
            entries.pop(name, None)
            if laid.content is not None and name.startswith(prefix):
                self._add(entries, name, laid, prefix, wanted)
        found = sorted(entries.values(), key=lambda entry: entry.path.split("/"))
        return Walk(found[:max_entries], below.complete and len(found) <= max_entries)

    def contents(
        self, path: str = ".", *, keep: Callable[[Entry], bool] | None = None, max_bytes: int = LARGEST_READ
    ) -> Generator[tuple[Entry, bytes | None]]:
        """Yield every file that would be under a folder, with its content."""
        path, wanted = self.check(path), is_ordinary if keep is None else keep
        prefix = "" if path == "." else f"{path}/"
        with contextlib.suppress(NotFound):  # a folder that is only proposed has nothing below
            for entry, content in self.below.contents(path, keep=keep, max_bytes=max_bytes):
                if entry.path not in self.laid:
                    yield entry, content
        added = dict[str, Entry]()
        for name, laid in self.laid.items():
            if laid.content is not None and name.startswith(prefix):
                self._add(added, name, laid, prefix, wanted)
        for entry in added.values():
            if entry.kind == "file":
                content = _content(self.laid[entry.path], entry.path)
                yield entry, content if len(content) <= max_bytes else None

    def replaced(self, path: str, max_bytes: int = LARGEST_READ) -> bytes | None:
        """Return the content that a write to this path would replace, with all proposals adopted."""
        path = self.check_writable(path)
        laid = self.laid.get(path)
        if laid is None:
            self._refuse_what_is_no_file(path)
            return self.below.replaced(path, max_bytes)
        self.below.replaced(path, max_bytes)  # a proposal is refused wherever a write is
        if laid.content is None:
            return None
        if laid.size > max_bytes:
            raise TooLarge(f"The file {path!r} has more than {max_bytes} bytes.", hint="Read a part of it.")
        return laid.content()

    def permissions(self, path: str) -> int | None:
        """Return the permission bits a file would have."""
        path = self.check(path)
        laid = self.laid.get(path)
        if laid is None:
            return self.below.permissions(path)
        if laid.content is None:
            return None
        return laid.mode if laid.mode is not None else self.below.permissions(path)

    def _made_folder(self, path: str) -> Entry | None:
        """Return a folder that exists only because a file in it is proposed, or None."""
        times = [
            laid.mtime for name, laid in self.laid.items() if laid.content is not None and name.startswith(f"{path}/")
        ]
        return Entry(path, "folder", 0, max(times)) if times else None

    def _refuse_what_is_no_file(self, path: str) -> None:
        """Refuse a path that is a folder, or below a file, only because of proposals."""
        if self._made_folder(path) is not None:
            raise not_a_file(path)
        parts = path.split("/")
        for depth in range(1, len(parts)):
            above = self.laid.get("/".join(parts[:depth]))
            if above is not None and above.content is not None:
                raise Invalid(
                    f"{path!r} cannot be: {'/'.join(parts[:depth])!r} is not a folder.",
                    code="not_a_folder",
                    hint="Choose another path.",
                )

    @staticmethod
    def _add(
        entries: dict[str, Entry], name: str, laid: ProposedFile, prefix: str, wanted: Callable[[Entry], bool]
    ) -> None:
        """Add a proposed file to the entries, with its folders, if all of them are wanted."""
        parts = name[len(prefix) :].split("/")
        above = [Entry(prefix + "/".join(parts[:depth]), "folder", 0, laid.mtime) for depth in range(1, len(parts))]
        file = Entry(name, "file", laid.size, laid.mtime)
        if all(wanted(entry) for entry in (*above, file)):
            for entry in above:
                entries.setdefault(entry.path, entry)
            entries[name] = file


def _content(laid: ProposedFile, path: str) -> bytes:
    if laid.content is None:
        raise missing(path)
    return laid.content()
