"""Documents: how the bytes of a text file become text, and go back without anything else changing.

A file keeps what nobody asked to alter: its encoding, its byte order mark, the end of every line that
stays, and whether there is an end of line at its end.
"""

from __future__ import annotations

import difflib
import re
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from aule.contracts import errors

LARGEST = 4 * 1024 * 1024
"""Bytes of a file that is edited as text."""
MOST_COMPARED = 2_000
"""Lines that are compared to find out which of them stayed, where line ends are mixed."""

Newline = Literal["lf", "crlf", "mixed"]

_MARKS = ((b"\xef\xbb\xbf", "utf-8"), (b"\xff\xfe", "utf-16-le"), (b"\xfe\xff", "utf-16-be"))
_CONTROL = re.compile(r"[\x00-\x08\x0e-\x1a\x1c-\x1f]")


@dataclass(frozen=True)
class Document:
    """A file's text, with what it takes to write it back as it was."""

    text: str
    encoding: str = "utf-8"
    mark: bytes = b""
    """The byte order mark it begins with."""

    @property
    def newline(self) -> str:
        """How its lines end, most of them."""
        crlf = self.text.count("\r\n")
        return "\r\n" if crlf * 2 > self.text.count("\n") else "\n"

    @property
    def newlines(self) -> Newline:
        """How its lines end, in a word."""
        crlf, all_of_them = self.text.count("\r\n"), self.text.count("\n")
        return "lf" if not crlf else "crlf" if crlf == all_of_them else "mixed"

    @property
    def manner(self) -> str:
        """The encoding, in a word a person knows."""
        if self.encoding == "utf-8":
            return "utf-8 with BOM" if self.mark else "utf-8"
        return "utf-16" if self.mark else self.encoding

    @cached_property
    def plain(self) -> str:
        """The text with plain line feeds, as people and models write it, whatever the file has."""
        return self.text.replace("\r\n", "\n")

    def written(self, text: str) -> str:
        """Return a whole new text with this one's line ends, where it has plain ones."""
        return text if "\r" in text else with_ends(self.text, text, self.newline)

    def spliced(self, start: int, stop: int, piece: str) -> str:
        """Return the text with another piece in place of one, which is counted in characters of `plain`."""
        begin, end = self._place(start), self._place(stop)
        here = self.text.find("\n", begin)
        near = self.newline if here < 0 else "\r\n" if self.text[here - 1 : here] == "\r" else "\n"
        return self.text[:begin] + with_ends(self.text[begin:end], piece.replace("\r\n", "\n"), near) + self.text[end:]

    def appended(self, text: str) -> str:
        """Return the text with more of it on lines of its own."""
        last = "\r\n" if self.text.rpartition("\n")[0].endswith("\r") else "\n"
        end = last if "\n" in self.text else self.newline
        gap = end if self.text and not self.text.endswith("\n") else ""
        return self.text + gap + (text if end == "\n" else text.replace("\r\n", "\n").replace("\n", end))

    def encode(self, text: str, path: str) -> bytes:
        """Return a new text in the file's own encoding."""
        try:
            return self.mark + text.encode(self.encoding)
        except UnicodeEncodeError as error:
            raise errors.Invalid(
                f"The text for {path!r} contains {text[error.start]!r}, which {self.encoding} cannot hold.",
                code="invalid_text",
                hint="Leave that character out, or write the whole file anew as UTF-8.",
            ) from None

    def _place(self, plain: int) -> int:
        """Return where a character of `plain` is in the text itself."""
        return plain if self.newlines == "lf" else plain + _returns(self.text, self.plain.count("\n", 0, plain))


def decode(content: bytes, path: str) -> Document:
    """Return the text in a file: Unicode, or what older Windows programs write; binary content is refused."""
    for mark, encoding in _MARKS:
        if content.startswith(mark):
            return _decoded(content[len(mark) :], encoding, mark, path)
    try:
        return _decoded(content, "utf-8", b"", path)
    except UnicodeDecodeError:
        return _decoded(content, "cp1252", b"", path)


def with_ends(old: str, new: str, default: str) -> str:
    """Return a text of plain line feeds with the line ends of an older one: a line that stayed keeps its own."""
    was, given = old.split("\n"), new.split("\n")
    ends = ["\r\n" if line.endswith("\r") else "\n" for line in was[:-1]]
    if len(set(ends)) <= 1:
        end = ends[0] if ends else default
        return new if end == "\n" else new.replace("\n", end)
    bare = [line.removesuffix("\r") for line in was]
    found: list[str | None] = [None] * len(given)
    for place, there in _stayed(bare, given):
        found[there] = ends[place] if place < len(ends) else None
    pieces: list[str] = []
    for line, end in zip(given, found, strict=True):
        default = default if end is None else end
        pieces += (line, default)
    return "".join(pieces[:-1])


def _stayed(was: list[str], given: list[str]) -> list[tuple[int, int]]:
    """Return which line of an older text is which one of the newer, where they are alike."""
    least = min(len(was), len(given))
    start = next((n for n in range(least) if was[n] != given[n]), least)
    end = next((n for n in range(least - start) if was[-1 - n] != given[-1 - n]), least - start)
    pairs = [(n, n) for n in range(start)]
    old, new = was[start : len(was) - end], given[start : len(given) - end]
    if max(len(old), len(new)) <= MOST_COMPARED:
        for block in difflib.SequenceMatcher(None, old, new, autojunk=False).get_matching_blocks():
            pairs += [(start + block.a + n, start + block.b + n) for n in range(block.size)]
    return pairs + [(len(was) - n, len(given) - n) for n in range(end, 0, -1)]


def _returns(text: str, lines: int) -> int:
    """Return how many of the first so many lines end with a carriage return."""
    found = place = 0
    for _ in range(lines):
        place = text.index("\n", place) + 1
        found += text.startswith("\r", place - 2) if place > 1 else 0
    return found


def _decoded(content: bytes, encoding: str, mark: bytes, path: str) -> Document:
    try:
        text = content.decode(encoding)
    except UnicodeDecodeError:
        if encoding == "utf-8" and not mark:
            raise
        raise _binary(path) from None
    # What is whole UTF-8 is hardly anything else; what can be read as anything is looked at to its end.
    if _CONTROL.search(text[:8192] if encoding == "utf-8" else text):
        raise _binary(path)
    return Document(text, encoding, mark)


def _binary(path: str) -> errors.Invalid:
    return errors.Invalid(
        f"{path!r} is not a text file.", code="not_text", hint="Only text can be read and edited here."
    )
