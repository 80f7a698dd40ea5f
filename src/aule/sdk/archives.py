"""Archives in memory: unpacked within bounds, refusing whole what holds anything but plain files; and packed.

Nothing in an archive is believed: not its sizes, not its names, not that an entry comes only once. What is
given back has passed all of it, so whoever writes it writes all or nothing.
"""

from __future__ import annotations

import gzip
import io
import re
import stat
import struct
import tarfile
import zipfile
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import BinaryIO, Self, cast

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
_LARGEST_DIRECTORY = 4 * 1024 * 1024
"""Bytes in which a zip lists its files: all of that is read before anybody can count them."""
_BLOCK = tarfile.BLOCKSIZE
_LARGEST_ABOUT = 64 * 1024
"""Bytes that an entry of a tar may say about the one behind it, such as a long name."""
_ABOUT = frozenset(
    (tarfile.XHDTYPE, tarfile.XGLTYPE, tarfile.SOLARIS_XHDTYPE, tarfile.GNUTYPE_LONGNAME, tarfile.GNUTYPE_LONGLINK)
)
_LONG_NUMBER = re.compile(rb"[0-9]{65}")
"""Digits that no number in a tar has: `tarfile` reads a run of them once from each of its digits on."""
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
            members = list(_tar(cast("BinaryIO", packed), name, most_files, _limit(len(content))))
        elif content[257:262] == b"ustar":
            members = list(_tar(io.BytesIO(content), name, most_files, len(content)))
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


def open_zip(content: bytes, name: str) -> zipfile.ZipFile:
    """Open a zip; one that lists more files than anybody may have is refused before its list is read."""
    if _directory_size(content) > _LARGEST_DIRECTORY:
        raise _too_many(name, MOST_FILES)
    return zipfile.ZipFile(io.BytesIO(content))


def open_tar(stream: BinaryIO, name: str, most: int) -> tarfile.TarFile:
    """Open a tar of at most so many bytes, to be read from its start to its end.

    What its entries say about others is looked at before `tarfile` reads it, which for some texts takes hours.
    """
    return tarfile.open(fileobj=_TarStream(stream, name, most), mode="r:", tarinfo=_TarEntry)


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
    with open_zip(content, name) as archive:
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


def _tar(stream: BinaryIO, name: str, most_files: int, most: int) -> Iterator[Member]:
    entries = files = 0
    left = MOST_BYTES
    with open_tar(stream, name, most) as archive:
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


class _TarStream(io.RawIOBase, BinaryIO):
    """A stream that is read forward alone and gives only so many bytes, however many more there would be."""

    def __init__(self, stream: BinaryIO, name: str, limit: int) -> None:
        self._stream, self._name, self._left = stream, name, limit
        self._ahead = b""
        self._at = 0

    def seekable(self) -> bool:
        return True

    def tell(self) -> int:
        return self._at

    def seek(self, offset: int, whence: int = io.SEEK_SET, /) -> int:
        if whence != io.SEEK_SET or offset < self._at:
            raise tarfile.StreamError("a tar is read forward alone")
        while self._at < offset and self.read(min(offset - self._at, _SMALL)):
            continue
        return self._at

    def read(self, size: int = -1, /) -> bytes:
        wanted = self._left + len(self._ahead) + 1 if size < 0 else size
        self._look(wanted)
        data, self._ahead = self._ahead[:wanted], self._ahead[wanted:]
        self._at += len(data)
        return data

    def refuse_costly(self) -> None:
        """Refuse what the entry that comes next says about others, where that is too much to be read."""
        try:
            entry = tarfile.TarInfo.frombuf(self._look(_BLOCK)[:_BLOCK], "utf-8", "surrogateescape")
        except tarfile.HeaderError:
            return  # whoever reads it as an entry says why it is none
        if entry.size < 0 or (entry.type in _ABOUT and entry.size > _LARGEST_ABOUT):
            raise tarfile.ReadError("an entry says too much about another")
        if entry.type in _ABOUT and _LONG_NUMBER.search(self._look(_BLOCK + entry.size), _BLOCK):
            raise tarfile.ReadError("an entry tells a number without end")

    def _look(self, size: int) -> bytes:
        """Return the next bytes without taking them."""
        while len(self._ahead) < size:
            piece = self._stream.read(min(size - len(self._ahead), self._left + 1))
            self._left -= len(piece)
            if self._left < 0:
                raise _bomb(self._name)
            if not piece:
                break
            self._ahead += piece
        return self._ahead


class _TarEntry(tarfile.TarInfo):
    """An entry of a tar that is looked at before it is read."""

    @classmethod
    def fromtarfile(cls, tarfile: tarfile.TarFile) -> Self:
        stream = tarfile.fileobj
        assert isinstance(stream, _TarStream)
        stream.refuse_costly()
        return super().fromtarfile(tarfile)


def _limit(packed: int) -> int:
    return min(MOST_BYTES + _OVERHEAD, max(_SMALL, MOST_TIMES * packed))


def _directory_size(content: bytes) -> int:
    """Return how many bytes `zipfile` would read as the list of files; 0 where it finds none."""
    end = content.rfind(b"PK\x05\x06", max(0, len(content) - 65_557))
    if end < 0 or len(content) < end + 22:
        return 0
    size = struct.unpack_from("<L", content, end + 12)[0]
    if content[max(0, end - 20) : end].startswith(b"PK\x06\x07") and end >= 76:
        size = max(size, struct.unpack_from("<Q", content, end - 36)[0])
    return size


def _check_count(entries: int, files: int, name: str, most_files: int) -> None:
    if entries > MOST_ENTRIES or files > most_files:
        raise _too_many(name, most_files)


def _too_many(name: str, most_files: int) -> errors.TooLarge:
    return errors.TooLarge(
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
