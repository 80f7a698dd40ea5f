"""Rows of the log as the versions before plain rows packed them."""

from __future__ import annotations

import zlib

from aule.stores.migrations.packed_rows import DICTIONARY


def pack(content: bytes) -> bytes:
    """Pack a row as older versions did."""
    press = zlib.compressobj(5, zlib.DEFLATED, -13, 5, zlib.Z_DEFAULT_STRATEGY, DICTIONARY)
    return b"\x01" + press.compress(content) + press.flush()
