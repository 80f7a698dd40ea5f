"""Folders of plugins on disk: looked at through handles, so that no name, link or change in between leads elsewhere.

A plugin is the two files in its folder. They are put there by exchanging whole folders, so that after a crash either
the former or the new plugin is there, and the approval in the tables tells whether it may be used.
"""

from __future__ import annotations

import contextlib
import errno
import os
import re
import shutil
import stat
import threading
from collections.abc import Generator
from dataclasses import dataclass, field, replace
from pathlib import Path

from aule.apps.plugins.descriptors import MOST_DESCRIPTOR, read_descriptor
from aule.apps.plugins.records import DESCRIPTOR, NAME, PluginDescriptor, plugin_hash
from aule.apps.plugins.words import hint, say
from aule.sdk import errors
from aule.sdk.files import exchange
from aule.sdk.wasm import MOST_COMPONENT, most_bytes

MOST_PLUGINS = 500
MOST_HELD = 1024 * 1024
"""Bytes of a module that stay in memory; a larger one is read again when it is compiled."""
_STAGING = ".staging"
_FORMER = ".former"
"""Where the plugin stands that one took the place of, until another takes its place."""
_TAKEN_BY = "taken-by"
_FOLDER = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
_FILE = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
Mark = tuple[int, ...]
"""What tells whether a file is still the one that was read."""


@dataclass(frozen=True, slots=True)
class PluginFiles:
    """The two files of a plugin, read once: what is hashed is what is shown and run."""

    raw: bytes = field(repr=False)
    module: bytes = field(repr=False)
    descriptor: PluginDescriptor
    hash: str
    marks: tuple[Mark, ...] = ()
    """Of the files it was read from."""


class PluginFolders:
    """The folder in which every plugin has a folder of its own."""

    def __init__(self, place: Path) -> None:
        self.place = place
        self._read: dict[str, PluginFiles] = {}
        self._turn = threading.RLock()
        """Whoever puts, brings back or removes does so alone: what is on its way in one turn is no other's to sweep."""

    def names(self) -> list[str]:
        """Return the names of the folders that may be plugins; a link is none."""
        try:
            found = list(os.scandir(self.place))
        except FileNotFoundError:
            return []
        names = (each.name for each in found if not each.name.startswith(".") and not each.is_file())
        return sorted(name for name in names if re.fullmatch(NAME, name))[:MOST_PLUGINS]

    def strangers(self) -> list[str]:
        """Return the names in the folder that can be no plugin, shortened."""
        with contextlib.suppress(FileNotFoundError):
            found = [each.name for each in os.scandir(self.place) if not each.name.startswith(".")]
            return sorted(ascii(name)[1:-1][:60] for name in found if not re.fullmatch(NAME, name))[:50]
        return []

    def seen(self, name: str, locale: str) -> PluginFiles | None:
        """Return the files of a plugin as they were read, without a large module; None where one changed since."""
        known = self._read.get(name)
        if known is not None:
            with self._opened(name, locale) as folder:
                if _marks(folder, known.descriptor.module) == known.marks:
                    return known
        return None

    def read(self, name: str, locale: str) -> PluginFiles:
        """Return the files of a plugin; they are read again only when one of them changed."""
        known = self.seen(name, locale)
        if known is not None and known.module:
            return known
        self._read.pop(name, None)
        with self._opened(name, locale) as folder:
            found = _read_files(folder, name, locale)
        is_held = len(found.module) <= MOST_HELD
        self._read[name] = found if is_held else replace(found, module=b"")
        return found

    def forget(self, name: str) -> None:
        """Have the files of a plugin read anew."""
        self._read.pop(name, None)

    def put(self, files: PluginFiles, token: str) -> None:
        """Put a plugin into its folder, in place of the one that was there, in one step."""
        with self._turn:
            self._put(files, token)

    def _put(self, files: PluginFiles, token: str) -> None:
        name = files.descriptor.name
        made = self._staged(f"{name}-{token}")
        made.mkdir(mode=0o700)
        for file, content in ((DESCRIPTOR, files.raw), (files.descriptor.module, files.module)):
            _write(made / file, content)
        _sync(made)
        self._read.pop(name, None)
        if os.path.lexists(self.place / name):
            self._exchange(f"{_STAGING}/{made.name}", name)
            self._keep_former(made, files.hash)
        else:
            os.rename(made, self.place / name)
        _sync(self.place)
        self._sweep()

    def bring_back(self, name: str, wanted: str, token: str, locale: str) -> bool:
        """Put back what a plugin took the place of, if that is what is wanted and nobody touched either since.

        So an update that was undone is undone on disk too. Files that somebody changed by hand stay as they are.
        """
        with self._turn:
            return self._bring_back(name, wanted, token, locale)

    def _bring_back(self, name: str, wanted: str, token: str, locale: str) -> bool:
        former = self.place / _FORMER / name
        try:
            present, kept = self.read(name, locale), read_from(former, locale)
            taken_by = (former / _TAKEN_BY).read_text("ascii")
        except (errors.AuleError, OSError, ValueError):
            return False
        if kept.hash != wanted or kept.descriptor.name != name or present.hash != taken_by:
            return False
        self.put(kept, token)
        return True

    def remove(self, name: str, token: str) -> None:
        """Take the folder of a plugin away; a link is taken away itself, and nothing it leads to."""
        with self._turn:
            self._read.pop(name, None)
            gone = self._staged(f"{name}-{token}")
            with contextlib.suppress(FileNotFoundError):
                os.rename(self._own(_FORMER) / name, f"{gone}-former")
            with contextlib.suppress(FileNotFoundError):
                os.rename(self.place / name, gone)
                _sync(self.place)
            self._sweep()

    def _keep_former(self, replaced: Path, taken_by: str) -> None:
        """Keep the folder that was replaced; a crash before leaves none, and then nothing is brought back."""
        name = replaced.name.partition("-")[0]
        former = self._own(_FORMER) / name
        if former.is_symlink() or former.exists():
            os.rename(former, self.place / _STAGING / f"{replaced.name}-former")
        if replaced.is_symlink() or not replaced.is_dir():
            return
        _clear(replaced / _TAKEN_BY)
        _write(replaced / _TAKEN_BY, taken_by.encode())
        os.rename(replaced, former)

    def _staged(self, name: str) -> Path:
        """Return a place for a folder on its way; what a crash left there is taken away."""
        self._sweep()
        return self._own(_STAGING) / name

    def _sweep(self) -> None:
        for each in self._own(_STAGING).iterdir():
            _clear(each)

    def _own(self, name: str) -> Path:
        """Return a folder that is ours alone; a link by its name is taken away, and nothing it leads to."""
        folder = self.place / name
        if folder.is_symlink():
            folder.unlink()
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        return folder

    def _exchange(self, made: str, name: str) -> None:
        folder = os.open(self.place, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
        try:
            if not exchange(folder, made, name):  # a file system that cannot: for a moment none is there
                os.rename(name, made + ".old", src_dir_fd=folder, dst_dir_fd=folder)
                os.rename(made, name, src_dir_fd=folder, dst_dir_fd=folder)
        finally:
            os.close(folder)

    @contextlib.contextmanager
    def _opened(self, name: str, locale: str) -> Generator[int]:
        if re.fullmatch(NAME, name) is None:
            raise errors.Invalid(say("bad_name", locale, name=name[:60]), code="bad_name", field="name")
        try:
            top = os.open(self.place, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
        except OSError:
            raise _missing(name, locale) from None
        try:
            folder = os.open(name, _FOLDER, dir_fd=top)
        except FileNotFoundError:
            raise _missing(name, locale) from None
        except OSError as error:
            raise _unreadable(name, name, error, locale) from None
        finally:
            os.close(top)
        try:
            yield folder
        finally:
            os.close(folder)


def read_from(folder: Path, locale: str) -> PluginFiles:
    """Return a plugin that stands in any folder of this machine."""
    try:
        handle = os.open(folder, _FOLDER)
    except OSError as error:
        raise errors.Invalid(
            say("no_folder", locale, folder=str(folder)[:200], problem=error.strerror),
            code="no_folder",
            field="folder",
            hint=hint("no_folder", locale),
        ) from None
    try:
        return _read_files(handle, None, locale)
    finally:
        os.close(handle)


def files_of(raw: bytes, modules: dict[str, bytes], locale: str) -> PluginFiles:
    """Return a plugin of the content of its files."""
    descriptor = read_descriptor(raw, locale)
    module = modules.get(descriptor.module)
    if module is None:
        raise errors.Invalid(
            say("no_module", locale, module=descriptor.module), code="no_module", hint=hint("no_module", locale)
        )
    return PluginFiles(raw, module, descriptor, plugin_hash(raw, module))


def _read_files(folder: int, name: str | None, locale: str) -> PluginFiles:
    raw, mark = _content(folder, DESCRIPTOR, MOST_DESCRIPTOR, locale)
    descriptor = read_descriptor(raw, locale)
    if name is not None and descriptor.name != name:
        raise errors.Invalid(
            say("other_name", locale, name=descriptor.name, folder=name), code="other_name", field="name"
        )
    module, other = _content(folder, descriptor.module, MOST_COMPONENT, locale)
    if len(module) > (most := most_bytes(module)):
        raise errors.TooLarge(
            say("large_file", locale, file=descriptor.module, most=most), hint=hint("large_file", locale)
        )
    return PluginFiles(raw, module, descriptor, plugin_hash(raw, module), (mark, other))


def _content(folder: int, name: str, most: int, locale: str) -> tuple[bytes, Mark]:
    """Return a file that is no link, has no second name, and is no larger than it may be."""
    try:
        handle = os.open(name, _FILE, dir_fd=folder)
    except OSError as error:
        raise _unreadable(name, name, error, locale) from None
    found = os.fstat(handle)
    if not stat.S_ISREG(found.st_mode) or found.st_nlink != 1:
        os.close(handle)
        raise errors.Refused(
            say("no_plain_file", locale, file=name), code="no_plain_file", hint=hint("no_plain_file", locale)
        )
    with os.fdopen(handle, "rb") as file:
        content = file.read(most + 1)
    if len(content) > most:
        raise errors.TooLarge(say("large_file", locale, file=name, most=most), hint=hint("large_file", locale))
    return content, _mark(found)


def _marks(folder: int, module: str) -> tuple[Mark, ...]:
    try:
        return tuple(_mark(os.stat(each, dir_fd=folder, follow_symlinks=False)) for each in (DESCRIPTOR, module))
    except OSError:
        return ()


def _mark(found: os.stat_result) -> Mark:
    return found.st_dev, found.st_ino, found.st_size, found.st_mtime_ns, found.st_ctime_ns, found.st_nlink


def _missing(name: str, locale: str) -> errors.NotFound:
    return errors.NotFound(
        say("no_plugin", locale, name=name), code="plugin_missing", hint=hint("no_plugin", locale), field="name"
    )


def _unreadable(name: str, file: str, error: OSError, locale: str) -> errors.AuleError:
    if error.errno in (errno.ELOOP, errno.ENOTDIR):
        return errors.Refused(
            say("no_plain_file", locale, file=file), code="no_plain_file", hint=hint("no_plain_file", locale)
        )
    return errors.Invalid(say("unreadable", locale, file=file, problem=error.strerror), code="unreadable", field=name)


def _clear(path: Path) -> None:
    """Take away a file, a link or a whole folder."""
    if path.is_symlink() or not path.is_dir():
        path.unlink(missing_ok=True)
    else:
        shutil.rmtree(path, ignore_errors=True)


def _write(path: Path, content: bytes) -> None:
    handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
    with os.fdopen(handle, "wb") as file:
        file.write(content)
        file.flush()
        os.fsync(handle)


def _sync(folder: Path) -> None:
    handle = os.open(folder, _FOLDER)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
