"""Text in pictures, read by tesseract where it is installed. It runs inside the same walls, with the same limits."""

from __future__ import annotations

import csv
import io
import os
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from aule.apps.knowledge.extraction.readers.child import Reading
from aule.apps.knowledge.extraction.readers.pages import PageDraft
from aule.apps.knowledge.extraction.readers.plain_text import one_line

WANTED = ("por", "eng", "spa", "fra", "deu")
"""Languages that are read where tesseract has them; where it has none of these, all it has."""
LEAST_SURE = 20.0
"""Words that tesseract is less sure of, in hundredths, are specks."""
_WORD_LEVEL = "5"

Box = tuple[float, float, float, float]


@dataclass(slots=True)
class SeenLine:
    """A line of a picture: its paragraph, its text, and its box in pixels."""

    paragraph: tuple[str, str]
    text: str
    box: Box


@cache
def languages(program: str) -> list[str]:
    """Return the languages of tesseract that are used here."""
    listed = _ran([program, "--list-langs"], b"", 30).decode("utf-8", "replace").split("\n")[1:]
    there = [line.strip() for line in listed if line.strip() and line.strip() != "osd"]
    return [each for each in WANTED if each in there] or there[:3]


def read_picture(reading: Reading, draft: PageDraft, picture: bytes, size: tuple[int, int]) -> None:
    """Add the text of a picture to a page; a page on which nothing is found keeps its problem."""
    program = reading.limits.get("ocr_program")
    if not isinstance(program, str) or not os.access(program, os.X_OK):
        reading.note("ocr_missing")
        return
    spoken = languages(program)
    if not spoken:
        reading.note("ocr_missing")
        return
    try:
        table = _ran([program, "-", "-", "-l", "+".join(spoken), "tsv"], picture, reading.limits["ocr_s"])
    except subprocess.TimeoutExpired:
        draft.problem = "too_large"
        return
    add_lines(draft, list(lines_of(table.decode("utf-8", "replace"))), size)
    if not draft.is_empty:
        draft.problem = None
        reading.note("read_by_ocr", draft.number, detail="+".join(spoken))


def lines_of(table: str) -> Iterator[SeenLine]:
    """Yield the lines in the table of words that tesseract prints."""
    line: SeenLine | None = None
    place: tuple[str, ...] = ()
    for row in csv.DictReader(io.StringIO(table), delimiter="\t", quoting=csv.QUOTE_NONE):
        text = one_line(row.get("text") or "")
        if row.get("level") != _WORD_LEVEL or not text or float(row["conf"]) < LEAST_SURE:
            continue
        left, top = float(row["left"]), float(row["top"])
        box = (left, top, left + float(row["width"]), top + float(row["height"]))
        here = (row["block_num"], row["par_num"], row["line_num"])
        if line is not None and here == place:
            line.text += f" {text}"
            line.box = (*map(min, line.box[:2], box[:2]), *map(max, line.box[2:], box[2:]))  # pyright: ignore[reportAttributeAccessIssue] (four sides)
            continue
        if line is not None:
            yield line
        line, place = SeenLine((row["block_num"], row["par_num"]), text, box), here
    if line is not None:
        yield line


def add_lines(draft: PageDraft, lines: list[SeenLine], size: tuple[int, int]) -> None:
    """Add lines as paragraphs, and say where each stands."""
    width, height = (max(1, side) for side in size)
    begin = 0
    while begin < len(lines):
        end = begin + 1
        while end < len(lines) and lines[end].paragraph == lines[begin].paragraph:
            end += 1
        part = lines[begin:end]
        start = draft.add("text", " ".join(line.text for line in part))
        for line in part if start >= 0 else ():
            left, top, right, bottom = line.box
            draft.line(start, start + len(line.text), (left / width, top / height, right / width, bottom / height))
            start += len(line.text) + 1
        begin = end


def _ran(command: list[str], given: bytes, seconds: float) -> bytes:
    ran = subprocess.run(
        command,
        input=given,
        capture_output=True,  # there is no /dev/null inside the walls
        env={"OMP_THREAD_LIMIT": "1", "LANG": "C.UTF-8"},
        timeout=seconds,
        check=False,
    )
    return ran.stdout
