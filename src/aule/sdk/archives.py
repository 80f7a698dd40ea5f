"""Archives in memory: unpacked within bounds, refusing whole what holds anything but plain files; and packed.

Nothing in an archive is believed: not its sizes, not its names, not that an entry comes only once. What is
given back has passed all of it, so whoever writes it writes all or nothing.
"""

from __future__ import annotations

import gzip
import io
import stat
import tarfile
import zipfile
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import BinaryIO

from aule.contracts import errors
from aule.text.filename import folded_name

LARGEST_ARCHIVE = 64 * 1024 * 1024
MOST_FILES = 1_000
MOST_ENTRIES = 5_000
"""Files and folders together."""
LARGEST_FILE = 16 * 1024 * 1024
MOST_BYTES = 64 * 1024 * 1024
MOST_TIMES = 200
"""How many times larger than packed something may become, once it is larger than a megabyte."""
_SMALL = 1024 * 1024
_OVERHEAD = 16 * 1024 * 1024
"""Bytes of headers and padding in a tar, beside its files."""
_FIRST_DAY = (1980, 1, 1, 0, 0, 0)
_BROKEN = (
    zipfile.BadZipFile,
    tarfile.TarError,
    zlib.error,
    gzip.BadGzipFile,
    EOFError,
    RuntimeError,
    UnicodeError,
    ValueError,
    OverflowError,
)


@dataclass(frozen=True, slots=True)
class Member:
    """One file of an archive."""

    name: str
    content: bytes
    is_executable: bool


def unpack(content: bytes, name: str, *, most_files: int = MOST_FILES) -> list[Member]:
    """Return the files in a zip, tar or tar.gz; one that is broken, too large or holds anything else is refused."""
    try:
        if content.startswith((b"PK\x03\x04", b"PK\x05\x06")):
            members = list(_zip(content, name, most_files))
        elif content.startswith(b"\x1f\x8b"):
            packed = gzip.GzipFile(fileobj=io.BytesIO(content))
            members = list(_tar(_Bounded(packed, name, _limit(len(content))), name, most_files))
        elif content[257:262] == b"ustar":
            members = list(_tar(io.BytesIO(content), name, most_files))
        else:
            raise errors.Invalid(
                f"{name!r} is not a zip, tar or tar.gz archive.", code="not_an_archive", hint="Give the path of one."
            )
    except _BROKEN as error:
        raise errors.Invalid(
            f"The archive {name!r} is broken: {error}.",
            code="broken_archive",
            hint="Get it again. Nothing was written.",
        ) from None
    if not members:
        raise errors.Invalid(f"There is no file in {name!r}.", code="not_an_archive", hint="Give the path of another.")
    _refuse_collisions(members, name)
    return members


def pack(files: Mapping[str, bytes], folder: str = "") -> bytes:
    """Return files as a zip, inside a folder where one is named; the same files give the same bytes."""
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w", zipfile.ZIP_DEFLATED, compresslevel=6) as archive:
        for path in sorted(files):
            entry = zipfile.ZipInfo(f"{folder}/{path}" if folder else path, _FIRST_DAY)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = (0o100755 if files[path].startswith(b"#!") else 0o100644) << 16
            archive.writestr(entry, files[path])
    return held.getvalue()


def _zip(content: bytes, name: str, most_files: int) -> Iterator[Member]:
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        entries = archive.infolist()
        files = [entry for entry in entries if not entry.orig_filename.endswith("/")]
        _check_count(len(entries), len(files), name, most_files)
        left = MOST_BYTES
        for entry in files:
            shown = entry.orig_filename
            kind = stat.S_IFMT(entry.external_attr >> 16)
            if kind not in (0, stat.S_IFREG):
                raise _refused(name, shown, "is a link or a device, not a file")
            if entry.flag_bits & 0x1:
                raise _refused(name, shown, "is locked with a password")
            if entry.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
                raise _refused(name, shown, "is packed in a way that is not known here")
            if entry.file_size > min(left, LARGEST_FILE):
                raise _bomb(name)
            if entry.file_size > _SMALL and entry.file_size > MOST_TIMES * max(entry.compress_size, 1):
                raise _bomb(name)
            with archive.open(entry) as file:
                data = file.read(entry.file_size + 1)
            if len(data) != entry.file_size:
                raise _refused(name, shown, "is not as large as it says")
            left -= len(data)
            yield Member(shown, data, bool(entry.external_attr >> 16 & 0o111))


def _tar(stream: BinaryIO, name: str, most_files: int) -> Iterator[Member]:
    entries = files = 0
    left = MOST_BYTES
    with tarfile.open(fileobj=stream, mode="r|") as archive:
        for entry in archive:
            entries, files = entries + 1, files + entry.isreg()
            _check_count(entries, files, name, most_files)
            if entry.isdir():
                continue
            if not entry.isreg() or entry.issparse():
                raise _refused(name, entry.name, "is a link or a device, not a file")
            if not 0 <= entry.size <= min(left, LARGEST_FILE):
                raise _bomb(name)
            file = archive.extractfile(entry)
            data = b"" if file is None else file.read(entry.size)
            if len(data) != entry.size:
                raise _refused(name, entry.name, "is not as large as it says")
            left -= len(data)
            yield Member(entry.name, data, bool(entry.mode & 0o111))


class _Bounded(io.RawIOBase, BinaryIO):
    """A stream that gives only so many bytes, however many more there would be."""

    def __init__(self, stream: gzip.GzipFile, name: str, limit: int) -> None:
        self._stream, self._name, self._left = stream, name, limit

    def read(self, size: int = -1, /) -> bytes:
        data = self._stream.read(self._left + 1 if size < 0 else min(size, self._left + 1))
        self._left -= len(data)
        if self._left < 0:
            raise _bomb(self._name)
        return data


def _limit(packed: int) -> int:
    return min(MOST_BYTES + _OVERHEAD, max(_SMALL, MOST_TIMES * packed))


def _check_count(entries: int, files: int, name: str, most_files: int) -> None:
    if entries > MOST_ENTRIES or files > most_files:
        raise errors.TooLarge(
            f"The archive {name!r} has more than {most_files} files.", hint="Unpack it outside. Nothing was written."
        )


def _refuse_collisions(members: list[Member], name: str) -> None:
    """Refuse names that are one and the same to a file system that folds case and Unicode forms."""
    seen: dict[str, str] = {}
    for member in members:
        parts = [part for part in member.name.split("/") if part not in ("", ".")]
        key = "/".join(map(folded_name, parts))
        if key in seen:
            raise _refused(name, member.name, f"has the name of {seen[key][:120]!r}")
        seen[key] = member.name
    for key, given in seen.items():
        parts = key.split("/")
        if any("/".join(parts[:end]) in seen for end in range(1, len(parts))):
            raise _refused(name, given, "is in a folder that has the name of a file")


def _refused(archive: str, entry: str, why: str) -> errors.OutsideScope:
    shown = entry[:120].encode("utf-8", "backslashreplace").decode()
    return errors.OutsideScope(
        f"The archive {archive!r} is refused: its entry {shown!r} {why}.",
        code="unsafe_archive",
        hint="Nothing was written. Unpack it outside, and copy what you need.",
    )


def _bomb(archive: str) -> errors.TooLarge:
    return errors.TooLarge(
        f"The archive {archive!r} holds more than may be unpacked here ({MOST_BYTES // 2**20} MB, files of "
        f"{LARGEST_FILE // 2**20} MB, {MOST_TIMES} times its own size).",
        hint="Nothing was written. Unpack it outside.",
    )
