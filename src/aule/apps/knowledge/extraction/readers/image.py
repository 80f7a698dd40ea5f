"""Pictures: their text is read where tesseract is installed, and they are refused with the way to get it elsewhere."""

from __future__ import annotations

import os
import struct
from collections.abc import Iterator

from aule.apps.knowledge.extraction.readers.child import Reading, Told
from aule.apps.knowledge.extraction.readers.ocr import read_picture
from aule.apps.knowledge.extraction.readers.refusals import RefusedDocument

MOST_PIXELS = 120_000_000
_FRAMES = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}
"""Marks of JPEG that are followed by the size of the picture."""


def read(reading: Reading) -> Iterator[Told]:
    """Yield a picture as one page."""
    content = reading.file.read()
    width, height = size_of(content)
    if width * height > MOST_PIXELS:
        raise RefusedDocument("document_too_large", f"{width} × {height}")
    if not os.access(reading.limits.get("ocr_program") or "", os.X_OK):
        raise RefusedDocument("no_ocr")
    yield reading.facts(1)
    if reading.after:
        return
    page = reading.page(1, problem="no_text")
    read_picture(reading, page, content, (width, height))
    yield reading.finished(page)


def size_of(content: bytes) -> tuple[int, int]:
    """Return width and height as a picture says them; 0 where its format is not one of the usual."""
    if content.startswith(b"\x89PNG") and len(content) >= 24:
        return struct.unpack(">II", content[16:24])
    if content.startswith(b"GIF8") and len(content) >= 10:
        return struct.unpack("<HH", content[6:10])
    if content.startswith(b"BM") and len(content) >= 26:
        width, height = struct.unpack("<ii", content[18:26])
        return abs(width), abs(height)
    return _jpeg_size(content) if content.startswith(b"\xff\xd8") else (0, 0)


def _jpeg_size(content: bytes) -> tuple[int, int]:
    place = 2
    while place + 9 < len(content) and content[place] == 0xFF:
        if content[place + 1] in _FRAMES:
            height, width = struct.unpack(">HH", content[place + 5 : place + 9])
            return width, height
        place += 2 + struct.unpack(">H", content[place + 2 : place + 4])[0]
    return 0, 0
