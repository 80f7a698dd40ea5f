"""Packing: a text of the log as bytes, a fraction of its size.

Facts say the same words again and again, but each row is too short to repeat itself. So a row is packed (raw deflate)
against a dictionary of what facts look like. Its first byte names the dictionary; what stays text needs none.
"""

from __future__ import annotations

import zlib
from collections.abc import Mapping

from aule.stores.log.packing_words import FIRST

DICTIONARIES: Mapping[int, bytes] = {1: FIRST.encode()}
"""What rows were ever packed against, by number; none is ever changed or taken away, because rows need it."""
LARGEST = 64 * 1024
"""Bytes of a text that is packed, which then holds up the loop for a millisecond; a longer one stays text.

It is part of the format too: whoever unpacks a row stops there, so it may only grow."""
SMALLEST = 64
"""Characters of a text that is packed: what a shorter one would save is less than what its place in the log takes."""

_DICTIONARY = 1
"""The one that is packed against today."""
_WINDOW = -13
"""Raw, looking back 8 kB: as far as the dictionary reaches. More takes longer to set up. Part of the format as well."""
_LEVEL = 5
_MEMORY = 5
"""Both tried on rows of real logs: beyond this, a row takes a fifth longer and gets two percent smaller."""

_MARK = bytes([_DICTIONARY])
# Reading a dictionary takes longer than packing a row, so it is read once and never written with, only copied.
_READY = zlib.compressobj(_LEVEL, zlib.DEFLATED, _WINDOW, _MEMORY, zlib.Z_DEFAULT_STRATEGY, DICTIONARIES[_DICTIONARY])


def packed(text: str) -> str | bytes:
    """A text as it is stored: bytes, or itself where that is no larger, and where it is very long."""
    if not SMALLEST <= len(text) <= LARGEST:
        return text
    raw = text.encode()
    if len(raw) > LARGEST:
        return text
    press = _READY.copy()
    made = b"".join((_MARK, press.compress(raw), press.flush()))
    return made if len(made) < len(raw) else text


def unpacked(data: str | bytes) -> str:
    """The text that was stored; bytes that cannot have come from one are a `ValueError`."""
    if isinstance(data, str):
        return data
    words = DICTIONARIES.get(data[0]) if data else None
    if words is None:
        raise ValueError(f"nothing is packed like {data[:1]!r}")
    press = zlib.decompressobj(_WINDOW, words)
    try:
        raw = press.decompress(data[1:], LARGEST + 1)
    except zlib.error as problem:
        raise ValueError(str(problem)) from problem
    if len(raw) > LARGEST or not press.eof or press.unused_data:
        raise ValueError("too much or too little is packed here")
    return raw.decode()
