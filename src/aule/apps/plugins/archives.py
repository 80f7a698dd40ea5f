"""Plugins in an archive: a zip or a tar that holds the two files, alone or in one folder; none is unpacked to disk.

Only the two files are read, each in memory and up to its limit; every other entry is told as left out, and an entry
that would lead outside refuses the whole archive.
"""

from __future__ import annotations

import base64
import io
import re
import tarfile
import zipfile
import zlib
from collections.abc import Callable
from dataclasses import dataclass
from typing import IO

from aule.apps.plugins.descriptors import MOST_DESCRIPTOR
from aule.apps.plugins.folders import PluginFiles, files_of
from aule.apps.plugins.records import DESCRIPTOR
from aule.apps.plugins.words import hint, say
from aule.sdk import errors
from aule.sdk.archives import open_tar, open_zip
from aule.sdk.wasm import MOST_COMPONENT

MOST_ARCHIVE = 34 * 1024 * 1024
MOST_ENTRIES = 200
MOST_UNPACKED = 36 * 1024 * 1024
"""Bytes of a tar once it is unpacked; it is unpacked in memory."""
_UNREADABLE = (
    *(zipfile.BadZipFile, tarfile.TarError, zlib.error),
    *(EOFError, OSError, ValueError),
)
_METHODS = frozenset({zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED})
_PLACE = re.compile(r"^(?:[A-Za-z0-9._-]{1,80}/)?[A-Za-z0-9._-]{1,80}$")


@dataclass(frozen=True, slots=True)
class _Entry:
    """One file of an archive."""

    path: str
    is_plain: bool
    is_folder: bool


def read_archive(content: bytes, locale: str) -> tuple[PluginFiles, list[str]]:
    """Return the plugin in an archive, and the entries that were left out."""
    if len(content) > MOST_ARCHIVE:
        raise errors.TooLarge(say("large_archive", locale, most=MOST_ARCHIVE // 2**20))
    try:
        if content.startswith(b"PK\x03\x04"):
            return _read_zip(content, locale)
        return _read_tar(content, locale)
    except _UNREADABLE as error:
        raise errors.Invalid(
            say("no_archive", locale, problem=type(error).__name__), code="no_archive", hint=hint("no_archive", locale)
        ) from None
    except RuntimeError:  # a zip with a password
        raise errors.Invalid(say("no_archive", locale, problem="password"), code="no_archive") from None


def read_given(archive: str, locale: str) -> tuple[PluginFiles, list[str]]:
    """Return the plugin in an archive that is given in Base64, and the entries that were left out."""
    try:
        content = base64.b64decode(archive, validate=True)
    except ValueError:
        raise errors.Invalid(
            say("no_archive", locale, problem="Base64"), code="no_archive", hint=hint("no_archive", locale)
        ) from None
    return read_archive(content, locale)


def _read_zip(content: bytes, locale: str) -> tuple[PluginFiles, list[str]]:
    with open_zip(content, "plugin") as archive:
        infos = archive.infolist()
        # Other methods unpack what they are given in one piece, however large it becomes.
        entries = [
            _Entry(
                each.filename,
                (each.external_attr >> 28) in (0, 8) and each.compress_type in _METHODS,
                each.is_dir(),
            )
            for each in infos
        ]
        by_path = {each.filename: each for each in infos}

        def read(path: str, most: int) -> bytes:
            with archive.open(by_path[path]) as file:
                return _limited(file, most, path, locale)

        return _plugin(entries, read, locale)


def _read_tar(content: bytes, locale: str) -> tuple[PluginFiles, list[str]]:
    unpacked = _unpacked(content, locale)
    with open_tar(io.BytesIO(unpacked), "plugin", len(unpacked)) as archive:
        infos: list[tarfile.TarInfo] = []
        for each in archive:
            infos.append(each)
            if len(infos) > MOST_ENTRIES:
                raise _bomb(locale)
        entries = [_Entry(each.name.removeprefix("./"), each.isreg(), each.isdir()) for each in infos]
        by_path = dict(zip((each.path for each in entries), infos, strict=True))

        def read(path: str, most: int) -> bytes:
            file = archive.extractfile(by_path[path])
            assert file is not None, "only plain files are read"
            return _limited(file, most, path, locale)

        return _plugin(entries, read, locale)


def _unpacked(content: bytes, locale: str) -> bytes:
    """Return a tar that may be packed with gzip; a bomb ends at the limit."""
    if not content.startswith(b"\x1f\x8b"):
        return content
    unpacking = zlib.decompressobj(31)
    found = unpacking.decompress(content, MOST_UNPACKED)
    if unpacking.unconsumed_tail:
        raise _bomb(locale)
    return found


def _plugin(entries: list[_Entry], read: Callable[[str, int], bytes], locale: str) -> tuple[PluginFiles, list[str]]:
    if len(entries) > MOST_ENTRIES:
        raise _bomb(locale)
    files: list[_Entry] = []
    for each in entries:
        if each.is_folder and re.fullmatch(r"\.|(?:[A-Za-z0-9._-]{1,80}/?){1,4}", each.path) and ".." not in each.path:
            continue
        is_safe = not each.path.startswith("/") and ".." not in each.path.split("/") and "\\" not in each.path
        if not is_safe or "\0" in each.path or not each.is_plain:
            raise errors.Refused(
                say("bad_entry", locale, entry=ascii(each.path)[1:-1][:120]),
                code="bad_entry",
                hint=hint("bad_entry", locale),
            )
        files.append(each)
    descriptors = [each for each in files if each.path.rpartition("/")[2] == DESCRIPTOR and _PLACE.match(each.path)]
    if len(descriptors) != 1:
        raise errors.Invalid(say("no_descriptor", locale), code="no_descriptor", hint=hint("no_descriptor", locale))
    top = descriptors[0].path.removesuffix(DESCRIPTOR)
    raw = read(descriptors[0].path, MOST_DESCRIPTOR)
    modules = [
        each
        for each in files
        if each.path.startswith(top) and re.fullmatch(r"[^/]+\.(?:wasm|wat)", each.path[len(top) :])
    ]
    if len({each.path for each in files}) < len(files) or len(modules) > 1:
        raise errors.Invalid(say("two_modules", locale), code="two_modules")
    found = {each.path[len(top) :]: read(each.path, MOST_COMPONENT) for each in modules}
    taken = {descriptors[0].path, *(each.path for each in modules)}
    return files_of(raw, found, locale), [ascii(each.path)[1:-1][:120] for each in files if each.path not in taken]


def _limited(file: IO[bytes], most: int, path: str, locale: str) -> bytes:
    content = file.read(most + 1)
    if len(content) > most:
        raise errors.TooLarge(
            say("large_file", locale, file=ascii(path)[1:-1][:120], most=most), hint=hint("large_file", locale)
        )
    return content


def _bomb(locale: str) -> errors.TooLarge:
    return errors.TooLarge(say("archive_bomb", locale, most=MOST_ENTRIES), code="archive_bomb")
