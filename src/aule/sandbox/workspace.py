"""A workspace: the files of one project, reached only through a handle on its folder.

Every access goes path → canonical name → handle opened beneath the folder → check of what the handle is → operation on
the handle. Links are followed for reading, as long as they stay beneath the folder, because real projects contain them;
their target is then opened by its own path, which has no link in it. They are never followed for writing: what was
shown in an approval is then exactly what is written. Secret files are neither read nor written, whatever name leads to
them.
"""

from __future__ import annotations

import contextlib
import copy
import errno
import os
import stat
from collections.abc import Callable, Generator, Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING

from aule.contracts.errors import ChangedMeanwhile, Invalid, NotFound, TooLarge
from aule.sandbox.beneath import Opener, best_opener, resolved
from aule.sandbox.entries import Entry, Walk, entry_of, is_ordinary
from aule.sandbox.file_errors import explain_error, missing, not_a_file, translate_errors
from aule.sandbox.folder_walk import contents, visit
from aule.sandbox.handles import (
    ANYTHING,
    Base,
    Folder,
    is_open_elsewhere,
    locked,
    put,
    read_up_to,
    replaceable,
    scan,
    sweep,
    take_away,
    temporary_file,
)
from aule.sandbox.listings import Listings
from aule.sandbox.names import canonical, writable
from aule.sandbox.secret_files import refuse_secret
from aule.text.hashing import bytes_hash

if TYPE_CHECKING:
    from aule.sandbox.layers import ProposedFile
    from aule.sandbox.search import FoundLines

LARGEST_READ = 16 * 1024 * 1024
MOST_FOLDERS_GONE = 20
"""How often missing folders of a file are made again when somebody removes them as empty."""

_READ = os.O_RDONLY | os.O_NONBLOCK | os.O_NOCTTY
_FOLDER = os.O_RDONLY | os.O_DIRECTORY
_LINK = (errno.ELOOP, errno.EMLINK, errno.ENOTDIR)
"""Error numbers for a link that is not followed."""


class Workspace:
    """The files of one project. Paths are relative to its folder and never lead out of it."""

    def __init__(self, root: Path, handle: int, opener: Opener) -> None:
        self.root = root
        self._folder = Folder(handle)
        self._open = opener
        self._hides_secrets = True
        self._guard: Callable[[str], None] | None = None
        self._note: Callable[[str, bytes | None], None] | None = None
        self._listings = Listings()

    @classmethod
    def open(cls, root: Path | str, *, opener: Opener | None = None) -> Workspace:
        """Open a folder; the handle stays valid when the folder is renamed."""
        root = Path(root)
        with translate_errors(str(root)):
            handle = os.open(root, _FOLDER | os.O_CLOEXEC)
        return cls(root, handle, opener or best_opener())

    def with_secrets(self) -> Workspace:
        """Return a view with secret files: for undoing what a command did to one, never for an agent."""
        view = copy.copy(self)
        view._hides_secrets = False
        return view

    def within(self, guard: Callable[[str], None]) -> Workspace:
        """Return a view in which a guard decides which paths may be written; it raises at any other."""
        view = copy.copy(self)
        view._guard = guard
        return view

    def noting(self, note: Callable[[str, bytes | None], None]) -> Workspace:
        """Return a view that reports each file read whole with its content, each missing one with None."""
        view = copy.copy(self)
        view._note = note
        return view

    def over(self, laid: Mapping[str, ProposedFile]) -> Workspace:
        """Return a view of the files with proposals laid over them."""
        from aule.sandbox.layers import layered  # it is built upon this

        return layered(self, laid)

    def close(self) -> None:
        """Close the folder, for every view of it. Closing twice does nothing."""
        self._folder.close()

    def __enter__(self) -> Workspace:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def check(self, path: str) -> str:
        """Return the canonical form of a path; one that could lead elsewhere is refused."""
        return canonical(path)

    def check_writable(self, path: str) -> str:
        """Return the canonical form of a path that may be written; `.git`, `.aule` and secret files may not."""
        path = writable(path)
        self._refuse_secret(path)
        if self._guard is not None:
            self._guard(path)
        return path

    def read(self, path: str, max_bytes: int = LARGEST_READ) -> bytes:
        """Return a file's content. Pipes, devices and larger files are refused."""
        content = self.head(path, max_bytes + 1)
        if len(content) > max_bytes:
            raise _too_large(canonical(path), max_bytes)
        return content

    def head(self, path: str, max_bytes: int) -> bytes:
        """Return the first bytes of a file, all of them if there are no more."""
        path = canonical(path)
        try:
            with self._content(path) as handle:
                if not stat.S_ISREG(os.fstat(handle).st_mode):
                    raise not_a_file(path)
                with translate_errors(path):
                    content = read_up_to(handle, max_bytes)
        except NotFound:
            self._read(path, None)
            raise
        if len(content) < max_bytes:
            self._read(path, content)
        return content

    def stat(self, path: str, *, hashed: bool = False) -> Entry | None:
        """Return what is at a path, itself and not what it links to; None if nothing is."""
        path = canonical(path)
        parent, name = _split(path)
        try:
            with self._opened(parent, _FOLDER) as handle:
                entry = entry_of(path, os.stat(name, dir_fd=handle, follow_symlinks=False))
        except (FileNotFoundError, NotADirectoryError, NotFound):
            self._read(path, None)
            return None
        except OSError as error:
            raise explain_error(error, path) from error
        if not hashed or entry.kind != "file":
            return entry
        return Entry(path, entry.kind, entry.size, entry.mtime, bytes_hash(self.read(path)))

    def list(self, path: str = ".") -> list[Entry]:
        """Return the entries of a folder, by name."""
        path = canonical(path)
        with self._opened(path, _FOLDER) as handle, translate_errors(path):
            return scan(handle, path)

    def latest(self, path: str, suffix: str) -> Sequence[Entry]:
        """Return the files of a folder with a suffix, the latest first; writes of others show within a second."""
        path = canonical(path)
        with self._opened(path, _FOLDER) as handle, translate_errors(path):
            return self._listings.latest(handle, path, suffix)

    def first_line(self, entry: Entry, max_bytes: int = 1_000) -> bytes:
        """Return the first line of a listed file; cached while the file is unchanged."""
        line = self._listings.line(entry)
        if line is None:
            line = self.head(entry.path, max_bytes).partition(b"\n")[0]
            self._listings.keep_line(entry, line)
        return line

    def walk(self, path: str = ".", *, max_entries: int = 10_000, keep: Callable[[Entry], bool] | None = None) -> Walk:
        """Return everything under a folder, depth first by name; links are listed, not followed.

        Hidden names and the folders in `SKIPPED` are left out, unless `keep` decides otherwise.
        """
        path, found = canonical(path), list[Entry]()
        with self._opened(path, _FOLDER) as handle:
            for _, entries in visit(handle, path, is_ordinary if keep is None else keep):
                found += entries
                if len(found) > max_entries:
                    return Walk(found[:max_entries], complete=False)
        return Walk(found, complete=True)

    def contents(
        self, path: str = ".", *, keep: Callable[[Entry], bool] | None = None, max_bytes: int = LARGEST_READ
    ) -> Generator[tuple[Entry, bytes | None]]:
        """Yield every file under a folder with its content; None for a secret, unreadable or larger one."""
        path = canonical(path)
        with self._opened(path, _FOLDER) as handle:
            yield from contents(handle, path, is_ordinary if keep is None else keep, max_bytes)

    def find(self, glob: str, path: str = ".", *, limit: int = 1_000) -> tuple[list[Entry], bool]:
        """Return files and folders whose path matches a pattern, and whether those are all."""
        from aule.sandbox import search  # wcmatch costs start-up and is rarely needed

        return search.find(self, glob, path, limit=limit)

    def own_files(self, max_entries: int = 5_000) -> list[Entry]:
        """Return the project's own files: not those it ignores, and no secret files."""
        from aule.sandbox import ignored_files  # wcmatch costs start-up and is rarely needed

        return ignored_files.own_files(self, max_entries)

    async def search(
        self, pattern: str, path: str = ".", *, glob: str | None = None, regex: bool = False, limit: int = 50
    ) -> FoundLines:
        """Return lines of files that contain a text or match a regular expression."""
        from aule.sandbox import search  # wcmatch costs start-up and is rarely needed

        return await search.search(self, search.Query(pattern, path, glob, regex, limit))

    def write(self, path: str, content: bytes, mode: int | None = None, *, base: Base = ANYTHING) -> list[str]:
        """Put a file in place atomically, and return the folders that had to be made for it.

        After a crash there is the old file or the new one. If the present content is not `base`, nothing is written and
        `ChangedMeanwhile` is raised. A file that also has another name (a hard link) is refused, and so is a link. An
        existing file keeps its permissions.
        """
        path = self.check_writable(path)
        made = list[str]()
        for _ in range(MOST_FOLDERS_GONE):
            try:
                self._put(path, content, mode, base, made)
            except NotFound:  # somebody removed an empty folder between its being made and used
                continue
            return made
        raise _changed(path)

    def _put(self, path: str, content: bytes, mode: int | None, base: Base, made: list[str]) -> None:
        """Put a file in place; folders that had to be made are added to `made`."""
        parent, name = _split(path)
        with self._parent(parent, made) as handle, translate_errors(path):
            existing = replaceable(handle, name, path)
            if mode is None and existing is not None:
                mode = stat.S_IMODE(existing.st_mode) & 0o777
            like = None if existing is None else name
            with temporary_file(handle, content, mode, like) as temporary, locked(handle, path):
                replaceable(handle, name, path)
                is_put = put(handle, temporary, name, base)
            if is_put:
                os.fsync(handle)
            is_open = not is_put and is_open_elsewhere(handle, name)
        if not is_put:
            self.prune(made)
            raise _open_elsewhere(path) if is_open else _changed(path)

    def replaced(self, path: str, max_bytes: int = LARGEST_READ) -> bytes | None:
        """Return the content a write to this path would replace; None if it would make a new file.

        Refuses all that `write` refuses, so that nobody is asked to approve what cannot be done.
        """
        path = self.check_writable(path)
        parent, name = _split(path)
        try:
            with self._opened(parent, _FOLDER, follow=False) as handle, translate_errors(path):
                is_new = replaceable(handle, name, path) is None
        except NotFound:
            self._refuse_file_as_folder(parent, path)
            is_new = True
        content = None if is_new else self._whole(path, max_bytes)
        self._read(path, content)
        return content

    def _read(self, path: str, content: bytes | None) -> None:
        """Report a file that was read whole, or is missing."""
        if self._note is not None:
            self._note(path, content)

    def _whole(self, path: str, max_bytes: int) -> bytes:
        with self._opened(path, _READ, follow=False) as handle, translate_errors(path):
            content = read_up_to(handle, max_bytes + 1)
        if len(content) > max_bytes:
            raise _too_large(path, max_bytes)
        return content

    def permissions(self, path: str) -> int | None:
        """Return the permission bits of a file, not through a link; None if there is none."""
        parent, name = _split(canonical(path))
        try:
            with self._opened(parent, _FOLDER, follow=False) as handle:
                return stat.S_IMODE(os.stat(name, dir_fd=handle, follow_symlinks=False).st_mode) & 0o777
        except (FileNotFoundError, NotADirectoryError, NotFound):
            return None
        except OSError as error:
            raise explain_error(error, path) from error

    def remove(self, path: str, folders: list[str] | None = None, *, base: Base = ANYTHING) -> None:
        """Delete a file whose content is `base`, and those of `folders` that are empty then."""
        path = self.check_writable(path)
        parent, name = _split(path)
        with self._opened(parent, _FOLDER, follow=False, about=path) as handle, translate_errors(path):
            with locked(handle, path):
                if replaceable(handle, name, path) is None:
                    raise missing(path)
                is_gone = take_away(handle, name, base)
            os.fsync(handle)
            is_open = not is_gone and is_open_elsewhere(handle, name)
        if not is_gone:
            raise _open_elsewhere(path) if is_open else _changed(path)
        self.prune(folders or [])

    def prune(self, folders: list[str]) -> None:
        """Remove the empty ones of some folders, the innermost first."""
        for folder in sorted(folders, key=len, reverse=True):
            self._remove_empty(folder)

    def sweep(self, path: str) -> None:
        """Remove temporary files that a killed process left beside `path`."""
        parent, _ = _split(writable(path))
        with (
            contextlib.suppress(NotFound),
            self._opened(parent, _FOLDER, follow=False) as handle,
            translate_errors(parent),
        ):
            sweep(handle)

    @contextlib.contextmanager
    def _opened(self, path: str, flags: int, *, follow: bool = True, about: str | None = None) -> Generator[int]:
        with translate_errors(about or path):
            handle = self._open(self._folder.handle, path, flags, follow)
        try:
            yield handle
        finally:
            os.close(handle)

    @contextlib.contextmanager
    def _content(self, path: str) -> Generator[int]:
        """Open a file for reading, unless it is a secret one under whatever name."""
        self._refuse_secret(path)
        with translate_errors(path):
            try:
                handle = self._open(self._folder.handle, path, _READ, False)
            except OSError as error:
                if error.errno not in _LINK:
                    raise
                real = resolved(self._folder.handle, path)
                self._refuse_secret(real)
                handle = self._open(self._folder.handle, real, _READ, False)
        try:
            yield handle
        finally:
            os.close(handle)

    def _refuse_secret(self, path: str) -> None:
        if self._hides_secrets:
            refuse_secret(path)

    @contextlib.contextmanager
    def _parent(self, path: str, made: list[str]) -> Generator[int]:
        """Open a folder for writing, made with all above it where missing; new ones are added to `made`."""
        parts = [] if path == "." else path.split("/")
        for depth in range(1, len(parts) + 1):
            folder = "/".join(parts[:depth])
            above, name = _split(folder)
            with self._opened(above, _FOLDER, follow=False) as handle, translate_errors(folder):
                try:
                    os.mkdir(name, 0o777, dir_fd=handle)
                except FileExistsError:
                    continue
                os.fsync(handle)
                if folder not in made:
                    made.append(folder)
        with self._opened(path, _FOLDER, follow=False) as handle:
            yield handle

    def _refuse_file_as_folder(self, folder: str, path: str) -> None:
        """Refuse a path whose folder is a file."""
        parts = folder.split("/")
        for depth in range(1, len(parts) + 1):
            entry = self.stat("/".join(parts[:depth]))
            if entry is not None and entry.kind != "folder":
                raise Invalid(
                    f"{path!r} cannot be made: {entry.path!r} is not a folder.",
                    code="not_a_folder",
                    hint="Choose another path.",
                )

    def _remove_empty(self, folder: str) -> None:
        above, name = _split(writable(folder))
        with contextlib.suppress(NotFound, OSError), self._opened(above, _FOLDER, follow=False) as handle:
            os.rmdir(name, dir_fd=handle)


def _changed(path: str) -> ChangedMeanwhile:
    return ChangedMeanwhile(
        f"{path!r} was altered meanwhile. It was left as it is.",
        hint="Look at the file as it is now, and try again.",
        subject=path,
    )


def _open_elsewhere(path: str) -> ChangedMeanwhile:
    return ChangedMeanwhile(
        f"{path!r} is being written by another program. It was left as it is.",
        hint="Wait until it is saved, or close it there, and try again.",
        subject=path,
    )


def _too_large(path: str, max_bytes: int) -> TooLarge:
    return TooLarge(f"The file {path!r} has more than {max_bytes} bytes.", hint="Read a part of it, or search in it.")


def _split(path: str) -> tuple[str, str]:
    parent, _, name = path.rpartition("/")
    return parent or ".", name
