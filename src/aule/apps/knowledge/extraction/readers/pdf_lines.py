"""Lines of a PDF page: the words pdfium finds, with their boxes, as they follow each other in the file."""

from __future__ import annotations

import ctypes
import math
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from typing import Any, NamedTuple

HYPHEN = "\ufffe"
"""What pdfium writes for a hyphen at the end of a line, in place of the line's end too."""
_BOLD = re.compile(rb"bold|black|heavy|demi|medi(?!um)|cmbx|sfbx", re.IGNORECASE)
"""How names of bold fonts read, also those of TeX."""
_CONTROL = re.compile("[\0-\x08\x0b\x0c\x0e-\x1f]")
_UNMAPPED = {code: "\ufffd" for code in range(32) if code not in (9, 10, 13)}
"""Control characters in a PDF are glyphs of which only the font knew what they show."""
_SAMPLED = 3
"""One of so many words is asked for the size of its letters."""
_LEADING = 1.2
"""How much higher a line is than its letters are large."""
_LINE = re.compile(f"[^\r\n{HYPHEN}]*(?:\r\n|[\r\n{HYPHEN}]|$)")
_WORD = re.compile(r"[^\s\u00a0]+")
_HEAVY = 650
"""Weights from which a font is bold."""


class Word(NamedTuple):
    """A word with its left and right side."""

    text: str
    left: float
    right: float


@dataclass(slots=True)
class PageLine:
    """A line, or a piece of one between wide gaps; in points from the upper left corner of the page as it is seen."""

    words: list[Word]
    left: float
    top: float
    right: float
    bottom: float
    size: float
    """The usual height of a line of such letters: their size and the space that goes with it."""
    is_bold: bool = False
    is_broken: bool = False
    """Whether its last word goes on in the next line."""

    @property
    def text(self) -> str:
        """Its words, with single blanks."""
        return " ".join(word.text for word in self.words)


class PdfPage:
    """One open page of pdfium, with its text."""

    def __init__(self, document: Any, index: int) -> None:
        self._raw: Any = import_module("pypdfium2.raw")  # only in a child that reads a PDF
        self.page: Any = document[index]
        try:
            self._text: Any = self.page.get_textpage()
        except BaseException:
            self.page.close()
            raise
        # Asked for twice a word: what can be looked up once is.
        self._handle: Any = self._text.raw
        self._loose_box: Any = self._raw.FPDFText_GetLooseCharBox
        self._rect: Any = self._raw.FS_RECTF()
        self._rect_reference: Any = ctypes.byref(self._rect)
        self.rotation: int = self.page.get_rotation()
        left, bottom, right, top = self.page.get_cropbox()
        self._crop: tuple[float, float, float, float] = (left, bottom, right, top)
        width, height = abs(right - left) or 1.0, abs(top - bottom) or 1.0
        self.width, self.height = (height, width) if self.rotation in (90, 270) else (width, height)

    def close(self) -> None:
        """Give its memory back."""
        self._text.close()
        self.page.close()

    @property
    def has_content(self) -> bool:
        """Whether anything at all is drawn on it."""
        return self._raw.FPDFPage_CountObjects(self.page) > 0

    def lines(self) -> list[PageLine]:
        """Return its lines in the order of the file."""
        text = self.characters()
        text = text.translate(_UNMAPPED) if _CONTROL.search(text) else text
        found = (self._line(text, piece.start(), piece.end()) for piece in _LINE.finditer(text) if piece[0])
        return [line for line in found if line is not None]

    def characters(self) -> str:
        """Return its characters; each place in the text is the number of a character for pdfium."""
        count = max(0, self._raw.FPDFText_CountChars(self._text))
        buffer = (ctypes.c_ushort * (count + 1))()
        written = self._raw.FPDFText_GetText(self._text, 0, count, buffer) - 1
        text = bytes(buffer)[: max(0, written) * 2].decode("utf-16-le", "surrogatepass")
        if len(text) == count:
            return text
        # Some characters have no text, or two units: then each is asked for.
        get = partial(self._raw.FPDFText_GetUnicode, self._text)
        return "".join(_character(get(place)) for place in range(count))

    def _line(self, text: str, start: int, end: int) -> PageLine | None:
        words: list[Word] = []
        sizes: Counter[float] = Counter()
        above, below = math.inf, -math.inf
        first = last = -1
        is_broken = text.endswith(HYPHEN, start, end)
        box, font_size, handle = self._box, self._raw.FPDFText_GetFontSize, self._handle
        for word in _WORD.finditer(text, start, end - 1 if is_broken else end):
            begins, last = word.start(), word.end() - 1
            left, top, right, bottom = box(begins)
            if last > begins:
                ends = box(last)
                left, right = (left, ends[2]) if left < ends[0] else (ends[0], right)
                top, bottom = (top if top < ends[1] else ends[1]), (bottom if bottom > ends[3] else ends[3])
            above, below = (top if top < above else above), (bottom if bottom > below else below)
            if len(words) % _SAMPLED == 0:
                sizes[font_size(handle, begins)] += last - begins + 1
            words.append(Word(word[0], left, right))
            first = begins if first < 0 else first
        if not words:
            return None
        left, right = min(word.left for word in words), max(word.right for word in words)
        size = self._size(sizes, first, above, below)
        is_bold = self._is_bold(first) and self._is_bold(last)
        return PageLine(words, left, above, right, below, size, is_bold, is_broken)

    def _size(self, sizes: Counter[float], first: int, top: float, bottom: float) -> float:
        """Return the height of a line by the size most of its letters have, as it is drawn on the page."""
        matrix = self._raw.FS_MATRIX()
        self._raw.FPDFText_GetMatrix(self._text, first, ctypes.byref(matrix))
        size = sizes.most_common(1)[0][0] * math.hypot(matrix.c, matrix.d) * _LEADING
        # A size that the boxes of its letters make unbelievable is not believed.
        return size if 0.3 * (bottom - top) < size < 4 * (bottom - top) else max(0.5, bottom - top)

    def _box(self, place: int) -> tuple[float, float, float, float]:
        """Return left, top, right and bottom of a character on the page as it is seen."""
        box = self._rect
        self._loose_box(self._handle, place, self._rect_reference)
        left, bottom, right, top = self._crop
        if not self.rotation:
            return box.left - left, top - box.top, box.right - left, top - box.bottom
        match self.rotation:
            case 90:
                return box.bottom - bottom, box.left - left, box.top - bottom, box.right - left
            case 180:
                return right - box.right, box.bottom - bottom, right - box.left, box.top - bottom
            case _:
                return top - box.top, right - box.right, top - box.bottom, right - box.left

    def _is_bold(self, place: int) -> bool:
        if self._raw.FPDFText_GetFontWeight(self._text, place) >= _HEAVY:
            return True
        name, flags = ctypes.create_string_buffer(96), ctypes.c_int()
        self._raw.FPDFText_GetFontInfo(self._text, place, name, 96, ctypes.byref(flags))
        return _BOLD.search(name.value) is not None


def pieces_of(line: PageLine) -> Iterator[PageLine]:
    """Yield the pieces of a line between gaps that are wider than blanks are."""
    begin = 0
    widest = line.size * 0.95
    for place in range(1, len(line.words) + 1):
        is_end = place == len(line.words)
        if is_end or line.words[place].left - line.words[place - 1].right > widest:
            words = line.words[begin:place]
            left, right = min(word.left for word in words), max(word.right for word in words)
            is_broken = line.is_broken and is_end
            yield PageLine(words, left, line.top, right, line.bottom, line.size, line.is_bold, is_broken)
            begin = place


def _character(code: int) -> str:
    return chr(code) if 0 < code < 0x110000 else "\ufffd"
