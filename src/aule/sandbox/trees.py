"""Trees: the content of a folder at one moment, so that a command's effects can be found and undone.

A tree is walked by handles and never through a link. A file whose inode, size and times are unchanged is taken to have
the same content: nobody can set the change time, and a file changed so recently that the clock may not have moved since
is read again.

Folders that tools make again are not recorded, but searched: for secrets and repositories, and for files that tools of
the machine run by themselves, which are recorded wherever they are.
"""

from __future__ import annotations

import contextlib
import json
import os
import stat
import time
from collections import OrderedDict
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple, cast

from aule.contracts.access.autorun import is_autorun_folder, may_autorun
from aule.contracts.errors import TooLarge
from aule.sandbox.entries import SKIPPED
from aule.sandbox.handles import read_up_to
from aule.sandbox.ignored_files import Ignored
from aule.sandbox.names import LONGEST_PATH, TEMPORARY_PREFIX, is_protected, is_usable, looks_like_repository
from aule.sandbox.removal import open_unlocked
from aule.sandbox.secret_files import is_secret
from aule.sandbox.workspace import Workspace
from aule.text.hashing import bytes_hash

MOST_FILES = 100_000
LARGEST = 16 * 1024 * 1024
"""Bytes of the largest file whose content is kept."""
MOST_BYTES = 4 * 1024 * 1024 * 1024
"""Bytes of all new files whose content is kept: sparse files are read whole, though they take no disk space."""
DEEPEST = 64
MOST_GLANCED = 20_000
"""Names in a folder of tools that are searched for secrets."""
LENT = frozenset({"node_modules", ".venv", "venv"})
"""Folders of tools that commands need and do not own."""

_FRESH_NS = 50_000_000
_REMEMBERED = 4
_BATCH = 1_000
_BATCH_BYTES = 32 * 1024 * 1024
_FOLDER = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
_FILE = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_NOCTTY | os.O_CLOEXEC

_SPECIAL_BITS = stat.S_ISUID | stat.S_ISGID
_CAPABILITIES = "security.capability"
"""The attribute of a file that gives rights to whoever runs it."""

Keep = Callable[[Iterable[bytes]], list[str]]
"""Stores contents and returns their hashes."""
Identity = tuple[int, int]
"""Device and inode, which stay the same when something is moved."""


class TreeFile(NamedTuple):
    """One file: what identifies it, and its content's hash."""

    inode: int
    size: int
    changed_ns: int
    mode: int
    names: int
    """How many hard links it has."""
    sha256: str
    read_ns: int
    """When it was read: a change soon after another may not show in its times."""


@dataclass(slots=True)
class Tree:
    """What a folder held. Paths are relative to it."""

    files: dict[str, TreeFile] = field(default_factory=dict[str, TreeFile])
    links: dict[str, str] = field(default_factory=dict[str, str])
    """Symbolic links, and their targets."""
    folders: set[str] = field(default_factory=set[str])
    special: set[str] = field(default_factory=set[str])
    """Pipes, sockets and devices."""
    strange: set[str] = field(default_factory=set[str])
    """Names and paths that may not be used (as the system spells them), and folders that are too deep."""
    secret: set[str] = field(default_factory=set[str])
    protected: set[str] = field(default_factory=set[str])
    """`.git`, `.aule` and their like, wherever they are, and folders that git takes for a repository."""
    repositories: set[str] = field(default_factory=set[str])
    """Folders that git takes for a repository and that were none before."""
    large: dict[str, tuple[int, int, int]] = field(default_factory=dict[str, tuple[int, int, int]])
    """Files whose content is not kept: inode, size, change time."""
    oversized: set[str] = field(default_factory=set[str])
    """Files that tools of the machine run by themselves, left by a command and too large to be read."""
    derived: set[str] = field(default_factory=set[str])
    """Folders that tools make again; they are not recorded, but secrets and repositories in them are found."""
    sealed: set[str] = field(default_factory=set[str])
    """Derived folders that are read-only: packages, often shared with other projects, and those too large to search."""
    opened: set[str] = field(default_factory=set[str])
    """Folders of packages that a command may change, since it installs some and no file in them is another's too."""
    identities: dict[str, Identity] = field(default_factory=dict[str, Identity])
    """The identity of what is at some paths: protected ones and, once asked for, all covered ones."""
    taken_ns: int = 0
    """When it was taken."""

    def is_like(self, other: Tree) -> bool:
        """Return whether two trees are equal."""
        return self._compared() == other._compared()

    def _compared(self) -> tuple[object, ...]:
        found = (self.files, self.links, self.folders, self.special, self.strange)
        return (*found, self.secret, self.protected, self.large, self.identities)

    @property
    def hidden(self) -> list[str]:
        """Paths a command may not even open: secrets, and pipes and sockets, behind which somebody listens."""
        return sorted(self.secret | self.special)

    @property
    def covered(self) -> list[str]:
        """Paths a command may not change: hidden ones, repositories, and those that could not be restored."""
        return [*self.secret, *self.special, *self.protected, *self.sealed, *self.large, *self.shared, *self.strange]

    @property
    def shared(self) -> list[str]:
        """Files with another hard link, maybe outside."""
        return [path for path, file in self.files.items() if file.names > 1]


class Trees:
    """Takes trees of folders, and caches the last few so that unchanged files are not read again."""

    def __init__(self, keep: Keep, known: Mapping[Path, Tree] | None = None) -> None:
        self._keep = keep
        self._known: OrderedDict[Path, Tree] = OrderedDict(known or {})
        self._ignored: dict[Path, tuple[str, dict[str, bool], Ignored]] = {}

    def take(self, root: Path, since: Tree | None = None, *, installs: bool = False) -> Tree:
        """Return the present tree of a folder, with the contents of its files kept.

        Secret files are not read, except those that are new `since` a former tree: a command made them. Folders that
        were searched then are searched again, whatever the project's ignore rules say by now. For a command that
        `installs` packages, folders of packages are searched and opened.
        """
        before = self._known.get(root) or Tree()
        with contextlib.ExitStack() as stack:
            handle = os.open(root, _FOLDER)
            stack.callback(os.close, handle)
            walk = _TreeWalk(before, self._keep, self._ignoring(root, is_since=since is not None), since)
            walk.installs = installs
            walk.tree.taken_ns = now_ns()
            walk.folder(handle, "", 0)
            walk.flush()
        self._known[root] = walk.tree
        self._known.move_to_end(root)
        while len(self._known) > _REMEMBERED:
            self._known.popitem(last=False)
        return walk.tree

    def of_copy(self, root: Path, copy: Path, tree: Tree) -> Trees:
        """Return trees of a copy of a folder, by the ignore rules of the folder itself."""
        made = Trees(self._keep, {copy: tree})
        made._ignored[copy] = self._rules(root, is_since=True)
        return made

    def _rules(self, root: Path, *, is_since: bool) -> tuple[str, dict[str, bool], Ignored]:
        known = self._ignored.get(root)
        if known is not None and is_since:  # the former rules: a command must not hide new folders with a rule it wrote
            return known
        with Workspace.open(root) as workspace:
            rules = workspace.stat(".gitignore", hashed=True)
            version = (rules and rules.sha256) or ""
            if known is None or known[0] != version:
                known = self._ignored[root] = (version, {}, Ignored.of(workspace))
        return known

    def _ignoring(self, root: Path, *, is_since: bool) -> Callable[[str], bool]:
        """Return which folders the project's ignore rules exclude, each looked up once."""
        _, found, ignored = self._rules(root, is_since=is_since)

        def has(path: str) -> bool:
            if path not in found:
                found[path] = ignored.has(f"{path}/")
            return found[path]

        return has


class _TreeWalk:
    """One walk through a folder."""

    def __init__(self, before: Tree, keep: Keep, ignored: Callable[[str], bool], since: Tree | None) -> None:
        self.tree = Tree()
        self._before = before
        self._keep = keep
        self._ignored = ignored
        self._since = since
        self.installs = False
        self._is_doubled = False
        self._now = now_ns()
        self._waiting: list[tuple[str, os.stat_result, bytes]] = []
        self._bytes = 0
        self._new_bytes = 0
        self._glanced = 0

    def folder(self, handle: int, path: str, depth: int) -> None:
        """Visit everything in an open folder."""
        inner: list[str] = []
        with os.scandir(handle) as entries:
            found = [item for item in entries if not item.name.startswith(TEMPORARY_PREFIX)]
        if self._is_closed_repository(handle, {item.name for item in found}, path):
            return
        for item in found:
            with contextlib.suppress(FileNotFoundError):
                if self._entry(handle, item, path):
                    inner.append(item.name)
        if self._since is None and len(self.tree.files) > MOST_FILES:
            raise TooLarge(
                f"The workspace has more than {MOST_FILES} files, too many to keep them for undoing.",
                hint="Name folders that tools make in its .gitignore, or work in a smaller folder.",
            )
        for name in inner:
            self._inner(handle, name, f"{path}{name}", depth)

    def flush(self) -> None:
        """Store the contents that were read."""
        kept = self._keep(content for _, _, content in self._waiting)
        for (path, status, _), sha in zip(self._waiting, kept, strict=True):
            self.tree.files[path] = file_of(status, sha, self._now)
        self._waiting.clear()
        self._bytes = 0

    def _is_closed_repository(self, handle: int, names: Collection[str], folder: str) -> bool:
        """Return whether a folder is a repository that was there before, so that nobody writes in it."""
        if not looks_like_repository(names):
            return False
        path = folder.rstrip("/")
        if path and (self._since is None or path in self._since.protected):
            self.tree.folders.discard(path)
            self._protect(path, os.fstat(handle))
            return True
        self.tree.repositories.add(path)
        return False

    def _protect(self, path: str, status: os.stat_result) -> None:
        self.tree.protected.add(path)
        self.tree.identities[path] = identity_of(status)

    def _entry(self, handle: int, item: os.DirEntry[str], folder: str) -> bool:
        """Record one entry; return True for a folder to visit."""
        path = folder + item.name
        known = self._before.files.get(path)
        if known is not None and not is_secret(path) and self._is_unchanged(item, known):
            self.tree.files[path] = known
            return False
        if not is_usable(item.name) or len(path) > LONGEST_PATH:
            self.tree.strange.add(path)
            return False
        if item.is_symlink():
            self.tree.links[path] = os.readlink(item.name, dir_fd=handle)
        if is_protected(item.name):
            self._protect(path, item.stat(follow_symlinks=False))
            return False
        if item.is_symlink():
            return False
        if item.is_dir(follow_symlinks=False):
            return self._is_own_folder(handle, item.name, path)
        if self._is_hidden(path):
            return False
        self._content(handle, item.name, path)
        return False

    @staticmethod
    def _is_unchanged(item: os.DirEntry[str], known: TreeFile) -> bool:
        status = item.stat(follow_symlinks=False)
        same = (known.inode, known.size, known.changed_ns) == (status.st_ino, status.st_size, status.st_ctime_ns)
        return same and known.changed_ns + _FRESH_NS < known.read_ns

    def _is_hidden(self, path: str) -> bool:
        if not is_secret(path) or (self._since is not None and path not in self._since.secret):
            return False
        self.tree.secret.add(path)
        return True

    def _is_own_folder(self, handle: int, name: str, path: str) -> bool:
        if self._is_hidden(path):
            return False
        if name in SKIPPED or self._is_ignored(path):
            self.tree.derived.add(path)
            self._glance(handle, name, path)
            return False
        self.tree.folders.add(path)
        return True

    def _glance(self, handle: int, name: str, path: str) -> None:
        """Search an unrecorded folder for secrets, protected things and files that run by themselves."""
        is_new = self._since is not None and path not in self._since.derived
        is_opened = self.installs if self._since is None else path in self._since.opened
        self._is_doubled = False
        try:
            is_seen = (name not in LENT or is_new or is_opened) and self._is_glanced_through(handle, name, path)
        except OSError:
            is_seen = False  # closed to us
        if is_seen and name in LENT and self._since is None:
            is_seen = not self._is_doubled  # its files may be those of a store outside
            self.tree.opened |= {path} if is_seen else set()
        if not is_seen:  # left out of copies, and hidden here, since it may hold keys
            (self.tree.sealed if name in LENT else self.tree.secret).add(path)

    def _is_glanced_through(self, handle: int, name: str, path: str, depth: int = 0) -> bool:
        """Search a folder; what a command left is searched whole, a person's only up to a number of names."""
        inner = self._unlocked(handle, name, path, _FOLDER)
        try:
            with os.scandir(inner) as entries:
                found = list(entries)
            self._glanced = len(found) + (self._glanced if depth else 0)
            if self._since is None and self._glanced > (MOST_FILES if self.installs else MOST_GLANCED):
                return False
            if self._is_closed_repository(inner, {item.name for item in found}, path):
                return True
            deeper = [item.name for item in found if self._is_looked_into(inner, item, f"{path}/{item.name}", depth)]
            return all(self._is_inside_glanced_through(inner, each, f"{path}/{each}", depth + 1) for each in deeper)
        finally:
            os.close(inner)

    def _is_inside_glanced_through(self, handle: int, name: str, path: str, depth: int) -> bool:
        try:
            return self._is_glanced_through(handle, name, path, depth)
        except OSError:  # it went away, or a person closed it: then it is sealed
            return True

    def _is_looked_into(self, handle: int, item: os.DirEntry[str], path: str, depth: int) -> bool:
        """Check one entry of an unrecorded folder; return True for a folder to search."""
        folder = path.rpartition("/")[0]
        if is_protected(item.name):
            self._protect(path, item.stat(follow_symlinks=False))
        elif self._since is None and is_secret(path):
            self.tree.secret.add(path)
        elif item.is_symlink():
            if folder in self.tree.repositories or is_autorun_folder(item.name) or may_autorun(path):
                self.tree.links[path] = os.readlink(item.name, dir_fd=handle)
        elif item.is_dir(follow_symlinks=False):
            if depth < DEEPEST and is_usable(item.name) and len(path) <= LONGEST_PATH:
                return True
            (self.tree.sealed if self._since is None else self.tree.strange).add(path)
        elif not item.is_file(follow_symlinks=False):
            self.tree.special.add(path)
        elif self._since is not None:
            self._strip(handle, item, path)
        else:
            self._is_doubled |= self.installs and item.stat(follow_symlinks=False).st_nlink > 1
        if item.is_file(follow_symlinks=False) and not is_protected(item.name) and may_autorun(path):
            self._recorded(handle, item, path)
        return False

    def _recorded(self, handle: int, item: os.DirEntry[str], path: str) -> None:
        known = self._before.files.get(path)
        if not is_usable(item.name) or path in self.tree.secret:
            return
        if known is not None and self._is_unchanged(item, known):
            self.tree.files[path] = known
        else:
            self._content(handle, item.name, path)

    def _strip(self, handle: int, item: os.DirEntry[str], path: str) -> None:
        """Remove special rights that a command gave to a file: whoever ran it would get them."""
        status = item.stat(follow_symlinks=False)
        if not stat.S_ISREG(status.st_mode) or self._since is None or status.st_ctime_ns < self._since.taken_ns:
            return
        try:
            file = self._unlocked(handle, item.name, path, _FILE)
        except OSError:
            return
        try:
            strip_rights(file)
        finally:
            os.close(file)

    def _is_ignored(self, path: str) -> bool:
        """Apply the former ignore rules: a command that rewrites them must not hide its effects."""
        if self._since is not None and (path in self._since.folders or path in self._since.derived):
            return path in self._since.derived
        return self._ignored(path)

    def _content(self, handle: int, name: str, path: str) -> None:
        status = os.stat(name, dir_fd=handle, follow_symlinks=False)
        if not stat.S_ISREG(status.st_mode):
            self.tree.special.add(path)
        elif status.st_size > LARGEST or self._is_too_much(path, status.st_size):
            self.tree.large[path] = (status.st_ino, status.st_size, status.st_ctime_ns)
            self._strip_large(handle, name, path, status)
        else:
            self._read(handle, name, path)

    def _strip_large(self, handle: int, name: str, path: str, status: os.stat_result) -> None:
        if self._since is not None and self._since.large.get(path) != self.tree.large[path]:
            if may_autorun(path):
                self.tree.oversized.add(path)
            with contextlib.suppress(OSError):
                file = self._unlocked(handle, name, path, _FILE)
                strip_rights(file)
                os.close(file)

    def _is_too_much(self, path: str, size: int) -> bool:
        """Return whether a new file exceeds the limit of kept bytes; former files and autoruns never do."""
        if self._since is None or path in self._since.files or may_autorun(path):
            return False
        self._new_bytes += size
        return len(self.tree.files) + len(self._waiting) >= MOST_FILES or self._new_bytes > MOST_BYTES

    def _read(self, handle: int, name: str, path: str) -> None:
        try:
            file = self._unlocked(handle, name, path, _FILE)
        except OSError:
            self.tree.strange.add(path)  # unreadable, or something else by now
            return
        try:
            if self._since is not None:
                strip_rights(file)
            content, status = read_up_to(file, LARGEST + 1), os.fstat(file)
        finally:
            os.close(file)
        known = self._before.files.get(path)
        if known is not None and known.sha256 == bytes_hash(content):
            self.tree.files[path] = file_of(status, known.sha256, self._now)
            return
        self._waiting.append((path, status, content))
        self._bytes += len(content)
        if len(self._waiting) >= _BATCH or self._bytes > _BATCH_BYTES:
            self.flush()

    def _inner(self, handle: int, name: str, path: str, depth: int) -> None:
        if depth >= DEEPEST:
            self.tree.strange.add(path)
            return
        try:
            inner = self._unlocked(handle, name, path, _FOLDER)
        except OSError:  # it went away, became a link, or is closed to us: what is in it is as it was
            if path in self.tree.sealed:
                self.tree.folders.discard(path)
                return
            known = (self._since or self._before).files
            self.tree.files |= {each: file for each, file in known.items() if each.startswith(f"{path}/")}
            return
        try:
            self.folder(inner, f"{path}/", depth + 1)
        finally:
            os.close(inner)

    def _unlocked(self, handle: int, name: str, path: str, flags: int) -> int:
        """Open something. Permissions a command removed are restored; a person's are respected."""
        try:
            return os.open(name, flags, dir_fd=handle)
        except PermissionError:
            if self._since is None or path in self._since.sealed:
                self.tree.sealed.add(path)
                raise
            return open_unlocked(name, handle, flags)


def now_ns() -> int:
    """Return the real time, which is compared with times of the file system."""
    return time.clock_gettime_ns(time.CLOCK_REALTIME)


def identity_of(status: os.stat_result) -> Identity:
    """Return what stays the same about a file or folder when it is moved."""
    return status.st_dev, status.st_ino


def identities(root: Path, paths: Iterable[str]) -> dict[str, Identity]:
    """Return the identities of what is at some paths of a folder; missing paths are left out."""
    found: dict[str, Identity] = {}
    handle = os.open(root, _FOLDER)
    try:
        for path in paths:
            with contextlib.suppress(OSError):
                found[path] = identity_of(os.stat(path, dir_fd=handle, follow_symlinks=False))
    finally:
        os.close(handle)
    return found


def strip_rights(file: int) -> None:
    """Remove the rights that an open file would give to whoever runs it: its owner's, its group's, capabilities."""
    mode = stat.S_IMODE(os.fstat(file).st_mode)
    if mode & _SPECIAL_BITS:
        os.fchmod(file, mode & ~_SPECIAL_BITS)
    with contextlib.suppress(OSError):  # it has none, or the file system knows none
        os.removexattr(file, _CAPABILITIES)


def file_of(status: os.stat_result, sha: str, read_ns: int) -> TreeFile:
    """Return a file from its status and content hash."""
    mode = stat.S_IMODE(status.st_mode) & 0o777
    return TreeFile(status.st_ino, status.st_size, status.st_ctime_ns, mode, status.st_nlink, sha, read_ns)


@dataclass(frozen=True, slots=True)
class TreeDifference:
    """The differences between two trees of one folder."""

    files: list[tuple[str, TreeFile | None, TreeFile | None]]
    """Each changed file: before and after."""
    planted: list[str]
    """New links, pipes, devices and the like, and protected folders."""
    doubled: list[str]
    """Planted hard links, which become files of their own."""
    lost: list[str]
    """Former links that are gone, or lead elsewhere."""
    gone: list[str]
    """Former pipes, sockets and other unrecorded things that are gone."""
    unkept: list[str]
    """New or altered files too large to be kept."""
    folders: list[str]
    """New folders."""


def compare_trees(before: Tree, after: Tree) -> TreeDifference:
    """Return what changed in a folder between two moments."""
    paths = sorted(before.files.keys() | after.files.keys())
    pairs = ((path, before.files.get(path), after.files.get(path)) for path in paths)
    files = [(path, one, two) for path, one, two in pairs if _state(one) != _state(two)]
    doubled = [path for path, _, two in files if two is not None and two.names > 1]
    planted = {path for path, to in after.links.items() if before.links.get(path) != to}
    planted |= after.strange - before.strange | after.special - before.special | after.oversized
    planted |= {path for path in after.protected if before.identities.get(path) != after.identities[path]}
    kept = after.special | after.strange | after.protected | after.links.keys()
    return TreeDifference(
        files=files,
        planted=sorted({*planted, *doubled}),
        doubled=sorted(set(doubled) - planted),
        lost=sorted(path for path, to in before.links.items() if after.links.get(path) != to),
        gone=sorted((before.special | before.strange | before.protected) - kept),
        unkept=sorted(
            path for path, what in after.large.items() if before.large.get(path) != what and path not in planted
        ),
        folders=sorted(after.folders - before.folders),
    )


def _state(file: TreeFile | None) -> tuple[str, int] | None:
    return None if file is None else (file.sha256, file.mode)


def dump_tree(tree: Tree) -> bytes:
    """Return a tree as bytes, for the recovery after a crash."""
    sets = {name: sorted(getattr(tree, name)) for name in _SETS}
    maps = {name: getattr(tree, name) for name in ("files", "links", "large", "identities")}
    return json.dumps({**maps, **sets, "taken_ns": tree.taken_ns}).encode("utf-8", "surrogatepass")


def read_tree(content: bytes) -> Tree:
    """Return a tree from its bytes."""
    written = json.loads(content.decode("utf-8", "surrogatepass"))
    if isinstance(written, list):  # as versions before this one wrote it
        names = ("files", "links", "large", "folders", "strange", "secret", "protected", "derived", "sealed")
        written = dict(zip(names, cast("list[Any]", written), strict=True))
    found = cast("dict[str, Any]", written)
    return Tree(
        files={path: TreeFile(*file) for path, file in found["files"].items()},
        links=found["links"],
        large={path: (what[0], what[1], what[2]) for path, what in found["large"].items()},
        identities={path: (what[0], what[1]) for path, what in found.get("identities", {}).items()},
        taken_ns=found.get("taken_ns", 0),
        **{name: set[str](found.get(name, ())) for name in _SETS},
    )


_SETS = ("folders", "special", "strange", "secret", "protected", "repositories", "derived", "sealed", "opened")
