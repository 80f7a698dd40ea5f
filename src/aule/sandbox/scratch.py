"""Scratch copies: a project's files copied for one command, so that only permitted changes are copied back."""

from __future__ import annotations

import contextlib
import errno
import fcntl
import os
import stat
import tempfile
from collections.abc import Collection, Generator, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path, PurePath

from aule.contracts.errors import Unavailable
from aule.sandbox.box.spaces import NOBODY, LentFolder, reaches
from aule.sandbox.removal import clear, open_unlocked
from aule.sandbox.trees import LENT, Tree, file_of, now_ns
from aule.text.hashing import bytes_hash

_PREFIX = "aule-box-"
_CLONE = 0x40049409  # FICLONE: the copy shares its blocks with the original until one of them is written
_READ = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
_WRITE = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC
_FOLDER = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC


@dataclass(frozen=True, slots=True)
class Scratch:
    """A copy, and a folder for temporary files beside it."""

    work: Path
    home: Path
    lent: tuple[LentFolder, ...]
    """Folders of tools that are mounted read-only from the project."""

    def lay(self, laid: Mapping[str, tuple[bytes | None, int | None]]) -> None:
        """Replace or (None) remove files in the copy, with these permission bits."""
        for path, (content, mode) in laid.items():
            place = self.work / path
            place.unlink(missing_ok=True)
            if content is not None:
                place.parent.mkdir(parents=True, exist_ok=True)
                place.write_bytes(content)
                if mode is not None:
                    place.chmod(mode)

    def tree(self, like: Tree, laid: Mapping[str, tuple[bytes | None, int | None]]) -> Tree:
        """Return the copy as a tree, without reading again what was just copied."""
        now = now_ns()
        known = {path: file.sha256 for path, file in like.files.items()}
        known |= {path: "" if content is None else bytes_hash(content) for path, (content, _) in laid.items()}
        copied = Tree(links=_links(self.work, like, self.lent), folders=set(like.folders))
        for path in laid:
            copied.folders |= {str(above) for above in PurePath(path).parents} - {"."}
        for path, sha in known.items():
            with contextlib.suppress(FileNotFoundError, NotADirectoryError):
                copied.files[path] = file_of(os.stat(self.work / path, follow_symlinks=False), sha, now)
        for path in like.large:
            with contextlib.suppress(FileNotFoundError):
                status = os.stat(self.work / path, follow_symlinks=False)
                copied.large[path] = (status.st_ino, status.st_size, status.st_ctime_ns)
        return copied


@contextlib.contextmanager
def scratch(root: Path, tree: Tree, *, lends: bool, copies: Collection[str] = ()) -> Generator[Scratch]:
    """Copy the files of a tree (no secrets, repositories or special files) for the block.

    Where the box can mount folders elsewhere, it `lends` those of tools there; else links lead to them. Those that
    are to be copied instead are left to the caller.
    """
    folder = Path(tempfile.mkdtemp(prefix=f"{_PREFIX}{os.getpid()}-", dir=_place(root)))
    made = Scratch(
        folder / "work", folder / "home", tuple(each for each in _lent(root, tree) if each.path not in copies)
    )
    try:
        for each in (made.work, made.home):
            each.mkdir(mode=0o700)
        _copy(root, made.work, tree)
        if not lends:
            for lent in made.lent:
                (made.work / lent.path).symlink_to(lent.source)
        yield made
    finally:
        _clear(folder)


def sweep() -> None:
    """Remove copies, and devices made for boxes, of processes that are gone."""
    for folder in (each for place in (*_places(), Path("/dev")) for each in place.glob(f"{_PREFIX}*")):
        owner = folder.name.removeprefix(_PREFIX).partition("-")[0]
        if owner.isdigit() and not Path(f"/proc/{owner}").exists() and not folder.is_symlink():
            _clear(folder)


def _clear(folder: Path) -> None:
    with contextlib.suppress(OSError):
        above = os.open(folder.parent, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
        try:
            _clear_inside(folder.name, above)
        finally:
            os.close(above)


def _clear_inside(name: str, above: int) -> None:
    """Remove a folder; its inner folders are moved up no further than to a private folder."""
    handle = open_unlocked(name, above)
    try:
        for entry in os.listdir(handle):
            if stat.S_ISDIR(os.stat(entry, dir_fd=handle, follow_symlinks=False).st_mode):
                clear(entry, handle)
            else:
                os.unlink(entry, dir_fd=handle)
    finally:
        os.close(handle)
    os.rmdir(name, dir_fd=above)


def _links(work: Path, like: Tree, lent: tuple[LentFolder, ...]) -> dict[str, str]:
    found = dict(like.links)
    for each in lent:
        if (work / each.path).is_symlink():
            found[each.path] = str(each.source)
    return found


def _places() -> list[Path]:
    """Return where copies may be: never in the data directory, whose path commands must not know."""
    return [place for place in (Path(tempfile.gettempdir()), Path("/var/tmp")) if os.access(place, os.W_OK)]


def _place(root: Path) -> Path:
    """Return a place on the project's disk, where copies share blocks, else one that is not in memory."""
    places = _places()
    near = [place for place in places if place.stat().st_dev == root.stat().st_dev]
    return (near or places[::-1] or [Path(tempfile.gettempdir())])[0]


def _lent(root: Path, tree: Tree) -> Iterable[LentFolder]:
    for path in sorted(tree.derived):
        if path.rpartition("/")[2] in LENT and not (root / path).is_symlink():
            yield LentFolder(root / path, path)


def _copy(root: Path, target: Path, tree: Tree) -> None:
    try:
        for path in sorted(tree.folders):
            os.mkdir(target / path, 0o700)
        by_folder: dict[str, list[str]] = {}
        for path in (*tree.files, *tree.large):
            above, _, name = path.rpartition("/")
            by_folder.setdefault(above, []).append(name)
        for above, names in by_folder.items():
            os.makedirs(target / above, 0o700, exist_ok=True)  # of a folder that is not recorded, some files are
            _copy_folder(root / above, target / above, names)
        for path, leads_to in tree.links.items():
            os.symlink(leads_to, target / path)
    except OSError as error:
        raise Unavailable(
            f"The files could not be copied for the command: {error.strerror}.",
            code="scratch_failed",
            hint="Look at the free space of the disk and at the permissions of the project.",
        ) from error


def _copy_folder(source: Path, target: Path, names: list[str]) -> None:
    one = os.open(source, _FOLDER)
    try:
        two = os.open(target, _FOLDER)
        try:
            for name in names:
                with contextlib.suppress(FileNotFoundError):  # it went away meanwhile
                    _copy_file(one, two, name)
        finally:
            os.close(two)
    finally:
        os.close(one)


def _copy_file(source: int, target: int, name: str) -> None:
    one = os.open(name, _READ, dir_fd=source)
    try:
        status = os.fstat(one)
        if not stat.S_ISREG(status.st_mode):
            return
        two = os.open(name, _WRITE, stat.S_IMODE(status.st_mode) & 0o777 | 0o200, dir_fd=target)
        try:
            _fill(one, two, status.st_size)
            os.fchmod(two, stat.S_IMODE(status.st_mode) & 0o777)
        finally:
            os.close(two)
    finally:
        os.close(one)


def _fill(one: int, two: int, size: int) -> None:
    if size >= 64 * 1024:  # for a small file it only costs a call
        with contextlib.suppress(OSError):
            fcntl.ioctl(two, _CLONE, one)
            return
    try:
        while os.copy_file_range(one, two, 1 << 24):
            pass
    except OSError as error:
        if error.errno not in (errno.EXDEV, errno.ENOSYS, errno.EOPNOTSUPP, errno.EINVAL):
            raise
        while piece := os.read(one, 1 << 20):
            os.write(two, piece)


def hand_over(made: Scratch) -> None:
    """As root, give the copy to a user without rights, as whom the command then runs."""
    folder = made.work.parent
    if os.geteuid() != 0 or not reaches(NOBODY, folder):
        return
    os.chown(folder, NOBODY, NOBODY)
    for above, folders, files in os.walk(folder):
        for name in (*folders, *files):
            os.chown(os.path.join(above, name), NOBODY, NOBODY, follow_symlinks=False)
