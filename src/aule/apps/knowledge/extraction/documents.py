"""Documents read in a limited child: its lines are checked and become pages; a page that kills it costs that page."""

from __future__ import annotations

import asyncio
import base64
import os
import shutil
from collections.abc import AsyncGenerator
from contextlib import aclosing
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any, cast, get_args

from aule.apps.knowledge.extraction.facts import MB, USUAL, DocumentFacts, ExtractionLimits, Note
from aule.apps.knowledge.extraction.readers.plain_text import deceives
from aule.apps.knowledge.extraction.words import MESSAGES, say, say_count, say_hint
from aule.apps.knowledge.records import Block, BlockKind, Kind, Line, Page
from aule.sdk import errors
from aule.sdk.limited import ChildDied, ChildLimits, Level, LimitedCall, limited_level, limited_lines

CHILD = "aule.apps.knowledge.extraction.readers.child"
MOST_DEATHS = 20
"""Pages that may kill the child before the document is given up."""
WIDEST_PICTURE = 4_000
_CODES = ("encrypted_document", "document_too_large", "unsupported_document", "no_ocr", "extraction_stopped")
_PROBLEMS = (None, "no_text", "unreadable", "too_large")


async def extract_pages(
    path: Path,
    name: str,
    kind: Kind,
    *,
    after: int = 0,
    limits: ExtractionLimits = USUAL,
    locale: str = "en",
) -> AsyncGenerator[Page | DocumentFacts]:
    """Yield the facts of a document, then its pages from `after` + 1 on, and the facts again if more was left out.

    Closing the iterator, or cancelling who waits for it, kills the child. Raises `AuleError` with one of the codes
    `encrypted_document`, `broken_document`, `document_too_large`, `no_ocr` and `extraction_stopped`.
    """
    file = await asyncio.to_thread(os.open, path, os.O_RDONLY | os.O_CLOEXEC)
    try:
        if os.fstat(file).st_size > limits.size:
            raise refusal("document_too_large", name, kind, locale)
        extraction = _Extraction(file, name, kind, limits, locale)
        async with aclosing(extraction.items(after)) as items:
            async for item in items:
                yield item
    finally:
        os.close(file)


async def page_picture(path: Path, kind: Kind, number: int, width: int, *, locale: str = "en") -> bytes:
    """Return a picture of a page as PNG, `width` pixels wide; only PDF files have pictures."""
    if kind != "pdf" or not 16 <= width <= WIDEST_PICTURE or number < 1:
        raise _no_picture(number, locale)
    file = await asyncio.to_thread(os.open, path, os.O_RDONLY | os.O_CLOEXEC)
    argument = {"picture": number, "width": width}
    call = LimitedCall(CHILD, argument, ChildLimits(memory=1024 * MB, cpu_s=60, silent_s=60, line=128 * MB))
    try:
        async with aclosing(limited_lines(file, call)) as lines:
            async for line in lines:
                picture = line.get("picture")
                if isinstance(picture, str):
                    content = base64.b64decode(picture)
                    if content.startswith(b"\x89PNG\r\n\x1a\n"):
                        return content
                break
    except (ChildDied, errors.TimedOut, errors.TooLarge):
        raise _no_picture(number, locale) from None
    finally:
        os.close(file)
    raise _no_picture(number, locale)


async def extraction_walls() -> Level:
    """Return inside which walls documents are read on this machine; `none` where only limits of resources hold."""
    return await asyncio.to_thread(limited_level)


def note_message(note: Note, locale: str) -> str:
    """Return a note in words."""
    return say_count(note.code, note.count, locale, page=note.page, detail=note.detail).strip()


def refusal(code: str, name: str, kind: Kind, locale: str) -> errors.AuleError:
    """Return the error that a document cannot be read, by its code."""
    words, hint = say(code, locale, name=name, kind=kind.upper()), say_hint(code, locale)
    match code:
        case "encrypted_document":
            return errors.Invalid(words, code="encrypted_document", hint=hint)
        case "document_too_large":
            return errors.TooLarge(words, code="document_too_large", hint=hint)
        case "unsupported_document":
            return errors.Invalid(words, code="unsupported_document", hint=hint)
        case "no_ocr":
            return errors.Unavailable(words, code="no_ocr", hint=hint)
        case "extraction_stopped":
            return errors.TimedOut(words, code="extraction_stopped", hint=hint)
        case _:
            return errors.Invalid(words, code="broken_document", hint=hint)


def _no_picture(number: int, locale: str) -> errors.NotFound:
    return errors.NotFound(
        say("no_picture", locale, page=number), code="no_picture", hint=say_hint("no_picture", locale)
    )


class _Extraction:
    """One document that is read by as many children as it takes."""

    def __init__(self, file: int, name: str, kind: Kind, limits: ExtractionLimits, locale: str) -> None:
        self._file, self._name, self._limits, self._locale = file, name, limits, locale
        self._kind: Kind = kind
        self._facts: DocumentFacts | None = None
        self._last = 0
        self._is_done = False
        self._is_careful = False
        """Whether the child looks at no page before it is the page's turn: after one took a child with it."""

    async def items(self, after: int) -> AsyncGenerator[Page | DocumentFacts]:
        self._last = after
        for _ in range(MOST_DEATHS):
            os.lseek(self._file, 0, os.SEEK_SET)
            try:
                async with aclosing(self._told()) as told:
                    async for item in told:
                        yield item
            except (ChildDied, errors.TimedOut) as death:
                if self._facts is None and (self._is_careful or self._kind != "pdf"):
                    is_late = isinstance(death, errors.TimedOut)
                    raise self._refusal("extraction_stopped" if is_late else "broken_document") from None
            except errors.TooLarge:
                raise self._refusal("document_too_large") from None
            if self._is_done or (self._facts is not None and self._last >= self._facts.pages):
                return
            is_known, self._is_careful = self._facts is not None, True
            if is_known:
                # The page that was being read took the child with it: it is told as damaged, and reading goes on.
                self._last += 1
                yield Page(self._last, "", problem="unreadable")
        raise self._refusal("extraction_stopped")

    async def _told(self) -> AsyncGenerator[Page | DocumentFacts]:
        limits = self._limits
        is_seen = self._kind == "image" or (limits.has_ocr and self._kind == "pdf")
        program = shutil.which("tesseract") if is_seen else None
        own = limits.for_child() | {"ocr_program": program}
        argument = {"kind": self._kind, "after": self._last, "limits": own, "is_careful": self._is_careful}
        silent_s = limits.page_s + (limits.ocr_s if program else 0)
        bounds = ChildLimits(memory=limits.memory, cpu_s=limits.cpu_s, silent_s=silent_s)
        call = LimitedCall(CHILD, argument, bounds, has_programs=program is not None)
        async with aclosing(limited_lines(self._file, call)) as lines:
            async for line in lines:
                match line:
                    case {"facts": dict()}:
                        facts = self._read_facts(cast("dict[str, Any]", line["facts"]))
                        if self._facts is None:
                            self._facts = facts
                            yield facts
                    case {"page": dict()}:
                        page = self._read_page(cast("dict[str, Any]", line["page"]))
                        self._last = page.number
                        yield page
                    case {"notes": list()} if self._facts is not None:
                        self._is_done = True
                        notes = _read_notes(cast("list[Any]", line["notes"]))
                        if notes != self._facts.notes:
                            yield replace(self._facts, notes=notes)
                    case {"refused": str(code)}:
                        raise self._refusal(code)
                    case _:
                        raise self._refusal("broken_document")

    def _refusal(self, code: str) -> errors.AuleError:
        return refusal(code if code in _CODES else "broken_document", self._name, self._kind, self._locale)

    def _read_facts(self, told: dict[str, Any]) -> DocumentFacts:
        pages = told.get("pages")
        if not isinstance(pages, int) or not 0 <= pages <= self._limits.pages:
            raise self._refusal("broken_document")
        title, author = (str(told.get(name) or "")[:300] for name in ("title", "author"))
        return DocumentFacts(title, self._kind, pages, author, _read_notes(told.get("notes") or []))

    def _read_page(self, told: dict[str, Any]) -> Page:
        """Return a page of the child. What the child prints is not trusted: its places are checked."""
        try:
            page = _page(told)
        except (TypeError, ValueError, KeyError, OverflowError):
            raise self._refusal("broken_document") from None
        facts = self._facts
        if facts is None or page.number != self._last + 1 or page.number > facts.pages:
            raise self._refusal("broken_document")
        return page


def _page(told: dict[str, Any]) -> Page:
    text = str(told["text"])
    if deceives(text):
        raise ValueError("a reader of ours marks such characters")
    size = len(text)
    blocks = tuple(
        Block(_block_kind(kind), *_span(start, end, size), max(0, min(6, int(level))))
        for kind, start, end, level in told["blocks"]
    )
    lines = tuple(Line(*_span(line[0], line[1], size), *_box(line[2:])) for line in told["lines"])
    if any(after.start < before.end for before, after in pairwise(blocks)):
        raise ValueError("blocks overlap")
    problem = told["problem"]
    if problem not in _PROBLEMS:
        raise ValueError(problem)
    width, height = (None if told[side] is None else float(told[side]) for side in ("width", "height"))
    return Page(int(told["number"]), text, blocks, lines, str(told["label"])[:300], width, height, problem)


def _block_kind(kind: str) -> BlockKind:
    if kind not in get_args(BlockKind):
        raise ValueError(kind)
    return cast("BlockKind", kind)


def _span(start: int, end: int, size: int) -> tuple[int, int]:
    start, end = int(start), int(end)
    if not 0 <= start <= end <= size:
        raise ValueError("outside the page")
    return start, end


def _box(sides: list[float]) -> tuple[float, float, float, float]:
    left, top, right, bottom = (min(1.0, max(0.0, float(side))) for side in sides)
    return left, top, right, bottom


def _read_notes(told: list[Any]) -> tuple[Note, ...]:
    notes: list[Note] = []
    for each in told[:300]:
        match each:
            case {"code": str(code), "page": int(page), "count": int(count), "detail": str(detail)} if code in MESSAGES:
                notes.append(Note(code, page, count, detail[:200]))
            case _:
                continue
    return tuple(notes)
