"""An unpacked file: arrays that are mapped into memory instead of read, and a table whose rows are read one by one.

Of a mapped array only the pages that are touched take memory, and processes share them. Rows are checked when they
are read and all the rest when the file is opened, so that a file that was cut or altered is never taken for a whole
one.
"""

from __future__ import annotations

import json
import mmap
import os
import struct
import weakref
import zlib
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import TYPE_CHECKING, Any, BinaryIO

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Bytes = NDArray[np.uint8]

_PREAMBLE = struct.Struct("<8sIIQ")
"""What the file is, the checksum and length of its header, and the length of what is mapped."""
_MAGIC = b"aule-up1"
_ALIGNED = 64
"""Arrays begin at multiples of this, as numpy lays out its own."""
_CHECKSUM = 4
_PART = 1 << 18
_AT_ONCE = 4_096
"""Rows that are put together before they are written."""


class DamagedFileError(Exception):
    """An unpacked file is not as it was written."""


class Rows:
    """A table of bytes in a file: the rows that are asked for are read, and nothing of them is kept."""

    def __init__(self, path: Path, start: int, width: int) -> None:
        self._start = start
        self._width = width
        self._descriptor = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
        weakref.finalize(self, os.close, self._descriptor)

    def __getitem__(self, places: NDArray[np.int64]) -> Bytes:
        """Return the rows at some places, as an array indexed by an array does."""
        import numpy as np  # it came with the encoder

        rows = b"".join(self._row(place) for place in places.tolist())
        return np.frombuffer(rows, np.uint8).reshape(-1, self._width)

    def _row(self, place: int) -> bytes:
        stride = self._width + _CHECKSUM
        found = os.pread(self._descriptor, stride, self._start + place * stride)
        row = found[: self._width]
        if len(found) != stride or zlib.crc32(row) != int.from_bytes(found[self._width :], "little"):
            raise DamagedFileError(f"row {place}")
        return row


@dataclass(frozen=True, slots=True)
class Unpacked:
    """What an unpacked file holds."""

    values: Mapping[str, Any]
    """What is no array."""
    arrays: Mapping[str, Any]
    rows: Rows


def write_unpacked(path: Path, values: Mapping[str, Any], arrays: Mapping[str, Any], table: Bytes) -> None:
    """Write arrays and a table. Whoever reads meanwhile finds the file as it was, or whole."""
    places: dict[str, tuple[str, tuple[int, ...], int]] = {}
    parts = bytearray()
    for name, array in arrays.items():
        places[name] = (array.dtype.str, array.shape, len(parts))
        parts += array.tobytes() + bytes(-array.nbytes % _ALIGNED)
    described = {"values": values, "arrays": places, "rows": table.shape, "checksum": zlib.crc32(parts)}
    header = json.dumps(described).encode()
    header += b" " * (-(_PREAMBLE.size + len(header)) % _ALIGNED)
    mapped = _PREAMBLE.size + len(header) + len(parts)
    path.parent.mkdir(parents=True, exist_ok=True)
    with NamedTemporaryFile(dir=path.parent, prefix=f".{path.name}.", delete=False) as file:
        try:
            file.write(_PREAMBLE.pack(_MAGIC, zlib.crc32(header), len(header), mapped))
            file.write(header)
            file.write(parts)
            for first in range(0, len(table), _AT_ONCE):
                file.write(_with_checksums(table[first : first + _AT_ONCE]))
            file.flush()
            os.fsync(file.fileno())  # or a power cut leaves a file of the right length with nothing in it
            Path(file.name).replace(path)
        except BaseException:
            Path(file.name).unlink(missing_ok=True)
            raise


def open_unpacked(path: Path) -> Unpacked:
    """Open a file, and look whether it is whole."""
    try:
        with path.open("rb") as file:
            magic, checksum, length, mapped = _PREAMBLE.unpack(file.read(_PREAMBLE.size))
            header = file.read(length)
            if magic != _MAGIC or zlib.crc32(header) != checksum:
                raise DamagedFileError("not an unpacked file, or altered")
            described = json.loads(header)
            count, width = described["rows"]
            is_long = os.fstat(file.fileno()).st_size == mapped + count * (width + _CHECKSUM)
            if not is_long or _checksum(file, mapped - file.tell()) != described["checksum"]:
                raise DamagedFileError("cut short, or altered")
            view = memoryview(mmap.mmap(file.fileno(), mapped, access=mmap.ACCESS_READ))[_PREAMBLE.size + length :]
    except struct.error as error:
        raise DamagedFileError("cut short") from error
    arrays = {name: _array(view, *place) for name, place in described["arrays"].items()}
    return Unpacked(described["values"], arrays, Rows(path, mapped, width))


def _checksum(file: BinaryIO, length: int) -> int:
    """Return the checksum of what follows in a file; it is read for that, since mapped pages would stay in memory."""
    found = 0
    while length > 0 and (part := file.read(min(length, _PART))):
        found, length = zlib.crc32(part, found), length - len(part)
    return found


def _array(parts: memoryview, kind: str, shape: tuple[int, ...], start: int) -> Any:
    import numpy as np  # it came with the encoder

    count = 1
    for side in shape:
        count *= side
    return np.frombuffer(parts, np.dtype(kind), count, start).reshape(shape)


def _with_checksums(rows: Bytes) -> bytes:
    return b"".join(row + zlib.crc32(row).to_bytes(_CHECKSUM, "little") for row in map(bytes, rows))


def discard(path: Path) -> None:
    """Remove a file that is not whole, where that is possible."""
    with suppress(OSError):
        path.unlink(missing_ok=True)
