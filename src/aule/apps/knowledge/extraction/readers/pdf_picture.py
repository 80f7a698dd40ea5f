"""Pictures of PDF pages."""

from __future__ import annotations

import base64
import ctypes
from typing import Any, BinaryIO

from aule.apps.knowledge.extraction.readers.pdf import open_document
from aule.apps.knowledge.extraction.readers.png import png
from aule.apps.knowledge.extraction.readers.refusals import RefusedDocument

MOST_PIXELS = 40_000_000
"""Pixels of a picture: a page that is a thousand times higher than wide is drawn smaller."""


def picture_of(file: BinaryIO, number: int, width: int) -> str:
    """Return a page as PNG in base64."""
    document = open_document(file)
    if not 1 <= number <= len(document):
        raise RefusedDocument("broken_document", "no such page")
    page = document[number - 1]
    return base64.b64encode(png(*pixels_of(page, width))).decode()


def pixels_of(page: Any, width: int) -> tuple[int, int, int, bytes]:
    """Return width, height, bytes a pixel and the pixels of a page that is drawn so wide."""
    across, down = page.get_size()
    if across <= 0 or down <= 0:
        raise RefusedDocument("broken_document", "a page without size")
    scale = min(width / across, (MOST_PIXELS / (across * down)) ** 0.5)
    bitmap = page.render(scale=scale, rev_byteorder=True, prefer_bgrx=False, draw_annots=True)
    depth = bitmap.n_channels
    raw = ctypes.string_at(bitmap.buffer, bitmap.stride * bitmap.height)
    row, kept = bitmap.width * depth, bitmap.stride
    pixels = b"".join(raw[start : start + row] for start in range(0, kept * bitmap.height, kept))
    if depth == 4:
        pixels = _without_fourth(pixels)
        depth = 3
    return bitmap.width, bitmap.height, depth, pixels


def _without_fourth(pixels: bytes) -> bytes:
    kept = bytearray(len(pixels) // 4 * 3)
    for channel in range(3):
        kept[channel::3] = pixels[channel::4]
    return bytes(kept)
