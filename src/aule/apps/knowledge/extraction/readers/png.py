"""Pictures as PNG files, written without a library for pictures."""

from __future__ import annotations

import struct
import zlib

_COLOURS = {1: 0, 3: 2}
"""The number PNG has for grey and for colour pictures, by bytes a pixel."""


def png(width: int, height: int, depth: int, pixels: bytes) -> bytes:
    """Return pixels, row by row with `depth` bytes each, as a PNG file."""
    row = width * depth
    # Each row is told as its difference from the row above: pages are mostly the same from one row to the next.
    raw = bytearray()
    above = bytes(row)
    for start in range(0, height * row, row):
        this = pixels[start : start + row]
        if this == above:
            raw += b"\x02" + bytes(row)
        else:
            raw += b"\x00" + this
        above = this
    header = struct.pack(">IIBBBBB", width, height, 8, _COLOURS[depth], 0, 0, 0)
    return (
        b"\x89PNG\r\n\x1a\n"
        + _part(b"IHDR", header)
        + _part(b"IDAT", zlib.compress(bytes(raw), 6))
        + _part(b"IEND", b"")
    )


def _part(name: bytes, content: bytes) -> bytes:
    return struct.pack(">I", len(content)) + name + content + struct.pack(">I", zlib.crc32(name + content))
