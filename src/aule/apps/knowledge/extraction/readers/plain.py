"""Plain text: paragraphs are what blank lines part."""

from __future__ import annotations

import re
from collections.abc import Iterator

from aule.apps.knowledge.extraction.readers.child import Reading, Told
from aule.apps.knowledge.extraction.readers.flow import Flow
from aule.text.encodings import decode

_PARAGRAPH = re.compile(r"\n[ \t]*\n\s*")


def read(reading: Reading) -> Iterator[Told]:
    """Yield the facts and pages of a text."""
    flow = Flow(reading)
    for paragraph in _PARAGRAPH.split(decoded(reading)):
        flow.code(paragraph)
    yield from flow.told()


def decoded(reading: Reading) -> str:
    """Return the text of the file with one kind of line end, and note what of it is lost."""
    found = decode(reading.file.read())
    if found.broken:
        reading.note("letters_lost", count=found.broken)
    return found.text.replace("\r\n", "\n").replace("\r", "\n")
