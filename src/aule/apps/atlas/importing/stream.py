"""Walking a JSON document in a file from value to value: only a window of it is ever in memory.

Each row's own text is kept as it stands in the file. A row that cannot be read is passed over and told; a document that
cannot be walked any further is refused with the place where it broke.
"""

from __future__ import annotations

import codecs
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, BinaryIO, NoReturn

from aule.apps.atlas.importing.refusals import Refusal
from aule.apps.atlas.rows import exact_json as exact
from aule.sdk import errors

CHUNK = 256 * 1024
"""Bytes read at once."""
LARGEST_VALUE = 16 * 1024 * 1024
"""Characters one row, or one value beside the rows, may have."""
_SPACE = re.compile(r"[ \t\n\r]*")
_GAPS = re.compile(r'("(?:[^"\\]|\\.)*")|[ \t\n\r]+')
_LENIENT = json.JSONDecoder(parse_float=str, parse_int=str, parse_constant=str)
_BOM = b"\xef\xbb\xbf"


@dataclass(frozen=True, slots=True)
class Raw:
    """One element of a list: its text, and what it says, or why it cannot be taken."""

    text: str
    value: Any = None
    problem: str | None = None


class JsonFile:
    """A JSON document in a file, from a byte on."""

    def __init__(self, file: BinaryIO, start: int = 0) -> None:
        file.seek(start)
        self._file = file
        self._base = len(_BOM) if start == 0 and file.read(len(_BOM)) == _BOM else start
        self._next = self._base
        self._decoder = codecs.getincrementaldecoder("utf-8")()
        self._text = ""
        self._at = 0
        self._is_whole = False

    @property
    def place(self) -> int:
        """The byte of the file that is read next."""
        return self._base + len(self._text[: self._at].encode())

    def peek(self) -> str:
        """Return the next character that is not a space; none at the end."""
        while True:
            found = _SPACE.match(self._text, self._at)
            self._at = found.end() if found else self._at
            if self._at < len(self._text):
                return self._text[self._at]
            if not self._fill(CHUNK):
                return ""

    def take(self, character: str) -> None:
        """Pass over one character that has to be there."""
        if self.peek() != character:
            self._refuse(f"{character!r} is missing")
        self._at += 1

    def fields(self) -> Iterator[str]:
        """Yield the keys of the object that begins here; after each, its value has to be taken."""
        self.take("{")
        if self.peek() == "}":
            self._at += 1
            return
        while True:
            if self.peek() != '"':
                self._refuse("a key is missing")
            key = self.value()
            self.take(":")
            yield key
            if self.peek() == "}":
                self._at += 1
                return
            self.take(",")

    def rows(self) -> Iterator[Raw]:
        """Yield the elements of the list that begins here, one by one."""
        self.take("[")
        if self.peek() == "]":
            self._at += 1
            return
        while True:
            yield self._row()
            if self.peek() == "]":
                self._at += 1
                return
            self.take(",")

    def value(self) -> Any:
        """Return the value that begins here, whole."""
        self.peek()
        found = self._row()
        if found.problem is not None:
            self._refuse(found.problem)
        return found.value

    def finish(self) -> None:
        """Make sure that nothing stands behind the document."""
        if self.peek():
            self._refuse("something stands behind the end of the document")

    def _row(self) -> Raw:
        self.peek()
        problem, value = None, None
        size = CHUNK
        while True:
            try:
                if problem is None:
                    value, end = exact.read_at(self._text, self._at)
                else:
                    _, end = _LENIENT.raw_decode(self._text, self._at)
            except json.JSONDecodeError as error:
                if len(self._text) - self._at > LARGEST_VALUE:
                    self._refuse(f"what begins here is longer than {LARGEST_VALUE // 2**20} MB, or is not JSON", error)
                size *= 2
                if not self._fill(size):
                    self._refuse(error.msg, error)
            except errors.Invalid as error:
                problem = error.problem.message
            except RecursionError:
                self._refuse("it is nested too deeply")
            else:
                # A number at the edge of the window may go on behind it.
                if end < len(self._text) or self._text[end - 1] in '}]"' or not self._fill(size):
                    return Raw(self._pass(end), value, problem)

    def _pass(self, end: int) -> str:
        text = self._text[self._at : end]
        self._at = end
        return text

    def _fill(self, size: int) -> bool:
        """Read on; nothing more is there when it says no."""
        if self._is_whole:
            return False
        self._base = self.place
        self._file.seek(self._next)  # others may read the same file in between
        data = self._file.read(size)
        self._next += len(data)
        self._is_whole = len(data) < size
        rest = self._text[self._at :]
        try:
            more = self._decoder.decode(data, final=self._is_whole)
        except UnicodeDecodeError as error:
            place = self._base + len(rest.encode()) + error.start
            raise Refusal("not_text", place=place) from None
        self._text, self._at = rest + more, 0
        return bool(more) or not self._is_whole

    def _refuse(self, why: str, error: json.JSONDecodeError | None = None) -> NoReturn:
        if error is not None and self._is_whole:
            self._at = min(error.pos, len(self._text))
        is_cut = self._is_whole and self._at >= len(self._text)
        raise Refusal("cut_short" if is_cut else "not_json", why=why, place=self.place)


def compact(text: str) -> str:
    """Return a JSON text on one line, without spaces between its values; values stay as written."""
    return _GAPS.sub(r"\1", text) if "\n" in text or "\r" in text else text
